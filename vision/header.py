"""What the header of an image file says, read by Pillow before any pixel is decoded: kind and size."""

import io
import warnings
from typing import Final

from PIL import Image, UnidentifiedImageError

from vision.errors import PhotoError

_FORMATS: Final = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
_AVIF_BRANDS: Final = frozenset({b"avif", b"avis"})
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_SIGNATURES: Final = (b"\xff\xd8\xff", _PNG[:6], b"GIF8", b"II*\0", b"MM\0*")
DAMAGED: Final = (
    OSError,
    SyntaxError,
    ValueError,
    IndexError,
    EOFError,
    RuntimeError,
    Image.DecompressionBombError,
)
"""What the decoders raise for a file that is not whole."""

MAX_PIXELS: Final = 100_000_000
"""Larger photos are refused from their header alone; phones take 12 to 50 megapixels by default."""

AT_FIRST: Final = 1600
"""A JPEG, and what goes through Pillow, is reduced at first as far as leaves its longer side this many
pixels. The tiles of a row of fourteen, with some room around it, are then wide enough to be named."""


def opened(data: bytes, name: str) -> Image.Image:
    """The image with its header read and no pixel decoded."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's own, smaller limit and remarks on odd metadata
            return Image.open(io.BytesIO(data), formats=_FORMATS)
    except Image.DecompressionBombError as error:
        raise PhotoError("too-large", f"{name} has more than {MAX_PIXELS // 10**6} megapixels.") from error
    except UnidentifiedImageError as error:
        if _is_known(data):
            raise broken(name) from error
        raise PhotoError("not-an-image", f"{name} is not an image of a kind that can be read.") from error
    except DAMAGED as error:
        raise broken(name) from error


def _is_known(data: bytes) -> bool:
    """Whether the first bytes are those of a kind that can be read."""
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    avif = data[4:8] == b"ftyp" and data[8:12] in _AVIF_BRANDS
    return data.startswith(_SIGNATURES) or webp or avif


def broken(name: str) -> PhotoError:
    return PhotoError("truncated", f"{name} breaks off or is damaged: not all of it can be decoded.")


def check_size(size: tuple[int, int], name: str, max_pixels: int) -> None:
    width, height = size
    if width * height > max_pixels:
        raise PhotoError(
            "too-large",
            f"{name} has {width * height / 1e6:.0f} megapixels; at most {max_pixels // 10**6} are read.",
        )


def reduction(size: tuple[int, int]) -> int:
    """How many times smaller an image of this size is decoded at first."""
    return max((n for n in (2, 4, 8) if max(size) / n >= AT_FIRST), default=1)
