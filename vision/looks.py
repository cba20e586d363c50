"""Looks at a photo: what is there, by name, and the hands that it may be; again where that is no hand."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.again import BETTER, WORTHWHILE, hidden_places, is_confirmed, is_settled
from vision.arrays import Array, Flags
from vision.corners.detect import FROM_AFAR, Detection, TileDetector, corners_of, elsewhere
from vision.corners.quads import SMALLER, hand_side, short_sides
from vision.faces.classify import Faces, TileClassifier
from vision.faces.crops import Crops
from vision.faces.material import heard_of_material
from vision.faces.own_set import OwnSet
from vision.faces.presence import both_say, no_seasons
from vision.faces.surroundings import heard_of_surroundings
from vision.hand.hands import Hand, cost_of, find_hands
from vision.hand.table import COMPLETE
from vision.pixels.photo import Photo
from vision.probabilities import CLEAR_FACE, NO_TILE, clear_faces, face_probabilities

TOO_SMALL: Final = 0.45
"""Tiles narrower than this share of the hand's lie too far away to be of it; two rows of one hand differ
less."""

CROWD: Final = 60
"""So many finds are looked at however small they are: a hand, its walls and some discards."""

APART: Final = 4.0
"""Finds farther than this, in widths of the hand's tiles, from any clear face as large are not asked about:
motifs all over a cloth. Of 461 rendered hands as many come out exactly, with a quarter less asked; with 2.5
it is four fewer."""

CLEAR_FIND: Final = 0.6
"""Score of finds that say how wide the hand's tiles are: squares of a carpet in front of it score less."""

PLENTY: Final = COMPLETE - 1
"""Clear faces that would be all of a hand: light ones that make none are not looked at as a negative. Of
1,262 rendered hands 31 show none at first, six of them as many clear faces, and none of the six is read
better as a negative; fourteen rendered tables of light discards, heaps and walls are refused in half the
time."""

PROBABLY_NOTHING: Final = 0.9
"""Probability of being nothing from which a find is not looked at a second time."""


def of_the_hand(faces: Faces) -> Flags:
    """Which of the faces may be the hand's, as they look at first sight: as large, and not by themselves.
    About the others neither the referee nor the reader of Seasons is asked."""
    clear = clear_faces(faces.probabilities)
    if not clear.any():
        return np.ones(len(faces.corners), bool)
    hand = hand_side(faces.corners[clear])
    large = short_sides(faces.corners) >= SMALLER * hand
    middles = faces.corners.mean(axis=1)
    away = np.linalg.norm(middles[:, None] - middles, axis=2)
    away[:, ~(clear & large)] = np.inf
    np.fill_diagonal(away, np.inf)
    return np.asarray(large & (away.min(axis=1) <= APART * hand))


@dataclass(frozen=True, slots=True, eq=False)
class Finds:
    """What one look at a photo showed."""

    found: Sequence[Detection]
    probabilities: Array
    """(n, 44): of what each of them is."""
    corners: Array
    """(n, 4, 2) pixels: their top-left, top-right, bottom-right and bottom-left as they stand."""
    hands: Sequence[Hand] = ()
    """The hands that they may be, best first."""


@dataclass(frozen=True, slots=True, eq=False)
class Rendition:
    """What the detector is shown: a photo or its negative, upright or both ways up."""

    photo: Photo
    both_ways_up: bool = False


Stage = Callable[[str], AbstractContextManager[None]]
"""Gives what a part of the work, by its name, is done within."""


def untimed(_: str) -> AbstractContextManager[None]:
    """Any part of the work, of which nobody wants to know how long it takes."""
    return nullcontext()


class Looks:
    """The looks at one photo, and the `crops` they saw. `stage` may time what is done within it."""

    def __init__(
        self,
        detector: TileDetector,
        classifier: TileClassifier,
        photo: Photo,
        own_set: OwnSet | None = None,
        stage: Stage = untimed,
    ) -> None:
        self._detector, self._classifier = detector, classifier
        self._photo, self._own_set, self._stage = photo, own_set, stage
        self.crops = Crops(photo)

    def everything(self) -> Finds:
        """All tiles in view."""
        with self._stage("detect"):
            found = self._detector.detect(self._photo)
        return self._or_from_afar(self._named(found, None))

    def hand(self) -> Finds:
        """The tiles that may be the hand, and what hands they may be; where none of these is settled, as
        another rendition of the photo shows them if its hand is better; where there is none, from afar."""
        look = self._hand(Rendition(self._photo))
        for rendition in self._other_renditions(look):
            if is_settled(look.hands):
                break
            other = self._hand(rendition)
            if _cost(other) < _cost(look) - BETTER:
                look = other
        if look.hands:
            return look
        afar = self._or_from_afar(look)
        return look if afar is look else self._with_hands(afar)

    def _or_from_afar(self, look: Finds) -> Finds:
        """A look or, where it shows too few faces for a hand, the photo as seen from afar, if clear faces
        cover more of it there: tiles that fill it look like none, or their dots like tiles."""
        if clear_faces(look.probabilities).sum() >= PLENTY:
            return look
        return max([look, *map(self._from_afar, FROM_AFAR)], key=_area_of_faces)

    def _from_afar(self, length: int) -> Finds:
        """The photo with its longer side only so many pixels long."""
        with self._stage("detect"):
            found = self._detector.look_from_afar(self._photo, length)
        return self._named(found, None)

    def _other_renditions(self, look: Finds) -> Iterator[Rendition]:
        """How else the photo is looked at where a look at it left something open: both ways up if it showed
        a hand; as a negative if its tiles may be dark, of which the networks know few."""
        if look.hands:
            yield Rendition(self._photo, both_ways_up=True)
        few = clear_faces(look.probabilities).sum() < PLENTY
        if self.crops.with_negatives or (few and not look.hands):
            yield Rendition(self._photo.negative())

    def _hand(self, shown: Rendition) -> Finds:
        """As `hand`, by one rendition of the photo."""
        with self._stage("detect"):
            found = near_enough(self._detector.detect(shown.photo, both_ways_up=shown.both_ways_up))
        first = self._with_hands(self._named(found))
        return first if is_settled(first.hands) else self._again(shown, first)

    def _again(self, shown: Rendition, first: Finds) -> Finds:
        """The photo looked at more closely and, where that neither settles nor confirms anything, where the
        rows of the better look have gaps; or as it was seen first when neither shows a better hand."""
        closer = self._closer(shown, first)
        best = min(first, closer or first, key=_cost)
        confirmed = closer is not None and is_confirmed(first.hands, closer.hands)
        if not confirmed and not is_settled(best.hands):
            best = min(best, self._with_gaps_filled(best) or best, key=_cost)
        return best if _cost(best) <= _cost(first) - WORTHWHILE else first

    def _closer(self, shown: Rendition, look: Finds) -> Finds | None:
        """The photo looked at as closely as the clear faces of a look demand; None when they are too few."""
        clear = clear_faces(look.probabilities)
        if not clear.any():
            return None
        with self._stage("detect"):
            faces, both_ways_up = look.corners[clear], shown.both_ways_up
            seen = self._detector.look_closer(shown.photo, faces, both_ways_up=both_ways_up)
            closer = near_enough(seen)
        return self._with_hands(self._named(closer))

    def _with_gaps_filled(self, look: Finds) -> Finds | None:
        """The tiles of a look and what lies in and beside their rows; None when there is no such place."""
        likely = look.probabilities[:, NO_TILE] < PROBABLY_NOTHING
        tiles = [detection for detection, kept in zip(look.found, likely, strict=True) if kept]
        hidden = elsewhere(tiles, hidden_places(look.corners, look.probabilities))
        if not hidden:
            return None
        fuller = self._named([*tiles, *hidden])
        return self._with_hands(replace(fuller, probabilities=no_seasons(fuller.probabilities, len(tiles))))

    def _named(
        self, found: Sequence[Detection], worth_asking: Callable[[Faces], Flags] | None = of_the_hand
    ) -> Finds:
        with self._stage("classify"):
            scores = np.array([detection.score for detection in found])
            faces = self._classifier.classify(self.crops, corners_of(found), worth_asking, scores)
            probs = both_say(faces.probabilities, scores)
            probs = heard_of_surroundings(probs, faces.corners, self.crops)
            probs = heard_of_material(probs, faces.corners, self.crops)
            if self._own_set is not None:
                probs = self._own_set.heard(probs, self.crops, faces.corners)
        return Finds(found, probs, faces.corners)

    def _with_hands(self, look: Finds) -> Finds:
        with self._stage("infer"):
            return replace(look, hands=find_hands(look.corners, look.probabilities))


def _cost(look: Finds) -> float:
    return cost_of(look.hands)


def _area_of_faces(look: Finds) -> float:
    """How much of the photo the clear faces of a look cover, pixels, be they ever so few."""
    quads = look.corners[face_probabilities(look.probabilities) > CLEAR_FACE]
    return float(sum(cv2.contourArea(quad) for quad in quads))


def near_enough(found: Sequence[Detection]) -> list[Detection]:
    """The faces that may be the hand's, which lies nearest: a heap of discards far behind it costs time."""
    if len(found) <= CROWD:
        return list(found)
    clear = [detection for detection in found if detection.score >= CLEAR_FIND] or found
    sides = short_sides(corners_of(found))
    least = TOO_SMALL * hand_side(corners_of(clear))
    return [detection for detection, side in zip(found, sides, strict=True) if side >= least]
