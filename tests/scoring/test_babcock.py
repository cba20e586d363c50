"""Babcock's sheet, a line a hand: where each rule holds, just does not, or meets its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.scoring.notes import babcock, counted

if TYPE_CHECKING:
    from scoring.hand import Wind


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("222c / 1479d 147b SWNw", 2),
        ("888c / 1479d 147b SWNw", 2),
        ("/ 222c 1479d 147b SWNw", 4),
        ("111c / 1479d 147b SWNw", 4),
        ("999c / 1479d 147b SWNw", 4),
        ("/ 999c 1479d 147b SWNw", 8),
        ("SSSw / 1479d 147b WNw Rd", 4),
        ("/ SSSw 1479d 147b WNw Rd", 8),
        ("2222c / 1479d 147b SWNw", 8),
        ("222+2c / 1479d 147b SWNw", 8),
        ("[2222c] / 1479d 147b SWNw", 16),
        ("1111c / 1479d 147b SWNw", 16),
        ("111+1c / 1479d 147b SWNw", 16),
        ("[1111c] / 1479d 147b SWNw", 32),
        ("NNNNw / 1479d 147b WSw Rd", 16),
        ("[NNNNw] / 1479d 147b WSw Rd", 32),
        ("123c / 1479d 147b SWNw", 0),
        ("/ 123c 1479d 147b SWNw", 0),
        ("/ 123c 1479d 147b SSWw", 0),
        ("/ 123c 1499d 147b SWNw", 0),
        ("/ 123c 1479d 147b EESw", 2),
        ("/ 123c 1479d 147b RRd Sw", 2),
        ("/ 123c 1479d 14b EEw RRd", 4),
        ("/ 13c 1479d 147b RRGGd", 4),
        ("/ 2222c 1479d 147b SWw", 4),
        ("/ 3333c 12c 147d 147b Sw", 4),
    ],
)
def test_sets_and_pairs_of_any_hand(text: str, points: int) -> None:
    result = babcock(text)
    assert (result.points, result.doubles, result.total) == (points, 0, points)


PLAIN_RUNS = "/ 345c 123c 678d 789b 22b"
"""Nothing scores; waits on both sides when the 3 comes to 45."""
ONLY_MIDDLE = "/ 234c 678c 678d 789b 22b"
PUNGS = "222b 333d 444c / 777c 88d"

POINT_RULES = [
    # rule, points, hand, how it was won, seat, options
    ("mahjongg", 20, PLAIN_RUNS, "3c", "E", {}),
    ("mahjongg", 0, "/ 345c 123c 678d 789b 2b", "", "E", {}),
    ("own_wind_pair", 2, "/ 345c 123c 678d 789b EEw", "3c", "E", {}),
    ("own_wind_pair", 0, "/ 345c 123c 678d 789b EEw", "3c", "S", {}),
    ("own_wind_pair", 0, "/ 345c 678d 789b EEEw 22b", "3c", "E", {}),
    ("dragon_pair", 2, "/ 345c 123c 678d 789b WWd", "3c", "E", {}),
    ("dragon_pair", 2, "WWd / 345c 123c 678d 789b", "Wd", "E", {}),
    ("dragon_pair", 0, "/ 345c 678d 789b WWWd 22b", "3c", "E", {}),
    # no score
    ("no_score", 10, PLAIN_RUNS, "3c", "E", {}),
    ("no_score", 10, "2f 3s " + PLAIN_RUNS, "3c", "S", {}),
    ("no_score", 10, PLAIN_RUNS, "3c last", "E", {}),
    ("no_score", 10, PLAIN_RUNS, "3c mixed", "E", {}),
    ("no_score", 0, PLAIN_RUNS, "3c wall", "E", {}),
    ("no_score", 0, PLAIN_RUNS, "3c robbed", "E", {}),
    ("no_score", 0, "/ 345c 123c 678d 789b EEw", "3c", "E", {}),
    ("no_score", 10, "/ 345c 123c 678d 789b EEw", "3c", "S", {}),
    ("no_score", 0, "/ 345c 123c 678d 789b RRd", "3c", "E", {}),
    ("no_score", 0, ONLY_MIDDLE, "3c", "E", {}),
    ("no_score", 0, "222b / 345c 678d 789b 55b", "3c", "E", {}),
    ("no_score", 0, PUNGS, "2b", "E", {"double_for_no_runs": True}),
    # the draw
    ("drawn", 2, PLAIN_RUNS, "3c wall", "E", {}),
    ("drawn", 2, PLAIN_RUNS, "3c wall mixed", "E", {}),
    ("drawn", 2, "2f " + PLAIN_RUNS, "3c loose season", "E", {}),
    ("drawn", 2, PLAIN_RUNS, "3c wall last", "E", {}),
    ("drawn", 0, PLAIN_RUNS, "3c", "E", {}),
    ("drawn", 0, PLAIN_RUNS, "3c robbed", "E", {}),
    ("drawn", 0, "2222d / 345c 123c 789b 22b", "3c loose", "E", {}),
    ("drawn", 2, "2222d / 345c 123c 789b 22b", "3c loose", "E", {"loose_tile_adds_draw": True}),
    # only place
    ("only_place", 2, ONLY_MIDDLE, "3c", "E", {}),
    ("only_place", 2, ONLY_MIDDLE, "3c wall", "E", {}),
    ("only_place", 0, ONLY_MIDDLE, "3c wall mixed", "E", {}),
    ("only_place", 2, ONLY_MIDDLE, "3c mixed", "E", {}),
    ("only_place", 2, "/ 123c 678c 678d 789b 22b", "3c", "E", {}),
    ("only_place", 2, "/ 789c 678c 678d 789b 22b", "7c", "E", {}),
    ("only_place", 0, "/ 678c 678c 678d 789b 22b", "8c", "E", {}),
    ("only_place", 2, "/ 123c 678c 678d 789b 22b", "2b", "E", {}),
    ("only_place", 0, "/ 123c 678c 678d 456b 77b", "7b", "E", {}),  # 4567: 4 or 7
    ("only_place", 2, "345c / 678c 678d 789b 22b", "4c", "E", {}),  # laid out
    ("only_place", 2, "22b / 345c 678c 678d 789b", "2b", "E", {}),
    ("only_place", 0, "222b / 345c 678d 789b 55d", "2b", "E", {}),  # 2b or 5d
    ("only_place", 2, "3333c / 345d 678d 456c 77b", "6c", "E", {}),  # 36c, but all 3c are on the table
    ("only_place", 0, "333c / 345d 678d 456c 77b", "6c", "E", {}),
    # no runs, loose tiles, stealing, the last tile
    ("no_runs", 10, PUNGS, "2b", "E", {}),
    ("no_runs", 0, "222b 333d 444c / 678c 88d", "2b", "E", {}),
    ("no_runs", 0, "222b 333d 444c / 777c 8d", "", "E", {}),
    ("no_runs", 0, "/ 2255c 33d 7799b EEw RRd", "3d", "E", {"seven_twins": True}),
    ("loose_tile", 10, "2222d / 345c 123c 789b 22b", "3c loose", "E", {}),
    ("loose_tile", 0, "2f " + PLAIN_RUNS, "3c loose season", "E", {}),
    ("loose_tile", 0, "2222d / 345c 123c 789b 22b", "3c wall", "E", {}),
    ("stealing_fourth", 10, PLAIN_RUNS, "3c robbed", "E", {}),
    ("stealing_fourth", 0, PLAIN_RUNS, "3c", "E", {}),
    ("last_tile", 10, PLAIN_RUNS, "3c wall last", "E", {}),
    ("last_tile", 10, "2222d / 345c 123c 789b 22b", "3c loose last", "E", {}),
    ("last_tile", 0, PLAIN_RUNS, "3c last", "E", {}),
    ("last_tile", 0, PLAIN_RUNS, "3c wall", "E", {}),
    # Seasons
    ("seasons", 4, "2f " + PLAIN_RUNS, "3c", "E", {}),
    ("seasons", 32, "1234f 1234s " + PLAIN_RUNS, "3c", "E", {}),
    ("seasons", 8, "2f 3s " + PLAIN_RUNS, "3c", "E", {"seasons": "shanghai"}),
    ("seasons", 0, "2f 3s " + PLAIN_RUNS, "3c", "E", {"seasons": "none"}),
]


@pytest.mark.parametrize(("rule", "points", "text", "won", "seat", "options"), POINT_RULES)
def test_points(rule: str, points: int, text: str, won: str, seat: Wind, options: dict[str, Any]) -> None:
    assert counted(babcock(text, won, seat, **options)).get(rule, 0) == points


SEASONED = "/ 345c 123c 678d 789b 22b"

DOUBLE_RULES = [
    ("dragons", 1, "RRRd / 345c 678d 789b 22b", "3c", "E", {}),
    ("dragons", 1, "/ RRRd 34c 678d 789b 22b", "", "E", {}),
    ("dragons", 2, "RRRd [GGGGd] / 345c 678d 22b", "3c", "E", {}),
    ("dragons", 3, "RRRd [GGGGd] WWWd / 678d 22b", "6d", "E", {}),
    ("dragons", 0, "/ 345c 123c 678d 789b RRd", "3c", "E", {}),
    ("own_wind", 1, "EEEw / 345c 678d 789b 22b", "3c", "E", {}),
    ("own_wind", 1, "EEEEw / 345c 678d 78b 22b", "", "E", {}),
    ("own_wind", 0, "EEEw / 345c 678d 789b 22b", "3c", "S", {}),
    ("own_wind", 0, "/ 345c 123c 678d 789b EEw", "3c", "E", {}),
    ("one_suit_with_honours", 1, "EEEw / 345c 678c 789c 22c", "3c", "E", {}),
    ("one_suit_with_honours", 1, "EEEw / 345c 678c 78c 22c", "", "E", {}),
    ("one_suit_with_honours", 0, "EEEw / 345c 678c 78c 22c", "", "E", {"purity_for_losers": False}),
    ("one_suit_with_honours", 1, "EEEw / 345c 678c 789c 22c", "3c", "E", {"purity_for_losers": False}),
    ("one_suit_with_honours", 0, "EEEw / 345c 678c 789c 22d", "3c", "E", {}),
    ("one_suit_with_honours", 0, "/ 345c 123c 678c 789c 22c", "3c", "E", {}),
    ("one_suit_with_honours", 0, "EEEw RRRd / SSSw WWWw NNw", "Ew", "E", {}),
    ("one_suit", 3, "/ 345c 123c 678c 789c 22c", "3c", "E", {}),
    ("one_suit", 3, "1f / 345c 123c 678c 789c 2c", "", "E", {}),
    ("one_suit", 0, "/ 345c 123c 678c 789c 2c", "", "E", {"purity_for_losers": False}),
    ("one_suit", 0, "/ 345c 123c 678c 789c EEw", "3c", "E", {}),
    ("one_suit", 0, "/ 345c 123c 678c 789c 22d", "3c", "E", {}),
    ("all_honours", 3, "EEEw RRRd / SSSw WWWw NNw", "Ew", "E", {}),
    ("all_honours", 3, "EEEw RRRd / SSSw WWw NNw", "", "E", {}),
    ("all_honours", 0, "EEEw RRRd / SSSw WWw NNw", "", "E", {"purity_for_losers": False}),
    ("all_honours", 3, "EEEw RRRd / SSSw WWWw NNw", "Ew", "E", {"purity_for_losers": False}),
    ("all_honours", 0, "EEEw RRRd / SSSw WWWw 11c", "Ew", "E", {}),
    # Seasons: own numbers and series, both ways of the book
    ("own_season", 1, "1f " + SEASONED, "3c", "E", {}),
    ("own_season", 1, "3s " + SEASONED, "3c", "W", {}),
    ("own_season", 2, "4f 4s " + SEASONED, "3c", "N", {}),
    ("own_season", 0, "2f 3s " + SEASONED, "3c", "E", {}),
    ("own_season", 0, "1234f " + SEASONED, "3c", "E", {}),
    ("own_season", 1, "1234f 1s " + SEASONED, "3c", "E", {}),
    ("own_season", 0, "1234f 1234s " + SEASONED, "3c", "E", {}),
    ("own_season", 0, "1f " + SEASONED, "3c", "E", {"seasons": "shanghai"}),
    ("own_season", 1, "1f 1s " + SEASONED, "3c", "E", {"seasons": "shanghai"}),
    ("own_season", 0, "1234f 1s " + SEASONED, "3c", "E", {"seasons": "shanghai"}),
    ("own_season", 0, "1f 1s " + SEASONED, "3c", "E", {"seasons": "none"}),
    ("own_season", 1, "1f / 345c 13c 678d 789b 22b", "", "E", {}),
    ("season_series", 3, "1234f " + SEASONED, "3c", "E", {}),
    ("season_series", 3, "1234s " + SEASONED, "3c", "E", {}),
    ("season_series", 6, "1234f 1234s " + SEASONED, "3c", "E", {}),
    ("season_series", 3, "1234f " + SEASONED, "3c", "E", {"seasons": "shanghai"}),
    ("season_series", 0, "1234f " + SEASONED, "3c", "E", {"seasons": "none"}),
    ("season_series", 0, "123f 4s " + SEASONED, "3c", "E", {}),
    ("season_series", 3, "1234s / 345c 13c 678d 789b 22b", "", "E", {}),
    # optional doubles
    ("three_concealed", 1, "345c / 555b 111d 888c 77b", "4c", "E", {"three_concealed": True}),
    ("three_concealed", 0, "345c / 555b 111d 888c 77b", "4c", "E", {}),
    ("three_concealed", 0, "345c / 555b 111d 888c 77b", "8c", "E", {"three_concealed": True}),
    ("three_concealed", 1, "/ 345c 555b 111d 888c 77b", "8c wall", "E", {"three_concealed": True}),
    ("three_concealed", 0, "555b / 345c 111d 888c 77b", "4c", "E", {"three_concealed": True}),
    ("three_concealed", 1, "[5555b] 1111d / 345c 888c 77b", "4c", "E", {"three_concealed": True}),
    ("three_concealed", 0, "[5555b] 111+1d / 345c 888c 77b", "4c", "E", {"three_concealed": True}),
    ("three_concealed", 1, "/ 555b 111d 888c 222c 77b", "7b", "E", {"three_concealed": True}),
    ("three_concealed", 0, "/ 555b 111d 888c 222c 7b", "", "E", {"three_concealed": True}),
]


@pytest.mark.parametrize(("rule", "doubles", "text", "won", "seat", "options"), DOUBLE_RULES)
def test_doubles(rule: str, doubles: int, text: str, won: str, seat: Wind, options: dict[str, Any]) -> None:
    assert counted(babcock(text, won, seat, **options)).get(rule, 0) == doubles


KONG_RUNS = "2222d / 345c 123c 789b 55b"

INSTEAD = [
    # option, hand, how it was won, (points, doubles) without it, (points, doubles) with it
    ("double_for_no_score", PLAIN_RUNS, "3c", (30, 0), (20, 1)),
    ("double_for_no_score", "2f 3s " + PLAIN_RUNS, "3c", (38, 0), (28, 1)),
    ("double_for_no_score", PLAIN_RUNS, "3c wall", (22, 0), (22, 0)),
    ("double_for_no_runs", PUNGS, "2b", (40, 0), (30, 1)),
    ("double_for_loose_tile", KONG_RUNS, "3c loose", (38, 0), (28, 1)),
    ("double_for_loose_tile", KONG_RUNS, "3c loose season", (30, 0), (30, 0)),
    ("double_for_stealing_fourth", PLAIN_RUNS, "3c robbed", (30, 0), (20, 1)),
    ("double_for_last_tile", PLAIN_RUNS, "3c wall last", (32, 0), (22, 1)),
    ("double_for_last_tile", PLAIN_RUNS, "3c last", (30, 0), (30, 0)),
    ("double_for_no_score_but_draw", PLAIN_RUNS, "3c wall", (22, 0), (22, 1)),
    ("double_for_no_score_but_draw", "2f " + PLAIN_RUNS, "3c loose season", (26, 0), (26, 1)),
    ("double_for_no_score_but_draw", PLAIN_RUNS, "3c wall mixed", (22, 0), (22, 0)),
    ("double_for_no_score_but_draw", PLAIN_RUNS, "3c", (30, 0), (30, 0)),
    ("double_for_no_score_but_draw", PLAIN_RUNS, "3c wall last", (32, 0), (32, 0)),
    ("double_for_no_score_but_draw", ONLY_MIDDLE, "3c wall", (24, 0), (24, 0)),
    ("double_for_no_score_but_draw", "/ 345c 123c 678d 789b EEw", "3c wall", (24, 0), (24, 0)),
    ("double_for_no_score_but_draw", "/ 345c 123c 678d 789b GGd", "3c wall", (24, 0), (24, 0)),
    ("double_for_no_score_but_draw", KONG_RUNS, "3c wall", (30, 0), (30, 0)),
    ("double_for_no_score_but_draw", "/ 345c 123c 678d 789b 22b", "3c loose", (30, 0), (30, 0)),
]


@pytest.mark.parametrize(("option", "text", "won", "without", "agreed"), INSTEAD)
def test_doubles_instead(
    option: str, text: str, won: str, without: tuple[int, int], agreed: tuple[int, int]
) -> None:
    options: dict[str, Any] = {option: True}
    plain, doubled = babcock(text, won), babcock(text, won, **options)
    assert (plain.points, plain.doubles) == without
    assert (doubled.points, doubled.doubles) == agreed
    doubling = [item.doubles > 0 for item in doubled.items]
    assert doubling == sorted(doubling)  # points are added before they are doubled
    assert {item.source for item in doubled.items if item.doubles} <= {"Babcock VII"}


@pytest.mark.parametrize(
    ("options", "points", "doubles"),
    [
        ({}, 38, 0),
        ({"loose_tile_adds_draw": True}, 40, 0),
        ({"double_for_loose_tile": True, "loose_tile_adds_draw": True}, 30, 1),
    ],
)
def test_the_draw_of_a_loose_tile(options: dict[str, Any], points: int, doubles: int) -> None:
    result = babcock(KONG_RUNS, "3c loose", **options)
    assert (result.points, result.doubles) == (points, doubles)


def test_bonuses_taken_as_doubles_still_void_no_score_but_the_draw() -> None:
    options: dict[str, Any] = {"double_for_last_tile": True, "double_for_no_score_but_draw": True}
    assert babcock(PLAIN_RUNS, "3c wall last", **options).doubles == 1


ORPHANS = "/ 119c 19d 19b ESWNw RGWd"
TWINS = "/ 2255c 33d 7799b EEw RRd"

LIMIT_HANDS = [
    # option, holds, hand, how it was won, seat
    ("four_winds", True, "EEEw SSSSw NNNw / 345d WWw", "Ew", "E"),
    ("four_winds", True, "EEEw SSSw NNNw / 345d WWw", "Ew", "N"),
    ("four_winds", False, "EEEw SSSw NNNw / 345d WWw", "Ew", "W"),
    ("four_winds", False, "EEEw SSSw NNNw / 345d 77d", "Ew", "E"),
    ("four_winds", False, "EEEw SSSw 777c / 345d WWw", "Ew", "E"),
    ("four_winds", True, "EEEw SSSw NNNw / WWWw 77d", "Ew", "W"),
    ("ones_nines_honours", True, "111c EEEw 9999b / 999d WWd", "1c", "S"),
    ("ones_nines_honours", True, "111c 999c 999b / 999d 11b", "1c", "S"),
    ("ones_nines_honours", True, "1f 4s 111c 999c 999b / 999d 11b", "1c", "S"),
    ("ones_nines_honours", False, "111c EEEw 9999b / 222d WWd", "1c", "S"),
    ("nine_gates", True, "/ 1112345678999c 3c", "3c", "E"),
    ("nine_gates", True, "/ 1112345678999d 9d", "9d wall mixed", "E"),
    ("nine_gates", True, "/ 1112345678999b 1b", "1b robbed", "E"),
    ("nine_gates", True, "345c / 11123678999c", "3c", "E"),
    ("nine_gates", False, "345c / 11123678999c", "3c wall", "E"),
    ("nine_gates", False, "/ 1112345678999c 3c", "2c", "E"),
    ("nine_gates", False, "111c / 22345678999c", "2c", "E"),
    ("four_kongs", True, "2222b 333+3d [1111c] 8888c 99d /", "9d", "E"),
    ("four_kongs", False, "2222b 333d [1111c] 8888c / 99d", "9d wall", "E"),
    ("four_concealed", True, "/ 666c 444d 222b 999c 55b", "9c wall", "E"),
    ("four_concealed", True, "[6666c] 4444d / 222b 999c 55b", "9c wall", "E"),
    ("four_concealed", True, "/ 666c 444d 222b 999c 55b", "5b", "E"),
    ("four_concealed", True, "55b / 666c 444d 222b 999c", "5b", "E"),
    ("four_concealed", False, "/ 666c 444d 222b 999c 55b", "9c", "E"),
    ("four_concealed", False, "444+4d / 666c 222b 999c 55b", "5b", "E"),
    ("four_concealed", False, "/ 666c 444d 222b 678c 55b", "5b", "E"),
    ("thirteen_orphans", True, ORPHANS, "Rd wall", "E"),
    ("thirteen_orphans", True, ORPHANS, "1c", "E"),
    ("thirteen_orphans", True, "11c / 9c 19d 19b ESWNw RGWd", "1c", "E"),
    ("thirteen_orphans", False, PLAIN_RUNS, "3c", "E"),
    ("thirteen_orphans", False, "111c EEEw 9999b / 999d WWd", "1c", "S"),
    ("seven_twins", False, PLAIN_RUNS, "3c", "E"),
]


@pytest.mark.parametrize(("option", "holds", "text", "won", "seat"), LIMIT_HANDS)
def test_limit_hands(option: str, holds: bool, text: str, won: str, seat: Wind) -> None:
    options: dict[str, Any] = {option: True}
    result = babcock(text, won, seat, limit=10_000, **options)
    assert result.limit_hand == (option if holds else None)
    assert result.total == (10_000 if holds else result.uncapped)
    if option != "thirteen_orphans":
        without = babcock(text, won, seat, limit=10_000)
        assert (without.limit_hand, without.total) == (None, result.uncapped)


@pytest.mark.parametrize(("won", "holds"), [("5b", False), ("5b wall", True), ("5b loose", True)])
def test_four_concealed_may_have_to_be_drawn(won: str, holds: bool) -> None:
    options: dict[str, Any] = {"four_concealed": True, "four_concealed_must_draw": True}
    result = babcock("/ 666c 444d 222b 999c 55b", won, **options)
    assert result.limit_hand == ("four_concealed" if holds else None)


@pytest.mark.parametrize(
    ("limit", "text", "won", "total", "limit_hand"),
    [
        (300, TWINS, "3d", 150, "seven_twins"),
        (301, TWINS, "3d wall", 150, "seven_twins"),
        (300, "33d / 2255c 7799b EEw RRd", "3d", 150, "seven_twins"),
        (300, "/ 2222c 33d 7799b EEw RRd", "3d", 150, "seven_twins"),
        (300, "/ 2222c 3333d 7799b EEw", "3d", 150, "seven_twins"),
        (300, "/ 22446688c 1133c 99c", "9c", 176, None),  # (20 + 2) doubled three times is more
    ],
)
def test_seven_twins(limit: int, text: str, won: str, total: int, limit_hand: str | None) -> None:
    result = babcock(text, won, seven_twins=True, limit=limit)
    assert (result.total, result.limit_hand) == (total, limit_hand)


def test_seven_twins_that_are_sets_too_score_as_either() -> None:
    text = "/ 223344c 667788d 99b"
    assert babcock(text, "4c wall").total == 22
    assert babcock(text, "4c wall", seven_twins=True).total == 150


def test_thirteen_orphans_are_named_so_where_both_are_played() -> None:
    result = babcock(ORPHANS, "1c", thirteen_orphans=True, ones_nines_honours=True)
    assert (result.total, result.limit_hand) == (300, "thirteen_orphans")


def test_twins_of_majors_are_ones_nines_honours_too() -> None:
    result = babcock("/ 1199c 11d 9999b EEw RRd", "1d", seven_twins=True, ones_nines_honours=True)
    assert (result.total, result.limit_hand) == (300, "ones_nines_honours")


def test_what_the_ordinary_sheet_gives_the_same_tiles() -> None:
    assert (
        babcock(TWINS, "3d wall", seven_twins=True).points == 20 + 2 + 2 + 2 + 2
    )  # East, dragon, draw, place
    assert babcock(ORPHANS, "1c wall", thirteen_orphans=True).points == 20 + 2
    assert babcock(ORPHANS, "Rd", thirteen_orphans=True).points == 20 + 2  # one missing: the only place
    assert babcock("/ 19c 19d 19b EESWNw RGWd", "Ew", thirteen_orphans=True).points == 20 + 2  # own wind


@pytest.mark.parametrize(
    ("text", "won", "options", "place"),
    [
        ("/ 334455c 667788d 99b", "9b", {}, 2),
        ("/ 223344c 667788d 99b", "4c", {}, 0),
        ("/ 119c 19d 19b ESWNw RGWd", "9c", {"thirteen_orphans": True}, 2),
        ("/ 1112345678999c 1c", "1c", {"seven_twins": True}, 0),
        ("/ 119c 19d 19b ESWNw RGWd", "1c", {"thirteen_orphans": True}, 0),
        ("/ 112233c 11112223d", "3d", {}, 2),
        ("/ 112233c 11112223d", "3d", {"seven_twins": True}, 0),  # a fourth 2d would make seven twins
        ("888b 999b / 11112223d", "3d", {"seven_twins": True}, 2),  # not beside sets on the table
        (ONLY_MIDDLE, "3c", {"seven_twins": True}, 2),
        # in the suit of the last tile another could make sets and a pair, but three pairs lie in the others
        ("/ 11223344c 55d 66b EEw", "4c", {"seven_twins": True}, 2),
        # a third tile to either of two pairs makes no sets of the rest
        ("/ 1133557799c 22d 44b", "9c", {"seven_twins": True}, 2),
        ("/ 111999c EEESSSw RRd", "Rd", {"thirteen_orphans": True}, 2),
    ],
)
def test_the_only_place_reckons_with_agreed_hands(
    text: str, won: str, options: dict[str, Any], place: int
) -> None:
    assert counted(babcock(text, won, **options)).get("only_place", 0) == place


def test_the_limit_caps_what_a_hand_is_worth() -> None:
    text = "RRRd GGGd / 345c 678c 22c"
    result = babcock(text, "3c")
    assert (result.points, result.doubles, result.uncapped, result.total) == (28, 3, 224, 224)
    capped = babcock(text, "3c", limit=200)
    assert (capped.uncapped, capped.total, capped.limit, capped.limit_hand) == (224, 200, 200, None)
    assert babcock("RRRd GGGd / WWd 345c 67c", limit=20).total == 20


def test_a_limit_hand_is_named_beside_a_score_beyond_the_limit() -> None:
    result = babcock("RRRRd GGGGd WWWWd EEEEw SSw /", "Sw", four_kongs=True)
    assert result.uncapped > result.total == 300
    assert result.limit_hand == "four_kongs"
