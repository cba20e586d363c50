"""What the server refuses, with the HTTP status of each refusal; part of the one tree of errors.

TilescoreError
├── ServeError           cannot-listen: no request is refused, but the server itself
├── RefusedError         whatever a worker refuses, with the code that it has there
└── WebError
    ├── UploadError      too-large 413, too-slow 408, no-photo 400
    ├── AccessError      not-let-in 401, wrong-host 421, cross-site 403, no-consent 403
    ├── BusyError        busy 503, too-many-requests 429: both say when to come again
    └── WorkerError      reader-failed 500, reader-timeout 503
"""

from collections.abc import Mapping
from typing import Any, Final

from scoring.errors import TilescoreError
from scoring.record import error_record

_STATUS: Final = {
    "bad-json": 400,
    "no-photo": 400,
    "not-let-in": 401,
    "cross-site": 403,
    "no-consent": 403,
    "not-found": 404,
    "no-such-hand": 404,
    "method-not-allowed": 405,
    "too-slow": 408,
    "too-large": 413,
    "not-an-image": 415,
    "needs-extra": 415,
    "wrong-host": 421,
    "too-many-requests": 429,
    "reader-failed": 500,
    "internal": 500,
    "model": 500,
    "cannot-write": 500,
    "book-broken": 500,
    "busy": 503,
    "reader-timeout": 503,
    "book-full": 507,
}
_NOT_TO_BE_DONE: Final = 422
"""Understood, but it cannot be done: no hand, no tiles on the photo, no such step."""


class ServeError(TilescoreError):
    """The server cannot listen where it was told to."""

    code = "cannot-listen"


class RefusedError(TilescoreError):
    """What a worker refused. `record` is the worker's own: code, message, and all problems of a hand."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        super().__init__(record["message"], code=record["code"])
        self.record = dict(record)


class WebError(TilescoreError):
    """A request that is refused. `code` is stable and decides the status."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message, code=code)


class UploadError(WebError):
    """A body that is too large, too slow, or not there."""


class AccessError(WebError):
    """Somebody who may not come in, or a page of another origin."""


class BusyError(WebError):
    """Too much at once. `wait` says after how many seconds it is worth trying again."""

    def __init__(self, code: str, message: str, wait: int) -> None:
        super().__init__(code, message)
        self.wait = wait


class WorkerError(WebError):
    """The process that was to read a photo could not be started, died or took too long; another is started in
    its place, at the latest for the next photo."""


def status_of(error: TilescoreError) -> int:
    """The HTTP status that says the same as the error's code."""
    return _STATUS.get(error.code, _NOT_TO_BE_DONE)


def error_document(error: TilescoreError) -> dict[str, Any]:
    """`{"error": {"code": …, "message": …}}`, the contract's form of a refusal, wherever it arose."""
    return {"error": error.record if isinstance(error, RefusedError) else error_record(error)}
