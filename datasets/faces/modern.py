"""Sets as they are designed today: for easy reading, with numerals up to two fifths as high as the tile and
the picture small beside them, or for looks, with dots, sticks and paints of any kind.

Few sets have numerals so large, and what has never seen one takes it for that of a Season.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from datasets.faces.bamboo import FANCIES, RODS, BambooDesign
from datasets.faces.characters import CharacterDesign
from datasets.faces.dots import DotDesign, Layer, LayerKind
from datasets.faces.honours import DRAGONS, INKED_WHITES, HonourDesign
from datasets.faces.index import IndexDesign, some_index
from datasets.faces.palette import Palette, paint
from datasets.faces.seasons import SeasonDesign
from datasets.faces.seldom import any_of
from datasets.faces.style import FaceStyle

_LARGE: Final = 0.8
"""Share of the sets with large indices."""

_BESIDE: Final = 0.75
"""Share of these whose pictures are small beside them."""

_LEAST: Final = 0.24
_LARGEST: Final = 0.6
_LARGEST_OVER: Final = 0.36
"""Their `IndexDesign.size`; the last where the picture keeps its size."""

_FANCY: Final = 0.45
"""Share of the sets whose dots, and of those whose sticks, have a shape of their own."""

_ONE_PAINT: Final = 0.5
"""Share of the sets that have one paint for all dots, and of those that have one for all sticks."""

_PAINTS: Final = 0.35
"""Share of the sets in paints of any hue."""

_SHAPES: Final[tuple[LayerKind, ...]] = (
    "fill",
    "polygon",
    "heart",
    "drop",
    "moon",
    "star",
    "leaves",
    "petals",
    "scallop",
    "square",
)
"""Of dots."""

_WITHIN: Final[tuple[LayerKind, ...]] = ("fill", "ring", "polygon", "star", "leaves", "spokes", "beads")
"""Within these."""


def modernised(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    """The same set drawn as designers do today."""
    index = _index(rng) if rng.random() < _LARGE else style.index
    return replace(
        style,
        index=index,
        palette=_paints(style, rng) if rng.random() < _PAINTS else style.palette,
        characters=_characters(style.characters, rng, indexed=index is not None),
        dots=_dots(style.dots, rng),
        bamboo=_bamboo(style.bamboo, rng),
        honours=_honours(style.honours, rng),
        seasons=_seasons(style.seasons, rng) if rng.random() < _LARGE else style.seasons,
        art=style.art if rng.random() < 0.5 else None,
    )


def _index(rng: np.random.Generator) -> IndexDesign:
    index = some_index(rng)
    beside = bool(rng.random() < _BESIDE)
    largest = _LARGEST if beside else _LARGEST_OVER
    return replace(
        index,
        size=float(rng.uniform(_LEAST, largest)),
        corners=index.corners[:1] if beside else index.corners,
        paint="=" if rng.random() < 0.4 else str(rng.choice(list("rkbge"))),
        amid=0,
        words=False,
        beside=beside,
        suits=bool(rng.random() < 0.95),
    )


def _paints(style: FaceStyle, rng: np.random.Generator) -> Palette:
    """Warm, green, cold and dark paints, and one more, in any shade that stands out from the ground."""
    if style.finish.dark:
        return style.palette
    while True:
        palette = Palette(
            red=paint(rng, (318, 385), (0.5, 1.0), (0.5, 1.0)),
            green=paint(rng, (75, 178), (0.35, 1.0), (0.25, 0.8)),
            blue=paint(rng, (186, 285), (0.35, 1.0), (0.3, 0.95)),
            black=paint(rng, (0, 360), (0.0, 0.9), (0.05, 0.4)),
            extra=paint(rng, (0, 360), (0.4, 1.0), (0.4, 1.0)),
        )
        if palette.stands_out(style.finish.ground, 60):
            return palette


def _characters(design: CharacterDesign, rng: np.random.Generator, indexed: bool) -> CharacterDesign:
    """Now and then Arabic numerals over the character; beside an index, too, the character alone."""
    draw = rng.random()
    if draw < 0.2:
        return replace(design, numerals="123456789")
    if draw < 0.32 and indexed:
        return replace(design, numerals=design.myriad * 9, myriad="", numeral_size=0.62)
    return design


def _dots(design: DotDesign, rng: np.random.Generator) -> DotDesign:
    if rng.random() < _FANCY:
        shape = any_of(rng, _SHAPES)
        least = 3 if shape == "polygon" else 4
        small: tuple[Layer, ...] = (Layer(shape, 1.0, 0.12, int(rng.integers(least, 10))),)
        if rng.random() < 0.6:
            size, count, second = rng.uniform(0.2, 0.6), rng.integers(3, 9), rng.choice((-1, 1))
            small = (*small, Layer(any_of(rng, _WITHIN), float(size), 0.12, int(count), int(second)))
        rim = Layer("ring", float(rng.uniform(0.6, 1.0)), 0.06, paint=1)
        design = replace(design, small=small, great=(*small, rim) if rng.random() < 0.4 else small)
    if rng.random() < _ONE_PAINT:
        only = str(rng.choice(list("rgbke")))
        design = replace(design, colours=tuple(only * len(dots) for dots in design.colours))
    return design


def _bamboo(design: BambooDesign, rng: np.random.Generator) -> BambooDesign:
    if rng.random() < _FANCY:
        profile = rng.uniform(0.25, 1.0, int(rng.integers(4, 10)))
        if rng.random() < 0.5:
            profile = np.concatenate([profile, profile[::-1]])
        turned = tuple((profile / profile.max()).tolist())
        rod = "turned" if rng.random() < 0.5 else any_of(rng, (*RODS, *FANCIES))
        design = replace(design, rod=rod, profile=turned, width=float(rng.uniform(0.6, 1.4)))
    if rng.random() < _ONE_PAINT:
        only = str(rng.choice(list("ggrbke")))
        design = replace(design, colours=tuple(only * len(sticks) for sticks in design.colours))
    return design


def _honours(design: HonourDesign, rng: np.random.Generator) -> HonourDesign:
    return replace(
        design,
        latin_winds=bool(rng.random() < 0.2),
        dragons=any_of(rng, tuple(DRAGONS)) if rng.random() < 0.4 else design.dragons,
        white=any_of(rng, INKED_WHITES) if rng.random() < 0.4 else design.white,
        ring=bool(rng.random() < 0.5),
    )


def _seasons(design: SeasonDesign, rng: np.random.Generator) -> SeasonDesign:
    """Their numbers large, their pictures small."""
    size = float(rng.uniform(0.3, 0.6))
    flowers, seasons = (
        replace(series, number=replace(series.number, size=size), second_number=None)
        for series in (design.flowers, design.seasons)
    )
    picture = float(rng.uniform(0.4, 0.7))
    return replace(design, flowers=flowers, seasons=seasons, picture=picture)
