"""Lines of tiles, found tile by tile."""

import numpy as np
import pytest

from tests.vision.tables import heap, row, seen
from vision.hand.lines import Frames, find_lines


def lengths(corners: np.ndarray) -> list[int]:
    return sorted((len(line) for line in find_lines(Frames.of(corners))), reverse=True)


@pytest.mark.parametrize("turn", range(0, 360, 30))
@pytest.mark.parametrize("tilt", [0, 30, 50])
def test_two_touching_rows_at_any_angle(turn: float, tilt: float) -> None:
    view = seen(row("1c 2c 3c 4c 5c 6c 7c 8c 9c", y=-1.35) + row("1d 2d 3d 4d 5d 6d 7d", x=0.5), turn, tilt)
    lines = sorted(find_lines(Frames.of(view.corners)), key=len)
    assert [line.members for line in lines] == [tuple(range(9, 16)), tuple(range(9))]
    assert max(abs(gap) for line in lines for gap in line.gaps) < 0.05


def test_gaps_are_in_tile_widths() -> None:
    (line,) = find_lines(Frames.of(seen(row("1c 2c | 3c", gap=0.7), 40, 20).corners))
    assert np.allclose(line.gaps, [0.0, 0.7], atol=0.05)


def test_a_bent_row_is_one_line() -> None:
    view = row(" ".join(["5c"] * 14))
    view.corners[..., 1] += 0.015 * (view.corners[..., 0] - 7) ** 2
    assert lengths(view.corners) == [14]


def test_a_tile_lying_crosswise_is_in_the_line_where_it_lies() -> None:
    for text in ("~1c 2c 3c", "1c ~2c 3c", "1c 2c ~3c"):
        (line,) = find_lines(Frames.of(seen(row(text), 75, 25).corners))
        assert line.members == (0, 1, 2)


def test_a_tile_lying_crosswise_is_not_lost_to_a_discard_that_lies_as_it_does() -> None:
    discard = row("~5d", x=0.0, y=-2.6)
    lines = find_lines(Frames.of(seen(row("~1c 2c 3c 4c") + discard, 20, 20).corners))
    assert [line.members for line in lines] == [(0, 1, 2, 3), (4,)]


def test_a_tile_lying_crosswise_joins_what_it_lies_between() -> None:
    """The far part lies too high for the near one to see it as its own row, but not for the tile between."""
    view = row("1c 2c ~3c") + row("4c 5c", x=3.35, y=-0.85)
    view.corners[2, :, 1] -= 0.35
    (line,) = find_lines(Frames.of(seen(view).corners))
    assert line.members == (0, 1, 2, 3, 4)


def test_two_tiles_lying_crosswise_may_be_neighbours_in_a_line() -> None:
    """As the last of one set and the first of the next."""
    (line,) = find_lines(Frames.of(seen(row("1c 2c ~3c ~4d 5d 6d"), 30, 30).corners))
    assert line.members == (0, 1, 2, 3, 4, 5)


def test_a_tile_between_others_is_theirs_though_it_touches_another_that_lies_crosswise() -> None:
    view = row("1c 2c ~3c 4c") + row("~5d", x=2.0, y=-1.02)
    assert [line.members for line in find_lines(Frames.of(seen(view).corners))] == [(0, 1, 2, 3), (4,)]


@pytest.mark.parametrize("y", [1.5, -1.5])
def test_a_pair_is_not_taken_into_the_row_in_which_a_claimed_tile_lies_crosswise(y: float) -> None:
    """Beside the claimed tile, as that lies, and at a gap of its row, so that there is room."""
    view = row("1c 2c 3c | 5d 5d ~5d | 7b 8b 9b") + row("Nw Nw", x=5.2, y=y)
    lines = find_lines(Frames.of(seen(view, 20, 30).corners))
    assert sorted(line.members for line in lines) == [tuple(range(9)), (9, 10)]


def test_the_next_tile_of_its_own_row_is_the_neighbour_though_one_of_another_overlaps() -> None:
    """Half a tile along and half a tile down."""
    near = row("1c | 2c | 3c | 4c", gap=0.3)
    far = row("5d | 6d | 7d | 8d", x=0.6, y=0.75, gap=0.3)
    lines = find_lines(Frames.of((near + far).corners))
    assert [line.members for line in lines] == [(0, 1, 2, 3), (4, 5, 6, 7)]


def test_nothing_lies_crosswise_between_two_that_touch() -> None:
    view = row("1c 2c 3c 4c") + row("~5d", x=1.35, y=0.2)
    assert lengths(seen(view).corners) == [4, 1]


@pytest.mark.parametrize(("size", "together"), [(1.0, [5]), (1.4, [5]), (1.6, [4, 1]), (0.6, [4, 1])])
def test_a_tile_of_another_size_in_line_is_of_another_row(size: float, together: list[int]) -> None:
    other = row("5c").corners
    other = size * (other - other.mean(axis=1)) + np.array([4.0 + size / 2, 0.0])
    assert lengths(np.concatenate([row("1c 2c 3c 4c").corners, other])) == together


def test_discards_make_no_long_line() -> None:
    assert max(lengths(heap("1c 9b 5d Sw Rd 3b 8c 2d Wd Gd 6c 6b 1d Ww 4b", 0, 0).corners)) < 5


def test_no_tiles_no_lines() -> None:
    assert find_lines(Frames.of(np.zeros((0, 4, 2)))) == []
