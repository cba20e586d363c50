"""Arms and hands that reach into the picture, in front of the tiles."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scene.blocks import Canvas
from datasets.scene.geometry import Camera
from datasets.scene.layouts import Layout
from datasets.scene.paints import colour
from datasets.scene.values import Floats

_CIRCLE = np.linspace(0, 2 * np.pi, 20, endpoint=False)
_ROUND = np.stack([np.cos(_CIRCLE), np.sin(_CIRCLE)], 1)
_SHADES = ((1.0, 0.75), (0.85, 0.87), (0.65, 0.95), (0.42, 1.0))
"""Width and brightness of the strips, outer first, that make a limb look round."""


def draw_people(canvas: Canvas, layout: Layout, camera: Camera, rng: np.random.Generator) -> None:
    """Perhaps one or two hands of players, mostly reaching for what is not in focus."""
    for _ in range(int(rng.choice([0, 1, 2], p=[0.8, 0.15, 0.05]))):
        others = [b for i, b in enumerate(layout.blocks) if i not in layout.focus]
        if others and rng.random() < 0.8:
            at = others[int(rng.integers(len(others)))].centre[:2]
        elif layout.blocks:
            middle = np.mean([b.centre[:2] for b in layout.blocks], axis=0)
            around = rng.uniform(0, 2 * np.pi)
            at = middle + rng.uniform(6, 12) * np.array([np.cos(around), np.sin(around)])
        else:
            at = rng.uniform(-6, 6, 2)
        _draw_arm(canvas, camera, np.array([*at, 1.2]), rng)


def _draw_arm(canvas: Canvas, camera: Camera, at: Floats, rng: np.random.Generator) -> None:
    """A forearm that ends in a hand whose palm is at the (3,) world point `at`."""
    skin = colour(rng, (12, 28), rng.uniform(0.25, 0.6), rng.uniform(0.35, 0.95))
    sleeve = colour(rng, (0, 360), rng.uniform(0, 0.7), rng.uniform(0.1, 0.9))
    heading = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(heading), np.sin(heading), 0.0])
    aside = np.array([-along[1], along[0], 0.0])
    wide = rng.uniform(0.8, 1.1)
    elbow, wrist = at - along * rng.uniform(10, 14) + (0, 0, 2.0), at - along * 2.2
    cuff = wrist + (elbow - wrist) * rng.uniform(0.0, 0.9)
    _limb(canvas, camera, elbow, wrist, 1.6 * wide, 1.0 * wide, skin)
    _limb(canvas, camera, elbow, cuff, 1.9 * wide, 1.5 * wide, sleeve)
    _limb(canvas, camera, wrist, at, 1.0 * wide, 1.35 * wide, skin)
    spread = rng.uniform(0.2, 0.5)
    for k in range(4):
        root = at + aside * (k - 1.5) * 0.62 * wide
        tip = root + (along + aside * (k - 1.5) * spread * 0.4) * rng.uniform(1.4, 2.6) - (0, 0, 0.6)
        _limb(canvas, camera, root, tip, 0.4 * wide, 0.3 * wide, skin)
    thumb = at - along * 0.6 + aside * 1.1 * wide * rng.choice([-1, 1])
    _limb(canvas, camera, at - along, thumb + along * 1.2, 0.5 * wide, 0.35 * wide, skin)


def _limb(
    canvas: Canvas, camera: Camera, start: Floats, end: Floats, r0: float, r1: float, tone: Floats
) -> None:
    """A tapering rod between two (3,) world points, r0 and r1 its radii in tile widths."""
    ends = np.stack([start, end])
    depths = camera.depth(ends)
    if depths.min() < 1:
        return
    pixels = camera.project(ends)
    radii = np.array([r0, r1]) * camera.focal / depths
    for part, light in _SHADES:
        points = np.concatenate([p + _ROUND * r * part for p, r in zip(pixels, radii, strict=True)])
        hull = cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)
        canvas.polygon(hull, tone * light)
        if part == 1.0:
            canvas.own(hull, 1)
