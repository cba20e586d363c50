"""The game once more, as plainly as possible, to check the engine against: slow, and on nothing that it uses.

Tiles are their codes. Standard sheet of Babcock with Seasons; no optional scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.tiles import TILES

if TYPE_CHECKING:
    from scoring.hand import Hand

KINDS = [tile.code for tile in TILES[:34]]
WINDS = [kind for kind in KINDS if kind[1] == "w"]
DRAGONS = ["Rd", "Gd", "Wd"]
MAJORS = {kind for kind in KINDS if kind[0] in "19" or kind in WINDS + DRAGONS}

Set = tuple[str, bool, tuple[str, ...]]
"""Kind of set, whether it is concealed, its tiles."""


def plain_partitions(tiles: list[str]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to part sorted tiles into runs, pungs and pairs, some of them more than once."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    groups = [(first,) * 2, (first,) * 3]
    if first[0] in "1234567" and first[1] in "cdb" and first not in DRAGONS:
        groups.append((first, f"{int(first[0]) + 1}{first[1]}", f"{int(first[0]) + 2}{first[1]}"))
    for group in groups:
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        for more in plain_partitions(rest):
            yield [group, *more]


def plain_sets(tiles: list[str], pairs: int) -> list[list[tuple[str, ...]]]:
    """Those of them with so many pairs."""
    parts = plain_partitions(sorted(tiles, key=KINDS.index))
    return [part for part in parts if sum(len(group) == 2 for group in part) == pairs]


def plain_readings(hand: Hand) -> Iterator[tuple[list[Set], list[str]]]:
    """Every reading of a hand, with the concealed tiles that it had before the last one came."""
    on_table: list[Set] = []
    for meld in hand.exposed:
        codes = tuple(tile.code for tile in meld.tiles)
        on_table.append((meld.kind, meld.how == "declared", codes))
    concealed = [tile.code for tile in hand.concealed]
    if hand.win is None:
        alike = Counter(concealed)
        sets: list[Set] = [("pung", True, (kind,) * 3) for kind, count in alike.items() if count >= 3]
        pairs: list[Set] = [("pair", True, (kind,) * 2) for kind, count in alike.items() if count == 2]
        yield on_table + sets + pairs, concealed
        return
    tile = hand.win.tile.code
    laid_pair = any(kind == "pair" for kind, _, _ in on_table)
    for part in plain_sets(concealed, pairs=0 if laid_pair else 1):
        before = list(concealed)
        if tile in before and not laid_pair:
            before.remove(tile)
        for place, completed in enumerate(part):
            if tile in completed and not laid_pair:
                yield (
                    on_table
                    + [
                        (plain_kind(group), hand.win.drawn or other != place, group)
                        for other, group in enumerate(part)
                    ],
                    before,
                )
        if not hand.win.drawn:
            for _, _, completed in on_table:
                if tile in completed and len(completed) == (2 if laid_pair else 3):
                    earlier = concealed + list(completed)
                    earlier.remove(tile)
                    yield on_table + [(plain_kind(group), True, group) for group in part], earlier


def plain_kind(group: tuple[str, ...]) -> str:
    """Pair, run or pung."""
    return "pair" if len(group) == 2 else "pung" if len(set(group)) == 1 else "run"


def plain_only_place(hand: Hand, before: list[str]) -> bool:
    """No other kind would have completed the hand."""
    assert hand.win
    held = Counter(tile.code for tile in hand.tiles)
    others = [kind for kind in KINDS if kind != hand.win.tile.code and held[kind] < 4]
    return not any(plain_sets([*before, kind], pairs=1) for kind in others)


def plain_babcock(hand: Hand, sets: list[Set], before: list[str]) -> int:
    """The uncapped total of one reading."""
    own = hand.seat + "w"
    points = sum(plain_set_points(each, own) for each in sets)
    nothing = points == 0
    points += 4 * len(hand.seasons)
    if hand.win:
        win = hand.win
        points += 20
        only = (win.kept_apart or not win.drawn) and plain_only_place(hand, before)
        no_runs = all(kind != "run" for kind, _, _ in sets)
        after_kong = win.source == "loose" and win.loose_after == "kong"
        last = win.drawn and win.last_tile
        points += 2 * only + 10 * no_runs + 10 * after_kong + 10 * last
        points += 2 * (win.drawn and not after_kong) + 10 * (win.source == "robbed")
        points += 10 * (nothing and win.source == "discard" and not only)
    return points << plain_doubles(hand, sets, own)


def plain_set_points(each: Set, own: str) -> int:
    """What a set or pair is worth by itself."""
    kind, concealed, tiles = each
    if kind == "run":
        return 0
    if kind == "pair":
        return 2 if tiles[0] in (*DRAGONS, own) else 0
    return 2 * (2 if tiles[0] in MAJORS else 1) * (2 if concealed else 1) * (4 if kind == "kong" else 1)


def plain_doubles(hand: Hand, sets: list[Set], own: str) -> int:
    """How often the hand doubles."""
    kinds = {tile.code for tile in hand.tiles}
    honours = kinds & {*WINDS, *DRAGONS}
    suits = {kind[1] for kind in kinds - honours}
    doubles = sum(tiles[0] in (*DRAGONS, own) for kind, _, tiles in sets if kind in ("pung", "kong"))
    if not suits:
        doubles += 3
    elif len(suits) == 1:
        doubles += 1 if honours else 3
    for series in "fs":
        held = [tile.code[0] for tile in hand.seasons if tile.code[1] == series]
        doubles += 3 if len(held) == 4 else str("ESWN".index(hand.seat) + 1) in held
    return doubles
