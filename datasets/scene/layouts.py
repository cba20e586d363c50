"""Where the tiles lie: hands as people lay them out, walls, heaps, discards, racks.

World coordinates as in `geometry`: the player sits at negative y. To add a layout, write a function
`(rng, tiles) -> Layout` and name it in `LAYOUTS` with its weight; things around a hand go in `AROUND`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.scene.blocks import Block
from datasets.scene.geometry import turn_z
from datasets.scene.hands import LaidHand, random_hand
from datasets.scene.props import PROPS, prop_box, random_prop
from datasets.scene.tilesets import Pose, TileSet
from datasets.scene.values import Floats, Role
from scoring.hand import Hand
from scoring.tiles import TILES, Tile

POSES: tuple[Pose, ...] = ("up", "down", "edge", "standing")
"""How thrown tiles come to lie."""


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
        gap=float(rng.choice([rng.uniform(0.15, 0.4), rng.uniform(0.4, 1.4)], p=[0.4, 0.6])),
        wobble=rng.uniform(0.04, 0.12) if careless else rng.uniform(0.0, 0.03),
        yaw=rng.uniform(1.5, 5.0) if careless else rng.uniform(0.0, 1.0),
        bend=rng.normal(0, 0.004),
        slope=rng.normal(0, 1.0),
    )


def deck(rng: np.random.Generator, *, seasons: bool = True) -> list[Tile]:
    """A whole shuffled set: four of each of the 34, and one of each Season."""
    tiles = [t for t in TILES[:34] for _ in range(4)] + (list(TILES[34:]) if seasons else [])
    return [tiles[i] for i in rng.permutation(len(tiles))]


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


def width_of(blocks: Sequence[Block]) -> tuple[float, float]:
    """Leftmost and rightmost middle of the blocks."""
    xs = [float(b.centre[0]) for b in blocks]
    return min(xs), max(xs)


def _centred(blocks: list[Block], x: float) -> list[Block]:
    low, high = width_of(blocks)
    return [b.moved(np.eye(3), np.array([x - (low + high) / 2, 0.0, 0.0])) for b in blocks]


def lay_hand(rng: np.random.Generator, tiles: TileSet, laid: LaidHand) -> list[Block]:
    """The hand in one, two or three rows, the exposed part far (or to one side), the drawn tile set apart."""
    habit = sample_habit(rng)
    turned = rng.random() < 0.12
    exposed: list[tuple[Sequence[Tile], Role, int]] = [(s, "exposed", i) for i, s in enumerate(laid.exposed)]
    seasons: list[tuple[Sequence[Tile], Role, int]] = [(laid.seasons, "seasons", 20)] if laid.seasons else []
    concealed: list[tuple[Sequence[Tile], Role, int]] = [
        (s, "concealed", 10 + i) for i, s in enumerate(laid.concealed)
    ]
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
    """The drawn winning tile: right of the concealed row, above it, or crosswise on top of its end."""
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


def scatter(
    rng: np.random.Generator,
    tiles: TileSet,
    faces: Sequence[Tile],
    area: tuple[float, float, float, float],
    *,
    closeness: float = 1.0,
) -> list[Block]:
    """Tiles thrown into an area (x0, y0, x1, y1): any angle, apart, a few face down or on edge."""
    x0, y0, x1, y1 = area
    placed: list[Block] = []
    centres = np.empty((0, 2))
    reach = np.hypot(1.0, tiles.height) * rng.uniform(0.74, 1.0) * closeness
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


def place(blocks: Sequence[Block], *, x: float = 0.0, y: float = 0.0, yaw: float = 0.0) -> list[Block]:
    """The blocks turned about the origin by `yaw` degrees and moved to (x, y)."""
    return [b.moved(turn_z(yaw), np.array([x, y, 0.0])) for b in blocks]


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


# --- what lies around a hand; each gets the region beyond it: (x0, y0, x1, y1) ---

Region = tuple[float, float, float, float]
Around = Callable[[np.random.Generator, TileSet, Region], list[Block]]


def around_heap(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:
    """A heap of discards."""
    x0, y0, x1, _ = region
    count = int(rng.integers(8, 70))
    depth = max(3.0, count * rng.uniform(1.7, 2.8) / (x1 - x0))
    return scatter(rng, tiles, deck(rng)[:count], (x0, y0 + 1.5, x1, y0 + 1.5 + depth))


def around_walls(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:
    """One or two walls, along and across."""
    x0, y0, x1, _ = region
    blocks: list[Block] = []
    for _ in range(int(rng.integers(1, 3))):
        wall = wall_of(rng, tiles, int(rng.integers(5, 19)), layers=int(rng.choice([1, 2], p=[0.2, 0.8])))
        if rng.random() < 0.6:
            blocks += place(
                wall, x=rng.uniform(x0, x1) * 0.5, y=y0 + rng.uniform(1.5, 9), yaw=rng.normal(0, 6)
            )
        else:
            side = rng.choice([x0 - 2.5, x1 + 2.5])
            blocks += place(
                wall, x=float(side) + rng.normal(0, 0.5), y=y0 + rng.uniform(6, 14), yaw=90 + rng.normal(0, 6)
            )
    return blocks


def around_discards(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:
    """A neat block of discards, turned towards any of the four players."""
    x0, y0, x1, _ = region
    rows = discard_rows(rng, tiles, int(rng.integers(4, 24)))
    yaw = 90.0 * int(rng.integers(4)) + rng.normal(0, 4)
    return place(rows, x=rng.uniform(x0, x1) * 0.6, y=y0 + rng.uniform(9, 15), yaw=yaw)


def around_others(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:
    """Another player's tiles, standing with their backs to us or laid down facing them."""
    x0, y0, x1, _ = region
    count = int(rng.integers(4, 14))
    if rng.random() < 0.5:
        blocks = [tiles.block(t, k * 1.01, 0.0, pose="away") for k, t in enumerate(deck(rng)[:count])]
        yaw = 0.0
    else:
        blocks = [tiles.block(t, k * 1.01, 0.0) for k, t in enumerate(deck(rng)[:count])]
        yaw = 180.0
    turn = yaw + rng.normal(0, 5)
    return place(_centred(blocks, 0.0), x=rng.uniform(x0, x1) * 0.4, y=y0 + rng.uniform(8, 15), yaw=turn)


def around_props(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:  # noqa: ARG001
    """Dice, counters, cards and other things that are no tiles."""
    x0, y0, x1, y1 = region
    return [
        random_prop(rng, rng.uniform(x0, x1), rng.uniform(y0 + 1.5, y1))
        for _ in range(int(rng.integers(1, 9)))
    ]


def around_tray(rng: np.random.Generator, tiles: TileSet, region: Region) -> list[Block]:  # noqa: ARG001
    """The rim of the table or a tray along the near side of the hand."""
    x0, _, x1, _ = region
    depth, high = rng.uniform(0.6, 4.0), rng.uniform(0.1, 0.7)
    y = -1.0 - depth / 2 - abs(rng.normal(0, 0.4))
    return prop_box(rng, (x0 + x1) / 2, y, (x1 - x0) * 3, depth, high)


AROUND: dict[str, tuple[float, Around]] = {
    "heap": (0.35, around_heap),
    "walls": (0.35, around_walls),
    "discards": (0.2, around_discards),
    "others": (0.15, around_others),
    "props": (0.4, around_props),
    "tray": (0.4, around_tray),
}
"""Each with the probability that it is there."""


def _surroundings(rng: np.random.Generator, tiles: TileSet, blocks: Sequence[Block]) -> list[Block]:
    low, high = width_of(blocks)
    top = max(float(b.centre[1]) for b in blocks)
    region = (low - 2, top + tiles.height / 2 + rng.uniform(0.3, 3), high + 2, top + 14)
    found: list[Block] = []
    if rng.random() < 0.2:
        return found
    for chance, thing in AROUND.values():
        if rng.random() < chance:
            found += _apart_from(found, thing(rng, tiles, region))
    return found


def _apart_from(there: Sequence[Block], new: list[Block]) -> list[Block]:
    """Those of the `new` blocks that do not run into what is `there`; stacked walls stay whole."""
    if not there:
        return new
    spots = np.array([b.centre[:2] for b in there])
    reach = np.array([max(b.size[:2]) for b in there]) / 2
    return [
        b for b in new if bool((np.hypot(*(spots - b.centre[:2]).T) > reach + max(b.size[:2]) * 0.55).all())
    ]


# --- layouts ---


def hand(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """A finished hand and whatever lies around it."""
    laid = random_hand(rng)
    mine = lay_hand(rng, tiles, laid)
    if rng.random() < 0.04:
        mine = place(mine, yaw=180)
    blocks = (*mine, *_surroundings(rng, tiles, mine))
    return Layout(blocks, tuple(range(len(mine))), laid.hand, upright=True)


def rack(rng: np.random.Generator, tiles: TileSet) -> Layout:
    """A concealed hand standing on a rack and facing the camera, with its exposed sets before it."""
    laid = random_hand(rng)
    lean = rng.uniform(0, 28)
    base = rng.uniform(0.0, 0.4)
    standing: list[Block] = []
    x = 0.0
    for i, clump in enumerate(laid.concealed):
        for face in clump:
            standing.append(
                tiles.block(
                    face,
                    x,
                    0.0,
                    pose="standing",
                    lean=lean,
                    z=base,
                    yaw=rng.normal(0, 0.7),
                    role="concealed",
                    group=10 + i,
                )
            )
            x += 1.0 + abs(rng.normal(0, 0.01))
        x += rng.uniform(0.2, 0.8)
    if laid.set_apart is not None:
        standing.append(
            tiles.block(
                laid.set_apart,
                x + rng.uniform(0.3, 1.2),
                0.0,
                pose="standing",
                lean=lean,
                z=base,
                role="set_apart",
                group=30,
            )
        )
    groups: list[tuple[Sequence[Tile], Role, int]] = [(s, "exposed", i) for i, s in enumerate(laid.exposed)]
    if laid.seasons:
        groups.append((laid.seasons, "seasons", 20))
    flat = (
        row(rng, tiles, groups, x=0.0, y=-tiles.height - rng.uniform(0.8, 2.5), habit=sample_habit(rng))
        if groups
        else []
    )
    mine = standing + flat
    low, high = width_of(standing)
    behind = prop_box(
        rng,
        (low + high) / 2,
        tiles.thickness / 2 + 0.5 + lean / 40,
        high - low + 3,
        0.5,
        rng.uniform(0.4, 1.1),
    )
    around = [b for b in _surroundings(rng, tiles, mine) if b.centre[1] > 2]
    return Layout((*mine, *behind, *around), tuple(range(len(mine))), laid.hand, (32.0, 78.0), upright=True)


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
        blocks += _apart_from(blocks, place(wall_of(rng, tiles, 17), y=13))
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


def _prop_rows(rng: np.random.Generator) -> tuple[Block, ...]:
    """Things of one sort in rows, like tiles: dominoes side by side, keys of a keyboard, cards."""
    name = str(rng.choice(["domino", "key", "card", "die", "chip"]))
    first = PROPS[name][1](rng, 0.0, 0.0)
    columns, rows = int(rng.integers(2, 14)), int(rng.integers(1, 6))
    gap = 1 + abs(rng.normal(0, 0.06))
    return tuple(
        replace(
            PROPS[name][1](rng, column * first.size[0] * gap, row_at * first.size[1] * gap),
            rotation=turn_z(rng.normal(0, 1)),
            size=first.size,
        )
        for row_at in range(rows)
        for column in range(columns)
    )


def empty(rng: np.random.Generator, tiles: TileSet) -> Layout:  # noqa: ARG001 - one signature for all layouts
    """No tile at all: things that might be taken for tiles."""
    if rng.random() < 0.35:
        blocks = _prop_rows(rng)
        return Layout(blocks, tuple(range(len(blocks))))
    count = int(rng.integers(0, 30))
    span = rng.uniform(3, 8)
    blocks = tuple(random_prop(rng, rng.uniform(-span, span), rng.uniform(-span, span)) for _ in range(count))
    return Layout(blocks, tuple(range(len(blocks))))


LayoutMaker = Callable[[np.random.Generator, TileSet], Layout]

LAYOUTS: dict[str, tuple[float, LayoutMaker]] = {
    "hand": (0.55, hand),
    "heap": (0.12, heap),
    "grid": (0.08, grid),
    "rack": (0.07, rack),
    "discards": (0.05, discards),
    "wall": (0.04, wall),
    "few": (0.04, few),
    "empty": (0.05, empty),
}


def bounds(blocks: Sequence[Block]) -> Floats:
    """(n, 3) outer points of the blocks: the corners of face and back planes."""
    return np.concatenate([b.plane_corners(face=f) for b in blocks for f in (True, False)])
