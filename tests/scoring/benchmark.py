"""How many hands a second: run by hand, ``python -m tests.scoring.benchmark``.

Half of the hands have won and half have not, and both books score each; every hand is scored once, none twice
in a row. Beside them the riichi calculator `mahjong` (the extra ``bench``) scores closed hands of its own.
Hands are made before the clock starts. Time is this process's own, so that other work on the machine counts
little.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from scoring import score
from tests.scoring.hands import random_loss, random_sets, random_win

HANDS = 6_000
ROUNDS = 3

Case = TypeVar("Case")


def rate(judge: Callable[[Case], object], cases: Sequence[Case]) -> float:
    """Cases judged a second of processor time, in one pass."""
    start = time.process_time()
    for case in cases:
        judge(case)
    return len(cases) / (time.process_time() - start)


def our_rates(rng: Random) -> dict[str, float]:
    """Hands a second by `score`, for both books."""
    hands = [make(rng) for _ in range(HANDS // 2) for make in (random_win, random_loss)]
    return {
        "babcock": rate(lambda hand: score(hand, "babcock"), hands),
        "millington": rate(lambda hand: score(hand, "millington"), hands),
    }


def riichi_rate(rng: Random) -> float | None:
    """Hands a second by the riichi calculator; None if it is not installed."""
    try:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig
        from mahjong.tile import TilesConverter
    except ImportError:
        return None
    cases: list[tuple[list[int], int]] = []
    while len(cases) < HANDS // 2:
        sets = random_sets(rng)
        if all(len(each) < 4 for each in sets):
            held = [0] * 34
            for tile in (tile for each in sets for tile in each):
                held[tile.index] += 1
            tiles = TilesConverter.to_136_array(held)
            cases.append((tiles, rng.choice(tiles)))
    config = HandConfig(is_riichi=True)
    return rate(lambda case: HandCalculator.estimate_hand_value(case[0], case[1], config=config), cases)


def main() -> int:
    """Print the best of some rounds, which other work disturbed least."""
    rng = Random(1)
    rounds = [(our_rates(rng), riichi_rate(rng)) for _ in range(ROUNDS)]
    for book in rounds[0][0]:
        print(f"{book:12}{max(ours[book] for ours, _ in rounds):>9,.0f} hands a second")
    mixed = max(2 / sum(1 / each for each in ours.values()) for ours, _ in rounds)
    print(f"{'mixed':12}{mixed:>9,.0f} hands a second")
    riichi = max(theirs or 0.0 for _, theirs in rounds)
    if not riichi:
        print("mahjong is not installed (pip install '.[bench]'): nothing to compare with", file=sys.stderr)
        return 1
    print(f"{'mahjong':12}{riichi:>9,.0f} hands a second\nratio {mixed / riichi:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
