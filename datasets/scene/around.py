"""What lies around a hand: discards, walls, other players' tiles, dice and cards, the tray's edge.

To add something, write a function `(rng, tiles, region) -> list[Block]` and name it in `AROUND`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from datasets.scene.blocks import Block
from datasets.scene.placing import bounds, centred, deck, discard_rows, place, scatter, wall_of, width_of
from datasets.scene.props import prop_box, prop_rows, random_prop
from datasets.scene.tilesets import TileSet


@dataclass(frozen=True)
class Region:
    """Room beyond a hand, in tile widths, and the y of the hand's near side."""

    left: float
    right: float
    near: float
    far: float
    hand: float

    def across(self, rng: np.random.Generator, share: float = 1.0) -> float:
        """A random x in the middle `share` of the region's width."""
        half = (self.right - self.left) / 2
        return float((self.left + self.right) / 2 + rng.uniform(-share, share) * half)


Around = Callable[[np.random.Generator, TileSet, Region], list[Block]]


def around_heap(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:
    """A heap of discards."""
    count = int(rng.integers(8, 70))
    depth = max(3.0, count * rng.uniform(1.7, 2.8) / (region.right - region.left))
    return scatter(
        rng,
        tiles,
        deck(rng)[:count],
        (region.left, region.near + 1.5, region.right, region.near + 1.5 + depth),
    )


def around_walls(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:
    """One or two walls, along and across."""
    blocks: list[Block] = []
    for _ in range(int(rng.integers(1, 3))):
        wall = wall_of(rng, tiles, int(rng.integers(5, 19)), layers=int(rng.choice([1, 2], p=[0.2, 0.8])))
        if rng.random() < 0.6:
            blocks += place(
                wall,
                x=region.across(rng, 0.5),
                y=region.near + rng.uniform(1.5, 9),
                yaw=rng.normal(0, 6),
            )
        else:
            side = rng.choice([region.left - 2.5, region.right + 2.5])
            blocks += place(
                wall,
                x=float(side) + rng.normal(0, 0.5),
                y=region.near + rng.uniform(6, 14),
                yaw=90 + rng.normal(0, 6),
            )
    return blocks


def around_discards(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:
    """A neat block of discards, turned towards any of the four players."""
    rows = discard_rows(rng, tiles, int(rng.integers(4, 24)))
    yaw = 90.0 * int(rng.integers(4)) + rng.normal(0, 4)
    return place(rows, x=region.across(rng, 0.6), y=region.near + rng.uniform(9, 15), yaw=yaw)


def around_others(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:
    """Another player's tiles, standing with their backs to us or laid down facing them."""
    count = int(rng.integers(4, 14))
    if rng.random() < 0.5:
        blocks = [tiles.block(t, k * 1.01, 0.0, pose="away") for k, t in enumerate(deck(rng)[:count])]
        yaw = 0.0
    else:
        blocks = [tiles.block(t, k * 1.01, 0.0) for k, t in enumerate(deck(rng)[:count])]
        yaw = 180.0
    turn = yaw + rng.normal(0, 5)
    return place(
        centred(blocks, 0.0),
        x=region.across(rng, 0.4),
        y=region.near + rng.uniform(8, 15),
        yaw=turn,
    )


def around_props(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:  # noqa: ARG001
    """Dice, counters, cards and other things that are no tiles."""
    return [
        random_prop(rng, region.across(rng), rng.uniform(region.near + 1.5, region.far))
        for _ in range(int(rng.integers(1, 9)))
    ]


def around_prop_rows(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:  # noqa: ARG001
    """A row or two of dominoes, cards, keys and the like beyond the hand, at any angle."""
    rows = prop_rows(rng, int(rng.integers(2, 11)), int(rng.integers(1, 3)))
    yaw = rng.choice((0.0, 90.0)) + rng.normal(0, 15)
    return place(
        centred(rows, 0.0), x=region.across(rng, 0.7), y=rng.uniform(region.near + 3, region.far), yaw=yaw
    )


def around_tray(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:  # noqa: ARG001
    """The rim of the table or a tray along the near side of the hand."""
    depth, high = rng.uniform(0.6, 4.0), rng.uniform(0.1, 0.7)
    y = region.hand - depth / 2 - abs(rng.normal(0, 0.4)) - 0.05
    return prop_box(rng, (region.left + region.right) / 2, y, (region.right - region.left) * 3, depth, high)


AROUND: dict[str, tuple[float, Around]] = {
    "heap": (0.35, around_heap),
    "walls": (0.35, around_walls),
    "discards": (0.2, around_discards),
    "others": (0.15, around_others),
    "props": (0.4, around_props),
    "prop rows": (0.1, around_prop_rows),
    "tray": (0.4, around_tray),
}
"""Each with the probability that it is there."""


def surroundings(rng: np.random.Generator, tiles: TileSet, blocks: Sequence[Block]) -> list[Block]:
    """What lies around the `blocks` of a hand, out of `AROUND`; now and then nothing."""
    low, high = width_of(blocks)
    top = max(float(b.centre[1]) for b in blocks)
    bottom = float(bounds(blocks)[:, 1].min())
    region = Region(low - 2, high + 2, top + tiles.height / 2 + rng.uniform(0.3, 3), top + 14, bottom)
    found: list[Block] = []
    if rng.random() < 0.2:
        return found
    for chance, thing in AROUND.values():
        if rng.random() < chance:
            found += apart_from(found, thing(rng, tiles, region))
    return found


def apart_from(there: Sequence[Block], new: list[Block]) -> list[Block]:
    """Those of the `new` blocks that do not run into what is `there`; stacked walls stay whole."""
    if not there:
        return new
    spots = np.array([b.centre[:2] for b in there])
    reach = np.array([max(b.size[:2]) for b in there]) / 2
    return [
        b for b in new if bool((np.hypot(*(spots - b.centre[:2]).T) > reach + max(b.size[:2]) * 0.55).all())
    ]
