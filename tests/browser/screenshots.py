"""The README's pictures of the page: ``python -m tests.browser.screenshots`` writes them to docs/."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.looking import DESK, PHONE, Screen, browsing, looking
from tests.browser.using import expect_total, lay, misread, payments, photograph, say, tile
from tests.tilescore.web.server import ServerProcess

ROOT = Path(__file__).parents[2]
PHOTO = ROOT / "examples" / "hand.jpg"
MOST_BYTES = 150_000
"""Of one picture."""


Show = Callable[[Page], None]


def main() -> None:
    """Takes all pictures anew, in the light."""
    docs = ROOT / "docs"
    docs.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, ServerProcess(Path(home)) as server, browsing() as browser:
        address = server.addresses[0].rstrip("/")
        for name, screen, show in (
            ("phone-doubt", PHONE, show_doubt),
            ("phone-tile", PHONE, show_tile),
            ("phone-settlement", PHONE, show_settlement),
            ("desk-sheet", DESK, show_sheet),
        ):
            take(browser, address, screen, show, docs / f"{name}.webp")


def take(browser: Browser, address: str, screen: Screen, show: Show, file: Path) -> None:
    """One picture of what the window shows."""
    with looking(browser, address, screen) as (page, _):
        page.goto("/")
        show(page)
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(300)  # whatever glides into its place has come to rest
        picture = Image.open(io.BytesIO(page.screenshot()))
        picture.convert("RGB").save(file, quality=82, method=6)
    size = file.stat().st_size
    assert size < MOST_BYTES, f"{file} has {size:,} bytes"
    print(f"{file.relative_to(ROOT)}: {picture.width} x {picture.height}, {size:,} bytes")


def show_doubt(page: Page) -> None:
    """A Season that may be the player's own, which is worth a double."""
    misread(page, {"4f": "2f"})
    photograph(page, PHOTO)
    say(page, "Seat", "South")


def show_tile(page: Page) -> None:
    """What that tile may be."""
    show_doubt(page)
    tile(page, "Season 2, orchid").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def show_sheet(page: Page) -> None:
    """The agreed hand, line by line."""
    photograph(page, PHOTO)
    say(page, "Seat", "South")
    say(page, "How it came", "drawn from the wall")
    expect_total(page, 100)


def show_settlement(page: Page) -> None:
    """Four hands settled, down to the payments."""
    page.goto("/settle")
    lay(page, {"East": 24, "South": 100, "West": 8, "North": 16}, "South")
    payments(page).evaluate("section => section.scrollIntoView({ block: 'end' })")


if __name__ == "__main__":
    main()
