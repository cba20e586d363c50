"""The example photo through the whole program, shipped weights included."""

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.tilescore.conftest import Run
from tilescore import read, score
from tilescore.confirm import Confirmation

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PHOTO = EXAMPLES / "hand.jpg"
HAND = "7777d 4f / 333d 567b SSSw RRd"
AS_READ = "7777d 4f / 333d 567b SSSw Rd Rd"
"""The same with the tile that lies apart written apart."""


def test_the_example_is_read_and_scored(run: Run) -> None:
    ran = run("score", PHOTO, "--yes", "--seat", "S", "--from", "wall")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[:3] == [
        str(PHOTO),
        HAND,
        "South, won with the Red Dragon, drawn from the wall",
    ]


def test_the_example_as_json_keeps_the_contract(run: Run) -> None:
    (line,) = run("read", PHOTO, "--json").out.splitlines()
    reading = json.loads(line)
    assert list(reading) == [
        *("photo", "size", "turned", "rows", "hand", "set_apart", "problems", "milliseconds"),
    ]
    assert (reading["hand"], reading["set_apart"], reading["size"]) == (AS_READ, "Rd", [1600, 1200])
    assert {row["role"] for row in reading["rows"]} == {"exposed", "concealed", "seasons", "set_apart"}
    assert {"decode", "detect", "classify", "infer", "total"} <= set(reading["milliseconds"])
    for row in reading["rows"]:
        for tile in (tile for group in row["groups"] for tile in group):
            assert list(tile) == ["tile", "confidence", "sure", "alternatives", "corners"]
            assert len(tile["corners"]) == 4


def test_all_faces_in_view_have_no_roles(run: Run) -> None:
    (line,) = run("read", PHOTO, "--all", "--json").out.splitlines()
    rows = json.loads(line)["rows"]
    assert sum(len(group) for row in rows for group in row["groups"]) == 16


@pytest.mark.parametrize(("orientation", "turned"), [(1, 0), (3, 180), (6, 90), (8, 270)])
def test_a_camera_held_otherwise_reads_the_same(
    run: Run, tmp_path: Path, orientation: int, turned: int
) -> None:
    """The pixels lie turned in the file, and the EXIF tag says how to turn them back."""
    stored = tmp_path / "turned.jpg"
    with Image.open(PHOTO) as upright:
        exif = upright.getexif()
        exif[0x0112] = orientation
        upright.rotate(turned, expand=True).save(stored, quality=90, exif=exif)
    reading = json.loads(run("read", stored, "--json").out)
    assert (reading["hand"], reading["size"]) == (AS_READ, [1600, 1200])


@pytest.mark.parametrize("suffix", [".png", ".webp", ".tif", ".bmp"])
def test_other_formats_read_the_same(run: Run, tmp_path: Path, suffix: str) -> None:
    copy = tmp_path / f"hand{suffix}"
    with Image.open(PHOTO) as photo:
        photo.save(copy)
    assert json.loads(run("read", copy, "--json").out)["hand"] == AS_READ


def test_a_corrected_tile_changes_the_score() -> None:
    confirmation = Confirmation(read(PHOTO), given={"seat": "E", "how": "wall"})
    before = confirmation.score().total
    dragons = [placed.key for placed in confirmation.tiles if placed.tile.code == "Rd"]
    for key in dragons:
        confirmation.replace(key, next(tile.tile for tile in confirmation.tiles if tile.tile.code == "3d"))
    assert [problem.code for problem in confirmation.problems()] == ["fifth-tile"]
    confirmation.undo()
    confirmation.undo()
    assert confirmation.score().total == before == score(confirmation.hand()).total
