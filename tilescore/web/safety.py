"""What stands before the application: which hosts and origins are heard, how often, and what every answer
forbids the browser.

Each class is an ASGI application around another one.

* A page of another site may send requests here through the visitor's browser. It is told apart by its
  `Origin` and by `Sec-Fetch-Site`, which no script can forge; nothing here is shared across origins.
* By DNS rebinding such a page makes its own name mean this machine, and then is of the same origin. Only
  names that this server goes by are answered; an address in figures cannot be rebound.
"""

import asyncio
import contextlib
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scoring.errors import TilescoreError
from tilescore.web.errors import AccessError, BusyError

Refuse = Callable[[Request, TilescoreError], Response]
"""Makes the answer that says why not."""

POLICY: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob: data:",
    "media-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""On every answer."""

_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class SafeHeaders:
    """Sets `HEADERS`; what is not a file of the page is not to be stored, and those only to be asked about
    again, which an unchanged one answers in a few bytes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        cached = "no-cache" if scope["path"].startswith("/static/") else "no-store"

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers["Cache-Control"] = cached
            await send(message)

        await self._app(scope, receive, send_safely)


class Draining:
    """Answers at once and then lets an upload that was refused come to its end, unread.

    To close the connection on a browser that still sends would show it a broken connection in place of the
    answer. It is done within bounds: `most_bytes`, and `seconds`.
    """

    def __init__(self, app: ASGIApp, most_bytes: int = 200_000_000, seconds: float = 20.0) -> None:
        self._app = app
        self._most_bytes = most_bytes
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        more = True

        async def watch() -> Message:
            nonlocal more
            message = await receive()
            more = message["type"] == "http.request" and message.get("more_body", False)
            return message

        async def send_and_drain(message: Message) -> None:
            if message["type"] != "http.response.body" or message.get("more_body", False) or not more:
                await send(message)
                return
            await send({**message, "more_body": True})
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._drain(watch, lambda: more)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        await self._app(scope, watch, send_and_drain)

    async def _drain(self, receive: Receive, more: Callable[[], bool]) -> None:
        left = self._most_bytes
        while more() and left > 0:
            left -= len((await receive()).get("body", b""))


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names under which this server may be asked for; with `any_address`, every address in figures."""

    names: frozenset[str]
    any_address: bool = False

    @classmethod
    def loopback(cls, *more: str) -> "Hosts":
        """This machine as it calls itself."""
        return cls(frozenset({"localhost", "127.0.0.1", "::1", *more}))

    @classmethod
    def network(cls, names: Iterable[str]) -> "Hosts":
        """This machine as others call it."""
        return cls(frozenset({"localhost", *(name.lower() for name in names)}), any_address=True)

    def __contains__(self, host: str) -> bool:
        name = _without_port(host).lower().rstrip(".")
        return name in self.names or (self.any_address and _is_address(name))


class Gate:
    """Lets nothing pass that asks for another host, or that another site's page sent."""

    def __init__(self, app: ASGIApp, hosts: Hosts, refuse: Refuse) -> None:
        self._app = app
        self._hosts = hosts
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            error = self._objection(scope["method"], Headers(scope=scope))
            if error is not None:
                await self._refuse(Request(scope), error)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _objection(self, method: str, headers: Headers) -> AccessError | None:
        host = headers.get("host", "")
        if host not in self._hosts:
            return AccessError(
                "wrong-host", "This is not the address under which tilescore is to be reached."
            )
        if method in _SAFE_METHODS:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none") or (origin is not None and origin != f"http://{host}"):
            return AccessError("cross-site", "Another site's page sent this; tilescore hears only its own.")
        return None


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and `each_second` from then on."""

    burst: int
    each_second: float


@dataclass(frozen=True, slots=True)
class Rates:
    """What one client may ask for."""

    photos: Rate = Rate(burst=20, each_second=2.0)
    """Uploads to be decoded: a person takes one in some seconds."""
    requests: Rate = Rate(burst=1000, each_second=200.0)
    """All else: a page is some forty small files, and people reload it."""


class TokenBucket:
    """How many requests a client has left."""

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._when = now

    def take(self, now: float) -> float:
        """Takes one and gives 0, or gives the seconds until there will be one."""
        refilled = self._left + (now - self._when) * self._rate.each_second
        self._left, self._when = min(refilled, self._rate.burst), now
        if self._left < 1:
            return (1 - self._left) / self._rate.each_second
        self._left -= 1
        return 0.0


class RateLimit:
    """Keeps each client within `rates`; a client is an address. `photo_paths` are those that take uploads."""

    _MOST_BUCKETS: Final = 2048

    def __init__(
        self,
        app: ASGIApp,
        refuse: Refuse,
        photo_paths: Iterable[str],
        rates: Rates,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._refuse = refuse
        self._photo_paths = frozenset(photo_paths)
        self._rates = rates
        self._clock = clock
        self._buckets: MutableMapping[tuple[str, Rate], TokenBucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            wait = self._wait(scope)
            if wait > 0:
                error = BusyError("too-many-requests", "Too many requests; wait a moment.", math.ceil(wait))
                await self._refuse(Request(scope), error)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _wait(self, scope: Scope) -> float:
        client: Any = scope.get("client")
        address = client[0] if client else ""
        heavy = scope["method"] == "POST" and scope["path"] in self._photo_paths
        rate, now = self._rates.photos if heavy else self._rates.requests, self._clock()
        bucket = self._buckets.pop((address, rate), None) or TokenBucket(rate, now)
        self._buckets[address, rate] = bucket  # at the end: the first is the one unused for longest
        if len(self._buckets) > self._MOST_BUCKETS:
            self._buckets.pop(next(iter(self._buckets)))
        return bucket.take(now)


_HOST: Final = re.compile(r"(?:\[(?P<literal>[^]]*)\]|(?P<name>[^:]*))(?::[0-9]*)?")
"""`[::1]:80` or `localhost:80`, the port left out or not."""


def _without_port(host: str) -> str:
    """`[::1]:80` is `::1`, `localhost:80` is `localhost`; nothing where what follows is no port."""
    found = _HOST.fullmatch(host)
    return (found["literal"] or found["name"] or "") if found else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
