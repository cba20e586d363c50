"""How large tiles are in a photo."""

import numpy as np
import pytest

from tests.vision.corners.test_peaks import tile
from vision.corners.quads import hand_side, short_sides


def test_the_hand_is_as_large_as_the_thirteen_largest_tiles_found() -> None:
    wall = [tile(20, 28, 0.1 * number) for number in range(60)]
    hand = [tile(50, 70, 0.1 * number) for number in range(14)]
    assert hand_side(np.stack(wall + hand)) == pytest.approx(50, rel=1e-4)
    assert hand_side(np.stack(wall[:3])) == pytest.approx(20, rel=1e-4)


def test_short_sides() -> None:
    assert short_sides(np.stack([tile(30, 40, 1.0), tile(50, 20, 2.0)])) == pytest.approx([30, 20], rel=1e-4)
