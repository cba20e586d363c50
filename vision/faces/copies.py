"""What looks like another tile of the photo is no Season: of each Season a set holds one, of all else four.

Tiles of a design that the networks have not met before they often take for some Season, since these look
different in every set. Then their own copies in the hand tell better.
"""

from typing import Final

import numpy as np

from vision.arrays import Array
from vision.faces.crops import Cut
from vision.faces.likeness import likeness_among
from vision.probabilities import FACES, KINDS, is_tile, season_probabilities

_IN_DOUBT: Final = 0.95
"""Probability of one face from which a tile is not compared."""

_PERHAPS: Final = 0.05
"""Probability of being some Season below which it is not, either."""

_LEAST: Final = 1e-9
"""Probabilities are never divided by less."""

_ALIKE: Final = 0.7
"""Likeness from which a tile is taken for another's copy."""

_MUCH_ALIKE: Final = 0.8
"""Likeness from which two copies speak for more than one does. Of 121 tiles in doubt that are so like two
others one is a Season, of 81 so like one other 18: some sets draw two of their Seasons nearly alike."""

_COPY: Final = 0.7
_SAME: Final = 3.3
_TWO: Final = 2.6
"""What speaks against a Season, as log-likelihood ratios: that there is a copy; that it would be the
very same Season, which a set holds once, times the probability that it would; that there are two copies, much
alike. Fitted to 1,109 tiles in doubt of 1,614 rendered hands: told by half of them, 100 of the others are
taken wrongly for a Season or for none, in place of 115 with one number for any copy."""


def heard_of_copies(probabilities: Array, quads: Array, cut: Cut) -> Array:
    """The probabilities (n, 44) of tiles at `quads` (n, 4, 2), upright, once those that may be Seasons are
    compared with all others."""
    seasons = season_probabilities(probabilities)
    tiles = np.flatnonzero(is_tile(probabilities))
    asked = (probabilities.max(axis=1) < _IN_DOUBT) & (seasons > _PERHAPS)
    doubtful = np.flatnonzero(asked[tiles])
    if len(doubtful) == 0 or len(tiles) < 2:
        return probabilities
    alike = likeness_among(cut(quads[tiles]), doubtful)
    alike[np.arange(len(doubtful)), doubtful] = -1.0
    which = probabilities[tiles, KINDS:FACES] / np.maximum(seasons[tiles, None], _LEAST)
    copies = alike >= _ALIKE
    same = np.where(copies, which[doubtful] @ which.T, 0).max(axis=1)
    two = np.partition(alike, -2, axis=1)[:, -2] >= _MUCH_ALIKE
    against = _COPY * copies.any(axis=1) + _SAME * same + _TWO * two
    told = probabilities.copy()
    told[tiles[doubtful], KINDS:FACES] *= np.exp(-against)[:, None]
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)
