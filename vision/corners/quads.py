"""The quadrilaterals that tile faces are in a photo: how large they are, and which corner comes first."""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Floats

_HAND = 13
"""Tiles that every hand has at least."""

SMALLER: Final = 0.6
"""What is narrower than this share of the hand's tiles is hardly one of them: two rows of one hand differ
less."""


def short_sides(corners: Array) -> Array:
    """Mean length of the shorter pair of sides of each quadrilateral (n, 4, 2), pixels."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    return np.asarray(np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2, np.float32)


def hand_side(corners: Array) -> float:
    """About how wide the tiles of the hand are among all that were found (n, 4, 2), n > 0, in the same unit.

    The hand lies nearest to the camera: a wall or discards behind it are smaller, and often more.
    """
    return float(np.median(np.sort(short_sides(corners))[-_HAND:]))


def in_step(corners: npt.NDArray[np.floating], other: npt.NDArray[np.floating]) -> Floats:
    """The corners (4, 2) of a tile, rolled so that each lies, seen from the tile's centre, as nearly as can
    be where the same one of `other` (4, 2) does, seen from that tile's."""
    turns = [np.roll(corners, -turn, axis=0) for turn in range(4)]
    towards = other - other.mean(axis=0) + corners.mean(axis=0)
    return np.asarray(min(turns, key=lambda turned: float(np.abs(turned - towards).sum())), np.float64)
