"""Every way in which tilescore refuses, as one tree.

    TilescoreError
    ├── NotationError      bad-notation          text that is no tile, set or hand
    ├── SeatError          bad-seat              a wind that is none of E S W N
    ├── WinError           bad-win               a win whose circumstances make no sense
    ├── OptionError        unknown-rules, unknown-option, bad-option
    ├── RecordError        bad-json              a document of the wrong shape
    ├── SettlementError    bad-settlement        four scores that cannot be settled
    └── HandError                                a hand that cannot be scored, with all its problems
        ├── ImpossibleHand fifth-tile, duplicate-season, winning-tile-absent, bad-notation
        └── IncompleteHand not-complete          a claimed win that is none

`HandError` and its branches are in `problem.py`; the rooms to the right add their own (`PhotoError` in
vision, and so on). `code` is stable: programs may rely on it; the message is for people and may change.
"""

from __future__ import annotations

from typing import Any, Final

LONGEST_QUOTE = 60
"""Characters of a person's own text that a message repeats."""


def quote(value: object) -> str:
    """`value`, from a person or a document, as a message repeats it: on one line, printable, not too long.

    >>> quote("12x"), quote(None), quote([[]])
    ("'12x'", 'null', 'a list')
    """
    if isinstance(value, str):
        return repr(value[:LONGEST_QUOTE]) + _left_out(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and value.bit_length() > LONGEST_QUOTE:
        return "a huge number"  # Python refuses to print one of some thousands of digits
    if isinstance(value, (int, float)):
        return repr(value)
    return _JSON_NAMES.get(type(value).__name__, f"a {type(value).__name__}")


def shortened(text: str) -> str:
    """Notation of the program's own, as a message repeats it: not too long either."""
    return text[:LONGEST_QUOTE] + _left_out(text)


def _left_out(text: str) -> str:
    return "…" if len(text) > LONGEST_QUOTE else ""


_JSON_NAMES: Final = {"list": "a list", "dict": "an object"}


class TilescoreError(Exception):
    """Base of all errors of this project."""

    code: str = "error"
    """Stable name of what went wrong."""

    def __init__(self, message: str, *, code: str | None = None) -> None:
        """`message`: one clear sentence. `code`: when the class stands for several stable codes."""
        super().__init__(message)
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied without a constructor: they differ, and `args`, the message alone, fits few."""
        return _unfilled, (type(self), self.args), vars(self)

    @property
    def message(self) -> str:
        """What was wrong, in one or more sentences."""
        return str(self.args[0])


def _unfilled(kind: type[TilescoreError], args: tuple[Any, ...]) -> TilescoreError:
    """An error as it is before its constructor."""
    return kind.__new__(kind, *args)


class NotationError(TilescoreError):
    """Text that is no tile, no set or no hand."""

    code = "bad-notation"


class SeatError(TilescoreError):
    """A seat or a prevailing wind that is none of the four."""

    code = "bad-seat"


class WinError(TilescoreError):
    """How a hand was won, said in a way that makes no sense."""

    code = "bad-win"


class OptionError(TilescoreError):
    """A score sheet that does not exist, or a setting that the sheet does not have or does not take."""

    code = "bad-option"


class RecordError(TilescoreError):
    """A document (a hand, a settlement) of the wrong shape."""

    code = "bad-json"


class SettlementError(TilescoreError):
    """Scores that cannot be settled: a dead winner, a cannon let off by nobody."""

    code = "bad-settlement"
