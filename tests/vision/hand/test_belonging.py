"""Which Seasons are the hand's: measured one by one, and heard together."""

import numpy as np
import pytest

from tests.vision.tables import HEIGHT, View, row, seen
from vision.hand.belonging import WEIGHTS, Belonging
from vision.hand.ground import Ground
from vision.probabilities import NO_TILE

HAND = row("1b 2b 3b 4b 5b 6b 7b 8b 9b Rd Rd Rd Nw Nw")
PLAYED = list(range(14))


def belonging(view: View) -> Belonging:
    return Belonging(Ground.of(view.corners), view.probabilities)


def measured(view: View) -> dict[str, list[float]]:
    """What is measured of each Season, by name."""
    found = belonging(view)
    candidates = found.candidates(PLAYED)
    evidence = found.evidence(PLAYED, candidates, candidates)
    return dict(zip(WEIGHTS, evidence.T.tolist(), strict=True))


def maybe_nothing(view: View, tile: int, nothing: float) -> None:
    view.probabilities[tile] *= 1 - nothing
    view.probabilities[tile, NO_TILE] += nothing


def test_seasons_come_left_to_right_and_eight_at_most() -> None:
    view = seen(HAND + row("3s 1f 2f 4s", x=2, y=-1.5))
    assert list(belonging(view).seasons_of(PLAYED)) == [14, 15, 16, 17]
    many = seen(HAND + row("1f 2f 3f 4f 1s 2s 3s 4s 1f 2f", x=1, y=-1.5))
    maybe_nothing(many, 14, 0.2)
    maybe_nothing(many, 20, 0.2)
    kept = list(belonging(many).seasons_of(PLAYED))
    assert kept == [15, 16, 17, 18, 19, 21, 22, 23], "the two in doubt are left out"


def test_none_is_found_where_none_lies() -> None:
    assert belonging(seen(HAND)).seasons_of(PLAYED) == {}
    assert belonging(seen(HAND + row("1f", x=40))).seasons_of(PLAYED) == {}, "far beyond the row's end"


@pytest.mark.parametrize(
    ("seasons", "rows", "chosen", "nearly"),
    [
        ("1f", 3.0, [14], []),
        ("1f", 6.6, [], [14]),
        ("1f", 8.0, [], []),
        ("1f 2s", 6.6, [14, 15], []),
        ("1f 2s", 8.2, [], [14, 15]),
        ("1f 2s", 9.4, [], []),
    ],
)
def test_of_seasons_nearly_as_much_may_speak_for_them(
    seasons: str, rows: float, chosen: list[int], nearly: list[int]
) -> None:
    """Two that lie together speak for each other."""
    found = belonging(seen(HAND + row(seasons, x=6, y=-rows * HEIGHT)))
    assert list(found.seasons_of(PLAYED)) == chosen
    assert found.nearly(PLAYED, chosen) == nearly


def test_what_lies_crosswise_far_in_front_is_no_season_of_the_hand() -> None:
    """On the player's own side nobody else lays any, but not at any distance: of three in a column, so many
    lie near enough, though each speaks for the others."""
    for y, near in ((4.2, [14, 15, 16]), (5.0, [14, 15]), (7.0, [])):
        view = seen(HAND + row("1f 2f 3f", x=6, y=y).turned_as_one(90))
        assert sorted(belonging(view).seasons_of(PLAYED)) == near


def test_what_lies_crosswise_beyond_the_row_is_of_the_hand_only_near_its_end() -> None:
    """Farther off it is a neighbour's as often as not, and only spoken of."""
    for x, chosen in ((14.5, [14, 15]), (16.2, [14, 15]), (17.0, [])):
        found = belonging(seen(HAND + row("1f 2f", x=x).turned_as_one(90)))
        assert sorted(found.seasons_of(PLAYED)) == chosen
        assert sorted([*chosen, *found.nearly(PLAYED, chosen)]) == [14, 15]


def test_one_of_a_row_of_crosswise_seasons_is_not_far_from_the_hand_if_others_lead_up_to_it() -> None:
    view = seen(HAND + row("~1f ~2f ~3f ~1s ~2s", x=14.6))
    assert sorted(belonging(view).seasons_of(PLAYED)) == [14, 15, 16, 17, 18]


def test_seasons_crosswise_behind_the_row_are_spoken_of_where_they_are_near() -> None:
    for rows, spoken in ((2.2, [14, 15]), (2.9, [])):
        found = belonging(seen(HAND + row("~1f ~2f", x=4, y=-rows * HEIGHT)))
        assert found.seasons_of(PLAYED) == {}
        assert found.nearly(PLAYED, []) == spoken


def test_places_are_measured_in_rows_whichever_way_the_camera_looks() -> None:
    for turn, tilt in ((0, 0), (30, 40), (180, 0), (90, 20)):
        shown = measured(seen(HAND + row("1f 2f", x=4, y=-3), turn, tilt))
        assert np.allclose(shown["rows away"], 2.2, atol=0.35)
        assert shown["others in line"] == [1, 1]
        assert shown["others by it"] == [1, 1]


def test_tiles_lying_crosswise_do_not_measure_how_many_rows_away_a_season_is() -> None:
    """To them what lies along the row lies across, and in tile heights not as far."""
    hand = row("1b ~2b 3b 4b 5b 6b 7b 8b 9b Rd Rd Rd Nw Nw")
    shown = measured(seen(hand + row("1f", x=-8)))
    assert np.allclose(shown["rows away"], 0, atol=0.1)


def test_a_season_named_a_quarter_turn_wrong_is_no_discard_amid_its_row() -> None:
    view = HAND + row("1f 2f 3f", x=4, y=-1.5)
    turned = HAND + row("1f", x=4, y=-1.5) + row("2f", x=5, y=-1.5).turned(90) + row("3f", x=6, y=-1.5)
    assert measured(seen(turned))["things at an angle"] == measured(seen(view))["things at an angle"]


def test_what_lies_around_is_counted() -> None:
    shown = measured(seen(HAND + row("1f", x=4, y=-3) + row("5d 6d", x=3.5, y=-4.4)))
    assert shown["tiles around it"] == [2]
    assert shown["others in line"] == shown["others by it"] == shown["things at an angle"] == [0]
    assert shown["others elsewhere"] == [0]


def test_seasons_that_are_not_of_the_hand_speak_for_no_other() -> None:
    """Three things that look a little like Seasons, far behind: the middle one has two for company, but
    neither of them would be believed."""
    view = seen(HAND + row("1f 2f 3f", x=4, y=-3.4))
    for tile in (14, 15, 16):
        maybe_nothing(view, tile, 0.4)
    assert belonging(view).seasons_of(PLAYED) == {}


def test_how_far_a_season_is_turned_against_the_row_is_measured() -> None:
    straight = measured(seen(HAND + row("1f", x=4, y=-1.4)))["turned"]
    askew = measured(seen(HAND + row("1f", x=4, y=-1.4).turned(20)))["turned"]
    assert straight[0] < 0.1
    assert np.isclose(askew[0], 2, atol=0.1), "in tens of degrees"


def test_where_the_cloth_is_full_of_likely_seasons_one_by_itself_is_less_likely() -> None:
    """A Season by itself a row away is the hand's; amid many more such things it is a motif."""
    alone = row("1f", x=4, y=-1.6)
    crowd = HAND + alone
    for place in range(6):
        crowd += row("2f", x=2.5 * place, y=-3.2 - 1.7 * (place % 3))
    lone, crowded = seen(HAND + alone), seen(crowd)
    for view in (lone, crowded):
        for tile in range(14, len(view.probabilities)):
            maybe_nothing(view, tile, 0.05)
    assert list(belonging(lone).seasons_of(PLAYED)) == [14]
    assert belonging(crowded).seasons_of(PLAYED) == {}
    assert measured(crowded)["others elsewhere"][0] == np.log(7)
