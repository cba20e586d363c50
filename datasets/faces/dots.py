"""The dots (circles, wheels, coins): a motif made of layers, laid out as on real sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from datasets.faces.canvas import Pen, Points, around, circle, path, petal
from datasets.faces.grids import Grids
from datasets.faces.palette import Bgr, Palette

LayerKind = Literal[
    "fill",
    "ring",
    "petals",
    "leaves",
    "spokes",
    "beads",
    "scallop",
    "cross",
    "square",
    "swirl",
    "star",
    "polygon",
    "heart",
    "drop",
    "moon",
]


@dataclass(frozen=True)
class Layer:
    """One element of a motif, drawn about its centre."""

    kind: LayerKind
    radius: float  # outer radius, the whole motif being 1
    weight: float  # line width or depth, in the same unit
    count: int = 8
    paint: int = 0  # 0: the dot's own colour, 1: the motif's second colour, -1: cut away


@dataclass(frozen=True)
class DotDesign:
    """How one set draws its dots."""

    small: tuple[Layer, ...]
    great: tuple[Layer, ...]  # the single dot of 1d
    great_radius: float  # in tile heights
    fill: float  # diameter of small dots as a share of the room there is
    colours: tuple[str, ...]  # of 1..9, one letter a dot, in the order of the layout
    second: str  # the second colour of small motifs: a palette letter or "-" for the same
    great_colours: str  # own and second colour of the great dot
    tight: float  # 0: columns at the edges of the face .. 1: dots of 6, 7 and 8 touch
    reach: tuple[float, float]  # shares of the face's width and height that the layout takes
    six_even: bool  # the rows of 6d equally far apart (else the lower four together)
    eight_rows: bool  # 8d in rows of three, two and three (else in two columns)
    seven_up: bool  # the diagonal of 7d rises from left to right (else falls)
    three_up: bool
    grids: Grids | None  # what has 2 to 9 in lines of its own


_COLUMN = {2: (0.27, 0.73), 3: (0.15, 0.5, 0.85), 4: (0.125, 0.375, 0.625, 0.875)}


def layout(count: int, design: DotDesign) -> list[tuple[float, float]]:
    """Centres in a unit box (x across, y down), in the order of the letters of `DotDesign.colours`."""
    left, middle, right = 0.24, 0.5, 0.76
    top, centre, bottom = _COLUMN[3]
    diagonal = {
        1: [(0.5, 0.5)],
        2: [(0.5, y) for y in _COLUMN[2]],
        3: [(0.2, top), (0.5, centre), (0.8, bottom)],
        4: [(x, y) for y in (0.22, 0.78) for x in (left, right)],
        5: [(0.2, 0.18), (0.8, 0.18), (0.5, 0.5), (0.2, 0.82), (0.8, 0.82)],
        6: [(x, y) for y in (_COLUMN[3] if design.six_even else (0.13, 0.56, 0.87)) for x in (left, right)],
        7: [(0.16, 0.08), (0.5, 0.2), (0.84, 0.32), *((x, y) for y in (0.58, 0.88) for x in (left, right))],
        8: [(x, y) for y in _COLUMN[4] for x in (left, right)],
        9: [(x, y) for y in _COLUMN[3] for x in (0.14, middle, 0.86)],
    }[count]
    if count == 8 and design.eight_rows:
        threes = [(x, y) for y in (top, bottom) for x in (0.14, middle, 0.86)]
        return [*threes[:3], (left, centre), (right, centre), *threes[3:]]
    if (count == 3 and design.three_up) or (count == 7 and design.seven_up):
        return [(1 - x, y) if count == 3 or i < 3 else (x, y) for i, (x, y) in enumerate(diagonal)]
    return diagonal


_ROOM = {2: 0.42, 3: 0.34, 4: 0.36, 5: 0.3, 6: 0.3, 7: 0.25, 8: 0.245, 9: 0.28}
"""Largest diameter of a dot by count, as a share of the box height."""


_BREADTH = {2: 0.56, 3: 0.42, 4: 0.46, 5: 0.38, 6: 0.46, 7: 0.36, 8: 0.46, 9: 0.32}
"""The same, as a share of the box width."""


def draw_dots(pen: Pen, count: int, design: DotDesign, palette: Palette, width: float, height: float) -> None:
    """Draws `count` dots in a box `width` x `height` centred on the pen's frame."""
    if count == 1:
        radius = min(design.great_radius, width / 2)
        own, second = (palette.ink(letter) for letter in design.great_colours)
        _motif(pen.at(0, 0, radius), design.great, own, second)
        return
    spots, diameter = (
        _usual_spots(count, design, width, height)
        if design.grids is None
        else _spots_in_lines(count, design.grids, design.reach, width, height)
    )
    radius = min(diameter, _least_distance(spots)) / 2 * design.fill
    for (x, y), letter in zip(spots, design.colours[count - 1], strict=True):
        own = palette.ink(letter)
        second = own if design.second in ("-", letter) else palette.ink(design.second)
        _motif(pen.at(float(x), float(y), radius), design.small, own, second)


def _usual_spots(count: int, design: DotDesign, width: float, height: float) -> tuple[Points, float]:
    """Centres of the dots about the middle of the box, and their diameter at most."""
    in_rows = count == 8 and design.eight_rows
    room = 9 if in_rows else count
    diameter = min(_ROOM[room] * height, width * _BREADTH[room])
    reach_x, reach_y = (width - diameter) * design.reach[0], (height - diameter) * design.reach[1]
    centres = _spread(layout(count, design))
    if count in (6, 7, 8) and not in_rows:
        even = count == 6 and design.six_even
        centres = _tightened(centres, diameter / reach_x, diameter / reach_y, design.tight, even)
    return (np.array(centres) - 0.5) * (reach_x, reach_y), diameter


def _spots_in_lines(
    count: int, grids: Grids, reach: tuple[float, float], width: float, height: float
) -> tuple[Points, float]:
    """The same, in lines of their own."""
    across, down = width * reach[0], height * reach[1]
    columns, rows = grids.shape(count)
    diameter = 0.92 * min(across / columns, down / rows, 0.5 * down)
    return (np.array(grids.places(count)) - 0.5) * (across, down), diameter


def _least_distance(spots: Points) -> float:
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1))
    return float(apart[apart > 0].min())


def _spread(centres: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches a layout so that its outermost centres touch the box, except along a line of one."""
    points = np.array(centres)
    low, span = points.min(axis=0), np.ptp(points, axis=0)
    spread = np.where(span > 0, (points - low) / np.where(span > 0, span, 1), 0.5)
    return [(float(x), float(y)) for x, y in spread]


def _tightened(
    centres: list[tuple[float, float]], wide: float, high: float, tight: float, even: bool
) -> list[tuple[float, float]]:
    """Draws the two columns together and, unless rows lie `even`, those of the lower four, until dots `wide`
    and `high` touch."""
    block = centres if len(centres) == 8 else centres[-4:]
    pairs = centres if len(centres) in (6, 8) else block
    apart = max(x for x, _ in pairs) - min(x for x, _ in pairs)
    narrow = 1 + tight * (min(1.0, wide / apart) - 1)
    upper, lower = block[0][1], centres[-1][1]
    drop = tight * max(0.0, lower - high - upper) if len(centres) != 8 and not even else 0.0
    return [
        (0.5 + (x - 0.5) * narrow if (x, y) in pairs else x, y + drop if y == upper else y)
        for x, y in centres
    ]


def _motif(pen: Pen, layers: tuple[Layer, ...], own: Bgr, second: Bgr) -> None:
    for layer in layers:
        ink = None if layer.paint < 0 else (own, second)[layer.paint]
        r, w, n = layer.radius, layer.weight, layer.count
        match layer.kind:
            case "fill":
                pen.disc(0, 0, r, ink)
            case "ring":
                pen.ring(0, 0, r - w / 2, w, ink)
            case "petals":
                for shape in around(petal(r, 2.6 * r / n, 0.68), n):
                    pen.line(shape, w, ink, closed=True)
            case "leaves":
                pen.areas(around(petal(r, 2.4 * r / n, 0.6), n), ink)
            case "spokes":
                pen.lines(around(path((0, 0), (r, 0)), n), w, ink)
            case "beads":
                pen.areas([circle(x, y, w, 8) for x, y in circle(0, 0, r - w, n)], ink)
            case "scallop":
                bump = np.pi * r / n
                pen.areas([circle(x, y, bump, 12) for x, y in circle(0, 0, r - bump, n)], ink)
                pen.disc(0, 0, r - bump, ink)
            case "cross":
                pen.lines(around(path((-r, 0), (r, 0)), 2, 45.0, 180.0), w, ink)
            case "square":
                pen.area(circle(0, 0, r, 4), ink)
            case "swirl":
                turn = np.linspace(0.0, 1.0, 9)
                arm = np.stack((r * turn * np.cos(1.5 * turn), r * turn * np.sin(1.5 * turn)), axis=1)
                pen.lines(around(arm, n), w, ink)
            case "star":
                points = np.concatenate(
                    around(path((r, 0), (0.45 * r * np.cos(np.pi / n), 0.45 * r * np.sin(np.pi / n))), n)
                )
                pen.area(points, ink)
            case "polygon":
                pen.area(circle(0, 0, r, n), ink)
            case "heart":
                lobes = [circle(x * r, -0.3 * r, 0.52 * r) for x in (-0.44, 0.44)]
                pen.areas([*lobes, path((-0.9 * r, -0.05 * r), (0.9 * r, -0.05 * r), (0, 0.95 * r))], ink)
            case "drop":
                tip = path((-0.6 * r, 0.1 * r), (0.6 * r, 0.1 * r), (0, -r))
                pen.areas([circle(0, 0.3 * r, 0.65 * r), tip], ink)
            case "moon":
                pen.disc(0, 0, r, ink)
                pen.disc(0.4 * r, -0.15 * r, 0.75 * r, None)


def sample_dots(rng: np.random.Generator) -> DotDesign:
    """A random design."""
    return DotDesign(
        small=_sample_small(rng),
        great=_sample_great(rng),
        great_radius=float(rng.uniform(0.22, 0.38)),
        fill=float(rng.uniform(0.8, 1.0) if rng.random() < 0.8 else rng.uniform(0.55, 0.8)),
        colours=_sample_colours(rng),
        second=str(rng.choice(list("-----rrgbke"))),
        great_colours=str(
            rng.choice(["gr", "gr", "br", "bg", "kr", "gk", "kg", "rb", "ge", "rg", "kk", "gb"])
        ),
        tight=float(rng.uniform(0, 1) ** 0.5),
        reach=_sample_reach(rng),
        six_even=bool(rng.random() < 0.18),
        eight_rows=bool(rng.random() < 0.03),
        seven_up=bool(rng.random() < 0.06),
        three_up=bool(rng.random() < 0.12),
        grids=None,
    )


def _sample_reach(rng: np.random.Generator) -> tuple[float, float]:
    """Much the same both ways, but for one set in five."""
    if rng.random() < 0.8:
        reach = float(rng.uniform(0.84, 1.0))
        return reach, reach
    return float(rng.uniform(0.6, 1.0)), float(rng.uniform(0.72, 1.0))


def _sample_small(rng: np.random.Generator) -> tuple[Layer, ...]:
    edge = float(rng.uniform(0.12, 0.3))
    thin = float(rng.uniform(0.1, 0.2))
    petals = int(rng.integers(5, 9))
    inner = float(rng.uniform(0.3, 0.5))
    solid = Layer("fill", 1.0, 0.0)
    ring = Layer("ring", 1.0, edge)
    centre = Layer("fill", inner, 0.0, paint=1)
    recipes: tuple[tuple[Layer, ...], ...] = (
        (ring, centre),
        (ring, Layer("ring", 1 - edge - 0.18, thin), Layer("fill", 0.22, 0.0, paint=1)),
        (solid, Layer("ring", 0.8, 0.1, paint=-1), Layer("ring", 0.45, 0.12, paint=-1)),
        (solid, Layer("ring", 0.72, 0.16, paint=-1)),
        (solid, Layer("fill", 0.62, 0.0, paint=-1), centre),
        (solid, Layer("fill", 0.78, 0.0, paint=-1), Layer("leaves", 0.74, 0.0, petals, 1)),
        (solid, Layer("leaves", 0.8, 0.0, petals, -1), Layer("fill", 0.2, 0.0, paint=1)),
        (ring, Layer("petals", 0.85, thin * 0.7, petals), Layer("fill", 0.22, 0.0, paint=1)),
        (ring, Layer("spokes", 0.9, thin, petals), Layer("fill", 0.3, 0.0, paint=1)),
        (solid, Layer("cross", 0.85, 0.14, paint=-1), Layer("beads", 0.75, 0.16, 4, -1)),
        (Layer("scallop", 1.0, 0.0, petals + 2), Layer("fill", 0.55, 0.0, paint=-1), centre),
        (solid, Layer("square", 0.48, 0.0, paint=-1)),
        (ring, Layer("beads", 0.78, 0.12, petals, 1), Layer("fill", 0.25, 0.0, paint=1)),
        (solid, Layer("fill", 0.8, 0.0, paint=-1), Layer("swirl", 0.8, thin, 3 + petals // 3)),
        (ring, Layer("star", 0.7, 0.0, max(5, petals), 1)),
        (
            Layer("leaves", 1.0, 0.0, petals + 3),
            Layer("fill", 0.45, 0.0, paint=-1),
            Layer("fill", 0.3, 0.0, paint=1),
        ),
        (solid, Layer("fill", inner, 0.0, paint=-1)),
        (ring,),
        (solid,),
    )
    shares = np.array([4, 5, 5, 4, 3, 2, 2, 2, 2, 2, 1.5, 1.5, 1, 1, 1, 1.5, 1.5, 0.7, 0.5])
    return recipes[rng.choice(len(recipes), p=shares / shares.sum())]


_BANDS: tuple[LayerKind, ...] = (
    "ring",
    "ring",
    "ring",
    "petals",
    "leaves",
    "beads",
    "spokes",
    "fill",
    "scallop",
)
"""What the great dot is made of around its heart, as often as it is named."""


def _sample_great(rng: np.random.Generator) -> tuple[Layer, ...]:
    """Bands from the rim inwards, then a heart."""
    layers: list[Layer] = []
    radius = 1.0
    for _ in range(int(rng.integers(2, 6))):
        kind = _BANDS[rng.integers(len(_BANDS))]
        depth = float(rng.uniform(0.08, 0.3))
        paint = int(rng.random() < 0.35)
        count = int(rng.integers(8, 21))
        if radius - depth < 0.25:
            break
        layers += _sample_band(rng, kind, radius, depth, count, paint)
        radius -= depth + 0.04
    return (*layers, *_sample_heart(rng, radius))


def _sample_band(
    rng: np.random.Generator, kind: LayerKind, radius: float, depth: float, count: int, paint: int
) -> tuple[Layer, ...]:
    """A band from `radius` inwards; what would fill all of it is cut away again further in."""
    match kind:
        case "ring":
            return (Layer("ring", radius, float(rng.uniform(0.05, 0.14)), paint=paint),)
        case "beads":
            return (Layer("beads", radius, depth * 0.35, count, paint),)
        case "fill":
            return (
                Layer("fill", radius, 0.0, paint=paint),
                Layer("fill", radius - depth * 0.6, 0.0, paint=-1),
            )
        case _:
            return Layer(kind, radius, 0.06, count, paint), Layer("fill", radius - depth, 0.0, paint=-1)


def _sample_heart(rng: np.random.Generator, radius: float) -> tuple[Layer, ...]:
    """What is within the bands, and half of the time a dot on it or a hole in it."""
    hearts: tuple[Layer, ...] = (
        Layer("fill", radius * 0.6, 0.0, paint=1),
        Layer("leaves", radius * 0.9, 0.0, int(rng.integers(4, 9)), 1),
        Layer("petals", radius * 0.9, 0.06, int(rng.integers(4, 9)), 1),
        Layer("cross", radius * 0.8, 0.12, paint=1),
        Layer("swirl", radius * 0.9, 0.1, int(rng.integers(3, 7)), 1),
        Layer("star", radius * 0.9, 0.0, int(rng.integers(5, 9)), 1),
    )
    heart = hearts[rng.integers(len(hearts))]
    if rng.random() < 0.5:
        return heart, Layer("fill", radius * 0.25, 0.0, paint=-1 if rng.random() < 0.5 else 0)
    return (heart,)


def _sample_colours(rng: np.random.Generator) -> tuple[str, ...]:
    """One letter a dot for each of 1..9: the usual schemes, some of them with their colours exchanged."""
    b = "b" if rng.random() < 0.75 else "k"
    schemes = (
        ("g", f"g{b}", f"{b}rg", f"{b}gg{b}", f"{b}gr g{b}", "ggrrrr", "gggrrrr", b * 8, f"{b * 3}rrrggg"),
        ("g", f"{b}g", f"{b}rg", f"g{b}{b}g", f"g{b}r{b}g", "ggrrrr", "gggrrrr", b * 8, f"gggrrr{b * 3}"),
        ("g", "gr", "grg", "gggg", "ggrgg", "ggrrrr", "gggrrrr", "g" * 8, "gggrrrggg"),
        (
            "g",
            b * 2,
            f"{b}r{b}",
            b * 4,
            f"{b * 2}r{b * 2}",
            f"{b * 2}rrrr",
            f"{b * 3}rrrr",
            b * 8,
            f"{b * 3}rrr{b * 3}",
        ),
        ("r", "rg", f"r{b}g", "rggr", f"rg{b}gr", f"{b * 2}gggg", f"{b * 3}gggg", "r" * 8, f"rrrggg{b * 3}"),
        (
            "g",
            f"g{b}",
            f"g{b}r",
            f"r{b}{b}r",
            f"{b}rgr{b}",
            f"gg{b * 2}rr",
            "rrrgggg",
            f"rgrg{b}r{b}r",
            f"r{b}gr{b}gr{b}g",
        ),
        ("k", "kk", "kkk", "kkkk", "kkrkk", "kkrrrr", "kkkrrrr", "k" * 8, "kkkrrrkkk"),
        (b, b * 2, b * 3, b * 4, b * 5, b * 6, b * 7, b * 8, b * 9),
    )
    shares = np.array([5, 5, 3, 5, 1.2, 1.5, 2, 0.7])
    chosen = schemes[rng.choice(len(schemes), p=shares / shares.sum())]
    return tuple(colours.replace(" ", "") for colours in chosen)
