"""Which way up the pixels of an image file are stored: EXIF's orientation, and undoing it."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from PIL import Image

from vision.arrays import Pixels
from vision.pixels.quiet import quiet

ORIENTATION: Final = 0x0112
"""EXIF's tag for it."""

TURNED: Final = {1: 0, 2: 0, 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270}
"""EXIF orientation -> degrees to turn the stored pixels clockwise; 2, 4, 5 and 7 mirror them first."""


def orientation_of(image: Image.Image) -> int:
    """EXIF orientation, 1 to 8. A PNG without it in the header is not decoded to look for it at its end."""
    if image.format == "PNG" and "exif" not in image.info:
        return 1
    return noted_in(image.getexif)


def noted_in(read: Callable[[], Image.Exif]) -> int:
    """The orientation in EXIF data; broken data does not make a broken photo."""
    try:
        with quiet():  # there may be remarks on damaged tags
            orientation = read().get(ORIENTATION, 1)
    except Exception:  # whatever Pillow stumbles over
        return 1
    return orientation if orientation in TURNED else 1


def leave_as_stored(image: Image.Image) -> None:
    """Keeps Pillow from turning a TIFF upright as it loads it, for which it would hold all of it twice."""
    if image.format == "TIFF":
        image.getexif()[ORIENTATION] = 1


def upright_size(stored: tuple[int, int], orientation: int) -> tuple[int, int]:
    """The size of a photo that is stored in such a size and orientation."""
    return stored if TURNED[orientation] in (0, 180) else stored[::-1]


def turned_upright(pixels: Pixels, orientation: int) -> Pixels:
    """Undo an EXIF orientation: mirror where it mirrors, then turn clockwise."""
    if orientation in (2, 4, 5, 7):
        pixels = mirror_image_of(pixels)
    turn = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
    degrees = TURNED[orientation]
    return np.asarray(cv2.rotate(pixels, turn[degrees]), np.uint8) if degrees else pixels


def mirror_image_of(pixels: Pixels) -> Pixels:
    """Pixels (h, w, 3) with left and right exchanged."""
    return np.asarray(cv2.flip(pixels, 1), np.uint8)
