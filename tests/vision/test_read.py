"""The way through the vision room, on rendered photos with the shipped weights."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.scene import sample_scene
from scoring.tiles import FACE_DOWN, Tile
from vision.detect import Detection
from vision.errors import PhotoError
from vision.read import Reader, both_say, near_enough


@pytest.mark.parametrize(
    ("nothing", "score", "expected"),
    [
        pytest.param(0.5, 0.5, 0.5, id="neither knows"),
        pytest.param(0.0, 0.1, 0.0, id="the classifier is certain of a face"),
        pytest.param(0.4, 0.3, 0.6087, id="both doubt"),
        pytest.param(0.4, 0.9, 0.0690, id="the detector is sure"),
        pytest.param(1.0, 0.9, 1.0, id="the classifier is certain of nothing"),
    ],
)
def test_both_networks_are_heard_on_whether_there_is_a_tile(
    nothing: float, score: float, expected: float
) -> None:
    odds = np.zeros((1, 44), np.float32)
    odds[0, [3, 7, 43]] = 0.75 * (1 - nothing), 0.25 * (1 - nothing), nothing
    heard = both_say(odds, np.array([score]))
    assert heard[0, 43] == pytest.approx(expected, abs=1e-3)
    assert heard.sum() == pytest.approx(1)
    assert heard[0, 3] == pytest.approx(3 * heard[0, 7])


@pytest.mark.parametrize(("score", "less"), [(0.2, 1.0), (0.5, 1.0), (0.8, 0.25)])
def test_a_low_score_says_nothing_against_a_tile_face_down(score: float, less: float) -> None:
    """How much likelier or not it is nothing, compared with a back, than the classifier says."""
    odds = np.zeros((1, 44), np.float32)
    odds[0, [FACE_DOWN.index, 43]] = 0.7, 0.3
    heard = both_say(odds, np.array([score]))
    assert heard[0, 43] / heard[0, FACE_DOWN.index] == pytest.approx(less * 3 / 7, rel=1e-4)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=2)


def test_an_empty_table_shows_no_tiles(reader: Reader) -> None:
    with pytest.raises(PhotoError, match="no mah-jongg tiles") as refused:
        reader.read(np.full((480, 640, 3), (60, 110, 50), np.uint8))
    assert refused.value.code == "no-tiles"


def test_reads_most_of_a_rendered_hand_and_times_every_stage(reader: Reader, tmp_path: Path) -> None:
    scene = sample_scene(np.random.default_rng(31), (1280, 960), "hand", style_seed=31, real=False)
    path = tmp_path / "hand.png"
    cv2.imwrite(str(path), scene.image)
    reading = reader.read(path)
    assert reading.photo == str(path)
    assert reading.size == (1280, 960)
    assert list(reading.milliseconds) == ["decode", "detect", "classify", "infer", "total"]
    truth = sorted(str(tile.tile) for tile in scene.tiles if tile.role != "other")
    read = sorted(str(tile.tile) for row in reading.rows for tile in row.tiles)
    missed = list(truth)
    for code in read:
        if code in missed:
            missed.remove(code)
    assert len(missed) <= 0.2 * len(truth)
    assert all(Tile.parse(code) for code in read)


def test_everything_in_view_has_no_roles(reader: Reader) -> None:
    scene = sample_scene(np.random.default_rng(4), (1280, 960), "grid", style_seed=4, real=False)
    reading = reader.read(scene.image, everything=True)
    assert {row.role for row in reading.rows} == {None}
    assert sum(len(row.tiles) for row in reading.rows) >= 0.8 * len(scene.tiles)


def test_what_lies_far_behind_the_hand_is_not_looked_at_for_it() -> None:
    square = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]], np.float32)

    def row(side: float, count: int, score: float) -> list[Detection]:
        return [Detection(square * side + np.float32(2 * side * place), score) for place in range(count)]

    hand, beside, heap, carpet = row(50, 14, 0.9), row(30, 20, 0.7), row(20, 40, 0.9), row(150, 20, 0.4)
    assert near_enough([*carpet, *hand, *beside, *heap]) == [*carpet, *hand, *beside]
    assert near_enough([*hand, *heap]) == [*hand, *heap], "few enough to be looked at all"
    assert near_enough([]) == []
