"""A gap in a row shows the table and a motif lies on it; tiles stand out from it."""

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN, Tile
from vision.arrays import Array, Pixels
from vision.faces.crops import Crops
from vision.faces.surroundings import heard_of_surroundings
from vision.probabilities import NO_TILE

DOWN, FIVE, SPRING = FACE_DOWN.index, Tile.parse("5c").index, Tile.parse("1s").index
CLOTH, SHADED_CLOTH, RED = (70, 130, 60), (64, 119, 55), (50, 60, 170)
IVORY, INK = (190, 215, 225), (40, 40, 60)

Colour = tuple[int, int, int]
WIDTH, HEIGHT = 30, 40
ROW = (5, 6, 8, 9)
"""Columns of the faces; what is asked about lies at the seventh, between them."""


def quad(column: float, row: float) -> Array:
    """A tile's corners, so many tiles from the photo's corner."""
    one = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    return np.asarray(one + np.array([column * WIDTH, row * HEIGHT]), np.float32)


def cloth() -> Pixels:
    return np.full((7 * HEIGHT, 15 * WIDTH, 3), CLOTH, np.uint8)


def paint(picture: Pixels, corners: Array, colour: Colour) -> None:
    (left, top), (right, bottom) = corners[0].astype(int), corners[2].astype(int)
    picture[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = colour


def heard(picture: Pixels, thing: Array, faces: list[Array], share: float, kind: int = DOWN) -> float:
    """The probability that a thing among faces is of that kind, of which `share` were so before."""
    quads = np.stack([*faces, thing])
    probs = np.zeros((len(quads), NO_TILE + 1), np.float32)
    probs[:-1, FIVE] = 1.0
    probs[-1, [kind, NO_TILE]] = share, 1 - share
    crops = Crops(picture)
    crops.look(quads)
    told = heard_of_surroundings(probs, quads, crops)
    np.testing.assert_array_equal(told[:-1], probs[:-1])
    assert told.sum(axis=1) == pytest.approx(1.0)
    return float(told[-1, kind])


def in_a_row(colour: Colour, down: float = 0.6, row: float = 3) -> float:
    """The same of a thing of some colour in the midst of a row of faces on a cloth."""
    picture, faces = cloth(), [quad(column, row) for column in ROW]
    for face in faces:
        paint(picture, face, IVORY)
    paint(picture, quad(7, row), colour)
    return heard(picture, quad(7, row), faces, down)


def test_what_is_as_the_cloth_around_it_is_a_gap() -> None:
    assert in_a_row(CLOTH) < 0.05
    assert in_a_row(SHADED_CLOTH) < 0.2


@pytest.mark.parametrize("row", [0, 3, 6])
def test_a_back_of_another_colour_stays_as_likely_even_at_the_edge_of_the_photo(row: float) -> None:
    assert in_a_row(RED, row=row) == pytest.approx(0.6, abs=0.01)


def test_a_gap_at_the_edge_of_the_photo_is_one_as_well() -> None:
    assert in_a_row(CLOTH, row=0) < 0.05
    assert in_a_row(CLOTH, row=-0.5) < 0.05


def test_what_hardly_is_a_back_is_not_compared() -> None:
    assert in_a_row(CLOTH, 0.01) == pytest.approx(0.01)


def test_one_thing_of_its_colour_beside_it_makes_no_back_a_gap() -> None:
    picture, faces = cloth(), [quad(6, 3), quad(8, 3)]
    paint(picture, quad(7, 3), RED)
    paint(picture, quad(6.5, 1.5), RED)
    assert heard(picture, quad(7, 3), faces, 0.6) == pytest.approx(0.6, abs=0.01)


def test_amid_tiles_on_all_sides_nothing_is_known_of_the_table() -> None:
    faces = [quad(column, row) for column in (6, 7, 8) for row in (2, 3, 4) if (column, row) != (7, 3)]
    assert heard(cloth(), quad(7, 3), faces, 0.6) == pytest.approx(0.6)


@pytest.mark.parametrize(("ground", "likelier"), [(IVORY, True), (RED, True), (CLOTH, False)])
def test_a_motif_of_the_cloth_is_no_face_and_a_face_stands_out(ground: Colour, likelier: bool) -> None:
    picture, faces = cloth(), [quad(column, 3) for column in ROW]
    for face in faces:
        paint(picture, face, IVORY)
        paint(picture, inner(face), INK)
    alone = quad(7, 0.5)
    paint(picture, alone, ground)
    paint(picture, inner(alone), INK)
    told = heard(picture, alone, faces, 0.5, SPRING)
    assert told > 0.6 if likelier else told < 0.3


def inner(corners: Array) -> Array:
    """Where the ink of a face is: a third of it across and down."""
    return np.asarray(corners.mean(axis=0) + (corners - corners.mean(axis=0)) / 3, np.float32)


def test_nothing_in_view_is_nothing() -> None:
    probs, quads = np.zeros((0, NO_TILE + 1), np.float32), np.zeros((0, 4, 2), np.float32)
    assert heard_of_surroundings(probs, quads, Crops(cloth())).shape == (0, NO_TILE + 1)
