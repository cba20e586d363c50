"""Tiles and their notation."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import FACE_DOWN, TILES, NotationError, Tile, format_tiles, parse_tiles

CODES = (
    "1c 2c 3c 4c 5c 6c 7c 8c 9c 1d 2d 3d 4d 5d 6d 7d 8d 9d 1b 2b 3b 4b 5b 6b 7b 8b 9b"
    " Ew Sw Ww Nw Rd Gd Wd 1f 2f 3f 4f 1s 2s 3s 4s"
)


def test_the_faces_and_their_order() -> None:
    assert " ".join(map(str, TILES)) == CODES
    assert [tile.index for tile in (*TILES, FACE_DOWN)] == list(range(43))
    assert FACE_DOWN not in TILES
    assert all(before < after for before, after in pairwise(TILES))


@pytest.mark.parametrize(
    ("code", "name", "plural", "number", "traits"),
    [
        ("1c", "one of characters", "ones of characters", 1, "suit major"),
        ("6d", "six of dots", "sixes of dots", 6, "suit minor"),
        ("9b", "nine of bamboo", "nines of bamboo", 9, "suit major"),
        ("Ew", "East Wind", "East Winds", 0, "wind honour major"),
        ("Wd", "White Dragon", "White Dragons", 0, "dragon honour major"),
        ("2f", "Season 2 (orchid)", "Seasons 2 (orchid)", 2, "season"),
        ("4s", "Season 4 (winter)", "Seasons 4 (winter)", 4, "season"),
        ("?", "face-down tile", "face-down tiles", 0, ""),
    ],
)
def test_what_a_tile_is(code: str, name: str, plural: str, number: int, traits: str) -> None:
    tile = Tile.parse(code)
    assert (str(tile), tile.name, tile.plural, tile.number, tile.rank) == (
        code,
        name,
        plural,
        number,
        code[0],
    )
    for trait in ("suit", "wind", "dragon", "honour", "season", "major", "minor"):
        assert getattr(tile, f"is_{trait}") == (trait in traits.split())


@pytest.mark.parametrize(
    "text", ["", "5", "c", "0c", "10c", "Cd", "5C", "Es", "5f", "9s", "ew", "５c", " 5c"]
)
def test_what_is_no_tile(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        Tile.parse(text)
    assert refused.value.code == "bad-notation"
    assert repr(text) in refused.value.message


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", ""),
        (" \n", ""),
        ("1c 2c 3c", "123c"),
        ("123cEEEw", "123c EEEw"),
        ("RRd 55d", "RRd 55d"),
        ("55dRRd", "55d RRd"),
        ("12f 34s", "12f 34s"),
        ("??1c", "? ? 1c"),
        ("1c?", "1c ?"),
    ],
)
def test_reading_and_printing(text: str, printed: str) -> None:
    assert format_tiles(parse_tiles(text)) == printed


@pytest.mark.parametrize(
    "text", ["12", "1c2", "1 c", "c", "12x", "1?c", "1/c", "5f", "R1c", "1c,2c", "\udc80"]
)
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_tiles(text)
    assert refused.value.message.isprintable()


def test_a_message_does_not_repeat_a_long_text() -> None:
    with pytest.raises(NotationError) as refused:
        parse_tiles("1" * 100_000)
    assert len(refused.value.message) < 400


@given(st.lists(st.sampled_from((*TILES, FACE_DOWN)), max_size=20))
def test_printing_and_parsing_are_inverse(tiles: list[Tile]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@given(st.text(alphabet="123456789ESWNRGcdbwfs? x[]+/\udc80"))
def test_any_text_is_tiles_or_a_clean_error(text: str) -> None:
    try:
        tiles = parse_tiles(text)
    except NotationError:
        return
    assert parse_tiles(format_tiles(tiles)) == tiles


def test_tiles_are_values() -> None:
    assert pickle.loads(pickle.dumps(TILES)) == TILES
    assert len({*TILES, *parse_tiles("123456789c")}) == len(TILES)
