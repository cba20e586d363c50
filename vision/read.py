"""The way through the vision room: a photo in, a reading out."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.classify import TileClassifier
from vision.compose import build_reading
from vision.detect import Detection, TileDetector, corners_of, hand_side, short_sides
from vision.own_set import OwnSet
from vision.photo import Photo, Pixels, as_photo, load_photo
from vision.reading import Reading

FAR: Final = 0.45
"""Tiles this much narrower than the hand's lie too far away to be of it; two rows of one hand differ less."""

CROWD: Final = 60
"""So many finds are looked at however small they are: a hand, its walls and some discards."""

CLEAR: Final = 0.6
"""Score of finds that say how wide the hand's tiles are: squares of a carpet in front of it score less."""


class Reader:
    """Reads photos of mah-jongg hands. Loading the models takes a moment: make one and keep it.

    `threads` is how many processor cores one reading may use. Raises ModelError when the weights cannot be
    used.
    """

    def __init__(self, threads: int = 2) -> None:
        self._detector = TileDetector(threads)
        self._classifier = TileClassifier(threads)

    def read(
        self,
        photo: str | Path | Photo | Pixels,
        rules: str = "babcock",
        *,
        everything: bool = False,
        choice: int = 0,
        own_set: OwnSet | None = None,
    ) -> Reading:
        """What a photo shows.

        Args:
            photo: an image file, a decoded photo, or BGR pixels (h, w, 3) uint8.
            rules: "babcock" or "millington"; decides what face-down tiles in a kong mean.
            everything: every line of tiles in view instead of the hand.
            choice: which hand to read when several rows of tiles may be one; 0 is the likeliest.
            own_set: tiles of the player's own set as a person has named them, to be heard on doubtful ones.

        Raises PhotoError when the file is no photo, is damaged or too large, or shows no tiles.
        """
        clock = _Clock()
        with clock("decode"):
            photo = load_photo(photo) if isinstance(photo, str | Path) else as_photo(photo)
        with clock("detect"):
            found = self._detector.detect(photo)
            if not everything:
                found = near_enough(found)
        with clock("classify"):
            faces = self._classifier.classify(photo, corners_of(found))
            odds = both_say(faces.odds, np.array([detection.score for detection in found]))
            if own_set is not None:
                odds = own_set.heard(odds, photo, faces.corners)
        with clock("infer"):
            reading = build_reading(
                photo.name,
                photo.size,
                photo.turned,
                odds,
                faces.corners,
                rules=rules,
                everything=everything,
                choice=choice,
            )
        return replace(reading, milliseconds=clock.milliseconds())


def near_enough(found: Sequence[Detection]) -> list[Detection]:
    """The faces that may be the hand's, which lies nearest: a heap of discards far behind it costs time."""
    if len(found) <= CROWD:
        return list(found)
    clear = [detection for detection in found if detection.score >= CLEAR] or found
    sides = short_sides(corners_of(found))
    least = FAR * hand_side(corners_of(clear))
    return [detection for detection, side in zip(found, sides, strict=True) if side >= least]


def both_say(odds: npt.NDArray[np.float32], scores: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    """The odds (n, 44) once the detector's scores (n,) are heard as well on whether there is a tile at all.

    The two networks look at different things, so their odds multiply. What kind of face it is stays open. Of
    tiles that lie face down the detector is never sure, so that a low score says nothing against them.
    """
    scores = np.asarray(scores, np.float64)[:, None]
    heard = odds * scores
    heard[:, FACE_DOWN.index] = odds[:, FACE_DOWN.index] * np.maximum(scores, 1 - scores)[:, 0]
    heard[:, -1] = odds[:, -1] * (1 - scores)[:, 0]
    return np.asarray(heard / np.maximum(heard.sum(axis=1, keepdims=True), 1e-9), np.float32)


class _Clock:
    """Adds up how long each stage took."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self._seconds[stage] = time.perf_counter() - began

    def milliseconds(self) -> dict[str, float]:
        """Each stage, and `total`."""
        stages = {stage: round(1000 * seconds, 1) for stage, seconds in self._seconds.items()}
        return {**stages, "total": round(1000 * sum(self._seconds.values()), 1)}
