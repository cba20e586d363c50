"""The tiles and their notation.

A tile is a rank and a family: ``5c 5d 5b`` (characters, dots, bamboo), ``Ew Sw Ww Nw`` (winds), ``Rd Gd Wd``
(dragons), ``1f``…``4f`` and ``1s``…``4s`` (the two series of Seasons). ``?`` is a tile lying face down.
Ranks may be gathered before their family:

>>> parse_tiles("123c EEw") == tuple(map(Tile.parse, ["1c", "2c", "3c", "Ew", "Ew"]))
True
>>> format_tiles(parse_tiles("1c 2c 3c EwEw"))
'123c EEw'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from scoring.errors import NotationError, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Family(StrEnum):
    """What a tile's rank is a rank of. The notation's letter ``d`` stands for dots and for dragons."""

    CHARACTERS = "characters"
    DOTS = "dots"
    BAMBOO = "bamboo"
    WINDS = "winds"
    DRAGONS = "dragons"
    FLOWERS = "flowers"
    """Seasons of the first series."""
    SEASONS = "seasons"
    """Seasons of the second series."""
    FACE_DOWN = "face-down"


SUITS: Final = (Family.CHARACTERS, Family.DOTS, Family.BAMBOO)


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One of the 42 faces, or a tile lying face down. Tiles are ordered as `TILES` lists them.

    >>> tile = Tile.parse("5c")
    >>> tile.index, tile.rank, tile.number, tile.family.value, tile.name
    (4, '5', 5, 'characters', 'five of characters')
    """

    index: int
    """Place in `TILES`, 0…41; 42 for `FACE_DOWN`."""
    code: str = field(compare=False)
    """The tile in the notation."""
    family: Family = field(compare=False)
    name: str = field(compare=False)
    """In words: "five of characters", "East Wind"."""
    plural: str = field(compare=False)
    """Several of them: "fives of characters", "East Winds"."""

    def __str__(self) -> str:
        return self.code

    @property
    def rank(self) -> str:
        """The notation's first sign: ``1``…``9``, a wind, a dragon's colour."""
        return self.code[0]

    @property
    def number(self) -> int:
        """1…9 in a suit, 1…4 for Seasons, 0 for tiles without a number."""
        return int(self.rank) if self.is_suit or self.is_season else 0

    @property
    def is_suit(self) -> bool:
        """Characters, dots or bamboo."""
        return self.family in SUITS

    @property
    def is_wind(self) -> bool:
        return self.family is Family.WINDS

    @property
    def is_dragon(self) -> bool:
        return self.family is Family.DRAGONS

    @property
    def is_honour(self) -> bool:
        """A wind or a dragon."""
        return self.is_wind or self.is_dragon

    @property
    def is_season(self) -> bool:
        """Of either series, as Babcock says; Millington's "bonus tile"."""
        return self.family is Family.FLOWERS or self.family is Family.SEASONS

    @property
    def is_major(self) -> bool:
        """A one, a nine, a wind or a dragon."""
        return self.is_honour or (self.is_suit and self.number in (1, 9))

    @property
    def is_minor(self) -> bool:
        """2–8 of a suit."""
        return self.is_suit and not self.is_major

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile that `text` names.

        Raises: NotationError.
        """
        tile = _BY_CODE.get(text)
        if tile is None:
            raise NotationError(f"{quote(text)} is no tile; tiles are written 5c 5d 5b Ew Rd 1f 1s.")
        return tile


_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
OF_A_SUIT: Final = len(_NUMBERS)
"""Faces of a suit; `TILES` lists the three suits first."""

_SUIT_LETTERS: Final = {"c": Family.CHARACTERS, "d": Family.DOTS, "b": Family.BAMBOO}
_HONOUR_NAMES: Final = {
    "Ew": "East Wind",
    "Sw": "South Wind",
    "Ww": "West Wind",
    "Nw": "North Wind",
    "Rd": "Red Dragon",
    "Gd": "Green Dragon",
    "Wd": "White Dragon",
}
_SEASON_NAMES: Final = {
    "f": (Family.FLOWERS, ("plum", "orchid", "chrysanthemum", "bamboo flower")),
    "s": (Family.SEASONS, ("spring", "summer", "autumn", "winter")),
}


def _all_faces() -> Iterator[tuple[str, Family, str, str]]:
    """Code, family, name and plural of the 42 faces, in order."""
    for letter, suit in _SUIT_LETTERS.items():
        for rank, number in enumerate(_NUMBERS, start=1):
            plural = f"{number}es" if number.endswith("x") else f"{number}s"
            yield f"{rank}{letter}", suit, f"{number} of {suit}", f"{plural} of {suit}"
    for code, name in _HONOUR_NAMES.items():
        yield code, Family.WINDS if code[1] == "w" else Family.DRAGONS, name, f"{name}s"
    for letter, (series, pictures) in _SEASON_NAMES.items():
        for rank, picture in enumerate(pictures, start=1):
            yield f"{rank}{letter}", series, f"Season {rank} ({picture})", f"Seasons {rank} ({picture})"


TILES: Final[tuple[Tile, ...]] = tuple(Tile(index, *face) for index, face in enumerate(_all_faces()))
"""The 42 faces: 1c…9c 1d…9d 1b…9b Ew Sw Ww Nw Rd Gd Wd 1f…4f 1s…4s."""

FACE_DOWN: Final = Tile(len(TILES), "?", Family.FACE_DOWN, "face-down tile", "face-down tiles")
"""A tile whose face nobody sees. Not among `TILES`."""

SHOWN: Final = (*TILES, FACE_DOWN)
"""What a tile can show, and the notation can say: the 42 faces, or its back. Each stands at its `index`."""

_BY_CODE: Final = {tile.code: tile for tile in SHOWN}
_RANKS: Final = frozenset(tile.code[0] for tile in TILES)
_LETTERS: Final = frozenset(tile.code[1] for tile in TILES)


def tile_groups(text: str) -> Iterator[tuple[Tile, ...]]:
    """The groups of `text`, each some ranks and their family: ``"123cEEw"`` is ``123c`` and ``EEw``.

    Raises: NotationError, naming the sign that does not fit.
    """
    ranks = ""
    for place, sign in enumerate(text, start=1):
        if sign in _RANKS:
            ranks += sign
        elif sign in _LETTERS and ranks:
            yield tuple([Tile.parse(rank + sign) for rank in ranks])
            ranks = ""
        elif sign == "?" and not ranks:
            yield (FACE_DOWN,)
        elif not sign.isspace() or ranks:
            hint = _SET_HINT if sign in _SET_SIGNS else _HINT
            raise NotationError(f"{quote(text)}: {quote(sign)} at place {place} does not fit; {hint}")
    if ranks:
        raise NotationError(f"{quote(text)} ends in ranks without a family ({quote(ranks)}); {_HINT}")


_HINT: Final = "tiles are written ranks first, then their family: 123c 55d EEEw RRd 2f."
_SET_SIGNS: Final = "[]+"
_SET_HINT: Final = (
    "it marks an exposed set, written without spaces:"
    " [9999b] a kong declared from the hand, 999+9b one added to a pung."
)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles that `text` names, in its order; spaces between groups are free.

    >>> [tile.code for tile in parse_tiles("19cRRd ?")]
    ['1c', '9c', 'Rd', 'Rd', '?']

    Raises: NotationError.
    """
    return tuple([tile for group in tile_groups(text) for tile in group])


def format_tiles(tiles: Iterable[Tile]) -> str:
    """`tiles` in the notation and in their order, neighbours of one family gathered; undoes `parse_tiles`."""
    text = ""
    before: Tile | None = None
    for tile in tiles:
        if before and (tile.family is not before.family or tile is FACE_DOWN):
            text += before.code[1:] + " "
        text += tile.code[0]
        before = tile
    return text + before.code[1:] if before else text


def sorted_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """`tiles` in the order of `TILES`."""
    return tuple(sorted(tiles, key=_index))


def _index(tile: Tile) -> int:
    return tile.index
