"""Who may come in with `--lan`: whoever has read the code that stands beside the running server.

The code is in the address that the QR code shows. It lets in one device, which gets a cookie for it, and then
is void; for the next device a fresh one is shown. Cookies live in this process's memory alone: when the
server is started again, everybody scans anew, and nothing that the browser holds is lost by it.
"""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tilescore.web.errors import AccessError
from tilescore.web.safety import Refuse

ENTRANCE: Final = "/enter"
"""The path of the address with the code, `/enter?code=…`."""

SECONDS: Final = 12 * 3600
"""How long a device stays let in: an evening."""

_MOST_GUESTS: Final = 64
_PUBLIC: Final = ("/static/", "/health")
"""What a page that says "no entry" needs as well."""


class Door:
    """The code that is good just now, and the cookies of those who came in.

    `show` is told every new code, once somebody has used the one before.
    """

    def __init__(self, show: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._show = show
        self._clock = clock
        self._guests: dict[str, float] = {}
        self.code = secrets.token_urlsafe(16)

    def enter(self, code: str) -> str:
        """A cookie for the code, which is void from then on. Raises `AccessError`."""
        if not secrets.compare_digest(code.encode(), self.code.encode()):
            raise _not_let_in("This code has been used or is too old.")
        self.code = secrets.token_urlsafe(16)
        cookie = secrets.token_urlsafe(32)
        self._guests[cookie] = self._clock() + SECONDS
        if len(self._guests) > _MOST_GUESTS:
            self._guests.pop(next(iter(self._guests)))
        with suppress(OSError):  # where it was shown may be gone: whoever came by the code before is in
            self._show(self.code)
        return cookie

    def knows(self, cookie: str) -> bool:
        """Whether somebody came in with it and has not stayed too long."""
        return self._guests.get(cookie, 0.0) > self._clock()


class Guarded:
    """An application behind a door. `welcome` makes the page that leads in."""

    def __init__(
        self, app: ASGIApp, door: Door, refuse: Refuse, welcome: Callable[[Request], Response]
    ) -> None:
        self._app = app
        self._door = door
        self._refuse = refuse
        self._welcome = welcome

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_PUBLIC):
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        await self._way_for(request)(scope, receive, send)

    def _way_for(self, request: Request) -> ASGIApp:
        known = self._door.knows(request.cookies.get(cookie_name(request), ""))
        if request.scope["path"] == ENTRANCE:
            try:
                return self._let_in(request, known)
            except AccessError as error:
                return self._refuse(request, error)
        if known:
            return self._app
        return self._refuse(request, _not_let_in("Nobody comes in here without a code."))

    def _let_in(self, request: Request, known: bool) -> Response:
        """The way in, with a cookie for whoever has none yet.

        It is a page that leads on, not a redirect: after a link in another app a redirect would count as that
        app's doing, and the browser would keep the strict cookie to itself.
        """
        response = self._welcome(request)
        # A browser that only looks ahead shall not use the code up.
        if known or request.method != "GET" or "prefetch" in request.headers.get("sec-purpose", ""):
            return response
        cookie = self._door.enter(request.query_params.get("code", ""))
        response.set_cookie(cookie_name(request), cookie, max_age=SECONDS, httponly=True, samesite="strict")
        return response


def cookie_name(request: Request) -> str:
    """What the cookie is called. A browser sends the cookies of one host to all its ports: by one name, two
    servers there would each put theirs in the place of the other's."""
    _, port = request.scope["server"]
    return f"tilescore-{port}"


def _not_let_in(why: str) -> AccessError:
    return AccessError("not-let-in", f"{why} Scan the one that is shown where tilescore was started.")
