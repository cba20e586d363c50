"""How often layout and decoding are right on rendered hands, given the true corners and known odds.

    python -m tests.vision.measure_layout --count 300 --flip 0.02

What the two networks get wrong is not in these figures: corners are the true ones, moved at random by
`--rough` tile widths, and odds are sure but for a share of tiles mistaken for a neighbour (`--flip`).
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from datasets.scene import sample_scene
from datasets.scene.values import SceneTile
from scoring.tiles import TILES, Tile
from vision.hands import Hand, find_hands
from vision.sets import NO_TILE

Parts = Counter[tuple[str, tuple[str, ...]]]
HALF = 0.5
"""A tile of which less is visible is not given; a hand with such a tile is not counted."""


def odds_of(tiles: Sequence[Tile], flip: float, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """(n, 44) odds: nearly sure, but about a `flip` of the tiles look more like a neighbour."""
    odds = np.full((len(tiles), NO_TILE + 1), 0.002 / NO_TILE)
    for row, tile in zip(odds, tiles, strict=True):
        family = [other.index for other in TILES if other.family is tile.family and other != tile] or [33]
        share = rng.beta(0.6, 0.5) * 0.9 + 0.05 if rng.random() < 2.2 * flip else 0.995
        row[tile.index] += share
        row[min(family, key=lambda index: (abs(index - tile.index), rng.random()))] += 1 - share
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def true_parts(tiles: Sequence[SceneTile]) -> Parts:
    """The exposed sets, and each other part as a whole."""
    groups: dict[tuple[str, int], list[str]] = {}
    for tile in tiles:
        if tile.role != "other":
            key = (tile.role, tile.group if tile.role == "exposed" else 0)
            groups.setdefault(key, []).append(tile.tile.code)
    return Counter((role, tuple(sorted(codes))) for (role, _), codes in groups.items())


def read_parts(hand: Hand) -> Parts:
    """The same of a hand that was found."""
    lying, faces = hand.arrangement, hand.decoded.faces
    apart = () if lying.set_apart is None else (lying.set_apart,)
    concealed = tuple(tile for group in lying.concealed for tile in group)
    parts = [("exposed", group) for group in lying.exposed]
    parts += [("concealed", concealed), ("seasons", lying.seasons), ("set_apart", apart)]
    return Counter(
        (role, tuple(sorted(faces[tile].code for tile in group))) for role, group in parts if group
    )


def measure(kind: str, count: int, first_seed: int, flip: float, rough: float) -> str:
    """One line of figures for a kind of scene."""
    exact = tiles_exact = judged = 0
    seconds: list[float] = []
    for seed in range(first_seed, first_seed + count):
        rng = np.random.default_rng(seed)
        scene = sample_scene(rng, size=(640, 480), kind=kind)
        mine = [tile for tile in scene.tiles if tile.role != "other"]
        if scene.hand is None or any(tile.visible < HALF for tile in mine):
            continue
        seen = [tile for tile in scene.tiles if tile.visible >= HALF]
        corners = np.array([tile.corners for tile in seen], np.float64)
        width = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
        corners += rng.normal(0, 1, corners.shape) * rough * width[:, None, None]
        odds = odds_of([tile.tile for tile in seen], flip, rng)
        began = time.process_time()
        hands = find_hands(corners, odds)
        seconds.append(time.process_time() - began)
        judged += 1
        if hands:
            faces = hands[0].decoded.faces
            tiles_exact += Counter(faces.values()) == Counter(tile.tile for tile in mine)
            exact += read_parts(hands[0]) == true_parts(mine)
    milliseconds = 1000 * np.percentile(seconds, [50, 95])
    return (
        f"{kind}: {judged} hands, exact tiles {tiles_exact / judged:.1%}, "
        f"exact roles and groups {exact / judged:.1%}, "
        f"{milliseconds[0]:.1f} ms (median) {milliseconds[1]:.1f} ms (95 %)"
    )


def crowd(count: int, belief: float, repeats: int = 5) -> str:
    """How long it takes where things lie in rows all over the picture: the keys of a keyboard, or a whole
    set of tiles laid out, by how sure the classifier is of them."""
    rng = np.random.default_rng(count)
    places = np.stack(np.divmod(np.arange(count), 20), axis=1)[:, None, ::-1] * (1.05, 1.5)
    box = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.35], [0.0, 1.35]])
    corners = 40.0 * (places + box + rng.normal(0, 0.02, (count, 4, 2)))
    odds = rng.dirichlet(np.full(NO_TILE + 1, 0.05), count) * (1 - belief)
    odds[np.arange(count), rng.integers(0, NO_TILE - 1, count)] += belief
    seconds = []
    for _ in range(repeats):
        began = time.process_time()
        find_hands(corners, odds)
        seconds.append(time.process_time() - began)
    return f"{count} things in rows, {belief:.0%} sure: {1000 * np.median(seconds):.1f} ms (median)"


def main() -> None:
    """Print the figures for hands lying on the table and hands on a rack, and the time a crowd takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=50_000)
    parser.add_argument("--flip", type=float, default=0.0)
    parser.add_argument("--rough", type=float, default=0.0)
    chosen = parser.parse_args()
    for kind, count in (("hand", chosen.count), ("rack", chosen.count // 5)):
        print(measure(kind, count, chosen.seed, chosen.flip, chosen.rough))
    for belief in (0.3, 0.7, 0.98):
        print(crowd(400, belief))


if __name__ == "__main__":
    main()
