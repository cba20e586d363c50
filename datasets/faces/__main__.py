"""Draws a contact sheet of tile faces, one set a line: `python -m datasets.faces OUT.png --seed 0`."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from datasets import commands
from datasets.faces.canvas import Image
from datasets.faces.style import compose, draw_back, sample_style
from scoring.tiles import TILES, Tile


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


def main() -> None:
    """Write the sheet."""
    parser = argparse.ArgumentParser(prog="python -m datasets.faces", description=__doc__)
    parser.add_argument("out", type=Path, help="image file to write")
    parser.add_argument("--seed", type=commands.at_least(0), default=0, help="decides all (%(default)s)")
    parser.add_argument("--sets", type=commands.at_least(1), default=12, help="lines (%(default)s)")
    parser.add_argument(
        "--height", type=commands.at_least(16), default=96, help="pixels a face (%(default)s)"
    )
    parser.add_argument(
        "--tiles", type=commands.faces, default=TILES, help="in the notation; all 42 when left out"
    )
    options = parser.parse_args()
    sheet = contact_sheet(options.seed, options.sets, options.height, options.tiles)
    commands.write_picture(options.out, sheet)


if __name__ == "__main__":
    commands.run(main)
