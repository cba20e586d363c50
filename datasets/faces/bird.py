"""One bamboo: a bird put together from curves, or now and then a shoot."""

from __future__ import annotations

from dataclasses import dataclass

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
from datasets.faces.clips import bird_clip, has_clips
from datasets.faces.flora import Paints
from datasets.faces.palette import Bgr, Palette


@dataclass(frozen=True)
class BirdDesign:
    """A bird's build; its details come from `seed`."""

    seed: int
    kind: str  # one of _KINDS; a stick is drawn with the other bamboos
    paints: str  # of body, wing, tail, crest and perch: palette letters
    outlined: bool  # drawn in lines rather than filled
    flip: bool
    size: float
    lean: float  # degrees


Inks = tuple[Bgr, Bgr, Bgr, Bgr, Bgr]
"""Of body, wing, tail, crest and perch."""

_KINDS = {
    "parrot": 0.24,
    "magpie": 0.16,
    "sparrow": 0.16,
    "peacock": 0.14,
    "crane": 0.08,
    "phoenix": 0.09,
    "flying": 0.06,
    "fan": 0.05,
    "raised": 0.08,
    "shoot": 0.02,
    "clip": 0.14,
    "stick": 0.03,
}
"""Kinds and how often they are drawn, in proportion; the first two are the birds of modern Chinese sets."""


def sample_bird(rng: np.random.Generator) -> BirdDesign:
    """A random bird."""
    body = str(rng.choice(list("ggrbkre")))
    paints = body + "".join(rng.choice(list("ggrrbbke"), 4))
    if rng.random() < 0.25:
        paints = body * 3 + "r" + body
    return BirdDesign(
        seed=int(rng.integers(1 << 31)),
        kind=_sample_kind(rng),
        paints=paints,
        outlined=bool(rng.random() < 0.45),
        flip=bool(rng.random() < 0.3),
        size=float(rng.uniform(0.85, 1.08)),
        lean=float(rng.normal(0.0, 6.0)),
    )


def _sample_kind(rng: np.random.Generator) -> str:
    shares = np.array(tuple(_KINDS.values()))
    kind = tuple(_KINDS)[rng.choice(len(shares), p=shares / shares.sum())]
    return "sparrow" if kind == "clip" and not has_clips() else kind


def draw_bird(pen: Pen, design: BirdDesign, palette: Palette, width: float, height: float) -> None:
    """Draws the bird in a box `width` x `height` centred on the pen's frame."""
    rng = np.random.default_rng(design.seed)
    inks = _inks(design, palette)

    def draw(frame: Pen) -> None:
        frame = frame.at(0, 0, 1.0, design.lean, design.flip)
        match design.kind:
            case "shoot":
                _shoot(frame, rng, palette)
            case "clip":
                bird_clip(design.seed)(frame, rng, Paints(*inks[:4]))
            case "flying":
                _flying(frame, rng, design, inks)
            case "fan":
                _fan(frame, rng, design, inks)
            case "raised":
                _raised(frame, rng, design, inks)
            case "parrot":
                _parrot(frame, rng, design, inks)
            case "magpie":
                _magpie(frame, rng, design, inks)
            case _:
                _standing(frame, rng, design, inks)

    pen.fitted(draw, width * design.size, height * design.size)


def _inks(design: BirdDesign, palette: Palette) -> Inks:
    body, wing, tail, crest, perch = (palette.ink(letter) for letter in design.paints)
    return body, wing, tail, crest, perch


def _shape(pen: Pen, points: Points, ink: Bgr, outlined: bool, line: float = 0.022) -> None:
    if outlined:
        pen.area(points, None)
        pen.line(points, line, ink, closed=True)
    else:
        pen.area(points, ink)


def _standing(pen: Pen, rng: np.random.Generator, design: BirdDesign, inks: Inks) -> None:
    """A perched bird facing left, in a frame about 0.85 wide and 1 high."""
    body, wing, tail, crest, perch = inks
    neck = {"sparrow": 0.06, "peacock": 0.14, "crane": 0.26, "phoenix": 0.18}[design.kind] * rng.uniform(
        0.7, 1.2
    )
    upright = rng.uniform(30, 75)  # of the body, degrees from level
    girth = rng.uniform(0.17, 0.36)
    length = rng.uniform(0.32, 0.44)
    breast = np.array((rng.uniform(-0.14, -0.02), rng.uniform(-0.16, 0.0)))
    axis = rotated(path((1, 0)), upright)[0]
    rump = breast + axis * length
    head = breast + np.array((-0.06 * rng.uniform(0.2, 1.4), -neck - 0.13))

    _perch(pen, rng, perch)
    _tail(pen, rng, design, rump, upright, tail, wing)
    _legs(pen, rng, design, breast + axis * length * 0.6, crest)
    spine = bezier(
        _xy(head), _xy(head * 0.4 + breast * 0.6 + (0.04, 0)), _xy(breast - axis * 0.03), _xy(rump), steps=20
    )
    _trunk(pen, rng, design, spine, girth, body)
    _wing(
        pen,
        rng,
        breast + axis * length * rng.uniform(0.1, 0.3),
        upright + rng.uniform(-25, 15),
        girth,
        wing,
        design.outlined,
    )
    _head(pen, rng, head, body, crest, design)


def _legs(pen: Pen, rng: np.random.Generator, design: BirdDesign, at: Points, ink: Bgr) -> None:
    for spread in (-0.04, 0.05):
        foot = moved(at, spread, rng.uniform(0.16, 0.24) + (0.12 if design.kind == "crane" else 0))
        pen.line(path(_xy(at), _xy(foot)), 0.018, ink)
        pen.lines([path(_xy(foot), (foot[0] + d, foot[1] + 0.03)) for d in (-0.05, 0.03)], 0.016, ink)


def _trunk(
    pen: Pen, rng: np.random.Generator, design: BirdDesign, spine: Points, girth: float, ink: Bgr
) -> None:
    """From the neck to the rump, as wide as `girth` at most; some show scales or breast feathers."""
    widths = np.interp(np.linspace(0, 1, 9), (0, 0.3, 0.6, 1), (0.07, 0.09, girth, 0.05))
    _shape(pen, ribbon(spine, widths), ink, design.outlined)
    if design.outlined or rng.random() < 0.5:
        for t in rng.uniform(0.35, 0.8, 5):
            x, y = spine[int(t * 19)]
            pen.line(circle(x - 0.01, y, 0.03, 10)[2:6], 0.014, ink if design.outlined else None)


def _head(pen: Pen, rng: np.random.Generator, at: Points, body: Bgr, crest: Bgr, design: BirdDesign) -> None:
    x, y = float(at[0]), float(at[1])
    r = float(rng.uniform(0.055, 0.1))
    beak = rng.uniform(0.06, 0.14) * (1.5 if design.kind == "crane" else 1)
    drop = rng.uniform(-0.02, 0.05)
    pen.area(path((x - 0.6 * r, y - 0.5 * r), (x - r - beak, y + drop), (x - 0.6 * r, y + 0.6 * r)), crest)
    _shape(pen, circle(x, y, r, 14), body, design.outlined)
    pen.disc(x - 0.3 * r, y - 0.2 * r, 0.3 * r, None)
    pen.disc(x - 0.3 * r, y - 0.2 * r, 0.15 * r, body)
    plumes = int(rng.integers(0, 5))
    for k in range(plumes):
        turn = -60 - 25 * k + rng.normal(0, 6)
        tip = rotated(path((r + rng.uniform(0.05, 0.13), 0)), turn)[0] + (x, y)
        foot = rotated(path((r * 0.8, 0)), turn + 10)[0] + (x, y)
        pen.line(path(_xy(foot), _xy(tip)), 0.016, crest)
        if design.kind in ("peacock", "phoenix"):
            pen.disc(tip[0], tip[1], 0.022, crest)


def _wing(
    pen: Pen, rng: np.random.Generator, at: Points, turn: float, girth: float, ink: Bgr, outlined: bool
) -> None:
    feathers = int(rng.integers(3, 7))
    span = rng.uniform(0.24, 0.4)
    for k in range(feathers):
        feather = (
            rotated(petal(span * (1 - 0.1 * k), girth * rng.uniform(0.3, 0.5), 0.6), turn - 14 * k + 16) + at
        )
        pen.area(feather, None)
        _shape(pen, feather, ink, outlined or k % 2 == 1, 0.018)


def _tail(
    pen: Pen,
    rng: np.random.Generator,
    design: BirdDesign,
    root: Points,
    upright: float,
    ink: Bgr,
    second: Bgr,
) -> None:
    count = int(rng.integers(2, 7))
    long = {"sparrow": 0.26, "peacock": 0.46, "crane": 0.2, "phoenix": 0.5}[design.kind] * rng.uniform(
        0.8, 1.2
    )
    spread = rng.uniform(6, 22)
    for k in range(count):
        turn = float(np.clip(upright, 25, 80)) + spread * (k - (count - 1) / 2)
        bend = rng.normal(0, 0.08) if design.kind != "phoenix" else rng.choice((-0.16, 0.16))
        local = bezier((0, 0), (long * 0.5, bend), (long, bend * 0.4), steps=10)
        curve = rotated(local, turn) + root
        thick = rng.uniform(0.03, 0.06)
        pen.brush(curve, [0.02, thick, thick * 1.3 if k % 2 else thick, 0.012], ink if k % 2 == 0 else second)
        if design.kind == "peacock":
            x, y = curve[-1]
            pen.disc(x, y, 0.045, ink)
            pen.disc(x, y, 0.028, None if design.outlined else second)
            pen.disc(x, y, 0.013, ink)


def _perch(pen: Pen, rng: np.random.Generator, ink: Bgr) -> None:
    """A branch with leaves under the bird, or grass, or nothing."""
    kind = rng.random()
    if kind < 0.25:
        return
    y = 0.36 + rng.uniform(0, 0.1)
    start, end = rng.uniform(-0.42, -0.3), rng.uniform(0.1, 0.42)
    pen.brush(
        bezier((start, y), (0, y - rng.uniform(-0.08, 0.12)), (end, y), steps=10), [0.02, 0.035, 0.02], ink
    )
    for _ in range(int(rng.integers(2, 7))):
        turn = rng.uniform(-160, -20) if rng.random() < 0.7 else rng.uniform(20, 160)
        leaf = moved(rotated(petal(rng.uniform(0.1, 0.2), 0.05), turn), rng.uniform(start, end), y)
        pen.area(leaf, ink)


def _flying(pen: Pen, rng: np.random.Generator, design: BirdDesign, inks: Inks) -> None:
    """A crane or swallow on the wing, head down to the left."""
    body, wing, tail, crest, _ = inks
    spine = bezier((0.22, 0.1), (0.05, 0.2), (-0.14, 0.02), (-0.3, 0.26), steps=18)
    for side in (-1, 1):
        root = np.array((-0.02 + 0.06 * side, 0.08))
        for k in range(int(rng.integers(5, 9))):
            turn = -95 + side * (16 + 11 * k)
            feather = rotated(petal(rng.uniform(0.34, 0.5) * (1 - 0.05 * k), 0.07, 0.6), turn) + root
            pen.area(feather, None)
            _shape(pen, feather, wing, design.outlined or k % 2 == 1, 0.016)
    for k in range(4):
        pen.brush(path((0.2, 0.1), (0.4, 0.06 + 0.07 * k)), [0.03, 0.012], tail)
    _shape(pen, ribbon(spine, [0.04, 0.13, 0.13, 0.05, 0.05]), body, design.outlined)
    pen.disc(-0.3, 0.26, 0.045, crest)
    pen.area(path((-0.3, 0.24), (-0.42, 0.38), (-0.27, 0.29)), body)
    for spread in (0.0, 0.07):
        pen.line(path((0.14, 0.16), (0.3 + spread, 0.36)), 0.016, body)


def _fan(pen: Pen, rng: np.random.Generator, design: BirdDesign, inks: Inks) -> None:
    """A peacock from the front with its tail spread, as on many Japanese sets."""
    body, wing, tail, crest, perch = inks
    rounds, sweep = int(rng.integers(1, 4)), rng.uniform(150, 230)
    for ring in range(rounds):
        long = 0.5 - 0.12 * ring
        count = int(rng.integers(7, 13))
        start = -90 - sweep / 2 * (1 - 1 / count)
        for feather in around(petal(long, 0.17, 0.75), count, start, sweep):
            _shape(pen, feather, tail, design.outlined or ring % 2 == 1, 0.016)
        for spot in around(path((long * 0.82, 0)), count, start, sweep):
            pen.disc(spot[0, 0], spot[0, 1], 0.035, wing if design.outlined else None)
    sway = rng.uniform(-0.1, 0.1)
    spine = bezier((sway, -0.22), (-0.02, -0.05), (0.02, 0.05), (0, 0.26), steps=16)
    pen.area(ribbon(spine, [0.1, 0.1, 0.3, 0.3, 0.08]), None)
    _shape(pen, ribbon(spine, [0.07, 0.08, 0.26, 0.26, 0.05]), body, design.outlined)
    for y in rng.uniform(0.02, 0.18, 5):
        pen.line(circle(rng.uniform(-0.08, 0.08), y, 0.03, 10)[:5], 0.014, body if design.outlined else None)
    for side in (-1, 1):
        pen.area(moved(rotated(petal(0.34, 0.12, 0.6), 90 + side * rng.uniform(25, 60)), 0, 0.04), wing)
        pen.line(path((0.06 * side, 0.24), (0.08 * side, 0.42), (0.14 * side, 0.45)), 0.022, crest)
    _head(pen, rng, np.array((sway, -0.24)), body, crest, design)
    pen.line(path((-0.3, 0.46), (0.3, 0.46)), 0.022, perch)


def _raised(pen: Pen, rng: np.random.Generator, design: BirdDesign, inks: Inks) -> None:
    """A peacock from the side, its tail raised above it."""
    body, wing, tail, crest, perch = inks
    root = np.array((rng.uniform(-0.05, 0.12), rng.uniform(0.14, 0.24)))
    long, wide, turn = rng.uniform(0.5, 0.66), rng.uniform(0.24, 0.42), -90 + rng.uniform(-12, 30)
    train = rotated(petal(long, wide, rng.uniform(0.5, 0.75)), turn) + root
    pen.area(train, None)
    _shape(pen, train, tail, design.outlined)
    for along in np.linspace(0.3, 0.85, int(rng.integers(3, 7))):
        for across in np.linspace(-0.28, 0.28, int(rng.integers(1, 4))):
            x, y = rotated(path((long * along, wide * across)), turn)[0] + root
            pen.disc(x, y, 0.026, wing if design.outlined else None)
    trunk = moved(root, -0.07, 0.06)
    neck = np.array((trunk[0] - rng.uniform(0.12, 0.2), trunk[1] - rng.uniform(0.0, 0.2)))
    spine = bezier(_xy(root), _xy(trunk), _xy((trunk + neck) / 2 + (-0.04, 0.06)), _xy(neck), steps=16)
    pen.area(ribbon(spine, [0.1, 0.26, 0.16, 0.12]), None)
    _shape(pen, ribbon(spine, [0.06, 0.2, 0.12, 0.07]), body, design.outlined)
    pen.area(moved(rotated(petal(0.2, 0.1, 0.6), rng.uniform(-20, 30)), *_xy(moved(trunk, -0.1, 0.0))), wing)
    for step in (-0.03, 0.05):
        pen.line(path(_xy(moved(trunk, step, 0.06)), (trunk[0] + step - 0.02, 0.44)), 0.02, crest)
    _head(pen, rng, neck, body, crest, design)
    if rng.random() < 0.5:
        pen.line(path((-0.3, 0.45), (0.3, 0.45)), 0.022, perch)


def _parrot(pen: Pen, rng: np.random.Generator, design: BirdDesign, inks: Inks) -> None:
    """A round-eyed bird seen from the front on a perch with curled ends, its tail hanging below."""
    body, wing, tail, crest, perch = inks
    line = rng.uniform(0.018, 0.034)
    slant = rng.uniform(0.0, 0.22)
    head = np.array((rng.uniform(-0.06, 0.06), rng.uniform(-0.32, -0.26)))
    level = rng.uniform(0.0, 0.1)
    _hanging_tail(pen, rng, design, head, slant, line, tail)
    if rng.random() < 0.7:
        _side_feather(pen, head, slant, line, wing)
    _breast(pen, rng, design, head, line, body)
    _folded_wings(pen, rng, head, line, wing)
    _curled_perch(pen, rng, level, line, perch)
    _round_head(pen, rng, head, line, body, crest)


def _hanging_tail(
    pen: Pen,
    rng: np.random.Generator,
    design: BirdDesign,
    head: Points,
    slant: float,
    line: float,
    ink: Bgr,
) -> None:
    """A tail with bars across, its tip further right than the head by `slant`."""
    axis = bezier(
        _xy(moved(head, 0.0, 0.22)), (head[0] + slant * 0.4, 0.25), (head[0] + slant, 0.47), steps=14
    )
    widths = [0.16, rng.uniform(0.12, 0.2), rng.uniform(0.03, 0.08)]
    _shape(pen, ribbon(axis, widths), ink, design.outlined, line)
    for k in range(3, 13, int(rng.integers(1, 3))):
        x, y = axis[k]
        half = 0.08 * (1 - k / 16)
        bar = path((x - half, y - 0.02), (x + half, y + 0.02))
        pen.line(bar, line * 0.6, ink if design.outlined else None)


def _side_feather(pen: Pen, head: Points, slant: float, line: float, ink: Bgr) -> None:
    """One to the right of the hanging tail."""
    x, y = _xy(moved(head, 0.1, 0.26))
    feather = bezier((x, y), (x + slant * 0.7, 0.2), (head[0] + slant + 0.1, 0.4), steps=8)
    pen.brush(feather, [line * 1.6, line], ink)


def _breast(
    pen: Pen, rng: np.random.Generator, design: BirdDesign, head: Points, line: float, ink: Bgr
) -> None:
    """A round breast with strands down it."""
    breast = ellipse(head[0], head[1] + 0.2, rng.uniform(0.11, 0.17), 0.16)
    _shape(pen, breast, ink, design.outlined or rng.random() < 0.5, line)
    for x in np.linspace(-0.08, 0.08, int(rng.integers(3, 7))):
        strand = path((head[0] + x, head[1] + 0.12), (head[0] + x * 0.8, head[1] + rng.uniform(0.2, 0.32)))
        pen.line(strand, line * 0.8, ink)


def _folded_wings(pen: Pen, rng: np.random.Generator, head: Points, line: float, ink: Bgr) -> None:
    """A loop at each side of the breast."""
    for side in (-1, 1):
        turn = 90 - side * rng.uniform(-12, 26)
        loop = rotated(petal(rng.uniform(0.28, 0.4), rng.uniform(0.12, 0.2), 0.45), turn)
        at = _xy(moved(head, side * 0.13, 0.08))
        _shape(pen, moved(loop, *at), ink, rng.random() < 0.75, line)


def _curled_perch(pen: Pen, rng: np.random.Generator, level: float, line: float, ink: Bgr) -> None:
    pen.line(path((-0.36, level + rng.uniform(-0.03, 0.03)), (0.36, level)), line * 1.3, ink)
    for side in (-1, 1):
        pen.ring(side * 0.39, level - rng.uniform(0, 0.04), rng.uniform(0.03, 0.05), line, ink)


def _round_head(pen: Pen, rng: np.random.Generator, head: Points, line: float, body: Bgr, crest: Bgr) -> None:
    """A head that is mostly eye, with a bent beak and curls on top."""
    x, y = _xy(head)
    radius = rng.uniform(0.09, 0.13)
    _shape(pen, circle(x, y, radius, 18), body, True, line * 1.2)
    pen.disc(x, y, radius * rng.uniform(0.25, 0.6), crest)
    beak = bezier((x - radius, y - 0.04), (x - radius - 0.1, y - 0.02), (x - radius - 0.06, y + 0.08))
    pen.brush(beak, [line * 2, line], crest)
    for _ in range(int(rng.integers(1, 4))):
        curl = bezier(
            (x - 0.12, y - radius - rng.uniform(0, 0.06)),
            (x, y - radius - 0.12),
            (x + rng.uniform(0.06, 0.24), y - radius - 0.02),
        )
        pen.line(curl, line * 1.2, crest)


def _magpie(pen: Pen, rng: np.random.Generator, design: BirdDesign, inks: Inks) -> None:
    """A crested bird on a bent twig, wing raised, a long tail falling to the right."""
    body, wing, tail, crest, perch = inks
    line = rng.uniform(0.018, 0.03)
    twig = bezier((-0.36, rng.uniform(-0.05, 0.1)), (-0.1, 0.02), (-0.22, 0.46), steps=12)
    pen.brush(twig, [0.02, 0.04, 0.03, 0.015], perch)
    for k in rng.integers(2, 11, int(rng.integers(1, 4))):
        pen.area(
            moved(rotated(petal(rng.uniform(0.14, 0.24), 0.05), rng.uniform(-60, 100)), *_xy(twig[k])), perch
        )

    tip = (rng.uniform(0.22, 0.36), 0.47)
    axis = bezier((0.04, 0.0), (0.16, 0.16), tip, steps=12)
    for shift in (0.0, rng.uniform(0.03, 0.06)):
        _shape(pen, moved(ribbon(axis, [0.08, 0.1, 0.02]), -shift, shift * 0.4), tail, design.outlined, line)
    for k in range(2, 11, 2):
        x, y = axis[k]
        pen.line(
            path((x - 0.04, y + 0.01), (x + 0.04, y - 0.01)), line * 0.6, tail if design.outlined else None
        )

    for k in range(int(rng.integers(3, 7))):
        turn = 15 - 20 * k + rng.normal(0, 4)
        feather = moved(rotated(petal(rng.uniform(0.24, 0.36), 0.09, 0.5), turn), 0.02, -0.14)
        pen.area(feather, None)
        _shape(pen, feather, wing, design.outlined or k % 2 == 1, line * 0.8)
    if rng.random() < 0.6:
        pen.line(bezier((0.1, -0.2), (0.24, -0.2), (0.26, -0.36), (0.4, -0.44)), line * 1.3, crest)

    girth = rng.uniform(0.2, 0.3)
    torso = bezier((-0.12, -0.3), (-0.16, -0.12), (0.06, 0.04), steps=14)
    _shape(pen, ribbon(torso, [0.1, girth, girth, 0.08]), body, design.outlined, line)
    if rng.random() < 0.6:
        pen.areas([ellipse(-0.1, -0.12, 0.07, 0.09)], crest if not design.outlined else None)
    pen.lines(
        [arc(-0.06, y, 0.05, 20, 160, 6) for y in (-0.18, -0.1, -0.02)],
        line * 0.7,
        body if design.outlined else None,
    )
    _head(pen, rng, np.array((-0.15, -0.32)), body, crest, design)


def _shoot(pen: Pen, rng: np.random.Generator, palette: Palette) -> None:
    """A stout stick or shoot with leaves at its side."""
    width = rng.uniform(0.1, 0.2)
    pen.brush(
        path((0, -0.34), (0, 0.4)), [width * 0.8, width, width * 0.7, width, width * 0.8], palette.green
    )
    for y in (-0.1, 0.16):
        pen.brush(path((-width * 0.6, y), (width * 0.6, y)), 0.03, palette.red)
    for side in (0.0, 180.0):
        for lean in (-70, -40, -10):
            turn = lean if side == 0 else 180 - lean
            pen.area(moved(rotated(petal(rng.uniform(0.16, 0.3), 0.07), turn), 0, -0.3), palette.green)
    pen.areas(around(petal(0.06, 0.04), 5), palette.red)
    pen.line(ellipse(0, 0.42, 0.2, 0.03), 0.02, palette.green, closed=True)


def _xy(point: Points) -> tuple[float, float]:
    return float(point[0]), float(point[1])
