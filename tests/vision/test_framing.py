"""Whether the edge of the photo, or glare, leaves a row of the hand short of a tile."""

from collections.abc import Collection

import cv2
import numpy as np
import pytest

from scoring.tiles import Tile
from tests.vision.tables import certain, upright
from vision.arrays import Array, Pixels
from vision.framing import unseen
from vision.reading import CUT_OFF, IN_GLARE

WIDE, HIGH = 60, 81
CLOTH, IVORY, INK = (60, 110, 50), (225, 240, 245), (30, 30, 140)
LACQUER, GOLD = (20, 20, 25), (90, 190, 220)
TILES = 6
Colour = tuple[int, int, int]


def table(cloth: Colour = CLOTH, face: Colour = IVORY, ink: Colour = INK) -> tuple[Pixels, Array]:
    """A picture of six tiles in a row with a tile's width of cloth at either end and two heights of it above
    and below, and the tiles' corners."""
    picture = np.full((5 * HIGH, (TILES + 2) * WIDE, 3), cloth, np.uint8)
    quads = np.array([upright(WIDE * (1 + place), 2 * HIGH, WIDE, HIGH) for place in range(TILES)])
    for quad in quads:
        (left, top), (right, bottom) = quad[0].astype(int).tolist(), quad[2].astype(int).tolist()
        cv2.rectangle(picture, (left, top), (right, bottom), face, cv2.FILLED)
        for up in range(3):
            centre = (left + right) // 2, top + HIGH // 4 * (up + 1)
            cv2.circle(picture, centre, WIDE // 8, ink, cv2.FILLED, cv2.LINE_AA)
    return picture, quads


def cut(picture: Pixels, quads: Array, left: float) -> tuple[Pixels, Array]:
    """The picture with so much of its last tile left, and the tiles before that one."""
    return picture[:, : int(WIDE * (TILES + left))], quads[:-1]


def told(picture: Pixels, quads: Array, hand: Collection[int] | None = None) -> tuple[str, ...]:
    probs = certain([Tile.parse("3d")] * len(quads))
    return unseen(np.ascontiguousarray(picture), quads, probs, range(len(quads)) if hand is None else hand)


def said(picture: Pixels, quads: Array, hand: Collection[int] | None = None) -> bool:
    """Whether a tile is said to be cut off, and nothing else."""
    problems = told(picture, quads, hand)
    assert problems in ((), (CUT_OFF,))
    return bool(problems)


def test_a_row_that_is_all_in_the_photo_is_not_cut_off() -> None:
    assert not said(*table())


@pytest.mark.parametrize("left", [0.15, 0.25, 0.4, 0.5])
@pytest.mark.parametrize("quarters", range(4))
def test_a_row_is_cut_off_at_whatever_edge(left: float, quarters: int) -> None:
    picture, quads = cut(*table(), left)
    for _ in range(quarters):
        quads = np.stack([quads[..., 1], picture.shape[1] - 1 - quads[..., 0]], axis=-1)
        picture = np.rot90(picture)
    assert said(picture, quads)


@pytest.mark.parametrize("turned", [0, 2], ids=["upright", "head down"])
def test_a_row_is_cut_off_at_either_end(turned: int) -> None:
    picture, quads = table()
    left = int(WIDE * 1.7)
    for seen, corners in (
        cut(picture, quads, 0.3),
        (picture[:, left:], quads[1:] - np.array([left, 0], np.float32)),
    ):
        assert said(seen, np.roll(corners, turned, axis=1))
    assert not said(picture, np.roll(quads, turned, axis=1))


@pytest.mark.parametrize(("cloth", "face", "ink"), [((200, 190, 60), LACQUER, GOLD), (LACQUER, IVORY, INK)])
def test_whatever_the_tiles_and_the_table_are_like(cloth: Colour, face: Colour, ink: Colour) -> None:
    picture, quads = table(cloth, face, ink)
    assert not said(picture, quads)
    assert said(*cut(picture, quads, 0.3))


def test_the_cloth_between_the_row_and_the_edge_is_no_tile() -> None:
    picture, quads = table()
    for beside in (0.05, 0.3, 0.8):
        assert not said(picture[:, : int(WIDE * (1 + TILES + beside))], quads)


def test_a_table_as_light_as_the_tiles_says_nothing() -> None:
    picture, quads = table(cloth=IVORY)
    assert not said(picture[:, : int(WIDE * (1 + TILES + 0.3))], quads)


def test_a_row_that_ends_with_another_tile_than_the_hands_does_not_count() -> None:
    picture, quads = cut(*table(), 0.3)
    assert said(picture, quads, hand=range(1, len(quads)))
    assert not said(picture, quads, hand=range(len(quads) - 1))


def test_a_tile_that_was_found_there_is_not_cut_off() -> None:
    """Crosswise to the row and cut, as a discard may lie, so that it is none of its tiles."""
    picture, quads = cut(*table(), 0.4)
    assert said(picture, quads)
    lower, left = 2 * HIGH + HIGH / 2, WIDE * TILES
    there = np.roll(upright(left, lower - 0.75 * WIDE, 0.4 * WIDE, 1.5 * WIDE), 1, axis=0)[None]
    assert not said(picture, np.concatenate([quads, there]), hand=range(len(quads)))


def test_one_tile_by_itself_may_have_had_another_beside_it() -> None:
    picture, quads = table()
    assert said(picture[:, : int(WIDE * 2.3)], quads[:1])
    assert not said(picture[:, : int(WIDE * 2)], quads[:1])


@pytest.mark.parametrize("lost", range(TILES))
def test_a_tile_is_lost_in_glare_at_an_end_of_the_row_or_within(lost: int) -> None:
    picture, quads = table()
    middle = quads[lost].mean(axis=0).astype(int).tolist()
    cv2.circle(picture, middle, WIDE * 3 // 4, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
    assert told(picture, np.delete(quads, lost, axis=0)) == (IN_GLARE,)
    assert told(picture, quads) == ()


@pytest.mark.parametrize("side", [-1, 1], ids=["above", "below"])
def test_glare_may_reach_beyond_the_row_on_one_side(side: int) -> None:
    picture, quads = table()
    x, y = quads[2].mean(axis=0).astype(int).tolist()
    ends = (x, y), (x, y + side * HIGH)
    cv2.line(picture, *ends, (255, 255, 255), WIDE * 3 // 2, cv2.LINE_AA)
    assert told(picture, np.delete(quads, 2, axis=0)) == (IN_GLARE,)


def test_where_all_is_too_bright_nothing_is_said_to_be_lost_in_glare() -> None:
    picture, quads = table(cloth=(255, 255, 255), face=(255, 255, 255))
    assert told(picture, quads) == ()
    assert told(picture, np.delete(quads, 2, axis=0)) == ()


def test_a_table_as_white_as_paper_is_no_glare() -> None:
    assert told(*table(cloth=(254, 254, 254))) == ()


@pytest.mark.parametrize("room", [0.02, 0.1, 0.2])
def test_a_white_frame_around_the_photo_is_no_glare(room: float) -> None:
    """A scan or a screenshot has one."""
    picture, quads = table()
    picture = picture[:, : round(WIDE * (TILES + 1 + room))]
    cv2.rectangle(picture, (0, 0), (picture.shape[1] - 1, picture.shape[0] - 1), (255, 255, 255), 4)
    assert told(picture, quads) == ()
