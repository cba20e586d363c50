"""Millington's sheet, a line a hand: where each rule holds, just does not, or meets its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.scoring.notes import counted, millington

if TYPE_CHECKING:
    from scoring.hand import Wind

RUNS = "123c / 345c 678d 789b 22b"
"""Four runs and a worthless pair, one of them claimed; waits on both sides for a 3 of characters."""
PUNGS = "222b 333d 444c / 777c 88d"
LOST = "RRRd / 1479d 147b SNw Gd"

RULES = [
    # rule, points or doubles, hand, how it was won, seat, prevailing wind
    ("mahjongg", 10, RUNS, "3c", "E", "S"),
    ("mahjongg", 0, LOST, "", "E", "S"),
    ("minor_pung", 2, "222c / 345c 678d 789b 22b", "3c", "E", "S"),
    ("major_kong", 16, "NNNNw / 345c 678d 789b 22b", "3c", "E", "S"),
    ("major_kong", 32, "[NNNNw] / 345c 678d 789b 22b", "3c", "E", "S"),
    ("dragon_pair", 2, "123c / 345c 678d 789b RRd", "3c", "E", "S"),
    ("own_wind_pair", 2, "123c / 345c 678d 789b EEw", "3c", "E", "S"),
    ("own_wind_pair", 0, "123c / 345c 678d 789b EEw", "3c", "N", "S"),
    ("own_wind_pair", 2, "RRRd / 1479d 147b EEw Gd", "", "E", "S"),
    ("prevailing_wind_pair", 2, "123c / 345c 678d 789b SSw", "3c", "E", "S"),
    ("prevailing_wind_pair", 2, "123c / 345c 678d 789b EEw", "3c", "E", "E"),
    ("own_wind_pair", 2, "123c / 345c 678d 789b EEw", "3c", "E", "E"),
    ("prevailing_wind_pair", 0, "123c / 345c 678d 789b EEw", "3c", "E", "S"),
    ("prevailing_wind_pair", 2, "RRRd / 1479d 147b SSw Gd", "", "E", "S"),
    # points for going out
    ("drawn", 2, RUNS, "3c wall", "E", "S"),
    ("drawn", 2, RUNS, "3c loose", "E", "S"),
    ("drawn", 2, RUNS, "3c loose season", "E", "S"),
    ("drawn", 0, RUNS, "3c", "E", "S"),
    ("drawn", 0, RUNS, "3c robbed", "E", "S"),
    ("only_place", 2, "123c / 234c 678d 789b 22b", "3c", "E", "S"),
    ("only_place", 2, "123c / 234c 678d 789b 22b", "3c wall mixed", "E", "S"),
    ("only_place", 0, RUNS, "3c", "E", "S"),
    ("only_place", 2, RUNS, "3c seen=6666c", "E", "S"),
    ("only_place", 0, RUNS, "3c seen=666c", "E", "S"),
    ("only_place", 0, RUNS, "3c seen=5666c99d", "E", "S"),
    ("only_place", 2, "[6666c] / 345c 678d 789b 22b", "3c", "E", "S"),
    ("only_place", 2, "666c / 345c 678d 789b 22b", "3c seen=6c", "E", "S"),
    ("only_place", 0, "/ 119c 19d 19b ESWNw RGWd", "1c", "E", "S"),
    ("only_place", 2, "/ 119c 19d 19b ESWNw RGWd", "9c", "E", "S"),
    ("minor_eyes", 2, RUNS, "2b", "E", "S"),
    ("minor_eyes", 2, "22b 123c / 345c 678d 789b", "2b", "E", "S"),
    ("minor_eyes", 0, RUNS, "3c", "E", "S"),
    ("minor_eyes", 0, "123c / 345c 678d 789b 11b", "1b", "E", "S"),
    ("minor_eyes", 2, "123c / 345c 678d 234b 22b", "2b wall", "E", "S"),  # rather the pair than the run
    ("major_eyes", 4, "123c / 345c 678d 789b 11b", "1b", "E", "S"),
    ("major_eyes", 4, "123c / 345c 678d 789b EEw", "Ew wall", "E", "S"),
    ("major_eyes", 0, RUNS, "2b", "E", "S"),
    ("major_eyes", 0, "123c / 345c 678d 789b EEw", "3c", "E", "S"),
    ("major_eyes", 4, "/ 119c 19d 19b ESWNw RGWd", "1c", "E", "S"),
    ("major_eyes", 0, "/ 119c 19d 19b ESWNw RGWd", "9c", "E", "S"),
    ("major_eyes", 0, "/ 19c 19d 119b ESWNw RGWd", "9c", "E", "S"),
    # doubles of any hand
    ("own_bonus_tiles", 1, "1f 1s " + RUNS, "3c", "E", "S"),
    ("own_bonus_tiles", 1, "3f 3s " + LOST, "", "W", "S"),
    ("own_bonus_tiles", 0, "1f 2s " + RUNS, "3c", "E", "S"),
    ("own_bonus_tiles", 0, "1f 1s " + RUNS, "3c", "S", "S"),
    ("own_bonus_tiles", 1, "1234f 1s " + RUNS, "3c", "E", "S"),
    ("all_flowers", 1, "1234f " + RUNS, "3c", "E", "S"),
    ("all_flowers", 1, "1234f " + LOST, "", "E", "S"),
    ("all_flowers", 0, "123f 4s " + RUNS, "3c", "E", "S"),
    ("all_flowers", 0, "1234s " + RUNS, "3c", "E", "S"),
    ("all_seasons", 1, "1234s " + RUNS, "3c", "E", "S"),
    ("all_seasons", 1, "1234f 1234s " + LOST, "", "E", "S"),
    ("all_seasons", 0, "234s 1f " + RUNS, "3c", "E", "S"),
    ("dragons", 1, "RRRd / 345c 678d 789b 22b", "3c", "E", "S"),
    ("dragons", 1, LOST, "", "E", "S"),
    ("dragons", 2, "RRRd / GGGd 345c 678d 22b", "3c", "E", "S"),
    ("dragons", 0, "123c / 345c 678d 789b RRd", "3c", "E", "S"),
    ("own_wind", 1, "EEEw / 345c 678d 789b 22b", "3c", "E", "S"),
    ("own_wind", 1, "EEEw / 1479d 147b SNw Gd", "", "E", "S"),
    ("own_wind", 0, "EEEw / 345c 678d 789b 22b", "3c", "N", "S"),
    ("prevailing_wind", 1, "SSSw / 345c 678d 789b 22b", "3c", "E", "S"),
    ("prevailing_wind", 1, "SSSw / 1479d 147b ENw Gd", "", "E", "S"),
    ("prevailing_wind", 0, "NNNw / 345c 678d 789b 22b", "3c", "E", "S"),
    ("prevailing_wind", 1, "EEEw / 345c 678d 789b 22b", "3c", "E", "E"),
    ("own_wind", 1, "EEEw / 345c 678d 789b 22b", "3c", "E", "E"),
    ("little_three_dragons", 1, "RRRd GGGd / WWd 678d 789b", "6d", "E", "S"),
    ("little_three_dragons", 1, "RRRd GGGd / WWd 678d 78b", "", "E", "S"),
    ("little_three_dragons", 0, "RRRd GGGd / WWWd 678d 77b", "6d", "E", "S"),
    ("little_three_dragons", 0, "RRRd GGGd / 77b 678d 789b", "6d", "E", "S"),
    ("little_three_dragons", 0, "RRRd / WWd 678d 789b 345b", "6d", "E", "S"),
    ("big_three_dragons", 2, "RRRd GGGd / WWWd 678d 77b", "6d", "E", "S"),
    ("big_three_dragons", 2, "RRRd GGGd / WWWd 67d 77b", "", "E", "S"),
    ("big_three_dragons", 0, "RRRd GGGd / WWd 678d 789b", "6d", "E", "S"),
    ("little_four_joys", 1, "NNNw SSSw / WWWw EEw 678d", "6d", "E", "S"),
    ("little_four_joys", 1, "NNNw SSSw / WWWw EEw 67d", "", "E", "S"),
    ("little_four_joys", 0, "NNNw SSSw / WWWw 77b 678d", "6d", "E", "S"),
    ("little_four_joys", 0, "NNNw SSSw / 777b EEw 678d", "6d", "E", "S"),
    ("big_four_joys", 2, "NNNw SSSw / WWWw EEEw 66d", "6d", "E", "S"),
    ("big_four_joys", 2, "NNNw SSSw / WWWw EEEw 6d", "", "E", "S"),
    ("big_four_joys", 0, "NNNw SSSw / WWWw EEw 678d", "6d", "E", "S"),
    ("three_concealed", 1, "/ 222b 333d 444c 678c 88d", "6c", "E", "S"),
    ("three_concealed", 1, "/ 222b 333d 444c 68c 88d", "", "E", "S"),
    ("three_concealed", 1, "2222b / 333d 444c 678c 88d", "6c", "E", "S"),
    ("three_concealed", 0, "222+2b / 333d 444c 678c 88d", "6c", "E", "S"),
    ("three_concealed", 0, "/ 222b 333d 444c 678c 88d", "2b", "E", "S"),
    ("three_concealed", 1, "/ 222b 333d 444c 678c 88d", "2b wall", "E", "S"),
    ("three_concealed", 1, "/ 222b 333d 444c 777c 88d", "2b", "E", "S"),
    ("three_concealed", 1, "/ 222b 333d 444c 777c 88d", "8d", "E", "S"),
    # doubles for Mah-Jongg
    ("no_score", 1, RUNS, "3c", "E", "S"),
    ("no_score", 1, RUNS, "3c wall", "E", "S"),
    ("no_score", 1, "123c / 345c 678d 789b NNw", "3c", "E", "S"),
    ("no_score", 0, "123c / 345c 678d 789b EEw", "3c", "E", "S"),
    ("no_score", 0, "123c / 345c 678d 789b SSw", "3c", "E", "S"),
    ("no_score", 0, "123c / 345c 678d 789b RRd", "3c", "E", "S"),
    ("no_score", 0, "222c / 345c 678d 789b 22b", "3c", "E", "S"),
    ("no_runs", 1, PUNGS, "2b", "E", "S"),
    ("no_runs", 0, "222b 333d 444c / 678c 88d", "2b", "E", "S"),
    ("no_runs", 0, "/ 119c 19d 19b ESWNw RGWd", "1c", "E", "S"),
    ("concealed_hand", 1, "/ 123c 345c 678d 789b 22b", "3c wall", "E", "S"),
    ("concealed_hand", 1, "[4444c] 2222d / 678d 789b 22b", "6d loose", "E", "S"),
    ("concealed_hand", 0, "444+4c / 234d 678d 789b 22b", "6d wall", "E", "S"),
    ("concealed_hand", 0, RUNS, "3c wall", "E", "S"),
    ("concealed_hand", 0, "/ 123c 345c 678d 789b 22b", "3c", "E", "S"),
    ("concealed_hand", 0, "/ 123c 345c 678d 789b 22b", "3c robbed", "E", "S"),
    ("concealed_hand", 0, "/ 123c 345c 678d 789b 22b", "2b", "E", "S"),
    ("concealed_hand", 1, "/ 119c 19d 19b ESWNw RGWd", "1c wall", "E", "S"),
    ("one_suit_with_honours", 1, "EEEw / 345c 678c 789c 22c", "3c", "E", "S"),
    ("one_suit_with_honours", 0, "EEEw / 345c 678c 78c 22c", "", "E", "S"),
    ("one_suit_with_honours", 0, "123c / 345c 678c 789c 22c", "3c", "E", "S"),
    ("one_suit_with_honours", 0, "EEEw / 345c 678c 789c 22d", "3c", "E", "S"),
    ("one_suit_with_honours", 0, "EEEw RRRd / SSSw WWWw NNw", "Ew", "E", "S"),
    ("clear_suit", 3, "123c / 345c 678c 789c 22c", "3c", "E", "S"),
    ("clear_suit", 0, "123c / 345c 678c 789c 2c", "", "E", "S"),
    ("clear_suit", 0, "123c / 345c 678c 789c EEw", "3c", "E", "S"),
    ("clear_suit", 0, "123c / 345c 678c 789c 22d", "3c", "E", "S"),
    ("all_majors", 1, "111c EEEw 9999b / 999d WWd", "1c", "E", "S"),
    ("all_majors", 0, "111c EEEw 8888b / 999d WWd", "1c", "E", "S"),
    ("all_majors", 1, "EEEw RRRd / SSSw WWWw NNw", "Ew", "E", "S"),
    ("all_honours", 2, "EEEw RRRd / SSSw WWWw NNw", "Ew", "E", "S"),
    ("all_honours", 0, "EEEw RRRd / SSSw WWWw 11c", "Ew", "E", "S"),
    ("loose_tile", 1, RUNS, "3c loose", "E", "S"),
    ("loose_tile", 1, RUNS, "3c loose season", "E", "S"),
    ("loose_tile", 0, RUNS, "3c wall", "E", "S"),
    ("last_tile_drawn", 1, RUNS, "3c wall last", "E", "S"),
    ("last_tile_drawn", 1, RUNS, "3c loose last", "E", "S"),
    ("last_tile_drawn", 0, RUNS, "3c wall", "E", "S"),
    ("last_tile_drawn", 0, RUNS, "3c last", "E", "S"),
    ("last_discard", 1, RUNS, "3c last", "E", "S"),
    ("last_discard", 0, RUNS, "3c", "E", "S"),
    ("last_discard", 0, RUNS, "3c robbed last", "E", "S"),
    ("last_discard", 0, RUNS, "3c wall last", "E", "S"),
    ("robbing", 1, RUNS, "3c robbed", "E", "S"),
    ("robbing", 0, RUNS, "3c", "E", "S"),
    ("original_call", 1, RUNS, "3c original", "E", "S"),
    ("original_call", 0, RUNS, "3c", "E", "S"),
]


@pytest.mark.parametrize(("rule", "worth", "text", "won", "seat", "prevailing"), RULES)
def test_rules(rule: str, worth: int, text: str, won: str, seat: Wind, prevailing: Wind) -> None:
    assert counted(millington(text, won, seat, prevailing)).get(rule, 0) == worth


@pytest.mark.parametrize(
    ("text", "won", "prevailing", "points", "doubles"),
    [
        (RUNS, "3c", "S", 10, 1),
        (RUNS, "3c wall", "S", 12, 1),
        (LOST, "", "S", 4, 1),
        ("EEEw / 345c 678d 789b 22b", "3c", "E", 14, 2),
        ("2222b / 333d 444c 678c 88d", "6c", "S", 10 + 8 + 4 + 4, 1),  # claimed: 8 points, yet concealed
        ("EEEw RRRd / SSSw WWWw NNw", "Nw", "S", 10 + 4 + 4 + 8 + 8 + 4 + 2, 8),
        ("/ 123c 345c 678d 789b 22b", "2b wall", "S", 10 + 2 + 2 + 2, 2),
    ],
)
def test_everything_is_cumulative(text: str, won: str, prevailing: Wind, points: int, doubles: int) -> None:
    result = millington(text, won, "E", prevailing)
    assert (result.points, result.doubles, result.uncapped) == (points, doubles, points * 2**doubles)


@pytest.mark.parametrize(("each", "points"), [(0, 10), (4, 18)])
def test_bonus_tiles_score_points_if_agreed(each: int, points: int) -> None:
    result = millington("2f 3s " + RUNS, "3c", bonus_tile_points=each)
    assert (result.points, result.doubles) == (points, 1)
    assert counted(result).get("bonus_tiles", 0) == points - 10
    assert millington("2f 3s " + LOST, bonus_tile_points=each).points == 4 + points - 10


LIMIT_HANDS = [
    # limit hand, holds, hand, how it was won, seat
    ("heavens_blessing", True, "/ 123c 345c 678d 789b 22b", "3c wall dealt", "E"),
    ("heavens_blessing", False, "/ 123c 345c 678d 789b 22b", "3c wall dealt", "S"),
    ("heavens_blessing", False, "/ 123c 345c 678d 789b 22b", "3c wall original", "E"),
    ("earths_blessing", True, "/ 123c 345c 678d 789b 22b", "3c first", "S"),
    ("earths_blessing", False, "/ 123c 345c 678d 789b 22b", "3c first", "E"),
    ("earths_blessing", False, "/ 123c 345c 678d 789b 22b", "3c", "S"),
    ("earths_blessing", False, "/ 123c 345c 678d 789b 22b", "3c wall first", "S"),
    ("plum_blossom", True, "[2222c] / 345c 567d 789b 22b", "5d loose", "E"),
    ("plum_blossom", False, "[2222c] / 345c 567d 789b 22b", "6d loose", "E"),
    ("plum_blossom", False, "[2222c] / 345c 567d 789b 22b", "5c loose", "E"),
    ("plum_blossom", False, "[2222c] / 345c 567d 789b 22b", "5d wall", "E"),
    ("plum_blossom", False, "2f [2222c] / 345c 567d 789b 22b", "5d loose season", "E"),
    ("plum_blossom", True, "2f [2222c] / 345c 567d 789b 22b", "5d loose season kongs=1", "E"),
    ("moon", True, "/ 123d 345c 678d 789b 22b", "1d wall last", "E"),
    ("moon", False, "/ 123d 345c 678d 789b 22b", "2d wall last", "E"),
    ("moon", False, "/ 123d 345c 678d 789b 22b", "1d wall", "E"),
    ("moon", False, "/ 123d 345c 678d 789b 22b", "1d last", "E"),
    ("moon", False, "/ 123d 345c 678d 789b 22b", "1d loose last", "E"),
    ("carrying_pole", True, "/ 123b 345c 678d 789b 99c", "2b robbed", "E"),
    ("carrying_pole", False, "/ 123b 345c 678d 789b 99c", "1b robbed", "E"),
    ("carrying_pole", False, "/ 123b 345c 678d 789b 99c", "2b", "E"),
    ("carrying_pole", False, "/ 123b 345c 678d 789b 99c", "2b wall", "E"),
    ("kong_upon_kong", True, "[2222c] 3333d / 567d 789b 22b", "6d loose kongs=2", "E"),
    ("kong_upon_kong", True, "[2222c] 3333d / 567d 789b 22b", "6d loose kongs=3", "E"),
    ("kong_upon_kong", True, "1f [2222c] 3333d / 567d 789b 22b", "6d loose season kongs=2", "E"),
    ("kong_upon_kong", False, "[2222c] 3333d / 567d 789b 22b", "6d loose kongs=1", "E"),
    ("kong_upon_kong", False, "[2222c] 3333d / 567d 789b 22b", "6d wall kongs=2", "E"),
    ("fourfold_plenty", True, "2222b 333+3d [1111c] 8888c / 99d", "9d", "E"),
    ("fourfold_plenty", False, "2222b 333+3d [1111c] / 888c 99d", "9d", "E"),
    ("buried_treasure", True, "/ 666c 444d 222b 999c 55b", "9c wall", "E"),
    ("buried_treasure", True, "[6666c] 4444d / 222b 999c 55b", "5b loose", "E"),
    ("buried_treasure", False, "/ 666c 444d 222b 999c 55b", "5b", "E"),
    ("buried_treasure", False, "444+4d / 666c 222b 999c 55b", "5b wall", "E"),
    ("three_great_scholars", True, "RRRd GGGd / WWWd 666d 77b", "6d", "E"),
    ("three_great_scholars", False, "RRRd GGGd / WWWd 678d 77b", "6d", "E"),
    ("three_great_scholars", False, "RRRd GGGd / WWd 666d 777b", "6d", "E"),
    ("four_blessings", True, "NNNw SSSw / WWWw EEEw 66d", "6d", "E"),
    ("four_blessings", False, "NNNw SSSw / WWWw EEw 666d", "6d", "E"),
    ("all_symbols", True, "EEEw RRRd / SSSw GGGd NNw", "Ew", "E"),
    ("all_symbols", False, "EEEw RRRd / SSSw GGGd 11c", "Ew", "E"),
    ("heads_and_tails", True, "111c 999c / 111d 999b 99d", "9d", "E"),
    ("heads_and_tails", False, "111c 999c / 111d 999b EEw", "Ew", "E"),
    ("imperial_jade", True, "GGGd 666b / 234b 888b 22b", "2b", "E"),
    ("imperial_jade", True, "444b 666b / 234b 888b 22b", "2b", "E"),
    ("imperial_jade", False, "GGGd 666b / 345b 888b 22b", "3b", "E"),
    ("imperial_jade", False, "RRRd 666b / 234b 888b 22b", "2b", "E"),
    ("nine_lamps", True, "/ 1112345678999c 3c", "3c", "E"),
    ("nine_lamps", False, "/ 1112345678999c 3c", "2c", "E"),
    ("nine_lamps", False, "123c / 11345678999c", "5c", "E"),
    ("wriggling_snake", True, "111c / 22345678999c", "3c", "E"),
    ("wriggling_snake", True, "1111c 999+9c / 22345678c", "3c", "E"),
    ("wriggling_snake", True, "1f 4s 111c / 22345678999c", "3c", "E"),
    ("wriggling_snake", True, "111d / 23455678999d", "3d", "E"),
    ("wriggling_snake", True, "111b / 23456788999b", "3b", "E"),
    ("wriggling_snake", False, "111c / 22234567899c", "3c", "E"),
    ("wriggling_snake", False, "111c 999c / 234567c EEw", "3c", "E"),
    ("concealed_clear_suit", True, "/ 123c 345c 678c 789c 22c", "3c wall", "E"),
    ("concealed_clear_suit", True, "5555c / 123c 678c 789c 22c", "3c loose", "E"),
    ("concealed_clear_suit", False, "/ 123c 345c 678c 789c 22c", "3c", "E"),
    ("concealed_clear_suit", False, "/ 123c 345c 678c 789c 22c", "2c", "E"),
    ("concealed_clear_suit", False, "123c / 345c 678c 789c 22c", "3c wall", "E"),
    ("concealed_clear_suit", False, "/ 123c 345c 678c 789c EEw", "3c wall", "E"),
    ("thirteen_wonders", True, "/ 119c 19d 19b ESWNw RGWd", "1c", "E"),
    ("thirteen_wonders", True, "/ 119c 19d 19b ESWNw RGWd", "Wd wall", "E"),
    ("thirteenth_win", True, RUNS, "3c wins=13", "E"),
    ("thirteenth_win", False, RUNS, "3c wins=12", "E"),
    ("thirteenth_win", False, RUNS, "3c wins=14", "E"),
    ("thirteenth_win", False, RUNS, "3c wins=13", "S"),
]


@pytest.mark.parametrize(("limit_hand", "holds", "text", "won", "seat"), LIMIT_HANDS)
def test_limit_hands(limit_hand: str, holds: bool, text: str, won: str, seat: Wind) -> None:
    result = millington(text, won, seat, limit=10**8)
    assert result.uncapped == result.points * 2**result.doubles < 10**8
    assert result.limit_hand == (limit_hand if holds else None)
    assert result.total == (10**8 if holds else result.uncapped)
