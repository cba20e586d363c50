"""Which box is which tile, on cases that can be checked by eye."""

from collections import Counter

import numpy as np
import pytest

from models.matching import UNMOVED, TrueHand, is_exact, magnified, matches, moved, put_back
from scoring.tiles import Tile, parse_tiles
from vision.arrays import Floats
from vision.reading import Corners, Reading, ReadTile, Row


@pytest.mark.parametrize(
    ("truths", "found", "pairs"),
    [
        pytest.param([], [(0, 0, 1, 1)], [], id="nothing there"),
        pytest.param([(0, 0, 10, 10)], [], [], id="nothing found"),
        pytest.param([(0, 0, 10, 10)], [(1, 1, 11, 11)], [(0, 0)], id="a little off"),
        pytest.param([(0, 0, 10, 10)], [(6, 0, 16, 10)], [], id="the neighbour"),
        pytest.param([(0, 0, 10, 10)], [(1, 0, 11, 10), (0, 0, 10, 10)], [(0, 1)], id="the better"),
        pytest.param([(2, 0, 12, 10), (0, 0, 10, 10)], [(0, 0, 10, 10)], [(1, 0)], id="one for two"),
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


def box(place: int) -> tuple[float, float, float, float]:
    """Of a tile in a row, 10 pixels wide."""
    return 10.0 * place, 0.0, 10.0 * place + 10, 14.0


def read_as(names: str, view: Floats = UNMOVED) -> Reading:
    """Tiles read in a row from the left, in the picture to which the projective map leads."""
    tiles = []
    for place, tile in enumerate(parse_tiles(names)):
        left, top, right, bottom = box(place)
        points = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        corners: Corners = tuple((float(x), float(y)) for x, y in moved(points, view))  # type: ignore[assignment]
        tiles.append(ReadTile(tile, 0.99, True, (), corners))
    return Reading("some.jpg", (400, 50), 0, (Row("concealed", (tuple(tiles),)),))


def lies_as(names: str, unmarked: str = "") -> TrueHand:
    truths = [(tile, box(place)) for place, tile in enumerate(parse_tiles(names))]
    return TrueHand(truths, Counter(parse_tiles(unmarked)))


@pytest.mark.parametrize(
    ("read", "unmarked", "exact"),
    [
        pytest.param("123c", "", True, id="as it lies"),
        pytest.param("1c 3c 2c", "", False, id="two swapped"),
        pytest.param("124c", "", False, id="one misread"),
        pytest.param("12c", "", False, id="one missed"),
        pytest.param("1234c", "", False, id="one too many"),
        pytest.param("123c 1s", "1s", True, id="one of which nobody noted where it lies"),
        pytest.param("123c 2s", "1s", False, id="another in its stead"),
        pytest.param("123c", "1s", False, id="that one missed"),
    ],
)
def test_a_hand_is_exact_when_every_tile_is_read_where_it_lies(read: str, unmarked: str, exact: bool) -> None:
    assert is_exact(read_as(read), lies_as("123c", unmarked)) == exact


@pytest.mark.parametrize(("narrower", "exact"), [(6, True), (9, False)])
def test_a_tile_whose_box_was_drawn_closely_is_where_it_was_read(narrower: int, exact: bool) -> None:
    left, top, right, bottom = box(0)
    assert (
        is_exact(read_as("1c"), TrueHand([(Tile.parse("1c"), (left + narrower, top, right, bottom))]))
        == exact
    )


EIGHTH = np.array([[0.7071, -0.7071, 30.0], [0.7071, 0.7071, -5.0], [0.0, 0.0, 1.0]])
"""By an eighth of a turn, after which every tile's upright box is far larger than the tile."""

SLANTED = np.array([[1.0, 0.0, 20.0], [0.0, 0.7, 5.0], [0.01, -0.01, 1.0]])
"""Seen at a slant, after which tiles are of all sizes."""


@pytest.mark.parametrize("view", [magnified(3.15), EIGHTH, SLANTED], ids=["magnified", "turned", "slanted"])
def test_a_hand_is_matched_where_it_lay_before_the_picture_was_changed(view: Floats) -> None:
    assert is_exact(put_back(read_as("123c", view), view), lies_as("123c"))
    assert not is_exact(put_back(read_as("1c 3c 2c", view), view), lies_as("123c"))
    assert not is_exact(read_as("123c", view), lies_as("123c"))
    assert put_back(None, view) is None


def test_nothing_read_is_exact_where_no_hand_is() -> None:
    assert is_exact(None, lies_as(""))
    assert not is_exact(None, lies_as("1c"))
