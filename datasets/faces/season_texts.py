"""The numbers and names on Seasons: what they say, in which script, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from datasets.faces.canvas import Image, Pen, circle, ellipse, path
from datasets.faces.fonts import EM, Face, first_covered, lettering
from datasets.faces.lettering import Lettering
from datasets.faces.palette import Bgr

Series = Literal["f", "s"]
Kind = Literal["arabic", "chinese", "roman", "pips", "name", "pair", "short", "english", "none"]
Mount = Literal["bare", "ring", "box", "disc", "seal", "doubled"]
Place = tuple[float, float]
"""Where a text stands: 0 is the left (top) margin, 1 the right (bottom) one."""

CLOCK: tuple[Place, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The corner of each rank on sets whose numbers walk round the tile."""

NUMBERS: tuple[Kind, ...] = ("arabic", "chinese", "roman", "pips")
"""Texts that say the rank by themselves; the others go by a name."""

_CHINESE = "一二三四"
_ROMAN = ("I", "II", "III", "IV")
_ENGLISH: dict[Series, tuple[tuple[str, ...], ...]] = {
    "f": (("PLUM",), ("ORCHID", "LILY"), ("MUM", "CHRYS.", "CHRYSANTHEMUM"), ("BAMBOO",)),
    "s": (("SPRING",), ("SUMMER",), ("AUTUMN", "FALL"), ("WINTER",)),
}
_SHORT: dict[Series, tuple[tuple[str, ...], ...]] = {
    "f": (("PLM", "PL", "PLUM"), ("ORC", "OR", "ORCH"), ("CHR", "CH", "MUM"), ("BAM", "BA", "BMB")),
    "s": (("SPR", "SP", "SPG"), ("SUM", "SU", "SMR"), ("AUT", "AU", "FALL"), ("WIN", "WI", "WTR")),
}
_BROKEN: dict[str, tuple[str, ...]] = {
    "CHRYSANTHEMUM": ("CHRYSAN-", "THEMUM"),
    "BAMBOO": ("BAM-", "BOO"),
    "SUMMER": ("SUM-", "MER"),
}
NAMES: dict[str, tuple[tuple[str, ...], ...]] = {  # spellings of each name, the preferred first
    "seasons": (("春",), ("夏",), ("秋",), ("冬",)),
    "seasons-cut": (("舂", "春"), ("复", "夏"), ("伙", "秋"), ("务", "冬")),  # as engravers cut them
    "seasons-rough": (("奉", "春"), ("憂", "夏"), ("烁", "秋"), ("各", "冬")),  # more roughly cut
    "nobles": (("梅",), ("蘭", "兰", "蓝"), ("菊",), ("竹",)),
    "nobles-cut": (("梅",), ("茼", "蔄", "蘭"), ("菊",), ("竹",)),  # as engravers cut the orchid
    "nobles-rough": (("梅",), ("苘", "茼", "蘭"), ("萄", "葡", "菊"), ("竹",)),  # more roughly cut
    "nobles-hewn": (("梅",), ("萳", "蕳", "蘭"), ("葥", "莿", "菊"), ("竹",)),  # by their outlines alone
    "nobles-hacked": (("栂", "梅"), ("莔", "苘", "蘭"), ("莇", "莿", "菊"), ("竹",)),
    "nobles-worn": (("海", "梅"), ("南", "蘭"), ("有", "菊"), ("什", "竹")),  # what is left of these
    "nobles-short": (("梅",), ("兰", "蘭"), ("菊",), ("竹",)),
    "trades": (("漁", "渔"), ("樵",), ("耕",), ("讀", "読", "读")),
    "arts": (("琴",), ("棋",), ("書", "书"), ("畫", "画")),
}
PHRASES = (
    *("公侯將相", "福祿壽喜", "加官晉爵", "國泰民安", "天下太平", "風花雪月", "長命富貴"),
    *("花開富貴", "風調雨順", "吉祥如意", "龍鳳呈祥", "金玉滿堂", "文武忠孝", "榮華富貴"),
)
"""Wishes and titles that old sets bear in place of names, a character on each tile: the rank is told by a
number."""
NAMES |= {phrase: tuple((character,) for character in phrase) for phrase in PHRASES}

_PAIRS: dict[str, tuple[tuple[str, ...], ...]] = {  # names of two characters; other names have none
    "seasons": (("春天", "春季"), ("夏天", "夏季"), ("秋天", "秋季"), ("冬天", "冬季")),
    "nobles": (("梅花",), ("蘭花", "兰花"), ("菊花",), ("竹子", "竹葉")),
    "nobles-short": (("梅花",), ("兰花", "蘭花"), ("菊花",), ("竹子", "竹叶")),
}


_LOST = 0.3
"""Share of the ground under a text that has the text's own ink, above which it could not be read there."""


@dataclass(frozen=True)
class Text:
    """A number or name on a Season."""

    kind: Kind
    place: Place
    paint: str  # a palette letter
    size: float  # em, in tile heights
    mount: Mount = "bare"  # what is drawn around it; a seal shows the text cut out of a filled box
    clocked: bool = False  # stands in the corner of its rank in place of `place`


@dataclass(frozen=True)
class Script:
    """How a set writes its Seasons."""

    hand: Lettering  # of names and Chinese numerals
    latin: Face
    weight: int
    spelling: int  # which of the foreign spellings
    capitals: bool  # foreign names are in capitals throughout
    broken: bool  # long ones are written in two lines
    upright: bool  # two characters stand one above the other
    cleared: bool  # texts stand free of the picture
    margin: float = 0.065  # between a text and the edges, in tile heights


def write(
    pen: Pen, text: Text, rank: int, series: Series, names: str, script: Script, ink: Bgr, aspect: float
) -> None:
    """Writes `text` for the Season of `rank` (1 to 4), in the outermost frame of a tile.

    `names` is the key of a family of names ("seasons", "nobles", "trades"...).
    """
    mask, em = _mask(text, rank, series, names, script)
    height, width = (side / EM * text.size * em for side in mask.shape)
    shrink = min(1.0, aspect * 0.8 / width, 0.8 / height)
    width, height = width * shrink, height * shrink
    room = 0.0 if text.mount == "bare" else 0.04
    least = text.size * 0.3  # half the room kept for a narrow text, so that a 1 stands where a 2 does
    x, y = CLOCK[rank - 1] if text.clocked else text.place
    edge = script.margin + room
    left, top = edge + max(width / 2, least), edge + max(height / 2, least)
    frame = pen.at(left + x * (aspect - 2 * left), top + y * (1 - 2 * top))
    around = ellipse(0, 0, width * 0.62 + 0.02 + room, height * 0.62 + 0.02 + room)
    if script.cleared or (text.mount != "seal" and frame.share_in(around, ink) > _LOST):
        frame.area(around, None)
    if text.mount == "seal":
        frame.area(_box(width + 0.06, height + 0.06), ink)
        frame.stamp(mask, None, width, height)
        return
    frame.stamp(mask, ink, width, height)
    _mounted(frame, text.mount, width, height, ink)


def _mounted(frame: Pen, mount: Mount, width: float, height: float, ink: Bgr) -> None:
    around = max(width, height) * 0.5 + 0.03
    match mount:
        case "ring":
            frame.ring(0, 0, around, 0.015, ink)
        case "doubled":
            frame.ring(0, 0, around, 0.01, ink)
            frame.ring(0, 0, around + 0.022, 0.01, ink)
        case "box":
            frame.line(_box(width + 0.06, height + 0.06), 0.014, ink, closed=True)
        case "disc":
            frame.lines(
                [circle(x, y, 0.012, 8) for x, y in circle(0, 0, around, 14)], 0.012, ink, closed=True
            )
        case _:
            pass


def _box(width: float, height: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    x, y = width / 2, height / 2
    return path((-x, -y), (x, -y), (x, y), (-x, y))


def _mask(text: Text, rank: int, series: Series, names: str, script: Script) -> tuple[Image, float]:
    """The coverage mask of a text and its size relative to the design's."""
    match text.kind:
        case "arabic":
            return lettering(script.latin, str(rank), script.weight), 1.0
        case "roman":
            return lettering(script.latin, _ROMAN[rank - 1], script.weight), 0.8
        case "pips":
            return _pips(rank), 0.7
        case "chinese":
            return script.hand.mask(_CHINESE[rank - 1]), script.hand.zoom
        case "name" | "pair":
            return _name(text, rank, series, names, script)
        case _:
            words = _ENGLISH if text.kind == "english" else _SHORT
            return _latin(words[series][rank - 1], script), 0.5


def _name(text: Text, rank: int, series: Series, names: str, script: Script) -> tuple[Image, float]:
    """A name in Chinese, or in Latin letters where the hand's font lacks its characters."""
    if text.kind == "pair" and names in _PAIRS:
        pair = first_covered(script.hand.face, *_PAIRS[names][rank - 1])
        if pair is not None:
            return _joined([script.hand.mask(one) for one in pair], script.upright), script.hand.zoom * 0.8
    name = first_covered(script.hand.face, *NAMES[names][rank - 1])
    if name is not None:
        return script.hand.mask(name), script.hand.zoom
    if names in ("trades", "arts", *PHRASES):  # which have no short names in English
        return script.hand.mask(_CHINESE[rank - 1]), script.hand.zoom
    return _latin(_SHORT[series][rank - 1], script), 0.6


def _latin(spellings: tuple[str, ...], script: Script) -> Image:
    """A foreign name as the set spells it."""
    name = spellings[min(script.spelling, len(spellings) - 1)]
    lines = _BROKEN.get(name, (name,)) if script.broken and script.latin.covers("-") else (name,)
    if not script.capitals and script.latin.covers(name.capitalize()):
        lines = (lines[0].capitalize(), *(line.lower() for line in lines[1:]))
    return _joined([lettering(script.latin, line, script.weight) for line in lines], upright=True)


def _joined(masks: list[Image], upright: bool) -> Image:
    """Characters beside or above one another, with a small gap."""
    gap = EM // 12
    across = max(mask.shape[1 if upright else 0] for mask in masks)
    parts = []
    for mask in masks:
        spare = across - mask.shape[1 if upright else 0]
        sides = (spare // 2, spare - spare // 2)
        parts.append(np.pad(mask, ((0, gap), sides) if upright else (sides, (0, gap))))
    whole = np.concatenate(parts, axis=0 if upright else 1)
    return whole[:-gap] if upright else whole[:, :-gap]


def _pips(count: int) -> Image:
    """`count` discs in a line, or two by two."""
    rows = 2 if count == 4 else 1
    columns = count // rows
    grid = np.zeros((rows * 60, columns * 60), np.uint8)
    ys, xs = np.mgrid[0 : rows * 60, 0 : columns * 60]
    grid[(ys % 60 - 30) ** 2 + (xs % 60 - 30) ** 2 < 22**2] = 255
    return grid
