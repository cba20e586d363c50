"""Things on the table that are no mah-jongg tiles: dice, counters, cards, dominoes, books, boxes, rims.

To add one, write a function `(rng, x, y) -> Block` and name it in `PROPS` with its weight.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.scene.blocks import Block, Skin, Texture
from datasets.scene.geometry import turn_z
from datasets.scene.tables import colour, paint_table
from datasets.scene.values import Floats, Image

PropMaker = Callable[[np.random.Generator, float, float], Block]


def _any_colour(rng: np.random.Generator) -> Floats:
    return colour(rng, (0, 360), rng.uniform(0, 0.9), rng.uniform(0.1, 0.95))


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
    tone = _ivory(rng) if rng.random() < 0.7 else _any_colour(rng)
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
        cv2.circle(image, (80 + 12 * (k - 2), 12), 4, tuple(map(float, _any_colour(rng))), -1, cv2.LINE_AA)
    return _solid(rng, x, y, (rng.uniform(2.5, 4), 0.35, 0.12), image, tone)


def chip(rng: np.random.Generator, x: float, y: float) -> Block:
    """A round counter or a coin."""
    tone = _any_colour(rng)
    size = rng.uniform(0.8, 1.8)
    image = np.full((64, 64, 3), tone, np.uint8)
    cv2.circle(
        image,
        (32, 32),
        int(rng.integers(8, 28)),
        tuple(map(float, _any_colour(rng))),
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
            tuple(map(float, _any_colour(rng))),
            2,
            cv2.LINE_AA,
        )
    return _solid(
        rng,
        x,
        y,
        (rng.uniform(2.5, 6), rng.uniform(3.5, 8), rng.uniform(0.1, 0.8)),
        image,
        _any_colour(rng),
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


PROPS: dict[str, tuple[float, PropMaker]] = {
    "die": (3.0, die),
    "domino": (1.0, domino),
    "card": (1.0, card),
    "counter": (1.5, counter),
    "chip": (1.5, chip),
    "book": (0.7, book),
    "key": (1.0, key),
}


def random_prop(rng: np.random.Generator, x: float, y: float) -> Block:
    """A random thing at (x, y)."""
    weights = np.array([weight for weight, _ in PROPS.values()])
    name = rng.choice(list(PROPS), p=weights / weights.sum())
    return PROPS[str(name)][1](rng, x, y)


def prop_box(
    rng: np.random.Generator, x: float, y: float, wide: float, deep: float, high: float
) -> list[Block]:
    """A long box along x (rack, tray, rim), in pieces, so that each piece can be drawn in its turn."""
    tone = colour(rng, (15, 40), rng.uniform(0, 0.6), rng.uniform(0.2, 0.9))
    skin = Skin(tone, tone, None, None, 0.5, 0.01, 0.01, 1.0)
    count = max(1, round(wide / 1.5))
    piece = wide / count
    return [
        Block(
            np.array([x + (k - (count - 1) / 2) * piece, y, high / 2]),
            np.eye(3),
            (piece + 0.04, deep, high),
            skin,
        )
        for k in range(count)
    ]
