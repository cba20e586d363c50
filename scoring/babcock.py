"""Babcock's Rules for Mah-Jongg (the "Red Book", 1920): the standard score sheet, with its optional scores.

Chapter V is the sheet, chapter VII the optional scores, chapter X the Seasons. What the book leaves open is
settled in the words of the settings. There is no prevailing wind.
"""

from __future__ import annotations

from typing import Final

from scoring.facts import DRAGONS, FLOWERS, SEASONS, WINDS, Facts
from scoring.grouping import MAJORS, NINE_GATES
from scoring.readings import Grouping
from scoring.sheet import LimitHand, Need, Rule, Setting, Sheet

SHEET_SOURCE: Final = "Babcock V"
OPTIONAL: Final = "Babcock VII"
WITH_SEASONS: Final = "Babcock X"
SECONDARY: Final = "secondary source"
"""For what the book itself does not say."""


def _loose_after_kong(f: Facts, _: Grouping) -> bool:
    return f.source == "loose" and f.win.loose_after == "kong"


def _last_tile_drawn(f: Facts, _: Grouping) -> bool:
    return f.drawn and f.win.last_tile


def _draw_scores(f: Facts, g: Grouping) -> bool:
    """The ten for a loose tile after a kong include the two for drawing, unless agreed otherwise."""
    return f.drawn and (not _loose_after_kong(f, g) or bool(f.agreed["loose_tile_adds_draw"]))


def _only_place(f: Facts, g: Grouping) -> bool:
    """Chapter III: a drawn tile mixed into the hand proves nothing."""
    return (f.win.kept_apart or not f.drawn) and f.only_place(g.before)


def _no_combination_scores(f: Facts, g: Grouping) -> bool:
    return not g.pungs and not g.pair & (DRAGONS | f.own_wind)


def _no_score(f: Facts, g: Grouping) -> bool:
    """Nothing but the twenty: neither drawn nor stolen, no combination, not the only place."""
    return f.source == "discard" and _no_combination_scores(f, g) and not f.only_place(g.before)


def _no_score_but_draw(f: Facts, g: Grouping) -> bool:
    """Nothing but the twenty and the two for drawing, and the tile that proves it was kept apart."""
    bonus = _loose_after_kong(f, g) or f.win.last_tile
    apart = f.drawn and f.win.kept_apart
    return apart and not bonus and _no_combination_scores(f, g) and not f.only_place(g.before)


def _purity_counts(f: Facts) -> bool:
    return f.won or bool(f.agreed["purity_for_losers"])


def _with_seasons(f: Facts) -> bool:
    return f.agreed["seasons"] != "none"


def _whole_series(f: Facts, _: Grouping) -> int:
    return _with_seasons(f) * sum([f.seasons & series == series for series in (FLOWERS, SEASONS)])


def _own_seasons(f: Facts, g: Grouping) -> int:
    """Own Seasons that double: those outside a whole series; in Shanghai both of them double once."""
    if not _with_seasons(f):
        return 0
    outside = f.own_seasons.bit_count() - _whole_series(f, g)
    return outside // 2 if f.agreed["seasons"] == "shanghai" else outside


RULES: Final = (
    Rule(
        "own_wind_pair",
        "A pair of player's own Wind",
        SHEET_SOURCE,
        lambda f, g: sum([pair.kinds == f.own_wind for pair in g.pairs]),
        points=2,
        losers=True,
    ),
    Rule(
        "no_score",
        "For no score other than Mah-Jongg",
        SHEET_SOURCE,
        _no_score,
        points=10,
        instead="double_for_no_score",
        instead_source=OPTIONAL,
    ),
    Rule(
        "seasons",
        "Each Season scores 4",
        WITH_SEASONS,
        lambda f, _: _with_seasons(f) * f.seasons.bit_count(),
        points=4,
        losers=True,
    ),
    Rule("drawn", "Winning tile drawn", SHEET_SOURCE, _draw_scores, points=2),
    Rule("only_place", "For filling in the only possible place to win", SHEET_SOURCE, _only_place, points=2),
    Rule(
        "no_runs",
        "No runs, concealed or exposed",
        SHEET_SOURCE,
        lambda _, g: not g.runs and not g.pattern,
        points=10,
        instead="double_for_no_runs",
        instead_source=OPTIONAL,
    ),
    Rule(
        "loose_tile",
        "Mah-Jongg on special draw of a loose tile after four of a kind",
        SHEET_SOURCE,
        _loose_after_kong,
        points=10,
        instead="double_for_loose_tile",
        instead_source=OPTIONAL,
    ),
    Rule(
        "stealing_fourth",
        "Stealing the fourth to win",
        SHEET_SOURCE,
        lambda f, _: f.source == "robbed",
        points=10,
        instead="double_for_stealing_fourth",
        instead_source=OPTIONAL,
    ),
    Rule(
        "last_tile",
        "Mah-Jongg on last tile drawn",
        SHEET_SOURCE,
        _last_tile_drawn,
        points=10,
        instead="double_for_last_tile",
        instead_source=OPTIONAL,
    ),
    Rule(
        "dragons",
        "Three or four of a Dragon",
        SHEET_SOURCE,
        lambda _, g: (g.pungs & DRAGONS).bit_count(),
        doubles=1,
        losers=True,
    ),
    Rule(
        "own_wind",
        "Three of player's own Wind",
        SHEET_SOURCE,
        lambda f, g: g.pungs & f.own_wind != 0,
        doubles=1,
        losers=True,
    ),
    Rule(
        "one_suit_with_honours",
        "Hand all one suit except for Honour tiles",
        SHEET_SOURCE,
        lambda f, _: f.suits == 1 and f.honours and _purity_counts(f),
        doubles=1,
        losers=True,
    ),
    Rule(
        "one_suit",
        "Hand entirely of one suit",
        SHEET_SOURCE,
        lambda f, _: f.suits == 1 and not f.honours and _purity_counts(f),
        doubles=3,
        losers=True,
    ),
    Rule(
        "all_honours",
        "Hand entirely of Honour tiles",
        SECONDARY,
        lambda f, _: f.suits == 0 and _purity_counts(f),
        doubles=3,
        losers=True,
    ),
    Rule("own_season", "Season of player's own number", WITH_SEASONS, _own_seasons, doubles=1, losers=True),
    Rule(
        "season_series",
        "All four Seasons of one colour",
        WITH_SEASONS,
        _whole_series,
        doubles=3,
        losers=True,
    ),
    Rule(
        "three_concealed",
        "Three concealed sets of three or four",
        OPTIONAL,
        lambda _, g: g.pungs_from_hand >= 3,
        doubles=1,
        optional=True,
    ),
    Rule(
        "double_for_no_score_but_draw",
        "No score other than for drawing the winning tile",
        OPTIONAL,
        _no_score_but_draw,
        doubles=1,
        optional=True,
    ),
)

LIMIT_HANDS: Final = (
    LimitHand(
        "four_winds",
        "The Four Winds",
        OPTIONAL,
        (
            Need("sets of three or four of three Winds", lambda _, g: (g.pungs & WINDS).bit_count() >= 3),
            Need("three or four of player's own Wind", lambda f, g: g.pungs & f.own_wind != 0),
            Need("at least a pair of the fourth Wind", lambda _, g: (g.pungs | g.pair) & WINDS == WINDS),
        ),
        optional=True,
    ),
    LimitHand(
        "ones_nines_honours",
        "Ones, nines and honours",
        OPTIONAL,
        (Need("no tiles but ones, nines and Honours", lambda f, _: f.only(MAJORS)),),
        optional=True,
    ),
    LimitHand(
        "nine_gates",
        "The Nine Gates",
        OPTIONAL,
        (
            Need(
                "1112345678999 of one suit, concealed, before the last tile",
                lambda _, g: g.before in NINE_GATES,
            ),
        ),
        optional=True,
    ),
    LimitHand(
        "four_kongs",
        "Four sets of four",
        OPTIONAL,
        (Need("four sets of four", lambda _, g: g.kongs == 4),),
        optional=True,
    ),
    LimitHand(
        "four_concealed",
        "Four concealed sets of three or four",
        OPTIONAL,
        (
            Need("four concealed sets of three or four", lambda _, g: g.pungs_from_hand == 4),
            Need(
                "a last tile drawn, as this table agreed",
                lambda f, _: f.drawn or not f.agreed["four_concealed_must_draw"],
            ),
        ),
        optional=True,
    ),
    LimitHand(
        "thirteen_orphans",
        "The Thirteen Orphans",
        OPTIONAL,
        (
            Need(
                "one of each Wind, Dragon, one and nine, and a pair to one of them",
                lambda _, g: g.pattern == "orphans",
            ),
        ),
        optional=True,
        pattern="orphans",
    ),
    LimitHand(
        "seven_twins",
        "The Seven Twins",
        OPTIONAL,
        (Need("seven pairs, all concealed", lambda _, g: g.pattern == "twins"),),
        optional=True,
        share=2,
        pattern="twins",
    ),
)

SETTINGS: Final = (
    Setting("limit", "The most that a hand is worth", 300, least=1),
    Setting(
        "purity_for_losers",
        "Losers also score the doubles for one suit and for all honours",
        default=True,
    ),
    Setting(
        "loose_tile_adds_draw",
        "A loose tile after a kong scores the 2 for drawing besides its 10",
        default=False,
    ),
    Setting("seasons", "What Seasons score", "babcock", choices=("babcock", "shanghai", "none")),
    Setting("four_concealed_must_draw", "Four concealed sets need their last tile drawn", default=False),
)

BABCOCK: Final = Sheet(
    id="babcock",
    title="Babcock's standard score sheet",
    source=SHEET_SOURCE,
    game=Rule("mahjongg", "For winning the hand (Mah-Jongg)", SHEET_SOURCE, lambda f, _: f.won, points=20),
    rules=RULES,
    limit_hands=LIMIT_HANDS,
    table_settings=SETTINGS,
)
