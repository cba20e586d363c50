"""Whether tiles are seen in a mirror, by the shipped classifier."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.tiles import Tile
from vision.arrays import Array, Pixels
from vision.faces.classify import TileClassifier
from vision.faces.crops import Crops
from vision.faces.mirror import are_mirrored
from vision.probabilities import CLASSES
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


@pytest.mark.parametrize(
    ("gains", "mirrored"),
    [
        ((9.0, 0, 0, 0, 0, 0), False),
        ((2.5, 2.5, 0.5, 0, 0, 0), True),
        ((1.0, 1.0, 1.0, 0.5, 0.5, 0.5), True),
        ((1.0, 1.0, 1.0, 0.5, 0.3, 0.1), False),
        ((-1.0, 1.0, -1.0, 0.5, 9.0, 9.0), False),
    ],
)
def test_several_tiles_that_look_different_in_a_mirror_must_tell(
    classifier: TileClassifier,
    monkeypatch: pytest.MonkeyPatch,
    gains: tuple[float, ...],
    mirrored: bool,
) -> None:
    """Six tiles of characters gain so much the other way round, six of dots more."""
    corners = np.array(
        [[[9 * k, 0], [9 * k + 8, 0], [9 * k + 8, 9], [9 * k, 9]] for k in range(12)], np.float32
    )

    def logits(_: Crops, quads: Array) -> Array:
        tiles = np.rint(quads[:, :, 0].min(axis=1) / 9).astype(int)
        faces = [Tile.parse(f"{1 + tile % 6}{'c' if tile < 6 else 'd'}").index for tile in tiles]
        other_way_round = quads[:, 0, 0] > quads[:, 1, 0]
        said = np.zeros((len(quads), len(CLASSES)), np.float32)
        said[np.arange(len(quads)), faces] = 10 + other_way_round * np.array([*gains, *[3.0] * 6])[tiles]
        return said

    monkeypatch.setattr(classifier, "logits", logits)
    assert are_mirrored(Crops(np.zeros((9, 108, 3), np.uint8)), corners, classifier) == mirrored
