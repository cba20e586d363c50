"""Tiles face down are of one colour."""

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN
from vision.backs import heard_of_backs
from vision.looks import Array
from vision.sets import NO_TILE

DOWN = FACE_DOWN.index
GREEN, SHADED, RED = (60, 140, 50), (45, 105, 38), (50, 60, 170)


def perhaps_down(share: float) -> Array:
    """The odds (44,) of what lies face down, or is nothing."""
    odds = np.zeros(NO_TILE + 1, np.float32)
    odds[[DOWN, NO_TILE]] = share, 1 - share
    return odds


def heard(*things: tuple[float, tuple[int, int, int]]) -> Array:
    """The odds that each thing lies face down, by what it is alone and by its colour."""
    crops = np.stack([np.full((80, 64, 3), colour, np.uint8) for _, colour in things])
    odds = np.stack([perhaps_down(share) for share, _ in things])
    quads = np.arange(len(things), dtype=np.float32)[:, None, None] + np.zeros((1, 4, 2), np.float32)
    told = heard_of_backs(odds, quads, lambda some: crops[some[:, 0, 0].astype(int)])
    assert told.sum(axis=1) == pytest.approx(1.0)
    return told[:, DOWN]


@pytest.mark.parametrize(
    ("colour", "likelier"), [(GREEN, True), (SHADED, True), (RED, False), ((128, 128, 128), False)]
)
def test_what_may_be_a_back_is_one_if_it_looks_like_the_others(
    colour: tuple[int, int, int], likelier: bool
) -> None:
    told = heard((0.99, GREEN), (0.98, GREEN), (0.6, colour))
    assert (told[2] > 0.6) == likelier
    assert told[:2].min() > 0.97


def test_of_two_sure_backs_that_differ_neither_is_given_up() -> None:
    assert heard((0.99, GREEN), (0.99, RED)).min() > 0.9


def test_one_is_not_compared_with_itself_nor_with_doubtful_ones() -> None:
    assert heard((0.98, GREEN)) == pytest.approx(0.98)
    assert heard((0.98, GREEN), (0.01, RED)) == pytest.approx([0.98, 0.01])
    assert heard((0.6, GREEN), (0.7, RED)) == pytest.approx([0.6, 0.7])
