"""Edits of a draft: each gives a new one, tiles keep their names, and what cannot be done says so."""

from dataclasses import replace

import pytest

from scoring.tiles import FACE_DOWN, Tile, parse_tiles
from tests.tilescore.readings import reading_of
from tilescore.draft import Draft, is_kong, meld_of
from tilescore.errors import EditError


@pytest.fixture
def draft() -> Draft:
    """EEEw at 1–3, [9999b] at 4–7, 2f at 8, 123d at 9–11, WWw at 12–13, 5c apart at 14."""
    return Draft.of(reading_of("EEEw [9999b] 2f / 123d WWw", set_apart="5c"))


def codes(draft: Draft) -> str:
    parts = [*draft.exposed, draft.seasons, draft.concealed, draft.set_apart]
    return " | ".join("".join(placed.tile.code for placed in part) for part in parts)


def test_a_draft_numbers_tiles_as_people_count_them(draft: Draft) -> None:
    assert codes(draft) == "EwEwEw | 9b9b9b? | 2f | 1d2d3dWwWw | 5c"
    assert [placed.key for placed in draft.tiles] == list(range(1, 15))


def test_a_face_is_offered_once_however_often_a_reading_names_it() -> None:
    read = reading_of("/ 1c", {1: "2c 3c"})
    (row,) = read.rows
    (tile,) = row.tiles
    often = replace(tile, alternatives=tile.alternatives * 1000)
    draft = Draft.of(replace(read, rows=(replace(row, groups=((often,),)),)))
    assert draft.tiles[0].alternatives == (Tile.parse("2c"), Tile.parse("3c"))


@pytest.mark.parametrize(
    ("tiles", "sets"),
    [
        ("5c 5c 5c 5c", "5c5c5c5c"),
        ("5c 5c 5c 5c 5c", "5c5c5c5c | 5c"),
        ("1c 2c 3c 4c 5c 6c", "1c2c3c | 4c5c6c"),
        ("3c 1c 2c Ew Ew Ew Sw", "3c1c2c | EwEwEw | Sw"),
        ("5c 5c 6c", "5c5c | 6c"),
        ("8c 9c 1d", "8c9c | 1d"),
        ("1c 3c 4c", "1c3c | 4c"),
        ("Ew Sw Ww", "Ew | Sw | Ww"),
        ("? 9b 9b ? 1d 1d 1d", "?9b9b? | 1d1d1d"),
        ("1c 2c ? 3c", "1c2c | ?3c"),
    ],
)
def test_sets_are_laid_out_tile_by_tile(tiles: str, sets: str) -> None:
    draft = Draft()
    for tile in tiles.split():
        draft = draft.laid_out(Tile.parse(tile))
    assert codes(draft) == f"{sets} |  |  | "


def test_a_replaced_tile_is_sure_and_remembers_its_old_face(draft: Draft) -> None:
    placed = draft.replaced(9, Tile.parse("1b")).tiles[8]
    assert (placed.tile.code, placed.sure, placed.alternatives) == ("1b", True, (Tile.parse("1d"),))


@pytest.mark.parametrize(
    ("key", "tile", "expected"),
    [
        (12, "3s", "EwEwEw | 9b9b9b? | 2f3s | 1d2d3dWw | 5c"),
        (8, "8d", "EwEwEw | 9b9b9b? |  | 1d2d3dWwWw8d | 5c"),
    ],
    ids=["a tile becomes a Season", "a Season becomes a tile"],
)
def test_seasons_find_their_part(draft: Draft, key: int, tile: str, expected: str) -> None:
    assert codes(draft.replaced(key, Tile.parse(tile)).settled()) == expected


@pytest.mark.parametrize(
    ("keys", "part", "expected"),
    [
        ((9, 10, 11), "exposed", "EwEwEw | 9b9b9b? | 1d2d3d | 2f | WwWw | 5c"),
        ((1,), "concealed", "EwEw | 9b9b9b? | 2f | 1d2d3dWwWwEw | 5c"),
        ((13,), "set_apart", "EwEwEw | 9b9b9b? | 2f | 1d2d3dWw5c | Ww"),
        ((14,), "concealed", "EwEwEw | 9b9b9b? | 2f | 1d2d3dWwWw5c | "),
        ((1, 2, 3), "concealed", "9b9b9b? | 2f | 1d2d3dWwWwEwEwEw | 5c"),
        ((), "exposed", "EwEwEw | 9b9b9b? | 2f | 1d2d3dWwWw | 5c"),
    ],
)
def test_tiles_move_between_parts(draft: Draft, keys: tuple[int, ...], part: str, expected: str) -> None:
    assert codes(draft.moved(keys, part)) == expected  # type: ignore[arg-type]


def test_inserting_follows_a_tile_or_ends_a_part(draft: Draft) -> None:
    grown = draft.inserted(Tile.parse("4d"), "concealed", after=11).inserted(Tile.parse("7c"), "exposed")
    assert codes(grown) == "EwEwEw | 9b9b9b? | 7c | 2f | 1d2d3d4dWwWw | 5c"
    assert len({placed.key for placed in grown.tiles}) == 16


def test_nothing_lies_beside_the_one_tile_set_apart(draft: Draft) -> None:
    (apart,) = draft.set_apart
    grown = draft.inserted(Tile.parse("4d"), "concealed", after=apart.key)
    assert codes(grown) == "EwEwEw | 9b9b9b? | 2f | 1d2d3dWwWw4d | 5c"


def test_a_set_that_loses_its_last_tile_is_gone(draft: Draft) -> None:
    assert codes(draft.deleted(1).deleted(2).deleted(3)) == "9b9b9b? | 2f | 1d2d3dWwWw | 5c"


def test_joining_and_splitting_sets(draft: Draft) -> None:
    joined = draft.joined(2, 5)
    assert codes(joined) == "EwEwEw9b9b9b? | 2f | 1d2d3dWwWw | 5c"
    assert codes(joined.split(4)) == codes(draft)


@pytest.mark.parametrize(
    "edit",
    [
        lambda draft: draft.replaced(99, Tile.parse("1c")),
        lambda draft: draft.deleted(99),
        lambda draft: draft.inserted(Tile.parse("1c"), "exposed", after=99),
        lambda draft: draft.moved((1, 99), "concealed"),
        lambda draft: draft.moved((1, 2), "set_apart"),
        lambda draft: draft.joined(1, 2),
        lambda draft: draft.joined(1, 9),
        lambda draft: draft.split(1),
        lambda draft: draft.split(9),
    ],
)
def test_what_cannot_be_done_says_so(draft: Draft, edit) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(EditError):
        edit(draft)


def test_a_set_of_no_tiles_is_none() -> None:
    reading = reading_of("EEEw / 123d")
    exposed, *others = reading.rows
    emptied = replace(reading, rows=(replace(exposed, groups=((), *exposed.groups)), *others))
    assert Draft.of(emptied) == Draft.of(reading)


@pytest.mark.parametrize(
    ("tiles", "rules", "kong", "meld"),
    [
        ("999b ?", "babcock", None, "[9999b]"),
        ("9999b", "babcock", None, "9999b"),
        ("9999b", "babcock", "added", "999+9b"),
        ("999b ?", "millington", None, "9999b"),
        ("99b ? ?", "millington", None, "[9999b]"),
        ("9999b", "millington", None, "999+9b"),
        ("9999b", "millington", "declared", "[9999b]"),
        ("123c", "babcock", "declared", "123c"),
    ],
)
def test_face_down_tiles_tell_the_kongs_apart(tiles: str, rules: str, kong: str | None, meld: str) -> None:
    assert str(meld_of(parse_tiles(tiles), rules, kong)) == meld


def test_a_kong_is_four_of_a_kind_that_can_be_seen() -> None:
    assert is_kong(parse_tiles("99b ? ?"))
    assert not is_kong((FACE_DOWN,) * 4)
    assert not is_kong(parse_tiles("9998b"))
