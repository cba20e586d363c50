"""The way through the vision room: a photo in, a reading out."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from scoring.score import find_sheet
from vision.arrays import Pixels
from vision.compose import build_reading
from vision.corners.detect import TileDetector
from vision.faces.classify import TileClassifier
from vision.faces.crops import Crops
from vision.faces.mirror import are_mirrored
from vision.faces.own_set import OwnSet
from vision.framing import unseen
from vision.hand.hands import cost_of
from vision.legibility import hindrance
from vision.looks import Finds, Looks, Stage, untimed
from vision.pixels.decode import load_photo
from vision.pixels.photo import Photo, as_photo
from vision.probabilities import NO_TILE, are_sure, clear_faces
from vision.reading import Reading

MUCH: Final = 2.0
"""What the hand in a mirror image may cost more than in the photo, at most. Of 54 dev photos in a mirror that
have a doubtful tile nine come out no cheaper the other way round, by up to 1.3."""


class Reader:
    """Reads photos of mah-jongg hands. Loading the models takes a moment: make one and keep it.

    `threads` is how many processor cores the networks of one reading may use; OpenCV has a pool of its own
    (`cv2.setNumThreads`). Raises ModelError when the weights cannot be used.
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
        """What a photo shows; one that shows its tiles as in a mirror is read the other way round.

        Args:
            photo: an image file, a decoded photo, or BGR pixels (h, w, 3) uint8. A decoded photo is seen as
                finely as it was looked at before: fresh from its file it is read as the file is.
            rules: "babcock" or "millington"; decides what face-down tiles in a kong mean.
            everything: every line of tiles in view instead of the hand.
            choice: which hand to read when several rows of tiles may be one; 0 is the likeliest.
            own_set: tiles of the player's own set as a person has named them, to be heard on doubtful ones.

        Raises PhotoError when the file is no photo, is damaged or too large, or shows no tiles or not so many
        hands; OptionError for rules of no book.
        """
        find_sheet(rules)
        clock = _Clock()
        with clock("decode"):
            photo = load_photo(photo) if isinstance(photo, str | Path) else as_photo(photo)
        seen = self._see(photo, own_set, clock, everything=everything)
        crops, finds = seen.crops, seen.finds
        with clock("infer"):
            reading = build_reading(
                photo.name,
                photo.size,
                photo.turned,
                finds.probabilities,
                finds.corners,
                rules=rules,
                everything=everything,
                choice=choice,
                hands=finds.hands,
                hindrance=partial(hindrance, crops, finds.corners, finds.probabilities),
                unseen=partial(unseen, crops, finds.corners, finds.probabilities),
            )
        reading = reading.mirrored() if seen.mirrored else reading
        return replace(reading, milliseconds=clock.milliseconds())

    def looks(self, photo: Photo, own_set: OwnSet | None = None, stage: Stage = untimed) -> Looks:
        """The looks at a photo as it is, for those who want to know what is found before a reading is made of
        it."""
        return Looks(self._detector, self._classifier, photo, own_set, stage)

    def _see(self, photo: Photo, own_set: OwnSet | None, clock: "_Clock", *, everything: bool) -> "_Seen":
        """What a photo shows or, where its tiles seem to be seen in a mirror, what its mirror image shows,
        unless that hand is much less likely."""

        def look(shown: Photo, *, mirrored: bool) -> _Seen:
            looks = self.looks(shown, own_set, clock)
            return _Seen(looks.everything() if everything else looks.hand(), looks.crops, mirrored)

        seen = look(photo, mirrored=False)
        with clock("classify"):
            if not self._seems_mirrored(seen):
                return seen
        other = look(photo.mirrored(), mirrored=True)
        likely = everything or cost_of(other.finds.hands) < cost_of(seen.finds.hands) + MUCH
        return other if likely else seen

    def _seems_mirrored(self, seen: "_Seen") -> bool:
        """Whether tiles seem to be seen in a mirror, those of the likeliest hand or, where there is none, all
        clear ones; where none of a hand is doubtful, that is not asked."""
        finds = seen.finds
        tiles = np.flatnonzero(clear_faces(finds.probabilities))
        if finds.hands:
            tiles = np.array(sorted(finds.hands[0].arrangement.tiles))
            if are_sure(finds.probabilities[tiles]).all() and not finds.hands[0].unsure:
                return False
        faces = finds.probabilities[tiles, :NO_TILE].argmax(axis=1)
        return are_mirrored(seen.crops, finds.corners[tiles], faces, self._classifier)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What a photo showed, or its mirror image, and the crops that were looked at."""

    finds: Finds
    crops: Crops
    mirrored: bool


class _Clock:
    """Adds up how long each stage took."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self._seconds[stage] = self._seconds.get(stage, 0.0) + time.perf_counter() - began

    def milliseconds(self) -> dict[str, float]:
        """Each stage, and `total`."""
        stages = {stage: round(1000 * seconds, 1) for stage, seconds in self._seconds.items()}
        return {**stages, "total": round(1000 * sum(self._seconds.values()), 1)}
