"""Characters, winds and dragons: the tiles that are writing."""

from __future__ import annotations

from datasets.drawn.block import BLUE, GREEN, INK, RED
from datasets.drawn.glyphs import written
from datasets.drawn.svg import frame, mirrored, stroke

_NUMERALS = "一二三四五六七八九"
_WINDS = {"E": "東", "S": "南", "W": "西", "N": "北"}
_DRAGONS = {"R": ("中", RED), "G": ("發", GREEN)}


def character(rank: int) -> str:
    """A numeral over the character for ten thousand, rank 1…9."""
    # A numeral that is flat, as one to three are, is bounded by its width alone.
    numeral = written(_NUMERALS[rank - 1], 32, 24.5, 29, 25, INK, 0.9)
    return numeral + written("萬", 30, 55.8, 40, 36, RED, 0.9)


def wind(rank: str) -> str:
    """The character of a wind, E, S, W or N."""
    return written(_WINDS[rank], 30, 47, 44, 47, INK, 1.5)


def dragon(rank: str) -> str:
    """A dragon: the red and the green are characters, the white a frame."""
    if rank == "W":
        return _white()
    sign, paint = _DRAGONS[rank]
    return written(sign, 30, 47, 44, 49, paint, 1.5)


def _white() -> str:
    """Two frames with a knot in each corner."""
    knots = stroke("M12.5 31H20.5V23M12.5 63.5H20.5V71.5", BLUE, 1.7)
    return (
        frame(9.5, 21, 41, 52, 3, BLUE, 3.6)
        + frame(14.4, 25.9, 31.2, 42.2, 1, BLUE, 1.5)
        + mirrored(knots, 30)
    )
