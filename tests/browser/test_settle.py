"""Four hands in turn make a settlement; what each is worth comes from a photo or is typed."""

import re
import time
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from scoring.hand import SEATS
from scoring.settle import settle
from tests.browser.conftest import Visit
from tests.browser.looking import DESK, PHONE
from tests.browser.using import expect_total, lay, payments, photograph, say, seat, unanswered

WINDS = dict(zip(SEATS, ("East", "South", "West", "North"), strict=True))
SCORES = {"East": 24, "South": 64, "West": 8, "North": 16}


def expect_settled(page: Page, scores: dict[str, int], winner: str) -> None:
    """What the page says is what the game's own settlement says, payment by payment."""
    letters = {name: wind for wind, name in WINDS.items()}
    right = settle({letters[name]: score for name, score in scores.items()}, letters[winner])
    expect(payments(page).get_by_role("listitem")).to_have_text(
        [f"{WINDS[each.payer]} pays {WINDS[each.payee]} {each.points}" for each in right.payments]
    )
    for wind, net in right.net.items():
        expect(seat(page, WINDS[wind]).locator(".net")).to_have_text(f"{net:+}".replace("-", "\u2212"))


def test_four_photographed_hands_become_payments(visit: Visit, photo: Path) -> None:
    """Each player's hand is photographed from the table's page and added to the table; South has won."""
    page = visit(PHONE, path="/settle")
    for wind in SCORES:
        seat(page, wind).get_by_role("link", name="Photograph").click()
        photograph(page, photo)
        say(page, "Outcome", "it won" if wind == "South" else "it did not")
        page.get_by_role("button", name=f"Add to the table as {wind}").click()
        page.get_by_role("alert").get_by_role("link", name="Settle the table").click()
    scores = {wind: int(seat(page, wind).get_by_label("Score").input_value()) for wind in SCORES}
    assert scores["South"] == 100
    expect_settled(page, scores, "South")


def test_typed_scores_are_settled_and_remembered(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    expect_settled(page, SCORES, "South")
    page.reload()
    expect_settled(page, SCORES, "South")


def test_a_dead_hand_pays_and_is_not_paid(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, SCORES, "South")
    seat(page, "West").get_by_role("checkbox", name="Dead hand").check()
    expect(payments(page)).to_contain_text("West pays East 48")
    expect(payments(page)).not_to_contain_text("pays West")


def test_deals_add_up_until_the_table_is_cleared(visit: Visit) -> None:
    page = visit(PHONE, path="/settle")
    for deal in (1, 2):
        lay(page, SCORES, "South")
        page.get_by_role("button", name="Next hand").click()
        expect(page.get_by_role("row", name=f"Hand {deal}")).to_be_visible()
        expect(payments(page)).to_be_hidden()
    once = settle({"E": 24, "S": 64, "W": 8, "N": 16}, "S").net
    twice = [f"{2 * once[wind]:+}".replace("-", "\u2212") for wind in SEATS]
    expect(page.get_by_role("row", name="Sum").get_by_role("cell")).to_have_text(twice)
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
    expect(page.get_by_role("row", name="Hand 1").get_by_role("cell")).to_have_text(
        [f"{net[wind]:+}".replace("-", "\u2212") for wind in SEATS]
    )


def test_a_hand_is_added_to_the_table_as_it_was_described_last(visit: Visit, photo: Path) -> None:
    """Whoever says that it did not win and adds it at once does not add what it scored before."""
    page = visit(PHONE)
    photograph(page, photo)
    say(page, "Outcome", "it won")
    expect_total(page, 50)
    with unanswered(page, "/api/confirm"):
        say(page, "Outcome", "it did not")
        page.get_by_role("button", name="Add to the table as East").click()
    page.get_by_role("alert").get_by_role("link", name="Settle the table").click()
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
    page.get_by_role("button", name="Add to the table as East").click()
    expect(page.get_by_role("alert").get_by_role("link", name="Settle the table")).to_have_count(0)
    expect(page.get_by_role("alert").get_by_role("button", name="Try again")).to_be_visible()
    page.unroute("/api/confirm")
    page.get_by_role("button", name="Add to the table as East").click()
    page.get_by_role("alert").get_by_role("link", name="Settle the table").click()
    expect(seat(page, "East").get_by_label("Score")).to_have_value("0")


def _dawdle(route: Route) -> None:
    time.sleep(0.3)
    route.continue_()


def test_a_table_of_three_scores_waits_for_the_fourth(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    for wind in ("East", "South", "West"):
        field = seat(page, wind).get_by_label("Score")
        field.fill("8")
        field.press("Tab")
    expect(page.get_by_role("status").filter(has_text="1 score is still missing.")).to_be_visible()
    expect(payments(page)).to_be_hidden()
