"""The frames of white dragons."""

from __future__ import annotations

from typing import Literal

import numpy as np

from datasets.faces.canvas import Pen, Points, arc, around, circle, moved, path, petal
from datasets.faces.palette import Bgr

FrameKind = Literal["double", "single", "thick", "corners", "ornate", "hatched", "nested", "chequered"]


def draw_frame(pen: Pen, kind: FrameKind, w: float, h: float, line: float, ink: Bgr, seed: int) -> None:
    """A frame `w` x `h` about the frame's origin in lines `line` wide; ornaments come from `seed`."""
    match kind:
        case "single":
            pen.line(_box(w, h, 0.03), line * 1.3, ink, closed=True)
        case "thick":
            pen.area(_box(w, h, 0.04), ink)
            pen.area(_box(w - 5 * line, h - 5 * line, 0.02), None)
        case "double":
            _double(pen, w, h, line, ink)
        case "corners":
            _double(pen, w, h, line, ink)
            _cut_corners(pen, w - 7.2 * line, h - 7.2 * line, line, ink)
        case "hatched":
            _hatched(pen, w, h, line, ink)
        case "nested":
            for share in (1.0, 0.72, 0.44, 0.16):
                pen.line(_box(w * share, h * (share + 0.1), 0.0), line, ink, closed=True)
        case "chequered":
            _chequered(pen, w, h, line, ink)
        case "ornate":
            _ornate(pen, np.random.default_rng(seed), w, h, line, ink)


def _double(pen: Pen, w: float, h: float, line: float, ink: Bgr) -> None:
    pen.line(_box(w, h, 0.03), line * 1.5, ink, closed=True)
    pen.line(_box(w - 5.5 * line, h - 5.5 * line, 0.02), line, ink, closed=True)


def _cut_corners(pen: Pen, w: float, h: float, line: float, ink: Bgr) -> None:
    """A stroke across each inner corner."""
    cut = 0.25 * w
    for sx in (-0.5, 0.5):
        for sy in (-0.5, 0.5):
            x, y = sx * w, sy * h
            pen.line(path((x, y - 2 * sy * cut), (x - 2 * sx * cut, y)), line * 1.2, ink)


def _hatched(pen: Pen, w: float, h: float, line: float, ink: Bgr) -> None:
    """Two lines with rungs between them."""
    pen.line(_box(w, h, 0.0), line, ink, closed=True)
    pen.line(_box(w - 0.16, h - 0.16, 0.0), line, ink, closed=True)
    steps = np.linspace(-0.5, 0.5, 11)
    rungs = [path((t * w, s * h / 2), (t * w, s * (h / 2 - 0.08))) for t in steps for s in (-1, 1)]
    rungs += [path((s * w / 2, t * h), (s * (w / 2 - 0.08), t * h)) for t in steps for s in (-1, 1)]
    pen.lines(rungs, line * 0.8, ink)


def _chequered(pen: Pen, w: float, h: float, line: float, ink: Bgr) -> None:
    """A band of squares, every other one filled, between two lines."""
    across, down = 5, 7
    cell = np.array((w / across, h / down))
    for column in range(across):
        for row in range(down):
            if 0 < column < across - 1 and 0 < row < down - 1:
                continue
            x, y = (np.array((column, row)) + 0.5) * cell - np.array((w, h)) / 2
            square = moved(_box(float(cell[0]), float(cell[1]), 0.0), float(x), float(y))
            pen.line(square, line * 0.8, ink, closed=True)
            if (column + row) % 2 == 0:
                pen.area(square, ink)


def _ornate(pen: Pen, rng: np.random.Generator, w: float, h: float, line: float, ink: Bgr) -> None:
    """A frame with scrolls, leaves or beads along its inner side."""
    pen.line(_box(w, h, 0.0), line * 1.2, ink, closed=True)
    if rng.random() < 0.5:
        pen.line(_box(w - 0.18, h - 0.18, 0.0), line * 0.7, ink, closed=True)
    kind = rng.integers(3)
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * (w / 2 - 0.07), sy * (h / 2 - 0.07)
            if kind == 0:
                pen.areas([moved(shape, x, y) for shape in around(petal(0.09, 0.05), 5)], ink)
            elif kind == 1:
                pen.lines([arc(x, y, r, 0, 300) for r in (0.025, 0.055)], line, ink)
            else:
                pen.area(path((x, y), (x - sx * 0.14, y), (x, y - sy * 0.14)), ink)
    many = int(rng.integers(3, 8))
    for t in np.linspace(-0.36, 0.36, many):
        spots = ((t * w, h / 2 - 0.06), (t * w, -h / 2 + 0.06), (w / 2 - 0.06, t * h), (-w / 2 + 0.06, t * h))
        pen.areas([circle(x, y, 0.02, 8) for x, y in spots], ink)


def _box(w: float, h: float, r: float) -> Points:
    """A centred rectangle with corners rounded by `r`."""
    if r <= 0:
        return path((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    x, y = w / 2 - r, h / 2 - r
    quarters = [
        arc(x, y, r, 0, 90, 4),
        arc(-x, y, r, 90, 180, 4),
        arc(-x, -y, r, 180, 270, 4),
        arc(x, -y, r, 270, 360, 4),
    ]
    return np.concatenate(quarters)
