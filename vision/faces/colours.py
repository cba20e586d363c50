"""Of what colour tiles are, and how much two of them differ, whatever the light."""

from typing import Final

import numpy as np

from vision.arrays import Array, Flags, Floats, Indices, Pixels
from vision.faces.crops import Crops, channels, inner
from vision.faces.sharpness import detail

_SHADE: Final = 1 / 3
"""What a difference in brightness counts against one in colour: shadows fall on single tiles."""

_DARK: Final = 8.0
"""Added to every channel, so that noise in the dark is no difference."""

_LOGARITHMS: Final = np.log(np.arange(256) + _DARK)
"""Of each level of a channel."""

_CLEARLY: Final = 1.3
"""The darker halves of faces are their ground where the lighter ones vary so many times as much. Of 2,120
drawn faces, in fives, the ground is found but for 0.8 %, of 640 darker than their ink but for 6 % (92 % while
the lighter half was always taken); with 1.0 but for 1.4 and 5.9 %."""

_SHARP: Final = 0.065
"""Of faces with less `detail` nothing tells that they are darker than their ink: blur runs one into the
other. Of 375 looks at rendered hands of dark sets none shows less than 0.078; of 60 photos of light ones, 640
pixels long and blurred by 3 (σ), the darker half is the steadier one in six, with 0.032 to 0.052."""

NEIGHBOURS: Final = 4
"""Faces that a tile, or a strip of the photo, is compared with, those nearest to it: the light is theirs."""


def neighbours(quads: Array, asked: Indices, faces: Indices) -> Indices:
    """(m, 4): the nearest of some `faces` (k,) to each of the tiles `asked` (m,), itself left out; both among
    those at `quads` (n, 4, 2)."""
    centres = quads.mean(axis=1)
    distance = np.linalg.norm(centres[asked, None] - centres[faces], axis=2)
    distance[asked[:, None] == faces] = np.inf
    return np.asarray(faces[np.argsort(distance, axis=1)[:, :NEIGHBOURS]])


def difference(colours: Floats, others: Floats) -> Floats:
    """(n,): how much colours (n, 3) differ from others (n, 3), 0..255 a channel: of the natural logarithms of
    the ratios of their channels, the most by which one departs from the mean of the three (colour) or, where
    that is more, `_SHADE` of the mean (brightness)."""
    ratios = np.log((colours + _DARK) / (others + _DARK))
    shade = ratios.mean(axis=1)
    return np.asarray(np.maximum(np.abs(ratios - shade[:, None]).max(axis=1), _SHADE * np.abs(shade)))


def ground_colours(crops: Crops, quads: Array, typical: Flags | None = None) -> Floats:
    """The colour (n, 3) of what the faces of one set at `quads` (n, 4, 2), n > 0, are drawn on: dark or light
    as most of them are, or most of those that are `typical` (n,)."""
    halves = crops.measured(_halves, quads)
    some = slice(None) if typical is None else typical
    return halves[:, 0 if _is_steadier(halves[some]) else 1, :3]


def are_dark(crops: Crops, quads: Array) -> bool:
    """Whether the faces of one set at `quads` (n, 4, 2), n > 0, are darker than what is drawn on them."""
    return detail(crops.at(quads)) > _SHARP and _is_steadier(crops.measured(_halves, quads))


def _halves(crops: Pixels) -> Floats:
    """(n, 2, 4): of the darker and the lighter half of the pixels of each face, crops (n, h, w, 3), without
    its edges, the median colour and by how much the sum of its channels deviates."""
    pixels = inner(crops)[:, ::2, ::2].reshape(len(crops), -1, 3).astype(np.float64)
    order = np.argsort(sum(channels(pixels)), axis=1)
    ordered = np.take_along_axis(pixels, order[:, :, None], axis=1)
    middle = order.shape[1] // 2
    both = (ordered[:, :middle], ordered[:, middle:])
    return np.stack([_colour_and_spread(half) for half in both], axis=1)


def _colour_and_spread(pixels: Floats) -> Floats:
    spread = np.std(sum(channels(pixels)), axis=1)
    return np.hstack([np.median(pixels, axis=1), spread[:, None]])


def _is_steadier(halves: Floats) -> bool:
    """Whether the darker of the halves (n, 2, 4) of most faces are what these are drawn on: ink covers less
    than half of a face and is darker than its ground, unless the lighter half varies clearly more."""
    dark, light = halves[:, :, 3].T
    return bool(np.median(light - _CLEARLY * dark) > 0)


def inkiness(crops: Pixels) -> Floats:
    """(n,): how much what is drawn on faces, crops (n, h, w, 3), differs from their middle colour: how much
    lighter or darker some channel is, as a natural logarithm, on the tenth of the face where that is most.
    Bare ones have 0.1 or less, unless light falls on them in patches."""
    height, width = crops.shape[1:3]
    down, across = height // 10, width // 10
    face = _LOGARITHMS[crops[:, down:-down, across:-across].reshape(len(crops), -1, 3)]
    ground = np.log(np.median(inner(crops).reshape(len(crops), -1, 3), axis=1) + _DARK)
    return np.asarray(np.quantile(np.max(channels(np.abs(face - ground[:, None])), axis=0), 0.9, axis=1))
