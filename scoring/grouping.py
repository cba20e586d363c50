"""Every way to read concealed tiles as sets and a pair, and the tiles that would complete them.

A suit is nine counts, packed as the digits of one octal number, the ones lowest: ``0o000000111`` is a run 1 2
3, ``0o311111113`` the nine gates. The honours are a fourth such number of seven digits. These *parts* are
read one by one; few different ones ever occur, so their readings are remembered.

>>> parts = pack(parse_tiles("22234c EEw"))
>>> [[str(group) for group in way] for way in sets_and_pairs(parts, pairs=1)]
[]
>>> [[str(group) for group in way] for way in sets_and_pairs(parts, pairs=2)]
[['22c', '234c', 'EEw']]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, Literal

from scoring.tiles import OF_A_SUIT, SHOWN, TILES, format_tiles, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.hand import Hand, Kind, Meld
    from scoring.tiles import Tile

Parts = tuple[int, int, int, int]
"""Counts of characters, dots, bamboo and honours, an octal digit a rank."""

Pattern = Literal["orphans", "twins"]
"""A complete hand that is no four sets and a pair: thirteen orphans, seven twins."""

_HONOURS: Final = 3
_SHIFT: Final = 3
_DIGIT: Final = 7
_REMEMBERED: Final = 1 << 16
"""Parts whose readings are kept; bounds the memory of a long run."""


def kinds(tiles: Iterable[Tile]) -> int:
    """The kinds among `tiles` as a set of bits, one for each place in `TILES`."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile.index
    return mask


def bits(text: str) -> int:
    """The kinds that `text` names in the notation, as bits."""
    return kinds(parse_tiles(text))


MAJORS: Final = kinds(tile for tile in TILES if tile.is_major)

NINE_GATES: Final[frozenset[Parts]] = frozenset(
    {(0o311111113, 0, 0, 0), (0, 0o311111113, 0, 0), (0, 0, 0o311111113, 0)}
)
"""1112345678999 of one suit and nothing else."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A run, pung, kong or pair as it is scored. Equal groups are one object; `group` hands them out."""

    kind: Kind
    tiles: tuple[Tile, ...]
    tile: Tile
    """The lowest."""
    concealed: bool
    """Scores as concealed."""
    from_hand: bool
    """Its pung or run was never claimed, though a fourth tile may have been: concealed for doubles and
    limits.
    """
    kinds: int
    """The kinds of its tiles, as bits."""
    text: str

    def __str__(self) -> str:
        return self.text


@cache
def group(kind: Kind, index: int, concealed: bool = True, from_hand: bool = True) -> Group:
    """The one group of this `kind` whose lowest tile is ``TILES[index]``."""
    tiles = TILES[index : index + 3] if kind == "run" else (TILES[index],) * _SIZES[kind]
    text = format_tiles(tiles)
    if kind == "kong" and concealed:
        text = f"[{text}]"
    elif kind == "kong" and not from_hand:
        text = f"{text[:3]}+{text[3:]}"
    return Group(kind, tiles, TILES[index], concealed, from_hand, kinds(tiles), text)


_SIZES: Final = {"pair": 2, "pung": 3, "kong": 4}


def meld_group(meld: Meld) -> Group:
    """A regular set on the table, as a group."""
    return group(
        meld.kind,
        meld.tiles[0].index,
        concealed=meld.how == "declared",
        from_hand=meld.from_hand,
    )


def claimed(completed: Group) -> Group:
    """The group after its last tile was claimed: exposed."""
    return group(completed.kind, completed.tile.index, concealed=False, from_hand=False)


def pack(tiles: Iterable[Tile]) -> Parts:
    """The counts of `tiles`, of which no kind may occur more than seven times."""
    parts = [0, 0, 0, 0]
    for tile in tiles:
        index = tile.index
        parts[index // OF_A_SUIT] += _UNITS[index]
    return (parts[0], parts[1], parts[2], parts[3])


_UNITS: Final = tuple(1 << _SHIFT * (tile.index % OF_A_SUIT) for tile in TILES)


def tally(hand: Hand) -> list[int]:
    """How many the hand holds of each kind, Seasons included, by place in `TILES`; last the face-down."""
    held = [0] * len(SHOWN)
    for tile in hand.concealed:
        held[tile.index] += 1
    for meld in hand.exposed:
        for tile in meld.tiles:
            held[tile.index] += 1
    for tile in hand.seasons:
        held[tile.index] += 1
    return held


def without(parts: Parts, index: int) -> Parts:
    """`parts` less one tile of that index."""
    fewer = list(parts)
    fewer[index // OF_A_SUIT] -= _UNITS[index]
    return (fewer[0], fewer[1], fewer[2], fewer[3])


def counts(parts: Parts) -> dict[int, int]:
    """How many there are of each kind (place in `TILES`) that is there."""
    found = {}
    for part, packed in enumerate(parts):
        index = part * OF_A_SUIT
        while packed:
            if packed & _DIGIT:
                found[index] = packed & _DIGIT
            packed >>= _SHIFT
            index += 1
    return found


@lru_cache(maxsize=_REMEMBERED)
def part_readings(part: int, packed: int) -> tuple[tuple[Group, ...], ...]:
    """Every way to read one part as concealed sets and at most one pair; none if it can't be read.

    How many pairs there are follows from the number of tiles, so it is the same in every way.
    """
    if not packed:
        return ((),)
    rank = ((packed & -packed).bit_length() - 1) // _SHIFT
    lowest = packed >> _SHIFT * rank & _DIGIT
    unit = 1 << _SHIFT * rank
    index = part * OF_A_SUIT + rank
    firsts: list[tuple[Group, int]] = []
    if lowest >= 3:
        firsts.append((group("pung", index), 3 * unit))
    above = packed >> _SHIFT * (rank + 1)
    if part != _HONOURS and above & _DIGIT and above >> _SHIFT & _DIGIT:
        firsts.append((group("run", index), unit * 0o111))
    if lowest >= 2:
        firsts.append((group("pair", index), 2 * unit))
    ways = {
        tuple(sorted((first, *rest), key=_place))
        for first, taken in firsts
        for rest in part_readings(part, packed - taken)
        if first.kind != "pair" or all(other.kind != "pair" for other in rest)
    }
    return tuple(sorted(ways, key=lambda way: [_place(each) for each in way]))


def _place(each: Group) -> tuple[int, str]:
    return each.tile.index, each.kind


def sets_and_pairs(parts: Parts, pairs: int) -> list[tuple[Group, ...]]:
    """Every way to read all of `parts` as concealed sets and exactly so many pairs, no two in one part."""
    ways: list[tuple[Group, ...]] = [()]
    for part, packed in enumerate(parts):
        if packed:
            here = part_readings(part, packed)
            ways = [way + more for way in ways for more in here]
    if ways and sum(each.kind == "pair" for each in ways[0]) != pairs:
        return []
    return ways


@lru_cache(maxsize=_REMEMBERED)
def _part_waits(part: int, packed: int) -> tuple[int | None, int, int]:
    """Pairs in the readings of a part (None if it has none); the kinds that would complete it; pairs then."""
    readings = part_readings(part, packed)
    pairs = sum(each.kind == "pair" for each in readings[0]) if readings else None
    mask = pairs_then = 0
    for rank in range(OF_A_SUIT if part != _HONOURS else len(_HONOUR_RANKS)):
        completed = part_readings(part, packed + (1 << _SHIFT * rank))
        if completed:
            mask |= 1 << part * OF_A_SUIT + rank
            pairs_then = sum(each.kind == "pair" for each in completed[0])
    return pairs, mask, pairs_then


_HONOUR_RANKS: Final = tuple(tile for tile in TILES if tile.is_honour)


def waits(before: Parts, patterns: Iterable[Pattern] = ()) -> int:
    """The kinds that would complete concealed tiles that lack one, as sets and a pair or as one of
    `patterns`.

    Bits as in `kinds`. Whether a tile of a kind is left to come is not asked here.

    >>> [tile.code for tile in TILES if waits(pack(parse_tiles("1112345678999c"))) >> tile.index & 1]
    ['1c', '2c', '3c', '4c', '5c', '6c', '7c', '8c', '9c']
    """
    states = [_part_waits(part, packed) for part, packed in enumerate(before)]
    unread = [part for part, state in enumerate(states) if state[0] is None]
    mask = 0
    if len(unread) <= 1:
        pairs = sum(state[0] or 0 for state in states)
        for part in unread or range(len(states)):
            now, completing, then = states[part]
            if pairs - (now or 0) + then == 1:
                mask |= completing
    for pattern in patterns:
        mask |= _PATTERN_WAITS[pattern](counts(before))
    return mask


def _orphan_waits(held: dict[int, int]) -> int:
    """One of each major tile, or all but one and a pair of another."""
    mask = sum(1 << index for index in held)
    missing = MAJORS & ~mask
    if mask & ~MAJORS or sum(held.values()) != MAJORS.bit_count() or missing.bit_count() > 1:
        return 0
    return missing or MAJORS


def _twin_waits(held: dict[int, int]) -> int:
    """Six pairs and an odd tile."""
    odd = [index for index, count in held.items() if count % 2]
    return 1 << odd[0] if len(odd) == 1 and sum(held.values()) == 13 else 0


_PATTERN_WAITS: Final = {"orphans": _orphan_waits, "twins": _twin_waits}


def pattern_pairs(parts: Parts, pattern: Pattern) -> tuple[Group, ...]:
    """The pairs of fourteen concealed tiles that complete `pattern`; none if they don't."""
    held = counts(parts)
    if pattern == "twins":
        if any(count % 2 for count in held.values()):
            return ()
        return tuple(group("pair", index) for index, count in held.items() for _ in range(count // 2))
    if sum(1 << index for index in held) != MAJORS:
        return ()
    return tuple(group("pair", index) for index, count in held.items() if count == 2)
