"""`tilescore serve` as a real process: what it prints, who reaches it, and how it ends."""

import asyncio
import http.client
import io
import json
import os
import re
import signal
import socket
import time
from multiprocessing import active_children
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
import uvicorn
from starlette.testclient import TestClient

from tests.tilescore.conftest import Run
from tests.tilescore.web.server import ServerProcess
from tilescore.errors import SettingsError
from tilescore.settings import TableSettings
from tilescore.web.app import WebSettings, create_app
from tilescore.web.errors import ServeError
from tilescore.web.pool import PoolSettings
from tilescore.web.serve import Place, listen, qr_code, serve

PATIENCE = 60


def ask(
    port: int,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """(status, headers, body) of one request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def post(port: int, path: str, document: dict[str, Any]) -> tuple[int, Any]:
    status, _, answer = ask(port, "POST", path, json.dumps(document).encode())
    return status, json.loads(answer)


def test_it_says_where_it_is_serves_and_ends_cleanly(tmp_path: Path, photo: bytes) -> None:
    with ServerProcess(tmp_path) as server:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", server.addresses[0])
        status, headers, page = ask(server.port, "GET", "/")
        assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert b"<!doctype html>" in page
        assert "server" not in headers
        status, _, answer = ask(server.port, "POST", "/api/read", photo)
        assert status == 200
        assert json.loads(answer)["rows"]
        assert server.interrupt() == 0
    assert "tilescore has ended" in server.said
    assert "Traceback" not in server.said
    assert list(tmp_path.iterdir()) == []  # nothing is written that nobody asked to keep


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.1, 0.2])
def test_it_ends_cleanly_while_it_starts(tmp_path: Path, seconds: float) -> None:
    with ServerProcess(tmp_path) as server:
        time.sleep(seconds)
        assert server.interrupt() == 0
    assert "tilescore has ended" in server.said
    assert "Traceback" not in server.said


def test_cancelled_by_ctrl_c_it_ends_like_at_any_other_time(tmp_path: Path) -> None:
    others = set(active_children())
    sent: list[str] = []

    async def use() -> None:
        started = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if started.is_set():
                await asyncio.Event().wait()
            return {"type": "lifespan.startup"}

        async def send(message: Any) -> None:
            sent.append(message["type"])
            started.set()

        app = create_app(WebSettings(pool=PoolSettings(workers=1), book_file=tmp_path / "book"))
        task = asyncio.ensure_future(app({"type": "lifespan"}, receive, send))
        await started.wait()
        assert set(active_children()) > others
        task.cancel()
        await task

    asyncio.run(use())
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert set(active_children()) == others


def test_it_ends_in_seconds_and_in_its_own_words_while_an_upload_has_stalled(tmp_path: Path) -> None:
    head = b"POST /api/read HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    with (
        ServerProcess(tmp_path) as server,
        socket.create_connection(("127.0.0.1", server.port), PATIENCE) as phone,
    ):
        phone.sendall(head + b"the first of it")
        assert ask(server.port, "GET", "/")[0] == 200  # so that the upload has begun
        began = time.monotonic()
        assert server.interrupt() == 0
        assert time.monotonic() - began < 15
    assert server.said.endswith("Ctrl-C ends it.\ntilescore has ended; nothing is lost that was kept.\n")


def test_what_it_said_it_kept_is_there_after_it_was_killed(tmp_path: Path) -> None:
    kept = []
    for round_ in range(2):
        server = ServerProcess(tmp_path)
        for number in range(3):
            status, answer = post(server.port, "/api/book", {"typed": f"EEEw / {round_ + 1}{number + 4}c"})
            assert status == 201
            kept.append(answer["id"])
        os.kill(server.process.pid, signal.SIGKILL)  # with the answer hardly out
        server.kill()
    with ServerProcess(tmp_path) as server:
        _, _, answer = ask(server.port, "GET", "/api/book")
        assert [hand["id"] for hand in json.loads(answer)["hands"]] == kept[::-1]


def test_its_workers_end_with_it(tmp_path: Path, photo: bytes) -> None:
    server = ServerProcess(tmp_path)
    assert ask(server.port, "POST", "/api/read", photo)[0] == 200
    group = server.process.pid
    server.kill()
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("workers outlived the server that was killed")


def test_an_upload_that_is_too_large_is_answered_while_it_is_sent(tmp_path: Path) -> None:
    with (
        ServerProcess(tmp_path) as server,
        socket.create_connection(("127.0.0.1", server.port), PATIENCE) as wire,
    ):
        wire.sendall(
            b"POST /api/read HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 90000000\r\n\r\n" + b"x" * 1000
        )
        assert wire.recv(4096).startswith(b"HTTP/1.1 413 ")
        wire.sendall(b"x" * 100_000)  # it is still heard out, so that the browser sees the answer


def test_the_network_comes_in_by_code_alone(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--lan") as server:
        address = urlsplit(server.addresses[0])
        path = f"{address.path}?{address.query}"
        assert ask(server.port, "GET", "/")[0] == 401
        status, headers, _ = ask(server.port, "GET", path)
        assert status == 200
        cookie = {"Cookie": headers["set-cookie"].partition(";")[0]}
        assert ask(server.port, "GET", "/", headers=cookie)[0] == 200
        assert ask(server.port, "GET", path)[0] == 401
        assert ask(server.port, "GET", "/", headers={**cookie, "Host": "evil.example"})[0] == 421
        until = time.monotonic() + PATIENCE
        while len(server.addresses) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        assert server.addresses[1] != server.addresses[0]
        assert "A device has come in" in server.said


def test_a_port_in_use_gets_one_sentence(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("serve", "--port", str(port))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == (
        f"tilescore: port {port} of 127.0.0.1 is in use already: by another tilescore, perhaps."
        " Choose another one with --port.\n"
    )


def test_an_address_of_the_network_needs_lan(run: Run) -> None:
    ran = run("serve", "--host", "0.0.0.0")
    assert ran.status == 2
    assert "say --lan as well" in ran.err


@pytest.mark.parametrize(
    ("host", "lan", "listens"),
    [
        (None, False, "127.0.0.1"),
        (None, True, "0.0.0.0"),
        ("localhost", False, "localhost"),
        ("::1", False, "::1"),
        ("127.0.0.2", False, "127.0.0.2"),
    ],
)
def test_where_it_listens(host: str | None, lan: bool, listens: str) -> None:
    assert Place.of(host, 0, lan).host == listens


@pytest.mark.parametrize(
    ("host", "lan", "shown", "asked_for"),
    [
        (None, False, r"127\.0\.0\.1", ["127.0.0.1", "localhost", "[::1]"]),
        ("127.0.0.2", False, r"127\.0\.0\.2", ["127.0.0.2", "localhost"]),
        ("::1", False, r"\[::1\]", ["[::1]"]),
        (None, True, r"(?!0\.0\.0\.0)[\d.]+", ["192.168.1.5", "Den.lan.example", "den.local"]),
    ],
)
def test_it_is_found_where_it_says_and_under_this_machine_s_names(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str | None,
    lan: bool,
    shown: str,
    asked_for: list[str],
) -> None:
    served: list[Any] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda server, **_: served.append(server.config.app))
    monkeypatch.setattr(socket, "gethostname", lambda: "Den.lan.example")
    here = Place("127.0.0.1", 0, lan=False)  # not every machine has IPv6
    monkeypatch.setattr("tilescore.web.serve.listen", lambda _place: listen(here))
    serve(Place.of(host, 0, lan), TableSettings(), show_code=False)
    assert re.search(rf"http://{shown}:[1-9]\d*/", capsys.readouterr().out)
    for name in asked_for:
        answer = TestClient(served[0], base_url=f"http://{name}:8420").get("/health")
        assert answer.status_code == 200, name


@pytest.mark.parametrize(
    ("flags", "place", "code"),
    [
        ((), Place("127.0.0.1", 8420, lan=False), True),
        (("--lan", "--port", "0", "--no-qr"), Place("0.0.0.0", 0, lan=True), False),
    ],
)
def test_every_flag_reaches_the_server(
    run: Run, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...], place: Place, code: bool
) -> None:
    given: list[object] = []

    def take(place: Place, table: TableSettings, *, show_code: bool) -> None:
        given.extend((place, table.rules, table.options["limit"], show_code))

    monkeypatch.setattr("tilescore.web.serve.serve", take)
    assert run("serve", *flags, "--rules", "millington", "--option", "limit=500").status == 0
    assert given == [place, "millington", 500, code]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org"])
def test_nothing_but_this_machine_without_lan(host: str) -> None:
    with pytest.raises(SettingsError):
        Place.of(host, 0, lan=False)


def test_no_port_is_served_twice() -> None:
    with listen(Place("127.0.0.1", 0, lan=False)) as first:
        port = first.getsockname()[1]
        with pytest.raises(ServeError, match=f"port {port} of 127.0.0.1 is in use already"):
            listen(Place("127.0.0.1", port, lan=False))


@pytest.mark.parametrize(
    ("platform", "option"), [("linux", "SO_REUSEADDR"), ("win32", "SO_EXCLUSIVEADDRUSE")]
)
def test_only_where_that_is_safe_an_address_is_used_again_at_once(
    monkeypatch: pytest.MonkeyPatch, platform: str, option: str
) -> None:
    class Socket(socket.socket):
        options: ClassVar[list[object]] = []

        def setsockopt(self, _level: int, name: object, *_value: object) -> None:
            self.options.append(name)

    monkeypatch.setattr("sys.platform", platform)
    for name in ("SO_REUSEADDR", "SO_EXCLUSIVEADDRUSE"):
        monkeypatch.setattr(socket, name, name, raising=False)
    monkeypatch.setattr(socket, "socket", Socket)
    listen(Place("127.0.0.1", 0, lan=False)).close()
    assert Socket.options == [option]


@pytest.mark.parametrize("host", ["é..b", "ü" * 70, "\udcff"])
def test_a_name_that_no_machine_can_have(host: str) -> None:
    with pytest.raises(ServeError, match="cannot be listened on"):
        listen(Place(host, 80, lan=True))


def test_an_address_that_is_not_this_machine_s() -> None:
    with pytest.raises(ServeError, match=r"port 80 of 192\.0\.2\.1 cannot be listened on"):
        listen(Place("192.0.2.1", 80, lan=True))


def test_the_code_is_read_from_a_terminal_of_80_columns() -> None:
    address = f"http://192.168.178.100:8420/enter?code={'Ab1_' * 5}"
    lines = qr_code(address).splitlines()
    assert max(map(len, lines)) < 80
    halves = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}  # as on a dark terminal
    light = [[halves[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = np.array(light, np.uint8).repeat(8, axis=0).repeat(8, axis=1)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


def test_a_terminal_without_blocks_is_shown_the_code_in_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many a Windows terminal is."""
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "cp1252"))
    code = qr_code("http://192.168.178.100:8420/enter")
    assert code.encode("cp1252")
    assert "\033[" in code
