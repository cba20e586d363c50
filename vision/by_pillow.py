"""Whatever else is an image, decoded by Pillow and reduced at first, for the memory alone."""

from typing import Final

import cv2
import numpy as np
from PIL import Image

from vision.header import DAMAGED, broken, opened, reduction
from vision.orientation import TURNED, orientation_of, turned_upright, upright_size
from vision.photo import Photo, Pixels

BAND: Final = 256
"""Rows converted at a time, however many times smaller they come out."""


def decoded(image: Image.Image, data: bytes, name: str) -> Photo:
    """The photo of an image as Pillow decodes it, reduced at first."""
    orientation = orientation_of(image)
    pixels, size = _by_pillow(image, orientation, reduction(image.size), name)

    def finer(smaller: int) -> Pixels:
        with opened(data, name) as again:
            return _by_pillow(again, orientation, smaller, name)[0]

    return Photo(pixels, TURNED[orientation], name, size, finer)


def _by_pillow(
    image: Image.Image, orientation: int, smaller: int, name: str
) -> tuple[Pixels, tuple[int, int]]:
    """The upright pixels of an image opened by Pillow, `smaller` times reduced (rounded up), and its size."""
    try:
        image.load()
        if image.format == "TIFF":
            orientation = 1  # which Pillow has turned while loading
        return turned_upright(to_bgr(image, smaller), orientation), upright_size(image.size, orientation)
    except DAMAGED as error:
        raise broken(name) from error


def to_bgr(image: Image.Image, smaller: int = 1) -> Pixels:
    """Any Pillow image as (h, w, 3) uint8 BGR, `smaller` times reduced (a power of two; rounded up), band by
    band, lest a large one be in memory thrice."""
    width, height = image.size
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
