"""What looks like another tile of the photo is no Season: of each Season a set holds one, of all else four.

Tiles of a design that the networks have not met before they often take for some Season, since these look
different in every set. Then their own copies in the hand tell better.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.crops import Cut
from vision.likeness import likeness_among
from vision.sets import FACES, KINDS, NO_TILE

Array = npt.NDArray[np.float32]

_IN_DOUBT: Final = 0.95
"""Odds of one face from which a tile is not compared."""

_PERHAPS: Final = 0.05
"""Odds of being some Season below which it is not, either."""

_TILE: Final = 0.5
"""Odds of being nothing from which a thing is no copy of a tile."""

_ALIKE: Final = 0.7
"""Likeness from which a tile is taken for another's copy. Of 410 tiles in doubt in 197 rendered hands 271
were named rightly with it, 252 without; with 0.6 and 0.75 it was 270."""

_STILL: Final = 0.02
"""For each of the odds of a Season, those that are left to a tile that has a copy: of 131 such tiles 2 were
Seasons that looked alike."""


def heard_of_copies(odds: Array, quads: Array, cut: Cut) -> Array:
    """The odds (n, 44) of tiles at `quads` (n, 4, 2), upright, once those that may be Seasons are compared
    with all others."""
    seasons = odds[:, KINDS:FACES].sum(axis=1)
    tiles = np.flatnonzero(odds[:, NO_TILE] < _TILE)
    asked = (odds.max(axis=1) < _IN_DOUBT) & (seasons > _PERHAPS)
    doubtful = np.flatnonzero(asked[tiles])
    if len(doubtful) == 0 or len(tiles) < 2:
        return odds
    alike = likeness_among(cut(quads[tiles]), doubtful)
    alike[np.arange(len(doubtful)), doubtful] = -1.0
    copied = tiles[doubtful[alike.max(axis=1) >= _ALIKE]]
    told = odds.copy()
    told[copied, KINDS:FACES] *= _STILL
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)
