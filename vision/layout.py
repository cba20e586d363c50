"""Which tiles in view are the hand, and which part of it each of them is.

Everything here is a matter of degree, so it is done as a search: every way to take some lines of tiles for
the hand and to cut them into exposed sets, concealed part and winning tile has a cost, made of what the
gaps, the order of the rows, the number of tiles and the odds of the faces have to say. Costs are in units
of natural logarithms of odds, as in `sets.py`. The cheapest arrangements are handed to `infer.py`, which
has the last word.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.lines import Floats, Frames, Line, find_lines, gap_between
from vision.sets import FACES, KINDS, NO_TILE, TileCosts

Flags = npt.NDArray[np.bool_]

COMPLETE: Final = 14
"""Tiles of a complete hand when each kong counts three and Seasons do not count."""

CUT: Final = 0.18
"""Free space, in tile widths beyond what is usual in the line, where one part of a hand may end."""

WIDE: Final = 2.2
"""Free space beyond which tiles of one line are two pieces, which may or may not belong together."""

MOST_USUAL: Final = 0.3
"""Tiles that touch are never measured to be further apart."""

SEASON_GAP: Final = 0.3
"""The free space that a Season between two tiles stands for, beside what there is."""

# What speaks against an arrangement, in units of natural logarithms of odds.
INSIDE_SET: Final = 5.0
BETWEEN_SETS: Final = 0.7
INSIDE_CONCEALED: Final = 1.5
LEFT_HAND: Final = 0.5
LONE_TILE: Final = 1.0
MOST_INSIDE: Final = 2.5
BETWEEN_PARTS: Final = 2.0
SET_APART: Final = 1.0
WRONG_ORDER: Final = 3.0
IRREGULAR: Final = 6.0
THIRTEEN: Final = 2.0
SCATTERED: Final = 3.0
KONG: Final = 4.0
MISSING: Final = 2.0
ASTRAY: Final = 1.5
LEFT_OUT: Final = 0.35
SMALL: Final = 4.0
MISCOUNT: Final = 2.5

MAX_RATIO: Final = 1.6
"""Between the tile sizes of two rows of one hand."""

MIN_COSINE: Final = float(np.cos(np.radians(15)))
"""Two rows of one hand run the same way to within this; perspective turns them against each other."""

HEAP_REACH: Final = 2.2
"""Tile widths within which discards have neighbours."""

HEAP_COSINE: Final = float(np.cos(np.radians(10)))
"""Discards lie at any angle; tiles of a hand lie the same way to within this."""

STANDING: Final = 1.2
"""Tiles on a rack look this much taller for their width than those lying before it."""

# Bounds of the search; what they cut off has cost too much already in every photo and rendered scene tried.
MAINS: Final = 6
COMPANIONS: Final = 7
MOST_SINGLES: Final = 2
REACH: Final = 16
MOST_PIECES: Final = 5
MOST_CUTS: Final = 6
CHOICES: Final = 16
ARRANGEMENTS: Final = 4
MARGIN: Final = 6.0


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to see a hand on the table. Tiles are numbers of the detections."""

    exposed: tuple[tuple[int, ...], ...]
    """A group a set, far to near and left to right."""
    concealed: tuple[tuple[int, ...], ...]
    """What lies together, left to right."""
    seasons: tuple[int, ...]
    set_apart: int | None
    cost: float

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles of the hand."""
        loose = (*self.seasons, *(() if self.set_apart is None else (self.set_apart,)))
        return frozenset(loose).union(*self.exposed, *self.concealed)

    @property
    def counted(self) -> int:
        """Tiles that count towards the fourteen: no Seasons, and a kong as three."""
        played = len(self.tiles) - len(self.seasons)
        return played - sum(len(group) == 4 for group in self.exposed)


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a line that may be part of the hand: tiles from left to right and the gaps between them.

    Gaps are in tile widths beyond what is usual in this line.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]

    def part(self, start: int, stop: int) -> "Piece":
        """The tiles from `start` up to `stop`."""
        return Piece(self.tiles[start:stop], self.gaps[start : max(stop - 1, start)])


def arrange(corners: npt.NDArray[np.floating], odds: npt.NDArray[np.floating]) -> list[Arrangement]:
    """The likeliest arrangements, best first, a few for each choice of tiles; empty when there is no tile.

    `corners` (n, 4, 2): each tile's top-left, top-right, bottom-right and bottom-left, pixels. `odds` (n,
    44).
    """
    table = Table(corners, odds)
    found: list[Arrangement] = []
    for hand in table.hands():
        limit = min((arrangement.cost for arrangement in found), default=np.inf) + MARGIN
        found += hand.arrangements(limit)
    found.sort(key=lambda arrangement: arrangement.cost)
    of_hand = Counter[frozenset[int]]()
    kept = []
    for arrangement in found:
        of_hand[arrangement.tiles] += 1
        if of_hand[arrangement.tiles] <= ARRANGEMENTS:
            kept.append(arrangement)
    return kept


class Table:
    """Everything in view: pieces of lines of tiles, without the Seasons among them and without walls."""

    def __init__(self, corners: npt.NDArray[np.floating], odds: npt.NDArray[np.floating]) -> None:
        odds = np.asarray(odds, np.float64)
        self.frames = Frames.of(corners)
        self.local: Floats = self.frames.local()
        self.costs = TileCosts(odds)
        self.down: Flags = odds[:, FACE_DOWN.index] > 0.5
        self.season: Flags = odds[:, KINDS:FACES].sum(axis=1) > 0.5
        self.no_tile: Flags = odds[:, NO_TILE] > 0.5
        lines = [line for line in find_lines(self.frames) if not self._is_wall(line)]
        self.pieces = [piece for line in lines for piece in self._pieces(line)]
        self.loose: Flags = np.ones(len(odds), np.bool_)
        """Tiles that lie in no line."""
        self.loose[[tile for line in lines for tile in line.members if len(line) > 2]] = False
        self.sizes = [float(np.median(self.frames.width[list(piece.tiles)])) for piece in self.pieces]
        """How wide each piece's tiles are, in pixels: their height depends on whether they lie or stand."""
        self.rights = [self._right(piece) for piece in self.pieces]
        self.astray = [len(piece.tiles) < 4 and self._in_heap(piece.tiles[0]) for piece in self.pieces]
        self.largest = max(
            (self.sizes[k] for k, piece in enumerate(self.pieces) if len(piece.tiles) > 2), default=0.0
        )
        self.of_seasons = [bool(self.season[piece.tiles[0]]) for piece in self.pieces]

    def _is_wall(self, line: Line) -> bool:
        """Backs in a row, or a lonely back; only in a kong do backs lie among faces."""
        return sum(bool(self.down[tile]) for tile in line.members) > len(line) / 2

    def _pieces(self, line: Line) -> Iterator[Piece]:
        """The line cut at wide gaps, Seasons taken out; where a Season lay, one part of the hand ends."""
        usual = _usual_gaps(line.gaps)
        kept = [place for place, tile in enumerate(line.members) if not self.no_tile[tile]]
        seasons = [place for place in kept if self.season[line.members[place]]]
        others = [place for place in kept if not self.season[line.members[place]]]
        for places in (others, seasons):
            tiles = [line.members[place] for place in places]
            gaps = [
                sum(line.gaps[k] - usual[k] for k in range(a, b)) + (SEASON_GAP if b > a + 1 else 0.0)
                for a, b in pairwise(places)
            ]
            start = 0
            for stop, gap in enumerate([*gaps, np.inf], start=1):
                if gap >= WIDE and tiles:
                    yield Piece(tuple(tiles[start:stop]), tuple(gaps[start : stop - 1]))
                    start = stop

    def hands(self) -> list["HandSearch"]:
        """The likeliest choices of pieces that may be the hand, by their number of tiles, size and place."""
        found: dict[tuple[int, ...], HandSearch] = {}
        played = [piece for piece in range(len(self.pieces)) if not self.of_seasons[piece]]
        for main in sorted(played, key=lambda piece: -len(self.pieces[piece].tiles))[:MAINS]:
            around = self._companions(main)
            others = [piece for piece in around if not self.of_seasons[piece]]
            seasons = tuple(
                tile for piece in around if self.of_seasons[piece] for tile in self.pieces[piece].tiles
            )
            singles = [piece for piece in others if len(self.pieces[piece].tiles) == 1]
            others = [piece for piece in others if piece not in singles[MOST_SINGLES:]][:COMPANIONS]
            for choice in self._choices(main, others):
                cost = self._choice_cost(choice, {main, *others})
                if choice not in found or cost < found[choice].cost:
                    found[choice] = HandSearch(self, [self.pieces[piece] for piece in choice], seasons, cost)
        return sorted(found.values(), key=lambda hand: hand.cost)[:CHOICES]

    def _choices(self, main: int, others: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """`main` with some of the others."""
        for count in range(min(MOST_PIECES, len(others) + 1)):
            for chosen in combinations(others, count):
                yield tuple(sorted((main, *chosen)))

    def _choice_cost(self, choice: Sequence[int], around: set[int]) -> float:
        """Too few or too many tiles, some left out, or far away: not the player's finished hand."""
        count = [len(self.pieces[piece].tiles) for piece in choice]
        tiles = sum(count)
        missing = max(COMPLETE - 1 - tiles, tiles - COMPLETE - 4, 0)
        right = self.rights[choice[count.index(max(count))]]
        rest = [
            piece
            for piece in around.difference(choice)
            if abs(float(self.rights[piece] @ right)) > MIN_COSINE
        ]
        left_out = sum(
            min(len(self.pieces[piece].tiles), 4) for piece in rest if len(self.pieces[piece].tiles) > 1
        )
        size = max(self.sizes[piece] for piece in choice)
        small = float(np.log(max(self.largest, size) / size))
        astray = sum(self.astray[piece] for piece in choice)
        return MISSING * missing + ASTRAY * astray + LEFT_OUT * left_out + SMALL * small

    def _companions(self, main: int) -> list[int]:
        """Pieces that lie as `main` does and close to it, or close to such a piece; the nearest first."""
        found, edge = [main], [main]
        while edge and len(found) < REACH:
            piece = edge.pop(0)
            near = [
                other
                for other in range(len(self.pieces))
                if other not in found and self._adjoin(piece, other)
            ]
            near.sort(key=lambda other: self._distance(piece, other) + 2.0 * self.astray[other])
            found += near
            edge += [other for other in near if self._leads_on(other)]
        return found[1:]

    def _leads_on(self, piece: int) -> bool:
        """Whether more of the hand may lie beside this piece; a single tile may be anybody's."""
        return len(self.pieces[piece].tiles) > 1 or self.of_seasons[piece]

    def _distance(self, one: int, other: int) -> float:
        a, b = self.pieces[one].tiles, self.pieces[other].tiles
        return float(np.hypot(*np.moveaxis(self.local[np.ix_(a, b)], 2, 0)).min())

    def _adjoin(self, one: int, other: int) -> bool:
        """Whether two pieces may be of one hand: parallel, of one size, and near each other."""
        a, b = self.pieces[one], self.pieces[other]
        ratio = self.sizes[one] / self.sizes[other]
        season, single = self.of_seasons[other], len(b.tiles) == 1
        most = MAX_RATIO * (1.35 if single else 1.0)  # a single tile may lie crosswise
        if not 1 / most < ratio < most:
            return False
        if (season or not single) and abs(float(self.rights[one] @ self.rights[other])) < MIN_COSINE:
            return False
        sideways, above = self._apart(a.tiles, b.tiles)
        if single and not season:
            return bool((((above < 0.6) & (sideways < 3.5)) | ((above < 3.4) & (sideways < 1.5))).any())
        if bool(((above < 0.6) & (sideways < 6.0)).any()):
            return True
        return bool(((above < 4.5) & (sideways < 6.0)).any()) and not (single and self._in_heap(b.tiles[0]))

    def _apart(self, some: Sequence[int], others: Sequence[int]) -> tuple[Floats, Floats]:
        """(m, k) each: how far apart tiles lie, in widths sideways and in heights across.

        Tiles standing on a rack look short from above, so a height is never less than the width.
        """
        sideways, above = np.moveaxis(np.abs(self.local[np.ix_(some, others)]), 2, 0)
        short = self.frames.height[list(some)] / np.maximum(self.frames.width[list(some)], 1e-9)
        return sideways, above * np.minimum(short, 1.0)[:, None]

    def _in_heap(self, tile: int) -> bool:
        """Whether tiles lie close by that do not lie the same way, as they do among discards."""
        near = np.hypot(*self.local[tile].T) < HEAP_REACH
        right = self.frames.right / np.maximum(self.frames.width, 1e-9)[:, None]
        return bool((near & self.loose & (np.abs(right @ right[tile]) < HEAP_COSINE)).any())

    def _right(self, piece: Piece) -> Floats:
        """Which way the tiles' right is, a unit vector: the majority's, for some may lie upside down."""
        right = np.median(self.frames.right[list(piece.tiles)], axis=0)
        return np.asarray(right / max(float(np.linalg.norm(right)), 1e-9))


class HandSearch:
    """All arrangements of one choice of pieces as exposed sets, concealed part and winning tile."""

    def __init__(self, table: Table, pieces: Sequence[Piece], seasons: Sequence[int], cost: float) -> None:
        self.table = table
        self.pieces = list(pieces)
        first = self.pieces[0].tiles[0]
        self.seasons = tuple(sorted(seasons, key=lambda tile: float(table.local[first, tile, 0])))
        self.cost = cost
        self._segmented: dict[Piece, Segments] = {}

    def arrangements(self, limit: float) -> Iterator[Arrangement]:
        """Every way to cut the pieces into the parts of a hand that costs no more than the limit."""
        for parts, apart, others in self._ways():
            cost = self.cost + parts.cost(apart)
            if cost < limit:
                arrangement = self._priced(parts, apart, others, cost)
                if arrangement.cost < limit:
                    yield arrangement

    def _ways(self) -> Iterator[tuple["_Parts", int | None, list[Piece]]]:
        """Where the concealed part may lie, with the tile set apart, and the pieces left for exposed sets."""
        for home in self.pieces:
            others = [other for other in self.pieces if other is not home]
            singles = [other for other in others if len(other.tiles) == 1]
            for start, stop in combinations(_cuts(home), 2):
                parts = _Parts(home, start, stop)
                for aside in parts.set_apart():
                    yield parts, aside, others
                for single in singles:
                    elsewhere = [other for other in others if other is not single]
                    yield parts, single.tiles[0], elsewhere

    def _priced(
        self, parts: "_Parts", apart: int | None, others: Sequence[Piece], cost: float
    ) -> Arrangement:
        """The arrangement with its whole cost, `cost` being what the parts cost by themselves."""
        segments = [self._segment(piece) for piece in (*parts.rest(apart), *others)]
        exposed = [group for _, groups in segments for group in groups]
        cost += sum(cost for cost, _ in segments)
        cost += self._order_cost(parts.concealed.tiles, exposed)
        cost += self._kong_cost(parts)
        if len(segments) > len(others) and any(len(other.tiles) > 1 for other in others):
            cost += SCATTERED
        loose = len(parts.concealed.tiles) + (apart is not None)
        tiles = loose + sum(len(group) for group in exposed) - sum(len(group) == 4 for group in exposed)
        cost += _count_cost(tiles, won=apart is not None)
        return Arrangement(
            exposed=tuple(self._far_to_near(exposed, parts.concealed.tiles)),
            concealed=parts.concealed_groups(),
            seasons=self.seasons,
            set_apart=apart,
            cost=cost,
        )

    def _kong_cost(self, parts: "_Parts") -> float:
        """Four alike by themselves, or with one face down, were declared."""
        kongs = [group for group in parts.concealed_groups() if len(group) == 4]
        return sum(max(0.0, KONG - self.table.costs.set_cost(group)) for group in kongs)

    def _segment(self, piece: Piece) -> "Segments":
        """The cheapest way to cut exposed tiles into sets (dynamic programming over the places to cut)."""
        if piece not in self._segmented:
            self._segmented[piece] = _cut_into_sets(piece, self.table.costs)
        return self._segmented[piece]

    def _order_cost(self, concealed: Sequence[int], exposed: Sequence[tuple[int, ...]]) -> float:
        """The exposed part lies beyond the concealed one, unless that stands on a rack."""
        if not exposed:
            return 0.0
        tiles = [tile for group in exposed for tile in group]
        frames = self.table.frames
        above = float(np.median(self.table.local[np.ix_(concealed, tiles)][..., 1]))
        if abs(above) < 0.6:
            return 0.0
        steep = frames.height / np.maximum(frames.width, 1e-9)
        standing = float(np.median(steep[list(concealed)])) > STANDING * float(np.median(steep[tiles]))
        return WRONG_ORDER if (above > 0) == standing else 0.0

    def _far_to_near(
        self, groups: Sequence[tuple[int, ...]], concealed: Sequence[int]
    ) -> list[tuple[int, ...]]:
        """Exposed sets as the concealed part sees them: far rows first, then left to right."""
        seen = {group: self.table.local[np.ix_(concealed, group)].mean(axis=(0, 1)) for group in groups}
        return sorted(groups, key=lambda group: (-round(float(seen[group][1])), float(seen[group][0])))


Segments = tuple[float, tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class _Parts:
    """A piece whose tiles from `start` up to `stop` are the concealed part."""

    home: Piece
    start: int
    stop: int

    @property
    def concealed(self) -> Piece:
        return self.home.part(self.start, self.stop)

    def set_apart(self) -> Iterator[int | None]:
        """No tile, or the single tile with free space around it on either side of the concealed part."""
        yield None
        cuts = set(_cuts(self.home))
        if self.start - 1 in cuts:
            yield self.home.tiles[self.start - 1]
        if self.stop + 1 in cuts:
            yield self.home.tiles[self.stop]

    def _ends(self, apart: int | None) -> tuple[int, int]:
        """Where the concealed part with the tile set apart begins and ends."""
        left = self.start - (self.start > 0 and self.home.tiles[self.start - 1] == apart)
        right = self.stop + (self.stop < len(self.home.tiles) and self.home.tiles[self.stop] == apart)
        return left, right

    def rest(self, apart: int | None) -> list[Piece]:
        """What lies left and right of the concealed part and of the tile set apart: exposed."""
        left, right = self._ends(apart)
        sides = [self.home.part(0, left), self.home.part(right, len(self.home.tiles))]
        return [side for side in sides if side.tiles]

    def concealed_groups(self) -> tuple[tuple[int, ...], ...]:
        """The concealed tiles, cut where there is free space."""
        piece = self.concealed
        return tuple(piece.tiles[a:b] for a, b in pairwise(_cuts(piece)))

    def cost(self, apart: int | None) -> float:
        """Free space belongs between the parts, not inside the concealed one."""
        gaps = self.home.gaps
        left, right = self._ends(apart)
        borders = [gaps[end - 1] for end in (left, right) if 0 < end < len(self.home.tiles)]
        aside = [gaps[end - 1] for end in {self.start, self.stop} - {left, right}]
        inside = self.concealed.gaps
        cost = min(INSIDE_CONCEALED * sum(_ramp(gap, 0.2, 1.0) for gap in inside), MOST_INSIDE)
        cost += sum(BETWEEN_PARTS * (1 - _ramp(gap, 0.3, 1.1)) for gap in borders)
        cost += sum(SET_APART * (1 - _ramp(gap, 0.1, 0.3)) for gap in aside)
        cost += LEFT_HAND if self.start > left else 0.0
        cost += sum(LONE_TILE * _ramp(gap, 0.1, 0.3) for gap in {*inside[:1], *inside[-1:]})
        if borders:
            between_sets = [gap for side in self.rest(apart) for gap in side.gaps]
            widest = max([*inside, *between_sets], default=0.0)
            cost += BETWEEN_PARTS * _ramp(widest - min(borders), -0.5, 0.0)
        return cost


def _usual_gaps(gaps: Sequence[float]) -> list[float]:
    """What touching tiles are measured to be apart, at each place of a line: the sides of blocks, or loose corners.

    Perspective lets it drift along a long line, so it is what is usual close by, or in the line if that is
    more.
    """
    if len(gaps) < 4:
        return [min(max(min(gaps, default=0.0), -0.15), 0.1)] * len(gaps)
    everywhere = float(np.median(gaps))
    nearby = [float(np.median([*gaps[max(k - 2, 0) : k], *gaps[k + 1 : k + 3]])) for k in range(len(gaps))]
    return [min(max(usual, everywhere, -0.15), MOST_USUAL) for usual in nearby]


def _cuts(piece: Piece) -> list[int]:
    """Places where a part of the hand may begin or end: the ends, and the widest gaps."""
    wide = [place + 1 for place, gap in enumerate(piece.gaps) if gap >= CUT]
    wide = sorted(wide, key=lambda place: -piece.gaps[place - 1])[:MOST_CUTS]
    return [0, *sorted(wide), len(piece.tiles)]


def _cut_into_sets(piece: Piece, costs: TileCosts) -> Segments:
    count = len(piece.tiles)
    best: list[Segments] = [(0.0, ())]
    for stop in range(1, count + 1):
        ways: list[Segments] = []
        for size in range(1, min(stop, 5) + 1):
            start = stop - size
            before, groups = best[start]
            part = piece.part(start, stop)
            cost = before + _group_cost(part.tiles, costs)
            cost += sum(INSIDE_SET * _ramp(gap, CUT, 0.6) for gap in part.gaps)
            cost += BETWEEN_SETS * (1 - _ramp(piece.gaps[start - 1], 0.05, CUT)) if start else 0.0
            ways.append((cost, (*groups, part.tiles)))
        best.append(min(ways))
    return best[count]


def _group_cost(tiles: tuple[int, ...], costs: TileCosts) -> float:
    """What it costs to take tiles for an exposed set; an irregular one makes a dead hand, so it is rare."""
    irregular = IRREGULAR + (2.0 if len(tiles) not in (3, 4) else 0.0)
    return min(costs.set_cost(tiles), irregular)


def _count_cost(tiles: int, *, won: bool) -> float:
    """A finished hand counts fourteen, another thirteen; a drawn winning tile lies apart from thirteen."""
    if tiles == COMPLETE:
        return 0.0
    if tiles == COMPLETE - 1 and not won:
        return THIRTEEN
    return THIRTEEN + MISCOUNT * min(abs(tiles - COMPLETE), abs(tiles - COMPLETE + 1) + won)


def _ramp(value: float, low: float, high: float) -> float:
    """0 up to `low`, 1 from `high`."""
    return min(max((value - low) / (high - low), 0.0), 1.0)
