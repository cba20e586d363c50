"""Random hands that can exist: finished ones, won in every way, and those of the losers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from scoring import TILES, Hand, Meld, Tile, Win
from scoring.hand import SEATS, SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from scoring.hand import How, Source

PLAIN = TILES[:34]
SEASONS = TILES[34:]
HOWS: Final[tuple[How, ...]] = ("claimed", "added", "declared")


def random_sets(rng: Random, runs: float = 0.6) -> list[tuple[Tile, ...]]:
    """Four runs, pungs or kongs and a pair (last), of which no kind occurs five times."""
    while True:
        sets: list[tuple[Tile, ...]] = []
        kinds = PLAIN if rng.random() < 0.8 else PLAIN[:9] + PLAIN[27:]
        for _ in range(4):
            tile = rng.choice(kinds)
            if rng.random() < runs and tile.is_suit and tile.number <= 7:
                sets.append(TILES[tile.index : tile.index + 3])
            else:
                sets.append((tile,) * (4 if rng.random() < 0.15 else 3))
        sets.append((rng.choice(kinds),) * 2)
        tiles = [tile for each in sets for tile in each]
        if all(tiles.count(tile) <= 4 for tile in tiles):
            return sets


def random_win(rng: Random) -> Hand:
    """A hand that has won; what a claimed tile completed is sometimes laid out."""
    *sets, pair = random_sets(rng, runs=rng.choice((0.2, 0.6, 0.9)))
    exposed = rng.randrange(5)
    source = rng.choice((*SOURCES, "wall", "discard", "discard"))
    claimed = source in ("discard", "robbed")
    melds: list[Meld] = []
    concealed: list[Tile] = []
    for place, tiles in enumerate(sets):
        if len(tiles) == 4:
            melds.append(Meld(tiles, rng.choice(HOWS)))
        elif place < exposed:
            melds.append(Meld(tiles))
        else:
            concealed += tiles
    if claimed and rng.random() < 0.1:
        melds.append(Meld(pair))
        winning = pair[0]
    else:
        concealed += pair
        laid = [tile for meld in melds if meld.kind != "kong" for tile in meld.tiles]
        winning = rng.choice(laid if claimed and laid and rng.random() < 0.4 else concealed)
    return Hand(
        tuple(melds),
        tuple(concealed),
        random_seasons(rng),
        rng.choice(SEATS),
        rng.choice(SEATS),
        random_circumstances(rng, winning, source, others(tile for each in (*sets, pair) for tile in each)),
    )


def random_circumstances(rng: Random, tile: Tile, source: Source, others: list[Tile]) -> Win:
    """What went before `tile` came: mostly nothing special. `others`: those that the hand leaves."""
    return Win(
        tile,
        source,
        loose_after=rng.choice(("kong", "season")),
        last_tile=rng.random() < 0.1,
        kept_apart=rng.random() < 0.9,
        original_call=rng.random() < 0.05,
        first_discard=rng.random() < 0.02,
        kongs_in_a_row=rng.choice((0, 0, 0, 0, 0, 0, 1, 2)),
        east_wins_in_a_row=rng.choice((1, 1, 1, 2, 12, 13)),
        visible=tuple(rng.sample(others, rng.choice((0, 0, 10)))),
    )


def random_loss(rng: Random) -> Hand:
    """A hand that has not won: one that could have, with a third of its concealed tiles exchanged."""
    hand = random_win(rng)
    while any(meld.kind == "pair" for meld in hand.exposed):
        hand = random_win(rng)
    kept = list(hand.concealed)
    rng.shuffle(kept)
    kept.pop()
    exchanged = rng.sample(others(hand.tiles), len(kept) // 3)
    concealed = (*kept[len(exchanged) :], *exchanged)
    return Hand(hand.exposed, concealed, hand.seasons, hand.seat, hand.prevailing)


def others(tiles: Iterable[Tile]) -> list[Tile]:
    """Those of a whole set, without Seasons, that `tiles` leave."""
    left = Counter(PLAIN * 4)
    left.subtract(tiles)
    return list(left.elements())


def random_seasons(rng: Random) -> tuple[Tile, ...]:
    """Often none, sometimes whole series."""
    share = rng.choice((0.0, 0.0, 0.2, 0.7))
    return tuple(tile for tile in SEASONS if rng.random() < share)
