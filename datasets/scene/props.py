"""Things on the table that are no mah-jongg tiles: dice, counters, cards, dominoes, books, phones, racks.

To add one, write a function `(rng, x, y) -> Block` and name it in `PROPS` with its weight.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from datasets.scene.blocks import Block, Skin, Texture
from datasets.scene.geometry import turn_z
from datasets.scene.motifs import lay, motif
from datasets.scene.paints import any_colour, colour
from datasets.scene.tables import paint_table
from datasets.scene.values import Floats, Image

PropMaker = Callable[[np.random.Generator, float, float], Block]


def _ivory(rng: np.random.Generator) -> Floats:
    return colour(rng, (20, 60), rng.uniform(0.02, 0.3), rng.uniform(0.75, 1.0))


def _solid(
    rng: np.random.Generator,
    x: float,
    y: float,
    size: tuple[float, float, float],
    texture: Image | None,
    tone: Floats,
    *,
    radius: float = 0.05,
) -> Block:
    picture = Texture.of(texture) if texture is not None else None
    skin = Skin(tone, tone, picture, picture, 0.5, radius, 0.02)
    return Block(np.array([x, y, size[2] / 2]), turn_z(rng.uniform(0, 360)), size, skin)


def _pips(
    rng: np.random.Generator, image: Image, count: int, box: tuple[int, int, int, int], ink: Floats
) -> None:
    x0, y0, x1, y1 = box
    spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}.get(
        count, []
    )
    r = max(2, round((x1 - x0) * rng.uniform(0.08, 0.12)))
    for spot in spots:
        centre = (
            round(x0 + (x1 - x0) * (0.22 + 0.28 * (spot % 3))),
            round(y0 + (y1 - y0) * (0.22 + 0.28 * (spot // 3))),
        )
        cv2.circle(image, centre, r, tuple(map(float, ink)), -1, cv2.LINE_AA)


def die(rng: np.random.Generator, x: float, y: float) -> Block:
    """A die, small, any pips up."""
    tone = _ivory(rng) if rng.random() < 0.7 else any_colour(rng)
    image = np.full((48, 48, 3), tone, np.uint8)
    count = int(rng.integers(1, 7))
    _pips(
        rng,
        image,
        count,
        (0, 0, 48, 48),
        np.array([30.0, 30.0, 200.0]) if count in (1, 4) else np.full(3, 25.0),
    )
    side = rng.uniform(0.35, 0.7)
    return _solid(rng, x, y, (side, side, side), image, tone, radius=side / 5)


def domino(rng: np.random.Generator, x: float, y: float) -> Block:
    """A domino: the nearest thing to a tile that is none."""
    tone = _ivory(rng) if rng.random() < 0.6 else np.full(3, rng.uniform(15, 50))
    image = np.full((112, 56, 3), tone, np.uint8)
    ink = np.full(3, 25.0) if tone.mean() > 120 else np.full(3, 235.0)
    for half in (0, 1):
        _pips(rng, image, int(rng.integers(0, 7)), (0, 56 * half, 56, 56 + 56 * half), ink)
    cv2.line(image, (6, 56), (50, 56), tuple(map(float, ink)), 2)
    wide = rng.uniform(0.7, 1.3)
    return _solid(rng, x, y, (wide, 2 * wide, rng.uniform(0.2, 0.5)), image, tone)


def card(rng: np.random.Generator, x: float, y: float) -> Block:
    """A playing card or its patterned back."""
    image = np.full((140, 100, 3), 250, np.uint8)
    ink = (30, 30, 200) if rng.random() < 0.5 else (20, 20, 20)
    if rng.random() < 0.4:
        image[8:-8, 8:-8] = cv2.resize(paint_table(rng), (84, 124), interpolation=cv2.INTER_AREA)
    else:
        rank = str(rng.choice(list("A23456789JQK")))
        for turn in range(2):
            cv2.putText(image, rank, (6, 26), cv2.FONT_HERSHEY_DUPLEX, 0.8, ink, 2, cv2.LINE_AA)
            if turn == 0:
                image = np.ascontiguousarray(image[::-1, ::-1])
        for _ in range(int(rng.integers(1, 10))):
            cv2.circle(
                image, tuple(int(v) for v in rng.integers([25, 30], [75, 110])), 7, ink, -1, cv2.LINE_AA
            )
    return _solid(rng, x, y, (2.3, 3.3, 0.03), image, np.full(3, 230.0), radius=0.15)


def counter(rng: np.random.Generator, x: float, y: float) -> Block:
    """A counting stick with dots."""
    tone = _ivory(rng)
    image = np.full((24, 160, 3), tone, np.uint8)
    for k in range(int(rng.integers(1, 6))):
        cv2.circle(image, (80 + 12 * (k - 2), 12), 4, tuple(map(float, any_colour(rng))), -1, cv2.LINE_AA)
    return _solid(rng, x, y, (rng.uniform(2.5, 4), 0.35, 0.12), image, tone)


def chip(rng: np.random.Generator, x: float, y: float) -> Block:
    """A round counter or a coin."""
    tone = any_colour(rng)
    size = rng.uniform(0.8, 1.8)
    image = np.full((64, 64, 3), tone, np.uint8)
    cv2.circle(
        image,
        (32, 32),
        int(rng.integers(8, 28)),
        tuple(map(float, any_colour(rng))),
        int(rng.integers(1, 6)),
        cv2.LINE_AA,
    )
    return _solid(rng, x, y, (size, size, 0.12), image, tone, radius=size / 2)


def book(rng: np.random.Generator, x: float, y: float) -> Block:
    """A book, phone, notebook or box with something printed on it."""
    image = paint_table(rng)[:160, :120].copy()
    for k in range(int(rng.integers(0, 5))):
        text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVWZ "), size=8))
        cv2.putText(
            image,
            text,
            (8, 30 + 26 * k),
            cv2.FONT_HERSHEY_DUPLEX,
            rng.uniform(0.4, 1.0),
            tuple(map(float, any_colour(rng))),
            2,
            cv2.LINE_AA,
        )
    return _solid(
        rng,
        x,
        y,
        (rng.uniform(2.5, 6), rng.uniform(3.5, 8), rng.uniform(0.1, 0.8)),
        image,
        any_colour(rng),
        radius=0.1,
    )


def key(rng: np.random.Generator, x: float, y: float) -> Block:
    """A keyboard key or letter tile: a rounded square with one letter."""
    tone = _ivory(rng) if rng.random() < 0.6 else np.full(3, rng.uniform(20, 70))
    image = np.full((56, 56, 3), tone, np.uint8)
    ink = (30, 30, 30) if tone.mean() > 120 else (230, 230, 230)
    letter = str(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")))
    cv2.putText(image, letter, (14, 42), cv2.FONT_HERSHEY_DUPLEX, 1.2, ink, 2, cv2.LINE_AA)
    side = rng.uniform(0.8, 1.3)
    return _solid(rng, x, y, (side, side, rng.uniform(0.2, 0.5)), image, tone, radius=0.15)


def coaster(rng: np.random.Generator, x: float, y: float) -> Block:
    """A coaster, a saucer or an ashtray: round or square, with an ornament or rings."""
    tone, size = any_colour(rng), rng.uniform(1.6, 4.0)
    image = np.full((96, 96, 3), tone, np.uint8)
    for radius in rng.uniform(8, 46, int(rng.integers(0, 4))):
        cv2.circle(
            image, (48, 48), int(radius), any_colour(rng).tolist(), int(rng.integers(1, 5)), cv2.LINE_AA
        )
    if rng.random() < 0.6:
        lay(image, motif(rng, int(rng.integers(40, 90))), 48, 48)
    radius = size / 2 if rng.random() < 0.6 else size / 10
    return _solid(rng, x, y, (size, size, rng.uniform(0.05, 0.4)), image, tone, radius=radius)


def chinese_card(rng: np.random.Generator, x: float, y: float) -> Block:
    """A narrow card of a Chinese, Japanese or Indian pack, or a flash card: an ornament between borders."""
    tone = _ivory(rng) if rng.random() < 0.6 else any_colour(rng)
    high = int(rng.integers(110, 200))
    image = np.full((high, 80, 3), tone, np.uint8)
    if rng.random() < 0.7:
        inset = int(rng.integers(3, 9))
        corners = (inset, inset), (80 - inset, high - inset)
        cv2.rectangle(image, *corners, any_colour(rng).tolist(), int(rng.integers(1, 7)), cv2.LINE_AA)
    count = int(rng.integers(1, 4))
    for k in range(count):
        side = int(min(64, high / count * 0.9))
        lay(image, motif(rng, side), 40, round((k + 0.5) * high / count))
    wide = rng.uniform(0.9, 2.4)
    return _solid(rng, x, y, (wide, wide * high / 80, 0.03), image, tone, radius=0.06)


def panel(rng: np.random.Generator, x: float, y: float) -> Block:
    """A phone, a calculator or a remote control: a dark or pale slab with a grid of keys or icons."""
    tone, cap = any_colour(rng) * rng.choice((0.25, 1.0)), any_colour(rng)
    columns, rows = int(rng.integers(3, 6)), int(rng.integers(4, 8))
    image = np.full((rows * 26 + 30, columns * 26 + 12, 3), tone, np.uint8)
    cv2.rectangle(image, (6, 5), (image.shape[1] - 7, 24), any_colour(rng).tolist(), -1)
    mixed = rng.random() < 0.5
    for row in range(rows):
        for column in range(columns):
            left, top = 8 + 26 * column, 30 + 26 * row
            own = any_colour(rng) if mixed else cap
            cv2.rectangle(image, (left, top), (left + 20, top + 20), own.tolist(), -1, cv2.LINE_AA)
            if rng.random() < 0.4:
                cv2.circle(image, (left + 10, top + 10), 5, any_colour(rng).tolist(), 2, cv2.LINE_AA)
    wide = rng.uniform(2.5, 4.5)
    size = (wide, wide * image.shape[0] / image.shape[1], rng.uniform(0.15, 0.5))
    return _solid(rng, x, y, size, image, tone, radius=0.3)


def slip(rng: np.random.Generator, x: float, y: float) -> Block:
    """A score sheet, a note or a bill: paper with lines, figures or an ornament."""
    image = np.full((150, 110, 3), _ivory(rng), np.uint8)
    ink = (any_colour(rng) * 0.5).tolist()
    for line_y in range(14, 140, int(rng.integers(10, 24))):
        if rng.random() < 0.8:
            cv2.line(image, (6, line_y), (104, line_y), ink, 1)
        text = "".join(rng.choice(list("0123456789 ABEKNS"), size=int(rng.integers(0, 9))))
        cv2.putText(image, text, (8, line_y - 2), cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 0.4, ink, 1, cv2.LINE_AA)
    for line_x in range(30, 110, 26) if rng.random() < 0.5 else ():
        cv2.line(image, (line_x, 4), (line_x, 146), ink, 1)
    if rng.random() < 0.3:
        lay(image, motif(rng, 60), 55, 75)
    wide = rng.uniform(2, 6)
    return _solid(rng, x, y, (wide, wide * 1.36, 0.02), image, np.full(3, 235.0), radius=0.01)


def carton(rng: np.random.Generator, x: float, y: float) -> Block:
    """A matchbox, an eraser, a lighter, a sugar lump: a small box, bare or with a label.

    Never of a tile's proportions: a bare ivory box with those is a white dragon to everybody.
    """
    tone = _ivory(rng) if rng.random() < 0.5 else any_colour(rng)
    long = rng.uniform(1.9, 3.2) if rng.random() < 0.7 else rng.uniform(0.9, 1.08)
    image = np.full((96, 48, 3), tone, np.uint8)
    if rng.random() < 0.6:
        cv2.rectangle(image, (0, 14), (47, 82), any_colour(rng).tolist(), -1)
        lay(image, motif(rng, 44), 24, 48)
    wide = rng.uniform(0.5, 1.6)
    return _solid(rng, x, y, (wide, wide * long, rng.uniform(0.2, 1.0)), image, tone, radius=0.08)


PROPS: dict[str, tuple[float, PropMaker]] = {
    "die": (3.0, die),
    "domino": (1.0, domino),
    "card": (1.0, card),
    "counter": (1.5, counter),
    "chip": (1.5, chip),
    "book": (0.7, book),
    "key": (1.0, key),
    "coaster": (0.9, coaster),
    "chinese card": (0.9, chinese_card),
    "panel": (0.6, panel),
    "slip": (0.7, slip),
    "carton": (1.0, carton),
}
IN_ROWS = ("domino", "key", "card", "die", "chip", "chinese card", "carton", "counter")
"""Those that people lay side by side."""


def random_prop(rng: np.random.Generator, x: float, y: float) -> Block:
    """A random thing at (x, y)."""
    weights = np.array([weight for weight, _ in PROPS.values()])
    name = rng.choice(list(PROPS), p=weights / weights.sum())
    return PROPS[str(name)][1](rng, x, y)


def prop_rows(rng: np.random.Generator, columns: int, rows: int) -> list[Block]:
    """Things of one sort in rows, like tiles: dominoes side by side, keys of a keyboard, cards."""
    make = PROPS[str(rng.choice(IN_ROWS))][1]
    first = make(rng, 0.0, 0.0)
    gap = 1 + abs(rng.normal(0, 0.06))
    return [
        replace(
            make(rng, column * first.size[0] * gap, row_at * first.size[1] * gap),
            rotation=turn_z(rng.normal(0, 1)),
            size=first.size,
        )
        for row_at in range(rows)
        for column in range(columns)
    ]


def prop_box(
    rng: np.random.Generator, x: float, y: float, wide: float, deep: float, high: float
) -> list[Block]:
    """A long box along x (rack, tray, rim), in pieces, so that each piece can be drawn in its turn.

    A rack of wood may have ends of brass and inlaid counters along its top.
    """
    tone = colour(rng, (15, 40), rng.uniform(0, 0.6), rng.uniform(0.2, 0.9))
    brass = colour(rng, (38, 52), rng.uniform(0.4, 0.8), rng.uniform(0.5, 0.95))
    ends, inlaid = rng.random() < 0.35, rng.random() < 0.3
    count = max(1, round(wide / 1.5))
    piece = wide / count
    top = Texture.of(_inlay(rng, tone, piece / max(deep, 0.2))) if inlaid else None
    wood = Skin(tone, tone, top, None, 0.5, 0.01, 0.01, 1.0)
    metal = Skin(brass, brass, None, None, 0.5, 0.01, 0.01, 1.1)
    return [
        Block(
            np.array([x + (k - (count - 1) / 2) * piece, y, high / 2]),
            np.eye(3),
            (piece + 0.04, deep, high),
            metal if ends and k in (0, count - 1) else wood,
        )
        for k in range(count)
    ]


def _inlay(rng: np.random.Generator, tone: Floats, aspect: float) -> Image:
    """The top of one piece of a rack: bars, studs or plates on wood, (96, w, 3)."""
    image = np.full((96, int(np.clip(96 * aspect, 24, 240)), 3), tone, np.uint8)
    inlay, wide = _ivory(rng), image.shape[1]
    for k in range(count := int(rng.integers(1, 5))):
        middle = round((k + 0.5) * wide / count)
        if rng.random() < 0.5:
            cv2.circle(image, (middle, 48), max(3, wide // (4 * count)), inlay.tolist(), -1, cv2.LINE_AA)
        else:
            half = max(2, wide // (3 * count))
            cv2.rectangle(image, (middle - half, 20), (middle + half, 76), inlay.tolist(), -1, cv2.LINE_AA)
    return image
