"""Every way to read a whole hand: its sets and pairs, and which of them the winning tile completed.

A tile that was claimed exposes what it completed; a drawn one leaves it concealed. The player is owed the
best of all readings, so all of them are listed here and compared in `scoring.score`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scoring.grouping import (
    claimed,
    counts,
    group,
    meld_group,
    pack,
    pattern_pairs,
    sets_and_pairs,
    without,
)
from scoring.irregular import laid_pair
from scoring.tiles import TILES, format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.facts import Facts
    from scoring.grouping import Group, Parts, Pattern
    from scoring.hand import Hand
    from scoring.tiles import Tile


@dataclass(slots=True, eq=False)
class Grouping:
    """One way to read a whole hand: its sets and pairs, and which of them the winning tile completed."""

    sets: tuple[Group, ...]
    """Runs, pungs and kongs, the exposed ones first."""
    pairs: tuple[Group, ...]
    """One in a complete hand; losers may have several; seven in seven twins."""
    completed: Group | None
    """Among `sets` or `pairs`; None for losers and where the last tile completed thirteen orphans."""
    before: Parts
    """The concealed tiles without the winning tile."""
    loose: tuple[Tile, ...] = ()
    """Concealed tiles in none of them; in a complete hand only the single tiles of thirteen orphans."""
    pattern: Pattern | None = None
    runs: int = field(init=False, default=0)
    """How many sets are runs."""
    pungs: int = field(init=False, default=0)
    """The kinds of which there is a pung or a kong, as bits."""
    kongs: int = field(init=False, default=0)
    """How many sets are kongs."""
    pungs_from_hand: int = field(init=False, default=0)
    """How many pungs and kongs count as concealed for doubles and limit hands."""
    claimed: int = field(init=False, default=0)
    """How many sets, runs among them, do not."""

    def __post_init__(self) -> None:
        for each in self.sets:
            if each.kind == "run":
                self.runs += 1
            else:
                self.pungs |= each.kinds
                self.kongs += each.kind == "kong"
                self.pungs_from_hand += each.from_hand
            self.claimed += not each.from_hand

    @property
    def pair(self) -> int:
        """The kinds of which there is a pair, as bits."""
        mask = 0
        for each in self.pairs:
            mask |= each.kinds
        return mask


def lost_grouping(hand: Hand) -> Grouping:
    """The best reading of a hand that has not won: runs score nothing, so every three alike are a pung."""
    parts = pack(hand.concealed)
    pungs: list[Group] = []
    pairs: list[Group] = []
    loose: list[Tile] = []
    for index, count in counts(parts).items():
        if count >= 3:
            pungs.append(group("pung", index))
        elif count == 2:
            pairs.append(group("pair", index))
        if count % 3 == 1:
            loose.append(TILES[index])
    return Grouping((*map(meld_group, hand.exposed), *pungs), tuple(pairs), None, parts, tuple(loose))


def won_groupings(facts: Facts) -> Iterator[Grouping]:
    """Every reading of a hand that has won; none if its tiles are no complete hand."""
    hand = facts.hand
    laid = laid_pair(hand)
    on_table = tuple([meld_group(meld) for meld in hand.exposed if meld is not laid])
    parts = pack(hand.concealed)
    for way in sets_and_pairs(parts, pairs=0 if laid else 1):
        if laid:
            pair = meld_group(laid)
            yield Grouping(on_table + way, (pair,), pair, pack((*hand.concealed, facts.win.tile)))
        else:
            yield from _completions(facts, parts, on_table, way)
    if not on_table:
        for pattern in facts.patterns:
            yield from _pattern_groupings(facts, pattern)


def _completions(
    facts: Facts, parts: Parts, on_table: tuple[Group, ...], way: tuple[Group, ...]
) -> Iterator[Grouping]:
    """One reading of the concealed tiles, with each of its sets that the winning tile can have completed."""
    winning = facts.win.tile.index
    pair = next(each for each in way if each.kind == "pair")
    sets = tuple([each for each in way if each is not pair])
    for each in dict.fromkeys(way):
        if each.kinds >> winning & 1:
            before = without(parts, winning)
            if facts.drawn:
                yield Grouping(on_table + sets, (pair,), each, before)
            elif each is pair:
                exposed = claimed(pair)
                yield Grouping(on_table + sets, (exposed,), exposed, before)
            else:
                exposed, place = claimed(each), sets.index(each)
                rest = sets[:place] + sets[place + 1 :]
                yield Grouping((*on_table, exposed, *rest), (pair,), exposed, before)
    for each in dict.fromkeys(on_table if not facts.drawn else ()):
        if each.kinds >> winning & 1:
            before = without(pack(facts.hand.concealed + each.tiles), winning)
            yield Grouping(on_table + sets, (pair,), each, before)


def _pattern_groupings(facts: Facts, pattern: Pattern) -> Iterator[Grouping]:
    """Thirteen orphans or seven twins, if the hand is that."""
    tile = facts.win.tile
    everything = pack(facts.hand.tiles)
    pairs = pattern_pairs(everything, pattern)
    if pairs:
        completed = next((pair for pair in pairs if pair.tile == tile), None)
        if completed and not facts.drawn:
            exposed = claimed(completed)
            place = pairs.index(completed)
            pairs, completed = (*pairs[:place], exposed, *pairs[place + 1 :]), exposed
        loose = (
            [] if pattern == "twins" else [each for each in TILES if each.is_major and each != pairs[0].tile]
        )
        yield Grouping((), pairs, completed, without(everything, tile.index), tuple(loose), pattern)


def reading_text(hand: Hand, grouping: Grouping) -> str:
    """The grouping in the notation of a hand: what a claimed tile completed is shown among the exposed."""
    on_table: list[str] = []
    concealed: list[str] = []
    for each in grouping.sets + grouping.pairs:
        (concealed if each.concealed and each.kind != "kong" else on_table).append(each.text)
    on_table += [tile.code for tile in hand.seasons]
    if grouping.loose:
        concealed.append(format_tiles(grouping.loose))
    return f"{' '.join(on_table)} / {' '.join(concealed)}".strip()
