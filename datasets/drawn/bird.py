"""The bird of the one of bamboo: a peacock on a cane, its train spread behind it."""

from __future__ import annotations

from datasets.drawn.block import BLUE, GOLD, GREEN, INK, IVORY, RED
from datasets.drawn.svg import Point, box, disc, leaf, shape, stroke

_ROOT: Point = (30, 51)
_TIPS: tuple[Point, ...] = ((39.5, 23.5), (48.3, 31.5), (51.2, 43.5), (49.3, 56))
"""Where the feathers of the train come from, and where their eyes are."""

_BODY = (
    "M19.6 24C16 26 22.5 35 18.6 42.5C14.6 50 18.4 60.6 27 60C34 59.4 37.4 53 35 48.4"
    "C31 46 28.4 41 27.4 35C26.8 30.5 27.6 24.6 23.9 22.7C22.2 22 20.6 22.6 19.6 24Z"
)


def bird() -> str:
    """The whole picture."""
    return "".join((*map(_feather, _TIPS), _perch(), shape(_BODY, BLUE), _wing(), _head()))


def _feather(tip: Point) -> str:
    x, y = tip
    eye = disc(x, y, 5.1, GREEN) + disc(x, y, 3.7, GOLD) + disc(x, y, 2.3, BLUE)
    return shape(leaf(_ROOT, tip, 2.6), GREEN) + eye


def _perch() -> str:
    legs = stroke("M24.5 59.5L23.6 67M29 59.5L28.6 67", RED, 1.6)
    cane = box(7, 66.4, 46, 5.6, 2.6, GREEN)
    knots = stroke("M16.5 67.2V71.2M40 67.2V71.2", IVORY, 1.1)
    return legs + cane + knots


def _wing() -> str:
    quills = "M25.6 50.2L34 54.2M25 53.2L32 57"
    return shape("M21.6 43C27 42.6 35.6 47.4 39.4 55.6C33.4 59.8 21.8 57.8 21.6 43Z", RED) + stroke(
        quills, IVORY, 1.1
    )


def _head() -> str:
    crest = stroke("M22.6 22.8L21 17.6M23.6 22.8L24.4 16.6M24.6 23.4L28 18.2", BLUE, 1)
    tips = disc(20.9, 16.9, 1.5, RED) + disc(24.5, 15.6, 1.5, RED) + disc(28.4, 17.4, 1.5, RED)
    beak = shape("M19.4 24.4L13.4 27.6L20 28.4Z", GOLD)
    return crest + tips + beak + disc(22.2, 26, 1.5, IVORY) + disc(22, 26, 0.75, INK)
