"""Which tiles in view are the hand, and which part of it each of them is.

All of this is a matter of degree, so it is done as a search: every way to take some pieces of lines for the
hand and to cut them into exposed sets, concealed part and winning tile has a cost, made of what the gaps,
the order of the rows, the number of tiles and the odds of the faces have to say. Costs are natural
logarithms of odds, as in `sets.py`. The cheapest arrangements go on to `infer.py`, which has the last word.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from heapq import nsmallest
from itertools import accumulate, combinations, pairwise, product
from typing import Final

import numpy as np

from scoring.tiles import OF_A_SUIT
from vision.belonging import DOUBTFUL
from vision.ground import SAME_LINE, Flags, Ground
from vision.lines import Floats
from vision.sets import KINDS, TileCosts
from vision.table import COMPLETE, Choice, Piece, Table

Groups = tuple[tuple[int, ...], ...]

CUT: Final = 0.15
"""Free space, in tile widths beyond what is usual in the line, where one part of a hand may end. Of 1,616
rendered hands two more come out exactly than with 0.18, and none less."""

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
"""Free space before the last tile of the concealed part, or behind its first: that tile looks set apart."""

BETWEEN_PARTS: Final = 2.0
"""No free space between two parts of the hand, and again if it is no wider than others."""

SET_APART: Final = 0.6
"""No free space between the concealed part and the tile set apart. Of these hands four more are taken apart
rightly than with 1, and none less."""

CROSSWISE: Final = 1.5
"""A tile of the concealed part lies crosswise, as a drawn or claimed one does."""

LEFT_HAND: Final = 0.8
"""The tile set apart lies on the left."""

ELSEWHERE: Final = 0.5
"""It lies in front of the concealed part, or far off."""

WRONG_ORDER: Final = 3.0
"""The exposed part lies nearer than the concealed part, or beyond it when that stands on a rack."""

SCATTERED: Final = 3.0
"""Exposed sets beside the concealed part and in another row as well."""

COLUMN: Final = 1.0
"""The same where they lie one above the other beside the concealed part, the last of them level with it."""

UNEVEN: Final = 2.0
"""Concealed tiles of which some sets are parted and others, of several suits, are not."""

PARTED: Final = 0.2
"""Free space from which they are."""

HONOURS: Final = 3
"""What comes behind the three suits."""

KONG: Final = 2.5
"""Four alike by themselves in the concealed part, which were probably declared."""

BACK: Final = 3.0
"""A tile of the concealed part that shows its back."""

HIDDEN: Final = 6.0
"""The tile set apart shows its back: nobody hides the tile that wins. Of the 920 hands of `models.choose` 695
come out exactly with it in place of 694, and 46 things beside them are taken for tiles in place of 50."""

IN_THE_ROW: Final = 1.0
"""A kong that was left amid the concealed tiles when the hand was laid down in one row."""

STACKED: Final = (4.0, 6.0)
"""Concealed tiles that fill two rows, or three, as where one row is too long for the photo. Rendered hands
never do; of 2,168 of these 1,668 come out exactly with it, 1,669 without."""

ROW_PITCH: Final = 1.8
"""Tile heights from one of these rows to the next, at most."""

IRREGULAR: Final = 6.0
"""An exposed group that is no set: a dead hand. Two more when it does not even have three or four tiles."""

THIRTEEN: Final = 3.0
"""Not fourteen tiles: a hand that did not win."""

MISCOUNT: Final = 2.5
"""Each tile fewer or more than that."""

# --- bounds of the search ---

MOST_CUTS: Final = 6
"""Cuts tried in a piece, at its widest gaps."""

MOST_IN_GROUP: Final = 5
"""Tiles of one exposed group; four are a set, five a set and something."""

MARGIN: Final = 6.0
"""Arrangements that cost this much more than the best so far are given up."""

CLEAR_KONG: Final = 2.0
"""Four tiles of a row that cost no more as a kong may be one that was left there."""

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
    left_in_row: Groups = ()
    """Those of the exposed groups, all kongs, that were left in the row of the concealed tiles."""
    doubtful: frozenset[int] = frozenset()
    """Those of the Seasons that may as well be another player's, or nothing."""
    stacked: bool = False
    """The concealed tiles fill more rows than one."""

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles of the hand."""
        return frozenset((*self.seasons, *self.loose)).union(*self.exposed)

    def renumbered(self, numbers: Sequence[int]) -> "Arrangement":
        """The same with `numbers[k]` in place of each tile k."""

        def of(tiles: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(numbers[tile] for tile in tiles)

        return replace(
            self,
            exposed=tuple(map(of, self.exposed)),
            concealed=tuple(map(of, self.concealed)),
            left_in_row=tuple(map(of, self.left_in_row)),
            seasons=of(self.seasons),
            doubtful=frozenset(of(tuple(self.doubtful))),
            set_apart=None if self.set_apart is None else numbers[self.set_apart],
        )

    def is_other_view_of(self, other: "Arrangement") -> bool:
        """Whether the same tiles are seen here as other parts of a hand."""
        return self.tiles == other.tiles and (
            self.set_apart != other.set_apart
            or set(map(frozenset, self.exposed)) != set(map(frozenset, other.exposed))
        )

    @property
    def loose(self) -> tuple[int, ...]:
        """The concealed tiles and the one set apart."""
        apart = () if self.set_apart is None else (self.set_apart,)
        return (*(tile for group in self.concealed for tile in group), *apart)

    @property
    def counted(self) -> int:
        """Tiles that count towards the fourteen: no Seasons, and a kong as three."""
        return len(self.loose) + sum(3 if len(group) == 4 else len(group) for group in self.exposed)


def arrange(table: Table, costs: TileCosts, limit: float = np.inf) -> list[Arrangement]:
    """The likeliest arrangements, best first, a few for each choice of tiles; empty when no face is in view.

    `costs` are those of the table's odds. What costs more than `limit` is left out.
    """
    search = _Search(table.ground, costs)
    found: list[_Way] = []
    for choice in table.choices():
        if choice.cost > limit:
            break
        ways = nsmallest(OF_ONE_HAND, search.ways(choice, limit), key=_cost)
        limit = min([limit, *(way.cost + MARGIN for way in ways)])
        found += ways
    seasons_of = cache(table.seasons_of)
    likely = sorted((way for way in found if way.cost <= limit), key=_cost)
    return [search.arrangement(way, seasons_of(way.choice)) for way in likely]


@dataclass(frozen=True, slots=True)
class _Split:
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
class _Way:
    """A choice of pieces, arranged."""

    cost: float
    choice: Choice
    exposed: Groups
    concealed: Groups
    apart: int | None
    left_in_row: Groups = ()
    stacked: bool = False


def _cost(priced: _Way | _Split) -> float:
    return priced.cost


class _Row:
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
    def splits(self) -> list[_Split]:
        """Where the concealed part and a tile set apart beside it may lie, the likeliest first."""
        tiles = self.piece.tiles
        parted = set(_cuts(self.piece))
        at_an_end = (at for at in np.flatnonzero(self._crosswise).tolist() if parted & {at, at + 1})
        cuts = sorted(parted.union(*((at, at + 1) for at in at_an_end)))
        splits = []
        for start, stop in combinations(cuts, 2):
            splits.append(_Split(start, stop, start, stop, None))
            if start - 1 in cuts:
                splits.append(_Split(start, stop, start - 1, stop, tiles[start - 1]))
            if stop + 1 in cuts:
                splits.append(_Split(start, stop, start, stop + 1, tiles[stop]))
        priced = [replace(split, cost=self._split_cost(split)) for split in splits]
        return sorted((variant for split in priced for variant in self._with_kongs(split)), key=_cost)

    @property
    def whole(self) -> list[_Split]:
        """Those of the splits in which nothing is exposed."""
        return [split for split in self.splits if split.right - split.left == len(self) and not split.kongs]

    def _with_kongs(self, split: _Split) -> Iterator[_Split]:
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

    def _split_cost(self, split: _Split) -> float:
        """Free space belongs between the parts, not inside the concealed one."""
        gaps, start, stop, left, right = self.piece.gaps, split.start, split.stop, split.left, split.right
        inside = gaps[start : stop - 1]
        borders = [gaps[end - 1] for end in (left, right) if 0 < end <= len(gaps)]
        cost = min(INSIDE_CONCEALED * sum(_ramp(gap, 0.2, 1.0) for gap in inside), MOST_INSIDE)
        cost += UNEVEN * self._unevenness(start, stop)
        cost += LONE_TILE * sum(_ramp(gap, 0.1, 0.3) for gap in (*inside[:1], *inside[1:][-1:]))
        cost += CROSSWISE * sum(self._crosswise[start:stop])
        cost += LEFT_HAND if left < start else 0.0
        if right - left > stop - start:
            apart, end = (left, start) if left < start else (stop, stop)
            cost += 0.0 if self._crosswise[apart] else SET_APART * _ramp(gaps[end - 1], 0.3, 0.1)
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

    def concealed_groups(self, split: _Split) -> Groups:
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
            shown = np.minimum(costs.set_costs(groups), IRREGULAR).tolist()
        else:
            shown = [IRREGULAR + 2.0] * len(places)
        table.append([shown[at] + INSIDE_SET * (spaces[at + size - 1] - spaces[at]) for at in places])
    return table


class _Search:
    """All ways to see choices of pieces as exposed sets, concealed part and winning tile."""

    def __init__(self, ground: Ground, costs: TileCosts) -> None:
        self._costs = costs
        self._local = ground.frames.local
        self._steep = ground.frames.height / ground.frames.width
        self._faceless: Floats = costs.costs[:, :KINDS].min(axis=1)
        self._row = cache(lambda piece: _Row(piece, costs, ground.crosswise))

    def ways(self, choice: Choice, limit: float) -> Iterator[_Way]:
        """Every way to arrange the pieces that costs no more than the limit or `MARGIN` above the best.

        One of them is split and the others are exposed, or all are concealed as they are; a single tile among
        them may be the one set apart. What the split costs and what it costs to take the others for exposed
        sets is known before anything else and rules most ways out.
        """
        rows = [self._row(piece) for piece in choice.pieces]
        for laid in self._stacked(choice, rows, limit):
            if laid.cost <= limit:
                limit = min(limit, laid.cost + MARGIN)
                yield laid
        for home in rows:
            others = [row for row in rows if row is not home]
            for single in (None, *(row for row in others if len(row) == 1)):
                exposed = [row for row in others if row is not single]
                cost = choice.cost + sum(row.sets_cost(0, len(row)) for row in exposed)
                cost += ELSEWHERE if single is not None else 0.0
                for split in home.splits:
                    if cost + split.cost > limit:
                        break
                    if single is not None and split.apart is not None:
                        continue
                    apart = split.apart if single is None else single.piece.tiles[0]
                    way = self._way(choice, home, replace(split, apart=apart), exposed, cost, limit)
                    if way is not None:
                        limit = min(limit, way.cost + MARGIN)
                        yield way

    def _way(
        self, choice: Choice, home: _Row, split: _Split, others: Sequence[_Row], cost: float, limit: float
    ) -> _Way | None:
        """One row split and the others exposed, which by themselves cost so much; None beyond the limit."""
        sides = [(home, 0, split.left), (home, split.right, len(home))]
        cost += split.cost + sum(row.sets_cost(start, stop) for row, start, stop in sides)
        elsewhere = [row for row in others if len(row) > 1]
        if split.right - split.left < len(home) and elsewhere:
            cost += COLUMN if self._in_column(home, split, elsewhere) else SCATTERED
        if cost > limit:
            return None
        parts = [*sides, *((row, 0, len(row)) for row in others)]
        exposed = tuple(group for row, start, stop in parts for group in row.sets(start, stop))
        shown = (*exposed, *split.kongs)
        left = split.stop - split.start - sum(map(len, split.kongs))
        cost += _count_cost(left, split.apart, shown)
        if cost > limit or not left:
            return None
        groups = home.concealed_groups(split)
        concealed = [tile for group in groups for tile in group]
        cost += self._order_cost(concealed, exposed) + self._hidden_cost(groups, split.apart)
        way = _Way(cost, choice, shown, groups, split.apart, split.kongs)
        return way if cost <= limit else None

    def _in_column(self, home: _Row, split: _Split, others: Sequence[_Row]) -> bool:
        """Whether other rows lie above or below the exposed side of a split one, of which there is one."""
        tiles = home.piece.tiles
        if split.left and split.right < len(home):
            return False
        side = tiles[: split.left] if split.left else tiles[split.right :]
        seen = self._local[side[0]]
        low, high = sorted((0.0, float(seen[side[-1], 0])))
        along, across = np.moveaxis(seen[[tile for row in others for tile in row.piece.tiles]], 1, 0)
        level = np.abs(across).min() < SAME_LINE
        return bool(not level and along.min() >= low - 1 and along.max() <= high + 1)

    def _stacked(self, choice: Choice, rows: Sequence[_Row], limit: float) -> Iterator[_Way]:
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

    def _far_first(self, rows: Sequence[_Row]) -> list[_Row]:
        """The rows in the order in which they lie, as one of them sees it."""
        seen = self._local[list(rows[0].piece.tiles), :, 1]
        return sorted(rows, key=lambda row: -float(np.median(seen[:, list(row.piece.tiles)])))

    def _apart(self, row: _Row, other: _Row) -> float:
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
        )

    def _hidden_cost(self, concealed: Groups, apart: int | None) -> float:
        """What it costs that tiles lie as declared kongs do, or show their backs, where neither is usual."""
        fours = np.array([group for group in concealed if len(group) == 4])
        kongs = float(np.maximum(0.0, KONG - self._costs.set_costs(fours)).sum()) if len(fours) else 0.0
        tiles = [tile for group in concealed for tile in group]
        backs = float(np.minimum(self._faceless[tiles], BACK).sum())
        return kongs + backs + (0.0 if apart is None else min(float(self._faceless[apart]), HIDDEN))

    def _order_cost(self, concealed: list[int], exposed: Groups) -> float:
        """The exposed part lies beyond the concealed one, unless that stands on a rack."""
        tiles = [tile for group in exposed for tile in group]
        if not tiles:
            return 0.0
        above = float(self._local[concealed][:, tiles, 1].mean())
        if abs(above) <= SAME_LINE:
            return 0.0
        standing = float(self._steep[concealed].mean()) > STANDING * float(self._steep[tiles].mean())
        return WRONG_ORDER if (above > 0) == standing else 0.0

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


def _cuts(piece: Piece) -> list[int]:
    """Places where a part of the hand may begin or end: the ends, and the widest gaps."""
    wide = [place + 1 for place, gap in enumerate(piece.gaps) if gap >= CUT]
    wide = sorted(wide, key=lambda place: -piece.gaps[place - 1])[:MOST_CUTS]
    return [0, *sorted(wide), len(piece)]


def _count_cost(concealed: int, apart: int | None, exposed: Groups) -> float:
    """A finished hand counts fourteen, another thirteen; a drawn winning tile lies apart from thirteen."""
    won = apart is not None
    tiles = concealed + won + sum(3 if len(group) == 4 else len(group) for group in exposed)
    if tiles == COMPLETE:
        return 0.0
    return THIRTEEN + MISCOUNT * min(abs(tiles - COMPLETE), abs(tiles - COMPLETE + 1) + won)


def _ramp(value: float, none: float, full: float) -> float:
    """From 0 at `none` (or on its far side) to 1 at `full`, which may lie on either side."""
    return min(max((value - none) / (full - none), 0.0), 1.0)
