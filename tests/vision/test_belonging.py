"""Which Seasons are the hand's: measured one by one, and heard together."""

import numpy as np

from tests.vision.tables import View, row, seen
from vision.belonging import WEIGHTS, Belonging
from vision.ground import Ground
from vision.sets import NO_TILE

HAND = row("1b 2b 3b 4b 5b 6b 7b 8b 9b Rd Rd Rd Nw Nw")
PLAYED = list(range(14))


def belonging(view: View) -> Belonging:
    return Belonging(Ground.of(view.corners), view.odds)


def measured(view: View) -> dict[str, list[float]]:
    """What is measured of each Season, by name."""
    found = belonging(view)
    evidence = found.evidence(PLAYED, found.candidates(PLAYED))
    return dict(zip(WEIGHTS, evidence.T.tolist(), strict=True))


def maybe_nothing(view: View, tile: int, nothing: float) -> None:
    view.odds[tile] *= 1 - nothing
    view.odds[tile, NO_TILE] += nothing


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


def test_places_are_measured_in_rows_whichever_way_the_camera_looks() -> None:
    for turn, tilt in ((0, 0), (30, 40), (180, 0), (90, 20)):
        shown = measured(seen(HAND + row("1f 2f", x=4, y=-3), turn, tilt))
        assert np.allclose(shown["rows away"], 2.2, atol=0.35)
        assert shown["in line with others"] == [1, 1]
        assert shown["others by it"] == [1, 1]


def test_what_lies_around_is_counted() -> None:
    shown = measured(seen(HAND + row("1f", x=4, y=-3) + row("5d 6d", x=3.5, y=-4.4)))
    assert shown["tiles around it"] == [2]
    assert shown["in line with others"] == shown["others by it"] == shown["things at an angle"] == [0]


def test_seasons_that_are_not_of_the_hand_speak_for_no_other() -> None:
    """Three things that look a little like Seasons, far behind: the middle one has two for company, but
    neither of them would be believed."""
    view = seen(HAND + row("1f 2f 3f", x=4, y=-3.4))
    for tile in (14, 15, 16):
        maybe_nothing(view, tile, 0.4)
    assert belonging(view).seasons_of(PLAYED) == {}
