"""Which Season it is: what the second reader may change, and what it may not."""

import numpy as np
import numpy.typing as npt
import pytest

from datasets.faces import compose, sample_style
from scoring.tiles import TILES
from vision.classify import CLASSES, rectified
from vision.seasons import SEASONS, SeasonReader

Array = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

EIGHT = [tile for tile in TILES if tile.is_season]


@pytest.fixture(scope="module")
def reader() -> SeasonReader:
    return SeasonReader(threads=1)


def quads(count: int) -> Array:
    return np.zeros((count, 4, 2), np.float32)


def even_odds(count: int, seasons: float) -> Array:
    """Any Season with odds `seasons`, all eight alike, and for the rest a five of dots."""
    odds = np.zeros((count, len(CLASSES)), np.float32)
    odds[:, SEASONS] = seasons / 8
    odds[:, 13] = 1 - seasons
    return odds


def test_the_columns_are_the_eight_seasons() -> None:
    assert list(TILES[SEASONS]) == EIGHT


def test_how_likely_it_is_a_season_at_all_stays_as_it_is(reader: SeasonReader) -> None:
    crops = np.random.default_rng(0).integers(0, 256, (3, 80, 64, 3), dtype=np.uint8)
    odds = even_odds(3, 0.4)
    told = reader.heard(odds, quads(3), lambda some: crops[: len(some)])
    np.testing.assert_allclose(told[:, SEASONS].sum(axis=1), 0.4, rtol=1e-5)
    others = np.delete(np.arange(len(CLASSES)), np.arange(len(CLASSES))[SEASONS])
    np.testing.assert_array_equal(told[:, others], odds[:, others])
    assert (odds[:, SEASONS] == np.float32(0.05)).all(), "the odds given are left alone"


def test_only_what_may_be_a_season_is_looked_at(reader: SeasonReader) -> None:
    odds = np.concatenate([even_odds(1, 0.001), even_odds(1, 0.9), even_odds(2, 0.0)])
    places = np.arange(32, dtype=np.float32).reshape(4, 4, 2)
    asked: list[Array] = []

    def cut(some: Array) -> Image:
        asked.append(some)
        return np.zeros((len(some), 80, 64, 3), np.uint8)

    told = reader.heard(odds, places, cut)
    assert len(asked) == 1
    np.testing.assert_array_equal(asked[0], places[1:2])
    np.testing.assert_array_equal(told[[0, 2, 3]], odds[[0, 2, 3]])


def test_nobody_is_asked_where_there_is_no_season_or_a_clear_one(reader: SeasonReader) -> None:
    def cut(_: Array) -> Image:
        raise AssertionError("nothing to look at")

    clear = even_odds(1, 0.0)
    clear[0, SEASONS.start] = 1
    assert reader.heard(clear, quads(1), cut) is clear
    odds = even_odds(2, 0.0)
    assert reader.heard(odds, quads(2), cut) is odds
    assert reader.heard(odds[:0], quads(0), cut).shape == (0, len(CLASSES))


def test_the_shipped_weights_tell_seasons_of_sets_never_seen_apart(reader: SeasonReader) -> None:
    rng = np.random.default_rng(20_261)
    crops, truths = [], []
    for _ in range(8):
        style = sample_style(rng)
        for tile in EIGHT:
            face = compose(style, tile, 100, rng)
            width = face.shape[1]
            crops.append(rectified(face, np.array([[0, 0], [width, 0], [width, 100], [0, 100]], np.float32)))
            truths.append(tile.index)
    told = reader.heard(even_odds(64, 0.9), quads(64), lambda _: np.array(crops))
    assert np.mean(told.argmax(axis=1) == truths) > 0.8
