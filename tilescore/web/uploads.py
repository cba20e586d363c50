"""What browsers send: bodies of bounded size, within bounded time, in memory and never on disk."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from python_multipart.exceptions import FormParserError
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from scoring.errors import RecordError
from tilescore.batch import LONGEST_LINE, parse_document
from tilescore.web.errors import UploadError

MOST_PHOTO_BYTES: Final = 40_000_000
"""Of an uploaded photo; phones make 2 to 15 MB."""

MOST_JSON_BYTES: Final = LONGEST_LINE

SECONDS: Final = 60.0
"""Within which a body must have come."""


async def json_of(request: Request) -> dict[str, Any]:
    """The JSON object in the body. Raises `RecordError` and `UploadError`."""
    return parse_document(await body_of(request, MOST_JSON_BYTES))


async def photo_of(request: Request) -> bytes:
    """The photo in the body: the body itself, or the field `photo` of a form. Raises `UploadError`."""
    if is_form(request):
        form = await form_of(request)
    else:
        form = Form(await body_of(request, MOST_PHOTO_BYTES), {})
    return form.needed_photo()


@dataclass(frozen=True, slots=True)
class Form:
    """A form's photo, empty when there is none, and its other fields."""

    photo: bytes
    fields: Mapping[str, bytes]

    def document(self, name: str) -> dict[str, Any]:
        """The JSON object in a field. Raises `RecordError`."""
        if name not in self.fields:
            raise RecordError(f"the form needs a field {name!r}.")
        return parse_document(self.fields[name])

    def needed_photo(self) -> bytes:
        """Raises `UploadError` when there is none."""
        if not self.photo:
            raise UploadError("no-photo", "No photo was sent: it is the body, or a form's field 'photo'.")
        return self.photo


async def form_of(request: Request) -> Form:
    """The form in the body. Raises `UploadError` and `RecordError`."""
    if not is_form(request):
        raise RecordError("a form (multipart/form-data) is expected here.")
    most = MOST_PHOTO_BYTES + MOST_JSON_BYTES
    parser = _InMemory(
        request.headers, _chunks(request, most), max_files=4, max_fields=8, max_part_size=MOST_JSON_BYTES
    )
    try:
        form = await parser.parse()
        try:
            parts = {name: await _bytes(value) for name, value in form.items()}
        finally:
            await form.close()
    except (MultiPartException, FormParserError, UnicodeError) as error:  # the charset is the sender's choice
        raise RecordError(f"the form cannot be read: {error}") from error
    return Form(parts.pop("photo", b""), parts)


async def _bytes(part: UploadFile | str) -> bytes:
    """A part of a form, whether it came as a file or as a field."""
    return part.encode() if isinstance(part, str) else await part.read()


async def body_of(request: Request, most: int) -> bytes:
    """The body, refused as soon as it is more than `most` bytes. Raises `UploadError`."""
    return b"".join([chunk async for chunk in _chunks(request, most)])


def is_form(request: Request) -> bool:
    """Whether the body is a form with files."""
    return request.headers.get("content-type", "").lower().startswith("multipart/form-data")


class _InMemory(MultiPartParser):
    """Starlette's parser, which would write files of more than a megabyte to disk, told not to."""

    spool_max_size = MOST_PHOTO_BYTES + MOST_JSON_BYTES + 1


async def _chunks(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told[:20]) > most:
        raise _too_large(most)
    size = 0
    try:
        async with asyncio.timeout(SECONDS):
            async for chunk in request.stream():
                size += len(chunk)
                if size > most:
                    raise _too_large(most)
                yield chunk
    except TimeoutError as error:
        raise UploadError("too-slow", f"The upload took longer than {SECONDS:.0f} seconds.") from error
    except ClientDisconnect as error:
        raise UploadError("too-slow", "The upload broke off.") from error


def _too_large(most: int) -> UploadError:
    return UploadError("too-large", f"At most {most / 1e6:.0f} MB are taken.")
