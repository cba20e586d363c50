"""What the header of an image file says, read by Pillow before any pixel is decoded: kind and size."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import AvifImagePlugin, Image, UnidentifiedImageError

from vision.errors import PhotoError, reason_of
from vision.names import is_address
from vision.pixels.quiet import quiet

Source = bytes | Path
"""An image file: what is in it, or where it is."""

MAX_PIXELS: Final = 100_000_000
"""Larger photos are refused from their header alone; phones take 12 to 50 megapixels by default."""

AT_FIRST: Final = 1600
"""A JPEG, and what goes through Pillow, is reduced at first as far as leaves its longer side this many
pixels. The tiles of a row of fourteen, with some room around it, are then wide enough to be named."""

PAGES: Final = 16
"""Pages of a TIFF, at most, among which the photo is looked for."""

TIFF: Final = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
"""How a TIFF begins."""

_FORMATS: Final = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
_SIGNATURES: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", *TIFF)
_AVIF_BRANDS: Final = (b"avif", b"avis")
_SHARED_BRANDS: Final = (b"mif1", b"msf1")
"""With which an AVIF may begin as well as a HEIC photo."""
_TILE: Final = (0x0142, 0x0143)
"""Tags of a TIFF: the width and height of the tiles that it is stored in."""
_CANVASES: Final = 4
"""Times that Pillow holds a moving or see-through WebP at once."""

# A second thread takes 12 MB more for a photo of 48 megapixels and saves a tenth of the time. Pillow has no
# other way to ask for it than this.
AvifImagePlugin.DEFAULT_MAX_THREADS = 1


@contextmanager
def decoding(name: str) -> Iterator[None]:
    """Around a decoder and nothing else: whatever it raises, the file called `name` is what is wrong, and of
    what it says by itself nothing is heard. Only an error of the system that names the file says of it
    that it cannot be opened.

    Over a damaged file decoders stumble in ways that no list of exceptions foresees: they divide by a rate of
    zero, unpack four bytes of three, count with fractions. Raises `PhotoError`.
    """
    try:
        with quiet():
            yield
    except PhotoError:
        raise
    except MemoryError as error:
        raise PhotoError("too-large", f"{name} takes more memory than there is.") from error
    except Exception as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise unreadable(name, error) from error
        raise broken(name) from error


def unreadable(name: str, error: OSError | ValueError) -> PhotoError:
    """For a file that is not there (any more), or that cannot be opened or read."""
    if is_address(name):
        return PhotoError("missing", f"{name} is an address, not a file; download the photo first.")
    if isinstance(error, FileNotFoundError):
        return PhotoError("missing", f"{name} does not exist.")
    return PhotoError("unreadable", f"{name} cannot be read: {reason_of(error)}.")


def broken(name: str) -> PhotoError:
    """For a file that is not whole, or whole and of a kind that no decoder here knows: they do not tell."""
    return PhotoError("truncated", f"{name} breaks off, is damaged or is of a kind that cannot be decoded.")


@contextmanager
def opened(source: Source, name: str, max_pixels: int) -> Iterator[Image.Image]:
    """The image, its header read and no pixel decoded. Raises `PhotoError`."""
    with _open(source, name, max_pixels) as image:
        with decoding(name):
            _turn_to_largest_page(image)
            _check_image_size(image, name, max_pixels)
        yield image


def _open(source: Source, name: str, max_pixels: int) -> Image.Image:
    with decoding(name):
        try:
            return Image.open(io.BytesIO(source) if isinstance(source, bytes) else source, formats=_FORMATS)
        except Image.DecompressionBombError as error:
            raise PhotoError(
                "too-large", f"{name} has more than {max_pixels // 10**6} megapixels; no more are read."
            ) from error
        except UnidentifiedImageError as error:
            if isinstance(source, bytes) and not _is_known(source):
                raise PhotoError(
                    "not-an-image", f"{name} is not an image of a kind that can be read."
                ) from error
            raise


def _is_known(data: bytes) -> bool:
    """Whether the first bytes are those of a kind that can be read."""
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    return data.startswith(_SIGNATURES) or webp or is_avif(data)


def is_avif(data: bytes) -> bool:
    """Whether the first bytes are those of an AVIF; behind a brand that others share it names its own."""
    if data[4:8] != b"ftyp":
        return False
    end = int.from_bytes(data[:4], "big") if data[8:12] in _SHARED_BRANDS else 12
    return any(data.find(brand, 8, end) >= 0 for brand in _AVIF_BRANDS)


def _turn_to_largest_page(image: Image.Image) -> None:
    """A TIFF may begin with a preview of its photo; of pages of one size, the first is taken."""
    if image.format != "TIFF" or not getattr(image, "is_animated", False):
        return
    sizes = []
    for page in range(PAGES):
        try:
            image.seek(page)
        except Exception:  # there is no such page, or it is none that can be read
            break
        sizes.append(image.width * image.height)
    image.seek(sizes.index(max(sizes)))


def _check_image_size(image: Image.Image, name: str, max_pixels: int) -> None:
    """Refuses what takes more memory than `max_pixels` do, be it by what a decoder holds beside the photo."""
    check_size(image.size, name, max_pixels)
    if image.format == "WEBP" and (image.mode != "RGB" or getattr(image, "is_animated", False)):
        check_size(image.size, name, max_pixels // _CANVASES, "is a moving or see-through WebP of")
    tags = getattr(image, "tag_v2", {})
    across, down = (tags.get(side, 1) for side in _TILE)
    check_size((across, down), name, max_pixels, "is stored in tiles of")


def check_size(size: tuple[int, int], name: str, max_pixels: int, says: str = "has") -> None:
    """Raises `PhotoError` for more than `max_pixels`. `says` is what the file does with so many."""
    width, height = size
    if width * height > max_pixels:
        most = f"at most {max_pixels // 10**6} megapixels are read"
        raise PhotoError("too-large", f"{name} {says} {width} × {height} pixels; {most}.")


def reduction(size: tuple[int, int]) -> int:
    """How many times smaller an image of this size is decoded at first."""
    return max((n for n in (2, 4, 8) if max(size) / n >= AT_FIRST), default=1)
