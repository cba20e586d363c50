"""The model card says what was measured, and what was not reached."""

from typing import Any

import pytest

from tests.models import need_torch

need_torch()  # the card counts parameters with onnx, of the same extra

from models.card import GOALS, JUDGED, LEGEND, MEASURED, card  # noqa: E402
from models.export import data_of  # noqa: E402
from models.figures import FIGURES as KEPT  # noqa: E402
from models.figures import MODELS, WEIGHTS, load_card, load_figures  # noqa: E402
from models.report import COLUMNS, Report  # noqa: E402
from tests.models.test_report import named  # noqa: E402


def report(name: str, *, exact: int) -> dict[str, object]:
    judged = Report(name, pictures=20, tiles=4, found=4, extras=0, hands=20, exact_hands=exact)
    judged.named = [named("1c", "1c", 0.99)] * 3 + [named("1s", "1f", 0.6, sure=False, others=("1s",))]
    judged.widths = [(50.0, True), (20.0, False)] if "hands" in name else []
    return {**judged.figures(), "per_class": judged.per_class()}


FIGURES: dict[str, dict[str, Any]] = {
    "evaluation": {
        "reports": [
            report(name, exact=18 if name.startswith("lookalikes") else 20)  # two hands made of nothing
            for name in JUDGED
        ],
        "speed": {"read": 0.2, "imread": 0.08, "ratio": 2.5, "least": 1.5, "most": 9.0, "photos": 15}
        | {"exact": 12, "exact_small": 13},
        "machine": "x86_64",
    },
    "robustness": {
        "hands": {"dev photos": 20, "rendered hands": 10},
        "exact_hands": {
            "Blur": {"dev photos": {"0": 1.0, "3": 0.25}, "rendered hands": {"0": 0.9, "3": 0.1}}
        },
        "quiet_hands": {"Blur": {"dev photos": {"0": 0, "3": 1}, "rendered hands": {"0": 0, "3": 2}}},
        "silent_misreads": {"Blur": {"dev photos": {"0": 0, "3": 4}, "rendered hands": {"0": 1, "3": 5}}},
    },
    "framing": {
        "whole": {"photos": 20, "another_hand": 1, "quiet": 1, "said_to_lack_a_tile": 2},
        "glare": {"photos": 20, "another_hand": 16, "quiet": 1, "said_to_lack_a_tile": 15},
        "cut": {"0.125": {"photos": 30, "another_hand": 29, "quiet": 3, "said_to_lack_a_tile": 25}},
    },
    "memory": {"megapixels": 48.0, "peak_megabytes": {"JPEG": 441, "PNG": 456}},
}


@pytest.fixture(scope="module")
def text() -> str:
    return card(WEIGHTS, FIGURES)


def test_every_data_set_says_whether_training_saw_it(text: str) -> None:
    for name, (what, seen) in JUDGED.items():
        assert f"| {name}: {what} | 20 | {seen} |" in text


def test_what_fitted_the_temperature_is_said_to_have() -> None:
    """All that `models.calibrate` looks at: the real data but for the crops of Seasons."""
    fitted = {name for name, (_, seen) in JUDGED.items() if "fitted one temperature" in seen}
    assert fitted == {"dev crops, 34 faces", "dev photos, tiles", "dev photos, hands"}


def test_data_and_licences_are_those_of_the_models_cards(text: str) -> None:
    cards = {name: load_card(name)["data"] for name in MODELS}
    for data, use in cards["detector"].items():
        models = ", ".join(name for name in MODELS if data in cards[name])
        assert f"| {data} | {models} | {use} |" in text


def test_the_card_is_what_its_command_writes() -> None:
    measured = {name: load_figures(KEPT / f"{name}.json") for name in MEASURED}
    assert (WEIGHTS / "CARD.md").read_text("utf-8") == card(WEIGHTS, measured)


def test_cards_say_of_data_what_an_export_would_write() -> None:
    assert {name: load_card(name)["data"] for name in MODELS} == {name: data_of(name) for name in MODELS}


@pytest.mark.parametrize(
    "row",
    [
        "| dev hands: whole hands exactly right | ≥ 95.0% | 100.0% | 83.9 to 100.0% (20) | yes |",
        "| dev crops: the eight Seasons | ≥ 97.0% | 75.0% | 53.1 to 88.8% (20) | **no** |",
        "| pictures without tiles that yield a hand | ≤ 0 | 2 |  | **no** |",
        "| 12-megapixel photo, times `cv2.imread`, median | ≤ 2.00 | 2.50 |  | **no** |",
        "| 48-megapixel photo, peak memory in MB | ≤ 600 | 456 |  | yes |",
        "| rendered hands: exact roles and groups | ≥ 97.0% | – |  | not measured |",
        "| Blur | 3 | 25.0% | 10.0% | 3 | 9 |",
    ],
)
def test_rows(text: str, row: str) -> None:
    assert row in text.splitlines()


def test_a_speed_that_could_not_be_measured_is_said_to_be_none() -> None:
    lines = card(WEIGHTS, FIGURES | {"evaluation": {**FIGURES["evaluation"], "speed": {}}}).splitlines()
    assert "| 12-megapixel photo, times `cv2.imread`, median | ≤ 2.00 | – |  | not measured |" in lines
    assert "Of the rendered hands as 12-megapixel JPEGs none could be timed (x86_64)." in lines


def test_photos_that_do_not_show_all_of_a_hand_are_told_of(text: str) -> None:
    rows = text.splitlines()
    assert "| as they are | 20 | 1 | 1 | 2 |" in rows
    assert "| cut through the outermost tile of the hand, 12.5% of it left | 30 | 29 | 3 | 25 |" in rows
    assert "| with a lamp reflected in one tile of the hand | 20 | 16 | 1 | 15 |" in rows


def test_a_goal_of_memory_is_not_met_by_the_forms_that_gave_a_figure() -> None:
    memory = {"megapixels": 48.0, "peak_megabytes": {"JPEG": 441, "AVIF": None}}
    lines = card(WEIGHTS, FIGURES | {"memory": memory}).splitlines()
    assert "| 48-megapixel photo, peak memory in MB | ≤ 600 | – |  | not measured |" in lines
    assert any(
        line.endswith("(`python -m models.memory`): JPEG 441 MB, AVIF not measured.") for line in lines
    )


def test_hands_are_told_apart_by_how_small_their_tiles_are(text: str) -> None:
    rows = text.splitlines()
    assert "| data | under 30 | 30 to 45 | over 45 |" in rows
    assert "| relaid hands | 0/1 |  | 1/1 |" in rows
    assert not any(row.startswith("| dev crops, Seasons | ") for row in rows)


def test_goals_are_all_there(text: str) -> None:
    assert all(f"| {goal.words} | " in text for goal in GOALS)


def test_every_column_is_defined_before_it_is_used(text: str) -> None:
    assert list(LEGEND) == [title for title, _ in COLUMNS.values()]
    assert text.index("| recall | share of ") < text.index("| data | pictures | ")


def test_goals_that_no_misread_tile_tests_are_said_to_be_vacuous() -> None:
    reports = [
        {**told, "named_rightly": 1.0, "right_among_three": None} if told["data"].startswith("dev") else told
        for told in FIGURES["evaluation"]["reports"]
    ]
    lines = card(
        WEIGHTS, FIGURES | {"evaluation": {**FIGURES["evaluation"], "reports": reports}}
    ).splitlines()
    goal = "misread tiles of dev photos: right one among the first three alternatives (see 1)"
    assert f"| {goal} | ≥ 95% | – |  | no tile misread |" in lines
    assert "1. No tile of the dev photos was misread, so this goal is vacuous there." in lines
    assert any(line.startswith("| rendered hands | 1 of 4 tiles | 100% (1 of 1) | ") for line in lines)


def test_sets_that_are_not_installed_are_left_out() -> None:
    reports = [told for told in FIGURES["evaluation"]["reports"] if not told["data"].startswith("other sets")]
    told = card(WEIGHTS, FIGURES | {"evaluation": {**FIGURES["evaluation"], "reports": reports}})
    assert "| rendered hands | 1 of 4 tiles |" in told
    assert "| other sets, hands" not in told


def test_faces_that_were_misread_are_named(text: str) -> None:
    assert "Faces misread on real data (right of all): 1s 0/3." in text
