"""The endpoints under /api as one table: what each takes and gives, and what it does.

The routes, the page that documents them and the test that holds the documentation against the program all
come from `ENDPOINTS`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scoring.errors import OptionError, RecordError
from scoring.record import score_record, settle_record
from scoring.score import SHEETS
from scoring.sheet import Setting
from scoring.tiles import FACE_DOWN, TILES
from tilescore.settings import TableSettings
from tilescore.web.pool import Pool
from tilescore.web.state import state_of
from tilescore.web.steps import discussion_of
from tilescore.web.uploads import form_of, json_of, photo_of

VERSION: Final = "v1"
"""Of the API: /api/v1/… stays as it is; /api/… is the current one."""

_LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class Service:
    """What the endpoints work with."""

    table: TableSettings
    pool: Pool


Answer = Callable[[Service, Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One of them. `path` is what follows /api."""

    method: str
    path: str
    title: str
    words: str
    answer: Answer


async def read(service: Service, request: Request) -> Response:
    """A photo as the contract's reading."""
    query = request.query_params
    rules = query.get("rules", service.table.rules)
    if rules not in SHEETS:
        raise OptionError(
            f"{rules[:40]!r} is no score sheet; there are {', '.join(SHEETS)}.", code="unknown-rules"
        )
    choice = query.get("choice", "0")
    if not choice.isdecimal() or len(choice) > 3:
        raise RecordError("choice is a number from 0: the hand to read where a photo shows several.")
    everything = query.get("all", "") not in ("", "0", "false")
    name = query.get("name", "photo")[:_LONGEST_NAME]
    async with service.pool.admission():
        photo = await photo_of(request)
        reading = await service.pool.run("read", photo, name, rules, int(choice), everything)
    return JSONResponse(reading)


async def confirm(service: Service, request: Request) -> Response:
    """The state of a hand under discussion."""
    document = await json_of(request)
    return JSONResponse(await asyncio.to_thread(lambda: state_of(discussion_of(document, service.table))))


async def score(_service: Service, request: Request) -> Response:
    """The contract's result of the contract's hand."""
    return _result(await asyncio.to_thread(score_record, await json_of(request)))


async def settle(_service: Service, request: Request) -> Response:
    """The contract's settlement."""
    return _result(await asyncio.to_thread(settle_record, await json_of(request)))


async def table(service: Service, _request: Request) -> Response:
    """What there is to choose from."""
    return JSONResponse(choices_of(service.table))


def choices_of(own: TableSettings) -> dict[str, Any]:
    """The table that the server was started for, the score sheets with their settings, and the tiles."""
    return {
        "table": {
            "name": own.name,
            "rules": own.rules,
            "options": dict(own.options),
            "names": dict(own.names),
        },
        "sheets": [
            {
                "id": sheet.id,
                "title": sheet.title,
                "source": sheet.source,
                "settings": [_setting(setting) for setting in sheet.settings],
            }
            for sheet in SHEETS.values()
        ],
        "tiles": [
            {"tile": tile.code, "name": tile.name, "family": tile.family.value}
            for tile in (*TILES, FACE_DOWN)
        ],
    }


def _setting(setting: Setting) -> dict[str, Any]:
    """A switch, a number or a word, as its default shows."""
    return {
        "id": setting.id,
        "words": setting.words,
        "default": setting.default,
        "choices": list(setting.choices),
        "least": setting.least,
    }


async def annotate(service: Service, request: Request) -> Response:
    """The photo with the reading drawn on it."""
    async with service.pool.admission():
        photo, fields = await form_of(request)
        reading = _json_field(fields, "reading")
        png = await service.pool.run("annotate", photo, reading)
    return Response(png, media_type="image/png")


async def preview(service: Service, request: Request) -> Response:
    """The photo in a format that every browser shows."""
    async with service.pool.admission():
        jpeg = await service.pool.run("preview", await photo_of(request))
    return Response(jpeg, media_type="image/jpeg")


def _json_field(fields: Mapping[str, str], name: str) -> dict[str, Any]:
    from tilescore.batch import parse_document

    if name not in fields:
        raise RecordError(f"the form needs a field {name!r}.")
    return parse_document(fields[name].encode())


def _result(record: dict[str, Any]) -> Response:
    return JSONResponse(record, status_code=422 if "error" in record else 200)


ENDPOINTS: Final = (
    Endpoint("POST", "/read", "Read a photo", "", read),
    Endpoint("POST", "/confirm", "Discuss a hand", "", confirm),
    Endpoint("POST", "/score", "Score a hand", "", score),
    Endpoint("POST", "/settle", "Settle a hand", "", settle),
    Endpoint("GET", "/table", "What there is to choose from", "", table),
    Endpoint("POST", "/annotate", "Draw the reading on the photo", "", annotate),
    Endpoint("POST", "/preview", "A photo that every browser shows", "", preview),
)
