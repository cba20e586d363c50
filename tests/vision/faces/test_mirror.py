"""Whether tiles are seen in a mirror, by the shipped classifier."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.tiles import Tile
from vision.arrays import Array, Indices, Pixels
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
def example() -> tuple[Pixels, Array, Indices]:
    """The photo, the corners of its tiles and their faces."""
    photo = np.asarray(cv2.imread(str(EXAMPLE)), np.uint8)
    tiles = [tile for row in Reader(threads=1).read(photo).rows for tile in row.tiles]
    corners = np.array([tile.corners for tile in tiles], np.float32)
    return photo, corners, np.array([tile.tile.index for tile in tiles])


def test_tiles_on_a_table_and_in_a_mirror(
    classifier: TileClassifier, example: tuple[Pixels, Array, Indices]
) -> None:
    photo, corners, faces = example
    assert not are_mirrored(Crops(photo), corners, faces, classifier)
    there = (corners * (-1, 1) + (photo.shape[1] - 1, 0)).astype(np.float32)
    clockwise = there[:, [1, 0, 3, 2]]
    in_a_mirror = Crops(np.asarray(cv2.flip(photo, 1), np.uint8))
    assert are_mirrored(in_a_mirror, clockwise, faces, classifier)


def test_a_few_tiles_do_not_tell(classifier: TileClassifier, example: tuple[Pixels, Array, Indices]) -> None:
    photo, corners, faces = example
    in_a_mirror = corners[:, [1, 0, 3, 2]]
    for some in (slice(4), slice(-1, None), slice(0)):  # four sevens of dots, one dragon, none
        assert not are_mirrored(Crops(photo), in_a_mirror[some], faces[some], classifier)


@pytest.mark.parametrize(
    ("gains", "mirrored"),
    [
        ((9.0, 0, 0, 0, 0, 0), False),
        ((2.5, 1.5, 0, 0, 0, 0), True),
        ((1.0, 0.5, 0.5, 0.5, 0.4, 0.2), True),
        ((1.0, 0.5, 0.5, 0.5, 0.3, 0.1), False),
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
    tile = np.array([[0, 0], [8, 0], [8, 9], [0, 9]])
    corners = np.array([tile + np.array([9 * place, 0]) for place in range(12)], np.float32)
    faces = np.array([Tile.parse(f"{rank}{suit}").index for suit in "cd" for rank in range(1, 7)])

    def logits(_: Crops, quads: Array) -> Array:
        places = np.rint(quads[:, :, 0].min(axis=1) / 9).astype(int)
        other_way_round = quads[:, 0, 0] > quads[:, 1, 0]
        said = np.zeros((len(quads), len(CLASSES)), np.float32)
        gained = np.array([*gains, *[3.0] * 6])[places]
        said[np.arange(len(quads)), faces[places]] = 10 + other_way_round * gained
        return said

    monkeypatch.setattr(classifier, "logits", logits)
    assert are_mirrored(Crops(np.zeros((9, 108, 3), np.uint8)), corners, faces, classifier) == mirrored
