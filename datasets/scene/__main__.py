"""Contact sheet of rendered scenes with their labels drawn: `python -m datasets.scene OUT.png --seed 0`."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from datasets import commands
from datasets.scene import KINDS, Scene, sample_scene
from datasets.scene.values import Image

_COLOURS = {
    "exposed": (0, 160, 255),
    "concealed": (60, 200, 0),
    "seasons": (220, 0, 220),
    "set_apart": (0, 0, 255),
    "other": (200, 160, 0),
}


def annotate(scene: Scene) -> Image:
    """The image with each label's outline (its top side thick) and name drawn in."""
    image = scene.image.copy()
    for tile in scene.tiles:
        points = np.round(tile.corners * 16).astype(np.int32)
        tone = _COLOURS[tile.role]
        cv2.polylines(image, [points], True, tone, 1, cv2.LINE_AA, 4)
        cv2.line(image, points[0], points[1], (255, 255, 0), 2, cv2.LINE_AA, 4)
        x, y = np.round(tile.corners.mean(0)).astype(int)
        text = tile.tile.code if tile.visible > 0.7 else f"{tile.tile.code}{tile.visible:.1f}"
        cv2.putText(image, text, (int(x) - 8, int(y)), cv2.FONT_HERSHEY_PLAIN, 0.7, tone, 1, cv2.LINE_AA)
    return image


def main() -> None:
    """Write the sheet."""
    parser = argparse.ArgumentParser(prog="python -m datasets.scene", description=__doc__)
    parser.add_argument("out", type=Path, help="image file to write")
    parser.add_argument("--seed", type=commands.at_least(0), default=0, help="decides all (%(default)s)")
    parser.add_argument("--kind", choices=KINDS, help="one kind of scene; all kinds when left out")
    parser.add_argument("--count", type=commands.at_least(1), default=12, help="scenes (%(default)s)")
    parser.add_argument(
        "--columns", type=commands.at_least(1), default=3, help="scenes side by side (%(default)s)"
    )
    parser.add_argument(
        "--size", type=commands.size, default="640x480", help="WIDTHxHEIGHT of each scene (%(default)s)"
    )
    parser.add_argument("--plain", action="store_true", help="without labels")
    options = parser.parse_args()
    cells = []
    for k in range(options.count):
        scene = sample_scene(np.random.default_rng([options.seed, k]), options.size, options.kind)
        cells.append(scene.image if options.plain else annotate(scene))
    cells += [np.zeros_like(cells[0])] * (-len(cells) % options.columns)
    rows = [np.hstack(cells[k : k + options.columns]) for k in range(0, len(cells), options.columns)]
    commands.write_picture(options.out, np.vstack(rows))


if __name__ == "__main__":
    commands.run(main)
