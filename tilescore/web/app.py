"""The application: its routes, and what stands before them."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates

from scoring.errors import TilescoreError
from tilescore.settings import TableSettings
from tilescore.web.api import ENDPOINTS, VERSION, Endpoint, Service, choices_of
from tilescore.web.errors import BusyError, error_document, status_of
from tilescore.web.pool import Pool, PoolSettings

_HERE: Final = Path(__file__).parent

LANGUAGE: Final = "en"
"""Of the pages; their words are in the file of that name, which a page's scripts read as well."""


def create_app(table: TableSettings | None = None, pool: PoolSettings | None = None) -> Starlette:
    """The application, ready to be run."""
    service = Service(table or TableSettings(), Pool(pool or PoolSettings.for_this_machine()))
    pages = _pages(service)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        service.pool.start()
        yield
        service.pool.stop()

    api = [_route(service, endpoint) for endpoint in ENDPOINTS]
    return Starlette(
        routes=[
            Route("/", _page(pages, "index.html")),
            Route("/settle", _page(pages, "settle.html")),
            Route("/health", health),
            Mount(f"/api/{VERSION}", routes=api),
            Mount("/api", routes=api),
            Mount("/static", StaticFiles(directory=_HERE / "static"), name="static"),
        ],
        lifespan=lifespan,
        exception_handlers={TilescoreError: refuse},
    )


@cache
def words() -> dict[str, Any]:
    """All words of the pages, by name."""
    found: dict[str, Any] = json.loads((_HERE / "static" / "words" / f"{LANGUAGE}.json").read_text("utf-8"))
    return found


def _pages(service: Service) -> Jinja2Templates:
    """The templates. All of them see `words`, `language`, and what there is to choose from as `GET
    /api/table` gives it: `table`, `sheets`, `tiles`."""
    pages = Jinja2Templates(_HERE / "templates")
    pages.env.globals |= {"words": words(), "language": LANGUAGE, **choices_of(service.table)}
    return pages


def _page(pages: Jinja2Templates, template: str) -> Any:
    async def page(request: Request) -> Response:
        return pages.TemplateResponse(request, template)

    return page


async def health(_request: Request) -> Response:
    """That the server is there."""
    return JSONResponse({"status": "ok"})


async def refuse(_request: Request, error: Exception) -> Response:
    """A refusal, in the contract's form."""
    assert isinstance(error, TilescoreError)
    wait = {"Retry-After": str(error.wait)} if isinstance(error, BusyError) else None
    return JSONResponse(error_document(error), status_of(error), wait)


def _route(service: Service, endpoint: Endpoint) -> Route:
    async def answer(request: Request) -> Response:
        return await endpoint.answer(service, request)

    return Route(endpoint.path, answer, methods=[endpoint.method])
