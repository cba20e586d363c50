"""How sharp a photo shows its tiles."""

from typing import Final

import numpy as np

from vision.arrays import Floats, Pixels
from vision.faces.crops import inner

_NOISE: Final = 3.0
"""Added to the deviation of lightness: a bare face has hardly any."""


def sharpness(crops: Pixels) -> float:
    """How sharp most faces are, crops (n, h, w, 3), n > 0: the mean second difference of their lightness from
    pixel to pixel, in its standard deviations, along that of four directions in which it is least. A camera
    that moves smears along one."""
    lightness = inner(crops).mean(axis=3, dtype=np.float32)
    deviation = lightness.std(axis=(1, 2)) + _NOISE
    middle = lightness[:, 1:-1, 1:-1]
    across = 2 * middle - lightness[:, 1:-1, :-2] - lightness[:, 1:-1, 2:]
    down = 2 * middle - lightness[:, :-2, 1:-1] - lightness[:, 2:, 1:-1]
    falling = 2 * middle - lightness[:, :-2, :-2] - lightness[:, 2:, 2:]
    rising = 2 * middle - lightness[:, :-2, 2:] - lightness[:, 2:, :-2]
    return min(
        _typical(across, deviation),
        _typical(down, deviation),
        _typical(falling / 2, deviation),  # whose pixels lie √2 times as far apart
        _typical(rising / 2, deviation),
    )


def _typical(differences: Floats, deviation: Floats) -> float:
    """Of second differences (n, h, w) of n faces whose lightness has that deviation (n,)."""
    return float(np.median(np.abs(differences).mean(axis=(1, 2)) / deviation))
