"""Steps that a browser posts, one by one, and what is said to those that cannot be made."""

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import TilescoreError
from scoring.hand import Hand
from tests.tilescore.readings import reading_of
from tilescore.confirm import Confirmation
from tilescore.errors import EditError
from tilescore.settings import TableSettings
from tilescore.web.state import state_of
from tilescore.web.steps import MOST_STEPS, MOST_TILES, STEPS, confirmation_of, take
from vision.reading import PARTS_UNCLEAR

TABLE = TableSettings()
READING = reading_of("EEEw NNNw / 365d WWw SSw", {8: "4d"}).to_json()
Step = dict[str, Any]


def after(*steps: Step, **document: Any) -> str:
    """The notation of the hand after some steps."""
    return str(
        state_of(confirmation_of({"reading": READING, **document, "steps": list(steps)}, TABLE))["notation"]
    )


@pytest.mark.parametrize(
    ("steps", "hand"),
    [
        ([], "EEEw NNNw / 356d SSWWw"),
        ([{"do": "replace", "key": 8, "tile": "4d"}], "EEEw NNNw / 345d SSWWw"),
        ([{"do": "insert", "tile": "Sw"}], "EEEw NNNw / 356d SSSWWw"),
        ([{"do": "insert", "tile": "2f"}], "EEEw NNNw 2f / 356d SSWWw"),
        ([{"do": "insert", "tile": "Ew", "after": 1}], "EEEEw NNNw / 356d SSWWw"),
        ([{"do": "insert", "tile": "5c", "part": "exposed"}], "EEEw NNNw 5c / 356d SSWWw"),
        ([{"do": "lay", "tile": "Nw"}], "EEEw NNNNw / 356d SSWWw"),
        ([{"do": "lay", "tile": "5c"}, {"do": "lay", "tile": "6c"}], "EEEw NNNw 56c / 356d SSWWw"),
        ([{"do": "lay", "tile": "3f"}], "EEEw NNNw 3f / 356d SSWWw"),
        (
            [{"do": "lay", "tile": tile} for tile in ("5c", "3f", "6c")],
            "EEEw NNNw 56c 3f / 356d SSWWw",
        ),
        ([{"do": "delete", "keys": [1, 2, 3]}], "NNNw / 356d SSWWw"),
        ([{"do": "move", "keys": [10, 11], "part": "exposed"}], "EEEw NNNw WWw / 356d SSw"),
        ([{"do": "move", "keys": [13], "part": "set_apart"}], "EEEw NNNw / 356d SSWWw"),
        ([{"do": "move", "keys": [1, 2], "part": "concealed"}], "Ew NNNw / 356d EESSWWw"),
        ([{"do": "move", "keys": [12], "part": "exposed", "with": 1}], "EEESw NNNw / 356d SWWw"),
        (
            [{"do": "insert", "tile": "2f"}, {"do": "move", "keys": [14, 12], "part": "exposed", "with": 1}],
            "EEESw NNNw 2f / 356d SWWw",
        ),
        (
            [{"do": "insert", "tile": "2f"}, {"do": "move", "keys": [14], "part": "exposed", "with": 1}],
            "EEEw NNNw 2f / 356d SSWWw",
        ),
        ([{"do": "join", "keys": [1, 4]}], "EEENNNw / 356d SSWWw"),
        ([{"do": "split", "key": 3}], "EEw Ew NNNw / 356d SSWWw"),
        ([{"do": "answer", "question": "tile-8", "value": "4d"}], "EEEw NNNw / 345d SSWWw"),
        (
            [
                {"do": "answer", "question": "tile-8", "value": "4d"},
                {"do": "retract", "question": "tile-8"},
            ],
            "EEEw NNNw / 356d SSWWw",
        ),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_step(steps: list[Step], hand: str) -> None:
    assert after(*steps) == hand


def test_every_kind_of_step_is_tried_above() -> None:
    marks = getattr(test_a_step, "pytestmark")  # noqa: B009 - not known to the type
    tried = {step["do"] for steps, _ in marks[0].args[1] for step in steps}
    assert tried == set(STEPS)


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ({"do": "dance"}, "no step"),
        ({"do": ["lay"]}, "no step"),
        ({}, "no step"),
        ({"do": "replace", "key": 99, "tile": "4d"}, "not in the hand"),
        ({"do": "replace", "key": "8", "tile": "4d"}, "key takes"),
        ({"do": "replace", "key": True, "tile": "4d"}, "key takes"),
        ({"do": "replace", "key": 8, "tile": "0d"}, "no tile"),
        ({"do": "replace", "key": 8}, "tile is text"),
        ({"do": "insert", "tile": "4d", "part": "pocket"}, "no part"),
        ({"do": "delete", "keys": []}, "list of tiles' keys"),
        ({"do": "delete", "keys": [99]}, "not in the hand"),
        ({"do": "move", "keys": [1, 2], "part": "set_apart"}, "exactly one tile"),
        ({"do": "move", "keys": [1], "part": "concealed", "with": 4}, "can be joined"),
        ({"do": "move", "keys": [1], "part": "exposed", "with": 1}, "another tile"),
        ({"do": "move", "keys": [1], "part": "exposed", "with": 8}, "joined and split"),
        ({"do": "move", "keys": [8], "part": "seasons"}, "6d is no Season"),
        ({"do": "insert", "tile": "5c", "part": "seasons"}, "5c is no Season"),
        ({"do": "insert", "tile": "5c", "after": 14}, "5c is no Season"),
        ({"do": "move", "keys": [14], "part": "concealed"}, "2f is a Season"),
        ({"do": "join", "keys": [1]}, "two tiles"),
        ({"do": "split", "key": 1}, "begins its set"),
        ({"do": "answer", "question": "seat", "value": "X"}, "no answer"),
        ({"do": "answer", "question": "weather", "value": "fine"}, "no question"),
        ({"do": "retract", "question": "seat"}, "not been answered"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_step_that_cannot_be_made_is_named(step: Step, code: str) -> None:
    with pytest.raises(TilescoreError, match=rf"step 2: .*{code}") as refused:
        after({"do": "insert", "tile": "2f"}, step)
    assert refused.value.code == "bad-edit"


def test_tiles_that_cannot_be_joined_stay_where_they_lay() -> None:
    confirmation = confirmation_of({"reading": READING}, TABLE)
    before = confirmation.draft
    with pytest.raises(EditError):
        take(confirmation, {"do": "move", "keys": [1], "part": "exposed", "with": 8})
    assert confirmation.draft == before


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({"reading": "a hand"}, "bad-json"),
        ({"reading": {"rows": 3}}, "bad-reading"),
        ({"reading": reading_of("/ " + "123456789c" * 5).to_json()}, "bad-edit"),
        ({"typed": "EEEw"}, "bad-json"),
        ({"reading": None, "typed": "EEEw"}, "bad-notation"),
        ({"reading": None, "typed": "/ " + "123456789c" * 5}, "bad-edit"),
        ({"settings": {"rules": "riichi"}}, "unknown-rules"),
        ({"settings": {"rules": 3}}, "bad-json"),
        ({"settings": {"options": {"moon": True}}}, "unknown-option"),
        ({"settings": {"options": {"limit": [1]}}}, "bad-option"),
        ({"settings": {"options": 3}}, "bad-json"),
        ({"settings": {"names": {"mahjongg": 3}}}, "bad-json"),
        ({"settings": {"names": {"mahjongg": " "}}}, "bad-json"),
        ({"settings": {"seat": "X"}}, "bad-seat"),
        ({"settings": {"visible": "9x"}}, "bad-notation"),
        ({"settings": {"visible": "9c " * 200}}, "bad-json"),
        ({"steps": 3}, "bad-json"),
        ({"steps": [3]}, "bad-json"),
        ({"steps": [{}] * (MOST_STEPS + 1)}, "bad-json"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_document_of_the_wrong_shape_is_refused(document: dict[str, Any], code: str) -> None:
    with pytest.raises(TilescoreError) as refused:
        confirmation_of({"reading": READING, **document}, TABLE)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "notation",
    [
        "/",
        "EEEw NNNw / 345d SSSw WWw",
        "123c 9999b 2f / 55d",
        "999+9b [1111c] 1f 2s / 345d RRd",
        "5d5d / 123c",
        "59b / 1c",
    ],
)
def test_a_typed_hand_lies_as_it_was_typed(notation: str) -> None:
    confirmation = confirmation_of({"typed": notation}, TABLE)
    assert replace(confirmation.hand(), win=None) == Hand.parse(notation)


@pytest.mark.parametrize("way", ["insert", "lay"])
def test_no_more_tiles_are_added_than_are_looked_at(way: str) -> None:
    steps = [{"do": way, "tile": "1c"}] * (MOST_TILES + 1)
    with pytest.raises(TilescoreError, match=f"step {MOST_TILES + 1}: .*at most {MOST_TILES}"):
        confirmation_of({"steps": steps}, TABLE)


def test_what_the_document_leaves_out_is_the_tables() -> None:
    own = TableSettings("millington", {"limit": 500}, {"own_wind": "Mine"})
    confirmation = confirmation_of({}, own)
    assert (confirmation.table.rules, confirmation.table.options) == (
        "millington",
        {"limit": 500},
    )
    other = confirmation_of({"settings": {"rules": "babcock"}}, own).table
    assert (other.rules, other.options, other.names) == ("babcock", {}, {"own_wind": "Mine"})


def test_a_seat_that_is_given_is_not_asked_and_an_empty_one_is() -> None:
    def asked(**settings: str) -> list[str]:
        document = {"reading": READING, "settings": settings, "steps": [{"do": "insert", "tile": "Sw"}]}
        return [question["id"] for question in state_of(confirmation_of(document, TABLE))["questions"]]

    assert "seat" in asked()
    assert "seat" in asked(seat="")
    assert "seat" not in asked(seat="S")


@pytest.mark.parametrize(
    ("rules", "question", "value", "other"),
    [
        ("babcock", "kept_apart", "no", "millington"),
        ("millington", "how", "last-discard", "babcock"),
        ("millington", "prevailing", "S", "babcock"),
        ("millington", "rare", "thirteenth-win", "babcock"),
    ],
)
def test_an_answer_that_only_the_other_book_asks_for_counts_for_nothing(
    rules: str, question: str, value: str, other: str
) -> None:
    steps = [
        {"do": "insert", "tile": "Ww"},
        {"do": "answer", "question": "seat", "value": "E"},
        {"do": "answer", "question": "how", "value": "wall" if rules == "babcock" else "discard"},
        {"do": "answer", "question": question, "value": value},
    ]

    def discussed(book: str, steps: list[Step]) -> Confirmation:
        document = {"reading": READING, "settings": {"rules": book}, "steps": steps}
        return confirmation_of(document, TABLE)

    assert discussed(rules, steps).hand() != discussed(rules, steps[:-1]).hand()
    unasked = steps[:-1] if question != "how" else steps[:2]
    assert discussed(other, steps).hand() == discussed(other, unasked).hand()
    retracted = [*steps, {"do": "retract", "question": question}]
    assert question not in discussed(other, retracted).answers
    with pytest.raises(EditError, match=rf"step 4: .*(is no answer to|nothing to choose for) {question}\b"):
        discussed(other, [*steps[:-1], {**steps[-1], "value": "nonsense"}])


@pytest.mark.parametrize(
    ("rules", "value", "winds"), [("millington", "dealt", "ES"), ("babcock", "thirteenth-win", "ES")]
)
def test_an_answer_from_when_the_player_sat_elsewhere_counts_for_nothing(
    rules: str, value: str, winds: str
) -> None:
    steps = [
        {"do": "answer", "question": "how", "value": "wall"},
        {"do": "answer", "question": "rare", "value": value},
    ]
    for seat in winds:
        settings = {"rules": rules, "seat": seat}
        document = {"typed": "/ 123d NNNw WWw 456b EEEw", "settings": settings, "steps": steps}
        confirmation = confirmation_of(document, TABLE)
        told = confirmation.hand().win
        assert told is not None
        assert told.dealt == (seat == "E" and rules == "millington")


def test_a_set_of_which_nobody_can_ask_any_more_is_no_fact() -> None:
    reading = reading_of("EEEw 555c / 123d NNNw WWw", problems=(PARTS_UNCLEAR,)).to_json()
    steps = [
        {"do": "answer", "question": "set-4", "value": "exposed"},
        {"do": "delete", "keys": [4, 5, 6]},
    ]
    state = state_of(confirmation_of({"reading": reading, "steps": steps}, TABLE))
    assert "set-4" not in [fact["id"] for fact in state["facts"]]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.sampled_from(["5c", "2f", "?", "exposed", "seat", "S", "x"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
STEP = st.fixed_dictionaries(
    {"do": st.sampled_from([*STEPS, "x"])},
    optional=dict.fromkeys(("key", "keys", "tile", "part", "after", "with", "question", "value"), JSON),
)


@given(st.lists(STEP, max_size=8))
def test_whatever_steps_are_posted_the_state_or_a_refusal_of_one_comes_back(steps: list[Step]) -> None:
    with suppress(EditError):  # nothing else may be raised
        state = state_of(confirmation_of({"reading": READING, "steps": steps}, TABLE))
        keys = [tile["key"] for part in state["parts"] for group in part["groups"] for tile in group]
        assert len(keys) == len(set(keys)) <= MOST_TILES


def _leaves(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value in a document."""
    inside = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else ()
    )
    return [path, *(leaf for name, value in inside for leaf in _leaves(value, (*path, name)))]


def _with(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = dict(document) if isinstance(document, dict) else list(document)
    changed[path[0]] = _with(document[path[0]], path[1:], value)
    return changed


@given(
    st.sampled_from(_leaves(READING)),
    st.sampled_from([None, True, -1, 10**30, 1e999, "nan", "", "x" * 600, "?", "2f", [], {}, [1, 2]]),
)
def test_a_reading_with_anything_in_it_gives_a_state_that_is_json_or_a_refusal(
    path: tuple[Any, ...], value: Any
) -> None:
    with suppress(TilescoreError):
        state = state_of(confirmation_of({"reading": _with(READING, path, value)}, TABLE))
        json.dumps(state, allow_nan=False)
