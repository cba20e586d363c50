"""Tile sets that others drew or scanned for programs and fonts, as Debian packages them: for judging and
choosing, never for training.

What learnt from the drawings of one program reads those of others badly. `datasets.faces` has no part
in these; one set, "real", is a scan of real tiles. They are read from where the packages put them, and none
is copied: the licence of the programs' sets, as Debian records it, is the GPL, version 2 or later, that of
the fonts is the GPL (FreeSerif) or the SIL Open Font Licence (Noto).

How they were misread is why `datasets.faces` draws some things as it does.
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
from PIL import ImageDraw, ImageFont

from scoring.tiles import Tile

Image = npt.NDArray[np.uint8]

PACKAGES: Final = "kdegames-mahjongg-data-kf5 xmahjongg gnome-mahjongg fonts-freefont-ttf fonts-noto-core"
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
    ground: tuple[int, int, int] = _IVORY
    """BGR of what is under the ink where the sheet leaves it out."""


@dataclass(frozen=True, slots=True)
class _Font:
    """A font with the tiles of Unicode's block "Mahjong Tiles", each in an outline of its own."""

    set_name: str
    file: Path
    outline: tuple[float, float]
    """Shares of a tile's width that the outline takes at either side, and above and below."""
    corner: float
    """The same for what is round of it in the corners."""


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
    _Sheet(
        "jade",
        _KDE / "jade.svgz",
        _KDE_ROWS,
        (69, 89),
        124,
        enlarged=2,
        bare=True,
        ground=(16, 24, 122),
    ),
)

_TRUETYPE: Final = Path("/usr/share/fonts/truetype")
_FONTS: Final = (
    _Font("FreeSerif", _TRUETYPE / "freefont" / "FreeSerif.ttf", (0.06, 0.04), 0.06),
    _Font("Noto Symbols", _TRUETYPE / "noto" / "NotoSansSymbols2-Regular.ttf", (0.075, 0.04), 0.06),
)
_UNICODE: Final = f"Ew Sw Ww Nw Rd Gd Wd {_CHARACTERS} {_BAMBOO} {_DOTS} 1f 2f 4f 3f 1s 2s 3s 4s"
"""The tiles in Unicode's order, from U+1F000 on."""

_GLYPH: Final = 240
"""Pixels of an em."""


def other_faces() -> list[OtherFace]:
    """The faces of those sets that are on this machine."""
    sheets = [face for sheet in _SHEETS if sheet.file.is_file() for face in _faces(sheet)]
    return sheets + [face for font in _FONTS if font.file.is_file() for face in _glyphs(font)]


def _glyphs(font: _Font) -> Iterator[OtherFace]:
    letters = ImageFont.truetype(str(font.file), _GLYPH)
    for number, code in enumerate(_UNICODE.split()):
        glyph = chr(0x1F000 + number)
        left, top, right, bottom = (round(side) for side in letters.getbbox(glyph))
        picture = PillowImage.new("RGB", (right - left, bottom - top), _IVORY[::-1])
        ImageDraw.Draw(picture).text((-left, -top), glyph, (30, 30, 30), letters)
        side, end = (round(share * picture.width) for share in font.outline)
        inner = picture.crop((side, end, picture.width - side, picture.height - end))
        face = np.array(cv2.cvtColor(np.asarray(inner), cv2.COLOR_RGB2BGR), np.uint8)
        corner = round(font.corner * picture.width)
        for rows in (slice(corner), slice(-corner, None)):
            for columns in (slice(corner), slice(-corner, None)):
                face[rows, columns] = _IVORY
        yield OtherFace(font.set_name, font.file, Tile.parse(code), _with_room(face, _IVORY))


def _faces(sheet: _Sheet) -> Iterator[OtherFace]:
    pixels = _on_ground(_opened(sheet), sheet.ground)
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
                face = _on_tile(face, sheet.ground)
            yield OtherFace(sheet.set_name, sheet.file, Tile.parse(code), np.ascontiguousarray(face))


def _opened(sheet: _Sheet) -> PillowImage.Image:
    if sheet.file.suffix != ".svgz":
        return PillowImage.open(sheet.file).convert("RGBA")
    import cairosvg  # a training-only dependency that needs a system library

    png = cairosvg.svg2png(bytestring=gzip.decompress(sheet.file.read_bytes()), scale=sheet.enlarged)
    return PillowImage.open(io.BytesIO(png)).convert("RGBA")


def _on_ground(picture: PillowImage.Image, colour: tuple[int, int, int]) -> Image:
    ground = PillowImage.new("RGBA", picture.size, (*colour[::-1], 255))
    ground.alpha_composite(picture)
    return np.asarray(cv2.cvtColor(np.asarray(ground), cv2.COLOR_RGBA2BGR), np.uint8)


def _on_tile(face: Image, colour: tuple[int, int, int]) -> Image:
    """Ink as it stands on a tile, with some room around it; lines between cells are left out."""
    return _with_room(face[3:-3, 3:-3], colour)


def _with_room(face: Image, colour: tuple[int, int, int]) -> Image:
    return np.asarray(cv2.copyMakeBorder(face, 6, 6, 8, 8, cv2.BORDER_CONSTANT, value=colour), np.uint8)
