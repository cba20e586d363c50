"""Decoding under the rules: against brute force, and hand by hand."""

from collections import Counter
from itertools import product
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.tiles import FACE_DOWN, TILES, Tile, parse_tiles
from tests.vision.tables import certain
from vision.arrays import Floats
from vision.hand import infer
from vision.hand.arrangement import Arrangement
from vision.hand.infer import (
    BENEFIT,
    IRREGULAR,
    assign,
    completions,
    decode,
    decode_played,
    is_complete,
    k_best,
)
from vision.hand.layout import BACK
from vision.hand.sets import BARE, TileCosts
from vision.probabilities import FACES, KINDS, NO_TILE

INDEX = {tile.code: tile.index for tile in (*TILES, FACE_DOWN)}


def arrangement(exposed: str = "", concealed: str = "", seasons: str = "") -> tuple[Arrangement, Floats]:
    """Groups of tiles parted by bars, and the probabilities of a sure classifier; tiles are numbered as they
    come."""
    tiles: list[Tile] = []
    groups: list[list[tuple[int, ...]]] = []
    for part in (exposed, concealed, seasons):
        groups.append([])
        for text in filter(None, part.split("|")):
            found = parse_tiles(text)
            groups[-1].append(tuple(range(len(tiles), len(tiles) + len(found))))
            tiles += found
    lying = tuple(tile for group in groups[2] for tile in group)
    return Arrangement(tuple(groups[0]), tuple(groups[1]), lying, None, 0.0), certain(tiles)


def look(probs: Floats, tile: int, **faces: float) -> None:
    """Give a tile these probabilities and leave hardly any to all other faces. Keys as in f5c=0.6."""
    probs[tile] = 1e-5
    for code, share in faces.items():
        probs[tile, INDEX[code.removeprefix("f")]] = share


def changed(lying: Arrangement, probs: Floats) -> set[int]:
    """The tiles that are decoded as something else than they look like."""
    faces = decode(lying, TileCosts(probs)).faces
    return {tile for tile, face in faces.items() if face.index != probs[tile].argmax()}


def read(lying: Arrangement, probs: Floats) -> str:
    decoded = decode(lying, TileCosts(probs))
    return " ".join(decoded.faces[tile].code for tile in sorted(decoded.faces))


# --- the algorithms, against brute force ---


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_assignment_is_the_cheapest(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 4))
    costs = np.array(data.draw(st.lists(st.integers(0, 9), min_size=rows * columns, max_size=rows * columns)))
    costs = costs.reshape(rows, columns).astype(float)
    stock = np.array(data.draw(st.lists(st.integers(0, 3), min_size=columns, max_size=columns)))
    feasible = [
        sum(costs[row, column] for row, column in enumerate(choice))
        for choice in product(range(columns), repeat=rows)
        if all(choice.count(column) <= stock[column] for column in range(columns))
    ]
    chosen, cost = assign(costs, stock)
    assert cost == pytest.approx(min(feasible, default=np.inf))
    if feasible:
        assert all(chosen.count(column) <= stock[column] for column in range(columns))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.floats(0, 9), min_size=1, max_size=4).map(sorted), min_size=1, max_size=4))
def test_k_best_finds_every_choice_once_and_in_order(costs: list[list[float]]) -> None:
    found = list(k_best(costs))
    assert [cost for cost, _ in found] == pytest.approx(
        sorted(sum(row[k] for row, k in zip(costs, choice, strict=True)) for _, choice in found)
    )
    assert len({choice for _, choice in found}) == len(found) == np.prod([len(row) for row in costs])


def brute_force(lying: Arrangement, costs: TileCosts, faces: list[int]) -> float:
    """The least cost over every labelling with these faces that the rules allow, in which no group is a set
    that costs more than being none."""
    best = np.inf
    alone = np.minimum(costs.costs[:, :KINDS].min(axis=1), costs.costs[:, FACE_DOWN.index] + BACK)
    for labels in product(faces, repeat=len(lying.tiles)):
        used = Counter(face for face in labels if face != FACE_DOWN.index)
        prices = [costs.costs[tile, face] for tile, face in enumerate(labels)]
        backs = {tile for tile, face in enumerate(labels) if face == FACE_DOWN.index}
        cost, loose_backs = 0.0, set(backs)
        for group in map(list, lying.exposed):
            shown = {labels[tile] for tile in group}
            down = backs.intersection(group)
            if len(group) == 4 and len(shown - {FACE_DOWN.index}) == 1 and len(down) <= 2:
                used[min(shown)] += len(down)
                for tile in down:
                    prices[tile] = min(prices[tile], costs.costs[tile, INDEX["Wd"]] + BARE)
            elif len(group) < 3:
                continue
            elif len(group) == 4 or not is_a_set(shown):
                cost += IRREGULAR
                continue
            loose_backs -= down
            if sum(prices[tile] for tile in group) >= IRREGULAR + alone[group].sum():
                cost = np.inf
        if all(count <= 4 for count in used.values()):
            best = min(best, cost + sum(prices) + BACK * len(loose_backs))
    return float(best)


def is_a_set(shown: set[int]) -> bool:
    low = min(shown)
    return FACE_DOWN.index not in shown and (len(shown) == 1 or shown == {low, low + 1, low + 2})


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(3,), (4,), (3, 2), (3, 3), ()]))
@example(279, (3,))  # a set that costs more than no set, but less than no set and its tiles
def test_decoding_is_the_likeliest_labelling(seed: int, exposed: tuple[int, ...]) -> None:
    """Five or six tiles that may be 1c 2c 3c Wd or face down, with probabilities drawn at random."""
    rng = np.random.default_rng(seed)
    faces = [INDEX[code] for code in ("1c", "2c", "3c", "Wd", "?")]
    numbers = iter(range(max(5, sum(exposed))))
    groups = tuple(tuple(next(numbers) for _ in range(size)) for size in exposed)
    lying = Arrangement(groups, (tuple(numbers),), (), None, 0.0)
    probs = np.full((len(lying.tiles), NO_TILE + 1), 1e-12)
    probs[:, faces] = rng.dirichlet(np.full(len(faces), 0.4), len(probs))
    costs = TileCosts(probs)
    played = decode_played(lying, costs)
    sets = [np.array([group]) for group in groups if len(group) > 2]
    alone = sum(min(float(costs.set_costs(group)[0]), IRREGULAR) for group in sets)
    loose = [tile for tile in lying.tiles if not any(tile in group for group in groups if len(group) > 2)]
    alone += sum(
        min(costs.costs[tile, :KINDS].min(), BACK + costs.costs[tile, FACE_DOWN.index]) for tile in loose
    )
    assert played.cost + alone == pytest.approx(brute_force(lying, costs, faces), abs=1e-6)


@pytest.mark.parametrize("sizes", [(3, 3, 3, 3), (4, 4, 4, 4), (3, 3, 4, 4)])
def test_groups_that_look_like_no_set_at_all_are_soon_decoded(
    sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them look like Seasons, so that every set is as likely."""
    numbers = iter(range(sum(sizes)))
    groups = tuple(tuple(next(numbers) for _ in range(size)) for size in sizes)
    probs = np.full((sum(sizes), NO_TILE + 1), 1e-9)
    probs[:, KINDS:FACES] = 1 / (FACES - KINDS)
    price = Mock(side_effect=infer._price)
    monkeypatch.setattr(infer, "_price", price)
    played = decode_played(Arrangement(groups, (), (), None, 0.0), TileCosts(probs))
    assert not played.irregular
    assert max(Counter(played.faces.values()).values()) <= 4
    assert price.call_count < 5000


# --- hand by hand ---


def test_what_is_sure_stays() -> None:
    lying, probs = arrangement("EEEw|123c|9b ? ? 9b", "456d RRd", "1f 3s")
    decoded = decode(lying, TileCosts(probs))
    assert decoded.complete
    assert decoded.cost == pytest.approx(0.0, abs=1e-3)
    assert not decoded.doubted
    assert not changed(lying, probs)


def test_a_fifth_tile_becomes_the_next_likeliest_and_all_five_are_doubted() -> None:
    lying, probs = arrangement("555c", "55c 789d 222b RRd")
    look(probs, 4, f5c=0.6, f6c=0.39)
    decoded = decode(lying, TileCosts(probs))
    assert decoded.faces[4].code == "6c"
    assert changed(lying, probs) == {4}
    assert decoded.doubted == {0, 1, 2, 3, 4}


def test_exposed_groups_that_are_no_set_are_said() -> None:
    lying, probs = arrangement("EEEw|1b|1c3c6c|9b ? ? 9b", "456d RRd")
    assert decode(lying, TileCosts(probs)).irregular == {3, 4, 5, 6}


def test_hidden_tiles_of_a_kong_count() -> None:
    lying, probs = arrangement("9b ? ? 9b", "9b 123c 456d RRRd Ww")
    look(probs, 4, f9b=0.7, fWw=0.29)
    assert read(lying, probs).startswith("9b ? ? 9b Ww")


def test_four_tiles_that_show_nothing_but_backs_are_no_kong() -> None:
    lying, probs = arrangement("? ? ? ?", "123c 456d RRRd WWw")
    probs[:4] = np.where(np.arange(NO_TILE + 1) == FACE_DOWN.index, 1.0, 1e-9)
    decoded = decode(lying, TileCosts(probs))
    assert not changed(lying, probs)
    assert decoded.irregular == {0, 1, 2, 3}
    assert not decoded.doubted
    assert not decoded.complete


def test_at_most_two_of_a_kong_lie_face_down() -> None:
    lying, probs = arrangement("Wd Wd Wd Wd", "123c 456d RRRd WWw")
    for tile in range(3):
        look(probs, tile, fWd=0.3, **{"f?": 0.7})
    assert read(lying, probs).split()[:4].count("?") == 2


def test_a_bare_tile_in_a_kong_is_a_back() -> None:
    """Tiles cut from one piece have backs that look like a white dragon; the other three tell."""
    lying, probs = arrangement("5c 5c 5c 5c", "123c 456d RRRd WWw")
    look(probs, 3, fWd=0.95, **{"f?": 0.01})
    assert read(lying, probs).split()[:4] == ["5c", "5c", "5c", "?"]
    look(probs, 2, fWd=0.95, **{"f?": 0.01})
    assert read(lying, probs).split()[:4] == ["5c", "5c", "?", "?"]


def test_the_concealed_part_hardly_shows_a_back() -> None:
    lying, probs = arrangement("", "123c 456d 789b RRRd WdWd")
    look(probs, 13, fWd=0.2, **{"f?": 0.8})
    decoded = decode(lying, TileCosts(probs))
    assert decoded.faces[13].code == "Wd"
    assert decoded.complete
    look(probs, 13, fWd=0.01, **{"f?": 0.99})
    assert decode(lying, TileCosts(probs)).faces[13] == FACE_DOWN


def test_a_season_lies_there_once() -> None:
    lying, probs = arrangement("", "123c 456d 789b RRRd WWw", "2f 2f")
    look(probs, 15, f2f=0.5, f2s=0.45)
    decoded = decode(lying, TileCosts(probs))
    assert [decoded.faces[tile].code for tile in (14, 15)] == ["2f", "2s"]
    assert changed(lying, probs) == {15}
    assert decoded.doubted == {14, 15}


def test_an_exposed_group_is_a_set() -> None:
    lying, probs = arrangement("456c", "123d 456d 777b RRd")
    look(probs, 1, f6c=0.7, f5c=0.25)
    decoded = decode(lying, TileCosts(probs))
    assert decoded.faces[1].code == "5c"
    assert changed(lying, probs) == {1}


def test_the_next_likeliest_set_is_not_taken_where_too_few_of_its_tiles_are_left() -> None:
    """A fifth 5c has to go somewhere: into the set, if there were no two 6c beside it."""
    lying, probs = arrangement("555c", "55c 66c 789d RRRd 2b")
    for tile in range(3):
        look(probs, tile, f5c=0.5, f6c=0.45)
    look(probs, 4, f5c=0.6, f7c=0.35)
    assert read(lying, probs).startswith("5c 5c 5c 5c 7c 6c 6c ")
    assert changed(lying, probs) == {4}
    look(probs, 6, f9c=1.0)
    assert read(lying, probs).startswith("6c 6c 6c 5c 5c 6c 9c ")


def test_an_exposed_group_that_is_surely_none_is_left_alone() -> None:
    lying, probs = arrangement("EESw", "123d 456d 777b RRd")
    decoded = decode(lying, TileCosts(probs))
    assert [decoded.faces[tile].code for tile in range(3)] == ["Ew", "Ew", "Sw"]
    assert not changed(lying, probs)
    assert not decoded.complete


def test_a_hand_just_short_of_complete_gets_the_benefit_of_the_doubt() -> None:
    lying, probs = arrangement("", "123c 456c 789c 111d 22d")
    look(probs, 4, f6c=0.6, f5c=0.35)
    decoded = decode(lying, TileCosts(probs))
    assert decoded.faces[4].code == "5c"
    assert changed(lying, probs) == {4}
    assert decoded.complete


def test_but_not_against_sure_tiles() -> None:
    lying, probs = arrangement("", "123c 466c 789c 111d 22d")
    decoded = decode(lying, TileCosts(probs))
    assert decoded.faces[4].code == "6c"
    assert not changed(lying, probs)
    assert not decoded.complete
    assert decoded.cost == pytest.approx(BENEFIT, abs=0.01)


def test_a_hand_of_thirteen_is_not_completed() -> None:
    lying, probs = arrangement("", "123c 466c 789c 111d 2d")
    look(probs, 4, f6c=0.6, f5c=0.35)
    assert not changed(lying, probs)


@pytest.mark.parametrize(
    ("exposed", "concealed", "complete"),
    [
        ("", "123c 456c 789c 111d 22d", True),
        ("EEEw|9b ? ? 9b", "456d RRRd WWd", True),
        ("EEEw|9999b", "456d RRRd WWd", True),
        ("", "19c 19d 19b ESWNw RGWd 1c", True),
        ("", "1122c 33d 5566b EEw RRd", True),
        ("", "123c 456c 789c 111d 2d", False),
        ("", "123c 456c 789c 112d 33d", False),
        ("EEw|123c|456c", "111d 22d", False),
        ("", "123c 456c 789c 111d 2f 2d", False),
        ("", "123c 456c 789c 111d ? 2d", False),
    ],
)
def test_complete(exposed: str, concealed: str, complete: bool) -> None:
    lying, probs = arrangement(exposed, concealed)
    faces = {tile: int(face) for tile, face in enumerate(probs.argmax(axis=1))}
    assert is_complete(lying, faces) == complete


@pytest.mark.parametrize(
    ("exposed", "concealed", "instead"),
    [
        pytest.param("", "123c 466d 789b RRRd NNw", {"4d": {"6d", "Nw"}, "6d": {"5d"}}, id="a run or a pung"),
        pytest.param("", "123c 456d 789b RRRd Nw Sw", {"Nw": {"Sw"}, "Sw": {"Nw"}}, id="a pair"),
        pytest.param("6666b", "789c 111d 45b 7b NNw", {"7b": {"3b"}}, id="never a fifth"),
        pytest.param("", "44d 88d 666d 7777d EEEw", {}, id="a kong among them"),
        pytest.param("", "123c 456c 789c 111d 22d", {}, id="a complete hand"),
        pytest.param("", "123c 466c 789c 111d 2d", {}, id="thirteen tiles"),
        pytest.param("EEw|123c|456c", "111d 22d", {}, id="too few in a set"),
    ],
)
def test_what_else_one_tile_would_make_a_hand(
    exposed: str, concealed: str, instead: dict[str, set[str]]
) -> None:
    lying, probs = arrangement(exposed, concealed)
    faces = {tile: TILES[face] for tile, face in enumerate(probs.argmax(axis=1))}
    found = completions(lying, faces)
    assert {faces[tile].code: {face.code for face in kinds} for tile, kinds in found.items()} == instead


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_no_probabilities_give_a_hand_that_cannot_exist(seed: int) -> None:
    """Whatever a classifier says, no kind comes out five times and no Season twice; and it takes no time."""
    rng = np.random.default_rng(seed)
    lying, probs = arrangement("EEEw|9999b", "456d RRRd WWd", "1f 2f 3s")
    probs[:] = rng.dirichlet(np.full(probs.shape[1], rng.choice([0.02, 0.1, 1.0])), len(probs))
    faces = decode(lying, TileCosts(probs)).faces
    counts = Counter(face for face in faces.values() if face != FACE_DOWN)
    assert all(count <= (1 if face.is_season else 4) for face, count in counts.items())
    assert set(faces) == lying.tiles
    assert all(faces[tile].is_season for tile in lying.seasons)
    assert all(faces[tile].index < KINDS or faces[tile] == FACE_DOWN for tile in lying.loose)
