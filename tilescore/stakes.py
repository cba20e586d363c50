"""Which open points a score hangs on, found by trying them.

A point is harmless only when no choice of it changes the total, whether the other points stand as
proposed or any one of them goes another way. Trying two at a time is what finds the pair of fives that
was a pair of eights, and the seat that matters only if the doubtful wind is South. What the bound on
trials leaves untried counts as mattering.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Worth = Callable[[Mapping[str, str]], int | None]
"""The total with some points changed ({id: choice}); None when no such hand can be scored."""

MAX_TRIALS: Final = 1500
"""Hands scored for one answer, at 0.15 to 0.4 ms each: enough to try each two of eight doubtful tiles with
seven alternatives each."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something that may be one way or another; `proposed` is what stands until somebody says otherwise.

    It is one of the choices, unless an edit has made it impossible.
    """

    id: str
    choices: tuple[str, ...]
    proposed: str


@dataclass(frozen=True, slots=True, order=True)
class Stake:
    """How much hangs on a point: by itself, or (`alone` false) only together with another point."""

    alone: bool
    points: int


def stakes(points: Sequence[Point], worth: Worth, max_trials: int = MAX_TRIALS) -> dict[str, Stake]:
    """The points that matter, by id, with what hangs on each.

    When `worth` has been called `max_trials` times, the choices that are being tried are the last.
    """
    trials = _Trials(worth, max_trials)
    base = trials.total({})
    found: dict[str, Stake] = {}
    for point in points:
        if trials.left <= 0:
            found[point.id] = _UNTRIED
            continue
        spread = span(trials.row(point, {}), point, base)
        if spread is not None:
            found[point.id] = Stake(True, spread)
    for point in points:
        if point.id in found:
            continue
        spread = _joint_spread(point, points, trials, base)
        if spread is not None:
            found[point.id] = Stake(False, spread)
    return found


_UNTRIED: Final = Stake(False, 0)


class _Trials:
    """The totals found so far, each worked out once, and how many may yet be."""

    def __init__(self, worth: Worth, left: int) -> None:
        self._worth = worth
        self._known: dict[frozenset[tuple[str, str]], int | None] = {}
        self.left = left

    def total(self, changes: Mapping[str, str]) -> int | None:
        key = frozenset(changes.items())
        if key not in self._known:
            self.left -= 1
            self._known[key] = self._worth(changes)
        return self._known[key]

    def row(self, point: Point, others: Mapping[str, str]) -> dict[str, int | None]:
        """The total for each choice of one point. The proposed choice is tried as no change at all."""
        return {
            choice: self.total(others if choice == point.proposed else {**others, point.id: choice})
            for choice in point.choices
        }


def _joint_spread(point: Point, points: Sequence[Point], trials: _Trials, base: int | None) -> int | None:
    """What hangs on a point once another one goes another way; 0 where that was left untried."""
    for other in points:
        if other.id == point.id:
            continue
        for choice in other.choices:
            if choice == other.proposed:
                continue
            if trials.left <= 0:
                return _UNTRIED.points
            spread = span(trials.row(point, {other.id: choice}), point, base)
            if spread is not None:
                return spread
    return None


def span(row: Mapping[str, int | None], point: Point, base: int | None) -> int | None:
    """The points between the best and the worst choice; None when the choice makes no difference.

    Choices that make no hand are no answers, with one exception: where the proposed choice makes none, the
    choices that do are the way out, and matter as far as they lead to another total than the one in force.
    """
    totals = {total for total in row.values() if total is not None}
    stuck = row.get(point.proposed) is None
    if stuck and base is not None:
        totals.add(base)
    if len(totals) > 1:
        return max(totals) - min(totals)
    return max(totals) if stuck and base is None and totals else None
