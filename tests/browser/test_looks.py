"""Every screen the page can show: no barrier that axe finds, nothing too small for a thumb, and on paper."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.looking import DESK, PHONE, Screen
from tests.browser.using import (
    choose,
    correct,
    expect_total,
    lay,
    lay_out,
    misread,
    photograph,
    tile,
    unanswered,
)

THUMB = 44.0
"""CSS pixels that a target measures at least, each way."""

INK = 40
"""Levels by which what is written differs from its ground."""

WORDS = """field => {
    const style = getComputedStyle(field);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const { width } = pen.measureText(field.placeholder);
    return [parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft), width];
}"""
"""Where in an empty field the words standing there begin, and how wide they are, in CSS pixels."""

Tour = Callable[[Page, Path], Iterator[str]]


def tour(page: Page, photo: Path) -> Iterator[str]:
    """Goes through every screen of the hand's page, and says which one is shown."""
    yield "first screen"
    page.get_by_role("button", name="Rules and settings").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    yield "settings"
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Game book").click()
    expect(dialog).to_be_visible()
    yield "game book"
    dialog.get_by_role("button", name="Close").click()
    choose(page, {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(page.get_by_role("alert")).to_be_visible()
    yield "refusal"
    misread(page, {"6b": "9b", "Sw": "Ww"})
    photograph(page, photo)
    yield "doubtful hand"
    tile(page, "9 of bamboo").click()
    expect(dialog).to_be_visible()
    yield "sheet of a tile"
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Select several").click()
    tile(page, "South Wind").click()
    yield "selection"
    page.get_by_role("button", name="Done").click()
    with unanswered(page, "/api/confirm"):
        correct(page, "3 of dots", "7 of dots")
        yield "being scored again"
    expect(page.get_by_role("region", name="Not right yet")).to_be_visible()
    yield "problems"


def tour_of_the_table(page: Page, _photo: Path) -> Iterator[str]:
    """Goes through every screen of the settlement's page."""
    page.goto("/settle")
    yield "empty table"
    lay(page, {"East": 24, "South": 64, "West": 8, "North": 16}, "South")
    yield "settlement"
    page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_role("region", name="Running score").first).to_be_visible()
    yield "running score"
    page.get_by_role("button", name="Start anew").click()
    yield "starting anew"


def tour_of_the_api(page: Page, _photo: Path) -> Iterator[str]:
    """The page for programmers."""
    page.goto("/api")
    yield "API"


def barriers(page: Page, *rules: str) -> list[str]:
    """What axe finds, one line each; all of its rules, or only the ones named."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


_MEASURE = """targets => {
    const scope = document.querySelector("dialog[open]") ?? document;
    return [...scope.querySelectorAll(targets)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("p"))
        .map((each) => {
            const boxes = [each, ...(each.labels ?? [])].map((part) => part.getBoundingClientRect());
            const most = (side) => Math.max(...boxes.map((box) => box[side]));
            return [each.outerHTML.slice(0, 120), most("width"), most("height")];
        });
}"""


def too_small(page: Page) -> list[str]:
    """Targets that a thumb would miss. A label belongs to its target; links in a sentence are not meant."""
    targets = "button, select, summary, input:not([type=file]), a[href]:not(.skip)"
    measured: list[tuple[str, float, float]] = page.evaluate(_MEASURE, targets)
    return [
        f"{html}: {width} x {height}" for html, width, height in measured if min(width, height) < THUMB - 0.5
    ]


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("go", [tour, tour_of_the_table, tour_of_the_api], ids=["hand", "table", "api"])
def test_nobody_is_kept_out(visit: Visit, photo: Path, go: Tour, screen: Screen) -> None:
    """Axe in the light, its contrasts in the dark; on a phone the targets' sizes and nothing cut off."""
    page = visit(screen)
    found = {}
    for place in go(page, photo):
        page.emulate_media(color_scheme="light")
        found[place] = barriers(page)
        page.emulate_media(color_scheme="dark")
        found[f"{place}, dark"] = barriers(page, "color-contrast")
        if screen is PHONE:
            found[f"{place}, by thumb"] = too_small(page)
            wide = page.evaluate("document.documentElement.scrollWidth")
            found[f"{place}, cut off"] = [f"{wide} pixels wide"] if wide > PHONE.width else []
    assert [f"{place}: {fault}" for place, faults in found.items() for fault in faults] == []


@pytest.mark.parametrize("width", [390, 320])
def test_many_doubles_leave_the_words_their_room(visit: Visit, width: int) -> None:
    """Four kongs and all eight Seasons; no word of any line is split."""
    page = visit(Screen(width, 844, touch=True))
    lay_out(page, {"Exposed": "5555c 9999b EEEEw RRRRd 1234f 1234s", "Concealed": "33d"})
    sheet = page.get_by_role("table")
    expect(sheet.get_by_role("row", name="All four Seasons")).to_contain_text("×2 ×2 ×2 ×2 ×2 ×2 = 30,720")
    names = sheet.locator("tbody").get_by_role("rowheader")
    whole = sheet.evaluate("table => table.clientWidth")
    assert names.first.evaluate("name => name.clientWidth") >= 0.5 * whole
    natural = "name => { name.style.overflowWrap = 'normal'; return name.scrollWidth <= name.clientWidth; }"
    assert all(name.evaluate(natural) for name in names.all())


def test_what_sends_a_notice_away_is_at_its_end(visit: Visit, photo: Path) -> None:
    """On a phone it stands below the words and what else there is to press."""
    page = visit(PHONE)
    page.context.set_offline(True)
    choose(page, photo)
    notice = page.get_by_role("alert")
    expect(notice.get_by_role("button", name="Try again")).to_be_visible()
    end = "each => each.getBoundingClientRect().right"
    assert notice.evaluate(end) - notice.get_by_role("button", name="Dismiss").evaluate(end) < 12


def test_a_choice_too_long_for_its_list_says_that_it_goes_on(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    for choice in page.get_by_role("region", name="About this hand").get_by_role("combobox").all():
        expect(choice).to_have_css("text-overflow", "ellipsis")


def test_that_a_score_is_missing_can_be_read(visit: Visit) -> None:
    """On a desk too, where browsers keep room for arrows in a field of figures."""
    page = visit(DESK, path="/settle")
    field = page.get_by_label("Score").first
    expect(field).to_have_attribute("placeholder", "no score yet")
    begin, width = field.evaluate(WORDS)
    painted = np.asarray(Image.open(BytesIO(field.screenshot())).convert("L"), int)[10:-10, 6:-6]
    inked = np.flatnonzero(abs(painted - np.median(painted)).max(axis=0) > INK) + 6
    assert inked.max() == pytest.approx(begin + width, abs=3)


def test_the_frame_of_what_a_tile_was_read_as_leaves_its_odds_free(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    tile(page, "3 of dots").click()
    read_as = page.get_by_role("dialog").locator(".likely .is-current")
    expect(read_as).to_be_visible()
    framed = """face => {
        const { outlineWidth, outlineOffset } = getComputedStyle(face);
        return face.getBoundingClientRect().bottom + parseFloat(outlineWidth) + parseFloat(outlineOffset);
    }"""
    words = """odds => {
        const { top } = odds.getBoundingClientRect();
        return top + parseFloat(getComputedStyle(odds).paddingTop);
    }"""
    assert read_as.locator(".odds").evaluate(words) >= read_as.locator(".face").evaluate(framed)


def test_on_paper_there_is_the_sheet_and_the_hand_and_nothing_to_press(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    expect_total(page, 50)
    page.emulate_media(media="print")
    expect(page.get_by_role("region", name="Score sheet")).to_be_visible()
    expect(page.get_by_role("row", name="Total")).to_be_visible()
    expect(tile(page, "3 of dots").locator("img")).to_be_visible()
    for control in ("Undo", "New photo", "Select several", "Print", "Rules and settings"):
        expect(page.get_by_role("button", name=control, exact=True)).to_be_hidden()
    assert page.pdf().startswith(b"%PDF")
