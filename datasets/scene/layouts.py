"""Kinds of scenes: where the tiles lie, and what the photographer wants in the picture.

To add one, write a function `(rng, tiles) -> Layout` and name it in `LAYOUTS` with its weight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from datasets.scene.around import apart_from, surroundings
from datasets.scene.blocks import Block
from datasets.scene.hands import KONGS, SETS, LaidHand, Share, random_hand
from datasets.scene.paints import SIDE
from datasets.scene.placing import deck, discard_rows, place, scatter, wall_of, width_of
from datasets.scene.props import prop_box, prop_rows, random_prop
from datasets.scene.rows import lay_askew, lay_hand, row, sample_habit
from datasets.scene.tables import paint_table
from datasets.scene.tilesets import FACE_HEIGHT, TileSet
from datasets.scene.values import Image, Role
from scoring.hand import Hand
from scoring.tiles import TILES, Tile


@dataclass(frozen=True, eq=False)
class Layout:
    """Blocks on the table; `focus` are the indices that the photographer wants in the picture."""

    blocks: tuple[Block, ...]
    focus: tuple[int, ...]
    hand: Hand | None = None
    tilt: tuple[float, float] = (0.0, 55.0)
    """Least and greatest slant of the camera, in degrees from looking straight down."""
    upright: bool = False
    """The picture is mostly held so that the rows run across it."""
    top: Image | None = None
    """The table's top, (SIDE, SIDE, 3) BGR; None for any."""


def hand(rng: np.random.Generator, tiles: TileSet, share: Share = SETS) -> Layout:
    """A finished hand and whatever lies around it."""
    laid = random_hand(rng, share)
    mine = lay_hand(rng, tiles, laid)
    if rng.random() < 0.04:
        mine = place(mine, yaw=180)
    return _amid_others(rng, tiles, mine, laid.hand)


def askew(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """A finished hand with exposed sets at an angle to the rest, and whatever lies around it."""
    laid = random_hand(rng)
    while not laid.exposed:
        laid = random_hand(rng)
    return _amid_others(rng, tiles, lay_askew(rng, tiles, laid), laid.hand)


def _amid_others(rng: np.random.Generator, tiles: TileSet, mine: list[Block], hand: Hand) -> Layout:
    """A hand as it was laid down, and whatever lies around it."""
    blocks = (*mine, *surroundings(rng, tiles, mine))
    return Layout(blocks, tuple(range(len(mine))), hand, upright=True)


def kongs(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """A hand of kongs, many with backs up that are hard to see: of wood, stone or cloth, like the table."""
    stuff = paint_table(rng)
    tall = int(rng.integers(60, SIDE // 2))
    wide = round(tall / tiles.height)
    x, y = (int(rng.integers(SIDE - side)) for side in (wide, tall))
    patch = stuff[y : y + tall, x : x + wide]
    shade = np.clip(patch * rng.uniform(0.75, 1.3, 3 if rng.random() < 0.5 else 1), 0, 255)
    size = (round(FACE_HEIGHT / tiles.height), FACE_HEIGHT)
    back = np.asarray(cv2.resize(shade, size, interpolation=cv2.INTER_AREA), np.uint8)
    laid = hand(rng, tiles.backed(back) if rng.random() < 0.7 else tiles, KONGS)
    return replace(laid, top=stuff if rng.random() < 0.3 else None)


def rack(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """A concealed hand standing on a rack and facing the camera, with its exposed sets before it."""
    laid = random_hand(rng)
    lean, base = rng.uniform(0, 28), rng.uniform(0.0, 0.4)
    standing = _standing(rng, tiles, laid, lean, base)
    mine = standing + _before_rack(rng, tiles, laid)
    low, high = width_of(standing)
    behind = prop_box(
        rng,
        (low + high) / 2,
        tiles.thickness / 2 + 0.5 + lean / 40,
        high - low + 3,
        0.5,
        rng.uniform(0.4, 1.1),
    )
    around = [b for b in surroundings(rng, tiles, mine) if b.centre[1] > 2]
    return Layout((*mine, *behind, *around), tuple(range(len(mine))), laid.hand, (32.0, 78.0), upright=True)


def _standing(
    rng: np.random.Generator, tiles: TileSet, laid: LaidHand, lean: float, base: float
) -> list[Block]:
    """The concealed tiles at height `base`, and the drawn one apart from them, leaning back by `lean`
    degrees."""
    stand = partial(tiles.block, y=0.0, pose="standing", lean=lean, z=base)
    standing: list[Block] = []
    x = 0.0
    for group, clump in enumerate(laid.concealed, start=10):
        for face in clump:
            standing.append(stand(face, x, yaw=rng.normal(0, 0.7), role="concealed", group=group))
            x += 1.0 + abs(rng.normal(0, 0.01))
        x += rng.uniform(0.2, 0.8)
    if laid.set_apart is not None:
        standing.append(stand(laid.set_apart, x + rng.uniform(0.3, 1.2), role="set_apart", group=30))
    return standing


def _before_rack(rng: np.random.Generator, tiles: TileSet, laid: LaidHand) -> list[Block]:
    """The exposed sets and the Seasons, in a row."""
    groups: list[tuple[Sequence[Tile], Role, int]] = [(s, "exposed", i) for i, s in enumerate(laid.exposed)]
    if laid.seasons:
        groups.append((laid.seasons, "seasons", 20))
    if not groups:
        return []
    return row(rng, tiles, groups, x=0.0, y=-tiles.height - rng.uniform(0.8, 2.5), habit=sample_habit(rng))


def heap(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """A random heap: all angles, close together, a few lying on others."""
    count = int(rng.integers(3, 90))
    side = np.sqrt(count * 2.2) * rng.uniform(0.55, 1.0) + 1
    faces = deck(rng)
    blocks = scatter(rng, tiles, faces[:count], (-side, -side * 0.75, side, side * 0.75))
    on_top = scatter(rng, tiles, faces[count : count + int(rng.integers(0, 5))], (-side, -side, side, side))
    if rng.random() < 0.3:
        blocks += [b.moved(np.eye(3), np.array([0, 0, tiles.thickness])) for b in on_top]
    return Layout(tuple(blocks), tuple(range(len(blocks))))


def grid(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """Part of a set or the whole of it in rows and columns, in order or shuffled."""
    faces = list(TILES) if rng.random() < 0.4 else deck(rng, seasons=bool(rng.random() < 0.7))
    if rng.random() < 0.4:
        faces = sorted(faces)
    columns = int(rng.integers(2, 15))
    rows = int(rng.integers(1, 8))
    habit = sample_habit(rng)
    pitch_y = tiles.height * habit.pitch + (0 if rng.random() < 0.6 else rng.uniform(0, 0.8))
    yaw = 180.0 * (rng.random() < 0.2)
    start = int(rng.integers(0, max(1, len(faces) - columns * rows)))
    blocks = [
        block
        for r in range(rows)
        for part in [faces[start + r * columns : start + (r + 1) * columns]]
        if part
        for block in row(rng, tiles, [(part, "other", r)], x=0.0, y=-r * pitch_y, habit=habit)
    ]
    blocks = place(blocks, yaw=yaw)
    return Layout(tuple(blocks), tuple(range(len(blocks))), upright=bool(rng.random() < 0.5))


def wall(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """Walls, backs up, in a square or by themselves, some tiles turned up."""
    length = int(rng.integers(6, 19))
    half = length / 2 + tiles.height * 0.7
    sides = rng.permutation(4)[: int(rng.integers(1, 5))]
    layers = int(rng.choice([1, 2], p=[0.25, 0.75]))
    blocks: list[Block] = []
    for side in sides:
        side_wall = wall_of(rng, tiles, length, layers=layers, face_up=bool(rng.random() < 0.08))
        blocks += place(place(side_wall, y=half), yaw=90.0 * int(side) + rng.normal(0, 2))
    inner = half - 2
    if rng.random() < 0.6:
        blocks += scatter(rng, tiles, deck(rng)[: int(rng.integers(2, 40))], (-inner, -inner, inner, inner))
    return Layout(tuple(blocks), tuple(range(len(blocks))), upright=bool(rng.random() < 0.5))


def discards(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """The middle of the table late in a game: four players' discards, perhaps walls around."""
    blocks: list[Block] = []
    for side in range(4):
        if rng.random() < 0.8:
            rows = discard_rows(rng, tiles, int(rng.integers(2, 24)))
            blocks += place(place(rows, y=-4.5), yaw=90.0 * side + rng.normal(0, 3))
    if not blocks:
        return heap(rng, tiles)
    focus = tuple(range(len(blocks)))
    if rng.random() < 0.5:
        blocks += apart_from(blocks, place(wall_of(rng, tiles, 17), y=13))
    return Layout(tuple(blocks), focus)


def few(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """One to six tiles near by, as when somebody shows a tile."""
    blocks = scatter(rng, tiles, deck(rng)[: int(rng.integers(1, 7))], (-2, -1.5, 2, 1.5))
    if rng.random() < 0.4:
        blocks = row(
            rng,
            tiles,
            [(deck(rng)[: int(rng.integers(1, 6))], "other", 0)],
            x=0,
            y=0,
            habit=sample_habit(rng),
        )
    return Layout(tuple(blocks), tuple(range(len(blocks))))


def empty(rng: np.random.Generator, tiles: TileSet) -> Layout:  # noqa: ARG001 - one signature for all layouts
    """No tile at all: things that might be taken for tiles."""
    if rng.random() < 0.35:
        rows = tuple(prop_rows(rng, int(rng.integers(2, 15)), int(rng.integers(1, 6))))
        return Layout(rows, tuple(range(len(rows))))
    count = int(rng.integers(0, 30))
    span = rng.uniform(3, 8)
    blocks = tuple(random_prop(rng, rng.uniform(-span, span), rng.uniform(-span, span)) for _ in range(count))
    return Layout(blocks, tuple(range(len(blocks))))


LayoutMaker = Callable[[np.random.Generator, TileSet], Layout]


LAYOUTS: dict[str, tuple[float, LayoutMaker]] = {
    "hand": (0.47, hand),
    "kongs": (0.04, kongs),
    "heap": (0.12, heap),
    "grid": (0.08, grid),
    "rack": (0.07, rack),
    "discards": (0.05, discards),
    "wall": (0.04, wall),
    "few": (0.04, few),
    "empty": (0.09, empty),
    "askew": (0.0, askew),
}
"""The weight is the share of scenes of a kind where none is named; what is for the judges alone has none."""
