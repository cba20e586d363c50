"""Tiles that lie side by side: from loose quadrilaterals to lines of tiles, at any angle and slightly bent.

A tile is the frame of its own neighbourhood: measured along its own width and its own height, the next tile
of its line is one width away, however steep the camera looks and however much the tile leans. So neighbours
are judged tile by tile, and nothing has to be known of the camera or the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Flags, Floats

MAX_GAP: Final = 3.0
"""Tile widths between two tiles of one line; what lies further away belongs to something else."""

MAX_GAP_CROSSWISE: Final = 1.0
"""Tile widths between a tile lying crosswise and the tiles of its line."""

LOOSE: Final = 0.9
"""Tile widths to the next tile from which one at the end of a line may as well be of another."""

NEARER: Final = 0.3
"""How much nearer, in tile widths, one that a tile lies crosswise to must be than those beside it in its line
for it to leave that: claimed tiles of sets one above the other lie in a line of their own."""

ROOM_CROSSWISE: Final = 0.5
"""Tile widths between two tiles of a line from which one may lie crosswise between them."""

MAX_OVERLAP: Final = 0.45
"""Tile widths that corners of neighbours may overlap by: they are measured, and upright boxes overlap."""

MAX_SHIFT: Final = 0.6
"""How far, in tile heights, the next tile may lie above or below its neighbour."""

MAX_SIZE_RATIO: Final = 1.5
"""Between the sides of two neighbours: they are as far from the camera, but corners are never exact."""

TINY: Final = 1e-6
"""Pixels; keeps tiles without area from dividing by zero."""

MAX_ANGLE: Final = np.radians(25.0)
"""Between two tiles that lie the same way, or crosswise."""


@dataclass(frozen=True, eq=False, slots=True)
class Frames:
    """n tiles, each as its own frame of measurement. Lengths are pixels unless it says otherwise."""

    centre: Floats
    """(n, 2)"""
    right: Floats
    """(n, 2): through the tile's middle from left to right, as long as it is wide."""
    up: Floats
    """(n, 2): through its middle from bottom to top, as long as it is high."""
    width: Floats
    """(n,)"""
    height: Floats
    """(n,)"""
    local: Floats
    """(n, n, 2): where tile j lies as seen by tile i, in widths to its right and heights above it."""
    gap: Floats
    """(n, n): free space between two tiles along the line through their centres, in their mean width."""

    @classmethod
    def of(cls, corners: npt.NDArray[np.floating]) -> "Frames":
        """From corners (n, 4, 2): top-left, top-right, bottom-right, bottom-left of each tile."""
        quads = np.asarray(corners, np.float64).reshape(-1, 4, 2)
        left, right = quads[:, [0, 3]].mean(axis=1), quads[:, [1, 2]].mean(axis=1)
        top, bottom = quads[:, [0, 1]].mean(axis=1), quads[:, [2, 3]].mean(axis=1)
        centre, right, up = quads.mean(axis=1), right - left, top - bottom
        width = np.maximum(np.linalg.norm(right, axis=1), TINY)
        local = _local(centre, right, up)
        # The line to another tile's centre leaves a tile at this part of its length.
        leaves = 0.5 / np.maximum(np.abs(local).max(axis=2), TINY)
        distance = np.hypot(*(centre[:, None] - centre).transpose(2, 0, 1))
        gap = distance * (1 - leaves - leaves.T) / ((width[:, None] + width[None]) / 2)
        np.fill_diagonal(gap, -1.0)
        return cls(centre, right, up, width, np.maximum(np.linalg.norm(up, axis=1), TINY), local, gap)

    @property
    def log_side(self) -> Floats:
        """(n,): how large each tile is, width and height taken together, as the natural logarithm."""
        return np.asarray(np.log(self.width * self.height) / 2)


def _local(centre: Floats, right: Floats, up: Floats) -> Floats:
    basis = np.stack([right, up], axis=2)
    flat = np.abs(np.linalg.det(basis)) < TINY
    basis[flat] = np.eye(2) * TINY  # to a tile without area everything is far away
    offset = centre[None, :, :] - centre[:, None, :]
    return np.asarray(offset @ np.linalg.inv(basis).transpose(0, 2, 1))


@dataclass(frozen=True, slots=True)
class Line:
    """Tiles lying in a line, `members` from left to right as the tiles themselves stand."""

    members: tuple[int, ...]
    gaps: tuple[float, ...]
    """Free space between neighbours in tile widths, one fewer than members; about 0 when they touch."""

    def __len__(self) -> int:
        return len(self.members)

    def reversed(self) -> "Line":
        """The same tiles read from the other end."""
        return Line(self.members[::-1], self.gaps[::-1])


def find_lines(frames: Frames) -> list[Line]:
    """All lines of tiles, single tiles included; every tile is in exactly one of them."""
    count = len(frames.centre)
    if count == 0:
        return []
    chains = _chains(_neighbours(frames), count)
    chains = _take_in_crosswise(chains, frames)
    return [line_of(chain, frames) for chain in chains]


def line_of(members: Sequence[int], frames: Frames) -> Line:
    """The line of these tiles, which follow each other; it starts where the tiles have their left."""
    line = Line(tuple(members), tuple(float(frames.gap[a, b]) for a, b in pairwise(members)))
    if len(members) < 2:
        return line
    along = frames.centre[members[-1]] - frames.centre[members[0]]
    up = frames.up[list(members)] / frames.height[list(members), None]
    # Up lies a quarter turn left of the line's direction (y points down): the tiles' majority decides.
    rightward = float((up @ np.array([along[1], -along[0]])).sum())
    return line if rightward >= 0 else line.reversed()


def _neighbours(frames: Frames) -> dict[tuple[int, int], int]:
    """(tile, side) -> the next tile on that side (0 left, 1 right), for tiles that lie the same way."""
    along, across = np.moveaxis(frames.local, 2, 0)
    gap = (np.abs(along) + np.abs(along.T)) / 2 - 1
    shift = np.maximum(np.abs(across), np.abs(across.T))
    fits = _same_way(frames.right, frames.right) & _same_size(frames)
    fits &= (gap > -MAX_OVERLAP) & (gap < MAX_GAP) & (shift < MAX_SHIFT)
    np.fill_diagonal(fits, val=False)
    # Of two tiles as far away the one straight ahead is the neighbour.
    distance = np.where(fits, np.abs(gap) + shift, np.inf)
    found: dict[tuple[int, int], int] = {}
    for side in (0, 1):
        there = np.where((along > 0) == bool(side), distance, np.inf)
        nearest = there.argmin(axis=1)
        for tile in np.flatnonzero(np.isfinite(there.min(axis=1))).tolist():
            found[tile, side] = int(nearest[tile])
    return found


def _same_way(one: Floats, other: Floats) -> Flags:
    """(n, n): whether directions (n, 2) agree, forwards or backwards."""
    cross = one[:, None, 0] * other[None, :, 1] - one[:, None, 1] * other[None, :, 0]
    size = np.linalg.norm(one, axis=1)[:, None] * np.linalg.norm(other, axis=1)[None, :]
    return np.asarray(np.abs(cross) <= np.sin(MAX_ANGLE) * size)


def _same_size(frames: Frames) -> Flags:
    """(n, n): whether two tiles are about as large."""
    side = frames.log_side
    return np.asarray(np.abs(side[:, None] - side) < np.log(MAX_SIZE_RATIO))


def _chains(neighbours: dict[tuple[int, int], int], count: int) -> list[list[int]]:
    """Tiles joined where each is the other's nearest, so that no tile has two neighbours on one side."""
    links: dict[int, list[int]] = {tile: [] for tile in range(count)}
    for (tile, _), nearest in neighbours.items():
        mutual = tile in (neighbours.get((nearest, 0)), neighbours.get((nearest, 1)))
        if mutual and nearest not in links[tile]:
            links[tile].append(nearest)
    chains, seen = [], set[int]()
    for start in sorted(range(count), key=lambda tile: len(links[tile])):
        if start in seen:
            continue
        chain, tile = [start], start
        seen.add(start)
        while onward := [other for other in links[tile] if other not in seen]:
            tile = onward[0]
            seen.add(tile)
            chain.append(tile)
        chains.append(chain)
    return chains


def _take_in_crosswise(chains: list[list[int]], frames: Frames) -> list[list[int]]:
    """Put tiles that lie crosswise in a line, as a claimed tile does in its set, into that line.

    Such a tile is by itself so far, or some way off discards that happen to lie as it does. Where it ends one
    line and begins another, both are one.
    """
    beside = _same_way(frames.right, frames.up) & _same_size(frames)
    beside &= (np.abs(frames.local[..., 1]) <= MAX_SHIFT) & (frames.gap <= MAX_GAP_CROSSWISE)
    np.fill_diagonal(beside, val=False)
    lines = chains
    nearest = np.where(beside, frames.gap, np.inf).min(axis=0, initial=np.inf)
    for tile in np.argsort(nearest, kind="stable")[: int(np.isfinite(nearest).sum())].tolist():
        lines = _moved(tile, lines, beside[:, tile], frames)
    return sorted(lines, key=lambda line: len(line) == 1)


def _moved(tile: int, lines: list[list[int]], beside: Flags, frames: Frames) -> list[list[int]]:
    """The lines once a crosswise tile is in the one where it belongs, `beside` (n,) some of its tiles, the
    nearest first.

    A tile that hardly belongs to its own line may begin or end another; one of two that touch may only lie
    between tiles of another.
    """
    own = next(line for line in lines if tile in line)
    fitting = set(np.flatnonzero(beside).tolist())
    loose = _is_loose(tile, own, fitting, frames)
    if not loose and len(own) != 2:
        return lines
    others = [line for line in lines if line is not own]
    away = frames.gap[:, tile]
    for home in sorted(others, key=lambda line: min((away[k] for k in line if k in fitting), default=np.inf)):
        place = _place_in(home, tile, fitting, frames) if len(home) > (1 if loose else 2) else None
        if place is not None and (loose or 0 < place < len(home)):
            at = own.index(tile)
            rest = [part for part in (own[:at], own[at + 1 :]) if part]
            home.insert(place, tile)
            elsewhere = [line for line in others if line is not home]
            onward = _onward(tile, home, [*elsewhere, *rest], fitting, frames)
            if onward and tile == home[0]:
                home.reverse()
            home += onward
            return [line for line in [*others, *rest] if line is home or not set(home).issuperset(line)]
    return lines


def _onward(
    tile: int, line: list[int], others: Sequence[list[int]], fitting: set[int], frames: Frames
) -> list[int]:
    """The line that begins on the other side of a crosswise tile that ends `line`, from there on; empty where
    there is none."""
    if tile not in (line[0], line[-1]):
        return []
    along = frames.local[tile, :, 1]
    before = line[1] if tile == line[0] else line[-2]
    beyond = [other for other in fitting if along[other] * along[before] < 0]
    near = min(beyond, key=lambda other: abs(along[other]), default=None)
    found = next((other for other in others if near in (other[0], other[-1])), [])
    return found if not found or found[0] == near else found[::-1]


def _is_loose(tile: int, line: list[int], fitting: set[int], frames: Frames) -> bool:
    """Whether it is by itself, or further from those beside it in its line than from one that it lies
    crosswise to; at an end of the line some way off the rest is enough."""
    at = line.index(tile)
    beside = line[max(at - 1, 0) : at] + line[at + 1 : at + 2]
    away = min((float(frames.gap[tile, other]) for other in beside), default=np.inf)
    if away > LOOSE and len(beside) < 2:
        return True
    near = min((float(frames.gap[tile, other]) for other in fitting if other not in line), default=np.inf)
    return away > near + NEARER


def _place_in(line: list[int], tile: int, fitting: set[int], frames: Frames) -> int | None:
    """Where in a line a crosswise tile belongs: beside the nearest of those it fits. None where there is
    none, or no room."""
    local = frames.local
    fits = [place for place, other in enumerate(line) if other in fitting and _along(line, place, local)]
    if not fits:
        return None
    near = min(fits, key=lambda place: float(np.square(local[line[place], tile]).sum()))
    base = line[near]
    onward = line[near + 1] if near + 1 < len(line) else None
    backward = line[near - 1] if near > 0 else None
    step = local[base, onward, 0] if onward is not None else -local[base, backward, 0]
    place = near + 1 if local[base, tile, 0] * step > 0 else near
    cramped = 0 < place < len(line) and frames.gap[line[place - 1], line[place]] < ROOM_CROSSWISE
    return None if cramped else place


def _along(line: list[int], place: int, local: Floats) -> bool:
    """Whether a tile of a line lies as the line runs: what is to the left or right of a claimed tile lying
    crosswise in it is in another row. `local` as in `Frames`."""
    x, y = np.abs(local[line[place], line[max(place - 1, 0) : place + 2]]).sum(axis=0)
    return bool(x >= y)
