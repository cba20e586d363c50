"""Sets whose suits and honours are drawn as few sets draw them.

What one set in forty has is seen too seldom in training to be learnt: formal numerals, as on a banknote,
eights in rows of four or in any lines at all, a single stick for the one of bamboo, winds by their letters,
dragons for dragons, with their words above and below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

import numpy as np

from datasets.faces.bamboo import EIGHTS, RODS, BambooDesign
from datasets.faces.characters import FORMAL
from datasets.faces.fonts import pick_chinese
from datasets.faces.grids import sample_grids
from datasets.faces.honours import DRAGONS, INKED_WHITES, HonourDesign
from datasets.faces.index import IndexDesign, some_index
from datasets.faces.lettering import sample_lettering
from datasets.faces.style import FaceStyle

_STICK: Final = 0.3
"""Share of the sets with a stick for the one of bamboo."""

_FORMAL: Final = 0.4
"""Share of the sets with formal numerals."""

_LINES: Final = 0.4
"""Share of the sets whose dots, and of those whose sticks, are laid out in lines of their own."""

_JOINED: Final = 0.3
"""Share of the sets whose sticks, where they are in lines of their own, join those above and below."""

_PICTURED: Final = 0.35
"""Share of the sets with dragons for all dragons, told by their words."""

_COARSE: Final = 0.15
"""Share of the sets that are printed in coarse squares."""

_Kind = TypeVar("_Kind")


def seldom(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    """The same set with its suits and honours drawn as few sets draw them. Raises FontError when no font has
    the characters."""
    if rng.random() < _FORMAL:
        style = _with_formal_numerals(style, rng)
    style = replace(
        style,
        bamboo=_bamboo(style.bamboo, rng),
        bird=replace(style.bird, kind="stick") if rng.random() < _STICK else style.bird,
        dots=replace(
            style.dots,
            six_even=_toss(rng),
            eight_rows=_toss(rng),
            seven_up=_toss(rng),
            three_up=_toss(rng),
            grids=sample_grids(rng) if rng.random() < _LINES else None,
        ),
        honours=_honours(style.honours, rng),
        index=_index(rng) if _toss(rng) else style.index,
    )
    if rng.random() < _PICTURED:
        style = _with_pictured_dragons(style, rng)
    return maybe_coarse(style, rng)


def maybe_coarse(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    """Now and then the same set printed in coarse squares, just fine enough for its words."""
    if rng.random() >= _COARSE:
        return style
    return replace(style, finish=replace(style.finish, raster=int(rng.integers(64, 100))))


def _with_formal_numerals(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    myriad = "萬" if _toss(rng) else "万"
    characters = replace(style.characters, numerals=FORMAL, myriad=myriad)
    if style.hand.face.covers(FORMAL + myriad):
        return replace(style, characters=characters)
    hand = sample_lettering(rng, pick_chinese(rng, FORMAL + myriad + "東南西北中發"))
    honours = replace(style.honours, winds=("東", "南", "西", "北"), green="發")
    return replace(style, characters=characters, hand=hand, honours=honours)


def _bamboo(design: BambooDesign, rng: np.random.Generator) -> BambooDesign:
    joined = bool(rng.random() < _JOINED)
    return replace(
        design,
        gap=0.0 if joined else float(rng.uniform(0.01, 0.08)),
        fill=float(rng.uniform(0.96, 1.0)) if joined else design.fill,
        rod=any_of(rng, tuple(RODS)),
        six="columns" if _toss(rng) else "rows",
        eight=any_of(rng, tuple(EIGHTS)),
        grids=sample_grids(rng) if rng.random() < _LINES else None,
    )


def _honours(design: HonourDesign, rng: np.random.Generator) -> HonourDesign:
    return replace(
        design,
        latin_winds=bool(rng.random() < 0.25),
        dragons=any_of(rng, tuple(DRAGONS)),
        white=any_of(rng, INKED_WHITES),
        ring=_toss(rng),
    )


def _with_pictured_dragons(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    honours = replace(style.honours, dragons="dragon", white="dragon")
    return replace(style, honours=honours, index=replace(_index(rng), words=True))


def _index(rng: np.random.Generator) -> IndexDesign:
    """Words for honours and numerals amid the picture, more often than not."""
    index = some_index(rng)
    return replace(index, words=_toss(rng), amid=int(rng.integers(1, 1 << 31)) if rng.random() < 0.3 else 0)


def _toss(rng: np.random.Generator) -> bool:
    return bool(rng.random() < 0.5)


def any_of(rng: np.random.Generator, kinds: Sequence[_Kind]) -> _Kind:
    """One of them, each as likely."""
    return kinds[int(rng.integers(len(kinds)))]
