"""What tiles look like once the others of the hand are heard."""

from collections.abc import Mapping
from itertools import product
from math import exp

import numpy as np
import pytest

from scoring.tiles import TILES, Tile
from tests.vision.tables import View, row, seen
from vision.arrays import Floats
from vision.hand.hands import find_hands
from vision.hand.infer import BENEFIT
from vision.hand.posterior import BENEFIT_OF_BLANKS, each_once, heard_together
from vision.probabilities import FACES, KINDS, NO_TILE

TABLE = seen(row("Ew Ew Ew | 1c 2c 3c | 9b ? ? 9b", y=-2) + row("4d 5d 6d Nw Nw"))
UNFINISHED = seen(row("Ew Ew Ew | 1c 2c 3c | 9b 9b 9b", y=-2) + row("4d 5d 6d Nw"))


def probs_of(view: View, *doubts: tuple[int, Mapping[str, float]]) -> Floats:
    """The view's probabilities, with tiles that look like several faces."""
    probs = view.probabilities.copy()
    for tile, shares in doubts:
        probs[tile] = 0.0
        for code, share in shares.items():
            probs[tile, Tile.parse(code).index] = share
    return probs


def confidence(view: View, tile: int, *doubts: tuple[int, Mapping[str, float]]) -> float:
    """Of the face that a tile is read as, with the others heard."""
    probs = probs_of(view, *doubts)
    hand = find_hands(view.corners, probs)[0]
    heard = heard_together(hand, probs)
    assert heard[tile].sum() == pytest.approx(1)
    return float(heard[tile, hand.decoded.faces[tile].index])


def borne_out(share: float, benefit: float = BENEFIT) -> float:
    """The probability of a face that looks so likely where any other leaves the hand unfinished or a set
    undone."""
    return share / (share + (1 - share) * exp(-benefit))


@pytest.mark.parametrize(
    ("view", "tile", "looks", "expected"),
    [
        pytest.param(TABLE, 4, {"2c": 0.9, "3c": 0.1}, borne_out(0.9), id="in an exposed run"),
        pytest.param(TABLE, 0, {"Ew": 0.9, "Sw": 0.1}, borne_out(0.9), id="in an exposed pung"),
        pytest.param(TABLE, 11, {"5d": 0.9, "6d": 0.1}, borne_out(0.9), id="concealed in a finished hand"),
        pytest.param(TABLE, 10, {"4d": 0.9, "7d": 0.1}, 0.9, id="at the end of a run that goes on"),
        pytest.param(UNFINISHED, 10, {"5d": 0.9, "6d": 0.1}, 0.9, id="concealed in an unfinished hand"),
        pytest.param(UNFINISHED, 4, {"2c": 0.9, "3c": 0.1}, borne_out(0.9), id="exposed in one"),
        pytest.param(
            TABLE, 7, {"?": 0.9, "1d": 0.1}, borne_out(0.9, BENEFIT_OF_BLANKS), id="the back of a kong"
        ),
    ],
)
def test_what_the_others_bear_out(view: View, tile: int, looks: dict[str, float], expected: float) -> None:
    assert confidence(view, tile, (tile, looks)) == pytest.approx(expected, abs=1e-4)


def test_that_it_is_no_tile_stays_as_likely() -> None:
    """A hand is made of what finishes it, so it says nothing of whether that is a tile."""
    probs = probs_of(TABLE, (4, {"2c": 0.8, "3c": 0.1}))
    probs[4, NO_TILE] = 0.1
    heard = heard_together(find_hands(TABLE.corners, probs)[0], probs)[4]
    assert heard[NO_TILE] / heard[Tile.parse("2c").index] == pytest.approx(0.1 / 0.8, rel=1e-3)
    assert heard[Tile.parse("3c").index] < 0.01


def test_copies_do_not_bear_each_other_out() -> None:
    """Three tiles that look rather like sixes than like eights may all be eights."""
    view = seen(row("6b 6b 6b | 1c 2c 3c | 9b ? ? 9b", y=-2) + row("4d 5d 6d Nw Nw"))
    looks = {"6b": 0.8, "8b": 0.2}
    assert confidence(view, 0, (0, looks), (1, looks), (2, looks)) == pytest.approx(0.8, abs=1e-4)
    assert confidence(view, 0, (0, looks)) == pytest.approx(borne_out(0.8), abs=2e-2)


def test_where_the_rules_changed_a_face_they_bear_nothing_out() -> None:
    changed = (4, {"2c": 0.4, "5c": 0.6})
    assert confidence(TABLE, 4, changed) == pytest.approx(0.4)
    assert confidence(TABLE, 5, changed, (5, {"3c": 0.9, "8c": 0.1})) == pytest.approx(0.9)
    assert confidence(TABLE, 0, changed, (0, {"Ew": 0.9, "Sw": 0.1})) == pytest.approx(borne_out(0.9))


def test_a_fifth_tile_of_a_kind_is_not_what_the_rules_ask_for() -> None:
    """A run in another place makes a set of the tile as well, but takes a fifth two of dots."""
    view = seen(row("2d 2d 2d | 1d 2d 3d", y=-2) + row("4d 5d 6d 6d 7d 8d Nw Nw"))
    assert confidence(view, 6, (6, {"4d": 0.9, "2d": 0.1})) == pytest.approx(borne_out(0.9), abs=1e-4)


def test_no_season_twice_exactly() -> None:
    rng = np.random.default_rng(5)
    probs = np.zeros((4, NO_TILE + 1))
    probs[:, KINDS:FACES] = rng.dirichlet(np.full(8, 0.4), 4) * [[0.5], [0.9], [1.0], [0.7]]
    probs[:, NO_TILE] = 1 - probs.sum(axis=1)
    columns = [*range(KINDS, FACES), NO_TILE]
    expected = np.zeros_like(probs)
    for faces in product(columns, repeat=4):
        some = [face for face in faces if face != NO_TILE]
        if len(some) == len(set(some)):
            expected[range(4), faces] += np.prod(probs[range(4), faces])
    expected /= expected.sum(axis=1, keepdims=True)
    assert each_once(probs) == pytest.approx(expected)
    assert each_once(probs[:0]).shape == (0, NO_TILE + 1)
    assert each_once(probs[:1]) == pytest.approx(probs[:1])


def test_probabilities_that_are_rounded_up_leave_none_below_zero() -> None:
    probs = np.zeros((2, NO_TILE + 1))
    probs[:, KINDS] = np.nextafter(np.float32(1), np.float32(2))
    assert each_once(probs).min() == 0.0


def test_a_season_that_is_there_already_is_offered_last() -> None:
    view = seen(row("Ew Ew Ew | 1c 2c 3c | 9b 9b 9b | 1f 2f", y=-2) + row("4d 5d 6d Nw Nw"))
    doubtful = 10
    assert view.tiles[doubtful] == Tile.parse("2f")
    probs = probs_of(view, (doubtful, {"2f": 0.5, "1f": 0.3, "3f": 0.2}))
    heard = heard_together(find_hands(view.corners, probs)[0], probs)
    best = [TILES[face].code for face in np.argsort(-heard[doubtful])[:3]]
    assert best == ["2f", "3f", "1f"]
    assert heard[doubtful, Tile.parse("2f").index] == pytest.approx(0.5 / 0.7, abs=1e-2)


def test_what_is_not_of_the_hand_is_as_it_was() -> None:
    view = seen(row("Ew Ew Ew | 1c 2c 3c | 9b ? ? 9b", y=-2) + row("4d 5d 6d Nw Nw") + row("8c", x=20, y=9))
    probs = probs_of(view, (15, {"8c": 0.6, "6c": 0.4}))
    heard = heard_together(find_hands(view.corners, probs)[0], probs)
    assert (heard[15] == probs[15]).all()
