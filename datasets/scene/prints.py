"""Table tops and floors with a pattern, which readers readily take for rows of blank or backed tiles."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scene.motifs import ink_of, lay, motif, stitched, turned
from datasets.scene.paints import PLACES, SIDE, any_colour, cloud, colour, shaded
from datasets.scene.values import Floats, Image

Cell = tuple[int, int, int, int]
"""x, y, width and height of a rectangle, pixels."""


def with_motifs(rng: np.random.Generator, ground: Image) -> Image:
    """The ground with a few ornaments again and again: in rows, staggered or strewn; printed or sewn."""
    image = ground.copy()
    side = int(rng.integers(24, 120))
    sewn, strength = rng.random() < 0.45, rng.uniform(0.5, 1.0)
    ink = ink_of(rng) if rng.random() < 0.5 else None
    kinds = [motif(rng, side, ink) for _ in range(int(rng.integers(1, 5)))]
    kinds = [stitched(rng, one) for one in kinds] if sewn else kinds
    strewn = rng.random() < 0.4
    for x, y in _strewn(rng, side) if strewn else _rows(rng, side):
        one = kinds[rng.integers(len(kinds))]
        lay(image, turned(one, rng.uniform(0, 360)) if strewn else one, x, y, strength)
    return image


def _strewn(rng: np.random.Generator, side: int) -> list[tuple[int, int]]:
    count = int(rng.uniform(0.1, 0.7) * (SIDE / side) ** 2) + 1
    return [(int(x), int(y)) for x, y in rng.uniform(0, SIDE, (count, 2))]


def _rows(rng: np.random.Generator, side: int) -> list[tuple[int, int]]:
    across, down = (round(side * rng.uniform(1.0, 2.2)) for _ in range(2))
    shift = int(rng.random() < 0.5) * across // 2
    return [
        (x + shift * (row % 2), y)
        for row, y in enumerate(range(down // 2, SIDE, down))
        for x in range(across // 2, SIDE, across)
    ]


def _cells(across: int, down: int, shift: float = 0.0) -> list[Cell]:
    """A regular grid over the texture, every other row moved by `shift` of a cell."""
    return [
        (x + round(shift * across) * (row % 2), y, across, down)
        for row, y in enumerate(range(0, SIDE, down))
        for x in range(-across, SIDE, across)
    ]


def _fill(image: Image, cell: Cell, inset: int, tone: Floats, thick: int = -1) -> None:
    x, y, w, h = cell
    cv2.rectangle(
        image, (x + inset, y + inset), (x + w - inset, y + h - inset), tone.tolist(), thick, cv2.LINE_AA
    )


def paving(rng: np.random.Generator) -> Image:
    """Floor or wall tiles, bricks, parquet: rectangles with joints, plain, framed or with an ornament."""
    joint, glaze, other = any_colour(rng), any_colour(rng), any_colour(rng)
    image = shaded(joint, 1 + 0.04 * cloud(rng, SIDE))
    across = int(rng.integers(20, 130))
    down = max(14, round(across * rng.uniform(0.3, 1.5)))
    gap, spread = int(rng.integers(1, 5)), rng.uniform(0.0, 0.12)
    mixed, framed = rng.random() < 0.4, rng.random() < 0.3
    ornament = motif(rng, min(across, down)) if rng.random() < 0.3 else None
    for number, cell in enumerate(_cells(across, down, float(rng.choice((0.0, 0.0, 0.5))))):
        tone = other if mixed and number % 2 else glaze
        _fill(image, cell, gap, np.clip(tone * (1 + spread * rng.standard_normal()), 0, 255))
        if framed:
            _fill(image, cell, gap + max(2, min(across, down) // 9), joint, int(rng.integers(1, 3)))
        if ornament is not None:
            lay(image, ornament, cell[0] + across // 2, cell[1] + down // 2, 0.8)
    tone = 1 + 0.05 * cloud(rng, 6) + 0.02 * cloud(rng, SIDE)
    return np.clip(image * tone[..., None], 0, 255).astype(np.uint8)


def panes(rng: np.random.Generator) -> Image:
    """Window panes, a lattice or shelves: bars with lighter or darker fields, each shaded on its own."""
    bar, light = any_colour(rng), any_colour(rng)
    image = shaded(bar, 1 + 0.03 * cloud(rng, 40))
    across = int(rng.integers(36, 170))
    down = round(across * rng.uniform(0.8, 1.7))
    thick = int(rng.integers(2, max(4, across // 6)))
    slope = (PLACES[0] * rng.normal() + PLACES[1] * rng.normal()) / SIDE
    glass = shaded(light, 1 + 0.3 * slope + 0.1 * cloud(rng, 5))
    for cell in _cells(across, down):
        x, y, w, h = cell
        inside = np.s_[max(0, y + thick) : max(0, y + h - thick), max(0, x + thick) : max(0, x + w - thick)]
        image[inside] = np.clip(glass[inside] * rng.uniform(0.85, 1.15), 0, 255)
        _fill(image, cell, thick, np.asarray(bar * rng.uniform(0.4, 1.0)), 1)
    return image


def carpet(rng: np.random.Generator) -> Image:
    """A carpet: borders within borders, a field of ornaments, a medallion, all in wool."""
    image = shaded(any_colour(rng), 1 + 0.05 * cloud(rng, 8))
    inset = 0
    for _ in range(int(rng.integers(2, 6))):
        band = int(rng.integers(8, 60))
        _fill(image, (0, 0, SIDE, SIDE), inset, any_colour(rng))
        side = max(12, band - 4)
        ornament, middle = motif(rng, side), inset + band // 2
        for along in range(middle, SIDE - inset, round(side * rng.uniform(1.1, 2))):
            for x, y in ((along, middle), (along, SIDE - middle), (middle, along), (SIDE - middle, along)):
                lay(image, ornament, x, y)
        inset += band
    _fill(image, (0, 0, SIDE, SIDE), inset, any_colour(rng))
    lay(image, motif(rng, int(rng.integers(60, 220))), SIDE // 2, SIDE // 2)
    tone = 1 + 0.04 * cloud(rng, 6) + rng.uniform(0.02, 0.1) * cloud(rng, SIDE)
    return np.clip(image * tone[..., None], 0, 255).astype(np.uint8)


def page(rng: np.random.Generator) -> Image:
    """Paper with signs in ruled boxes, in columns or in lines: a form, a poem, a calendar, a score sheet."""
    image = shaded(colour(rng, (20, 60), 0.08, 0.88), 1 + 0.02 * cloud(rng, 8))
    ink, line = (ink_of(rng) if rng.random() < 0.4 else (25, 25, 30) for _ in range(2))
    across = int(rng.integers(14, 80))
    down = round(across * rng.uniform(0.9, 1.5))
    ruled, filled = rng.random() < 0.6, rng.uniform(0.2, 1.0)
    signs = [motif(rng, min(across, down), ink) for _ in range(24)]
    for cell in _cells(across, down):
        if ruled:
            _fill(image, cell, 0, np.array(line, np.float64), 1)
        if rng.random() < filled:
            lay(image, signs[rng.integers(24)], cell[0] + across // 2, cell[1] + down // 2)
    return image


def weave(rng: np.random.Generator) -> Image:
    """Rattan, bamboo slats, a straw mat: strips over and under one another."""
    base = colour(rng, (20, 60), rng.uniform(0.1, 0.6), rng.uniform(0.4, 0.9))
    y, x = PLACES
    wide, long = rng.uniform(5, 40), rng.uniform(5, 60)
    over = (np.floor(x / wide) + np.floor(y / long)) % 2 if rng.random() < 0.6 else np.zeros_like(x)
    strip = np.where(over > 0, np.abs(np.sin(np.pi * x / wide)), np.abs(np.sin(np.pi * y / long)))
    tone = 1 - rng.uniform(0.15, 0.5) * (1 - strip) ** rng.uniform(1, 4) + 0.05 * cloud(rng, SIDE, wide=0.1)
    return shaded(base, tone * (1 + rng.uniform(0, 0.1) * (over - 0.5)))


def keys(rng: np.random.Generator) -> Image:
    """The keys of a keyboard, a till or a telephone, a sign on each."""
    case, cap = any_colour(rng), any_colour(rng)
    image = shaded(case, 1 + 0.02 * cloud(rng, 4))
    across = int(rng.integers(26, 90))
    down = round(across * rng.uniform(0.8, 1.25))
    gap = max(2, round(across * rng.uniform(0.04, 0.12)))
    signs = [motif(rng, max(10, down // 2)) for _ in range(8)]
    for cell in _cells(across, down, rng.uniform(0, 0.5)):
        x, y, w, h = cell
        _fill(image, (x, y + 2, w, h), gap, cap * 0.6)
        _fill(image, cell, gap, cap)
        lay(image, signs[rng.integers(8)], x + w // 2, y + h // 2, 0.9)
    return image
