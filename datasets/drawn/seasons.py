"""The second series of Seasons: spring, summer, autumn and winter, numbered in a red ring."""

from __future__ import annotations

from datasets.drawn.block import BARK, BLUE, GOLD, GREEN, INK, IVORY, RED, ROSE
from datasets.drawn.flowers import blossom
from datasets.drawn.glyphs import written
from datasets.drawn.svg import disc, ellipse, leaf, mirrored, moved, numbers, polar, shape, stroke

_NAMES = "春夏秋冬"
_SNOW, _ORANGE = "#c9dcee", "#cf5a1e"


def season(rank: int) -> str:
    """A picture of a season and its name, rank 1…4."""
    return (_spring, _summer, _autumn, _winter)[rank - 1]() + written(
        _NAMES[rank - 1], 46.5, 13.2, 15, 15, RED, 0.5
    )


def season_index(rank: int) -> str:
    """The number in a filled red disc: by its shape no flower's, whatever colours one sees."""
    return disc(12, 12.4, 8.2, RED) + written(str(rank), 12, 12.4, 10, 10.5, IVORY, 0.8)


def _spring() -> str:
    """A butterfly over blossoms."""
    wing = shape("M30 44C33 31 43 21.5 51.5 25C56.5 29 51 43 30 46Z", BLUE)
    wing += shape("M30 46C41 44 50 48 49 56C46 64 34 60 30 48Z", _ORANGE)
    spots = ellipse(44, 32.6, 4.4, 3, IVORY, -40) + disc(44, 32.6, 1.5, RED) + disc(42, 53, 2.6, IVORY)
    feeler = stroke("M30.4 37C32 31 34.5 28 38 25.5", INK, 1)
    body = ellipse(30, 46.5, 2, 10, INK) + disc(30, 37, 2.4, INK)
    return mirrored(wing + spots + feeler, 30) + body + blossom(14, 66, 7, ROSE) + blossom(47, 68, 5.4, ROSE)


def _summer() -> str:
    """A lotus on the water under the sun."""
    rays = "".join(
        stroke(f"M{numbers(*polar(0, 0, 8.2, turn))}L{numbers(*polar(0, 0, 10.4, turn))}", GOLD, 1.4)
        for turn in range(0, 360, 45)
    )
    sun = moved(disc(0, 0, 6.2, GOLD) + rays, 25, 29.5)
    pads = ellipse(30, 67.5, 23, 5.4, GREEN) + stroke("M12 72.8H24M34 74H46", BLUE, 1.4)
    petals = "".join(
        shape(leaf((30, 66), polar(30, 66, length, turn), 4.6), paint)
        for turn, length, paint in (
            (-72, 23, ROSE), (72, 23, ROSE), (-44, 25, RED), (44, 25, RED), (0, 26, RED), (-23, 25, ROSE),
            (23, 25, ROSE),
        )
    )  # fmt: skip
    return sun + pads + petals + shape(leaf((30, 66), (30, 46), 3.2), "#f0a3b0")


def _autumn() -> str:
    """A maple leaf."""
    half = (
        "M30 20L34.2 29.5L39 26.6L37.6 39.4L43 33.4L45 38L53.4 36.2L50.4 44.6L54 47.6L42.6 57L44 61.4"
        "L31 60V62H30Z"
    )
    veins = stroke("M30 60V30M30 57L44 42.5M30 59L41.5 56.5", GOLD, 1.1)
    return stroke("M30 58C30 64 31 69 34 73", BARK, 2) + mirrored(shape(half, _ORANGE) + veins, 30)


def _winter() -> str:
    """A snowy fir on a snowy hill."""
    hill = shape("M6.5 68C16 60 42 60 53.5 67C54.5 74 50 74.5 46 74.5H14C8 74.5 6 73 6.5 68Z", _SNOW)
    trunk = stroke("M30 58V67", BARK, 4.4)
    tiers = "M30 37L48 60Q30 64 12 60ZM30 28L44.5 48Q30 52 15.5 48ZM30 20L40.5 36Q30 40 19.5 36Z"
    top = "M30 20L34.7 27.2Q33 26 32 29.6Q30 25.6 28 29.6Q27 26 25.3 27.2Z"
    boughs = "M44.5 48L40 46.6L41.4 43.7ZM15.5 48L20 46.6L18.6 43.7Z"
    boughs += "M48 60L42.6 58.4L44.2 55.1ZM12 60L17.4 58.4L15.8 55.1Z"
    flakes = "".join(_flake(x, y) for x, y in ((12.5, 34), (48, 30), (9.5, 49), (51.5, 46)))
    return hill + trunk + shape(tiers, GREEN) + shape(top + boughs, _SNOW) + flakes


def _flake(x: float, y: float) -> str:
    return moved(stroke("M0-3.4V3.4M-2.9-1.7L2.9 1.7M-2.9 1.7L2.9-1.7", BLUE, 1.1), x, y)
