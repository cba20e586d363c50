"""Whether tiles are seen in a mirror: so cameras beside a screen may show and save what they see.

Dots and sticks look much the same in a mirror; characters and Seasons do not, but the networks name most of
them all the same, some wrongly: a nine as a six, a seven as a three. What tells is that each looks more like
itself the other way round.
"""

from typing import Final

import numpy as np

from scoring.tiles import SHOWN, Family
from vision.arrays import Array, Indices
from vision.faces.classify import TileClassifier
from vision.faces.crops import Crops
from vision.probabilities import NO_TILE

MIRRORED: Final = 3.0
"""How much larger the largest of a face's logits is the other way round, summed over the tiles, from which on
they are taken to be seen in a mirror. Of some 1,500 hands that are not none gains more than 2.96."""

MOST: Final = 2.0
"""Of this, what counts of one tile: no single one that is hard to see decides."""

FIRST: Final = 4
"""Tiles looked at first: where these look no more like themselves the other way round, that is all."""

_TELLING: Final = np.array(
    [tile.family not in (Family.DOTS, Family.BAMBOO, Family.FACE_DOWN) for tile in SHOWN]
)
"""(43,): which of the faces look different in a mirror."""

_OTHER_WAY_ROUND: Final = [1, 0, 3, 2]
"""The corners of a tile's mirror image, of those of the tile."""


def are_mirrored(crops: Crops, corners: Array, faces: Indices, classifier: TileClassifier) -> bool:
    """Whether tiles are seen in a mirror: those at `corners` (n, 4, 2), pixels of the photo, upright, read as
    `faces` (n,)."""

    def gained(tiles: Indices) -> float:
        if len(tiles) == 0:
            return 0.0
        plain, turned = (
            classifier.logits(crops, quads)[:, :NO_TILE].max(axis=1)
            for quads in (corners[tiles], corners[tiles][:, _OTHER_WAY_ROUND])
        )
        return float(np.sum(np.clip(turned - plain, -MOST, MOST)))

    telling = _each_face_first(faces)
    by_first = gained(telling[:FIRST])
    return by_first > 0 and by_first + gained(telling[FIRST:]) > MIRRORED


def _each_face_first(faces: Indices) -> Indices:
    """Of tiles with such faces (n,) those that look different in a mirror, one of each face first."""
    _, one_of_each = np.unique(faces, return_index=True)
    order = np.concatenate([one_of_each, np.setdiff1d(np.arange(len(faces)), one_of_each)])
    return np.asarray(order[_TELLING[faces[order]]])
