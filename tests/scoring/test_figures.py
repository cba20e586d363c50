"""The worked examples that Babcock prints, line by line.

Where a figure's drawing is lost, the tiles that its text leaves open (a pair, a run) are filled in without a
score.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Hand, Score, Tile, Win, score
from scoring.hand import Source, Wind


def played(text: str, tile: str = "", source: Source = "discard", seat: Wind = "E", **options: Any) -> Score:
    """The score of a hand written in one line, won with `tile` if one is given."""
    win = Win(Tile.parse(tile), source) if tile else None
    return score(Hand.parse(text, seat=seat, win=win), "babcock", **options)


def lines(result: Score) -> list[tuple[str, int]]:
    """What is printed before doubling."""
    return [(item.text, item.points) for item in result.items if not item.doubles]


FIG27 = "EEEw SSSw NNNw / 345d WWw"
FIG28 = "111c EEEw 9999b / 999d WWd"
FIG29 = "/ 1112345678999c 3c"
FIG30 = "2222b 3333d 1111c 8888c 99d /"
FIG31 = "345c / 555b 111d 888c 77b"
FIG32 = "/ 666c 444d 222b 999c 55b"
FIG33 = "/ 119c 19d 19b ESWNw RGWd"
FIG34 = "/ 2255c 33d 7799b EEw RRd"
FIG39 = "2f 4s / 345c 123c 678c 789c WWw"
FIG40 = "555d WWWd 222b 1234f 3s / 111c 55c"
FIG41 = "NNNw 4f 4s 1s / EEEw 125c 37d 24b"


@pytest.mark.parametrize("seat", ["E", "S", "N"])
def test_figure_27_four_winds(seat: Wind) -> None:
    result = played(FIG27, "Ew", seat=seat)
    assert lines(result) == [
        ("For winning the hand (Mah-Jongg)", 20),
        ("For three East Winds, exposed", 4),
        ("For three South Winds, exposed", 4),
        ("For three North Winds, exposed", 4),
    ]
    assert [item.rule for item in result.items if item.doubles] == ["own_wind", "one_suit_with_honours"]
    assert (result.points, result.doubles, result.uncapped, result.total) == (32, 2, 128, 128)
    agreed = played(FIG27, "Ew", seat=seat, four_winds=True)
    assert (agreed.uncapped, agreed.total, agreed.limit_hand) == (128, 300, "four_winds")


def test_figure_27_held_by_west_is_no_four_wind_hand() -> None:
    result = played(FIG27, "Ew", seat="W", four_winds=True)
    assert (result.points, result.doubles, result.total, result.limit_hand) == (34, 1, 68, None)


def test_four_sets_of_winds_are_a_four_wind_hand_too() -> None:
    result = played("EEEw SSSw NNNw / WWWw 55d", "Ew", seat="S", four_winds=True)
    assert (result.total, result.limit_hand) == (300, "four_winds")


@pytest.mark.parametrize("seat", ["S", "W", "N"])
def test_figure_28_ones_nines_and_honours(seat: Wind) -> None:
    result = played(FIG28, "1c", seat=seat)
    assert sorted(lines(result)) == sorted(
        [
            ("For winning the hand (Mah-Jongg)", 20),
            ("For three ones of characters, exposed", 4),
            ("For three East Winds, exposed", 4),
            ("For four nines of bamboo, exposed", 16),
            ("For three nines of dots, concealed", 8),
            ("For two White Dragons, concealed", 2),
            ("No runs, concealed or exposed", 10),
        ]
    )
    assert (result.points, result.doubles, result.total) == (64, 0, 64)
    agreed = played(FIG28, "1c", seat=seat, ones_nines_honours=True)
    assert (agreed.uncapped, agreed.total, agreed.limit_hand) == (64, 300, "ones_nines_honours")


def test_figure_29_nine_gates() -> None:
    result = played(FIG29, "3c")
    assert lines(result) == [
        ("For winning the hand (Mah-Jongg)", 20),
        ("For three nines of characters, concealed", 8),
    ]
    assert (result.points, result.doubles, result.total) == (28, 3, 224)
    assert played(FIG29, "3c", nine_gates=True).total == 300


def test_figure_30_four_kongs() -> None:
    result = played(FIG30, "9d")
    assert sorted(lines(result)) == sorted(
        [
            ("For winning the hand (Mah-Jongg)", 20),
            ("For four twos of bamboo, exposed", 8),
            ("For four threes of dots, exposed", 8),
            ("For four ones of characters, exposed", 16),
            ("For four eights of characters, exposed", 8),
            ("For filling in the only possible place to win", 2),
            ("No runs, concealed or exposed", 10),
        ]
    )
    assert (result.points, result.doubles, result.total) == (72, 0, 72)
    assert played(FIG30, "9d", four_kongs=True).total == 300


def test_figure_31_three_concealed() -> None:
    result = played(FIG31, "4c")
    assert sorted(lines(result)) == sorted(
        [
            ("For winning the hand (Mah-Jongg)", 20),
            ("For three fives of bamboo, concealed", 4),
            ("For three ones of dots, concealed", 8),
            ("For three eights of characters, concealed", 4),
            ("For filling in the only possible place to win", 2),
        ]
    )
    assert (result.points, result.doubles, result.total) == (38, 0, 38)
    assert played(FIG31, "4c", three_concealed=True).total == 76


def test_figure_31_drawn_doubles_too() -> None:
    result = played("/ 345c 555b 111d 888c 77b", "4c", "wall", three_concealed=True)
    assert (result.points, result.doubles, result.total) == (40, 1, 80)


@pytest.mark.parametrize("kong", ["[1111d]", "1111d"])
def test_figure_31_with_a_fourth_drawn_or_claimed_onto_a_concealed_set(kong: str) -> None:
    assert played(f"{kong} / 345c 555b 888c 77b", "4c", three_concealed=True).doubles == 1
    assert played("111+1d / 345c 555b 888c 77b", "4c", three_concealed=True).doubles == 0


def test_figure_32_four_concealed() -> None:
    result = played(FIG32, "9c", "wall")
    assert sorted(lines(result)) == sorted(
        [
            ("For winning the hand (Mah-Jongg)", 20),
            ("For three sixes of characters, concealed", 4),
            ("For three fours of dots, concealed", 4),
            ("For three twos of bamboo, concealed", 4),
            ("For three nines of characters, concealed", 8),
            ("Winning tile drawn", 2),
            ("No runs, concealed or exposed", 10),
        ]
    )
    assert (result.points, result.doubles, result.total) == (52, 0, 52)
    assert played(FIG32, "9c", "wall", four_concealed=True).total == 300


@pytest.mark.parametrize("tile", ["1c", "9b", "Nw", "Rd"])
@pytest.mark.parametrize("source", ["wall", "discard"])
def test_figure_33_thirteen_orphans(tile: str, source: Source) -> None:
    result = played(FIG33, tile, source, thirteen_orphans=True)
    assert (result.total, result.limit_hand) == (300, "thirteen_orphans")


def test_figure_33_incomplete_scores_nothing() -> None:
    assert played("/ 19c 19d 19b ESWNw RGWd", thirteen_orphans=True).total == 0


@pytest.mark.parametrize("source", ["wall", "discard"])
def test_figure_34_seven_twins(source: Source) -> None:
    result = played(FIG34, "3d", source, seven_twins=True)
    assert (result.total, result.limit_hand) == (150, "seven_twins")


@pytest.mark.parametrize(
    ("seat", "before_doubling", "doubles", "total"),
    [("S", 38, 2, 152), ("N", 38, 2, 152), ("E", 38, 1, 76), ("W", 30, 1, 60)],
)
def test_figure_39_with_seasons(seat: Wind, before_doubling: int, doubles: int, total: int) -> None:
    result = played(FIG39, "3c", seat=seat)
    consolation = (
        ("A pair of player's own Wind", 2) if seat == "W" else ("For no score other than Mah-Jongg", 10)
    )
    assert lines(result) == [
        ("For winning the hand (Mah-Jongg)", 20),
        consolation,
        ("Each Season scores 4 (× 2)", 8),
    ]
    assert (result.points, result.doubles, result.total) == (before_doubling, doubles, total)


def test_figure_40_with_five_seasons() -> None:
    result = played(FIG40, "1c", "wall", seat="W")
    assert lines(result) == [
        ("For winning the hand (Mah-Jongg)", 20),
        ("For three fives of dots, exposed", 2),
        ("For three White Dragons, exposed", 4),
        ("For three twos of bamboo, exposed", 2),
        ("For three ones of characters, concealed", 8),
        ("Each Season scores 4 (× 5)", 20),
        ("Winning tile drawn", 2),
        ("No runs, concealed or exposed", 10),
    ]
    steps = [(item.rule, item.doubles) for item in result.items if item.doubles]
    assert steps == [("dragons", 1), ("own_season", 1), ("season_series", 3)]
    assert (result.points, result.doubles, result.uncapped, result.total) == (68, 5, 2176, 300)


def test_figure_40_in_shanghai() -> None:
    result = played(FIG40, "1c", "wall", seat="W", seasons="shanghai")
    assert (result.points, result.doubles, result.uncapped) == (68, 4, 1088)


def test_figure_41_of_a_loser() -> None:
    result = played(FIG41, seat="N")
    assert lines(result) == [
        ("For three North Winds, exposed", 4),
        ("For three East Winds, concealed", 8),
        ("Each Season scores 4 (× 3)", 12),
    ]
    assert (result.points, result.doubles, result.total) == (24, 3, 192)


@pytest.mark.parametrize(
    ("source", "options", "points", "doubles", "total"),
    [
        ("wall", {}, 22, 0, 22),
        ("discard", {}, 30, 0, 30),
        ("wall", {"double_for_no_score_but_draw": True}, 22, 1, 44),
    ],
)
def test_no_score_other_than_the_draw(
    source: Source, options: dict[str, Any], points: int, doubles: int, total: int
) -> None:
    """The end of chapter VII: 22, 30 when claimed, 44 with the option."""
    result = played("/ 345c 123c 678d 789b 22b", "3c", source, **options)
    assert (result.points, result.doubles, result.total) == (points, doubles, total)
