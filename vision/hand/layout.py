"""Which tiles in view are the hand, and which part of it each of them is.

All of this is a matter of degree, so it is done as a search: every way to take some pieces of lines for the
hand and to cut them into exposed sets, concealed part and winning tile has a cost, made of what the gaps, the
number of tiles and the probabilities of the faces have to say. Costs are negative log-likelihoods, as in
`sets.py`, and what costs too much before all of it is known is dropped (branch and bound). The cheapest
arrangements go on to `infer.py`, which has the last word.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from heapq import nsmallest
from itertools import pairwise, product
from operator import attrgetter
from typing import Final

import numpy as np

from vision.arrays import Floats
from vision.hand.arrangement import Arrangement, Groups
from vision.hand.belonging import DOUBTFUL
from vision.hand.ground import SAME_LINE, Ground
from vision.hand.sets import TileCosts
from vision.hand.splits import PricedPiece, Split
from vision.hand.table import COMPLETE, Choice, Table
from vision.probabilities import KINDS

# --- what speaks against an arrangement, as negative log-likelihoods; more of it in `splits.py` ---

ELSEWHERE: Final = 0.5
"""The tile set apart lies in front of the concealed part, beside the exposed sets, or far off."""

SCATTERED: Final = 3.0
"""Exposed sets beside the concealed part and in another row as well."""

COLUMN: Final = 1.0
"""The same where they lie one above the other beside the concealed part, the last of them level with it, or
where some lie astray, so that they may all lie anywhere."""

KONG: Final = 2.5
"""Four alike by themselves in the concealed part, which were probably declared; `vision.hand.hands` counts as
much for others there that make no run."""

BACK: Final = 3.0
"""A tile of the concealed part that shows its back."""

HIDDEN: Final = 6.0
"""The tile set apart shows its back: nobody hides the tile that wins. Of 920 rendered hands 695 come out
exactly with it in place of 694, and 46 things beside them are taken for tiles in place of 50."""

STACKED: Final = (4.0, 6.0)
"""Concealed tiles that fill two rows, or three, as where one row is too long for the photo. Rendered hands
never do; of 2,168 of these 1,668 come out exactly with it, 1,669 without."""

ROW_PITCH: Final = 1.8
"""Tile heights from one of these rows to the next, at most."""

THIRTEEN: Final = 3.0
"""Not fourteen tiles: a hand that did not win."""

MISCOUNT: Final = 2.5
"""Each tile fewer or more than that."""

# --- bounds of the search ---

DEARER: Final = 6.0
"""Arrangements that cost this much more than the best so far are given up."""

OF_ONE_HAND: Final = 4
"""Arrangements of the same tiles that are kept."""


def arrange(
    table: Table, costs: TileCosts, limit: float = np.inf, *, stray: bool = False
) -> list[Arrangement]:
    """The likeliest arrangements, best first, a few for each choice of tiles; empty when no face is in view.

    `costs` are those of the table's probabilities. What costs more than `limit` is left out. With `stray`
    those of sets that lie at an angle to the rest or far from it, else those of tiles that lie together.
    """
    search = _Search(table.ground, costs)
    found: list[_Way] = []
    for choice in table.choices(stray=stray):
        if choice.cost > limit:
            break
        ways = nsmallest(OF_ONE_HAND, search.ways(choice, limit), key=attrgetter("cost"))
        limit = min([limit, *(way.cost + DEARER for way in ways)])
        found += ways
    seasons_of = cache(table.seasons_of)
    likely = sorted((way for way in found if way.cost <= limit), key=attrgetter("cost"))
    return [search.arrangement(way, seasons_of(way.choice)) for way in likely]


@dataclass(frozen=True, slots=True)
class _Way:
    """A choice of pieces, arranged."""

    cost: float
    choice: Choice
    exposed: Groups
    concealed: Groups
    apart: int | None
    left_in_row: Groups = ()
    stacked: bool = False


Span = tuple[PricedPiece, int, int]
"""The places of a row from one up to another."""


class _Search:
    """All ways to see choices of pieces as exposed sets, concealed part and winning tile."""

    def __init__(self, ground: Ground, costs: TileCosts) -> None:
        self._costs = costs
        self._local = ground.frames.local
        self._faceless: Floats = costs.costs[:, :KINDS].min(axis=1)
        self._row = cache(lambda piece: PricedPiece(piece, costs, ground.crosswise))

    def ways(self, choice: Choice, limit: float) -> Iterator[_Way]:
        """Every way to arrange the pieces that costs no more than the limit or `DEARER` above the best.

        One of them is split and the others are exposed, or all are concealed as they are; a single tile among
        them, or one at an end of the exposed sets, may be the one set apart. What the split costs and what it
        costs to take the others for exposed sets is known before anything else and rules most ways out.
        """
        rows = [self._row(piece) for piece in choice.pieces]
        for laid in self._stacked(choice, rows, limit):
            if laid.cost <= limit:
                limit = min(limit, laid.cost + DEARER)
                yield laid
        for home in rows:
            others = [row for row in rows if row is not home]
            for elsewhere, cost, exposed in _apart_from(others, home):
                cost += choice.cost + sum(row.sets_cost(start, stop) for row, start, stop in exposed)
                for split in home.splits:
                    if cost + split.cost > limit:
                        break
                    if elsewhere is not None and split.apart is not None:
                        continue
                    apart = split.apart if elsewhere is None else elsewhere
                    way = self._way(choice, home, replace(split, apart=apart), exposed, cost, limit)
                    if way is not None:
                        limit = min(limit, way.cost + DEARER)
                        yield way

    def _way(
        self,
        choice: Choice,
        home: PricedPiece,
        split: Split,
        others: Sequence[Span],
        cost: float,
        limit: float,
    ) -> _Way | None:
        """One row split and others exposed, which by themselves cost so much; None beyond the limit."""
        sides = [(home, 0, split.left), (home, split.right, len(home))]
        cost += split.cost + sum(row.sets_cost(start, stop) for row, start, stop in sides)
        elsewhere = [row for row, start, stop in others if stop - start > 1]
        if split.right - split.left < len(home) and elsewhere:
            cost += COLUMN if choice.stray or self._in_column(home, split, elsewhere) else SCATTERED
        if cost > limit:
            return None
        exposed = tuple(group for row, start, stop in (*sides, *others) for group in row.sets(start, stop))
        shown = (*exposed, *split.kongs)
        left = split.stop - split.start - sum(map(len, split.kongs))
        cost += _count_cost(left, split.apart, shown)
        if cost > limit or not left:
            return None
        groups = home.concealed_groups(split)
        cost += self._hidden_cost(groups, split.apart)
        way = _Way(cost, choice, shown, groups, split.apart, split.kongs)
        return way if cost <= limit else None

    def _in_column(self, home: PricedPiece, split: Split, others: Sequence[PricedPiece]) -> bool:
        """Whether other rows lie above or below the exposed side of a split one, of which there is one."""
        tiles = home.piece.tiles
        if split.left and split.right < len(home):
            return False
        side = tiles[: split.left] if split.left else tiles[split.right :]
        seen = self._local[side[0]]
        low, high = sorted((0.0, float(seen[side[-1], 0])))
        along = seen[[tile for row in others for tile in row.piece.tiles], 0]
        return bool(along.min() >= low - 1 and along.max() <= high + 1)

    def _stacked(self, choice: Choice, rows: Sequence[PricedPiece], limit: float) -> Iterator[_Way]:
        """Two or three rows concealed and nothing exposed, with at most a single tile beside."""
        single = [row.piece.tiles[0] for row in rows if len(row) == 1]
        long = [row for row in rows if len(row) > 1]
        if not 2 <= len(long) <= len(STACKED) + 1 or len(single) > 1:
            return
        cost = choice.cost + STACKED[len(long) - 2] + ELSEWHERE * len(single)
        if cost > limit:
            return
        long = self._far_first(long)
        if any(self._apart(far, near) > ROW_PITCH for far, near in pairwise(long)):
            return
        for splits in product(*(row.whole for row in long)):
            aparts = [*single, *(split.apart for split in splits if split.apart is not None)]
            if len(aparts) > 1:
                continue
            apart = aparts[0] if aparts else None
            parts = zip(long, splits, strict=True)
            groups = tuple(group for row, split in parts for group in row.concealed_groups(split))
            laid = cost + sum(split.cost for split in splits) + self._hidden_cost(groups, apart)
            laid += _count_cost(sum(map(len, groups)), apart, ())
            yield _Way(laid, choice, (), groups, apart, stacked=True)

    def _far_first(self, rows: Sequence[PricedPiece]) -> list[PricedPiece]:
        """The rows in the order in which they lie, as one of them sees it."""
        seen = self._local[list(rows[0].piece.tiles), :, 1]
        return sorted(rows, key=lambda row: -float(np.median(seen[:, list(row.piece.tiles)])))

    def _apart(self, row: PricedPiece, other: PricedPiece) -> float:
        """How many tile heights two rows lie apart."""
        x, y = np.abs(np.moveaxis(self._local[list(row.piece.tiles)][:, list(other.piece.tiles)], 2, 0))
        return float(np.median(np.take_along_axis(y, x.argmin(axis=1)[:, None], axis=1)))

    def arrangement(self, way: _Way, seasons: Mapping[int, float]) -> Arrangement:
        """What a way comes to, with the Seasons that lie with it and what speaks for each."""
        exposed = self._far_to_near(way.exposed, [tile for group in way.concealed for tile in group])
        doubtful = frozenset(season for season, belief in seasons.items() if belief <= DOUBTFUL)
        return Arrangement(
            exposed,
            way.concealed,
            tuple(seasons),
            way.apart,
            way.cost,
            way.left_in_row,
            doubtful,
            stacked=way.stacked,
            stray=way.choice.stray,
        )

    def _hidden_cost(self, concealed: Groups, apart: int | None) -> float:
        """What it costs that tiles lie as declared kongs do, or show their backs, where neither is usual."""
        fours = np.array([group for group in concealed if len(group) == 4])
        kongs = float(np.maximum(0.0, KONG - self._costs.set_costs(fours)).sum()) if len(fours) else 0.0
        tiles = [tile for group in concealed for tile in group]
        backs = float(np.minimum(self._faceless[tiles], BACK).sum())
        return kongs + backs + (0.0 if apart is None else min(float(self._faceless[apart]), HIDDEN))

    def _far_to_near(self, groups: Groups, concealed: list[int]) -> Groups:
        """Exposed sets as the concealed part sees them: far rows first, then left to right."""
        rows: list[list[tuple[float, float, tuple[int, ...]]]] = []
        for above, along, group in sorted((self._place(group, concealed) for group in groups), reverse=True):
            if not rows or rows[-1][-1][0] - above > SAME_LINE:
                rows.append([])
            rows[-1].append((above, along, group))
        return tuple(group for row in rows for _, _, group in sorted(row, key=lambda placed: placed[1]))

    def _place(self, group: tuple[int, ...], concealed: list[int]) -> tuple[float, float, tuple[int, ...]]:
        """How far above the concealed tile nearest along the row, and how far right of the first one."""
        seen = self._local[concealed][:, group].mean(axis=1)
        nearest = int(np.abs(seen[:, 0]).argmin())
        return float(seen[nearest, 1]), float(seen[0, 0]), group


def _apart_from(
    others: Sequence[PricedPiece], home: PricedPiece
) -> Iterator[tuple[int | None, float, list[Span]]]:
    """The tiles of rows beside `home` that may be the one set apart, first none; with each what that costs
    and what is left of these rows. Where `home` is a single tile, it is rather that than one beside sets."""
    whole: list[Span] = [(row, 0, len(row)) for row in others]
    yield None, 0.0, whole
    for place, row in enumerate(others):
        before, behind = whole[:place], whole[place + 1 :]
        if len(row) == 1:
            yield row.piece.tiles[0], ELSEWHERE, [*before, *behind]
        for end in row.ends if len(home) > 1 else ():
            yield end.tile, ELSEWHERE + end.cost, [*before, (row, end.start, end.stop), *behind]


def _count_cost(concealed: int, apart: int | None, exposed: Groups) -> float:
    """A finished hand counts fourteen, another thirteen; a drawn winning tile lies apart from thirteen."""
    won = apart is not None
    tiles = concealed + won + sum(3 if len(group) == 4 else len(group) for group in exposed)
    if tiles == COMPLETE:
        return 0.0
    return THIRTEEN + MISCOUNT * min(abs(tiles - COMPLETE), abs(tiles - COMPLETE + 1) + won)
