"""A browser and a server for all tests here, and for each a page that is watched while it is used."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.looking import DESK, PHONE, Record, Scheme, Screen, browsing, chromium, looking
from tests.tilescore.web.server import ServerProcess

Visit = Callable[..., Page]

SCREENS = pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder are chosen, or left out, by one name."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


# Not for the whole session: Playwright keeps an event loop in this thread, which tests of other folders that
# start their own would stumble over.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Without one these tests are skipped; where CI is set a skip would hide a hole, so there they fail."""
    if chromium() is None:
        missing = "no Chromium is installed; try: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with browsing() as opened:
        yield opened


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a server of its own, whose game book is empty."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as running:
        yield running.addresses[0].rstrip("/")


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Opens a page: `visit(PHONE)`, `visit(DESK, "dark", path="/settle")`.

    After the test no page may have asked another host for anything, missed a file, or complained.
    """
    with ExitStack() as opened:
        records: list[Record] = []

        def go(screen: Screen = PHONE, scheme: Scheme = "light", path: str = "/") -> Page:
            page, record = opened.enter_context(looking(browser, address, screen, scheme))
            records.append(record)
            page.goto(path)
            return page

        yield go
        for record in records:
            assert (record.abroad, record.missing, record.complaints) == ([], [], [])


_TIMED: Final = "seconds: "


@pytest.fixture
def record_timing(record_property: Callable[[str, object], None]) -> Callable[[str, float], None]:
    """Has seconds that a test measured reported when all tests are done."""
    return lambda what, seconds: record_property(_TIMED + what, seconds)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    timings = [
        (name.removeprefix(_TIMED), seconds)
        for report in terminalreporter.getreports("passed")
        for name, seconds in report.user_properties
        if name.startswith(_TIMED)
    ]
    if timings:
        terminalreporter.section("timings in the browser")
    for what, seconds in timings:
        terminalreporter.line(f"{what}: {seconds:.2f} s")


@pytest.fixture
def photo() -> Path:
    """The example: `7777d 4f / 333d 567b SSSw RRd`, the second Red Dragon set apart."""
    return Path(__file__).parents[2] / "examples" / "hand.jpg"
