"""Close-ups: parts of real photos that a few tiles fill, as somebody holds a camera over a single set."""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from datasets.photos import RealPhoto
from models.matching import Box
from models.real_hands import marked
from models.unseen import UNSEEN_SEED
from scoring.tiles import Tile
from vision.arrays import Floats, Pixels

COUNTS: Final = (1, 2, 3, 4, 6)
"""Tiles that are to fill the picture; where rows lie close, some of others are whole in it as well."""

_MARGIN: Final = 0.15
"""Around them, in widths of a tile."""

_LONGER: Final = 1280
"""Longer side of the pictures, pixels."""

CloseUp = tuple[Pixels, list[tuple[Tile, Box]]]
"""A picture (h, w, 3), BGR, and the tiles that it shows whole."""


def close_ups(number: int, photo: RealPhoto) -> Iterator[CloseUp]:
    """From one of the photos, for each number of `COUNTS`, a tile and those next to it, enlarged; which tile
    it is depends on the photo's `number`."""
    rng, pixels, truths = np.random.default_rng([UNSEEN_SEED, number]), photo.pixels(), marked(photo)
    boxes = np.array([box for _, box in truths])
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    for count in COUNTS:
        if count <= len(truths):
            away = np.abs(middles - middles[rng.integers(len(truths))]).sum(axis=1)
            yield _cut_out(pixels, truths, boxes[np.argsort(away, kind="stable")[:count]])


def _cut_out(pixels: Pixels, truths: list[tuple[Tile, Box]], boxes: Floats) -> CloseUp:
    """The part of a photo around some of its boxes (n, 4), enlarged, and the tiles whole in it."""
    margin = _MARGIN * float(np.median(boxes[:, 2] - boxes[:, 0]))
    left, top = np.maximum(0, boxes[:, :2].min(axis=0) - margin).astype(int)
    right, bottom = np.minimum(pixels.shape[1::-1], boxes[:, 2:].max(axis=0) + margin).astype(int)
    times = _LONGER / max(right - left, bottom - top)
    part = cv2.resize(pixels[top:bottom, left:right], None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    whole = [
        (tile, (times * (x0 - left), times * (y0 - top), times * (x1 - left), times * (y1 - top)))
        for tile, (x0, y0, x1, y1) in truths
        if x0 >= left and y0 >= top and x1 <= right and y1 <= bottom
    ]
    return np.asarray(part, np.uint8), whole
