"""Which of the Seasons in view are those of a hand.

They lie behind its exposed sets, at the end of a row, or by themselves close by. Around it lie Seasons of
other players, discards, and motifs of the cloth that look like Seasons. How much each of a few things that
can be measured says for or against one was learnt from rendered tables, by `models.train_belonging`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Flags, Floats, Indices
from vision.hand.ground import CROSSWISE, Ground, heading, without
from vision.probabilities import FACES, KINDS, NO_TILE, is_season, is_tile

BY: Final = 2.0
"""Within this distance, measured by a Season, lie the Seasons that lie by it."""

AROUND: Final = 2.5
"""The same for other tiles around it."""

FAR: Final = 12.0
"""A Season further than this from all tiles of a hand, as they measure, is not of it: all eight and some free
space at the end of a row."""

CLOSE: Final = 1.5
"""Tile heights across up to which a Season may lie at any angle to the row."""

IN_FRONT: Final = 4.0
"""The same of one that lies crosswise on the player's own side of the row, where nobody else lays any."""

BESIDE: Final = 4.0
"""Tile widths along the row up to which one that lies crosswise is of the hand. Left and right neighbours
lay theirs so, now and then level with the row: from here on it is only spoken of. Of 1,600 tables laid by
chance, half of whose neighbours have Seasons, 1,486 are read rightly instead of 1,164, with the true faces,
and eleven of the others without a word instead of 180."""

BEHIND: Final = 2.5
"""Tile heights across up to which one that lies crosswise behind the row is spoken of: there discards lie,
and now and then the hand's own. Of 87 tables whose Seasons lie so two are read without a word instead of 67,
and of 235 drawn hands none says more."""

ASKEW: Final = 20.0
"""Degrees that a Season further away may be turned against the row. To the left and the right other players
lay theirs down crosswise: of 721 things turned more that look like Seasons on 2,168 rendered tables none is
of the hand, and of those that are none is turned more than 15 degrees."""

NOTHING: Final = 0.3
"""Probability of being nothing beyond which a thing lying at an angle is no discard: some trace on the cloth,
the edge of a mat."""

SUREST: Final = 3e-4
"""The probability of being nothing is never believed to be less: a discard is as surely some thing as the
hand's."""

TURN: Final = 10.0
MOST_TURNED: Final = 3.0
"""Degrees by which a Season is turned against the row that count one, and how much counts at most."""

MOST: Final = {"others in line": 3, "others by it": 2, "tiles around it": 3, "things at an angle": 3}
"""So many of these count."""

WEIGHTS: Final = {
    "some thing": 1.42,
    "rows away": -1.73,
    "others in line": 0.48,
    "others by it": 2.32,
    "tiles around it": -0.50,
    "things at an angle": -2.03,
    "other size": -6.72,
    "turned": -1.15,
    "others elsewhere": -3.37,
}
"""For each thing that `Belonging.evidence` measures, how much it adds to the log odds of a Season, by
logistic regression. Of 3,000 things that they were learnt from 16 are taken wrongly; of 1,595 rendered hands
that they were not learnt from as many come out exactly as with weights that had learnt from their faces as
well."""

BIAS: Final = -1.10
"""The log odds of a Season of which all of them are 0."""

DOUBTFUL: Final = 2.0
"""A Season for which no more speaks may as well be another's: of 23 such ones that the weights were learnt
from 16 are of the hand, of 2,641 others 2,639."""

NEARLY: Final = -2.0
"""A Season for which more than this speaks may be of the hand all the same. Of 1,598 rendered hands 23 have
such a one, and eleven of these lack a Season; were each heard by itself, 21 and nine."""


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """Seasons that lie beside the played tiles of a hand."""

    seasons: Indices
    """(k,)"""
    nearest: Indices
    """(k,): the tile of the hand that lies nearest to each."""
    away: Floats
    """(2, k): how far away from it, tile widths along its row and tile heights across, as that sees it."""
    turned: Floats
    """(k,): degrees that each is turned against the row of that tile, or another of the hand's that runs in
    another direction."""

    def __len__(self) -> int:
        return len(self.seasons)

    def some(self, chosen: Flags) -> "Beside":
        """Those that are `chosen` (k,)."""
        return Beside(self.seasons[chosen], self.nearest[chosen], self.away[:, chosen], self.turned[chosen])


class Belonging:
    """Things lying on the `ground`, with `probabilities` (n, 44) of what they are."""

    def __init__(self, ground: Ground, probabilities: npt.NDArray[np.floating]) -> None:
        self._ground = ground
        self._nothing = np.asarray(probabilities[:, NO_TILE], np.float64)
        self._seasons: Flags = is_season(probabilities)
        self._tiles: Flags = is_tile(probabilities) & ~self._seasons
        self._lines = np.zeros(len(probabilities), np.int64)
        for number, line in enumerate(ground.lines):
            self._lines[list(line.members)] = number

    def seasons_of(self, played: Sequence[int]) -> dict[int, float]:
        """The Seasons of the hand of which these tiles are played, at most eight, left to right as one of
        these that lies by them stands, and what speaks for each."""
        candidates = self.candidates(played)
        beside, belief = self._likely(played, candidates, np.zeros(len(candidates), np.bool_), 0.0)
        if not len(beside):
            return {}
        likeliest = np.argsort(-belief, kind="stable")[: FACES - KINDS]
        along = self._ground.frames.local[beside.nearest[0], beside.seasons, 0]
        ordered = sorted(likeliest, key=along.__getitem__)
        return {int(beside.seasons[k]): float(belief[k]) for k in ordered}

    def nearly(self, played: Sequence[int], chosen: Sequence[int]) -> list[int]:
        """The Seasons that are not `chosen` for the hand of which these tiles are played, and for which
        nearly as much speaks, beside those that are and each other."""
        candidates = self.candidates(played, BEHIND)
        beside, _ = self._likely(played, candidates, np.isin(candidates.seasons, chosen), NEARLY)
        return [season for season in beside.seasons.tolist() if season not in chosen]

    def _likely(
        self, played: Sequence[int], candidates: Beside, mine: Flags, least: float
    ) -> tuple[Beside, Floats]:
        """The candidates that are `mine` (c,) and those for which more than the `least` speaks beside them,
        and what does for each. Those that are not of the hand do not speak for others."""
        kept = np.ones(len(candidates), np.bool_)
        while True:
            beside = candidates.some(kept)
            belief = self._belief(played, beside, candidates)
            unlikely = ~mine[kept] & (belief <= least)
            if not unlikely.any():
                return beside, belief
            kept[kept] = ~unlikely

    def _belief(self, played: Sequence[int], beside: Beside, candidates: Beside) -> Floats:
        """(k,): what speaks for each of some Seasons of the `candidates`, by themselves beside the hand."""
        belief = self.evidence(played, beside, candidates) @ np.array(list(WEIGHTS.values())) + BIAS
        return np.asarray(np.where(self._far_along(beside), np.minimum(belief, NEARLY / 2), belief))

    def _far_along(self, beside: Beside) -> Flags:
        """(k,): which Seasons lie crosswise beyond the end of the row, level with it, and too far off for the
        hand's, with none nearer by them that leads up to them."""
        along, across = beside.away
        far: Flags = (along > BESIDE) & (across <= CLOSE) & (beside.turned > ASKEW)
        by_it = self._ground.distance[np.ix_(beside.seasons, beside.seasons)] < BY
        for _ in range(int(far.sum())):
            far = far & ~(by_it & ~far).any(axis=1)
        return far

    def candidates(self, played: Sequence[int], behind: float = CLOSE) -> Beside:
        """The Seasons in view that are none of these tiles, are not `FAR` from every one of them, and lie as
        their rows do, `CLOSE` to one at any angle, or crosswise up to so many tile heights `behind` it or
        `IN_FRONT` of it."""
        seasons: Indices = np.flatnonzero(without(self._seasons, played))
        played = self._along_the_rows(played)
        away = self._seen_by(played, seasons)
        distance = np.hypot(*away)
        within = (distance <= FAR).any(axis=0)
        first, seasons = distance[:, within].argmin(axis=0), seasons[within]
        nearest = np.array(played)[first]
        _, across = away = away[:, first, np.flatnonzero(within)]
        turned = self._turned(played, nearest, seasons)
        # What lies crosswise a row away is the neighbours', but for what lies on the player's own side.
        mine = self._ground.frames.local[nearest, seasons, 1] < 0
        mine &= (across <= IN_FRONT) & (turned >= 90 - ASKEW)
        near = Beside(seasons, nearest, away, turned)
        crosswise = (across <= behind) & (turned >= 90 - ASKEW)
        return near.some((across <= CLOSE) | (turned <= ASKEW) | mine | crosswise)

    def _along_the_rows(self, played: Sequence[int]) -> list[int]:
        """Those of the tiles that do not lie crosswise, be it by themselves or in a row: to these what lies
        along the rows lies across."""
        tiles = np.array(played)
        rights, lines = self._ground.right[tiles], self._lines[tiles]
        along = np.abs(rights @ heading(rights)) >= CROSSWISE
        along |= (np.bincount(lines)[lines] > 1) & ~self._ground.crosswise[tiles]
        return tiles[along].tolist() or list(played)

    def evidence(self, played: Sequence[int], beside: Beside, candidates: Beside) -> Floats:
        """(k, 9): what `WEIGHTS` names, in its order, for each of some Seasons of the `candidates`, by
        themselves beside the played tiles of a hand. A few look like Seasons in many a pattern, but then
        others do as well."""
        ground, frames, seasons = self._ground, self._ground.frames, beside.seasons
        others = ~np.eye(len(seasons), dtype=np.bool_)
        tiles = without(self._tiles, played)
        in_line = (others & np.equal.outer(self._lines[seasons], self._lines[seasons])).sum(axis=1)
        elsewhere = np.not_equal.outer(self._lines[seasons], self._lines[candidates.seasons]).sum(axis=1)
        away = ground.distance[seasons]
        by_it = ((away[:, seasons] < BY) & others).sum(axis=1)
        around = ((away < AROUND) & tiles).sum(axis=1)
        at_an_angle = ground.strange[seasons] & without(self._nothing <= NOTHING, played)
        at_an_angle &= np.not_equal.outer(self._lines[seasons], self._lines)
        side = frames.log_side
        nothing = np.clip(self._nothing[seasons], SUREST, 1 - SUREST)
        counted = {
            "others in line": in_line,
            "others by it": by_it,
            "tiles around it": around,
            "things at an angle": at_an_angle.sum(axis=1),
        }
        measured = {
            "some thing": np.log(1 / nothing - 1),
            "rows away": beside.away[1],
            **{name: np.minimum(count, MOST[name]) for name, count in counted.items()},
            "other size": np.abs(side[seasons] - side[beside.nearest]),
            "turned": np.minimum(beside.turned / TURN, MOST_TURNED),
            "others elsewhere": np.log1p(elsewhere),
        }
        return np.stack([measured[name] for name in WEIGHTS], axis=1)

    def _seen_by(self, played: Sequence[int], seasons: Indices) -> Floats:
        """(2, p, k): how far away each Season lies, along and across, as each of these tiles sees it. Tiles
        standing on a rack look short from above, so a height counts as no less than the width."""
        tiles, frames = list(played), self._ground.frames
        along, across = np.abs(np.moveaxis(frames.local[tiles][:, seasons], 2, 0))
        return np.stack([along, across * np.minimum(frames.height / frames.width, 1.0)[tiles, None]])

    def _turned(self, played: Sequence[int], nearest: Indices, seasons: Indices) -> Floats:
        """(k,): degrees that each Season is turned against the row of the `nearest` (k,) of these tiles, or
        against one of theirs that runs in another direction."""
        tiles, right = np.array(played), self._ground.right
        numbers, lines, counts = np.unique(self._lines[tiles], return_inverse=True, return_counts=True)
        headings = np.array([heading(right[tiles[lines == line]]) for line in range(len(numbers))])
        own = np.equal.outer(numbers, self._lines[nearest])
        otherwise = _angles(headings, headings[own.argmax(axis=0)]) > ASKEW
        otherwise &= counts[:, None] > 1
        return np.asarray(np.where(own | otherwise, _angles(headings, right[seasons]), np.inf).min(axis=0))


def _angles(some: Floats, others: Floats) -> Floats:
    """(n, m): degrees between the axes of directions (n, 2) and (m, 2) of length 1."""
    return np.asarray(np.degrees(np.arccos(np.minimum(np.abs(some @ others.T), 1.0))))
