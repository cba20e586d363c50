"""Everything in view of a photo, sorted into pieces: walls out, Seasons by themselves, lines cut at wide
gaps.

`Table.choices` says which pieces together may be the player's hand. The other players' rows, discards and
what is left of the wall are in view as often as not, so there are many choices; each has a cost, in natural
logarithms of odds, for too few or too many tiles, for being smaller (further away) than other rows and for
leaving out what lies beside it in order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.lines import Floats, Frames, Line, find_lines
from vision.sets import FACES, KINDS, NO_TILE

Flags = npt.NDArray[np.bool_]

COMPLETE: Final = 14
"""Tiles of a complete hand when each kong counts three and Seasons do not count."""

# --- lengths: tile widths along a line, tile heights across it ---

WIDE: Final = 2.2
"""Free space beyond which tiles of one line are two pieces, which may or may not belong together."""

MOST_USUAL: Final = 0.3
"""Tiles that touch are never measured to be further apart."""

SEASON_GAP: Final = 0.3
"""The free space that a Season between two tiles stands for, beside what there is."""

SAME_LINE: Final = 0.6
"""Across: nearer than this, two pieces lie in one line."""

LINE_REACH: Final = 9.0
"""Along: how far apart two pieces of one line may lie."""

ROW_REACH: Final = (6.0, 4.5)
"""Along and across: how far from a row the next row of the same hand, or a Season, may lie."""

SINGLE_REACH: Final = (3.5, 1.5, 3.4)
"""How far a single tile set apart may lie: along in the same line; along and across in front of it."""

HEAP_REACH: Final = 2.2
"""Discards have neighbours within this."""

# --- shapes ---

MAX_RATIO: Final = 1.6
"""Between the tile widths of two rows of one hand."""

CROSSWISE_RATIO: Final = 1.35
"""A tile lying crosswise is this much wider than the others."""

PARALLEL: Final = float(np.cos(np.radians(15)))
"""Two rows of one hand run the same way to within this; perspective turns them against each other."""

SAME_WAY: Final = float(np.cos(np.radians(10)))
"""Tiles of a hand lie the same way to within this, discards lie at any angle."""

# --- what speaks against a choice of pieces, in natural logarithms of odds ---

MISSING: Final = 2.0
"""Each tile too few for a finished hand, or too many."""

LEFT_OUT: Final = 0.35
"""Each tile lying beside the hand and the same way that is left out, at most four a piece."""

ASTRAY: Final = 1.5
"""A short piece amid tiles lying at any angle: discards."""

SMALL: Final = 4.0
"""Smaller than the largest row in view, for each factor of e."""

BLURRED: Final = 1.0
"""How much doubt about the faces counts: a hand shows faces, the sides of a wall something like them."""

TURNED: Final = 2.0
"""A row upside down in the photo, half of it for one running up or down: people photograph their own hand."""

# --- bounds of the search ---

MAINS: Final = 6
"""Pieces that are tried as the longest of a hand."""

COMPANIONS: Final = 7
"""Pieces around it that may belong to it."""

MOST_SINGLES: Final = 2
"""Single tiles among them."""

MOST_IN_REACH: Final = 16
MOST_PIECES: Final = 5
MOST_CHOICES: Final = 16
MOST_OF_ONE: Final = 6
"""Choices with the same longest piece."""


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
    """Pieces that may be a hand, the Seasons that lie with them, and what speaks against it."""

    pieces: tuple[Piece, ...]
    seasons: tuple[int, ...]
    cost: float


class Table:
    """What is in view: `corners` (n, 4, 2) of tiles the way they stand, pixels, and `odds` (n, 44) of their
    faces."""

    def __init__(self, corners: npt.NDArray[np.floating], odds: npt.NDArray[np.floating]) -> None:
        odds = np.asarray(odds, np.float64)
        self.frames = Frames.of(corners)
        self._right: Floats = self.frames.right / self.frames.width[:, None]
        self._down: Flags = odds[:, FACE_DOWN.index] > 0.5
        self._season: Flags = odds[:, KINDS:FACES].sum(axis=1) > 0.5
        self._looks = odds.argmax(axis=1)
        self._no_tile: Flags = odds[:, NO_TILE] > 0.5
        self._doubt: Floats = np.minimum(-np.log(np.maximum(odds[:, :NO_TILE].max(axis=1), 1e-9)), 2.0)
        lines = [line for line in find_lines(self.frames) if not self._is_wall(line)]
        self._loose: Flags = np.ones(len(odds), np.bool_)
        self._loose[[tile for line in lines for tile in line.members if len(line) > 2]] = False
        self.pieces = [piece for line in lines for piece in self._pieces(line)]
        self._of_seasons = [bool(self._season[piece.tiles[0]]) for piece in self.pieces]
        self._rights = [self._direction(piece) for piece in self.pieces]
        self._sizes = [float(np.median(self.frames.width[list(piece.tiles)])) for piece in self.pieces]
        self._astray = [len(piece) < 4 and self._strangers(piece.tiles[0]) > 1 for piece in self.pieces]
        rows = (size for piece, size in zip(self.pieces, self._sizes, strict=True) if len(piece) > 2)
        self._largest = max(rows, default=0.0)

    def _is_wall(self, line: Line) -> bool:
        """Backs in a row, or a lonely back; only in a kong do backs lie among faces."""
        return sum(bool(self._down[tile]) for tile in line.members) > len(line) / 2

    def _pieces(self, line: Line) -> Iterator[Piece]:
        """The line cut at wide gaps, Seasons by themselves; where a Season lay, one part of the hand may
        end."""
        usual = usual_gaps(line.gaps)
        kept = [place for place, tile in enumerate(line.members) if not self._no_tile[tile]]
        seasons = [place for place in kept if self._season[line.members[place]]]
        others = [place for place in kept if not self._season[line.members[place]]]
        for places in (others, seasons):
            tiles = tuple(line.members[place] for place in places)
            gaps = [
                sum(line.gaps[k] - usual[k] for k in range(a, b)) + (SEASON_GAP if b > a + 1 else 0.0)
                for a, b in pairwise(places)
            ]
            ends = [place + 1 for place, gap in enumerate(gaps) if gap >= WIDE]
            for start, stop in pairwise([0, *ends, len(tiles)]):
                if start < stop:
                    yield Piece(tiles[start:stop], tuple(gaps[start : stop - 1]))

    def _direction(self, piece: Piece) -> Floats:
        """Which way the tiles' right is, a unit vector: the majority's, for some may lie upside down."""
        right = np.median(self._right[list(piece.tiles)], axis=0)
        return np.asarray(right / max(float(np.linalg.norm(right)), 1e-9))

    def _strangers(self, tile: int) -> int:
        """How many tiles lie close by that are in no line and do not lie the same way, as among discards."""
        near = np.hypot(*self.frames.local[tile].T) < HEAP_REACH
        turned = np.abs(self._right @ self._right[tile]) < SAME_WAY
        return int((near & self._loose & turned).sum())

    def choices(self) -> list[Choice]:
        """The likeliest choices of pieces that may be the hand, best first."""
        found: dict[tuple[int, ...], Choice] = {}
        played = [piece for piece in range(len(self.pieces)) if not self._of_seasons[piece]]
        for main in sorted(played, key=lambda piece: -len(self.pieces[piece]))[:MAINS]:
            around = self._in_reach(main)
            seasons = self._left_to_right(main, self._without_doubles(around))
            others = [piece for piece in around if not self._of_seasons[piece]]
            singles = [piece for piece in others if len(self.pieces[piece]) == 1]
            others = [piece for piece in others if piece not in singles[MOST_SINGLES:]][:COMPANIONS]
            costs = {pieces: self._cost(pieces, {main, *others}) for pieces in _with_some_of(main, others)}
            for pieces in sorted(costs, key=costs.__getitem__)[:MOST_OF_ONE]:
                if pieces not in found or costs[pieces] < found[pieces].cost:
                    chosen = tuple(self.pieces[piece] for piece in pieces)
                    found[pieces] = Choice(chosen, seasons, costs[pieces])
        return sorted(found.values(), key=lambda choice: choice.cost)[:MOST_CHOICES]

    def _cost(self, chosen: Sequence[int], around: set[int]) -> float:
        """Too few or too many tiles, some left out, or far away: not the player's finished hand."""
        counts = [len(self.pieces[piece]) for piece in chosen]
        tiles = sum(counts)
        missing = max(COMPLETE - 1 - tiles, tiles - COMPLETE - 4, 0)
        right = self._rights[chosen[counts.index(max(counts))]]
        rest = [piece for piece in around.difference(chosen) if len(self.pieces[piece]) > 1]
        orderly = [piece for piece in rest if abs(float(self._rights[piece] @ right)) > PARALLEL]
        left_out = sum(min(len(self.pieces[piece]), 4) for piece in orderly)
        size = max(self._sizes[piece] for piece in chosen)
        small = float(np.log(max(self._largest, size) / size))
        astray = sum(self._astray[piece] for piece in chosen)
        turned = (1 - float(right[0])) / 2
        doubt = sum(float(self._doubt[list(self.pieces[piece].tiles)].sum()) for piece in chosen)
        order = MISSING * missing + ASTRAY * astray + LEFT_OUT * left_out
        return order + SMALL * small + TURNED * turned + BLURRED * doubt

    def _in_reach(self, main: int) -> list[int]:
        """Pieces that lie as `main` does and close to it, or close to such a piece; the nearest first."""
        found, edge = [main], [main]
        while edge and len(found) < MOST_IN_REACH:
            piece = edge.pop(0)
            rest = (other for other in range(len(self.pieces)) if other not in found)
            near = [other for other in rest if self._adjoin(piece, other)]
            near.sort(key=lambda other: self._distance(piece, other) + 2.0 * self._astray[other])
            found += near
            edge += [other for other in near if len(self.pieces[other]) > 1 or self._of_seasons[other]]
        return found[1:]

    def _distance(self, one: int, other: int) -> float:
        there = self.frames.local[np.ix_(self.pieces[one].tiles, self.pieces[other].tiles)]
        return float(np.hypot(there[..., 0], there[..., 1]).min())

    def _adjoin(self, one: int, other: int) -> bool:
        """Whether a second piece may belong to the hand of the first: parallel, of one size, and near."""
        season, single = self._of_seasons[other], len(self.pieces[other]) == 1
        ratio = self._sizes[one] / self._sizes[other]
        most = MAX_RATIO * (CROSSWISE_RATIO if single else 1.0)
        if not 1 / most < ratio < most:
            return False
        if (season or not single) and abs(float(self._rights[one] @ self._rights[other])) < PARALLEL:
            return False
        along, across = self._apart(self.pieces[one].tiles, self.pieces[other].tiles)
        if single and not season:
            beside, ahead, above = SINGLE_REACH
            reached = ((across < SAME_LINE) & (along < beside)) | ((across < above) & (along < ahead))
            return bool(reached.any())
        if bool(((across < SAME_LINE) & (along < (ROW_REACH[0] if single else LINE_REACH))).any()):
            return True
        if season and single and self._strangers(self.pieces[other].tiles[0]):
            return False
        return bool(((across < ROW_REACH[1]) & (along < ROW_REACH[0])).any())

    def _apart(self, some: Sequence[int], others: Sequence[int]) -> tuple[Floats, Floats]:
        """(m, k) each: how far apart tiles lie, along in widths and across in heights.

        Tiles standing on a rack look short from above, so a height counts as no less than the width.
        """
        along, across = np.moveaxis(np.abs(self.frames.local[np.ix_(some, others)]), 2, 0)
        short = self.frames.height[list(some)] / self.frames.width[list(some)]
        return along, across * np.minimum(short, 1.0)[:, None]

    def _without_doubles(self, around: Sequence[int]) -> list[int]:
        """The pieces of Seasons, less single ones that look like one lying nearer (somebody else's)."""
        kept: list[int] = []
        shown = set[int]()
        for piece in around:
            looks = {int(self._looks[tile]) for tile in self.pieces[piece].tiles}
            if self._of_seasons[piece] and not (len(self.pieces[piece]) == 1 and looks <= shown):
                kept.append(piece)
                shown |= looks
        return kept

    def _left_to_right(self, main: int, pieces: Sequence[int]) -> tuple[int, ...]:
        """The tiles of some pieces in the order in which a tile of `main` sees them."""
        tiles = [tile for piece in pieces for tile in self.pieces[piece].tiles]
        seen = self.frames.local[self.pieces[main].tiles[0], :, 0]
        return tuple(sorted(tiles, key=lambda tile: float(seen[tile])))


def usual_gaps(gaps: Sequence[float]) -> list[float]:
    """What touching tiles are measured to be apart at each place of a line.

    It is not 0 where corners are loose or boxes leave out the sides of the blocks, and it drifts along a row
    seen at a slant. So it is what is usual close by, or in the whole line if that is more.
    """
    if len(gaps) < 5:
        return [min(max(min(gaps, default=0.0), -0.15), 0.1)] * len(gaps)
    everywhere = float(np.median(gaps))
    usual = []
    for place in range(len(gaps)):
        start = min(max(place - 2, 0), len(gaps) - 5)
        nearby = sorted(gap for k, gap in enumerate(gaps[start : start + 5], start) if k != place)
        at_an_end = place < 2 or place >= len(gaps) - 2
        # Amid sets of three, two of the four gaps nearby are wide; at an end the drift is strongest.
        here = (nearby[1] + nearby[2]) / 2 if at_an_end else nearby[1]
        usual.append(min(max(here, everywhere, -0.15), MOST_USUAL))
    return usual


def _with_some_of(main: int, others: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """`main` alone, and with every few of the others."""
    for count in range(min(MOST_PIECES, len(others) + 1)):
        for some in combinations(others, count):
            yield tuple(sorted((main, *some)))
