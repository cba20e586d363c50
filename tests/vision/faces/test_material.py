"""Tiles of one set are made of one material."""

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN, Tile
from vision.arrays import Array
from vision.faces.crops import Crops
from vision.faces.material import heard_of_material
from vision.probabilities import NO_TILE

DOWN, FIVE, SPRING = FACE_DOWN.index, Tile.parse("5c").index, Tile.parse("1s").index
IVORY, SHADED_IVORY, CARD = (190, 215, 225), (161, 183, 191), (250, 235, 200)
GREEN, SHADED_GREEN, RED = (60, 140, 50), (45, 105, 38), (50, 60, 170)
INK = (40, 40, 60)
WIDTH, HEIGHT = 60, 80

Colour = tuple[int, int, int]
Thing = tuple[int, float, Colour]
"""What it may be, the probability of that, nothing having the rest, and its colour."""


def heard(*things: Thing) -> Array:
    """The probabilities (n,) that each thing, side by side with the others, is what it may be."""
    count = len(things)
    probs = np.zeros((count, NO_TILE + 1), np.float32)
    picture = np.empty((HEIGHT, count * WIDTH, 3), np.uint8)
    for place, (kind, share, colour) in enumerate(things):
        probs[place, [kind, NO_TILE]] = share, 1 - share
        thing = picture[:, place * WIDTH : (place + 1) * WIDTH]
        thing[:] = colour
        if kind != DOWN:
            thing[HEIGHT // 3 : HEIGHT * 2 // 3, WIDTH // 4 : WIDTH * 3 // 4] = INK
    box = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    quads = np.asarray(box + np.arange(count)[:, None, None] * [WIDTH, 0], np.float32)
    crops = Crops(picture)
    crops.look(quads)
    told = heard_of_material(probs, quads, crops)
    assert told.sum(axis=1) == pytest.approx(1.0)
    return np.asarray(told[np.arange(count), [kind for kind, _, _ in things]])


FACES: list[Thing] = [(FIVE, 0.99, IVORY)] * 6


@pytest.mark.parametrize(
    ("colour", "likelier"), [(IVORY, True), (SHADED_IVORY, True), (CARD, False), (GREEN, False), (RED, False)]
)
def test_what_may_be_a_season_is_one_on_the_ground_of_the_faces_beside_it(
    colour: Colour, likelier: bool
) -> None:
    told = heard(*FACES, (SPRING, 0.5, colour))
    assert (told[-1] > 0.5) == likelier
    assert told[:-1].min() > 0.98


@pytest.mark.parametrize(
    ("colour", "likelier"), [(GREEN, True), (SHADED_GREEN, True), (RED, False), (IVORY, False)]
)
def test_what_may_be_a_back_is_one_if_it_looks_like_the_others(colour: Colour, likelier: bool) -> None:
    told = heard((DOWN, 0.99, GREEN), (DOWN, 0.98, GREEN), (DOWN, 0.6, colour))
    assert (told[2] > 0.6) == likelier
    assert told[:2].min() > 0.97


def test_a_tile_that_is_sure_stays_so_in_a_light_of_its_own() -> None:
    assert heard(*FACES, (FIVE, 0.995, CARD))[-1] > 0.95
    assert heard((DOWN, 0.99, GREEN), (DOWN, 0.99, RED)).min() > 0.9


def test_no_tile_speaks_for_itself() -> None:
    """One that counts as sure is compared with the same four others as one that just does not."""
    others = [*FACES[:4], (FIVE, 0.99, CARD)]
    sure, doubtful = (heard(*others, (FIVE, share, CARD))[-1] for share in (0.951, 0.949))
    assert sure == pytest.approx(doubtful, abs=0.005)


def test_few_faces_or_a_single_back_say_nothing() -> None:
    assert heard(*FACES[:4], (SPRING, 0.5, RED))[-1] == pytest.approx(0.5)
    assert heard((DOWN, 0.98, GREEN)) == pytest.approx(0.98)
    assert heard((DOWN, 0.6, GREEN), (DOWN, 0.7, RED)) == pytest.approx([0.6, 0.7])
    assert heard((DOWN, 0.98, GREEN), (DOWN, 0.01, RED)) == pytest.approx([0.98, 0.01])
