"""A photo with the reading drawn on it, at any size, and files that cannot be written."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.tilescore.readings import SIZE, reading_of
from tilescore.annotate import DOUBTFUL, SURE, annotate, write_image
from tilescore.errors import OutputError
from vision.arrays import Pixels
from vision.reading import Reading, ReadTile, Row

Where = Callable[[float, float], tuple[float, float]]
"""Where a point of a photo comes to lie."""


def lying(reading: Reading, where: Where) -> Reading:
    """The reading with every corner elsewhere."""

    def moved(tile: ReadTile) -> ReadTile:
        return replace(tile, corners=tuple(where(x, y) for x, y in tile.corners))  # type: ignore[arg-type]

    return reading.with_each(moved)


def scaled(reading: Reading, factor: float) -> Reading:
    return lying(reading, lambda x, y: (x * factor, y * factor))


def shifted(right: float, down: float) -> Where:
    return lambda x, y: (x + right, y + down)


def turned(degrees: float) -> Where:
    """About the middle of the square picture, where the hand then lies."""
    turn = np.exp(1j * np.deg2rad(degrees))

    def where(x: float, y: float) -> tuple[float, float]:
        point = (complex(x, y) - complex(250, 250)) * turn + complex(800, 800)
        return point.real, point.imag

    return where


def hidden(picture: Pixels, reading: Reading) -> list[str]:
    """The tiles of which something is drawn over, their edges apart."""
    found = []
    for tile in (tile for row in reading.rows for tile in row.tiles):
        face = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(face, np.rint(np.asarray(tile.corners)).astype(np.int32), 1)
        inside = cv2.erode(face, np.ones((13, 13)), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0
        if (picture[inside] != 200).any():
            found.append(tile.tile.code)
    return found


def blank(factor: float = 1.0) -> Pixels:
    return np.full((round(SIZE[1] * factor), round(SIZE[0] * factor), 3), 200, np.uint8)


def has_colour(picture: Pixels, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - colour).sum(axis=2) < 12).any())


def test_sure_and_doubtful_tiles_have_their_own_colours() -> None:
    assert has_colour(annotate(blank(), reading_of("EEEw / 123d")), SURE)
    assert not has_colour(annotate(blank(), reading_of("EEEw / 123d")), DOUBTFUL)
    assert has_colour(annotate(blank(), reading_of("EEEw / 123d", {2: "Sw"})), DOUBTFUL)


def test_the_photo_itself_is_left_alone() -> None:
    photo = blank()
    annotate(photo, reading_of("EEEw / 123d"))
    assert (photo == 200).all()


def test_a_photo_without_tiles_stays_as_it_is() -> None:
    empty = Reading("empty.jpg", SIZE, 0, ())
    assert (annotate(blank(), empty) == 200).all()


@pytest.mark.parametrize(
    "where",
    [
        pytest.param(shifted(0, 0), id="as laid"),
        pytest.param(lambda x, y: (x, y - 105 if y > 200 else y), id="rows close to each other"),
        pytest.param(shifted(0, 1216), id="foot at the edge"),
        pytest.param(shifted(0, -100), id="head at the edge"),
        pytest.param(shifted(-40, 0), id="side at the edge"),
        *(pytest.param(turned(degrees), id=f"turned by {degrees}") for degrees in (10, 30, 45, 90, 180, 270)),
    ],
)
def test_labels_hide_no_face_where_there_is_room(where: Where) -> None:
    reading = lying(reading_of("EEEw 2f / 123d 55b", {2: "Sw"}, set_apart="9c"), where)
    assert hidden(annotate(np.full((1600, 1600, 3), 200, np.uint8), reading), reading) == []


def test_where_there_is_no_room_a_label_lies_on_its_own_tile() -> None:
    """Rather than on another one: in the middle of three rows that touch."""
    hand = reading_of("/ 555b")
    above, middle, below = (lying(hand, shifted(60, 84 * row - 200)) for row in range(3))
    rows = (*above.rows, *middle.rows, *below.rows)
    reading = replace(above, rows=rows)
    picture = annotate(blank(), reading)
    assert [len(hidden(picture, part)) for part in (above, middle, below)] == [0, 1, 0]


def test_all_labels_have_one_size_and_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though farther tiles are smaller: what stands out is taken for important."""
    written = []
    put = cv2.putText

    def recorded(*words: Any) -> Any:
        written.append((words[4], words[6]))
        return put(*words)

    monkeypatch.setattr(cv2, "putText", recorded)
    aslant = lying(reading_of("EEEw / 123456789d"), lambda x, y: (x * (0.8 + y / 1000), y))
    annotate(blank(), aslant)
    assert (len(written), len(set(written))) == (12, 1)


@pytest.mark.parametrize("factor", [0.1, 0.5, 1.0, 3.0])
def test_names_are_legible_at_any_size(factor: float) -> None:
    """Tiles of the result are never narrower than a name needs; large photos keep their size."""
    picture = annotate(blank(factor), scaled(reading_of("EEEw / 123d"), factor))
    tile = picture.shape[1] / SIZE[0] * 60
    assert tile >= 59
    if factor >= 1:
        assert picture.shape[:2] == blank(factor).shape[:2]


def test_tiles_at_the_edge_are_drawn_inside_the_picture() -> None:
    reading = scaled(reading_of("EEEw / 123d"), 1.0)
    assert annotate(np.full((120, 90, 3), 200, np.uint8), reading).shape == (120, 90, 3)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".BMP"])
def test_pictures_are_written_in_the_format_of_their_name(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"öut{suffix}"
    write_image(blank(), file)
    written = cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert written is not None
    assert written.shape == blank().shape


def test_a_picture_too_wide_for_its_format(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"wide\.webp: 16400×4 pixels do not fit"):
        write_image(np.zeros((4, 16400, 3), np.uint8), tmp_path / "wide.webp")
    assert not (tmp_path / "wide.webp").exists()


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="No such file"):
        write_image(blank(), tmp_path / "nowhere" / "out.png")


def test_names_of_tiles_that_fill_the_photo_leave_room_for_them() -> None:
    """As of a single tile that a camera is held over."""
    first = reading_of("1c").rows[0].groups[0][0]
    face = ((30.0, 30.0), (370.0, 30.0), (370.0, 470.0), (30.0, 470.0))
    near = replace(reading_of("1c"), rows=(Row(None, ((replace(first, corners=face),),)),))
    assert hidden(annotate(np.full((500, 400, 3), 200, np.uint8), near), near) == []
