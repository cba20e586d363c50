"""What people see: the pages, and why something is refused."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.templating import Jinja2Templates

from scoring.errors import TilescoreError
from tilescore.settings import TableSettings
from tilescore.web.api import ENDPOINTS, VERSION
from tilescore.web.errors import BusyError, WebError, error_document, status_of

_WIDTH: Final = 88
"""Signs in a line of an example."""

HERE: Final = Path(__file__).parent
"""Templates and static files lie beside this module."""

LANGUAGE: Final = "en"
"""Of the pages; their words are in the file of that name, which a page's scripts read as well."""


@cache
def words() -> dict[str, Any]:
    """All words of the pages, by name."""
    found: dict[str, Any] = json.loads((HERE / "static" / "words" / f"{LANGUAGE}.json").read_text("utf-8"))
    return found


class Pages:
    """The pages and, where something is refused, a page or a JSON object that says why.

    Every template sees `words`, `language`, `page` (the page's name) and `table`, what the server was started
    for. `message.html` says one sentence: `code` names it among the words, `text` is the sentence where they
    have none, `onward` is the path it leads on to, if any.
    """

    def __init__(self, table: TableSettings) -> None:
        self._templates = Jinja2Templates(HERE / "templates")
        self._templates.env.globals |= {"words": words(), "language": LANGUAGE, "table": table}

    def page(self, template: str, **context: Any) -> Callable[[Request], Response]:
        """A page, made anew for every request."""

        def answer(request: Request) -> Response:
            return self._templates.TemplateResponse(request, template, context)

        return answer

    def welcome(self, request: Request) -> Response:
        """The page for whoever has just been let in."""
        return self._message(request, 200, "welcome", onward="/")

    def refusal(self, request: Request, error: TilescoreError) -> Response:
        """Why not: in the contract's form for programs, as a page for people."""
        status = status_of(error)
        if request.scope["path"].startswith("/api/"):
            response: Response = JSONResponse(error_document(error), status)
        else:
            response = self._message(request, status, error.code, text=error.message)
        if isinstance(error, BusyError):
            response.headers["Retry-After"] = str(error.wait)
        return response

    async def refused(self, request: Request, error: Exception) -> Response:
        """The application's own refusals."""
        assert isinstance(error, TilescoreError)
        return self.refusal(request, error)

    async def not_there(self, request: Request, error: Exception) -> Response:
        """A path or a method that there is not."""
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            refused = WebError("method-not-allowed", f"{request.method} is not possible here.")
        else:
            refused = WebError("not-found", "There is nothing here.")
        response = self.refusal(request, refused)
        response.headers.update(error.headers or {})
        return response

    async def failed(self, request: Request, _error: Exception) -> Response:
        """A fault of the program; the log says which."""
        return self.refusal(
            request, WebError("internal", "Something went wrong here; it has been written down.")
        )

    def _message(self, request: Request, status: int, code: str, **context: str) -> Response:
        context |= {"code": code, "page": "message"}
        return self._templates.TemplateResponse(request, "message.html", context, status_code=status)


def documentation() -> dict[str, Any]:
    """What the page about the API shows: the endpoints with their examples written out."""
    return {
        "version": VERSION,
        "refusal": _written(error_document(WebError("no-tiles", "hand.jpg shows no mah-jongg tiles."))),
        "endpoints": [
            {
                "method": each.method,
                "path": f"/api{each.path}",
                "title": each.title,
                "words": " ".join(each.words.split()),
                "takes": each.takes,
                "gives": each.gives,
                "command": each.command,
                "request": _written(each.request) if each.request else "",
                "answer": _written(each.answer) if each.answer else "",
            }
            for each in ENDPOINTS
        ],
    }


def _written(document: object, margin: int = 0) -> str:
    """JSON for people: what fits into a line is on one."""
    line = json.dumps(document, ensure_ascii=False)
    if not isinstance(document, dict | list) or margin + len(line) <= _WIDTH:
        return line
    inner = " " * (margin + 2)
    if isinstance(document, list):
        parts, (opening, closing) = [_written(value, margin + 2) for value in document], "[]"
    else:
        names = {name: json.dumps(name, ensure_ascii=False) for name in document}
        parts = [f"{names[name]}: {_written(value, margin + 2)}" for name, value in document.items()]
        opening, closing = "{}"
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * margin}{closing}"
