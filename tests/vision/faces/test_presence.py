"""What the detector, the classifier and a gap say on whether there is a tile."""

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN
from vision.faces.presence import FACE, both_say, no_seasons
from vision.probabilities import KINDS, NO_TILE


@pytest.mark.parametrize(
    ("nothing", "score", "expected"),
    [
        pytest.param(0.5, FACE.even, 0.5, id="neither knows"),
        pytest.param(0.0, 0.1, 0.0180, id="the classifier is certain of a face"),
        pytest.param(0.5, 0.25, 0.9816, id="the detector doubts"),
        pytest.param(0.9, 0.7, 0.5717, id="the detector is sure"),
        pytest.param(0.4, 0.0, 1.0, id="the detector saw nothing"),
        pytest.param(1.0, 0.9, 0.9966, id="the classifier is certain of nothing"),
    ],
)
def test_both_networks_are_heard_on_whether_there_is_a_tile(
    nothing: float, score: float, expected: float
) -> None:
    probs = np.zeros((1, 44), np.float32)
    probs[0, [3, 7, 43]] = 0.75 * (1 - nothing), 0.25 * (1 - nothing), nothing
    heard = both_say(probs, np.array([score]))
    assert heard[0, 43] == pytest.approx(expected, abs=1e-3)
    assert heard.sum() == pytest.approx(1)
    assert heard[0, 3] == pytest.approx(3 * heard[0, 7])


@pytest.mark.parametrize("score", [0.15, 0.25, 0.3])
def test_a_low_score_says_less_against_a_tile_face_down(score: float) -> None:
    probs = np.zeros((2, 44), np.float32)
    probs[0, [FACE_DOWN.index, NO_TILE]] = probs[1, [3, NO_TILE]] = 0.7, 0.3
    down, up = both_say(probs, np.array([score, score]))[:, NO_TILE]
    assert 0.3 < down < up < 1.0


def test_a_gap_speaks_for_no_season() -> None:
    probs = np.full((2, NO_TILE + 1), 1 / (NO_TILE + 1), np.float32)
    told = no_seasons(probs, 1)
    assert (told[0] == probs[0]).all()
    assert told[1, KINDS : FACE_DOWN.index].sum() == 0
    assert told.sum(axis=1) == pytest.approx([1, 1])
