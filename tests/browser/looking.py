"""Chromium at the sizes and in the colours that people use, and everything it did written down."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect, sync_playwright

Scheme = Literal["light", "dark"]

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What the browser may be called; Debian has the first two. The first has no windows to draw, and shows a
page in two thirds of the time."""


@dataclass(frozen=True)
class Screen:
    """A size in CSS pixels; `dense` is how many of the screen's own make one."""

    width: int
    height: int
    touch: bool = False
    dense: float = 1.0


PHONE = Screen(360, 740, touch=True, dense=2.0)
DESK = Screen(1280, 800)

PATIENCE = 30_000
"""Milliseconds to wait for what is expected: a reading on a busy machine takes its time."""


def chromium() -> str | None:
    """Where the browser is, if it is installed."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A running browser that can resolve no name, so that whatever is asked of other hosts fails."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
        )
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Record:
    """What a page asked for and complained about while somebody used it."""

    address: str
    abroad: list[str] = field(default_factory=list)
    """Requests that were not for the server."""
    complaints: list[str] = field(default_factory=list)
    """Errors in the console, the content security policy's among them, and what scripts threw."""
    missing: list[str] = field(default_factory=list)
    """Pages, scripts, styles and pictures that the server did not have."""

    def follow(self, page: Page) -> None:
        page.on("request", lambda request: self._asked(request.url))
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("response", self._answered)

    def _asked(self, url: str) -> None:
        if urlsplit(url).scheme not in ("blob", "data") and not url.startswith(f"{self.address}/"):
            self.abroad.append(url)

    def _said(self, message: ConsoleMessage) -> None:
        # The browser itself reports every refusal; those are in the answers.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.complaints.append(message.text)

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and "/api/" not in response.url:
            self.missing.append(f"{response.status} {response.url}")


@contextmanager
def looking(
    browser: Browser, address: str, screen: Screen, scheme: Scheme = "light"
) -> Iterator[tuple[Page, Record]]:
    """A fresh page on a fresh profile, not yet gone anywhere."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": screen.width, "height": screen.height},
        device_scale_factor=screen.dense,
        has_touch=screen.touch,
        is_mobile=screen.touch,
        color_scheme=scheme,
        reduced_motion="reduce",
        accept_downloads=True,
    )
    record = Record(address)
    page = context.new_page()
    record.follow(page)
    try:
        yield page, record
    finally:
        context.close()
