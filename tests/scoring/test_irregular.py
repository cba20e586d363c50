"""Hands that cannot exist, that are dead, that are not complete; all problems at once."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Hand, HandError, ImpossibleHand, IncompleteHand, problems, score
from tests.scoring.notes import babcock, win


@pytest.mark.parametrize(
    ("text", "won", "found"),
    [
        ("/ 345c 123c 678d 789b 22b", "3c", []),
        ("/ 345c 123c 678d 789b 2b", "", []),
        ("[1111c] 2222c 333+3c / 78d 22b", "", []),
        ("22b / 345c 123c 678d 789b", "2b", []),
        ("22b / 345c 123c 678d 789b", "2b robbed", []),
        ("/ 11111c 23c 678d 789b", "", ["fifth-tile"]),
        ("1111c / 1c 23c 678d 789b 5d", "", ["fifth-tile"]),
        ("2f 2f / 345c 123c 678d 789b 2b", "", ["duplicate-season"]),
        ("2f 2f 3s / 345c 123c 678d 789b 2b", "", ["duplicate-season"]),
        ("2f 2s / 345c 123c 678d 789b 2b", "", []),
        ("/ 345c 123c 678d 789b ?", "", ["bad-notation"]),
        ("/ 345c 123c 678d 789b 22b", "4b", ["winning-tile-absent"]),
        ("345c / 123c 678d 789b 22b", "4c wall", ["winning-tile-absent"]),
        ("345c / 123c 678d 789b 22b", "4c loose", ["winning-tile-absent"]),
        ("345c / 123c 678d 789b 22b", "4c", []),
        ("4444c / 123c 678d 789b 22b", "4c", ["winning-tile-absent"]),
        ("/ 345c 123c 678d 789b 22b", "", ["wrong-count"]),
        ("/ 345c 123c 678d 789b 2b", "2b", ["wrong-count"]),
        ("/ 345c 123c 678d 789b", "", ["wrong-count"]),
        ("1111c / 345c 678d 789b 2b", "", []),
        ("1111c / 345c 678d 789b", "", ["wrong-count"]),
        ("345c 123c 678d 789b 456b /", "", ["wrong-count"]),
        ("/", "", ["wrong-count"]),
        ("459b / 123c 678d 789b 2b", "", ["irregular-set"]),
        ("3c3c3d / 123c 678d 789b 2b", "", ["irregular-set"]),
        ("[1112c] / 345c 678d 789b", "", ["irregular-set"]),
        ("22b / 345c 123c 678d 78b", "", ["irregular-set"]),
        ("22b / 345c 123c 678d 789b", "3c", ["irregular-set"]),
        ("22b / 345c 123c 678d 789b", "2b wall", ["winning-tile-absent", "irregular-set"]),
        ("22b 22b 345c 678d / 1234c", "2b", ["irregular-set"]),
        ("22b 345c 22b 678d / 789c", "", ["irregular-set"]),
        ("22b 33b 345c 678d / 789c", "", ["irregular-set", "irregular-set"]),
        (
            "459b 2f 2f 3s 3s / 11111c ?",
            "4d",
            [
                "fifth-tile",
                "duplicate-season",
                "duplicate-season",
                "bad-notation",
                "winning-tile-absent",
                "wrong-count",
                "irregular-set",
            ],
        ),
    ],
)
def test_problems(text: str, won: str, found: list[str]) -> None:
    hand = Hand.parse(text, win=win(won))
    assert [problem.code for problem in problems(hand)] == found
    impossible = {"fifth-tile", "duplicate-season", "bad-notation", "winning-tile-absent"}
    if not found:
        assert not score(hand).dead
    elif found[0] in impossible:
        with pytest.raises(ImpossibleHand) as refused:
            score(hand)
        assert refused.value.code == found[0]
    elif won:
        with pytest.raises(IncompleteHand) as not_complete:
            score(hand)
        assert not_complete.value.code == "not-complete"
    else:
        for rules in ("babcock", "millington"):
            result = score(hand, rules)
            assert (result.dead, result.total, result.uncapped, result.items) == (True, 0, 0, ())
            assert (result.points, result.doubles) == (0, 0)
            assert [problem.code for problem in result.problems] == found
            assert result.reading == str(hand)


@pytest.mark.parametrize(
    ("text", "won", "said"),
    [
        ("/ 11111c 23c 678d 789b", "", "The hand holds 5 ones of characters (1c); there are four."),
        ("3s 3s / 345c", "", "Season 3 (autumn) (3s) lies here twice; there is one of each Season."),
        ("3s 3s 3s 3s 3s / 345c", "", "Season 3 (autumn) (3s) lies here 5 times"),
        (
            "/ 345c 123c 678d 789b 22b",
            "4b",
            "The winning tile, four of bamboo (4b), is neither in the concealed",
        ),
        (
            "345c / 123c 678d 789b 22b",
            "4c wall",
            "four of characters (4c), was drawn but is not in the concealed",
        ),
        ("/ 345c", "", "The hand holds 3 tiles; one that has not won holds 13."),
        ("/ 5c", "", "The hand holds 1 tile; one that has not won holds 13."),
        ("1111c / 345c", "5c", "The hand holds 7 tiles; one that has won with 1 kong holds 15."),
        ("1111c [2222c] / 345c", "", "The hand holds 11 tiles; one that has not won with 2 kongs holds 15."),
        ("459b / 123c 678d 789b 2b", "", "459b on the table is no run, pung or kong."),
        ("/ 124c 123d 678d 789b 22b", "2b", "124c cannot be read as sets."),
        ("/ 124c 123d 678d 789b 2b 5d", "2b", "124c 1235678d 2789b cannot be read as sets and a pair."),
        ("22b / 124c 123d 678d 789b", "2b", "124c cannot be read as sets."),
        ("/ 11c 123d 678d 22b EEEw Rd", "1c", "Rd cannot be read"),
        ("/ 11c 22d 33b 44b EEw RRd 99d", "1c", "2299d 3344b EEw RRd cannot be read as sets."),
        ("/ 11c 22d 33b 44b EEw RRd 99d", "1c", "It would be The Seven Twins, which this table plays"),
        ("11c / 22d 33b 44b EEw RRd 99d", "1c", "It would be The Seven Twins, which this table plays"),
        (
            "/ 119c 19d 19b ESWNw RGWd",
            "1c",
            "and a pair. It would be The Thirteen Orphans, which this table plays without.",
        ),
        ("/ 11c 22d 11b EEw 123c 456d", "1c", "there are 4 pairs."),
        ("1111c 2222d 3333b 4444b 55b / ", "4d", "The winning tile, four of dots (4d)"),
    ],
)
def test_problems_name_the_tiles(text: str, won: str, said: str) -> None:
    hand = Hand.parse(text, win=win(won))
    try:
        found = " ".join(problem.message for problem in score(hand).problems)
    except HandError as error:
        found = error.message
    assert said in found


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("/ 124c 123d 678d 789b 22b", "2b"),
        ("/ 11c 22d 33b 44b EEw RRd 89d", "1c"),
        ("/ 119c 19d 19b ESWNw RRGd", "1c"),
    ],
)
def test_a_hand_that_lacks_a_tile_would_be_no_limit_hand(text: str, won: str) -> None:
    with pytest.raises(IncompleteHand) as refused:
        score(Hand.parse(text, win=win(won)))
    assert "It would be" not in refused.value.message


@pytest.mark.parametrize(
    ("seen", "code", "said"),
    [
        ("77b2b5c", "", ""),
        ("77777b", "fifth-tile", "Of sevens of bamboo (7b) the hand holds 1, and 5 are seen elsewhere;"),
        ("222b", "fifth-tile", "Of twos of bamboo (2b) the hand holds 2, and 3 are seen elsewhere;"),
        ("3333c", "fifth-tile", "Of threes of characters (3c) the hand holds 2, and 4 are seen elsewhere;"),
        (
            "1f1f",
            "duplicate-season",
            "Of Season 1 (plum) (1f) the hand holds none, and 2 are seen elsewhere;",
        ),
        ("2f", "duplicate-season", "Of Season 2 (orchid) (2f) the hand holds 1, and 1 is seen elsewhere;"),
        ("?", "bad-notation", "A tile seen elsewhere shows its face; '?' does not."),
    ],
)
def test_tiles_seen_elsewhere_are_those_that_the_hand_leaves(seen: str, code: str, said: str) -> None:
    """Where they count: Babcock ignores them."""
    hand = Hand.parse("2f / 345c 123c 678d 789b 22b", win=win(f"3c seen={seen}"))
    assert score(hand).total == score(Hand.parse(str(hand), win=win("3c"))).total
    if not code:
        assert not problems(hand)
        return
    with pytest.raises(ImpossibleHand) as refused:
        score(hand, "millington")
    assert refused.value.code == code
    assert refused.value.message.startswith(said)


def test_a_fifth_tile_in_the_hand_itself_is_spoken_of_once() -> None:
    with pytest.raises(ImpossibleHand) as refused:
        score(Hand.parse("/ 345c 11111c 678d 22b", win=win("3c seen=1c")), "millington")
    assert refused.value.message.startswith("The hand holds 5 ones of characters (1c); there are four.")
    assert "seen elsewhere" not in refused.value.message


def test_a_dead_hand_knows_all_that_is_wrong() -> None:
    result = babcock("459b 22d / 123c")
    assert [problem.message for problem in result.problems] == [
        "The hand holds 8 tiles; one that has not won holds 13.",
        "459b on the table is no run, pung or kong.",
        "22d on the table is no run, pung or kong.",
    ]


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("seven_twins", "/ 2255c 33d 7799b EEw RRd"),
        ("thirteen_orphans", "/ 119c 19d 19b ESWNw RGWd"),
    ],
)
def test_without_its_option_a_hand_of_no_sets_is_not_complete(option: str, text: str) -> None:
    won = Hand.parse(text, win=win("9b"))
    agreed: dict[str, Any] = {option: True}
    assert score(won, **agreed).limit_hand == option
    with pytest.raises(IncompleteHand):
        score(won)
    with pytest.raises(IncompleteHand):
        score(won, "millington" if option == "seven_twins" else "babcock")
