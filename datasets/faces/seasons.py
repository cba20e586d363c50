"""The eight Seasons: a picture, a number and perhaps a name, in two series told apart as real sets do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from datasets.faces.canvas import Image, Pen, ellipse
from datasets.faces.flora import NOBLES, Paints, Plant, chrysanthemum, garden, lotus, pine, plum
from datasets.faces.fonts import EM, Face, first_covered, lettering, pick_chinese, pick_latin
from datasets.faces.lettering import Lettering, sample_lettering
from datasets.faces.palette import Palette
from datasets.faces.scenes import THEMES

Corner = Literal["tl", "tr", "bl", "br", "top"]
Series = Literal["f", "s"]

_ENGLISH: dict[Series, tuple[str, ...]] = {
    "f": ("PLUM", "ORCHID", "MUM", "BAMBOO"),
    "s": ("SPRING", "SUMMER", "AUTUMN", "WINTER"),
}
_SHORT: dict[Series, tuple[str, ...]] = {"f": ("PLM", "ORC", "CHR", "BAM"), "s": ("SPR", "SUM", "AUT", "WIN")}
_NUMERALS = "一二三四"
_NAMES: dict[str, tuple[tuple[str, ...], ...]] = {  # spellings of each name, the preferred first
    "seasons": (("春",), ("夏",), ("秋",), ("冬",)),
    "nobles": (("梅",), ("蘭", "兰", "蓝"), ("菊",), ("竹",)),
    "nobles-short": (("梅",), ("兰", "蘭"), ("菊",), ("竹",)),
    "trades": (("漁", "渔"), ("樵",), ("耕",), ("讀", "読", "读")),
    "arts": (("琴",), ("棋",), ("書", "书"), ("畫", "画")),
}


@dataclass(frozen=True)
class Text:
    """A number or name on a Season."""

    kind: Literal["arabic", "chinese", "name", "short", "english", "none"]
    corner: Corner
    paint: str  # a palette letter
    size: float  # em, in tile heights


@dataclass(frozen=True)
class SeriesDesign:
    """One series of four."""

    number: Text
    name: Text
    second_number: Text | None  # the number once more in another corner
    names: str  # key of _NAMES
    theme: str  # "nobles", "garden", "year" or a theme of scenes
    bloom: str  # palette letters
    leaf: str
    stem: str
    accent: str


@dataclass(frozen=True)
class SeasonDesign:
    """Both series of a set."""

    flowers: SeriesDesign
    seasons: SeriesDesign
    hand: Lettering  # of names and Chinese numerals
    latin: Face
    weight: int
    line: float
    filled: float
    tint: float
    medal: bool  # numbers stand in a ring
    picture: float  # size of the picture, in tile heights
    crowded: bool  # the picture reaches up between the texts
    cleared: bool  # texts stand free of the picture
    seed: int


def draw_season(
    pen: Pen, rank: int, series: Series, design: SeasonDesign, palette: Palette, aspect: float
) -> None:
    """Draws a whole Season, `rank` 1 to 4, in the outermost frame of a tile."""
    one = design.flowers if series == "f" else design.seasons
    rng = np.random.default_rng([design.seed, rank, ord(series)])
    paints = Paints(
        bloom=palette.ink(one.bloom),
        leaf=palette.ink(one.leaf),
        stem=palette.ink(one.stem),
        accent=palette.ink(one.accent),
        line=design.line,
        filled=design.filled,
        tint=design.tint,
    )
    texts = [
        text for text in (one.number, one.name, one.second_number) if text is not None and text.kind != "none"
    ]
    high = any(text.corner[0] == "t" for text in texts)
    tall = min(design.picture, 0.9 if not high or design.crowded else 0.74)
    box = aspect * 0.86, tall
    plant = _plant(one.theme, rank, design.seed)
    middle = 0.93 - tall / 2 if high else 0.5
    pen.at(aspect / 2, middle).fitted(lambda frame: plant(frame, rng, paints), *box, drop=1.0)
    for text in texts:
        _write(pen, rank, series, one, text, design, palette, aspect)


def _plant(theme: str, rank: int, seed: int) -> Plant:
    if theme == "nobles":
        return NOBLES[rank - 1]
    if theme == "garden":
        return garden
    if theme == "year":
        return (garden, lotus, chrysanthemum, pine if seed % 2 else plum)[rank - 1]
    pictures = THEMES[theme]
    return pictures[(seed + rank) % len(pictures)]


def _write(
    pen: Pen,
    rank: int,
    series: Series,
    one: SeriesDesign,
    text: Text,
    design: SeasonDesign,
    palette: Palette,
    aspect: float,
) -> None:
    mask, em = _letters(rank, series, one, text, design)
    height = mask.shape[0] / EM * text.size * em
    width = mask.shape[1] / EM * text.size * em
    if width > aspect * 0.8:
        width, height = aspect * 0.8, height * aspect * 0.8 / width
    margin = 0.07
    box = text.size * 0.5
    x = {"l": margin + max(width / 2, box * 0.6), "r": aspect - margin - max(width / 2, box * 0.6)}.get(
        text.corner[1], aspect / 2
    )
    y = margin + max(height / 2, box * 0.7)
    if text.corner[0] == "b":
        y = 1 - y
    colour = palette.ink(text.paint)
    frame = pen.at(x, y)
    if design.cleared:
        frame.area(ellipse(0, 0, width * 0.62 + 0.02, height * 0.62 + 0.02), None)
    frame.stamp(mask, colour, width, height)
    if design.medal and text is not one.name:
        frame.ring(0, 0, max(width, height) * 0.5 + 0.03, 0.015, colour)


def _letters(
    rank: int, series: Series, one: SeriesDesign, text: Text, design: SeasonDesign
) -> tuple[Image, float]:
    """The mask of a text and its size relative to the design's."""
    if text.kind == "arabic":
        return lettering(design.latin, str(rank), design.weight), 1.0
    if text.kind == "chinese":
        return design.hand.mask(_NUMERALS[rank - 1]), design.hand.zoom
    if text.kind == "name":
        name = first_covered(design.hand.face, *_NAMES[one.names][rank - 1])
        if name is not None:
            return design.hand.mask(name), design.hand.zoom
        return lettering(design.latin, _SHORT[series][rank - 1], design.weight), 0.6
    words = _ENGLISH if text.kind == "english" else _SHORT
    return lettering(design.latin, words[series][rank - 1], design.weight), 0.5


def sample_seasons(rng: np.random.Generator, characters: Face) -> SeasonDesign:
    """Random Seasons for a set whose characters are written in `characters`."""
    needs = "春夏秋冬梅菊竹"
    chinese = characters if characters.covers(needs) and rng.random() < 0.8 else pick_chinese(rng, needs)
    flowers, seasons = _sample_series(rng)
    hand = sample_lettering(rng, chinese)
    return SeasonDesign(
        flowers=flowers,
        seasons=seasons,
        hand=replace(hand, weight=hand.weight // 2),  # smaller than the suit's characters
        latin=pick_latin(rng),
        weight=int(rng.integers(0, 8)),
        line=float(rng.uniform(0.016, 0.034)),
        filled=float(rng.choice((0.0, 0.1, 0.3, 0.6, 0.9))),
        tint=float(rng.uniform(0.15, 0.6)) if rng.random() < 0.3 else 0.0,
        medal=bool(rng.random() < 0.05),
        picture=float(rng.uniform(0.62, 0.9)),
        crowded=bool(rng.random() < 0.5),
        cleared=bool(rng.random() < 0.75),
        seed=int(rng.integers(1 << 31)),
    )


def _sample_series(rng: np.random.Generator) -> tuple[SeriesDesign, SeriesDesign]:
    """Two series that differ by their names or by the colour of their numerals.

    Where the flowers have no names they mostly show the four nobles, and only the seasons carry red numerals
    (as in the real sets that count one series in Arabic and the other in Chinese).
    """
    draw = rng.random()
    flowers_named, seasons_named = draw < 0.66, draw < 0.75
    if rng.random() < 0.45:  # commonest on modern sets
        side, other_side = _CORNERS[1], _CORNERS[0]
    else:
        places = _CORNERS[:2] if rng.random() < 0.8 else _CORNERS
        side, other_side = places[rng.integers(len(places))], places[rng.integers(len(places))]
    flowers = _one_series(
        rng, "f", flowers_named, side, rng.choice(list("bkbkgr" if flowers_named else "bkg"))
    )
    red = rng.random() < 0.8 or not flowers_named
    seasons = _one_series(rng, "s", seasons_named, other_side, "r" if red else rng.choice(list("bkg")))
    return flowers, seasons


def _one_series(
    rng: np.random.Generator, series: Series, named: bool, corner: Corner, paint: str
) -> SeriesDesign:
    """One series with its numbers in `corner` and its main texts in `paint`."""
    name = _sample_name(rng, corner, paint) if named else Text("none", corner, paint, 0.0)
    number = _sample_number(rng, series, name, corner, paint)
    again = replace(number, corner=_OPPOSITE[corner], size=number.size * 0.9)
    names = "seasons" if series == "s" else _choose(rng, _FLOWER_NAMES)
    theme = "people" if names == "trades" else _choose(rng, _THEMES[series, named])
    return SeriesDesign(
        number=number,
        name=name,
        second_number=again if rng.random() < 0.06 and name.corner != again.corner else None,
        names=names,
        theme=theme,
        bloom=str(rng.choice(list("rrrrrrbegk"))),
        leaf=str(rng.choice(list("ggggggbk"))),
        stem=str(rng.choice(list("gggggbke"))),
        accent=str(rng.choice(list("rbgke"))),
    )


def _sample_name(rng: np.random.Generator, number_corner: Corner, paint: str) -> Text:
    kind: Literal["name", "short", "english"] = ("name", "short", "english")[
        rng.choice(3, p=(0.84, 0.06, 0.1))
    ]
    corner = _ACROSS[number_corner]
    if kind == "english":
        corner = "bl" if number_corner[0] == "t" else "top"
    return Text(
        kind,
        corner,
        paint if rng.random() < 0.75 else str(rng.choice(list("rbkg"))),
        float(rng.uniform(0.2, 0.31)),
    )


def _sample_number(rng: np.random.Generator, series: Series, name: Text, corner: Corner, paint: str) -> Text:
    """The number; in `paint` when nothing else tells the series, often in another colour beside a name."""
    chinese = {"f": 0.15, "s": 0.25 if name.kind != "none" else 0.45}[series]
    kind: Literal["arabic", "chinese", "none"] = "chinese" if rng.random() < chinese else "arabic"
    if name.kind == "name" and rng.random() < 0.08:
        kind = "none"
    if name.kind != "none" and rng.random() < 0.4:
        paint = str(rng.choice(list("rbkg")))
    large = rng.random() < 0.07
    return Text(kind, corner, paint, float(rng.uniform(0.3, 0.42) if large else rng.uniform(0.17, 0.27)))


_CORNERS: tuple[Corner, ...] = ("tl", "tr", "bl", "br")
_ACROSS: dict[Corner, Corner] = {"tl": "tr", "tr": "tl", "bl": "br", "br": "bl"}
_OPPOSITE: dict[Corner, Corner] = {"tl": "br", "tr": "bl", "bl": "tr", "br": "tl"}
_FLOWER_NAMES = {"nobles": 0.55, "nobles-short": 0.3, "trades": 0.09, "arts": 0.06}
_SCENES = {
    "people": 0.3,
    "buildings": 0.17,
    "travel": 0.16,
    "landscape": 0.14,
    "things": 0.15,
    "animals": 0.08,
}
_THEMES: dict[tuple[Series, bool], dict[str, float]] = {  # by series and whether it is named
    ("f", True): {
        "nobles": 0.64,
        "garden": 0.12,
        **{theme: 0.24 * share for theme, share in _SCENES.items()},
    },
    ("f", False): {"nobles": 0.8, "garden": 0.1, **{theme: 0.1 * share for theme, share in _SCENES.items()}},
    ("s", True): {"garden": 0.52, "year": 0.2, **{theme: 0.28 * share for theme, share in _SCENES.items()}},
    ("s", False): {"garden": 0.55, **{theme: 0.45 * share for theme, share in _SCENES.items()}},
}


def _choose(rng: np.random.Generator, shares: dict[str, float]) -> str:
    weights = np.array(tuple(shares.values()))
    return tuple(shares)[rng.choice(len(shares), p=weights / weights.sum())]
