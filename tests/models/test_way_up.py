"""Which way up tiles of real photos are taught to stand."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.crops import RealCrop
from models.way_up import UNKNOWN, WayUp
from scoring.tiles import Tile
from vision.arrays import Pixels

SEVEN, TWO, EAST = (Tile.parse(code) for code in ("7b", "2d", "Ew"))


def face(tile: Tile) -> Pixels:
    """A seven as unlike itself upside down as it is in most sets; a two that is the same either way."""
    drawn = np.full((120, 90, 3), 235, np.uint8)
    if tile == SEVEN:
        cv2.rectangle(drawn, (40, 12), (50, 40), (0, 0, 200), -1)
        for x in (20, 45, 70):
            cv2.rectangle(drawn, (x - 5, 55), (x + 5, 108), (0, 120, 0), -1)
    else:
        for y in (35, 84):
            cv2.circle(drawn, (45, y), 18, (120, 0, 0), -1)
    return drawn


@pytest.fixture
def way_up(tmp_path: Path) -> WayUp:
    crops = []
    for tile in (SEVEN, TWO):
        path = tmp_path / f"{tile.code}.png"
        cv2.imwrite(str(path), face(tile))
        crops.append(RealCrop(path, tile, "one", "train"))
    return WayUp(crops)


@pytest.mark.parametrize("turned", [0, 1, 2, 3])
def test_a_face_is_turned_upright(way_up: WayUp, turned: int) -> None:
    """However many corners lie before the tile's own top-left."""
    picture = np.full((200, 200, 3), 60, np.uint8)
    picture[40:160, 50:140] = face(SEVEN)
    corners = np.array([[50, 40], [140, 40], [140, 160], [50, 160]], np.float32)
    assert list(way_up.turns(picture, np.roll(corners, turned, axis=0)[None], [SEVEN.index])) == [turned]


@pytest.mark.parametrize(("shown", "known_as"), [(TWO, TWO), (SEVEN, EAST), (TWO, SEVEN)])
def test_nothing_is_said_of_what_looks_the_same_either_way_or_like_no_crop(
    way_up: WayUp, shown: Tile, known_as: Tile
) -> None:
    corners = np.array([[0, 0], [90, 0], [90, 120], [0, 120]], np.float32)
    assert list(way_up.turns(face(shown), corners[None], [known_as.index])) == [UNKNOWN]
