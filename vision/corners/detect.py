"""Finds the four corners of every tile face in a photo.

A first look at the whole picture, and where its tiles are small a second one, larger, at the part that holds
them; where they are large, a smaller one besides. What the network answers `peaks.py` turns into faces.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, Pixels
from vision.corners.peaks import decode, distinct, turned_over
from vision.corners.quads import hand_side, short_sides
from vision.pixels.photo import Photo, as_photo
from vision.runtime import load_model

Region = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels of the photo."""

MULTIPLE = 32
"""The sides of a picture that the network sees are multiples of this: it halves the picture five times."""

COARSE = 640
"""Longer side of the first look, pixels."""

_FINE_TILE = 26.0
"""Short side that tiles should have in the second look, pixels: about the middle of what training showed."""

_CLOSE_TILE = 36.0
"""And when they are looked for once more around some that are known."""

_FINE_PIXELS = 450_000
"""Neither of these looks is at more pixels than this."""

_MOST_MAGNIFIED = 2.0
"""More than this shows nothing that is not in the photo's pixels."""

_WORTHWHILE = 1.4
"""A second look must magnify at least this much."""

FROM_AFAR = (144, 96)
"""Longer sides of looks at two to eight tiles that fill the photo, and at one, pixels. Of the tiles in such
parts of real photos the one finds 99.7 %, the other 99.4 %, and of tiles cut out along their edges, which are
the whole picture, 99.6 %."""

_FRAME = 16
"""Breadth of the border around these, pixels: tiles are found by their edges, which may be the photo's."""

_TOO_LARGE = 1.25
"""Tiles so many times larger than `_FINE_TILE` in the first look are looked at once more, smaller. Of 182
rendered hands with tiles 32 pixels wide and more there, the first look misses 13 of 2,890 tiles, both
together 2."""

UNSEEN = 0.1
"""Score of a place at which an earlier look saw nothing: what it did see comes first, unless that has quite
another size than those around it."""


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One tile face found in a photo."""

    corners: Array
    """(4, 2) pixels, clockwise on the screen; which corner is the tile's top-left is not known yet."""
    score: float
    """How sure the detector is that a face is there, 0..1; not calibrated."""


def corners_of(detections: Sequence[Detection]) -> Array:
    """The corners of all detections as one array (n, 4, 2), pixels."""
    return np.array([detection.corners for detection in detections], np.float32).reshape(-1, 4, 2)


class TileDetector:
    """Finds tile faces; one instance serves many photos and threads. Raises ModelError when the weights
    cannot be used."""

    def __init__(self, threads: int = 2) -> None:
        self._model = load_model("detector", threads)

    def detect(self, picture: Photo | Pixels, *, both_ways_up: bool = False) -> list[Detection]:
        """All tile faces in a photo, or in a BGR picture (h, w, 3) of any size; pixels of it, surest first.

        A first look at the whole picture; where its tiles are small, a second one, larger, at the part that
        holds them, takes its place, and where they are large, a smaller one adds what it missed.
        `both_ways_up`: each look is at the picture and at the picture upside down, for twice the time. Raises
        as `Photo.view`, and as `as_photo`.
        """
        photo = as_photo(picture)
        width, height = photo.size
        scale = min(1.0, COARSE / max(width, height))
        found = self._look(photo, (0, 0, width, height), scale, both_ways_up)
        if found:
            region, magnified = _second_look(corners_of(found), scale, photo.size)
            if magnified >= _WORTHWHILE * scale:
                found = self._look(photo, region, magnified, both_ways_up)
            elif magnified <= scale / _TOO_LARGE:
                found += elsewhere(found, self._look(photo, region, magnified, both_ways_up))
        return sorted(found, key=lambda detection: -detection.score)

    def look_from_afar(self, photo: Photo, length: int) -> list[Detection]:
        """All tile faces of a photo that a few of them fill from edge to edge, seen with its longer side so
        many pixels long, within a border as bright as the photo: `detect` takes what is on such tiles for
        small ones. Pixels of the photo; raises as `Photo.view`."""
        width, height = photo.size
        scale = min(1.0, length / max(width, height))
        return self._look(photo, (0, 0, width, height), scale, both_ways_up=False, frame=_FRAME)

    def look_closer(self, photo: Photo, faces: Array, *, both_ways_up: bool = False) -> list[Detection]:
        """All tile faces around some that are known (n, 4, 2), n > 0, pixels of the photo, seen at the size
        that the network likes best: larger than `detect` sees them, unless they fill a large photo. Faint
        ones in rows of their own are among them. Raises as `Photo.view`."""
        region, scale = _around(faces, _CLOSE_TILE / float(np.median(short_sides(faces))), photo.size)
        return self._look(photo, region, min(scale, _MOST_MAGNIFIED), both_ways_up, faint_rows=True)

    def _look(
        self,
        photo: Photo,
        region: Region,
        scale: float,
        both_ways_up: bool,
        frame: int = 0,
        *,
        faint_rows: bool = False,
    ) -> list[Detection]:
        """What a region of the photo shows at `scale` times its size, pixels of the photo, surest first;
        `frame` is the breadth of a border around what the network sees. `faint_rows` as `decode` takes it."""
        view = photo.view(scale)
        left, top, right, bottom = (round(edge * view.scale) for edge in region)
        left, top = min(left, view.pixels.shape[1] - 1), min(top, view.pixels.shape[0] - 1)
        piece = view.pixels[top : max(top + 1, bottom), left : max(left + 1, right)]
        small = _resized(piece, scale / view.scale)
        corners, scores = decode(
            self._answer(_padded(_framed(small, frame)), both_ways_up), faint_rows=faint_rows
        )
        height, width = piece.shape[:2]
        stretch = np.array([width / small.shape[1], height / small.shape[0]], np.float32)
        corners = (corners - np.float32(frame)) * stretch + np.array([left, top], np.float32)
        corners = corners / np.float32(view.scale)
        return [Detection(quad, float(score)) for quad, score in zip(corners, scores, strict=True)]

    def _answer(self, picture: Pixels, both_ways_up: bool) -> Array:
        """What the network answers for a picture (h, w, 3), as `decode` takes it, or the mean of that and of
        what it answers for the picture upside down (test-time augmentation)."""
        if not both_ways_up:
            (answers,) = self._model.run(picture[None])
            return np.asarray(answers[0])
        (answers,) = self._model.run(np.stack([picture, picture[::-1, ::-1]]))
        return np.asarray((answers[0] + turned_over(answers[1])) / 2)


def elsewhere(found: Sequence[Detection], others: Sequence[Detection]) -> list[Detection]:
    """Those of the `others` that do not lie where something was found before that has the size of its
    neighbours, nor where a better one of them does."""
    scores = np.array([1.0] * len(found) + [UNSEEN] * len(others), np.float32)
    kept = distinct(corners_of([*found, *others]), scores)
    return [others[place - len(found)] for place in kept if place >= len(found)]


def _resized(image: Pixels, scale: float) -> Pixels:
    """The picture at `scale` times its size. It is halved while that leaves it larger, which costs a tenth of
    averaging at any other ratio."""
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    height, width = image.shape[:2]
    while min(width // size[0], height // size[1]) >= 2:
        width, height = width // 2, height // 2
        even = image[: 2 * height, : 2 * width]
        image = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return image if (width, height) == size else np.asarray(cv2.resize(image, size), np.uint8)


def _second_look(corners: Array, scale: float, size: tuple[int, int]) -> tuple[Region, float]:
    """The part of the picture that holds all tiles, and the scale to look at it."""
    region, finer = _around(corners, _FINE_TILE / hand_side(corners), size)
    return region, min(finer, 1.0 if scale < 1 else _MOST_MAGNIFIED)


def _around(corners: Array, scale: float, size: tuple[int, int]) -> tuple[Region, float]:
    """The part of a picture of that size that holds the faces (n, 4, 2) and a margin, and the scale, or as
    much of it as is affordable."""
    margin = 2 * hand_side(corners)
    points = corners.reshape(-1, 2)
    left, top = np.maximum(0, np.floor(points.min(axis=0) - margin)).astype(int)
    right, bottom = np.minimum(size, np.ceil(points.max(axis=0) + margin)).astype(int)
    affordable = math.sqrt(_FINE_PIXELS / max(1, (right - left) * (bottom - top)))
    return (int(left), int(top), int(right), int(bottom)), min(scale, affordable)


def _framed(image: Pixels, breadth: int) -> Pixels:
    """The picture within a border of its mean colour."""
    if not breadth:
        return image
    colour = cv2.mean(image)
    bordered = cv2.copyMakeBorder(
        image, breadth, breadth, breadth, breadth, cv2.BORDER_CONSTANT, value=colour
    )
    return np.asarray(bordered, np.uint8)


def _padded(image: Pixels) -> Pixels:
    """The picture with black added right and below, so that its sides are multiples of 32."""
    height, width = image.shape[:2]
    return np.asarray(
        cv2.copyMakeBorder(image, 0, -height % MULTIPLE, 0, -width % MULTIPLE, cv2.BORDER_CONSTANT),
        np.uint8,
    )
