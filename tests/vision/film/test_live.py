"""Live reading with the shipped models, on a film that the project renders."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN, Tile
from tests.vision.tables import row, seen
from vision.arrays import Array, Pixels
from vision.compose import build_reading
from vision.corners.detect import Detection
from vision.faces.classify import Faces
from vision.faces.crops import Crops
from vision.film import live
from vision.film.camera import Camera, Frame
from vision.film.live import DOUBTED, NEEDED, STEADY, LiveReader, Sight
from vision.film.tracks import SIGHTINGS
from vision.probabilities import NO_TILE
from vision.reading import HARDLY_A_HAND, IN_A_MIRROR, Reading, Row

LEAST = 0.8
"""Share of a hand's tiles that must be right: these tests are of the following, not of the models."""


@dataclass(frozen=True)
class Watched:
    """A film and what was seen of it."""

    truth: Counter[str]
    rest: float
    sights: tuple[Sight, ...]


@pytest.fixture(scope="module")
def watched(film_of_a_hand: Path) -> Watched:
    return _watch(film_of_a_hand)


@cache
def _watch(film: Path) -> Watched:
    labels = [json.loads(line) for line in film.with_suffix(".jsonl").read_text().splitlines()]
    truth = Counter(tile["tile"] for tile in labels[-1]["tiles"] if tile["role"] != "other")
    rest = next(frame["seconds"] for frame in labels if frame["resting"])
    reader = LiveReader("film", threads=1)
    with Camera(str(film)) as camera:
        return Watched(truth, rest, tuple(reader.see(frame) for frame in camera))


def right(reading: Reading, truth: Counter[str]) -> float:
    read = Counter(tile.tile.code for row in reading.rows for tile in row.tiles)
    return (read & truth).total() / truth.total()


def test_a_view_that_swings_is_followed_but_never_steady(watched: Watched) -> None:
    swinging = [sight for sight in watched.sights if sight.frame.seconds < watched.rest]
    assert len(swinging) > NEEDED
    assert not any(sight.steady for sight in swinging)
    assert sum(bool(sight.tiles) for sight in swinging) > len(swinging) / 2


def test_a_hand_that_holds_still_is_steady_soon(watched: Watched) -> None:
    first = next(sight for sight in watched.sights if sight.steady)
    assert first.reading is not None
    assert right(first.reading, watched.truth) >= LEAST
    assert first.frame.seconds - watched.rest < 1.5  # a second is the aim; the models have bad moments


def test_steady_takes_its_time(watched: Watched) -> None:
    """No hand is called steady that has not stood for so long."""
    first = next(sight for sight in watched.sights if sight.steady)
    before = [
        s for s in watched.sights if first.frame.seconds - STEADY <= s.frame.seconds <= first.frame.seconds
    ]
    assert len(before) > NEEDED
    assert first.reading is not None
    assert {sight.reading and sight.reading.hand for sight in before[1:]} == {first.reading.hand}


def test_the_reading_is_the_contract_s(watched: Watched) -> None:
    sight = watched.sights[-1]
    assert sight.reading is not None
    document = sight.reading.to_json()
    assert document["photo"] == "film"
    assert document["size"] == [1280, 720]
    assert document["milliseconds"]["total"] > 0
    assert Reading.from_json(document).hand == sight.reading.hand


def test_a_camera_that_mirrors_is_read_the_other_way_round(watched: Watched) -> None:
    """Its frames are given back, and its tiles lie, as it shows them; once it mirrors no more, as ever."""
    reader = LiveReader("film", threads=1)
    still = [sight.frame for sight in watched.sights if sight.frame.seconds >= watched.rest]
    frames = [frame.mirrored() for frame in still]
    sights = [reader.see(frame) for frame in frames]
    assert [sight.frame for sight in sights] == frames
    last, plain = sights[-1].reading, watched.sights[-1].reading
    assert last is not None
    assert plain is not None
    assert (last.hand, last.problems) == (plain.hand, (*plain.problems, IN_A_MIRROR))
    middles = [
        np.sort([np.mean(tile.corners, axis=0)[0] for row in reading.rows for tile in row.tiles])
        for reading in (last, plain.mirrored())
    ]
    assert middles[0] == pytest.approx(middles[1], abs=3)
    seen = [np.mean(tile.corners, axis=0)[0] for tile in sights[-1].tiles]
    assert min(np.abs(middles[0][0] - seen)) < 1
    later = frames[-1].seconds + 0.1
    again = [reader.see(replace(frame, seconds=frame.seconds + later)) for frame in still][-1].reading
    assert again is not None
    assert (again.hand, again.problems) == (plain.hand, plain.problems)


def test_another_place_is_read_anew(watched: Watched) -> None:
    """After a cut to the hand upside down nothing of before counts."""
    reader = LiveReader("film", threads=1)
    last = watched.sights[-1].frame
    upside_down = np.ascontiguousarray(last.pixels[::-1, ::-1])
    sights = [reader.see(Frame(last.pixels, number / 10)) for number in range(8)]
    assert sights[-1].reading is not None
    after = [reader.see(Frame(upside_down, 0.8 + number / 10)) for number in range(12)]
    assert after[0].reading is None
    assert not after[0].steady
    reading = after[-1].reading
    assert reading is not None
    assert right(reading, watched.truth) >= LEAST


def test_after_a_cut_everything_is_searched(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand lies elsewhere now: where it was says nothing any more."""
    reader = LiveReader("film", threads=1)
    last = watched.sights[-1].frame
    sights = [reader.see(Frame(last.pixels, number / 10)) for number in range(6)]
    assert sights[-1].reading is not None
    searched: list[tuple[int, ...]] = []

    def detect(pixels: Pixels) -> list[Detection]:
        searched.append(pixels.shape)
        return []

    monkeypatch.setattr(reader._detector, "detect", detect)
    reader.see(Frame(last.pixels, 0.6))
    reader.see(Frame(np.roll(last.pixels[:, ::-1], 300, axis=0), 0.7))
    assert searched[0] != last.pixels.shape
    assert searched[1] == last.pixels.shape


@dataclass
class Table:
    """A table before the camera: whether in each frame the whole picture was searched for its tiles, and
    which of them the classifier looked at."""

    reader: LiveReader
    whole: list[bool] = field(default_factory=list)
    looked_at: list[list[int]] = field(default_factory=list)

    def watch(self, frames: int) -> list[Sight]:
        """What is seen of it, ten times a second."""
        noise = np.random.default_rng(0).integers(60, 90, (720, 1280, 3), np.uint8)
        return [self.reader.see(Frame(noise, number / 10)) for number in range(frames)]


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Table]:
    """A row of tiles that is found wherever one looks, and read as it is."""

    def lay(codes: str) -> Table:
        table = Table(LiveReader("film", threads=1))
        view = seen(row(codes))
        corners = (0.3 * (view.corners - view.corners.min(axis=(0, 1))) + 60).astype(np.float32)
        probs = view.probabilities.astype(np.float32)

        found = [Detection(quad, 0.9) for quad in corners]

        def detect(_: Pixels) -> list[Detection]:
            table.whole.append(True)
            return found

        def detect_around(*_: object) -> list[Detection]:
            table.whole.append(False)
            return found

        def classify(_: Pixels, quads: Array) -> Faces:
            away = np.linalg.norm(quads.mean(axis=1)[:, None] - corners.mean(axis=1), axis=2)
            tiles = away.argmin(axis=1)
            table.looked_at.append(tiles.tolist())
            return Faces(probs[tiles], quads)

        monkeypatch.setattr(table.reader, "_detect", detect_around)
        monkeypatch.setattr(table.reader._detector, "detect", detect)

        def alike_either_way_round(_: Crops, quads: Array) -> Array:
            return np.zeros((len(quads), NO_TILE + 1), np.float32)

        monkeypatch.setattr(table.reader._classifier, "classify", classify)
        monkeypatch.setattr(table.reader._classifier, "logits", alike_either_way_round)
        return table

    return lay


def test_backs_alone_are_no_hand(laid: Callable[[str], Table]) -> None:
    """A wall, or a rack seen from behind: the hand is still to come."""
    sights = laid(" ".join(["?"] * 10)).watch(16)
    assert len(sights[-1].tiles) == 10
    assert all(sight.reading is None and not sight.steady for sight in sights)


@pytest.mark.parametrize(
    ("codes", "least"),
    [
        ("1c 2c 3c | 4c 5c 6c | 7b 7b 7b | 2d 3d 4d | Ew Ew", STEADY),
        ("1c 2c 3c 4d 5d 6d 7b 7b 7b Ew Ew", DOUBTED),
    ],
    ids=["a hand", "hardly one"],
)
def test_a_hand_that_hardly_makes_sense_waits_for_what_may_be_missing(
    laid: Callable[[str], Table], codes: str, least: float
) -> None:
    sights = laid(codes).watch(25)
    steady = next(sight for sight in sights if sight.steady)
    assert steady.reading is not None
    assert (HARDLY_A_HAND in steady.reading.problems) == (least == DOUBTED)
    assert least <= steady.frame.seconds <= least + 0.5


def test_a_hand_is_steady_once_each_of_its_tiles_has_been_looked_at_several_times(
    laid: Callable[[str], Table],
) -> None:
    """Many tiles take longer, for only a few of them are looked at in one frame."""
    kongs = "9b 9b 9b 9b | Ew Ew Ew Ew | 8d 8d 8d 8d | Nw Nw Nw Nw | 5c 5c"
    table = laid(f"{kongs} | 1f 2f 3f 4f 1s 2s 3s 4s")
    first = next(number for number, sight in enumerate(table.watch(25)) if sight.steady)
    looks = Counter(chain(*table.looked_at[: first + 1]))
    assert min(looks[tile] for tile in range(26)) == NEEDED


@pytest.mark.parametrize(
    ("codes", "asked_of"),
    [("1c 2c 3c 4d 5d 6d 7b 7b 7b Ew Ew", [11]), ("1c 2c 3c | 4c 5c 6c | 7b 7b 7b | 2d 3d 4d | Ew Ew", [])],
    ids=["doubtful", "sure"],
)
def test_a_doubtful_hand_is_compared_with_its_mirror_image_once(
    laid: Callable[[str], Table], monkeypatch: pytest.MonkeyPatch, codes: str, asked_of: list[int]
) -> None:
    compared: list[int] = []

    def are_mirrored(_: Crops, corners: Array, *__: object) -> bool:
        compared.append(len(corners))
        return False

    monkeypatch.setattr(live, "are_mirrored", are_mirrored)
    assert sum(sight.steady for sight in laid(codes).watch(25)) > 2
    assert compared == asked_of


def test_when_the_view_comes_to_rest_everything_is_searched(laid: Callable[[str], Table]) -> None:
    """What lies beside the hand must have been seen often enough when the hand is relied on."""
    table = laid("1c 2c 3c | 4c 5c 6c | 7b 7b 7b | 2d 3d 4d | Ew Ew")
    sights = table.watch(12)
    first = next(number for number, sight in enumerate(sights) if sight.steady)
    assert first > SIGHTINGS
    assert all(table.whole[: 1 + SIGHTINGS])
    assert not any(table.whole[1 + SIGHTINGS : first])


def test_a_back_that_is_sure_no_longer_is_something_new() -> None:
    """Its probability has to be higher than that of a face, and falls below without seeming to change."""
    kong = seen(row("? 9b 9b ?"))
    corners, back = kong.corners.astype(np.float32), FACE_DOWN.index
    probs = {share: kong.probabilities.astype(np.float32) for share in (0.996, 0.992, 0.955)}
    for share, mine in probs.items():
        mine[[0, 3]] = (1 - share) / (mine.shape[1] - 1)
        mine[[0, 3], back] = share
    summaries = [live._summary(mine, corners) for mine in probs.values()]
    assert summaries[0] == summaries[1] != summaries[2]


def test_a_tile_laid_apart_makes_another_hand() -> None:
    """Of the same tiles: now the last of them was drawn."""
    view = seen(row("1c 2c 3c | 4c 5c 6c | 7b 7b 7b | 2d 3d 4d | Ew", gap=0.3) + row("Ew", x=17))
    apart = build_reading(
        "film", (1280, 720), 0, view.probabilities.astype(np.float32), view.corners.astype(np.float32)
    )
    concealed = (*apart.groups("concealed"), apart.tiles("set_apart"))
    together = replace(apart, rows=(Row("concealed", concealed),))
    assert apart.hand == together.hand
    assert (apart.set_apart, together.set_apart) == (Tile.parse("Ew"), None)
    assert live._hand_of(apart) != live._hand_of(together)


def test_the_rules_may_change_on_the_way(watched: Watched) -> None:
    reader = LiveReader("film", threads=1)
    last = watched.sights[-1].frame
    for number in range(7):
        reader.see(Frame(last.pixels, number / 10))
    reader.rules = "millington"
    readings = [reader.see(Frame(last.pixels, 0.7 + number / 10)).reading for number in range(4)]
    assert readings[-1] is not None
    assert readings[-1].rules == "millington"


def test_a_hand_beside_the_chosen_one_may_be_missed(watched: Watched) -> None:
    """Fewer hands than the choice asks for: the hand that is there is not lost, and that is said."""
    reader = LiveReader("film", threads=1, choice=1)
    last = watched.sights[-1].frame
    reading = [reader.see(Frame(last.pixels, number / 10)) for number in range(8)][-1].reading
    assert reading is not None
    assert right(reading, watched.truth) >= LEAST
    assert reading.problems[0] == "Only one hand can be seen just now."


def test_a_bare_table_shows_no_hand() -> None:
    reader = LiveReader("film", threads=1)
    noise = np.random.default_rng(0).integers(60, 90, (360, 640, 3), np.uint8)
    sights = [reader.see(Frame(noise, number / 10)) for number in range(8)]
    assert all(sight.reading is None and not sight.steady and not sight.tiles for sight in sights)
