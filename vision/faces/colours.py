"""Of what colour tiles are, and how much two of them differ, whatever the light."""

from typing import Final

import numpy as np

from vision.arrays import Flags, Floats, Pixels

_SHADE: Final = 1 / 3
"""What a difference in brightness counts against one in colour: shadows fall on single tiles."""

_DARK: Final = 8.0
"""Added to every channel, so that noise in the dark is no difference."""

_CLEARLY: Final = 1.3
"""The darker halves of faces are their ground where the lighter ones vary so many times as much. Of 2,120
drawn faces, in fives, the ground is found but for 0.8 %, of 640 darker than their ink but for 6 % (92 % while
the lighter half was always taken); with 1.0 but for 1.4 and 5.9 %."""


def difference(colours: Floats, others: Floats) -> Floats:
    """(n,): how much colours (n, 3) differ from others (n, 3), 0..255 a channel: the natural logarithm of how
    much more one channel is of the other colour's than all of them are, or a part of what all are."""
    ratios = np.log((colours + _DARK) / (others + _DARK))
    shade = ratios.mean(axis=1)
    return np.asarray(np.maximum(np.abs(ratios - shade[:, None]).max(axis=1), _SHADE * np.abs(shade)))


def ground_colours(crops: Pixels, typical: Flags | None = None) -> Floats:
    """The colour (n, 3) of what the faces of one set are drawn on, from crops (n, h, w, 3).

    Ink covers less than half of a face and is darker than its ground, or brighter in some sets. So the ground
    is the middle of the lighter half, or of the darker one where that varies clearly less on most faces, or
    on most of those that are `typical` (n,).
    """
    height, width = crops.shape[1:3]
    inner = crops[:, height // 6 : -(height // 6) : 2, width // 6 : -(width // 6) : 2]
    pixels = inner.reshape(len(crops), -1, 3).astype(np.float64)
    lightness = pixels.sum(axis=2)
    order = np.argsort(lightness, axis=1)
    darker, lighter = order[:, : pixels.shape[1] // 2], order[:, pixels.shape[1] // 2 :]
    dark, light = (np.take_along_axis(lightness, half, axis=1).std(axis=1) for half in (darker, lighter))
    steadiness = light - _CLEARLY * dark
    is_light = np.median(steadiness if typical is None else steadiness[typical]) <= 0
    ground = lighter if is_light else darker
    return np.asarray(np.median(np.take_along_axis(pixels, ground[:, :, None], axis=1), axis=1))


def inkiness(crops: Pixels) -> Floats:
    """(n,): how much what is drawn on faces, crops (n, h, w, 3), differs from their middle colour: how much
    lighter or darker some channel is, as a natural logarithm, on the tenth of the face where that is most.
    Bare ones have 0.1 or less, unless light falls on them in patches."""
    height, width = crops.shape[1:3]
    down, across = height // 10, width // 10
    face = np.log(crops[:, down:-down, across:-across].reshape(len(crops), -1, 3) + _DARK)
    middle = crops[:, height // 6 : -(height // 6), width // 6 : -(width // 6)].reshape(len(crops), -1, 3)
    ground = np.log(np.median(middle, axis=1) + _DARK)
    return np.asarray(np.quantile(np.abs(face - ground[:, None]).max(axis=2), 0.9, axis=1))
