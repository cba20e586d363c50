"""The tile detector: the corner code, the peaks, and the shipped weights on rendered tables."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.scene import sample_scene
from vision.detect import (
    STRIDE,
    TileDetector,
    code_from_corners,
    corners_from_code,
    corners_of,
    decode,
    hand_side,
    short_sides,
)

Array = npt.NDArray[np.float32]


def tile(width: float, height: float, angle: float, shear: float = 0.0) -> Array:
    """A parallelogram about (0, 0), corners clockwise on the screen: (4, 2)."""
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(corners @ np.array([[1, 0], [shear, 1]]) @ turn.T, np.float32)


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


def test_decode_of_nothing_is_empty() -> None:
    corners, scores = decode(answer_with([]))
    assert corners.shape == (0, 4, 2)
    assert scores.shape == (0,)


def test_the_hand_is_as_large_as_the_thirteen_largest_tiles_found() -> None:
    wall = [tile(20, 28, 0.1 * number) for number in range(60)]
    hand = [tile(50, 70, 0.1 * number) for number in range(14)]
    assert hand_side(np.stack(wall + hand)) == pytest.approx(50, rel=1e-4)
    assert hand_side(np.stack(wall[:3])) == pytest.approx(20, rel=1e-4)


def test_short_sides() -> None:
    assert short_sides(np.stack([tile(30, 40, 1.0), tile(50, 20, 2.0)])) == pytest.approx([30, 20], rel=1e-4)


@pytest.fixture(scope="module")
def detector() -> TileDetector:
    return TileDetector(threads=2)


@pytest.mark.parametrize("quarter_turns", range(4))
def test_finds_the_tiles_of_a_rendered_hand_any_way_round(detector: TileDetector, quarter_turns: int) -> None:
    scene = sample_scene(np.random.default_rng(31), (960, 720), "hand", style_seed=31, real=False)
    image = np.ascontiguousarray(np.rot90(scene.image, quarter_turns))
    found = corners_of(detector.detect(image)).mean(axis=1)
    seen = 0
    mine = [tile for tile in scene.tiles if tile.role != "other" and tile.visible > 0.8]
    for item in mine:
        x, y = item.corners.mean(axis=0)
        height, width = scene.image.shape[:2]
        for _ in range(quarter_turns):
            x, y, width, height = y, width - x, height, width
        reach = float(short_sides(item.corners[None])[0]) / 3
        seen += bool(len(found) and np.linalg.norm(found - [x, y], axis=1).min() < reach)
    assert seen >= 0.9 * len(mine)


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 900, 3), (32, 32, 3), (700, 2, 3)])
def test_pictures_of_any_shape_are_looked_at(detector: TileDetector, shape: tuple[int, int, int]) -> None:
    assert detector.detect(np.full(shape, 128, np.uint8)) == []
