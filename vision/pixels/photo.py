"""A photo: upright pixels, whatever file, camera or film they come from, as finely as anybody looks at them.

A phone's photo holds far more pixels than it takes to find tiles, and mostly more than it takes to name them.
So one that is read from a file (`decode.py`) may be reduced at first, and is decoded more finely only
if somebody asks for more: a photo is looked at through `Photo.view(scale)`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.errors import PhotoError
from vision.pixels.header import reduction
from vision.pixels.orientation import mirror_image_of

_ROWS: Final = 256
"""Rows of a photo that are inverted at a time: all of a huge one at once would take its memory thrice."""


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """A photo's upright pixels at some scale."""

    pixels: Pixels
    """(h, w, 3) uint8 BGR."""
    scale: float
    """Pixels of the view for each pixel of the photo, at most 1."""


class Photo:
    """An upright photo, decoded as finely as it has been asked for so far.

    Attributes:
        size: (width, height) of the upright photo in pixels, whatever has been decoded of it.
        turned: the clockwise turn in degrees that EXIF asked for.
        name: what messages call it.
    """

    def __init__(
        self,
        pixels: Pixels,
        turned: int,
        name: str,
        size: tuple[int, int] | None = None,
        finer: Callable[[int], Pixels] | None = None,
    ) -> None:
        """`pixels`, (h, w, 3) uint8 BGR, are the whole photo, or, when it is larger (`size`), a reduced one;
        then `finer(n)` decodes its upright pixels n times smaller, n a power of two."""
        self.size = size or (pixels.shape[1], pixels.shape[0])
        self.turned = turned
        self.name = name
        self._finer = finer
        self._finest = self._seen(pixels)

    @property
    def pixels(self) -> Pixels:
        """All of the upright pixels, (height, width, 3) uint8 BGR."""
        return self.view(1.0).pixels

    def view(self, scale: float) -> View:
        """The photo at `scale` times its size or more finely, never larger than it is.

        Decodes it anew only where that is finer than any view taken before.
        Raises `PhotoError`: "truncated" where that shows the file to be damaged, "missing" where it has gone.
        """
        if self._finer and self._finest.scale < min(scale, 1.0):
            smaller = next(n for n in (4, 2, 1) if n * scale <= 1 or n == 1)
            self._finest = self._seen(self._finer(smaller))
        return self._finest

    def negative(self) -> "Photo":
        """The photo with light and dark exchanged and its colours kept; it, too, may be reduced at first."""
        return self._altered(negative_of)

    def mirrored(self) -> "Photo":
        """The photo with left and right exchanged; it, too, may be reduced at first."""
        return self._altered(mirror_image_of)

    def _altered(self, alter: Callable[[Pixels], Pixels]) -> "Photo":
        def finer(smaller: int) -> Pixels:
            pixels = self.view(1 / smaller).pixels
            width, height = (-(-side // smaller) for side in self.size)
            if pixels.shape[:2] != (height, width):
                small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
                pixels = np.asarray(small, np.uint8)
            return alter(pixels)

        return Photo(finer(reduction(self.size)), self.turned, self.name, self.size, finer)

    def _seen(self, pixels: Pixels) -> View:
        return View(pixels, max(pixels.shape[:2]) / max(self.size))


def negative_of(pixels: Pixels) -> Pixels:
    """BGR pixels (h, w, 3) with light and dark exchanged, hue and chroma as they are (CIELAB)."""
    inverted = np.empty_like(pixels)
    for top in range(0, len(pixels), _ROWS):
        lab = cv2.cvtColor(pixels[top : top + _ROWS], cv2.COLOR_BGR2Lab)
        lab[:, :, 0] = 255 - lab[:, :, 0]
        inverted[top : top + _ROWS] = cv2.cvtColor(lab, cv2.COLOR_Lab2BGR)
    return inverted


def photo_of_array(pixels: Pixels, name: str = "image") -> Photo:
    """A photo from pixels in memory (a webcam's frame): (h, w, 3) BGR or (h, w) grey, uint8.

    Raises `PhotoError("not-an-image")` for any other array.
    """
    if pixels.dtype != np.uint8 or pixels.size == 0 or pixels.shape[2:] not in ((), (3,)) or pixels.ndim < 2:
        found = f"{pixels.shape} of {pixels.dtype}"
        raise PhotoError("not-an-image", f"{name} must be a (h, w, 3) or (h, w) array of uint8, not {found}.")
    if pixels.ndim == 2:
        pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    return Photo(pixels, 0, name)


def as_photo(picture: Photo | Pixels) -> Photo:
    """A photo as it is, pixels in memory as a photo of them. Raises as `photo_of_array`."""
    return picture if isinstance(picture, Photo) else photo_of_array(picture)
