"""The stuff tiles are made of: grounds, backs, engraving, bevel and wear."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.faces.canvas import Image, Pen, around, bezier, path, petal
from datasets.faces.palette import Bgr, paint

BackPattern = Literal["plain", "bamboo", "lattice", "flowers", "clouds", "marbled"]
Cover = NDArray[np.float32]


@dataclass(frozen=True)
class Finish:
    """Material and state of a set's tiles."""

    ground: Bgr
    dark: bool  # paints are brighter than the ground
    back: Bgr
    back_second: Bgr
    pattern: BackPattern
    grain: float  # strength of bone's or bamboo's grain, 0..1
    mottle: float  # strength of cloudy discolouring, 0..1
    corner: float  # radius of the face's corners, in tile heights
    bevel: float  # width of the rounded edge, in tile heights
    shine: float  # strength of the bevel's light and dark sides, 0..1
    depth: float  # strength of the engraving's light and dark sides, 0..1
    fading: float  # share of the paint that has worn off, 0..1
    wander: float  # how far hand carving strays from the design, in tile heights
    dirt: float  # darkening of the ground around engraving and edges, 0..1
    raster: int = 0  # squares across a face that is printed in coarse ones; 0 for a smooth drawing


_GROUNDS: tuple[tuple[tuple[float, float], tuple[float, float], tuple[float, float]], ...] = (
    ((30, 60), (0.0, 0.05), (0.86, 1.0)),  # white plastic
    ((32, 52), (0.06, 0.2), (0.82, 0.98)),  # ivory
    ((36, 54), (0.18, 0.38), (0.74, 0.95)),  # cream, yellowed bone
    ((28, 44), (0.5, 0.85), (0.6, 0.9)),  # bakelite
    ((180, 260), (0.0, 0.07), (0.75, 0.95)),  # bluish and grey plastic
    ((90, 170), (0.08, 0.3), (0.7, 0.92)),  # jade
    ((0, 360), (0.0, 0.6), (0.06, 0.25)),  # black, dark green or blue art sets
    ((340, 370), (0.6, 1.0), (0.3, 0.62)),  # red lacquer
    ((90, 250), (0.5, 1.0), (0.22, 0.5)),  # green and blue through and through
)
_DARK_GROUNDS = (6, 7, 8)
_BACKS: tuple[tuple[tuple[float, float], tuple[float, float], tuple[float, float]], ...] = (
    ((120, 170), (0.5, 1.0), (0.25, 0.75)),  # green
    ((195, 235), (0.45, 1.0), (0.35, 0.9)),  # blue
    ((25, 45), (0.5, 0.95), (0.5, 0.95)),  # amber
    ((28, 42), (0.3, 0.6), (0.5, 0.85)),  # bamboo
    ((330, 355), (0.25, 0.7), (0.6, 0.95)),  # pink
    ((350, 370), (0.6, 1.0), (0.35, 0.8)),  # red
    ((260, 300), (0.3, 0.7), (0.3, 0.8)),  # purple
    ((0, 360), (0.0, 0.15), (0.06, 0.3)),  # black
    ((30, 50), (0.0, 0.2), (0.85, 1.0)),  # white through and through
    ((170, 195), (0.4, 0.9), (0.4, 0.85)),  # turquoise
)


def sample_finish(rng: np.random.Generator, dark: bool = False) -> Finish:
    """Random material and age; `dark` asks for one of the rare sets with a dark face."""
    kind = rng.choice(_DARK_GROUNDS) if dark else rng.choice(6, p=(0.34, 0.26, 0.2, 0.05, 0.1, 0.05))
    back = rng.choice(len(_BACKS), p=(0.26, 0.18, 0.13, 0.15, 0.05, 0.05, 0.04, 0.04, 0.05, 0.05))
    old = kind in (1, 2, 3) and rng.random() < 0.5
    patterns: tuple[BackPattern, ...] = ("plain", "bamboo", "lattice", "flowers", "clouds", "marbled")
    return Finish(
        ground=paint(rng, *_GROUNDS[kind]),
        dark=dark,
        back=paint(rng, *_BACKS[back]),
        back_second=paint(rng, *_BACKS[rng.integers(len(_BACKS))]),
        pattern="bamboo" if back == 3 else patterns[rng.choice(6, p=(0.76, 0.04, 0.06, 0.04, 0.04, 0.06))],
        grain=float(rng.uniform(0.1, 0.7)) if old else 0.0,
        mottle=float(rng.uniform(0.1, 0.8)) if old else float(rng.uniform(0, 0.15)),
        corner=float(rng.uniform(0.02, 0.11)),
        bevel=float(rng.uniform(0.015, 0.06)),
        shine=float(rng.uniform(0.1, 0.8)),
        depth=float(rng.uniform(0.0, 0.8)),
        fading=float(rng.uniform(0.1, 0.6)) if rng.random() < 0.3 else float(rng.uniform(0, 0.08)),
        wander=float(rng.uniform(0.002, 0.01)) if old or rng.random() < 0.25 else 0.0,
        dirt=float(rng.uniform(0, 0.6)) if old else float(rng.uniform(0, 0.1)),
    )


def worn(ink: Image, finish: Finish, rng: np.random.Generator) -> Image:
    """Premultiplied ink carved or printed a little off its place, with some of its paint rubbed off."""
    if finish.raster:
        ink = rastered(ink, finish.raster)
    rows, columns = ink.shape[:2]
    turn = np.radians(rng.normal(0, 0.6))
    size = 1 + rng.normal(0, 0.008)
    c, s = float(np.cos(turn) * size), float(np.sin(turn) * size)
    x, y = columns / 2, rows / 2
    dx, dy = rng.normal(0, 0.006 * rows, 2)
    matrix = np.array(((c, -s, x - c * x + s * y + dx), (s, c, y - s * x - c * y + dy)))
    if finish.wander:
        grid_x, grid_y = _grid(rows, columns)
        stray = rng.normal(0, finish.wander * rows, (5, 4, 2)).astype(np.float32)
        shift = cv2.resize(stray, (columns, rows), interpolation=cv2.INTER_CUBIC)
        back = cv2.invertAffineTransform(matrix).astype(np.float32)
        source_x = back[0, 0] * grid_x + back[0, 1] * grid_y + back[0, 2] + shift[..., 0]
        source_y = back[1, 0] * grid_x + back[1, 1] * grid_y + back[1, 2] + shift[..., 1]
        moved = cv2.remap(ink, source_x, source_y, cv2.INTER_LINEAR)
    else:
        moved = cv2.warpAffine(ink, matrix, (columns, rows), flags=cv2.INTER_LINEAR)
    if finish.fading < 0.02:
        return np.asarray(moved, np.uint8)
    keep = 1 - finish.fading * np.clip(_clouds(rng, rows, columns, 6) * 1.2 + 0.35, 0, 1)
    return np.asarray(moved * keep[..., None], np.uint8)


def rastered(ink: Image, squares: int) -> Image:
    """Premultiplied ink in squares, so many across, each of one paint or bare."""
    rows, columns = ink.shape[:2]
    size = squares, max(1, round(squares * rows / columns))
    coarse = cv2.resize(ink, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    cover = coarse[..., 3:]
    full = np.where(cover > 127, coarse * 255 / np.maximum(cover, 1), 0).astype(np.uint8)
    return np.asarray(cv2.resize(full, (columns, rows), interpolation=cv2.INTER_NEAREST), np.uint8)


@lru_cache(maxsize=64)
def _grid(rows: int, columns: int) -> tuple[Cover, Cover]:
    """Each pixel's own x and y."""
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    return x, y


def laid(ink: Image, finish: Finish, rng: np.random.Generator) -> Image:
    """The opaque face, (h, w, 3) BGR: premultiplied ink in the ground, with grain, dirt and rounded edge."""
    rows, columns = ink.shape[:2]
    cover = ink[..., 3].astype(np.float32) / 255
    light = np.ones((rows, columns), np.float32)
    if finish.grain > 0.02:
        light -= 0.12 * finish.grain * _grain(rng, rows, columns)
    if finish.mottle > 0.02:
        light -= 0.12 * finish.mottle * _clouds(rng, rows, columns, 5)
    if finish.dirt > 0.05:
        halo = cv2.blur(cover, (0, 0) if rows < 8 else (rows // 24 * 2 + 1,) * 2)
        light -= 0.35 * finish.dirt * halo * (1 - cover)
    face = np.asarray(finish.ground, np.float32) * light[..., None]
    face *= (1 - cover)[..., None]
    face += ink[..., :3]
    step = max(1, rows // 96)
    relief = np.zeros_like(cover)
    relief[step:, step:] = cover[step:, step:] - cover[:-step, :-step]
    face -= (70 * finish.depth) * relief[..., None]
    edge, inside = _bevel(rows, columns, round(finish.corner * rows), max(1, round(finish.bevel * rows)))
    face *= (1 + finish.shine * edge)[..., None]
    face *= (0.45 + 0.55 * inside)[..., None]
    return np.asarray(np.clip(face, 0, 255), np.uint8)


@lru_cache(maxsize=512)
def _bevel(rows: int, columns: int, corner: int, width: int) -> tuple[Cover, Cover]:
    """Brightness change of the rounded edge (lit from the upper left), and 1 inside the rounded corners."""
    solid = np.zeros((rows, columns), np.uint8)
    corner = min(corner, columns // 2 - 1)
    cv2.rectangle(solid, (corner, 0), (columns - 1 - corner, rows - 1), 255, -1)
    cv2.rectangle(solid, (0, corner), (columns - 1, rows - 1 - corner), 255, -1)
    for x in (corner, columns - 1 - corner):
        for y in (corner, rows - 1 - corner):
            cv2.circle(solid, (x, y), corner, 255, -1, cv2.LINE_AA)
    padded = cv2.copyMakeBorder(solid, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    depth = np.minimum(cv2.distanceTransform(padded, cv2.DIST_L2, 3)[1:-1, 1:-1] / width, 1)
    height = np.sqrt(1 - (1 - depth) ** 2).astype(np.float32)
    slope_y, slope_x = np.gradient(height)
    edge = (np.clip((slope_x * 0.6 + slope_y) * width, -1, 1) * 0.22).astype(np.float32)
    return edge, (solid / np.float32(255)).astype(np.float32)


def _clouds(rng: np.random.Generator, rows: int, columns: int, cells: int) -> Cover:
    """Smooth noise about -1..1."""
    coarse = rng.normal(0, 0.6, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_CUBIC), np.float32)


def _grain(rng: np.random.Generator, rows: int, columns: int) -> Cover:
    """Streaks along the tile, as in bone and bamboo, 0..1."""
    streaks = rng.random((3, max(2, columns // 2)), np.float32) ** 4
    return np.asarray(cv2.resize(streaks, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


def back_face(finish: Finish, rows: int, columns: int, rng: np.random.Generator) -> Image:
    """The back of a tile, (rows, columns, 3) BGR."""
    pen = Pen.fresh(columns, rows)
    aspect = columns / rows
    mid = pen.at(aspect / 2, 0.5)
    plain = finish.back
    shade: Bgr = finish.back_second
    match finish.pattern:
        case "lattice":
            step = 0.07
            spans = np.arange(-1.0, 1.0, step)
            mid.lines([path((t - 0.6, -0.6), (t + 0.6, 0.6)) for t in spans], 0.012, shade)
            mid.lines([path((t + 0.6, -0.6), (t - 0.6, 0.6)) for t in spans], 0.012, shade)
        case "flowers":
            mid.lines(around(petal(0.26, 0.14, 0.6), 8), 0.016, shade, closed=True)
            mid.ring(0, 0, 0.31, 0.014, shade)
        case "clouds":
            for y in np.linspace(-0.4, 0.4, 5):
                mid.line(bezier((-0.3, y), (-0.1, y - 0.15), (0.1, y + 0.15), (0.3, y)), 0.016, shade)
        case "marbled":
            for _ in range(6):
                knots = rng.uniform(-0.5, 0.5, (4, 2))
                mid.brush(bezier(*(tuple(knot) for knot in knots)), [0.01, 0.05, 0.01], shade)
        case _:
            pass
    ink = pen.finished()
    textured = finish if finish.pattern != "bamboo" else Finish(**{**vars(finish), "grain": 1.0})
    return laid(ink, Finish(**{**vars(textured), "ground": plain, "depth": 0.0, "dirt": 0.0}), rng)
