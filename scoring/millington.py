"""Millington's Chinese Classical sheet (The Complete Book of Mah-Jongg, 1977).

Points, doubles and limit hands are cumulative. A kong claimed onto a concealed pung scores as exposed and
counts as concealed for every double and limit hand; a kong made by adding to an exposed pung is exposed for
all purposes.
"""

from __future__ import annotations

from typing import Final

from scoring.facts import DRAGONS, FLOWERS, HONOURS, SEASONS, SUITS, WINDS, Facts
from scoring.grouping import MAJORS, NINE_GATES, bits
from scoring.hand import MOST_EAST_WINS
from scoring.readings import Grouping
from scoring.sheet import LimitHand, Need, Rule, Setting, Sheet

BASIC: Final = "Millington, basic points"
GOING_OUT: Final = "Millington, points for Mah-Jongg"
ANY_HAND: Final = "Millington, doubles for all hands"
WINNER: Final = "Millington, doubles for Mah-Jongg"
SPECIAL: Final = "Millington, special limit hands"

TERMINALS: Final = MAJORS & ~HONOURS
GREENS: Final = bits("23468b Gd")


def _fished_eyes(g: Grouping) -> bool:
    """The winning tile completed the pair."""
    return g.completed is not None and g.completed.kind == "pair"


def _worthless_pair(f: Facts, g: Grouping) -> bool:
    return not g.pair & (DRAGONS | f.own_wind | f.prevailing_wind)


def _dragon_sets(g: Grouping) -> int:
    return (g.pungs & DRAGONS).bit_count()


def _wind_sets(g: Grouping) -> int:
    return (g.pungs & WINDS).bit_count()


def _clear_suit(f: Facts) -> bool:
    return f.suits == 1 and not f.honours


def _entirely_concealed(f: Facts, g: Grouping) -> bool:
    """Nothing was claimed, the last tile included."""
    return f.drawn and not g.claimed


def _after_kong(f: Facts) -> bool:
    """A loose tile that followed a kong, if need be by way of a bonus tile, which disqualifies nothing."""
    return f.source == "loose" and (f.win.loose_after == "kong" or f.win.kongs_in_a_row > 0)


def _won_with(f: Facts, code: str) -> bool:
    return f.win.tile.code == code


RULES: Final = (
    Rule(
        "own_wind_pair",
        "Pair of player's own Wind",
        BASIC,
        lambda f, g: g.pair & f.own_wind != 0,
        points=2,
        losers=True,
    ),
    Rule(
        "prevailing_wind_pair",
        "Pair of Prevailing Wind",
        BASIC,
        lambda f, g: g.pair & f.prevailing_wind != 0,
        points=2,
        losers=True,
    ),
    Rule(
        "bonus_tiles",
        "Each flower or season",
        BASIC,
        lambda f, _: f.seasons.bit_count(),
        losers=True,
        points_setting="bonus_tile_points",
    ),
    Rule("drawn", "Final tile drawn from the wall", GOING_OUT, lambda f, _: f.drawn, points=2),
    Rule(
        "only_place",
        "Filling the only place",
        GOING_OUT,
        lambda f, g: f.only_place(g.before, f.win.visible),
        points=2,
    ),
    Rule(
        "minor_eyes",
        "Fishing the Eyes: completing a pair of minor tiles",
        GOING_OUT,
        lambda f, g: _fished_eyes(g) and f.win.tile.is_minor,
        points=2,
    ),
    Rule(
        "major_eyes",
        "Fishing the Eyes: completing a pair of major tiles",
        GOING_OUT,
        lambda f, g: _fished_eyes(g) and f.win.tile.is_major,
        points=4,
    ),
    Rule(
        "own_bonus_tiles",
        "Own flower and own season",
        ANY_HAND,
        lambda f, _: f.own_seasons.bit_count() == 2,
        doubles=1,
        losers=True,
    ),
    Rule(
        "all_flowers",
        "All four flowers",
        ANY_HAND,
        lambda f, _: f.seasons & FLOWERS == FLOWERS,
        doubles=1,
        losers=True,
    ),
    Rule(
        "all_seasons",
        "All four seasons",
        ANY_HAND,
        lambda f, _: f.seasons & SEASONS == SEASONS,
        doubles=1,
        losers=True,
    ),
    Rule("dragons", "Set of Dragons", ANY_HAND, lambda _, g: _dragon_sets(g), doubles=1, losers=True),
    Rule(
        "own_wind",
        "Set of player's own Wind",
        ANY_HAND,
        lambda f, g: g.pungs & f.own_wind != 0,
        doubles=1,
        losers=True,
    ),
    Rule(
        "prevailing_wind",
        "Set of Prevailing Wind",
        ANY_HAND,
        lambda f, g: g.pungs & f.prevailing_wind != 0,
        doubles=1,
        losers=True,
    ),
    Rule(
        "little_three_dragons",
        "Little Three Dragons",
        ANY_HAND,
        lambda _, g: _dragon_sets(g) == 2 and g.pair & DRAGONS != 0,
        doubles=1,
        losers=True,
    ),
    Rule(
        "big_three_dragons",
        "Big Three Dragons",
        ANY_HAND,
        lambda _, g: _dragon_sets(g) == 3,
        doubles=2,
        losers=True,
    ),
    Rule(
        "little_four_joys",
        "Little Four Joys",
        ANY_HAND,
        lambda _, g: _wind_sets(g) == 3 and g.pair & WINDS != 0,
        doubles=1,
        losers=True,
    ),
    Rule(
        "big_four_joys",
        "Big Four Joys",
        ANY_HAND,
        lambda _, g: _wind_sets(g) == 4,
        doubles=2,
        losers=True,
    ),
    Rule(
        "three_concealed",
        "Three concealed pungs",
        ANY_HAND,
        lambda _, g: g.pungs_from_hand >= 3,
        doubles=1,
        losers=True,
    ),
    Rule(
        "no_score",
        "No-Score: four runs and a worthless pair",
        WINNER,
        lambda f, g: g.runs == 4 and _worthless_pair(f, g),
        doubles=1,
    ),
    Rule(
        "no_runs",
        "Birds Singing in Harmony: no runs",
        WINNER,
        lambda _, g: not g.runs and not g.pattern,
        doubles=1,
    ),
    Rule("concealed_hand", "Entirely concealed hand", WINNER, _entirely_concealed, doubles=1),
    Rule(
        "one_suit_with_honours",
        "One Suit: one suit and honour tiles",
        WINNER,
        lambda f, _: f.suits == 1 and f.honours,
        doubles=1,
    ),
    Rule("clear_suit", "Clear Suit: one suit, no honours", WINNER, lambda f, _: _clear_suit(f), doubles=3),
    Rule("all_majors", "All major tiles", WINNER, lambda f, _: f.only(MAJORS), doubles=1),
    Rule("all_honours", "All honour tiles", WINNER, lambda f, _: f.only(HONOURS), doubles=2),
    Rule(
        "loose_tile",
        "Opening a Flower on the Top of a Mountain: a loose tile",
        WINNER,
        lambda f, _: f.source == "loose",
        doubles=1,
    ),
    Rule(
        "last_tile_drawn",
        "Winning From the Bottom of the Sea: the last tile drawn",
        WINNER,
        lambda f, _: f.drawn and f.win.last_tile,
        doubles=1,
    ),
    Rule(
        "last_discard",
        "Catching the Fish From the Bottom of the River: the last discard",
        WINNER,
        lambda f, _: f.source == "discard" and f.win.last_tile,
        doubles=1,
    ),
    Rule("robbing", "Robbing a kong", WINNER, lambda f, _: f.source == "robbed", doubles=1),
    Rule("original_call", "Completing an Original Call", WINNER, lambda f, _: f.win.original_call, doubles=1),
)

LIMIT_HANDS: Final = (
    LimitHand(
        "heavens_blessing",
        "Heaven's Blessing",
        SPECIAL,
        (
            Need("East's seat", lambda f, _: f.hand.seat == "E"),
            Need("to be complete as dealt", lambda f, _: f.win.dealt),
        ),
    ),
    LimitHand(
        "earths_blessing",
        "Earth's Blessing",
        SPECIAL,
        (
            Need("a seat other than East's", lambda f, _: f.hand.seat != "E"),
            Need("East's first discard", lambda f, _: f.source == "discard" and f.win.first_discard),
        ),
    ),
    LimitHand(
        "plum_blossom",
        "Gathering Plum Blossom from the Roof",
        SPECIAL,
        (
            Need("the five of dots as its last tile", lambda f, _: _won_with(f, "5d")),
            Need("a loose tile after a kong", lambda f, _: _after_kong(f)),
        ),
    ),
    LimitHand(
        "moon",
        "Catching the Moon from the Bottom of the Sea",
        SPECIAL,
        (
            Need("the one of dots as its last tile", lambda f, _: _won_with(f, "1d")),
            Need("the last tile of the wall", lambda f, _: f.source == "wall" and f.win.last_tile),
        ),
    ),
    LimitHand(
        "carrying_pole",
        "Scratching a Carrying Pole",
        SPECIAL,
        (
            Need("the two of bamboo as its last tile", lambda f, _: _won_with(f, "2b")),
            Need("to rob a kong", lambda f, _: f.source == "robbed"),
        ),
    ),
    LimitHand(
        "kong_upon_kong",
        "Kong upon Kong",
        SPECIAL,
        (
            Need("two kongs made one upon the other", lambda f, _: f.win.kongs_in_a_row >= 2),
            Need("a loose tile to complete it", lambda f, _: f.source == "loose"),
        ),
    ),
    LimitHand(
        "fourfold_plenty",
        "Fourfold Plenty",
        SPECIAL,
        (Need("four kongs", lambda _, g: g.kongs == 4),),
    ),
    LimitHand(
        "buried_treasure",
        "Buried Treasure",
        SPECIAL,
        (
            Need("four concealed pungs or kongs", lambda _, g: g.pungs_from_hand == 4),
            Need("a last tile drawn", lambda f, _: f.drawn),
        ),
    ),
    LimitHand(
        "three_great_scholars",
        "The Three Great Scholars",
        SPECIAL,
        (
            Need("a set of each Dragon", lambda _, g: _dragon_sets(g) == 3),
            Need("another pung or kong", lambda _, g: not g.runs),
        ),
    ),
    LimitHand(
        "four_blessings",
        "Four Blessings Hovering o'er the Door",
        SPECIAL,
        (Need("a set of each Wind", lambda _, g: _wind_sets(g) == 4),),
    ),
    LimitHand(
        "all_symbols",
        "All Symbols",
        SPECIAL,
        (Need("no tiles but honours", lambda f, _: f.only(HONOURS)),),
    ),
    LimitHand(
        "heads_and_tails",
        "Heads and Tails",
        SPECIAL,
        (Need("no tiles but ones and nines", lambda f, _: f.only(TERMINALS)),),
    ),
    LimitHand(
        "imperial_jade",
        "The Imperial Jade",
        SPECIAL,
        (Need("no tiles but 2, 3, 4, 6, 8 of bamboo and Green Dragons", lambda f, _: f.only(GREENS)),),
    ),
    LimitHand(
        "nine_lamps",
        "Nine Sacred Lamps of Lotus",
        SPECIAL,
        (
            Need(
                "1112345678999 of one suit, concealed, before the last tile",
                lambda _, g: g.before in NINE_GATES,
            ),
        ),
    ),
    LimitHand(
        "wriggling_snake",
        "The Wriggling Snake",
        SPECIAL,
        (
            Need("all nine numbers of one suit and nothing else", lambda f, _: f.kinds in SUITS),
            Need("sets of its ones and nines", lambda _, g: (g.pungs & TERMINALS).bit_count() == 2),
        ),
    ),
    LimitHand(
        "concealed_clear_suit",
        "Concealed Clear Suit",
        SPECIAL,
        (
            Need("one suit and no honours", lambda f, _: _clear_suit(f)),
            Need("to be entirely concealed, the last tile included", _entirely_concealed),
        ),
    ),
    LimitHand(
        "thirteen_wonders",
        "The Thirteen Unique Wonders",
        SPECIAL,
        (Need("one of each major tile and a pair to one of them", lambda _, g: g.pattern == "orphans"),),
        pattern="orphans",
    ),
    LimitHand(
        "thirteenth_win",
        "East's Thirteenth Consecutive Mah-Jongg",
        SPECIAL,
        (
            Need("East's seat", lambda f, _: f.hand.seat == "E"),
            Need(
                "to be the thirteenth won in a row",
                lambda f, _: f.win.east_wins_in_a_row == MOST_EAST_WINS,
            ),
        ),
    ),
)

SETTINGS: Final = (
    Setting("limit", "The most that a hand is worth", 1000, least=1),
    Setting("bonus_tile_points", "Points for each flower or season", 0),
)

MILLINGTON: Final = Sheet(
    id="millington",
    title="Millington's Chinese Classical sheet",
    source=BASIC,
    game=Rule("mahjongg", "For completing the hand (Mah-Jongg)", GOING_OUT, lambda f, _: f.won, points=10),
    rules=RULES,
    limit_hands=LIMIT_HANDS,
    table_settings=SETTINGS,
    looks_around=True,
)
