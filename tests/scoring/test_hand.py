"""Sets, wins and whole hands."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    FACE_DOWN,
    TILES,
    Hand,
    Meld,
    NotationError,
    SeatError,
    Tile,
    Win,
    WinError,
    format_tiles,
    parse_tiles,
)
from tests.scoring.hands import random_loss, random_win
from tests.scoring.notes import win


@pytest.mark.parametrize(
    ("text", "kind", "how"),
    [
        ("EEEw", "pung", "claimed"),
        ("123c", "run", "claimed"),
        ("9999b", "kong", "claimed"),
        ("999+9b", "kong", "added"),
        ("[9999b]", "kong", "declared"),
        ("WWd", "pair", "claimed"),
        ("459b", "irregular", "claimed"),
        ("3c3c3d", "irregular", "claimed"),
        ("ESWw", "irregular", "claimed"),
        ("8c9c1d", "irregular", "claimed"),
        ("1234c", "irregular", "claimed"),
        ("11111c", "irregular", "claimed"),
        ("5c", "irregular", "claimed"),
        ("999+8b", "irregular", "added"),
        ("988+9b", "irregular", "added"),
        ("8d9d9d+9b", "irregular", "added"),
        ("[9998b]", "irregular", "declared"),
        ("[9b9b9b9c]", "irregular", "declared"),
        ("???", "irregular", "claimed"),
    ],
)
def test_sets(text: str, kind: str, how: str) -> None:
    meld = Meld.parse(text)
    assert (meld.kind, meld.how) == (kind, how)
    assert Meld.parse(str(meld)) == meld


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("312c", "123c"),
        ("3c 1c 2c", "123c"),
        (" [ 9999b ] ", "[9999b]"),
        ("9b9b9b+9b", "999+9b"),
        ("33d3c", "3c3d3d"),
        ("9c9d+9b", None),
    ],
)
def test_sets_are_printed_sorted(text: str, printed: str | None) -> None:
    if printed is None:
        with pytest.raises(NotationError):
            Meld.parse(text)
    else:
        assert str(Meld.parse(text)) == printed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[999b]",
        "[99999b]",
        "99+9b",
        "99+99b",
        "999+99b",
        "+9999b",
        "999+b",
        "9+9+9+9b",
        "1f",
        "1c2f",
        "[9999b",
    ],
)
def test_what_is_no_set(text: str) -> None:
    with pytest.raises(NotationError):
        Meld.parse(text)


def test_a_set_came_in_a_known_way() -> None:
    with pytest.raises(NotationError, match=r"^'999b' is no kong: a set that was declared holds four tiles"):
        Meld.parse("[999b]")
    with pytest.raises(NotationError, match="claimed, added or declared, not 'stolen'"):
        Meld(parse_tiles("999c"), "stolen")  # type: ignore[arg-type]
    assert repr(Meld.parse("999+9b")) == "Meld.parse('999+9b')"


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"tile": Tile.parse("1f")}, "'1f'"),
        ({"tile": Tile.parse("?")}, "suit or an honour"),
        ({"tile": "5c"}, "suit or an honour"),
        ({"source": "sky"}, "wall, discard, loose or robbed, not 'sky'"),
        ({"source": ["wall"]}, "not a list"),
        ({"loose_after": "meal"}, "kong or season, not 'meal'"),
        ({"last_tile": 1}, "last_tile is true or false, not 1"),
        ({"kept_apart": None}, "kept_apart is true or false, not null"),
        ({"dealt": "yes"}, "dealt"),
        ({"first_discard": {}}, "first_discard is true or false, not an object"),
        ({"original_call": 0.5}, "original_call is true or false, not 0.5"),
        ({"kongs_in_a_row": -1}, "kongs_in_a_row is a whole number, 0 or more, not -1"),
        ({"kongs_in_a_row": True}, "kongs_in_a_row"),
        ({"east_wins_in_a_row": 2.0}, "east_wins_in_a_row"),
        ({"east_wins_in_a_row": -(10**5000)}, "a huge number"),
    ],
)
def test_a_win_that_makes_no_sense(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(WinError) as refused:
        Win(**{"tile": Tile.parse("5c"), **fields})
    assert refused.value.code == "bad-win"
    assert complaint in refused.value.message


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("EEEw [9999b] 2f / 123d NNNw WWw", "EEEw [9999b] 2f / 123d WWNNNw"),
        ("/", "/"),
        ("EEEw /", "EEEw /"),
        ("/ 1c", "/ 1c"),
        ("2f 1s 1f /", "1f 2f 1s /"),
        ("EEEw123c/1c", "EEEw 123c / 1c"),
        ("EEEw312c/1c", "EEEw 123c / 1c"),
        ("EEEw[9999b]999+9d 12f/", "EEEw [9999b] 999+9d 1f 2f /"),
        ("EEEw999+9b/123d", "EEEw 999+9b / 123d"),
        ("999+9bEEEw/123d", "999+9b EEEw / 123d"),
        ("2f9b9b9b+9b999+9d[9999c]111+1c/", "999+9b 999+9d [9999c] 111+1c 2f /"),
        ("123c8d9d9d+9bEEEw/", "123c 8d9d9d+9b EEEw /"),
        ("?9d9d+9d/", "9d9d?+9d /"),
        ("???+9d 99d9d+?/", "???+9d 9d9d9d+? /"),
        ("EEEw2f 33c/", "EEEw 33c 2f /"),
        ("1c2c3c /", "123c /"),
        ("1c 2c 3c /", "1c 2c 3c /"),
        ("33c3d /", "3c3c3d /"),
        ("/ ?1c", "/ 1c ?"),
    ],
)
def test_hands_in_one_line(text: str, printed: str) -> None:
    hand = Hand.parse(text)
    assert str(hand) == printed
    assert Hand.parse(printed) == hand


@pytest.mark.parametrize(
    "text",
    [
        *("", "123c", "/ 1f", "/ [9999b]", "1f / 2s", "/ 1c / 2c", "EEE / 1c"),
        *("[99 99b] /", "9[999b] /", "] /"),
        *("9999+9b /", "EEEw99+9b /", "999+99b /", "999 +9b /", "999+9bEEE /", "99?+9d /", "[999+9b] /"),
    ],
)
def test_what_is_no_hand(text: str) -> None:
    with pytest.raises(NotationError):
        Hand.parse(text)


@pytest.mark.parametrize("text", ["/ [9999b]", "/ 999+9b", "[99 99b] /", "[9999b /", "] /"])
def test_a_sign_of_an_exposed_set_elsewhere_is_explained(text: str) -> None:
    with pytest.raises(NotationError, match=r"an exposed set, written without spaces: \[9999b\] a kong"):
        Hand.parse(text)


def test_seats_and_seasons_are_checked() -> None:
    with pytest.raises(SeatError, match="the seat is E, S, W or N, not 'X'"):
        Hand(seat="X")  # type: ignore[arg-type]
    with pytest.raises(SeatError, match="the prevailing wind is E, S, W or N, not null"):
        Hand(prevailing=None)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match=r"five of characters \(5c\) is no Season"):
        Hand(seasons=parse_tiles("5c"))
    with pytest.raises(NotationError, match=r"Season 2 \(orchid\) \(2f\) lies among the concealed tiles"):
        Hand(concealed=parse_tiles("2f"))


def test_the_order_in_which_tiles_are_written_makes_no_difference() -> None:
    one = Hand.parse("2f 1s 1f 312c / 5d3d4d", win=win("3d seen=7b2c"))
    other = Hand.parse("1f 2f 1s 123c / 345d", win=win("3d seen=2c7b"))
    assert one == other
    assert hash(one) == hash(other)


def test_what_a_hand_holds() -> None:
    hand = Hand.parse("EEEw [9999b] 999+9d 2f / 13d")
    assert format_tiles(hand.tiles) == "EEEw 9999b 999913d"
    assert hand.kongs == 2


@given(st.integers(), st.booleans())
def test_printing_and_parsing_whole_hands_are_inverse(seed: int, won: bool) -> None:
    hand = (random_win if won else random_loss)(Random(seed))
    assert Hand.parse(str(hand), hand.seat, hand.prevailing, hand.win) == hand


@given(
    st.lists(st.sampled_from((*TILES, FACE_DOWN)), min_size=1, max_size=6)
    | st.lists(st.sampled_from(parse_tiles("899d9bRd?")), min_size=4, max_size=4),
    st.sampled_from(["claimed", "added", "declared"]),
)
def test_printing_and_parsing_sets_are_inverse(tiles: list[Tile], how: Any) -> None:
    try:
        meld = Meld(tuple(tiles), how)
    except NotationError:
        return
    assert Meld.parse(str(meld)) == meld
    assert Hand.parse(f"{meld} /").exposed == (meld,)


@given(st.text(alphabet="1239ESRcdbwfs? x[]+/\udc80"))
def test_any_text_is_a_hand_or_a_clean_error(text: str) -> None:
    try:
        hand = Hand.parse(text)
    except NotationError:
        return
    assert Hand.parse(str(hand)) == hand
