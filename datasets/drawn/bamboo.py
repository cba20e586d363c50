"""The suit of bamboo: sticks with knots, and the bird of the one."""

from __future__ import annotations

from datasets.drawn.bird import bird
from datasets.drawn.block import BLUE, GREEN, IVORY, RED
from datasets.drawn.svg import moved, numbers, shape, stroke

_Stick = tuple[float, float, float, str]  # x, y, turn in degrees, paint

_COLUMNS = (13.5, 30.0, 46.5)
_TWO, _THREE = (33.0, 60.6), (28.6, 46.8, 65.0)
_STICKS: dict[int, tuple[_Stick, ...]] = {
    2: tuple((30, y, 0, paint) for y, paint in zip(_TWO, (GREEN, BLUE), strict=True)),
    3: ((30, 33, 0, GREEN), (18, 60.6, 0, BLUE), (42, 60.6, 0, BLUE)),
    4: ((18, 33, 0, GREEN), (42, 33, 0, BLUE), (18, 60.6, 0, BLUE), (42, 60.6, 0, GREEN)),
    5: (
        (13.5, 33, 0, GREEN), (46.5, 33, 0, BLUE), (30, 46.8, 0, RED),
        (13.5, 60.6, 0, BLUE), (46.5, 60.6, 0, GREEN),
    ),
    6: tuple((x, y, 0, paint) for y, paint in zip(_TWO, (GREEN, BLUE), strict=True) for x in _COLUMNS),
    7: (
        (30, 28.6, 0, RED),
        *((x, y, 0, GREEN if x != 30 else BLUE) for y in (46.8, 65.0) for x in _COLUMNS),
    ),
    8: (
        (12, 33, 0, GREEN), (48, 33, 0, GREEN), (24, 33, 32, GREEN), (36, 33, -32, GREEN),
        (12, 60.6, 0, BLUE), (48, 60.6, 0, BLUE), (24, 59, -32, BLUE), (36, 59, 32, BLUE),
    ),
    9: tuple((x, y, 0, (GREEN, RED, BLUE)[column]) for y in _THREE for column, x in enumerate(_COLUMNS)),
}  # fmt: skip
_LONG, _SHORT = 11.9, 7.6
"""Half of a stick's length where two and where three stand above one another."""


def bamboo(rank: int) -> str:
    """The picture of a tile of bamboo, 1…9."""
    if rank == 1:
        return bird()
    half = _SHORT if rank in (7, 9) else _LONG
    return "".join(moved(_stick(half, paint), x, y, turn) for x, y, turn, paint in _STICKS[rank])


def _stick(half: float, paint: str) -> str:
    """A cane upright about the origin: thick at its two ends and its middle knot, a light line along it."""
    wide, waist = 4.1, 2.7
    bow = half * 0.5
    outline = (
        f"M{numbers(-wide, -half)}Q{numbers(0, -half - 2, wide, -half)}"
        f"Q{numbers(waist, -bow, wide, -0.9)}L{numbers(wide, 0.9)}Q{numbers(waist, bow, wide, half)}"
        f"Q{numbers(0, half + 2, -wide, half)}Q{numbers(-waist, bow, -wide, 0.9)}L{numbers(-wide, -0.9)}"
        f"Q{numbers(-waist, -bow, -wide, -half)}Z"
    )
    knot_and_lights = f"M{numbers(-2.6, 0)}H2.6" + "".join(
        f"M0 {numbers(top)}V{numbers(foot)}" for top, foot in ((2.8 - half, -2.9), (2.9, half - 2.8))
    )
    return shape(outline, paint) + stroke(knot_and_lights, IVORY, 1.1)
