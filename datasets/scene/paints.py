"""What painters of table tops share: the size of a texture, smooth noise, colours."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.scene.values import Floats, Image

SIDE = 512
"""Pixels a side of a table's texture."""

PLACES = np.mgrid[:SIDE, :SIDE].astype(np.float32)
"""(2, SIDE, SIDE) y and x of every pixel."""

Painter = Callable[[np.random.Generator], Image]


def cloud(rng: np.random.Generator, coarse: int, size: int = SIDE, wide: float = 1.0) -> Floats:
    """(size, size) smooth noise, zero mean, about unit spread; `coarse` × `coarse * wide` cells."""
    cells = rng.standard_normal((coarse, max(2, round(coarse * wide))), dtype=np.float32)
    return np.asarray(cv2.resize(cells, (size, size), interpolation=cv2.INTER_CUBIC))


def colour(rng: np.random.Generator, hues: tuple[float, float], saturation: float, value: float) -> Floats:
    """(3,) BGR 0–255 with hue in degrees out of `hues`, and the other two (0–1) spread a little."""
    hue = rng.uniform(*hues) % 360 / 2
    s = np.clip(rng.normal(saturation, 0.12), 0, 1) * 255
    v = np.clip(rng.normal(value, 0.12), 0.03, 1) * 255
    return np.asarray(cv2.cvtColor(np.array([[[hue, s, v]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def any_colour(rng: np.random.Generator) -> Floats:
    """(3,) BGR, anything at all."""
    return colour(rng, (0, 360), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95))


def shaded(base: Floats, tone: Floats) -> Image:
    """Multiply a colour by a (h, w) tone around 1."""
    return np.clip(tone[..., None] * base.astype(np.float32), 0, 255).astype(np.uint8)
