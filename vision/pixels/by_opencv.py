"""The everyday photo, 8-bit and opaque, decoded by OpenCV.

A JPEG is decoded at a half, a quarter or an eighth of its size, for a fraction of the time and memory, and
more finely from the same bytes only if somebody asks for more.
"""

import zlib
from typing import Final

import cv2
import numpy as np
from PIL import Image

from vision.arrays import Pixels
from vision.pixels.header import broken, reduction
from vision.pixels.orientation import TURNED, orientation_of, turned_upright, upright_size
from vision.pixels.photo import Photo
from vision.pixels.quiet import quiet

_REDUCED: Final = {
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""How many times smaller a JPEG can be decoded than it is -> how OpenCV is told."""

_JPEG: Final = ("JPEG", "MPO")
"""As Pillow calls it, with one picture and with several."""

_JPEG_END: Final = b"\xff\xd9"

_LACKING: Final = 128
"""What a JPEG lacks is decoded as grey of this level."""

_MORE: Final = bytes(range(255)) * 4
_MORE_OF_A_JPEG: Final = _MORE + b"".join(bytes([0xFF, 0xD0 + restart]) + _MORE for restart in range(8))
"""What an encoded picture could go on with, be it in one piece or in pieces of which each has a number."""


def decoded(image: Image.Image, data: bytes, name: str) -> Photo | None:
    """The photo of an image as OpenCV decodes it, a JPEG reduced at first; None where it cannot."""
    plain = _plain(image, data)
    if plain is None:
        return None
    orientation = orientation_of(image)
    is_jpeg = image.format in _JPEG
    # Of anything but a JPEG it would decode all and then reduce it.
    smaller = reduction(image.size) if is_jpeg else 1
    pixels = _stored(plain, smaller)
    if pixels is None:
        return None
    if is_jpeg and _lacks_its_end(pixels, plain, smaller):
        raise broken(name)

    def finer(smaller: int) -> Pixels:
        again = _stored(plain, smaller)
        if again is None:
            raise broken(name)
        return turned_upright(again, orientation)

    size = upright_size(image.size, orientation)
    return Photo(turned_upright(pixels, orientation), TURNED[orientation], name, size, finer)


def _plain(image: Image.Image, data: bytes) -> bytes | None:
    """What of a file OpenCV decodes as Pillow would: 8-bit colour or grey, opaque, and whole; else None.

    OpenCV fills what a broken file lacks with grey, so a file without its end marker goes to Pillow, which
    tells. Of a WebP, Pillow would hold several copies, as if it were a film. What phones put behind the first
    picture of a JPEG makes it no film.
    """
    if image.mode not in ("RGB", "L") or "transparency" in image.info:
        return None
    if image.format in _JPEG:
        return data if data.rfind(_JPEG_END, _scan_start(data)) > 0 else None
    if getattr(image, "is_animated", False):
        return None
    if image.format == "WEBP":
        return data if len(data) >= 8 + int.from_bytes(data[4:8], "little") else None
    # The ninth byte of a PNG's first chunk is its bit depth.
    return _bare_png(data) if image.format == "PNG" and data[24] == 8 else None


def _lacks_its_end(pixels: Pixels, data: bytes, smaller: int) -> bool:
    """Whether a JPEG that was decoded as such pixels ends before its picture does, whatever ends it.

    Then the last corner is grey, and what is put before the end becomes part of the picture; in a whole one a
    corner may be as grey, but nothing that comes after it is decoded. It overlooks the last few blocks (of a
    progressive JPEG, rows of them), and all later scans: without those a picture is coarse, as the standard
    allows.
    """
    if (pixels[-1, -1] != _LACKING).any():
        return False
    end = data.find(_JPEG_END, _scan_start(data))
    longer = _stored(data[:end] + _MORE_OF_A_JPEG + data[end:], smaller)
    return longer is None or not np.array_equal(longer, pixels)


def _bare_png(data: bytes) -> bytes | None:
    """A PNG without the chunks that its pixels do without (their names begin with a small letter); None where
    one is missing or has another checksum than it was written with. Of a profile or a date that it does not
    like, and of damage, OpenCV's library would complain on the terminal by itself.
    """
    at, view = 8, memoryview(data)
    bare = [view[:at]]
    while at + 12 <= len(data):
        kind, end = at + 4, at + 8 + int.from_bytes(data[at : at + 4], "big")
        if zlib.crc32(view[kind:end]) != int.from_bytes(data[end : end + 4], "big"):
            return None
        if data[kind : kind + 1].isupper():
            bare.append(view[at : end + 4])
        if data.startswith(b"IEND", kind):
            return data if sum(map(len, bare)) == end + 4 else b"".join(bare)
        at = end + 4
    return None


def _scan_start(data: bytes) -> int:
    """Where the first scan of a JPEG begins, past thumbnails in the header (they have end markers, too)."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at


def _stored(data: bytes, smaller: int) -> Pixels | None:
    """The pixels as they are stored, `smaller` times reduced (rounded up)."""
    flags = _REDUCED.get(smaller, cv2.IMREAD_COLOR) | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        with quiet():
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)
