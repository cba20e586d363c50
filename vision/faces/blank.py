"""Is a blank tile a white dragon or a tile's back? Its own look says little, the faces beside it say it.

The white dragon of many sets is bare, and in coloured light neither ivory nor the colour of the backs looks
like itself. But a bare face is of one colour with the ground of the faces that lie next to it, in the same
light, and most backs are not. Where a white dragon in view has a frame, a bare tile is none; where there are
more of one colour than the four of a set, most are backs.
"""

from typing import Final

import numpy as np

from vision.arrays import Array, Flags, Floats, Indices
from vision.faces.colours import NEIGHBOURS, difference, ground_colours, inkiness, neighbours
from vision.faces.crops import Crops
from vision.probabilities import BLANK, BLANKS, NO_TILE, WHITE_DRAGON

_IN_DOUBT: Final = 0.003
"""Probability of each of the two from which the neighbours are asked."""

_MOST: Final = 0.9
"""The white dragon's share of the probability of both to which neighbours of its colour alone can raise it:
some sets have backs like their faces."""

_INKED: Final = 0.95
"""Probability of showing something from which a tile is a neighbour that can tell."""

_DIFFERENCE: Final = (0.03, 0.1, 0.13, 0.25)
_SAYS: Final = (2.9, 1.1, 0.5, -1.8)
"""What a difference says for the white dragon, as a log-likelihood ratio: of 388 bare and framed white
dragons and 2,523 backs in rendered scenes, the share with such a difference of either kind. Added to it is
0.7, the logarithm of two: the classifier learns from two backs for each white dragon. On 203 white dragons of
real photos the difference was 0.02 in the middle and 0.12 at most."""

_FRAMED: Final = 0.97
"""Probability of being a white dragon from which one tells whether those of this set are bare."""

_INK: Final = 0.15
"""Inkiness of these beyond which they are not bare: they have a frame."""

_BARE: Final = 0.5
"""Share of it below which a tile is bare beside them."""

_NO_DRAGON: Final = 5.0
"""What speaks against a white dragon then, as a log-likelihood ratio: of 793 backs in doubt, with a white
dragon clearly in view, in 3,400 rendered hands 745 are bare beside it, of 163 white dragons none."""

_ALIKE: Final = 0.08
"""Difference below which blank tiles are of one colour."""

_COPIES: Final = (4, 6, 10)
_TOO_MANY: Final = (0.0, 1.0, 3.0)
"""What it says against a white dragon, of which a set holds four, that so many blank tiles are of one colour.
Of 252 white dragons in doubt in 3,400 rendered hands with no clear one in view 18 are one of five and more,
of 2,261 backs 1,461. Of 342 hands with such tiles 276 come out exactly in place of 275, and 18 things beside
them are taken for tiles in place of 27."""


def heard_beside(probabilities: Array, quads: Array, crops: Crops) -> Array:
    """The probabilities (n, 44) of tiles at `quads` (n, 4, 2) once the neighbours of blank ones, white
    dragons in view and all blank ones together are heard on whether these are white dragons or backs."""
    doubtful = np.flatnonzero(probabilities[:, BLANKS].min(axis=1) > _IN_DOUBT)
    inked = np.flatnonzero(
        probabilities[:, :NO_TILE].sum(axis=1) - probabilities[:, BLANKS].sum(axis=1) > _INKED
    )
    if len(doubtful) == 0 or len(np.setdiff1d(inked, doubtful)) < NEIGHBOURS:
        return probabilities
    blank = np.union1d(doubtful, np.flatnonzero(probabilities[:, BLANKS].sum(axis=1) > BLANK))
    nearest = neighbours(quads, doubtful, inked)
    asked = np.union1d(blank, nearest)
    grounds = np.zeros((len(quads), 3))
    grounds[asked] = ground_colours(crops, quads[asked], np.isin(asked, nearest))
    apart = difference(grounds[doubtful], np.median(grounds[nearest], axis=1))
    white = np.exp(np.interp(apart, _DIFFERENCE, _SAYS))
    both = probabilities[doubtful][:, BLANKS]
    alone = both[:, 0] / both.sum(axis=1)
    share = both[:, 0] * white / (both[:, 0] * white + both[:, 1])
    share = np.where(white > 1, np.maximum(alone, np.minimum(share, _MOST)), share)
    against = _NO_DRAGON * _bare_beside_a_frame(probabilities, quads, doubtful, crops)
    against += np.interp(_of_one_colour(grounds[doubtful], grounds[blank]), _COPIES, _TOO_MANY)
    share /= share + (1 - share) * np.exp(against)
    told = probabilities.copy()
    told[doubtful[:, None], BLANKS] = both.sum(axis=1, keepdims=True) * np.stack([share, 1 - share], axis=1)
    return told


def _bare_beside_a_frame(probs: Array, quads: Array, doubtful: Indices, crops: Crops) -> Flags:
    """(m,): which of the `doubtful` (m,) tiles are bare where those surely white dragons are not."""
    clear = np.flatnonzero(probs[:, WHITE_DRAGON] > _FRAMED)
    if len(clear) == 0:
        return np.zeros(len(doubtful), np.bool_)
    framed = float(np.median(inkiness(crops.at(quads[clear]))))
    bare = inkiness(crops.at(quads[doubtful])) < _BARE * framed
    return np.asarray(bare & (framed > _INK))


def _of_one_colour(some: Floats, colours: Floats) -> Indices:
    """(m,): how many of the colours (n, 3) are like each of `some` (m, 3)."""
    pairs = difference(np.repeat(some, len(colours), axis=0), np.tile(colours, (len(some), 1)))
    return np.asarray((pairs < _ALIKE).reshape(len(some), -1).sum(axis=1))
