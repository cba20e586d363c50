"""The hands that a table may show, from how tiles lie, what they look like and what the rules allow,
together.

Layout takes every detection for what it most likely is: nothing, a Season, or a tile to play with. Where
that is in doubt beside the hand, the other possibilities are tried as well, in the order of their odds: a
die at the end of the row that makes it one tile too long, a Season that the hand lacks a tile without.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.infer import Decoded, decode, k_best
from vision.layout import Arrangement, arrange
from vision.lines import Floats, Frames
from vision.sets import FACES, FLOOR, KINDS, NO_TILE, TileCosts

DOUBT: Final = 3.0
"""What else a detection may be is tried when it costs no more than this: one chance in twenty."""

NEAR: Final = 2.5
"""Tile widths from the hand within which doubtful detections matter."""

HYPOTHESES: Final = 6

_NATURES: Final = ((*range(KINDS), FACE_DOWN.index), tuple(range(KINDS, FACES)), (NO_TILE,))
"""The columns of the odds that speak for a tile to play with, for a Season and for nothing."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand found on the table: how its tiles lie, and what they are."""

    arrangement: Arrangement
    decoded: Decoded
    changed: frozenset[int]
    """Tiles that by themselves look like something else than they were read as."""
    cost: float
    """What speaks against this hand; the least is the likeliest."""

    @property
    def unsure(self) -> frozenset[int]:
        """Tiles that a person should look at, however sure they seem by themselves."""
        return self.changed | self.decoded.doubted


def find_hands(corners: npt.NDArray[np.floating], odds: npt.NDArray[np.floating]) -> list[Hand]:
    """All hands and ways to see them that are likely at all, best first.

    `corners` (n, 4, 2): each tile's top-left, top-right, bottom-right and bottom-left, pixels. `odds` (n,
    44).
    """
    seen = np.asarray(odds, np.float64)
    hands = sorted(_hands_of(corners, seen, seen, 0.0), key=_cost)
    if hands:
        near = _near(corners, hands[0].arrangement)
        for cost, hypothesis in islice(_hypotheses(seen, near), 1, HYPOTHESES):
            hands += _hands_of(corners, seen, hypothesis, cost)
    return sorted(hands, key=_cost)


def _hands_of(
    corners: npt.NDArray[np.floating], odds: Floats, hypothesis: Floats, cost: float
) -> Iterator[Hand]:
    costs = TileCosts(hypothesis)
    looks = odds[:, :NO_TILE].argmax(axis=1)
    for arrangement in arrange(corners, hypothesis):
        decoded = decode(arrangement, costs)
        changed = frozenset(tile for tile, face in decoded.faces.items() if face.index != looks[tile])
        yield Hand(arrangement, decoded, changed, cost + arrangement.cost + decoded.cost)


def _cost(hand: Hand) -> float:
    return hand.cost


def _near(corners: npt.NDArray[np.floating], arrangement: Arrangement) -> list[int]:
    """Detections that are of the hand or lie beside it."""
    local = Frames.of(corners).local[sorted(arrangement.tiles)]
    return [int(tile) for tile in np.flatnonzero((np.hypot(local[..., 0], local[..., 1]) < NEAR).any(axis=0))]


def _hypotheses(odds: Floats, near: list[int]) -> Iterator[tuple[float, Floats]]:
    """What the doubtful among some detections may be, likeliest first: what it costs, and the odds given
    that."""
    costs = np.stack(
        [-np.log(np.maximum(odds[:, list(nature)].sum(axis=1), FLOOR)) for nature in _NATURES], axis=1
    )
    costs -= costs.min(axis=1, keepdims=True)
    doubtful = [tile for tile in near if np.sort(costs[tile])[1] <= DOUBT]
    natures = [np.argsort(costs[tile], kind="stable") for tile in doubtful]
    rows = [costs[tile, order].tolist() for tile, order in zip(doubtful, natures, strict=True)]
    for cost, choice in k_best(rows):
        if cost > DOUBT:
            return
        given = odds.copy()
        for tile, order, chosen in zip(doubtful, natures, choice, strict=True):
            columns = list(_NATURES[order[chosen]])
            given[tile] = 0.0
            given[tile, columns] = odds[tile, columns] / max(float(odds[tile, columns].sum()), FLOOR)
        yield cost, given
