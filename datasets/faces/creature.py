"""The dragon that Western sets draw in place of a dragon's character."""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import Pen, around, circle, moved, path, petal, ribbon, rotated, smooth
from datasets.faces.palette import Bgr


def draw_creature(pen: Pen, rng: np.random.Generator, ink: Bgr, line: float) -> None:
    """A dragon in a frame 0.8 wide and 1 high: a coiling scaled body, claws, horns, whiskers and flames."""
    side = rng.choice((-1.0, 1.0))
    knots = np.array(
        [(0.1, -0.36), (-0.24, -0.24), (0.0, -0.04), (0.26, 0.1), (-0.05, 0.26), (-0.28, 0.34), (-0.12, 0.46)]
    )
    body = smooth((knots + rng.normal(0, 0.03, knots.shape)) * (side, 1), 40)
    pen.brush(body, [0.06, 0.12, 0.15, 0.14, 0.1, 0.05, 0.015], ink)
    if rng.random() < 0.7:
        for k in range(4, 36, 3):
            pen.line(circle(float(body[k, 0]), float(body[k, 1]), 0.03, 10)[:5], 0.012, None)
    spikes = [
        ribbon(np.stack((body[k], body[k] + rotated(body[k + 1] - body[k], -70) * 2.6)), [0.05, 0.005])
        for k in range(3, 34, 4)
    ]
    pen.areas(spikes, ink)
    for k in (10, 18, 26):
        foot = body[k] + rng.choice((-1, 1)) * rotated(body[k + 1] - body[k], 90) * 4.5
        pen.line(np.stack((body[k], foot)), 0.04, ink)
        pen.lines(
            [claw + foot for claw in around(path((0, 0), (0.06, 0)), 4, rng.uniform(0, 360), 200)], 0.014, ink
        )
    head = moved(body[0], side * 0.03, -0.02)
    pen.area(rotated(petal(0.24, 0.17, 0.3), -30 if side > 0 else 210) + moved(head, -side * 0.04, 0), ink)
    pen.disc(head[0] + side * 0.03, head[1] - 0.04, 0.022, None)
    for turn in (-110, -75):
        horn = rotated(path((0, 0), (0.15, 0)), turn if side > 0 else 180 - turn) + head
        pen.brush(horn, [0.03, 0.01], ink)
    if rng.random() < 0.7:
        x, y = side * 0.26, -0.14
        pen.areas([moved(shape, x, y) for shape in around(petal(0.09, 0.05, 0.4), 5)], ink)
    pen.line(
        smooth(np.array([head, moved(head, side * 0.2, 0.06), moved(head, side * 0.26, -0.06)]), 8), line, ink
    )
