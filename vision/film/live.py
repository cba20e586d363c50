"""Reading a hand from moving pictures: tiles are followed over frames, and their looks heard together.

Ten times a second there is no time to look at everything as a photo is looked at. So most frames are searched
only where the tiles were, at the size that the detector likes best, and the whole frame now and then; and the
classifier looks at a few tiles of a frame: new ones first, then doubtful ones, then the others in turn.
"""

import time
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import cv2
import numpy as np

from scoring.score import find_sheet
from scoring.tiles import Tile
from vision.arrays import Array, Pixels
from vision.compose import build_reading, by_themselves
from vision.corners.detect import COARSE, Detection, Region, TileDetector
from vision.corners.quads import short_sides
from vision.errors import PhotoError
from vision.faces.classify import TileClassifier
from vision.faces.crops import Crops
from vision.faces.mirror import are_mirrored
from vision.faces.own_set import OwnSet
from vision.faces.presence import both_say
from vision.film.camera import Frame
from vision.film.motion import MotionFinder, Stillness
from vision.film.tracks import SIGHTINGS, Track, Tracker
from vision.framing import unseen
from vision.legibility import hindrance
from vision.probabilities import are_sure, is_tile
from vision.reading import HARDLY_A_HAND, Reading, ReadTile

WHOLE_EVERY: Final = 8
"""Frames from one search of the whole picture to the next, but for the first ones in which the view holds
still: what lies beside the hand must be found before the hand is relied on."""

MARGIN: Final = 1.5
"""Tile widths around the hand, or around all tiles while there is none, that are searched every time."""

TILE: Final = 30.0
"""Short side of tiles, pixels, in what the detector is shown: about the middle of what training showed."""

SMALLEST: Final = 24.0
"""Where tiles would be smaller than this, the detector is shown all there is, and looks twice by itself."""

LOOKS_A_FRAME: Final = 8
"""Tiles that the classifier looks at in one frame; new tiles alone may be twice as many."""

LOOKS_ENOUGH: Final = 4
"""Looks after which a tile that is sure, or lies beside the hand, is only looked at again in turn; any other
is after as many as are remembered."""

IN_TURN: Final = 2
"""Tiles that are looked at in turn although they are known."""

LEEWAY: Final = 0.6
"""Tile widths by which a view that holds still may tremble."""

STILL: Final = 0.15
"""Seconds without straying further after which a view holds still."""

STEADY: Final = 0.45
"""Seconds for which a view must have held still, and the hand have stayed the same, to be relied on."""

DOUBTED: Final = 1.5
"""The same for a hand that hardly makes sense: what is missing may yet be found."""

NEEDED: Final = 3
"""Looks at each tile of a hand that is relied on."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is known after a frame."""

    frame: Frame
    tiles: tuple[ReadTile, ...]
    """Every tile in view, each by itself."""
    reading: Reading | None
    """The hand, while the view holds still and there is one."""
    steady: bool
    """Whether the reading can be relied on as far as it ever can."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """A reading, what it was made from, and since when the hand has been this one."""

    signature: Hashable
    reading: Reading | None
    since: float


class LiveReader:
    """Reads one camera or film; show it every frame in turn with `see`.

    `rules` may change at any time; `name` is what the readings call their photo. Raises ModelError when the
    weights cannot be used, OptionError for rules of no book.
    """

    def __init__(
        self,
        name: str,
        rules: str = "babcock",
        *,
        choice: int = 0,
        own_set: OwnSet | None = None,
        threads: int = 2,
    ) -> None:
        find_sheet(rules)
        self.rules = rules
        self.name = name
        self._choice, self._own_set = choice, own_set
        self._detector = TileDetector(threads)
        self._classifier = TileClassifier(threads)
        self._motion = MotionFinder()
        self._stillness = Stillness()
        self._tracker = Tracker()
        self._standing: _Standing | None = None
        self._hand: list[Track] = []
        self._frames = 0
        self._at_rest = 0
        self._in_a_mirror = False
        self._compared: float | None = None

    def see(self, frame: Frame) -> Sight:
        """What this frame and those before it show; where they show it as in a mirror, read the other way
        round."""
        if not self._in_a_mirror:
            return self._see(frame)
        sight = self._see(frame.mirrored())
        tiles = tuple(tile.mirrored(frame.size[0]) for tile in sight.tiles)
        reading = sight.reading and sight.reading.mirrored()
        return Sight(frame, tiles, reading, sight.steady)

    def _see(self, frame: Frame) -> Sight:
        """As `see`, of a frame that is not mirrored, or no longer."""
        began = time.perf_counter()
        still_for = self._follow(frame)
        self._find(frame)
        self._look(frame)
        tracks = [track for track in self._tracker.tracks if track.looks and track.is_there]
        probs, corners = self._tracker.faces(tracks)
        probs = both_say(probs, np.array([track.presence for track in tracks]))
        if self._own_set is not None and still_for >= STILL:
            probs = self._own_set.heard(probs, frame.pixels, corners)
        self._standing = self._stand(frame, tracks, probs, corners) if still_for >= STILL else None
        if self._standing is None:
            self._hand = []
        reading, steady = None, False
        if self._standing is not None and self._standing.reading is not None:
            spent = 1000 * (time.perf_counter() - began)
            reading = replace(self._standing.reading, milliseconds={"total": round(spent, 1)})
            unchanged_for = frame.seconds - self._standing.since
            looked_at = all(len(track.looks) >= NEEDED for track in self._hand)
            enough = DOUBTED if HARDLY_A_HAND in reading.problems else STEADY
            steady = looked_at and min(still_for, unchanged_for) >= enough
            if steady and self._seems_mirrored(frame, reading, self._standing.since):
                self._in_a_mirror = not self._in_a_mirror
                self._tracker, self._motion = Tracker(), MotionFinder()
                reading, steady = None, False
        tiles = is_tile(probs)
        return Sight(frame, by_themselves(probs[tiles], corners[tiles]), reading, steady)

    # The steps of one frame

    def _follow(self, frame: Frame) -> float:
        """Moves the tiles along with the view; gives the seconds for which it has held still."""
        motion = self._motion.follow(frame.pixels)
        self._tracker.move(motion, frame.size)
        self._hand = [track for track in self._hand if track in self._tracker.tracks]
        corners = self._tracker.corners(self._tracker.tracks)
        points, side = np.array([frame.size]) / 2, frame.size[0] / 20
        if len(corners):
            points, side = corners.mean(axis=1), _side(corners)
        still_for = self._stillness.note(motion, frame.seconds, points, LEEWAY * side)
        self._at_rest = self._at_rest + 1 if still_for else 0
        if still_for == 0:
            self._tracker.start_anew()
        return still_for

    def _find(self, frame: Frame) -> None:
        """Looks for tiles where they were or, at first and now and then, everywhere."""
        self._frames += 1
        corners = self._tracker.corners(self._hand or self._tracker.tracks)
        whole = 1 <= self._at_rest <= SIGHTINGS or self._frames % WHOLE_EVERY == 0
        if whole or len(corners) == 0:
            self._tracker.update(self._detector.detect(frame.pixels))
            return
        region = _around(corners, frame.size)
        self._tracker.update(self._detect(frame.pixels, region, _side(corners)), region)

    def _detect(self, pixels: Pixels, region: Region, side: float) -> list[Detection]:
        """What the detector finds in a region whose tiles have that short side, shown to it at the size it
        likes best."""
        left, top, right, bottom = region
        piece = pixels[top:bottom, left:right]
        if piece.size == 0:
            return []
        scale = min(1.0, TILE / side, COARSE / max(piece.shape[:2]))
        scale = scale if scale * side >= SMALLEST else 1.0
        found, offset = self._detector.detect(_reduced(piece, scale)), np.array([left, top], np.float32)
        return [replace(find, corners=find.corners / np.float32(scale) + offset) for find in found]

    def _look(self, frame: Frame) -> None:
        """Shows the classifier those tiles of which it may have something new to say."""
        tracks = self._worth_a_look()
        faces = self._classifier.classify(frame.pixels, self._tracker.corners(tracks))
        for track, probs, upright in zip(tracks, faces.probabilities, faces.corners, strict=True):
            track.note(probs, upright)

    def _worth_a_look(self) -> list[Track]:
        """New tiles; then, of those not missed when they were last looked for, what is not known yet, the
        hand first, and a few in turn."""
        there = [track for track in self._tracker.tracks if not track.missed]
        there.sort(key=lambda track: -track.waited)
        new = [track for track in there if not track.looks][: 2 * LOOKS_A_FRAME]
        open_ = [track for track in there if track.looks and not self._is_known(track)]
        open_.sort(key=lambda track: track not in self._hand)
        known = [track for track in there if track.looks and self._is_known(track)]
        return new + (open_ + known[:IN_TURN])[: max(0, LOOKS_A_FRAME - len(new))]

    def _is_known(self, track: Track) -> bool:
        """Whether another look would hardly bring anything."""
        beside = bool(self._hand) and track not in self._hand
        full = len(track.looks) == track.looks.maxlen
        return full or (len(track.looks) >= LOOKS_ENOUGH and (beside or track.is_sure))

    def _seems_mirrored(self, frame: Frame, reading: Reading, since: float) -> bool:
        """Whether a hand some tiles of which are doubtful is seen in a mirror; asked once of each, which has
        been this one `since` then."""
        if self._compared == since:
            return False
        self._compared = since
        tiles = [tile for row in reading.rows for tile in row.tiles]
        if all(tile.sure for tile in tiles):
            return False
        corners = np.array([tile.corners for tile in tiles], np.float32)
        faces = np.array([tile.tile.index for tile in tiles])
        return are_mirrored(Crops(frame.pixels), corners, faces, self._classifier)

    def _stand(self, frame: Frame, tracks: list[Track], probs: Array, corners: Array) -> _Standing:
        """The hand as it stands now, worked out anew only when something has changed."""
        signature = (self.rules, *tracks, *_summary(probs, corners))
        before = self._standing
        if before is not None and before.signature == signature:
            return before
        crops = Crops(frame.pixels)
        try:
            reading = build_reading(
                self.name,
                frame.size,
                0,
                probs,
                corners,
                rules=self.rules,
                choice=self._choice,
                or_last=True,
                hindrance=partial(hindrance, crops, corners, probs),
                unseen=partial(unseen, crops, corners, probs),
            )
        except PhotoError:
            reading = None
        self._hand = _tracks_of(reading, tracks) if reading else []
        same = before is not None and _hand_of(before.reading) == _hand_of(reading)
        since = before.since if before and same else frame.seconds
        return _Standing(signature, reading, since)


def _side(corners: Array) -> float:
    """Short side of most of the tiles (n, 4, 2), pixels."""
    return float(np.median(short_sides(corners)))


def _around(corners: Array, size: tuple[int, int]) -> Region:
    """The part of a frame of that size that holds the tiles (n, 4, 2) and a margin."""
    points, margin = corners.reshape(-1, 2), MARGIN * _side(corners)
    left, top = np.clip(points.min(axis=0) - margin, 0, size).astype(int)
    right, bottom = np.clip(points.max(axis=0) + margin, 0, size).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _reduced(image: Pixels, scale: float) -> Pixels:
    if scale == 1.0:
        return image
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _summary(probs: Array, corners: Array) -> tuple[int, ...]:
    """What a reading depends on, roughly: each tile's likeliest face, its probability and whether that makes
    it sure, and where it lies."""
    if len(probs) == 0:
        return ()
    places = corners.mean(axis=1) / (0.25 * _side(corners))
    likeliest, best = probs.argmax(axis=1), probs.max(axis=1)
    parts = (likeliest, np.rint(best * 10), are_sure(probs), np.rint(places).ravel())
    return tuple(np.concatenate(parts).astype(int).tolist())


def _tracks_of(reading: Reading, tracks: list[Track]) -> list[Track]:
    """The tracks of the tiles in a reading."""
    centres = np.array([track.corners.mean(axis=0) for track in tracks])
    tiles = [tile for row in reading.rows for tile in row.tiles]
    return [
        tracks[int(np.linalg.norm(centres - np.mean(tile.corners, axis=0), axis=1).argmin())]
        for tile in tiles
    ]


def _hand_of(reading: Reading | None) -> tuple[str, Tile | None]:
    """The hand, and which tile lies apart: whether it was drawn hangs on that."""
    return (reading.hand, reading.set_apart) if reading else ("", None)
