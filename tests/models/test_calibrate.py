"""The temperature of the classifier's odds."""

import numpy as np
import pytest

from models.calibrate import best_temperature


@pytest.mark.parametrize("temperature", [0.6, 1.0, 1.8])
def test_the_temperature_that_was_taken_away_is_found(temperature: float) -> None:
    rng = np.random.default_rng(3)
    honest = rng.normal(0, 2, (20_000, 5))
    odds = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    truths = (odds.cumsum(axis=1) > rng.random((len(odds), 1))).argmax(axis=1)
    assert best_temperature(honest * temperature, truths) == pytest.approx(temperature, rel=0.04)
