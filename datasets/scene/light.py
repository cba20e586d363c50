"""Light on the finished table: gradients, lamps, shadows that fall into the picture, glare on the faces.

To add one, write a function `(rng, h, w) -> (h, w) gain around 1` and name it in `LIGHTS` with its weight.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.scene.values import Floats, Image

Gain = Callable[[np.random.Generator, int, int], Floats]
_COARSE = 48


def _grid(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Two (n, n) coordinates in [-1, 1], turned by a random angle."""
    y, x = np.mgrid[-1 : 1 : _COARSE * 1j, -1 : 1 : _COARSE * 1j]
    angle = rng.uniform(0, 2 * np.pi)
    return np.cos(angle) * x + np.sin(angle) * y, np.cos(angle) * y - np.sin(angle) * x


def _full(gain: Floats, height: int, width: int) -> Floats:
    return np.asarray(cv2.resize(gain.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR))


def gradient(rng: np.random.Generator, height: int, width: int) -> Floats:
    """Light from one side."""
    along, _ = _grid(rng)
    return _full(1 + rng.uniform(0.03, 0.35) * along, height, width)


def lamp(rng: np.random.Generator, height: int, width: int) -> Floats:
    """A lamp's pool of light, dim around it."""
    x, y = _grid(rng)
    cx, cy, radius = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.4, 1.6)
    pool = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / radius**2)
    floor = rng.uniform(0.45, 0.9)
    return _full(floor + (1.25 - floor) * pool, height, width)


def soft_shadow(rng: np.random.Generator, height: int, width: int) -> Floats:
    """The shadow of the phone, an arm or a head: a blob or a bar with a soft edge."""
    x, y = _grid(rng)
    x, y = x - rng.uniform(-0.8, 0.8), y - rng.uniform(-0.8, 0.8)
    sharp = rng.uniform(2, 25)
    if rng.random() < 0.5:
        inside = rng.uniform(0.2, 0.7) - np.maximum(np.abs(x), np.abs(y) * rng.uniform(0.3, 1))
    else:
        inside = rng.uniform(0.1, 0.5) - np.abs(x + 0.2 * np.sin(3 * y))
    return _full(1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-sharp * inside)), height, width)


def even(rng: np.random.Generator, height: int, width: int) -> Floats:  # noqa: ARG001 - one signature for all lights
    """An evenly lit room."""
    return np.ones((height, width), np.float32)


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
    height, width = image.shape[:2]
    weights = np.array([weight for weight, _ in LIGHTS.values()])
    gain: Floats = np.ones((height, width))
    for name in rng.choice(list(LIGHTS), size=int(rng.integers(1, 3)), p=weights / weights.sum()):
        gain = gain * LIGHTS[str(name)][1](rng, height, width)
    kelvin = rng.normal(0, 0.09)
    tint = np.array([1 + kelvin * 1.5, 1 + rng.normal(0, 0.02), 1 - kelvin], np.float32)
    lit = image * (gain * np.float32(rng.uniform(0.75, 1.15)))[..., None] * tint
    if rng.random() < 0.3:
        lit += _glare(rng, height, width)[..., None] * (0.15 + 0.85 * on_block[..., None])
    bright = float(np.percentile(lit[::8, ::8], 97))
    if rng.random() < 0.85:
        lit *= np.float32(np.clip(rng.uniform(160, 248) / max(bright, 1.0), 0.4, 3.0))
    return np.clip(lit, 0, 255).astype(np.uint8)


def _glare(rng: np.random.Generator, height: int, width: int) -> Floats:
    """(h, w) light added where a lamp or window mirrors in what is shiny."""
    x, y = _grid(rng)
    cx, cy = rng.uniform(-0.9, 0.9, 2)
    spread = rng.uniform(0.05, 0.5, 2)
    spot = np.exp(-(((x - cx) / spread[0]) ** 2) - ((y - cy) / spread[1]) ** 2)
    return _full(rng.uniform(30, 170) * spot, height, width)
