"""Names the face in every quadrilateral, with probabilities, and says which way up it stands."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from scoring.tiles import FACE_DOWN
from vision.arrays import Array, Flags, Floats, Indices, Pixels
from vision.corners.quads import short_sides
from vision.faces.blank import heard_beside
from vision.faces.colours import are_dark
from vision.faces.copies import heard_of_copies
from vision.faces.crops import Crops, as_crops
from vision.faces.referee import Referee
from vision.faces.seasons import SeasonReader
from vision.pixels.photo import Photo
from vision.probabilities import CLASSES, clear_faces, season_probabilities, softmax
from vision.runtime import load_model

WITNESSES = 12
"""Tiles looked at first, to learn which way up those of a photo stand."""

_SURE_TURN = 0.9
"""Probability from which a tile's own way up counts for its neighbours."""

_CLEAR = 0.98
"""Probability of one face from which a tile seen the wrong way up is not looked at again: of 466 rendered
hands that no training saw and nothing else is judged by, 355 come out exactly in place of 354, and 15 photos
take 1,231 looks in place of 1,338."""

_WAYS_UP = np.array([0.2, 1, 1, 1], np.float32)
"""Training shows seven tiles in ten upright and one each of the other ways, so the network calls a face that
looks the same both ways upright, and surely. With this factor such a face comes out little better than even,
and is left to those around it."""

_TOGETHER = 5.0
"""How much it speaks for a way up that all tiles around stand so: this is added to the logarithm of its
probability."""

_PARALLEL = 15.0
"""Degrees about which others may be turned against a tile and count as lying as it does (at so many by 1/e):
those of its hand, seldom a discard."""

_BESIDE = 1.8
_STRAIGHT = 8.0
"""Distance in tiles, and degrees, within which others make a row with one."""

_STRAY = 0.05
"""What a tile that is in no row counts for one that is. Of 1,685 Seasons of 1,059 rendered hands 32 are
turned wrongly in place of 40 since rows and parallels count and Seasons do not, of 3,201 others' tiles 405 in
place of 705, of 8,168 other tiles of the hands 61 in place of 62."""

_HEARD = 0.004
"""Where others count just this together, they are believed by half: far off lie other players'."""

_SHAPE = 16.0
"""How much it speaks against a way up that the face would be taller for its width than those around it, or
less tall, for each squared natural logarithm. Of 50 backs in 150 rendered hands one is taken to lie crosswise
in place of four, of 2,256 faces five in place of ten. It counts twice for what is most likely a back, whose
look says nothing: of 355 others in hands that this was not chosen by, six are taken to lie crosswise in place
of eleven."""

_TALL = 4 / 3
"""Height of a face for its width; between 1.25 and 1.4 in most sets."""

_ODD_SHAPE = 0.7
"""Such a logarithm that counts, at most: more is a corner measured wrongly."""


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """What the faces in n quadrilaterals are."""

    probabilities: Array
    """(n, 44) calibrated probabilities over `vision.probabilities.CLASSES`."""
    corners: Array
    """(n, 4, 2) pixels: top-left, top-right, bottom-right, bottom-left of each tile as its face stands."""


class TileClassifier:
    """Reads tile faces; one instance serves many photos and threads. Raises ModelError when the weights
    cannot be used."""

    def __init__(self, threads: int = 2) -> None:
        self._model = load_model("classifier", threads)
        self._inverse_temperature = 1.0 / float(self._model.card["temperature"])
        self._referee = Referee(threads)
        self._seasons = SeasonReader(threads)

    def classify(
        self,
        picture: Crops | Photo | Pixels,
        quads: Array,
        worth_asking: Callable[[Faces], Flags] | None = None,
        scores: Floats | None = None,
    ) -> Faces:
        """The faces in a photo, or in a BGR picture (h, w, 3), at `quads` (n, 4, 2), pixels of it, clockwise
        from any corner; the referee, the reader of Seasons, the likeness of tiles and the neighbours of blank
        ones are heard; dark tiles are named with their negatives. Given as `Crops`, a photo is not looked at
        again where it was before.

        `worth_asking` says which of the faces, as they look at first sight, the referee and the reader are
        asked about; all, where it is left out. `scores` (n,) are the detector's: where they tell that it is
        hardly a tile, the reader is not asked. Raises as `Photo.view`, and as `as_crops`.
        """
        if len(quads) == 0:
            return Faces(np.zeros((0, len(CLASSES)), np.float32), np.zeros((0, 4, 2), np.float32))
        crops = as_crops(picture)
        faces = self.at_first_sight(crops, quads)
        if not crops.with_negatives and _are_dark(faces, crops):
            crops.show_negatives()
            faces = self.at_first_sight(crops, quads)
        probs = faces.probabilities.copy()
        asked = np.arange(len(quads)) if worth_asking is None else np.flatnonzero(worth_asking(faces))
        agreed = self._seasons.agrees(probs[asked], faces.corners[asked], crops.said_by)
        left = asked[~agreed]
        probs[left] = self._referee.heard(probs[left], faces.corners[left], crops.said_by)
        probs[asked] = self._seasons.heard(
            probs[asked], faces.corners[asked], crops.said_by, None if scores is None else scores[asked]
        )
        probs = heard_of_copies(probs, faces.corners, crops.at)
        return Faces(heard_beside(probs, faces.corners, crops), faces.corners)

    def at_first_sight(self, picture: Crops | Photo | Pixels, quads: Array) -> Faces:
        """What the classifier alone says of the faces at `quads` (n, 4, 2), n > 0, as `classify` takes them.

        Every tile is looked at the way up it probably stands and, where the network says otherwise and is
        not clear about the face, once more the right way up. Most tiles of a photo stand the same way, so a
        few are looked at first, as their shape suggests, and the others as these turn out to stand. A tile
        alone in view that is not clear about its way up is looked at all four ways.
        """
        crops = as_crops(picture)
        crops.look(quads)
        first = likely_tops(quads)
        probs = np.zeros((len(quads), len(CLASSES)), np.float32)
        turn_probs = np.full((len(quads), 4), 0.25, np.float32)
        witnesses, others = _witnesses(quads)
        probs[witnesses], turn_probs[witnesses] = self._look(crops, _rolled(quads, first)[witnesses])
        first[others] += agreed_turns(_rolled(quads, first), turn_probs, probs)[others]
        probs[others], turn_probs[others] = self._look(crops, _rolled(quads, first)[others])
        turns = agreed_turns(_rolled(quads, first), turn_probs, probs)
        corners = _rolled(quads, first + turns)
        turned = np.flatnonzero((turns != 0) & (probs.max(axis=1) < _CLEAR))
        probs[turned], _ = self._look(crops, corners[turned])
        if len(quads) == 1 and turn_probs.max() < _SURE_TURN:
            probs = self._any_way_up(crops, corners[0], np.roll(turn_probs[0] / _WAYS_UP, -turns[0]))
        return Faces(probs, corners)

    def logits(self, picture: Crops | Photo | Pixels, corners: Array) -> Array:
        """(n, 44): what the network says of faces at `corners` (n, 4, 2), n > 0, as they stand, before
        temperature scaling."""
        crops = as_crops(picture)
        crops.look(corners)
        faces, _ = crops.said_by(self._model, corners)
        return faces

    def _look(self, crops: Crops, quads: Array) -> tuple[Array, Array]:
        """Probabilities at `quads`, pixels of the photo: of the faces (n, 44), calibrated by temperature
        scaling, and of the turns (n, 4), weighed by `_WAYS_UP`."""
        if len(quads) == 0:
            return np.zeros((0, len(CLASSES)), np.float32), np.zeros((0, 4), np.float32)
        faces, turns = crops.said_by(self._model, quads)
        leaning = softmax(turns) * _WAYS_UP
        return softmax(faces * self._inverse_temperature), leaning / leaning.sum(axis=1, keepdims=True)

    def _any_way_up(self, crops: Crops, corners: Array, likely: Array) -> Array:
        """Probabilities (1, 44) of the face of a tile at `corners` (4, 2) that may stand any way up: what it
        looks like with each corner as its first, weighed by how `likely` (4,) that is."""
        probs, _ = self._look(crops, np.stack([np.roll(corners, -turn, axis=0) for turn in range(4)]))
        return np.asarray(likely[None] @ probs / likely.sum(), np.float32)


def _are_dark(faces: Faces, crops: Crops) -> bool:
    """Whether clear faces are darker than their ink."""
    clear = clear_faces(faces.probabilities)
    return bool(clear.any()) and are_dark(crops, faces.corners[clear])


def _witnesses(quads: Array) -> tuple[Indices, Indices]:
    """Which of the tiles (n, 4, 2) are looked at first, and which then: the largest are the hand's, and
    discards beyond it lie any way up."""
    order = np.argsort(-short_sides(quads), kind="stable")
    return np.sort(order[:WITNESSES]), np.sort(order[WITNESSES:])


def likely_tops(quads: Array) -> Indices:
    """Which corner of each quadrilateral (n, 4, 2) is probably the tile's top-left, judged by its shape
    alone.

    Tiles are taller than wide and mostly photographed upright: of the shorter pair of sides the one further
    up the picture is taken for the top; near-squares are taken to stand upright.
    """
    sides = np.roll(quads, -1, axis=1) - quads
    lengths = np.linalg.norm(sides, axis=2)
    outward = sides[..., 0] / np.maximum(lengths, 1e-6)  # a top side runs to the right on the screen
    pair = lengths[:, [0, 1, 0, 1]] + lengths[:, [2, 3, 2, 3]]
    narrow = pair / np.maximum(pair.sum(axis=1, keepdims=True), 1e-6)
    return np.asarray(np.argmax(outward - 8.0 * (narrow - 0.25), axis=1))


def agreed_turns(
    quads: Array, turn_probabilities: Array, probabilities: Array, *, as_cut_out: bool = True
) -> Indices:
    """How far to roll each quadrilateral's corners so that its first is the tile's top-left: (n,) of 0..3.

    Tiles that lie together stand the same way; half of all faces look the same upside down and cannot tell
    by themselves. So each tile follows those around it that are sure, unless it is very sure itself: a
    discard among discards, a tile laid crosswise into a set. Where nobody is sure, each stands as the network
    says, and one that looks the same both ways as it was shown. Nobody follows a Season: each set decides
    anew what is up in one, and with the name below the picture all of them may look upside down.

    `turn_probabilities` (n, 4) are of the ways up of each tile by itself, `probabilities` (n, 44) of what it
    looks like. `as_cut_out`: the first corner of each is the way up in which it was shown to the network.
    """
    alone = np.asarray(np.argmax(turn_probabilities, axis=1))
    sure = np.asarray(turn_probabilities.max(axis=1) >= _SURE_TURN)
    ups = _ups(quads)
    told = sure * (1 - season_probabilities(probabilities))
    weight = np.asarray(_attention(quads) * told, np.float32)
    known = ups[np.arange(len(quads)), alone]
    leaning = (weight / (weight.sum(axis=1, keepdims=True) + _HEARD)) @ known
    agreement = _TOGETHER * np.einsum("nkd,nd->nk", ups, leaning)
    shape = _SHAPE * (1 + (probabilities.argmax(axis=1, keepdims=True) == FACE_DOWN.index))
    agreement[~sure] += (shape * _fit_in_shape(quads, alone, weight))[~sure]
    followed = np.asarray(weight.any(axis=1))
    unbiased = turn_probabilities / _WAYS_UP if as_cut_out else turn_probabilities
    by_itself = np.where(followed[:, None], turn_probabilities, unbiased)
    return np.asarray(np.argmax(np.log(by_itself + 1e-3) + agreement, axis=1))


def _attention(quads: Array) -> Array:
    """(n, n): how much each quadrilateral pays to every other: those near by, parallel and in a row."""
    centres = quads.mean(axis=1)
    size = np.sqrt(np.abs([cv2.contourArea(quad) for quad in quads])) + 1e-6
    distance = np.linalg.norm(centres[:, None] - centres[None], axis=2) / size[:, None]
    sides = np.roll(quads, -1, axis=1) - quads
    directions = sides[..., 0] + 1j * sides[..., 1]
    # To the fourth power all four sides of a rectangle have one direction.
    square = ((directions / np.maximum(np.abs(directions), 1e-6)) ** 4).sum(axis=1)
    apart = np.degrees(np.abs(np.angle(square[:, None] * square.conj()))) / 4
    beside = (distance < _BESIDE) & ~np.eye(len(quads), dtype=np.bool_)
    straight = apart < _STRAIGHT
    in_row = (beside & straight).sum(axis=1) > (beside & ~straight).sum(axis=1)
    attention = np.exp(-np.square(apart / _PARALLEL)) / (1 + distance**2) ** 2 * np.where(in_row, 1.0, _STRAY)
    np.fill_diagonal(attention, 0.0)
    return np.asarray(attention, np.float32)


def _fit_in_shape(quads: Array, turns: Indices, weight: Array) -> Array:
    """(n, 4) up to 0: how well the shape of each tile fits those around it, `weight` (n, n), if its first,
    second, … corner is the top-left. Seen at a slant, a tile lying crosswise is not as wide as high."""
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    across, along = sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]
    tall = np.log(np.maximum(along, 1e-6) / np.maximum(across, 1e-6))
    tall = tall[:, None] * np.array([1, -1, 1, -1])
    ups, around = _ups(quads), np.arange(len(quads))
    level = np.einsum("nkd,md->nkm", ups, ups[around, turns]) ** 2 < 0.5
    shape = tall[around, turns]
    expected = np.where(level, 2 * np.log(_TALL) - shape, shape)
    fits = -np.square(np.minimum(np.abs(tall[:, :, None] - expected), _ODD_SHAPE))
    return np.asarray(np.einsum("nkm,nm->nk", fits, weight) / np.maximum(weight.sum(axis=1), 1e-9)[:, None])


def _ups(quads: Array) -> Array:
    """(n, 4, 2) unit vectors: which way is up if the first, second, … corner is the top-left."""
    turned = np.stack([np.roll(quads, -k, axis=1) for k in range(4)], axis=1)
    up = (turned[:, :, 0] + turned[:, :, 1] - turned[:, :, 2] - turned[:, :, 3]) / 2
    return np.asarray(up / np.maximum(np.linalg.norm(up, axis=2, keepdims=True), 1e-6), np.float32)


def _rolled(quads: Array, first: Indices) -> Array:
    order = (first[:, None] + np.arange(4)) % 4
    return np.take_along_axis(quads, order[:, :, None], axis=1)
