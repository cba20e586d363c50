"""With `--lan`, a device comes in with the code of the address that is shown, and with nothing else."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looking import PHONE, looking
from tests.browser.using import photograph
from tests.tilescore.web.server import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("lan"), "--lan") as running:
        yield running


def invitation(server: ServerProcess) -> tuple[str, str]:
    """The newest address that is shown, as server and path; from this very machine it is reached as well."""
    shown = urlsplit(server.addresses[-1])
    return f"http://127.0.0.1:{shown.port}", f"{shown.path}?{shown.query}"


def test_nobody_comes_in_without_the_code(browser: Browser, server: ServerProcess) -> None:
    address, way_in = invitation(server)
    with looking(browser, address, PHONE) as (page, _):
        for path in ("/", "/settle", "/api", f"{way_in}x", "/enter"):
            answer = page.goto(path)
            assert answer is not None
            assert answer.status == 401
            expect(page.get_by_role("heading", level=1)).to_contain_text("Scan the one that is shown")
        assert status_of_a_reading(page) == 401


def test_the_code_lets_in_one_device_which_stays_in(
    browser: Browser, server: ServerProcess, photo: Path
) -> None:
    address, way_in = invitation(server)
    with looking(browser, address, PHONE) as (page, record):
        page.goto(way_in)
        photograph(page, photo)
        page.goto("/settle")
        expect(page.get_by_role("heading", name="Settle the table")).to_be_visible()
        assert (record.abroad, record.missing, record.complaints) == ([], [], [])
        with looking(browser, address, PHONE) as (other, _):
            other.goto(way_in)
            expect(other.get_by_role("heading", level=1)).to_contain_text("has been used or is too old")
            _, fresh = invitation(server)
            assert fresh != way_in
            other.goto(fresh)
            expect(other.get_by_role("button", name="Choose a picture")).to_be_visible()
        page.goto("/")
        expect(page.get_by_role("button", name="Choose a picture")).to_be_visible()


def status_of_a_reading(page: Page) -> int:
    """What the page's own scripts would be answered."""
    status: int = page.evaluate(
        "() => fetch('/api/read', {method: 'POST', body: 'x'}).then(({status}) => status)"
    )
    return status
