"""Is it a tile's back, or the table in a gap between two tiles?

Both are blank, and in a row both are as large as a tile. But in a gap there is what lies around it, too: a
back is of another colour, unless the cloth is just as green.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.colours import difference
from vision.crops import Colours
from vision.detect import short_sides
from vision.sets import NO_TILE

Array = npt.NDArray[np.float32]

_PERHAPS: Final = 0.02
"""Odds of lying face down from which a thing is compared with the table."""

_STEP: Final = 1.15
"""Widths and heights of the thing itself to the eight places around it that are looked at."""

_FREE: Final = 0.8
"""Short sides of the thing from such a place to the next tile from which it shows the table."""

_ALIKE: Final = (0.0, 0.02, 0.04, 0.12, 0.17)
_SAYS: Final = (-3.6, -3.0, -2.0, -1.2, 0.0)
"""What the difference in colour from the table says for a back, in natural logarithms of odds; measured on
1,595 rendered photos, where of 329 things in or beside a hand with odds from 0.02 to 0.97 that differ by less
than 0.02 four are backs, and 78 should be by their odds."""


def heard_of_table(odds: Array, quads: Array, colours: Colours) -> Array:
    """The odds (n, 44) of tiles at `quads` (n, 4, 2), upright, once what may lie face down is compared with
    the table around it. Where that is hidden it says nothing."""
    asked = np.flatnonzero(odds[:, FACE_DOWN.index] > _PERHAPS)
    if len(asked) == 0:
        return odds
    around = _places_around(quads[asked])
    free = _free(around, quads, odds[:, NO_TILE] < 0.5, asked)
    thing, place = np.nonzero(free)
    own = colours(quads[asked])
    apart = np.full(free.shape, np.inf)
    apart[thing, place] = difference(own[thing], colours(around[thing, place]))
    # The nearest but one: a single place may show the shadow of a row or something lying there.
    told = odds.copy()
    told[asked, FACE_DOWN.index] *= np.exp(np.interp(np.sort(apart, axis=1)[:, 1], _ALIKE, _SAYS))
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


def _places_around(quads: Array) -> Array:
    """(n, 8, 4, 2): the eight places around each of some quads (n, 4, 2), as large as it is."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    steps = [(a, d) for a in (-_STEP, 0, _STEP) for d in (-_STEP, 0, _STEP) if a or d]
    shifts = np.stack([a * across + d * down for a, d in steps], axis=1)
    return np.asarray(quads[:, None] + shifts[:, :, None], np.float32)


def _free(
    around: Array, quads: Array, tiles: npt.NDArray[np.bool_], asked: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """(m, 8): which places around the things `asked` (m,) no tile but the thing itself lies at."""
    centres, middles = quads.mean(axis=1), around.mean(axis=2)
    distance = np.linalg.norm(middles[:, :, None] - centres, axis=3)
    distance[:, :, ~tiles] = np.inf
    distance[np.arange(len(asked)), :, asked] = np.inf
    return np.asarray(distance.min(axis=2) > _FREE * short_sides(quads[asked])[:, None])
