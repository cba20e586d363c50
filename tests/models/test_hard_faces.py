"""Which drawn faces are hard."""

from pathlib import Path

import cv2
import numpy as np
import pytest
import typer

from datasets.faces.pack import PackedFace, Part, load, pack, save
from scoring.tiles import FACE_DOWN, Tile
from tests.models import need_torch

need_torch()

from models.hard_faces import HARD, is_hard, main  # noqa: E402

DRAGON, BIRD = Tile.parse("Wd").index, Tile.parse("1b").index


def probabilities(**shares: float) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
    """(44,) with these probabilities of tiles by their codes, `back` for one that lies face down."""
    told = np.zeros(44, np.float32)
    for code, share in shares.items():
        told[FACE_DOWN.index if code == "back" else Tile.parse(code.removeprefix("_")).index] = share
    return told


@pytest.mark.parametrize(
    ("label", "seen", "hard"),
    [
        (BIRD, {"_1b": HARD, "_1s": 1 - HARD}, False),
        (BIRD, {"_1b": HARD - 0.1, "_1s": 1.1 - HARD}, True),
        (DRAGON, {"Wd": 0.1, "back": 0.9}, False),  # it may be blank
        (FACE_DOWN.index, {"Wd": 0.9, "back": 0.1}, False),
        (DRAGON, {"Wd": 0.1, "Gd": 0.9}, True),
        (FACE_DOWN.index, {"_1b": 0.9, "back": 0.1}, True),
    ],
)
def test_hard_is_what_is_taken_for_another_face(label: int, seen: dict[str, float], *, hard: bool) -> None:
    assert is_hard(label, probabilities(**seen)) == hard


def test_only_hard_faces_are_kept_as_they_were(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn, out = tmp_path / "drawn.npz", tmp_path / "hard.npz"
    pack(drawn, 1, 5, Part([Tile.parse("1d"), Tile.parse("9d")]))
    faces = list(load(drawn))
    ones, nines, back = faces
    mislabelled = PackedFace(nines.jpeg, nines.size, ones.label, 7)
    save(drawn, [ones, mislabelled])
    main(out, [drawn])
    assert capsys.readouterr().out == f"1 hard faces in {out}\n"
    (kept,) = load(out)
    assert np.array_equal(kept.jpeg, nines.jpeg)
    assert kept[1:] == mislabelled[1:]
    image = cv2.imdecode(kept.jpeg, cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape[1::-1] == kept.size
    assert back.label == FACE_DOWN.index


def test_seasons_alone_are_kept_where_asked_for(tmp_path: Path) -> None:
    drawn, out = tmp_path / "drawn.npz", tmp_path / "hard.npz"
    pack(drawn, 1, 5, Part([Tile.parse("9d")]))
    nines, _ = load(drawn)
    spring = Tile.parse("1s").index
    save(drawn, [PackedFace(nines.jpeg, nines.size, label, 7) for label in (BIRD, spring)])
    main(out, [drawn], seasons=True)
    assert [face.label for face in load(out)] == [spring]


def test_there_may_be_no_hard_faces(tmp_path: Path) -> None:
    none = tmp_path / "new folder" / "none.npz"
    main(none, [])
    assert list(load(none)) == []


def test_the_file_of_all_faces_is_not_written_over(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.npz"
    save(drawn, [])
    with pytest.raises(typer.BadParameter, match="all its faces lie there"):
        main(tmp_path / "." / "drawn.npz", [tmp_path / "other.npz", drawn])
