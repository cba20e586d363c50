"""From the photo to the agreed score, on a phone and at a desk."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from scoring.hand import Hand, Win
from scoring.score import score
from scoring.tiles import Tile, parse_tiles
from tests.browser.conftest import Visit
from tests.browser.looking import DESK, PHONE, Screen
from tests.browser.using import correct, expect_total, hand, misread, part, photograph, say, tile, tiles

SCREENS = pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])

CONCEALED = (
    ["3 of dots"] * 3 + [f"{rank} of bamboo" for rank in (5, 6, 7)] + ["South Wind"] * 3 + ["Red Dragon"]
)
"""The concealed part of the example, but for the tile set apart."""


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
    assert tiles(page, "Concealed") == CONCEALED
    expect_total(page, 100)
    sheet = page.get_by_role("region", name="Score sheet")
    expect(sheet.get_by_role("row", name="For three South Winds, concealed")).to_contain_text("8")
    expect(sheet.get_by_role("row", name="Total")).to_contain_text("100")


def test_behind_the_last_row_the_first_comes_again(visit: Visit, photo: Path) -> None:
    """The photo has one; the second is a stand-in's."""
    page = visit(PHONE)
    photograph(page, photo)
    another = page.get_by_role("button", name="Another row")
    another.click()
    expect(page.get_by_text("There is no other row that looks like a hand.")).to_be_visible()
    assert tiles(page, "Concealed") == CONCEALED

    def second_row(route: Route) -> None:
        answer = route.fetch(url=route.request.url.replace("choice=1", "choice=0"))
        route.fulfill(response=answer, body=answer.text().replace('"Sw"', '"Ww"'))

    page.route(re.compile("/api/read.*choice=1"), second_row)
    another.click()
    expect(tile(page, "West Wind")).to_be_visible()
    another.click()
    expect(tile(page, "South Wind")).to_be_visible()
    assert tiles(page, "Concealed") == CONCEALED


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


def test_undo_and_redo_go_through_every_change(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    say(page, "Seat", "South")
    expect_total(page, 100)
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(page.get_by_role("region", name="Not right yet")).to_be_visible()
    undo.click()
    expect_total(page, 100)
    page.keyboard.press("Control+z")
    expect(undo).to_be_disabled()
    redo.click()
    expect_total(page, 100)
    redo.click()
    expect(tile(page, "9 of bamboo")).to_be_visible()
    expect(redo).to_be_disabled()


def test_problems_are_named_and_point_at_their_tiles(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    correct(page, "3 of dots", "7 of dots")
    wrong = page.get_by_role("region", name="Not right yet")
    expect(wrong).to_contain_text("5 sevens of dots")
    wrong.get_by_role("button", name="Show the tiles").first.click()
    expect(hand(page).locator(":focus")).to_have_count(1)


def test_a_tile_is_added_and_taken_away(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    page.get_by_role("button", name="Add a tile: Seasons").click()
    page.get_by_role("dialog", name="Which tile was missed?").get_by_role(
        "button", name="Season 2, orchid"
    ).click()
    expect(part(page, "Seasons").get_by_role("button", name="Season 2, orchid")).to_be_visible()
    assert tiles(page, "Seasons") == ["Season 4, bamboo flower", "Season 2, orchid"]
    tile(page, "Season 2, orchid").click()
    page.get_by_role("dialog").get_by_role("button", name="No tile of this hand").click()
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


def test_the_hand_survives_a_reload(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    correct(page, "6 of bamboo", "9 of bamboo")
    expect(tile(page, "9 of bamboo")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Go on with the hand from before").click()
    expect(tile(page, "9 of bamboo")).to_be_visible()


def test_the_result_is_downloaded_in_the_contracts_form(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    say(page, "Seat", "South")
    expect_total(page, 100)
    actions = page.get_by_role("region", name="This result")
    with page.expect_download() as download:
        actions.get_by_role("button", name="Download as JSON").click()
    kept = json.loads(download.value.path().read_text("utf-8"))
    assert kept["hand"]["concealed"]
    with page.expect_download() as download:
        actions.get_by_role("button", name="Download the marked photo").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
