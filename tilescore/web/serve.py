"""`tilescore serve`: a socket, an address, a QR code, and a clean end."""

import asyncio
import contextlib
import errno
import io
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

import segno
import uvicorn
from starlette.types import ASGIApp

from tilescore.errors import SettingsError
from tilescore.settings import TableSettings
from tilescore.web.access import ENTRANCE, Door
from tilescore.web.app import WebSettings, create_app
from tilescore.web.connection import Connection
from tilescore.web.errors import ServeError
from tilescore.web.safety import Hosts

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"

_BACKLOG: Final = 128
_MOST_CONNECTIONS: Final = 200
_LAST_SECONDS: Final = 5
"""What is being answered may take so long yet when the server is to end."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen, and whether for the whole network."""

    host: str
    port: int
    lan: bool

    @classmethod
    def of(cls, host: str | None, port: int, lan: bool) -> "Place":
        """Raises `SettingsError` for an address that others reach where nobody said `--lan`."""
        host = host or (EVERYWHERE if lan else LOOPBACK)
        if not lan and not _is_loopback(host):
            raise SettingsError(
                f"{host} is reached from the network: say --lan as well; only those with the code come in."
            )
        return cls(host, port, lan)


def serve(place: Place, table: TableSettings, *, show_code: bool = True) -> None:
    """Serves until Ctrl-C, in the main thread. Raises `ServeError` when the address cannot be listened on."""
    with contextlib.closing(listen(place)) as listener, contextlib.suppress(KeyboardInterrupt):
        port: int = listener.getsockname()[1]
        address = f"http://{_in_address(_shown_host(place))}:{port}"
        door, hosts = None, Hosts.loopback(place.host)
        if place.lan:
            door = Door(lambda code: _announce(f"{address}{ENTRANCE}?code={code}", _NEXT, show_code))
            hosts = Hosts.network((place.host, *_own_names()))
        server = uvicorn.Server(config_of(create_app(WebSettings(table, hosts, door))))
        with _ended_by_ctrl_c(server), _silent_on_what_is_given_up():
            if door:
                _announce(f"{address}{ENTRANCE}?code={door.code}", _FIRST, show_code)
            else:
                _announce(f"{address}/", _HERE_ONLY, show_code=False)
            _say("Ctrl-C ends it.")
            server.run(sockets=[listener])
    _say("tilescore has ended; nothing is lost that was kept.")


@contextlib.contextmanager
def _ended_by_ctrl_c(server: uvicorn.Server) -> Iterator[None]:
    """Ctrl-C is told to the server, as it sees to by itself once it runs, from before that is announced: an
    exception may be lost in what it interrupts, a destructor for one."""
    before = signal.signal(signal.SIGINT, server.handle_exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _silent_on_what_is_given_up() -> Iterator[None]:
    """Of requests still unanswered after `_LAST_SECONDS` uvicorn logs that it cancels them and, of each, the
    traceback: whoever ended the server knows."""
    log = logging.getLogger("uvicorn.error")
    log.addFilter(_is_of_interest)
    try:
        yield
    finally:
        log.removeFilter(_is_of_interest)


def _is_of_interest(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and "graceful shutdown" not in record.getMessage()


def listen(place: Place) -> socket.socket:
    """A socket that listens there. Raises `ServeError` in one sentence that says what to do."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":  # where SO_REUSEADDR would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # or a port could not be used again for a minute after a server has ended
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((place.host, place.port))
        listener.listen(_BACKLOG)
    except (OSError, TypeError) as error:  # TypeError: a name that DNS cannot hold
        listener.close()
        raise ServeError(_why_not(place, error)) from error
    return listener


def config_of(app: ASGIApp) -> uvicorn.Config:
    """How uvicorn is to serve an application."""
    return uvicorn.Config(
        app,
        http=Connection,  # one parser wherever it is installed, with its bounds on headers
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a client is who it is, not who it says it is
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=_LAST_SECONDS,
    )


_HERE_ONLY: Final = "Open this on this machine (a phone comes in with tilescore serve --lan):"
_FIRST: Final = "Open this on a phone or desk of this network; it lets in one device:"
_NEXT: Final = "A device has come in. For the next one:"


def _announce(address: str, words: str, show_code: bool) -> None:
    _say(f"\n{words}\n\n    {address}\n")
    if show_code:
        _say(qr_code(address))


def qr_code(address: str) -> str:
    """The address as a QR code for a terminal: half blocks where the terminal has them, else in colour."""
    drawn = io.StringIO()
    encoding = sys.stdout.encoding or "ascii"
    segno.make(address, error="l", micro=False).terminal(drawn, compact=_has_blocks(encoding))
    return drawn.getvalue()


def _has_blocks(encoding: str) -> bool:
    try:
        "▀▄█".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _say(words: str) -> None:
    print(words, flush=True)


def _shown_host(place: Place) -> str:
    """The address that another device, or this machine's browser, is to type."""
    if place.host not in (EVERYWHERE, "::"):
        return place.host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: it only asks by which of its addresses this machine would speak to others.
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return LOOPBACK
    return found


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _own_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return name, f"{name.partition('.')[0]}.local"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _why_not(place: Place, error: OSError | TypeError) -> str:
    code, words = getattr(error, "errno", None), getattr(error, "strerror", None)
    where = f"port {place.port} of {place.host}"
    if code == errno.EADDRINUSE:
        return f"{where} is in use already: by another tilescore, perhaps. Choose another one with --port."
    if code == errno.EACCES:
        return f"{where} may not be used by everybody: choose one above 1023 with --port."
    return f"{where} cannot be listened on: {words or error}."
