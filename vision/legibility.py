"""How well the tiles of a photo can be read, and what another photo should do better."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Pixels
from vision.corners.detect import hand_side, short_sides
from vision.faces.crops import ENOUGH, Crops, as_crops
from vision.faces.sharpness import sharpness
from vision.looks import SMALLER
from vision.odds import is_tile

BLURRED: Final = 0.08
"""Less sharp tiles are blurred. Of 62 real photos, 640 pixels long, none shows less than 0.12; blurred by one
pixel (σ) 54 show less than this, by two all; smeared over four pixels 47, over seven 61."""

LEAST: Final = 24.0
"""Tiles less wide, pixels, are rather too small than blurred: enlarged, they look alike."""


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What makes tiles hard to read."""

    tiles_are: str
    """As a sentence says it of the tiles: "blurred"."""
    better: str
    """Where more of them could be read: "in a sharper picture"."""


def hindrance(picture: Crops | Pixels, corners: Array, odds: npt.NDArray[np.floating]) -> Hindrance | None:
    """What makes it hard to read those of some finds that are tiles and may be the hand's; None where nothing
    does, or none is.

    `corners` (n, 4, 2) of finds, pixels of a photo, given as its `Crops` or as BGR pixels (h, w, 3), and
    `odds` (n, 44) of what they are.
    """
    tiles = corners[is_tile(odds)]
    if len(tiles) == 0:
        return None
    crops = as_crops(picture)
    crops.look(corners)
    wide = hand_side(tiles)
    large = tiles[short_sides(tiles) >= SMALLER * wide]
    if wide >= LEAST and sharpness(crops.at(large)) < BLURRED:
        return Hindrance("blurred", "in a sharper picture")
    if wide < ENOUGH:
        return Hindrance(f"only {wide:.0f} pixels wide", "from nearer")
    return None
