"""A connection of the server, that is not held by a client who has nothing to ask.

There are only so many at once, and uvicorn by itself waits without end for the rest of a request's head.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS: Final = 20.0
"""Within which the head of a request must have come; a browser may open a connection some seconds before."""


class Connection(H11Protocol):
    """uvicorn's, closed when for `HEAD_SECONDS` no request has come on it, or only a part of its head."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come, and has yet to ask for something."""
        super().connection_made(transport)
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        """Some of a request has come."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._drop_deadline()
        elif self._deadline is None:
            self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more comes."""
        super().connection_lost(exc)
        self._drop_deadline()

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.timeout_keep_alive_handler)

    def _drop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
