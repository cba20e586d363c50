"""What a person does with the page, in the person's words: by the roles and names that all perceive."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from scoring.tiles import parse_tiles
from tests.vision import tables
from vision.compose import build_reading

Photo = Path | FilePayload

CONCEALED = (
    ["3 of dots"] * 3 + [f"{rank} of bamboo" for rank in (5, 6, 7)] + ["South Wind"] * 3 + ["Red Dragon"]
)
"""The concealed part of the example, but for the tile set apart."""

_TABLE = tables.seen(
    tables.row("1c 2c 3c 4c 5c 6c 7c 8c 9c Rd Rd Rd Nw Nw")
    + tables.row("1d 2d 3d 4d 5d 6d 7d 8d 9d Gd Gd Gd Ww Ww", y=-9),
    tilt=10,
)

SEVERAL_ROWS = build_reading("", (2000, 2000), 0, _TABLE.probabilities, _TABLE.corners).problems[0]
"""What the reader says of a photo with two rows that may be the hand."""

LIMIT = "The most that a hand is worth"
"""What the field for it is called in the settings."""


def photograph(page: Page, photo: Photo) -> None:
    """Chooses a picture, and waits until the tiles in it are named."""
    choose(page, photo)
    expect(hand(page)).to_be_visible()


def choose(page: Page, photo: Photo) -> None:
    """Chooses a picture on the first screen."""
    button = page.get_by_role("button", name="Choose a picture")
    expect(button).to_be_visible()
    page.wait_for_load_state()  # a page that was led to may not have run its scripts yet
    with page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(photo)


def lay_out(page: Page, parts: Mapping[str, str]) -> None:
    """Lays a hand out by hand: {part: its tiles in the notation}."""
    page.get_by_role("button", name="Lay it out by hand").click()
    for name, tiles in parts.items():
        page.get_by_role("button", name=f"Add a tile: {name}").click()
        for each in parse_tiles(tiles):
            page.keyboard.type(each.code)
        page.keyboard.press("Escape")


def hand(page: Page) -> Locator:
    """The tiles of the hand, part by part."""
    return page.get_by_role("region", name="The hand", exact=True)


def part(page: Page, name: str) -> Locator:
    """Exposed, Concealed, Seasons or Set apart."""
    return page.get_by_role("region", name=re.compile(f"^{name}"))


def expect_tiles(page: Page, name: str, tiles: Sequence[str]) -> None:
    """Waits until a part shows these tiles in this order, as a screen reader has them."""
    buttons = part(page, name).get_by_role("button", name=re.compile(f", {name}", re.IGNORECASE))
    expect(buttons).to_have_count(len(tiles))
    for index, each in enumerate(tiles):
        label = re.compile(f"^{re.escape(each)}, {name}", re.IGNORECASE)
        expect(buttons.nth(index)).to_have_accessible_name(label)


def tile(page: Page, name: str) -> Locator:
    """The first tile of the hand with that name."""
    return hand(page).get_by_role("button", name=re.compile(f"^{re.escape(name)},")).first


def correct(page: Page, wrong: str, right: str) -> None:
    """Two taps: on the tile, and on what it is."""
    tile(page, wrong).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=right, exact=True).first.click()
    expect(dialog).to_be_hidden()


@contextmanager
def unanswered(page: Page, path: str, *, backwards: bool = False) -> Iterator[None]:
    """The server leaves the page waiting as long as this lasts; then it answers, in order or backwards."""
    waiting: list[Route] = []
    page.route(path, lambda route: waiting.append(route))
    yield
    page.route(path, lambda route: route.continue_())
    for route in reversed(waiting) if backwards else waiting:
        route.fulfill(response=route.fetch())


@contextmanager
def unreachable(page: Page) -> Iterator[None]:
    """The server cannot be reached as long as this lasts. Unlike after `set_offline`, the browser does not
    tell the page that it is over."""
    page.route("**/api/**", lambda route: route.abort())
    yield
    page.unroute("**/api/**")


def questions(page: Page) -> Locator:
    """All that is asked about the hand."""
    return page.get_by_role("region", name="What the score hangs on")


def say(page: Page, fact: str, value: str) -> None:
    """Says something about the hand: who sat where, how it was won."""
    about = page.get_by_role("region", name="About this hand")
    about.get_by_role("combobox", name=fact, exact=True).select_option(label=value)


def expect_total(page: Page, total: int | str) -> None:
    """The total in the bar that is always in sight."""
    expect(page.get_by_role("contentinfo").locator("strong")).to_have_text(re.compile(rf"^{total}\b"))


def good_news(page: Page) -> Locator:
    """What was done, said above everything else; trouble is an alert."""
    return page.get_by_role("status").filter(has=page.get_by_role("button", name="Dismiss"))


def seat(page: Page, wind: str) -> Locator:
    """One player's place at the table that is settled."""
    return page.get_by_role("region", name=wind, exact=True)


def lay(page: Page, scores: Mapping[str, int], winner: str) -> None:
    """Types the four scores of a table, says who won, and waits for the payments."""
    for wind, score in scores.items():
        field = seat(page, wind).get_by_label("Score")
        field.fill(str(score))
        field.press("Tab")
    page.get_by_label("Who won?").and_(page.get_by_role("combobox")).select_option(label=winner)
    expect(payments(page)).to_be_visible()
    expect(payments(page)).to_have_attribute("aria-busy", "false")


def payments(page: Page) -> Locator:
    """Who pays whom."""
    return page.get_by_role("region", name="Payments")


def misread(page: Page, mistakes: Mapping[str, str]) -> None:
    """Makes the reader doubtful and wrong: of each tile named, the first is read as the other.

    The server reads as ever; what it says is changed on the way to the page, so that what has to be corrected
    does not hang on what the weights of the day get wrong.
    """
    page.route(re.compile("/api/read"), lambda route: _spoil(route, dict(mistakes)))


def _spoil(route: Route, mistakes: dict[str, str]) -> None:
    answered = route.fetch()
    reading: dict[str, Any] = answered.json()
    for row in reading["rows"]:
        for found in (found for group in row["groups"] for found in group):
            true = found["tile"]
            if true in mistakes:
                found.update(tile=mistakes.pop(true), confidence=0.5, sure=False, alternatives=[[true, 0.4]])
    assert not mistakes, f"not in the photo: {mistakes}"
    route.fulfill(response=answered, body=json.dumps(reading))


def offer_another_row(page: Page) -> None:
    """Makes the reader say that there is one, of a photo in which there is none."""
    page.route(re.compile("/api/read.*choice=0"), _say_several)


def _say_several(route: Route) -> None:
    answered = route.fetch()
    route.fulfill(response=answered, json={**answered.json(), "problems": [SEVERAL_ROWS]})


def undo(page: Page) -> Locator:
    """What takes back the newest change."""
    return page.get_by_role("button", name="Undo")


def from_before(page: Page) -> Locator:
    """What takes up the hand that the page remembers."""
    return page.get_by_role("button", name="Go on with the previous hand")


def settings(page: Page) -> Locator:
    """What the table plays, opened."""
    page.get_by_role("button", name="Rules and settings").click()
    dialog = page.get_by_role("dialog", name="Rules and settings")
    expect(dialog).to_be_visible()
    return dialog


def set_limit(dialog: Locator, limit: int) -> None:
    """Types it, and goes on to the next setting."""
    field = dialog.get_by_role("spinbutton", name=LIMIT)
    field.fill(str(limit))
    field.press("Tab")


def remembered(page: Page) -> dict[str, Any] | None:
    """The settings that this device remembers."""
    found: dict[str, Any] | None = page.evaluate("JSON.parse(localStorage.getItem('tilescore.settings'))")
    return found


def expect_setting(page: Page, name: str, value: object) -> None:
    """Waits until this device remembers this: it does so once the server has taken it."""
    page.wait_for_function(
        "([name, value]) => "
        "JSON.stringify(JSON.parse(localStorage.getItem('tilescore.settings'))?.[name]) === value",
        arg=[name, json.dumps(value, separators=(",", ":"))],
    )


def expect_remembered(page: Page, options: dict[str, Any]) -> None:
    """Waits until this device remembers these options."""
    expect_setting(page, "options", options)
