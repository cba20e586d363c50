"""The application: its routes, and what stands before them."""

import asyncio
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from scoring.errors import TilescoreError
from tilescore.gamebook import GameBook, default_book_file
from tilescore.settings import TableSettings
from tilescore.web.access import Door, Guarded
from tilescore.web.api import ENDPOINTS, VERSION
from tilescore.web.handlers import Service
from tilescore.web.pages import HERE, Pages, documentation
from tilescore.web.pool import Pool, PoolSettings
from tilescore.web.safety import Draining, Gate, Hosts, RateLimit, Rates, SafeHeaders


@dataclass(frozen=True, slots=True)
class WebSettings:
    """How the page is offered: for which table, under which names, and behind which door (none: to whoever
    reaches it, which is only this machine)."""

    table: TableSettings = field(default_factory=TableSettings)
    hosts: Hosts = field(default_factory=Hosts.loopback)
    door: Door | None = None
    pool: PoolSettings = field(default_factory=PoolSettings.for_this_machine)
    rates: Rates = field(default_factory=Rates)
    book_file: Path = field(default_factory=default_book_file)


def create_app(settings: WebSettings) -> ASGIApp:
    """The application, ready to be run."""
    service = Service(settings.table, Pool(settings.pool), GameBook(settings.book_file))
    pages = Pages(settings.table)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        service.pool.start()
        try:
            with suppress(asyncio.CancelledError):  # Ctrl-C while the server starts, or pressed twice
                yield
        finally:
            service.pool.stop()

    app: ASGIApp = Starlette(
        routes=_routes(service, pages),
        lifespan=lifespan,
        exception_handlers={
            TilescoreError: pages.refused,
            HTTPException: pages.not_there,
            Exception: pages.failed,
        },
    )
    if settings.door is not None:
        app = Guarded(app, settings.door, pages.refusal, pages.welcome)
    heavy = [f"{root}{each.path}" for root in _API_ROOTS for each in ENDPOINTS if each.takes_photo]
    app = RateLimit(app, pages.refusal, heavy, settings.rates)
    return SafeHeaders(Draining(Gate(app, settings.hosts, pages.refusal)))


_API_ROOTS: Final = (f"/api/{VERSION}", "/api")


# Some systems call scripts plain text, which browsers told not to guess refuse to run.
mimetypes.add_type("text/javascript", ".js")


_MOST_DIGITS: Final = 18
"""Of a number that sqlite can count, so of a kept hand's."""


class _Number(IntegerConvertor):
    """The number of a kept hand; one that is longer than any is no hand's."""

    def convert(self, value: str) -> int:
        return int(value) if len(value) <= _MOST_DIGITS else 10**_MOST_DIGITS


register_url_convertor("number", _Number())


def _routes(service: Service, pages: Pages) -> list[Route | Mount]:
    paths = dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)
    endpoints = [_route(service, path) for path in paths]
    return [
        Route("/", pages.page("index.html", page="hand")),
        Route("/settle", pages.page("settle.html", page="settle")),
        Route("/api", pages.page("api.html", page="api", **documentation())),
        Route("/health", health),
        *(Mount(root, routes=endpoints) for root in _API_ROOTS),
        Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
    ]


def _route(service: Service, path: str) -> Route:
    """All that can be done at a path: of what cannot, the answer tells all that can."""
    handlers = {endpoint.method: endpoint.handler for endpoint in ENDPOINTS if endpoint.path == path}

    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await handlers[method](service, request)

    return Route(path.replace("{number}", "{number:number}"), answer, methods=[*handlers])


async def health(_request: Request) -> Response:
    """That the server is there."""
    return JSONResponse({"status": "ok"})
