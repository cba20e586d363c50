"""What the endpoints under /api do: a request in, an answer out.

Photos go to the worker processes; what is quick runs in a thread of the server: a confirmation takes 5 to
60 ms, with a few tiles in doubt some 100 ms, with all of them half a second (`stakes.MAX_TRIALS`). Sqlite and
files run in one too, for they may wait for the disk.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scoring.errors import OptionError, RecordError, quote
from scoring.record import score_record, settle_record
from scoring.score import SHEETS
from scoring.sheet import Setting
from scoring.tiles import SHOWN
from tilescore import own_tiles
from tilescore.errors import EditError
from tilescore.gamebook import Entry, GameBook
from tilescore.settings import TableSettings
from tilescore.web.errors import AccessError
from tilescore.web.pool import Pool
from tilescore.web.state import state_of
from tilescore.web.steps import confirmation_of
from tilescore.web.uploads import form_of, is_form, json_of, photo_of

_LONGEST_NAME: Final = 200
_MOST_AT_ONCE: Final = 100
"""Hands of the game book in one answer."""


@dataclass(frozen=True, slots=True)
class Service:
    """What the endpoints work with."""

    table: TableSettings
    pool: Pool
    book: GameBook


Handler = Callable[[Service, Request], Awaitable[Response]]


async def read(service: Service, request: Request) -> Response:
    """A photo as the contract's reading."""
    query = request.query_params
    rules = query.get("rules") or service.table.rules
    if rules not in SHEETS:
        known = ", ".join(SHEETS)
        raise OptionError(f"{quote(rules)} is no score sheet; there are {known}.", code="unknown-rules")
    choice = _number(query.get("choice", "0"), "choice")
    everything = query.get("all", "") not in ("", "0", "false")
    name = query.get("name", "photo")[:_LONGEST_NAME]
    async with service.pool.admission():
        photo = await photo_of(request)
        return JSONResponse(await service.pool.run("read", photo, name, rules, choice, everything))


async def annotate(service: Service, request: Request) -> Response:
    """The photo with the reading drawn on it, as PNG."""
    async with service.pool.admission():
        form = await form_of(request)
        png = await service.pool.run("annotate", form.needed_photo(), form.document("reading"))
    return Response(png, media_type="image/png")


async def preview(service: Service, request: Request) -> Response:
    """The photo as a JPEG, which every browser shows."""
    async with service.pool.admission():
        jpeg = await service.pool.run("preview", await photo_of(request))
    return Response(jpeg, media_type="image/jpeg")


async def confirm(service: Service, request: Request) -> Response:
    """The state of a hand under discussion."""
    document = await json_of(request)
    return JSONResponse(await asyncio.to_thread(lambda: state_of(confirmation_of(document, service.table))))


async def score(_service: Service, request: Request) -> Response:
    """The contract's result of the contract's hand."""
    return _result(await asyncio.to_thread(score_record, await json_of(request)))


async def settle(_service: Service, request: Request) -> Response:
    """The contract's settlement."""
    return _result(await asyncio.to_thread(settle_record, await json_of(request)))


async def table(service: Service, _request: Request) -> Response:
    """What there is to choose from."""
    return JSONResponse(choices_of(service.table))


async def keep_hand(service: Service, request: Request) -> Response:
    """Writes a hand, and its photo if one is sent, into the game book; answered when it is on the disk."""
    if not is_form(request):
        return await _kept(service, await json_of(request), None)
    async with service.pool.admission():
        form = await form_of(request)
        # The preview, for it is small, upright and without the place and time that phones write into photos.
        photo = await service.pool.run("preview", form.photo) if form.photo else None
        return await _kept(service, form.document("document"), photo)


async def _kept(service: Service, document: Mapping[str, Any], photo: bytes | None) -> Response:
    def keep() -> int:
        confirmation = confirmation_of(document, service.table)
        if not confirmation.tiles:
            raise EditError("there are no tiles to keep.")
        confirmation.score()  # raises for what cannot be scored, and so is no hand to keep
        state = state_of(confirmation)
        posted = {name: document.get(name) for name in ("reading", "typed", "settings", "steps")}
        found = {name: state[name] for name in ("hand", "notation", "score")}
        return service.book.keep({**posted, **found}, photo)

    number = await asyncio.to_thread(keep)
    return JSONResponse({"id": number}, 201, {"Location": f"/api/book/{number}"})


async def list_hands(service: Service, request: Request) -> Response:
    """The newest hands of the game book, in short."""
    before = request.query_params.get("before")
    last = None if before is None else _number(before, "before")
    entries = await asyncio.to_thread(service.book.entries, _MOST_AT_ONCE, last)
    return JSONResponse({"hands": [_in_short(entry) for entry in entries]})


async def show_hand(service: Service, request: Request) -> Response:
    """One hand of the game book."""
    entry = await asyncio.to_thread(service.book.entry, _kept_number(request))
    return JSONResponse({**_heading(entry), **entry.document})


async def show_photo(service: Service, request: Request) -> Response:
    """The photo of a kept hand, as JPEG."""
    photo = await asyncio.to_thread(service.book.photo, _kept_number(request))
    return Response(photo, media_type="image/jpeg")


async def remove_hand(service: Service, request: Request) -> Response:
    """Takes one hand out of the game book."""
    await asyncio.to_thread(service.book.remove, _kept_number(request))
    return Response(status_code=204)


async def clear_book(service: Service, _request: Request) -> Response:
    """Empties the game book."""
    return JSONResponse({"removed": await asyncio.to_thread(service.book.clear)})


async def keep_own(service: Service, request: Request) -> Response:
    """Keeps the tiles of a confirmed hand among the player's own; only with consent."""
    async with service.pool.admission():
        form = await form_of(request)
        if form.fields.get("consent") != b"yes":
            raise AccessError("no-consent", "Tiles are kept only with consent: the field 'consent' says yes.")
        document = form.document("document")
        count = await service.pool.run("keep_tiles", form.needed_photo(), document, service.table)
    return JSONResponse({"tiles": count}, 201)


async def list_own(_service: Service, _request: Request) -> Response:
    """How many of the player's own tiles are kept."""
    hands = (await asyncio.to_thread(own_tiles.load)).own_set.hands
    return JSONResponse({"hands": len(hands), "tiles": sum(len(hand.tiles) for hand in hands)})


async def clear_own(_service: Service, _request: Request) -> Response:
    """Removes all of the player's own tiles."""
    return JSONResponse({"removed": await asyncio.to_thread(own_tiles.clear)})


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
        "tiles": [{"tile": tile.code, "name": tile.name, "family": tile.family.value} for tile in SHOWN],
    }


def _setting(setting: Setting) -> dict[str, Any]:
    """A switch, a number or a word, as its default shows."""
    return {
        "id": setting.id,
        "words": setting.words,
        "default": setting.default,
        "choices": list(setting.choices),
        "least": setting.least,
        "most": setting.most,
    }


def _kept_number(request: Request) -> int:
    number: int = request.path_params["number"]
    return number


def _heading(entry: Entry) -> dict[str, Any]:
    return {"id": entry.id, "kept": entry.kept, "photo": entry.has_photo}


def _in_short(entry: Entry) -> dict[str, Any]:
    hand, result = entry.document["hand"], entry.document["score"]
    return {
        **_heading(entry),
        "notation": entry.document["notation"],
        "rules": hand["rules"],
        "seat": hand["seat"],
        "won": hand["win"] is not None,
        "total": result["total"],
        "limit_hand": result["limit_hand"],
    }


def _result(record: dict[str, Any]) -> Response:
    return JSONResponse(record, status_code=422 if "error" in record else 200)


def _number(text: str, name: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise RecordError(f"{name} is a whole number from 0, not {quote(text)}.")
    return int(text)
