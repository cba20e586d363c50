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

The rooms to the right add their own branches (`PhotoError` in vision, and so on). `code` is stable: programs
may rely on it; the message is for people and may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.irregular import Problem

LONGEST_QUOTE = 60
"""Characters of a person's own text that a message repeats."""


def quote(text: object) -> str:
    """`text` as a message repeats it: quoted, on one line, printable, and not too long.

    >>> quote("12x")
    "'12x'"
    """
    if isinstance(text, int) and not isinstance(text, bool) and text.bit_length() > LONGEST_QUOTE:
        return "a huge number"  # beyond some thousands of digits Python refuses to print one
    shown = repr(text[:LONGEST_QUOTE] if isinstance(text, str) else text)
    return shown if len(shown) <= LONGEST_QUOTE else shown[:LONGEST_QUOTE] + "…"


class TilescoreError(Exception):
    """Base of all errors of this project."""

    code: str = "error"
    """Stable name of what went wrong."""

    def __init__(self, message: str, *, code: str | None = None) -> None:
        """`message`: one clear sentence. `code`: when the class stands for several stable codes."""
        super().__init__(message)
        if code is not None:
            self.code = code

    @property
    def message(self) -> str:
        """What was wrong, in one or more sentences."""
        return str(self.args[0])


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


class HandError(TilescoreError):
    """A hand that cannot be scored. `problems` holds all that is wrong with it, the gravest first."""

    def __init__(self, problems: Iterable[Problem], *, code: str | None = None) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems), code=code)


class ImpossibleHand(HandError):  # noqa: N818 - named for the hand, not for the error
    """A hand that no table can hold. The code is that of its first problem."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        problems = tuple(problems)
        super().__init__(problems, code=problems[0].code)


class IncompleteHand(HandError):  # noqa: N818 - likewise
    """A win was claimed for tiles that are no complete hand."""

    code = "not-complete"
