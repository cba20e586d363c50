"""Plants for the Seasons: the four nobles and garden flowers, composed at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from datasets.faces.canvas import (
    Pen,
    Points,
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
from datasets.faces.palette import Bgr

Rng = np.random.Generator


@dataclass(frozen=True)
class Paints:
    """The inks of one picture."""

    bloom: Bgr
    leaf: Bgr
    stem: Bgr
    accent: Bgr
    line: float = 0.024  # width of drawn lines, picture height being 1
    filled: float = 0.5  # share of shapes that are filled rather than outlined
    tint: float = 0.0  # strength of the wash inside outlined shapes; 0: the ground shows


Blossom = Callable[[Pen, Rng, Paints], None]
Plant = Callable[[Pen, Rng, Paints], None]


def closed(pen: Pen, points: Points, ink: Bgr, filled: bool, line: float, tint: float = 0.0) -> None:
    """A shape that hides what lies behind it: filled, or in outline with a paler wash inside."""
    if filled:
        pen.area(points, ink)
        return
    pen.area(points, _pale(ink, tint) if tint else None)
    pen.line(points, line, ink, closed=True)


def _pale(ink: Bgr, strength: float) -> Bgr:
    b, g, r = (round(255 + (level - 255) * strength) for level in ink)
    return b, g, r


# Blossoms fill a frame of radius 1.


def round_blossom(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Five or six round petals: plum, cherry."""
    count = int(rng.integers(5, 7))
    filled = rng.random() < paints.filled
    line = paints.line * 8
    centres = circle(0, 0, 0.6, count)
    for x, y in centres:
        closed(pen, circle(x, y, 0.42, 14), paints.bloom, filled, line, paints.tint)
    pen.disc(0, 0, 0.35, None)
    if rng.random() < 0.5:
        pen.lines(around(path((0.1, 0), (0.5, 0)), count, 30), line * 0.7, paints.accent)
    pen.disc(0, 0, 0.2, paints.bloom if rng.random() < 0.5 else paints.accent)


def rayed_blossom(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Many narrow petals in one or two rounds: chrysanthemum, aster."""
    count = int(rng.integers(8, 17))
    line = paints.line * 7
    shape = petal(1.0, 4.4 / count, 0.7)
    if rng.random() < paints.filled:
        pen.areas(around(shape * (1, 0.8), count), paints.bloom)
    else:
        for each in around(shape, count):
            pen.line(each, line, paints.bloom, closed=True)
    if rng.random() < 0.6:
        pen.disc(0, 0, 0.5, None)
        for each in around(shape * 0.55, max(5, count // 2)):
            pen.line(each, line, paints.bloom, closed=True)
    pen.disc(0, 0, 0.2, paints.accent if rng.random() < 0.4 else paints.bloom)


def peony_blossom(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Nested scalloped rounds: peony, lotus from above, chrysanthemum of modern sets."""
    filled = rng.random() < paints.filled * 0.7
    line = paints.line * 7
    squash = rng.uniform(0.6, 1.0)
    for radius in (0.95, 0.62, 0.34)[: int(rng.integers(2, 4))]:
        count = max(5, int(radius * rng.integers(8, 12)))
        bump = radius * np.pi / count
        ring = [
            ellipse(x, y * squash, bump, bump * squash, sides=12)
            for x, y in circle(0, 0, radius - bump * 0.5, count)
        ]
        for each in ring:
            closed(pen, each, paints.bloom, filled, line, paints.tint)
        pen.area(
            ellipse(0, 0, radius - bump * 0.5, (radius - bump * 0.5) * squash, sides=16),
            paints.bloom if filled else None,
        )
        if filled:
            pen.line(ellipse(0, 0, radius * 0.7, radius * 0.7 * squash, sides=16), line, None, closed=True)
    pen.disc(0, 0, 0.14, paints.bloom)


def rose_blossom(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A cup of wrapped petals: rose, camellia."""
    line = paints.line * 8
    closed(
        pen,
        ellipse(0, 0, 0.95, rng.uniform(0.7, 0.95), rng.uniform(-20, 20)),
        paints.bloom,
        False,
        line,
        paints.tint,
    )
    for k in range(int(rng.integers(2, 5))):
        start = rng.uniform(0, 360)
        pen.line(
            arc(
                rng.normal(0, 0.06), rng.normal(0, 0.06), 0.7 - 0.17 * k, start, start + rng.uniform(150, 280)
            ),
            line,
            paints.bloom,
        )
    for turn in rng.uniform(0, 360, int(rng.integers(1, 4))):
        pen.line(
            rotated(petal(0.7, 0.6, 0.6), turn) + rotated(path((0.6, 0)), turn)[0],
            line,
            paints.bloom,
            closed=True,
        )


def cup_blossom(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Pointed petals seen from the side: lotus, lily, tulip, orchid."""
    count = int(rng.choice((3, 5, 7)))
    filled = rng.random() < paints.filled
    spread = rng.uniform(35, 85)
    order = sorted(range(count), key=lambda k: -abs(k - count // 2))
    for k in order:
        turn = -90 + spread * (k - count // 2) / max(1, count // 2)
        closed(
            pen,
            moved(rotated(petal(1.5, 0.62, 0.55), turn), 0, 0.7),
            paints.bloom,
            filled and k % 2 == 0,
            paints.line * 8,
            paints.tint,
        )


def berry_cluster(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A handful of balls: berries, buds, small blossoms."""
    for x, y in rng.uniform(-0.6, 0.6, (int(rng.integers(3, 8)), 2)):
        closed(
            pen,
            circle(x, y, 0.28, 10),
            paints.bloom,
            rng.random() < paints.filled,
            paints.line * 8,
            paints.tint,
        )


BLOSSOMS: tuple[Blossom, ...] = (round_blossom, rayed_blossom, peony_blossom, rose_blossom, cup_blossom)


def leaf(pen: Pen, rng: Rng, paints: Paints, x: float, y: float, turn: float, size: float) -> None:
    """One leaf growing from (x, y) towards `turn`, filled or outlined, perhaps with a rib."""
    shape = moved(rotated(petal(size, size * rng.uniform(0.3, 0.55), rng.uniform(0.35, 0.6)), turn), x, y)
    filled = rng.random() < paints.filled
    closed(pen, shape, paints.leaf, filled, paints.line, paints.tint)
    if rng.random() < 0.5:
        tip = rotated(path((size * 0.8, 0)), turn)[0] + (x, y)
        pen.line(path((x, y), (tip[0], tip[1])), paints.line * 0.8, None if filled else paints.leaf)


def _stem(pen: Pen, curve: Points, paints: Paints) -> None:
    pen.brush(curve, [paints.line * 1.6, paints.line * 1.1, paints.line * 0.8], paints.stem)


# Plants fill a frame about 0.85 wide and 1 high, centred.


def plum(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A crooked bough with round blossoms and buds."""
    side = rng.choice((-1.0, 1.0))
    knots = [
        (-0.36 * side, 0.46),
        (-0.2 * side, 0.2),
        (0.05 * side, 0.12),
        (-0.02 * side, -0.16),
        (0.16 * side, -0.44),
    ]
    bough = np.array(knots) + rng.normal(0, 0.035, (5, 2))
    pen.brush(bough, [0.06, 0.04, 0.04, 0.03, 0.015], paints.stem)
    for k in (1, 2, 3):
        x, y = bough[k]
        tip = (x + rng.uniform(0.12, 0.34) * rng.choice((-1, 1)), y - rng.uniform(0.06, 0.24))
        pen.brush(path((x, y), tip), [0.03, 0.012], paints.stem)
        if rng.random() < 0.7:
            berry_cluster(pen.at(*tip, 0.06), rng, paints)
    many = int(rng.integers(1, 6))
    for _ in range(many):
        x, y = bough[rng.integers(1, 5)] + rng.normal(0, 0.07, 2)
        size = rng.uniform(0.08, 0.13) if many > 2 else rng.uniform(0.13, 0.2)
        round_blossom(pen.at(float(x), float(y), size, rng.uniform(0, 72)), rng, paints)
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(3, 9))):
            x, y = bough[rng.integers(1, 5)] + rng.normal(0, 0.08, 2)
            pen.disc(x, y, 0.028, paints.leaf)


def orchid(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A tuft of long bending blades with small flowers between them."""
    foot = (rng.uniform(-0.08, 0.08), 0.46)
    for k in range(int(rng.integers(5, 11))):
        lean = rng.uniform(-0.42, 0.42) if k else rng.uniform(-0.05, 0.12)
        high = rng.uniform(0.3, 0.9) if k else 0.92
        blade = bezier(
            foot,
            (foot[0] + lean * 0.2, 0.46 - high * 0.7),
            (lean * 0.8, 0.46 - high),
            (lean * 1.1, 0.46 - high * rng.uniform(0.5, 0.95)),
            steps=12,
        )
        pen.brush(blade, [0.02, rng.uniform(0.025, 0.05), 0.03, 0.008], paints.leaf)
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(-0.26, 0.26), rng.uniform(-0.05, 0.34)
        flower: Blossom = (cup_blossom, berry_cluster, round_blossom)[rng.integers(3)]
        flower(pen.at(x, y, rng.uniform(0.07, 0.13), rng.uniform(-60, 60)), rng, paints)
        if rng.random() < 0.5:
            _stem(pen, bezier((x, y + 0.06), (x * 0.6, 0.35), foot, steps=8), paints)


def chrysanthemum(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A large rayed head on a leafy stem."""
    x, y = rng.uniform(-0.08, 0.08), rng.uniform(-0.2, 0.14)
    _stem(
        pen,
        bezier((x, y), (x + rng.uniform(-0.1, 0.1), 0.3), (rng.uniform(-0.12, 0.12), 0.47), steps=8),
        paints,
    )
    for k in range(int(rng.integers(4, 10))):
        turn = rng.uniform(-50, 20) if k % 2 else rng.uniform(160, 230)
        leaf(pen, rng, paints, x, rng.uniform(0.26, 0.45), turn, rng.uniform(0.16, 0.3))
    if rng.random() < 0.7:
        _stem(pen, bezier((x, y), (x + 0.05, y - 0.2), (rng.uniform(-0.15, 0.2), -0.46), steps=8), paints)
        for turn in (-30, -150, -60):
            leaf(pen, rng, paints, x + 0.02, y - 0.22, turn + rng.normal(0, 15), 0.16)
    head: Blossom = rayed_blossom if rng.random() < 0.6 else peony_blossom
    head(pen.at(x, y, rng.uniform(0.18, 0.28)), rng, paints)
    if rng.random() < 0.25:
        rayed_blossom(pen.at(x + rng.choice((-0.26, 0.26)), y + 0.2, 0.12), rng, paints)


def bamboo(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Jointed canes with hanging pointed leaves."""
    canes = int(rng.integers(1, 4))
    ink = paints.accent if rng.random() < 0.35 else paints.stem
    lean = rng.uniform(-0.2, 0.2)
    for k in range(canes):
        x = (k - (canes - 1) / 2) * rng.uniform(0.1, 0.2)
        top = (x + lean * 0.5, -0.48 + rng.uniform(0, 0.3) * (k > 0))
        foot = (x - lean * 0.5, 0.47)
        joints = np.linspace(0, 1, int(rng.integers(4, 7)))
        thick = rng.uniform(0.04, 0.075)
        for a, b in pairwise(joints):
            start = np.array(foot) * (1 - a) + np.array(top) * a
            end = np.array(foot) * (1 - b + 0.02) + np.array(top) * (b - 0.02)
            cane = ribbon(np.linspace(start, end, 4), [thick, thick * 0.7, thick])
            closed(pen, cane, ink, rng.random() < 0.6, paints.line * 0.8, paints.tint)
    for _ in range(int(rng.integers(3, 7))):
        side = rng.choice((-1, 1))
        x, y = lean * 0.2 + side * rng.uniform(0.06, 0.26), rng.uniform(-0.38, 0.34)
        pen.line(path((x * 0.2, y + 0.06), (x, y)), paints.line * 0.6, paints.leaf)
        fan = int(rng.integers(2, 5))
        base = rng.choice((90, 90, -90)) if rng.random() < 0.3 else 90 - side * rng.uniform(0, 50)
        for k in range(fan):
            blade = rotated(
                petal(rng.uniform(0.12, 0.22), rng.uniform(0.035, 0.06), 0.4), base + 30 * (k - (fan - 1) / 2)
            )
            pen.area(moved(blade, x, y), paints.leaf)
    if rng.random() < 0.2:
        berry_cluster(pen.at(0.2, 0.4, 0.07), rng, paints)


def garden(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Some flower of the season on a stem with leaves, a tendril or buds."""
    x, y = rng.uniform(-0.14, 0.14), rng.uniform(-0.16, 0.16)
    stem = bezier((x, y), (x + rng.uniform(-0.2, 0.2), y + 0.2), (rng.uniform(-0.2, 0.25), 0.48), steps=12)
    _stem(pen, stem, paints)
    if rng.random() < 0.6:
        tip = (rng.uniform(-0.3, 0.3), -0.46)
        tendril = bezier((x, y), (x + rng.uniform(-0.3, 0.3), y - 0.15), tip, steps=12)
        _stem(pen, tendril, paints)
        for k in (5, 8, 11):
            leaf(
                pen,
                rng,
                paints,
                float(tendril[k, 0]),
                float(tendril[k, 1]),
                rng.uniform(-170, -10),
                rng.uniform(0.1, 0.16),
            )
    for _ in range(int(rng.integers(3, 9))):
        px, py = stem[rng.integers(4, 12)]
        turn = rng.choice((0, 180)) + rng.uniform(-60, 60)
        leaf(pen, rng, paints, px, py, turn, rng.uniform(0.14, 0.28))
    flower = BLOSSOMS[rng.integers(len(BLOSSOMS))]
    flower(pen.at(x, y, rng.uniform(0.15, 0.25), rng.uniform(-25, 25)), rng, paints)
    for _ in range(int(rng.integers(0, 3))):
        at = (x + rng.uniform(-0.32, 0.32), y + rng.uniform(-0.2, 0.25))
        BLOSSOMS[rng.integers(len(BLOSSOMS))](pen.at(*at, rng.uniform(0.07, 0.12)), rng, paints)


def lotus(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A lotus over broad leaves and water."""
    for x in (-0.24, 0.0, 0.26):
        pen.line(
            bezier((x, rng.uniform(-0.1, 0.1)), (x * 1.2, 0.3), (x * 0.4, 0.46), steps=6),
            paints.line,
            paints.stem,
        )
    for x in (-0.25, 0.25):
        closed(
            pen,
            ellipse(x, 0.12, 0.18, 0.09, rng.uniform(-20, 20)),
            paints.leaf,
            rng.random() < paints.filled,
            paints.line,
            paints.tint,
        )
    cup_blossom(pen.at(0, -0.15, rng.uniform(0.18, 0.24)), rng, paints)
    waves = [bezier((-0.36, y), (-0.1, y - 0.05), (0.1, y + 0.05), (0.36, y)) for y in (0.42, 0.47)]
    pen.lines(waves, paints.line * 0.8, paints.accent)


def pine(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A bough of pine or a winter plant: tufts of needles on a bent trunk."""
    trunk = bezier((-0.3, 0.46), (0.2, 0.25), (-0.25, -0.1), (0.2, -0.42))
    pen.brush(trunk, [0.07, 0.04, 0.02], paints.stem)
    for k in rng.integers(3, 14, 6):
        x, y = trunk[k] + rng.normal(0, 0.1, 2)
        needles = around(path((0, 0), (rng.uniform(0.1, 0.16), 0)), 9, -180, 200)
        pen.lines([moved(needle, x, y) for needle in needles], paints.line * 0.7, paints.leaf)
    berry_cluster(pen.at(0.2, 0.2, 0.1), rng, paints)


NOBLES: tuple[Plant, Plant, Plant, Plant] = (plum, orchid, chrysanthemum, bamboo)
"""Plum, orchid, chrysanthemum, bamboo: the plants of 1f to 4f."""
