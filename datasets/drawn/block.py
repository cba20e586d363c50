"""What all faces share: the size of a tile, its paints, the ivory block and the index in its corner."""

from __future__ import annotations

from datasets.drawn.glyphs import written
from datasets.drawn.svg import box

WIDTH, HEIGHT = 60.0, 80.0
"""A tile's size in its own units; everything else is placed in these."""

LEFT, RIGHT, TOP, BOTTOM = 6.5, 53.5, 20.0, 73.0
"""The part of the face below the index, which pictures fill."""

RED, GREEN, BLUE, INK = "#b3222c", "#0d7a54", "#1f4fa3", "#1c2540"
"""The paints of an old set. Green leans to blue so that the colour-blind can tell it from red."""

GOLD, ROSE, BARK, IVORY = "#d99a1e", "#d9536b", "#6b4630", "#fdf8ea"

_RIM, _SIDE = "#a8946a", "#dccda3"
_BACK_RIM = "#0a4c38"


def block(face: str = IVORY, side: str = _SIDE, rim: str = _RIM) -> str:
    """The empty tile: a dark rim so that it stands out on white, the side below, the face on top."""
    return (
        box(0, 0, WIDTH, HEIGHT, 7.5, rim) + box(1, 1, 58, 78, 6.5, side) + box(1.6, 1.4, 56.8, 74.4, 6, face)
    )


def back() -> str:
    """The block of a tile lying face down: ivory below, jade on top."""
    return block(GREEN, _SIDE, _BACK_RIM)


def index(sign: str, colour: str = INK) -> str:
    """The rank in the top left corner, as the notation has it, for those who do not read Chinese."""
    return written(sign, 11.3, 11.3, 13.5, 12.8, colour, 1.1)
