"""The application in this process, with one real worker for all tests that only ask it."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient

from tilescore.web.app import WebSettings, create_app
from tilescore.web.pool import PoolSettings
from tilescore.web.safety import Rate, Rates

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "hand.jpg"
ADDRESS = "http://127.0.0.1"
AT_WILL = Rates(photos=Rate(10_000, 100.0), requests=Rate(10_000, 100.0))


@pytest.fixture(scope="session")
def photo() -> bytes:
    """A JPEG of a hand with a kong, a Season and a tile set apart."""
    return EXAMPLE.read_bytes()


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser on this machine, which may ask as quickly as it can."""
    home = tmp_path_factory.mktemp("served")
    settings = WebSettings(pool=PoolSettings(workers=1), rates=AT_WILL, book_file=home / "book.sqlite3")
    own = {"XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    # The worker takes its environment from this process when it is started.
    with patch.dict(os.environ, own), TestClient(create_app(settings), base_url=ADDRESS) as browser:
        yield browser


@pytest.fixture(scope="session")
def reading(client: TestClient, photo: bytes) -> dict[str, object]:
    """What the server reads on it."""
    answer = client.post("/api/read", params={"name": "hand.jpg"}, content=photo)
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found
