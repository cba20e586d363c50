"""The character suit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.faces.canvas import Pen
from datasets.faces.fonts import Face, first_covered
from datasets.faces.lettering import Lettering
from datasets.faces.palette import Palette

FORMAL = "壹貳叁肆伍陸柒捌玖"
"""Numerals as on a banknote."""


@dataclass(frozen=True)
class CharacterDesign:
    """The character suit: a numeral over the character for ten thousand."""

    numerals: str  # nine characters
    myriad: str  # "" for the numeral alone
    numeral_paint: str  # palette letters
    myriad_paint: str
    size: float  # of the myriad, in tile heights
    numeral_size: float
    gap: float  # between the two, in tile heights


def draw_characters(
    pen: Pen,
    rank: int,
    design: CharacterDesign,
    hand: Lettering,
    palette: Palette,
    width: float,
    height: float,
) -> None:
    """A character tile in a box centred on the frame."""
    scale = height / 0.84
    if not design.myriad:
        size = design.numeral_size * scale
        hand.write(pen, design.numerals[rank - 1], size, palette.ink(design.numeral_paint), (width, height))
        return
    upper, lower = design.numeral_size * scale, design.size * scale
    gap = design.gap * scale
    total = upper * 0.9 + gap + lower * 0.94
    top = -min(total, height) / 2
    hand.write(
        pen.at(0, top + upper * 0.45),
        design.numerals[rank - 1],
        upper,
        palette.ink(design.numeral_paint),
        (width, upper),
    )
    hand.write(
        pen.at(0, top + upper * 0.9 + gap + lower * 0.47),
        design.myriad,
        lower,
        palette.ink(design.myriad_paint),
        (width, lower),
    )


def sample_characters(rng: np.random.Generator, face: Face) -> CharacterDesign:
    """Random characters."""
    numerals = "一二三四五六七八九"
    draw = rng.random()
    if draw < 0.45 and face.covers("伍"):
        numerals = "一二三四伍六七八九"
    elif draw < 0.475 and face.covers(FORMAL):
        numerals = FORMAL
    myriad = first_covered(face, *(("万", "萬") if rng.random() < 0.13 else ("萬", "万"))) or "万"
    scheme = rng.random()
    numeral_paint = str(rng.choice(list("bbbkkkgr"))) if scheme < 0.85 else "r"
    myriad_paint = "r" if scheme < 0.85 else str(rng.choice(list("kbgr")))
    return CharacterDesign(
        numerals=numerals,
        myriad=myriad,
        numeral_paint=numeral_paint,
        myriad_paint=myriad_paint,
        size=float(rng.uniform(0.38, 0.5)),
        numeral_size=float(rng.uniform(0.32, 0.44)),
        gap=float(rng.uniform(-0.02, 0.05)),
    )
