"""Draws the page's faces anew: ``python -m datasets.drawn``.

``python -m datasets.drawn sheet OUT.png`` lays them out to be looked at, on light and dark, at the sizes that
the page shows; ``python -m datasets.drawn glyphs FONT`` takes the characters from another font.
"""

from __future__ import annotations

import argparse
import io
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from datasets import commands
from datasets.drawn import draw, sprite
from datasets.drawn.glyphs import extract
from scoring.tiles import SHOWN

FILE = Path(__file__).parents[2] / "tilescore" / "web" / "templates" / "faces.svg"
"""What the pages include."""

_WIDTHS = (28, 64, 160)
_GROUNDS = ("#ffffff", "#14201b")
_ACROSS, _GAP = 14, 6


def main() -> None:
    """Draws, or does what the arguments say."""
    parser = argparse.ArgumentParser(
        prog="python -m datasets.drawn", description="The page's own tile faces."
    )
    what = parser.add_subparsers(dest="command")
    what.add_parser("sheet", help="lay all faces out in a picture").add_argument("out", type=Path)
    what.add_parser("glyphs", help="take the outlines of the characters from a font").add_argument(
        "font", type=Path
    )
    given = parser.parse_args()
    match given.command:
        case "sheet":
            sheet = cv2.cvtColor(np.asarray(_sheet()), cv2.COLOR_RGB2BGR)
            commands.write_picture(given.out, np.asarray(sheet, np.uint8))
        case "glyphs":
            extract(given.font)
        case _:
            FILE.write_text(sprite(), "utf-8")


def _sheet() -> Image.Image:
    """All faces in rows, small to large, on a light and a dark ground."""
    faces = [draw(tile) for tile in SHOWN]
    rows = -(-len(faces) // _ACROSS)
    heights = [rows * (width * 4 // 3 + _GAP) + _GAP for width in _WIDTHS]
    across = _ACROSS * (_WIDTHS[-1] + _GAP) + _GAP
    sheet = Image.new("RGB", (across, sum(heights) * len(_GROUNDS)))
    top = 0
    for ground in _GROUNDS:
        for width, high in zip(_WIDTHS, heights, strict=True):
            sheet.paste(Image.new("RGB", (across, high), ground), (0, top))
            for place, markup in enumerate(faces):
                row, column = divmod(place, _ACROSS)
                face = _raster(markup, width)
                corner = (_GAP + column * (width + _GAP), top + _GAP + row * (width * 4 // 3 + _GAP))
                sheet.paste(face, corner, face)
            top += high
    return sheet


@lru_cache(maxsize=len(_WIDTHS) * 64)
def _raster(markup: str, width: int) -> Image.Image:
    from cairosvg import svg2png

    return Image.open(io.BytesIO(svg2png(markup.encode(), output_width=width))).convert("RGBA")


if __name__ == "__main__":
    commands.run(main)
