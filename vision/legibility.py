"""How well the tiles of a photo can be read, and what another photo should do better."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Floats, Pixels
from vision.corners.quads import SMALLER, hand_side, short_sides
from vision.faces.crops import ENOUGH, Crops, as_crops, channels, inner
from vision.faces.sharpness import sharpness
from vision.probabilities import are_sure, is_tile

BLURRED: Final = 0.08
"""Less sharp tiles are blurred. Of 62 real photos, 640 pixels long, none shows less than 0.12; blurred by one
pixel (σ) 54 show less than this, by two all; smeared over four pixels 47, over seven 61."""

LEAST: Final = 24.0
"""Tiles less wide, pixels, are rather too small than blurred: enlarged, they look alike."""

WHITE: Final = 250
"""Of 255, the least in every channel of a pixel of which light has left nothing but white."""

WASHED_OUT: Final = 0.8
"""Share of a face from which on it is lost in glare if the photo is not too bright altogether. With a lamp's
spot drawn onto one tile of the hand 53 of 62 real photos leave a tile in doubt and glare is said of 43, with
a brighter one 46 and 46; of none as they are, nor with three times the light all over."""

BRIGHT: Final = 0.3
"""Where most faces are white to this share, the photo is too bright altogether: no single one is lost. Of 199
photos, 46 of them rendered, one is as it is, a print; of 106 with two stops more light 87, with one 62."""


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What makes tiles hard to read."""

    tiles_are: str
    """As a sentence says it of the tiles: "blurred"."""
    better: str
    """Where more of them could be read: "in a sharper picture"."""


def hindrance(
    picture: Crops | Pixels, corners: Array, probabilities: npt.NDArray[np.floating]
) -> Hindrance | None:
    """What makes it hard to read those of some finds that are tiles and may be the hand's; None where nothing
    does, or none is.

    `corners` (n, 4, 2) of finds, pixels of a photo, given as its `Crops` or as BGR pixels (h, w, 3), and
    `probabilities` (n, 44) of what they are.
    """
    tiles = corners[is_tile(probabilities)]
    if len(tiles) == 0:
        return None
    crops = as_crops(picture)
    crops.look(corners)
    wide = hand_side(tiles)
    large = short_sides(tiles) >= SMALLER * wide
    faces = crops.at(tiles[large])
    white = whiteness(faces)
    if are_overexposed(white):
        return Hindrance("overexposed", "in a darker picture")
    if wide >= LEAST and sharpness(faces) < BLURRED:
        return Hindrance("blurred", "in a sharper picture")
    doubtful = ~are_sure(probabilities[is_tile(probabilities)][large])
    if (white[doubtful] > WASHED_OUT).any():
        return Hindrance("partly lost in glare", "without it")
    if wide < ENOUGH:
        return Hindrance(f"only {wide:.0f} pixels wide", "from nearer")
    return None


def are_overexposed(white: Floats) -> bool:
    """Whether the photo is too bright altogether, by the `whiteness` (n,), n > 0, of its faces."""
    return bool(np.median(white) >= BRIGHT)


def whiteness(faces: Pixels) -> Floats:
    """(n,): the share of each of n crops (n, h, w, 3), less its edges, of which light has left only white."""
    return np.asarray((np.min(channels(inner(faces)), axis=0) >= WHITE).mean(axis=(1, 2)))
