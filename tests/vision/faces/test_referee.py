"""What the referee may change, and what it may not."""

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN, TILES, Tile
from tests.vision.asked import drawn, quads, saying
from vision.arrays import Array
from vision.faces.referee import Referee
from vision.probabilities import CLASSES
from vision.runtime import Model

SIZE = 120, 96
"""Of the crops that the referee takes."""

BLACK = np.zeros((1, *SIZE, 3), np.uint8)

DISPUTED = [tile for tile in TILES if tile.is_season or str(tile) in ("1b", "Gd", "Wd")]


@pytest.fixture(scope="module")
def referee() -> Referee:
    return Referee(threads=1)


def probs_of(*favourites: float) -> Array:
    """For each tile, a five of dots with these probabilities and for the rest anything."""
    probs = np.empty((len(favourites), len(CLASSES)), np.float32)
    for row, favourite in zip(probs, favourites, strict=True):
        row[:] = (1 - favourite) / (len(CLASSES) - 1)
        row[Tile.parse("5d").index] = favourite
    return probs


def test_both_networks_are_heard(referee: Referee) -> None:
    crops = np.random.default_rng(0).integers(0, 256, (2, *SIZE, 3), dtype=np.uint8)
    told = referee.heard(probs_of(0.5, 0.97), quads(2), saying(crops))
    np.testing.assert_allclose(told.sum(axis=1), 1, rtol=1e-5)
    alone = referee.heard(probs_of(1 / 44, 1 / 44), quads(2), saying(crops))
    five = Tile.parse("5d").index
    assert (told[:, five] > alone[:, five]).all(), "what the classifier says counts as well"


@pytest.mark.parametrize("other", ["4d", "1f"])
def test_the_referee_has_more_of_the_word(referee: Referee, other: str) -> None:
    faces = [Tile.parse("5d").index, Tile.parse(other).index]
    probs = np.full((1, len(CLASSES)), 0.3 / (len(CLASSES) - 2), np.float32)
    answer = probs.copy()
    probs[0, faces], answer[0, faces] = (0.6, 0.1), (0.2, 0.5)
    told = referee.heard(probs, quads(1), lambda _, some: [np.log(answer[: len(some)])])
    assert told.sum() == pytest.approx(1, rel=1e-5)
    assert CLASSES[int(told.argmax())] == Tile.parse(other)


def test_on_which_season_it_is_the_referee_has_nearly_all_of_the_word(referee: Referee) -> None:
    """A name and a plant that are the fourth's, the classifier goes by; the referee has seen the number."""
    third, fourth = (Tile.parse(season).index for season in ("3f", "4f"))
    probs = np.full((1, len(CLASSES)), 1e-4, np.float32)
    probs[0, fourth] = 1 - 43e-4  # so sure of a suit tile it would be that nobody is asked
    answer = np.full((1, len(CLASSES)), 0.2 / len(CLASSES), np.float32)
    answer[0, [third, fourth]] = 0.7, 0.1
    told = referee.heard(probs, quads(1), lambda _, some: [np.log(answer[: len(some)])])
    assert told.argmax() == third
    assert told[0, third] > 2 * told[0, fourth]
    assert told.sum() == pytest.approx(1, rel=1e-5)


@pytest.mark.parametrize(("back", "down"), [(0.35, True), (0.2, False)])
def test_a_back_that_the_referee_holds_a_little_less_likely_is_one(
    referee: Referee, back: float, down: bool
) -> None:
    """It was shown few of them."""
    either = [FACE_DOWN.index, -1]
    probs = np.full((1, len(CLASSES)), 0.3 / (len(CLASSES) - 2), np.float32)
    answer = np.full((1, len(CLASSES)), 1e-4, np.float32)
    probs[0, either], answer[0, either] = 0.35, (back, 1 - back)
    told = referee.heard(probs, quads(1), lambda _, some: [np.log(answer[: len(some)])])
    assert (CLASSES[int(told.argmax())] == FACE_DOWN) == down


def test_a_bird_may_be_a_plant_in_a_pot(referee: Referee) -> None:
    bird, plant = (Tile.parse(face).index for face in ("1b", "3f"))
    probs = np.full((1, len(CLASSES)), 1e-4, np.float32)
    probs[0, bird] = 1 - 43e-4
    answer = np.full((1, len(CLASSES)), 0.05 / len(CLASSES), np.float32)
    answer[0, [plant, bird]] = 0.94, 0.01
    told = referee.heard(probs, quads(1), lambda _, some: [np.log(answer[: len(some)])])
    assert told.argmax() == plant


def test_only_tiles_in_doubt_are_looked_at(referee: Referee) -> None:
    probs = probs_of(0.99, 0.6, 1.0, 0.985)
    places = np.arange(32, dtype=np.float32).reshape(4, 4, 2)
    before, asked = probs.copy(), list[Array]()

    def said_by(model: Model, some: Array) -> list[Array]:
        asked.append(some)
        return model.run(BLACK)

    told = referee.heard(probs, places, said_by)
    assert len(asked) == 1
    np.testing.assert_array_equal(asked[0], places[1:2])
    np.testing.assert_array_equal(told[[0, 2, 3]], probs[[0, 2, 3]])
    np.testing.assert_array_equal(probs, before, "the probabilities given are left alone")


def test_what_is_probably_no_tile_is_left_alone(referee: Referee) -> None:
    probs = probs_of(0.1)
    probs[0, -1] += 0.5
    probs /= probs.sum()
    assert referee.heard(probs, quads(1), saying(BLACK)) is not probs
    probs[0, -1] += 1.0
    probs /= probs.sum()
    assert referee.heard(probs, quads(1), saying(BLACK)) is probs


def test_nobody_is_asked_where_all_is_clear(referee: Referee) -> None:
    def said_by(model: Model, some: Array) -> list[Array]:
        raise AssertionError(f"{model.name} was asked about {len(some)} tiles")

    clear = probs_of(0.99, 1.0)
    assert referee.heard(clear, quads(2), said_by) is clear
    assert referee.heard(clear[:0], quads(0), said_by).shape == (0, len(CLASSES))


def test_the_shipped_weights_tell_apart_what_sets_never_seen_draw_their_own_way(referee: Referee) -> None:
    crops, truths = drawn(20_261, 8, DISPUTED, SIZE)
    nothing_known = np.full((len(crops), len(CLASSES)), 1 / len(CLASSES), np.float32)
    told = referee.heard(nothing_known, quads(len(crops)), saying(crops))
    assert np.mean(told.argmax(axis=1) == truths) > 0.85
