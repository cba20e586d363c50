"""Light on the finished table: gradients, lamps, shadows that fall into the picture, glare on the faces.

Light varies slowly, so it is computed on a coarse grid over the picture. To add one, write a function
`rng -> (GRID, GRID) gain around 1` and name it in `LIGHTS` with its weight.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.scene.values import Floats, Image

Gain = Callable[[np.random.Generator], Floats]
GRID = 48
"""Cells a side of the grid on which light is computed."""


def _grid(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Two (GRID, GRID) coordinates in [-1, 1], turned by a random angle."""
    y, x = np.mgrid[-1 : 1 : GRID * 1j, -1 : 1 : GRID * 1j]
    angle = rng.uniform(0, 2 * np.pi)
    return np.cos(angle) * x + np.sin(angle) * y, np.cos(angle) * y - np.sin(angle) * x


def even(rng: np.random.Generator) -> Floats:  # noqa: ARG001 - one signature for all lights
    """An evenly lit room."""
    return np.ones((GRID, GRID))


def gradient(rng: np.random.Generator) -> Floats:
    """Light from one side."""
    along, _ = _grid(rng)
    return 1 + rng.uniform(0.03, 0.35) * along


def lamp(rng: np.random.Generator) -> Floats:
    """A lamp's pool of light, dim around it."""
    x, y = _grid(rng)
    cx, cy, radius = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.4, 1.6)
    pool = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / radius**2)
    floor = rng.uniform(0.45, 0.9)
    return np.asarray(floor + (1.25 - floor) * pool)


def soft_shadow(rng: np.random.Generator) -> Floats:
    """The shadow of the phone, an arm or a head: a blob or a bar with a soft edge."""
    x, y = _grid(rng)
    x, y = x - rng.uniform(-0.8, 0.8), y - rng.uniform(-0.8, 0.8)
    sharp = rng.uniform(2, 25)
    if rng.random() < 0.5:
        inside = rng.uniform(0.2, 0.7) - np.maximum(np.abs(x), np.abs(y) * rng.uniform(0.3, 1))
    else:
        inside = rng.uniform(0.1, 0.5) - np.abs(x + 0.2 * np.sin(3 * y))
    return np.asarray(1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-sharp * inside)))


LIGHTS: dict[str, tuple[float, Gain]] = {
    "even": (2.0, even),
    "gradient": (3.0, gradient),
    "lamp": (1.5, lamp),
    "soft shadow": (2.0, soft_shadow),
}


def light_up(rng: np.random.Generator, image: Image, on_block: Floats) -> Image:
    """`image` under one or two random lights, with glare where `on_block` (h, w, 0–1) is a shiny surface.

    Mostly exposed as a phone does it, by what is bright in the picture.
    """
    weights = np.array([weight for weight, _ in LIGHTS.values()])
    gain = np.ones((GRID, GRID))
    for name in rng.choice(list(LIGHTS), size=int(rng.integers(1, 3)), p=weights / weights.sum()):
        gain = gain * LIGHTS[str(name)][1](rng)
    warmth = rng.normal(0, 0.09)
    tint = np.array([1 + warmth * 1.5, 1 + rng.normal(0, 0.02), 1 - warmth])
    coloured = gain[..., None] * tint
    exposure = rng.uniform(0.75, 1.15)
    if rng.random() < 0.85:
        thumbnail = cv2.resize(image, (GRID, GRID), interpolation=cv2.INTER_AREA)
        bright = float(np.percentile(thumbnail * coloured, 97))
        exposure = float(np.clip(rng.uniform(160, 240) / max(bright, 1.0), 0.4, 3.0))
    lit = cv2.multiply(image, _stretched(coloured * exposure, image), dtype=cv2.CV_8U)
    if rng.random() < 0.3:
        glare = _stretched(_glare(rng), image) * (0.15 + 0.85 * on_block)
        lit = cv2.add(lit, cv2.merge([glare.astype(np.uint8)] * 3))
    return np.asarray(lit, np.uint8)


def _stretched(grid: Floats, image: Image) -> Floats:
    """A (GRID, GRID, …) grid resized to the image."""
    height, width = image.shape[:2]
    return np.asarray(cv2.resize(grid.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR))


def _glare(rng: np.random.Generator) -> Floats:
    """(GRID, GRID) light, 0–170, added where a lamp or window mirrors in what is shiny."""
    x, y = _grid(rng)
    cx, cy = rng.uniform(-0.9, 0.9, 2)
    spread = rng.uniform(0.05, 0.5, 2)
    spot = np.exp(-(((x - cx) / spread[0]) ** 2) - ((y - cy) / spread[1]) ** 2)
    return np.asarray(rng.uniform(30, 170) * spot)
