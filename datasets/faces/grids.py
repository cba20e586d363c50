"""Dots and sticks in rows or columns of any length: a count, however it is laid out.

Sets of other makers have eights of three, two and three, sevens of two, three and two, threes side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

_LONGEST: Final = 4
"""Most in a line, and most lines."""

_EVEN: Final = 0.7
"""Share of the counts whose lines are the same from either end, where there are such."""

COUNTS: Final = range(2, 10)
"""What is laid out in lines."""


@dataclass(frozen=True)
class Grids:
    """How one set lays out the counts from 2 to 9."""

    lines: tuple[tuple[int, ...], ...]  # of each count: how many there are in each line
    columns: bool  # the lines run down the face, not across
    spread: bool  # short lines are as long as long ones

    def shape(self, count: int) -> tuple[int, int]:
        """Columns and rows that the layout needs."""
        lines = self.lines[count - COUNTS[0]]
        across, down = max(lines), len(lines)
        return (down, across) if self.columns else (across, down)

    def places(self, count: int) -> list[tuple[float, float]]:
        """Middles of the cells in a unit box (x across, y down), in reading order of the lines."""
        lines = self.lines[count - COUNTS[0]]
        longest = max(lines)
        places: list[tuple[float, float]] = []
        for line, held in enumerate(lines):
            pitch = 1 / held if self.spread else 1 / longest
            for place in range(held):
                along, across = 0.5 + (place - (held - 1) / 2) * pitch, (line + 0.5) / len(lines)
                places.append((across, along) if self.columns else (along, across))
        return places


def sample_grids(rng: np.random.Generator) -> Grids:
    """A random layout of each count."""
    return Grids(
        lines=tuple(_sample_lines(count, rng) for count in COUNTS),
        columns=bool(rng.random() < 0.4),
        spread=bool(rng.random() < 0.4),
    )


def _sample_lines(count: int, rng: np.random.Generator) -> tuple[int, ...]:
    every = _all_lines(count)
    even = [lines for lines in every if lines == lines[::-1]]
    among = even if rng.random() < _EVEN else every
    return among[int(rng.integers(len(among)))]


@cache
def _all_lines(count: int, lines: int = _LONGEST) -> tuple[tuple[int, ...], ...]:
    """Every way of parting a count into at most so many lines."""
    if count == 0:
        return ((),)
    if lines == 0:
        return ()
    longest = min(count, _LONGEST)
    return tuple((one, *rest) for one in range(1, longest + 1) for rest in _all_lines(count - one, lines - 1))
