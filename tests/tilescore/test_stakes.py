"""Which points matter, on worths made up so that the answer is plain."""

from collections.abc import Mapping

import pytest

from tilescore.stakes import Point, Stake, stakes

SEAT = Point("seat", ("E", "S"), "E")
TILE = Point("tile", ("Ew", "Sw"), "Ew")
PLAIN = Point("plain", ("a", "b"), "a")


def test_a_point_that_changes_nothing_is_left_out() -> None:
    assert stakes([PLAIN], lambda _: 20) == {}


def test_what_hangs_on_a_point_is_the_span_of_its_choices() -> None:
    worth = {"E": 10, "S": 25}
    assert stakes([SEAT, PLAIN], lambda changes: worth[changes.get("seat", "E")]) == {
        "seat": Stake(alone=True, points=15)
    }


def test_a_choice_that_makes_no_hand_is_no_answer() -> None:
    assert stakes([TILE], lambda changes: None if changes else 20) == {}


def test_two_points_that_matter_only_together_are_found() -> None:
    """The seat counts double for a South Wind, and which tile it is changes nothing for East."""

    def worth(changes: Mapping[str, str]) -> int:
        return 40 if changes.get("tile") == "Sw" and changes.get("seat") == "S" else 20

    assert stakes([TILE, SEAT, PLAIN], worth) == {"tile": Stake(False, 20), "seat": Stake(False, 20)}


def test_a_pair_misread_twice_is_found_though_one_tile_alone_makes_no_hand() -> None:
    fives = [Point("tile-1", ("5c", "5b"), "5c"), Point("tile-2", ("5c", "5b"), "5c")]

    def worth(changes: Mapping[str, str]) -> int | None:
        return {0: 20, 1: None, 2: 160}[sum(name.startswith("tile") for name in changes)]

    assert stakes([*fives, PLAIN], worth) == {"tile-1": Stake(False, 140), "tile-2": Stake(False, 140)}


def test_a_seat_does_not_matter_because_a_tile_is_still_open() -> None:
    """The hand as read is none; the tile repairs it, and every seat is then worth the same."""

    def worth(changes: Mapping[str, str]) -> int | None:
        return 30 if changes.get("tile") == "Sw" else None

    assert stakes([TILE, SEAT], worth) == {"tile": Stake(alone=True, points=30)}


def test_the_bound_holds_for_points_by_themselves_too() -> None:
    points = [Point(f"tile-{n}", ("1c", "2c", "3c"), "1c") for n in range(12)]
    calls: list[Mapping[str, str]] = []

    def worth(changes: Mapping[str, str]) -> int:
        calls.append(changes)
        return 20

    found = stakes(points, worth, max_trials=7)
    assert len(calls) == 7
    assert found == {point.id: Stake(False, 0) for point in points}


def test_what_was_not_tried_counts_as_mattering() -> None:
    points = [Point(f"tile-{n}", ("1c", "2c", "3c"), "1c") for n in range(12)]
    tried = 0

    def worth(_: Mapping[str, str]) -> int:
        nonlocal tried
        tried += 1
        return 20

    found = stakes(points, worth, max_trials=69)
    assert tried == 69
    assert len(found) == 11, "the first tile's pairs fit into the bound, the others were cut short"


@pytest.mark.parametrize(("doubtful", "tried"), [(8, True), (9, False)])
def test_the_usual_bound_is_enough_for_eight_doubtful_tiles(doubtful: int, tried: bool) -> None:
    faces = tuple(f"{number}c" for number in range(1, 9))
    points = [Point(f"tile-{n}", faces, faces[0]) for n in range(doubtful)]
    assert (stakes(points, lambda _: 20) == {}) is tried


def test_stakes_sort_by_points_and_joint_ones_come_last() -> None:
    assert sorted([Stake(True, 2), Stake(False, 90), Stake(True, 40)], reverse=True) == [
        Stake(True, 40),
        Stake(True, 2),
        Stake(False, 90),
    ]
