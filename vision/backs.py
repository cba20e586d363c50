"""Tiles face down are of one colour: what looks like a back is one sooner where others in view look the same.

A patch of cloth in the shadow of a tile, the felt of a rack and the backs of many sets look alike by
themselves. But walls, discards and kongs mostly show some back that nobody could doubt.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.colours import difference

Array = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

_SURE: Final = 0.97
"""Odds of lying face down from which a tile shows what the backs look like."""

_PERHAPS: Final = 0.02
"""Odds of lying face down from which a thing is compared with these."""

_DIFFERENCE: Final = (0.1, 0.15, 0.2, 0.4, 1.0)
_SAYS: Final = (0.8, 0.3, -0.4, -0.9, -1.9)
"""What a difference says for a back, in natural logarithms of odds: half of what it says by itself, as a thing
that looks like a back to both networks mostly has the colour of one."""


def heard_of_backs(odds: Array, quads: Array, cut: Callable[[Array], Image]) -> Array:
    """The odds (n, 44) of tiles at `quads` (n, 4, 2), upright, once those that may lie face down are compared
    with the others that surely do; `cut` gives the crops (m, h, w, 3) at some of the quads."""
    down = odds[:, FACE_DOWN.index]
    asked = np.flatnonzero(down > _PERHAPS)
    sure = np.flatnonzero(down[asked] > _SURE)
    if len(sure) == 0 or len(asked) < 2:
        return odds
    colours = _colours(cut(quads[asked]))
    others = [sure[sure != place] for place in range(len(asked))]
    compared = np.array([len(some) > 0 for some in others])
    usual = np.array([np.median(colours[some], axis=0) for some in others if len(some)])
    says = np.interp(difference(colours[compared], usual), _DIFFERENCE, _SAYS)
    told = odds.copy()
    told[asked[compared], FACE_DOWN.index] *= np.exp(says)
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


def _colours(crops: Image) -> npt.NDArray[np.float64]:
    """(n, 3): the colour in the middle of each crop (n, h, w, 3)."""
    height, width = crops.shape[1:3]
    inner = crops[:, height // 4 : -(height // 4), width // 4 : -(width // 4)]
    return np.asarray(np.median(inner.reshape(len(crops), -1, 3), axis=1), np.float64)
