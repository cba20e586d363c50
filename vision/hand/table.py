"""Everything in view of a photo, sorted into pieces: walls out, Seasons by themselves, lines cut at wide
gaps.

`Table.choices` says which pieces together may be the player's hand. The other players' rows, discards and
what is left of the wall are in view as often as not, so there are many choices; each has a cost, a negative
log-likelihood, for too few or too many tiles, for being smaller (further away) than other rows and for
leaving out what lies beside it in order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise, takewhile
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.arrays import Flags, Floats, Indices
from vision.hand.belonging import NOTHING, Belonging
from vision.hand.ground import Ground, heading, middle, without
from vision.hand.lines import Line
from vision.probabilities import NO_TILE, is_season, is_tile

COMPLETE: Final = 14
"""Tiles of a complete hand when each kong counts three and Seasons do not count."""

# --- lengths: tile widths along a line, tile heights across it ---

WIDE: Final = 2.2
"""Free space beyond which tiles of one line are two pieces, which may or may not belong together."""

SEASON_GAP: Final = 0.3
"""The free space that a Season between two tiles stands for, beside what there is."""

# --- shapes ---

NEXT_ROW: Final = 1.6
"""From one row of a hand to the next, measured like `Ground.distance`."""

MAX_RATIO: Final = 1.6
"""Between the tile widths of two rows of one hand."""

MOST_BACKS: Final = 3
"""On end, in a line that shows faces: more are the end of a wall."""

BEFORE_WALL: Final = 0.3
"""Free space from which backs at an end of a line may be of a wall, or of a kong that lies beside it."""

CROSSWISE_RATIO: Final = 1.35
"""A tile lying crosswise is this much wider than the others."""

PARALLEL: Final = float(np.cos(np.radians(15)))
"""Cosine of the angle to within which two rows of one hand run the same way: perspective turns them against
each other."""

CLEAR_PIECE: Final = 0.25
"""Doubt a tile on average, as a negative log-likelihood, below which a piece shows
tiles and no pattern."""

# --- what speaks against a choice of pieces, as negative log-likelihoods ---

MISSING: Final = 2.0
"""Each tile fewer than thirteen, or more than fourteen and four kongs have."""

LEFT_OUT: Final = 0.35
"""Each tile lying beside the hand and the same way that is left out, at most four a piece and
`MOST_LEFT_OUT` in all; a single one only if it is clear and does not lie amid discards."""

MOST_LEFT_OUT: Final = 6
"""Where more lie there, they are discards that happen to lie in order."""

ASTRAY_PIECE: Final = 1.5
"""A short piece amid tiles lying at any angle: discards."""

FARTHER: Final = 0.3
"""Each tile width along a row, or tile height across it, that a piece lies further than `NEXT_ROW` from the
others: of two that would do, one's own is the nearer."""

SMALL: Final = 4.0
"""Smaller than the largest row in view, for each factor of e."""

UNCLEAR: Final = 1.0
"""How much doubt about the faces counts: a hand shows faces, the sides of a wall something like them."""

UPSIDE_DOWN: Final = 2.0
"""A row upside down in the photo, half of it for one running up or down: people photograph their own hand."""

STRAY: Final = 3.0
"""Pieces at an angle to the others or far from them, however many: they may be another player's. Of 1,598
rendered hands, whose sets all lie in rows, as many come out exactly with it as without."""

# --- bounds of the search ---

MAINS: Final = 6
"""Pieces that are tried as the longest of a hand."""

COMPANIONS: Final = 7
"""Pieces around it that may belong to it."""

MOST_SINGLES: Final = 2
"""Single tiles among them."""

MOST_STRAY: Final = 4
"""Pieces that lie at an angle to it or far off and may belong to it as well: its sets."""

MOST_IN_REACH: Final = 16
"""Pieces gathered around one from which on none are looked for beside these."""

MOST_PIECES: Final = 6
"""Of one choice: four sets, a tile that lies by itself and the one set apart."""

MOST_CHOICES: Final = 16
"""Choices in all, beside rows that alone may be all of a hand."""

MOST_OF_ONE: Final = 6
"""Choices with the same longest piece."""

ALONE: Final = 0
"""Among the choices with the same longest piece, that piece by itself comes first."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Tiles of one line from left to right, and the free space between neighbours beyond what is usual
    there."""

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.tiles)

    def part(self, start: int, stop: int) -> "Piece":
        """The tiles from `start` up to `stop`."""
        return Piece(self.tiles[start:stop], self.gaps[start : max(stop - 1, start)])


@dataclass(frozen=True, slots=True)
class Choice:
    """Pieces that may be the played tiles of a hand, and what speaks against it."""

    pieces: tuple[Piece, ...]
    cost: float
    stray: bool
    """Some of them lie at an angle to the others or far from them."""

    @property
    def is_whole_row(self) -> bool:
        """One row that alone may be all of a hand: it is heard however orderly the heap around it lies."""
        return len(self.pieces) == 1 and len(self.pieces[0]) >= COMPLETE - 1


class Table:
    """What is in view: things lying on the `ground`, and `probabilities` (n, 44) of what they are."""

    def __init__(self, ground: Ground, probabilities: npt.NDArray[np.floating]) -> None:
        probabilities = np.asarray(probabilities, np.float64)
        self._down: Flags = probabilities[:, FACE_DOWN.index] > 0.5
        whole = set(ground.lines)
        self.ground = ground = _walls_cut_off(ground, self._down)
        self._nothing = ~is_tile(probabilities)
        self._belonging = Belonging(ground, probabilities)
        self._season: Flags = is_season(probabilities)
        doubt = np.minimum(-np.log(np.maximum(probabilities[:, :NO_TILE].max(axis=1), 1e-9)), 2.0)
        loose = probabilities[:, NO_TILE] <= NOTHING
        self.pieces: list[Piece] = []
        lines: list[int] = []
        for number, (line, usual) in enumerate(zip(ground.lines, ground.usual, strict=True)):
            if not self._is_wall(line) or (len(line) == 1 and line not in whole):
                self.pieces += self._pieces(line, usual)
                lines += [number] * (len(self.pieces) - len(lines))
                loose[list(line.members)] &= len(line) <= 2
        strangers = (ground.strange & loose).sum(axis=1)
        first = np.array([piece.tiles[0] for piece in self.pieces], np.int64)
        self._counts = np.array([len(piece) for piece in self.pieces], np.int64)
        self._of_seasons: Flags = self._season[first]
        self._order = np.array([tile for piece in self.pieces for tile in piece.tiles], np.int64)
        """All tiles in pieces, one piece after the other."""
        self._starts = np.cumsum(self._counts) - self._counts
        self._doubts = np.add.reduceat(doubt[self._order], self._starts)
        self._clear: Flags = self._doubts < CLEAR_PIECE * self._counts
        self._rights, self._sizes = self._lie(first)
        self._astray: Flags = (self._counts < 4) & (strangers[first] > 1)
        in_line = np.equal.outer(lines, lines)
        self._parallel: Flags = in_line | (np.abs(self._rights @ self._rights.T) > PARALLEL)
        self._largest = max(self._sizes[self._counts > 2], default=0.0)
        self._adjoins, self._may_stray, self._distances = self._neighbours()

    def _lie(self, first: Indices) -> tuple[Floats, Floats]:
        """Which way the pieces run, (p, 2), and how wide their tiles are, (p,); `first` are their first."""
        rights, sizes = self.ground.right[first], self.ground.frames.width[first]
        for place in np.flatnonzero(self._counts > 1).tolist():
            tiles = list(self.pieces[place].tiles)
            rights[place] = heading(self.ground.right[tiles])
            sizes[place] = middle(self.ground.frames.width[tiles])
        return rights, sizes

    def _is_wall(self, line: Line) -> bool:
        """Backs in a row, or a lonely back; only in a kong do backs lie among faces."""
        return sum(bool(self._down[tile]) for tile in line.members) > len(line) / 2

    def _pieces(self, line: Line, usual: Sequence[float]) -> Iterator[Piece]:
        """The line cut at wide gaps, Seasons by themselves; where a Season lay, one part of the hand may
        end. What is nothing takes no place of its own."""
        members = np.array(line.members)
        nothing = self._nothing[members]
        season = self._season[members] & ~nothing
        for places in (np.flatnonzero(~season & ~nothing).tolist(), np.flatnonzero(season).tolist()):
            tiles = tuple(line.members[place] for place in places)
            gaps = [
                sum(line.gaps[k] - usual[k] for k in range(a, b))
                + sum(1.0 + usual[k] for k in range(a + 1, b) if nothing[k])
                + (0.0 if nothing[a + 1 : b].all() else SEASON_GAP)
                for a, b in pairwise(places)
            ]
            ends = [place + 1 for place, gap in enumerate(gaps) if gap >= WIDE]
            for start, stop in pairwise([0, *ends, len(tiles)]):
                if start < stop:
                    yield Piece(tiles[start:stop], tuple(gaps[start : stop - 1]))

    def _neighbours(self) -> tuple[Flags, Flags, Floats]:
        """(p, p) each, as the first of two pieces sees the second: whether that may belong to the same hand
        (it is near, of one size and parallel, but for single tiles), whether it may although it lies at an
        angle or far off (it is as large), and how far away its nearest tile is."""
        single = self._counts == 1
        ground, order, of_single = self.ground, self._order, np.repeat(single, self._counts)
        pairs = order[:, None], order
        reached = np.where(of_single, ground.reaches_single[pairs], ground.reaches[pairs])
        strays = ground.reaches_stray[pairs]
        distance = ground.distance[pairs]
        for axis in (0, 1):
            reached = np.logical_or.reduceat(reached, self._starts, axis=axis)
            strays = np.logical_or.reduceat(strays, self._starts, axis=axis)
            distance = np.minimum.reduceat(distance, self._starts, axis=axis)
        ratio = np.abs(np.log(self._sizes[:, None] / self._sizes))
        alike = ratio < np.log(np.where(single, MAX_RATIO * CROSSWISE_RATIO, MAX_RATIO))
        any_way = single | single[:, None]
        # At a slant the tiles of one look wide and those of the other high.
        side = np.add.reduceat(ground.frames.log_side[order], self._starts) / self._counts
        as_large = np.abs(side[:, None] - side) < np.log(MAX_RATIO)
        return reached & alike & (self._parallel | any_way), strays & as_large & ~any_way, distance

    def choices(self, *, stray: bool = False) -> list[Choice]:
        """The likeliest choices of pieces that may be the hand, best first: of such as lie together, or those
        with `stray` ones."""
        found: dict[tuple[int, ...], Choice] = {}
        for main in self._mains():
            around = self._in_reach(main)
            others = [piece for piece in around if not self._of_seasons[piece]]
            singles = [piece for piece in others if len(self.pieces[piece]) == 1]
            others = [piece for piece in others if piece not in singles[MOST_SINGLES:]][:COMPANIONS]
            strays = self._strays_by([main, *around]) if stray else []
            if stray and not strays:
                continue
            for pieces, cost in self._likeliest([main, *others], strays):
                if pieces not in found or cost < found[pieces].cost:
                    found[pieces] = Choice(tuple(self.pieces[piece] for piece in pieces), cost, stray)
        ranked = sorted(found.values(), key=lambda choice: choice.cost)
        return [choice for place, choice in enumerate(ranked) if place < MOST_CHOICES or choice.is_whole_row]

    def _mains(self) -> list[int]:
        """The pieces that are tried as the longest of a hand: the longest in view, and of equal ones those
        that lie nearest to the longest and largest."""
        played = np.flatnonzero(~self._of_seasons).tolist()
        if not played:
            return []
        counts = self._counts
        longest = max(played, key=lambda piece: (counts[piece], self._sizes[piece]))
        away = self._distances[longest]
        return sorted(played, key=lambda piece: (-counts[piece], away[piece]))[:MAINS]

    def seasons_of(self, choice: Choice) -> dict[int, float]:
        """The Seasons that lie with a choice of pieces, left to right, and what speaks for each."""
        return self._belonging.seasons_of([tile for piece in choice.pieces for tile in piece.tiles])

    def _likeliest(self, rows: list[int], strays: list[int]) -> Iterator[tuple[tuple[int, ...], float]]:
        """The `MOST_OF_ONE` likeliest choices among pieces in `rows` of which the first is one, and that one
        alone; or, where there are `strays`, those with some of these as well. With each what it costs.

        All choices, a row each, are judged at once: too few or too many tiles, some left out, or far away
        are not the player's finished hand.
        """
        around = [*rows, *strays]
        order = np.argsort(around)
        pieces = np.array(around)[order]
        chosen = _with_first(len(around))[:, order]
        if strays:
            chosen = chosen[(chosen & np.isin(pieces, strays)).any(axis=1)]
        counts = self._counts[pieces]
        tiles = chosen @ counts
        missing = np.maximum(np.maximum(COMPLETE - 1 - tiles, tiles - COMPLETE - 4), 0)
        longest = pieces[np.where(chosen, counts, 0).argmax(axis=1)]
        tidy = (counts > 1) | (self._clear & ~self._astray)[pieces]
        orderly = ~chosen & tidy & self._parallel[longest][:, pieces]
        left_out = np.minimum(orderly @ np.minimum(counts, 4), MOST_LEFT_OUT)
        size = np.where(chosen, self._sizes[pieces], 0.0).max(axis=1)
        small = np.log(np.maximum(self._largest, size) / size)
        turned = (1 - self._rights[longest, 0]) / 2
        cost = MISSING * missing + ASTRAY_PIECE * (chosen & self._astray[pieces]).sum(axis=1)
        cost += LEFT_OUT * left_out + STRAY * bool(strays)
        cost += SMALL * small + UPSIDE_DOWN * turned + UNCLEAR * (chosen @ self._doubts[pieces])
        likeliest = np.argsort(cost, kind="stable")[:MOST_OF_ONE].tolist()
        alone = [] if strays else [ALONE]
        for best in dict.fromkeys([*likeliest, *alone]):
            some = pieces[chosen[best]]
            yield tuple(some.tolist()), float(cost[best]) + FARTHER * self._astride(around[0], some)

    def _astride(self, main: int, pieces: Indices) -> float:
        """How much further than `NEXT_ROW` pieces chosen with `main` lie from the nearest other, in all."""
        if len(pieces) == 1:
            return 0.0
        away = self._distances[np.ix_(pieces, pieces)] + np.diag(np.full(len(pieces), np.inf))
        beyond = np.maximum(away.min(axis=1) - NEXT_ROW, 0.0)
        return float(beyond[pieces != main].sum())

    def _in_reach(self, main: int) -> list[int]:
        """Pieces that lie as `main` does and close to it, or close to such a piece; the nearest first."""
        found, edge = [main], [main]
        away = self._distances + 2.0 * self._astray
        while edge and len(found) < MOST_IN_REACH:
            piece = edge.pop(0)
            near = [other for other in np.flatnonzero(self._adjoins[piece]).tolist() if other not in found]
            near.sort(key=away[piece].__getitem__)
            found += near
            edge += [other for other in near if self._counts[other] > 1 or self._of_seasons[other]]
        return found[1:]

    def _strays_by(self, rows: list[int]) -> list[int]:
        """Other pieces than these that may belong to the same hand although they lie at an angle to them, or
        far off; the nearest to the first one first."""
        near = self._may_stray[rows].any(axis=0) & ~self._of_seasons
        found = np.flatnonzero(without(near, rows)).tolist()
        return sorted(found, key=self._distances[rows[0]].__getitem__)[:MOST_STRAY]


def _walls_cut_off(ground: Ground, down: Flags) -> Ground:
    """The ground with the ends of walls that lie in its lines as lines of their own."""
    parts = [
        part
        for line, usual in zip(ground.lines, ground.usual, strict=True)
        for part in _without_walls(line, usual, down)
    ]
    return replace(
        ground,
        lines=tuple(line for line, _ in parts),
        usual=tuple(tuple(usual) for _, usual in parts),
    )


def _without_walls(line: Line, usual: Sequence[float], down: Flags) -> Iterator[tuple[Line, Sequence[float]]]:
    """A line, and what is usual between its tiles, without the end of a wall that lies in it: more backs on
    end than a kong has are a line of their own, and so are backs at an end with free space before them."""
    backs = [bool(down[tile]) for tile in line.members]
    free = [gap - touching > BEFORE_WALL for gap, touching in zip(line.gaps, usual, strict=True)]
    starts = [k for k in range(1, len(backs)) if backs[k] != backs[k - 1] or (backs[k] and free[k - 1])]
    runs = list(pairwise([0, *starts, len(backs)]))
    cuts = {0, len(backs)}
    if not all(backs):
        for start, stop in runs:
            if backs[start] and stop - start > MOST_BACKS:
                cuts |= {start, stop}
        for begin, end in pairwise(sorted(cuts)):
            inside = [(start, stop) for start, stop in runs if begin <= start and stop <= end]
            head = takewhile(lambda run: backs[run[0]] and free[run[1] - 1], inside[:-1])
            tail = takewhile(lambda run: backs[run[0]] and free[run[0] - 1], inside[:0:-1])
            cuts |= {stop for _, stop in head} | {start for start, _ in tail}
    for start, stop in pairwise(sorted(cuts)):
        yield Line(line.members[start:stop], line.gaps[start : stop - 1]), usual[start : stop - 1]


@cache
def _with_first(count: int) -> Flags:
    """(k, count): the first of so many pieces alone, and with every few of the others."""
    some = [(0, *others) for few in range(MOST_PIECES) for others in combinations(range(1, count), few)]
    chosen = np.zeros((len(some), count), np.bool_)
    for row, pieces in zip(chosen, some, strict=True):
        row[list(pieces)] = True
    return chosen
