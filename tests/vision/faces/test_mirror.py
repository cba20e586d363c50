"""Whether tiles are seen in a mirror, by the shipped classifier."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Array, Pixels
from vision.faces.classify import TileClassifier
from vision.faces.crops import Crops
from vision.faces.mirror import are_mirrored
from vision.read import Reader

EXAMPLE = Path(__file__).parents[3] / "examples" / "hand.jpg"


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier(threads=1)


@pytest.fixture(scope="module")
def tiles() -> tuple[Pixels, Array]:
    photo = np.asarray(cv2.imread(str(EXAMPLE)), np.uint8)
    reading = Reader(threads=1).read(photo)
    return photo, np.array([tile.corners for row in reading.rows for tile in row.tiles], np.float32)


def test_tiles_on_a_table_and_in_a_mirror(classifier: TileClassifier, tiles: tuple[Pixels, Array]) -> None:
    photo, corners = tiles
    assert not are_mirrored(Crops(photo), corners, classifier)
    there = (corners * (-1, 1) + (photo.shape[1] - 1, 0)).astype(np.float32)
    clockwise = there[:, [1, 0, 3, 2]]
    assert are_mirrored(Crops(np.asarray(cv2.flip(photo, 1), np.uint8)), clockwise, classifier)


def test_a_few_tiles_do_not_tell(classifier: TileClassifier, tiles: tuple[Pixels, Array]) -> None:
    photo, corners = tiles
    in_a_mirror = corners[:, [1, 0, 3, 2]]
    assert not are_mirrored(Crops(photo), in_a_mirror[:4], classifier), "four sevens of dots"
    assert not are_mirrored(Crops(photo), in_a_mirror[-1:], classifier)
    assert not are_mirrored(Crops(photo), in_a_mirror[:0], classifier)
