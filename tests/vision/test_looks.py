"""What a look at a photo shows, and when a second one is believed."""

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

import cv2
import numpy as np
import pytest

from scoring.tiles import Tile
from tests.vision.tables import View, certain, row, seen, upright
from vision.again import BETTER, BETWEEN, WORTHWHILE, hidden_places, is_confirmed, is_settled
from vision.arrays import Array, Floats
from vision.corners.detect import UNSEEN, Detection, TileDetector, corners_of, elsewhere
from vision.faces.classify import Faces, TileClassifier
from vision.faces.crops import Crops
from vision.hand.hands import Hand, find_hands
from vision.looks import PLENTY, Finds, Looks, near_enough, of_the_hand
from vision.pixels.photo import Photo, as_photo
from vision.probabilities import FACES, KINDS, NO_TILE, clear_faces


def test_what_lies_far_behind_the_hand_is_not_looked_at_for_it() -> None:
    square = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]], np.float32)

    def row(side: float, count: int, score: float) -> list[Detection]:
        return [Detection(square * side + np.float32(2 * side * place), score) for place in range(count)]

    hand, beside, heap, carpet = row(50, 14, 0.9), row(30, 20, 0.7), row(20, 40, 0.9), row(150, 20, 0.4)
    assert near_enough([*carpet, *hand, *beside, *heap]) == [*carpet, *hand, *beside]
    assert near_enough([*hand, *heap]) == [*hand, *heap], "few enough to be looked at all"
    assert near_enough([]) == []


KONG = seen(row("9b 9b 9b 9b | Ew Ew Ew", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"), tilt=30)


def without(view: View, *tiles: int) -> View:
    """The view less some of its tiles."""
    kept = [tile for tile in range(len(view.tiles)) if tile not in tiles]
    return View(tuple(view.tiles[tile] for tile in kept), view.corners[kept], view.probabilities[kept])


@pytest.mark.parametrize("missing", [(0,), (1,), (1, 2), (3,), (10,)])
def test_the_place_of_a_tile_that_nobody_saw(missing: tuple[int, ...]) -> None:
    """At the ends of rows and in them, to a fifth of a tile's width."""
    seen_by_somebody = without(KONG, *missing)
    places = hidden_places(seen_by_somebody.corners, seen_by_somebody.probabilities)
    for tile in missing:
        distance = np.linalg.norm(corners_of(places).mean(axis=1) - KONG.corners[tile].mean(axis=0), axis=1)
        width = np.linalg.norm(KONG.corners[tile, 1] - KONG.corners[tile, 0])
        assert distance.min() < width / 5
        assert places[distance.argmin()].score == (UNSEEN if tile == 0 else BETWEEN)


@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize("other_way_up", [0, 2, 13])
def test_a_tile_taken_to_stand_another_way_up_does_not_hide_its_neighbours(
    other_way_up: int, turns: int
) -> None:
    """Beside and between tiles there is room for one of their size, however each of them is said to stand."""
    view = without(KONG, 1)
    view.corners[other_way_up] = np.roll(view.corners[other_way_up], turns, axis=0)
    areas = [cv2.contourArea(quad) for quad in view.corners.astype(np.float32)]
    for place in hidden_places(view.corners, view.probabilities):
        assert min(areas) / 1.5 < cv2.contourArea(place.corners) < max(areas) * 1.5


def test_places_beside_things_that_are_no_tiles_are_not_looked_at() -> None:
    nothing = np.zeros_like(KONG.probabilities)
    nothing[:, NO_TILE] = 1.0
    assert not hidden_places(KONG.corners, nothing)
    assert not hidden_places(KONG.corners[:0], KONG.probabilities[:0])


def hands_in(view: View) -> list[Hand]:
    return find_hands(view.corners, view.probabilities)


def test_a_hand_that_was_won_or_is_a_tidy_one_of_thirteen_is_settled() -> None:
    assert is_settled(hands_in(KONG))
    assert is_settled(hands_in(seen(row("1b 1b 3b 4b 6b 2d 2d 7d 8d 9d 5c Ew Ew"))))
    assert not is_settled(hands_in(without(KONG, 9))), "a row with a gap"
    assert not is_settled(hands_in(seen(row("1b 1b 3b 4b 6b 2d 2d 7d 8d 9d 5c Ew")))), "twelve tiles"
    assert not is_settled([])


def test_a_hand_seen_twice_is_confirmed() -> None:
    won, lacking = hands_in(KONG), hands_in(without(KONG, 9))
    assert is_confirmed(lacking, lacking)
    assert not is_confirmed(lacking, won), "a tile more"
    assert not is_confirmed([], []), "nothing seen twice is no hand"
    untidy = [replace(lacking[0], cost=30.0)]
    assert not is_confirmed(untidy, untidy)


def test_a_few_clear_faces_say_nothing_about_where_the_hand_lies() -> None:
    probs = KONG.probabilities.astype(np.float32)
    assert clear_faces(probs).all()
    probs[4:] = 1 / probs.shape[1]
    assert not clear_faces(probs).any()
    probs[4] = probs[0]
    assert clear_faces(probs).sum() == 5


def test_a_season_is_clear_whichever_it_is() -> None:
    probs = KONG.probabilities.astype(np.float32)
    probs[0] = 0.0
    probs[0, KINDS:FACES] = 1 / (FACES - KINDS)
    assert clear_faces(probs)[0]


MIDDLING = 128


class Sights:
    """A detector that sees one view at first and another one more closely, and maybe another one of them in a
    photo that is light, or from afar; and a classifier that knows the tiles of `KONG`, `dark` ones or not,
    and nothing elsewhere."""

    def __init__(
        self,
        first: View,
        closer: View,
        light: View | None = None,
        afar: View | None = None,
        *,
        dark: bool = False,
    ) -> None:
        self.first, self.closer, self.light, self.dark = first, closer, light or first, dark
        self.afar = afar
        self.looks = 0
        self.turned = False

    def detect(self, photo: Photo, *, both_ways_up: bool = False) -> list[Detection]:
        self.turned |= both_ways_up
        view = self.light if photo.pixels.mean() > MIDDLING else self.first
        return [Detection(quad, 0.9) for quad in view.corners]

    def look_closer(self, _photo: Photo, _faces: Array, *, both_ways_up: bool) -> list[Detection]:
        assert both_ways_up == self.turned
        return [Detection(quad, 0.9) for quad in self.closer.corners]

    def look_from_afar(self, _photo: Photo, _length: int) -> list[Detection]:
        return [Detection(quad, 0.9) for quad in self.afar.corners] if self.afar else []

    def classify(self, crops: Crops, quads: Array, _worth_asking: object, scores: Floats) -> Faces:
        assert scores.shape == (len(quads),)
        self.looks += 1
        if len(quads):
            crops.look(quads)
        if self.dark:
            crops.show_negatives()
        corners = KONG.corners.astype(np.float32)
        known = {quad.tobytes(): probs for quad, probs in zip(corners, KONG.probabilities, strict=True)}
        nothing = np.eye(NO_TILE + 1)[NO_TILE]
        probs = np.array([known.get(quad.tobytes(), nothing) for quad in quads], np.float32)
        return Faces(probs.reshape(-1, NO_TILE + 1), quads)


def looks_at(sights: Sights) -> Looks:
    """The looks at a photo that is dark."""
    photo = as_photo(np.zeros((60, 80, 3), np.uint8))
    return Looks(cast(TileDetector, sights), cast(TileClassifier, sights), photo)


def hand_seen(sights: Sights) -> Finds:
    """What is seen of a photo that is dark, for the hand."""
    return looks_at(sights).hand()


@pytest.mark.parametrize(
    ("missed", "looks"),
    [
        pytest.param((), 2, id="settled"),
        pytest.param((9,), 4, id="confirmed"),
        pytest.param((9, 12), 6, id="another hand, and none that was won"),
    ],
)
def test_gaps_are_looked_into_only_where_a_closer_look_says_nothing_of_use(
    missed: tuple[int, ...], looks: int
) -> None:
    sights = Sights(without(KONG, 9), without(KONG, *missed))
    found = hand_seen(sights)
    assert sights.looks == looks, "as many both ways up where that does not settle it"
    assert sights.turned == bool(missed)
    assert is_settled(found.hands) == (not missed)


@pytest.mark.parametrize(
    ("costs", "believed"),
    [
        pytest.param((8.0, 8.0 - WORTHWHILE - 0.1, 8.0, 8.0), 1, id="closer, and much likelier"),
        pytest.param((8.0, 8.0 - WORTHWHILE + 0.1, 8.0, 8.0), 0, id="closer, and hardly likelier"),
        pytest.param((8.0, 8.0, 8.0 - BETTER - 0.1, 8.0), 2, id="both ways up, and likelier"),
        pytest.param((8.0, 8.0, 8.0 - BETTER + 0.1, 8.0), 0, id="both ways up, and hardly likelier"),
    ],
)
def test_another_look_is_believed_only_where_its_hand_is_likelier(
    costs: tuple[float, ...], believed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (hand,) = hands_in(KONG)[:1]
    seen_so_far = iter([replace(hand, cost=cost)] for cost in costs)
    monkeypatch.setattr("vision.looks.find_hands", lambda *_: next(seen_so_far))
    sights = Sights(KONG, KONG)
    found = hand_seen(sights)
    assert sights.looks == len(costs)
    assert found.hands[0].cost == costs[believed]


def test_a_photo_that_shows_no_hand_is_not_turned_until_it_shows_one() -> None:
    sights = Sights(without(KONG, *range(1, 15)), KONG)
    assert not hand_seen(sights).hands
    assert not sights.turned


def test_a_photo_that_shows_no_hand_is_looked_at_as_a_negative() -> None:
    few = without(KONG, *range(1, 15))
    sights = Sights(few, few, KONG)
    assert is_settled(hand_seen(sights).hands)
    assert not sights.turned


@pytest.mark.parametrize("shown", [PLENTY - 1, PLENTY])
def test_clear_faces_enough_for_a_hand_are_not_looked_at_as_a_negative(
    shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.looks.find_hands", lambda *_: [])
    view = without(KONG, *range(shown, len(KONG.corners)))
    sights = Sights(view, view)
    hand_seen(sights)
    plenty = sights.looks
    sights.looks, sights.dark = 0, True
    hand_seen(sights)
    assert (plenty < sights.looks) == (shown == PLENTY), "unless they are dark"


@pytest.mark.parametrize("dark", [False, True])
def test_dark_tiles_are_looked_at_as_a_negative_where_they_are_not_settled(dark: bool) -> None:
    gap = without(KONG, 9)
    sights = Sights(gap, gap, KONG, dark=dark)
    found = hand_seen(sights)
    assert is_settled(found.hands) == dark


def some(*tiles: int) -> View:
    """These tiles of the view alone."""
    return without(KONG, *(tile for tile in range(len(KONG.tiles)) if tile not in tiles))


@pytest.mark.parametrize("of_the_hand_alone", [False, True])
@pytest.mark.parametrize(
    ("first", "afar", "believed"),
    [
        pytest.param((), (0, 1), "afar", id="nothing but from afar"),
        pytest.param((0,), (1, 2, 3), "afar", id="more from afar"),
        pytest.param((1, 2, 3), (0,), "first", id="less from afar"),
        pytest.param(range(PLENTY), range(PLENTY + 1), "first", id="enough for a hand"),
    ],
)
def test_few_faces_are_looked_for_from_afar(
    first: Iterable[int],
    afar: Iterable[int],
    believed: str,
    of_the_hand_alone: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.looks.find_hands", lambda *_: [])
    views = {"first": some(*first), "afar": some(*afar)}
    looks = looks_at(Sights(views["first"], views["first"], afar=views["afar"]))
    seen = looks.hand() if of_the_hand_alone else looks.everything()
    assert np.array_equal(seen.corners, views[believed].corners.astype(np.float32))


def test_a_hand_that_is_seen_is_not_looked_for_from_afar(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = hands_in(KONG)[:1]
    monkeypatch.setattr("vision.looks.find_hands", lambda *_: hands)
    few = some(0, 1, 2)
    seen = hand_seen(Sights(few, few, afar=KONG))
    assert len(seen.corners) == len(few.corners)


def test_where_something_was_found_nothing_is_hidden() -> None:
    square = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    found = [Detection(square, 0.4)]
    beside, again = Detection(square + np.float32(33), 0.1), Detection(square + np.float32(5), 0.1)
    assert elsewhere(found, [again, beside]) == [beside]
    assert elsewhere(found, []) == []


def test_only_what_may_be_the_hands_is_asked_about() -> None:
    """Beside a row of five clear tiles: what is next to it, four tiles away, five, and small."""
    lefts = (100, 140, 180, 220, 260, 300, 420, 465)
    large = [upright(left, 300, 40, 54) for left in lefts]
    corners = np.stack([*large, upright(100, 200, 20, 27)])
    probs = np.full((len(corners), NO_TILE + 1), 0.5 / NO_TILE, np.float32)
    probs[:5] = certain([Tile.parse("1c")] * 5)
    probs[5:, 0] = 0.5
    asked = of_the_hand(Faces(probs, corners))
    assert asked.tolist() == [True, True, True, True, True, True, True, False, False]
    assert of_the_hand(Faces(probs[5:], corners[5:])).all(), "who knows which are the hand's"
