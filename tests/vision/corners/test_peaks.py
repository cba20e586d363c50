"""From the network's answer to faces: the corner code, the peaks, and which of them are believed."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.tables import rotation
from vision.arrays import Array
from vision.corners.peaks import STRIDE, code_from_corners, corners_from_code, decode, turned_over


def tile(width: float, height: float, angle: float, shear: float = 0.0) -> Array:
    """A parallelogram about (0, 0), corners clockwise on the screen: (4, 2)."""
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return np.asarray(corners @ np.array([[1, 0], [shear, 1]]) @ rotation(angle).T, np.float32)


def at(x: float, y: float, corners: Array) -> Array:
    """The tile moved so that its middle is at (x, y)."""
    return np.asarray(corners + np.array([x, y]), np.float32)


def same_outline(one: Array, other: Array) -> float:
    """The largest distance between corners when the first corner may be any."""
    return float(min(np.abs(np.roll(one, k, axis=0) - other).max() for k in range(4)))


@given(st.floats(5, 80), st.floats(0.6, 2.2), st.floats(0, 2 * np.pi), st.floats(-0.3, 0.3))
def test_corners_survive_their_code(width: float, ratio: float, angle: float, shear: float) -> None:
    quad = tile(width, width * ratio, angle, shear)
    back = corners_from_code(code_from_corners(quad[None]))[0]
    assert same_outline(back, quad) < 1e-3 * width
    assert cv2.contourArea(back, oriented=True) > 0, "clockwise on the screen"


@given(st.integers(0, 3), st.booleans(), st.floats(0, 2 * np.pi))
def test_code_does_not_depend_on_where_the_corners_start(first: int, mirrored: bool, angle: float) -> None:
    quad = tile(30, 40, angle, 0.1)
    other = np.asarray(np.roll(quad, first, axis=0), np.float32)
    other = np.asarray(other[::-1] if mirrored else other, np.float32)
    np.testing.assert_allclose(code_from_corners(quad[None]), code_from_corners(other[None]), atol=1e-4)


@given(st.floats(0, 2 * np.pi))
def test_code_changes_smoothly_as_a_tile_turns(angle: float) -> None:
    step = np.abs(
        code_from_corners(tile(30, 40, angle)[None]) - code_from_corners(tile(30, 40, angle + 1e-3)[None])
    )
    assert step.max() < 0.01


def answer_with(tiles: list[tuple[Array, float]], size: tuple[int, int] = (96, 128)) -> Array:
    """What a perfect network would say of a picture (height, width) with these tiles and scores."""
    answer = np.full((8, size[0] // STRIDE, size[1] // STRIDE), -9.0, np.float32)
    for corners, score in tiles:
        cells = np.asarray(corners / STRIDE, np.float32)
        column, row = np.floor(cells.mean(axis=0)).astype(int)
        answer[0, row, column] = np.log(score / (1 - score))
        answer[1:3, row, column] = cells.mean(axis=0) - [column + 0.5, row + 0.5]
        answer[3:, row, column] = code_from_corners(cells[None])[0]
    return answer


def test_of_a_tile_and_its_halves_the_one_like_its_neighbours_is_kept() -> None:
    whole = [at(20 + 20 * k, 40, tile(20, 40, 0.0)) for k in range(5)]
    halves = [at(60, 30, tile(20, 20, 0.0)), at(60, 50, tile(20, 20, 0.0))]
    scores = [0.7, 0.7, 0.36, 0.7, 0.7]
    corners, _ = decode(answer_with([*zip(whole, scores, strict=True), (halves[0], 0.45), (halves[1], 0.4)]))
    assert len(corners) == len(whole)
    np.testing.assert_allclose(np.sort(corners.mean(axis=1)[:, 0]), [20, 40, 60, 80, 100], atol=0.1)


def test_a_square_of_the_cloth_around_a_tile_is_none() -> None:
    tiles = [(at(20 + 20 * k, 40, tile(20, 28, 0.0)), 0.7) for k in range(5)]
    corners, _ = decode(answer_with([*tiles, (at(64, 44, tile(44, 60, 0.1)), 0.5)]))
    assert len(corners) == len(tiles)


@pytest.mark.parametrize(
    ("x", "y", "size", "found"),
    [
        pytest.param(60, 40, (20, 28), True, id="beside sure ones"),
        pytest.param(60, 66, (20, 28), False, id="by itself"),
        pytest.param(60, 40, (14, 20), False, id="smaller than they are"),
    ],
)
def test_a_faint_face_is_believed_beside_sure_ones(
    x: float, y: float, size: tuple[float, float], found: bool
) -> None:
    sure = [(at(20 + 20 * k, 40, tile(20, 28, 0.0)), 0.7) for k in (0, 1, 3, 4)]
    corners, scores = decode(answer_with([*sure, (at(x, y, tile(*size, 0.0)), 0.25)]))
    assert len(corners) == len(sure) + found
    assert (scores.min() < 0.3) == found


@pytest.mark.parametrize(("beside", "found"), [(0.25, 0), (0.4, 1), (0.6, 2)])
def test_only_a_sure_face_vouches_for_a_faint_one(beside: float, found: int) -> None:
    pair = [(at(20, 40, tile(20, 28, 0.0)), beside), (at(40, 40, tile(20, 28, 0.0)), 0.24)]
    assert len(decode(answer_with(pair))[0]) == found


def in_rows(
    rows: list[tuple[int, int, float]], width: float = 20, height: float = 28
) -> list[tuple[Array, float]]:
    """Faces side by side: for each row how many, how far down, and their score."""
    return [
        (at(16 + width * k, y, tile(width, height, 0.0)), score)
        for count, y, score in rows
        for k in range(count)
    ]


@pytest.mark.parametrize(
    ("faint", "found"),
    [
        pytest.param(in_rows([(3, 90, 0.08)]), 3, id="a pung"),
        pytest.param(in_rows([(4, 90, 0.08)]), 4, id="a kong"),
        pytest.param(in_rows([(2, 90, 0.08)]), 0, id="a pair"),
        pytest.param(in_rows([(5, 90, 0.08)]), 0, id="more than a set"),
        pytest.param(in_rows([(3, 90, 0.04)]), 0, id="of nothing"),
        pytest.param(in_rows([(3, 90, 0.08)], 14, 20), 0, id="smaller than the sure ones"),
        pytest.param([*in_rows([(2, 90, 0.08)]), *in_rows([(1, 118, 0.08)])], 0, id="round a corner"),
        pytest.param([*in_rows([(4, 90, 0.08)]), *in_rows([(1, 118, 0.08)])], 4, id="something below it"),
    ],
)
def test_a_faint_row_is_believed_where_it_may_be_a_set(faint: list[tuple[Array, float]], found: int) -> None:
    sure = in_rows([(4, 30, 0.7)])
    answer = answer_with([*sure, *faint], size=(160, 160))
    assert len(decode(answer, faint_rows=True)[0]) == len(sure) + found
    assert len(decode(answer)[0]) == len(sure), "nobody asked for them"


def test_too_few_sure_faces_say_how_large_a_faint_row_should_be() -> None:
    answer = answer_with(in_rows([(3, 30, 0.7), (3, 90, 0.08)]), size=(128, 128))
    assert len(decode(answer, faint_rows=True)[0]) == 3


def test_decode_gives_back_the_tiles_surest_first() -> None:
    tiles = [(at(40, 40, tile(20, 28, 0.3)), 0.7), (at(61, 47, tile(20, 28, 0.3)), 0.9)]
    corners, scores = decode(answer_with(tiles))
    assert scores == pytest.approx([0.9, 0.7], abs=1e-4)
    assert same_outline(corners[0], tiles[1][0]) < 0.01
    assert same_outline(corners[1], tiles[0][0]) < 0.01


@pytest.mark.parametrize(
    ("second", "kept"),
    [
        pytest.param(at(42, 44, tile(24, 32, 0)), 1, id="the same face again"),
        pytest.param(at(64, 40, tile(24, 32, 0)), 2, id="a touching neighbour"),
        pytest.param(at(40, 72, tile(24, 32, 0)), 2, id="a touching tile below"),
    ],
)
def test_decode_keeps_one_detection_a_face(second: Array, kept: int) -> None:
    first = at(40, 40, tile(24, 32, 0))
    corners, _ = decode(answer_with([(first, 0.9), (second, 0.5)]))
    assert len(corners) == kept


def test_what_is_answered_upside_down_is_turned_over() -> None:
    tiles = [(at(40, 40, tile(20, 28, 0.3, 0.1)), 0.9), (at(63, 47, tile(20, 28, 0.5)), 0.7)]
    upside_down = [(np.array([128, 96], np.float32) - corners, score) for corners, score in tiles]
    corners, scores = decode(turned_over(answer_with(upside_down)))
    assert scores == pytest.approx([0.9, 0.7], abs=1e-4)
    for quad, (expected, _) in zip(corners, tiles, strict=True):
        assert same_outline(quad, expected) < 0.01


def test_decode_of_nothing_is_empty() -> None:
    corners, scores = decode(answer_with([]))
    assert corners.shape == (0, 4, 2)
    assert scores.shape == (0,)
