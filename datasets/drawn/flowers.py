"""The first series of Seasons: plum, orchid, chrysanthemum and bamboo, numbered in blue."""

from __future__ import annotations

from datasets.drawn.block import BARK, GOLD, GREEN, INK, IVORY, RED, ROSE
from datasets.drawn.glyphs import written
from datasets.drawn.svg import Point, disc, leaf, moved, numbers, polar, shape, stroke

_NAMES = "梅蘭菊竹"
_VIOLET, _YELLOW = "#7a4aa0", "#f0bd3c"


def flower(rank: int) -> str:
    """A plant and its name, rank 1…4."""
    return (_plum, _orchid, _chrysanthemum, _canes)[rank - 1]() + written(
        _NAMES[rank - 1], 46.5, 13.2, 15, 15, INK, 0.5
    )


def blossom(x: float, y: float, radius: float, paint: str) -> str:
    """Five round petals about golden stamens."""
    petals = "".join(disc(*polar(0, 0, radius * 0.56, 72 * turn), radius * 0.46, paint) for turn in range(5))
    stamens = "M0 0" + "".join(f"L{numbers(*polar(0, 0, radius * 0.56, 72 * turn))}M0 0" for turn in range(5))
    return moved(petals + stroke(stamens, IVORY, radius * 0.09) + disc(0, 0, radius * 0.24, GOLD), x, y)


def _plum() -> str:
    branch = stroke("M9 72.5C19 69 24 61 30 54", BARK, 4.2) + stroke("M29 55C36 47 38 36 48 25", BARK, 2.8)
    twigs = stroke("M26 58C22 50 19 42 12 36M36 45C42 46 47 50 51 58", BARK, 1.8)
    buds = "".join(disc(x, y, 2.7, RED) for x, y in ((12, 35), (48.4, 24.4), (24, 37), (37, 66)))
    stalks = stroke("M20 45.5L24 37M27 57L37 66", BARK, 1.4)
    flowers = blossom(35, 44, 11, ROSE) + blossom(17, 53, 8.4, ROSE) + blossom(47.3, 60, 7.6, ROSE)
    return branch + twigs + stalks + buds + flowers


def _orchid() -> str:
    root: Point = (27, 73.5)
    blades = (((8, 44), 5.0), ((15, 30), 4.0), ((44, 27), -4.0), ((52.5, 50), -6.5), ((9, 62), 3.0))
    leaves = "".join(shape(leaf(root, tip, 1.7, -bend), GREEN) for tip, bend in blades)
    stalk = stroke("M27 73C29 62 30 50 29 40M29.2 55C32 52 36 51 39 50", GREEN, 1.6)
    return leaves + stalk + _orchid_bloom(28.6, 35.5, 12.5) + _orchid_bloom(41, 50.5, 9)


def _orchid_bloom(x: float, y: float, length: float) -> str:
    petals = "".join(
        shape(leaf((0, 0), polar(0, 0, length, turn), length * 0.2), _VIOLET)
        for turn in (-122, -62, 0, 62, 122)
    )
    tongue = shape(leaf((0, 0), (0, length * 0.72), length * 0.2), GOLD)
    return moved(petals + tongue + disc(0, 0, length * 0.14, RED), x, y)


def _chrysanthemum() -> str:
    stem = stroke("M30 44C31 55 29 64 30 73.5", GREEN, 2.4)
    leaves = "".join(
        shape(leaf((30, 70), tip, 3.8, bend), GREEN) for tip, bend in (((10.5, 62), 1.5), ((49.5, 62), -1.5))
    )
    rings = (
        (18, 20, 0.0, GOLD),
        (18, 16.6, 10.0, _YELLOW),
        (14, 12.6, 0.0, GOLD),
        (12, 9, 13.0, _YELLOW),
        (8, 5.4, 0.0, GOLD),
    )
    petals = "".join(_petals(*ring) for ring in rings)
    return stem + leaves + moved(petals + disc(0, 0, 1.4, RED), 30, 40.5)


def _petals(count: int, length: float, turn: float, paint: str) -> str:
    data = "".join(
        leaf((0, 0), polar(0, 0, length, turn + 360 / count * k), length * 0.17) for k in range(count)
    )
    return shape(data, paint)


def _canes() -> str:
    canes = "".join(
        stroke(f"M{numbers(x, top)}V{numbers(top + high)}", GREEN, width)
        for x, width, joints in ((22, 4.6, (22, 40, 57)), (35, 3.4, (27, 45, 60)))
        for top, high in zip(joints, (14.0, 12.6, 14.0), strict=True)
    )
    leaves = "".join(
        shape(leaf(root, tip, 2.3, bend), GREEN)
        for root, tip, bend in (
            ((36, 43), (52.5, 45), -1.5), ((36, 43), (50, 54), -1.0), ((36, 43), (53, 34.5), 1.5),
            ((21, 38.5), (6.5, 36), 1.0), ((21, 38.5), (8, 46.5), 1.0), ((21, 38.5), (10, 27), -1.0),
            ((36, 59), (51, 63.5), -1.0), ((36, 59), (46, 71), -1.0),
        )
    )  # fmt: skip
    return canes + leaves
