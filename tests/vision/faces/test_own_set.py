"""The player's own set: what kept crops may change, and what they must leave alone."""

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from datasets.faces import FaceStyle, compose, sample_style
from models.augment import relight
from scoring.tiles import TILES, Tile, parse_tiles
from vision.arrays import Array, Pixels
from vision.faces.likeness import views
from vision.faces.own_set import CHANGED, KeptHand, OwnSet, lifted
from vision.probabilities import CLASSES, SURE

NOTHING = CLASSES.index(None)


def probs_of(*shares: dict[str, float]) -> Array:
    """Rows of probabilities from the shares of some faces; what they leave goes to "no tile"."""
    rows = np.zeros((len(shares), len(CLASSES)), np.float32)
    for row, named in zip(rows, shares, strict=True):
        for code, share in named.items():
            row[Tile.parse(code).index] = share
        row[NOTHING] = 1 - row.sum()
    return rows


def looks_like(**faces: float) -> Array:
    row = np.full((1, len(TILES)), -1.0, np.float32)
    for code, similarity in faces.items():
        row[0, Tile.parse(code.removeprefix("t")).index] = similarity
    return row


def test_a_face_that_looks_like_a_kept_crop_wins_over_a_guess() -> None:
    probs = probs_of({"2s": 0.5, "3s": 0.4})
    heard = lifted(probs, looks_like(t3s=0.9))
    assert TILES[int(heard[0].argmax())].code == "3s"
    assert heard[0].sum() == pytest.approx(1, abs=1e-5)
    assert heard[0, NOTHING] == pytest.approx(0.1), "whether there is a tile is not for it to say"


def test_a_changed_face_is_never_sure() -> None:
    heard = lifted(probs_of({"2s": 0.5, "3s": 0.5 - 1e-4}), looks_like(t3s=1.0))
    assert TILES[int(heard[0].argmax())].code == "3s"
    assert heard[0].max() <= CHANGED < SURE


def test_a_face_that_is_confirmed_becomes_sure() -> None:
    heard = lifted(probs_of({"2s": 0.7, "3s": 0.3}), looks_like(t2s=0.95))
    assert heard[0, Tile.parse("2s").index] >= SURE


def test_a_face_that_looks_like_two_kept_ones_does_not_become_sure() -> None:
    heard = lifted(probs_of({"2s": 0.7, "3s": 0.3}), looks_like(t2s=0.95, t4s=0.9))
    assert TILES[int(heard[0].argmax())].code == "2s"
    assert heard[0].max() <= CHANGED


def test_little_likeness_says_nothing() -> None:
    probs = probs_of({"2s": 0.5, "3s": 0.4})
    np.testing.assert_allclose(lifted(probs, looks_like(t3s=0.6)), probs, atol=1e-6)


@dataclass(frozen=True)
class Photo:
    """Faces side by side."""

    pixels: Pixels
    corners: Array
    tiles: tuple[Tile, ...]

    def kept(self) -> KeptHand:
        return KeptHand.cut(self.pixels, zip(self.tiles, self.corners, strict=True))


def photo(style: FaceStyle, tiles: str, seed: int) -> Photo:
    rng = np.random.default_rng(seed)
    named = parse_tiles(tiles)
    faces = [np.asarray(cv2.resize(compose(style, tile, 96, rng), (72, 96)), np.uint8) for tile in named]
    pixels = relight(np.asarray(np.concatenate(faces, axis=1), np.uint8), rng)
    corners = np.array([[0, 0], [72, 0], [72, 96], [0, 96]], np.float32) + rng.normal(
        0, 1, (len(named), 4, 2)
    )
    corners[..., 0] += 72 * np.arange(len(named))[:, None]
    return Photo(pixels, corners.astype(np.float32), named)


@pytest.fixture(scope="module")
def mine() -> FaceStyle:
    return sample_style(np.random.default_rng(8_000_001))


@pytest.fixture(scope="module")
def other() -> FaceStyle:
    return sample_style(np.random.default_rng(8_000_002))


SHOWN = "123c 5d Ew 7b 3s"
DOUBTFUL = 6
"""The last of the tiles shown: a Season taken for another."""


def as_classified() -> Array:
    sure = [{tile.code: 0.99} for tile in parse_tiles(SHOWN)[:DOUBTFUL]]
    return probs_of(*sure, {"2s": 0.55, "3s": 0.4})


def test_what_the_set_has_shown_before_is_read(mine: FaceStyle) -> None:
    kept = OwnSet((photo(mine, "123c 5d Ew 9b 1234s", 1).kept(),))
    now = photo(mine, SHOWN, 2)
    heard = kept.heard(as_classified(), now.pixels, now.corners)
    assert TILES[int(heard[DOUBTFUL].argmax())].code == "3s"
    np.testing.assert_array_equal(heard[:DOUBTFUL], as_classified()[:DOUBTFUL])


def test_another_set_is_read_as_ever(mine: FaceStyle, other: FaceStyle) -> None:
    kept = OwnSet((photo(mine, "123c 5d Ew 9b 1234s", 1).kept(),))
    now = photo(other, SHOWN, 2)
    np.testing.assert_array_equal(kept.heard(as_classified(), now.pixels, now.corners), as_classified())


def test_the_hand_of_the_same_set_is_found_among_others(mine: FaceStyle, other: FaceStyle) -> None:
    hands = (photo(other, "123c 5d Ew 9b 1234s", 3).kept(), photo(mine, "123c 5d Ew 9b 1234s", 1).kept())
    now = photo(mine, SHOWN, 2)
    heard = OwnSet(hands).heard(as_classified(), now.pixels, now.corners)
    np.testing.assert_array_equal(heard, OwnSet(hands[1:]).heard(as_classified(), now.pixels, now.corners))
    assert TILES[int(heard[DOUBTFUL].argmax())].code == "3s"


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        pytest.param("99b RRd 1234s", "no face in common with the sure tiles", id="no common face"),
        pytest.param("12c 1234s", "two in common tell no set from another", id="too few"),
    ],
)
def test_sets_that_cannot_be_compared_are_taken_for_others(mine: FaceStyle, kept: str, why: str) -> None:
    own = OwnSet((photo(mine, kept, 1).kept(),))
    now = photo(mine, SHOWN, 2)
    np.testing.assert_array_equal(
        own.heard(as_classified(), now.pixels, now.corners), as_classified(), err_msg=why
    )


@pytest.mark.parametrize("hands", [(), (KeptHand((), np.zeros((0, 80, 64, 3), np.uint8)),)])
def test_nothing_kept_changes_nothing(mine: FaceStyle, hands: tuple[KeptHand, ...]) -> None:
    now = photo(mine, SHOWN, 2)
    np.testing.assert_array_equal(
        OwnSet(hands).heard(as_classified(), now.pixels, now.corners), as_classified()
    )


def test_a_photo_without_tiles(mine: FaceStyle) -> None:
    own = OwnSet((photo(mine, SHOWN, 1).kept(),))
    empty = np.zeros((0, len(CLASSES)), np.float32)
    assert own.heard(empty, np.zeros((9, 9, 3), np.uint8), np.zeros((0, 4, 2), np.float32)).shape == (0, 44)


def test_a_crop_looks_most_like_itself_shifted_or_darker(mine: FaceStyle) -> None:
    hand = photo(mine, SHOWN, 1).kept()
    shifted = np.roll(hand.crops, (2, -2), axis=(1, 2))
    darker = (hand.crops * 0.6).astype(np.uint8)
    for crops in (hand.crops, shifted, darker):
        similarity = hand.similarity(views(crops))
        assert [TILES[face].code for face in similarity.argmax(axis=1)] == [str(t) for t in hand.tiles]
        assert (similarity.max(axis=1) > 0.9).all()
        assert similarity.max() <= 1 + 1e-5
