"""Tiles on the table in the simplest arrangements: thrown, in a wall, in rows of discards.

World coordinates as in `geometry`: the player sits at negative y.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.scene.blocks import Block
from datasets.scene.geometry import turn_z
from datasets.scene.tilesets import Pose, TileSet
from datasets.scene.values import Floats
from scoring.tiles import TILES, Tile

POSES: tuple[Pose, ...] = ("up", "down", "edge", "standing")
"""How thrown tiles come to lie."""


def deck(rng: np.random.Generator, *, seasons: bool = True) -> list[Tile]:
    """A whole shuffled set: four of each of the 34, and one of each Season."""
    tiles = [t for t in TILES[:34] for _ in range(4)] + (list(TILES[34:]) if seasons else [])
    return [tiles[i] for i in rng.permutation(len(tiles))]


def width_of(blocks: Sequence[Block]) -> tuple[float, float]:
    """Leftmost and rightmost middle of the blocks."""
    xs = [float(b.centre[0]) for b in blocks]
    return min(xs), max(xs)


def centred(blocks: Sequence[Block], x: float) -> list[Block]:
    """The blocks moved along x so that their middle is there."""
    low, high = width_of(blocks)
    return [b.moved(np.eye(3), np.array([x - (low + high) / 2, 0.0, 0.0])) for b in blocks]


def place(blocks: Sequence[Block], *, x: float = 0.0, y: float = 0.0, yaw: float = 0.0) -> list[Block]:
    """The blocks turned about the origin by `yaw` degrees and moved to (x, y)."""
    return [b.moved(turn_z(yaw), np.array([x, y, 0.0])) for b in blocks]


def scatter(
    rng: np.random.Generator,
    tiles: TileSet,
    faces: Sequence[Tile],
    area: tuple[float, float, float, float],
) -> list[Block]:
    """Tiles thrown into an area (x0, y0, x1, y1): any angle, apart, a few face down or on edge."""
    x0, y0, x1, y1 = area
    placed: list[Block] = []
    centres = np.empty((0, 2))
    reach = np.hypot(1.0, tiles.height) * rng.uniform(0.74, 1.0)
    for face in faces:
        for _ in range(20):
            spot = np.array([rng.uniform(x0, x1), rng.uniform(y0, y1)])
            if len(centres) == 0 or float(np.hypot(*(centres - spot).T).min()) > reach:
                break
        else:
            continue
        centres = np.vstack([centres, spot])
        pose = POSES[int(rng.choice(4, p=[0.82, 0.13, 0.03, 0.02]))]
        placed.append(tiles.block(face, *spot, yaw=rng.uniform(0, 360), pose=pose))
    return placed


def wall_of(
    rng: np.random.Generator, tiles: TileSet, length: int, *, layers: int = 2, face_up: bool = False
) -> list[Block]:
    """A straight wall along x, centred on the origin, `layers` high, backs up unless `face_up`."""
    blocks: list[Block] = []
    faces = deck(rng)
    pitch = 1.0 + abs(rng.normal(0, 0.01))
    for layer in range(layers):
        shift = rng.normal(0, 0.05)
        for k in range(length):
            if layer == layers - 1 and layers > 1 and rng.random() < 0.04:
                continue
            x = (k - (length - 1) / 2) * pitch + shift
            blocks.append(
                tiles.block(
                    faces[(k + 40 * layer) % len(faces)],
                    x,
                    rng.normal(0, 0.03),
                    yaw=rng.normal(0, 0.6),
                    pose="up" if face_up else "down",
                    z=layer * tiles.thickness,
                )
            )
    return blocks


def discard_rows(rng: np.random.Generator, tiles: TileSet, count: int) -> list[Block]:
    """Discards in rows of six or so, centred on the origin, all the same way up."""
    per_row = int(rng.integers(5, 9))
    faces = deck(rng)[:count]
    pitch_x, pitch_y = 1 + rng.uniform(0, 0.15), tiles.height + rng.uniform(0, 0.2)
    jitter = rng.uniform(0.01, 0.08)
    return [
        tiles.block(
            face,
            (k % per_row - per_row / 2) * pitch_x + rng.normal(0, jitter),
            -(k // per_row) * pitch_y + rng.normal(0, jitter),
            yaw=rng.normal(0, jitter * 30),
        )
        for k, face in enumerate(faces)
    ]


def bounds(blocks: Sequence[Block]) -> Floats:
    """(n, 3) outer points of the blocks: the corners of face and back planes."""
    return np.concatenate([b.plane_corners(face=f) for b in blocks for f in (True, False)])
