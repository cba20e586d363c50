"""Pots, bowls, vases and baskets, and plants growing in them."""

from __future__ import annotations

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
    rotated,
)
from datasets.faces.flora import (
    BLOSSOMS,
    Paints,
    Plant,
    Rng,
    berry_cluster,
    closed,
    garden,
    leaf,
    lotus,
    pine,
)


def potted(plant: Plant) -> Plant:
    """The plant, smaller, in some vessel."""

    def draw(pen: Pen, rng: Rng, paints: Paints) -> None:
        deep = rng.uniform(0.16, 0.34)  # of the vessel
        rim = 0.48 - deep
        size = rng.uniform(0.9, 1.05) * (rim + 0.5)
        plant(pen.at(0, rim - 0.46 * size, size, squeeze=rng.uniform(1.0, 1.35)), rng, paints)
        vessel(pen.at(0, rim), rng, paints, deep)

    return draw


def vessel(pen: Pen, rng: Rng, paints: Paints, deep: float) -> None:
    """A vessel whose rim is at the frame's origin and whose foot is `deep` below."""
    half = rng.uniform(0.14, 0.34) if deep < 0.25 else rng.uniform(0.12, 0.24)
    ink = (paints.accent, paints.stem, paints.bloom, paints.leaf)[rng.choice(4, p=(0.4, 0.25, 0.2, 0.15))]
    side = _profile(rng, half, deep)
    closed(
        pen,
        np.concatenate((side, side[::-1] * (-1, 1))),
        ink,
        rng.random() < paints.filled * 0.8,
        paints.line,
        paints.tint,
    )
    _ornament(pen, rng, paints, half, deep)
    if rng.random() < 0.45:  # a lip
        lip = rng.uniform(0.02, 0.05)
        edge = path((-half - 0.03, -lip), (half + 0.03, -lip), (half + 0.03, lip), (-half - 0.03, lip))
        closed(pen, edge, ink, rng.random() < 0.4, paints.line, paints.tint)
    if rng.random() < 0.35:  # a stand or feet
        pen.line(path((-half, deep + 0.01), (half, deep + 0.01)), paints.line * 1.5, paints.stem)
        pen.lines([path((x, deep), (x * 1.15, deep + 0.05)) for x in (-half, half)], paints.line, paints.stem)


def _profile(rng: Rng, half: float, deep: float) -> Points:
    """The right half of the outline, from rim to foot."""
    foot = half * rng.uniform(0.4, 0.95)
    match rng.integers(5):
        case 0:  # flowerpot or planter
            return path((half, 0), (foot, deep))
        case 1:  # bowl
            return bezier((half, 0), (half, deep), (foot * 0.8, deep), (foot * 0.5, deep))
        case 2:  # vase: a neck over a belly
            neck = half * rng.uniform(0.5, 0.8)
            return bezier((neck, 0), (neck * 0.4, deep * 0.3), (half * 2.0, deep * 0.55), (foot * 0.7, deep))
        case 3:  # jar: widest at its shoulder
            return bezier(
                (half * 0.7, 0), (half * 1.7, deep * 0.25), (half * 0.8, deep * 0.9), (foot * 0.6, deep)
            )
        case _:  # footed dish
            return path((half, 0), (half * 0.85, deep * 0.5), (half * 0.25, deep * 0.65), (half * 0.6, deep))


def _ornament(pen: Pen, rng: Rng, paints: Paints, half: float, deep: float) -> None:
    """Bands, a wave, a lattice, a flower or a sign on the vessel's belly."""
    middle = deep * 0.5
    line = paints.line * 0.8
    match rng.integers(7):
        case 0:
            pen.lines(
                [path((-half * 0.7, y), (half * 0.7, y)) for y in (middle - 0.03, middle + 0.03)],
                line,
                paints.bloom,
            )
        case 1:
            steps = np.linspace(-half * 0.75, half * 0.75, 9)
            zigzag = np.stack((steps, middle + 0.03 * (-1.0) ** np.arange(9)), axis=1)
            pen.line(zigzag, line, paints.bloom)
        case 2:  # wickerwork
            xs = np.linspace(-half * 0.7, half * 0.7, 5)
            rods = [path((x, 0.02), (x + s * half * 0.3, deep - 0.02)) for x in xs for s in (-1, 1)]
            pen.lines(rods, line * 0.7, paints.stem)
        case 3:
            petals = around(petal(0.06, 0.04), 5, float(rng.uniform(0, 72)))
            pen.areas([moved(shape, 0, middle) for shape in petals], paints.bloom)
        case 4:
            pen.line(ellipse(0, middle, half * 0.5, deep * 0.28), line, paints.bloom, closed=True)
            pen.disc(0, middle, 0.025, paints.bloom)
        case 5:
            pen.areas(
                [circle(x, middle, 0.02, 8) for x in np.linspace(-half * 0.6, half * 0.6, 4)], paints.bloom
            )
        case _:
            pass


def tuft(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Stiff pointed leaves fanning out of one root, perhaps with flowers among them."""
    count = int(rng.integers(5, 12))
    filled = rng.random() < paints.filled
    for k in sorted(range(count), key=lambda k: -abs(k - count / 2)):
        turn = -90 + rng.uniform(50, 80) * (2 * k / (count - 1) - 1)
        length = rng.uniform(0.45, 0.85)
        blade = moved(rotated(petal(length, rng.uniform(0.06, 0.16), 0.45), turn), 0, 0.46)
        closed(pen, blade, paints.leaf, filled, paints.line, paints.tint)
    for _ in range(int(rng.integers(0, 4))):
        flower = BLOSSOMS[rng.integers(len(BLOSSOMS))]
        x, y = rng.uniform(-0.25, 0.25), rng.uniform(-0.3, 0.25)
        flower(pen.at(x, y, rng.uniform(0.08, 0.16)), rng, paints)


def bonsai(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A bent trunk carrying pads of foliage."""
    side = rng.choice((-1.0, 1.0))
    trunk = bezier((0.05 * side, 0.47), (-0.3 * side, 0.25), (0.3 * side, 0.0), (-0.05 * side, -0.3))
    pen.brush(trunk, [0.08, 0.05, 0.02], paints.stem)
    for k in rng.choice(np.arange(3, 14), int(rng.integers(3, 6)), replace=False):
        x, y = trunk[k] + (rng.choice((-1, 1)) * rng.uniform(0.06, 0.26), -0.06)
        pen.line(path((float(trunk[k, 0]), float(trunk[k, 1])), (x, y)), paints.line, paints.stem)
        half, high = rng.uniform(0.1, 0.2), rng.uniform(0.05, 0.09)
        filled = rng.random() < paints.filled
        if rng.random() < 0.5:
            closed(pen, ellipse(x, y, half, high), paints.leaf, filled, paints.line, paints.tint)
        else:  # a cloud
            for dx in (-0.6, 0.6, 0.0):
                puff = ellipse(x + dx * half, y - 0.02 * (dx == 0), half * 0.55, high, sides=14)
                closed(pen, puff, paints.leaf, filled, paints.line, paints.tint)
    if rng.random() < 0.4:
        berry_cluster(pen.at(rng.uniform(-0.2, 0.2), rng.uniform(-0.3, 0.1), 0.09), rng, paints)


def bouquet(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Flowers and leaves on short stems out of one neck."""
    for _ in range(int(rng.integers(2, 6))):
        x, y = rng.uniform(-0.32, 0.32), rng.uniform(-0.4, 0.2)
        pen.line(bezier((0, 0.47), (x * 0.3, 0.2), (x, y)), paints.line, paints.stem)
        leaf(pen, rng, paints, x * 0.5, (y + 0.4) / 2, rng.uniform(-160, -20), rng.uniform(0.14, 0.26))
        flower = BLOSSOMS[rng.integers(len(BLOSSOMS))]
        flower(pen.at(x, y, rng.uniform(0.1, 0.2), rng.uniform(-30, 30)), rng, paints)


def hanging_basket(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A basket with a high handle, filled with flowers."""
    half, top = rng.uniform(0.2, 0.32), rng.uniform(-0.45, -0.25)
    pen.line(
        bezier((-half, 0.14), (-half, top - 0.2), (half, top - 0.2), (half, 0.14)),
        paints.line * 1.3,
        paints.stem,
    )
    for x in np.linspace(-half * 0.8, half * 0.8, int(rng.integers(2, 5))):
        flower = BLOSSOMS[rng.integers(len(BLOSSOMS))]
        flower(pen.at(float(x), rng.uniform(-0.1, 0.1), rng.uniform(0.1, 0.17)), rng, paints)
        leaf(pen, rng, paints, float(x), 0.1, rng.uniform(-170, -10), 0.2)
    side = bezier((half, 0.12), (half, 0.46), (half * 0.3, 0.46), (0, 0.46))
    closed(pen, np.concatenate((side, side[::-1] * (-1, 1))), paints.accent, False, paints.line, paints.tint)
    weave = [arc(x, 0.12, 0.14, 20, 160, 6) for x in np.linspace(-half * 0.5, half * 0.5, 3)]
    pen.lines(weave, paints.line * 0.7, paints.accent)


POTTED: tuple[Plant, ...] = (
    potted(garden),
    potted(tuft),
    potted(bonsai),
    potted(bouquet),
    potted(lotus),
    potted(pine),
    hanging_basket,
)
"""Vessels with plants of no particular name."""
