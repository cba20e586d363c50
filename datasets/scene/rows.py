"""A hand laid out in rows, as neatly as people do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.scene.blocks import Block
from datasets.scene.hands import LaidHand
from datasets.scene.placing import centred, place, width_of
from datasets.scene.tilesets import TileSet
from datasets.scene.values import Role
from scoring.tiles import Tile


@dataclass(frozen=True)
class Habit:
    """How neatly somebody lays tiles in rows, in tile widths and degrees."""

    pitch: float
    gap: float
    wobble: float
    yaw: float
    bend: float
    slope: float


def sample_habit(rng: np.random.Generator) -> Habit:
    """Mostly touching tiles with a hint of disorder; sometimes spaced out, sometimes careless."""
    careless = rng.random() < 0.25
    return Habit(
        pitch=1.0 + (abs(rng.normal(0, 0.012)) if rng.random() < 0.75 else rng.uniform(0.02, 0.35)),
        gap=_sample_gap(rng),
        wobble=rng.uniform(0.04, 0.12) if careless else rng.uniform(0.0, 0.03),
        yaw=rng.uniform(1.5, 5.0) if careless else rng.uniform(0.0, 1.0),
        bend=rng.normal(0, 0.004),
        slope=rng.normal(0, 1.0),
    )


def _sample_gap(rng: np.random.Generator) -> float:
    """Tile widths between sets; a few people leave none."""
    habit = rng.random()
    if habit < 0.06:
        return 0.0
    return float(rng.uniform(0.15, 0.4) if habit < 0.45 else rng.uniform(0.4, 1.4))


def row(
    rng: np.random.Generator,
    tiles: TileSet,
    groups: Sequence[tuple[Sequence[Tile], Role, int]],
    *,
    x: float,
    y: float,
    habit: Habit,
    claimed_turned: bool = False,
) -> list[Block]:
    """One row from left to right starting at x: each group's tiles side by side, gaps between the groups."""
    blocks: list[Block] = []
    at = x
    slope = np.tan(np.radians(habit.slope))
    for faces, role, group in groups:
        turned = (
            int(rng.integers(len(faces)))
            if claimed_turned and role == "exposed" and len(faces) in (3, 4)
            else -1
        )
        for k, face in enumerate(faces):
            wide = tiles.height if k == turned else 1.0
            middle = at + wide / 2
            dy = slope * (middle - x) + habit.bend * (middle - x) ** 2 + rng.normal(0, habit.wobble)
            low = (tiles.height - 1) / 2 if k == turned else 0.0
            yaw = (90.0 if k == turned else 0.0) + habit.slope + rng.normal(0, habit.yaw)
            blocks.append(tiles.block(face, middle, y + dy - low, yaw=yaw, role=role, group=group))
            at += wide + (habit.pitch - 1.0) + abs(rng.normal(0, habit.yaw * 0.012))
        at += habit.gap
    return blocks


def lay_hand(rng: np.random.Generator, tiles: TileSet, laid: LaidHand) -> list[Block]:
    """The hand in one, two or three rows, the exposed part far (or to one side), the drawn tile set apart."""
    habit = sample_habit(rng)
    turned = rng.random() < 0.12
    exposed: list[tuple[Sequence[Tile], Role, int]] = [(s, "exposed", i) for i, s in enumerate(laid.exposed)]
    seasons: list[tuple[Sequence[Tile], Role, int]] = [(laid.seasons, "seasons", 20)] if laid.seasons else []
    concealed: list[tuple[Sequence[Tile], Role, int]] = [
        (s, "concealed", 10 + i) for i, s in enumerate(laid.concealed)
    ]
    if seasons and rng.random() < 0.1:
        concealed = seasons + concealed if rng.random() < 0.7 else concealed + seasons
        seasons = []
    gap = tiles.height + (rng.uniform(0.0, 0.12) if rng.random() < 0.35 else rng.uniform(0.12, 1.8))
    near = row(rng, tiles, concealed, x=0.0, y=0.0, habit=habit)
    near += _set_apart(rng, tiles, laid, near)
    if not exposed and not seasons:
        return near
    ordered = seasons + exposed if rng.random() < 0.5 else exposed + seasons
    plan = rng.random()
    if plan < 0.2:
        return _one_row(rng, tiles, ordered, near, replace(habit, gap=max(habit.gap, 0.25)), turned=turned)
    if plan < 0.35 and seasons and exposed:
        far = _beside(rng, row(rng, tiles, exposed, x=0.0, y=gap, habit=habit, claimed_turned=turned), near)
        farther = _beside(rng, row(rng, tiles, seasons, x=0.0, y=gap * 2, habit=habit), near)
        return near + far + farther
    far = row(rng, tiles, ordered, x=0.0, y=gap, habit=habit, claimed_turned=turned)
    return near + _beside(rng, far, near)


def lay_askew(rng: np.random.Generator, tiles: TileSet, laid: LaidHand) -> list[Block]:
    """A hand with exposed sets, some or all of which do not lie in rows with the rest: along the player's
    side, in one row or one beside the other, or beyond, each at an angle of its own."""
    habit = sample_habit(rng)
    aside = int(rng.integers(1, len(laid.exposed) + 1))
    mine = lay_hand(rng, tiles, replace(laid, exposed=laid.exposed[aside:]))
    sets: list[tuple[Sequence[Tile], Role, int]] = [
        (group, "exposed", number) for number, group in enumerate(laid.exposed[:aside], len(laid.exposed))
    ]
    if rng.random() < 0.3:
        return mine + _each_at_an_angle(rng, tiles, sets, mine, habit)
    low, high = width_of(mine)
    right, yaw = rng.random() < 0.5, float(rng.choice([90.0, -90.0]) + rng.normal(0, 2))
    away, y = rng.uniform(0.9, 2.0) + tiles.height / 2, rng.uniform(-0.5, 1.0)
    for together in [sets] if rng.random() < 0.6 else [[group] for group in sets]:
        blocks = place(row(rng, tiles, together, x=0.0, y=0.0, habit=habit), yaw=yaw)
        near = min(float(block.centre[1]) for block in blocks)
        mine += place(centred(blocks, high + away if right else low - away), y=y - near)
        away += tiles.height + rng.uniform(0.0, 0.6)
    return mine


def _each_at_an_angle(
    rng: np.random.Generator,
    tiles: TileSet,
    sets: Sequence[tuple[Sequence[Tile], Role, int]],
    mine: Sequence[Block],
    habit: Habit,
) -> list[Block]:
    """Sets beyond the rest of a hand, from left to right."""
    low, high = width_of(mine)
    beyond = max(float(block.centre[1]) for block in mine)
    x = (low + high) / 2 - 2.2 * (len(sets) - 1)
    blocks: list[Block] = []
    for group in sets:
        laid = centred(row(rng, tiles, [group], x=0.0, y=0.0, habit=habit), 0.0)
        blocks += place(laid, x=x, y=beyond + rng.uniform(2.5, 3.5), yaw=rng.uniform(-60, 60))
        x += rng.uniform(4.4, 5.0)
    return blocks


def _beside(rng: np.random.Generator, blocks: list[Block], near: list[Block]) -> list[Block]:
    """Shift a far row so that it is aligned left, centred or aligned right with the near one."""
    (low, high), (a, b) = width_of(near), width_of(blocks)
    shift = {0: low - a, 1: (low + high - a - b) / 2, 2: high - b}[int(rng.integers(3))] + rng.normal(0, 0.4)
    return [block.moved(np.eye(3), np.array([shift, 0.0, 0.0])) for block in blocks]


def _one_row(
    rng: np.random.Generator,
    tiles: TileSet,
    ordered: list[tuple[Sequence[Tile], Role, int]],
    near: list[Block],
    habit: Habit,
    *,
    turned: bool,
) -> list[Block]:
    """Exposed part and concealed part in one line with a clear gap between them."""
    exposed = row(rng, tiles, ordered, x=0.0, y=0.0, habit=habit, claimed_turned=turned)
    (low, high), (a, b) = width_of(near), width_of(exposed)
    space = tiles.height + habit.gap + rng.uniform(0.3, 2.0)
    shift = low - space - b if rng.random() < 0.5 else high + space - a
    return near + [block.moved(np.eye(3), np.array([shift, 0.0, 0.0])) for block in exposed]


def _set_apart(rng: np.random.Generator, tiles: TileSet, laid: LaidHand, near: list[Block]) -> list[Block]:
    """The drawn winning tile: right of the concealed row, left of it or before it; now and then crosswise."""
    if laid.set_apart is None:
        return []
    low, high = width_of(near)
    where = rng.random()
    if where < 0.8:
        x, y = high + 1 + rng.uniform(0.3, 1.6), float(near[-1].centre[1]) + rng.normal(0, 0.1)
    elif where < 0.9:
        x, y = low - 1 - rng.uniform(0.3, 1.6), float(near[0].centre[1]) + rng.normal(0, 0.1)
    else:
        x, y = rng.uniform(low, high), -tiles.height - rng.uniform(0.2, 0.8)
    yaw = 90.0 if rng.random() < 0.1 else float(rng.normal(0, 4))
    return [tiles.block(laid.set_apart, x, y, yaw=yaw, role="set_apart", group=30)]
