"""One thing wrong with a hand, and the refusals that list such things: a branch of
`scoring.errors.TilescoreError`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.errors import TilescoreError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.tiles import Tile

CONTRADICTION: Final = "contradiction"
"""The code of what speaks against how a hand was won."""

_IMPOSSIBLE: Final = frozenset({"fifth-tile", "duplicate-season", "winning-tile-absent", "bad-notation"})


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a hand."""

    code: str
    """Stable: ``fifth-tile``, ``wrong-count``, …"""
    message: str
    """A sentence that names the tiles."""
    tiles: tuple[Tile, ...] = ()
    """The faces it is about, a set's all of them; none where the problem is the whole hand's."""

    @property
    def impossible(self) -> bool:
        """No table can hold such a hand."""
        return self.code in _IMPOSSIBLE

    @property
    def remark(self) -> bool:
        """It speaks against how the hand was won, and no more: that is taken on trust."""
        return self.code == CONTRADICTION


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
