"""The game once more, as plainly as possible, to check the engine against: slow, and on nothing that it uses.

Tiles are their codes. Babcock's standard sheet with Seasons, without optional scores; Millington's without
limit hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.tiles import TILES

if TYPE_CHECKING:
    from scoring.hand import Hand

KINDS = [tile.code for tile in TILES[:34]]
WINDS = [kind for kind in KINDS if kind[1] == "w"]
DRAGONS = ["Rd", "Gd", "Wd"]
MAJORS = {kind for kind in KINDS if kind[0] in "19" or kind in WINDS + DRAGONS}


@dataclass(frozen=True)
class Set:
    """A run, pung, kong or pair."""

    kind: str
    tiles: tuple[str, ...]
    concealed: bool
    kept: bool
    """Concealed, or a kong whose fourth tile was claimed."""

    @property
    def tile(self) -> str:
        return self.tiles[0]

    @property
    def is_pung(self) -> bool:
        return self.kind in ("pung", "kong")


@dataclass(frozen=True)
class Reading:
    """One way to read a hand."""

    sets: tuple[Set, ...]
    before: tuple[str, ...]
    """The concealed tiles before the last one came."""
    completed: str
    """The kind of set that it completed."""

    def pungs(self, kinds: list[str]) -> int:
        return sum(each.is_pung and each.tile in kinds for each in self.sets)

    def has_pair(self, kinds: list[str]) -> bool:
        return any(each.kind == "pair" and each.tile in kinds for each in self.sets)


def partitions(tiles: list[str]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to part sorted tiles into runs, pungs and pairs, some of them more than once."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    groups = [(first,) * 2, (first,) * 3]
    if first[0] in "1234567" and first not in DRAGONS:
        groups.append((first, f"{int(first[0]) + 1}{first[1]}", f"{int(first[0]) + 2}{first[1]}"))
    for group in groups:
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        for more in partitions(rest):
            yield [group, *more]


def in_sets(tiles: tuple[str, ...], pairs: int) -> list[list[Set]]:
    """Those of them with so many pairs, all concealed."""
    return [
        [Set(_kind(group), group, concealed=True, kept=True) for group in part]
        for part in partitions(sorted(tiles, key=KINDS.index))
        if sum(len(group) == 2 for group in part) == pairs
    ]


def _kind(group: tuple[str, ...]) -> str:
    return "pair" if len(group) == 2 else "pung" if len(set(group)) == 1 else "run"


def readings(hand: Hand) -> Iterator[Reading]:
    """Every reading of a hand."""
    table = tuple(
        Set(
            meld.kind,
            tuple(tile.code for tile in meld.tiles),
            concealed=meld.how == "declared",
            kept=meld.kind == "kong" and meld.how != "added",
        )
        for meld in hand.exposed
    )
    concealed = tuple(tile.code for tile in hand.concealed)
    if hand.win is None:
        alike = Counter(concealed)
        found = [("pung" if count > 2 else "pair", kind, count) for kind, count in alike.items() if count > 1]
        own = tuple(Set(name, (kind,) * min(count, 3), True, True) for name, kind, count in found)
        yield Reading(table + own, concealed, "")
        return
    tile = hand.win.tile.code
    laid_pair = any(each.kind == "pair" for each in table)
    for part in in_sets(concealed, pairs=0 if laid_pair else 1):
        for place, completed in enumerate(part):
            if tile in completed.tiles and not laid_pair:
                claimed = replace(completed, concealed=hand.win.drawn, kept=hand.win.drawn)
                sets = (*table, *part[:place], claimed, *part[place + 1 :])
                yield Reading(sets, _less(concealed, tile), completed.kind)
        for each in table:
            if not hand.win.drawn and tile in each.tiles and len(each.tiles) == (2 if laid_pair else 3):
                yield Reading((*table, *part), _less(concealed + each.tiles, tile), each.kind)


def _less(tiles: tuple[str, ...], tile: str) -> tuple[str, ...]:
    place = tiles.index(tile)
    return tiles[:place] + tiles[place + 1 :]


def only_place(
    hand: Hand, before: tuple[str, ...], seen: tuple[str, ...] = (), *, orphans: bool = False
) -> bool:
    """No other kind would have completed the hand."""
    assert hand.win
    held = Counter([tile.code for tile in hand.tiles]) + Counter(seen)
    for kind in KINDS:
        if kind != hand.win.tile.code and held[kind] < 4:
            tiles = (*before, kind)
            if in_sets(tiles, pairs=1) or (orphans and len(tiles) == 14 and set(tiles) == MAJORS):
                return False
    return True


def babcock(hand: Hand, reading: Reading) -> int:
    """The uncapped total of one reading."""
    own = hand.seat + "w"
    points = sum(set_points(each, [*DRAGONS, own]) for each in reading.sets)
    nothing = points == 0
    points += 4 * len(hand.seasons)
    if hand.win:
        win = hand.win
        points += 20
        only = (win.kept_apart or not win.drawn) and only_place(hand, reading.before)
        no_runs = all(each.kind != "run" for each in reading.sets)
        after_kong = win.source == "loose" and win.loose_after == "kong"
        last = win.drawn and win.last_tile
        points += 2 * only + 10 * no_runs + 10 * after_kong + 10 * last
        points += 2 * (win.drawn and not after_kong) + 10 * (win.source == "robbed")
        points += 10 * (nothing and win.source == "discard" and not only)
    doubles = reading.pungs([*DRAGONS, own])
    suits, honours = suits_and_honours(hand)
    if suits == 0:
        doubles += 3
    elif suits == 1:
        doubles += 1 if honours else 3
    for series in "fs":
        held = season_numbers(hand, series)
        doubles += 3 if len(held) == 4 else own_number(hand) in held
    return points << doubles


def set_points(each: Set, pairs: list[str]) -> int:
    """What a set, or one of such pairs, is worth by itself."""
    if each.kind == "run":
        return 0
    if each.kind == "pair":
        return 2 * pairs.count(each.tile)
    return 2 * (1 + (each.tile in MAJORS)) * (1 + each.concealed) * (4 if each.kind == "kong" else 1)


def suits_and_honours(hand: Hand) -> tuple[int, bool]:
    """How many suits there are, and whether there are honours."""
    kinds = {tile.code for tile in hand.tiles}
    honours = kinds & {*WINDS, *DRAGONS}
    return len({kind[1] for kind in kinds - honours}), bool(honours)


def season_numbers(hand: Hand, series: str) -> list[str]:
    """The numbers of the Seasons held of one series."""
    return [tile.code[0] for tile in hand.seasons if tile.code[1] == series]


def own_number(hand: Hand) -> str:
    """The number of the player's own Seasons."""
    return str("ESWN".index(hand.seat) + 1)


def millington(hand: Hand, reading: Reading) -> int:
    """The uncapped total of one reading."""
    own, prevailing = hand.seat + "w", hand.prevailing + "w"
    scoring_pairs = [*DRAGONS, own, prevailing]
    points = sum(set_points(each, scoring_pairs) for each in reading.sets)
    flowers, seasons = season_numbers(hand, "f"), season_numbers(hand, "s")
    doubles = int(own_number(hand) in flowers and own_number(hand) in seasons)
    doubles += (len(flowers) == 4) + (len(seasons) == 4)
    doubles += reading.pungs(DRAGONS) + reading.pungs([own]) + reading.pungs([prevailing])
    doubles += {2: int(reading.has_pair(DRAGONS)), 3: 2}.get(reading.pungs(DRAGONS), 0)
    doubles += {3: int(reading.has_pair(WINDS)), 4: 2}.get(reading.pungs(WINDS), 0)
    doubles += sum(each.is_pung and each.kept for each in reading.sets) >= 3
    if hand.win:
        win = hand.win
        seen = tuple(tile.code for tile in win.visible)
        points += 10 + 2 * win.drawn + 2 * only_place(hand, reading.before, seen, orphans=True)
        points += (4 if win.tile.code in MAJORS else 2) * (reading.completed == "pair")
        runs = sum(each.kind == "run" for each in reading.sets)
        doubles += runs == 4 and not reading.has_pair(scoring_pairs)
        doubles += runs == 0
        doubles += win.drawn and all(each.kept for each in reading.sets)
        suits, honours = suits_and_honours(hand)
        doubles += {0: 2, 1: 1 if honours else 3}.get(suits, 0)
        doubles += all(tile.code in MAJORS for tile in hand.tiles)
        doubles += win.source in ("loose", "robbed")
        doubles += win.last_tile and win.source != "robbed"
        doubles += win.original_call
    return points << doubles
