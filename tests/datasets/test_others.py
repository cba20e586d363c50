"""The sets of other programs: cut out of their sheets at the right places."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import others
from datasets.faces.fonts import latin_faces
from datasets.others import other_faces
from datasets.scene.realparts import other_cutouts

ROWS = ("1c 2c 3c", "Rd 1f 4s")


def sheet(path: Path, cell: tuple[int, int]) -> None:
    """A sheet whose cells are as red as their number says, with a black line along their right and bottom."""
    width, height = cell
    pixels = np.zeros((2 * height, 3 * width, 4), np.uint8)
    for number in range(6):
        row, column = divmod(number, 3)
        face = pixels[row * height : (row + 1) * height - 3, column * width : (column + 1) * width - 2]
        face[:] = (0, 0, 40 * number, 255)
    cv2.imwrite(str(path), pixels)


def test_each_cell_is_the_tile_its_place_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "set.png"
    sheet(file, (30, 40))
    known = others._Sheet("a set", file, ROWS, (30, 40), trim=(0, 3, 0, 2))
    missing = others._Sheet("not installed", tmp_path / "none.png", ROWS, (30, 40))
    monkeypatch.setattr(others, "_SHEETS", (known, missing))
    monkeypatch.setattr(others, "_FONTS", ())
    faces = other_faces()
    assert [str(face.tile) for face in faces] == " ".join(ROWS).split()
    for number, face in enumerate(faces):
        assert face.image.shape == (37, 28, 3)
        assert (face.image == (0, 0, 40 * number)).all()
    other_cutouts.cache_clear()
    assert {cutout.family for cutout in other_cutouts()} == {"a set"}
    other_cutouts.cache_clear()


def test_ink_on_nothing_gets_a_tile_under_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "set.png"
    ink = np.zeros((40, 30, 4), np.uint8)
    ink[10:30, 10:20] = (0, 0, 0, 255)
    cv2.imwrite(str(file), ink)
    monkeypatch.setattr(others, "_SHEETS", (others._Sheet("a set", file, ("1d",), (30, 40), bare=True),))
    monkeypatch.setattr(others, "_FONTS", ())
    (face,) = other_faces()
    assert face.image.shape == (46, 40, 3)
    assert (face.image[0, 0] == others._IVORY).all()
    assert (face.image[23, 20] == 0).all()


def test_ink_on_a_dark_tile_lies_on_its_colour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "set.png"
    ink = np.zeros((40, 30, 4), np.uint8)
    ink[10:30, 10:20] = 255
    cv2.imwrite(str(file), ink)
    dark = others._Sheet("dark", file, ("1d",), (30, 40), bare=True, ground=(9, 8, 70))
    monkeypatch.setattr(others, "_SHEETS", (dark,))
    monkeypatch.setattr(others, "_FONTS", ())
    (face,) = other_faces()
    assert (face.image[0, 0] == (9, 8, 70)).all()
    assert (face.image[23, 20] == 255).all()


def test_a_fonts_tiles_are_cut_out_of_their_outlines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any font will do: one without the tiles draws the same box for each."""
    file = Path(latin_faces()[0].file)
    missing = others._Font("not installed", Path("none.ttf"), (0.1, 0.1), 0.1)
    monkeypatch.setattr(others, "_SHEETS", ())

    def of(outline: float) -> list[others.OtherFace]:
        monkeypatch.setattr(
            others, "_FONTS", (others._Font("a font", file, (outline, outline), 0.02), missing)
        )
        return other_faces()

    whole, inner = of(0.0), of(0.2)
    assert [str(face.tile) for face in inner[:4]] == ["Ew", "Sw", "Ww", "Nw"]
    assert len({face.tile for face in inner}) == len(inner) == 42
    for one, other in zip(whole, inner, strict=True):
        edge = (one.image.shape[1] - other.image.shape[1]) // 2
        assert edge == pytest.approx(0.2 * (one.image.shape[1] - 16), abs=1)  # less the room around it
        assert (other.image[[0, -1]] == others._IVORY).all()
        middle = other.image[20:-20, 20:-20]
        assert (one.image[20 + edge : -20 - edge, 20 + edge : -20 - edge] == middle).all()


def test_every_set_has_all_faces_once() -> None:
    for known in (" ".join(sheet.rows) for sheet in others._SHEETS):
        assert len(known.split()) == len(set(known.split())) == 42
    assert len(set(others._UNICODE.split())) == 42
