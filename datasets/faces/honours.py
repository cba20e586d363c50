"""Winds and dragons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from datasets.faces.canvas import Pen
from datasets.faces.creature import draw_creature
from datasets.faces.fonts import Face, first_covered, lettering, pick_latin
from datasets.faces.frames import FrameKind, draw_frame
from datasets.faces.lettering import Lettering
from datasets.faces.palette import Bgr, Palette

DragonKind = Literal["character", "dragon", "letter"]
WhiteKind = FrameKind | Literal["blank", "character", "letter", "dragon"]


@dataclass(frozen=True)
class HonourDesign:
    """Winds and dragons."""

    winds: tuple[str, str, str, str]  # E S W N as written
    latin_winds: bool  # a large Latin letter in place of the character
    green: str  # the green dragon as written
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

    @property
    def white_is_framed(self) -> bool:
        """Whether the white dragon is a frame with room inside."""
        return self.white in ("double", "single", "thick", "corners")


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
    """A dragon, R, G or W, in a box centred on the frame."""
    ink = {"R": palette.red, "G": palette.green, "W": palette.ink(design.white_paint)}[dragon]
    kind = design.white if dragon == "W" else design.dragons
    match kind:
        case "blank":
            pass
        case "dragon":
            size = min(height, width / 0.8)
            if dragon == "W":  # framed: in some sets it has the paint of the green one
                draw_frame(pen, "single", width, height, design.line, ink, design.seed)
                size *= 0.72
            draw_creature(pen.at(0, 0, size), np.random.default_rng(design.seed), ink, design.line)
        case "letter":
            _letter(pen, {"R": "C", "G": "F", "W": "B"}[dragon], design, ink, width)
        case "character":
            text = {"R": "中", "G": design.green, "W": "白"}[dragon]
            hand.write(pen, text, design.size * height / 0.8, ink, (width * 0.96, height))
        case _:
            w, h = design.white_size
            draw_frame(pen, kind, w * width, h * height, design.line, ink, design.seed)


def _letter(pen: Pen, text: str, design: HonourDesign, ink: Bgr, width: float) -> None:
    mask = lettering(design.latin, text, 6)
    high = width * 0.6
    pen.stamp(mask, ink, high * mask.shape[1] / mask.shape[0], high)
    if design.ring:
        pen.ring(0, 0, width * 0.46, design.line, ink)


WHITES: dict[WhiteKind, float] = {
    "double": 0.22,
    "single": 0.08,
    "thick": 0.07,
    "corners": 0.22,
    "ornate": 0.09,
    "hatched": 0.05,
    "nested": 0.04,
    "chequered": 0.04,
    "blank": 0.12,
    "character": 0.02,
    "letter": 0.03,
    "dragon": 0.02,
}
INKED_WHITES: tuple[WhiteKind, ...] = tuple(kind for kind in WHITES if kind != "blank")
"""For sets out of the common: a white dragon is blank in enough of the others."""

DRAGONS: dict[DragonKind, float] = {"character": 0.9, "dragon": 0.07, "letter": 0.03}
_FORTUNES = (
    ("發", "発", "发"),
    ("発", "發", "发"),
    ("发", "發", "発"),
)  # the green dragon, preferred spelling first


def sample_honours(rng: np.random.Generator, face: Face) -> HonourDesign:
    """Random winds and dragons."""
    dragons = tuple(DRAGONS)[rng.choice(len(DRAGONS), p=tuple(DRAGONS.values()))]
    white = tuple(WHITES)[rng.choice(len(WHITES), p=tuple(WHITES.values()))]
    if dragons == "dragon" and rng.random() < 0.3:
        white = "dragon"
    if white == "character" and not face.covers("白"):
        white = "double"
    fortune = _FORTUNES[rng.choice(3, p=(0.8, 0.12, 0.08))]
    east = ("東", "东") if rng.random() < 0.93 else ("东", "東")
    return HonourDesign(
        winds=(first_covered(face, *east) or "东", "南", "西", "北"),
        latin_winds=bool(rng.random() < 0.02),
        green=first_covered(face, *fortune) or "发",
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
