"""The likeliest hand that can exist, decoded over all its tiles together.

The probabilities of each tile are taken as independent; the rules of the game say what cannot be: a fifth
tile of a kind, a Season twice. `decode` finds the faces of greatest probability that break neither rule and
make every exposed group a set, exactly: best-first over what the exposed groups can be and, for each such
choice, the other tiles as an assignment problem with four places for each kind. Fourteen tiles that are only
just no complete hand are then given the benefit of the doubt. Whatever the rules changed is reported, so that
nothing is rewritten silently.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.grouping import Pattern, pack, pattern_pairs, sets_and_pairs
from scoring.tiles import FACE_DOWN, SHOWN, TILES, Tile
from vision.arrays import Floats
from vision.hand.arrangement import Arrangement
from vision.hand.layout import BACK
from vision.hand.sets import COPIES, MOST_DOWN, Option, TileCosts
from vision.hand.table import COMPLETE
from vision.probabilities import FACES, KINDS

BENEFIT: Final = 3.0
"""A complete hand may cost this much more than the likeliest faces: finished hands mostly are complete."""

IRREGULAR: Final = 7.0
"""What it costs to leave an exposed group the faces it seems to show although they are no set."""

MOST_TRIES: Final = 500
"""Labellings tried for a complete hand. Where so many are about as likely, none of them is worth trusting."""

_ROUNDING: Final = 1e-9
"""Costs that differ by less are the same, added up in another order."""

_PATTERNS: Final[tuple[Pattern, ...]] = ("orphans", "twins")
_STOCK: Final = np.array([1 if tile.is_season else COPIES for tile in TILES])
"""How many of each face a set of tiles holds."""

Stock = npt.NDArray[np.int_]
"""(k,): how many of each face there are."""

Labelling = dict[int, int]
"""Tile number -> number of its face; 42 is face down."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A face for each tile of an arrangement."""

    faces: dict[int, Tile]
    """Tile number -> face."""
    doubted: frozenset[int]
    """Tiles of which there seem to be too many of a kind; which of them is misread, nobody can tell."""
    irregular: frozenset[int]
    """Tiles of exposed groups that are no set."""
    complete: bool
    """Whether the tiles are a complete hand."""
    cost: float
    """What speaks against the hand beyond its arrangement: the tiles changed, or a set that it lacks."""


def decode(arrangement: Arrangement, costs: TileCosts) -> Decoded:
    """The likeliest faces for an arrangement's tiles that the rules allow."""
    seasons = list(arrangement.seasons)
    season_faces, season_cost = assign(costs.costs[seasons, KINDS:FACES], _STOCK[KINDS:])
    faces = dict(zip(seasons, (face + KINDS for face in season_faces), strict=True))
    played = decode_played(arrangement, costs)
    faces |= played.faces
    complete = is_complete(arrangement, faces)
    cost = season_cost + played.cost
    if arrangement.counted == COMPLETE and not complete:
        completed = complete_hand(arrangement, faces, costs)
        complete = completed is not None
        faces, more = completed or (faces, BENEFIT)
        cost += more
    looks = {tile: int(costs.costs[tile].argmin()) for tile in faces}
    return Decoded(
        faces={tile: SHOWN[face] for tile, face in faces.items()},
        doubted=_crowded(arrangement, looks),
        irregular=played.irregular,
        complete=complete,
        cost=cost,
    )


@dataclass(frozen=True, slots=True)
class Played:
    """Faces of all tiles but the Seasons; the cost beyond what the arrangement's own has in
    it: each group's best set, each other tile as it looks."""

    faces: Labelling
    cost: float
    irregular: frozenset[int]
    """Tiles of exposed groups that are no set."""


def decode_played(arrangement: Arrangement, costs: TileCosts) -> Played:
    """The likeliest faces of exposed groups and concealed tiles, no kind more than four times.

    Choices of a set for every group, or of none, come in order of what they cost at least: the sets, and the
    other tiles as if the sets took none of their faces. Each is then priced with all tiles, until what the
    next one costs at least is no less than what the best so far does.
    """
    groups = [group for group in arrangement.exposed if len(group) in (3, 4)]
    grouped = {tile for group in groups for tile in group}
    loose = sorted(arrangement.tiles - grouped - set(arrangement.seasons))
    options = [_options(group, costs) for group in groups]
    prices = _loose_costs(loose, costs)
    known = sum(min(likely[0].cost, IRREGULAR) for likely in options) + float(prices.min(axis=1).sum())
    _, least = assign(prices, np.append(_STOCK[:KINDS], len(costs.costs)))
    best: tuple[float, tuple[int, ...]] = (np.inf, ())
    chosen: list[Option] = []
    faces: Labelling = {}
    for sets, choice in k_best([[option.cost for option in likely] for likely in options]):
        if sets + least > best[0] - _ROUNDING:
            break
        tried = [likely[place] for likely, place in zip(options, choice, strict=True)]
        shown, cost = _price(groups, tried, loose, costs)
        if (cost, choice) < best:
            best, chosen, faces = (cost, choice), tried, shown
    regular = (group for group, option in zip(groups, chosen, strict=True) if option.faces)
    irregular = frozenset[int]().union(*arrangement.exposed).difference(*regular)
    return Played(faces, best[0] - known, irregular)


def _options(group: tuple[int, ...], costs: TileCosts) -> list[Option]:
    """The sets that an exposed group may be and, last, no set at all, for what that costs and the faces of
    its tiles by themselves."""
    none = Option(IRREGULAR + float(_loose_costs(group, costs).min(axis=1).sum()), (), ())
    return [*costs.options(group, none.cost), none]


def _price(
    groups: Sequence[tuple[int, ...]], chosen: Sequence[Option], loose: Sequence[int], costs: TileCosts
) -> tuple[Labelling, float]:
    """Faces for all tiles once the groups' sets are chosen, and what all that costs."""
    stock = np.append(_STOCK[:KINDS], len(costs.costs))
    faces: Labelling = {}
    free = list(loose)
    for group, option in zip(groups, chosen, strict=True):
        np.subtract.at(stock, list(option.uses), 1)
        faces |= dict(zip(group, option.faces, strict=False))
        free += [] if option.faces else group
    if stock.min() < 0:
        return faces, np.inf
    found, cost = assign(_loose_costs(free, costs), stock)
    faces |= {tile: face if face < KINDS else FACE_DOWN.index for tile, face in zip(free, found, strict=True)}
    return faces, cost + sum(option.cost if option.faces else IRREGULAR for option in chosen)


def _loose_costs(tiles: Sequence[int], costs: TileCosts) -> Floats:
    """(n, 35): tiles outside the sets as each kind and, which is rare there, face down."""
    prices = costs.costs[np.ix_(tiles, [*range(KINDS), FACE_DOWN.index])]
    prices[:, KINDS] += BACK
    return prices


def k_best(costs: Sequence[Sequence[float]]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """All ways to choose one of each row of ascending costs, in the order of their sums.

    >>> [choice for _, choice in k_best([[0, 5], [0, 1, 7]])][:4]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    queue = [(sum(row[0] for row in costs), (0,) * len(costs), 0)]
    while queue:
        cost, choice, first = heapq.heappop(queue)
        yield cost, choice
        # Only rows from the one raised last are raised, so that every choice is reached on one path.
        for row in range(first, len(costs)):
            raised = choice[row] + 1
            if raised < len(costs[row]):
                more = cost - costs[row][raised - 1] + costs[row][raised]
                heapq.heappush(queue, (more, (*choice[:row], raised, *choice[row + 1 :]), row))


def assign(costs: Floats, stock: Stock) -> tuple[list[int], float]:
    """The cheapest choice of a column for each row that takes no column more often than its stock.

    `costs` (n, k), `stock` (k,); infinite when the stock is too small. The Hungarian method, with as many
    columns as there are pieces in stock; where the cheapest columns suffice, there is nothing to do.
    """
    cheapest = costs.argmin(axis=1)
    if (np.bincount(cheapest, minlength=len(stock)) <= stock).all():
        return cheapest.tolist(), float(costs.min(axis=1).sum())
    columns = np.repeat(np.arange(len(stock)), np.minimum(stock, len(costs)))
    if len(columns) < len(costs):
        return cheapest.tolist(), np.inf
    chosen = columns[_hungarian(costs[:, columns])]
    return chosen.tolist(), float(costs[np.arange(len(costs)), chosen].sum())


def _hungarian(costs: Floats) -> npt.NDArray[np.int_]:
    """The cheapest assignment of each row to a column of its own; `costs` (n, m) with n <= m.

    Shortest augmenting paths with potentials (Jonker and Volgenant, 1987), one row at a time: O(n² m). Rows
    that find a cheapest column free take it, so that paths are sought only for those in conflict.
    """
    rows, columns = costs.shape
    of_row, of_column = costs.min(axis=1), np.zeros(columns + 1)
    taken_by = np.full(columns + 1, -1)
    in_conflict = []
    for row in range(rows):
        free = np.flatnonzero((costs[row] == of_row[row]) & (taken_by[:columns] < 0))
        if len(free):
            taken_by[free[0]] = row
        else:
            in_conflict.append(row)
    for row in in_conflict:
        taken_by[columns] = row  # a column that is none: where the path starts
        column, slack = columns, np.full(columns, np.inf)
        before, done = np.full(columns, columns), np.zeros(columns + 1, np.bool_)
        while taken_by[column] >= 0:
            done[column] = True
            here = taken_by[column]
            reduced = costs[here] - of_row[here] - of_column[:columns]
            shorter = ~done[:columns] & (reduced < slack)
            slack[shorter], before[shorter] = reduced[shorter], column
            open_slack = np.where(done[:columns], np.inf, slack)
            following = int(open_slack.argmin())
            step = open_slack[following]
            of_row[taken_by[done]] += step
            of_column[done] -= step
            slack[~done[:columns]] -= step
            column = following
        while column != columns:
            taken_by[column] = taken_by[before[column]]
            column = int(before[column])
    return np.argsort(np.where(taken_by[:columns] < 0, rows, taken_by[:columns]), kind="stable")[:rows]


def complete_hand(
    arrangement: Arrangement, faces: Labelling, costs: TileCosts
) -> tuple[Labelling, float] | None:
    """The likeliest faces for the concealed tiles that make the hand complete, and what more they cost.

    None when it would cost more than `BENEFIT`. The exposed sets stay as they are.
    """
    if not _may_be_complete(arrangement, faces):
        return None
    loose = list(arrangement.loose)
    prices = costs.costs[loose, :KINDS]
    now = float(costs.costs[loose, [faces[tile] for tile in loose]].sum())
    ranked = prices.argsort(axis=1, kind="stable")
    prices = np.take_along_axis(prices, ranked, axis=1)
    rows = [row[row <= row[0] + now + BENEFIT].tolist() for row in prices]
    kinds = ranked.tolist()
    for tries, (cost, choice) in enumerate(k_best(rows)):
        if cost > now + BENEFIT or tries == MOST_TRIES:
            break
        chosen = [kinds[row][place] for row, place in enumerate(choice)]
        if _completes(chosen, arrangement):
            found = faces | dict(zip(loose, chosen, strict=True))
            if not too_many(arrangement, found):
                return found, cost - now
    return None


def completions(arrangement: Arrangement, faces: Mapping[int, Tile]) -> dict[int, frozenset[Tile]]:
    """Those of the concealed tiles one of which is probably misread: alone in the place of each, some other
    faces would make fourteen tiles a complete hand, and who lays down fourteen has won. Empty when the hand
    is complete, has fewer tiles or lacks more, or when four alike may be a kong, which counts as three."""
    read = {tile: face.index for tile, face in faces.items()}
    copies = Counter(read[tile] for tile in arrangement.loose)
    if COPIES in copies.values() or is_complete(arrangement, read) or not _may_be_complete(arrangement, read):
        return {}
    found: dict[int, frozenset[Tile]] = {}
    for tile in arrangement.loose:
        instead = ((kind, read | {tile: kind}) for kind in range(KINDS))
        kinds = [kind for kind, other in instead if is_possible_and_complete(arrangement, other)]
        if kinds:
            found[tile] = frozenset(TILES[kind] for kind in kinds)
    return found


def is_possible_and_complete(arrangement: Arrangement, faces: Labelling) -> bool:
    """Whether the arrangement with these faces is complete, and of no more tiles of a kind than there are."""
    return is_complete(arrangement, faces) and not too_many(arrangement, faces)


def is_complete(arrangement: Arrangement, faces: Labelling) -> bool:
    """Whether the arrangement with these faces is four sets and a pair, thirteen orphans or seven twins."""
    loose = [faces[tile] for tile in arrangement.loose]
    return _may_be_complete(arrangement, faces) and _completes(loose, arrangement)


def _may_be_complete(arrangement: Arrangement, faces: Labelling) -> bool:
    """Whether all but the concealed tiles is as in a complete hand."""
    sets = ([faces[tile] for tile in group] for group in arrangement.exposed)
    return arrangement.counted == COMPLETE and all(is_set(group) for group in sets)


def _completes(loose: Sequence[int], arrangement: Arrangement) -> bool:
    """Whether these faces of the concealed tiles complete exposed sets that are right."""
    if max([*loose, 0]) >= KINDS or max(Counter(loose).values(), default=0) > COPIES:
        return False
    parts = pack(TILES[face] for face in loose)
    if sets_and_pairs(parts, pairs=1):
        return True
    return not arrangement.exposed and any(pattern_pairs(parts, pattern) for pattern in _PATTERNS)


def is_set(faces: Sequence[int]) -> bool:
    """Whether these faces, in any order, are a run, a pung, or a kong with at most two face down."""
    shown, down = sorted(set(faces) - {FACE_DOWN.index}), faces.count(FACE_DOWN.index)
    if len(shown) == 1:
        return (len(faces) == 4 and down <= MOST_DOWN) or (len(faces) == 3 and down == 0)
    first = shown[0] if shown else FACE_DOWN.index
    return (
        len(faces) == 3
        and shown == [first, first + 1, first + 2]
        and first < KINDS
        and TILES[first].is_suit
        and TILES[first].number <= 7
    )


def too_many(arrangement: Arrangement, faces: Labelling) -> set[int]:
    """Faces that occur more often than a set of tiles holds them, the hidden ones of a kong included."""
    counts = Counter(faces.values())
    for group in arrangement.exposed:
        shown = {faces[tile] for tile in group} - {FACE_DOWN.index}
        if len(group) == 4 and len(shown) == 1:
            counts[shown.pop()] += sum(faces[tile] == FACE_DOWN.index for tile in group)
    return {face for face, count in counts.items() if face < FACES and count > _STOCK[face]}


def _crowded(arrangement: Arrangement, looks: Labelling) -> frozenset[int]:
    """Tiles that look like a face of which there seem to be too many."""
    crowded = too_many(arrangement, looks)
    return frozenset(tile for tile, face in looks.items() if face in crowded)
