"""What a kept hand brings, as it is counted."""

import numpy as np
import pytest

from models.own_set_gain import Gain
from scoring.tiles import Tile


@pytest.mark.parametrize(
    ("read", "confidence", "silent"), [("4d", 0.95, 0), ("4d", 0.97, 1), ("?", 0.97, 0), ("?", 0.995, 1)]
)
def test_a_wrong_tile_is_silent_where_the_program_calls_it_sure(
    read: str, confidence: float, silent: int
) -> None:
    truth = Tile.parse("3d").index
    odds = np.zeros((1, 44), np.float32)
    odds[0, [truth, Tile.parse(read).index]] = 1 - confidence, confidence
    gain = Gain("a tile", [odds], [odds], [np.array([truth])])
    assert gain.figures()["without"]["silent"] == silent
