"""Tile sets that others drew or scanned for their programs, as Debian packages them: for judging alone.

What learnt from the drawings of one program reads those of others badly. `datasets.faces` has no part
in these; one set, "real", is a scan of real tiles. They are read from where the packages put them: their
licence, as Debian records it, is the GPL, version 2 or later, and none of them is copied.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as PillowImage

from scoring.tiles import Tile

Image = npt.NDArray[np.uint8]

PACKAGES: Final = "kdegames-mahjongg-data-kf5 xmahjongg gnome-mahjongg"
"""Debian's packages of the sets."""

_IVORY: Final = (214, 232, 238)
"""BGR of the tile under a face that was drawn on nothing."""


@dataclass(frozen=True, slots=True)
class OtherFace:
    """One face of such a set, (h, w, 3) uint8 BGR, upright, edge to edge."""

    set_name: str
    file: Path
    tile: Tile
    image: Image


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A picture of all faces of a set in rows and columns."""

    set_name: str
    file: Path
    rows: tuple[str, ...]
    """Codes of the tiles from left to right."""
    cell: tuple[float, float]
    """Width and height in pixels."""
    top: int = 0
    """Pixels above the first row."""
    trim: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Pixels of each cell, above, below, left and right of the face, that show the block's side."""
    enlarged: int = 1
    """How much larger than its own measures a vector drawing is drawn."""
    bare: bool = False
    """The ink alone, on nothing: a tile is put under it."""


_DOTS, _BAMBOO, _CHARACTERS = (" ".join(f"{n}{suit}" for n in range(1, 10)) for suit in "dbc")
_KDE: Final = Path("/usr/share/kmahjongglib/tilesets")
_KDE_ROWS: Final = (
    _CHARACTERS,
    _BAMBOO,
    _DOTS,
    "1s 2s 3s 4s Nw Sw Ew Ww",
    "Wd Gd Rd 1f 2f 3f 4f",
)
_X11: Final = Path("/usr/share/games/xmahjongg/tiles")
_SHEETS: Final = (
    _Sheet("default", _KDE / "default.svgz", _KDE_ROWS, (69, 89), 116, enlarged=2, bare=True),
    _Sheet("traditional", _KDE / "traditional.svgz", _KDE_ROWS, (69, 89), 116, enlarged=2, bare=True),
    _Sheet(
        "real",
        _X11 / "real.gif",
        (_DOTS, _BAMBOO, _CHARACTERS, "1s 2s 3s 4s Nw Sw Ew Ww", "1f 2f 3f 4f Gd Wd Rd"),
        (532 / 9, 396 / 5),
    ),
    _Sheet(
        "dorwhite",
        _X11 / "dorwhite.gif",
        (
            f"{_DOTS} Nw Ww Sw Ew Rd Gd 1c 2c 3c 4c 5c 6c",
            f"7c 8c 9c {_BAMBOO} 1s 2s 3s 4s Wd 4f 2f 1f 3f",
        ),
        (64, 80),
        trim=(0, 9, 0, 9),
    ),
    _Sheet(
        "smooth",
        Path("/usr/share/gnome-mahjongg/themes/smooth.png"),
        (f"{_DOTS} Nw Ww Sw Ew Rd Gd {_CHARACTERS} {_BAMBOO} 2f 3f 1f 4f Wd 1s 2s 3s 4s",),
        (96, 132),
        trim=(2, 14, 14, 2),
    ),
)


def other_faces() -> list[OtherFace]:
    """The faces of those sets that are on this machine."""
    return [face for sheet in _SHEETS if sheet.file.is_file() for face in _faces(sheet)]


def _faces(sheet: _Sheet) -> Iterator[OtherFace]:
    pixels = _on_ivory(_opened(sheet))
    width, height = (side * sheet.enlarged for side in sheet.cell)
    above, below, before, behind = sheet.trim
    for row, codes in enumerate(sheet.rows):
        top = sheet.top * sheet.enlarged + row * height
        for column, code in enumerate(codes.split()):
            left = column * width
            face = pixels[
                round(top) + above : round(top + height) - below,
                round(left) + before : round(left + width) - behind,
            ]
            if sheet.bare:
                face = _on_tile(face)
            yield OtherFace(sheet.set_name, sheet.file, Tile.parse(code), np.ascontiguousarray(face))


def _opened(sheet: _Sheet) -> PillowImage.Image:
    if sheet.file.suffix != ".svgz":
        return PillowImage.open(sheet.file).convert("RGBA")
    import cairosvg  # a training-only dependency that needs a system library

    png = cairosvg.svg2png(bytestring=gzip.decompress(sheet.file.read_bytes()), scale=sheet.enlarged)
    return PillowImage.open(io.BytesIO(png)).convert("RGBA")


def _on_ivory(picture: PillowImage.Image) -> Image:
    ground = PillowImage.new("RGBA", picture.size, (*_IVORY[::-1], 255))
    ground.alpha_composite(picture)
    return np.asarray(cv2.cvtColor(np.asarray(ground), cv2.COLOR_RGBA2BGR), np.uint8)


def _on_tile(face: Image) -> Image:
    """Ink as it stands on a tile, with some room around it; lines between cells are left out."""
    inner = face[3:-3, 3:-3]
    return np.asarray(cv2.copyMakeBorder(inner, 6, 6, 8, 8, cv2.BORDER_CONSTANT, value=_IVORY), np.uint8)
