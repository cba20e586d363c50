"""The eight Seasons: a picture, a number and perhaps a name, in two series told apart as real sets do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from datasets.faces.canvas import Pen, ellipse, path
from datasets.faces.flora import Paints
from datasets.faces.fonts import Face, pick_chinese, pick_latin
from datasets.faces.lettering import sample_lettering
from datasets.faces.palette import Bgr, Palette
from datasets.faces.season_texts import NUMBERS, Kind, Mount, Place, Script, Series, Text, write
from datasets.faces.themes import picture

Frame = Literal["none", "tile", "double", "oval"]
Ranks = tuple[int, int, int, int]

USUAL: Ranks = (1, 2, 3, 4)
"""Plum, orchid, chrysanthemum, bamboo, as the books have them."""


@dataclass(frozen=True)
class SeriesDesign:
    """One series of four."""

    number: Text
    name: Text
    second_number: Text | None  # the number once more in another corner
    names: str  # the family of its names
    named: Ranks  # whose name each rank bears
    theme: str  # of its pictures; "" for none
    shown: Ranks  # whose picture each rank shows
    bloom: str  # palette letters
    leaf: str
    stem: str
    accent: str


@dataclass(frozen=True)
class SeasonDesign:
    """Both series of a set."""

    flowers: SeriesDesign
    seasons: SeriesDesign
    script: Script
    line: float
    filled: float
    tint: float
    picture: float  # size of the picture, in tile heights
    crowded: bool  # the picture reaches up between the texts
    printed: bool  # many mixed paints, other ones on each tile, as printing allows
    contour: str  # palette letter of a line round the whole picture, or "" for none
    frame: Frame
    frame_paint: str
    seed: int

    @property
    def are_named(self) -> bool:
        """Both series say their names."""
        return "none" not in (self.flowers.name.kind, self.seasons.name.kind)


def draw_season(
    pen: Pen, rank: int, series: Series, design: SeasonDesign, palette: Palette, aspect: float
) -> None:
    """Draws a whole Season, `rank` 1 to 4, in the outermost frame of a tile."""
    one = design.flowers if series == "f" else design.seasons
    _draw_picture(pen, rank, series, design, palette, aspect)
    _draw_frame(pen, design, palette.ink(design.frame_paint), aspect)
    for text in _texts(one):
        told = rank if text.kind in NUMBERS else one.named[rank - 1]
        write(pen, text, told, series, one.names, design.script, palette.ink(text.paint), aspect)


def _texts(one: SeriesDesign) -> list[Text]:
    return [text for text in (one.number, one.name, one.second_number) if text and text.kind != "none"]


def _draw_picture(
    pen: Pen, rank: int, series: Series, design: SeasonDesign, palette: Palette, aspect: float
) -> None:
    """The picture, keeping clear of the texts unless the design is crowded."""
    one = design.flowers if series == "f" else design.seasons
    if not one.theme:
        return
    rng = np.random.default_rng([design.seed, rank, ord(series)])
    paints = _paints(one, design, palette, rng)
    places = [text.place[1] for text in _texts(one) if not text.clocked]
    high, low = any(y < 0.3 for y in places), any(y > 0.7 for y in places)
    tall = min(design.picture, 0.9 if design.crowded or not high else 0.74)
    middle = 0.93 - tall / 2 if high else 0.07 + tall / 2 if low else 0.5
    plant = picture(one.theme, one.shown[rank - 1], design.seed)
    box = aspect * 0.86 * min(1.0, design.picture / 0.6), tall
    contour = palette.ink(design.contour) if design.contour else None
    pen.at(aspect / 2, middle).fitted(
        lambda frame: plant(frame, rng, paints), *box, drop=0.5 if low else 1.0, contour=contour
    )


def _paints(one: SeriesDesign, design: SeasonDesign, palette: Palette, rng: np.random.Generator) -> Paints:
    """The inks of one picture: the series' own, or mixtures of the set's paints where it is printed."""
    own = [palette.ink(letter) for letter in (one.bloom, one.leaf, one.stem, one.accent)]
    bloom, leaf, stem, accent = (_mixed(ink, palette, rng) for ink in own) if design.printed else own
    return Paints(bloom, leaf, stem, accent, line=design.line, filled=design.filled, tint=design.tint)


def _mixed(ink: Bgr, palette: Palette, rng: np.random.Generator) -> Bgr:
    other, share = palette.ink(str(rng.choice(list("rgbke")))), rng.uniform(0.0, 0.5)
    b, g, r = (round(a + (c - a) * share) for a, c in zip(ink, other, strict=True))
    return b, g, r


def _draw_frame(pen: Pen, design: SeasonDesign, ink: Bgr, aspect: float) -> None:
    frame = pen.at(aspect / 2, 0.5)
    x, y = aspect / 2 - 0.035, 0.465
    if design.frame == "oval":
        frame.line(ellipse(0, 0, x, y, sides=48), 0.014, ink, closed=True)
    elif design.frame != "none":
        for inset in (0.0, 0.03)[: 2 if design.frame == "double" else 1]:
            i, j = x - inset, y - inset
            frame.line(path((-i, -j), (i, -j), (i, j), (-i, j)), 0.012, ink, closed=True)


def sample_seasons(rng: np.random.Generator, characters: Face) -> SeasonDesign:
    """Random Seasons for a set whose characters are written in `characters`."""
    flowers, seasons = _sample_series(rng)
    frames: tuple[Frame, ...] = ("none", "tile", "double", "oval")
    printed = bool(rng.random() < 0.12)
    design = SeasonDesign(
        flowers=flowers,
        seasons=seasons,
        script=_sample_script(rng, characters),
        line=float(rng.uniform(0.012, 0.034)),
        filled=float(rng.choice((0.0, 0.1, 0.3, 0.6, 0.9))),
        tint=float(rng.uniform(0.15, 0.6)) if rng.random() < (0.8 if printed else 0.25) else 0.0,
        picture=float(rng.uniform(0.62, 0.9) if rng.random() < 0.85 else rng.uniform(0.35, 0.62)),
        crowded=bool(rng.random() < 0.5),
        printed=printed,
        contour=str(rng.choice(list("kbgr"))) if rng.random() < 0.06 else "",
        frame=frames[rng.choice(4, p=(0.93, 0.035, 0.02, 0.015))],
        frame_paint=str(rng.choice(list("bkgre"))),
        seed=int(rng.integers(1 << 31)),
    )
    flowers = renumbered(flowers, np.random.default_rng([design.seed, 1]), _RENUMBERED)
    return replace(design, flowers=flowers)


def renumbered(flowers: SeriesDesign, rng: np.random.Generator, share: float) -> SeriesDesign:
    """The four nobles, so often, in another order than the books', as some sets number them: bamboo before
    chrysanthemum, or by the season each blooms in. What tells their rank is the number."""
    by_plant = flowers.theme in ("nobles", "potted nobles")
    by_name = flowers.name.kind != "none" and flowers.names.startswith("nobles")
    if flowers.number.kind == "none" or not (by_plant or by_name) or rng.random() >= share:
        return flowers
    order = _ORDERS[int(rng.random() < 0.2)]
    return replace(flowers, named=order, shown=order if by_plant else flowers.shown)


def told_by_name(design: SeasonDesign, rng: np.random.Generator) -> SeasonDesign:
    """The same Seasons without their numbers, named in the rougher hand of an engraver of few sets.

    As on many old sets, nothing but a name tells them apart: mostly one Chinese character.
    """
    hand = replace(
        design.script.hand, wobble=float(rng.uniform(1.0, 6.0)), slant=float(rng.normal(0.0, 0.1)), hollow=0
    )
    names = _choose(rng, _CUT_NAMES)
    return replace(
        design,
        flowers=replace(_named_only(rng, design.flowers), names=names),
        seasons=_named_only(rng, design.seasons),
        script=replace(design.script, hand=hand),
    )


def _named_only(rng: np.random.Generator, series: SeriesDesign) -> SeriesDesign:
    """A series with its name, or with one in Chinese in place of a foreign one, as the only text."""
    name = series.name
    if name.kind == "none" or (name.kind != "name" and rng.random() < 0.7):
        name = replace(name, kind="name", place=series.number.place, size=float(rng.uniform(0.2, 0.34)))
    nothing = replace(series.number, kind="none")
    return replace(series, number=nothing, name=name, second_number=None, named=USUAL, shown=USUAL)


def _sample_script(rng: np.random.Generator, characters: Face) -> Script:
    needs = "春夏秋冬梅菊竹"
    chinese = characters if characters.covers(needs) and rng.random() < 0.75 else pick_chinese(rng, needs)
    hand = sample_lettering(rng, chinese)
    share = 0.5 if rng.random() < 0.7 else 1.0  # smaller than the suit's characters, so mostly cut finer
    return Script(
        hand=replace(hand, weight=int(hand.weight * share)),
        latin=pick_latin(rng),
        weight=int(rng.integers(0, 8)),
        spelling=int(rng.integers(3)),
        capitals=bool(rng.random() < 0.75),
        broken=bool(rng.random() < 0.35),
        upright=bool(rng.random() < 0.6),
        cleared=bool(rng.random() < 0.75),
    )


def _sample_series(rng: np.random.Generator) -> tuple[SeriesDesign, SeriesDesign]:
    """Two series that differ by their names or by the colour of their numerals.

    Where the flowers have no names they mostly show the four nobles, and only the seasons carry red numerals
    (as in the real sets that count one series in Arabic and the other in Chinese).
    """
    draw = rng.random()
    flowers_named, seasons_named = draw < 0.68, draw < 0.76
    if rng.random() < 0.4:  # commonest on modern sets
        side, other_side = _CORNERS[1], _CORNERS[0]
    else:
        places = _CORNERS[:2] if rng.random() < 0.75 else _CORNERS
        side, other_side = places[rng.integers(len(places))], places[rng.integers(len(places))]
    flowers = _one_series(
        rng, "f", flowers_named, side, rng.choice(list("bkbkgr" if flowers_named else "bkg"))
    )
    red = not flowers_named or (not seasons_named) or rng.random() < 0.7
    seasons = _one_series(rng, "s", seasons_named, other_side, "r" if red else rng.choice(list("bkg")))
    pictured = flowers.theme and seasons.theme
    if flowers_named and seasons_named and pictured and rng.random() < 0.6:  # both series are laid out alike
        flowers = replace(
            flowers,
            number=replace(seasons.number, paint=flowers.number.paint),
            name=replace(seasons.name, paint=flowers.name.paint),
            second_number=None,
        )
        seasons = replace(seasons, second_number=None)
    return flowers, seasons


def _one_series(
    rng: np.random.Generator, series: Series, named: bool, corner: Place, paint: str
) -> SeriesDesign:
    """One series with its numbers in `corner` and its main texts in `paint`."""
    name = _sample_name(rng, corner, paint) if named else Text("none", corner, paint, 0.0)
    number = _sample_number(rng, series, name, corner, paint)
    opposite = (1 - corner[0], 1 - corner[1])
    again = replace(number, place=opposite, size=number.size * 0.9, clocked=False)
    doubled = rng.random() < 0.06 and name.place != opposite and not number.clocked
    names = "seasons" if series == "s" else _choose(rng, _FLOWER_NAMES)
    theme = _choose(rng, _NAMED_THEMES.get(names) or _THEMES[series, named])
    if named and rng.random() < _EMBLEMS:
        theme = ""
        name = replace(name, kind="name", place=(0.5, 0.5), size=float(rng.uniform(0.45, 0.8)), mount="bare")
        number = replace(number, kind=number.kind if rng.random() < 0.4 else "none")
    bloom, leaf, stem, accent = _sample_inks(rng)
    return SeriesDesign(
        number=number,
        name=name,
        second_number=again if doubled else None,
        names=names,
        named=USUAL,
        theme=theme,
        shown=USUAL,
        bloom=bloom,
        leaf=leaf,
        stem=stem,
        accent=accent,
    )


def _sample_inks(rng: np.random.Generator) -> tuple[str, str, str, str]:
    """Palette letters of bloom, leaf, stem and accent: red on green, anything, or one paint for all."""
    if rng.random() < 0.13:
        only = str(rng.choice(list("kkbbggre")))
        return only, only, only, only
    return (
        str(rng.choice(list("rrrrrrbegk"))),
        str(rng.choice(list("ggggggbk"))),
        str(rng.choice(list("gggggbke"))),
        str(rng.choice(list("rbgke"))),
    )


def _sample_name(rng: np.random.Generator, number_corner: Place, paint: str) -> Text:
    kinds: tuple[Kind, ...] = ("name", "pair", "short", "english")
    kind = kinds[rng.choice(4, p=(0.61, 0.07, 0.15, 0.17))]
    place = (1 - number_corner[0], number_corner[1])
    size = rng.uniform(0.15, 0.31)
    draw = rng.random()
    if kind == "english" or (kind == "short" and draw < 0.6):
        place = (0.5, 1.0) if number_corner[1] == 0 else (0.5, 0.0)
        size *= rng.uniform(1.0, 2.6)
    elif draw < 0.2:  # anywhere along the edges
        free = rng.random()
        place = (free, float(rng.integers(2))) if rng.random() < 0.6 else (float(rng.integers(2)), free)
    elif draw < 0.26:
        size = rng.uniform(0.31, 0.5)
    return Text(
        kind,
        place,
        paint if rng.random() < 0.7 else str(rng.choice(list("rbkge"))),
        float(size),
        _sample_mount(rng, (0.91, 0.02, 0.02, 0.01, 0.03, 0.01)),
    )


def _sample_number(rng: np.random.Generator, series: Series, name: Text, corner: Place, paint: str) -> Text:
    """The number; in `paint` when nothing else tells the series, often in another colour beside a name."""
    chinese = {"f": 0.15, "s": 0.25 if name.kind != "none" else 0.42}[series]
    draw = rng.random()
    kind: Kind = (
        "chinese" if draw < chinese else "roman" if draw > 0.96 else "pips" if draw > 0.94 else "arabic"
    )
    foreign = name.kind in ("short", "english")
    if name.kind != "none" and rng.random() < (0.45 if foreign else 0.24):  # the name is the only clue
        kind = "none"
    if name.kind != "none" and rng.random() < 0.4:
        paint = str(rng.choice(list("rbkg")))
    crossed = (
        name.kind != "none" and max(abs(name.place[0] - corner[0]), abs(name.place[1] - corner[1])) < 0.45
    )
    if crossed:  # the name lies in the number's corner
        corner = (
            (1.0 - round(name.place[0]), corner[1])
            if name.place[0] != 0.5
            else (0.5, 1.0 - round(name.place[1]))
        )
    large = rng.random() < 0.08
    return Text(
        kind,
        corner,
        paint,
        float(rng.uniform(0.3, 0.42) if large else rng.uniform(0.15, 0.27)),
        _sample_mount(rng, (0.9, 0.04, 0.015, 0.015, 0.015, 0.015)),
        clocked=bool(name.kind == "none" and rng.random() < 0.05),
    )


def _sample_mount(rng: np.random.Generator, shares: tuple[float, ...]) -> Mount:
    mounts: tuple[Mount, ...] = ("bare", "ring", "box", "disc", "seal", "doubled")
    return mounts[rng.choice(len(mounts), p=shares)]


_RENUMBERED = 0.15
"""Share of the sets with the four nobles in another order."""

_ORDERS: tuple[Ranks, Ranks] = ((1, 2, 4, 3), (2, 4, 3, 1))

_EMBLEMS = 0.05
"""Share of named series that show a large name in place of a picture."""

_CORNERS: tuple[Place, ...] = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
_FLOWER_NAMES = {"nobles": 0.47, "nobles-short": 0.26, "nobles-cut": 0.12, "trades": 0.09, "arts": 0.06}
_CUT_NAMES = {
    "nobles": 0.2,
    "nobles-short": 0.15,
    "nobles-cut": 0.15,
    "nobles-rough": 0.2,
    "nobles-hewn": 0.18,
    "nobles-hacked": 0.12,
}
_SCENES = {
    "pots": 0.2,
    "people": 0.2,
    "buildings": 0.1,
    "travel": 0.1,
    "landscape": 0.1,
    "things": 0.17,
    "animals": 0.13,
}
_NAMED_THEMES: dict[str, dict[str, float]] = {  # where the names tell what is shown
    "trades": {"people": 0.8, "landscape": 0.2},
    "arts": {"arts": 0.7, "things": 0.2, "people": 0.1},
}
_THEMES: dict[tuple[Series, bool], dict[str, float]] = {  # by series and whether it is named
    ("f", True): {
        "nobles": 0.52,
        "potted nobles": 0.18,
        "garden": 0.12,
        "clips": 0.5,
        **{theme: 0.26 * share for theme, share in _SCENES.items()},
    },
    ("f", False): {
        "nobles": 0.7,
        "potted nobles": 0.08,
        "garden": 0.08,
        "clips": 0.35,
        **{theme: 0.14 * share for theme, share in _SCENES.items()},
    },
    ("s", True): {
        "garden": 0.4,
        "year": 0.24,
        "potted year": 0.12,
        "clips": 0.65,
        **{theme: 0.36 * share for theme, share in _SCENES.items()},
    },
    ("s", False): {
        "garden": 0.5,
        "year": 0.06,
        "clips": 0.65,
        **{theme: 0.44 * share for theme, share in _SCENES.items()},
    },
}


def _choose(rng: np.random.Generator, shares: dict[str, float]) -> str:
    weights = np.array(tuple(shares.values()))
    return tuple(shares)[rng.choice(len(shares), p=weights / weights.sum())]
