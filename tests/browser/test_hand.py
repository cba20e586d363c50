"""From the photo to the agreed score, on a phone and at a desk."""

import base64
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scoring.hand import Hand, Win
from scoring.score import score
from scoring.tiles import Tile, parse_tiles
from tests.browser.conftest import SCREENS, Visit
from tests.browser.looking import DESK, PHONE, Screen
from tests.browser.using import (
    CONCEALED,
    SEVERAL_ROWS,
    choose,
    correct,
    expect_tiles,
    expect_total,
    from_before,
    good_news,
    hand,
    lay_out,
    misread,
    offer_another_row,
    part,
    photograph,
    questions,
    say,
    tile,
    unanswered,
    undo,
    unreachable,
)
from vision.arrays import Floats


@SCREENS
def test_a_photo_with_two_misread_tiles_is_put_right_and_scored(
    visit: Visit, photo: Path, screen: Screen
) -> None:
    """One tap on each doubtful tile and one on what it is, and the score is the one that the README shows."""
    page = visit(screen)
    misread(page, {"6b": "9b", "Sw": "Ww"})
    photograph(page, photo)
    expect(hand(page).get_by_role("button", name="doubtful")).to_have_count(2)
    say(page, "Seat", "South")
    correct(page, "9 of bamboo", "6 of bamboo")
    correct(page, "West Wind", "South Wind")
    expect(hand(page).get_by_role("button", name="doubtful")).to_have_count(0)
    expect_tiles(page, "Concealed", CONCEALED)
    expect_total(page, 100)
    sheet = page.get_by_role("region", name="Score sheet")
    expect(sheet.get_by_role("row", name="For three South Winds, concealed")).to_contain_text("8")
    expect(sheet.get_by_role("row", name="Total")).to_contain_text("100")


def another_row(page: Page) -> Locator:
    return page.get_by_role("button", name="Another row")


def lay_second_row(page: Page) -> None:
    """The photo has one; the second is a stand-in's, with West Winds in place of South Winds."""
    offer_another_row(page)

    def second_row(route: Route) -> None:
        answer = route.fetch(url=route.request.url.replace("choice=1", "choice=0"))
        reading = {**json.loads(answer.text().replace('"Sw"', '"Ww"')), "problems": [SEVERAL_ROWS]}
        route.fulfill(response=answer, json=reading)

    page.route(re.compile("/api/read.*choice=1"), second_row)


def test_another_row_is_offered_where_the_reading_says_that_there_is_one(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    expect(page.get_by_role("button", name="Whole photo")).to_be_visible()
    expect(another_row(page)).to_be_hidden()
    offer_another_row(page)
    page.get_by_role("button", name="New photo").click()
    photograph(page, photo)
    expect(another_row(page)).to_be_visible()


def test_where_there_is_no_other_row_nothing_is_lost(visit: Visit, photo: Path) -> None:
    """As where it was one by the rules that were played before."""
    page = visit(PHONE)
    offer_another_row(page)
    photograph(page, photo)
    correct(page, "6 of bamboo", "9 of bamboo")
    say(page, "Seat", "South")
    another_row(page).click()
    expect(page.get_by_text("There is no other row that looks like a hand.")).to_be_visible()
    expect(tile(page, "9 of bamboo")).to_be_visible()
    expect(page.get_by_role("combobox", name="Seat", exact=True)).to_have_value("S")
    undo(page).click()
    undo(page).click()
    expect(undo(page)).to_be_disabled()
    expect(tile(page, "6 of bamboo")).to_be_visible()
    expect_tiles(page, "Concealed", CONCEALED)


def test_another_row_is_undone_like_a_correction(visit: Visit, photo: Path) -> None:
    """Every row has its own corrections; behind the last row the first comes again."""
    page = visit(PHONE)
    lay_second_row(page)
    photograph(page, photo)
    correct(page, "6 of bamboo", "9 of bamboo")
    another_row(page).click()
    expect(tile(page, "West Wind")).to_be_visible()
    expect(tile(page, "9 of bamboo")).to_have_count(0)
    correct(page, "7 of bamboo", "8 of bamboo")
    expect(tile(page, "8 of bamboo")).to_be_visible()
    another_row(page).click()
    expect(tile(page, "South Wind")).to_be_visible()
    expect_tiles(page, "Concealed", CONCEALED)
    undo(page).click()
    expect(tile(page, "West Wind")).to_be_visible()
    expect(tile(page, "8 of bamboo")).to_be_visible()
    undo(page).click()
    undo(page).click()
    expect(tile(page, "South Wind")).to_be_visible()
    expect(tile(page, "9 of bamboo")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(tile(page, "West Wind")).to_be_visible()
    page.reload()
    from_before(page).click()
    expect(tile(page, "West Wind")).to_be_visible()


def test_another_row_that_could_not_be_read_is_tried_again(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    lay_second_row(page)
    photograph(page, photo)
    alert = page.get_by_role("alert")
    with unreachable(page):
        another_row(page).click()
        expect(alert).to_contain_text("cannot be reached")
    alert.get_by_role("button", name="Try again").click()
    expect(tile(page, "West Wind")).to_be_visible()


@pytest.mark.parametrize("second_row", [True, False], ids=["one more row", "no other row"])
def test_another_row_that_is_found_too_late_is_not_spoken_of(
    visit: Visit, photo: Path, second_row: bool
) -> None:
    """By then the hand is that of another photo; until then it is seen that one is looked for."""
    page = visit(PHONE)
    lay_second_row(page) if second_row else offer_another_row(page)
    photograph(page, photo)
    busy = page.get_by_text("Reading the tiles")
    expect(busy).to_be_hidden()
    waiting: list[Route] = []
    late = re.compile("/api/read.*choice=1")
    page.route(late, lambda route: waiting.append(route))
    another_row(page).click()
    expect(busy).to_be_visible()
    page.get_by_role("button", name="New photo").click()
    photograph(page, photo)
    # What is asked on account of the answer is the last that is asked.
    with page.expect_response(re.compile("/api/confirm" if second_row else "/api/read.*choice=0")):
        waiting[0].fallback()
    page.wait_for_timeout(500)
    assert good_news(page).count() == 0, "not even for the seconds that good news stays"
    expect(tile(page, "South Wind")).to_be_visible()
    expect(undo(page)).to_be_disabled()


def test_the_tiles_are_outlined_on_the_photo(
    visit: Visit, photo: Path, record_timing: Callable[[str, float], None]
) -> None:
    """The time is reported, not judged: how busy the machine is decides it."""
    page = visit(PHONE)
    outlines = page.locator("#photo-overlay polygon.outline-line")
    began = time.perf_counter()
    photograph(page, photo)
    expect(outlines).to_have_count(16)
    record_timing("photo to outlined tiles, first photo", time.perf_counter() - began)
    page.get_by_role("button", name="New photo").click()
    began = time.perf_counter()
    photograph(page, photo)
    expect(outlines).to_have_count(16)
    record_timing("photo to outlined tiles, once warm", time.perf_counter() - began)


def test_a_tile_is_corrected_by_tapping_it_on_the_photo(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    outline = page.locator("#photo-overlay .outline").first
    outline.scroll_into_view_if_needed()
    box = outline.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_role("dialog", name="Which tile is this?")).to_be_visible()


def test_a_tile_of_a_photo_in_a_mirror_is_shown_as_it_is(visit: Visit, photo: Path, tmp_path: Path) -> None:
    in_a_mirror = tmp_path / "mirrored.png"
    cv2.imwrite(str(in_a_mirror), cv2.flip(np.asarray(cv2.imread(str(photo)), np.uint8), 1))
    page = visit(PHONE)
    crops = []
    for shown in (photo, in_a_mirror):
        photograph(page, shown)
        tile(page, "South Wind").click()
        crops.append(_drawn(page.get_by_role("img", name="This tile in the photo")))
        page.keyboard.press("Escape")
        page.get_by_role("button", name="New photo").click()
    plain, mirrored = crops
    assert np.abs(plain - mirrored).mean() < 8 < np.abs(plain - cv2.flip(plain, 1)).mean()


def _drawn(canvas: Locator) -> Floats:
    """The levels of grey on a canvas, (h, w)."""
    png = canvas.evaluate("canvas => canvas.toDataURL('image/png')").partition(",")[2]
    pixels = cv2.imdecode(np.frombuffer(base64.b64decode(png), np.uint8), cv2.IMREAD_GRAYSCALE)
    return np.asarray(pixels, np.float64)


def test_undo_and_redo_go_through_every_change(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    redo = page.get_by_role("button", name="Redo")
    expect(undo(page)).to_be_disabled()
    say(page, "Seat", "South")
    expect_total(page, 100)
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(page.get_by_role("region", name="Not right yet")).to_be_visible()
    undo(page).click()
    expect_total(page, 100)
    page.keyboard.press("Control+z")
    expect(undo(page)).to_be_disabled()
    redo.click()
    expect_total(page, 100)
    redo.click()
    expect(tile(page, "9 of bamboo")).to_be_visible()
    expect(redo).to_be_disabled()


def test_what_is_tapped_twice_is_done_once(visit: Visit, photo: Path) -> None:
    """Before the first tap is answered: one step back, and no word of a tile that is gone."""
    page = visit(PHONE)
    photograph(page, photo)
    with unanswered(page, "/api/confirm"):
        questions(page).get_by_role("button", name="South").dblclick()
    expect_total(page, 100)
    with unanswered(page, "/api/confirm"):
        tile(page, "Season 4, bamboo flower").focus()
        page.keyboard.press("Delete")
        page.keyboard.press("Delete")
    expect_total(page, 92)
    expect(page.get_by_role("alert")).to_be_hidden()
    undo(page).click()
    expect_total(page, 100)
    undo(page).click()
    expect_total(page, 50)
    expect(undo(page)).to_be_disabled()


def test_what_is_pressed_while_an_answer_arrives_is_what_happens(visit: Visit, photo: Path) -> None:
    """What the answer changes is drawn once the tile is let go of."""
    page = visit(DESK)
    photograph(page, photo)
    asked = questions(page).get_by_role("group")
    expect(asked).to_have_count(2)
    with unanswered(page, "/api/confirm"):
        questions(page).get_by_role("button", name="South").click()
        tile(page, "5 of bamboo").hover()
        page.mouse.down()
    page.wait_for_timeout(500)
    expect(asked).to_have_count(2)
    page.mouse.up()
    expect(page.get_by_role("dialog", name="Which tile is this?")).to_be_visible()
    expect(asked).to_have_count(1)


def test_what_could_not_be_said_is_said_by_another_tap(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    south = questions(page).get_by_role("button", name="South")
    with unreachable(page):
        south.click()
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    south.click()
    expect_total(page, 100)
    undo(page).click()
    expect(undo(page)).to_be_disabled()


def test_a_hand_that_is_being_laid_out_is_not_dead_for_what_is_yet_to_come(visit: Visit) -> None:
    page = visit(PHONE)
    lay_out(page, {"Exposed": "EEEEw 4f", "Concealed": "345d"})
    bar = page.get_by_role("contentinfo")
    expect(bar).to_contain_text("7 of 14 tiles, or of 15 if it won")
    expect(page.get_by_role("region", name="Score sheet")).to_contain_text("The sheet appears when")
    expect(page.get_by_text("dead")).to_have_count(0)
    expect(page.get_by_role("region", name="Not right yet")).to_be_hidden()
    expect(page.get_by_role("button", name="Add to the table as East")).to_be_disabled()
    page.get_by_role("button", name="Add a tile: Concealed").click()
    page.keyboard.type("6d7d8d1b1b1b9c")
    page.keyboard.press("Escape")
    expect_total(page, r"\d+")
    page.get_by_role("button", name="Add a tile: Concealed").click()
    page.keyboard.type("9c9c")
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Not right yet")).to_contain_text("holds 16 tiles")
    expect_total(page, 0)


@SCREENS
def test_a_hand_laid_out_counts_as_it_lies_once_it_is_said_not_to_have_won(
    visit: Visit, screen: Screen
) -> None:
    """Until then it does not look said: what is chosen already cannot be chosen."""
    page = visit(screen)
    lay_out(page, {"Exposed": "123b12b", "Concealed": "RRRdWWw67c"})
    bar = page.get_by_role("contentinfo")
    outcome = page.get_by_role("combobox", name="Outcome", exact=True)
    sheet = page.get_by_role("region", name="Score sheet")
    add = page.get_by_role("button", name="Add to the table as East")
    expect(bar).to_contain_text("12 of 13 tiles, or of 14 if it won")
    expect(outcome.locator("option:checked")).to_have_text("not said yet")
    expect(sheet).to_contain_text("or when “Outcome” says that it did not win")
    say(page, "Outcome", "it did not")
    expect(bar).to_contain_text("A dead hand scores nothing")
    expect(bar).not_to_contain_text("of 13")
    expect(sheet.get_by_role("row", name="A dead hand scores nothing")).to_be_visible()
    expect(page.get_by_role("region", name="Not right yet")).to_contain_text("holds 12 tiles")
    expect(outcome.get_by_role("option")).to_have_text(["it won", "it did not"])
    add.click()
    expect(good_news(page)).to_contain_text("East: 0 points are on the table")
    undo(page).click()
    expect(bar).to_contain_text("12 of 13 tiles, or of 14 if it won")
    expect(add).to_be_disabled()
    page.get_by_role("button", name="Add a tile: Exposed").click()
    page.keyboard.type("3b")
    page.keyboard.press("Escape")
    expect_total(page, r"[1-9]\d*")
    expect(outcome.locator("option:checked")).to_have_text("it did not")


def test_a_hand_laid_out_that_is_said_to_have_won_goes_on_being_laid_out(visit: Visit) -> None:
    page = visit(PHONE)
    lay_out(page, {"Concealed": "RRRdWWw67c"})
    say(page, "Outcome", "it won")
    bar = page.get_by_role("contentinfo")
    expect(bar).to_contain_text("7 of 14 tiles")
    expect(bar).not_to_contain_text("if it won")
    expect(page.get_by_text("The sheet appears when the tiles make a hand.", exact=True)).to_be_visible()


def test_seasons_laid_out_before_all_else_are_no_dead_hand(visit: Visit) -> None:
    page = visit(PHONE)
    lay_out(page, {"Seasons": "4f"})
    expect(page.get_by_role("contentinfo")).to_contain_text("0 of 13 tiles, or of 14 if it won")
    expect(page.get_by_text("dead")).to_have_count(0)


def test_a_photographed_hand_with_too_few_tiles_is_dead(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    for name in ("5 of bamboo", "6 of bamboo"):
        tile(page, name).focus()
        page.keyboard.press("Delete")
        expect(tile(page, name)).to_have_count(0)
    part(page, "Set apart").get_by_role("button", name=re.compile("^Red Dragon")).focus()
    page.keyboard.press("Delete")
    expect(page.get_by_role("contentinfo")).to_contain_text("A dead hand scores nothing")


def test_problems_are_named_and_point_at_their_tiles(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    correct(page, "3 of dots", "7 of dots")
    wrong = page.get_by_role("region", name="Not right yet")
    expect(wrong).to_contain_text("5 sevens of dots; there are four.")
    wrong.get_by_role("button", name="Show the tiles").first.click()
    expect(hand(page).locator(":focus")).to_have_count(1)


def listen(page: Page) -> None:
    """Writes down all that is announced from now on: what stands there goes when a dialog closes."""
    page.evaluate(
        "() => { window.heard = []; const live = document.getElementById('live');"
        " const hear = () => live.textContent && heard.push(live.textContent);"
        " new MutationObserver(hear).observe(live, { childList: true }); }"
    )


def heard(page: Page, words: str) -> list[str]:
    """Waits until these words are announced; all that was, in its order."""
    page.wait_for_function("words => heard.some(said => said.includes(words))", arg=words)
    said: list[str] = page.evaluate("heard")
    return said


def test_what_is_announced_are_whole_sentences(visit: Visit) -> None:
    page = visit(DESK)
    listen(page)
    lay_out(page, {"Exposed": "2223d 459b", "Concealed": "4445577799c"})
    said = heard(page, "3 of dots on the table is no run, pung or kong. 4 of bamboo, 5 of bamboo")
    assert ".." not in " ".join(said)


def test_what_is_announced_is_heard_while_a_dialog_is_open_and_not_again_when_it_closes(visit: Visit) -> None:
    page = visit(DESK)
    listen(page)
    page.get_by_role("button", name="Lay it out by hand").click()
    page.get_by_role("button", name="Add a tile: Concealed").click()
    dialog = page.get_by_role("dialog")
    for count, code in enumerate(("5b", "6b"), start=1):
        page.keyboard.type(code)
        expect(dialog.get_by_role("status")).to_contain_text(f"{count} of ")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#live")).to_be_empty()
    undo(page).click()
    expect(page.get_by_role("status")).to_contain_text("1 of ")
    said = heard(page, "1 of ")
    assert len(said) == 4, "the empty hand, each tile, and what is undone"


WORDS = {
    "Of threes of dots (3d) there are four.": "Of threes of dots there are four.",
    "Season 1 (plum) (1f) lies here twice.": "Season 1 (plum) lies here twice.",
    "A tile lies face down (?); it counts.": "A tile lies face down; it counts.",
    "The winning tile, East Wind (Ew), was drawn.": "The winning tile, East Wind, was drawn.",
    "459b on the table is no run.": "4 of bamboo, 5 of bamboo, 9 of bamboo on the table is no run.",
    "5dWd on the table is no run.": "5 of dots, White Dragon on the table is no run.",
    "[9999b] lies there.": "9 of bamboo × 4 (a kong declared from the hand) lies there.",
    "EEE+Ew lies there.": "East Wind × 4 (a kong added to a pung) lies there.",
    "No sets: 1c RRd cannot be read.": "No sets: 1 of characters; Red Dragon × 2 cannot be read.",
    "Worth EEEw 2f / 5d, or so.": "Worth East Wind × 3; Season 2, orchid; concealed: 5 of dots, or so.",
    "/ 55c ?": "concealed: 5 of characters × 2; face-down tile",
    "EEEw /": "East Wind × 3",
    "1c2c… on the table": "1 of characters, 2 of characters… on the table",
    "'1c' is none; 1c.jpg and (9b).jpg are files?": "'1c' is none; 1c.jpg and (9b).jpg are files?",
}
"""What the server writes, and how people hear it."""


def test_what_the_server_writes_in_the_notation_is_put_in_words(visit: Visit) -> None:
    page = visit(DESK)
    put = "async text => (await import('/static/js/notation.js')).inWords(text)"
    assert {text: page.evaluate(put, text) for text in WORDS} == WORDS


@SCREENS
def test_what_is_wrong_with_a_hand_is_said_without_the_notation(visit: Visit, screen: Screen) -> None:
    """The tiles are drawn, with their names for those who listen; the announcement names them."""
    page = visit(screen)
    listen(page)
    lay_out(page, {"Exposed": "2223d", "Concealed": "4445577799c"})
    wrong = page.get_by_role("region", name="Not right yet")
    irregular = wrong.get_by_role("listitem").filter(has_text="on the table is no run, pung or kong.")
    expect(irregular.get_by_role("img", name="3 of dots", exact=True)).to_be_visible()
    expect(irregular).not_to_contain_text("3d")
    assert heard(page, "3 of dots on the table is no run")


@SCREENS
def test_readings_are_drawn_and_shared_in_words(visit: Visit, screen: Screen) -> None:
    page = visit(screen)
    page.add_init_script("delete Navigator.prototype.share")
    page.reload()
    lay_out(page, {"Exposed": "EEEw", "Concealed": "111222333c 55d"})
    say(page, "Last tile", "East Wind")
    notes = page.get_by_role("region", name="Score sheet").get_by_role("paragraph")
    runs = "; ".join(["1 of characters, 2 of characters, 3 of characters"] * 3)
    for note, sets in (
        ("Read as", "1 of characters × 3; 2 of characters × 3; 3 of characters × 3"),
        ("Another reading,", runs),
    ):
        drawn = f"East Wind × 3; concealed: {sets}; 5 of dots × 2"
        expect(notes.filter(has_text=note).get_by_role("img", name=drawn, exact=True)).to_be_visible()
    page.evaluate("document.execCommand = () => { window.copied = document.activeElement.value; }")
    page.get_by_role("button", name="Copy as text").click()
    assert page.evaluate("window.copied").startswith("East Wind × 3; concealed: 1 of characters × 3, 2 of ")


@SCREENS
def test_sheet_and_copy_say_how_the_hand_was_won_and_what_is_only_assumed(
    visit: Visit, photo: Path, screen: Screen
) -> None:
    page = visit(screen)
    page.add_init_script("delete Navigator.prototype.share")
    page.reload()
    photograph(page, photo)
    page.evaluate("document.execCommand = () => { window.copied = document.activeElement.value; }")
    sheet = page.get_by_role("region", name="Score sheet")
    won = "won with the Red Dragon, drawn from the wall"
    taken = "Taken for granted: Which seat is yours? East"

    def copied() -> str:
        page.get_by_role("button", name="Copy as text").click()
        text: str = page.evaluate("window.copied")
        return text

    expect(sheet.get_by_text(f"East, {won}")).to_be_visible()
    expect(sheet.get_by_text(taken)).to_be_visible()
    assert f"\nEast, {won}\n" in copied()
    assert f"\n{taken}" in copied()
    say(page, "Seat", "South")
    expect(sheet.get_by_text(f"South, {won}")).to_be_visible()
    expect(sheet.get_by_text(taken)).to_have_count(0)
    assert f"\nSouth, {won}\n" in copied()
    assert taken not in copied()


def test_a_tile_is_added_and_taken_away(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    page.get_by_role("button", name="Add a tile: Seasons").click()
    page.get_by_role("dialog", name="Which tile was missed?").get_by_role(
        "button", name="Season 2, orchid"
    ).click()
    expect(part(page, "Seasons").get_by_role("button", name="Season 2, orchid")).to_be_visible()
    expect_tiles(page, "Seasons", ["Season 4, bamboo flower", "Season 2, orchid"])
    tile(page, "Season 2, orchid").click()
    page.get_by_role("dialog").get_by_role("button", name="Not a tile of this hand").click()
    expect(tile(page, "Season 2, orchid")).to_have_count(0)


def test_a_hand_is_laid_out_without_a_photo(visit: Visit) -> None:
    """The tiles of figure 27, all concealed, typed in the notation."""
    page = visit(DESK)
    page.get_by_role("button", name="Lay it out by hand").click()
    laid = parse_tiles("EEESSSNNNw 345d WWw")
    page.get_by_role("button", name="Add a tile: Concealed").click()
    for count, each in enumerate(laid, start=1):
        page.keyboard.type(each.code)
        expect(page.get_by_role("dialog")).to_contain_text(f"Concealed: {count}")
    page.keyboard.press("Escape")
    say(page, "Last tile", "East Wind")
    say(page, "How it came", "claimed from a discard")
    won = Hand.parse("/ EEESSSNNNw 345d WWw", seat="E", win=Win(Tile.parse("Ew"), "discard"))
    expect_total(page, score(won).total)


def test_sets_are_laid_out_one_after_another(visit: Visit) -> None:
    page = visit(DESK)
    lay_out(page, {"Exposed": "5555c 123d NNNw 3f"})
    exposed = part(page, "Exposed")
    for number, count in enumerate((4, 3, 3), start=1):
        group = exposed.get_by_role("group", name=f"Set {number}")
        expect(group.get_by_role("button", name=re.compile(", exposed"))).to_have_count(count)
    expect(exposed.get_by_role("group", name="Set 4")).to_have_count(0)
    expect_tiles(page, "Seasons", ["Season 3, chrysanthemum"])


def test_where_no_tile_lies_there_is_no_score(visit: Visit) -> None:
    page = visit(PHONE)
    page.get_by_role("button", name="Lay it out by hand").click()
    expect(page.get_by_text("The sheet appears when the tiles make a hand.")).to_be_visible()
    expect(page.get_by_role("contentinfo").get_by_text("Not a hand to score yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Add to the table as East")).to_be_disabled()
    expect(page.get_by_role("button", name="Keep in the game book")).to_be_disabled()


def places(page: Page, name: str) -> list[str]:
    """Where the sheet of that tile offers to move it."""
    tile(page, name).click()
    dialog = page.get_by_role("dialog", name="Which tile is this?")
    expect(dialog).to_be_visible()
    offered = [
        place
        for place in ("Exposed", "Concealed", "Seasons", "Set apart", "Into set 1")
        if dialog.locator("#tile-actions").get_by_role("button", name=place).count()
    ]
    dialog.get_by_role("button", name="Close").click()
    return offered


def test_only_places_where_a_tile_can_lie_are_offered(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    assert places(page, "Season 4, bamboo flower") == []
    assert places(page, "5 of bamboo") == ["Exposed", "Set apart", "Into set 1"]
    bar = page.get_by_role("group", name="Select several")
    page.get_by_role("button", name="Select several").click()
    for name, offered in (
        ("5 of bamboo", ["Exposed", "Set apart"]),
        ("6 of bamboo", ["Exposed"]),
        ("Season 4, bamboo flower", []),
    ):
        tile(page, name).click()
        expect(bar.get_by_role("button")).to_have_text([*offered, "Not a tile of this hand"])


def test_what_can_be_done_with_selected_tiles_stays_in_sight(visit: Visit, photo: Path) -> None:
    """Above the bar, however far below the tiles it stands."""
    page = visit(DESK)
    photograph(page, photo)
    page.get_by_role("button", name="Select several").click()
    tile(page, "7 of dots").click()
    offered = page.get_by_role("group", name="Select several").get_by_role("button", name="Concealed")
    expect(offered).to_be_in_viewport(ratio=1)
    foot = offered.evaluate("button => button.getBoundingClientRect().bottom")
    assert foot <= page.get_by_role("contentinfo").evaluate("bar => bar.getBoundingClientRect().top")


@pytest.mark.parametrize(
    ("selected", "key", "words"),
    [
        (["Season 4, bamboo flower"], "e", "A Season lies among the Seasons and nowhere else."),
        (["Season 4, bamboo flower", "5 of bamboo"], "c", "A Season lies among the Seasons"),
        (["5 of bamboo"], "f", "Only Seasons lie among the Seasons."),
        (["5 of bamboo", "6 of bamboo"], "a", "Only one tile can lie apart"),
    ],
)
def test_a_key_for_a_place_where_a_tile_cannot_lie_says_so(
    visit: Visit, photo: Path, selected: list[str], key: str, words: str
) -> None:
    page = visit(DESK)
    photograph(page, photo)
    for name in selected:
        tile(page, name).focus()
        if len(selected) > 1:
            page.keyboard.press("x")
    page.keyboard.press(key)
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(undo(page)).to_be_disabled()
    expect_tiles(page, "Concealed", CONCEALED)


def test_only_seasons_are_added_to_the_seasons_and_to_nothing_else(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    page.get_by_role("button", name="Add a tile: Seasons").click()
    dialog = page.get_by_role("dialog", name="Which tile was missed?")
    faces = dialog.get_by_role("group", name="All tiles").get_by_role("button")
    expect(faces).to_have_count(8)
    expect(faces.first).to_be_focused()
    page.keyboard.type("5c")
    expect(dialog.get_by_role("alert")).to_contain_text("Only Seasons lie among the Seasons.")
    page.keyboard.press("Escape")
    tile(page, "7 of dots").click()
    page.get_by_role("dialog").get_by_role("button", name="Insert a tile after this one").click()
    expect(faces).to_have_count(43)
    page.keyboard.type("2f")
    expect_tiles(page, "Seasons", ["Season 4, bamboo flower", "Season 2, orchid"])
    expect_tiles(page, "Exposed", ["7 of dots"] * 4)


def test_a_hand_from_before_stays_that_of_the_player_it_was_opened_for(visit: Visit, photo: Path) -> None:
    page = visit(DESK, path="/?seat=S")
    photograph(page, photo)
    expect_total(page, 100)
    page.goto("/?seat=E")
    from_before(page).click()
    expect_total(page, 100)
    expect(page.get_by_role("button", name="Add to the table as South")).to_be_visible()


def delete_and_move(page: Page) -> None:
    """The Season, before anything is answered: when it is to be moved there is none any more."""
    tile(page, "Season 4, bamboo flower").focus()
    page.keyboard.press("Delete")
    page.keyboard.press("f")


@pytest.mark.parametrize("backwards", [False, True], ids=["in order", "the last answer first"])
def test_what_is_refused_takes_nothing_with_it(visit: Visit, photo: Path, backwards: bool) -> None:
    """Another tile corrected meanwhile is corrected."""
    page = visit(DESK)
    photograph(page, photo)
    with unanswered(page, "/api/confirm", backwards=backwards):
        delete_and_move(page)
        correct(page, "6 of bamboo", "9 of bamboo")
    expect(tile(page, "9 of bamboo")).to_be_visible()
    expect(tile(page, "Season 4, bamboo flower")).to_have_count(0)


def test_what_is_shown_after_a_refusal_is_what_stands(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    with unanswered(page, "/api/confirm"):
        delete_and_move(page)
    expect(page.get_by_role("alert").get_by_role("paragraph")).to_have_text("That tile is not in the hand.")
    expect(tile(page, "Season 4, bamboo flower")).to_have_count(0)


def test_the_hand_survives_a_reload(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(tile(page, "9 of bamboo")).to_be_visible()
    page.reload()
    from_before(page).click()
    expect(tile(page, "9 of bamboo")).to_be_visible()


def test_what_the_server_has_not_heard_survives_a_reload(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    with unreachable(page):
        correct(page, "6 of bamboo", "9 of bamboo")
        expect(page.get_by_role("alert")).to_contain_text("nothing is lost")
        page.reload()
    from_before(page).click()
    expect(tile(page, "9 of bamboo")).to_be_visible()
    undo(page).click()
    expect(tile(page, "6 of bamboo")).to_be_visible()


def test_what_the_server_refuses_only_after_a_reload_takes_no_hand_with_it(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(page.get_by_role("region", name="Not right yet")).to_be_visible()
    with unreachable(page):
        delete_and_move(page)
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
        page.reload()
    from_before(page).click()
    expect(page.get_by_role("alert").get_by_role("paragraph")).to_have_text("That tile is not in the hand.")
    expect(tile(page, "9 of bamboo")).to_be_visible()
    expect(tile(page, "Season 4, bamboo flower")).to_be_visible()
    page.reload()
    from_before(page).click()
    expect(tile(page, "9 of bamboo")).to_be_visible()


def test_a_hand_that_made_room_for_a_new_photo_can_be_taken_up_again(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    expect(from_before(page)).to_be_hidden()
    photograph(page, photo)
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(tile(page, "9 of bamboo")).to_be_visible()
    page.get_by_role("button", name="New photo").click()
    expect(hand(page)).to_be_hidden()
    from_before(page).click()
    expect(tile(page, "9 of bamboo")).to_be_visible()
    undo(page).click()
    expect(tile(page, "6 of bamboo")).to_be_visible()


def test_an_empty_table_does_not_take_the_place_of_the_hand_before(visit: Visit, photo: Path) -> None:
    """Whoever tapped beside the camera can still go on with it."""
    page = visit(PHONE)
    photograph(page, photo)
    new = page.get_by_role("button", name="New photo")
    new.click()
    page.get_by_role("button", name="Lay it out by hand").click()
    expect(part(page, "Concealed")).to_be_visible()
    new.click()
    from_before(page).click()
    expect_tiles(page, "Concealed", CONCEALED)


@pytest.mark.parametrize("way", ["Lay it out by hand", "Go on with the previous hand"])
def test_a_hand_begins_at_its_head_wherever_the_first_screen_was_scrolled_to(
    visit: Visit, photo: Path, way: str
) -> None:
    """As where it is higher than the screen, and its buttons are at its foot."""
    page = visit(Screen(320, 568, touch=True))
    photograph(page, photo)
    page.get_by_role("button", name="New photo").click()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.get_by_role("button", name=way).click()
    expect(hand(page)).to_be_visible()
    assert page.evaluate("scrollY") == 0


@SCREENS
def test_no_question_of_the_hand_before_is_asked_of_a_new_photo(
    visit: Visit, photo: Path, screen: Screen
) -> None:
    """Nor once the server is gone: what is tried again then is the photo."""
    page = visit(screen)
    photograph(page, photo)
    expect(questions(page)).to_be_visible()
    page.get_by_role("button", name="New photo").click()
    with unanswered(page, "**/api/read*"):
        choose(page, photo)
        expect(page.get_by_text("Reading the tiles …")).to_be_visible()
        expect(questions(page)).to_be_hidden()
    expect(questions(page)).to_be_visible()
    expect_tiles(page, "Concealed", CONCEALED)
    page.get_by_role("button", name="New photo").click()
    alert = page.get_by_role("alert")
    with unreachable(page):
        choose(page, photo)
        expect(alert).to_contain_text("cannot be reached")
        expect(questions(page)).to_be_hidden()
    alert.get_by_role("button", name="Try again").click()
    expect_tiles(page, "Concealed", CONCEALED)


def test_where_there_is_no_hand_nothing_is_done_to_it(visit: Visit) -> None:
    """It would make an empty one, in place of what is being read or was remembered."""
    page = visit(PHONE)
    take = """async answer => {
        const { HandState } = await import("/static/js/state.js");
        const state = new HandState({ rules: "", options: {}, others: {}, seat: "", prevailing: "" });
        await state.take(answer);
        return [state.steps, state.view];
    }"""
    answer = {"do": "answer", "question": "seat", "value": "S"}
    assert page.evaluate(take, answer) == [[], None]


def test_the_result_is_downloaded_in_the_contracts_form(visit: Visit, photo: Path) -> None:
    """With what nobody has said or looked at yet, as the command line writes it."""
    page = visit(DESK)
    misread(page, {"4f": "3f"})
    photograph(page, photo)
    say(page, "Seat", "South")
    expect_total(page, 100)
    actions = page.get_by_role("region", name="This result")
    with page.expect_download() as download:
        actions.get_by_role("button", name="Download as JSON").click()
    kept = json.loads(download.value.path().read_text("utf-8"))
    assert kept["hand"]["concealed"]
    assert kept["answers"] == {"seat": "S"}
    assert (kept["assumed"], kept["doubtful"]) == ({"how": "wall"}, ["3f"])
    with page.expect_download() as download:
        actions.get_by_role("button", name="Download the marked photo").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
