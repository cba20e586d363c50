"""An iPhone's HEIC photo, decoded by the optional pillow-heif, which turns the pixels upright itself."""

from typing import Final

import numpy as np
from PIL import Image

from vision.errors import PhotoError
from vision.pixels.by_pillow import to_bgr
from vision.pixels.header import broken, check_size, decoding, is_avif
from vision.pixels.orientation import TURNED, noted_in
from vision.pixels.photo import Photo

_BRANDS: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"heif"})


def is_heif(data: bytes) -> bool:
    """Whether the first bytes are those of such a photo."""
    return data[4:8] == b"ftyp" and data[8:12] in _BRANDS and not is_avif(data)


def decoded(data: bytes, name: str, max_pixels: int) -> Photo:
    """The photo in such a file. Raises `PhotoError("needs-extra")` where pillow-heif is not there."""
    try:
        import pillow_heif
    except ImportError as error:
        raise PhotoError(
            "needs-extra", f'{name} is a HEIC photo; to read it: pip install "tilescore[heic]".'
        ) from error
    with decoding(name):
        heif = pillow_heif.open_heif(data, bgr_mode=True)
        check_size(heif.size, name, max_pixels)
        turned = TURNED[noted_in(lambda: _exif(heif.info.get("exif") or b""))]
        # Colour is used where it was decoded: copies of 48 megapixels would be 300 MB more.
        pixels = np.asarray(heif) if heif.mode == "BGR" else to_bgr(pillow_heif.open_heif(data).to_pillow())
        if pixels.size == 0:  # older versions call some damaged ones whole
            raise broken(name)
    return Photo(pixels, turned, name)


def _exif(data: bytes) -> Image.Exif:
    exif = Image.Exif()
    exif.load(data)
    return exif
