"""Winds, dragons, the character suit and the indices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from datasets.faces.canvas import (
    Image,
    Pen,
    Points,
    arc,
    around,
    circle,
    moved,
    path,
    petal,
    ribbon,
    rotated,
    smooth,
)
from datasets.faces.fonts import Face, first_covered, glyph, lettering, outlined, parted, pick_latin
from datasets.faces.palette import Bgr, Palette

WhiteKind = Literal[
    "double", "single", "thick", "corners", "ornate", "hatched", "blank", "character", "letter", "dragon"
]
DragonKind = Literal["character", "dragon", "letter"]


@dataclass(frozen=True)
class Lettering:
    """How a set's engraver writes: one face, one weight, one bend."""

    face: Face
    weight: int
    wobble: float
    slant: float
    stretch: float  # height over width, against the font's own
    zoom: float  # makes up for faces that do not fill their em
    parted: int  # pixels of 120 between the top stroke of the West's character and the rest; 0: joined
    hollow: int  # thickness, in pixels of 120, of the line of characters cut in outline only; 0: solid
    seed: int

    def mask(self, text: str) -> Image:
        """A character's coverage mask, (h, w) uint8, some 120 pixels high."""
        mask = lettering(self.face, text, self.weight, self.wobble, self.slant, self.seed)
        if self.parted and text == "西":
            mask = parted(mask, self.parted)
        return outlined(mask, self.hollow) if self.hollow else mask

    def write(
        self, pen: Pen, text: str, em: float, ink: Bgr | None, fit: tuple[float, float] | None = None
    ) -> None:
        """Writes one character centred on the frame, `em` high or as high as fits a width and height."""
        mask = self.mask(text)
        em *= self.zoom
        width, height = mask.shape[1] / 120 * em, mask.shape[0] / 120 * em * self.stretch
        shrink = min(1.0, *(limit / side for limit, side in zip(fit or (), (width, height), strict=False)))
        pen.stamp(mask, ink, width * shrink, height * shrink)


@dataclass(frozen=True)
class CharacterDesign:
    """The character suit: a numeral over the character for ten thousand."""

    numerals: str  # nine characters
    myriad: str
    numeral_paint: str  # palette letters
    myriad_paint: str
    size: float  # of the myriad, in tile heights
    numeral_size: float
    gap: float  # between the two, in tile heights


@dataclass(frozen=True)
class HonourDesign:
    """Winds and dragons."""

    winds: tuple[str, str, str, str]  # E S W N as written
    latin_winds: bool  # a large Latin letter in place of the character
    red: str
    green: str
    wind_paint: str
    size: float  # of the characters, in tile heights
    dragons: DragonKind
    white: WhiteKind
    white_paint: str
    white_size: tuple[float, float]  # width and height of the frame as shares of the tile's
    line: float
    ring: bool  # dragons' and winds' letters inside a ring (letters only)
    latin: Face
    seed: int


@dataclass(frozen=True)
class IndexDesign:
    """The Arabic numeral or Latin letter in a corner."""

    latin: Face
    weight: int
    size: float
    corners: tuple[str, ...]
    paint: str  # a palette letter, or "=" for the colour usual for the tile's family
    dragons: str  # letters of red, green, white
    suits: bool  # on the suits too, not only on the characters and honours
    white_inside: bool  # the white dragon's letter in the middle of its frame


def sample_lettering(rng: np.random.Generator, face: Face) -> Lettering:
    """A random hand in a given face."""
    bold = {"kai": (2, 12), "brush": (-1, 6), "song": (3, 12), "sans": (-2, 7), "pen": (3, 12)}[face.hand]
    return Lettering(
        face=face,
        weight=int(rng.integers(*bold)) if rng.random() < 0.85 else 0,
        wobble=float(rng.uniform(0, 2.6)) if rng.random() < 0.6 else 0.0,
        slant=float(rng.normal(0, 0.05)) if rng.random() < 0.5 else 0.0,
        stretch=float(np.clip(rng.normal(1.0, 0.09), 0.8, 1.25)),
        zoom=float(np.clip(108 / glyph(face, "南").shape[0], 0.8, 1.6)),
        parted=int(rng.integers(5, 22)) if rng.random() < 0.55 else 0,
        hollow=int(rng.integers(3, 7)) if rng.random() < 0.03 and face.hand != "pen" else 0,
        seed=int(rng.integers(1 << 31)),
    )


def sample_characters(rng: np.random.Generator, face: Face) -> CharacterDesign:
    """Random characters."""
    numerals = "一二三四五六七八九"
    draw = rng.random()
    if draw < 0.45 and face.covers("伍"):
        numerals = "一二三四伍六七八九"
    elif draw < 0.475 and face.covers("壹貳叁肆伍陸柒捌玖"):
        numerals = "壹貳叁肆伍陸柒捌玖"
    myriad = first_covered(face, *(("万", "萬") if rng.random() < 0.13 else ("萬", "万"))) or "万"
    scheme = rng.random()
    numeral_paint = str(rng.choice(list("bbbkkkgr"))) if scheme < 0.85 else "r"
    myriad_paint = "r" if scheme < 0.85 else str(rng.choice(list("kbgr")))
    return CharacterDesign(
        numerals=numerals,
        myriad=myriad,
        numeral_paint=numeral_paint,
        myriad_paint=myriad_paint,
        size=float(rng.uniform(0.38, 0.5)),
        numeral_size=float(rng.uniform(0.32, 0.44)),
        gap=float(rng.uniform(-0.02, 0.05)),
    )


def sample_honours(rng: np.random.Generator, face: Face) -> HonourDesign:
    """Random winds and dragons."""
    whites: tuple[WhiteKind, ...] = (
        "double",
        "single",
        "thick",
        "corners",
        "ornate",
        "hatched",
        "blank",
        "character",
        "letter",
        "dragon",
    )
    dragons: DragonKind = ("character", "dragon", "letter")[rng.choice(3, p=(0.9, 0.07, 0.03))]
    white = whites[rng.choice(10, p=(0.26, 0.08, 0.07, 0.22, 0.12, 0.06, 0.12, 0.02, 0.03, 0.02))]
    if dragons == "dragon" and rng.random() < 0.3:
        white = "dragon"
    frosts = (
        ("發", "発", "发")
        if rng.random() < 0.8
        else ("発", "發", "发")
        if rng.random() < 0.6
        else ("发", "發", "発")
    )
    east = ("東", "东") if rng.random() < 0.93 else ("东", "東")
    return HonourDesign(
        winds=(first_covered(face, *east) or "东", "南", "西", "北"),
        latin_winds=bool(rng.random() < 0.02),
        red="中",
        green=first_covered(face, *frosts) or "发",
        wind_paint=str(rng.choice(list("bbbbbbbkkkkkkkggr"))),
        size=float(rng.uniform(0.58, 0.8)),
        dragons=dragons,
        white=white,
        white_paint=str(rng.choice(list("bbbkkkgr"))),
        white_size=(float(rng.uniform(0.62, 0.95)), float(rng.uniform(0.7, 0.98))),
        line=float(rng.uniform(0.014, 0.036)),
        ring=bool(rng.random() < 0.4),
        latin=pick_latin(rng),
        seed=int(rng.integers(1 << 31)),
    )


def sample_index(rng: np.random.Generator) -> IndexDesign | None:
    """Random indices; most old and Chinese sets have none."""
    if rng.random() < 0.52:
        return None
    corner = str(rng.choice(["tl", "tr"], p=(0.82, 0.18)))
    both = rng.random() < 0.22
    return IndexDesign(
        latin=pick_latin(rng),
        weight=int(rng.integers(0, 7)),
        size=float(rng.uniform(0.12, 0.24)),
        corners=(corner, {"tl": "br", "tr": "bl"}[corner]) if both else (corner,),
        paint=str(rng.choice(list("==rrkbg"))),
        dragons=str(rng.choice(["CFP", "CFB", "RGW", "CFP", "CFB"])),
        suits=bool(rng.random() < 0.88),
        white_inside=bool(rng.random() < 0.35),
    )


def draw_characters(
    pen: Pen,
    rank: int,
    design: CharacterDesign,
    hand: Lettering,
    palette: Palette,
    width: float,
    height: float,
) -> None:
    """A character tile in a box centred on the frame."""
    scale = height / 0.84
    upper, lower = design.numeral_size * scale, design.size * scale
    gap = design.gap * scale
    total = upper * 0.9 + gap + lower * 0.94
    top = -min(total, height) / 2
    hand.write(
        pen.at(0, top + upper * 0.45),
        design.numerals[rank - 1],
        upper,
        palette.ink(design.numeral_paint),
        (width, upper),
    )
    hand.write(
        pen.at(0, top + upper * 0.9 + gap + lower * 0.47),
        design.myriad,
        lower,
        palette.ink(design.myriad_paint),
        (width, lower),
    )


def draw_wind(
    pen: Pen, wind: str, design: HonourDesign, hand: Lettering, palette: Palette, width: float, height: float
) -> None:
    """A wind's character."""
    if design.latin_winds:
        _letter(pen, wind, design, palette.ink(design.wind_paint), width)
        return
    text = design.winds["ESWN".index(wind)]
    hand.write(pen, text, design.size * height / 0.84, palette.ink(design.wind_paint), (width * 0.96, height))


def draw_dragon(
    pen: Pen,
    dragon: str,
    design: HonourDesign,
    hand: Lettering,
    palette: Palette,
    width: float,
    height: float,
) -> None:
    """A dragon: R, G or W."""
    if dragon == "W":
        _white(pen, design, hand, palette, width, height)
        return
    ink = palette.red if dragon == "R" else palette.green
    if design.dragons == "dragon":
        _creature(
            pen.at(0, 0, min(height, width / 0.8)), np.random.default_rng(design.seed), ink, design.line
        )
        return
    if design.dragons == "letter":
        _letter(pen, "C" if dragon == "R" else "F", design, ink, width)
        return
    text = design.red if dragon == "R" else design.green
    hand.write(pen, text, design.size * height / 0.8, ink, (width * 0.96, height))


def _letter(pen: Pen, text: str, design: HonourDesign, ink: Bgr, width: float) -> None:
    mask = lettering(design.latin, text, 6)
    high = width * 0.6
    pen.stamp(mask, ink, high * mask.shape[1] / mask.shape[0], high)
    if design.ring:
        pen.ring(0, 0, width * 0.46, design.line, ink)


def _white(
    pen: Pen, design: HonourDesign, hand: Lettering, palette: Palette, width: float, height: float
) -> None:
    ink = palette.ink(design.white_paint)
    w, h = design.white_size[0] * width, design.white_size[1] * height
    line = design.line
    match design.white:
        case "blank":
            return
        case "character":
            hand.write(pen, "白", design.size * height / 0.84, ink, (width, height))
            return
        case "letter":
            _letter(pen, "B", design, ink, width)
            return
        case "dragon":
            _creature(
                pen.at(0, 0, min(height, width / 0.8)), np.random.default_rng(design.seed), palette.blue, line
            )
            return
        case "single":
            pen.line(_box(w, h, 0.03), line * 1.3, ink, closed=True)
        case "thick":
            pen.area(_box(w, h, 0.04), ink)
            pen.area(_box(w - 5 * line, h - 5 * line, 0.02), None)
        case "double":
            _double(pen, w, h, line, ink)
        case "corners":
            _double(pen, w, h, line, ink)
            inner_w, inner_h, cut = w / 2 - 3.6 * line, h / 2 - 3.6 * line, 0.25 * w
            for sx in (-1, 1):
                for sy in (-1, 1):
                    corner = path((sx * inner_w, sy * (inner_h - cut)), (sx * (inner_w - cut), sy * inner_h))
                    pen.line(corner, line * 1.2, ink)
        case "hatched":
            pen.line(_box(w, h, 0.0), line, ink, closed=True)
            pen.line(_box(w - 0.16, h - 0.16, 0.0), line, ink, closed=True)
            steps = np.linspace(-0.5, 0.5, 11)
            rungs = [path((t * w, s * h / 2), (t * w, s * (h / 2 - 0.08))) for t in steps for s in (-1, 1)]
            rungs += [path((s * w / 2, t * h), (s * (w / 2 - 0.08), t * h)) for t in steps for s in (-1, 1)]
            pen.lines(rungs, line * 0.8, ink)
        case "ornate":
            _ornate(pen, np.random.default_rng(design.seed), w, h, line, ink)


def _double(pen: Pen, w: float, h: float, line: float, ink: Bgr) -> None:
    pen.line(_box(w, h, 0.03), line * 1.5, ink, closed=True)
    pen.line(_box(w - 5.5 * line, h - 5.5 * line, 0.02), line, ink, closed=True)


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


def _creature(pen: Pen, rng: np.random.Generator, ink: Bgr, line: float) -> None:
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


def draw_index(
    pen: Pen, code: str, design: IndexDesign, honours: HonourDesign, palette: Palette, aspect: float
) -> None:
    """The index of a tile that is no Season."""
    rank, family = code[0], code[1]
    if family in "db" and not design.suits:
        return
    text = rank if family != "d" or rank.isdigit() else design.dragons["RGW".index(rank)]
    usual = {"c": "r", "w": "b", "b": "g"}.get(family, "r")
    if family == "d" and not rank.isdigit():
        usual = {"R": "r", "G": "g", "W": "b"}[rank]
    ink = palette.ink(usual if design.paint == "=" else design.paint)
    if code == "Wd" and honours.white == "blank":
        return
    mask = lettering(design.latin, text, design.weight)
    width, height = mask.shape[1] / 120 * design.size, mask.shape[0] / 120 * design.size
    if code == "Wd" and design.white_inside and honours.white in ("double", "single", "thick", "corners"):
        pen.at(aspect / 2, 0.5).stamp(mask, ink, width * 1.3, height * 1.3)
        return
    margin = 0.055
    for corner in design.corners:
        x = margin + width / 2 if corner[1] == "l" else aspect - margin - width / 2
        y = margin + height / 2 if corner[0] == "t" else 1 - margin - height / 2
        pen.at(x, y).stamp(mask[::-1, ::-1] if corner[0] == "b" else mask, ink, width, height)


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
