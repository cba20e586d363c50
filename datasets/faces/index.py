"""Indices: the Arabic numerals and Latin letters in the corners of many sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.faces.canvas import Image, Pen, ellipse
from datasets.faces.fonts import EM, Face, lettering, pick_latin
from datasets.faces.palette import Bgr, Palette
from scoring.tiles import Family, Tile

_MARGIN = 0.055  # between index and edges, in tile heights


@dataclass(frozen=True)
class IndexDesign:
    """The Arabic numeral or Latin letter in a corner."""

    latin: Face
    weight: int
    size: float
    corners: tuple[str, ...]
    paint: str  # a palette letter, or "=" for the colour usual for the tile's family
    dragons: str  # letters of red, green, white
    suits: bool  # on the suits too, not only on the characters and honours
    white_inside: bool  # the white dragon's letter in the middle of its frame
    amid: int  # where above 0: on dots and bamboo it stands amid the picture, by this seed
    words: bool  # winds and dragons have their whole names above and below in place of a letter
    beside: bool  # the picture is so much smaller as to lie in the opposite corner, hardly overlapped

    def marks(self, tile: Tile) -> bool:
        """Whether this tile carries an index."""
        return tile.is_honour or tile.family is Family.CHARACTERS or (tile.is_suit and self.suits)

    def is_amid(self, tile: Tile) -> bool:
        """Whether this tile's index stands amid its picture, which then takes all the room."""
        return self.amid > 0 and tile.family in (Family.DOTS, Family.BAMBOO)


def draw_index(
    pen: Pen, tile: Tile, design: IndexDesign, palette: Palette, aspect: float, framed: bool
) -> None:
    """The index of a tile that is no Season, in the outermost frame.

    `framed` says that the white dragon's frame leaves room inside.
    """
    ink = palette.ink(_usual_paint(tile) if design.paint == "=" else design.paint)
    if design.words and tile.is_honour:
        _draw_words(pen, tile, design, ink, aspect)
        return
    mask = _letter(tile, design)
    width, height = _measures(mask, design, aspect)
    if tile.code == "Wd" and design.white_inside and framed:
        pen.at(aspect / 2, 0.5).stamp(mask, ink, width * 1.3, height * 1.3)
        return
    if design.is_amid(tile):
        spot = _SPOTS[np.random.default_rng([design.amid, tile.index]).integers(len(_SPOTS))]
        frame = pen.at(aspect / 2 + spot[0] * (aspect / 2 - _MARGIN - width / 2), 0.5 + spot[1] * 0.4)
        frame.area(ellipse(0, 0, width * 0.6 + 0.01, height * 0.6 + 0.01), None)
        frame.stamp(mask, ink, width, height)
        return
    for corner in design.corners:
        x = _MARGIN + width / 2 if corner[1] == "l" else aspect - _MARGIN - width / 2
        y = _MARGIN + height / 2 if corner[0] == "t" else 1 - _MARGIN - height / 2
        pen.at(x, y).stamp(mask[::-1, ::-1] if corner[0] == "b" else mask, ink, width, height)


def _letter(tile: Tile, design: IndexDesign) -> Image:
    """The numeral or letter of a tile, as a mask."""
    text = design.dragons["RGW".index(tile.rank)] if tile.is_dragon else tile.rank
    return lettering(design.latin, text, design.weight)


def _measures(mask: Image, design: IndexDesign, aspect: float) -> tuple[float, float]:
    """Width and height of an index, in tile heights."""
    size = min(design.size, _WIDEST * aspect * EM / mask.shape[1])
    return mask.shape[1] / EM * size, mask.shape[0] / EM * size


def room_beside(
    tile: Tile, design: IndexDesign, aspect: float, margin: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """What the picture may take beside the tile's index, where it lies `beside` it: middle, and width and
    height, in tile heights."""
    width, height = _measures(_letter(tile, design), design, aspect)
    across, down = _YIELDS[0] * width, _YIELDS[1] * height
    side = 1 if design.corners[0] == "tl" else -1
    box = aspect - 2 * margin - across, 1 - 2 * margin - down
    return (aspect / 2 + side * across / 2, 0.5 + down / 2), box


_WIDEST = 0.55
"""Of an index, as a share of the tile's width."""

_YIELDS = (0.45, 0.8)
"""How much of an index's width and height the picture beside it gives up."""

_WORDS = {
    "E": ("EAST",),
    "S": ("SOUTH",),
    "W": ("WEST",),
    "N": ("NORTH",),
    "Rd": ("RED", "DRAGON"),
    "Gd": ("GREEN", "DRAGON"),
    "Wd": ("WHITE", "DRAGON"),
}


def words_of(tile: Tile) -> tuple[str, ...]:
    """The words above and, for dragons, below the picture of an honour."""
    return _WORDS[tile.code if tile.is_dragon else tile.rank]


def word_height(design: IndexDesign) -> float:
    """Height of such a word's letters, in tile heights."""
    return 0.6 * design.size


def _draw_words(pen: Pen, tile: Tile, design: IndexDesign, ink: Bgr, aspect: float) -> None:
    for word, end in zip(words_of(tile), (0, 1), strict=False):
        mask = lettering(design.latin, word, design.weight)
        height = word_height(design)
        width = min(height * mask.shape[1] / mask.shape[0], aspect - 2 * _MARGIN)
        y = _MARGIN + height / 2
        pen.at(aspect / 2, 1 - y if end else y).stamp(mask, ink, width, height)


_SPOTS = (*[(0, 0)] * 5, (0, -1), (-1, 0), (1, 0), (-1, -1), (1, -1), (0, -0.5))
"""Where an index stands amid a picture, half the room each way being 1."""


def _usual_paint(tile: Tile) -> str:
    if tile.is_dragon:
        return {"R": "r", "G": "g", "W": "b"}[tile.rank]
    return {Family.WINDS: "b", Family.BAMBOO: "g"}.get(tile.family, "r")


def some_index(rng: np.random.Generator) -> IndexDesign:
    """Random indices, for a set that is to have some."""
    index = sample_index(rng)
    while index is None:
        index = sample_index(rng)
    return index


def sample_index(rng: np.random.Generator) -> IndexDesign | None:
    """Random indices; most old and Chinese sets have none."""
    if rng.random() < 0.52:
        return None
    corner = str(rng.choice(["tl", "tr"], p=(0.82, 0.18)))
    both = rng.random() < 0.22
    return IndexDesign(
        latin=pick_latin(rng),
        weight=int(rng.integers(0, 7)),
        size=float(rng.uniform(0.12, 0.24)),
        corners=(corner, {"tl": "br", "tr": "bl"}[corner]) if both else (corner,),
        paint=str(rng.choice(list("==rrkbg"))),
        dragons=str(rng.choice(["CFP", "CFB", "RGW", "CFP", "CFB"])),
        suits=bool(rng.random() < 0.88),
        white_inside=bool(rng.random() < 0.35),
        amid=int(rng.integers(1, 1 << 31)) if rng.random() < 0.18 else 0,
        words=bool(rng.random() < 0.12),
        beside=False,
    )
