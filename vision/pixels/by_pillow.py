"""Whatever else is an image, decoded by Pillow and reduced at first, for the memory alone."""

from typing import Final

import cv2
import numpy as np
from PIL import Image

from vision.arrays import Pixels
from vision.pixels.header import Source, decoding, opened, reduction
from vision.pixels.orientation import TURNED, leave_as_stored, orientation_of, turned_upright, upright_size
from vision.pixels.photo import Photo

BAND: Final = 256
"""Rows converted at a time, however many times smaller they come out."""

_PHOTOMETRIC: Final = 0x0106
"""Tag of a TIFF: what its levels mean."""


def decoded(image: Image.Image, source: Source, name: str, max_pixels: int) -> Photo:
    """The photo of an image, opened from `source`, as Pillow decodes it, reduced at first."""
    orientation = orientation_of(image)
    pixels = _stored(image, reduction(image.size), name)
    size = upright_size(image.im.size, orientation)  # a TIFF's own `size` is that of the upright photo

    def finer(smaller: int) -> Pixels:
        return turned_upright(_stored_again(source, smaller, name, max_pixels), orientation)

    return Photo(turned_upright(pixels, orientation), TURNED[orientation], name, size, finer)


def _stored(image: Image.Image, smaller: int, name: str) -> Pixels:
    """The pixels as they are stored, `smaller` times reduced (rounded up)."""
    with decoding(name):
        leave_as_stored(image)
        image.load()
        pixels = to_bgr(image, smaller)
        return np.invert(pixels, out=pixels) if _is_negative(image) else pixels


def _is_negative(image: Image.Image) -> bool:
    """Whether zero is white, in 16-bit grey of a TIFF: that of other depths Pillow has made positive."""
    return image.mode.startswith("I;16") and getattr(image, "tag_v2", {}).get(_PHOTOMETRIC) == 0


def _stored_again(source: Source, smaller: int, name: str, max_pixels: int) -> Pixels:
    """Those of an image that is opened for them alone: Pillow's own are gone before others are turned."""
    with opened(source, name, max_pixels) as image:
        return _stored(image, smaller, name)


def to_bgr(image: Image.Image, smaller: int = 1) -> Pixels:
    """Any Pillow image as (h, w, 3) uint8 BGR, `smaller` times reduced (a power of two; rounded up), band by
    band, lest a large one be in memory thrice."""
    width, height = image.im.size
    white = _white(image)
    pixels = np.empty((-(-height // smaller), -(-width // smaller), 3), np.uint8)
    for top in range(0, height, BAND):
        band = _band_to_bgr(image.crop((0, top, width, min(top + BAND, height))), white)
        into = pixels[top // smaller : (top + BAND) // smaller]
        into[:] = band if smaller == 1 else cv2.resize(band, into.shape[1::-1], interpolation=cv2.INTER_AREA)
    return pixels


def _band_to_bgr(image: Image.Image, white: float) -> Pixels:
    """A small image as BGR; what is transparent becomes white paper."""
    if image.mode.startswith(("I", "F")):
        levels = np.nan_to_num(np.asarray(image).astype(np.float32), posinf=white, neginf=0.0)
        grey: Pixels = np.clip(levels * (255 / white), 0, 255).astype(np.uint8)
        return _bgr(grey, cv2.COLOR_GRAY2BGR)
    if image.mode in ("RGBA", "RGBa", "LA", "La", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        paper = Image.new("RGBA", image.size, "white")
        paper.alpha_composite(image)
        image = paper
    if image.mode != "RGB":
        image = image.convert("RGB")
    return _bgr(np.asarray(image), cv2.COLOR_RGB2BGR)


def _white(image: Image.Image) -> float:
    """The level of white in grey of more than 8 bits: the brightest there is where the mode does not say."""
    if image.mode.startswith("I;16"):
        return 65535.0
    if image.mode not in ("I", "F"):
        return 255.0
    brightest = float(image.getextrema()[1])  # type: ignore[arg-type]
    return brightest if 0 < brightest < float("inf") else 1.0


def _bgr(pixels: Pixels, code: int) -> Pixels:
    return np.asarray(cv2.cvtColor(pixels, code), np.uint8)
