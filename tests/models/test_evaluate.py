"""The judge's own arithmetic, on small cases that can be checked by hand."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from datasets.photos import RealPhoto, RealTile, load_photos
from datasets.scene import Scene, SceneTile
from models import evaluate
from models.calibrate import best_temperature
from models.evaluate import (
    Named,
    Report,
    calibration_error,
    hand_of_photo,
    judge_faces,
    judge_rendered,
    judge_tiles,
    matches,
)
from models.failures import Album
from models.unseen import STEEPEST
from scoring.tiles import Tile, parse_tiles
from vision.classify import TileClassifier
from vision.reading import Corners, Reading, ReadTile, Row


def named(
    truth: str, tile: str, confidence: float, *, sure: bool = True, others: tuple[str, ...] = ()
) -> Named:
    return Named(Tile.parse(truth), Tile.parse(tile), confidence, sure, tuple(map(Tile.parse, others)))


@pytest.mark.parametrize(
    ("truths", "found", "pairs"),
    [
        pytest.param([], [(0, 0, 1, 1)], [], id="nothing there"),
        pytest.param([(0, 0, 10, 10)], [], [], id="nothing found"),
        pytest.param([(0, 0, 10, 10)], [(1, 1, 11, 11)], [(0, 0)], id="a little off"),
        pytest.param([(0, 0, 10, 10)], [(6, 0, 16, 10)], [], id="the neighbour"),
        pytest.param([(0, 0, 10, 10)], [(1, 0, 11, 10), (0, 0, 10, 10)], [(0, 1)], id="the better"),
        pytest.param(
            [(0, 0, 10, 10), (10, 0, 20, 10)],
            [(10, 0, 20, 10), (0, 0, 10, 10)],
            [(0, 1), (1, 0)],
            id="each once",
        ),
        pytest.param(
            [(0, 0, 10, 10), (20, 0, 30, 10)],
            [(0, 0, 10, 10), (1, 0, 11, 10), (24, 0, 34, 10)],
            [(0, 0), (1, 2)],
            id="one twice, the other loosely",
        ),
    ],
)
def test_matches(
    truths: list[tuple[float, float, float, float]],
    found: list[tuple[float, float, float, float]],
    pairs: list[tuple[int, int]],
) -> None:
    assert sorted(matches(truths, found)) == pairs


def test_what_is_taken_for_a_tile_and_is_none_counts_twice_when_it_was_sure() -> None:
    read = [
        ReadTile(Tile.parse(code), 0.99, sure, (), ((x, 0), (x + 10, 0), (x + 10, 10), (x, 10)))
        for code, sure, x in (("1c", True, 0), ("2c", True, 50), ("3c", False, 100), ("4c", True, 150))
    ]
    report = Report("some", found=0)
    truths = [(Tile.parse("1c"), (0.0, 0.0, 10.0, 10.0))]
    judge_tiles(report, truths, read, complete=True, unmarked=Counter([Tile.parse("4c")]))
    assert (report.found, report.extras, report.sure_extras) == (1, 2, 1)


def test_single_faces_are_judged_apart_from_seasons_and_not_at_all_where_there_are_none() -> None:
    classifier, album = TileClassifier(), Album(None)
    plain = np.full((80, 60, 3), 200, np.uint8)
    faces = [(Tile.parse(code), plain) for code in ("1c", "2c", "1s")]
    reports = judge_faces(classifier, "some faces", faces, album)
    assert [(report.name, report.pictures, len(report.named)) for report in reports] == [
        ("some faces, 34 faces", 2, 2),
        ("some faces, Seasons", 1, 1),
    ]
    assert judge_faces(classifier, "no faces", [], album) == []


def test_calibration_error_is_the_gap_between_confidence_and_truth() -> None:
    honest = [named("1c", "1c", 0.75)] * 3 + [named("1c", "2c", 0.75)]
    boastful = [named("1c", "2c", 0.95)] * 4
    assert calibration_error(honest) == pytest.approx(0)
    assert calibration_error(boastful) == pytest.approx(0.95)
    assert calibration_error(honest + boastful) == pytest.approx(0.475)


def test_figures_of_a_report() -> None:
    report = Report("some", pictures=1, tiles=5, found=4, extras=1, hands=2, exact_hands=1)
    report.named = [
        named("1c", "1c", 0.99),
        named("2c", "2c", 0.6, sure=False),
        named("1s", "1f", 0.97, others=("1s",)),
        named("2s", "3s", 0.5, sure=False, others=("4s",)),
    ]
    figures = report.figures()
    assert figures["found"] == 0.8
    assert figures["named_rightly"] == 0.5
    assert figures["seasons_named_rightly"] == 0
    assert figures["exact_hands"] == 0.5
    assert figures["exact_parts"] is None
    assert figures["silent_misreads_per_1000"] == 250
    assert figures["right_but_unsure"] == 0.5
    assert figures["right_among_alternatives"] == 0.5
    assert figures["exact_by_width"] is None
    report.widths = [(44.0, True), (29.9, False), (30.0, False), (120.0, True)]
    assert report.by_width() == {"under 30": "0/1", "30 to 45": "1/2", "over 45": "1/1"}
    assert report.per_class() == {"1c": "1/1", "2c": "1/1", "1s": "0/1", "2s": "0/1"}


@pytest.mark.parametrize(
    ("sure", "problems", "exact", "parts", "quiet"),
    [
        pytest.param(True, (), False, None, 1, id="a wrong tile and nothing said"),
        pytest.param(True, (), True, False, 1, id="a wrong part and nothing said"),
        pytest.param(True, (), True, True, 0, id="right"),
        pytest.param(False, (), False, False, 0, id="a tile marked"),
        pytest.param(True, ("There seem to be too many 1c.",), False, False, 0, id="a problem told"),
    ],
)
def test_a_hand_is_quiet_when_it_is_wrong_and_nothing_makes_one_look(
    sure: bool, problems: tuple[str, ...], exact: bool, parts: bool | None, quiet: int
) -> None:
    tile = ReadTile(Tile.parse("1c"), 0.9, sure, (), ((0, 0), (9, 0), (9, 12), (0, 12)))
    reading = Reading("some.jpg", (20, 20), 0, (Row("concealed", ((tile,),)),), problems)
    report = Report("some")
    report.count_hand(reading, exact=exact, exact_parts=parts)
    report.count_hand(None, exact=False, exact_parts=None if parts is None else False)
    assert (report.hands, report.exact_hands, report.quiet_hands) == (2, exact, quiet)
    assert report.exact_parts == parts


@pytest.mark.parametrize("temperature", [0.6, 1.0, 1.8])
def test_the_temperature_that_was_taken_away_is_found(temperature: float) -> None:
    rng = np.random.default_rng(3)
    honest = rng.normal(0, 2, (20_000, 5))
    odds = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    truths = (odds.cumsum(axis=1) > rng.random((len(odds), 1))).argmax(axis=1)
    assert best_temperature(honest * temperature, truths) == pytest.approx(temperature, rel=0.04)


def photo(faces: str, name: str = "some.jpg") -> RealPhoto:
    """A photo with boxes in a row, 10 pixels wide and 20 apart."""
    tiles = []
    for place, tile in enumerate(parse_tiles(faces)):
        left = 20.0 * place
        outline = np.array([[left, 0], [left + 10, 0], [left + 10, 14], [left, 14]], np.float32)
        tiles.append(RealTile(tile, (left, 0, 10, 14), outline, exact=False, cut_off=False, turns=0))
    return RealPhoto(Path(name), "", "", "dev", True, False, True, tuple(tiles))


HAND = "123c 456c 789c 111d 22b"


@pytest.mark.parametrize(
    ("faces", "amended", "hand"),
    [
        pytest.param(HAND, ("", ""), HAND, id="as annotated"),
        pytest.param(f"{HAND} 1f", ("2s", ""), f"{HAND} 1f 2s", id="a Season without a box"),
        pytest.param(f"{HAND} 9d 3s", ("", "9d 3s"), HAND, id="boxes elsewhere on the table"),
        pytest.param("123c 456c 789c 111d", ("", ""), None, id="too few"),
        pytest.param(f"{HAND} 34567d", ("", "34567d"), None, id="too many, whatever was amended"),
        pytest.param("123c 456c 789c 111d", ("22b", ""), None, id="too few, whatever was amended"),
    ],
)
def test_the_hand_of_a_photo(
    monkeypatch: pytest.MonkeyPatch, faces: str, amended: tuple[str, str], hand: str | None
) -> None:
    monkeypatch.setattr(evaluate, "AMENDED", {"some.jpg": amended})
    assert hand_of_photo(photo(faces)) == (Counter(parse_tiles(hand)) if hand else None)


def test_of_two_boxes_of_a_kind_the_one_further_off_is_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read as it lies the hand is exact, and the tile elsewhere is neither missed nor an extra."""
    monkeypatch.setattr(evaluate, "AMENDED", {"some.jpg": ("4s", "1c")})
    monkeypatch.setattr(cv2, "imread", lambda _: np.zeros((50, 400, 3), np.uint8))
    shown = photo(f"{HAND} 1c")

    def reading(tiles: tuple[RealTile, ...], others: str) -> Reading:
        read = [ReadTile(tile.tile, 0.99, True, (), corners(tile)) for tile in tiles]
        read += [
            ReadTile(tile, 0.99, True, (), ((0, 30), (9, 30), (9, 40), (0, 40)))
            for tile in parse_tiles(others)
        ]
        return Reading("some.jpg", (400, 50), 0, (Row("concealed", (tuple(read),)),))

    def corners(tile: RealTile) -> Corners:
        return tuple((float(x), float(y)) for x, y in tile.outline)  # type: ignore[return-value]

    reader = SimpleNamespace(
        read=lambda _, everything=False: (
            reading(shown.tiles, "?") if everything else reading(shown.tiles[:-1], "4s")
        )
    )
    tiles, hands = evaluate.judge_photos(reader, [shown], Album(None))  # type: ignore[arg-type]
    assert (tiles.tiles, tiles.found, tiles.extras, tiles.sure_extras) == (15, 15, 0, 0)
    assert (hands.tiles, hands.found, hands.extras) == (14, 14, 0)
    assert (hands.hands, hands.exact_hands) == (1, 1)


def test_every_amendment_is_of_a_dev_photo_and_of_tiles_that_are_there(shared_data: Path) -> None:
    del shared_data
    photos = {photo.path.name: photo for photo in load_photos("dev", originals_only=True)}
    assert evaluate.AMENDED.keys() <= photos.keys()
    for name, (_, elsewhere) in evaluate.AMENDED.items():
        marked = Counter(tile.tile for tile in photos[name].tiles if not tile.cut_off)
        assert Counter(parse_tiles(elsewhere)) <= marked, name


def test_hands_at_more_of_a_slant_than_is_asked_for_are_judged_by_themselves() -> None:
    corners = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    tile = SceneTile(Tile.parse("1d"), corners, 1.0, "concealed")

    def scene(tilt: float) -> Scene:
        return Scene(np.zeros((50, 50, 3), np.uint8), (tile,), None, "hand", tilt)

    def judged(*tilts: float) -> list[tuple[str, int]]:
        reports = judge_rendered("some hands", ((scene(tilt), None) for tilt in tilts), Album(None))
        return [(report.name, report.pictures) for report in reports]

    assert judged(0.0, STEEPEST, STEEPEST + 0.1) == [("some hands", 2), ("some hands over 45°", 1)]
    assert judged(10.0) == [("some hands", 1)]
