"""How long a client may hold a connection without asking for anything."""

import asyncio
import contextlib

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from tilescore.web import connection
from tilescore.web.serve import config_of

WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = WHOLE[:20]
SECONDS = 0.6


@pytest.mark.parametrize(
    ("sent", "answers"),
    [
        ([], 0),
        ([HALF], 0),
        ([bytes([byte]) for byte in HALF], 0),
        ([WHOLE, HALF], 1),
        ([HALF, WHOLE[20:]], 1),
        ([WHOLE, WHOLE], 2),
    ],
    ids=["nothing", "half a head", "half a head in bits", "and half a head", "a head in halves", "two"],
)
def test_a_connection_ends_when_no_more_is_asked(
    sent: list[bytes], answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", SECONDS)
    assert asyncio.run(_answered(sent)).count(b"200 OK") == answers


@pytest.mark.parametrize("sent", [[WHOLE], [HALF, WHOLE[20:]]], ids=["at once", "a head in halves"])
def test_who_is_being_answered_is_not_cut_off(sent: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", SECONDS)
    assert asyncio.run(_answered(sent, delay=3 * SECONDS)).count(b"200 OK") == 1


def test_a_client_is_who_it_is_and_not_who_it_says_it_is() -> None:
    """Or it could ask as often as it likes, each time as another one."""
    head = WHOLE[:-2] + b"X-Forwarded-For: 192.0.2.9\r\nConnection: close\r\n\r\n"
    assert b"fine, 127.0.0.1" in asyncio.run(_answered([head]))


async def _answered(sent: list[bytes], delay: float = 0.0) -> bytes:
    """All that the server says to who sends this, a moment between, until the server ends it."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(delay)
        await PlainTextResponse(f"fine, {scope['client'][0]}")(scope, receive, send)

    config = config_of(app)
    config.timeout_keep_alive = 1
    config.load()
    assert config.http is connection.Connection
    state = ServerState()
    listener = await asyncio.get_running_loop().create_server(
        lambda: connection.Connection(config, state, {}), "127.0.0.1"
    )
    async with listener:
        reader, writer = await asyncio.open_connection(*listener.sockets[0].getsockname())
        answer = asyncio.create_task(_until_the_end(reader))
        for part in sent:
            if not answer.done():
                writer.write(part)
                await asyncio.sleep(SECONDS / 10)
        said = await asyncio.wait_for(answer, 30 * SECONDS + config.timeout_keep_alive)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
    return said


async def _until_the_end(reader: asyncio.StreamReader) -> bytes:
    """All that is said. A part that comes when the server has just ended it is answered by a reset."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while part := await reader.read(1 << 16):
            said += part
    return said
