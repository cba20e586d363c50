"""Keeps off the terminal what OpenCV, Pillow and their libraries say there of a file by themselves.

The libraries write it past Python to standard error, and nobody can ask them not to; Pillow warns of odd
metadata and of its own, smaller limit. What a person is to know of the file is said once, in the sentence of
a `PhotoError`.
"""

import os
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import Final

_STDERR: Final = 2


class _Quiet:
    """While some thread is in it, nothing of the whole process reaches its standard error, and no warning is
    shown or becomes an error. Both are the process's own: the first one in changes them, and the last one out
    puts them back."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._within = 0
        self._changed = ExitStack()

    @contextmanager
    def __call__(self) -> Iterator[None]:
        self._enter()
        try:
            yield
        finally:
            self._leave()

    def _enter(self) -> None:
        with self._lock:
            if self._within == 0:
                self._changed.enter_context(warnings.catch_warnings(action="ignore"))
                self._changed.enter_context(_turned_off())
            self._within += 1

    def _leave(self) -> None:
        with self._lock:
            self._within -= 1
            if self._within == 0:
                self._changed.close()


@contextmanager
def _turned_off() -> Iterator[None]:
    """Standard error, if there is one, leads nowhere."""
    try:
        kept = os.dup(_STDERR)
    except OSError:
        kept = None
    if kept is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, _STDERR)
        os.close(nowhere)
    yield
    if kept is not None:
        os.dup2(kept, _STDERR)
        os.close(kept)


quiet: Final = _Quiet()
"""Around decoding and the reading of metadata, and nothing else."""
