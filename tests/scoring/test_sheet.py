"""The printed sheets come from the tables that score."""

from __future__ import annotations

import pytest

from scoring import OptionError, agree, sheet_lines
from scoring.babcock import BABCOCK
from scoring.millington import MILLINGTON

BABCOCK_OPTIONS = {
    "limit", "purity_for_losers", "loose_tile_adds_draw", "seasons", "four_concealed_must_draw",
    "four_winds", "ones_nines_honours", "nine_gates", "four_kongs", "three_concealed", "four_concealed",
    "thirteen_orphans", "seven_twins", "double_for_no_score", "double_for_loose_tile", "double_for_no_runs",
    "double_for_stealing_fourth", "double_for_last_tile", "double_for_no_score_but_draw",
}  # fmt: skip
MILLINGTON_LIMIT_HANDS = [
    "heavens_blessing", "earths_blessing", "plum_blossom", "moon", "carrying_pole", "kong_upon_kong",
    "fourfold_plenty", "buried_treasure", "three_great_scholars", "four_blessings", "all_symbols",
    "heads_and_tails", "imperial_jade", "nine_lamps", "wriggling_snake", "concealed_clear_suit",
    "thirteen_wonders", "thirteenth_win",
]  # fmt: skip


def test_the_settings_are_those_of_the_rules() -> None:
    assert {setting.id for setting in BABCOCK.settings} == BABCOCK_OPTIONS
    assert {setting.id for setting in MILLINGTON.settings} == {"limit", "bonus_tile_points"}
    assert [hand.id for hand in MILLINGTON.limit_hands] == MILLINGTON_LIMIT_HANDS


@pytest.mark.parametrize("sheet", [BABCOCK, MILLINGTON], ids=lambda sheet: sheet.id)
def test_ids_are_unique_and_every_line_has_words_and_a_source(sheet: object) -> None:
    assert sheet in (BABCOCK, MILLINGTON)
    lines = sheet_lines("babcock" if sheet is BABCOCK else "millington")
    ids = [(line.section == "settings", line.id) for line in lines]
    assert len(ids) == len(set(ids))
    assert all(line.words and line.source and line.worth for line in lines)


@pytest.mark.parametrize(
    ("rules", "section", "name", "worth", "optional"),
    [
        ("babcock", "any hand", "minor_pung", "2 / 4 points", False),
        ("babcock", "any hand", "major_pung", "4 / 8 points", False),
        ("babcock", "any hand", "minor_kong", "8 / 16 points", False),
        ("babcock", "any hand", "major_kong", "16 / 32 points", False),
        ("babcock", "any hand", "dragon_pair", "2 / 2 points", False),
        ("babcock", "any hand", "own_wind", "1 double", False),
        ("babcock", "any hand", "one_suit", "3 doubles", False),
        ("babcock", "winner", "mahjongg", "20 points", False),
        ("babcock", "winner", "three_concealed", "1 double", True),
        ("babcock", "limit hands", "four_winds", "the limit", True),
        ("babcock", "limit hands", "seven_twins", "half the limit", True),
        ("babcock", "settings", "limit", "300", False),
        ("babcock", "settings", "purity_for_losers", "true", False),
        ("babcock", "settings", "seasons", "babcock", False),
        ("babcock", "settings", "double_for_last_tile", "false", False),
        ("millington", "any hand", "prevailing_wind_pair", "2 points", False),
        ("millington", "any hand", "bonus_tiles", "0 points", False),
        ("millington", "winner", "mahjongg", "10 points", False),
        ("millington", "winner", "clear_suit", "3 doubles", False),
        ("millington", "limit hands", "moon", "the limit", False),
        ("millington", "settings", "limit", "1000", False),
        ("millington", "settings", "bonus_tile_points", "0", False),
    ],
)
def test_lines(rules: str, section: str, name: str, worth: str, optional: bool) -> None:
    lines = [line for line in sheet_lines(rules) if (line.section, line.id) == (section, name)]
    assert [(line.worth, line.optional) for line in lines] == [(worth, optional)]


def test_what_the_book_does_not_say_is_not_ascribed_to_it() -> None:
    sources = {line.id: line.source for line in sheet_lines("babcock") if line.section == "any hand"}
    assert (sources["one_suit"], sources["all_honours"]) == ("Babcock V", "secondary source")


def test_a_setting_says_its_choices() -> None:
    line = next(line for line in sheet_lines("babcock") if (line.section, line.id) == ("settings", "seasons"))
    assert line.words == "What Seasons score (babcock, shanghai, none)"


def test_only_agreed_rules_are_in_force() -> None:
    plain, all_hands = agree(), agree("babcock", dict.fromkeys(BABCOCK_OPTIONS - {"limit", "seasons"}, True))
    assert plain.limit_hands == ()
    assert plain.patterns == ()
    assert all_hands.patterns == ("orphans", "twins")
    assert {rule.id for rule in all_hands.winner_rules} - {rule.id for rule in plain.winner_rules} == {
        "three_concealed",
        "double_for_no_score_but_draw",
    }
    assert {rule.id for rule in all_hands.winner_rules if rule.id == "no_runs" and rule.doubles == 1}


def test_there_is_no_third_sheet() -> None:
    with pytest.raises(OptionError, match="'riichi' is no score sheet; there are babcock, millington"):
        sheet_lines("riichi")


def test_losers_are_what_their_setting_speaks_of() -> None:
    """Not honours that only losers score."""
    words = {line.id: line.words for line in sheet_lines("babcock") if line.section == "settings"}
    assert words["purity_for_losers"] == "Losers also score the doubles for one suit and for all honours"
