"""Films: their labels are true, their frames repeatable, their camera comes to rest."""

import json
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.scene.film import CODECS, Film, FilmError, sample_film, write_film

SEED = 9_600_004
SIZE = (640, 360)


@pytest.fixture(scope="module")
def film() -> Film:
    return sample_film(SEED, SIZE, seconds=2.5, frames_per_second=8)


def test_a_film_is_repeatable_frame_by_frame(film: Film) -> None:
    again = sample_film(SEED, SIZE, seconds=2.5, frames_per_second=8)
    for number in (0, film.length - 1):
        frame, same = film.frame(number), again.frame(number)
        assert frame.image.shape == (SIZE[1], SIZE[0], 3)
        assert np.array_equal(frame.image, same.image)
        assert [tile.tile for tile in frame.tiles] == [tile.tile for tile in same.tiles]
    assert not np.array_equal(film.frame(0).image, film.frame(1).image)


def test_at_rest_the_whole_hand_is_in_the_frame(film: Film) -> None:
    frame = film.frame(film.length - 1)
    hand = [tile for tile in frame.tiles if tile.role != "other"]
    assert frame.resting
    assert len(hand) == sum(tile.role != "other" for tile in film.scene.tiles)
    assert all((tile.corners >= 0).all() and (tile.corners <= SIZE).all() for tile in hand)


def test_the_camera_swings_and_comes_to_rest(film: Film) -> None:
    frames = [film.frame(number) for number in range(film.length)]
    assert [frame.resting for frame in frames] == [frame.seconds >= film.swing.arrival for frame in frames]
    places = np.array([place_of_the_hand(frame.tiles[0].corners) for frame in frames])
    steps = [float(np.linalg.norm(b - a)) for a, b in pairwise(places)]
    resting = [frame.resting for frame in frames[:-1]]
    swinging = [step for step, rests in zip(steps, resting, strict=True) if not rests]
    trembling = [step for step, rests in zip(steps, resting, strict=True) if rests]
    assert max(swinging) > 4 * max(trembling)


def place_of_the_hand(corners: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> tuple[float, float]:
    x, y = corners.mean(axis=0)
    return float(x), float(y)


def test_labels_follow_the_tiles(film: Film) -> None:
    """What lies within a label in the drawn scene lies within it in a frame: the faces look alike."""
    frame = film.frame(film.length - 1)
    drawn = film.scene
    for tile in (tile for tile in frame.tiles if tile.role != "other" and tile.visible > 0.95):
        (truth,) = [
            one
            for one in drawn.tiles
            if one.tile == tile.tile and (one.role, one.group) == (tile.role, tile.group)
        ][:1]
        if sum(one.tile == tile.tile for one in drawn.tiles) > 1:
            continue  # which of several is which, tiles do not say
        ours, theirs = straight(frame.image, tile.corners), straight(drawn.image, truth.corners)
        assert np.corrcoef(ours.ravel(), theirs.ravel())[0, 1] > 0.6, tile.tile


def straight(
    image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], corners: object
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    frame = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    view = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), frame)
    grey = cv2.cvtColor(cv2.warpPerspective(image, view, (30, 40)), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.5), np.float64)


@pytest.mark.parametrize("ending", CODECS)
def test_a_film_is_written_and_read(tmp_path: Path, ending: str) -> None:
    film = sample_film(SEED, SIZE, seconds=0.5, frames_per_second=8)
    path = tmp_path / f"film{ending}"
    write_film(film, path)
    capture = cv2.VideoCapture(str(path))
    frames = [capture.read()[1] for _ in range(film.length)]
    assert not capture.read()[0]
    capture.release()
    difference = np.abs(frames[0].astype(int) - film.frame(0).image)
    assert difference.mean() < 8
    labels = [json.loads(line) for line in path.with_suffix(".jsonl").read_text().splitlines()]
    assert len(labels) == film.length
    assert [tile["tile"] for tile in labels[0]["tiles"]] == [tile.tile.code for tile in film.frame(0).tiles]
    corners = np.array([tile["corners"] for tile in labels[0]["tiles"]])
    np.testing.assert_array_equal(corners, corners.round(2))


@pytest.mark.parametrize("name", ["film.gif", "nowhere/film.avi"])
def test_what_cannot_be_written_says_why(tmp_path: Path, film: Film, name: str) -> None:
    with pytest.raises(FilmError):
        write_film(film, tmp_path / name)
