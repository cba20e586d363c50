"""What it costs to see each part of one piece of a line as exposed sets, as concealed tiles, or as the tile
that is set apart: negative log-likelihoods, as in `sets.py`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, combinations, pairwise
from operator import attrgetter
from typing import Final

import numpy as np

from scoring.tiles import OF_A_SUIT
from vision.arrays import Flags
from vision.hand.arrangement import Groups
from vision.hand.sets import TileCosts
from vision.hand.table import Piece
from vision.probabilities import KINDS

CUT: Final = 0.15
"""Free space, in tile widths beyond what is usual in the line, where one part of a hand may end. Of 1,616
rendered hands two more come out exactly than with 0.18, and none less."""

INSIDE_SET: Final = 5.0
"""Free space between the tiles of one set."""

BETWEEN_SETS: Final = 0.7
"""No free space between two sets."""

INSIDE_CONCEALED: Final = 1.5
"""Free space in the concealed part, as players leave it between suits."""

MOST_INSIDE: Final = 2.5
"""All such spaces together: who leaves one leaves several."""

LONE_TILE: Final = 1.0
"""Free space before the last tile of the concealed part, or behind its first: that tile looks set apart."""

BETWEEN_PARTS: Final = 2.0
"""No free space between two parts of the hand, and again if it is no wider than others."""

SET_APART: Final = 0.6
"""No free space between the concealed part and the tile set apart. Of 1,616 rendered hands four more are
taken apart rightly than with 1, and none less."""

TILE_CROSSWISE: Final = 1.5
"""A tile of the concealed part lies crosswise, as a drawn or claimed one does."""

LEFT_HAND: Final = 0.8
"""The tile set apart lies on the left."""

UNEVEN: Final = 2.0
"""Concealed tiles of which some sets are parted and others, of several suits, are not."""

PARTED: Final = 0.2
"""Free space from which they are."""

HONOURS: Final = 3
"""Number of what is of no suit, behind the three suits."""

IN_THE_ROW: Final = 1.0
"""A kong that was left amid the concealed tiles when the hand was laid down in one row."""

NO_SET: Final = 6.0
"""An exposed group that is no set: a dead hand. Two more when it does not even have three or four tiles."""

# --- bounds of the search ---

MOST_CUTS: Final = 6
"""Cuts tried in a piece, at its widest gaps."""

MOST_IN_GROUP: Final = 5
"""Tiles of one exposed group; four are a set, five a set and something."""

SMALLEST_SET: Final = 3
"""Tiles of an exposed group, at least, for a tile beside it to be set apart."""

CLEAR_KONG: Final = 2.0
"""Four tiles of a row that cost no more as a kong may be one that was left there."""


@dataclass(frozen=True, slots=True)
class Split:
    """The places of a row from `start` up to `stop` are concealed, but for `kongs` among them; with a tile
    set apart beside them they are those from `left` up to `right`. What lies beyond is exposed."""

    start: int
    stop: int
    left: int
    right: int
    apart: int | None
    """The tile set apart, which may lie elsewhere."""
    kongs: Groups = ()
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class End:
    """A tile at an end of a row that may be the one set apart; the places from `start` up to `stop` are the
    others."""

    tile: int
    start: int
    stop: int
    cost: float


class PricedPiece:
    """A piece, and what it costs to see each part of it as this or that."""

    def __init__(self, piece: Piece, costs: TileCosts, crosswise: Flags) -> None:
        self.piece = piece
        looks = costs.costs[list(piece.tiles), :KINDS].argmin(axis=1)
        self._suits = np.minimum(looks // OF_A_SUIT, HONOURS).tolist()
        self._crosswise = [bool(crosswise[tile]) for tile in piece.tiles]
        self._group_costs = _group_costs(piece, costs)
        self._borders = [BETWEEN_SETS * _ramp(gap, CUT, 0.05) for gap in piece.gaps]
        self._best_from: dict[int, list[tuple[float, int]]] = {}

    def __len__(self) -> int:
        return len(self.piece)

    @cached_property
    def splits(self) -> list[Split]:
        """Where the concealed part and a tile set apart beside it may lie, the likeliest first."""
        tiles = self.piece.tiles
        parted = set(_cuts(self.piece))
        at_an_end = (at for at in np.flatnonzero(self._crosswise).tolist() if parted & {at, at + 1})
        cuts = sorted(parted.union(*((at, at + 1) for at in at_an_end)))
        splits = []
        for start, stop in combinations(cuts, 2):
            splits.append(Split(start, stop, start, stop, None))
            if start - 1 in cuts:
                splits.append(Split(start, stop, start - 1, stop, tiles[start - 1]))
            if stop + 1 in cuts:
                splits.append(Split(start, stop, start, stop + 1, tiles[stop]))
        priced = [replace(split, cost=self._split_cost(split)) for split in splits]
        variants = (variant for split in priced for variant in self._with_kongs(split))
        return sorted(variants, key=attrgetter("cost"))

    @property
    def whole(self) -> list[Split]:
        """Those of the splits in which nothing is exposed."""
        return [split for split in self.splits if split.right - split.left == len(self) and not split.kongs]

    @cached_property
    def ends(self) -> list[End]:
        """Its first and its last tile, where something parts them from the others or they lie crosswise, and
        the others may be sets."""
        last = len(self) - 1
        if last < SMALLEST_SET:
            return []
        tiles, gaps = self.piece.tiles, self.piece.gaps
        return [
            End(tiles[at], start, stop, self._apart_cost(at, gap))
            for at, gap, start, stop in ((0, gaps[0], 1, last + 1), (last, gaps[-1], 0, last))
            if self._crosswise[at] or gap >= CUT
        ]

    def _apart_cost(self, place: int, gap: float) -> float:
        """What it costs that the tile at a place is the one set apart, with so much free space beside it."""
        return 0.0 if self._crosswise[place] else SET_APART * _ramp(gap, 0.3, 0.1)

    def _with_kongs(self, split: Split) -> Iterator[Split]:
        """A split, and the same with each few of the kongs that its concealed tiles may hold."""
        yield split
        places = [at for at in self._kongs if split.start <= at and at + 4 <= split.stop]
        for some in _beside_each_other(places):
            cost = split.cost + sum(IN_THE_ROW + self._group_costs[3][at] for at in some)
            yield replace(split, kongs=tuple(self.piece.tiles[at : at + 4] for at in some), cost=cost)

    @cached_property
    def _kongs(self) -> list[int]:
        """Places where four tiles begin that are probably a kong."""
        costs = self._group_costs[3] if len(self._group_costs) > 3 else []
        return [at for at, cost in enumerate(costs) if cost <= CLEAR_KONG]

    def _split_cost(self, split: Split) -> float:
        """Free space belongs between the parts, not inside the concealed one."""
        gaps, start, stop, left, right = self.piece.gaps, split.start, split.stop, split.left, split.right
        inside = gaps[start : stop - 1]
        borders = [gaps[end - 1] for end in (left, right) if 0 < end <= len(gaps)]
        cost = min(INSIDE_CONCEALED * sum(_ramp(gap, 0.2, 1.0) for gap in inside), MOST_INSIDE)
        cost += UNEVEN * self._unevenness(start, stop)
        cost += LONE_TILE * sum(_ramp(gap, 0.1, 0.3) for gap in (*inside[:1], *inside[1:][-1:]))
        cost += TILE_CROSSWISE * sum(self._crosswise[start:stop])
        cost += LEFT_HAND if left < start else 0.0
        if right - left > stop - start:
            apart, end = (left, start) if left < start else (stop, stop)
            cost += self._apart_cost(apart, gaps[end - 1])
        cost += BETWEEN_PARTS * sum(_ramp(gap, 1.1, 0.3) for gap in borders)
        if borders:
            widest = max([*inside, *gaps[: max(left - 1, 0)], *gaps[right:]], default=0.0)
            cost += BETWEEN_PARTS * _ramp(widest - min(borders), -0.5, 0.0)
        return cost

    def _unevenness(self, start: int, stop: int) -> float:
        """From 0 to 1: how clearly sets are parted here from tiles of several suits that are not parted. Who
        leaves gaps in the concealed part leaves them everywhere, between suits or between sets."""
        gaps = self.piece.gaps[start : stop - 1]
        ends = [place for place, gap in enumerate(gaps, start + 1) if gap >= PARTED]
        clumps = [self._suits[a:b] for a, b in pairwise([start, *ends, stop])]
        mixed = any(len(clump) > 4 and len(set(clump)) > 1 for clump in clumps)
        if not mixed or not any(len(clump) in (3, 4) for clump in clumps):
            return 0.0
        return _ramp(max(gaps), PARTED, 0.4)

    def concealed_groups(self, split: Split) -> Groups:
        """The concealed tiles, cut where there is free space."""
        piece = self.piece.part(split.start, split.stop)
        gone = {tile for kong in split.kongs for tile in kong}
        groups = (piece.tiles[a:b] for a, b in pairwise(_cuts(piece)))
        kept = (tuple(tile for tile in group if tile not in gone) for group in groups)
        return tuple(group for group in kept if group)

    def sets_cost(self, start: int, stop: int) -> float:
        """What it costs to take these places for exposed sets."""
        return self._best(start)[stop - start][0]

    def sets(self, start: int, stop: int) -> Groups:
        """The exposed sets that these places are most likely."""
        groups = []
        while stop > start:
            begin = self._best(start)[stop - start][1]
            groups.append(self.piece.tiles[begin:stop])
            stop = begin
        return tuple(reversed(groups))

    def _best(self, start: int) -> list[tuple[float, int]]:
        """For all places from `start` on up to each place: the cost of the cheapest way to cut them into
        sets, and where its last set begins. Dynamic programming over the places to cut."""
        if start not in self._best_from:
            best = [(0.0, start)]
            for stop in range(start + 1, len(self) + 1):
                ways = []
                for begin in range(max(stop - MOST_IN_GROUP, start), stop):
                    border = self._borders[begin - 1] if begin > start else 0.0
                    cost = best[begin - start][0] + border + self._group_costs[stop - begin - 1][begin]
                    ways.append((cost, begin))
                best.append(min(ways))
            self._best_from[start] = best
        return self._best_from[start]


def _beside_each_other(places: Sequence[int], most: int = 4) -> Iterator[tuple[int, ...]]:
    """Each few of the places, ascending, at which kongs begin that share no tile; a hand has at most four."""
    for number, at in enumerate(places):
        yield (at,)
        if most > 1:
            later = [place for place in places[number + 1 :] if place - at >= 4]
            yield from ((at, *rest) for rest in _beside_each_other(later, most - 1))


def _group_costs(piece: Piece, costs: TileCosts) -> list[list[float]]:
    """What it costs to take tiles for one exposed set: for one, two … of them, from each place on."""
    tiles = np.array(piece.tiles)
    spaces = [0.0, *accumulate(_ramp(gap, CUT, 0.6) for gap in piece.gaps)]
    table = []
    for size in range(1, min(MOST_IN_GROUP, len(piece)) + 1):
        places = range(len(piece) - size + 1)
        if size in (3, 4):
            groups = tiles[np.array(places)[:, None] + np.arange(size)]
            shown = np.minimum(costs.set_costs(groups), NO_SET).tolist()
        else:
            shown = [NO_SET + 2.0] * len(places)
        table.append([shown[at] + INSIDE_SET * (spaces[at + size - 1] - spaces[at]) for at in places])
    return table


def _cuts(piece: Piece) -> list[int]:
    """Places where a part of the hand may begin or end: the ends, and the widest gaps."""
    wide = [place + 1 for place, gap in enumerate(piece.gaps) if gap >= CUT]
    wide = sorted(wide, key=lambda place: -piece.gaps[place - 1])[:MOST_CUTS]
    return [0, *sorted(wide), len(piece)]


def _ramp(value: float, none: float, full: float) -> float:
    """From 0 at `none` (or on its far side) to 1 at `full`, which may lie on either side."""
    return min(max((value - none) / (full - none), 0.0), 1.0)
