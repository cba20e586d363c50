"""How sharp a photo shows its tiles."""

from typing import Final

import numpy as np

from vision.arrays import Floats, Pixels
from vision.faces.crops import channels, inner

_NOISE: Final = 3.0
"""Added to the deviation of lightness: a bare face has hardly any."""


def sharpness(crops: Pixels) -> float:
    """How sharp most faces are, crops (n, h, w, 3), n > 0: the mean second difference of their lightness from
    pixel to pixel, in its standard deviations, along that of four directions in which it is least. A camera
    that moves smears along one."""
    lightness = _lightness(crops)
    middle = lightness[:, 1:-1, 1:-1]
    across = 2 * middle - lightness[:, 1:-1, :-2] - lightness[:, 1:-1, 2:]
    down = 2 * middle - lightness[:, :-2, 1:-1] - lightness[:, 2:, 1:-1]
    falling = 2 * middle - lightness[:, :-2, :-2] - lightness[:, 2:, 2:]
    rising = 2 * middle - lightness[:, :-2, 2:] - lightness[:, 2:, :-2]
    apart = 2  # √2 pixels, squared
    return min(_typical(one, lightness) for one in (across, down, falling / apart, rising / apart))


def detail(crops: Pixels) -> float:
    """How much a pixel of most faces, crops (n, h, w, 3), n > 0, differs from its four neighbours together
    (the Laplacian), in standard deviations of the face: smeared along one direction, they still show some
    across it."""
    lightness = _lightness(crops)
    second = 4 * lightness[:, 1:-1, 1:-1] - lightness[:, :-2, 1:-1] - lightness[:, 2:, 1:-1]
    second -= lightness[:, 1:-1, :-2] + lightness[:, 1:-1, 2:]
    return _typical(second, lightness)


def _lightness(crops: Pixels) -> Floats:
    return np.asarray(np.mean(channels(inner(crops)), axis=0))


def _typical(differences: Floats, lightness: Floats) -> float:
    """The mean of second differences on most of n faces, (n, …) each, in deviations of their lightness."""
    deviation = lightness.std(axis=(1, 2)) + _NOISE
    return float(np.median(np.abs(differences).mean(axis=(1, 2)) / deviation))
