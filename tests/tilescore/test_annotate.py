"""A photo with the reading drawn on it, at any size, and files that cannot be written."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.tilescore.readings import SIZE, reading_of
from tilescore.annotate import DOUBTFUL, SURE, annotate, write_image
from tilescore.errors import OutputError
from vision.arrays import Pixels
from vision.reading import Reading, ReadTile


def scaled(reading: Reading, factor: float) -> Reading:
    def smaller(tile: ReadTile) -> ReadTile:
        corners = tuple((x * factor, y * factor) for x, y in tile.corners)
        return replace(tile, corners=corners)  # type: ignore[arg-type]

    rows = tuple(
        replace(row, groups=tuple(tuple(map(smaller, group)) for group in row.groups)) for row in reading.rows
    )
    return replace(reading, rows=rows)


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
