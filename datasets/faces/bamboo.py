"""The bamboo suit from 2 to 9, and a one without a bird: sticks in their usual places, drawn in many ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from datasets.faces.canvas import Pen, circle, ellipse, moved, path, petal, rotated
from datasets.faces.grids import COUNTS, Grids
from datasets.faces.palette import Bgr, Palette

RodKind = Literal[
    "bone",
    "bar",
    "knots",
    "hollow",
    "beads",
    "spindle",
    "leaf",
    "split",
    "jointed",
    "ladder",
    "capsule",
    "outline",
    "turned",
    "feather",
    "arrow",
]

EightForm = Literal["wm", "mw", "columns", "rows", "staggered", "upright", "bricks", "ring"]


@dataclass(frozen=True)
class BambooDesign:
    """How one set draws its sticks."""

    rod: RodKind
    slit: bool  # a light line cut along each half
    waist: float  # 0..1, how far the stick narrows between its knots
    width: float  # thickness of the sticks, as a share of the room there is
    colours: tuple[str, ...]  # of 2..9, one letter a stick in the order of the layout
    six: Literal["rows", "columns"]
    eight: EightForm
    fill: float  # length of the sticks as a share of the room there is
    reach: float  # share of the face's width that the layout takes
    grids: Grids | None  # what has 2 to 9 in lines of its own
    gap: float  # between these, one above the other, as a share of the face's height
    profile: tuple[float, ...]  # of turned sticks: how thick from end to end, 1 being the most


Stick = tuple[float, float, float, float]
"""Ends x0, y0, x1, y1 in a unit box."""


class Layout(NamedTuple):
    """The sticks of a face, in the order in which `BambooDesign.colours` names their colours, and the columns
    and rows that they must leave room for."""

    sticks: list[Stick]
    columns: int
    rows: int


def _rows(*counts: int, gap: float = 0.05) -> list[Stick]:
    """Upright sticks in rows of the given counts, in reading order."""
    tall = (1 - gap * (len(counts) - 1)) / len(counts)
    sticks: list[Stick] = []
    for row, count in enumerate(counts):
        top = row * (tall + gap)
        columns = {1: (0.5,), 2: (0.18, 0.82), 3: (0.08, 0.5, 0.92), 4: (0.05, 0.35, 0.65, 0.95)}[count]
        sticks.extend((x, top, x, top + tall) for x in columns)
    return sticks


def _ring() -> list[Stick]:
    """Eight sticks around an octagon, not quite end to end."""
    corners = circle(0.5, 0.5, 0.48, 8)
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    return [
        (float(x0), float(y0), float(x1), float(y1))
        for (x0, y0), (x1, y1) in ((0.85 * a + 0.15 * b, 0.15 * a + 0.85 * b) for a, b in sides)
    ]


def _in_lines(count: int, grids: Grids, gap: float) -> Layout:
    """Upright sticks in lines of their own."""
    columns, rows = grids.shape(count)
    half = (1 / rows - gap) / 2
    return Layout([(x, y - half, x, y + half) for x, y in grids.places(count)], columns, rows)


def layout(count: int, design: BambooDesign) -> Layout:
    """How a design lays out `count` sticks (1 to 9)."""
    if design.grids is not None and count in COUNTS:
        return _in_lines(count, design.grids, design.gap)
    if count == 8:
        rows = {"columns": 4, "staggered": 3, "upright": 3, "bricks": 3}.get(design.eight, 2)
        return Layout(_eight(design.eight), 3, rows)
    if count == 6 and design.six == "columns":
        return Layout(_rows(2, 2, 2), 3, 3)
    return Layout(_USUAL[count], 3, {1: 1, 7: 3, 9: 3}.get(count, 2))


def _five() -> list[Stick]:
    outer = _rows(2, 2, gap=0.08)
    return [*outer[:2], (0.5, 0.27, 0.5, 0.73), *outer[2:]]


_USUAL: dict[int, list[Stick]] = {
    1: [(0.5, 0.14, 0.5, 0.86)],
    2: _rows(1, 1),
    3: _rows(1, 2),
    4: _rows(2, 2, gap=0.08),
    5: _five(),
    6: _rows(3, 3, gap=0.08),
    7: _rows(1, 3, 3),
    9: _rows(3, 3, 3),
}


def _eight(form: str) -> list[Stick]:
    if form == "columns":
        return _rows(2, 2, 2, 2)
    if form == "rows":
        return _rows(4, 4, gap=0.08)
    if form == "staggered":
        return _rows(3, 2, 3)
    if form in ("upright", "bricks"):
        outer, middles = _rows(2, 2, 2), (1 / 3, 2 / 3) if form == "bricks" else (0.25, 0.75)
        return [*outer, *((0.5, y - 0.15, 0.5, y + 0.15) for y in middles)]
    if form == "ring":
        return _ring()
    peak = [
        (0.06, 0.0, 0.06, 0.46),
        (0.10, 0.40, 0.47, 0.06),
        (0.53, 0.06, 0.90, 0.40),
        (0.94, 0.0, 0.94, 0.46),
    ]
    valley = [(x0, 1 - y0, x1, 1 - y1) for x0, y0, x1, y1 in peak]
    if form == "wm":
        return [*peak, *valley]
    shift = 0.54  # the same two figures, each in the other half
    return [(x0, y0 - shift, x1, y1 - shift) for x0, y0, x1, y1 in valley] + [
        (x0, y0 + shift, x1, y1 + shift) for x0, y0, x1, y1 in peak
    ]


def draw_bamboo(
    pen: Pen, count: int, design: BambooDesign, palette: Palette, width: float, height: float
) -> None:
    """Draws `count` sticks (1 to 9) in a box `width` x `height` centred on the pen's frame."""
    sticks, columns, rows = layout(count, design)
    thick = design.width * min(width * 0.2, height / rows * 0.34)
    inner = (width - thick) * (design.reach if count < 8 or rows == 3 else 1.0)
    thick = min(thick, (0.36 if columns < 4 else 0.22) * inner)
    letters = "r" if count == 1 else design.colours[count - 2]
    for (x0, y0, x1, y1), letter in zip(sticks, letters, strict=True):
        ends = np.array(((x0 - 0.5) * inner, (y0 - 0.5) * height, (x1 - 0.5) * inner, (y1 - 0.5) * height))
        long = float(np.hypot(ends[2] - ends[0], ends[3] - ends[1]))
        turn = float(np.degrees(np.arctan2(ends[3] - ends[1], ends[2] - ends[0]))) - 90
        frame = pen.at(float(ends[0] + ends[2]) / 2, float(ends[1] + ends[3]) / 2, long * design.fill, turn)
        _rod(
            frame,
            thick / (long * design.fill),
            design,
            palette.ink(letter),
            palette.ink("r" if letter == "g" else "g"),
        )


_QUARTER = path((0.5, -0.5), (0.5, -0.4), (0.3, -0.36), (0.3, -0.08), (0.45, -0.04))
"""A quarter of the outline of a stick with knots at its ends and its middle."""


def _rod(pen: Pen, w: float, design: BambooDesign, ink: Bgr, other: Bgr) -> None:
    """One stick along the frame's y axis from -0.5 to 0.5, `w` wide."""
    narrow = w * (1 - 0.55 * design.waist)
    match design.rod:
        case "bone":
            swell = [0.55 * w, w, w, narrow, narrow * 0.9, narrow, w, w, 0.55 * w]
            pen.brush(_axis(-0.5, 0.5, 24), swell, ink)
        case "bar":
            pen.brush(_axis(-0.5, 0.5, 4), w, ink)
        case "hollow":
            pen.brush(_axis(-0.5, 0.5, 12), [0.7 * w, w, w, narrow, w, w, 0.7 * w], ink)
            pen.brush(_axis(-0.42, -0.07, 5), 0.45 * w, None)
            pen.brush(_axis(0.07, 0.42, 5), 0.45 * w, None)
        case "ladder":
            pen.line(
                path((-w / 2, -0.5), (w / 2, -0.5), (w / 2, 0.5), (-w / 2, 0.5)), 0.16 * w, ink, closed=True
            )
            pen.lines([path((-w / 2, y), (w / 2, y)) for y in (-0.16, 0.16)], 0.16 * w, ink)
        case "outline":
            side = np.concatenate((_QUARTER, _QUARTER[::-1] * (1, -1)))
            outline = np.concatenate((side, side[::-1] * (-1, 1))) * (w, 0.96)
            pen.line(outline, min(0.05, 0.2 * w), ink, closed=True)
        case "capsule":
            pen.brush(_axis(-0.46, 0.46, 9), [0.7 * w, w, w, w, narrow, w, w, w, 0.7 * w], ink)
            pen.brush(_axis(-0.36, 0.36, 4), 0.24 * w, None)
        case "knots" | "jointed":
            pen.brush(_axis(-0.48, 0.48, 4), narrow, ink)
            for y in (-0.47, 0.0, 0.47):
                pen.brush(path((-0.62 * w, y), (0.62 * w, y)), min(0.1, 0.5 * w), ink)
            if design.rod == "jointed":
                pen.lines([path((-0.3 * w, y), (0.3 * w, y)) for y in (-0.24, 0.24)], 0.03, None)
        case "beads":
            pen.areas([ellipse(0, y, 0.5 * w, 0.13, sides=14) for y in (-0.375, -0.125, 0.125, 0.375)], ink)
        case "spindle":
            pen.areas([rotated(petal(0.5, w * 1.1), side) for side in (90, -90)], ink)
            pen.brush(path((-0.5 * w, 0), (0.5 * w, 0)), 0.05, ink)
        case "leaf":
            pen.brush(_axis(-0.5, 0.5, 4), 0.35 * w, ink)
            for y in (-0.4, -0.1, 0.2):
                pen.areas([moved(rotated(petal(0.3, 0.5 * w), turn), 0, y) for turn in (55, 125)], ink)
        case "split":
            pen.brush(_axis(-0.5, -0.03, 8), [0.7 * w, w, 0.9 * w, w, 0.7 * w], ink)
            pen.brush(_axis(0.03, 0.5, 8), [0.7 * w, w, 0.9 * w, w, 0.7 * w], ink)
            pen.area(circle(0, 0, min(0.05, 0.5 * w), 8), other)
        case "turned":
            widths = [w * part for part in design.profile]
            axis = _axis(0.4 * widths[0] - 0.5, 0.5 - 0.4 * widths[-1], len(widths))
            pen.brush(axis, widths, ink)
        case "feather":
            pen.area(moved(rotated(petal(0.8, 1.5 * w, 0.6), 90), 0, -0.5), ink)
            pen.line(_axis(-0.4, 0.5, 2), 0.12 * w, ink)
            pen.line(_axis(-0.35, 0.2, 2), 0.12 * w, None)
        case "arrow":
            pen.brush(_axis(-0.4, 0.5, 4), 0.4 * w, ink)
            pen.area(path((-0.6 * w, -0.22), (0.6 * w, -0.22), (0, -0.5)), ink)
    if design.slit and design.rod not in ("leaf", "hollow"):
        pen.lines([_axis(-0.38, -0.12, 2), _axis(0.12, 0.38, 2)], 0.16 * w, None)


def _axis(start: float, end: float, steps: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.stack((np.zeros(steps), np.linspace(start, end, steps)), axis=1)


RODS: dict[RodKind, float] = {
    "bone": 6,
    "bar": 1.5,
    "knots": 3,
    "hollow": 3,
    "beads": 1.5,
    "spindle": 1,
    "leaf": 0.5,
    "split": 2,
    "jointed": 2,
    "ladder": 1.2,
    "capsule": 2.5,
    "outline": 0,
}
EIGHTS: dict[EightForm, float] = {
    "wm": 0.69,
    "mw": 0.06,
    "columns": 0.03,
    "rows": 0.04,
    "staggered": 0.1,
    "upright": 0.03,
    "bricks": 0.01,
    "ring": 0.04,
}
"""How often sticks and eights are drawn so, in proportion; what is never so by itself `seldom` draws."""

FANCIES: tuple[RodKind, ...] = ("turned", "feather", "arrow")
"""Sticks of modern sets alone."""


def sample_bamboo(rng: np.random.Generator) -> BambooDesign:
    """A random design."""
    shares = np.array(tuple(RODS.values()))
    return BambooDesign(
        rod=tuple(RODS)[rng.choice(len(RODS), p=shares / shares.sum())],
        slit=bool(rng.random() < 0.55),
        waist=float(rng.uniform(0.1, 1.0)),
        width=float(rng.uniform(0.65, 1.1) if rng.random() < 0.85 else rng.uniform(0.4, 0.65)),
        colours=_sample_colours(rng),
        six="columns" if rng.random() < 0.18 else "rows",
        eight=tuple(EIGHTS)[rng.choice(len(EIGHTS), p=tuple(EIGHTS.values()))],
        fill=float(rng.uniform(0.88, 0.99) if rng.random() < 0.8 else rng.uniform(0.7, 0.88)),
        reach=float(rng.uniform(0.7, 1.0) if rng.random() < 0.75 else rng.uniform(0.5, 0.7)),
        grids=None,
        gap=0.06,
        profile=(1.0, 1.0),
    )


def _sample_colours(rng: np.random.Generator) -> tuple[str, ...]:
    """One letter a stick for each of 2..9."""
    g = str(rng.choice(list("gggggggggkkeeb")))
    b = str(rng.choice([g, "b"]))
    schemes = (
        (g * 2, g * 3, g * 4, g * 2 + "r" + g * 2, g * 6, "r" + g * 6, g * 8, (g + "r" + g) * 3),
        (
            g * 2,
            g * 3,
            (g + b) * 2,
            g * 2 + "r" + b * 2,
            g * 3 + b * 3,
            "r" + (g + b + g) * 2,
            g * 8,
            (g + "r" + b) * 3,
        ),
        (
            g + b,
            b + g * 2,
            g + b + b + g,
            g + b + "r" + b + g,
            g * 3 + b * 3,
            "r" + (g + b + g) * 2,
            g * 4 + b * 4,
            "r" * 3 + b * 3 + g * 3,
        ),
        (
            g * 2,
            "r" + g * 2,
            g * 4,
            g * 2 + "r" + g * 2,
            g * 3 + "r" * 3,
            "r" + g * 6,
            g * 8,
            "r" * 3 + g * 6,
        ),
    )
    shares = (0.5, 0.25, 0.15, 0.1)
    return schemes[rng.choice(len(schemes), p=shares)]
