"""What is turned away before the application sees it, and what every answer forbids the browser."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from scoring.errors import TilescoreError
from tests.tilescore.web.conftest import ADDRESS
from tilescore.web import uploads
from tilescore.web.app import WebSettings, create_app
from tilescore.web.errors import BusyError
from tilescore.web.pool import PoolSettings
from tilescore.web.safety import HEADERS, Draining, Hosts, Rate, RateLimit, Rates, TokenBucket

HAND = {"exposed": ["EEEw"], "concealed": "123c"}


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/table", "/static/css/base.css", "/nothing", "/api/nothing", "/health"]
)
def test_every_answer_carries_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "access-control-allow-origin" not in headers


def test_the_policy_lets_nothing_in_from_elsewhere_or_from_the_page_itself() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "http" not in policy


def test_a_fault_of_the_program_is_answered_and_harms_nothing(tmp_path: Path) -> None:
    settings = WebSettings(pool=PoolSettings(workers=1), book_file=tmp_path / "book")
    browser = TestClient(create_app(settings), base_url=ADDRESS, raise_server_exceptions=False)
    with patch("tilescore.web.handlers.state_of", side_effect=RuntimeError("a secret of the program")):
        answer = browser.post("/api/confirm", json={})
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert "secret" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert browser.post("/api/confirm", json={}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8420",
        "",
        "127.0.0.1.evil.example",
        "192.168.1.5",
        "localhost:80@evil.example",
        "localhost:8420/enter?",
        "[::1]evil.example",
        "[::1",
        "[]",
        "::1",
    ],
)
def test_only_this_machine_s_own_names_are_answered(client: TestClient, host: str) -> None:
    for path in ("/", "/api/table", "/static/css/base.css"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 421
    assert client.get("/api/table", headers={"Host": host}).json()["error"]["code"] == "wrong-host"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8420", "127.0.0.1:1", "[::1]:8420", "localhost."])
def test_this_machine_by_its_names(client: TestClient, host: str) -> None:
    assert client.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        ("192.168.1.5:8420", True),
        ("[fe80::1]:8420", True),
        ("den.local", True),
        ("evil.example", False),
        ("192.168.1.5.evil.example", False),
        ("1", False),
    ],
)
def test_in_a_network_every_address_in_figures_and_the_own_name(host: str, fine: bool) -> None:
    assert (host in Hosts.network(["Den", "den.local"])) is fine


@pytest.mark.parametrize(
    ("headers", "fine"),
    [
        ({}, True),
        ({"Origin": "http://127.0.0.1"}, True),
        ({"Origin": "http://127.0.0.1", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Origin": "null"}, False),
        ({"Origin": "https://127.0.0.1"}, False),
        ({"Origin": "http://127.0.0.1:8000"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Origin": "http://127.0.0.1", "Sec-Fetch-Site": "cross-site"}, False),
    ],
)
def test_other_sites_cannot_change_anything(client: TestClient, headers: dict[str, str], fine: bool) -> None:
    posted = client.post("/api/score", json=HAND, headers=headers)
    deleted = client.delete("/api/book/999", headers=headers)
    if fine:
        assert (posted.status_code, deleted.status_code) == (200, 404)
    else:
        for answer in (posted, deleted):
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "cross-site")


@pytest.mark.parametrize("path", ["/api/read", "/api/preview"])
def test_a_photo_that_is_too_large_is_refused_by_what_it_says_of_itself(
    client: TestClient, path: str
) -> None:
    answer = client.post(path, headers={"Content-Length": str(10**9)}, content=b"x")
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")


def test_a_body_is_refused_as_soon_as_it_is_too_large(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_PHOTO_BYTES", 1000)
    monkeypatch.setattr(uploads, "MOST_JSON_BYTES", 1000)

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    for path in ("/api/read", "/api/confirm"):
        answer = client.post(path, content=endless())
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")
    for path in ("/api/annotate", "/api/own", "/api/book"):
        answer = client.post(path, files={"photo": b"x" * 5000})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")


def test_a_form_is_never_written_to_disk(client: TestClient, photo: bytes) -> None:
    with patch("tempfile.TemporaryFile", side_effect=AssertionError("written to disk")):
        big = photo + b"\0" * 3_000_000  # more than what is otherwise spooled to a file
        answer = client.post("/api/read", files={"photo": big})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "body", [b"", b"--x", b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--", b"\xff" * 50]
)
def test_a_broken_form(client: TestClient, body: bytes) -> None:
    answer = client.post(
        "/api/annotate", content=body, headers={"Content-Type": "multipart/form-data; boundary=x"}
    )
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in ("bad-json", "no-photo")


@pytest.mark.parametrize("charset", ["undefined", "unicode_escape", "punycode"])
def test_a_form_in_a_charset_that_is_none(client: TestClient, charset: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="reading"\r\n\r\n\\ud800!\r\n--x--\r\n'
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    answer = client.post("/api/annotate", content=body, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-json")


def test_a_form_of_too_many_parts(client: TestClient) -> None:
    answer = client.post("/api/annotate", files=[("photo", b"x")] * 50)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad-json")


@pytest.mark.parametrize(
    ("arrives", "words"),
    [
        ([], "took longer"),
        ([{"type": "http.request", "more_body": True}, {"type": "http.disconnect"}], "broke off"),
    ],
    ids=["nothing any more", "the end of the connection"],
)
def test_an_upload_that_takes_too_long_or_breaks_off_is_ended(
    monkeypatch: pytest.MonkeyPatch, arrives: list[Message], words: str
) -> None:
    """As a refusal like any other: what a phone does that leaves the room is no fault of the program."""
    monkeypatch.setattr(uploads, "SECONDS", 0.05)

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        coming = iter(arrives)

        async def receive() -> Message:
            for message in coming:
                return message
            await asyncio.sleep(30)
            raise AssertionError

        try:
            await uploads.photo_of(Request(scope, receive))
        except TilescoreError as error:
            await PlainTextResponse(f"{error.code}: {error.message}")(scope, receive, send)

    assert re.match(f"too-slow: .*{words}", TestClient(app).post("/").text)


def test_a_bucket_gives_a_burst_and_then_so_many_a_second() -> None:
    bucket = TokenBucket(Rate(burst=3, each_second=2.0), now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert [bucket.take(0.5), bucket.take(0.5)] == [0, 0.5]
    assert [bucket.take(100.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(100.25) == 0.25


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def _fine(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("fine")(scope, receive, send)


def _refusal(_request: Request, error: TilescoreError) -> Response:
    assert isinstance(error, BusyError)
    return PlainTextResponse(error.code, 429, {"Retry-After": str(error.wait)})


def test_who_asks_too_quickly_is_told_when_to_come_again() -> None:
    clock = Clock()
    limited = RateLimit(_fine, _refusal, ["/api/read"], Rates(photos=Rate(3, 2.0)), clock)
    one, other = TestClient(limited, client=("10.0.0.1", 1)), TestClient(limited, client=("10.0.0.2", 1))
    answers = [one.post("/api/read") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["Retry-After"] == "1"
    assert other.post("/api/read").status_code == 200
    assert one.get("/api/read").status_code == 200  # no upload: counted apart
    clock.now += 1.0
    assert [one.post("/api/read").status_code for _ in range(3)] == [200, 200, 429]


def test_a_page_of_many_files_is_not_too_quick() -> None:
    limited = RateLimit(_fine, _refusal, [], Rates(), Clock())
    browser = TestClient(limited)
    assert [browser.get("/static/x").status_code for _ in range(Rates().requests.burst + 1)].count(429) == 1


def test_the_buckets_of_many_clients_are_bounded() -> None:
    """Those are forgotten that have not asked for longest: who asks most is not let off by many others."""
    limited = RateLimit(_fine, _refusal, [], Rates(requests=Rate(20, 0.001)), Clock())
    busy = TestClient(limited, client=("10.0.1.1", 1))
    with patch.object(RateLimit, "_MOST_BUCKETS", 10):
        for number in range(25):
            TestClient(limited, client=(f"10.0.0.{number}", 1)).get("/")
            status = busy.get("/").status_code
    assert (len(limited._buckets), status) == (10, 429)


def test_all_uploads_are_counted_as_such(tmp_path: Path) -> None:
    few = Rates(photos=Rate(burst=1, each_second=0.001))
    settings = WebSettings(pool=PoolSettings(workers=1), rates=few, book_file=tmp_path / "book")
    browser = TestClient(create_app(settings), base_url=ADDRESS)
    assert browser.post("/api/v1/annotate", json=HAND).status_code == 400
    for path in ("/api/own", "/api/book", "/api/read", "/api/v1/preview"):
        answer = browser.post(path, json=HAND)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many-requests")
        assert int(answer.headers["Retry-After"]) > 1
    assert browser.post("/api/score", json=HAND).status_code == 200


def test_a_refused_upload_is_answered_before_it_has_come_to_its_end() -> None:
    """And then read to its end, for a browser shows a broken connection in place of an answer."""
    log: list[str] = []

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await PlainTextResponse("no", 413)(scope, receive, send)

    def parts() -> Iterator[Message]:
        for number in range(5):
            yield {"type": "http.request", "body": b"x" * 100, "more_body": number < 4}

    coming = parts()

    async def receive() -> Message:
        log.append("receive")
        return next(coming)

    async def send(message: Message) -> None:
        log.append(f"{message['type']} {message.get('more_body', '')}".strip())

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    asyncio.run(Draining(refuse)(scope, receive, send))
    assert log == [
        "receive",
        "http.response.start",
        "http.response.body True",
        *["receive"] * 4,
        "http.response.body False",
    ]


def test_what_a_refused_upload_may_still_send_is_bounded() -> None:
    received = 0

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("no", 413)(scope, receive, send)

    async def receive() -> Message:
        nonlocal received
        received += 1
        return {"type": "http.request", "body": b"x" * 100, "more_body": True}

    async def send(_message: Message) -> None:
        return

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    asyncio.run(Draining(refuse, most_bytes=1000)(scope, receive, send))
    assert received == 10


def test_a_refused_upload_that_stalls_is_not_waited_for_without_end() -> None:
    sent: list[Message] = []

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("no", 413)(scope, receive, send)

    async def receive() -> Message:
        await asyncio.sleep(30)
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    asyncio.run(Draining(refuse, seconds=0.05)(scope, receive, send))
    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}


def test_errors_are_the_contract_s_everywhere(client: TestClient) -> None:
    for answer in (
        client.get("/api/nothing"),
        client.post("/api/read", content=b"x"),
        client.post("/api/score", json=HAND, headers={"Origin": "null"}),
        client.get("/api/table", headers={"Host": "evil.example"}),
    ):
        error = json.loads(answer.text)["error"]
        assert set(error) == {"code", "message"}
        assert error["message"].endswith(".")
