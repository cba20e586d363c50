"""From a file to upright pixels, whatever a phone, a scanner or a messenger made of it.

Pillow reads the header, so that size and kind are known before a pixel is decoded. The everyday photo (8-bit
JPEG or PNG, colour or grey) is then decoded by OpenCV at full speed; everything else goes through Pillow.

A phone's JPEG holds far more pixels than it takes to find tiles, and mostly more than it takes to name them.
It is decoded at a half, a quarter or an eighth of its size, for a fraction of the time and memory, and more
finely from the same bytes only if somebody asks for more: a photo is looked at through `Photo.view(scale)`.
What goes through Pillow is kept so reduced, for the memory alone.
"""

import io
import stat
import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from vision.errors import PhotoError

Pixels = NDArray[np.uint8]

MAX_PIXELS: Final = 100_000_000
"""Larger photos are refused from their header alone; phones take 12 to 50 megapixels by default."""

MAX_BYTES: Final = 512_000_000
"""Larger files are refused unread: 100 megapixels of uncompressed 8-bit colour are 300 MB."""

BAND: Final = 256
"""Rows converted at a time, however many times smaller they come out."""

AT_FIRST: Final = 1600
"""A JPEG, and what goes through Pillow, is reduced at first as far as leaves its longer side this many
pixels. The tiles of a row of fourteen, with some room around it, are then wide enough to be named."""

_REDUCED: Final = {
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""How many times smaller a JPEG can be decoded than it is -> how OpenCV is told."""

_FORMATS: Final = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
_JPEG: Final = ("JPEG", "MPO")
"""As Pillow calls it, with one picture and with several."""

_HEIF_BRANDS: Final = frozenset(
    {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"heif"}
)
_AVIF_BRANDS: Final = frozenset({b"avif", b"avis"})
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_SIGNATURES: Final = (b"\xff\xd8\xff", _PNG[:6], b"GIF8", b"II*\0", b"MM\0*")
_DAMAGED: Final = (
    OSError,
    SyntaxError,
    ValueError,
    IndexError,
    EOFError,
    RuntimeError,
    Image.DecompressionBombError,
)
"""What the decoders raise for a file that is not whole."""

_ORIENTATION: Final = 0x0112
_TURNED: Final = {1: 0, 2: 0, 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270}
"""EXIF orientation -> degrees to turn the stored pixels clockwise; 2, 4, 5 and 7 mirror them first."""


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
        Raises `PhotoError("truncated")` where that shows the file to be damaged.
        """
        if self._finer and self._finest.scale < min(scale, 1.0):
            smaller = next(n for n in (4, 2, 1) if n * scale <= 1 or n == 1)
            self._finest = self._seen(self._finer(smaller))
        return self._finest

    def _seen(self, pixels: Pixels) -> View:
        return View(pixels, max(pixels.shape[:2]) / max(self.size))


def load_photo(path: str | Path) -> Photo:
    """Read an image file. Raises `PhotoError`, with a stable code for each thing that can be wrong."""
    path = Path(path)
    name = str(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "no ordinary file"
            raise PhotoError("not-a-file", f"{name} is {kind}, not a photo.")
        if status.st_size > MAX_BYTES:
            size = f"{status.st_size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB"
            raise PhotoError("too-large", f"{name} has {size} are read.")
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise PhotoError("missing", f"{name} does not exist.") from error
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError("unreadable", f"{name} cannot be read: {reason}.") from error
    return decode_photo(data, name)


def decode_photo(data: bytes, name: str, max_pixels: int = MAX_PIXELS) -> Photo:
    """The photo in the bytes of an image file (an upload), called `name`. Raises `PhotoError`."""
    if not data:
        raise PhotoError("empty", f"{name} is empty.")
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return _decode_heif(data, name, max_pixels)
    with _open(data, name) as image:
        _check_size(image.size, name, max_pixels)
        plain = _plain_photo(image, data, name) if _is_plain(image, data) else None
        return plain or _pillow_photo(image, data, name)


def photo_of_array(pixels: Pixels, name: str = "image") -> Photo:
    """A photo from pixels in memory (a webcam's frame): (h, w, 3) BGR or (h, w) grey, uint8.

    Raises `PhotoError("not-an-image")` for any other array.
    """
    if pixels.dtype != np.uint8 or pixels.size == 0 or pixels.shape[2:] not in ((), (3,)) or pixels.ndim < 2:
        found = f"{pixels.shape} of {pixels.dtype}"
        raise PhotoError("not-an-image", f"{name} must be a (h, w, 3) or (h, w) array of uint8, not {found}.")
    if pixels.ndim == 2:
        pixels = _bgr(pixels, cv2.COLOR_GRAY2BGR)
    return Photo(pixels, 0, name)


def as_photo(picture: Photo | Pixels) -> Photo:
    """A photo as it is, pixels in memory as a photo of them. Raises as `photo_of_array`."""
    return picture if isinstance(picture, Photo) else photo_of_array(picture)


def _open(data: bytes, name: str) -> Image.Image:
    """The image with its header read and no pixel decoded."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's own, smaller limit and remarks on odd metadata
            return Image.open(io.BytesIO(data), formats=_FORMATS)
    except Image.DecompressionBombError as error:
        raise PhotoError("too-large", f"{name} has more than {MAX_PIXELS // 10**6} megapixels.") from error
    except UnidentifiedImageError as error:
        if _is_known(data):
            raise _broken(name) from error
        raise PhotoError("not-an-image", f"{name} is not an image of a kind that can be read.") from error
    except _DAMAGED as error:
        raise _broken(name) from error


def _is_known(data: bytes) -> bool:
    """Whether the first bytes are those of a kind that can be read."""
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    avif = data[4:8] == b"ftyp" and data[8:12] in _AVIF_BRANDS
    return data.startswith(_SIGNATURES) or webp or avif


def _broken(name: str) -> PhotoError:
    return PhotoError("truncated", f"{name} breaks off or is damaged: not all of it can be decoded.")


def _check_size(size: tuple[int, int], name: str, max_pixels: int) -> None:
    width, height = size
    if width * height > max_pixels:
        raise PhotoError(
            "too-large",
            f"{name} has {width * height / 1e6:.0f} megapixels; at most {max_pixels // 10**6} are read.",
        )


def _orientation(image: Image.Image) -> int:
    """EXIF orientation, 1 to 8. A PNG without it in the header is not decoded to look for it at its end."""
    if image.format == "PNG" and "exif" not in image.info:
        return 1
    return _noted_in(image.getexif)


def _noted_in(read: Callable[[], Image.Exif]) -> int:
    """The orientation in EXIF data; broken data does not make a broken photo."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # remarks on damaged tags
            orientation = read().get(_ORIENTATION, 1)
    except (*_DAMAGED, TypeError, KeyError):
        return 1
    return orientation if orientation in _TURNED else 1


def _is_plain(image: Image.Image, data: bytes) -> bool:
    """Whether OpenCV decodes it as Pillow would: 8-bit colour or grey, opaque, and whole.

    OpenCV fills what a broken file lacks with grey, so a file without its end marker goes to Pillow, which
    tells. Of a WebP, Pillow would hold several copies, as if it were a film.
    """
    if image.mode not in ("RGB", "L") or "transparency" in image.info or getattr(image, "is_animated", False):
        return False
    if image.format == "WEBP":
        return len(data) >= 8 + int.from_bytes(data[4:8], "little")
    if image.format in _JPEG:
        return data.rfind(b"\xff\xd9", _scan_start(data)) > 0
    # The ninth byte of a PNG's first chunk is its bit depth.
    return image.format == "PNG" and data[24] == 8 and _is_whole_png(data)


def _is_whole_png(data: bytes) -> bool:
    """Whether all chunks are there, each with the checksum it was written with. Of one that is not, OpenCV's
    library would complain on the terminal by itself."""
    at, view = len(_PNG), memoryview(data)
    while at + 12 <= len(data):
        kind, end = at + 4, at + 8 + int.from_bytes(data[at : at + 4], "big")
        if zlib.crc32(view[kind:end]) != int.from_bytes(data[end : end + 4], "big"):
            return False
        if data.startswith(b"IEND", kind):
            return True
        at = end + 4
    return False


def _scan_start(data: bytes) -> int:
    """Where the first scan of a JPEG begins, past thumbnails in the header (they have end markers, too)."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at


def _reduction(size: tuple[int, int]) -> int:
    """How many times smaller an image of this size is decoded at first."""
    return max((n for n in _REDUCED if max(size) / n >= AT_FIRST), default=1)


def _decode_plain(data: bytes, smaller: int) -> Pixels | None:
    """The pixels as they are stored, `smaller` times reduced (rounded up)."""
    flags = _REDUCED.get(smaller, cv2.IMREAD_COLOR) | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)


def _plain_photo(image: Image.Image, data: bytes, name: str) -> Photo | None:
    """The photo of an image as OpenCV decodes it, a JPEG reduced at first; None where it cannot."""
    orientation = _orientation(image)
    # Of anything but a JPEG it would decode all and then reduce it.
    pixels = _decode_plain(data, _reduction(image.size) if image.format in _JPEG else 1)
    if pixels is None:
        return None

    def finer(smaller: int) -> Pixels:
        again = _decode_plain(data, smaller)
        if again is None:
            raise _broken(name)
        return _turn(again, orientation)

    size = _upright(image.size, orientation)
    return Photo(_turn(pixels, orientation), _TURNED[orientation], name, size, finer)


def _pillow_photo(image: Image.Image, data: bytes, name: str) -> Photo:
    """The photo of an image as Pillow decodes it, reduced at first."""
    orientation = _orientation(image)
    pixels, size = _by_pillow(image, orientation, _reduction(image.size), name)

    def finer(smaller: int) -> Pixels:
        with _open(data, name) as again:
            return _by_pillow(again, orientation, smaller, name)[0]

    return Photo(pixels, _TURNED[orientation], name, size, finer)


def _upright(stored: tuple[int, int], orientation: int) -> tuple[int, int]:
    """The size of a photo that is stored in such a size and orientation."""
    return stored if _TURNED[orientation] in (0, 180) else stored[::-1]


def _by_pillow(
    image: Image.Image, orientation: int, smaller: int, name: str
) -> tuple[Pixels, tuple[int, int]]:
    """The upright pixels of an image opened by Pillow, `smaller` times reduced (rounded up), and its size."""
    try:
        image.load()
        if image.format == "TIFF":
            orientation = 1  # which Pillow has turned while loading
        return _turn(_to_bgr(image, smaller), orientation), _upright(image.size, orientation)
    except _DAMAGED as error:
        raise _broken(name) from error


def _decode_heif(data: bytes, name: str, max_pixels: int) -> Photo:
    """An iPhone's HEIC photo, by way of the optional pillow-heif, which turns the pixels upright itself."""
    try:
        import pillow_heif
    except ImportError as error:
        raise PhotoError(
            "needs-extra", f'{name} is a HEIC photo; to read it: pip install "tilescore[heic]".'
        ) from error
    try:
        heif = pillow_heif.open_heif(data, bgr_mode=True)
        _check_size(heif.size, name, max_pixels)
        turned = _TURNED[_noted_in(lambda: _exif(heif.info.get("exif") or b""))]
        # Colour is used where it was decoded: copies of 48 megapixels would be 300 MB more.
        pixels = np.asarray(heif) if heif.mode == "BGR" else _to_bgr(pillow_heif.open_heif(data).to_pillow())
    except _DAMAGED as error:
        raise _broken(name) from error
    return Photo(pixels, turned, name)


def _exif(data: bytes) -> Image.Exif:
    exif = Image.Exif()
    exif.load(data)
    return exif


def _to_bgr(image: Image.Image, smaller: int = 1) -> Pixels:
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


def _turn(pixels: Pixels, orientation: int) -> Pixels:
    """Undo an EXIF orientation: mirror where it mirrors, then turn clockwise."""
    if orientation in (2, 4, 5, 7):
        pixels = np.asarray(cv2.flip(pixels, 1), np.uint8)
    turn = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
    degrees = _TURNED[orientation]
    return np.asarray(cv2.rotate(pixels, turn[degrees]), np.uint8) if degrees else pixels
