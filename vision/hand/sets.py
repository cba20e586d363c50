"""How well tiles fit together as a run, a pung or a kong, given the probabilities of each of them.

Costs are negative log-likelihoods (natural logarithms), so that they add up: 0 for what is likeliest, 3 for
something twenty times less likely.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN, TILES
from vision.arrays import Floats
from vision.probabilities import KINDS, NO_TILE, WHITE_DRAGON

COPIES: Final = 4
"""A set of tiles holds so many of each of the 34 kinds, and one of each Season."""

MOST_DOWN: Final = 2
"""Tiles of a kong that are laid face down: one or two, to say how it came about."""

BARE: Final = 2.0
"""What it costs that a bare tile among the faces of a kong is a back and no white dragon: tiles cut from one
piece have backs like bare faces, so that only the faces around it tell."""

FLOOR: Final = 1e-6
"""Probabilities are never taken for smaller: no network is that sure of what a tile is not."""

_STARTS: Final = np.array([tile.index for tile in TILES if tile.is_suit and tile.number <= 7], dtype=np.int64)
_RUNS: Final = _STARTS[:, None, None] + np.array(list(permutations(range(3))))[None]
"""(21, 6, 3): the faces of each run in each order."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a group of tiles can be: a face for each (42 is face down), and what that costs."""

    cost: float
    faces: tuple[int, ...]
    uses: tuple[int, ...]
    """The faces taken out of the set of tiles: those of a kong are four, however many lie face down."""


class TileCosts:
    """What each tile costs to be each face, and each group to be each set.

    `probabilities` is (n, 44): 42 faces, face down, no tile. Costs count from the likeliest thing that is a
    tile.
    """

    def __init__(self, probabilities: npt.NDArray[np.floating]) -> None:
        logs = -np.log(np.maximum(np.asarray(probabilities, np.float64), FLOOR))
        self.costs: Floats = logs[:, :NO_TILE] - logs[:, :NO_TILE].min(axis=1, keepdims=True)
        """(n, 43)"""
        self._down: Floats = np.minimum(self.costs[:, FACE_DOWN.index], self.costs[:, WHITE_DRAGON] + BARE)
        """(n,): as a tile of a kong laid face down"""

    def set_costs(self, groups: npt.NDArray[np.integer]) -> Floats:
        """What the best set costs that three or four tiles make: for groups (m, 3) or (m, 4), (m,)."""
        if groups.shape[1] == 4:
            return np.asarray(self._kongs(groups).min(axis=1))
        pungs, runs = self._pungs(groups).min(axis=1), self._runs(groups).min(axis=(1, 2))
        return np.asarray(np.minimum(pungs, runs))

    def _pungs(self, groups: npt.NDArray[np.integer]) -> Floats:
        """(m, 34)"""
        return np.asarray(self.costs[groups, :KINDS].sum(axis=1))

    def _runs(self, groups: npt.NDArray[np.integer]) -> Floats:
        """(m, 21, 6): each run in each order."""
        return np.asarray(self.costs[groups[:, None, None], _RUNS].sum(axis=3))

    def _kongs(self, groups: npt.NDArray[np.integer]) -> Floats:
        """(m, 34): one or two of the four may lie face down."""
        seen = self.costs[groups, :KINDS]
        saved = np.sort(np.maximum(seen - self._down[groups, None], 0.0), axis=1)
        return np.asarray(seen.sum(axis=1) - saved[:, -MOST_DOWN:].sum(axis=1))

    def options(self, tiles: tuple[int, ...], limit: float) -> list[Option]:
        """Every set that three or four tiles can be at a cost below `limit`, the likeliest first."""
        found: list[Option] = []
        group = np.array([tiles])
        if len(tiles) == 4:
            costs = self._kongs(group)[0]
            found += [self._kong(tiles, kind, float(costs[kind])) for kind in _below(limit, costs)]
        else:
            costs = self._pungs(group)[0]
            found += [Option(float(costs[k]), (k,) * 3, (k,) * 3) for k in _below(limit, costs)]
            orders = self._runs(group)[0]
            costs = orders.min(axis=1)
            for run in _below(limit, costs):
                faces = tuple(int(face) for face in _RUNS[run, orders[run].argmin()])
                found.append(Option(float(costs[run]), faces, faces))
        return sorted(found, key=lambda option: option.cost)

    def _kong(self, tiles: tuple[int, ...], kind: int, cost: float) -> Option:
        saved = self.costs[list(tiles), kind] - self._down[list(tiles)]
        down = [place for place in np.argsort(-saved, kind="stable")[:MOST_DOWN] if saved[place] > 0]
        faces = tuple(FACE_DOWN.index if place in down else kind for place in range(4))
        return Option(cost, faces, (kind,) * 4)


def _below(limit: float, costs: Floats) -> list[int]:
    return [int(place) for place in np.flatnonzero(costs < limit)]
