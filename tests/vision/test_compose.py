"""From probabilities and corners to what a person sees."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np
import pytest

from scoring.hand import Hand
from scoring.tiles import FACE_DOWN, TILES, Tile
from tests.vision.tables import HEIGHT, View, heap, row, seen
from vision.compose import build_reading
from vision.errors import PhotoError
from vision.hand.ground import Ground
from vision.hand.hands import find_hands
from vision.hand.impostors import wary_of_prints
from vision.hand.nearby import is_no_side, passed_over, shows_a_face
from vision.legibility import Hindrance
from vision.probabilities import CLEAR_FACE, NO_TILE, SURE
from vision.reading import (
    APART_UNCLEAR,
    CUT_OFF,
    HARDLY_A_HAND,
    KONG_IN_ROW,
    NEARLY_COMPLETE,
    PARTS_UNCLEAR,
    STRAY_SETS,
    Reading,
)

TABLE = seen(
    row("Ew Ew Ew | 9b ? ? 9b | 1f", y=-2) + row("4d 5d 6d 7b 7b 7b Nw | Nw"),
    tilt=30,
)
HAND = "EEEw [9999b] 1f / 456d 777b Nw Nw"


def reading_of(
    view: View,
    rules: str = "babcock",
    *,
    everything: bool = False,
    choice: int = 0,
    or_last: bool = False,
    hindrance: Hindrance | None = None,
    unseen: Callable[[Collection[int]], Sequence[str]] = lambda _: (),
) -> Reading:
    return build_reading(
        "hand.jpg",
        (2000, 2000),
        0,
        view.probabilities,
        view.corners,
        rules=rules,
        everything=everything,
        choice=choice,
        or_last=or_last,
        hindrance=lambda: hindrance,
        unseen=unseen,
    )


def with_probs(view: View, tile: int, **faces: float) -> View:
    """The view with a tile of which the classifier is not sure. Keys as in f5c=0.6; `no` is no tile."""
    probs = view.probabilities.copy()
    probs[tile] = 1e-6
    codes = {tile.code: tile.index for tile in (*TILES, FACE_DOWN)} | {"no": NO_TILE}
    for code, share in faces.items():
        probs[tile, codes[code.removeprefix("f")]] = share
    return View(view.tiles, view.corners, probs)


def test_a_hand_with_all_its_parts() -> None:
    shown = reading_of(TABLE)
    assert [row.role for row in shown.rows] == ["exposed", "concealed", "seasons", "set_apart"]
    assert shown.hand == HAND
    assert shown.set_apart is not None
    assert shown.set_apart.code == "Nw"
    assert shown.problems == ()
    assert all(tile.sure for row in shown.rows for tile in row.tiles)
    Hand.parse(shown.hand)


def test_the_book_says_what_face_down_tiles_mean() -> None:
    one_down = seen(row("Ew Ew Ew | 9b 9b 9b ?", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"))
    assert reading_of(one_down).hand == "EEEw [9999b] / 456d 777b NNw"
    assert reading_of(one_down, "millington").hand == "EEEw 9999b / 456d 777b NNw"


def test_corners_are_those_of_the_tile() -> None:
    shown = reading_of(TABLE)
    assert np.allclose(shown.rows[0].groups[0][0].corners, TABLE.corners[0])


def test_a_tile_between_two_faces_is_not_sure_and_offers_the_other() -> None:
    shown = reading_of(with_probs(TABLE, 7, f1f=0.9, f2f=0.09, no=0.01))
    (tile,) = shown.rows[2].tiles
    assert (tile.tile.code, tile.sure) == ("1f", False)
    assert tile.confidence == pytest.approx(0.9, abs=1e-3)
    assert [other.code for other, _ in tile.alternatives] == ["2f"]


def test_a_tile_that_the_rules_bear_out_is_sure() -> None:
    shown = reading_of(with_probs(TABLE, 9, f5d=0.9, f6d=0.09))
    tile = shown.rows[1].groups[0][1]
    assert (tile.tile.code, tile.sure) == ("5d", True)
    assert [other.code for other, _ in tile.alternatives] == ["6d"]


def test_what_the_rules_changed_is_never_sure_and_is_said() -> None:
    shown = reading_of(with_probs(TABLE, 9, f6d=0.6, f5d=0.39))
    tile = shown.rows[1].groups[0][1]
    assert (tile.tile.code, tile.sure) == ("5d", False)
    assert tile.alternatives[0][0].code == "6d"
    assert shown.problems == (
        "A tile that looks like the six of dots was read as the five of dots: the hand asks for it.",
    )


def test_five_of_a_kind_are_none_of_them_sure() -> None:
    view = seen(row("Ew Ew Ew | 1c 2c 3c", y=-2) + row("Ew Ew 6d 7b 7b 7b Nw Nw"))
    shown = reading_of(view)
    assert "There seem to be too many East Winds." in shown.problems
    winds = [tile for row in shown.rows for tile in row.tiles if tile.alternatives or tile.tile.code == "Ew"]
    assert not any(tile.sure for tile in winds)


def test_what_is_no_tile_is_left_out() -> None:
    die = row("1d", x=3, y=2)
    view = seen(row("Ew Ew Ew | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw") + die)
    assert reading_of(with_probs(view, 14, no=0.9, f1d=0.09)).hand == "EEEw 123c / 456d 777b NNw"


def test_a_die_that_makes_the_row_one_tile_too_long_is_left_out() -> None:
    view = seen(row("Ew Ew Ew | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw 1d"))
    assert reading_of(with_probs(view, 14, f1d=0.6, no=0.4)).hand == "EEEw 123c / 456d 777b NNw"


def test_doubt_about_a_thing_beside_the_hand_is_no_doubt_about_its_parts() -> None:
    """The same parts of the same tiles, seen once with the thing as a tile and once without it."""
    view = seen(row("Ew Ew Ew | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw") + row("9b", x=3, y=-4.2))
    assert reading_of(with_probs(view, 14, no=0.6, f9b=0.4)).problems == ()


def test_a_tile_that_the_hand_lacks_is_taken_in() -> None:
    view = seen(row("Ew Ew Ew | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"))
    shown = reading_of(with_probs(view, 8, f6d=0.45, no=0.55))
    assert shown.hand == "EEEw 123c / 456d 777b NNw"
    assert not shown.rows[1].tiles[2].sure


def test_a_season_that_the_hand_lacks_is_none() -> None:
    view = seen(row("Ew Ew Ew | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw 4f"))
    shown = reading_of(with_probs(with_probs(view, 8, f6d=0.4, f4f=0.6), 14, f4f=1.0))
    assert shown.hand == "EEEw 123c 4f / 456d 777b NNw"
    assert not shown.rows[1].tiles[2].sure


@pytest.mark.parametrize(
    ("exposed", "said"),
    [("? 9b 9b 9b | 1c 2c 3c", True), ("9b 9b 9b ? | 1c 2c 3c", True), ("9b 9b 9b | 1c 2c 3c ?", False)],
)
def test_what_may_be_the_back_of_a_kong_is_spoken_of(exposed: str, said: bool) -> None:
    """At either end of three alike; not beside a run, and not if it most likely is nothing."""
    view = seen(row(exposed, y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"))
    back = view.tiles.index(FACE_DOWN)
    shown = reading_of(with_probs(view, back, **{"f?": 0.3, "no": 0.7}))
    assert shown.hand == "999b 123c / 456d 777b NNw"
    assert shown.problems == (
        ("Beside the three nines of bamboo lies what may be the fourth of them.",) if said else ()
    )
    assert reading_of(with_probs(view, back, **{"f?": 0.05, "no": 0.95})).problems == ()


@pytest.mark.parametrize(
    ("concealed", "kong"), [("4b 6b 6b 6b Rd Rd Rd Nw", True), ("4b 5b 6b 7b 7b 7b Nw Nw", False)]
)
def test_a_tile_on_a_pung_is_its_fourth_and_no_fifth(concealed: str, kong: bool) -> None:
    """Nor is what lies beside it spoken of as one."""
    laid = row("5b 5b 5b | 1c 2c 3c", y=-2) + row(concealed)
    shown = reading_of(seen(laid + row("5b", x=1, y=-3.4)))
    assert shown.hand.startswith("5555b " if kong else "555b ")
    view = seen(row("5b 5b 5b ? | 1c 2c 3c", y=-2) + row(concealed))
    beside = reading_of(with_probs(view, 3, **{"f?": 0.3, "no": 0.7}))
    assert (
        "Beside the three fives of bamboo lies what may be the fourth of them." in beside.problems
    ) == kong


@pytest.mark.parametrize(
    ("pung", "x", "y", "onto"),
    [
        pytest.param("~9b 9b 9b", 2, -3, 2, id="in front, on the left tile"),
        pytest.param("9b 9b ~9b", 2, -3, 4, id="in front, on the right tile"),
        pytest.param("~9b 9b 9b", -5.4, 0, -5.4, id="on the left"),
        pytest.param("9b 9b ~9b", 13, 0, 15, id="on the right"),
    ],
)
@pytest.mark.parametrize("tilt", [0, 25, 40])
def test_a_kong_of_which_only_a_part_is_taken_is_not_passed_over_in_silence(
    pung: str, x: float, y: float, onto: float, tilt: float
) -> None:
    """Its fourth tile lies crosswise against the claimed one, which does as well."""
    hand = row("4d 5d 6d 7b 7b 7b Nw Nw 2c 3c 4c")
    shown = reading_of(seen(hand + row(pung, x=x, y=y) + row("~9b", x=onto, y=y - 1), 5, tilt))
    told = any("the nine of bamboo, and was taken for none" in problem for problem in shown.problems)
    assert told or HARDLY_A_HAND in shown.problems or shown.hand.startswith("9999b ")


@pytest.mark.parametrize("other", ["1c", "1d"])
def test_discards_that_touch_the_hand_are_spoken_of_only_where_they_show_its_faces(other: str) -> None:
    hand = row("9b 9b 9b | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw")
    shown = reading_of(seen(hand + row(f"{other} 5c", x=3.6, y=-3.4)))
    assert shown.hand == "999b 123c / 456d 777b NNw"
    assert any("one of characters" in problem for problem in shown.problems) == (other == "1c")
    assert len(shown.problems) == (other == "1c")


def test_of_two_tiles_on_a_pung_neither_is_its_fourth() -> None:
    laid = row("5b 5b 5b | 1c 2c 3c", y=-2) + row("4b 6b 6b 6b Rd Rd Rd Nw")
    shown = reading_of(seen(laid + row("5b", x=1, y=-3.4) + row("5b", x=0.4, y=-0.6)))
    assert shown.hand.startswith("555b ")


def test_a_face_between_tiles_of_the_hand_that_is_none_of_them_is_spoken_of() -> None:
    (hand, *_) = find_hands(TABLE.corners, TABLE.probabilities)
    passing = replace(hand, passed_over=(Tile.parse("1b"),))
    shown = build_reading("hand.jpg", (9, 9), 0, TABLE.probabilities, TABLE.corners, hands=[passing])
    assert shown.problems == (
        "Near the hand lies what looks like the one of bamboo, and was taken for none of its tiles.",
    )


@pytest.mark.parametrize("turn", [0, 12, 180])
@pytest.mark.parametrize("gap", [0.3, 0.6, 1.5])
@pytest.mark.parametrize("last", ["Nw", "~Nw"])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("away", [-2, 2])
def test_the_winning_tile_may_lie_beside_the_exposed_sets(
    turn: int, gap: float, last: str, side: str, away: int
) -> None:
    sets, x = row("Ew Ew Ew | 1c 2c 3c", y=away), 6.5 + gap
    apart = row(last, x=x if side == "right" else -1.4 - gap, y=away)
    shown = reading_of(seen(sets + apart + row("4d 5d 6d 7b 7b 7b Nw"), turn=turn, tilt=25))
    assert shown.hand.startswith("EEEw 123c / ")
    assert shown.set_apart is not None
    assert shown.set_apart.code == "Nw"


SETS_IN_FRONT = row("7d 8d 9d | 1b 2b 3b", y=-2)
FOUR_SETS = row("7d 8d 9d | 1b 2b 3b | 5c 5c 5c | Ew Ew Ew", y=-2)
THIRTEEN_TILES = "1c 2c 3c 4d 5d 6d 7b 7b 7b Nw Nw Rd Rd"


@pytest.mark.parametrize(
    ("view", "hand", "said"),
    [
        pytest.param(
            SETS_IN_FRONT + row("1c 2c 3c 8c 8c | Ww Ww Ww", gap=1.2),
            "789d 123b / 12388c WWWw",
            (PARTS_UNCLEAR,),
            id="a set a tile's width beside the concealed tiles, others in front",
        ),
        pytest.param(
            SETS_IN_FRONT + row("1c 2c 3c 8c 8c | Ww Ww Ww"),
            "789d 123b / 12388c WWWw",
            (),
            id="half of that",
        ),
        pytest.param(
            row("1c 2c 3c 4d 5d 6d 7b 7b | Rd Rd Rd | Ew Ew Ew"),
            "/ 123c 456d 77b RRRd EEEw",
            (PARTS_UNCLEAR,),
            id="sets half a tile beside the rest",
        ),
        pytest.param(
            row("1c 2c 3c 4d 5d 6d 7b 7b | Rd Rd Rd | Ew Ew Ew", gap=1.1),
            "RRRd EEEw / 123c 456d 77b",
            (),
            id="twice as far",
        ),
        pytest.param(
            row(f"{THIRTEEN_TILES} | Rd", gap=0.2),
            "/ 123c 456d 777b NNw RRd Rd",
            (APART_UNCLEAR,),
            id="a tile hardly apart",
        ),
        pytest.param(
            row(f"{THIRTEEN_TILES} | Rd"), "/ 123c 456d 777b NNw RRd Rd", (), id="a tile clearly apart"
        ),
        pytest.param(
            FOUR_SETS + row("2b") + row("2b", x=1, y=1.9),
            "789d 123b 555c EEEw / 2b 2b",
            (),
            id="either tile of a pair",
        ),
    ],
)
@pytest.mark.parametrize(("turn", "tilt"), [(0, 0), (0, 30), (20, 20)])
def test_what_part_tiles_are_in_is_said_to_be_unclear_where_it_is(
    view: View, hand: str, said: tuple[str, ...], turn: float, tilt: float
) -> None:
    shown = reading_of(seen(view, turn, tilt))
    assert shown.hand == hand
    assert shown.problems == said


@pytest.mark.parametrize("white", [0.2, 0.4])
def test_of_backs_there_are_never_too_many(white: float) -> None:
    view = seen(row("Wd Wd Wd | 9b ? ? 9b", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"), tilt=25)
    for tile in (0, 1, 2, 4, 5):
        view = with_probs(view, tile, **{"fWd": white, "f?": 1 - white})
    shown = reading_of(view)
    assert shown.hand.startswith("WWWd [9999b] / ")
    assert "too many" not in " ".join(shown.problems)
    assert len(set(shown.problems)) == len(shown.problems)


def test_what_is_said_of_several_tiles_is_said_as_they_lie() -> None:
    """In whatever order they were found."""
    view = seen(row("1c 2c 3c | 4d 5d 6d | 7b 7b 7b", y=-2) + row("Ew Ew Ew Nw Nw"))
    view = with_probs(with_probs(view, 1, f8c=0.6, f2c=0.4), 4, f9d=0.6, f5d=0.4)
    back = View(view.tiles[::-1], view.corners[::-1], view.probabilities[::-1])
    said = reading_of(view).problems
    assert len(said) == 2
    assert "two of characters" in said[0]
    assert reading_of(back).problems == said


@pytest.mark.parametrize(("face", "told"), [(0.9, True), (0.6, True), (0.4, False)])
def test_what_probably_shows_a_face_at_the_end_of_a_row_is_spoken_of(face: float, told: bool) -> None:
    view = seen(row("1c 2c 3c 4d 5d 6d 7b 7b 7b Nw Nw Rd Rd Rd 8d"))
    shown = reading_of(with_probs(view, 14, f8d=face, no=1 - face))
    assert len(shown.tiles("concealed")) == 14
    assert any("the eight of dots" in problem for problem in shown.problems) == told


@pytest.mark.parametrize(
    ("text", "mine", "found"),
    [
        pytest.param("4d 5d 1b Nw Nw", (0, 1, 3, 4), [2], id="touching them"),
        pytest.param("4d 5d | 1b | Nw Nw", (0, 1, 3, 4), [2], id="half a tile away from them"),
        pytest.param("4d 5d 1b 2b Nw Nw", (0, 1, 4, 5), [2, 3], id="two"),
        pytest.param("4d 5d Nw Nw 1b", (0, 1, 2, 3), [4], id="at the end"),
        pytest.param("4d 5d Nw Nw | 1b", (0, 1, 2, 3), [], id="half a tile from the end"),
        pytest.param("4d 5d Nw Nw Wd", (0, 1, 2, 3), [], id="at the end what may be a side"),
        pytest.param("4d 5d | 1b | | | Nw Nw", (0, 1, 3, 4), [], id="of the tiles on one side"),
        pytest.param("4d 5d ? Nw Nw", (0, 1, 3, 4), [], id="a back"),
        pytest.param("4d 5d 1b Nw Nw", (0, 1, 2, 3, 4), [], id="of the hand"),
    ],
)
def test_faces_in_the_midst_of_a_row(text: str, mine: tuple[int, ...], found: list[int]) -> None:
    view = seen(row(text))
    assert _passed_over(view, mine) == found
    vague = with_probs(view, 2, f1b=0.7, no=0.3)
    assert 2 not in _passed_over(vague, mine)


def _passed_over(view: View, mine: tuple[int, ...]) -> list[int]:
    return passed_over(
        Ground.of(view.corners), shows_a_face(view.probabilities), is_no_side(view.probabilities), mine
    )


def test_no_face_is_left_out_from_the_midst_of_a_row_to_finish_a_hand() -> None:
    view = seen(row("1c 2c 3c 4d 5d 6d 1b 7b 7b 7b Nw Nw Rd Rd Rd"))
    assert len(reading_of(with_probs(view, 6, f1b=0.9, no=0.09)).tiles("concealed")) == 15


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        pytest.param(row("6d", x=6, y=-2.4), True, id="by itself"),
        pytest.param(row("6d", x=6, y=-4.4), False, id="far away"),
        pytest.param(row("6d 2c", x=6, y=-2.4), False, id="amid discards"),
        pytest.param(row("6d", x=6, y=-2.4).turned(20), False, id="turned"),
        pytest.param(row("Wd", x=6, y=-2.4), False, id="what may be a side"),
        pytest.param(row("?", x=6, y=-2.4), False, id="a back"),
        pytest.param(with_probs(row("6d", x=6, y=-2.4), 0, f6d=0.6, no=0.4), False, id="vague"),
    ],
)
def test_a_tile_by_itself_near_the_hand_is_spoken_of(beside: View, said: bool) -> None:
    view = seen(row("1b 2b 3b 4b 5b 6b 7b 8b 9b Rd Rd Rd Nw Nw") + beside)
    shown = reading_of(view)
    assert shown.hand == "/ 123456789b RRRd NNw"
    assert shown.problems == (
        ("Near the hand lies what looks like the six of dots, and was taken for none of its tiles.",)
        if said
        else ()
    )


def test_a_season_that_may_be_of_the_hand_is_spoken_of() -> None:
    view = seen(row("1b 2b 3b 4b 5b 6b 7b 8b 9b Rd Rd Rd Nw Nw") + row("1f", x=6, y=-6.6 * HEIGHT))
    shown = reading_of(view)
    assert all(row.role != "seasons" for row in shown.rows)
    assert shown.problems == ("Near the hand lies Season 1 (plum), which may be one of its Seasons.",)


@pytest.mark.parametrize(("share", "said"), [(0.05, []), (0.2, ["Season 3 (autumn)"])])
def test_no_season_is_spoken_of_that_the_hand_has(share: float, said: list[str]) -> None:
    hand = row("1b 2b 3b 4b 5b 6b 7b 8b 9b Rd Rd Rd Nw Nw") + row("1f", x=2, y=-1.5)
    view = with_probs(seen(hand + row("1f", x=6, y=-5.6 * HEIGHT)), 15, f1f=1 - share, f3s=share)
    shown = reading_of(view)
    assert [tile.tile.code for row in shown.rows if row.role == "seasons" for tile in row.tiles] == ["1f"]
    assert shown.problems == tuple(
        f"Near the hand lies {it}, which may be one of its Seasons." for it in said
    )


@pytest.mark.parametrize(("kong", "said"), [("Nw Nw Nw Nw", True), ("? Nw Nw ?", False)])
def test_a_hand_laid_down_in_one_row_shows_its_kong(kong: str, said: bool) -> None:
    shown = reading_of(seen(row(f"7c 7c 7c {kong} 2b 2b 2b Gd Gd 6b 6b 6b")))
    assert [[tile.tile.code for tile in group] for group in shown.rows[0].groups] == [kong.split()]
    assert shown.rows[1].role == "concealed"
    assert len(shown.rows[1].tiles) == 11
    assert shown.problems == ((KONG_IN_ROW,) if said else ())


@pytest.mark.parametrize(
    ("concealed", "sets"),
    [("7b 7b 7b Nw Nw", 3), ("7b 7b 7b 4d 5d 6d Nw Nw", 2), ("7b 7b 7b 4d 5d 6d Nw", 2)],
)
@pytest.mark.parametrize(
    ("x", "y", "degrees"), [(9, -1, -90), (9, -1, 30), (9, -1, 60), (9, -1, 90), (2, -9, 0)]
)
def test_stray_sets_are_taken_for_a_hand_that_lacks_them_and_spoken_of(
    concealed: str, sets: int, x: float, y: float, degrees: float
) -> None:
    hand = row(concealed) + row("Ew Ew Ew | 1c 2c 3c", y=-2)
    shown = reading_of(seen(hand + row("9c 9c 9c", x=x, y=y).turned_as_one(degrees)))
    assert [len(group) for group in shown.rows[0].groups] == [3] * sets
    assert shown.problems == ((STRAY_SETS,) if sets == 3 else ())


def test_a_season_in_doubt_beside_others_stays_where_the_hand_is_found_among_clear_tiles() -> None:
    hand = row("4d 5d 6d 7b 7b 7b Nw Nw") + row("Ew Ew Ew | 1c 2c 3c", x=7.5, y=-2).turned_as_one(90)
    view = seen(hand + row("1s 3f 2f", x=2, y=-1.5))
    shown = reading_of(with_probs(view, 16, f3f=0.79, f2f=0.05, f1b=0.16))
    seasons = [(tile.tile.code, tile.sure) for tile in shown.tiles("seasons")]
    assert seasons == [("1s", True), ("3f", True), ("2f", False)]


@pytest.mark.parametrize(
    ("x", "sure"), [(3.5, True), (10, False)], ids=["in their midst", "far off beside a discard"]
)
def test_a_pair_far_from_stray_sets_may_be_two_discards_that_touch(x: float, sure: bool) -> None:
    sets = row("Ew Ew Ew").turned_as_one(25) + row("1c 2c 3c", x=6).turned_as_one(-40)
    sets += row("7b 7b 7b", y=-5).turned_as_one(60) + row("9c 9c 9c", x=6, y=-5).turned_as_one(-70)
    pair = row("7d 7d", x=x, y=-2.5).turned_as_one(15)
    shown = reading_of(seen(sets + pair + row("2b", x=12, y=-2.5).turned(50)))
    assert len(shown.tiles("exposed")) == 12
    assert [(tile.tile.code, tile.sure) for tile in shown.tiles("concealed")] == [("7d", sure)] * 2


def test_a_hand_with_a_tile_missing_says_so() -> None:
    shown = reading_of(seen(row("Ew Ew Ew | 9b ? ? 9b", y=-2) + row("4d 5d 6d 7b 7b")))
    assert any("a hand like this has 14 or 15" in problem for problem in shown.problems)


def test_two_hands_in_view_are_said_and_can_be_chosen() -> None:
    mine = row("1c 2c 3c 4c 5c 6c 7c 8c 9c Rd Rd Rd Nw Nw")
    other = row("1d 2d 3d 4d 5d 6d 7d 8d 9d Gd Gd Gd Ww Ww", y=-9)
    view = seen(mine + other, tilt=10)
    first, second = (reading_of(view, choice=choice) for choice in (0, 1))
    assert first.hand == "/ 123456789c RRRd NNw"
    assert second.hand == "/ 123456789d GGGd WWw"
    assert "there is also one of 14 tiles" in first.problems[0]
    with pytest.raises(PhotoError, match=r"^hand\.jpg shows only 2 hands\.$") as raised:
        reading_of(view, choice=2)
    assert raised.value.code == "fewer-hands"


@pytest.mark.parametrize(("shared", "rivals"), [(0, True), (4, True), (5, False)])
def test_another_hand_has_at_most_a_quarter_of_its_tiles_in_common(shared: int, rivals: bool) -> None:
    (hand, *_) = find_hands(TABLE.corners, TABLE.probabilities)
    tiles = len(hand.arrangement.tiles)
    assert tiles == 16
    other = hand.renumbered([*range(shared), *range(tiles + shared, 2 * tiles)])
    view = TABLE + TABLE
    shown = build_reading("hand.jpg", (9, 9), 0, view.probabilities, view.corners, hands=[hand, other])
    assert any("there is also one of 16 tiles" in problem for problem in shown.problems) == rivals


def test_a_choice_beyond_the_hands_in_view_is_refused_or_the_last_of_them() -> None:
    with pytest.raises(PhotoError, match=r"^hand\.jpg shows only one hand\.$"):
        reading_of(TABLE, choice=1)
    last = reading_of(TABLE, choice=98, or_last=True)
    assert last.hand == HAND
    assert last.problems == ("Only one hand can be seen just now.",)


def test_everything_in_view_line_by_line() -> None:
    """From the top down, in whatever order it was found."""
    view = seen(TABLE + seen(heap("1c 9b 5d Sw Rd 3b", x=0, y=-300), scale=1))
    shown = reading_of(
        seen(row("? ? ?", y=-5) + row("5d 5d 4f", x=3) + row("1c 2c 3c", x=6, y=-9)), everything=True
    )
    assert [row.role for row in shown.rows] == [None, None, None]
    assert [[tile.tile.code for tile in row.tiles] for row in shown.rows] == [
        ["1c", "2c", "3c"],
        ["?", "?", "?"],
        ["5d", "5d", "4f"],
    ]
    assert shown.hand == ""
    assert len(view.tiles) == sum(len(row.tiles) for row in reading_of(view, everything=True).rows)


@pytest.mark.parametrize("everything", [False, True])
def test_no_tiles(everything: bool) -> None:
    nothing = View((), np.zeros((0, 4, 2)), np.zeros((0, NO_TILE + 1)))
    dice = with_probs(row("1d"), 0, no=0.9, f1d=0.1)
    for view in (nothing, dice):
        with pytest.raises(PhotoError, match=r"^hand\.jpg shows no mah-jongg tiles\.$") as raised:
            reading_of(view, everything=everything)
        assert raised.value.code == "no-tiles"


NO_HAND = r"^hand\.jpg shows no hand of mah-jongg tiles\.$"
NO_ROWS = r"^hand\.jpg shows what looks like mah-jongg tiles, but no rows of them that make a hand\.$"

FIRST_ROW = "1c 2c 3c 4c 5c 6c 7c 8c 9c Rd Rd Rd Nw Nw"


@pytest.mark.parametrize(
    ("tiles", "belief", "is_hand"),
    [
        pytest.param(14, 1.0, True, id="a hand"),
        pytest.param(14, 0.75, True, id="a hand in the dark"),
        pytest.param(14, 0.55, False, id="keys of a keyboard"),
        pytest.param(8, 1.0, True, id="most of a hand"),
        pytest.param(7, 1.0, False, id="a few dice"),
        pytest.param(8, 0.75, False, id="most of a hand in the dark"),
    ],
)
def test_what_is_too_little_like_tiles_is_no_hand(tiles: int, belief: float, is_hand: bool) -> None:
    view = row(" ".join(FIRST_ROW.split()[-tiles:]))
    rest = (1 - belief) / view.probabilities.shape[1]
    probs = np.where(view.probabilities > 0.5, belief, rest)
    doubtful = View(view.tiles, view.corners, probs)
    if is_hand:
        assert len(reading_of(doubtful).rows[0].tiles) == tiles
    else:
        with pytest.raises(PhotoError, match=NO_HAND if belief < CLEAR_FACE else NO_ROWS) as raised:
            reading_of(doubtful)
        assert raised.value.code == "no-tiles"
    assert len(reading_of(doubtful, everything=True).rows[0].tiles) == tiles


DICE = "1d 2d 3d 3d 3d 3d 4d 4d 4d 5d 5d 5d 6d 6d"
CARDS = "2d 2d 2d 4d 4d 4d 6d 6d 6d 8d 8d 8d 1b 1b"


@pytest.mark.parametrize(
    ("tiles", "belief", "is_hand"),
    [
        (DICE, 0.98, True),
        (DICE, 0.85, False),
        (DICE.replace("6d 6d", "9d 9d"), 0.85, True),
        (CARDS, 0.98, True),
        (CARDS, 0.85, False),
        (CARDS.replace("1b 1b", "9d 9d"), 0.85, True),
    ],
)
def test_faces_that_are_all_on_dice_or_cards_have_to_be_clear(
    tiles: str, belief: float, is_hand: bool
) -> None:
    view = row(tiles)
    rest = (1 - belief) / view.probabilities.shape[1]
    shown = View(view.tiles, view.corners, np.where(view.probabilities > 0.5, belief, rest))
    if is_hand:
        assert len(reading_of(shown).rows[0].tiles) == 14
    else:
        with pytest.raises(PhotoError, match=NO_ROWS):
            reading_of(shown)


def test_a_row_out_of_many_is_no_hand() -> None:
    """Playing cards laid out, a page of characters in squares."""
    middle = row(FIRST_ROW.removesuffix(" Nw"))
    assert reading_of(seen(middle)).hand == "/ 123456789c RRRd Nw"
    around = row("1d 3d 5d 7d 9d 2d 4d", x=3, y=1.45) + row("1b 3b 5b 7b 9b 2b 4b", x=3, y=-1.45)
    with pytest.raises(PhotoError, match=NO_ROWS):
        reading_of(seen(middle + around))


def test_a_hand_on_a_cloth_of_squares_that_look_a_little_like_tiles() -> None:
    view = row(FIRST_ROW)
    for place in (-2, -1, 1, 2):
        view += row(" ".join(reversed(FIRST_ROW.split())), x=0.3 * place, y=1.45 * place)
    probs = view.probabilities.copy()
    probs[14:, :NO_TILE] *= 0.6
    probs[14:, NO_TILE] = 0.4
    cloth = View(view.tiles, view.corners, probs)
    assert reading_of(seen(cloth)).hand == "/ 123456789c RRRd NNw"
    season = with_probs(cloth + row("4f", x=14.1), len(probs), f4f=0.5, f3f=0.45)
    assert (
        reading_of(seen(View(season.tiles, season.corners, season.probabilities))).hand
        == "4f / 123456789c RRRd NNw"
    )


@pytest.mark.parametrize("gap", [0.3, 1.6])
def test_a_frame_printed_on_the_cloth_is_no_white_dragon(gap: float) -> None:
    """However much it looks like one, when the hand is a finished one without it."""
    view = row(FIRST_ROW) + row("Wd", x=14 + gap)
    assert reading_of(seen(view, tilt=30)).hand == "/ 123456789c RRRd NNw"
    lacking = row(FIRST_ROW.replace("Nw Nw", "Wd")) + row("Wd", x=14)
    assert reading_of(seen(lacking, tilt=30)).hand == "/ 123456789c RRRWd Wd"


def test_a_finished_hand_amid_frames() -> None:
    """Frames of the cloth stand in line with a row and between two rows of the hand."""
    view = row("Ew Ew Ew | 5d 5d 5d", y=-3) + row("Wd | Wd Wd | Wd", x=-1.3, y=-1.5, gap=1.5)
    view += row("Wd 4d 5d 6d 7b 7b 7b Nw Nw Wd", x=-1.0)
    assert reading_of(seen(view)).hand == "EEEw 555d / 456d 777b NNw"


def test_what_is_as_likely_nothing_as_a_tile_may_be_nothing() -> None:
    view = seen(row(FIRST_ROW) + row("5d", x=14.1))
    assert reading_of(with_probs(view, 14, no=0.499, f5d=0.45, f3f=0.05)).hand == "/ 123456789c RRRd NNw"


def test_a_tile_where_it_serves_nothing_is_not_taken_for_sure() -> None:
    """A bird among the exposed sets, or set apart from a hand that it does not finish, may be a Season."""
    among = reading_of(seen(row("Ew Ew Ew | 1b | 4f | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw")))
    assert [(str(tile.tile), tile.sure) for tile in among.tiles("exposed") if not tile.sure] == [
        ("1b", False)
    ]
    apart = reading_of(seen(row("1c 2c 3c 4c 5c 6c 7c 8c 9c Rd Rd Nw Ew | 1b", gap=1.0)))
    assert [str(tile.tile) for tile in apart.tiles("set_apart") if not tile.sure] == ["1b"]
    won = reading_of(seen(row("1c 2c 3c 4c 5c 6c 7c 8c 9c Rd Rd Nw Nw | Rd", gap=1.0)))
    assert all(tile.sure for part in won.rows for tile in part.tiles)


@pytest.mark.parametrize(("last", "apart"), [("Nw | Rd", "Rd"), ("Ew | 1b", None)])
def test_who_has_not_won_has_set_no_tile_apart(last: str, apart: str | None) -> None:
    """A little space before the last tile says so of a hand that it finishes."""
    shown = reading_of(seen(row(f"1c 2c 3c 4c 5c 6c 7c 8c 9c Rd Rd Nw {last}", gap=0.22)))
    assert shown.set_apart == (apart and Tile.parse(apart))


@pytest.mark.parametrize(("others", "sure"), [("", True), ("5d 2b", False)])
def test_what_may_be_a_discard_is_not_taken_for_sure(others: str, *, sure: bool) -> None:
    """A tile far from the row that finishes it, with others near by or none."""
    shown = reading_of(seen(row("1c 2c 3c 4c 5c 6c 7c 8c 9c Rd Rd Nw Nw") + heap(f"Rd {others}", x=4, y=-4)))
    assert shown.hand == "/ 123456789c RRd NNw Rd"
    assert [tile.sure for tile in shown.tiles("set_apart")] == [sure]
    assert all(tile.sure for tile in shown.tiles("concealed"))


def test_a_discard_that_would_finish_the_hand_is_left_where_it_lies() -> None:
    waiting = row("4c 5c 6c 7d 8d 2b 2b 2b 3b 3b 5b 6b 7b")
    assert reading_of(seen(waiting + row("9d", x=14))).hand == "/ 456c 78d 22233567b 9d"
    for discards in ("Sw 7b 9d 6b 5d", "9d 5c Sw 8c 7b 1b"):
        shown = reading_of(seen(waiting + heap(discards, x=7, y=-4), tilt=25))
        assert shown.hand == "/ 456c 78d 22233567b"


def test_a_motif_of_the_cloth_is_no_ninth_season() -> None:
    view = row(FIRST_ROW) + row("1f 2f 3f 4f 1s 2s 3s 4s", x=3, y=-2) + row("3s", x=0, y=-3.6)
    shown = reading_of(with_probs(seen(view), 20, f3f=0.5, f3s=0.4, f4s=0.1))
    assert shown.hand == "1234f 1234s / 123456789c RRRd NNw"


def test_a_season_beyond_the_eight_clearest_is_not_quite_sure() -> None:
    view = row("1f 2f 3f 4f 1s 2s 3s 4s 3s")
    told = wary_of_prints(Ground.of(view.corners), with_probs(view, 4, f1s=0.96, no=0.04).probabilities)
    assert told[4, NO_TILE] == pytest.approx(0.12 / 1.08, abs=1e-3)
    assert np.delete(told[:, NO_TILE], 4).max() < 1e-3


def test_a_season_among_discards_far_behind_is_not_the_hands() -> None:
    behind = heap("2c 5d Nw 8b 1d 7c 3b Ew", x=4, y=-7) + row("3f", x=5.5, y=-3)
    small = View(behind.tiles, behind.corners * 0.5 + [3, -3], behind.probabilities)
    assert reading_of(seen(row(FIRST_ROW) + small)).hand == "/ 123456789c RRRd NNw"


def test_a_line_of_things_a_little_like_seasons_is_none() -> None:
    """The side of another player's wall. Beside the hand they might be Seasons of an odd set."""
    for y, hand in ((-4, "/ 123456789c RRRd NNw"), (-1.4, "1f 23s / 123456789c RRRd NNw")):
        view = seen(row(FIRST_ROW) + row("1f 2s 3s", x=5, y=y))
        for tile, likely in zip((14, 15, 16), ("f1f", "f2s", "f3s"), strict=True):
            view = with_probs(view, tile, **{likely: 0.6, "f4f": 0.15, "no": 0.25})
        assert reading_of(view).hand == hand


def test_a_hand_that_hardly_makes_sense_says_so_and_has_no_sure_tile() -> None:
    few = reading_of(seen(row("1c 2c 3c 4d 5d 6d 7b 7b 7b Ew Ew")))
    assert HARDLY_A_HAND in few.problems
    assert not any(tile.sure for tile in few.tiles("concealed"))
    enough = reading_of(seen(row("1c 2c 3c 4d 5d 6d 7b 7b 7b Ew Ew Sw Sw")))
    assert HARDLY_A_HAND not in enough.problems


def test_where_fourteen_tiles_lack_one_face_of_a_hand_those_that_may_be_it_are_unsure() -> None:
    """Six of bamboo, read as a four and surely: who lays down fourteen tiles has won."""
    shown = reading_of(seen(row("1c 2c 3c 7c 8c 9c 4d 4d 4d 5b 4b 7b Rd Rd")))
    assert shown.problems == (NEARLY_COMPLETE,)
    unsure = {tile.tile.code: tile for tile in shown.tiles("concealed") if not tile.sure}
    offered = {code: {face.code for face, _ in tile.alternatives} for code, tile in unsure.items()}
    assert offered == {"4b": {"6b"}, "7b": {"3b", "6b"}}
    for other in ("1c 2c 3c 7c 8c 9c 4d 4d 4d 5b 6b 7b Rd Rd", "1c 2c 3c 7c 8c 9c 4d 4d 4d 5b 4b 7b Rd"):
        shown = reading_of(seen(row(other)))
        assert shown.problems == ()
        assert all(tile.sure for tile in shown.tiles("concealed"))


SMALL = Hindrance("only 21 pixels wide", "from nearer")


def test_what_hinders_is_said_where_a_tile_is_doubtful() -> None:
    assert reading_of(TABLE, hindrance=SMALL).problems == ()
    doubtful = with_probs(TABLE, 7, f1f=0.9, f2f=0.09, no=0.01)
    assert reading_of(doubtful).problems == ()
    assert reading_of(doubtful, hindrance=SMALL).problems == (
        "The tiles are only 21 pixels wide: from nearer, less may be in doubt.",
    )
    assert reading_of(doubtful, everything=True, hindrance=SMALL).problems == ()


def strewn() -> View:
    """Twelve clear faces that lie in no rows."""
    view = row("5d", x=0, y=0)
    for number in range(1, 12):
        view += row(f"{number % 5 + 1}d", x=number % 4 * 3.1, y=number // 4 * 3.3 + number % 3 * 0.4)
    return seen(view)


def faint() -> View:
    view = row("1d 2d")
    return View(view.tiles, view.corners, np.where(view.probabilities > 0.5, 0.6, 0.4 / NO_TILE))


def test_it_is_said_what_of_the_hand_may_not_be_seen() -> None:
    """Asked of its tiles alone, not of discards in view, and not where all tiles in view are named."""
    view = TABLE + seen(heap("5b 6c 2d", 3, -6), tilt=30)
    asked = []

    def unseen(hand: Collection[int]) -> tuple[str, ...]:
        asked.append(set(hand))
        return (CUT_OFF,)

    for everything in (False, True):
        reading = reading_of(view, everything=everything, unseen=unseen)
        assert (CUT_OFF in reading.problems) != everything
    assert asked == [set(range(len(TABLE.tiles)))]


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (strewn(), "no rows of them that make a hand; they are only 21 pixels wide"),
        (faint(), "no hand of mah-jongg tiles; what may be tiles is only 21 pixels wide"),
        (strewn() + row("? ?", x=-400), "no rows of them that make a hand; they are only 21 pixels wide"),
        (row("? ? ?"), "nothing but the backs of mah-jongg tiles"),
    ],
    ids=["faces", "faint", "faces and backs", "backs"],
)
def test_what_hinders_is_said_where_no_hand_is_seen(view: View, said: str) -> None:
    with pytest.raises(PhotoError, match=rf"{said}\.$"):
        reading_of(view, hindrance=SMALL)


def test_things_strewn_over_the_table_are_no_hand() -> None:
    with pytest.raises(PhotoError, match=NO_ROWS):
        reading_of(strewn())


def test_backs_alone_are_no_hand() -> None:
    with pytest.raises(PhotoError, match="nothing but the backs") as refused:
        reading_of(row("? ? ? ? ? ?"))
    assert refused.value.code == "no-tiles"


def test_sure_means_sure() -> None:
    for share in (SURE - 0.01, SURE + 0.01):
        shown = reading_of(with_probs(TABLE, 7, f1f=share, f2f=1 - share))
        assert shown.rows[2].tiles[0].sure == (share >= SURE)
