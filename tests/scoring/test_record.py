"""Hands, scores and settlements as JSON: the contract's shapes, and a clean answer to everything."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    Hand,
    NotationError,
    hand_from_record,
    hand_to_record,
    score,
    score_record,
    settle_record,
)
from tests.scoring.hands import random_loss, random_win

FIG27: dict[str, Any] = {
    "id": "fig27",
    "rules": "babcock",
    "options": {"four_winds": True, "limit": 300},
    "seat": "E",
    "prevailing": "E",
    "exposed": ["EEEw", "SSSw", "NNNw"],
    "concealed": "345d WWw",
    "seasons": "",
    "win": {"tile": "Ew", "from": "discard"},
}


def test_the_example_of_the_contract() -> None:
    result = score_record(FIG27)
    items = result.pop("items")
    assert result == {
        "id": "fig27",
        "points": 32,
        "doubles": 2,
        "uncapped": 128,
        "total": 300,
        "limit": 300,
        "limit_hand": "four_winds",
        "dead": False,
        "problems": [],
        "reading": "EEEw SSSw NNNw / 345d WWw",
    }
    assert items[0] == {
        "rule": "mahjongg",
        "text": "For winning the hand (Mah-Jongg)",
        "points": 20,
        "source": "Babcock V",
    }
    assert {
        "rule": "own_wind",
        "text": "Three of player's own Wind",
        "doubles": 1,
        "source": "Babcock V",
    } in items


@pytest.mark.parametrize(
    ("changes", "total"),
    [
        ({"exposed": "EEEw SSSw NNNw"}, 300),
        ({"concealed": ["3d", "45d", "WWw"]}, 300),
        ({"concealed": ("345d", "WWw")}, 300),
        ({"options": None}, 128),
        ({"options": {}}, 128),
        ({"exposed": ["EEEw ", " SSSw", "NNNw", " 1f "], "options": {}}, 288),
        ({"exposed": ["EEEw", "SSSw", "NNNw", "2f3s"], "options": {}}, 160),
        ({"seasons": "23f", "options": {}}, 160),
        ({"seasons": ["2f", "3s"], "options": {}}, 160),
        ({"seasons": None}, 300),
        ({"win": {"tile": "Ew"}}, 300),
        ({"win": {"tile": " Ew "}}, 300),
        ({"win": None, "concealed": "345d Ww", "options": {}}, 48),
        ({"rules": "millington", "options": {}, "win": {"tile": "Ew", "visible": "5c"}}, 352),
        ({"rules": "millington", "options": {}, "win": {"tile": "Ew", "visible": ["5c", "2f"]}}, 352),
        ({"a note": "of one's own"}, 300),
    ],
)
def test_other_ways_to_write_it(changes: dict[str, Any], total: int) -> None:
    assert score_record({**FIG27, **changes}).get("total") == total


def test_what_may_be_left_out() -> None:
    result = score_record({"concealed": "123c 1479d 147b EEw Rd"})
    assert (result["id"], result["total"], result["limit"]) == (None, 2, 300)
    assert score_record({"exposed": ["EEEw"]})["dead"]


def test_a_dead_hand_says_why() -> None:
    result = score_record({"id": 1, "exposed": ["459b"], "concealed": "123c 1479d 147b"})
    assert result["dead"]
    assert (result["total"], result["uncapped"], result["items"]) == (0, 0, [])
    assert result["problems"] == ["459b on the table is no run, pung or kong."]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"exposed": None, "concealed": None}, "bad-json"),
        ({"season": "1f"}, "bad-json"),
        ({"Seat": "S"}, "bad-json"),
        ({"exposd": ["123c"]}, "bad-json"),
        ({"prevailing_wind": "S"}, "bad-json"),
        ({"exposed": 5}, "bad-json"),
        ({"exposed": [5]}, "bad-json"),
        ({"concealed": {"5c": 1}}, "bad-json"),
        ({"concealed": ["5c", None]}, "bad-json"),
        ({"seasons": 2}, "bad-json"),
        ({"options": []}, "bad-json"),
        ({"options": {5: True}}, "bad-json"),
        ({"claim": 5}, "bad-json"),
        ({"exposed": ["EEE"]}, "bad-notation"),
        ({"exposed": ["1f 2c"]}, "bad-notation"),
        ({"exposed": ["123c", "x" * 50]}, "bad-notation"),
        ({"exposed": ["2c 1f"]}, "bad-notation"),
        ({"concealed": "345d WWw 1f"}, "bad-notation"),
        ({"concealed": "345d WW?"}, "bad-notation"),
        ({"seasons": "5c"}, "bad-notation"),
        ({"concealed": "345d WWw \udc80"}, "bad-notation"),
        ({"win": {"tile": "Xw"}}, "bad-notation"),
        ({"win": {"tile": "Ew", "visible": "5x"}}, "bad-notation"),
        ({"rules": "riichi"}, "unknown-rules"),
        ({"rules": None}, "unknown-rules"),
        ({"rules": ["babcock"]}, "unknown-rules"),
        ({"options": {"bonus_tile_points": 1}}, "unknown-option"),
        ({"options": {"rules": "millington"}}, "unknown-option"),
        ({"options": {"claim": "four_winds"}}, "unknown-option"),
        ({"claim": "moon"}, "unknown-option"),
        ({"options": {"limit": float("nan")}}, "bad-option"),
        ({"options": {"limit": [300]}}, "bad-option"),
        ({"seat": "X"}, "bad-seat"),
        ({"seat": None}, "bad-seat"),
        ({"seat": ["E"]}, "bad-seat"),
        ({"prevailing": 1}, "bad-seat"),
        ({"win": {}}, "bad-win"),
        ({"win": "Ew"}, "bad-win"),
        ({"win": []}, "bad-win"),
        ({"win": {"tile": 5}}, "bad-win"),
        ({"win": {"tile": "1f"}}, "bad-win"),
        ({"win": {"tile": "Ew", "from": "sky"}}, "bad-win"),
        ({"win": {"tile": "Ew", "from": None}}, "bad-win"),
        ({"win": {"tile": "Ew", "lost": True}}, "bad-win"),
        ({"win": {"tile": "Ew", 5: True}}, "bad-win"),
        ({"win": {"tile": "Ew", "last_tile": "no"}}, "bad-win"),
        ({"win": {"tile": "Ew", "kongs_in_a_row": 1e400}}, "bad-win"),
        ({"concealed": "345d WWWWWw"}, "fifth-tile"),
        ({"seasons": "22f"}, "duplicate-season"),
        ({"win": {"tile": "Rd"}}, "winning-tile-absent"),
        ({"win": {"tile": "Ew", "from": "wall"}}, "winning-tile-absent"),
        ({"concealed": "345d WWWw"}, "not-complete"),
        ({"concealed": "346d WWw"}, "not-complete"),
        ({"exposed": ["EEEw", "SSSw", "NNSw"]}, "not-complete"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], code: str) -> None:
    result = score_record({**FIG27, **changes})
    assert list(result) == ["id", "error"]
    assert result["id"] == "fig27"
    assert result["error"]["code"] == code
    assert result["error"]["message"].isprintable()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"exposed": 1}, "exposed is text or a list of texts, not 1."),
        ({"exposed": ["EEEw", 1]}, "exposed is text or a list of texts; 1 in it is none."),
        ({"concealed": [["345d"]]}, "concealed is text or a list of texts; a list in it is none."),
        ({"id": ["fig27"]}, "id is text or a number, not a list."),
        ({"exposed": "E" * 3000 + "w"}, f"{'E' * 60}… on the table is no run, pung or kong."),
    ],
)
def test_a_message_says_what_is_wrong_in_a_few_words(changes: dict[str, Any], said: str) -> None:
    message = score_record({**FIG27, **changes})["error"]["message"]
    assert message.endswith(said)
    assert len(message) < 300


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ({"dead": ["X"]}, "a dead hand's seat is E, S, W or N, not 'X'."),
        ({"dead": [None]}, "a dead hand's seat is E, S, W or N, not null."),
        ({"X": 1}, "a score's seat is E, S, W or N, not 'X'."),
        (
            {"N": 10**13},
            "the score of 'N' is a whole number from 0 to 1000000000000, not 10000000000000.",
        ),
    ],
)
def test_a_score_that_is_refused_is_told_what_would_be_right(scores: dict[str, Any], said: str) -> None:
    assert settle_record({**SCORES, "scores": {**SCORES["scores"], **scores}})["error"]["message"] == said


def test_a_misspelt_field_is_named() -> None:
    assert score_record({**FIG27, "season": "1f"})["error"]["message"] == (
        "a hand has no field 'season'; perhaps 'seasons' is meant."
    )
    hands = {**HANDS["hands"], "S": {**LOSER, "season": "1f"}}
    for record, name in (({**SCORES, "winer": "S"}, "winer"), ({**HANDS, "hands": hands}, "season")):
        error = settle_record(record)["error"]
        assert (error["code"], name in error["message"]) == ("bad-json", True)
    assert "error" not in settle_record({**SCORES, "a note": "of one's own"})


@pytest.mark.parametrize(
    ("misplaced", "place"),
    [
        ({"limit": 500}, "options"),
        ({"four_winds": True}, "options"),
        ({"bonus_tile_points": True}, "options"),
        ({"last_tile": True}, "win"),
        ({"from": "wall"}, "win"),
    ],
    ids=lambda value: value if isinstance(value, str) else next(iter(value)),
)
def test_what_belongs_further_inside_a_hand_is_told_where(misplaced: dict[str, Any], place: str) -> None:
    error = score_record({**FIG27, **misplaced})["error"]
    (name,) = misplaced
    assert error["message"] == f"a hand has no field '{name}'; it belongs in '{place}'."


def test_a_result_may_be_written_beside_its_hand() -> None:
    result = score_record(FIG27)
    assert score_record({**result, **FIG27}) == result


@pytest.mark.parametrize(
    ("misplaced", "place"),
    [({"dead": ["W"]}, "scores"), ({"limit": 20}, "options"), ({"seasons": "none"}, "options")],
)
def test_what_belongs_further_inside_a_settlement_is_told_where(
    misplaced: dict[str, Any], place: str
) -> None:
    """Each would change what is paid, and was not heard."""
    error = settle_record({**SCORES, **misplaced})["error"]
    (name,) = misplaced
    assert error["message"] == f"a settlement has no field '{name}'; it belongs in '{place}'."


def test_all_problems_of_a_hand_are_told() -> None:
    error = score_record({"exposed": ["11111c"], "seasons": "11f", "win": {"tile": "5d"}})["error"]
    assert [problem["code"] for problem in error["problems"]] == [
        "fifth-tile",
        "duplicate-season",
        "winning-tile-absent",
        "wrong-count",
        "irregular-set",
    ]
    assert error["message"] == " ".join(problem["message"] for problem in error["problems"])
    assert set(score_record({**FIG27, "win": {"tile": "Rd"}})["error"]) == {"code", "message"}


def test_a_claim_comes_with_the_hand() -> None:
    result = score_record({**FIG27, "seat": "W", "claim": "four_winds"})
    assert result["problems"] == [
        "The Four Winds was claimed, but it needs three or four of player's own Wind."
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"concealed": "123c 777d 456b 999c 55d"}, ""),
        (
            {"win": {"tile": "5d", "from": "loose"}},
            "A loose tile follows a kong or a Season, but the hand holds neither.",
        ),
        ({"win": {"tile": "5d", "from": "loose"}, "exposed": "123c [7777d]"}, ""),
        (
            {"win": {"tile": "5d", "from": "loose", "loose_after": "season"}, "exposed": "123c [7777d]"},
            "The loose tile counts as one after a Season, but the hand holds none.",
        ),
        (
            {"win": {"tile": "5d", "from": "loose", "kongs_in_a_row": 2}, "seasons": "1f"},
            "The loose tile counts as one after a kong, but the hand holds none."
            " Kongs made in a row are said to be 2, but the hand holds none.",
        ),
        (
            {"win": {"tile": "5d", "from": "wall", "dealt": True}, "seat": "E", "exposed": "123c 777d"},
            "123c lies on the table, so the hand was not complete as dealt.",
        ),
        (
            {"win": {"tile": "5d", "dealt": True}, "seat": "E"},
            "A hand that was complete as dealt was not won with another player's tile.",
        ),
        (
            {"win": {"tile": "5d", "first_discard": True}, "exposed": "123c 777d"},
            "123c lies on the table, so the hand was not won with East's first discard.",
        ),
        # Millington, special limit hands: Heaven's Blessing is East's, Earth's Blessing another player's
        (
            {"win": {"tile": "5d", "from": "wall", "dealt": True}},
            "Only East is dealt fourteen tiles, so no other hand was complete as dealt.",
        ),
        (
            {"win": {"tile": "5d", "first_discard": True}, "seat": "E"},
            "The winning tile is said to be East's first discard, but the hand is East's own.",
        ),
        (
            {"win": {"tile": "5d", "from": "wall", "first_discard": True}},
            "The winning tile is said to be East's first discard, but it was no discard.",
        ),
        # Kong upon Kong ends with the loose tile
        (
            {"win": {"tile": "5d", "from": "wall", "kongs_in_a_row": 1}, "exposed": "123c [7777d]"},
            "A kong made just before winning brings a loose tile, but the winning tile was none.",
        ),
        (
            {"win": {"tile": "7d", "from": "robbed"}},
            "Three sevens of dots lay in the kong that was robbed, but the hand holds 3.",
        ),
        ({"win": {"tile": "6b", "from": "robbed"}}, ""),
        (
            {"win": {"tile": "5d", "original_call": True}, "exposed": "[1111c] 777d"},
            "777d lies on the table, so the hand was changed after an original call.",
        ),
        ({"win": {"tile": "7d", "original_call": True}, "exposed": "[1111c] 777d"}, ""),
        # After its thirteenth win in a row East passes the deal
        (
            {"win": {"tile": "5d", "east_wins_in_a_row": 2}},
            "Wins in a row are counted for East, and the hand is another player's.",
        ),
        (
            {"win": {"tile": "5d", "east_wins_in_a_row": 14}, "seat": "E"},
            "With East's thirteenth win in a row the deal passes, so it was not won once more.",
        ),
        ({"win": {"tile": "5d", "east_wins_in_a_row": 12}, "seat": "E"}, ""),
        ({"win": {"tile": "5d", "east_wins_in_a_row": 1}}, ""),
    ],
)
def test_what_speaks_against_how_a_hand_was_won_is_remarked_on(changes: dict[str, Any], said: str) -> None:
    """It is taken on trust all the same."""
    tiles = "456b 999c 55d" if "exposed" in changes else "123c 777d 456b 999c 55d"
    hand = {"rules": "millington", "seat": "S", "concealed": tiles, "win": {"tile": "5d"}, **changes}
    result = score_record(hand)
    assert "error" not in result
    assert " ".join(result["problems"]) == said


@pytest.mark.parametrize("name", ["a", "\udc80", 5, 2.5, True, None])
def test_the_id_is_given_back(name: object) -> None:
    assert score_record({**FIG27, "id": name})["id"] == name
    assert score_record({"id": name})["id"] == name


@pytest.mark.parametrize("name", [float("nan"), float("inf"), [1], {"a": 1}])
def test_an_id_that_is_none_is_not(name: object) -> None:
    for answer in (score_record({**FIG27, "id": name}), settle_record({**SCORES, "id": name})):
        assert (answer["id"], answer["error"]["code"]) == (None, "bad-json")


@pytest.mark.parametrize("record", [None, 5, "hand", [], [{}], True, {5: 1}, {}])
def test_what_is_no_record(record: object) -> None:
    for answer in (score_record(record), settle_record(record)):
        assert answer["id"] is None
        assert answer["error"]["code"] == "bad-json"


DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


def test_a_deep_document_is_refused_like_any_other() -> None:
    for field in ("exposed", "concealed", "win", "seat", "rules", "options", "id"):
        assert "error" in score_record({**FIG27, field: DEEP})


@given(st.integers(0, 2**32), st.booleans())
def test_hands_become_json_and_come_back(seed: int, won: bool) -> None:
    hand = (random_win if won else random_loss)(Random(seed))
    record = json.loads(json.dumps(hand_to_record(hand)))
    assert hand_from_record(record) == hand
    assert score_record(record)["total"] == score(hand).total


TEXTS = st.text(alphabet="123459ESWNRGcdbwfs? x[]+/\udc80", max_size=20)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=10,
)
HAND_FIELDS = (
    "exposed",
    "concealed",
    "seasons",
    "seat",
    "prevailing",
    "win",
    "rules",
    "options",
    "id",
    "claim",
)
WIN_FIELDS = ("tile", "from", "last_tile", "visible", "kongs_in_a_row", "loose_after")
CHANGES = st.dictionaries(st.sampled_from(HAND_FIELDS), ANYTHING, max_size=4)
WIN_CHANGES = st.dictionaries(st.sampled_from(WIN_FIELDS), ANYTHING, max_size=3)


def is_clean(answer: dict[str, Any]) -> bool:
    """The answer is JSON, and an error has its code and a message."""
    json.dumps(answer, allow_nan=False)
    return "error" not in answer or bool(answer["error"]["code"] and answer["error"]["message"])


@given(ANYTHING)
def test_anything_gets_a_clean_answer(record: Any) -> None:
    assert is_clean(score_record(record))
    assert is_clean(settle_record(record))


@given(CHANGES, WIN_CHANGES)
def test_a_broken_hand_gets_a_clean_answer(changes: dict[str, Any], win_changes: dict[str, Any]) -> None:
    record = {**FIG27, "win": {**FIG27["win"], **win_changes}, **changes}
    assert is_clean(score_record(record))


SCORES: dict[str, Any] = {
    "rules": "babcock",
    "scores": {"E": 4, "S": 64, "W": 20, "N": 0},
    "winner": "S",
    "cannon": None,
}
LOSER = {"concealed": "123c 1479d 147b SNw Rd"}
HANDS: dict[str, Any] = {
    "rules": "babcock",
    "options": {"four_winds": True},
    "hands": {"E": FIG27, "S": LOSER, "W": LOSER, "N": {"exposed": ["459b"], "concealed": ""}},
    "winner": "E",
}


def test_settling_scores() -> None:
    assert settle_record(SCORES) == {
        "scores": {"E": 4, "S": 64, "W": 20, "N": 0},
        "payments": [
            {"from": "E", "to": "S", "points": 128},
            {"from": "E", "to": "W", "points": 32},
            {"from": "W", "to": "S", "points": 64},
            {"from": "N", "to": "E", "points": 8},
            {"from": "N", "to": "S", "points": 64},
            {"from": "N", "to": "W", "points": 20},
        ],
        "net": {"E": -152, "S": 256, "W": -12, "N": -92},
    }


def test_settling_hands() -> None:
    """Each hand may repeat the rules and options of the settlement, or leave them out."""
    fig27 = {name: value for name, value in FIG27.items() if name not in ("options", "rules", "id")}
    hands = {**HANDS["hands"], "E": fig27}
    result = settle_record({**HANDS, "id": 5, "hands": hands})
    assert result == {"id": 5, **settle_record(HANDS)}
    assert result["scores"] == {"E": 300, "S": 0, "W": 0, "N": 0}
    assert result["net"] == {"E": 1800, "S": -600, "W": -600, "N": -600}


def test_settling_dead_hands() -> None:
    result = settle_record({**SCORES, "scores": {"E": 4, "S": 64, "dead": ["W"], "N": 8}})
    assert result["scores"] == {"E": 4, "S": 64, "W": 0, "N": 8}
    assert {"from": "W", "to": "N", "points": 8} in result["payments"]
    assert not [payment for payment in result["payments"] if payment["to"] == "W"]


def test_a_draw_game() -> None:
    nothing = {"E": 0, "S": 0, "W": 0, "N": 0}
    assert settle_record({**SCORES, "winner": None}) == {"scores": nothing, "payments": [], "net": nothing}
    four = {seat: {"concealed": "123c 1479d 147b EEw Rd"} for seat in "ESWN"}
    assert settle_record({"hands": four, "winner": None})["payments"] == []


def test_a_draw_game_needs_neither_hands_nor_scores() -> None:
    nothing = {"E": 0, "S": 0, "W": 0, "N": 0}
    settled = {"scores": nothing, "payments": [], "net": nothing}
    some: list[dict[str, Any]] = [
        {},
        {"scores": {}},
        {"scores": {"E": 24, "dead": ["W"]}},
        {"hands": {}},
        {"hands": {"S": LOSER}},
        {"hands": {"S": LOSER}, "scores": {"E": 24}},
    ]
    for told in some:
        assert settle_record({**told, "winner": None}) == settled
    assert settle_record({"winner": "S"})["error"] == {
        "code": "bad-json",
        "message": "a settlement needs either hands or scores.",
    }


@pytest.mark.parametrize(
    ("mixed", "scores"),
    [
        ({"hands": {"E": FIG27}, "scores": {"S": 8, "W": 2, "N": 0}}, "E300 S8 W2 N0"),
        ({"hands": {"E": FIG27, "S": LOSER}, "scores": {"W": 400, "dead": ["N"]}}, "E300 S0 W300 N0"),
        ({"hands": {"E": FIG27, "S": LOSER, "W": LOSER}, "scores": {"dead": ["N"]}}, "E300 S0 W0 N0"),
        ({"hands": HANDS["hands"], "scores": {}}, "E300 S0 W0 N0"),
    ],
)
def test_hands_of_some_and_scores_of_the_others_are_settled(mixed: dict[str, Any], scores: str) -> None:
    """A limit that is named caps those that are given."""
    settled = settle_record({**HANDS, "options": {**FIG27["options"]}, **mixed})
    right = {each[0]: int(each[1:]) for each in scores.split()}
    assert settled["scores"] == right
    dead = mixed["scores"].get("dead", [seat for seat in "N" if seat in mixed["hands"]])
    counted = {**HANDS, "scores": {**right, "dead": dead}}
    del counted["hands"]
    assert settled["net"] == settle_record(counted)["net"]


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        ({"scores": {"S": 8, "W": 2}}, "bad-json", "there is neither a hand nor a score for N."),
        (
            {"scores": {"E": 9, "S": 8, "W": 2, "N": 0}},
            "bad-json",
            "E has a hand; it is scored, and needs no score beside it.",
        ),
        (
            {"scores": {"S": 8, "W": 2, "N": 0, "dead": ["E"]}},
            "bad-json",
            "E has a hand; it is scored, and needs no score beside it.",
        ),
        ({"hands": {}}, "bad-json", "hands holds hands of E, S, W, N, at least one."),
        ({"hands": {"X": FIG27}}, "bad-json", "hands holds hands of E, S, W, N, not of 'X'."),
        ({"scores": None}, "bad-json", "scores is a JSON object, not null."),
        ({"winner": "S"}, "bad-win", "E has a win but is not the winner."),
        (
            {"rules": "millington", "options": {}},
            "bad-json",
            "the hand of E has other rules than the settlement: 'babcock', not 'millington'.",
        ),
        (
            {"options": {"limit": 160}},
            "bad-json",
            "the hand of E has other options than the settlement: limit is 300, not 160;"
            " four_winds is true, not false.",
        ),
    ],
)
def test_hands_and_scores_that_cannot_be_settled_together(
    changes: dict[str, Any], code: str, said: str
) -> None:
    mixed = {**HANDS, "hands": {"E": FIG27}, "scores": {"S": 8, "W": 2, "N": 0}, **changes}
    assert settle_record(mixed)["error"] == {"code": code, "message": said}


def test_what_speaks_against_some_hands_is_remarked_on_beside_scores() -> None:
    hands: dict[str, Any] = {
        "E": {"concealed": "234c 678c 678d 999b 99d", "win": {"tile": "9d", "from": "loose"}},
        "W": {"exposed": "EEEw", "concealed": "123c 147d 147b Rd"},
        "N": {"exposed": "EEEw", "concealed": "123c 147d 147b"},
    }
    settled = settle_record({"hands": hands, "scores": {"S": 8}, "winner": "E"})
    assert settled["problems"] == [
        "The hands of the table hold 6 East Winds (Ew); there are four.",
        "The hand of E: A loose tile follows a kong or a Season, but the hand holds neither.",
        "The hand of N is dead: The hand holds 12 tiles; one that has not won holds 13.",
    ]


def test_a_limit_that_is_named_caps_given_scores() -> None:
    """Unnamed, it may be another than that of those who counted: with Seasons 600 is common."""
    scores = {"E": 24, "S": 400, "W": 8, "N": 120}
    assert settle_record({**SCORES, "scores": scores})["scores"] == scores
    settled = settle_record({**SCORES, "scores": scores, "options": {"limit": 100}})
    assert settled["scores"] == {"E": 24, "S": 100, "W": 8, "N": 100}
    assert {"from": "E", "to": "S", "points": 200} in settled["payments"]


def test_hands_that_no_one_table_holds_are_settled_and_remarked_on() -> None:
    """Each of them can exist by itself."""
    hands: dict[str, Any] = {seat: {"exposed": "EEEw 1f", "concealed": "123c 147d 147b Rd"} for seat in "SWN"}
    hands["E"] = {"concealed": "234c 678c 678d 999b 99d", "win": {"tile": "9d", "from": "loose"}}
    settled = settle_record({"hands": hands, "winner": "E"})
    assert settled["problems"] == [
        "The hands of the table hold 9 East Winds (Ew); there are four.",
        "Season 1 (plum) (1f) lies here three times; there is one of each Season.",
        "The hand of E: A loose tile follows a kong or a Season, but the hand holds neither.",
    ]
    assert sum(settled["net"].values()) == 0
    hands["W"] = hands["N"] = {"concealed": "258c 258d 258b SWNw Gd"}
    hands["E"] = {**hands["E"], "win": {"tile": "9d"}}
    assert "problems" not in settle_record({"hands": hands, "winner": "E"})


def test_a_dead_hand_is_settled_and_said_to_be_dead() -> None:
    """It pays everybody and is paid nothing: whoever left out a tile is to see it."""
    _, _, *of_n = settle_record(HANDS)["problems"]
    assert of_n == [
        "The hand of N is dead: The hand holds 3 tiles; one that has not won holds 13.",
        "The hand of N is dead: 459b on the table is no run, pung or kong.",
    ]


def test_the_wind_prevails_for_all_hands() -> None:
    hands: dict[str, Any] = {seat: {"concealed": "123c 1479d 147b NNw Rd"} for seat in "ESWN"}
    record = {"rules": "millington", "prevailing": "N", "hands": hands, "winner": "S"}
    hands["S"] = {"concealed": "123c 456d 789d 147b NNw", "win": {"tile": "Nw"}}
    assert settle_record(record)["error"]["code"] == "not-complete"
    hands["S"] = {"concealed": "123c 456d 789d 345b NNw", "win": {"tile": "1c"}}
    assert settle_record(record)["scores"] == {"E": 2, "S": 12, "W": 2, "N": 4}


@pytest.mark.parametrize("named", [("S",), ("E", "S"), ("E", "S", "W", "N")])
def test_the_wind_that_one_hand_names_prevails_for_all(named: tuple[str, ...]) -> None:
    hands: dict[str, Any] = {seat: {"concealed": "123c 1479d 147b NNw Rd"} for seat in "ESWN"}
    hands["S"] = {"concealed": "123c 456d 789d 345b NNw", "win": {"tile": "1c"}}
    for seat in named:
        hands[seat]["prevailing"] = "N"
    settlement = settle_record({"rules": "millington", "hands": hands, "winner": "S"})
    assert settlement["scores"] == {"E": 2, "S": 12, "W": 2, "N": 4}


@pytest.mark.parametrize(
    ("document", "hand", "said"),
    [
        ({"prevailing": "N"}, "W", "the hand of W has another prevailing wind than the settlement."),
        ({}, "W", "the hand of W has another prevailing wind than the hand of S."),
    ],
)
def test_winds_that_differ_over_one_table_are_refused(document: dict[str, Any], hand: str, said: str) -> None:
    hands: dict[str, Any] = {seat: {"concealed": "123c 1479d 147b NNw Rd"} for seat in "ESWN"}
    hands["S"]["prevailing"], hands[hand]["prevailing"] = "N", "S"
    settlement = settle_record({"rules": "millington", "hands": hands, "winner": None, **document})
    assert settlement["error"] == {"code": "bad-json", "message": said}


def test_by_babcock_hands_need_not_agree_on_the_wind_that_prevails() -> None:
    """He knows none; each that is named must be one all the same."""
    hands: dict[str, Any] = {
        seat: {"concealed": "123c 1479d 147b NNw Rd", "prevailing": seat} for seat in "ESWN"
    }
    assert "error" not in settle_record({"hands": hands, "winner": None})
    hands["W"]["prevailing"] = "Q"
    assert settle_record({"hands": hands, "winner": None})["error"]["code"] == "bad-seat"


def test_a_wind_that_cannot_prevail_is_refused_where_it_is_named() -> None:
    hands: dict[str, Any] = {seat: {"concealed": "123c 1479d 147b NNw Rd"} for seat in "ESWN"}
    hands["W"]["prevailing"] = "Q"
    assert settle_record({"rules": "millington", "hands": hands, "winner": None})["error"] == {
        "code": "bad-seat",
        "message": "the prevailing wind of the hand of W is E, S, W or N, not 'Q'.",
    }


@pytest.mark.parametrize("document", [SCORES, HANDS])
def test_a_settlement_says_who_won_or_that_nobody_did(document: dict[str, Any]) -> None:
    unsaid = {name: value for name, value in document.items() if name != "winner"}
    assert settle_record(unsaid)["error"] == {
        "code": "bad-json",
        "message": "a settlement needs its winner: E, S, W, N, or null for a draw game.",
    }


def test_a_cannon() -> None:
    """Whoever let it off pays what the other losers owe, whether scores or hands are settled."""
    settled = settle_record({**SCORES, "rules": "millington", "cannon": "N"})
    assert settled["payments"] == [
        {"from": "N", "to": "E", "points": 8},
        {"from": "N", "to": "S", "points": 256},
        {"from": "N", "to": "W", "points": 52},
    ]
    hands: dict[str, Any] = {seat: {"concealed": "123c 1479d 147b NNw Rd"} for seat in "ESWN"}
    hands["S"] = {"concealed": "123c 456d 789d 345b NNw", "win": {"tile": "1c"}}
    table = {"rules": "millington", "winner": "S", "cannon": "W"}
    settled = settle_record({**table, "hands": hands})
    assert {payment["from"] for payment in settled["payments"]} == {"W"}
    assert settled["net"] == settle_record({**table, "scores": settled["scores"]})["net"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rules": "riichi"}, "unknown-rules"),
        ({"options": {"moon": True}}, "unknown-option"),
        ({"winner": "X"}, "bad-seat"),
        ({"cannon": "X"}, "bad-seat"),
        ({"cannon": "W"}, "bad-settlement"),
        ({"rules": "millington", "cannon": "S"}, "bad-settlement"),
        ({"rules": "millington", "cannon": "W", "winner": None}, "bad-settlement"),
        ({"prevailing": "Q"}, "bad-seat"),
        ({"prevailing": None}, "bad-seat"),
        ({"scores": None}, "bad-json"),
        ({"scores": [1, 2, 3, 4]}, "bad-json"),
        ({"scores": {"E": 1, "S": 2, "W": 3}}, "bad-settlement"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": -4}}, "bad-json"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 4.0}}, "bad-json"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": True}}, "bad-json"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 10**5000}}, "bad-json"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 4, "X": 5}}, "bad-seat"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 4, "dead": "W"}}, "bad-json"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 4, "dead": ["X"]}}, "bad-seat"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 4, "dead": [None]}}, "bad-seat"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 4, "dead": [[]]}}, "bad-seat"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 4, "dead": ["S"]}}, "bad-settlement"),
        ({"hands": {}}, "bad-json"),
    ],
)
def test_scores_that_cannot_be_settled(changes: dict[str, Any], code: str) -> None:
    result = settle_record({"id": "x", **SCORES, **changes})
    assert (result["id"], result["error"]["code"]) == ("x", code)


@pytest.mark.parametrize(
    ("seat", "hand", "changes", "code"),
    [
        ("E", {**FIG27, "options": {"four_winds": False}}, {}, "bad-json"),
        ("E", {**FIG27, "options": {"four_winds": 1}}, {}, "bad-option"),
        ("E", {**FIG27, "options": {"limit": 500}}, {}, "bad-json"),
        ("S", {**LOSER, "rules": "millington"}, {}, "bad-json"),
        ("S", {**LOSER, "seat": "N"}, {}, "bad-seat"),
        ("S", LOSER, {"winner": "S"}, "bad-win"),
        ("S", LOSER, {"winner": None}, "bad-win"),
        ("S", {**LOSER, "win": {"tile": "Rd"}}, {}, "bad-win"),
        ("S", {"concealed": "x"}, {}, "bad-notation"),
        ("S", {"concealed": "55555c"}, {}, "fifth-tile"),
        ("S", None, {}, "bad-json"),
        ("X", LOSER, {}, "bad-json"),
        ("E", {**FIG27, "options": {"four_winds": True}, "concealed": "346d WWw"}, {}, "not-complete"),
    ],
)
def test_hands_that_cannot_be_settled(seat: str, hand: Any, changes: dict[str, Any], code: str) -> None:
    fig27 = {**FIG27, "options": {"four_winds": True}}
    record = {**HANDS, "hands": {**HANDS["hands"], "E": fig27, seat: hand}, **changes}
    assert settle_record(record)["error"]["code"] == code


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"concealed": "123c", "seasons": "1f1f"}, "Season 1 (plum) (1f) lies here twice;"),
        ({"seasons": "Ew"}, "East Wind (Ew) is no Season."),
        ({"season": "1f"}, "a hand has no field 'season'; perhaps 'seasons' is meant."),
        ({"options": {"moon": True}}, "'moon' is no setting of Babcock's standard score sheet;"),
    ],
)
def test_a_hand_that_cannot_be_settled_is_named(changes: dict[str, Any], said: str) -> None:
    record = {**HANDS, "hands": {**HANDS["hands"], "W": {**LOSER, **changes}}}
    assert settle_record(record)["error"]["message"].startswith(f"The hand of W: {said}")


@pytest.mark.parametrize(
    ("hand", "winner", "said"),
    [
        (LOSER, "S", "S is the winner but has no win."),
        ({**LOSER, "win": {"tile": "Rd"}}, "E", "S has a win but is not the winner."),
    ],
)
def test_it_is_said_which_hand_and_winner_do_not_agree(hand: dict[str, Any], winner: str, said: str) -> None:
    won = HANDS["hands"]["E"] if winner == "E" else LOSER
    record = {**HANDS, "hands": {**HANDS["hands"], "E": won, "S": hand}, "winner": winner}
    assert settle_record(record)["error"] == {"code": "bad-win", "message": said}


def test_what_a_hand_leaves_out_of_the_options_is_the_settlements() -> None:
    options = {"four_winds": True, "limit": 500}
    fig27 = {**FIG27, "options": {"four_winds": True}}
    record = {**HANDS, "options": options, "hands": {**HANDS["hands"], "E": fig27}}
    assert settle_record(record)["scores"]["E"] == 500


SETTLEMENT_FIELDS = ("rules", "options", "hands", "scores", "winner", "cannon", "id", "prevailing")


@given(
    st.sampled_from((SCORES, HANDS)),
    st.dictionaries(st.sampled_from(SETTLEMENT_FIELDS), ANYTHING, max_size=3),
)
def test_a_broken_settlement_gets_a_clean_answer(document: dict[str, Any], changes: dict[str, Any]) -> None:
    assert is_clean(settle_record({**document, **changes}))


def test_a_hand_with_a_face_down_tile_is_a_hand_until_it_is_scored() -> None:
    assert hand_from_record({"concealed": "?"}) == Hand.parse("/ ?")
    with pytest.raises(NotationError):
        hand_from_record({"concealed": "x"})
