"""What is judged of which data, with readers that are none."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from datasets.photos import RealPhoto, RealTile, load_photos
from datasets.scene import Scene, SceneTile
from models import judging, real_hands
from models.failures import Album
from models.judging import judge_empty, judge_faces, judge_photos, judge_rendered, read_photo, read_unlike
from models.real_hands import hand_of_photo
from models.unseen import STEEPEST
from scoring.tiles import Tile, parse_tiles
from vision.errors import PhotoError
from vision.faces.classify import TileClassifier
from vision.pixels.photo import Photo
from vision.reading import Corners, Reading, ReadTile, Row


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


def test_a_picture_without_tiles_is_judged_by_whether_a_hand_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(photo: Photo) -> Reading:
        if photo.pixels.max() == 0:
            raise PhotoError("no-tiles", "nothing")
        tile = ReadTile(Tile.parse("1d"), 0.99, True, (), ((0, 0), (9, 0), (9, 12), (0, 12)))
        return Reading("some", (20, 20), 0, (Row("concealed", ((tile,),)),))

    reader, levels = SimpleNamespace(read=lambda photo, **_: read(photo)), (0, 200, 0)
    monkeypatch.setattr(judging, "unlike", lambda number: np.full((20, 20, 3), levels[number], np.uint8))
    shown = (read_unlike(reader, number) for number in range(3))  # type: ignore[arg-type]
    report = judge_empty("empty, no tiles", shown, Album(None))
    assert (report.pictures, report.hands, report.exact_hands) == (3, 3, 2)
    assert (report.tiles, report.extras, report.sure_extras) == (0, 1, 1)


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
    monkeypatch.setattr(real_hands, "AMENDED", {"some.jpg": amended})
    shown = hand_of_photo(photo(faces))
    named = shown and sorted([*(tile for tile, _ in shown.tiles), *shown.unmarked.elements()])
    assert named == (sorted(parse_tiles(hand)) if hand else None)


def test_of_two_boxes_of_a_kind_the_one_further_off_is_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read as it lies the hand is exact, and the tile elsewhere is neither missed nor an extra."""
    monkeypatch.setattr(real_hands, "AMENDED", {"some.jpg": ("4s", "1c")})
    monkeypatch.setattr(RealPhoto, "pixels", lambda _: np.zeros((50, 400, 3), np.uint8))
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
    tiles, hands = judge_photos([read_photo(reader, shown)], Album(None))  # type: ignore[arg-type]
    assert (tiles.tiles, tiles.found, tiles.extras, tiles.sure_extras) == (15, 15, 0, 0)
    assert (hands.tiles, hands.found, hands.extras) == (14, 14, 0)
    assert (hands.hands, hands.exact_hands) == (1, 1)


def test_every_amendment_is_of_a_dev_photo_and_of_tiles_that_are_there(shared_data: Path) -> None:
    del shared_data
    photos = {photo.path.name: photo for photo in load_photos("dev", originals_only=True)}
    assert real_hands.AMENDED.keys() <= photos.keys()
    for name, (_, elsewhere) in real_hands.AMENDED.items():
        marked = Counter(tile.tile for tile in photos[name].tiles if not tile.cut_off)
        assert Counter(parse_tiles(elsewhere)) <= marked, name
