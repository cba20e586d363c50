"""The way through the vision room, on rendered photos with the shipped weights."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.scene import sample_scene
from scoring.errors import OptionError
from tests.vision import tables
from vision import read
from vision.errors import PhotoError
from vision.film.live import LiveReader
from vision.hand.hands import find_hands
from vision.looks import Finds, Looks
from vision.read import Reader
from vision.reading import IN_A_MIRROR

EXAMPLE = Path(__file__).parents[2] / "examples" / "hand.jpg"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(threads=2)


def test_an_empty_table_shows_no_tiles(reader: Reader) -> None:
    with pytest.raises(PhotoError, match="no mah-jongg tiles") as refused:
        reader.read(np.full((480, 640, 3), (60, 110, 50), np.uint8))
    assert refused.value.code == "no-tiles"


def test_reads_most_of_a_rendered_hand_and_times_every_stage(reader: Reader, tmp_path: Path) -> None:
    scene = sample_scene(np.random.default_rng(31), (1280, 960), "hand", style_seed=31, real=False)
    path = tmp_path / "hand.png"
    cv2.imwrite(str(path), scene.image)
    reading = reader.read(path)
    assert reading.photo == str(path)
    assert reading.size == (1280, 960)
    assert list(reading.milliseconds) == ["decode", "detect", "classify", "infer", "total"]
    truth = sorted(str(tile.tile) for tile in scene.tiles if tile.role != "other")
    read = sorted(str(tile.tile) for row in reading.rows for tile in row.tiles)
    missed = list(truth)
    for code in read:
        if code in missed:
            missed.remove(code)
    assert len(missed) <= 0.2 * len(truth)


@pytest.mark.parametrize("rules", ["Millington", "", None])
def test_rules_of_no_book_are_refused(reader: Reader, rules: str) -> None:
    """They say how a kong with a tile face down was made: to guess is to score it wrongly."""
    with pytest.raises(OptionError, match="no score sheet") as refused:
        reader.read(EXAMPLE, rules)
    assert refused.value.code == "unknown-rules"
    with pytest.raises(OptionError):
        LiveReader("film", rules)


def test_everything_in_view_has_no_roles(reader: Reader) -> None:
    scene = sample_scene(np.random.default_rng(4), (1280, 960), "grid", style_seed=4, real=False)
    reading = reader.read(scene.image, everything=True)
    assert {row.role for row in reading.rows} == {None}
    assert sum(len(row.tiles) for row in reading.rows) >= 0.8 * len(scene.tiles)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_tiles_that_fill_the_photo_are_named(reader: Reader, count: int) -> None:
    """As a camera sees a single set that it is held over; nothing of them is a hand."""
    photo = np.asarray(cv2.imread(str(EXAMPLE)), np.uint8)
    line = max(reader.read(photo, everything=True).rows, key=lambda row: len(row.tiles)).tiles
    for first in range(0, len(line) - count + 1, 3):
        some = line[first : first + count]
        corners = np.array([tile.corners for tile in some])
        (left, top), (right, bottom) = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        margin = (bottom - top) * 0.1
        edges = np.array([left - margin, top - margin, right + margin, bottom + margin]).astype(int)
        part = photo[edges[1] : edges[3], edges[0] : edges[2]]
        near = np.asarray(cv2.resize(part, None, fx=6, fy=6, interpolation=cv2.INTER_CUBIC), np.uint8)
        seen = [str(tile.tile) for row in reader.read(near, everything=True).rows for tile in row.tiles]
        assert seen == [str(tile.tile) for tile in some]
        with pytest.raises(PhotoError, match=r"no hand of|no rows of them that make a hand"):
            reader.read(near)


@pytest.mark.parametrize("everything", [False, True])
def test_a_photo_in_a_mirror_is_read_the_other_way_round(reader: Reader, everything: bool) -> None:
    """As cameras beside a screen may save it."""
    photo = np.asarray(cv2.imread(str(EXAMPLE)), np.uint8)
    plain = reader.read(photo, everything=everything)
    mirrored = reader.read(np.asarray(cv2.flip(photo, 1), np.uint8), everything=everything)
    assert IN_A_MIRROR not in plain.problems
    assert mirrored.problems == (*plain.problems, IN_A_MIRROR)
    assert mirrored.rows == plain.mirrored().rows
    assert list(mirrored.milliseconds) == list(plain.milliseconds)


@pytest.mark.parametrize(
    ("photo_costs", "mirror_costs", "believed"),
    [(3.0, 0.5, True), (0.5, 2.0, True), (0.5, 3.0, False), (np.inf, 9.0, True), (np.inf, np.inf, False)],
)
def test_a_mirror_image_is_believed_unless_its_hand_is_much_less_likely(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, photo_costs: float, mirror_costs: float, believed: bool
) -> None:
    """What a hand costs is what speaks against it; where there is none, nothing could cost more. One tile is
    doubtful."""
    table = tables.seen(tables.row("1c 2c 3c | 4c 5c 6c | 7b 7b 7b | 2d 3d 4d | Ew Ew"))
    (hand, *_) = find_hands(table.corners, table.probabilities)
    photo = np.zeros((2000, 2000, 3), np.uint8)
    photo[:, :1000] = 255

    def hand_of(looks: Looks) -> Finds:
        cost = photo_costs if looks._photo.pixels[0, 0, 0] else mirror_costs
        hands = () if cost == np.inf else (replace(hand, cost=cost, changed=frozenset({0})),)
        return Finds([], table.probabilities.astype(np.float32), table.corners.astype(np.float32), hands)

    monkeypatch.setattr(Looks, "hand", hand_of)
    monkeypatch.setattr(read, "are_mirrored", lambda *_: True)
    try:
        problems = reader.read(photo).problems
    except PhotoError:
        problems = ()
    assert (IN_A_MIRROR in problems) == believed


def test_a_blurred_photo_is_said_to_be_blurred(reader: Reader) -> None:
    photo = cv2.imread(str(EXAMPLE))
    assert photo is not None
    assert reader.read(np.asarray(photo, np.uint8)).problems == ()
    (sentence,) = reader.read(np.asarray(cv2.GaussianBlur(photo, (0, 0), 5), np.uint8)).problems
    assert sentence == "The tiles are blurred: in a sharper picture, less may be in doubt."
    with pytest.raises(PhotoError, match=r"; (they are|what may be tiles is) blurred\.$"):
        reader.read(np.asarray(cv2.GaussianBlur(photo, (0, 0), 20), np.uint8))
