"""What is known of a hand, whatever grouping is taken: all else that rules look at."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final

from scoring.grouping import bits, kinds, waits
from scoring.hand import SEATS
from scoring.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.grouping import Parts, Pattern
    from scoring.hand import Hand, Source, Win
    from scoring.tiles import Tile

WINDS: Final = kinds(tile for tile in TILES if tile.is_wind)
DRAGONS: Final = kinds(tile for tile in TILES if tile.is_dragon)
HONOURS: Final = WINDS | DRAGONS
FLOWERS: Final = bits("1234f")
SEASONS: Final = bits("1234s")
SUITS: Final = tuple(bits(f"123456789{letter}") for letter in "cdb")

_BITS: Final = tuple(1 << tile.index for tile in TILES)
_WIND_BITS: Final = {seat: bits(f"{seat}w") for seat in SEATS}
_OWN_SEASONS: Final = {seat: bits(f"{n}f{n}s") for n, seat in enumerate(SEATS, start=1)}


class Facts:
    """A hand as the rules see it. Sets of kinds are bits, one for each place in `TILES`."""

    __slots__ = (
        "agreed",
        "drawn",
        "hand",
        "held",
        "honours",
        "kinds",
        "own_seasons",
        "own_wind",
        "patterns",
        "prevailing_wind",
        "seasons",
        "source",
        "suits",
        "won",
    )

    def __init__(
        self,
        hand: Hand,
        held: Sequence[int],
        agreed: Mapping[str, bool | int | str],
        patterns: Iterable[Pattern],
    ) -> None:
        """`held`: the hand's `tally`. `agreed`: the table's settings. `patterns`: complete hands besides the
        usual.
        """
        win = hand.win
        self.hand: Hand = hand
        self.held: Sequence[int] = held
        self.agreed: Mapping[str, bool | int | str] = agreed
        self.patterns: Iterable[Pattern] = patterns
        self.won: bool = win is not None
        self.source: Source | None = win.source if win else None
        self.drawn: bool = win is not None and win.drawn
        """The winning tile came from the wall or as a loose tile."""
        everything = sum(compress(_BITS, held))
        self.seasons: int = everything & (FLOWERS | SEASONS)
        self.kinds: int = everything ^ self.seasons
        """Kinds of the hand without its Seasons."""
        self.suits: int = len([suit for suit in SUITS if everything & suit])
        """How many suits there are in the hand."""
        self.honours: bool = everything & HONOURS != 0
        self.own_wind: int = _WIND_BITS[hand.seat]
        self.prevailing_wind: int = _WIND_BITS[hand.prevailing]
        self.own_seasons: int = self.seasons & _OWN_SEASONS[hand.seat]
        """The Seasons in the hand that bear the player's own number."""

    @property
    def win(self) -> Win:
        """How the hand was won. Only rules for winners ask."""
        assert self.hand.win is not None
        return self.hand.win

    def only(self, allowed: int) -> bool:
        """No tile of the hand is of another kind than these."""
        return not self.kinds & ~allowed

    def only_place(self, before: Parts, visible: Sequence[Tile] = ()) -> bool:
        """No other kind could have completed the hand, in any combination; `before` are its concealed tiles
        without the winning one.

        A kind cannot if all four of its tiles are in the hand or among `visible` ones.
        """
        others = waits(before, self.patterns) & ~(1 << self.win.tile.index)
        while others:
            index = others.bit_length() - 1
            if self.held[index] + sum([tile.index == index for tile in visible]) < 4:
                return False
            others ^= 1 << index
        return True
