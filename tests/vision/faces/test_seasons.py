"""What the reader of Seasons may change, and what it may not."""

import numpy as np
import pytest

from scoring.tiles import TILES, Tile
from tests.vision.asked import drawn, quads, saying
from vision.arrays import Array
from vision.faces.seasons import SeasonReader
from vision.probabilities import CLASSES, FACES, KINDS, NO_TILE
from vision.runtime import Model, load_model

SEASONS = TILES[KINDS:FACES]
SPARROW = Tile.parse("1b")
SHAPE = 120, 96
"""Of the crops that the reader takes."""


@pytest.fixture(scope="module")
def reader() -> SeasonReader:
    return SeasonReader(threads=1)


def probs_of(**favourites: float) -> Array:
    """(1, 44): these probabilities for the faces named (`_1f` for 1f), the rest shared by all others."""
    probs = np.full((1, len(CLASSES)), (1 - sum(favourites.values())) / len(CLASSES), np.float32)
    for name, favourite in favourites.items():
        probs[0, Tile.parse(name.strip("_")).index] += favourite
    return np.asarray(probs / probs.sum(), np.float32)


def test_it_takes_the_crops_that_the_referee_takes() -> None:
    assert load_model("seasons", 1).crop_shape == SHAPE == load_model("referee", 1).crop_shape


def test_the_probabilities_of_other_faces_keep_their_proportions(reader: SeasonReader) -> None:
    crops, _ = drawn(3, 1, (*SEASONS, SPARROW), SHAPE)
    probs = np.repeat(probs_of(_1b=0.3, _5d=0.2, _1f=0.3), len(crops), axis=0)
    before = probs.copy()
    told = reader.heard(probs, quads(len(crops)), saying(crops))
    np.testing.assert_array_equal(probs, before, "the probabilities given are left alone")
    np.testing.assert_allclose(told.sum(axis=1), 1, rtol=1e-4)
    others = [*range(KINDS), *range(FACES, len(CLASSES))]
    shares = told[:, others] / told[:, others].sum(axis=1, keepdims=True)
    np.testing.assert_allclose(shares, before[:, others] / before[:, others].sum(axis=1)[:, None], rtol=1e-3)


def test_probabilities_add_up_where_hardly_anything_but_seasons_is_left() -> None:
    """Of two Seasons, when the reader is sure that it is none."""
    reader, probs = SeasonReader(threads=1), np.zeros((1, len(CLASSES)), np.float32)
    probs[0, KINDS : KINDS + 2], probs[0, 0] = (0.6, 0.4), 6e-8
    told = reader.heard(probs, quads(1), lambda _, some: [none_of_them(len(some))])
    assert told.sum() == pytest.approx(1, abs=1e-4)


def test_only_what_may_be_a_season_and_is_in_doubt_is_looked_at(reader: SeasonReader) -> None:
    probs = np.concatenate(
        [probs_of(_5d=0.99), probs_of(_5d=0.6, _1b=0.39), probs_of(_2s=0.99999), probs_of(_2s=0.99)]
    )
    asked = list[int]()

    def said_by(_: Model, some: Array) -> list[Array]:
        asked.append(len(some))
        return [clearly("2s", len(some))]

    told = reader.heard(probs, quads(4), said_by)
    assert asked == [1]
    np.testing.assert_array_equal(told[:3], probs[:3])
    clear = probs[:3]
    assert reader.heard(clear, quads(3), said_by) is clear
    assert asked == [1], "nobody is asked where all is clear"
    assert reader.heard(probs[:0], quads(0), said_by).shape == (0, len(CLASSES))


def test_what_the_detector_takes_for_nothing_is_not_looked_at(reader: SeasonReader) -> None:
    probs = np.repeat(probs_of(_2s=0.3), 2, axis=0)
    probs[:, NO_TILE] += 1
    probs /= probs.sum(axis=1, keepdims=True)
    asked = list[int]()

    def said_by(_: Model, some: Array) -> list[Array]:
        asked.append(len(some))
        return [clearly("2s", len(some))]

    told = reader.heard(probs, quads(2), said_by, np.array([0.2, 0.9]))
    assert asked == [1]
    np.testing.assert_array_equal(told[0], probs[0])
    assert told[1, Tile.parse("2s").index] > probs[1, Tile.parse("2s").index]


def test_of_a_season_that_both_call_the_same_it_agrees(reader: SeasonReader) -> None:
    """It is asked of those alone that the classifier is nearly sure of, and must itself be."""
    agreed = probs_of(_2s=0.95)
    probs = np.concatenate([agreed, probs_of(_3f=0.95), probs_of(_2s=0.85), probs_of(_2s=0.99999), agreed])
    sure, hardly = clearly("2s", probability=0.999), clearly("2s", probability=0.95)
    answers = np.concatenate([sure, sure, hardly])
    asked = list[Array]()

    def said_by(_: Model, some: Array) -> list[Array]:
        asked.append(some)
        return [answers[: len(some)].copy()]

    places = quads(5) + np.arange(5, dtype=np.float32)[:, None, None]
    assert reader.agrees(probs, places, said_by).tolist() == [True, False, False, False, False]
    np.testing.assert_array_equal(asked[0], places[[0, 1, 4]])
    asked.clear()
    assert not reader.agrees(probs[2:4], places[2:4], said_by).any()
    assert not asked
    assert reader.agrees(probs[:0], places[:0], said_by).shape == (0,)


def clearly(season: str, count: int = 1, probability: float = 0.97) -> Array:
    """(count, 9): logits of that answer with this probability."""
    rest = (1 - probability) / len(SEASONS)
    answer = np.full((count, len(SEASONS) + 1), np.log(rest), np.float32)
    answer[:, Tile.parse(season).index - KINDS] = np.log(probability)
    return answer


def none_of_them(count: int) -> Array:
    """(count, 9): logits that speak for no Season as clearly as can be."""
    return np.tile(np.array([*[-20.0] * len(SEASONS), 0.0], np.float32), (count, 1))


@pytest.mark.parametrize(
    ("upright", "turned", "expected", "looks"),
    [
        pytest.param(clearly("1s", probability=0.5), clearly("3f"), "3f", 2, id="legible upside down alone"),
        pytest.param(
            clearly("1s", probability=0.5), clearly("3f", probability=0.4), "1s", 2, id="hardly either way"
        ),
        pytest.param(
            clearly("1s", probability=0.95),
            clearly("3f", probability=0.99),
            "1s",
            1,
            id="legible as it stands",
        ),
    ],
)
def test_a_season_that_is_not_legible_may_stand_upside_down(
    reader: SeasonReader, upright: Array, turned: Array, expected: str, looks: int
) -> None:
    shown = list[Array]()

    def said_by(_: Model, some: Array) -> list[Array]:
        shown.append(some)
        return [(upright if len(shown) == 1 else turned).copy()]

    told = reader.heard(probs_of(_1f=0.3, _1s=0.3, _3f=0.3), quads(1), said_by)
    assert CLASSES[int(told.argmax())] == Tile.parse(expected)
    assert len(shown) == looks
    for quad in shown[1:]:
        np.testing.assert_array_equal(quad, np.roll(shown[0], 2, axis=1))


@pytest.mark.parametrize(("none", "season"), [(0.35, False), (0.1, True)])
def test_what_the_reader_holds_a_little_less_likely_to_be_none_is_none(
    reader: SeasonReader, none: float, season: bool
) -> None:
    """Most of what it was shown were Seasons."""
    answer = clearly("2s", probability=1 - none)
    answer[0, -1] = np.log(none)
    told = reader.heard(probs_of(_1b=0.48, _2s=0.48), quads(1), lambda _, some: [answer[: len(some)].copy()])
    assert (told[0, KINDS:FACES].sum() > 0.5) == season


def test_on_which_season_it_is_the_reader_counts_as_much_as_the_others(reader: SeasonReader) -> None:
    answer = np.full((1, len(SEASONS) + 1), np.log(0.01), np.float32)
    answer[0, [2, 3]] = np.log([0.7, 0.2])
    for probs, season in ((probs_of(_4f=0.6, _3f=0.3, _1b=0.08), "3f"), (probs_of(_4f=0.9, _1b=0.08), "4f")):
        told = reader.heard(probs, quads(1), lambda _, some: [answer[: len(some)].copy()])
        assert CLASSES[int(told.argmax())] == Tile.parse(season)
        assert told.sum() == pytest.approx(1, rel=1e-4)
        seasons = told[0, KINDS:FACES].sum()
        assert told[0, Tile.parse("1b").index] < 1 - seasons < 0.15, "whether it is one, both say"


def test_the_shipped_weights_tell_the_seasons_of_sets_never_seen(reader: SeasonReader) -> None:
    """Given that each is as likely a sparrow as a Season."""
    crops, truths = drawn(20_262, 20, (*SEASONS, SPARROW), SHAPE)
    probs = np.zeros((len(crops), len(CLASSES)), np.float32)
    probs[:, KINDS:FACES] = 0.5 / len(SEASONS)
    probs[:, SPARROW.index] = 0.5
    told = reader.heard(probs, quads(len(crops)), saying(crops))
    right = told.argmax(axis=1) == truths
    seasons = np.array(truths) >= KINDS
    assert right[seasons].mean() > 0.9
    assert right[~seasons].mean() > 0.9
