"""Which of the eight Seasons is it? A network that has seen nothing else looks once more.

Every set draws its Seasons its own way, and what tells them apart is a small numeral in a corner or a name.
The classifier knows that a tile is a Season; which one, it shares with a reader that has all its layers for
this one question and is asked of a handful of tiles a photo.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.runtime import load_model, softmax
from vision.sets import FACES, KINDS

Array = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

SEASONS: Final = slice(KINDS, FACES)
"""The columns of the odds that speak for Seasons: the last of the 42 faces."""

_PERHAPS: Final = 0.1
"""Odds of being any Season from which the reader is asked which."""

_CLEAR: Final = 0.98
"""Odds of one Season from which nobody needs to be asked: of 435 in photos, crops and rendered hands never
trained on the classifier named 287 with such odds, all rightly."""

_SHARE: Final = 0.75
"""How much of the word the reader has; the classifier has the rest."""


class SeasonReader:
    """Tells Seasons apart; one instance serves many photos and threads. Raises ModelError when the weights
    cannot be used."""

    def __init__(self, threads: int = 2) -> None:
        self._model = load_model("seasons", threads)

    def heard(self, odds: Array, quads: Array, cut: Callable[[Array], Image]) -> Array:
        """The odds (n, 44) of tiles at `quads` (n, 4, 2), upright, once the reader is heard on those that may
        be Seasons and are not clear; `cut` gives the crops (m, 80, 64, 3) at some of the quads.

        How likely each is to be a Season at all stays as it is. The two networks' odds of which are
        multiplied, each to the power of its share.
        """
        seasons = odds[:, SEASONS]
        asked = np.flatnonzero((seasons.sum(axis=1) > _PERHAPS) & (seasons.max(axis=1) < _CLEAR))
        if len(asked) == 0:
            return odds
        (answer,) = self._model.run(cut(quads[asked]))
        own = seasons[asked]
        logs = _SHARE * np.log(softmax(answer)) + (1 - _SHARE) * np.log(own + 1e-9)
        told = odds.copy()
        told[asked, SEASONS] = own.sum(axis=1, keepdims=True) * softmax(logs)
        return told
