"""Random finished hands, and how a player would lay them out.

They are four sets and a pair, or rarely thirteen orphans, both hands of either book, or seven pairs, which
Millington does not have. By Babcock orphans and pairs are optional.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from scoring.hand import SEATS, Hand, Win
from scoring.tiles import FACE_DOWN, OF_A_SUIT, TILES, Tile

Share = tuple[float, float, float]
"""How often a set is a run, a pung and a kong."""

SETS: Share = (0.42, 0.4, 0.18)
KONGS: Share = (0.1, 0.15, 0.75)
_ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


@dataclass(frozen=True)
class LaidHand:
    """A hand and its parts as they lie on the table, face-down tiles of kongs included.

    `exposed` holds the sets, `concealed` the runs of tiles between gaps; `set_apart` is the drawn winning
    tile, missing from `concealed`.
    """

    hand: Hand
    exposed: tuple[tuple[Tile, ...], ...]
    concealed: tuple[tuple[Tile, ...], ...]
    seasons: tuple[Tile, ...]
    set_apart: Tile | None


@dataclass(frozen=True)
class _Set:
    tiles: tuple[Tile, ...]
    shown: tuple[Tile, ...]
    notation: str


def random_hand(rng: np.random.Generator, share: Share = SETS) -> LaidHand:
    """Draw a random hand: its tiles, what is exposed, how it was won, and how it lies."""
    special = rng.random()
    if special < 0.02:
        return _all_concealed(rng, _thirteen_orphans(rng))
    if special < 0.04:
        return _all_concealed(rng, _seven_pairs(rng))
    left = Counter(dict.fromkeys(range(34), 4))
    suits = _favoured_suits(rng)
    sets = [_random_set(rng, left, suits, share) for _ in range(4)]
    pair_index = int(
        rng.choice([i for i in range(34) if left[i] >= 2 and (i >= 27 or i // OF_A_SUIT in suits)])
    )
    pair = (TILES[pair_index],) * 2
    openness = rng.choice([0.0, 0.3, 0.6, 1.0], p=[0.25, 0.3, 0.3, 0.15])
    exposed = [
        _lay_kong(rng, s) if len(s) == 4 else _plain(s)
        for s in sets
        if len(s) == 4 or rng.random() < openness
    ]
    kept = Counter(tuple(s.tiles) for s in exposed)
    concealed: list[Tile] = []
    for tiles in sets:
        if kept[tiles]:
            kept[tiles] -= 1
        else:
            concealed += tiles
    concealed += pair
    return _finish(rng, exposed, concealed)


def _favoured_suits(rng: np.random.Generator) -> tuple[int, ...]:
    """Mostly all three suits; some hands keep to one, as players aiming for doubles do."""
    return (int(rng.integers(3)),) if rng.random() < 0.2 else (0, 1, 2)


def _random_set(
    rng: np.random.Generator, left: Counter[int], suits: tuple[int, ...], share: Share
) -> tuple[Tile, ...]:
    """One run, pung or kong out of the tiles that are `left`, which it takes away; a pung in place of a run
    where three kongs of one suit leave none."""
    kind = rng.choice(["run", "pung", "kong"], p=share)
    starts = [9 * s + r for s in suits for r in range(7) if all(left[9 * s + r + k] for k in range(3))]
    if kind == "run" and starts:
        first = int(rng.choice(starts))
        indices = [first, first + 1, first + 2]
    else:
        need = 4 if kind == "kong" else 3
        pool = [i for i in range(34) if left[i] >= need and (i >= 27 or i // OF_A_SUIT in suits)]
        indices = [int(rng.choice(pool))] * need
    left.subtract(indices)
    return tuple(TILES[i] for i in indices)


def _plain(tiles: tuple[Tile, ...]) -> _Set:
    return _Set(tiles, tiles, "".join(str(t) for t in tiles))


def _lay_kong(rng: np.random.Generator, tiles: tuple[Tile, ...]) -> _Set:
    """A kong as declared: claimed, made by adding, or from the hand, by the habit of either book."""
    tile = tiles[0]
    rank, family = tile.code[0], tile.code[1]
    kind = rng.choice(["claimed", "added", "concealed"], p=[0.35, 0.25, 0.4])
    notation = {
        "claimed": rank * 4 + family,
        "added": f"{rank * 3}+{rank}{family}",
        "concealed": f"[{rank * 4}{family}]",
    }
    return _Set(tiles, tuple(_kong_as_laid(rng, tile, str(kind))), notation[str(kind)])


def _kong_as_laid(rng: np.random.Generator, tile: Tile, kind: str) -> list[Tile]:
    down: tuple[int, ...] = ()
    if kind == "concealed":
        down = [(0,), (3,), (1,), (0, 3), (1, 2)][int(rng.integers(5))]
    elif kind == "claimed" and rng.random() < 0.25:
        down = (3,)
    return [FACE_DOWN if k in down else tile for k in range(4)]


def _finish(rng: np.random.Generator, exposed: list[_Set], concealed: list[Tile]) -> LaidHand:
    """Add Seasons, say how the hand was won, and put the concealed part in the order a player keeps."""
    seasons = _random_seasons(rng)
    won = rng.random() < 0.9
    drawn = won and rng.random() < 0.5
    winning = concealed[int(rng.integers(len(concealed)))]
    if not won:
        concealed.remove(winning)
    far = [s.notation for s in exposed] + [str(season) for season in seasons]
    notation = f"{' '.join(far)} / {' '.join(map(str, concealed))}"
    win = Win(winning, source="wall" if drawn else "discard") if won else None
    seat = SEATS[int(rng.integers(4))]
    hand = Hand.parse(notation, seat=seat, win=win)
    apart = winning if drawn and rng.random() < 0.75 else None
    if apart is not None:
        concealed.remove(apart)
    return LaidHand(hand, tuple(s.shown for s in exposed), _arranged(rng, concealed), seasons, apart)


def _arranged(rng: np.random.Generator, tiles: list[Tile]) -> tuple[tuple[Tile, ...], ...]:
    """The concealed part in clumps: mostly one sorted line, sometimes gaps between suits, or unsorted."""
    habit = rng.random()
    if habit < 0.12:
        return (tuple(tiles[i] for i in rng.permutation(len(tiles))),)
    ordered = sorted(tiles)
    if habit < 0.8:
        return (tuple(ordered),)
    clumps: dict[str, list[Tile]] = {}
    for tile in ordered:
        clumps.setdefault(tile.family, []).append(tile)
    return tuple(tuple(clump) for clump in clumps.values())


def _random_seasons(rng: np.random.Generator) -> tuple[Tile, ...]:
    count = int(rng.choice([0, 1, 2, 3, 4, 8], p=[0.3, 0.25, 0.2, 0.12, 0.1, 0.03]))
    chosen = rng.choice(8, size=count, replace=False)
    return tuple(TILES[34 + int(i)] for i in (np.sort(chosen) if rng.random() < 0.7 else chosen))


def _all_concealed(rng: np.random.Generator, tiles: list[Tile]) -> LaidHand:
    return _finish(rng, [], tiles)


def _thirteen_orphans(rng: np.random.Generator) -> list[Tile]:
    return [TILES[i] for i in (*_ORPHANS, int(rng.choice(_ORPHANS)))]


def _seven_pairs(rng: np.random.Generator) -> list[Tile]:
    return [TILES[int(i)] for i in rng.choice(34, size=7, replace=False) for _ in range(2)]
