"""Draws a contact sheet of tile faces: one set a line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from datasets.faces.canvas import Image
from datasets.faces.style import compose, draw_back, sample_style
from scoring.tiles import TILES, Tile, parse_tiles


def contact_sheet(seed: int, sets: int, height: int, tiles: tuple[Tile, ...]) -> Image:
    """`sets` random sets, one a line: their faces, then the back. Deterministic from the seed."""
    lines = []
    cell = height + 4, round(height * 0.8) + 4
    for number in range(sets):
        rng = np.random.default_rng([seed, number])
        style = sample_style(rng)
        faces = [*(compose(style, tile, height, rng) for tile in tiles), draw_back(style, height, rng)]
        line = np.full((cell[0], cell[1] * len(faces), 3), 90, np.uint8)
        for column, face in enumerate(faces):
            line[2 : 2 + height, column * cell[1] + 2 :][:, : face.shape[1]] = face
        lines.append(line)
    return np.concatenate(lines)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.faces", description=__doc__)
    parser.add_argument("out", type=Path, help="image file to write")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sets", type=int, default=12)
    parser.add_argument("--height", type=int, default=96, help="pixels a face")
    parser.add_argument("--tiles", default="", help="in the notation; all 42 when not given")
    arguments = parser.parse_args()
    tiles = parse_tiles(arguments.tiles) if arguments.tiles else TILES
    sheet = contact_sheet(arguments.seed, arguments.sets, arguments.height, tiles)
    if not cv2.imwrite(str(arguments.out), sheet):
        print(f"cannot write {arguments.out}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
