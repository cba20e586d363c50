"""White dragons and backs, told apart by the faces beside them."""

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN, Tile
from vision.arrays import Array, Pixels
from vision.faces.blank import heard_beside
from vision.faces.colours import are_dark, ground_colours
from vision.faces.crops import Crops
from vision.probabilities import CLASSES

WHITE = Tile.parse("Wd").index
IVORY, GREEN, INK, LACQUER = (150, 200, 215), (60, 120, 50), (30, 30, 40), (20, 25, 130)
COUNT = 6

UNSEEN = Crops(np.zeros((80, 64, 3), np.uint8))
"""A photo that nobody has looked at yet: to ask for what it shows is an error."""


def quads(count: int) -> Array:
    """Tiles side by side: (count, 4, 2)."""
    one = np.array([[0, 0], [64, 0], [64, 80], [0, 80]])
    return np.asarray(one + np.arange(count)[:, None, None] * [64, 0], np.float32)


def probabilities(count: int, white: float, back: float) -> Array:
    """The first tile is one of the two blank ones, the others are sure to be fives."""
    given = np.full((count, len(CLASSES)), 1e-4, np.float32)
    given[1:, Tile.parse("5c").index] = 0.99
    given[0, [WHITE, FACE_DOWN.index]] = white, back
    return given


def pictures(
    blank: tuple[int, ...],
    light: tuple[float, ...] = (1, 1, 1),
    ground: tuple[int, ...] = IVORY,
    ink: tuple[int, ...] = INK,
) -> Pixels:
    """A blank tile, then faces of that ground with ink on them, in coloured light: (COUNT, 80, 64, 3)."""
    tiles = np.empty((COUNT, 80, 64, 3))
    tiles[0], tiles[1:] = blank, ground
    tiles[1:, 26:54, 16:48] = ink
    return np.asarray(tiles * light, np.uint8)


def side_by_side(tiles: Pixels) -> Crops:
    """A photo of such pictures (n, 80, 64, 3), each at its place among `quads`."""
    photo = Crops(np.concatenate(list(tiles), axis=1))
    photo.look(quads(len(tiles)))
    return photo


@pytest.mark.parametrize("light", [(1, 1, 1), (0.2, 0.6, 1.0), (1.1, 0.8, 0.6)])
def test_a_blank_tile_of_the_colour_of_the_faces_is_a_white_dragon(light: tuple[float, ...]) -> None:
    told = heard_beside(probabilities(COUNT, 0.3, 0.6), quads(COUNT), side_by_side(pictures(IVORY, light)))
    assert told[0].argmax() == WHITE
    told = heard_beside(probabilities(COUNT, 0.6, 0.3), quads(COUNT), side_by_side(pictures(GREEN, light)))
    assert told[0].argmax() == FACE_DOWN.index


def test_a_white_dragon_may_be_of_the_colour_of_dark_faces() -> None:
    given, beside = probabilities(COUNT, 0.3, 0.6), quads(COUNT)
    dragon, back = (side_by_side(pictures(blank, ground=LACQUER, ink=IVORY)) for blank in (LACQUER, IVORY))
    assert heard_beside(given, beside, dragon)[0].argmax() == WHITE
    assert heard_beside(given, beside, back)[0].argmax() == FACE_DOWN.index


@pytest.mark.parametrize(("border", "reading"), [(12, FACE_DOWN.index), (0, WHITE)], ids=["framed", "bare"])
def test_a_bare_tile_is_no_white_dragon_where_those_have_frames(border: int, reading: int) -> None:
    """Though it is of the colour of the faces."""
    tiles = pictures(IVORY)
    tiles[1] = INK
    tiles[1, border : 80 - border, border : 64 - border] = IVORY
    given = probabilities(COUNT, 0.8, 0.15)
    given[1] = 1e-4
    given[1, WHITE] = 0.99
    told = heard_beside(given, quads(COUNT), side_by_side(tiles))
    assert told[0].argmax() == reading
    np.testing.assert_array_equal(told[1:], given[1:])


@pytest.mark.parametrize(("copies", "reading"), [(4, WHITE), (9, FACE_DOWN.index)])
def test_more_of_one_colour_than_a_set_has_white_dragons_are_backs(copies: int, reading: int) -> None:
    count = COUNT + copies - 1
    given = probabilities(count, 0.75, 0.2)
    given[COUNT:] = given[0]
    tiles = np.concatenate([pictures(IVORY), np.repeat(pictures(IVORY)[:1], copies - 1, axis=0)])
    told = heard_beside(given, quads(count), side_by_side(tiles))
    assert (told[[0, *range(COUNT, count)]].argmax(axis=1) == reading).all()


def test_what_else_it_may_be_stays_as_likely() -> None:
    given = probabilities(COUNT, 0.3, 0.6)
    told = heard_beside(given, quads(COUNT), side_by_side(pictures(IVORY)))
    np.testing.assert_allclose(told.sum(axis=1), given.sum(axis=1), rtol=1e-6)
    blank = np.isin(np.arange(len(CLASSES)), [WHITE, FACE_DOWN.index])
    np.testing.assert_array_equal(told[:, ~blank], given[:, ~blank])
    np.testing.assert_array_equal(told[1:], given[1:])


@pytest.mark.parametrize(("count", "white", "back"), [(COUNT, 0.99, 0.001), (3, 0.3, 0.6), (1, 0.3, 0.6)])
def test_nobody_is_asked_without_doubt_or_neighbours(count: int, white: float, back: float) -> None:
    given = probabilities(count, white, back)
    np.testing.assert_array_equal(heard_beside(given, quads(count), UNSEEN), given)


def test_a_tile_in_doubt_is_none_of_its_own_neighbours() -> None:
    given = probabilities(4, 0.02, 0.02)
    given[0, Tile.parse("5c").index] = 0.956
    np.testing.assert_array_equal(heard_beside(given, quads(4), UNSEEN), given)


def test_its_own_colour_says_nothing_of_a_tile_in_doubt() -> None:
    """Not even where it shows a face, as those do that are heard."""
    other = (100, 170, 150)
    tiles = pictures(other)
    tiles[2] = pictures(other, ground=other)[2]
    given = probabilities(COUNT, 0.02, 0.02)
    given[0, Tile.parse("5c").index] = 0.956
    told = heard_beside(given, quads(COUNT), side_by_side(tiles))
    assert told[0, WHITE] < 2 * told[0, FACE_DOWN.index]


def test_the_ground_of_a_face_is_the_colour_beside_its_ink() -> None:
    found = ground_colours(side_by_side(pictures(GREEN)), quads(COUNT))
    np.testing.assert_allclose(found, [GREEN, *[IVORY] * (COUNT - 1)], atol=1)


@pytest.mark.parametrize("light", [(1, 1, 1), (0.2, 0.6, 1.0)])
def test_faces_are_dark_where_their_ink_is_lighter(light: tuple[float, ...]) -> None:
    lacquer = pictures(LACQUER, light, ground=LACQUER, ink=IVORY)
    assert are_dark(side_by_side(lacquer), quads(COUNT))
    assert not are_dark(side_by_side(pictures(IVORY, light)), quads(COUNT))


def test_faces_so_blurred_that_ink_and_ground_run_into_each_other_are_not_dark() -> None:
    faint = np.interp(np.arange(64), [0, 32, 63], [60, 110, 180]).astype(np.uint8)
    blurred = np.broadcast_to(faint[None, None, :, None], (COUNT, 80, 64, 3))
    assert not are_dark(side_by_side(blurred), quads(COUNT))
