"""The state that the page draws: every part of it, for hands made to show it."""

import json
from typing import Any

import pytest

from scoring.record import hand_from_record, score_record
from tests.tilescore.readings import reading_of
from tilescore.settings import TableSettings
from tilescore.web.state import state_of
from tilescore.web.steps import confirmation_of

WON = reading_of("EEEw NNNw / 365d WWw SSw", {8: "4d"}, set_apart="Sw").to_json()
TO_4D = {"do": "replace", "key": 8, "tile": "4d"}
SOUTH = {"do": "answer", "question": "seat", "value": "S"}


def state(table: TableSettings | None = None, **document: Any) -> dict[str, Any]:
    found = state_of(confirmation_of(document, table or TableSettings()))
    json.dumps(found, allow_nan=False)
    return found


def tiles(found: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """{key: tile}."""
    return {tile["key"]: tile for part in found["parts"] for group in part["groups"] for tile in group}


def test_all_four_parts_are_there_with_every_set_a_group() -> None:
    found = state(reading=WON)
    layout = {
        part["role"]: ["".join(tile["tile"] for tile in group) for group in part["groups"]]
        for part in found["parts"]
    }
    assert list(layout) == ["exposed", "concealed", "seasons", "set_apart"]
    assert layout["exposed"] == ["EwEwEw", "NwNwNw"]
    assert layout["concealed"] == ["3d6d5dWwWwSwSw"]
    assert (layout["seasons"], layout["set_apart"]) == ([], ["Sw"])


def test_a_doubtful_tile_until_a_person_has_named_it() -> None:
    before, after = tiles(state(reading=WON))[8], tiles(state(reading=WON, steps=[TO_4D]))[8]
    assert before | {"corners": None} == {
        "key": 8,
        "number": 8,
        "tile": "6d",
        "name": "six of dots",
        "confidence": 0.5,
        "sure": False,
        "doubtful": True,
        "edited": False,
        "alternatives": [["4d", 0.2]],
        "corners": None,
    }
    assert len(before["corners"]) == 4
    assert (after["tile"], after["doubtful"], after["edited"], after["sure"]) == ("4d", False, True, False)
    assert (after["confidence"], after["alternatives"]) == (0.2, [["6d", 0.5]])
    named = tiles(state(reading=WON, steps=[{**TO_4D, "tile": "9c"}]))[8]
    assert (named["confidence"], named["alternatives"]) == (None, [["6d", 0.5], ["4d", 0.2]])


def test_an_added_tile_has_no_picture() -> None:
    added = tiles(state(reading=WON, steps=[{"do": "insert", "tile": "2f"}]))[15]
    assert (added["tile"], added["corners"], added["confidence"], added["edited"]) == ("2f", None, None, True)
    assert added["number"] == 7  # Seasons are counted after the exposed sets


def test_the_question_that_matters_with_what_each_answer_scores() -> None:
    (first, *_) = state(reading=WON)["questions"]
    assert first["id"] == "tile-8"
    assert (first["value"], first["proposed"], first["keys"], first["answered"]) == ("6d", "6d", [8], False)
    assert {choice["value"]: choice["total"] is None for choice in first["choices"]} == {
        "6d": True,
        "4d": False,
    }
    assert first["at_stake"] == max(choice["total"] or 0 for choice in first["choices"])


def test_how_the_hand_was_won_and_what_is_assumed_in_the_terminals_words() -> None:
    open_, south = (state(reading=WON, steps=[TO_4D, *steps]) for steps in ([], [SOUTH]))
    assert open_["headline"] == "East, won with the South Wind, drawn from the wall"
    stakes = [
        f"Which seat is yours? East ({question['at_stake']} points hang on it)"
        for question in open_["questions"]
    ]
    assert open_["assumptions"] == stakes
    assert (south["headline"], south["assumptions"]) == (open_["headline"].replace("East", "South"), [])


def test_facts_are_all_that_can_be_said_asked_or_not() -> None:
    found = {fact["id"]: fact for fact in state(reading=WON, steps=[TO_4D, SOUTH])["facts"]}
    assert {"won", "how", "seat"} <= set(found)
    assert (found["seat"]["value"], found["seat"]["answered"]) == ("S", True)
    assert (found["how"]["value"], found["how"]["answered"]) == ("wall", False)
    kong = state(typed="[9999b] / 123c")
    assert next(fact for fact in kong["facts"] if fact["id"] == "kong-1")["value"] == "declared"
    assert {"prevailing", "win", "rare"}.isdisjoint(found)  # the tile set apart is the only one that can be


def test_a_hand_whose_win_was_answered_for_does_not_lose_with_a_tile() -> None:
    won = [
        {"do": "answer", "question": "win", "value": "Sw"},
        {"do": "answer", "question": "how", "value": "wall"},
    ]
    found = state(reading=WON, steps=[TO_4D, *won, {"do": "delete", "keys": [7, 14]}])
    assert found["score"] is None
    assert [problem["message"] for problem in found["problems"]] == [
        "The hand holds 12 tiles; one that has won holds 14.",
    ]


def test_the_hand_can_be_posted_to_score_as_it_is() -> None:
    found = state(TableSettings("babcock", {"limit": 500}), reading=WON, steps=[TO_4D])
    assert found["hand"]["options"] == {"limit": 500}
    assert str(hand_from_record(found["hand"])) == found["notation"]
    again = score_record(found["hand"])
    assert {name: again[name] for name in found["score"]} == found["score"]


def test_the_sheet_adds_up_and_speaks_the_houses_words() -> None:
    found = state(TableSettings(names={"mahjongg": "Out!"}), reading=WON, steps=[TO_4D])
    assert found["sheet"][0]["text"] == "Out!"
    assert found["sheet"][-1]["running"] == found["score"]["uncapped"]
    lines = [
        {name: line[name] for name in line if name not in ("text", "running")} for line in found["sheet"]
    ]
    items = [{name: item[name] for name in item if name != "text"} for item in found["score"]["items"]]
    assert lines == items
    assert "doubles" in lines[-1]


def test_the_limit_hand_by_its_name() -> None:
    settings = {"options": {"four_winds": True}}
    steps = [
        {"do": "answer", "question": "win", "value": "Ew"},
        {"do": "answer", "question": "how", "value": "discard"},
    ]
    found = state(typed="EEEw SSSw NNNw / 345d WWw", settings=settings, steps=steps)
    assert found["score"]["limit_hand"] == "four_winds"
    assert "winds" in found["limit_hand"].lower()
    named = state(
        typed="EEEw SSSw NNNw / 345d WWw",
        settings={**settings, "names": {"four_winds": "Big gale"}},
        steps=steps,
    )
    assert named["limit_hand"] == "Big gale"


def test_the_other_way_to_read_the_same_tiles() -> None:
    found = state(
        typed="EEEw / 111222333c 5d5d",
        steps=[
            {"do": "answer", "question": "win", "value": "Ew"},
            {"do": "answer", "question": "how", "value": "discard"},
        ],
    )
    assert found["other"] == {"reading": "EEEw / 123c 123c 123c 55d", "total": 48}


@pytest.mark.parametrize(
    ("typed", "code", "keys"),
    [
        ("EEEEw / EEw 123c 456c", "fifth-tile", [1, 2, 3, 4, 11, 12]),
        ("2f2f / 123c", "duplicate-season", [1, 2]),
        ("45c 123d / 123c", "irregular-set", [1, 2]),
        ("45c 123d 45c / 123c", "irregular-set", [1, 2, 6, 7]),
        ("/ 123c", "wrong-count", []),
        ("EEEw / 123c ? 45d 456b 1c1c", "bad-notation", [14]),
        ("EEEw / 123c 456d 1b RRd 57c", "not-complete", [4, 5, 6, 7, 8, 12]),
    ],
)
def test_a_problem_points_at_its_tiles(typed: str, code: str, keys: list[int]) -> None:
    found = state(typed=typed)
    problem = next(each for each in found["problems"] if each["code"] == code)
    assert problem["keys"] == keys
    assert not found["complete"]


def test_an_irregular_set_is_pointed_at_alone() -> None:
    found = state(typed="45c / 45c 123d")
    problem = next(each for each in found["problems"] if each["code"] == "irregular-set")
    assert problem["keys"] == [1, 2]


def test_a_hand_that_cannot_be_written_still_has_a_notation() -> None:
    steps = [{"do": "move", "keys": [8, 9], "part": "exposed"}, {"do": "replace", "key": 9, "tile": "?"}]
    found = state(reading=WON, steps=steps)
    assert found["notation"].startswith("EEEw NNNw")
    assert found["score"] is None
    assert (found["sheet"], found["limit_hand"], found["other"]) == ([], None, None)


def test_an_empty_table_is_a_state_as_well() -> None:
    found = state()
    assert (found["notation"], tiles(found), found["questions"]) == ("/", {}, [])
    assert (found["score"], found["sheet"], found["limit_hand"], found["other"]) == (None, [], None, None)


def test_complete_when_nothing_is_asked_and_nothing_wrong() -> None:
    found = state(reading=WON, settings={"seat": "E"}, steps=[TO_4D])
    assert (found["questions"], found["problems"], found["complete"]) == ([], [], True)
    asked = state(reading=WON, steps=[TO_4D])
    assert (len(asked["questions"]), asked["problems"], asked["complete"]) == (1, [], False)
