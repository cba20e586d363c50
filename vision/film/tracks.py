"""Tiles followed over frames: which find is which tile, and what all its looks say together.

A track is one tile. Its corners are averaged over the frames, its presence is what the detector said of it
over the last frames, a frame without it included, and its face what the classifier said over its last looks.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Floats
from vision.corners.detect import Detection, Region
from vision.corners.quads import in_step, short_sides
from vision.faces.classify import agreed_turns
from vision.film.motion import Motion
from vision.probabilities import CLASSES, are_sure

LOOKS_KEPT: Final = 12
"""Looks of the classifier that are remembered of a tile."""

FRAMES: Final = 12
"""Frames over which a tile's presence is judged."""

MISSED: Final = 0.1
"""The detector's score of a tile that it does not find: it tells hardly anything below 0.3."""

GONE: Final = 5
"""Frames in a row without it after which a tile has gone."""

SIGHTINGS: Final = 3
"""Frames in which something must have been found to count as there."""

REACH: Final = 0.5
"""Short sides of a tile within which its next find lies: tiles do not overlap, so no other's centre does."""

SETTLE: Final = 6
"""Frames over which corners are averaged."""

_FLOOR: Final = 1e-4
"""The least that a probability by one look counts as: no look alone can rule a face out."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the classifier said of a tile in one frame: probabilities (44,), and which of the track's corners
    it took for the tile's top-left."""

    probabilities: Array
    top: int


@dataclass(slots=True, eq=False)
class Track:
    """One tile, followed."""

    corners: Floats
    """(4, 2) pixels of the newest frame, clockwise; which one is the tile's top-left is not known."""
    scores: deque[float] = field(default_factory=lambda: deque(maxlen=FRAMES))
    """The detector's, the newest last."""
    looks: deque[Look] = field(default_factory=lambda: deque(maxlen=LOOKS_KEPT))
    seen: int = 0
    """Frames in which it was found since its corners were last averaged anew, up to `SETTLE`."""
    missed: int = 0
    """Frames in a row in which it was not."""
    waited: int = 0
    """Frames since the classifier last looked at it."""

    def find(self, detection: Detection) -> None:
        """It was found in this frame."""
        corners = in_step(detection.corners, self.corners)
        self.seen = min(self.seen + 1, SETTLE)
        self.corners = self.corners + (corners - self.corners) / self.seen
        self.scores.append(detection.score)
        self.missed = 0

    def miss(self) -> None:
        """It was not."""
        self.scores.append(MISSED)
        self.missed += 1

    def note(self, probabilities: Array, upright: Array) -> None:
        """What the classifier said: probabilities (44,), and the corners (4, 2) as it takes the tile to
        stand."""
        steps = np.linalg.norm(self.corners - upright[0], axis=1)
        look = Look(probabilities, int(np.argmin(steps)))
        if self._shows_another_tile(look):
            self._forget_all_but_the_last_look()
        self.looks.append(look)
        self.waited = 0

    def start_anew(self) -> None:
        """The view has moved: only what was seen last still counts."""
        self._forget_all_but_the_last_look()
        self.seen = 1

    def _forget_all_but_the_last_look(self) -> None:
        while len(self.looks) > 1:
            self.looks.popleft()

    @property
    def presence(self) -> float:
        """The detector's score over the last frames: the mean in log odds."""
        logits = [np.log(score / (1 - score)) for score in np.clip(self.scores, 0.01, 0.99)]
        return float(1 / (1 + np.exp(-np.mean(logits))))

    @property
    def is_there(self) -> bool:
        """Whether it was found often enough, and in no fewer than half of the last frames: reflections come
        and go."""
        found = sum(score > MISSED for score in self.scores)
        return found >= SIGHTINGS and 2 * found >= len(self.scores)

    @property
    def is_sure(self) -> bool:
        """Whether it counts as read for sure, from the looks so far."""
        return bool(are_sure(pooled([look.probabilities for look in self.looks])[None])[0])

    def top_probabilities(self) -> Array:
        """(4,) probabilities that the first, second, … corner is the tile's top-left, from the looks so
        far."""
        votes = np.full(4, 0.1, np.float32)
        for look in self.looks:
            votes[look.top] += 1
        return np.asarray(votes / votes.sum(), np.float32)

    def probabilities(self, top: int) -> Array:
        """(44,) what its looks say together: those that took it to stand this way, unless all say it more
        clearly. Of a face that looks the same upside down a single blurred one may stand this way."""
        upright = pooled([look.probabilities for look in self.looks if look.top == top])
        return max(
            upright, pooled([look.probabilities for look in self.looks]), key=lambda probs: float(probs.max())
        )

    def _shows_another_tile(self, look: Look) -> bool:
        """Whether another tile lies here now: two looks in a row, this one surely, show the same face, and
        none of two or more before does."""
        if len(self.looks) < 3:
            return False
        face, last = int(look.probabilities.argmax()), int(self.looks[-1].probabilities.argmax())
        before = [int(earlier.probabilities.argmax()) for earlier in list(self.looks)[:-1]]
        return face == last and face not in before and float(look.probabilities.max()) > 0.9


def pooled(looks: Sequence[Array]) -> Array:
    """Several looks at one tile, (44,) probabilities each, as one: the mean of their logarithms (a
    logarithmic opinion pool).

    Looks at the same tile are far from independent (the same engraving, the same light), so their
    probabilities do not multiply: that would make misreads sure (`models.steadiness` compares). The mean
    keeps them calibrated and lets a clear look outweigh a blurred one.
    """
    if not looks:
        return np.full(len(CLASSES), 1 / len(CLASSES), np.float32)
    mean = np.exp(np.mean(np.log(np.maximum(looks, _FLOOR)), axis=0))
    return np.asarray(mean / mean.sum(), np.float32)


class Tracker:
    """All tiles in view, from frame to frame."""

    def __init__(self) -> None:
        self.tracks: list[Track] = []

    def move(self, motion: Motion | None, size: tuple[int, int]) -> None:
        """The view has moved; None when nobody knows how, and then all tiles are new. Those that are no
        longer in a frame of that size have gone: nobody can look for them."""
        tracks = self.tracks if motion is not None else []
        for track in tracks:
            track.corners = motion.moved(track.corners) if motion else track.corners
        self.tracks = [track for track in tracks if _lies_in(track.corners, (0, 0, *size))]

    def update(self, found: Sequence[Detection], region: Region | None = None) -> None:
        """Gives every find of this frame to its tile, and makes new tiles of the rest.

        Where only a region was searched, tiles outside it are left as they are.
        """
        pairs = dict(_pairs([track.corners for track in self.tracks], [find.corners for find in found]))
        for index, track in enumerate(self.tracks):
            if index in pairs:
                track.find(found[pairs[index]])
            elif region is None or _lies_in(track.corners, region):
                track.miss()
            track.waited += 1
        self.tracks = [track for track in self.tracks if track.missed < GONE]
        for index in set(range(len(found))) - set(pairs.values()):
            track = Track(np.asarray(found[index].corners, np.float64))
            track.find(found[index])
            self.tracks.append(track)

    def start_anew(self) -> None:
        """The view has moved to another place."""
        for track in self.tracks:
            track.start_anew()

    @staticmethod
    def corners(tracks: Sequence[Track]) -> Array:
        """(n, 4, 2) pixels."""
        return np.array([track.corners for track in tracks], np.float32).reshape(-1, 4, 2)

    @staticmethod
    def faces(tracks: Sequence[Track]) -> tuple[Array, Array]:
        """Of tiles that have been looked at: probabilities (n, 44) and upright corners (n, 4, 2)."""
        if not tracks:
            return np.zeros((0, len(CLASSES)), np.float32), np.zeros((0, 4, 2), np.float32)
        quads = Tracker.corners(tracks)
        alone = np.array([track.top_probabilities() for track in tracks], np.float32)
        looks = [
            track.probabilities(int(top)) for track, top in zip(tracks, alone.argmax(axis=1), strict=True)
        ]
        tops = agreed_turns(quads, alone, np.array(looks, np.float32), as_cut_out=False)
        probs = np.array(
            [track.probabilities(int(top)) for track, top in zip(tracks, tops, strict=True)], np.float32
        )
        upright = [np.roll(quad, -int(top), axis=0) for quad, top in zip(quads, tops, strict=True)]
        return probs, np.array(upright, np.float32)


def _lies_in(corners: Floats, region: Region) -> bool:
    x, y = corners.mean(axis=0)
    left, top, right, bottom = region
    return bool(left <= x < right and top <= y < bottom)


def _pairs(
    tracks: Sequence[npt.NDArray[np.floating]], found: Sequence[npt.NDArray[np.floating]]
) -> list[tuple[int, int]]:
    """(track, find) that lie within `REACH` of each other, the nearest first, each once."""
    if not tracks or not found:
        return []
    quads = np.asarray(tracks, np.float32)
    centres = np.asarray(found, np.float32).mean(axis=1)
    distance = np.linalg.norm(quads.mean(axis=1)[:, None] - centres[None], axis=2)
    distance /= np.maximum(short_sides(quads), 1.0)[:, None]
    pairs: list[tuple[int, int]] = []
    while distance.min() < REACH:
        track, find = np.unravel_index(int(distance.argmin()), distance.shape)
        pairs.append((int(track), int(find)))
        distance[track], distance[:, find] = np.inf, np.inf
    return pairs
