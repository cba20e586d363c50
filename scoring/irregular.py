"""Everything that can be wrong with a hand, found all at once.

Three fates are told apart. An *impossible* hand no table can hold. A hand of the wrong size, or with a set on
the table that is none, is *dead* (Babcock, chapter III). The same faults in a claimed win, or tiles that are
no four sets and a pair, make it *not complete*: there is no penalty, but no score either.

>>> from scoring.hand import Hand
>>> [problem.code for problem in problems(Hand.parse("459b 2f2f / 1111c 1c"))]
['fifth-tile', 'duplicate-season', 'wrong-count', 'irregular-set']
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from scoring.errors import quote, shortened
from scoring.grouping import counts, pack, part_readings, tally
from scoring.hand import MOST_EAST_WINS
from scoring.problem import CONTRADICTION, Problem
from scoring.tiles import FACE_DOWN, OF_A_SUIT, TILES, format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scoring.grouping import Pattern
    from scoring.hand import Hand, Meld, Win
    from scoring.tiles import Tile

_OF_A_KIND: Final = 4
_LOSING_SIZE: Final = 13
_HOW_OFTEN: Final = {2: "twice", 3: "three times", 4: "four times"}


def problems(
    hand: Hand, held: Sequence[int] | None = None, *, seen_elsewhere: bool = True
) -> tuple[Problem, ...]:
    """All that is wrong with `hand`, the impossible first, each thing once. Whether its tiles form sets is
    asked by `unread`.

    `held`: the hand's `tally`, when it is known already. `seen_elsewhere`: visible tiles are looked at, too.
    """
    held = tally(hand) if held is None else held
    return (
        *_too_many(held, "The hand holds"),
        *(_too_many_seen(hand, held) if seen_elsewhere else ()),
        *_absent_tile(hand),
        *_wrong_size(hand),
        *dict.fromkeys(_irregular_sets(hand)),
    )


def shared(hands: Iterable[Hand]) -> tuple[Problem, ...]:
    """Tiles of which `hands`, those of one table, hold more than there are: at least one was seen wrongly."""
    held = [sum(counts) for counts in zip(*map(tally, hands), strict=True)]
    return tuple(_too_many(held, "The hands of the table hold")) if held else ()


def _too_many(held: Sequence[int], holds: str) -> Iterator[Problem]:
    """More of a kind than there are; tiles that nobody can see."""
    first_season = _SEASONS[0].index
    if max(held[:first_season]) > _OF_A_KIND:
        for tile in TILES[:first_season]:
            if held[tile.index] > _OF_A_KIND:
                message = f"{holds} {held[tile.index]} {tile.plural} ({tile}); there are four."
                yield Problem("fifth-tile", message, (tile,))
    if max(held[first_season:]) > 1:
        for tile in _SEASONS:
            if held[tile.index] > 1:
                often = _HOW_OFTEN.get(held[tile.index], f"{held[tile.index]} times")
                message = f"{tile.name} ({tile}) lies here {often}; there is one of each Season."
                yield Problem("duplicate-season", message, (tile,))
    if held[FACE_DOWN.index]:
        message = "A tile lies face down (?); a hand is scored when every tile is known."
        yield Problem("bad-notation", message, (FACE_DOWN,))


_SEASONS: Final = tuple(tile for tile in TILES if tile.is_season)


def _too_many_seen(hand: Hand, held: Sequence[int]) -> Iterator[Problem]:
    """More of a kind than there are, tiles seen elsewhere and the hand's together, where the hand's alone are
    not."""
    if hand.win is None or not hand.win.visible:
        return
    for index, seen in Counter([tile.index for tile in hand.win.visible]).items():
        there_are = 1 if index >= _SEASONS[0].index else _OF_A_KIND
        if index == FACE_DOWN.index:
            message = "A tile seen elsewhere shows its face; '?' does not."
            yield Problem("bad-notation", message, (FACE_DOWN,))
        elif held[index] <= there_are < held[index] + seen:
            yield _too_many_with(TILES[index], held[index], seen)


def _too_many_with(tile: Tile, own: int, seen: int) -> Problem:
    """The hand's `own` and those seen elsewhere are more than there are."""
    code, there_are = "fifth-tile", "there are four"
    if tile.is_season:
        code, there_are = "duplicate-season", "there is one of each Season"
    kind = tile.name if tile.is_season else tile.plural
    elsewhere = f"{seen} {'is' if seen == 1 else 'are'} seen elsewhere"
    message = f"Of {kind} ({tile}) the hand holds {own or 'none'}, and {elsewhere}; {there_are}."
    return Problem(code, message, (tile,))


def _absent_tile(hand: Hand) -> Iterator[Problem]:
    """A winning tile that is not where it must be."""
    win = hand.win
    if win is None or win.tile in hand.concealed:
        return
    if win.drawn:
        yield Problem(
            "winning-tile-absent",
            f"The winning tile, {win.tile.name} ({win.tile}), was drawn but is not in the concealed part.",
        )
    elif not any(win.tile in meld.tiles for meld in hand.exposed if meld.kind != "kong"):
        yield Problem(
            "winning-tile-absent",
            f"The winning tile, {win.tile.name} ({win.tile}), is neither in the concealed part"
            " nor in an exposed set that it can have completed.",
        )


def contradictions(hand: Hand) -> Iterator[str]:
    """What the sets and the Seasons on the table, the seat and the winning tile's source say against the way
    the hand is said to have been won, a sentence each.

    Nobody should be asked about what cannot have been.
    """
    win = hand.win
    if win is None:
        return
    if win.source == "loose":
        yield from _against_loose_tile(hand, win)
    if win.source == "robbed" and (count := hand.tiles.count(win.tile)) > 1:
        yield f"Three {win.tile.plural} lay in the kong that was robbed, but the hand holds {count}."
    if win.dealt:
        yield from _against_dealt(hand, win)
    if win.first_discard:
        yield from _against_first_discard(hand, win)
    if win.original_call:
        for meld in [meld for meld in _laid_before(hand, win) if not meld.from_hand][:1]:
            yield f"{meld} lies on the table, so the hand was changed after an original call."
    if win.kongs_in_a_row > hand.kongs:
        said = quote(win.kongs_in_a_row)
        yield f"Kongs made in a row are said to be {said}, but the hand holds {hand.kongs or 'none'}."
    if win.kongs_in_a_row and win.source != "loose":
        yield "A kong made just before winning brings a loose tile, but the winning tile was none."
    if win.east_wins_in_a_row > 1 and hand.seat != "E":
        yield "Wins in a row are counted for East, and the hand is another player's."
    if win.east_wins_in_a_row > MOST_EAST_WINS:
        yield "With East's thirteenth win in a row the deal passes, so it was not won once more."


def remarks(hand: Hand) -> Iterator[Problem]:
    """The same of a hand that can be scored. No sheet refuses it for that: how it was won is taken on
    trust."""
    return (Problem(CONTRADICTION, sentence) for sentence in contradictions(hand))


def _against_loose_tile(hand: Hand, win: Win) -> Iterator[str]:
    """A loose tile replaces the fourth tile of a kong, or a Season."""
    if not hand.kongs and not hand.seasons:
        yield "A loose tile follows a kong or a Season, but the hand holds neither."
    elif win.loose_after == "season" and not hand.seasons:
        yield "The loose tile counts as one after a Season, but the hand holds none."
    elif win.loose_after != "season" and not hand.kongs:
        yield "The loose tile counts as one after a kong, but the hand holds none."


def _against_dealt(hand: Hand, win: Win) -> Iterator[str]:
    """East is dealt fourteen tiles: the last of them is drawn, and a kong would need one more."""
    if hand.seat != "E":
        yield "Only East is dealt fourteen tiles, so no other hand was complete as dealt."
    if not win.drawn:
        yield "A hand that was complete as dealt was not won with another player's tile."
    if hand.exposed:
        yield f"{hand.exposed[0]} lies on the table, so the hand was not complete as dealt."


def _against_first_discard(hand: Hand, win: Win) -> Iterator[str]:
    """East's first discard goes to another player, before whom nothing lies yet."""
    if hand.seat == "E":
        yield "The winning tile is said to be East's first discard, but the hand is East's own."
    if win.source != "discard":
        yield "The winning tile is said to be East's first discard, but it was no discard."
    for meld in _laid_before(hand, win)[:1]:
        yield f"{meld} lies on the table, so the hand was not won with East's first discard."


def _laid_before(hand: Hand, win: Win) -> list[Meld]:
    """The sets on the table but for one that the winning tile can have completed."""
    melds = list(hand.exposed)
    if not win.drawn:
        completed = [meld for meld in melds if meld.kind != "kong" and win.tile in meld.tiles][:1]
        melds = [meld for meld in melds if not completed or meld is not completed[0]]
    return melds


def _wrong_size(hand: Hand) -> Iterator[Problem]:
    """More or fewer tiles than correct; each kong makes a hand one larger."""
    kongs = hand.kongs
    right = _LOSING_SIZE + (hand.win is not None) + kongs
    size = len(hand.concealed) + sum([len(meld.tiles) for meld in hand.exposed])
    if size != right:
        won = "that has won" if hand.win else "that has not won"
        with_kongs = f" with {kongs} kong{'s' if kongs > 1 else ''}" if kongs else ""
        tiles = "1 tile" if size == 1 else f"{size} tiles"
        yield Problem("wrong-count", f"The hand holds {tiles}; one {won}{with_kongs} holds {right}.")


def _irregular_sets(hand: Hand) -> Iterator[Problem]:
    """Sets on the table that are no run, pung or kong, but for the pair a claimed tile completed."""
    completed = laid_pair(hand)
    for meld in hand.exposed:
        if meld == completed:
            completed = None  # a second pair of the same tile was not completed by it
        elif meld.kind in ("pair", "irregular"):
            message = f"{shortened(str(meld))} on the table is no run, pung or kong."
            yield Problem("irregular-set", message, meld.tiles)


def laid_pair(hand: Hand) -> Meld | None:
    """The pair on the table that the claimed winning tile completed, if there is one."""
    win = hand.win
    if win is None or win.drawn:
        return None
    return next((meld for meld in hand.exposed if meld.kind == "pair" and meld.tiles[0] == win.tile), None)


def unread(hand: Hand) -> Problem:
    """Why the concealed tiles of a hand that has won are no sets and a pair."""
    over: list[Tile] = []
    pairs = sum(meld.kind == "pair" for meld in hand.exposed)
    for part, packed in enumerate(pack(hand.concealed)):
        readings = part_readings(part, packed)
        if not readings:
            over += [tile for tile in hand.concealed if tile.index // OF_A_SUIT == part]
        elif any(group.kind == "pair" for group in readings[0]):
            pairs += 1
    if over:
        wrong = f"{format_tiles(over)} cannot be read as sets" + ("" if pairs else " and a pair")
    else:
        wrong = f"there are {pairs} pairs"
    return Problem("not-complete", f"The hand is no four sets and a pair: {wrong}.", tuple(over))


def lacking(hand: Hand, pattern: Pattern) -> str:
    """What keeps a hand from being ``orphans`` or ``twins``, in words; nothing where its tiles are."""
    held = counts(pack(hand.tiles))
    if pattern == "twins":
        if odd := [TILES[index] for index in held if held[index] % 2]:
            return f"without a twin: {format_tiles(odd)}"
        laid = [meld for meld in hand.exposed if meld != laid_pair(hand)]
        return f"on the table: {' '.join(map(str, laid))}" if laid else ""
    if missing := [tile for tile in TILES if tile.is_major and tile.index not in held]:
        return f"missing: {format_tiles(missing)}"
    strange = [tile for tile in hand.tiles if not tile.is_major]
    return f"not of it: {format_tiles(strange)}" if strange else ""
