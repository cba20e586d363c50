"""Which tiles in view are the hand, and which part of it each of them is.

All of this is a matter of degree, so it is done as a search: every way to take some pieces of lines for the
hand and to cut them into exposed sets, concealed part and winning tile has a cost, made of what the gaps,
the order of the rows, the number of tiles and the odds of the faces have to say. Costs are natural
logarithms of odds, as in `sets.py`. The cheapest arrangements go on to `infer.py`, which has the last word.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.lines import Frames
from vision.sets import KINDS, TileCosts
from vision.table import COMPLETE, SAME_LINE, Choice, Piece, Table

Groups = tuple[tuple[int, ...], ...]

CUT: Final = 0.18
"""Free space, in tile widths beyond what is usual in the line, where one part of a hand may end."""

STANDING: Final = 1.2
"""Tiles on a rack look this much taller for their width than those lying before it."""

# --- what speaks against an arrangement, in natural logarithms of odds ---

INSIDE_SET: Final = 5.0
"""Free space between the tiles of one set."""

BETWEEN_SETS: Final = 0.7
"""No free space between two sets."""

INSIDE_CONCEALED: Final = 1.5
"""Free space in the concealed part, as players leave it between suits."""

MOST_INSIDE: Final = 2.5
"""All such spaces together: who leaves one leaves several."""

LONE_TILE: Final = 1.0
"""Free space before the last tile of the concealed part: that tile looks set apart."""

BETWEEN_PARTS: Final = 2.0
"""No free space between two parts of the hand, and again if it is no wider than others."""

SET_APART: Final = 1.0
"""No free space between the concealed part and the tile set apart."""

LEFT_HAND: Final = 0.8
"""The tile set apart lies on the left."""

ELSEWHERE: Final = 0.5
"""It lies in front of the concealed part, or far off."""

WRONG_ORDER: Final = 3.0
"""The exposed part lies nearer than the concealed part, or beyond it when that stands on a rack."""

SCATTERED: Final = 3.0
"""Exposed sets beside the concealed part and in another row as well."""

KONG: Final = 4.0
"""Four alike by themselves in the concealed part, which were surely declared."""

BACK: Final = 3.0
"""A tile of the concealed part that shows its back."""

IRREGULAR: Final = 6.0
"""An exposed group that is no set: a dead hand. Two more when it does not even have three or four tiles."""

THIRTEEN: Final = 2.0
"""Not fourteen tiles: a hand that did not win."""

MISCOUNT: Final = 2.5
"""Each tile fewer or more than that."""

# --- bounds of the search ---

MOST_CUTS: Final = 6
"""Cuts tried in a piece, at its widest gaps."""

MARGIN: Final = 6.0
"""Arrangements that cost this much more than the best so far are given up."""

OF_ONE_HAND: Final = 4
"""Arrangements of the same tiles that are kept."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to see a hand on the table. Tiles are numbers of the detections."""

    exposed: Groups
    """A group a set, far to near and left to right."""
    concealed: Groups
    """What lies together, left to right."""
    seasons: tuple[int, ...]
    set_apart: int | None
    cost: float

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles of the hand."""
        return frozenset((*self.seasons, *self.loose)).union(*self.exposed)

    @property
    def loose(self) -> tuple[int, ...]:
        """The concealed tiles and the one set apart."""
        apart = () if self.set_apart is None else (self.set_apart,)
        return (*(tile for group in self.concealed for tile in group), *apart)

    @property
    def counted(self) -> int:
        """Tiles that count towards the fourteen: no Seasons, and a kong as three."""
        return len(self.loose) + sum(3 if len(group) == 4 else len(group) for group in self.exposed)


def arrange(corners: npt.NDArray[np.floating], odds: npt.NDArray[np.floating]) -> list[Arrangement]:
    """The likeliest arrangements, best first, a few for each choice of tiles; empty when no face is in view.

    `corners` (n, 4, 2): each tile's top-left, top-right, bottom-right and bottom-left, pixels. `odds` (n,
    44): 42 faces, face down, no tile.
    """
    table, costs = Table(corners, odds), TileCosts(odds)
    found: list[Arrangement] = []
    limit = np.inf
    for choice in table.choices():
        found += _Search(choice, table.frames, costs).below(limit)
        limit = min((arrangement.cost for arrangement in found), default=np.inf) + MARGIN
    found.sort(key=lambda arrangement: arrangement.cost)
    seen = Counter[frozenset[int]]()
    kept = []
    for arrangement in found:
        seen[arrangement.tiles] += 1
        if seen[arrangement.tiles] <= OF_ONE_HAND and arrangement.cost <= limit:
            kept.append(arrangement)
    return kept


@dataclass(frozen=True, slots=True)
class _Split:
    """A piece whose tiles from `start` up to `stop` are concealed, and the tile set apart, beside them or
    not."""

    home: Piece
    start: int
    stop: int
    apart: int | None

    @property
    def concealed(self) -> Piece:
        return self.home.part(self.start, self.stop)

    @property
    def concealed_groups(self) -> Groups:
        """The concealed tiles, cut where there is free space."""
        piece = self.concealed
        return tuple(piece.tiles[a:b] for a, b in pairwise(_cuts(piece)))

    @property
    def left(self) -> int:
        """Where the concealed part begins, a tile set apart on its left included."""
        return self.start - (self.start > 0 and self.home.tiles[self.start - 1] == self.apart)

    @property
    def right(self) -> int:
        """Where it ends, a tile set apart on its right included."""
        return self.stop + (self.stop < len(self.home) and self.home.tiles[self.stop] == self.apart)

    @property
    def sides(self) -> list[Piece]:
        """What lies left and right of that: exposed sets."""
        ends = [self.home.part(0, self.left), self.home.part(self.right, len(self.home))]
        return [piece for piece in ends if piece.tiles]

    def cost(self) -> float:
        """Free space belongs between the parts, not inside the concealed one."""
        gaps, inside = self.home.gaps, self.concealed.gaps
        borders = [gaps[end - 1] for end in (self.left, self.right) if 0 < end < len(self.home)]
        aside = [gaps[end - 1] for end in {self.start, self.stop} - {self.left, self.right}]
        cost = min(INSIDE_CONCEALED * sum(_ramp(gap, 0.2, 1.0) for gap in inside), MOST_INSIDE)
        cost += LONE_TILE * sum(_ramp(gap, 0.1, 0.3) for gap in {*inside[:1], *inside[-1:]})
        cost += SET_APART * sum(_ramp(gap, 0.3, 0.1) for gap in aside)
        cost += LEFT_HAND if self.left < self.start else 0.0
        cost += ELSEWHERE if self.apart is not None and self.apart not in self.home.tiles else 0.0
        cost += BETWEEN_PARTS * sum(_ramp(gap, 1.1, 0.3) for gap in borders)
        if borders:
            widest = max([*inside, *(gap for side in self.sides for gap in side.gaps)], default=0.0)
            cost += BETWEEN_PARTS * _ramp(widest - min(borders), -0.5, 0.0)
        return cost


class _Search:
    """All arrangements of one choice of pieces as exposed sets, concealed part and winning tile."""

    def __init__(self, choice: Choice, frames: Frames, costs: TileCosts) -> None:
        self._choice = choice
        self._frames = frames
        self._costs = costs
        self._steep = frames.height / frames.width
        self._in_sets: dict[Piece, tuple[float, Groups]] = {}

    def below(self, limit: float) -> Iterator[Arrangement]:
        """Every arrangement that costs no more than the limit."""
        for split, others in self._splits():
            cost = self._choice.cost + split.cost()
            if cost > limit:
                continue
            in_sets = [self._cut_into_sets(piece) for piece in (*split.sides, *others)]
            exposed = tuple(group for _, groups in in_sets for group in groups)
            cost += sum(set_cost for set_cost, _ in in_sets)
            cost += self._order_cost(split, exposed) + self._kong_cost(split)
            cost += SCATTERED if split.sides and any(len(other) > 1 for other in others) else 0.0
            cost += _count_cost(split, exposed) + self._backs_cost(split)
            if cost <= limit:
                groups = self._far_to_near(exposed, split)
                seasons = self._choice.seasons
                yield Arrangement(groups, split.concealed_groups, seasons, split.apart, cost)

    def _splits(self) -> Iterator[tuple[_Split, list[Piece]]]:
        """Where the concealed part and a tile set apart may lie, and the pieces left for exposed sets."""
        for home in self._choice.pieces:
            others = [other for other in self._choice.pieces if other is not home]
            cuts = _cuts(home)
            for start, stop in combinations(cuts, 2):
                yield _Split(home, start, stop, None), others
                if start - 1 in cuts:
                    yield _Split(home, start, stop, home.tiles[start - 1]), others
                if stop + 1 in cuts:
                    yield _Split(home, start, stop, home.tiles[stop]), others
                for single in others:
                    if len(single) == 1:
                        rest = [other for other in others if other is not single]
                        yield _Split(home, start, stop, single.tiles[0]), rest

    def _cut_into_sets(self, piece: Piece) -> tuple[float, Groups]:
        """The cheapest way to cut exposed tiles into sets: dynamic programming over the places to cut."""
        if piece not in self._in_sets:
            best: list[tuple[float, Groups]] = [(0.0, ())]
            for stop in range(1, len(piece) + 1):
                ways = []
                for start in range(max(stop - 5, 0), stop):
                    before, groups = best[start]
                    border = BETWEEN_SETS * _ramp(piece.gaps[start - 1], CUT, 0.05) if start else 0.0
                    cost = before + border + self._group_cost(piece.part(start, stop))
                    ways.append((cost, (*groups, piece.tiles[start:stop])))
                best.append(min(ways))
            self._in_sets[piece] = best[-1]
        return self._in_sets[piece]

    def _group_cost(self, group: Piece) -> float:
        """What it costs to take tiles for one exposed set."""
        irregular = IRREGULAR + (2.0 if len(group) not in (3, 4) else 0.0)
        apart = INSIDE_SET * sum(_ramp(gap, CUT, 0.6) for gap in group.gaps)
        return min(self._costs.set_cost(group.tiles), irregular) + apart

    def _kong_cost(self, split: _Split) -> float:
        fours = [group for group in split.concealed_groups if len(group) == 4]
        return sum(max(0.0, KONG - self._costs.set_cost(group)) for group in fours)

    def _backs_cost(self, split: _Split) -> float:
        faces = self._costs.costs[list(split.concealed.tiles), :KINDS].min(axis=1)
        return float(np.minimum(faces, BACK).sum())

    def _order_cost(self, split: _Split, exposed: Groups) -> float:
        """The exposed part lies beyond the concealed one, unless that stands on a rack."""
        concealed, tiles = list(split.concealed.tiles), [tile for group in exposed for tile in group]
        if not tiles:
            return 0.0
        above = float(self._frames.local[np.ix_(concealed, tiles)][..., 1].mean())
        standing = float(self._steep[concealed].mean()) > STANDING * float(self._steep[tiles].mean())
        return WRONG_ORDER if abs(above) > SAME_LINE and (above > 0) == standing else 0.0

    def _far_to_near(self, groups: Groups, split: _Split) -> Groups:
        """Exposed sets as the concealed part sees them: far rows first, then left to right."""
        rows: list[list[tuple[float, float, tuple[int, ...]]]] = []
        for above, along, group in sorted((self._place(group, split) for group in groups), reverse=True):
            if not rows or rows[-1][-1][0] - above > SAME_LINE:
                rows.append([])
            rows[-1].append((above, along, group))
        return tuple(group for row in rows for _, _, group in sorted(row, key=lambda placed: placed[1]))

    def _place(self, group: tuple[int, ...], split: _Split) -> tuple[float, float, tuple[int, ...]]:
        """How far above the concealed tile nearest along the row, and how far right of the first one."""
        concealed = list(split.concealed.tiles)
        seen = self._frames.local[np.ix_(concealed, group)].mean(axis=1)
        nearest = int(np.abs(seen[:, 0]).argmin())
        return float(seen[nearest, 1]), float(seen[0, 0]), group


def _cuts(piece: Piece) -> list[int]:
    """Places where a part of the hand may begin or end: the ends, and the widest gaps."""
    wide = [place + 1 for place, gap in enumerate(piece.gaps) if gap >= CUT]
    wide = sorted(wide, key=lambda place: -piece.gaps[place - 1])[:MOST_CUTS]
    return [0, *sorted(wide), len(piece)]


def _count_cost(split: _Split, exposed: Groups) -> float:
    """A finished hand counts fourteen, another thirteen; a drawn winning tile lies apart from thirteen."""
    won = split.apart is not None
    tiles = len(split.concealed) + won + sum(3 if len(group) == 4 else len(group) for group in exposed)
    if tiles == COMPLETE:
        return 0.0
    return THIRTEEN + MISCOUNT * min(abs(tiles - COMPLETE), abs(tiles - COMPLETE + 1) + won)


def _ramp(value: float, none: float, full: float) -> float:
    """From 0 at `none` (or on its far side) to 1 at `full`, which may lie on either side."""
    return min(max((value - none) / (full - none), 0.0), 1.0)
