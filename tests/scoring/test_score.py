"""The best reading: against a plain enumeration, explained, and whatever the order of the tiles."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    TILES,
    Hand,
    IncompleteHand,
    Meld,
    OptionError,
    Score,
    Tile,
    Win,
    agree,
    explain,
    score,
    sheet_lines,
)
from tests.scoring import plain
from tests.scoring.hands import random_loss, random_win
from tests.scoring.notes import babcock, counted, millington, win

SEEDS = st.integers(0, 2**32)
BOOKS = ("babcock", "millington")
EVERYTHING: dict[str, Any] = {
    line.id: True for line in sheet_lines("babcock") if line.section == "settings" and line.worth == "false"
}


def hands(seed: int) -> tuple[Hand, Hand]:
    """A winner and a loser."""
    rng = Random(seed)
    return random_win(rng), random_loss(rng)


@given(SEEDS)
def test_no_reading_is_worth_more_than_the_best_by_babcock(seed: int) -> None:
    for hand in hands(seed):
        best = max(plain.babcock(hand, reading) for reading in plain.readings(hand))
        assert score(hand, limit=10**9).total == best


@given(SEEDS)
def test_no_reading_is_worth_more_than_the_best_by_millington(seed: int) -> None:
    for hand in hands(seed):
        best = max(plain.millington(hand, reading) for reading in plain.readings(hand))
        result = score(hand, "millington", limit=10**9)
        assert result.total == best or result.limit_hand


@given(SEEDS, st.sampled_from(BOOKS))
def test_what_holds_of_every_score(seed: int, rules: str) -> None:
    for hand in hands(seed):
        result = score(hand, rules)
        assert result.uncapped == result.points * 2**result.doubles
        assert result.points == sum(item.points for item in result.items)
        assert result.doubles == sum(item.doubles for item in result.items)
        assert all((item.points > 0) != (item.doubles > 0) for item in result.items)
        assert not any(before.doubles and after.points for before, after in pairwise(result.items))
        assert [0, *(so_far for _, so_far in result.adding_up())][-1] == result.uncapped
        assert result.total == (result.limit if result.limit_hand else min(result.uncapped, result.limit))
        assert not result.dead
        assert all(problem.remark for problem in result.problems)


@given(SEEDS, st.sampled_from(BOOKS))
def test_what_a_claimed_tile_completed_can_be_laid_out(seed: int, rules: str) -> None:
    """The reading is itself a hand, and worth no less."""
    for hand in hands(seed):
        result = score(hand, rules)
        again = Hand.parse(result.reading, hand.seat, hand.prevailing, hand.win)
        assert score(again, rules).total >= result.total
        assert sorted(again.tiles) == sorted(hand.tiles)


@given(SEEDS, st.sampled_from(BOOKS))
def test_the_order_of_the_tiles_makes_no_difference(seed: int, rules: str) -> None:
    rng = Random(seed)
    for hand in hands(seed):
        exposed = [Meld(tuple(rng.sample(each.tiles, len(each.tiles))), each.how) for each in hand.exposed]
        rng.shuffle(exposed)
        shuffled = Hand(
            tuple(exposed),
            tuple(rng.sample(hand.concealed, len(hand.concealed))),
            tuple(rng.sample(hand.seasons, len(hand.seasons))),
            hand.seat,
            hand.prevailing,
            hand.win,
        )
        one, other = score(hand, rules), score(shuffled, rules)
        assert counted(one) == counted(other)
        assert (one.total, one.limit_hand) == (other.total, other.limit_hand)


TILE_BOUND = {"plum_blossom", "moon", "carrying_pole", "imperial_jade"}


@given(SEEDS, st.sampled_from(list(permutations(range(3)))))
def test_relabelling_the_suits_changes_nothing_but_hands_bound_to_tiles(
    seed: int, order: tuple[int, ...]
) -> None:
    def other(tile: Tile) -> Tile:
        return TILES[order[tile.index // 9] * 9 + tile.index % 9] if tile.is_suit else tile

    for hand in hands(seed):
        relabelled = Hand(
            tuple(Meld(tuple(map(other, each.tiles)), each.how) for each in hand.exposed),
            tuple(map(other, hand.concealed)),
            hand.seasons,
            hand.seat,
            hand.prevailing,
            hand.win and Win(other(hand.win.tile), hand.win.source, hand.win.loose_after),
        )
        plain = Hand(
            hand.exposed,
            hand.concealed,
            hand.seasons,
            hand.seat,
            hand.prevailing,
            hand.win and Win(hand.win.tile, hand.win.source, hand.win.loose_after),
        )
        assert counted(score(plain, **EVERYTHING)) == counted(score(relabelled, **EVERYTHING))
        one, two = score(plain, "millington"), score(relabelled, "millington")
        assert counted(one) == counted(two)
        assert one.limit_hand == two.limit_hand or TILE_BOUND & {one.limit_hand, two.limit_hand}


@given(SEEDS, st.sampled_from(BOOKS))
def test_a_kong_from_the_hand_is_worth_no_less_than_a_claimed_or_an_added_one(seed: int, rules: str) -> None:
    for hand in hands(seed):
        for place, meld in enumerate(hand.exposed):
            if meld.kind == "kong":
                worth = []
                for how in ("added", "claimed", "declared"):
                    kong = Meld(meld.tiles, how)
                    exposed = (*hand.exposed[:place], kong, *hand.exposed[place + 1 :])
                    worth.append(
                        score(
                            Hand(exposed, hand.concealed, hand.seasons, hand.seat, hand.prevailing, hand.win),
                            rules,
                            limit=10**9,
                        ).total
                    )
                assert worth == sorted(worth)


@given(SEEDS)
def test_options_only_add(seed: int) -> None:
    """But for those that make other hands complete: they can take the only place away."""
    options = {**EVERYTHING, "seven_twins": False, "thirteen_orphans": False}
    for hand in hands(seed):
        assert score(hand, limit=10**9, **options).total >= score(hand, limit=10**9).total


def test_the_better_of_two_groupings() -> None:
    explanation = explain(Hand.parse("/ 111222333c 678d 55d", win=win("6d")))
    assert explanation.score.reading == "678d / 111c 222c 333c 55d"
    assert explanation.score.points == 20 + 8 + 4 + 4
    assert explanation.other is not None
    assert explanation.other.reading == "678d / 123c 123c 123c 55d"
    assert explanation.other.points == 20 + 10
    assert explanation.other.total < explanation.score.total


def test_of_readings_that_tie_one_that_is_a_limit_hand_is_told() -> None:
    text = "999c 1234f 123s / 11123456789c"
    result = millington(text, "9c last", seat="W", limit=500)
    assert (result.total, result.limit_hand, result.uncapped) == (500, "nine_lamps", 896)
    assert millington(text, "9c last", seat="W", limit=2000).limit_hand == "nine_lamps"


def test_three_runs_can_be_better_than_three_pungs() -> None:
    """Where nothing else scores, the ten of consolation are worth more than the pungs' points."""
    result = millington("/ 222333444c 678d 55d", "6d")
    assert result.reading == "678d / 222c 333c 444c 55d"
    assert explain(Hand.parse("/ 345c 123c 678d 789b 22b", win=win("3c"))).other is not None


def test_a_hand_with_one_grouping_has_no_other() -> None:
    """Though a drawn tile can have completed more than one of its sets."""
    assert explain(Hand.parse("/ 123c 678c 678d 789b 22b", win=win("3c wall"))).other is None
    assert explain(Hand.parse("/ 123c 345c 678d 789b 22b", win=win("3c wall"))).other is None
    assert explain(Hand.parse("/ 123c 678c 678d 789b 2b")).other is None
    assert explain(Hand.parse("/ 123c")).other is None


@pytest.mark.parametrize(
    ("text", "won", "reading"),
    [
        ("EEEw SSSw NNNw / 345d WWw", "Ew", "EEEw SSSw NNNw / 345d WWw"),
        ("2f / 345c 123c 678d 789b 22b", "8d", "678d 2f / 123c 345c 789b 22b"),
        ("[1111c] / 345c 678d 789b 22b", "2b", "[1111c] 22b / 345c 678d 789b"),
        ("/ 123c 678c 678d 789b 22b", "3c wall", "/ 123c 678c 678d 789b 22b"),
        ("EEEw 1s / 222c 4444d 5d RRd", "", "EEEw 1s / 222c 444d RRd 45d"),
        ("123c 9999b 1111d 222+2b / 1c", "", "123c 9999b 1111d 222+2b / 1c"),
    ],
)
def test_readings(text: str, won: str, reading: str) -> None:
    assert babcock(text, won).reading == reading


def test_readings_of_hands_that_are_no_sets() -> None:
    orphans, twins = "/ 119c 19d 19b ESWNw RGWd", "/ 2255c 33d 7799b EEw RRd"
    assert babcock(orphans, "Rd", thirteen_orphans=True).reading == "/ 11c 9c 19d 19b ESWNw RGWd"
    assert babcock(orphans, "1c", thirteen_orphans=True).reading == "11c / 9c 19d 19b ESWNw RGWd"
    assert babcock(orphans, "1c wall", thirteen_orphans=True).reading == "/ 11c 9c 19d 19b ESWNw RGWd"
    assert babcock(twins, "3d wall", seven_twins=True).reading == "/ 22c 55c 33d 77b 99b EEw RRd"
    assert babcock(twins, "3d", seven_twins=True).reading == "33d / 22c 55c 77b 99b EEw RRd"


@pytest.mark.parametrize(
    ("rules", "options", "code"),
    [
        ("riichi", {}, "unknown-rules"),
        (None, {}, "unknown-rules"),
        (["babcock"], {}, "unknown-rules"),
        ("babcock", {"bonus_tile_points": 4}, "unknown-option"),
        ("millington", {"seven_twins": True}, "unknown-option"),
        ("babcock", {"": None}, "unknown-option"),
        ("babcock", {"limit": True}, "bad-option"),
        ("babcock", {"limit": 0}, "bad-option"),
        ("babcock", {"limit": 300.0}, "bad-option"),
        ("babcock", {"limit": "300"}, "bad-option"),
        ("babcock", {"limit": 10**5000}, "bad-option"),
        ("babcock", {"limit": None}, "bad-option"),
        ("babcock", {"four_winds": 1}, "bad-option"),
        ("babcock", {"four_winds": "yes"}, "bad-option"),
        ("babcock", {"seasons": "peking"}, "bad-option"),
        ("babcock", {"seasons": ["none"]}, "bad-option"),
        ("babcock", {"limit": 300, "seasons": ["none"]}, "bad-option"),
        ("babcock", {"seasons": True}, "bad-option"),
        ("millington", {"bonus_tile_points": -1}, "bad-option"),
        ("millington", {"limit": 0}, "bad-option"),
    ],
)
def test_agreements_that_cannot_be(rules: Any, options: dict[str, Any], code: str) -> None:
    with pytest.raises(OptionError) as refused:
        score(Hand(), rules, **options)
    assert refused.value.code == code


def test_an_agreement_is_remembered_by_the_type_of_its_values() -> None:
    assert agree("babcock", {"limit": 1}).limit == 1
    with pytest.raises(OptionError, match="limit is a whole number from 1 to 1000000000, not true"):
        agree("babcock", {"limit": True})
    assert agree("babcock", {"limit": 1}) is agree("babcock", {"limit": 1})
    assert agree("millington", {"limit": 1, "bonus_tile_points": 0}).limit == 1
    assert agree().limit == 300
    assert agree("millington").limit == 1000


def claimed(text: str, won: str, claim: str, rules: str = "babcock", seat: Any = "E", **options: Any) -> str:
    """What is said of a claimed limit hand."""
    hand = Hand.parse(text, seat, win=win(won))
    try:
        result: Score | None = score(hand, rules, claim=claim, **options)
    except IncompleteHand as error:
        return error.message
    assert result is not None
    return " ".join(problem.message for problem in result.problems)


@pytest.mark.parametrize(
    ("text", "won", "claim", "seat", "options", "said"),
    [
        ("EEEw SSSw NNNw / 345d WWw", "Ew", "four_winds", "E", {"four_winds": True}, ""),
        (
            "EEEw SSSw NNNw / 345d WWw",
            "Ew",
            "four_winds",
            "W",
            {"four_winds": True},
            "The Four Winds was claimed, but it needs three or four of player's own Wind.",
        ),
        (
            "EEEw SSSw NNNw / 345d WWw",
            "Ew",
            "four_winds",
            "E",
            {},
            "The Four Winds was claimed, but this table plays without it.",
        ),
        (
            "EEEw SSSw NNNw / 345d WWw",
            "Ew",
            "four_winds",
            "W",
            {},
            "The Four Winds was claimed, but this table plays without it;"
            " it needs three or four of player's own Wind.",
        ),
        (
            "EEEw SSSw / 345d WWw NNw",
            "",
            "four_winds",
            "E",
            {"four_winds": True},
            "The Four Winds was claimed, but the hand has not won.",
        ),
        (
            "/ 666c 444d 222b 999c 55b",
            "9c",
            "four_concealed",
            "E",
            {"four_concealed": True},
            "Four concealed sets of three or four was claimed,"
            " but it needs four concealed sets of three or four.",
        ),
        (
            "/ 1129c 19d 19b ESWNw RGd",
            "1c",
            "thirteen_orphans",
            "E",
            {"thirteen_orphans": True},
            "The hand is no four sets and a pair: 1129c 19d 19b ESWNw RGd cannot be read as sets and a pair."
            " The Thirteen Orphans was claimed, but it needs one of each Wind, Dragon, one and nine,"
            " and a pair to one of them; missing: Wd.",
        ),
        (
            "/ 2255c 33d 7799b EEw RGd",
            "2c",
            "seven_twins",
            "E",
            {"seven_twins": True},
            "The hand is no four sets and a pair: 2255c 7799b EEw RGd cannot be read as sets."
            " The Seven Twins was claimed, but it needs seven pairs, all concealed; without a twin: RGd.",
        ),
        (
            "/ 159c 19d 19b ESWNw RGWd",
            "1c",
            "thirteen_orphans",
            "E",
            {"thirteen_orphans": True},
            "The hand is no four sets and a pair: 159c 19d 19b ESWNw RGWd cannot be read as sets and a pair."
            " The Thirteen Orphans was claimed, but it needs one of each Wind, Dragon, one and nine,"
            " and a pair to one of them; not of it: 5c.",
        ),
        (
            "/ 119c 19d 19b ESWNw RGWd",
            "1c",
            "thirteen_orphans",
            "E",
            {},
            "The hand is no four sets and a pair: 119c 19d 19b ESWNw RGWd cannot be read as sets and a pair."
            " The Thirteen Orphans was claimed, but this table plays without it.",
        ),
        (
            "/ 1129c 19d 19b ESWNw RGd",
            "1c",
            "thirteen_orphans",
            "E",
            {},
            "The hand is no four sets and a pair: 1129c 19d 19b ESWNw RGd cannot be read as sets and a pair."
            " The Thirteen Orphans was claimed, but this table plays without it; it needs one of each Wind,"
            " Dragon, one and nine, and a pair to one of them; missing: Wd.",
        ),
        (
            "[2222c] [3333c] / 4444c 55d EEw",
            "Ew",
            "seven_twins",
            "E",
            {"seven_twins": True},
            "The hand is no four sets and a pair: 4444c cannot be read as sets."
            " The Seven Twins was claimed, but it needs seven pairs, all concealed;"
            " on the table: [2222c] [3333c].",
        ),
    ],
)
def test_a_claimed_limit_hand_that_fails_says_what_is_missing(
    text: str, won: str, claim: str, seat: str, options: dict[str, Any], said: str
) -> None:
    assert claimed(text, won, claim, seat=seat, **options) == said


def test_a_claim_is_judged_by_the_reading_that_comes_nearest() -> None:
    said = claimed("/ 111222333c 678d 55d", "6d", "buried_treasure", "millington")
    assert (
        said
        == "Buried Treasure was claimed, but it needs four concealed pungs or kongs, and a last tile drawn."
    )
    said = claimed("/ 111222333c 666d 55d", "6d wall", "buried_treasure", "millington")
    assert said == ""


@pytest.mark.parametrize(
    ("text", "won"),
    [
        pytest.param("/ 111222333c 678d 55d", "6d", id="won"),
        pytest.param("/ 111222333c 678d 55d", "", id="dead"),
        pytest.param("/ 55555d", "5d", id="impossible"),
    ],
)
def test_only_limit_hands_of_the_sheet_can_be_claimed(text: str, won: str) -> None:
    with pytest.raises(OptionError) as refused:
        claimed(text, won, "buried_treasure")
    assert refused.value.code == "unknown-option"
