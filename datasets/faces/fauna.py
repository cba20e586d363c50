"""Animals on Seasons, each in a frame 0.85 wide and 1 high."""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import (
    Pen,
    arc,
    around,
    bezier,
    circle,
    ellipse,
    moved,
    path,
    petal,
    ribbon,
    rotated,
)
from datasets.faces.flora import Paints, Plant, Rng, closed, garden


def butterfly(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A butterfly or dragonfly over a flower, or alone and large."""
    alone = rng.random() < 0.4
    if alone:
        frame = pen.at(0, 0, rng.uniform(1.4, 1.7), rng.uniform(-30, 30))
    else:
        garden(pen.at(0, 0.14, 0.72), rng, paints)
        frame = pen.at(rng.uniform(-0.15, 0.15), -0.32, rng.uniform(0.7, 1.1), rng.uniform(-30, 30))
    narrow = rng.uniform(0.06, 0.18)
    filled = rng.random() < paints.filled
    for turn, size in ((-150, 0.26), (-30, 0.26), (160, 0.18), (20, 0.18)):
        wing = rotated(petal(size, narrow, 0.65), turn)
        closed(frame, wing, paints.bloom, filled, paints.line, paints.tint)
        if alone:
            x, y = rotated(path((size * 0.65, 0)), turn)[0]
            frame.disc(x, y, narrow * 0.22, paints.accent)
    frame.brush(path((0, -0.08), (0, 0.12)), [0.02, 0.035, 0.015], paints.stem)
    feelers = [bezier((0, -0.08), (s * 0.03, -0.16), (s * 0.1, -0.18)) for s in (-1, 1)]
    frame.lines(feelers, paints.line * 0.6, paints.stem)


def fish(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A carp, level or leaping."""
    frame = pen.at(0, 0, 1.0, rng.choice((0.0, rng.uniform(-80, 80))), bool(rng.random() < 0.5))
    filled = rng.random() < paints.filled
    tail = path((0.2, 0.0), (0.42, -0.16), (0.34, 0.0), (0.42, 0.16))
    closed(frame, tail, paints.accent, filled, paints.line, paints.tint)
    fin = path((-0.12, -0.14), (0.02, -0.26), (0.14, -0.1))
    closed(frame, fin, paints.accent, filled, paints.line, paints.tint)
    body = moved(petal(0.66, rng.uniform(0.24, 0.4), 0.4), -0.38, 0.0)
    closed(frame, body, paints.bloom, filled, paints.line, paints.tint)
    scale = None if filled else paints.bloom
    frame.lines([arc(x, 0, 0.09, -60, 60, 6) for x in (-0.14, -0.04, 0.06)], paints.line * 0.8, scale)
    frame.disc(-0.26, -0.04, 0.03, paints.accent if not filled else None)
    if rng.random() < 0.5:
        waves = [bezier((-0.36, y), (-0.1, y - 0.06), (0.1, y + 0.06), (0.36, y)) for y in (0.36, 0.44)]
        pen.lines(waves, paints.line * 0.8, paints.leaf)


def cat(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A sitting cat."""
    frame = pen.at(0, 0, 1.0, 0.0, bool(rng.random() < 0.5))
    filled = rng.random() < paints.filled
    frame.line(bezier((0.24, 0.36), (0.5, 0.3), (0.3, -0.2), (0.4, -0.3)), paints.line * 1.8, paints.stem)
    for shape in (ellipse(0.06, 0.22, 0.22, 0.24), circle(-0.08, -0.12, 0.18)):
        closed(frame, shape, paints.stem, filled, paints.line, paints.tint)
    for x in (-0.19, 0.03):
        frame.area(path((x - 0.06, -0.22), (x, -0.4), (x + 0.07, -0.24)), paints.stem)
    face = paints.bloom if not filled else None
    for x in (-0.15, -0.01):
        frame.disc(x, -0.14, 0.028, face)
        side = 1 if x > -0.1 else -1
        whiskers = [path((x, -0.06), (x + side * 0.2, -0.08 + d)) for d in (0.0, 0.05)]
        frame.lines(whiskers, paints.line * 0.5, paints.stem)
    frame.lines([path((x, 0.3), (x, 0.46)) for x in (-0.08, 0.02)], paints.line, face)


def mouse(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A mouse or rat running."""
    frame = pen.at(0, 0, 1.0, rng.uniform(-20, 20), bool(rng.random() < 0.5))
    frame.line(bezier((0.2, 0.16), (0.5, 0.3), (0.3, -0.3), (0.42, -0.36)), paints.line * 1.3, paints.accent)
    back = bezier((-0.42, 0.2), (-0.2, -0.1), (0.1, -0.3), (0.26, 0.2), steps=16)
    closed(frame, back, paints.stem, rng.random() < paints.filled, paints.line, paints.tint)
    for x in (-0.2, -0.1):
        closed(frame, circle(x, -0.02, 0.07, 12), paints.bloom, rng.random() < 0.5, paints.line, paints.tint)
    frame.disc(-0.27, 0.1, 0.025, paints.accent)
    frame.lines([path((x, 0.2), (x - 0.05, 0.28)) for x in (-0.15, 0.1)], paints.line, paints.stem)
    if rng.random() < 0.4:
        frame.line(path((-0.42, 0.34), (0.42, 0.34)), paints.line, paints.leaf)


def cock(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A crowing cock."""
    frame = pen.at(0, 0, 1.0, 0.0, bool(rng.random() < 0.5))
    for k in range(int(rng.integers(3, 6))):
        plume = bezier((0.14, 0.1), (0.2 + 0.04 * k, -0.3), (0.44, -0.3 + 0.1 * k), steps=10)
        frame.brush(plume, [0.05, 0.05, 0.015], paints.leaf)
    body = bezier((-0.24, -0.2), (-0.36, 0.4), (0.3, 0.36), (0.2, -0.04), steps=18)
    filled = rng.random() < paints.filled
    closed(frame, body, paints.bloom, filled, paints.line, paints.tint)
    wing = moved(rotated(petal(0.26, 0.14), 10), -0.1, 0.1)
    closed(frame, wing, paints.accent, False, paints.line, paints.tint)
    closed(frame, circle(-0.22, -0.26, 0.09, 14), paints.bloom, filled, paints.line, paints.tint)
    frame.areas([circle(x, -0.37, 0.035, 8) for x in (-0.28, -0.22, -0.16)], paints.stem)
    frame.area(path((-0.3, -0.3), (-0.42, -0.26), (-0.3, -0.23)), paints.stem)
    frame.disc(-0.24, -0.28, 0.02, None if filled else paints.stem)
    legs = [path((x, 0.28), (x, 0.44), (x - 0.08, 0.46)) for x in (-0.06, 0.06)]
    frame.lines(legs, paints.line * 1.2, paints.stem)


def centipede(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A winding centipede."""
    side = rng.choice((-1.0, 1.0))
    spine = bezier((0.2 * side, -0.42), (-0.6 * side, -0.2), (0.6 * side, 0.2), (-0.2 * side, 0.44), steps=24)
    rims = ribbon(spine, rng.uniform(0.2, 0.3))
    legs = [np.stack((rims[k], spine[k], rims[len(rims) - 1 - k])) for k in range(2, 23, 2)]
    pen.lines(legs, paints.line * 0.8, paints.stem)
    pen.brush(spine, [0.07, 0.1, 0.09, 0.04], paints.bloom)
    pen.areas([circle(float(x), float(y), 0.02, 8) for x, y in spine[2:22:3]], None)
    x, y = spine[0]
    feelers = [path((x, y), (x + s * 0.1, y - 0.06)) for s in (-1, 1)]
    pen.lines(feelers, paints.line * 0.8, paints.stem)


def crab(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A crab from above."""
    half = rng.uniform(0.18, 0.24)
    for side in (-1, 1):
        legs = [
            bezier((side * half * 0.8, y), (side * 0.36, y - 0.06), (side * 0.4, y + 0.16), steps=8)
            for y in (0.0, 0.08, 0.16)
        ]
        pen.lines(legs, paints.line * 1.1, paints.stem)
        pen.line(
            bezier((side * half, -0.08), (side * 0.42, -0.14), (side * 0.26, -0.3)),
            paints.line * 1.4,
            paints.bloom,
        )
        claw = [moved(rotated(petal(0.16, 0.07), turn), side * 0.26, -0.28) for turn in (-120, -70)]
        pen.areas(claw, paints.bloom)
    shell = ellipse(0, 0.06, half + 0.04, half * 0.8)
    closed(pen, shell, paints.bloom, rng.random() < paints.filled, paints.line, paints.tint)
    pen.areas([circle(x, -0.04, 0.025, 8) for x in (-0.07, 0.07)], paints.accent)


def beetle(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A cicada, bee or beetle from above."""
    frame = pen.at(0, 0, 1.0, rng.uniform(-40, 40))
    for y in (-0.1, 0.04, 0.18):
        legs = [path((s * 0.08, y), (s * 0.28, y + (y - 0.04) * 0.8)) for s in (-1, 1)]
        frame.lines(legs, paints.line * 0.8, paints.stem)
    body = ellipse(0, 0.08, 0.13, 0.26)
    closed(frame, body, paints.stem, rng.random() < paints.filled, paints.line, paints.tint)
    for turn in (68, 112):
        wing = moved(rotated(petal(rng.uniform(0.46, 0.6), 0.2, 0.6), turn), 0, -0.16)
        closed(frame, wing, paints.bloom, False, paints.line, paints.tint)
    closed(frame, circle(0, -0.24, 0.1, 14), paints.accent, rng.random() < 0.6, paints.line, paints.tint)
    frame.lines(around(path((0.1, 0), (0.2, 0)), 2, -110, 80), paints.line * 0.7, paints.stem)


ANIMALS: tuple[Plant, ...] = (fish, cat, mouse, cock, centipede, crab, beetle, butterfly)
"""One picture for each kind of animal."""
