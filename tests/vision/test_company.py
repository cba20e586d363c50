"""Seasons keep company with Seasons."""

import numpy as np
import pytest

from scoring.tiles import Tile
from vision.company import Array, heard_of_company
from vision.sets import FACES, KINDS, NO_TILE

BIRD, FIVE, SPRING, PLUM = (Tile.parse(code).index for code in ("1b", "5c", "1s", "1f"))
WIDTH, HEIGHT = 30, 40
APART = 3 * WIDTH


def row(*lefts: float) -> Array:
    """Tiles in a row, by their left edges: (n, 4, 2)."""
    one = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    return np.stack([np.asarray(one + np.array([left, 0]), np.float32) for left in lefts])


def season_of(*faces: int | float, lefts: tuple[float, ...] = ()) -> list[float]:
    """What the odds of being a Season come to for tiles side by side: each surely shows a face or, given
    odds below 1 in place of one, is a Season with these and a bird with the rest, one in ten being no
    tile."""
    odds = np.zeros((len(faces), NO_TILE + 1), np.float32)
    for place, face in enumerate(faces):
        if isinstance(face, float):
            odds[place, [SPRING, BIRD, NO_TILE]] = 0.9 * face, 0.9 * (1 - face), 0.1
        else:
            odds[place, face] = 1.0
    quads = row(*(lefts or [WIDTH * place for place in range(len(faces))]))
    told = heard_of_company(odds, quads)
    np.testing.assert_allclose(told[:, NO_TILE], odds[:, NO_TILE], atol=1e-6)
    np.testing.assert_allclose(told.sum(axis=1), 1.0, atol=1e-5)
    shown = told[:, :FACES].sum(axis=1)
    return [float(share) for share in told[:, KINDS:FACES].sum(axis=1) / shown]


def test_what_lies_between_two_tiles_is_hardly_a_season() -> None:
    assert season_of(FIVE, FIVE, 0.6, FIVE, FIVE)[2] < 0.1


@pytest.mark.parametrize("place", [0, 1, 3])
def test_what_lies_beside_seasons_probably_is_one(place: int) -> None:
    faces: list[int | float] = [PLUM, PLUM, PLUM]
    faces.insert(place, 0.4)
    assert season_of(*faces)[place] > 0.8


def test_at_the_end_of_a_row_and_between_both_kinds_nothing_is_said() -> None:
    assert season_of(FIVE, FIVE, FIVE, 0.4)[3] == pytest.approx(0.4, abs=1e-3)
    assert season_of(FIVE, FIVE, 0.4, PLUM)[2] == pytest.approx(0.4, abs=1e-3)
    assert season_of(0.4) == pytest.approx([0.4], abs=1e-3)


def test_what_lies_apart_is_no_neighbour() -> None:
    told = season_of(FIVE, FIVE, FIVE, 0.4, FIVE, lefts=(0, 30, 60, 90, 120 + APART))
    assert told[3] == pytest.approx(0.4, abs=1e-3)
    assert season_of(PLUM, PLUM, 0.4, lefts=(0, 30, 60 + APART))[2] == pytest.approx(0.4, abs=1e-3)


def test_doubtful_neighbours_say_nothing_and_sure_tiles_stay_so() -> None:
    assert season_of(0.5, 0.4, 0.5)[1] == pytest.approx(0.4, abs=1e-3)
    assert season_of(FIVE, PLUM, FIVE)[1] == pytest.approx(1.0)
    assert season_of(PLUM, FIVE, PLUM)[1] == pytest.approx(0.0)


def test_nothing_in_view_is_nothing() -> None:
    odds, quads = np.zeros((0, NO_TILE + 1), np.float32), np.zeros((0, 4, 2), np.float32)
    assert heard_of_company(odds, quads).shape == (0, NO_TILE + 1)
