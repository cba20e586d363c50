"""Table tops: small functions that paint a square of cloth, wood, print and the like, seen from above.

To add one, write a function `(rng) -> (SIDE, SIDE, 3) uint8 BGR` and name it in `TABLES` with its weight.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scene.paints import PLACES, SIDE, Painter, cloud, colour, shaded
from datasets.scene.prints import carpet, keys, page, panes, paving, weave, with_motifs
from datasets.scene.values import Image


def cloth(rng: np.random.Generator) -> Image:
    """Woven or felted cloth in any colour, greens and blues first."""
    hues = [(90, 160), (180, 240), (0, 30), (330, 360), (0, 360)]
    base = colour(
        rng,
        hues[int(rng.choice(5, p=[0.5, 0.2, 0.1, 0.05, 0.15]))],
        rng.uniform(0.2, 0.9),
        rng.uniform(0.15, 0.8),
    )
    tone = 1 + 0.05 * cloud(rng, 5) + rng.uniform(0.01, 0.06) * cloud(rng, SIDE)
    if rng.random() < 0.6:
        y, x = PLACES
        period = rng.uniform(3, 9)
        tone += (
            rng.uniform(0.02, 0.15)
            * np.sin(2 * np.pi * x / period)
            * np.sin(2 * np.pi * (y + x * (rng.random() < 0.5) / 2) / period)
        )
    return shaded(base, tone)


def wood(rng: np.random.Generator) -> Image:
    """Wood grain: rings stretched along the board, boards perhaps side by side."""
    base = colour(rng, (15, 40), rng.uniform(0.05, 0.65), rng.uniform(0.3, 0.85))
    rings = cloud(rng, 3, wide=1) * rng.uniform(1, 4) + PLACES[0] * rng.uniform(0.01, 0.12)
    grain = (
        np.sin(rings * 2 * np.pi) * 0.5 + cloud(rng, 128, wide=0.04) * 0.6 + cloud(rng, SIDE, wide=0.1) * 0.3
    )
    tone = 1 + rng.uniform(0.02, 0.14) * grain
    if rng.random() < 0.4:
        board = int(rng.integers(40, 200))
        rows = np.arange(SIDE) // board
        tone *= (1 + 0.08 * rng.standard_normal(rows.max() + 1))[rows][:, None]
        tone[np.arange(SIDE) % board < 2] *= 0.6
    image = shaded(base, tone)
    return np.ascontiguousarray(image.transpose(1, 0, 2)) if rng.random() < 0.3 else image


def plain(rng: np.random.Generator) -> Image:
    """Lacquer, plastic or paper: one colour with hardly any structure."""
    base = colour(rng, (0, 360), rng.uniform(0, 0.4), rng.uniform(0.1, 1.0))
    return shaded(base, 1 + 0.02 * cloud(rng, 4) + rng.uniform(0, 0.02) * cloud(rng, SIDE))


def printed(rng: np.random.Generator) -> Image:
    """A mat or cloth with printed shapes: discs, frames, strokes."""
    image = cloth(rng)
    for _ in range(int(rng.integers(4, 30))):
        ink = tuple(float(v) for v in rng.uniform(0, 255, 3))
        x, y = (int(v) for v in rng.integers(0, SIDE, 2))
        r = int(rng.integers(6, 90))
        thick = int(rng.choice([-1, 1, 2, 4, 9]))
        shape = rng.random()
        if shape < 0.4:
            cv2.circle(image, (x, y), r, ink, thick, cv2.LINE_AA)
        elif shape < 0.7:
            cv2.rectangle(image, (x, y), (x + r, y + int(rng.integers(6, 90))), ink, thick, cv2.LINE_AA)
        else:
            points = np.cumsum(rng.integers(-30, 31, (6, 2)), 0) + np.array([x, y])
            cv2.polylines(image, [points.astype(np.int32)], False, ink, max(1, thick), cv2.LINE_AA)
    return image


def newspaper(rng: np.random.Generator) -> Image:
    """Columns of text with headlines and picture boxes."""
    image = shaded(colour(rng, (30, 60), 0.08, 0.85), 1 + 0.02 * cloud(rng, 8))
    column = int(rng.integers(70, 170))
    line = int(rng.integers(6, 12))
    letters = list("abcdefghijklmnopqrstuvwxyz     ")
    for x in range(4, SIDE, column):
        y = int(rng.integers(0, 30))
        while y < SIDE:
            if rng.random() < 0.03:
                high = int(rng.integers(20, 90))
                cv2.rectangle(
                    image, (x, y), (x + column - 10, y + high), tuple(map(float, rng.uniform(20, 220, 3))), -1
                )
                y += high + line
                continue
            size = line / 30 * (3 if rng.random() < 0.05 else 1)
            text = "".join(rng.choice(letters, size=max(2, int((column - 10) / (size * 20)))))
            y += round(size * 32)
            cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_COMPLEX, size, (50, 45, 45), 1, cv2.LINE_AA)
    return image


def stone(rng: np.random.Generator) -> Image:
    """Marble, terrazzo or laminate: clouds and specks."""
    base = colour(rng, (0, 360), 0.08, rng.uniform(0.2, 0.95))
    veins = np.abs(cloud(rng, 6) + 0.5 * cloud(rng, 20)) < 0.06
    tone = 1 + 0.05 * cloud(rng, 8) - 0.25 * veins * rng.random() + 0.04 * (cloud(rng, SIDE) > 1.5)
    return shaded(base, cv2.GaussianBlur(tone, (0, 0), 1.0))


def checked(rng: np.random.Generator) -> Image:
    """Checked or striped table cloth, tiles of a floor."""
    base, other = colour(rng, (0, 360), 0.5, 0.7), colour(rng, (0, 360), 0.3, 0.8)
    y, x = PLACES
    period = rng.uniform(16, 120)
    across = (np.sin(2 * np.pi * x / period) > rng.uniform(-0.7, 0.7)).astype(np.float64)
    along = (np.sin(2 * np.pi * y / period) > rng.uniform(-0.7, 0.7)).astype(np.float64)
    mix = (across + along * (rng.random() < 0.7)) / 2
    image = base * (1 - mix[..., None]) + other * mix[..., None]
    grain = 1 + 0.03 * cloud(rng, SIDE)[..., None]
    return np.asarray(np.clip(image * grain, 0, 255), np.uint8)


def scribble(rng: np.random.Generator) -> Image:
    """Anything at all: layered noise in random colours, so that no texture is a stranger."""
    layers = np.stack(
        [sum(cloud(rng, 2**k) * rng.uniform(0, 1.5) / (k + 1) for k in range(1, 9)) for _ in range(3)], -1
    )
    return np.clip(colour(rng, (0, 360), 0.3, 0.5) + layers * rng.uniform(5, 60), 0, 255).astype(np.uint8)


def patterned(rng: np.random.Generator) -> Image:
    """Cloth, paper or lacquer with pictures, signs or frames printed or embroidered on it."""
    return with_motifs(rng, (cloth, cloth, plain, wood)[rng.integers(4)](rng))


TABLES: dict[str, tuple[float, Painter]] = {
    "cloth": (5.0, cloth),
    "wood": (4.0, wood),
    "plain": (2.0, plain),
    "printed": (1.0, printed),
    "patterned": (2.2, patterned),
    "carpet": (0.6, carpet),
    "paving": (0.8, paving),
    "panes": (0.3, panes),
    "page": (0.6, page),
    "weave": (0.5, weave),
    "keys": (0.3, keys),
    "stone": (1.0, stone),
    "checked": (0.5, checked),
    "newspaper": (0.4, newspaper),
    "scribble": (0.4, scribble),
}


def paint_table(rng: np.random.Generator) -> Image:
    """A random table top, (SIDE, SIDE, 3) BGR."""
    weights = np.array([weight for weight, _ in TABLES.values()])
    name = rng.choice(list(TABLES), p=weights / weights.sum())
    return TABLES[str(name)][1](rng)
