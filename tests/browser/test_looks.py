"""Every screen the page can show: no barrier that axe finds, nothing too small for a thumb, and on paper."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import Visit
from tests.browser.looking import DESK, PHONE, Scheme, Screen
from tests.browser.using import (
    choose,
    correct,
    expect_total,
    good_news,
    lay,
    lay_out,
    misread,
    photograph,
    say,
    seat,
    tile,
    unanswered,
    unreachable,
)

LANDSCAPE = Screen(740, 360, touch=True)
FOLDED = Screen(280, 653, touch=True)
"""The narrowest phone: the outer screen of one that is folded."""
DESK_ENLARGED = Screen(DESK.width // 2, DESK.height // 2, dense=2.0)
"""As a browser shows the desk to people who enlarge everything twice."""

THUMB = 44.0
"""CSS pixels that a target measures at least, each way."""

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
    with unreachable(page):
        say(page, "Seat", "South")
        expect(page.get_by_text("The latest change is not counted yet.")).to_be_visible()
        yield "not up to date"


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


_LINES = """element => {
    const all = new Range();
    all.selectNodeContents(element);
    return all.getClientRects().length;
}"""
"""How many lines its words take."""


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


_UNDRAWN = """() => [...document.querySelectorAll("use")].map((use) => use.getAttribute("href"))
    .filter((source) => !document.querySelector(source))"""
"""Faces and icons that the page lacks, which nothing else complains about."""


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("go", [tour, tour_of_the_table, tour_of_the_api], ids=["hand", "table", "api"])
def test_nobody_is_kept_out(visit: Visit, photo: Path, go: Tour, screen: Screen) -> None:
    """Axe in the light, its contrasts in the dark, no drawing missing; on a phone the targets' sizes and
    nothing cut off."""
    page = visit(screen)
    found = {}
    for place in go(page, photo):
        page.emulate_media(color_scheme="light")
        found[place] = barriers(page)
        page.emulate_media(color_scheme="dark")
        found[f"{place}, dark"] = barriers(page, "color-contrast")
        found[f"{place}, drawn"] = page.evaluate(_UNDRAWN)
        if screen is PHONE:
            found[f"{place}, by thumb"] = too_small(page)
            wide = page.evaluate("document.documentElement.scrollWidth")
            found[f"{place}, cut off"] = [f"{wide} pixels wide"] if wide > PHONE.width else []
    assert [f"{place}: {fault}" for place, faults in found.items() for fault in faults] == []


_LARGE = """addEventListener("DOMContentLoaded", () => {
    document.documentElement.style.fontSize = "200%";
});"""
"""What a person's choice of large letters does to every page."""

_DIVIDED = """() => {
    const scope = document.querySelector("dialog[open]") ?? document.body;
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    const divided = [];
    for (let text; (text = texts.nextNode()); ) {
        const holder = text.parentElement;
        const shown = holder.checkVisibility({ visibilityProperty: true });
        // Names of players may be divided at the head of their columns.
        if (!shown || holder.closest(".unseen, option, svg, thead")) continue;
        for (const { 0: word, index } of text.data.matchAll(/[^\\s-]+/g)) {
            const range = new Range();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            if (new Set(tops).size > 1) divided.push(word);
        }
    }
    return divided;
}"""


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("go", [tour, tour_of_the_table], ids=["hand", "table"])
def test_large_letters_divide_no_word_and_cut_nothing_off(
    visit: Visit, photo: Path, go: Tour, screen: Screen
) -> None:
    """Twice as large, on a screen that stays as it is."""
    page = visit(screen)
    page.add_init_script(_LARGE)
    page.reload()
    found: dict[str, list[str]] = {}
    for place in go(page, photo):
        wide = page.evaluate("document.documentElement.scrollWidth")
        peeking = page.locator(".skip").evaluate("link => link.getBoundingClientRect().bottom > 0")
        found[place] = page.evaluate(_DIVIDED)
        found[place] += [f"{wide} pixels wide"] if wide > screen.width else []
        found[place] += ["the skip link peeks in"] if peeking else []
    assert {place: faults for place, faults in found.items() if faults} == {}


@pytest.mark.parametrize("screen", [FOLDED, PHONE], ids=["folded", "phone"])
def test_nothing_is_cut_off_however_much_a_hand_is_worth(visit: Visit, screen: Screen) -> None:
    """The four seats stand side by side, each with what the hand would be worth there."""
    page = visit(screen)
    agreed = {"rules": "babcock", "options": {"limit": 1_000_000}}
    page.evaluate("agreed => localStorage.setItem('tilescore.settings', JSON.stringify(agreed))", agreed)
    page.reload()
    lay_out(page, {"Exposed": "5555c 9999b EEEEw RRRRd 1234f 123s", "Concealed": "33d"})
    wide = "document.documentElement.scrollWidth"
    expect(page.get_by_role("group", name="Which seat is yours?")).to_be_visible()
    assert page.evaluate(wide) == screen.width
    expect_total(page, "7,424")
    assert page.get_by_role("contentinfo").locator("strong").evaluate(_LINES) == 1
    page.get_by_role("button", name="Rules and settings").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    page.goto("/settle")
    assert page.evaluate(wide) == screen.width


@pytest.mark.parametrize("path", ["/", "/settle"])
def test_no_word_of_the_header_is_split(visit: Visit, path: str) -> None:
    page = visit(FOLDED, path=path)
    link = page.get_by_role("navigation").get_by_role("link")
    expect(link).to_have_count(1)
    assert link.evaluate(_LINES) <= len(link.inner_text().split())


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


@pytest.mark.parametrize("screen", [PHONE, LANDSCAPE, DESK_ENLARGED])
def test_the_first_screen_shows_how_to_begin(visit: Visit, photo: Path, screen: Screen) -> None:
    """Where it is low too: with a phone held as it photographs, and after a hand was left."""
    page = visit(screen)
    photograph(page, photo)
    page.reload()
    for way in ("Photograph the hand", "Choose a picture", "Lay it out by hand", "Go on with the previous"):
        expect(page.get_by_role("button", name=way)).to_be_in_viewport(ratio=1)


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


@pytest.mark.parametrize("screen", [DESK, DESK_ENLARGED])
def test_that_a_score_is_missing_can_be_read(visit: Visit, screen: Screen) -> None:
    """On a desk too, where browsers keep room for arrows in a field of figures."""
    page = visit(screen, path="/settle")
    field = page.get_by_label("Score").first
    expect(field).to_have_attribute("placeholder", "no score yet")
    box = field.bounding_box()
    assert box
    inside = FloatRect(x=box["x"] + 4, y=box["y"] + 4, width=box["width"] - 12, height=box["height"] - 8)
    shown = page.screenshot(clip=inside)
    field.evaluate("field => { field.style.paddingInlineEnd = 0; }")
    assert shown == page.screenshot(clip=inside), "with more room more of the words is shown"


def test_the_frame_of_what_a_tile_was_read_as_leaves_its_probability_free(visit: Visit, photo: Path) -> None:
    page = visit(PHONE)
    photograph(page, photo)
    tile(page, "3 of dots").click()
    read_as = page.get_by_role("dialog").locator(".likely .is-current")
    expect(read_as).to_be_visible()
    framed = """face => {
        const { outlineWidth, outlineOffset } = getComputedStyle(face);
        return face.getBoundingClientRect().bottom + parseFloat(outlineWidth) + parseFloat(outlineOffset);
    }"""
    words = """note => {
        const { top } = note.getBoundingClientRect();
        return top + parseFloat(getComputedStyle(note).paddingTop);
    }"""
    assert read_as.locator(".probability").evaluate(words) >= read_as.locator(".face").evaluate(framed)


def test_on_paper_there_is_the_sheet_and_the_hand_and_nothing_to_press(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    photograph(page, photo)
    expect_total(page, 50)
    page.emulate_media(media="print")
    expect(page.get_by_role("region", name="Score sheet")).to_be_visible()
    expect(page.get_by_role("row", name="Total")).to_be_visible()
    expect(page.get_by_text("East, won with the Red Dragon, drawn from the wall")).to_be_visible()
    expect(page.get_by_text("Taken for granted: Which seat is yours? East")).to_be_visible()
    expect(tile(page, "3 of dots").locator(".face")).to_be_visible()
    for control in ("Undo", "New photo", "Select several", "Print", "Rules and settings"):
        expect(page.get_by_role("button", name=control, exact=True)).to_be_hidden()
    assert pages_of(page.pdf(format="A4")) == 1


def pages_of(pdf: bytes) -> int:
    """How many pages a printed document has."""
    return len(re.findall(rb"/Type /Page\b", pdf))


def test_on_paper_a_settled_table_takes_one_page_and_no_frame_cuts_through_a_seat(visit: Visit) -> None:
    page = visit(DESK, path="/settle")
    lay(page, {"East": 24, "South": 64, "West": 8, "North": 16}, "South")
    page.emulate_media(media="print")
    assert pages_of(page.pdf(format="A4")) == 1
    frame = seat(page, "South").bounding_box()
    wind = seat(page, "South").locator(".seat-tile .face").bounding_box()
    assert frame
    assert wind
    assert wind["x"] - frame["x"] >= 8


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_lies_over_the_page_has_an_edge_where_colours_are_forced(
    visit: Visit, scheme: Scheme, photo: Path
) -> None:
    """Its ground is that of the page then, and no shadow falls."""
    page = visit(DESK, scheme)
    photograph(page, photo)
    page.emulate_media(forced_colors="active")
    tile(page, "3 of dots").click()
    edge = "each => getComputedStyle(each).borderBlockEndWidth"
    assert page.get_by_role("dialog").evaluate(edge) == "2px"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Copy as text").click()
    assert good_news(page).evaluate(edge) == "2px"


_BEGINNINGS = [DESK, Screen(390, 844), Screen(320, 640)]


@pytest.mark.parametrize("screen", _BEGINNINGS, ids=["desk", "phone", "narrow"])
def test_two_ways_to_begin_share_the_row_below_the_first_one(visit: Visit, screen: Screen) -> None:
    page = visit(screen)
    ways = [page.get_by_role("button", name=name) for name in ("Photograph", "Choose a", "Lay it out")]
    first, left, right = [way.bounding_box() for way in ways]
    assert first
    assert left
    assert right
    assert left["width"] == pytest.approx(right["width"], abs=1)
    assert left["y"] == right["y"] > first["y"]
    assert left["x"] == pytest.approx(first["x"], abs=1)
    assert right["x"] + right["width"] == pytest.approx(first["x"] + first["width"], abs=1)
