"""All tiles of a set are made of the same: their faces share one ground, and their backs one colour.

A motif of the cloth, a card and the shadow beside a tile may look like tiles by themselves, and a Season that
nobody saw before like nothing. But what they are printed or drawn on is seldom of just the colour that the
faces beside them have, and the cloth seldom of that of the backs in walls, discards and kongs.
"""

from typing import Final

import numpy as np

from scoring.tiles import FACE_DOWN
from vision.arrays import Array
from vision.faces.colours import NEIGHBOURS, difference, ground_colours, neighbours
from vision.faces.crops import Crops
from vision.probabilities import FACES, NO_TILE

_PERHAPS: Final = (0.03, 0.02)
"""Probability of showing a face, or of lying face down, from which a thing is compared with tiles that surely
do."""

_SURE: Final = (0.95, 0.97)
"""Probability of one face, or of lying face down, from which a tile is one of these."""

_FROM_FACES: Final = (0.01, 0.02, 0.035, 0.05, 0.07, 0.09, 0.125, 0.2, 0.4, 0.75)
_SAYS_TILE: Final = (1.7, 1.4, 0.9, 0.3, 0.2, -0.1, -0.3, -0.6, -1.1, -1.5)
"""What the difference of its ground from that of the faces says for a tile and against nothing, as a
log-likelihood ratio. Of 11,934 doubtful things in 1,537 rendered photos 2,512 are tiles: 54 in a hundred of
those less than 0.03 apart, 15 of those 0.06 to 0.1 apart and 2 of those more than 0.3. These are four fifths
of what logistic regression gives, and shifted towards tiles: to miss one is worse."""

_FROM_BACKS: Final = (0.1, 0.15, 0.2, 0.4, 1.0)
_SAYS_BACK: Final = (0.8, 0.3, -0.4, -0.9, -1.9)
"""What the difference in colour from sure backs says for a back, about half of what it says by itself, as the
networks see colours, too: of 4,649 things that may be backs 83 in a hundred are where the difference is less
than 0.1, and 9 where it is more than 0.3."""


def heard_of_material(probabilities: Array, quads: Array, crops: Crops) -> Array:
    """The probabilities (n, 44) of tiles at `quads` (n, 4, 2), upright, once they are compared with those
    that surely are tiles."""
    return _faces_compared(_backs_compared(probabilities, quads, crops), quads, crops)


def _faces_compared(probs: Array, quads: Array, crops: Crops) -> Array:
    """Whether what may show a face is a tile at all, told by its ground."""
    face = probs[:, :FACES].sum(axis=1)
    sure = np.flatnonzero(probs[:, :FACES].max(axis=1) > _SURE[0])
    asked = np.flatnonzero((face > _PERHAPS[0]) & (probs[:, FACE_DOWN.index] < 0.5))
    if len(sure) <= NEIGHBOURS:
        return probs
    grounds = np.zeros((len(quads), 3))
    grounds[asked] = ground_colours(crops, quads[asked], face[asked] > _SURE[0])
    nearest = neighbours(quads, asked, sure)
    apart = difference(grounds[asked], np.median(grounds[nearest], axis=1))
    told = probs.copy()
    told[asked, NO_TILE] *= np.exp(-np.interp(apart, _FROM_FACES, _SAYS_TILE))
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


def _backs_compared(probs: Array, quads: Array, crops: Crops) -> Array:
    """Whether what may lie face down does, told by its colour."""
    down = probs[:, FACE_DOWN.index]
    asked = np.flatnonzero(down > _PERHAPS[1])
    sure = np.flatnonzero(down[asked] > _SURE[1])
    if len(sure) == 0 or len(asked) < 2:
        return probs
    colours = crops.colours(quads[asked])
    others = [sure[sure != place] for place in range(len(asked))]
    compared = np.array([len(some) > 0 for some in others])
    usual = np.array([np.median(colours[some], axis=0) for some in others if len(some)])
    says = np.interp(difference(colours[compared], usual), _FROM_BACKS, _SAYS_BACK)
    told = probs.copy()
    told[asked[compared], FACE_DOWN.index] *= np.exp(says)
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)
