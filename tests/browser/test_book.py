"""Hands that are kept in the game book, opened again and deleted."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import SCREENS, Visit
from tests.browser.looking import DESK, PHONE, Screen, looking
from tests.browser.using import (
    choose,
    correct,
    expect_remembered,
    expect_total,
    from_before,
    good_news,
    misread,
    photograph,
    remembered,
    say,
    set_limit,
    settings,
    tile,
    unanswered,
    undo,
    unreachable,
)
from tests.tilescore.web.server import ServerProcess
from tilescore.gamebook import GameBook
from tilescore.settings import TableSettings
from tilescore.web.state import state_of
from tilescore.web.steps import confirmation_of

Keep = Callable[..., None]


@pytest.fixture
def keep(browser: Browser, address: str) -> Iterator[Keep]:
    """Keeps a typed hand: `keep("EEEw / …", {"rules": "millington"})`; the book is empty again afterwards."""
    context = browser.new_context(base_url=address)

    def post(typed: str, agreed: Mapping[str, Any] | None = None) -> None:
        document = {"typed": typed, "settings": agreed or {}, "steps": []}
        assert context.request.post("/api/book", data=document).status == 201

    context.request.delete("/api/book")
    yield post
    context.request.delete("/api/book")
    context.close()


def game_book(page: Page) -> Locator:
    """The game book, opened."""
    page.get_by_role("button", name="Game book", exact=True).click()
    dialog = page.get_by_role("dialog", name="Game book")
    expect(dialog).to_be_visible()
    return dialog


KEPT = "EEEw 2f / 345d NNNw 666b WWw"


def test_settings_that_did_not_arrive_beside_a_kept_hand_are_sent_with_what_is_said_next(
    visit: Visit, keep: Keep
) -> None:
    """What is said of the hand is tried again by then, and does not bring them along."""
    keep(KEPT)
    page = visit(DESK)
    game_book(page).get_by_role("button", name="Open").click()
    dialog = settings(page)
    with unreachable(page):
        set_limit(dialog, 40)
        expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
        dialog.get_by_role("button", name="Close").click()
        with page.expect_event("requestfailed"):
            say(page, "Seat", "South")
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect_remembered(page, {"limit": 40})
    expect(page.get_by_role("region", name="Score sheet")).to_contain_text("South")


@SCREENS
def test_a_kept_hand_is_opened_as_it_was_kept(visit: Visit, keep: Keep, screen: Screen) -> None:
    """By Millington, for South, with a limit of its own; what this device plays stays what it is."""
    keep(KEPT, {"rules": "millington", "options": {"limit": 20}, "seat": "S", "prevailing": "E"})
    page = visit(screen, path="/?seat=W")
    game_book(page).get_by_role("button", name="Open").click()
    expect_total(page, 20)
    sheet = page.get_by_role("region", name="Score sheet")
    expect(sheet.get_by_text("Millington", exact=True)).to_be_visible()
    expect(sheet.get_by_text("South (East prevailing), ")).to_be_visible()
    as_kept = sheet.get_by_text("Scored by Millington, as it was kept in the game book.")
    expect(as_kept).to_be_visible()
    assert remembered(page) is None
    dialog = settings(page)
    expect(dialog.get_by_role("radio", name="Babcock")).to_be_checked()
    set_limit(dialog, 10)
    expect(dialog.get_by_role("alert")).to_be_hidden()
    dialog.get_by_role("button", name="Close").click()
    page.reload()
    from_before(page).click()
    expect(sheet.get_by_text("Millington", exact=True)).to_be_visible()
    expect(sheet.get_by_text("South (East prevailing), ")).to_be_visible()
    expect_total(page, 20)
    expect_remembered(page, {"limit": 10})
    page.get_by_role("button", name="New photo").click()
    page.get_by_role("button", name="Lay it out by hand").click()
    expect(sheet).to_contain_text("Babcock · West")
    expect(as_kept).to_be_hidden()


@pytest.mark.usefixtures("keep")
def test_a_hand_is_kept_once_until_it_changes(visit: Visit, photo: Path) -> None:
    """However often the button is pressed, after a reload too; taken out of the book, it can be kept anew."""
    page = visit(DESK)
    photograph(page, photo)
    button = page.get_by_role("button", name="Keep in the game book")
    kept = page.get_by_role("button", name="In the game book", exact=True)
    with unanswered(page, "/api/book"):
        button.click()
        button.click()
    expect(kept).to_be_disabled()
    expect(good_news(page)).to_contain_text("Kept in the game book.")
    kept.click(force=True)
    page.reload()
    from_before(page).click()
    expect(kept).to_be_disabled()
    say(page, "Seat", "South")
    expect(button).to_be_enabled()
    undo(page).click()
    expect(kept).to_be_disabled()
    dialog = game_book(page)
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    dialog.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete the hand").click()
    dialog.get_by_role("button", name="Close").click()
    expect(button).to_be_enabled()


def test_a_hand_that_was_deleted_in_another_tab_can_be_kept_again(visit: Visit, keep: Keep) -> None:
    keep(KEPT)
    page = visit(DESK)
    game_book(page).get_by_role("button", name="Open").click()
    expect(page.get_by_role("button", name="In the game book", exact=True)).to_be_disabled()
    other = page.context.new_page()
    other.goto("/")
    game_book(other).get_by_role("button", name="Delete").click()
    other.get_by_role("button", name="Delete the hand").click()
    page.bring_to_front()
    expect(page.get_by_role("button", name="Keep in the game book")).to_be_enabled()


@pytest.mark.parametrize("again", [False, True], ids=["the book is opened", "the page is loaded again"])
def test_that_a_hand_was_deleted_on_another_device_is_found_out(
    visit: Visit, keep: Keep, again: bool
) -> None:
    keep(KEPT)
    page = visit(PHONE)
    game_book(page).get_by_role("button", name="Open").click()
    kept = page.get_by_role("button", name="In the game book", exact=True)
    expect(kept).to_be_disabled()
    assert page.request.delete("/api/book").ok
    if again:
        page.reload()
        from_before(page).click()
    else:
        game_book(page).get_by_role("button", name="Close").click()
    button = page.get_by_role("button", name="Keep in the game book")
    expect(button).to_be_enabled()
    button.click()
    expect(kept).to_be_disabled()


@SCREENS
def test_the_hands_of_the_game_book_are_drawn(visit: Visit, keep: Keep, screen: Screen) -> None:
    """A kong that was declared shows two tiles face down."""
    keep("[9999b] 2f / 123d WWw")
    entry = game_book(visit(screen)).get_by_role("listitem")
    kong = "9 of bamboo × 4 (a kong declared from the hand)"
    drawn = f"{kong}; Season 2, orchid; concealed: 1 of dots, 2 of dots, 3 of dots; West Wind × 2"
    hand = entry.get_by_role("img", name=drawn, exact=True)
    expect(hand).to_be_visible()
    faces = hand.locator(".face use").evaluate_all("all => all.map(({ href }) => href.baseVal)")
    tiles = [source.removeprefix("#face-") for source in faces]
    assert tiles == ["down", "9b", "9b", "down", "2f", "1d", "2d", "3d", "Ww", "Ww"]
    expect(entry).not_to_contain_text("9999b")


def test_only_a_hand_that_is_right_is_learnt(visit: Visit, photo: Path) -> None:
    """Of another one nobody has agreed to the tiles; what was kept can be removed all the same."""
    page = visit(PHONE)
    photograph(page, photo)
    learn = page.get_by_role("button", name="Learn these tiles")
    dialog = page.get_by_role("dialog", name="Learn these tiles")
    learn.click()
    dialog.get_by_role("button", name="Keep these tiles").click()
    expect(good_news(page)).to_contain_text("tiles are kept.")
    correct(page, "3 of dots", "9 of bamboo")
    expect(page.get_by_role("contentinfo").get_by_text("Not a hand to score yet.")).to_be_visible()
    learn.click()
    expect(dialog.get_by_role("button", name="Keep these tiles")).to_be_disabled()
    expect(dialog).to_contain_text("This hand is not right yet")
    dialog.get_by_role("button", name="Remove all that are kept").click()
    expect(good_news(page)).to_contain_text("No tiles are kept any more.")


def test_that_a_tile_in_doubt_is_not_learnt_is_said(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    misread(page, {"4f": "3f"})
    photograph(page, photo)
    learn = page.get_by_role("button", name="Learn these tiles")
    dialog = page.get_by_role("dialog", name="Learn these tiles")
    left_out = dialog.get_by_text("1 tile is in doubt and is left out until you have confirmed it.")
    learn.click()
    expect(left_out).to_be_visible()
    page.keyboard.press("Escape")
    correct(page, "Season 3, chrysanthemum", "Season 4, bamboo flower")
    expect(tile(page, "Season 4, bamboo flower")).to_be_visible()
    learn.click()
    expect(dialog).to_be_visible()
    expect(left_out).to_be_hidden()


def test_a_hand_of_the_game_book_is_not_kept_again(visit: Visit, keep: Keep) -> None:
    keep(KEPT, {"seat": "S"})
    page = visit(PHONE)
    game_book(page).get_by_role("button", name="Open").click()
    expect(page.get_by_role("button", name="In the game book", exact=True)).to_be_disabled()
    say(page, "Seat", "West")
    expect(page.get_by_role("button", name="Keep in the game book")).to_be_enabled()


@pytest.mark.usefixtures("keep")
def test_a_hand_opened_while_a_photo_is_read_keeps_its_picture(visit: Visit, photo: Path) -> None:
    """What comes of the photo then is no longer about the hand that is shown."""
    page = visit(PHONE)
    photograph(page, photo)
    page.get_by_role("button", name="Keep in the game book").click()
    expect(good_news(page)).to_contain_text("Kept in the game book.")
    page.get_by_role("button", name="New photo").click()
    picture = page.get_by_role("figure", name="The photo")
    with unanswered(page, "/api/read*"):
        choose(page, photo)
        expect(page.get_by_text("Reading the tiles …")).to_be_visible()
        game_book(page).get_by_role("button", name="Open").click()
        expect(tile(page, "South Wind")).to_be_visible()
        expect(picture).to_be_visible()
    page.wait_for_timeout(500)
    expect(picture).to_be_visible()


def test_a_hand_that_could_not_be_kept_is_not_said_to_be(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    page.route("/api/book", lambda route: route.abort())
    page.get_by_role("button", name="Keep in the game book").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.get_by_role("button", name="Keep in the game book")).to_be_enabled()


def test_why_a_hand_is_not_kept_is_said_in_words_and_whole_sentences(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    refusal = {"error": {"code": "not-complete", "message": "459b cannot be read as sets"}}
    page.route("/api/book", lambda route: route.fulfill(status=422, json=refusal))
    page.get_by_role("button", name="Keep in the game book").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "4 of bamboo, 5 of bamboo, 9 of bamboo cannot be read as sets."
    )


def test_earlier_hands_of_the_game_book_are_reached(browser: Browser, tmp_path: Path) -> None:
    """Of 102, each with a limit of its own to tell it by."""
    book = GameBook(tmp_path / "data" / "tilescore" / "gamebook.sqlite3")
    for limit in range(1, 103):
        document = {"typed": KEPT, "settings": {"seat": "E", "options": {"limit": limit}}, "steps": []}
        book.keep({**document, **state_of(confirmation_of(document, TableSettings()))})
    with (
        ServerProcess(tmp_path) as server,
        looking(browser, server.addresses[0].rstrip("/"), PHONE) as (page, record),
    ):
        page.goto("/")
        dialog = game_book(page)
        entries, earlier = dialog.get_by_role("listitem"), dialog.get_by_role("button", name="Earlier hands")
        expect(entries).to_have_count(100)
        expect(entries.last).to_contain_text("3 points")
        earlier.click()
        expect(entries).to_have_count(102)
        expect(earlier).to_be_hidden()
        expect(entries.nth(100).get_by_role("button", name="Open")).to_be_focused()
        expect(entries.last).to_contain_text("1 point")
        entries.last.get_by_role("button", name="Delete").click()
        page.get_by_role("button", name="Delete the hand").click()
        expect(entries).to_have_count(101)
        expect(entries.last.get_by_role("button", name="Open")).to_be_focused()
        assert record.complaints == []


@pytest.mark.parametrize(
    ("locale", "written"),
    [
        ("de-DE", r"[A-Z][a-z]+ \d+, \d{4}, \d+:\d\d\s[AP]M"),
        ("en-GB", r"\d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d"),
    ],
)
def test_when_a_hand_was_kept_is_written_in_the_language_of_the_page(
    browser: Browser, address: str, keep: Keep, locale: str, written: str
) -> None:
    """As the person's country writes it, where that speaks the language."""
    keep(KEPT)
    with browser.new_context(base_url=address, locale=locale) as context:
        page = context.new_page()
        page.goto("/")
        entry = game_book(page).get_by_role("listitem")
        expect(entry.locator("small").last).to_have_text(re.compile(f"^{written}$"))


@SCREENS
def test_a_kept_hand_is_deleted_only_when_that_is_said_twice(
    visit: Visit, keep: Keep, screen: Screen
) -> None:
    for seat in "ESW":
        keep(KEPT, {"seat": seat})
    page = visit(screen)
    dialog = game_book(page)
    entries = dialog.get_by_role("listitem")
    question = page.get_by_role("dialog", name="Delete this hand?")
    entries.filter(has_text="South").get_by_role("button", name="Delete").focus()
    page.keyboard.press("Enter")
    expect(question).to_contain_text("South · ")
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(entries.filter(has_text="South").get_by_role("button", name="Delete")).to_be_focused()
    page.keyboard.press("Enter")
    question.get_by_role("button", name="Leave it").click()
    expect(entries).to_have_count(3)
    for gone, next_one in (("South", "East"), ("East", "West")):
        entries.filter(has_text=gone).get_by_role("button", name="Delete").click()
        question.get_by_role("button", name="Delete the hand").click()
        expect(entries.filter(has_text=gone)).to_have_count(0)
        expect(entries.filter(has_text=next_one).get_by_role("button", name="Open")).to_be_focused()
    entries.get_by_role("button", name="Delete").click()
    question.get_by_role("button", name="Delete the hand").click()
    expect(dialog).to_contain_text("No hand has been kept yet.")
    expect(dialog.get_by_role("heading", name="Game book")).to_be_focused()
