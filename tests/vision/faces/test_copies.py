"""A tile that has a copy in the photo is no Season."""

import cv2
import numpy as np
import pytest

from scoring.tiles import TILES, Tile
from vision.arrays import Array, Pixels
from vision.faces.copies import heard_of_copies
from vision.faces.likeness import likeness, signatures, views
from vision.probabilities import FACES, KINDS, NO_TILE

EIGHT, SPRING = Tile.parse("8b").index, Tile.parse("1s").index


def drawing(seed: int, shift: int = 0, light: float = 1.0) -> Pixels:
    """A crop (80, 64, 3) with some shapes on it, all its own, perhaps shifted and darker."""
    rng = np.random.default_rng(seed)
    crop = np.full((80, 64, 3), 225, np.uint8)
    for _ in range(5):
        x, y, radius = (int(v) for v in rng.integers((12, 14, 4), (52, 66, 12)))
        cv2.circle(crop, (x + shift, y + shift), radius, (40, 60, 30), 3)
    return np.asarray(crop * light, np.uint8)


def doubtful(season: float) -> Array:
    """The probabilities (44,) of a tile that may be the Spring, or else an eight of bamboo."""
    probs = np.zeros(NO_TILE + 1, np.float32)
    probs[[SPRING, EIGHT]] = season, 1 - season
    return probs


def heard(probs: list[Array], crops: list[Pixels]) -> Array:
    quads = np.arange(len(crops), dtype=np.float32)[:, None, None] + np.zeros((1, 4, 2), np.float32)
    return heard_of_copies(np.stack(probs), quads, lambda some: np.stack([crops[int(q[0, 0])] for q in some]))


def test_one_face_is_like_itself_and_no_other() -> None:
    crops = np.stack([drawing(1), drawing(1, shift=2, light=0.6), drawing(2), drawing(3)])
    alike = likeness(views(crops), signatures(crops))
    assert np.diag(alike) == pytest.approx(1.0, abs=1e-3)
    assert alike[0, 1] > 0.8
    assert alike[0, 2:].max() < 0.6


def test_one_crop_looks_the_same_wherever_its_numbers_lie_in_memory() -> None:
    rng = np.random.default_rng(5)
    crops = rng.integers(0, 256, (20, 80, 64, 3), dtype=np.uint8)
    first, between = views(crops), list[Array]()
    for size in rng.integers(1, 50_000, 5):
        between.append(np.empty(size, np.float32))
        np.testing.assert_array_equal(views(crops.copy()), first)


def test_two_alike_are_no_seasons() -> None:
    told = heard([doubtful(0.8), doubtful(0.6)], [drawing(1), drawing(1, shift=1, light=0.7)])
    assert told.sum(axis=1) == pytest.approx(1.0)
    assert (told.argmax(axis=1) == EIGHT).all()
    assert (told[:, KINDS:FACES].sum(axis=1) > 0).all()  # still possible


def test_a_sure_tile_is_copy_enough() -> None:
    sure = np.zeros(NO_TILE + 1, np.float32)
    sure[EIGHT] = 1.0
    told = heard([doubtful(0.6), sure], [drawing(1), drawing(1)])
    assert told[0].argmax() == EIGHT
    assert np.array_equal(told[1], sure)


def test_a_copy_that_would_be_another_season_says_little() -> None:
    other = doubtful(0.9)
    other[[SPRING, SPRING + 1]] = other[[SPRING + 1, SPRING]]
    drawn = [drawing(1), drawing(1)]
    same, another = heard([doubtful(0.9)] * 2, drawn), heard([doubtful(0.9), other], drawn)
    assert same[0].argmax() == EIGHT
    assert another[0].argmax() == SPRING


def test_two_copies_say_more_than_one() -> None:
    other = doubtful(0.9)
    other[[SPRING, SPRING + 1]] = other[[SPRING + 1, SPRING]]
    one = heard([doubtful(0.9), other], [drawing(1)] * 2)
    two = heard([doubtful(0.9), other, other], [drawing(1)] * 3)
    assert two[0, EIGHT] > 3 * one[0, EIGHT]


@pytest.mark.parametrize("season", [0.8, 0.04, 0.97])
def test_what_has_no_copy_stays_as_it_is(season: float) -> None:
    probs = [doubtful(season), doubtful(season)]
    assert np.array_equal(heard(probs, [drawing(1), drawing(2)]), np.stack(probs))


def test_what_is_sure_or_hardly_a_season_is_not_even_looked_at() -> None:
    probs = np.stack([doubtful(0.97), doubtful(0.04)])

    def cut(quads: Array) -> Pixels:
        raise AssertionError(f"{len(quads)} tiles were looked at")

    assert heard_of_copies(probs, np.zeros((2, 4, 2), np.float32), cut) is probs


def test_what_is_probably_nothing_is_nobodys_copy() -> None:
    nothing = np.zeros(NO_TILE + 1, np.float32)
    nothing[[NO_TILE, TILES[0].index]] = 0.9, 0.1
    told = heard([doubtful(0.8), nothing], [drawing(1), drawing(1)])
    assert told[0].argmax() == SPRING
