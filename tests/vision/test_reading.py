"""A reading as a value: its notation, its JSON and back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import Hand
from scoring.tiles import FACE_DOWN, TILES, Tile, parse_tiles
from vision.errors import PhotoError
from vision.reading import IN_A_MIRROR, ROLES, Corners, Reading, ReadTile, Row, meld_notation

SQUARE: Corners = ((10.0, 20.0), (30.0, 20.0), (30.0, 50.0), (10.0, 50.0))


def tiles(text: str) -> tuple[ReadTile, ...]:
    return tuple(ReadTile(tile, 0.99, True, (), SQUARE) for tile in parse_tiles(text))


EXPOSED = Row("exposed", (tiles("EEEw"), tiles("SSSw")))
CONCEALED = Row("concealed", (tiles("NNNw"), tiles("123d WWw")))


def reading(*rows: Row, rules: str = "babcock") -> Reading:
    return Reading("hand.jpg", (4032, 3024), 90, rows, rules=rules)


def test_the_hand_of_the_contract() -> None:
    assert reading(EXPOSED, CONCEALED).hand == "EEEw SSSw / NNNw 123d WWw"


def test_seasons_stand_with_the_exposed_and_the_tile_set_apart_with_the_concealed() -> None:
    rows = (EXPOSED, Row("concealed", (tiles("NNNw 123d Ww"),)))
    shown = reading(*rows, Row("seasons", (tiles("2f 1s"),)), Row("set_apart", (tiles("Ww"),)))
    assert shown.hand == "EEEw SSSw 2f 1s / NNNw 123d Ww Ww"
    assert shown.set_apart == Tile.parse("Ww")
    assert len(Hand.parse(shown.hand).concealed) == 8


def test_no_tile_apart() -> None:
    assert reading(CONCEALED).set_apart is None


@pytest.mark.parametrize(
    ("shown", "babcock", "millington"),
    [
        ("EEEw", "EEEw", "EEEw"),
        ("312c", "123c", "123c"),
        ("9999b", "9999b", "999+9b"),
        ("9b9b9b?", "[9999b]", "9999b"),
        ("?9b9b?", "[9999b]", "[9999b]"),
        ("9b??9b", "[9999b]", "[9999b]"),
        ("???9b", "[9999b]", "[9999b]"),
        ("EEw", "EEw", "EEw"),
        ("EESw", "EESw", "EESw"),
        ("5c5d5b", "5c5d5b", "5c5d5b"),
        ("5c5c?", "5c5c?", "5c5c?"),
        ("????", "????", "????"),
    ],
)
def test_face_down_tiles_mean_what_the_book_says(shown: str, babcock: str, millington: str) -> None:
    found = parse_tiles(shown)
    assert meld_notation(found) == babcock
    assert meld_notation(found, "millington") == millington


def test_lines_without_roles_are_no_hand() -> None:
    document = reading(Row(None, (tiles("123c"),))).to_json()
    assert "role" not in document["rows"][0]
    assert (document["hand"], document["set_apart"]) == ("", None)
    assert Reading.from_json(document).rows[0].role is None


def test_a_mirror_image_was_read_and_its_tiles_lie_on_the_other_side() -> None:
    read = reading(EXPOSED, CONCEALED)
    shown = read.mirrored()
    assert (shown.hand, shown.problems) == (read.hand, (IN_A_MIRROR,))
    assert shown.tiles("exposed")[0].corners == ((4021, 20), (4001, 20), (4001, 50), (4021, 50))
    assert shown.mirrored().rows == read.rows


def test_json_has_the_contracts_keys() -> None:
    document = reading(EXPOSED, CONCEALED).to_json()
    assert list(document) == [
        "photo",
        "size",
        "turned",
        "rows",
        "hand",
        "set_apart",
        "problems",
        "milliseconds",
    ]
    tile = document["rows"][0]["groups"][0][0]
    assert list(tile) == ["tile", "confidence", "sure", "alternatives", "corners"]


faces = st.sampled_from((*TILES, FACE_DOWN))
probabilities = st.integers(0, 10**4).map(lambda number: number / 10**4)
pixels = st.integers(-(10**5), 10**5).map(lambda number: number / 10)
points = st.tuples(pixels, pixels)
read_tiles = st.builds(
    ReadTile,
    tile=faces,
    confidence=probabilities,
    sure=st.booleans(),
    alternatives=st.lists(st.tuples(faces, probabilities), max_size=3).map(tuple),
    corners=st.tuples(points, points, points, points),
)
rows = st.builds(
    Row,
    role=st.sampled_from((*ROLES, None)),
    groups=st.lists(st.lists(read_tiles, min_size=1, max_size=4).map(tuple), max_size=3).map(tuple),
)
readings = st.builds(
    Reading,
    photo=st.text(max_size=20),
    size=st.tuples(st.integers(1, 10**4), st.integers(1, 10**4)),
    turned=st.sampled_from([0, 90, 180, 270]),
    rows=st.lists(rows, max_size=4).map(tuple),
    problems=st.lists(st.text(max_size=20), max_size=2).map(tuple),
    milliseconds=st.dictionaries(
        st.sampled_from(["decode", "detect", "total"]), st.integers(0, 9).map(float)
    ),
)


@given(readings)
def test_reading_json_is_undone_by_reading_it(shown: Reading) -> None:
    document = json.loads(json.dumps(shown.to_json()))
    assert Reading.from_json(document) == shown


def damaged(path: str, value: Any) -> Any:
    """The contract's document with one thing in it changed, or with nothing but that."""
    document: Any = json.loads(json.dumps(reading(EXPOSED, CONCEALED).to_json()))
    here = document
    *parents, last = path.split("/")
    for key in parents:
        here = here[int(key) if key.isdigit() else key]
    here[last] = value
    return document


TILE = "rows/0/groups/0/0"


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        ({}, "a reading must have the field 'photo'"),
        ([], "a reading must be an object, not a list"),
        (None, "a reading must be an object, not null"),
        ("hand", "a reading must be an object, not 'hand'"),
        (damaged("size", [1]), "the field 'size' of a reading must be two whole numbers, width and height"),
        (
            damaged("size", 7),
            "the field 'size' of a reading must be two whole numbers, width and height, not 7",
        ),
        (
            damaged("size", [1e999, 2]),
            "the field 'size' of a reading must be two whole numbers, width and height",
        ),
        (
            damaged("turned", None),
            "the field 'turned' of a reading must be a whole number of degrees, not null",
        ),
        (damaged("rows", ["exposed"]), "a row must be an object, not 'exposed'"),
        (damaged("rows", {}), "the field 'rows' of a reading must be a list of rows"),
        (damaged("photo", None), "the field 'photo' of a reading must be text, not null"),
        (
            damaged("size", "43"),
            "the field 'size' of a reading must be two whole numbers, width and height, not '43'",
        ),
        (
            damaged("size", [4.7, 3]),
            "the field 'size' of a reading must be two whole numbers, width and height",
        ),
        (
            damaged("turned", 90.7),
            "the field 'turned' of a reading must be a whole number of degrees, not 90.7",
        ),
        (
            damaged("problems", "none"),
            "the field 'problems' of a reading must be a list of sentences, not 'none'",
        ),
        (damaged("problems", [None]), "the field 'problems' of a reading must be a list of sentences"),
        (
            damaged("rows/0/role", "kept"),
            "the field 'role' of a row must be one of exposed, concealed, seasons, set_apart, not 'kept'",
        ),
        (
            damaged("rows/0/role", [1]),
            "the field 'role' of a row must be one of exposed, concealed, seasons, set_apart",
        ),
        (damaged("rows/0/groups", [[1]]), "a tile must be an object, not 1"),
        (
            damaged("rows/0/groups", {}),
            "the field 'groups' of a row must be a list of groups, each a list of tiles",
        ),
        (damaged(f"{TILE}/sure", "false"), "the field 'sure' of a tile must be true or false, not 'false'"),
        (damaged(f"{TILE}/sure", 0), "the field 'sure' of a tile must be true or false, not 0"),
        (
            damaged("rows/0/groups", [1]),
            "the field 'groups' of a row must be a list of groups, each a list of tiles",
        ),
        (damaged(f"{TILE}/tile", "10c"), "the field 'tile' of a tile must be a tile's code, not '10c'"),
        (damaged(f"{TILE}/tile", 5), "the field 'tile' of a tile must be a tile's code, not 5"),
        (
            damaged(f"{TILE}/confidence", "high"),
            "the field 'confidence' of a tile must be a figure from 0 to 1, not 'high'",
        ),
        (
            damaged(f"{TILE}/confidence", True),
            "the field 'confidence' of a tile must be a figure from 0 to 1, not true",
        ),
        (
            damaged(f"{TILE}/confidence", 2),
            "the field 'confidence' of a tile must be a figure from 0 to 1, not 2",
        ),
        (
            damaged(f"{TILE}/confidence", "0.5"),
            "the field 'confidence' of a tile must be a figure from 0 to 1, not '0.5'",
        ),
        (
            damaged(f"{TILE}/corners", ["12", "32", "35", "15"]),
            "the field 'corners' of a tile must be four points, each two finite numbers",
        ),
        (
            damaged(f"{TILE}/corners", [[1, 2]]),
            "the field 'corners' of a tile must be four points, each two finite numbers",
        ),
        (
            damaged(f"{TILE}/corners", [[1, 2], [1, 2], [1, 2], [1, float("nan")]]),
            "the field 'corners' of a tile must be four points, each two finite numbers",
        ),
        (
            damaged(f"{TILE}/alternatives", [["1c"]]),
            "the field 'alternatives' of a tile must be tiles, each with a figure from 0 to 1",
        ),
        (
            damaged("milliseconds", {"total": "120"}),
            "the field 'milliseconds' of a reading must be an object of numbers",
        ),
    ],
)
def test_what_is_no_reading_says_which_field_is_wrong(document: Any, wrong: str) -> None:
    with pytest.raises(PhotoError) as raised:
        Reading.from_json(document)
    assert raised.value.code == "bad-reading"
    assert raised.value.message == f"this is no reading as `read --json` writes it: {wrong}."


@pytest.mark.parametrize("rules", ["babcock", "millington"])
def test_an_exposed_group_of_seasons_is_printed_as_it_was_given(rules: str) -> None:
    """No photo is read so; a file may say it."""
    assert meld_notation([Tile.parse("1f")] * 4, rules) == "1f1f1f1f"
