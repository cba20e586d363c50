"""Does a thing stand out from the table around it?

A gap between two tiles is as large as a tile and as blank as a back, and a motif of a cloth may look like a
face. But both are of one colour with what lies around them. Tiles are not, unless the cloth is just as green.
"""

from typing import Final

import numpy as np

from scoring.tiles import FACE_DOWN
from vision.arrays import Array, Flags, Floats, Indices
from vision.corners.peaks import middle_lines
from vision.corners.quads import short_sides
from vision.faces.colours import difference, ground_colours
from vision.faces.crops import Crops
from vision.probabilities import FACES, is_tile

_PERHAPS_DOWN: Final = 0.02
_PERHAPS_FACE: Final = 0.03
"""Probability of lying face down, or of showing a face, from which a thing is compared with the table."""

_CERTAIN: Final = 0.97
"""Probability of showing some face from which it need not be."""

_SURE: Final = 0.95
"""Probability of one face from which a tile tells whether faces are lighter or darker than their ink."""

_STEP: Final = 1.15
"""Widths and heights of the thing itself to the eight places around it that are looked at."""

_FREE: Final = 0.8
"""Short sides of the thing from such a place to the next tile from which it shows the table."""

_BACK_APART: Final = (0.0, 0.02, 0.04, 0.12, 0.17)
_SAYS_BACK: Final = (-3.6, -3.0, -2.0, -1.2, 0.0)
"""What the difference in colour from the table says for a back, as a log-likelihood ratio; measured on
1,595 rendered photos, where of 329 things in or beside a hand with probabilities from 0.02 to 0.97 that
differ by less than 0.02 four are backs, and 78 should be by their probabilities."""

_FACE_APART: Final = (0.0, 0.02, 0.04, 0.1, 0.17, 0.4)
_SAYS_FACE: Final = (-1.5, -1.0, -0.3, 0.2, 0.6, 0.9)
"""What the difference of its ground says for a face and against nothing; of 204 things that differ by less
than 0.02 43 are tiles, and 82 should be, of 573 that differ by more than 0.8 555 are, and 513 should be."""


def heard_of_surroundings(probabilities: Array, quads: Array, crops: Crops) -> Array:
    """The probabilities (n, 44) of tiles at `quads` (n, 4, 2), upright, once what may be one is compared with
    the table around it. Where that is hidden it says nothing."""
    told = probabilities.copy()
    down, face = probabilities[:, FACE_DOWN.index], probabilities[:, :FACES].sum(axis=1)
    tiles = is_tile(probabilities)
    backs = np.flatnonzero(down > _PERHAPS_DOWN)
    if len(backs):
        apart = _apart(crops.colours(quads[backs]), quads, backs, tiles, crops)
        told[backs, FACE_DOWN.index] *= np.exp(np.interp(apart, _BACK_APART, _SAYS_BACK))
    faces = np.flatnonzero((face > _PERHAPS_FACE) & (face < _CERTAIN) & (down < 0.5))
    if len(faces):
        apart = _apart(_grounds(probabilities, quads, faces, crops), quads, faces, tiles, crops)
        says = np.where(np.isinf(apart), 0.0, np.interp(apart, _FACE_APART, _SAYS_FACE))
        told[faces, :FACES] *= np.exp(says)[:, None]
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


def _grounds(probs: Array, quads: Array, faces: Indices, crops: Crops) -> Floats:
    """(m, 3): what the `faces` (m,) are drawn on."""
    sure = np.flatnonzero(probs[:, :FACES].max(axis=1) > _SURE)
    both = np.concatenate([faces, sure])
    typical = np.arange(len(both)) >= len(faces) if len(sure) else None
    return ground_colours(crops, quads[both], typical)[: len(faces)]


def _apart(own: Floats, quads: Array, asked: Indices, tiles: Flags, crops: Crops) -> Floats:
    """(m,): how much the colours `own` (m, 3) of some things differ from the table around these; infinite
    where it cannot be seen.

    The place that differs least but one counts: a single one may show a shadow, or something lying there.
    """
    around = _places_around(quads[asked])
    thing, place = np.nonzero(_free(around, quads, asked, tiles))
    apart = np.full(around.shape[:2], np.inf)
    apart[thing, place] = difference(own[thing], crops.colours(around[thing, place]))
    return np.asarray(np.sort(apart, axis=1)[:, 1])


def _places_around(quads: Array) -> Array:
    """(n, 8, 4, 2): the eight places around each of some quads (n, 4, 2), as large as it is."""
    across, down = middle_lines(quads)
    steps = [(a, d) for a in (-_STEP, 0, _STEP) for d in (-_STEP, 0, _STEP) if a or d]
    shifts = np.stack([a * across + d * down for a, d in steps], axis=1)
    return np.asarray(quads[:, None] + shifts[:, :, None], np.float32)


def _free(around: Array, quads: Array, asked: Indices, tiles: Flags) -> Flags:
    """(m, 8): which places around the things `asked` (m,) no tile but the thing itself lies at."""
    distance = np.linalg.norm(around.mean(axis=2)[:, :, None] - quads.mean(axis=1), axis=3)
    distance[:, :, ~tiles] = np.inf
    distance[np.arange(len(asked)), :, asked] = np.inf
    return np.asarray(distance.min(axis=2) > _FREE * short_sides(quads[asked])[:, None])
