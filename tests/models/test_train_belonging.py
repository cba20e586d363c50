"""What speaks for a Season is learnt from what is measured."""

import numpy as np
import pytest

from datasets.scene import sample_scene
from models import train_belonging
from vision.hand.belonging import BIAS, WEIGHTS
from vision.read import Reader


def test_weights_are_found_again() -> None:
    rng = np.random.default_rng(1)
    evidence, weights = rng.normal(0, 1, (20_000, 3)), np.array([1.5, -0.7, 0.0, 0.4])
    probs = 1 / (1 + np.exp(-(evidence @ weights[:-1] + weights[-1])))
    learnt = train_belonging.fitted(evidence, rng.random(20_000) < probs)
    assert learnt == pytest.approx(weights, abs=0.08)


def test_what_always_holds_leaves_weights_finite() -> None:
    learnt = train_belonging.fitted(
        np.array([[1.0], [1.0], [-1.0], [-1.0]]), np.array([True, True, False, False])
    )
    assert 0 < learnt[0] < 20


def test_seasons_laid_down_with_a_hand_are_told_from_others() -> None:
    reader, seen = Reader(), []
    for number in range(12):
        scene = sample_scene(
            np.random.default_rng([5, number]), (1280, 960), "hand", style_seed=number, real=False
        )
        seen += list(train_belonging.examples(reader, scene))
    belief = np.array([measured for measured, _ in seen]) @ np.array(list(WEIGHTS.values())) + BIAS
    truth = np.array([belongs for _, belongs in seen])
    assert truth.sum() > 10
    assert ((belief > 0) == truth).mean() > 0.9
