"""Which face is it, where the classifier is in doubt? A larger network looks once more.

Most tiles of a photo are named at a glance. What is left are Seasons, which every set draws its own way and
only a small numeral or a name tells apart, faces seen from afar or out of focus, backs, odd birds, and things
that are no tile at all. For these few there is time for a referee with more layers and an eye for detail.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.runtime import Model, heard_both, load_model
from vision.sets import NO_TILE

Array = npt.NDArray[np.float32]

_CLEAR: Final = 0.95
"""Odds of one face from which nobody needs to be asked: between 0.9 and 0.99 it made no difference to 101
rendered hands that no training saw and nothing else is judged by. A 12-megapixel photo takes 1.76 times as
long as `cv2.imread` with this and 1.98 times with 0.98 (median of fifteen)."""

_NOTHING: Final = 0.4
"""Odds of being no tile from which it is not asked either: of 593 rendered hands that no training saw and
nothing else is judged by, as many come out exactly as with 0.6, and a sixth less is asked."""

_SHARE: Final = 0.75
"""How much of the word the referee has; the classifier has the rest. With the referee before, 1,364 of the
1,616 hands of `models.choose` came out exactly, with a half 1,358. On which suit tile or honour it is 0.55
makes no difference to how many do: 1,384."""

_BACKS: Final = 2.0
"""What more speaks for a tile that lies face down, in natural logarithms of odds: training shows six things
that are no tile for each. Of those 101 hands 70 came out exactly without it, 73 with 1, 76 with 2 and 75 with
3."""


class Referee:
    """Names the tiles that are in doubt; one instance serves many photos and threads. Raises ModelError when
    the weights cannot be used."""

    def __init__(self, threads: int = 2) -> None:
        self._model = load_model("referee", threads)

    def heard(self, odds: Array, quads: Array, said_by: Callable[[Model, Array], list[Array]]) -> Array:
        """The odds (n, 44) of tiles at `quads` (n, 4, 2), upright, once the referee is heard on those in
        doubt; `said_by` gives what a model says of the crops at some of the quads."""
        asked = np.flatnonzero((odds.max(axis=1) < _CLEAR) & (odds[:, NO_TILE] < _NOTHING))
        if len(asked) == 0:
            return odds
        (answer,) = said_by(self._model, quads[asked])
        answer[:, FACE_DOWN.index] += _BACKS
        told = odds.copy()
        told[asked] = heard_both(answer, odds[asked], _SHARE)
        return told
