"""Every screen the page can show: no barrier that axe finds, nothing too small for a thumb, and on paper."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.looking import DESK, PHONE, Screen
from tests.browser.using import choose, correct, misread, photograph, say, tile

THUMB = 44.0
"""CSS pixels that a target measures at least, each way."""

State = Callable[[Page, Path], None]


def first_screen(_page: Page, _photo: Path) -> None:
    """As it comes."""


def agreed(page: Page, photo: Path) -> None:
    photograph(page, photo)
    say(page, "Seat", "South")


def doubtful(page: Page, photo: Path) -> None:
    misread(page, {"6b": "9b", "Sw": "Ww"})
    photograph(page, photo)


def one_tile(page: Page, photo: Path) -> None:
    doubtful(page, photo)
    tile(page, "9 of bamboo").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def wrong(page: Page, photo: Path) -> None:
    photograph(page, photo)
    correct(page, "3 of dots", "7 of dots")
    expect(page.get_by_role("region", name="Not right yet")).to_be_visible()


def selecting(page: Page, photo: Path) -> None:
    photograph(page, photo)
    page.get_by_role("button", name="Select several").click()
    tile(page, "5 of bamboo").click()
    tile(page, "6 of bamboo").click()


def settings(page: Page, _photo: Path) -> None:
    page.get_by_role("button", name="Rules and settings").click()
    expect(page.get_by_role("dialog", name="Rules and settings")).to_be_visible()


def book(page: Page, _photo: Path) -> None:
    page.get_by_role("button", name="Game book").click()
    expect(page.get_by_role("dialog", name="Game book")).to_be_visible()


def refused(page: Page, _photo: Path) -> None:
    choose(page, {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(page.get_by_role("alert")).to_be_visible()


STATES: tuple[State, ...] = (
    first_screen, agreed, doubtful, one_tile, wrong, selecting, settings, book, refused,
)  # fmt: skip


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
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_nobody_is_kept_out(visit: Visit, photo: Path, state: State, screen: Screen) -> None:
    """Axe in the light, its contrasts in the dark; on a phone the targets' sizes and nothing cut off."""
    page = visit(screen)
    state(page, photo)
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    assert barriers(page, "color-contrast") == []
    if screen is PHONE:
        assert too_small(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE.width


def test_on_paper_there_is_the_sheet_and_the_hand_and_nothing_to_press(visit: Visit, photo: Path) -> None:
    page = visit(DESK)
    agreed(page, photo)
    page.emulate_media(media="print")
    expect(page.get_by_role("region", name="Score sheet")).to_be_visible()
    expect(page.get_by_role("row", name="Total")).to_be_visible()
    expect(tile(page, "3 of dots").locator("img")).to_be_visible()
    for control in ("Undo", "New photo", "Select several", "Print", "Rules and settings"):
        expect(page.get_by_role("button", name=control, exact=True)).to_be_hidden()
    assert page.pdf().startswith(b"%PDF")
