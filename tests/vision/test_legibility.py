"""What is said of tiles that are blurred, small, overexposed or lost in glare."""

import cv2
import numpy as np
import pytest

from scoring.tiles import Tile
from tests.vision.tables import certain, upright
from vision.arrays import Array, Pixels
from vision.faces.crops import ENOUGH
from vision.legibility import LEAST, Hindrance, hindrance
from vision.probabilities import NO_TILE

BLURRED = Hindrance("blurred", "in a sharper picture")
TILES = [Tile.parse("5c")] * 12


def table(wide: int) -> tuple[Pixels, Array]:
    """A picture of twelve tiles so wide, with strokes on them, and their corners."""
    rng = np.random.default_rng(4)
    picture = np.full((3 * wide, 14 * wide, 3), (60, 110, 50), np.uint8)
    quads = np.array([upright(wide * (1 + place), wide, wide, 1.35 * wide) for place in range(12)])
    for quad in quads:
        (left, top), (right, bottom) = quad[0], quad[2]
        cv2.rectangle(picture, (int(left), int(top)), (int(right), int(bottom)), (225, 240, 245), cv2.FILLED)
        ends = rng.uniform((left + 3, top + 3), (right - 3, bottom - 3), (24, 2)).astype(int).tolist()
        for end, other in zip(ends[::2], ends[1::2], strict=True):
            cv2.line(picture, end, other, (30, 30, 140), 1, cv2.LINE_AA)
    return picture, quads


def said(picture: Pixels, quads: Array, tiles: list[Tile] = TILES) -> Hindrance | None:
    return hindrance(picture, quads, certain(tiles))


def test_nothing_is_said_of_large_sharp_tiles() -> None:
    assert said(*table(60)) is None
    assert said(*table(int(ENOUGH) + 1)) is None


def test_blurred_tiles_are_said_to_be_blurred() -> None:
    picture, quads = table(60)
    assert said(np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8), quads) == BLURRED


def test_small_tiles_are_said_to_be_small() -> None:
    assert said(*table(int(ENOUGH) - 10)) == Hindrance("only 30 pixels wide", "from nearer")


def test_a_doubtful_tile_may_be_lost_in_glare() -> None:
    picture, quads = table(60)
    probs = certain(TILES)
    probs[4] = 0.5 * probs[4] + 0.5 * certain([Tile.parse("6c")])[0]
    assert hindrance(picture, quads, probs) is None
    middle = quads[4].mean(axis=0).astype(int).tolist()
    cv2.circle(picture, middle, 50, (255, 255, 255), cv2.FILLED)
    assert hindrance(picture, quads, probs) == Hindrance("partly lost in glare", "without it")
    assert hindrance(picture, quads, certain(TILES)) is None
    assert hindrance(np.maximum(picture, 252), quads, probs) != Hindrance(
        "partly lost in glare", "without it"
    )


def test_tiles_that_are_mostly_white_light_are_said_to_be_overexposed() -> None:
    picture, quads = table(60)
    brighter = np.asarray(np.minimum(picture * 1.2, 255), np.uint8)
    assert said(brighter, quads) == Hindrance("overexposed", "in a darker picture")
    soft = np.asarray(np.minimum(cv2.GaussianBlur(picture, (0, 0), 4) * 1.5, 255), np.uint8)
    assert said(soft, quads) == Hindrance("overexposed", "in a darker picture")  # light hides how sharp it is
    few = picture.copy()
    few[:, : 4 * 60] = brighter[:, : 4 * 60]
    assert said(few, quads) is None


@pytest.mark.parametrize(("wide", "blurred"), [(int(LEAST) - 4, False), (int(LEAST) + 6, True)])
def test_of_tiles_very_small_it_is_not_said_that_they_are_blurred(wide: int, blurred: bool) -> None:
    picture, quads = table(wide)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 3), np.uint8)
    assert (said(soft, quads) == BLURRED) == blurred


def test_what_is_no_tile_does_not_count_nor_do_discards_far_behind() -> None:
    """Three dozen blurred things beside twelve sharp tiles."""
    picture, quads = table(60)
    for wide, tile in ((60, None), (30, Tile.parse("5c")), (60, Tile.parse("5c"))):
        behind, things = table(wide)
        soft = np.zeros((3 * behind.shape[0], picture.shape[1], 3), np.uint8)
        soft[:, : behind.shape[1]] = np.vstack([cv2.GaussianBlur(behind, (0, 0), 4)] * 3)
        below = np.array([0, picture.shape[0]], np.float32)
        rows = [things + below + np.array([0, number * behind.shape[0]], np.float32) for number in range(3)]
        probs = np.zeros((36, NO_TILE + 1))
        probs[:, NO_TILE if tile is None else tile.index] = 1.0
        corners = np.concatenate([quads, *rows])
        told = hindrance(np.vstack([picture, soft]), corners, np.concatenate([certain(TILES), probs]))
        assert told == (BLURRED if wide == 60 and tile else None)


def test_nothing_is_said_where_there_is_no_tile() -> None:
    nothing = np.zeros((0, 4, 2), np.float32)
    assert hindrance(np.zeros((9, 9, 3), np.uint8), nothing, np.zeros((0, NO_TILE + 1))) is None
