"""The figures of `simulate.py` in small: honest answers end in the true score, and no round takes long."""

import random

import pytest

from tests.tilescore.simulate import RULES, sit


@pytest.mark.alone
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("misread", "doubtful"), [(0.0, 0.0), (0.02, 0.1)], ids=["read well", "read badly"])
def test_an_honest_player_ends_with_the_true_score(rules: str, misread: float, doubtful: float) -> None:
    rng = random.Random(27)
    sittings = [sit(rng, misread, doubtful, rules) for _ in range(20)]
    assert all(sitting.right for sitting in sittings)
    assert max(sitting.seconds for sitting in sittings) < 0.15
    assert max(sitting.questions for sitting in sittings) <= 20
