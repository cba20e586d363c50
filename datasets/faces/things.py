"""Fans, lanterns, instruments and other things on Seasons, each in a frame 0.85 wide and 1 high."""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import Pen, arc, around, bezier, circle, ellipse, moved, path, petal, rotated
from datasets.faces.flora import Paints, Plant, Rng, closed, round_blossom


def fan(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A folding fan, or a round one on a stick."""
    if rng.random() < 0.5:
        sweep = rng.uniform(90, 170)
        start = -90 - sweep / 2
        rim = np.concatenate(
            (arc(0, 0.36, 0.7, start, start + sweep), arc(0, 0.36, 0.3, start + sweep, start))
        )
        closed(pen, rim, paints.bloom, rng.random() < paints.filled * 0.6, paints.line, paints.tint)
        ribs = around(path((0, 0), (0.7, 0)), int(rng.integers(6, 12)), start, sweep * 1.1)
        pen.lines([moved(rib, 0, 0.36) for rib in ribs], paints.line * 0.7, paints.stem)
    else:
        pen.line(path((0, 0.0), (0, 0.48)), paints.line * 1.8, paints.stem)
        leaf = ellipse(0, -0.12, rng.uniform(0.24, 0.34), rng.uniform(0.26, 0.34))
        closed(pen, leaf, paints.leaf, rng.random() < paints.filled * 0.5, paints.line, paints.tint)
        round_blossom(pen.at(0, -0.12, rng.uniform(0.1, 0.18)), rng, paints)
    _tassel(pen, paints, 0.0, 0.36)


def lantern(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A paper lantern with tassels."""
    half, high = rng.uniform(0.18, 0.34), rng.uniform(0.2, 0.3)
    pen.line(path((0, -0.48), (0, -high)), paints.line, paints.stem)
    filled = rng.random() < paints.filled
    closed(pen, ellipse(0, 0, half, high), paints.bloom, filled, paints.line * 1.2, paints.tint)
    ribs = [ellipse(0, 0, half * part, high) for part in (0.35, 0.7)]
    pen.lines(ribs, paints.line * 0.7, None if filled else paints.bloom, closed=True)
    for y in (-high, high):
        cap = path(
            (-half * 0.5, y - 0.03), (half * 0.5, y - 0.03), (half * 0.5, y + 0.03), (-half * 0.5, y + 0.03)
        )
        pen.area(cap, paints.stem)
    for x in (-0.08, 0.0, 0.08):
        _tassel(pen, paints, x, high + 0.02)


def lute(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A pipa, moon guitar or fiddle."""
    frame = pen.at(0, 0, 1.0, rng.uniform(-40, 40))
    round_ = rng.random() < 0.5
    neck = path((-0.03, -0.44), (0.03, -0.44), (0.03, 0.1), (-0.03, 0.1))
    closed(frame, neck, paints.stem, True, paints.line, paints.tint)
    body = circle(0, 0.2, 0.24) if round_ else moved(rotated(petal(0.7, 0.42, 0.7), 90), 0, -0.24)
    closed(frame, body, paints.bloom, rng.random() < paints.filled, paints.line, paints.tint)
    frame.lines([path((x, -0.4), (x, 0.34)) for x in (-0.015, 0.015)], paints.line * 0.5, paints.accent)
    frame.line(path((-0.09, 0.32), (0.09, 0.32)), paints.line * 1.3, paints.stem)
    for y in (-0.4, -0.32):
        frame.line(path((-0.12, y), (0.12, y)), paints.line, paints.stem)


def zither(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A qin lying aslant on its table."""
    frame = pen.at(0, -0.06, 1.0, rng.uniform(-35, 10))
    board = path((-0.42, -0.1), (0.42, -0.06), (0.42, 0.1), (-0.42, 0.08))
    closed(frame, board, paints.bloom, rng.random() < paints.filled * 0.5, paints.line, paints.tint)
    for y in np.linspace(-0.05, 0.05, int(rng.integers(3, 6))):
        frame.line(path((-0.38, y), (0.38, y * 1.1)), paints.line * 0.5, paints.stem)
    frame.areas([circle(x, 0.07, 0.015, 8) for x in np.linspace(-0.3, 0.3, 6)], paints.accent)
    for x in (-0.28, 0.28):
        pen.line(path((x, 0.12), (x, 0.44)), paints.line * 1.4, paints.stem)
    pen.line(path((-0.3, 0.4), (0.3, 0.4)), paints.line, paints.stem)


def chessboard(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A board with pieces."""
    frame = pen.at(0, 0, 1.0, rng.choice((0.0, 45.0, rng.uniform(-30, 30))))
    half, lines = rng.uniform(0.26, 0.36), int(rng.integers(4, 7))
    grid = np.linspace(-half, half, lines)
    frame.lines([path((x, -half), (x, half)) for x in grid], paints.line * 0.7, paints.stem)
    frame.lines([path((-half, y), (half, y)) for y in grid], paints.line * 0.7, paints.stem)
    for _ in range(int(rng.integers(3, 9))):
        x, y = rng.choice(grid), rng.choice(grid)
        piece = circle(float(x), float(y), half / lines * 0.8, 12)
        closed(frame, piece, paints.bloom, rng.random() < 0.5, paints.line, paints.tint)


def book(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A stack of thread-bound books, or an open one."""
    if rng.random() < 0.5:
        for k in range(int(rng.integers(2, 5))):
            y, x = 0.34 - 0.16 * k, rng.uniform(-0.06, 0.06)
            cover = path((x - 0.32, y), (x + 0.32, y), (x + 0.32, y + 0.13), (x - 0.32, y + 0.13))
            ink = (paints.bloom, paints.leaf, paints.accent)[k % 3]
            closed(pen, cover, ink, rng.random() < paints.filled, paints.line, paints.tint)
            pen.lines(
                [path((x - 0.3, y + d), (x + 0.2, y + d)) for d in (0.045, 0.085)], paints.line * 0.5, ink
            )
    else:
        for side in (-1, 1):
            page = path((0, -0.2), (side * 0.38, -0.28), (side * 0.38, 0.22), (0, 0.3))
            closed(pen, page, paints.bloom, False, paints.line, paints.tint)
            rows = [path((side * 0.06, y), (side * 0.32, y - 0.06)) for y in np.linspace(-0.1, 0.2, 5)]
            pen.lines(rows, paints.line * 0.6, paints.stem)


def scroll(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A hanging picture with a flower or a mountain on it."""
    half, high = rng.uniform(0.2, 0.3), rng.uniform(0.32, 0.42)
    sheet = path((-half, -high), (half, -high), (half, high), (-half, high))
    closed(pen, sheet, paints.leaf, False, paints.line, paints.tint)
    for y in (-high, high):
        pen.line(path((-half - 0.06, y), (half + 0.06, y)), paints.line * 2.2, paints.stem)
    pen.line(path((-half, -high), (0, -high - 0.12), (half, -high)), paints.line * 0.7, paints.stem)
    if rng.random() < 0.5:
        round_blossom(pen.at(0, -0.08, half * 0.6), rng, paints)
        pen.line(bezier((0, 0.0), (0.06, 0.14), (-0.06, high - 0.06)), paints.line, paints.accent)
    else:
        peaks = path((-half, 0.2), (-half * 0.4, -0.12), (0, 0.1), (half * 0.4, -0.2), (half, 0.2))
        pen.line(peaks, paints.line, paints.bloom)
        pen.disc(half * 0.5, -high + 0.12, 0.05, paints.accent)


def kettle(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A teapot or wine jug."""
    filled = rng.random() < paints.filled
    handle = arc(0, -0.04, 0.3, 200, 340) if rng.random() < 0.5 else arc(0.3, 0.1, 0.14, -100, 100)
    pen.line(handle, paints.line * 1.6, paints.stem)
    spout = path((-0.2, 0.16), (-0.42, -0.12), (-0.36, -0.14), (-0.12, 0.04))
    for shape in (spout, ellipse(0, 0.14, rng.uniform(0.22, 0.3), rng.uniform(0.18, 0.26))):
        closed(pen, shape, paints.bloom, filled, paints.line, paints.tint)
    pen.line(path((-0.14, -0.06), (0.14, -0.06)), paints.line * 1.6, paints.stem)
    pen.disc(0, -0.1, 0.035, paints.stem)
    petals = around(petal(0.09, 0.05), 5)
    pen.areas([moved(each, 0, 0.14) for each in petals], None if filled else paints.accent)


def umbrella(pen: Pen, rng: Rng, paints: Paints) -> None:
    """An open paper umbrella."""
    frame = pen.at(0, 0, 1.0, rng.uniform(-35, 35))
    frame.line(path((0, -0.3), (0, 0.44)), paints.line * 1.4, paints.stem)
    canopy = np.concatenate((arc(0, 0.06, 0.4, 180, 360, 14), path((0.2, 0.0), (0.0, 0.06), (-0.2, 0.0))))
    closed(frame, canopy, paints.bloom, rng.random() < paints.filled, paints.line, paints.tint)
    ribs = [bezier((0, -0.34), (x * 0.9, -0.26), (x, 0.02)) for x in (-0.2, 0.0, 0.2)]
    frame.lines(ribs, paints.line * 0.7, paints.accent)
    frame.line(arc(0.05, 0.42, 0.05, 0, 180, 6), paints.line, paints.stem)


def gourd(pen: Pen, rng: Rng, paints: Paints) -> None:
    """A bottle gourd with a ribbon."""
    filled = rng.random() < paints.filled
    for shape in (circle(0, 0.2, rng.uniform(0.2, 0.26)), circle(0, -0.14, rng.uniform(0.12, 0.17))):
        closed(pen, shape, paints.leaf, filled, paints.line, paints.tint)
    pen.line(bezier((0, -0.28), (0.04, -0.4), (0.14, -0.46)), paints.line * 1.5, paints.stem)
    ribbon_ = [bezier((0, 0.0), (s * 0.2, -0.06), (s * 0.38, 0.14)) for s in (-1, 1)]
    pen.lines(ribbon_, paints.line * 1.2, paints.bloom)
    round_blossom(pen.at(0, 0.22, 0.08), rng, paints)


def coins(pen: Pen, rng: Rng, paints: Paints) -> None:
    """Square-holed coins on a string."""
    count = int(rng.integers(1, 4))
    pen.line(bezier((0, -0.48), (0.06, 0.0), (0, 0.48)), paints.line, paints.stem)
    for y in np.linspace(-0.26, 0.26, count) if count > 1 else (0.0,):
        r = 0.36 if count == 1 else 0.34 / count + 0.05
        closed(pen, circle(0, y, r), paints.bloom, False, paints.line * 1.3, paints.tint)
        hole = rotated(
            path((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)) * (r * 0.3), rng.choice((0, 45))
        )
        pen.line(moved(hole, 0, y), paints.line, paints.bloom, closed=True)
        pen.areas(
            [moved(each, 0, y) for each in circle(0, 0, r * 0.7, 4)[:, None] + circle(0, 0, 0.02, 8)],
            paints.accent,
        )


def _tassel(pen: Pen, paints: Paints, x: float, y: float) -> None:
    threads = [path((x, y), (x + dx, y + 0.12)) for dx in (-0.02, 0.0, 0.02)]
    pen.lines(threads, paints.line * 0.6, paints.accent)


THINGS: tuple[Plant, ...] = (
    fan,
    lantern,
    lute,
    scroll,
    kettle,
    umbrella,
    gourd,
    coins,
    book,
    chessboard,
    zither,
)
"""One picture for each thing."""

ARTS: tuple[Plant, Plant, Plant, Plant] = (zither, chessboard, book, scroll)
"""Music, chess, writing and painting, in the order of their names' numbers."""
