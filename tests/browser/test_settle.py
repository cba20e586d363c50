"""Four hands in turn make a settlement; what each is worth comes from a photo or is typed."""

import json
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from scoring.hand import SEATS
from scoring.settle import settle
from tests.browser.conftest import Visit
from tests.browser.looking import DESK, PHONE, Screen, looking
from tests.browser.using import (
    expect_total,
    good_news,
    lay,
    lay_out,
    offer_another_row,
    payments,
    photograph,
    say,
    seat,
    tile,
    unanswered,
    unreachable,
)
from tests.tilescore.web.server import ServerProcess

WINDS = dict(zip(SEATS, ("East", "South", "West", "North"), strict=True))
SCORES = {"East": 24, "South": 64, "West": 8, "North": 16}


def figure(points: int) -> str:
    """A gain or a loss as the page writes it."""
    return f"{points:+}".replace("-", "\u2212")


def row(page: Page, name: str) -> Locator:
    """The figures of one line of the running score."""
    return page.get_by_role("row", name=name).get_by_role("cell")


def choice(page: Page, name: str) -> Locator:
    """A question of the table whose answer is one of the players."""
    return page.get_by_role("combobox", name=name)


def expect_settled(page: Page, scores: dict[str, int], winner: str) -> None:
    """What the page says is what the game's own settlement says, payment by payment."""
    letters = {name: wind for wind, name in WINDS.items()}
    right = settle({letters[name]: score for name, score in scores.items()}, letters[winner])
    expect(payments(page).get_by_role("listitem")).to_have_text(
        [f"{WINDS[each.payer]} pays {WINDS[each.payee]} {each.points}" for each in right.payments]
    )
    for wind, net in right.net.items():
        expect(seat(page, WINDS[wind]).locator(".net")).to_have_text(figure(net))


def test_four_photographed_hands_become_payments(visit: Visit, photo: Path) -> None:
    """Each player's hand is photographed from the table's page and added to the table; South has won."""
    page = visit(PHONE, path="/settle")
    for wind in SCORES:
        seat(page, wind).get_by_role("link", name="Photograph").click()
        photograph(page, photo)
        say(page, "Outcome", "it won" if wind == "South" else "it did not")
        page.get_by_role("button", name=f"Add to the table as {wind}").click()
        good_news(page).get_by_role("link", name="Settle the table").click()
    for wind in SCORES:
        expect(seat(page, wind).get_by_label("Score")).not_to_have_value("")
    scores = {wind: int(seat(page, wind).get_by_label("Score").input_value()) for wind in SCORES}
    assert scores["South"] == 100
    expect_settled(page, scores, "South")


def test_typed_scores_are_settled_and_remembered(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    expect_settled(page, SCORES, "South")
    page.reload()
    expect_settled(page, SCORES, "South")


def test_nothing_stands_in_the_place_of_the_seats_before_they_are_there(visit: Visit) -> None:
    page = visit(PHONE, path="/settle")
    with unanswered(page, "**/js/seat.js"):
        page.reload(wait_until="commit")
        expect(page.get_by_role("heading", name="Settle the table")).to_be_visible()
        expect(page.get_by_role("button", name="Next hand")).to_be_hidden()
    expect(seat(page, "East")).to_be_visible()
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()


def test_no_field_is_ever_empty_whose_score_is_known(visit: Visit) -> None:
    """Not even until the first timer of the page has run out; here none does."""
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    page.add_init_script("window.setTimeout = () => 0")
    page.reload()
    for wind, score in SCORES.items():
        expect(seat(page, wind).get_by_label("Score")).to_have_value(str(score))


def test_a_dead_hand_pays_and_is_not_paid(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    seat(page, "West").get_by_role("checkbox", name="Dead hand").check()
    expect(payments(page)).to_contain_text("West pays East 48")
    expect(payments(page)).not_to_contain_text("pays West")


def test_a_dead_hand_has_not_won_whatever_was_scored(visit: Visit, photo: Path) -> None:
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "West")
    add_photographed(page, photo, "South", "it won")
    expect(payments(page)).to_be_visible()
    seat(page, "South").get_by_role("checkbox", name="Dead hand").check()
    waits = page.get_by_role("status").filter(
        has_text="The hand of South is dead and cannot have won. Say who won."
    )
    expect(waits).to_be_visible()
    expect(payments(page)).to_be_hidden()
    choice(page, "Who won?").select_option(label="West")
    expect(payments(page)).to_contain_text("South pays West 8")


def test_deals_add_up_until_the_table_is_cleared(visit: Visit) -> None:
    """East wins, so that everybody stays where they are."""
    page = visit(PHONE, path="/settle")
    for deal in (1, 2):
        lay(page, SCORES, "East")
        page.get_by_role("button", name="Next hand").click()
        expect(page.get_by_role("row", name=f"Hand {deal}")).to_be_visible()
        expect(payments(page)).to_be_hidden()
    once = settle({"E": 24, "S": 64, "W": 8, "N": 16}, "E").net
    expect(row(page, "Sum")).to_have_text([figure(2 * once[wind]) for wind in SEATS])
    page.get_by_role("button", name="Start anew").click()
    page.get_by_role("dialog").get_by_role("button", name="Clear the table").click()
    expect(page.get_by_role("row", name="Sum")).to_have_count(0)


def test_a_deal_is_written_down_as_it_is_settled_last(visit: Visit) -> None:
    """Whoever says who won and goes on at once does not write down what was true before."""
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "East")
    page.route(re.compile("/api/settle"), _dawdle)
    page.get_by_label("Who won?").and_(page.get_by_role("combobox")).select_option(label="South")
    page.get_by_role("button", name="Next hand").click()
    net = settle({"E": 24, "S": 64, "W": 8, "N": 16}, "S").net
    expect(row(page, "Hand 1")).to_have_text([figure(net[wind]) for wind in SEATS])


def test_a_hand_is_added_to_the_table_as_it_was_described_last(visit: Visit, photo: Path) -> None:
    """Whoever says that it did not win and adds it at once does not add what it scored before."""
    page = visit(PHONE)
    photograph(page, photo)
    say(page, "Outcome", "it won")
    expect_total(page, 50)
    with unanswered(page, "/api/confirm"):
        say(page, "Outcome", "it did not")
        page.get_by_role("button", name="Add to the table as East").click()
    good_news(page).get_by_role("link", name="Settle the table").click()
    expect(seat(page, "East").get_by_label("Score")).to_have_value("0")


def test_what_could_not_be_scored_is_not_added_to_the_table(visit: Visit, photo: Path) -> None:
    """Without an answer to what was said of the hand, what it scored before is not its score; with one, the
    same button adds it."""
    page = visit(PHONE)
    photograph(page, photo)
    say(page, "Outcome", "it won")
    expect_total(page, 50)
    page.route("/api/confirm", lambda route: route.abort())
    say(page, "Outcome", "it did not")
    page.get_by_role("button", name="Add to the table", exact=True).click()
    expect(good_news(page).get_by_role("link", name="Settle the table")).to_have_count(0)
    expect(page.get_by_role("alert").get_by_role("button", name="Try again")).to_be_visible()
    page.unroute("/api/confirm")
    page.get_by_role("button", name="Add to the table", exact=True).click()
    good_news(page).get_by_role("link", name="Settle the table").click()
    expect(seat(page, "East").get_by_label("Score")).to_have_value("0")


def _dawdle(route: Route) -> None:
    time.sleep(0.3)
    route.continue_()


def add_photographed(page: Page, photo: Path, wind: str, outcome: str) -> None:
    """Photographs a player's hand from the table's page and lays it on the table."""
    seat(page, wind).get_by_role("link", name="Photograph").click()
    photograph(page, photo)
    say(page, "Outcome", outcome)
    page.get_by_role("button", name=f"Add to the table as {wind}").click()
    good_news(page).get_by_role("link", name="Settle the table").click()


def test_two_hands_scored_as_won_are_not_settled(visit: Visit, photo: Path) -> None:
    """Nor is one that did not win, said to have won: its score would be the wrong one."""
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "South")
    for wind in ("South", "West"):
        add_photographed(page, photo, wind, "it won")
    waits = page.get_by_role("status").filter(has_text="The hand of South was scored as won.")
    expect(waits).to_be_visible()
    expect(payments(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Next hand")).to_be_disabled()
    add_photographed(page, photo, "South", "it did not")
    expect(payments(page)).to_be_visible()
    choice(page, "Who won?").select_option(label="North")
    expect(page.get_by_role("status").filter(has_text="The hand of West was scored as won.")).to_be_visible()


def test_a_hand_in_place_of_another_is_said_and_can_be_taken_back(visit: Visit, photo: Path) -> None:
    page = visit(PHONE, path="/settle")
    add_photographed(page, photo, "South", "it won")
    seat(page, "South").get_by_role("link", name="Photograph again").click()
    photograph(page, photo)
    say(page, "Outcome", "it did not")
    page.get_by_role("button", name="Add to the table as South").click()
    notice = good_news(page)
    expect(notice).to_contain_text("They replace 100.")
    table = page.evaluate("JSON.parse(localStorage.getItem('tilescore.table'))")
    remember(page, "table", {**table, "players": {**table["players"], "S": "Ada"}})  # as another tab would
    notice.get_by_role("button", name="Take it back").click()
    page.goto("/settle")
    expect(seat(page, "South").get_by_label("Score")).to_have_value("100")
    expect(seat(page, "South").get_by_label("Player")).to_have_value("Ada")


def test_the_first_screen_says_whose_hand_the_table_sent_for(visit: Visit) -> None:
    page = visit(PHONE, path="/settle")
    for player in ("South", "Bo"):
        seat(page, "South").get_by_role("link", name="Photograph").click()
        expect(page.get_by_role("heading", name=f"What is the hand of {player} worth?")).to_be_visible()
        page.get_by_role("link", name="Settle the table").click()
        seat(page, "South").get_by_label("Player").fill("Bo")


@pytest.mark.parametrize("again", [False, True], ids=["at once", "after a reload"])
def test_the_next_photo_is_not_for_the_seat_that_has_its_hand(visit: Visit, photo: Path, again: bool) -> None:
    """Phones load a page again when they come back from the camera."""
    page = visit(PHONE, path="/settle")
    seat(page, "South").get_by_role("link", name="Photograph").click()
    photograph(page, photo)
    page.get_by_role("button", name="Add to the table as South").click()
    page.get_by_role("button", name="New photo").click()
    if again:
        page.reload()
    expect(page.get_by_role("heading", name="Whose hand, and what is it worth?")).to_be_visible()
    photograph(page, photo)
    expect(page.get_by_role("button", name="Add to the table as East")).to_be_visible()


def test_good_news_leaves_by_itself_but_what_can_be_taken_back_stays(visit: Visit, photo: Path) -> None:
    """And trouble. What stays covers nothing when the page is scrolled, and what is pointed at waits."""
    page = visit(DESK, path="/settle")
    page.clock.install()
    lay(page, SCORES, "South")
    page.get_by_role("button", name="Next hand").click()
    expect(good_news(page)).to_contain_text("Hand 1 is written down.")
    page.clock.fast_forward("01:00")
    expect(good_news(page)).to_have_css("position", "static")
    expect(good_news(page).get_by_role("button", name="Take it back")).to_be_visible()
    page.goto("/")
    offer_another_row(page)
    photograph(page, photo)
    page.get_by_role("button", name="Another row").click()
    expect(good_news(page)).to_contain_text("no other row")
    good_news(page).hover()
    page.clock.fast_forward("01:00")
    expect(good_news(page)).to_be_visible()
    page.mouse.move(0, 0)
    good_news(page).get_by_role("button", name="Dismiss").focus()
    page.clock.fast_forward("01:00")
    expect(good_news(page)).to_be_visible()
    page.get_by_role("button", name="Another row").focus()
    page.clock.fast_forward("01:00")
    expect(good_news(page)).to_be_hidden()
    page.context.set_offline(True)
    say(page, "Outcome", "it did not")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.clock.fast_forward("01:00")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")


def test_a_draw_game_is_called_one_and_the_next_hand_can_be_taken_back(visit: Visit) -> None:
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "Nobody: a draw game")
    expect(page.get_by_role("status").filter(has_text="a draw game, in which nobody pays")).to_be_visible()
    page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_role("row", name="Hand 1")).to_be_visible()
    good_news(page).get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("row", name="Hand 1")).to_have_count(0)
    expect(seat(page, "South").get_by_label("Score")).to_have_value("64")


def test_a_deal_is_not_taken_back_once_something_is_said_of_the_next_one(visit: Visit) -> None:
    """Names are no part of it, and stay with their players, who have changed seats since."""
    page = visit(PHONE, path="/settle")
    offer = good_news(page).get_by_role("button", name="Take it back")
    lay(page, SCORES, "South")
    page.get_by_role("button", name="Next hand").click()
    seat(page, "East").get_by_label("Player").fill("Bo")
    offer.click()
    expect(seat(page, "South").get_by_label("Player")).to_have_value("Bo")
    expect(payments(page)).to_contain_text("East pays Bo 128")
    page.get_by_role("button", name="Next hand").click()
    expect(offer).to_be_visible()
    type_scores(page, {"East": 4})
    expect(offer).to_be_hidden()
    expect(page.get_by_role("row", name="Hand 1")).to_be_visible()
    expect(seat(page, "East").get_by_label("Score")).to_have_value("4")


def test_what_was_said_in_another_tab_meanwhile_is_not_taken_back_with_a_hand(
    visit: Visit, photo: Path
) -> None:
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "South")
    seat(page, "East").get_by_role("link", name="Photograph").click()
    photograph(page, photo)
    say(page, "Outcome", "it won")
    page.get_by_role("button", name="Add to the table as East").click()
    expect(good_news(page)).to_contain_text("They replace 24.")
    table = page.evaluate("JSON.parse(localStorage.getItem('tilescore.table'))")
    assert table["winner"] == "E"
    remember(page, "table", {**table, "winner": "W", "latest": "S"})  # as another tab would
    good_news(page).get_by_role("button", name="Take it back").click()
    page.goto("/settle")
    expect(seat(page, "East").get_by_label("Score")).to_have_value("24")
    expect_settled(page, SCORES, "West")
    assert page.evaluate("JSON.parse(localStorage.getItem('tilescore.table')).latest") == "S"


def test_a_draw_game_is_written_down_without_scores(visit: Visit) -> None:
    page = visit(PHONE, path="/settle")
    type_scores(page, {"East": 24})
    choice(page, "Who won?").select_option(label="Nobody: a draw game")
    expect(payments(page)).to_contain_text("Nobody pays.")
    expect(page.get_by_role("status").filter(has_text="It needs no scores")).to_be_visible()
    expect(choice(page, "East of the next hand")).to_have_value("E")
    page.get_by_role("button", name="Next hand").click()
    expect(row(page, "Hand 1")).to_have_text(["0"] * 4)
    expect(choice(page, "Who won?").locator("option:checked")).to_have_text("Say who won")
    expect(payments(page)).to_be_hidden()


def test_in_a_draw_game_nobody_lets_off_a_cannon(visit: Visit) -> None:
    page = visit(DESK)
    play(page, "millington")
    page.goto("/settle")
    lay(page, SCORES, "South")
    cannon(page).select_option(label="West")
    choice(page, "Who won?").select_option(label="Nobody: a draw game")
    expect(payments(page)).to_contain_text("Nobody pays.")
    expect(cannon(page)).to_be_hidden()
    choice(page, "Who won?").select_option(label="South")
    expect(cannon(page)).to_have_value("")


def test_a_hand_that_has_won_makes_no_draw_game(visit: Visit) -> None:
    page = visit(DESK)
    add_laid_out(page, WON, "East")
    page.goto("/settle")
    choice(page, "Who won?").select_option(label="Nobody: a draw game")
    waits = page.get_by_role("status").filter(has_text="The hand of East was scored as won.")
    expect(waits).to_be_visible()
    expect(payments(page)).to_be_hidden()


def test_four_scores_are_no_draw_game_until_that_is_said(visit: Visit) -> None:
    """Also where a table is remembered from before a draw had a name of its own."""
    page = visit(PHONE, path="/settle")
    type_scores(page, SCORES)
    waits = page.get_by_role("status").filter(has_text="Say who won, or that nobody did")
    for again in (False, True):
        expect(waits).to_be_visible()
        expect(payments(page)).to_be_hidden()
        expect(page.get_by_role("button", name="Next hand")).to_be_disabled()
        if not again:
            table = page.evaluate("JSON.parse(localStorage.getItem('tilescore.table'))")
            remember(page, "table", {**table, "winner": ""})
            page.reload()
    choice(page, "Who won?").select_option(label="Nobody: a draw game")
    expect(payments(page)).to_contain_text("Nobody pays.")
    choice(page, "Who won?").select_option(label="Say who won")
    expect(payments(page)).to_be_hidden()
    expect(waits).to_be_visible()


@pytest.mark.parametrize(("rules", "turn"), [("millington", "the deal passes"), ("babcock", "East stays")])
def test_by_millington_the_thirteenth_win_in_a_row_passes_the_deal(
    visit: Visit, rules: str, turn: str
) -> None:
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "East")
    table = page.evaluate("JSON.parse(localStorage.getItem('tilescore.table'))")
    table["hands"]["E"] |= {"won": True, "notation": "/ 123d NNNw WWw 456b EEEw", "thirteenth": True}
    remember(page, "table", {**table, "rules": rules})
    page.reload()
    expect(choice(page, "East of the next hand").locator("option:checked")).to_contain_text(turn)


def test_long_names_do_not_widen_the_page(visit: Visit) -> None:
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "South")
    for wind in SCORES:
        field = seat(page, wind).get_by_label("Player")
        field.fill(wind + "wilhelmina" * 3)
        field.press("Tab")
    expect(payments(page)).to_contain_text("Northwilhelmina")
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_no_figure_of_the_running_score_is_divided(visit: Visit) -> None:
    page = visit(PHONE)
    remember(page, "settings", {"rules": "babcock", "options": {"limit": 24_000}})
    page.goto("/settle")
    lay(page, {"East": 24_000, "South": 100, "West": 8, "North": 16}, "East")
    for wind in SCORES:
        field = seat(page, wind).get_by_label("Player")
        field.fill(f"{wind} Featherstonehaugh")
        field.press("Tab")
    page.get_by_role("button", name="Next hand").click()
    figures = row(page, "Hand 1").or_(page.get_by_role("rowheader", name="Hand 1"))
    expect(figures).to_have_count(5)
    lines = "cell => { const all = new Range(); all.selectNodeContents(cell); return all.getClientRects(); }"
    assert [len(figure.evaluate(lines)) for figure in figures.all()] == [1] * 5


def test_a_table_of_three_scores_waits_for_the_fourth(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    for wind in ("East", "South", "West"):
        field = seat(page, wind).get_by_label("Score")
        field.fill("8")
        field.press("Tab")
    expect(page.get_by_role("status").filter(has_text="1 score is still missing.")).to_be_visible()
    expect(payments(page)).to_be_hidden()


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_what_is_tapped_right_after_a_score_was_typed_is_what_happens(visit: Visit, screen: Screen) -> None:
    """From field to field, to a checkbox, and away to the photo, each time straight from typing."""
    page = visit(screen, path="/settle")
    press(seat(page, "East").get_by_label("Score"))
    page.keyboard.type("24")
    press(seat(page, "South").get_by_label("Score"))
    page.keyboard.type("64")
    press(seat(page, "West").get_by_label("Player"))
    page.keyboard.type("Wu")
    press(seat(page, "North").get_by_label("Score"))
    page.keyboard.type("16")
    press(seat(page, "West").get_by_role("checkbox", name="Dead hand"))
    expect(seat(page, "West").get_by_role("checkbox", name="Dead hand")).to_be_checked()
    expect(seat(page, "West").get_by_label("Player")).to_have_value("Wu")
    for wind, score in {"East": "24", "South": "64", "North": "16"}.items():
        expect(seat(page, wind).get_by_label("Score")).to_have_value(score)
    press(seat(page, "East").get_by_label("Score"))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("32")
    press(seat(page, "South").get_by_role("link", name="Photograph"))
    page.wait_for_url("**/?seat=S")
    page.go_back()
    expect(seat(page, "East").get_by_label("Score")).to_have_value("32")


def press(target: Locator) -> None:
    """A tap, or a click that is held for a moment, as people do it."""
    if target.page.evaluate("navigator.maxTouchPoints"):
        target.tap()
    else:
        target.click(delay=60)


def test_what_a_score_takes_away_moves_nothing_from_under_the_finger(visit: Visit, photo: Path) -> None:
    """A typed score takes the tiles of the photographed hand away, and all that is below moves up."""
    page = visit(PHONE, path="/settle")
    seat(page, "East").get_by_role("link", name="Photograph").click()
    photograph(page, photo)
    page.get_by_role("button", name="Add to the table as East").click()
    good_news(page).get_by_role("link", name="Settle the table").click()
    laid = seat(page, "East").get_by_role("img", name="7 of dots × 4; Season 4, bamboo flower; concealed: ")
    expect(laid).to_be_visible()
    expect(seat(page, "East")).not_to_contain_text("7777d")
    seat(page, "East").get_by_label("Score").fill("8")
    seat(page, "South").get_by_role("checkbox", name="Dead hand").click(delay=60)
    expect(seat(page, "South").get_by_role("checkbox", name="Dead hand")).to_be_checked()
    expect(laid).to_be_hidden()


def test_a_late_answer_leaves_alone_what_is_being_typed(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    field = seat(page, "South").get_by_label("Score")
    with unanswered(page, "/api/settle"):
        seat(page, "West").get_by_role("checkbox", name="Dead hand").click()
        field.click()
        field.press("ControlOrMeta+a")
        page.keyboard.type("12")
    expect(payments(page)).to_contain_text("West pays East 48")
    expect(payments(page)).to_contain_text("North pays South 64")
    page.keyboard.type("5")
    expect(field).to_have_value("125")
    page.keyboard.press("Tab")
    expect(payments(page)).to_contain_text("North pays South 125")


@pytest.mark.parametrize("typed", ["-5", "1.5", "1e"])
@pytest.mark.parametrize("before", ["", "24"], ids=["no score", "24"])
@pytest.mark.parametrize("key", ["Tab", "Enter"])
def test_a_score_that_is_none_does_not_stay_in_its_field_and_that_is_said(
    visit: Visit, typed: str, before: str, key: str
) -> None:
    page = visit(DESK, path="/settle")
    east = seat(page, "East")
    field, trouble = east.get_by_label("Score"), east.get_by_role("alert")
    field.fill(before)
    field.press("Tab")
    expect(trouble).to_be_hidden()
    field.press("ControlOrMeta+a")
    page.keyboard.type(typed)
    field.press(key)
    if typed == "1e" and before == "" and key == "Enter":
        field.press("Tab")  # the browser tells of no change until the field is left
    expect(trouble).to_have_text("Only a whole number of at least 0 will do here; nothing was changed.")
    expect(field).to_have_value(before)
    expect(field.and_(page.locator(":valid"))).to_be_visible()
    left = "4 scores are still missing." if before == "" else "3 scores are still missing."
    expect(page.get_by_role("status").filter(has_text=left)).to_be_visible()
    field.fill("8")
    field.press("Tab")
    expect(trouble).to_be_hidden()
    expect(field).to_have_value("8")


def cannon(page: Page) -> Locator:
    return choice(page, "Who let off a cannon?")


def test_a_table_of_typed_scores_plays_what_this_device_remembers(visit: Visit) -> None:
    page = visit(DESK)
    remember(
        page, "settings", {"rules": "millington", "options": {"limit": 500}, "seat": "", "prevailing": ""}
    )
    page.goto("/settle")
    lay(page, SCORES, "South")
    cannon(page).select_option(label="West")
    expect(payments(page)).to_contain_text("West pays South 256")
    remember(page, "settings", {"rules": "babcock", "options": {}, "seat": "", "prevailing": ""})
    page.reload()
    expect(cannon(page)).to_be_hidden()
    expect_settled(page, SCORES, "South")


def test_a_table_of_typed_scores_plays_what_the_server_was_started_for(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        ServerProcess(tmp_path, "--rules", "millington", "--option", "limit=500") as server,
        looking(browser, server.addresses[0].rstrip("/"), DESK) as (page, record),
    ):
        page.goto("/settle")
        lay(page, SCORES, "South")
        cannon(page).select_option(label="West")
        expect(payments(page)).to_contain_text("West pays South 256")
        lay(page, {"South": 640}, "South")
        expect(payments(page)).to_contain_text("West pays South 2,000")
        assert record.complaints == []


PLAYED: list[tuple[dict[str, Any], int]] = [
    ({}, 300),
    ({"rules": "babcock", "options": {"limit": 500}}, 500),
    ({"rules": "millington", "options": {}, "others": {"babcock": {"limit": 20}}}, 1000),
    ({"rules": "", "options": {"limit": 40}}, 40),
]
"""What this device remembers, and the limit that stands then."""


@pytest.mark.parametrize(("agreed", "limit"), PLAYED, ids=[str(limit) for _, limit in PLAYED])
def test_a_typed_score_counts_the_tables_limit_at_most_and_that_is_said(
    visit: Visit, agreed: dict[str, Any], limit: int
) -> None:
    page = visit(PHONE)
    remember(page, "settings", agreed)
    page.goto("/settle")
    lay(page, {**SCORES, "South": 999_999_999_999_999}, "South")
    expect(payments(page)).to_contain_text(f"East pays South {2 * limit:,}")
    said = f"Counts as {limit:,}, the table’s limit."
    expect(seat(page, "South").get_by_role("status")).to_have_text(said)
    expect(page.get_by_text("Counts as")).to_have_count(1)
    expect(seat(page, "South").get_by_label("Score")).to_have_value("999999999999999")
    lay(page, {"South": limit}, "South")
    expect(page.get_by_text(said)).to_be_hidden()
    expect(payments(page)).to_contain_text(f"East pays South {2 * limit:,}")


def test_a_hand_that_was_scored_by_a_limit_of_its_own_counts_as_it_was_scored(visit: Visit) -> None:
    """As one of the game book."""
    page = visit(DESK, path="/settle")
    lay(page, {**SCORES, "South": 300}, "South")
    table = page.evaluate("JSON.parse(localStorage.getItem('tilescore.table'))")
    table["hands"]["S"] = {"score": 480, "dead": False, "won": True, "notation": "/ 123d NNNw WWw 456b EEEw"}
    remember(page, "table", table)
    page.reload()
    expect(payments(page)).to_contain_text("East pays South 960")
    expect(page.get_by_text("Counts as")).to_be_hidden()


WON = {"Exposed": "456b", "Concealed": "123d789d567b99d"}
LOST = {"Concealed": "258c258d258bSWNwGd"}


def add_laid_out(page: Page, parts: Mapping[str, str], wind: str, **facts: str) -> None:
    """Lays a player's hand out, says what is to be said of it, and lays it on the table."""
    page.goto(f"/?seat={wind[0]}")
    lay_out(page, parts)
    for fact, value in facts.items():
        say(page, fact.replace("_", " "), value)
    page.get_by_role("button", name=f"Add to the table as {wind}").click()
    expect(good_news(page)).to_contain_text("points are on the table")


def play(page: Page, rules: str, **options: int) -> None:
    """From now on this device plays by another book, or with other options."""
    remember(page, "settings", {"rules": rules, "options": options, "seat": "", "prevailing": ""})


def type_scores(page: Page, scores: Mapping[str, int]) -> None:
    for wind, score in scores.items():
        field = seat(page, wind).get_by_label("Score")
        field.fill(str(score))
        field.press("Tab")


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_hands_by_two_books_are_refused_until_one_is_scored_again(visit: Visit, screen: Screen) -> None:
    page = visit(screen)
    add_laid_out(page, LOST, "East")
    play(page, "millington")
    add_laid_out(page, WON, "South")
    page.goto("/settle")
    seat(page, "East").get_by_label("Player").fill("Ann")
    type_scores(page, {"West": 10, "North": 10})
    alert = page.get_by_role("alert").filter(
        has_text="The hand of Ann has other rules than the settlement: Babcock, not Millington."
    )
    expect(alert).to_contain_text("Open the hand again, or photograph it again")
    expect(page.get_by_role("status").filter(has_text="cannot be settled together")).to_be_visible()
    expect(payments(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Next hand")).to_be_disabled()
    alert.get_by_role("link", name="Open the hand of Ann").click()
    expect(tile(page, "Green Dragon")).to_be_visible()
    page.get_by_role("button", name="Add to the table as East").click()
    good_news(page).get_by_role("link", name="Settle the table").click()
    expect(payments(page)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_text("Score sheet: Millington")).to_be_visible()


def test_hands_with_other_options_are_refused_and_the_latest_leads(visit: Visit) -> None:
    page = visit(DESK)
    play(page, "babcock", limit=500)
    add_laid_out(page, WON, "East")
    play(page, "babcock", limit=160)
    add_laid_out(page, LOST, "South")
    page.goto("/settle")
    type_scores(page, {"West": 10, "North": 200})
    expect(seat(page, "North").get_by_role("status")).to_have_text("Counts as 160, the table’s limit.")
    alert = page.get_by_role("alert").filter(
        has_text="The hand of East has other options than the settlement: limit is 500, not 160."
    )
    expect(alert).to_be_visible()
    type_scores(page, {"South": 8})  # no hand is left that was held to 160
    expect(alert).to_be_hidden()
    expect(payments(page)).to_be_visible()
    expect(seat(page, "North").get_by_text("Counts as")).to_be_hidden()


def test_hands_under_two_prevailing_winds_are_refused(visit: Visit) -> None:
    page = visit(DESK)
    play(page, "millington")
    add_laid_out(page, WON, "East", Prevailing_wind="East")
    add_laid_out(page, LOST, "South", Prevailing_wind="West")
    page.goto("/settle")
    type_scores(page, {"West": 10, "North": 10})
    alert = page.get_by_role("alert").filter(
        has_text="The hand of South has another prevailing wind than the hand of East."
    )
    expect(alert.get_by_role("link", name="Open the hand of East")).to_be_visible()
    alert.get_by_role("link", name="Open the hand of South").click()
    say(page, "Prevailing wind", "East")
    page.get_by_role("button", name="Add to the table as South").click()
    good_news(page).get_by_role("link", name="Settle the table").click()
    expect(payments(page)).to_be_visible()


def test_a_fifth_tile_over_all_hands_is_remarked_on_with_the_payments(visit: Visit) -> None:
    page = visit(PHONE)
    add_laid_out(page, {"Exposed": "EEEw", "Concealed": "123c456d789d55b"}, "East")
    add_laid_out(page, {"Exposed": "EEEw", "Concealed": "258c258d258bGd"}, "South")
    add_laid_out(page, {"Exposed": "SSSw", "Concealed": "147c147d147bRdWd"}, "West", Outcome="it did not")
    page.goto("/settle")
    seat(page, "West").get_by_label("Player").fill("Cai")
    type_scores(page, {"North": 8})
    remarks = payments(page).get_by_role("note").get_by_role("paragraph").filter(has_text="hold")
    expect(remarks).to_have_count(2)
    expect(remarks.first).to_have_text("The hands of the table hold 6 East Winds; there are four.")
    expect(remarks.last).to_contain_text("The hand of Cai is dead: The hand holds 14 tiles")
    type_scores(page, {"South": 8})
    expect(remarks).to_have_count(1)
    seat(page, "West").get_by_role("checkbox", name="Dead hand").uncheck()
    expect(payments(page).get_by_text("look again")).to_be_hidden()


def test_a_hand_that_is_said_to_be_dead_is_there_again_when_that_was_a_slip(visit: Visit) -> None:
    """Its score counts no more, nor what speaks against it; then both do."""
    page = visit(DESK)
    add_laid_out(page, {"Exposed": "EEEw", "Concealed": "123c456d789d55b"}, "East")
    add_laid_out(page, {"Exposed": "EEEw", "Concealed": "258c258d258bGd"}, "South")
    page.goto("/settle")
    type_scores(page, {"West": 8, "North": 8})
    remark = payments(page).get_by_text("hold 6 East Winds")
    dead = seat(page, "South").get_by_role("checkbox", name="Dead hand")
    expect(remark).to_be_visible()
    dead.check()
    expect(remark).to_be_hidden()
    expect(payments(page)).to_contain_text("South pays West 8")
    dead.uncheck()
    expect(remark).to_be_visible()


def test_hands_remembered_without_their_tiles_settle_by_their_scores(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    table = page.evaluate("JSON.parse(localStorage.getItem('tilescore.table'))")
    table["hands"]["S"] |= {"won": True, "notation": "EEEw EEEw / 123d NNNw WWw"}
    del table["latest"]
    remember(page, "table", table)
    page.reload()
    expect_settled(page, SCORES, "South")
    expect(seat(page, "South").get_by_role("link", name="Photograph again")).to_be_visible()
    expect(seat(page, "South").get_by_role("link", name="Open again")).to_be_hidden()


def test_what_was_refused_is_no_longer_spoken_of_once_it_is_gone(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    refusal = {"error": {"code": "settlement", "message": "There is no settling that."}}
    page.route("/api/settle", lambda route: route.fulfill(status=422, json=refusal))
    field = seat(page, "West").get_by_label("Score")
    field.fill("9")
    field.press("Tab")
    alert = page.get_by_role("alert").filter(has_text="There is no settling that.")
    expect(alert).to_be_visible()
    field.fill("")
    field.press("Tab")
    expect(alert).to_be_hidden()
    field.fill("10")
    field.press("Tab")
    expect(alert).to_be_visible()
    choice(page, "Who won?").select_option(label="North")
    seat(page, "North").get_by_role("checkbox", name="Dead hand").check()
    expect(alert).to_be_hidden()


def test_a_table_is_settled_once_the_browser_is_online_again(visit: Visit) -> None:
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "South")
    page.context.set_offline(True)
    type_scores(page, {"North": 12})
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(payments(page)).to_be_hidden()
    page.context.set_offline(False)
    expect_settled(page, {**SCORES, "North": 12}, "South")
    expect(page.get_by_role("alert")).to_be_hidden()


def test_that_a_table_is_not_settled_stands_until_it_is(visit: Visit) -> None:
    """Whoever sends the notice away can still try again, as often as it takes."""
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    waits = page.get_by_role("status").filter(has_text="This table is not settled yet.")
    again = page.get_by_role("region", name="Who won?").get_by_role("button", name="Try again")
    alert = page.get_by_role("alert")
    with unreachable(page):
        type_scores(page, {"North": 12})
        for _ in range(2):
            expect(alert).to_contain_text("cannot be reached")
            alert.get_by_role("button", name="Dismiss").click()
            expect(waits).to_be_visible()
            again.focus()
            page.keyboard.press("Enter")
        expect(alert).to_be_visible()
        expect(again).to_be_focused()
    page.keyboard.press("Enter")
    expect_settled(page, {**SCORES, "North": 12}, "South")
    for over in (waits, again, alert):
        expect(over).to_be_hidden()
    expect(page.get_by_role("main")).to_be_focused()


def test_a_hand_by_another_book_takes_the_cannon_away_and_says_so(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    remember(page, "settings", {"rules": "millington", "options": {}, "seat": "", "prevailing": ""})
    page.goto("/settle")
    lay(page, SCORES, "South")
    cannon(page).select_option(label="West")
    expect(payments(page)).to_contain_text("West pays South 256")
    remember(page, "settings", {"rules": "babcock", "options": {}, "seat": "", "prevailing": ""})
    seat(page, "East").get_by_role("link", name="Photograph").click()
    photograph(page, photo)
    say(page, "Outcome", "it did not")
    page.get_by_role("button", name="Add to the table as East").click()
    expect(good_news(page)).to_contain_text("settled by Babcock from now on")
    good_news(page).get_by_role("link", name="Settle the table").click()
    expect(page.get_by_text("Score sheet: Babcock")).to_be_visible()
    expect(cannon(page)).to_be_hidden()
    expect_settled(page, {**SCORES, "East": 0}, "South")


def remember(page: Page, name: str, value: Mapping[str, Any]) -> None:
    """This device remembers something, as from another day."""
    page.evaluate(
        "([name, text]) => localStorage.setItem(name, text)", [f"tilescore.{name}", json.dumps(value)]
    )


def test_what_two_tabs_lay_on_the_table_is_all_there(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    other = page.context.new_page()
    other.goto("/settle")
    page.bring_to_front()
    seat(page, "East").get_by_label("Score").fill("24")
    seat(page, "South").get_by_label("Score").fill("64")
    seat(page, "West").get_by_label("Score").click()
    expect(seat(other, "South").get_by_label("Score")).to_have_value("64")
    other.bring_to_front()
    seat(other, "West").get_by_label("Score").fill("8")
    seat(other, "North").get_by_label("Score").fill("16")
    seat(other, "North").get_by_label("Score").press("Tab")
    choice(other, "Who won?").select_option(label="South")
    for tab in (page, other):
        tab.bring_to_front()
        seat(tab, "East").get_by_label("Player").click()
        expect(choice(tab, "Who won?")).to_have_value("S")
        expect_settled(tab, SCORES, "South")
        for wind, score in SCORES.items():
            expect(seat(tab, wind).get_by_label("Score")).to_have_value(str(score))


def test_a_page_that_comes_back_shows_what_was_added_meanwhile(visit: Visit) -> None:
    """Browsers keep a page as it was; what it then writes has what was added while it was away."""
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "South")
    table = page.evaluate("JSON.parse(localStorage.getItem('tilescore.table'))")
    table["hands"]["E"]["score"] = 32
    remember(page, "table", table)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(seat(page, "East").get_by_label("Score")).to_have_value("32")
    expect_settled(page, {**SCORES, "East": 32}, "South")
    table["hands"]["E"]["score"] = 40
    remember(page, "table", table)
    seat(page, "North").get_by_label("Player").fill("Nan")
    page.get_by_role("button", name="Next hand").click()
    net = settle({"E": 40, "S": 64, "W": 8, "N": 16}, "S").net
    expect(row(page, "Hand 1")).to_have_text([figure(net[wind]) for wind in SEATS])


FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
FORBIDDEN = """Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('', 'SecurityError'); }
})"""


def test_a_device_that_remembers_nothing_still_settles(visit: Visit) -> None:
    page = visit(DESK)
    page.add_init_script(FULL)
    page.goto("/settle")
    lay(page, SCORES, "South")
    expect_settled(page, SCORES, "South")
    expect(page.get_by_text("This browser does not remember the table")).to_be_visible()
    expect(page.get_by_text("The table is remembered on this device.")).to_be_hidden()


@pytest.mark.parametrize("storage", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_a_hand_that_no_table_remembers_is_not_said_to_lie_there(visit: Visit, storage: str) -> None:
    page = visit(PHONE)
    page.add_init_script(storage)
    page.goto("/?seat=S")
    lay_out(page, WON)
    page.get_by_role("button", name="Add to the table as South").click()
    total = page.get_by_role("contentinfo").locator("strong").inner_text().split()[0]
    alert = page.get_by_role("alert").filter(has_text=f"type {total} as the score of South")
    expect(alert).to_be_visible()
    expect(page.get_by_text("on the table")).to_be_hidden()
    alert.get_by_role("link", name="Settle the table").click()
    expect(seat(page, "South").get_by_label("Score")).to_have_value("")


def name_all(page: Page) -> None:
    for wind, name in {"East": "Ann", "South": "Bo", "West": "Cai", "North": "Dee"}.items():
        seat(page, wind).get_by_label("Player").fill(name)


def expect_seated(page: Page, *names: str) -> None:
    for wind, name in zip(SCORES, names, strict=True):
        expect(seat(page, wind).get_by_label("Player")).to_have_value(name)


def expect_running(page: Page, players: list[str], *deals: dict[str, int]) -> None:
    """Under each player stand the nets that were that player's, and their sum."""
    expect(page.get_by_role("columnheader")).to_have_text(players)
    for place, nets in enumerate(deals, start=1):
        expect(row(page, f"Hand {place}")).to_have_text([figure(nets[player]) for player in players])
    sums = [sum(nets[player] for nets in deals) for player in players]
    expect(row(page, "Sum")).to_have_text([figure(points) for points in sums])


def net_of(scores: Mapping[str, int], winner: str, names: str) -> dict[str, int]:
    """What each player wins or loses, the names being those from East to North."""
    seats = dict(zip(SEATS, names.split(), strict=True))
    letters = {name: wind for wind, name in WINDS.items()}
    nets = settle({letters[name]: score for name, score in scores.items()}, letters[winner]).net
    return {seats[wind]: points for wind, points in nets.items()}


def test_the_running_score_adds_up_by_player_while_the_deal_passes(visit: Visit) -> None:
    """South wins, so South becomes East; then East wins and stays; then nobody wins, and East stays."""
    page = visit(DESK, path="/settle")
    players = ["Ann", "Bo", "Cai", "Dee"]
    name_all(page)
    lay(page, SCORES, "Bo")
    expect(choice(page, "East of the next hand")).to_have_value("S")
    page.get_by_role("button", name="Next hand").click()
    first = net_of(SCORES, "South", "Ann Bo Cai Dee")
    expect_running(page, players, first)
    expect_seated(page, "Bo", "Cai", "Dee", "Ann")
    lay(page, SCORES, "Bo")
    expect(choice(page, "East of the next hand")).to_have_value("E")
    page.get_by_role("button", name="Next hand").click()
    second = net_of(SCORES, "East", "Bo Cai Dee Ann")
    expect_running(page, players, first, second)
    expect_seated(page, "Bo", "Cai", "Dee", "Ann")
    lay(page, SCORES, "Nobody: a draw game")
    expect(choice(page, "East of the next hand")).to_have_value("E")
    page.reload()
    expect_running(page, players, first, second)
    expect_seated(page, "Bo", "Cai", "Dee", "Ann")


def test_who_is_east_next_may_be_chosen_until_another_wins(visit: Visit) -> None:
    page = visit(PHONE, path="/settle")
    lay(page, SCORES, "East")
    choice(page, "East of the next hand").select_option(label="South: the deal passes")
    choice(page, "Who won?").select_option(label="South")
    expect(choice(page, "East of the next hand")).to_have_value("S")
    choice(page, "East of the next hand").select_option(label="East: East stays")
    page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_role("columnheader")).to_have_text(["East", "South", "West", "North"])
    lay(page, SCORES, "North")
    page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_role("columnheader")).to_have_text(["North", "East", "South", "West"])


def test_a_player_named_at_another_seat_has_moved_there(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    name_all(page)
    lay(page, SCORES, "Ann")
    page.get_by_role("button", name="Next hand").click()
    first = net_of(SCORES, "East", "Ann Bo Cai Dee")
    seat(page, "East").get_by_label("Player").fill("Cai")
    seat(page, "South").get_by_label("Player").click()
    expect_seated(page, "Cai", "Bo", "Ann", "Dee")
    expect_running(page, ["Ann", "Bo", "Cai", "Dee"], first)
    seat(page, "South").get_by_label("Player").fill("Bob")
    seat(page, "West").get_by_label("Player").click()
    expect(page.get_by_role("columnheader")).to_have_text(["Ann", "Bob", "Cai", "Dee"])


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    ("names", "swapped", "said"),
    [
        (("Ann", "Bo", "Cai", "Dee"), ("Ann", "Bo", "Dee", "Cai"), "North is Cai now, and West is Dee"),
        (("Ann", "Bo", "Cai", ""), ("Ann", "Bo", "", "Cai"), "North is Cai now, and West has no name"),
    ],
    ids=["two names", "one name"],
)
def test_that_two_players_have_changed_seats_is_said_and_can_be_taken_back(
    visit: Visit, screen: Screen, names: tuple[str, ...], swapped: tuple[str, ...], said: str
) -> None:
    """Also while the scores are settled anew; what was typed since stays."""
    page = visit(screen, path="/settle")
    lay(page, SCORES, "South")
    for wind, name in zip(SCORES, names, strict=True):
        field = seat(page, wind).get_by_label("Player")
        field.fill(name)
        field.press("Tab")
    seat(page, "North").get_by_label("Player").fill("Cai")
    press(seat(page, "East").get_by_label("Score"))
    expect(seat(page, "East").get_by_label("Score")).to_be_focused()
    expect_seated(page, *swapped)
    expect(good_news(page)).to_contain_text(f"Cai was named at West, so the two have changed seats: {said}.")
    type_scores(page, {"East": 32})
    expect(payments(page)).to_contain_text("pays Ann 48")
    good_news(page).get_by_role("button", name="Take it back").click()
    expect_seated(page, *names)
    expect(good_news(page)).to_be_hidden()
    expect(seat(page, "East").get_by_label("Score")).to_have_value("32")


def test_a_table_remembered_before_players_could_move_still_opens(visit: Visit) -> None:
    page = visit(DESK)
    hand = {"score": None, "dead": False, "won": False, "notation": ""}
    nets = [{"E": -80, "S": 256, "W": -104, "N": -72}, {"E": 96, "S": -32, "W": -32, "N": -32}]
    remember(
        page,
        "table",
        {
            "rules": "babcock",
            "options": {},
            "players": {"E": "Ann", "S": "Bo", "W": "", "N": ""},
            "hands": dict.fromkeys(SEATS, hand),
            "winner": "",
            "cannon": "",
            "deals": nets,
        },
    )
    page.goto("/settle")
    players = ["Ann", "Bo", "West", "North"]
    old = [dict(zip(players, net.values(), strict=True)) for net in nets]
    expect_running(page, players, *old)
    lay(page, SCORES, "Bo")
    page.get_by_role("button", name="Next hand").click()
    expect_seated(page, "Bo", "", "", "Ann")
    expect(page.get_by_role("columnheader")).to_have_text(["Ann", "Bo", "South", "West"])
