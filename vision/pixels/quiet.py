"""Keeps off the terminal what the libraries of OpenCV and Pillow say there of a damaged file by themselves.

They write it past Python to standard error, and nobody can ask them not to. What a person is to know of the
file is said once, in the sentence of a `PhotoError`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

_STDERR: Final = 2


class _Quiet:
    """While some thread is in it, nothing of the whole process reaches its standard error."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._within = 0
        self._kept: int | None = None

    @contextmanager
    def __call__(self) -> Iterator[None]:
        self._enter()
        try:
            yield
        finally:
            self._leave()

    def _enter(self) -> None:
        with self._lock:
            self._within += 1
            if self._within == 1:
                self._kept = _turned_off()

    def _leave(self) -> None:
        with self._lock:
            self._within -= 1
            if self._within == 0 and self._kept is not None:
                os.dup2(self._kept, _STDERR)
                os.close(self._kept)


def _turned_off() -> int | None:
    """What standard error was before it led nowhere; None where there is none."""
    try:
        kept = os.dup(_STDERR)
    except OSError:
        return None
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STDERR)
    os.close(nowhere)
    return kept


quiet: Final = _Quiet()
"""Around decoding, and nothing else."""
