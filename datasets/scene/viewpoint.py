"""Where the camera is held: how high, how slanted, which way round, and what it leaves out."""

from __future__ import annotations

import numpy as np

from datasets.scene.geometry import Camera, look_at, turn_z
from datasets.scene.layouts import Layout
from datasets.scene.placing import bounds
from datasets.scene.values import Floats

NEAREST = 2.5
"""Tile widths between camera and target at least: nobody holds a phone nearer."""


def sample_camera(rng: np.random.Generator, layout: Layout, size: tuple[int, int]) -> Camera:
    """A phone, webcam or camera above the player, for a picture of `size` (width, height) pixels.

    Hands fill the picture wholly or partly; other layouts may run out of it; tiles are 10 to 130 pixels
    wide then.
    """
    focal = max(size) / 2 / np.tan(np.radians(rng.uniform(25, 40)))
    roll = _sample_roll(rng, upright=layout.upright)
    tilt = _sample_tilt(rng, *layout.tilt)
    azimuth = rng.normal(0, 14) if layout.upright else rng.uniform(0, 360)
    bend = rng.normal(-0.02, 0.04)

    def camera(distance: float, at: Floats) -> Camera:
        return look_at(at, distance, tilt=tilt, azimuth=azimuth, roll=roll, focal=focal, size=size, bend=bend)

    if layout.focus:
        points = bounds([layout.blocks[i] for i in layout.focus])
    else:
        points = np.array([[-5.0, -5.0, 0.0], [5.0, 5.0, 0.0]])
    target = (points.min(0) + points.max(0)) / 2 * (1.0, 1.0, 0.5)
    if layout.hand is None and rng.random() < 0.5:
        pixels = np.clip(np.exp(rng.normal(np.log(30), 0.5)), 10, 130)
        some = points[int(rng.integers(len(points)))] * (1.0, 1.0, 0.0)
        return camera(max(focal / float(pixels), NEAREST), (target + some) / 2)
    fill = rng.uniform(0.55, 0.98) if rng.random() < 0.85 else rng.uniform(0.3, 0.55)
    distance = 40.0
    for _ in range(4):
        distance *= float(np.clip(_extent(camera(distance, target).project(points), size) / fill, 0.3, 3.0))
    distance = max(distance, NEAREST)
    slack = (1 - fill) * distance / focal * np.array([*size, 0.0]) / 2
    shift = turn_z(azimuth - roll) @ (rng.uniform(-1, 1, 3) * slack)
    return camera(distance, target + shift)


def _extent(pixels: Floats, size: tuple[int, int]) -> float:
    """How far points reach from the picture's centre, 1 being its border."""
    half = np.array(size) / 2
    return float((np.abs(pixels - half) / half).max())


def _sample_tilt(rng: np.random.Generator, least: float, most: float) -> float:
    """Degrees from looking straight down: rather little, up to anything between the two."""
    tilt = (
        least + abs(rng.normal(0, 0.5)) * (most - least) if rng.random() < 0.6 else rng.uniform(least, most)
    )
    return float(min(tilt, most))


def _sample_roll(rng: np.random.Generator, *, upright: bool) -> float:
    """Degrees: rows mostly across the picture, sometimes turned by quarters, sometimes at any angle."""
    way = rng.random()
    if upright and way < 0.65:
        return float(rng.normal(0, 6))
    if way < 0.8:
        return float(rng.choice([90, 180, 270]) + rng.normal(0, 8))
    return float(rng.uniform(0, 360))
