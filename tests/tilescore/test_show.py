"""Hands and sheets as text: the printed figures line by line, within the width, colour or none."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from scoring.hand import Hand, Win
from scoring.score import agree, score, sheet_lines
from scoring.tiles import FACE_DOWN, TILES, Tile
from tests.tilescore.readings import reading_of
from tilescore.draft import Draft
from tilescore.show import (
    DOUBTFUL,
    draft_text,
    hand_text,
    reading_text,
    rules_text,
    settlement_text,
    sheet_text,
    tile_sign,
    tile_style,
    win_words,
)

FIG_27 = "EEEw SSSw NNNw / 345d WWw"


def sheet(hand: str, win: str | None = None, **options: object) -> list[str]:
    """The lines of a hand's sheet, their columns one space apart."""
    won = Win(Tile.parse(win)) if win else None
    text = sheet_text(score(Hand.parse(hand, win=won), "babcock", claim=None, **options)).plain
    return [" ".join(line.split()) for line in text.splitlines()]


def test_figure_27_line_by_line() -> None:
    assert sheet(FIG_27, "Ew") == [
        "For winning the hand (Mah-Jongg) 20 Babcock V",
        "For three East Winds, exposed 4 Babcock V",
        "For three South Winds, exposed 4 Babcock V",
        "For three North Winds, exposed 4 Babcock V",
        "32 points",
        "Three of player's own Wind ×2 = 64 Babcock V",
        "Hand all one suit except for Honour tiles ×2 = 128 Babcock V",
        "Total 128 points",
    ]


def test_a_triple_double_is_three_steps() -> None:
    (line,) = (line for line in sheet("/ 11123456789999c", "3c") if "×2×2×2" in line)
    assert line.endswith("×2×2×2 = 224 Babcock V")


@pytest.mark.parametrize(
    ("hand", "win", "options", "total"),
    [
        (FIG_27, "Ew", {"limit": 100}, "Total: the limit (uncapped: 128) 100 points"),
        (
            "EEEw SSSw NNNw / 345d WWw",
            "Ew",
            {"four_winds": True},
            "Total: The Four Winds (uncapped: 128) 300 points",
        ),
        ("EEEw / 345d WWw", None, {}, "A dead hand scores nothing 0 points"),
    ],
    ids=["capped", "limit hand", "dead"],
)
def test_the_total_says_what_made_it(
    hand: str, win: str | None, options: dict[str, object], total: str
) -> None:
    assert total in sheet(hand, win, **options)


def test_a_dead_hand_says_why() -> None:
    assert "The hand holds 8 tiles" in sheet("EEEw / 345d WWw")[-1]


def test_house_names_stand_in_the_sheet() -> None:
    result = score(Hand.parse("EEEw / 123d 456d 789d 2c"))
    assert "The wind we sit in" in sheet_text(result, {"own_wind": "The wind we sit in"}).plain


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", ["和了", "對對和" * 30, "Nu\N{COMBINING DIAERESIS}r"])
def test_house_names_in_any_script_leave_figures_in_their_column(name: str, width: int) -> None:
    result = score(Hand.parse("EEEw / 123d 456d 789d 2c"))
    plain, named = (sheet_text(result, names, width).plain.splitlines() for names in ({}, {"own_wind": name}))
    assert [cell_len(line) for line in named if "×2" in line] == [len(line) for line in plain if "×2" in line]
    assert max(map(cell_len, named)) <= width


@pytest.mark.parametrize("rules", ["babcock", "millington"])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_sheets_keep_to_the_width(rules: str, width: int) -> None:
    agreed = agree(rules).agreed
    text = rules_text(sheet_lines(rules), agreed, {}, width).plain
    assert max(map(len, text.splitlines())) <= width
    assert {line.id for line in sheet_lines(rules) if line.section == "settings"} <= set(text.split())


def test_what_a_plus_before_a_rule_means_is_said_once_above_the_settings() -> None:
    lines = rules_text(sheet_lines("babcock"), agree("babcock").agreed, {}).plain.splitlines()
    (said,) = (number for number, line in enumerate(lines) if "counts only where its setting" in line)
    assert lines[said : said + 3] == ["+ counts only where its setting, below, is on.", "", "Settings"]
    assert any(line.startswith("+ ") for line in lines[:said])
    plain = [line for line in sheet_lines("babcock") if not line.optional]
    assert "counts only" not in rules_text(plain, agree("babcock").agreed, {}).plain


@pytest.mark.parametrize("rules", ["babcock", "millington"])
@pytest.mark.parametrize("width", [1, 40, 60, 80])
def test_no_figure_of_a_hands_sheet_is_divided(rules: str, width: int) -> None:
    """In a terminal too narrow for sources beside the figures they stand below."""
    hand = Hand.parse("[EEEEw] [SSSSw] [NNNNw] [WWWWw] / RRd", win=Win(Tile.parse("Rd"), "wall"))
    result = score(hand, rules)
    lines = sheet_text(result, width=width).plain.splitlines()
    assert max(map(len, lines)) <= max(width, 40)
    figures = [f"{'×2' * item.doubles} = {so_far}" for item, so_far in result.adding_up() if item.doubles]
    assert all(any(figure in line for line in lines) for figure in figures)


def test_a_sheet_too_narrow_for_sources_beside_words_has_them_below() -> None:
    """And the unit, which is no source, for words where a line has none."""
    lines = sheet_text(score(Hand.parse("EEEw / 123d 456d 789d 2c")), width=32).plain.splitlines()
    assert lines == [
        "For three East Winds,",
        "exposed                        4",
        "  Babcock V",
        "Points                         4",
        "Three of player's own",
        "Wind                      ×2 = 8",
        "  Babcock V",
        "Total                          8",
    ]


def test_every_tile_has_a_colour_and_a_glyph() -> None:
    faces = (*TILES, FACE_DOWN)
    assert len({tile_sign(tile, glyphs=True) for tile in faces}) == len(faces)
    assert all(tile_style(tile) for tile in faces)
    assert tile_sign(Tile.parse("3f"), glyphs=True) == "\N{MAHJONG TILE CHRYSANTHEMUM}"
    assert tile_sign(Tile.parse("4f"), glyphs=True) == "\N{MAHJONG TILE BAMBOO}"
    assert tile_sign(Tile.parse("1b"), glyphs=True) == "\N{MAHJONG TILE ONE OF BAMBOOS}"
    assert tile_sign(Tile.parse("1d"), glyphs=True) == "\N{MAHJONG TILE ONE OF CIRCLES}"


@pytest.mark.parametrize("notation", ["EEEw [9999b] 2f / 123d NNNw WWw", "999+9b / 12c", "/ 1c 1d ? ?"])
def test_a_hand_is_shown_in_its_notation(notation: str) -> None:
    hand = Hand.parse(notation)
    assert Hand.parse(hand_text(hand).plain) == hand
    assert hand_text(hand).plain == str(hand)
    assert hand_text(hand, glyphs=True).plain != str(hand)


def test_a_hand_is_drawn_as_it_is_written() -> None:
    """A kong declared from the hand keeps its brackets, which alone tell it from a claimed one."""
    hand = Hand.parse("9999b [9999c] 2f / 12c Rd ?")
    assert hand_text(hand, glyphs=True).plain == "🀘🀘🀘🀘 [🀏🀏🀏🀏] 🀣 / 🀇🀈 🀄 🀫"


@pytest.mark.parametrize(
    ("win", "words"),
    [
        (None, "East, did not win"),
        (Win(Tile.parse("3d")), "East, won with the three of dots, claimed from a discard"),
        (
            Win(Tile.parse("3d"), "wall", last_tile=True),
            "East, won with the three of dots, drawn from the wall, the last tile",
        ),
        (Win(Tile.parse("3d"), "robbed"), "East, won with the three of dots, robbed from a kong"),
    ],
    ids=["lost", "claimed", "last", "robbed"],
)
def test_whose_hand_it_is(win: Win | None, words: str) -> None:
    assert win_words(Hand.parse("/ 345d", win=win), "babcock") == words


def test_the_wind_that_prevails_is_named_where_it_counts() -> None:
    hand = Hand.parse("/ 345d", seat="S", prevailing="N")
    assert win_words(hand, "babcock") == "South, did not win"
    assert win_words(hand, "millington") == "South (North prevailing), did not win"


def test_a_draft_shows_numbers_parts_and_doubts() -> None:
    text = draft_text(Draft.of(reading_of("EEEw 2f / 123d", {2: "Sw"}, set_apart="5c")))
    assert text.plain.splitlines() == [
        "           1   2   3",
        "exposed    Ew  Ew* Ew",
        "           4",
        "Seasons    2f",
        "           5   6   7",
        "concealed  1d  2d  3d",
        "           8",
        "set apart  5c",
        "  tile 2 is doubtful: Ew or Sw",
    ]
    marked = [text.plain[span.start : span.end] for span in text.spans if span.style == DOUBTFUL]
    assert marked == ["Ew*", "Ew"]


def test_a_doubtful_tile_without_another_guess_says_so() -> None:
    reading = reading_of("/ 123d", {1: "2d"})
    (row,) = reading.rows
    first, *others = row.tiles
    alone = replace(row, groups=((replace(first, alternatives=()), *others),))
    text = reading_text(replace(reading, rows=(alone,))).plain
    assert "  * doubtful: 1d 50%, with no other guess\n" in text
    draft = Draft.of(replace(reading, rows=(alone,)))
    assert draft_text(draft).plain.endswith("  tile 1 is doubtful: 1d, with no other guess\n")


@pytest.mark.parametrize("glyphs", [False, True], ids=["codes", "glyphs"])
def test_what_a_doubtful_tile_may_be_goes_on_below_its_line(glyphs: bool) -> None:
    draft = Draft.of(reading_of("4f / 123d", {1: "4s 1f 2f 3f 1s 2s 3s"}))
    text = draft_text(draft, glyphs, width=40)
    shown, sign = text.plain.splitlines()[-2:], tile_sign(Tile.parse("4f"), glyphs)
    assert shown[0].startswith(f"  tile 1 is doubtful: {sign} or 4s, 1f,")
    assert shown[1].startswith("  ")
    assert shown[1].endswith("3s")
    assert max(map(len, shown)) <= 40
    marked = [text.plain[span.start : span.end] for span in text.spans if span.style == DOUBTFUL]
    assert marked[-1] == sign


def test_a_long_hand_wraps_between_its_sets_and_no_tile_is_lost() -> None:
    draft = Draft.of(reading_of("EEEw SSSw 123c / 123456789d Nw"))
    assert draft_text(draft, width=48).plain.splitlines() == [
        "           1   2   3     4   5   6",
        "exposed    Ew  Ew  Ew    Sw  Sw  Sw",
        "           7   8   9",
        "           1c  2c  3c",
        "           10  11  12  13  14  15  16  17  18",
        "concealed  1d  2d  3d  4d  5d  6d  7d  8d  9d",
        "           19",
        "           Nw",
    ]


def test_all_faces_in_view_are_shown_line_by_line() -> None:
    text = reading_text(reading_of("/ 123d", {1: "2d"}, problems=("the photo is dark.",))).plain
    assert text.splitlines() == [
        "hand.jpg",
        "  concealed  1d* 2d 3d",
        "  * doubtful: 1d 50%; or 2d 20%",
        "  the photo is dark.",
    ]


def test_what_a_photo_shows_is_written_part_by_part_or_in_lines_without_roles() -> None:
    reading = reading_of("EEEw 123d 2f / 345c")
    assert reading_text(reading).plain.splitlines()[1:] == [
        "  exposed    Ew Ew Ew  1d 2d 3d",
        "  Seasons    2f",
        "  concealed  3c 4c 5c",
    ]
    lines = replace(reading, rows=tuple(replace(row, role=None) for row in reading.rows))
    assert reading_text(lines).plain.splitlines()[1:] == ["  Ew Ew Ew  1d 2d 3d", "  2f", "  3c 4c 5c"]


def test_what_a_tile_hardly_is_has_less_than_one_per_cent() -> None:
    reading = reading_of("/ 1d")
    (row,) = reading.rows
    shares = ((Tile.parse("2d"), 0.01), (Tile.parse("3d"), 0.004))
    doubtful = replace(row.tiles[0], sure=False, confidence=0.986, alternatives=shares)
    text = reading_text(replace(reading, rows=(replace(row, groups=((doubtful,),)),))).plain
    assert text.endswith("  * doubtful: 1d 99%; or 2d 1%, 3d <1%\n")


def test_a_settlement_as_a_table() -> None:
    settled = {
        "scores": {"E": 24, "S": 64, "W": 8, "N": 16},
        "payments": [{"from": "E", "to": "S", "points": 128}],
        "net": {"E": -128, "S": 128, "W": 0, "N": 0},
    }
    text = settlement_text(settled)
    lines = text.plain.splitlines()
    assert lines[1:3] == ["East          24     -128", "South         64     +128"]
    assert lines[-1] == "East pays South 128"
    assert not text.style
    assert [(span.start, span.end, span.style) for span in text.spans] == [(0, len(lines[0]) + 1, "bold")]
