"""From a file to a photo, whatever a phone, a scanner or a messenger made of it.

Pillow reads the header (`header.py`), so that size and kind are known before a pixel is decoded. The everyday
photo (8-bit JPEG, PNG or WebP, opaque) is then decoded by OpenCV at full speed (`by_opencv.py`); everything
else goes through Pillow (`by_pillow.py`), an iPhone's HEIC through its own library (`heif.py`).
"""

import stat
from pathlib import Path
from typing import Final

from vision.errors import PhotoError
from vision.names import file_name
from vision.pixels import by_opencv, by_pillow, heif
from vision.pixels.header import MAX_PIXELS, TIFF, opened, unreadable
from vision.pixels.photo import Photo

MAX_BYTES: Final = 512_000_000
"""Larger files are refused unread: 100 megapixels of uncompressed 8-bit colour are 300 MB."""


def load_photo(path: str | Path) -> Photo:
    """Read an image file. Raises `PhotoError`, with a stable code for each thing that can be wrong."""
    if path == "":  # which Path would take for the folder one is in
        raise PhotoError("not-a-file", "No photo is named.")
    name, path = file_name(path), Path(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "no ordinary file"
            raise PhotoError("not-a-file", f"{name} is {kind}, not a photo.")
        if status.st_size > MAX_BYTES:
            size = f"{status.st_size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB"
            raise PhotoError("too-large", f"{name} has {size} are read.")
        source = path if _is_tiff(path) else path.read_bytes()
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from error
    if isinstance(source, bytes):
        return decode_photo(source, name)
    with opened(source, name, MAX_PIXELS) as image:
        return by_pillow.decoded(image, source, name, MAX_PIXELS)


def _is_tiff(path: Path) -> bool:
    """Whether it is a kind whose file may be as large as its pixels, and so is not read into memory first."""
    with path.open("rb") as file:
        return file.read(len(TIFF[0])) in TIFF


def decode_photo(data: bytes, name: str, max_pixels: int = MAX_PIXELS) -> Photo:
    """The photo in the bytes of an image file (an upload), called `name`. Raises `PhotoError`."""
    if not data:
        raise PhotoError("empty", f"{name} is empty.")
    if heif.is_heif(data):
        return heif.decoded(data, name, max_pixels)
    with opened(data, name, max_pixels) as image:
        plain = by_opencv.decoded(image, data, name)
        return plain or by_pillow.decoded(image, data, name, max_pixels)
