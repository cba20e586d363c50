"""People, buildings, boats and landscapes on Seasons.

Each fills a frame 0.85 wide and 1 high.
"""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import Pen, arc, around, bezier, circle, ellipse, moved, path, petal, rotated
from datasets.faces.flora import Paints, Rng, closed, garden, round_blossom


def person(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A figure in a robe and hat with something in the hand: fisherman, woodcutter, farmer, scholar."""
    x = rng.uniform(-0.1, 0.1)
    top = rng.uniform(-0.3, -0.2)
    half = rng.uniform(0.13, 0.24)
    lean = rng.uniform(-0.06, 0.06)
    robe = path((x - 0.07, top + 0.1), (x + 0.07, top + 0.1), (x + half + lean, 0.4), (x - half + lean, 0.42))
    closed(pen, robe, paints.leaf, rng.random() < paints.filled, paints.line, paints.tint)
    pen.line(path((x, top + 0.12), (x + lean, 0.4)), paints.line * 0.8, paints.stem)
    if rng.random() < 0.6:
        pen.line(path((x - half * 0.6, 0.06), (x + half * 0.6, 0.06)), paints.line * 1.4, paints.bloom)
    for side in (-1, 1):
        pen.line(
            path((x + side * 0.06 + lean, 0.41), (x + side * 0.08 + lean, 0.47)),
            paints.line * 1.4,
            paints.accent,
        )
    closed(pen, circle(x, top + 0.02, 0.08, 14), paints.stem, False, paints.line, paints.tint)
    _hat(pen, rng, paints, x, top)
    reach = rng.choice((-1.0, 1.0))
    hand = (x + reach * rng.uniform(0.2, 0.3), rng.uniform(-0.08, 0.12))
    pen.brush(
        bezier((x + reach * 0.05, top + 0.14), (x + reach * 0.15, top + 0.3), hand),
        [0.06, 0.08, 0.03],
        paints.leaf,
    )
    _tool(pen, rng, paints, hand, reach)
    _ground(pen, rng, paints)


def _hat(pen: Pen, rng: Rng, paints: Paints, x: float, y: float) -> None:
    if rng.random() < 0.5:
        closed(
            pen,
            path((x - 0.16, y), (x, y - 0.13), (x + 0.16, y)),
            paints.bloom,
            rng.random() < 0.5,
            paints.line,
            paints.tint,
        )
    else:
        pen.area(
            path((x - 0.08, y - 0.03), (x - 0.06, y - 0.12), (x + 0.06, y - 0.12), (x + 0.08, y - 0.03)),
            paints.stem,
        )
        pen.line(path((x - 0.13, y - 0.05), (x + 0.13, y - 0.05)), paints.line, paints.stem)


def _tool(pen: Pen, rng: Rng, paints: Paints, hand: tuple[float, float], reach: float) -> None:
    x, y = hand
    match rng.integers(5):
        case 0:  # rod, line and fish
            pen.line(
                path((x - reach * 0.1, 0.3), (x, y), (x + reach * 0.1, -0.44)), paints.line, paints.accent
            )
            pen.line(
                path((x + reach * 0.1, -0.44), (x + reach * 0.12, 0.2)), paints.line * 0.5, paints.accent
            )
            pen.area(moved(rotated(petal(0.16, 0.07), 80), x + reach * 0.12, 0.2), paints.bloom)
        case 1:  # hoe or axe
            pen.line(path((x, 0.4), (x, -0.35)), paints.line * 1.2, paints.accent)
            pen.area(
                path((x, -0.35), (x + reach * 0.14, -0.3), (x + reach * 0.12, -0.2), (x, -0.27)), paints.stem
            )
        case 2:  # a load on a pole
            pen.line(path((-0.4, y - 0.16), (0, y - 0.22), (0.4, y - 0.16)), paints.line * 1.2, paints.accent)
            for side in (-0.38, 0.38):
                pen.line(path((side, y - 0.16), (side, y + 0.1)), paints.line * 0.6, paints.accent)
                closed(
                    pen,
                    ellipse(side, y + 0.16, 0.09, 0.07),
                    paints.bloom,
                    rng.random() < 0.5,
                    paints.line,
                    paints.tint,
                )
        case 3:  # fan or scroll
            pen.areas(around(petal(0.18, 0.05), 5, -140, 120), paints.bloom)
            pen.at(x, y).areas(around(petal(0.2, 0.07), 5, -150, 150), paints.bloom)
        case _:  # a staff with a blossom
            pen.line(path((x, 0.44), (x, y - 0.25)), paints.line, paints.stem)
            round_blossom(pen.at(x, y - 0.3, 0.08), rng, paints)


def _ground(pen: Pen, rng: Rng, paints: Paints) -> None:
    y = 0.46
    pen.line(bezier((-0.4, y), (-0.1, y - rng.uniform(0, 0.05)), (0.4, y + 0.01)), paints.line, paints.leaf)
    for x in rng.uniform(-0.38, 0.38, int(rng.integers(0, 5))):
        blades = around(path((0, 0), (0.09, 0)), 3, -120, 90)
        pen.lines([moved(blade, x, y) for blade in blades], paints.line * 0.7, paints.leaf)


def pagoda(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Two to five storeys with upturned eaves."""
    floors = int(rng.integers(1, 5))
    base, high = rng.uniform(0.26, 0.36), 0.78 / floors
    for k in range(floors):
        bottom = 0.42 - k * high
        half = base * (1 - 0.16 * k)
        roof = bottom - high * 0.55
        body = path((-half * 0.66, bottom), (-half * 0.66, roof), (half * 0.66, roof), (half * 0.66, bottom))
        closed(pen, body, paints.bloom, rng.random() < 0.3 * paints.filled, paints.line, paints.tint)
        for x in np.linspace(-half * 0.4, half * 0.4, int(rng.integers(1, 4))):
            pen.line(path((x, bottom), (x, roof)), paints.line * 0.7, paints.bloom)
        left = bezier((-half - 0.03, roof - 0.05), (-half * 0.5, roof), (-half * 0.3, bottom - high * 0.95))
        eave = np.concatenate((left, left[::-1] * (-1, 1)))
        closed(pen, eave, paints.stem, rng.random() < paints.filled, paints.line, paints.tint)
    pen.line(path((0, 0.42 - floors * high), (0, 0.36 - floors * high)), paints.line * 1.5, paints.stem)
    pen.line(path((-0.4, 0.43), (0.4, 0.43)), paints.line * 1.4, paints.leaf)
    if rng.random() < 0.6:
        garden(pen.at(rng.choice((-0.3, 0.3)), 0.26, 0.4), rng, paints)


def boat(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A junk or a skiff on water."""
    hull = bezier((-0.4, 0.2), (-0.25, 0.42), (0.25, 0.42), (0.4, 0.16))
    closed(pen, hull, paints.stem, rng.random() < paints.filled, paints.line, paints.tint)
    mast = rng.uniform(-0.12, 0.12)
    pen.line(path((mast, 0.24), (mast, -0.44)), paints.line * 1.3, paints.stem)
    if rng.random() < 0.75:
        side = rng.choice((-1, 1))
        sail = bezier((mast, -0.42), (mast + side * 0.36, -0.34), (mast + side * 0.34, 0.0), (mast, 0.14))
        closed(pen, sail, paints.bloom, rng.random() < paints.filled * 0.5, paints.line, paints.tint)
        for t in (0.25, 0.45, 0.65):
            y = -0.42 + 0.56 * t
            pen.line(path((mast, y), (mast + side * 0.24, y + 0.03)), paints.line * 0.7, paints.bloom)
    else:
        pen.line(arc(0.08, 0.24, 0.17, 180, 360), paints.line, paints.bloom)
        person(pen.at(-0.2, 0.02, 0.45), rng, paints)
    for y in (0.4, 0.46):
        x = rng.uniform(-0.08, 0.08)
        pen.line(
            bezier((x - 0.3, y), (x - 0.1, y - 0.05), (x + 0.1, y + 0.05), (x + 0.3, y)),
            paints.line * 0.8,
            paints.leaf,
        )


def cart(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A rickshaw, barrow or car."""
    r = rng.uniform(0.15, 0.22)
    wheels = ((-0.2, 0.24), (0.22, 0.24)) if rng.random() < 0.4 else ((rng.uniform(-0.05, 0.15), 0.22),)
    seat = path((-0.22, -0.28), (-0.12, 0.06), (0.26, 0.06), (0.3, -0.12), (0.02, -0.12), (-0.06, -0.34))
    closed(pen, seat, paints.bloom, rng.random() < paints.filled, paints.line, paints.tint)
    pen.line(path((0.26, 0.02), (0.42, 0.1 + rng.uniform(-0.1, 0.1))), paints.line * 1.3, paints.stem)
    for x, y in wheels:
        pen.ring(x, y, r, paints.line * 1.3, paints.stem)
        spokes = around(path((0, 0), (r, 0)), int(rng.integers(4, 9)))
        pen.lines([moved(spoke, x, y) for spoke in spokes], paints.line * 0.7, paints.stem)
    _ground(pen, rng, paints)


def landscape(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Peaks, a sun or moon, birds, water or a bridge."""
    for _ in range(int(rng.integers(2, 4))):
        x, high, half = rng.uniform(-0.22, 0.22), rng.uniform(0.25, 0.55), rng.uniform(0.14, 0.26)
        peak = bezier(
            (x - half, 0.2), (x - half * 0.2, 0.2 - high * 1.3), (x + half * 0.4, 0.2 - high), (x + half, 0.2)
        )
        closed(pen, peak, paints.leaf, rng.random() < paints.filled * 0.4, paints.line, paints.tint)
    x = rng.uniform(-0.25, 0.25)
    closed(pen, circle(x, -0.34, 0.08), paints.bloom, rng.random() < 0.6, paints.line, paints.tint)
    for bx, by in rng.uniform((-0.35, -0.4), (0.3, -0.15), (int(rng.integers(0, 4)), 2)):
        pen.line(
            path((bx, by), (bx + 0.04, by + 0.03), (bx + 0.09, by - 0.01)), paints.line * 0.7, paints.accent
        )
    if rng.random() < 0.5:
        pen.line(arc(0, 0.46, 0.24, 195, 345), paints.line * 1.4, paints.stem)
        pen.line(arc(0, 0.54, 0.22, 210, 330), paints.line, paints.stem)
    for y in (0.3, 0.38, 0.46):
        wave = rng.uniform(-0.1, 0.1)
        pen.line(
            bezier((-0.36, y), (-0.1, y - 0.05 + wave * 0.2), (0.1, y + 0.05), (0.36, y)),
            paints.line * 0.7,
            paints.accent,
        )


def angler(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Someone sitting on a bank or in a skiff with a rod over the water."""
    side = rng.choice((-1.0, 1.0))
    frame = pen.at(0, 0, 1.0, 0.0, bool(side < 0))
    body = bezier((-0.3, 0.26), (-0.34, -0.16), (-0.06, -0.18), (0.0, 0.26))
    closed(frame, body, paints.leaf, rng.random() < paints.filled, paints.line, paints.tint)
    closed(frame, circle(-0.16, -0.16, 0.08, 14), paints.stem, False, paints.line, paints.tint)
    _hat(frame, rng, paints, -0.16, -0.18)
    tip = (rng.uniform(0.25, 0.38), rng.uniform(-0.42, -0.2))
    frame.line(bezier((-0.1, 0.1), (0.1, -0.1), tip), paints.line * 1.1, paints.accent)
    frame.line(path(tip, (tip[0] + 0.01, 0.34)), paints.line * 0.5, paints.accent)
    if rng.random() < 0.5:
        hull = bezier((-0.42, 0.24), (-0.3, 0.42), (0.1, 0.42), (0.2, 0.22))
        closed(frame, hull, paints.bloom, rng.random() < paints.filled, paints.line, paints.tint)
    else:
        bank = path((-0.42, 0.26), (0.06, 0.26), (0.12, 0.4), (-0.42, 0.44))
        closed(frame, bank, paints.stem, rng.random() < paints.filled, paints.line, paints.tint)
    _water(frame, rng, paints, (0.42, 0.47))


def portrait(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A head with its dress: a bearded sage, an official with a winged cap, a lady with combs."""
    closed(
        pen,
        path((-0.36, 0.46), (-0.22, 0.2), (0.22, 0.2), (0.36, 0.46)),
        paints.leaf,
        rng.random() < paints.filled,
        paints.line,
        paints.tint,
    )
    pen.lines([path((-0.1, 0.2), (0.04, 0.44)), path((0.1, 0.2), (-0.04, 0.44))], paints.line, paints.accent)
    face = ellipse(0, 0.0, rng.uniform(0.17, 0.22), rng.uniform(0.2, 0.26))
    closed(pen, face, paints.stem, False, paints.line, paints.tint)
    for x in (-0.08, 0.08):
        pen.line(arc(x, -0.03, 0.04, 200, 340, 6), paints.line * 0.8, paints.stem)
        pen.disc(x, -0.02, 0.018, paints.stem)
    pen.line(path((0, -0.02), (-0.02, 0.06), (0.02, 0.06)), paints.line * 0.7, paints.stem)
    pen.line(arc(0, 0.08, 0.05, 20, 160, 6), paints.line, paints.bloom)
    match rng.integers(3):
        case 0:
            cap = path((-0.2, -0.14), (-0.16, -0.4), (0.16, -0.4), (0.2, -0.14))
            closed(pen, cap, paints.bloom, rng.random() < 0.6, paints.line, paints.tint)
            pen.areas([ellipse(x, -0.2, 0.12, 0.04) for x in (-0.3, 0.3)], paints.bloom)
        case 1:
            pen.areas([circle(x, -0.3, 0.1, 14) for x in (-0.13, 0.0, 0.13)], paints.accent)
            round_blossom(pen.at(rng.choice((-0.2, 0.2)), -0.26, 0.08), rng, paints)
        case _:
            pen.disc(0, -0.3, 0.08, paints.accent)
            hairs = [bezier((x, 0.16), (x * 1.3, 0.3), (x * 0.4, 0.44)) for x in (-0.12, -0.04, 0.04, 0.12)]
            pen.lines(hairs, paints.line * 0.8, paints.accent)


def bridge(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A bridge over water beneath a willow or a moon."""
    high = rng.uniform(0.1, 0.3)
    for lift in (0.0, 0.09):
        deck = bezier(
            (-0.42, 0.28 - lift), (-0.15, 0.2 - high - lift), (0.15, 0.2 - high - lift), (0.42, 0.28 - lift)
        )
        pen.line(deck, paints.line * (1.4 if not lift else 0.9), paints.stem)
    posts = bezier((-0.42, 0.28), (-0.15, 0.2 - high), (0.15, 0.2 - high), (0.42, 0.28), steps=9)
    pen.lines([np.stack((post, post - (0, 0.12))) for post in posts], paints.line * 0.8, paints.bloom)
    pen.lines([path((x, 0.2), (x, 0.44)) for x in (-0.2, 0.2)], paints.line * 1.2, paints.stem)
    _water(pen, rng, paints, (0.38, 0.46))
    if rng.random() < 0.5:
        x = rng.choice((-0.28, 0.28))
        pen.line(bezier((x, 0.2), (x * 1.2, -0.2), (x * 0.6, -0.44)), paints.line * 1.5, paints.stem)
        for dx in np.linspace(-0.16, 0.16, 5):
            frond = bezier((x * 0.6, -0.42), (x * 0.6 + dx * 1.6, -0.46), (x * 0.6 + dx * 1.7, -0.1))
            pen.line(frond, paints.line * 0.8, paints.leaf)
    else:
        moon = circle(rng.uniform(-0.25, 0.25), -0.34, 0.1)
        closed(pen, moon, paints.bloom, rng.random() < 0.5, paints.line, paints.tint)


def pavilion(pen: Pen, rng: Rng, paints: Paints) -> None:
    """An open summerhouse on posts, with steps and a tree."""
    half = rng.uniform(0.24, 0.34)
    left = bezier((-half - 0.08, -0.12), (-half * 0.4, -0.16), (0, rng.uniform(-0.46, -0.34)))
    roof = np.concatenate((left, left[::-1] * (-1, 1)))
    closed(pen, roof, paints.bloom, rng.random() < paints.filled, paints.line, paints.tint)
    pen.disc(0, -0.4, 0.035, paints.bloom)
    posts = np.linspace(-half * 0.8, half * 0.8, int(rng.integers(2, 5)))
    pen.lines([path((x, -0.12), (x, 0.3)) for x in posts], paints.line * 1.6, paints.stem)
    pen.lines([path((-half, y), (half, y)) for y in (0.16, 0.22)], paints.line * 0.8, paints.stem)
    for k in range(int(rng.integers(1, 4))):
        wide = half + 0.04 * k
        pen.line(path((-wide, 0.3 + 0.06 * k), (wide, 0.3 + 0.06 * k)), paints.line * 1.3, paints.accent)
    if rng.random() < 0.5:
        garden(pen.at(rng.choice((-0.34, 0.34)), 0.2, 0.5), rng, paints)


def motor(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A motor car, a bus or an engine, as on sets of the twenties and later."""
    tall = rng.uniform(0.12, 0.3)
    cab = path((-0.2, 0.0), (-0.14, -tall), (0.16, -tall), (0.24, 0.0))
    closed(pen, cab, paints.leaf, False, paints.line, paints.tint)
    body = path((-0.42, 0.0), (0.4, 0.0), (0.42, 0.18), (-0.42, 0.18))
    closed(pen, body, paints.bloom, rng.random() < paints.filled, paints.line, paints.tint)
    pen.line(path((0.02, 0.0), (0.02, -tall)), paints.line * 0.8, paints.leaf)
    for x in (-0.24, 0.24):
        closed(
            pen,
            circle(x, 0.2, 0.1),
            paints.stem,
            rng.random() < paints.filled,
            paints.line * 1.2,
            paints.tint,
        )
        pen.disc(x, 0.2, 0.03, paints.accent)
    if rng.random() < 0.4:
        pen.area(path((-0.36, 0), (-0.38, -0.2), (-0.26, -0.2), (-0.28, 0)), paints.stem)
        pen.lines(
            [arc(-0.3 + 0.08 * k, -0.3 - 0.04 * k, 0.06, 0, 300) for k in range(3)],
            paints.line * 0.7,
            paints.accent,
        )
    pen.line(path((-0.42, 0.31), (0.42, 0.31)), paints.line, paints.stem)


def _water(pen: Pen, rng: Rng, paints: Paints, levels: tuple[float, ...]) -> None:
    for y in levels:
        x = rng.uniform(-0.08, 0.08)
        wave = bezier((x - 0.3, y), (x - 0.1, y - 0.05), (x + 0.1, y + 0.05), (x + 0.3, y))
        pen.line(wave, paints.line * 0.8, paints.accent)
