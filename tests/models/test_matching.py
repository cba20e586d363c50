"""Which box is which tile, on cases that can be checked by eye."""

import pytest

from models.matching import matches


@pytest.mark.parametrize(
    ("truths", "found", "pairs"),
    [
        pytest.param([], [(0, 0, 1, 1)], [], id="nothing there"),
        pytest.param([(0, 0, 10, 10)], [], [], id="nothing found"),
        pytest.param([(0, 0, 10, 10)], [(1, 1, 11, 11)], [(0, 0)], id="a little off"),
        pytest.param([(0, 0, 10, 10)], [(6, 0, 16, 10)], [], id="the neighbour"),
        pytest.param([(0, 0, 10, 10)], [(1, 0, 11, 10), (0, 0, 10, 10)], [(0, 1)], id="the better"),
        pytest.param(
            [(0, 0, 10, 10), (10, 0, 20, 10)],
            [(10, 0, 20, 10), (0, 0, 10, 10)],
            [(0, 1), (1, 0)],
            id="each once",
        ),
        pytest.param(
            [(0, 0, 10, 10), (20, 0, 30, 10)],
            [(0, 0, 10, 10), (1, 0, 11, 10), (24, 0, 34, 10)],
            [(0, 0), (1, 2)],
            id="one twice, the other loosely",
        ),
    ],
)
def test_matches(
    truths: list[tuple[float, float, float, float]],
    found: list[tuple[float, float, float, float]],
    pairs: list[tuple[int, int]],
) -> None:
    assert sorted(matches(truths, found)) == pairs
