"""The program's own streams: never closed, and never at a loss for a sign."""

import codecs
import os
import sys
from typing import Final

_PLAINER: Final = str.maketrans({"×": "x", "–": "-", "→": "->", "…": "..."})
"""What the program prints where an encoding lacks its own signs. Of others, as in the name of a photo, `?` is
left: that a terminal cannot show one is no reason to lose the score."""


def prepare() -> None:
    """Makes the streams such that whatever is printed can be."""
    _open_closed()
    codecs.register_error("tilescore", _in_plainer_signs)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="tilescore")  # type: ignore[union-attr]


def abandon_output() -> None:
    """Lets what has not been written lead nowhere, without a complaint from the interpreter's own flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed() -> None:
    """Lets streams that were closed when the program began lead nowhere; Python has none in their place.
    Of the output this is one that refuses what is written: a result that is lost is no success."""
    for name, mode, access in (
        ("stdin", "r", os.O_RDONLY),
        ("stdout", "w", os.O_RDONLY),
        ("stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, access), mode, encoding="utf-8"))


def _in_plainer_signs(error: UnicodeError) -> tuple[str, int]:
    """Handles signs that cannot be encoded, as `codecs.register_error` has it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(sign.translate(_PLAINER) if ord(sign) in _PLAINER else "?" for sign in lacking), error.end
