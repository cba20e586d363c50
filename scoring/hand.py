"""What lies on the table when a hand is over, and how it was won.

>>> hand = Hand.parse("EEEw [9999b] 2f / 123d NNNw WWw", seat="S", win=Win(Tile.parse("3d"), "wall"))
>>> [meld.kind for meld in hand.exposed], len(hand.concealed), str(hand.seasons[0])
(['pung', 'kong'], 8, '2f')
>>> str(hand)
'EEEw [9999b] 2f / 123d WWNNNw'

All three values keep their tiles sorted, so that the order in which they were written makes no difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from scoring.errors import NotationError, SeatError, WinError, quote
from scoring.tiles import FACE_DOWN, TILES, Tile, format_tiles, parse_tiles, sorted_tiles, tile_groups

Kind = Literal["run", "pung", "kong", "pair", "irregular"]
How = Literal["claimed", "added", "declared"]
Wind = Literal["E", "S", "W", "N"]
Source = Literal["wall", "discard", "loose", "robbed"]
LooseAfter = Literal["kong", "season"]

SEATS: Final[tuple[Wind, ...]] = get_args(Wind)
"""The four seats in the order of play; also the order in which the winds prevail."""

SOURCES: Final[tuple[Source, ...]] = get_args(Source)

MOST_EAST_WINS: Final = 13
"""In a row, by Millington: with the last of them East passes the deal."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table.

    `how` says how it came there: ``claimed`` (``EEEw``, ``123c``, and ``9999b``: a discard claimed onto a
    concealed pung), ``added`` (``999+9b``: a fourth tile added to an exposed pung), ``declared``
    (``[9999b]``: four tiles of the hand laid down as a kong).
    The tiles are sorted, but for an added one, which stays last.

    >>> Meld.parse("312c"), Meld.parse("999+9b").kind, str(Meld.parse("459b")), Meld.parse("459b").kind
    (Meld.parse('123c'), 'kong', '459b', 'irregular')
    """

    tiles: tuple[Tile, ...]
    how: How = "claimed"
    kind: Kind = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if self.how not in get_args(How):
            raise NotationError(f"a set is claimed, added or declared, not {quote(self.how)}.")
        if self.how != "claimed" and len(self.tiles) != 4:
            raise NotationError(
                f"{quote(format_tiles(self.tiles))} is no kong: a set that was {self.how} holds four tiles."
            )
        if not self.tiles or any(tile.is_season for tile in self.tiles):
            raise NotationError(
                f"{quote(format_tiles(self.tiles))} is no set: a set is made of suits and honours."
            )
        last = 3 if self.how == "added" else len(self.tiles)
        object.__setattr__(self, "tiles", sorted_tiles(self.tiles[:last]) + self.tiles[last:])
        object.__setattr__(self, "kind", _kind(self.tiles))

    @property
    def from_hand(self) -> bool:
        """A kong that did not begin with a claim: three of its tiles, at least, came together in the hand."""
        return self.kind == "kong" and self.how != "added"

    def __str__(self) -> str:
        if self.how == "added":
            *pung, added = self.tiles
            if len({tile.code[1:] for tile in self.tiles}) == 1:
                return "".join(tile.code[0] for tile in pung) + "+" + added.code
            return "".join(tile.code for tile in pung) + "+" + added.code
        groups = format_tiles(self.tiles)
        if (
            " " in groups
        ):  # only an irregular set mixes families; tile by tile it cannot be taken for two sets
            groups = "".join(tile.code for tile in self.tiles)
        return f"[{groups}]" if self.how == "declared" else groups

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Meld:
        """The one set that `text` names; what is no run, pung, kong or pair is ``irregular``, not an error.

        Raises: NotationError.
        """
        signs = text.strip()
        if signs.startswith("[") and signs.endswith("]"):
            return cls(parse_tiles(signs[1:-1]), "declared")
        if "+" in signs:
            pung, _, added = signs.partition("+")
            if pung[-1:] not in tuple("cdbw?"):  # 999+9b: the family is written once
                pung += added[-1:]
            tiles = parse_tiles(pung)
            if len(tiles) != 3:
                raise NotationError(f"{quote(text)} is no set: before the + stand the three tiles of a pung.")
            return cls(tiles + parse_tiles(added), "added")
        return cls(parse_tiles(signs))


def _kind(tiles: tuple[Tile, ...]) -> Kind:
    """What sorted `tiles` are together."""
    first = tiles[0]
    if FACE_DOWN in tiles:
        return "irregular"
    if all(tile is first or tile == first for tile in tiles):
        return _ALIKE.get(len(tiles), "irregular")
    one_suit = first.is_suit and all(tile.family is first.family for tile in tiles)
    steps = [tile.index - first.index for tile in tiles]
    return "run" if one_suit and steps == [0, 1, 2] else "irregular"


_ALIKE: Final[dict[int, Kind]] = {2: "pair", 3: "pung", 4: "kong"}


@dataclass(frozen=True, slots=True)
class Win:
    """How the last tile came, and what went before.

    Raises: WinError, when a field holds what it cannot.
    """

    tile: Tile
    """The winning tile."""
    source: Source = "discard"
    """Drawn from the ``wall`` or as a ``loose`` tile; a ``discard``; ``robbed`` from another's kong."""
    loose_after: LooseAfter = "kong"
    """What the loose tile replaced."""
    last_tile: bool = False
    """The last tile of the wall, or the discard that followed it."""
    kept_apart: bool = True
    """A drawn tile was laid face up beside the hand (Babcock, chapter III)."""
    dealt: bool = False
    """The hand was complete as dealt."""
    first_discard: bool = False
    """The tile was East's first discard."""
    original_call: bool = False
    """The player called when the tiles were dealt, and never changed the hand."""
    kongs_in_a_row: int = 0
    """Kongs made one upon the other just before winning."""
    east_wins_in_a_row: int = 0
    """Hands that East has won without a break, this one included."""
    visible: tuple[Tile, ...] = ()
    """Tiles seen elsewhere on the table, the hand's own left out."""

    def __post_init__(self) -> None:
        if not isinstance(self.tile, Tile) or not (self.tile.is_suit or self.tile.is_honour):
            raise WinError(f"the winning tile is a tile of a suit or an honour, not {quote(str(self.tile))}.")
        if self.source not in SOURCES:
            raise WinError(f"a winning tile comes from {_either(SOURCES)}, not {quote(self.source)}.")
        if self.loose_after not in get_args(LooseAfter):
            raise WinError(
                f"a loose tile comes after {_either(get_args(LooseAfter))}, not {quote(self.loose_after)}."
            )
        for name in ("last_tile", "kept_apart", "dealt", "first_discard", "original_call"):
            if not isinstance(getattr(self, name), bool):
                raise WinError(f"{name} is true or false, not {quote(getattr(self, name))}.")
        object.__setattr__(self, "visible", sorted_tiles(self.visible))
        for name in ("kongs_in_a_row", "east_wins_in_a_row"):
            count = getattr(self, name)
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                raise WinError(f"{name} is a whole number, 0 or more, not {quote(count)}.")

    @property
    def drawn(self) -> bool:
        """The player drew the tile; nobody else had it."""
        return self.source == "wall" or self.source == "loose"


def checked_wind(name: str, value: object) -> Wind:
    """`value`, if it is one of the four winds.

    Raises: SeatError, which says what `name` is.
    """
    if value not in SEATS:
        raise SeatError(f"{name} is {_either(SEATS)}, not {quote(value)}.")
    return value


def _either(choices: tuple[str, ...]) -> str:
    return f"{', '.join(choices[:-1])} or {choices[-1]}"


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's tiles at the end. The winning tile is among them.

    Raises: SeatError; NotationError, when a Season lies among the concealed tiles.
    """

    exposed: tuple[Meld, ...] = ()
    concealed: tuple[Tile, ...] = ()
    """Sorted."""
    seasons: tuple[Tile, ...] = ()
    """Sorted."""
    seat: Wind = "E"
    prevailing: Wind = "E"
    """Means something to Millington's sheet only."""
    win: Win | None = None

    def __post_init__(self) -> None:
        for name, wind in (("seat", self.seat), ("prevailing wind", self.prevailing)):
            checked_wind(f"the {name}", wind)
        object.__setattr__(self, "exposed", tuple(self.exposed))
        object.__setattr__(self, "concealed", sorted_tiles(self.concealed))
        object.__setattr__(self, "seasons", sorted_tiles(self.seasons))
        for tile in self.concealed:
            if tile.index >= _FIRST_SEASON and tile.is_season:
                raise NotationError(
                    f"{tile.name} ({tile}) lies among the concealed tiles; Seasons lie exposed."
                )
        for tile in self.seasons:
            if not tile.is_season:
                raise NotationError(f"{tile.name} ({tile}) is no Season.")

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles but the Seasons: the exposed sets as they lie, then the concealed part."""
        return tuple([tile for meld in self.exposed for tile in meld.tiles]) + self.concealed

    @property
    def kongs(self) -> int:
        """Kongs on the table. Each makes the hand one tile larger."""
        return sum(meld.kind == "kong" for meld in self.exposed)

    def __str__(self) -> str:
        sets = " ".join([*map(str, self.exposed), *map(str, self.seasons)])
        return f"{sets} / {format_tiles(self.concealed)}".strip()

    @classmethod
    def parse(cls, text: str, seat: Wind = "E", prevailing: Wind = "E", win: Win | None = None) -> Hand:
        """The hand written in one line as *exposed / concealed*; inverse of `str`.

        Spaces between sets are free as long as each of them is a set by itself: ``EEEw123c999+9b/55d``.

        Raises: NotationError, SeatError.
        """
        exposed, slash, concealed = text.partition("/")
        if not slash:
            raise NotationError(
                f"{quote(text)} has no '/': a hand is written exposed / concealed; either side may be empty."
            )
        melds, seasons = parse_exposed(exposed)
        return cls(melds, parse_tiles(concealed), seasons, seat, prevailing, win)


_FIRST_SEASON: Final = Tile.parse("1f").index

_RANK, _LETTER = (f"[{''.join(sorted({tile.code[place] for tile in TILES}))}]" for place in (0, 1))
_ADDED: Final = re.compile(rf"(?<!{_RANK})(?:{_RANK}{_LETTER}?|\?){{3}}\+(?:{_RANK}{_LETTER}|\?)")
"""A pung, which may leave its family to the fourth tile, and that tile: ``999+9b``, ``9b9b9b+9b``."""


def parse_exposed(text: str) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """The sets and the Seasons that `text` lays on the table.

    Raises: NotationError.
    """
    melds: list[Meld] = []
    seasons: list[Tile] = []
    for word in _ADDED.sub(r" \g<0> ", text.replace("[", " [").replace("]", "] ")).split():
        if "[" in word or "]" in word or "+" in word:
            melds.append(Meld.parse(word))
            continue
        groups = list(tile_groups(word))
        seasons += [tile for group in groups for tile in group if tile.is_season]
        sets = [group for group in groups if not group[0].is_season]
        if any(_kind(sorted_tiles(group)) == "irregular" for group in sets):
            sets = [tuple([tile for group in sets for tile in group])]
        melds += [Meld(group) for group in sets]
    return tuple(melds), tuple(seasons)
