"""Every kind of image file people have, and every kind of file that is none: one row each."""

import contextlib
import io
import os
import struct
import warnings
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageOps

from vision.arrays import Pixels
from vision.errors import PhotoError
from vision.pixels.by_pillow import BAND
from vision.pixels.decode import decode_photo, load_photo
from vision.pixels.header import AT_FIRST, MAX_PIXELS, decoding
from vision.pixels.photo import Photo, as_photo, photo_of_array

WIDTH, HEIGHT = 48, 32
ORIENTATION = 0x0112
PHOTOMETRIC, STRIP_OFFSETS, TILE_WIDTH, TILE_LENGTH = 0x0106, 0x0111, 0x0142, 0x0143
RATIONAL = 5
"""A type of TIFF's tags."""


def scene() -> Image.Image:
    """Four flat quarters, so that lossy formats and turns can be told: red, green, blue, white."""
    image = Image.new("RGB", (WIDTH, HEIGHT), "white")
    image.paste("red", (0, 0, WIDTH // 2, HEIGHT // 2))
    image.paste((0, 160, 0), (WIDTH // 2, 0, WIDTH, HEIGHT // 2))
    image.paste("blue", (0, HEIGHT // 2, WIDTH // 2, HEIGHT))
    return image


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    """The bytes of an image file."""
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def grey16() -> Image.Image:
    return Image.fromarray(np.asarray(scene().convert("L")).astype(np.uint16) * 257)


def colour16(extension: str) -> bytes:
    pixels = np.asarray(scene())[:, :, ::-1].astype(np.uint16) * 257
    done, data = cv2.imencode(extension, pixels)
    assert done
    return data.tobytes()


def with_alpha(mode: str) -> Image.Image:
    """The white quarter is transparent black here, as in a cut-out; over white paper it becomes white."""
    image = scene().convert("RGBA")
    image.paste((0, 0, 0, 0), (WIDTH // 2, HEIGHT // 2, WIDTH, HEIGHT))
    return image.convert(mode)


def with_transparent_colour() -> bytes:
    image = scene()
    image.paste((1, 2, 3), (WIDTH // 2, HEIGHT // 2, WIDTH, HEIGHT))
    return saved(image, "PNG", transparency=(1, 2, 3))


def animated(kind: str) -> bytes:
    other = Image.new("RGB", (WIDTH, HEIGHT), "black")
    return saved(scene(), kind, save_all=True, append_images=[other, other], duration=50)


def with_thumbnail() -> bytes:
    """A JPEG whose header holds another whole JPEG, as a camera's does."""
    exif = b"Exif\x00\x00" + saved(scene().resize((8, 8)), "JPEG")
    data = saved(scene(), "JPEG", quality=95)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def with_fill(jpeg: bytes) -> bytes:
    """The same JPEG with more bytes of 255 before its first marker, as the standard allows before each."""
    return jpeg[:2] + b"\xff\xff" + jpeg[2:]


def with_tag(data: bytes, tag: int, value: int, kind: int | None = None) -> bytes:
    """A little-endian TIFF whose first page has another value, and type, in one of its tags."""
    changed = bytearray(data)
    (at,) = struct.unpack("<I", data[4:8])
    entries = [at + 2 + 12 * number for number in range(*struct.unpack("<H", data[at : at + 2]))]
    place = next(entry for entry in entries if struct.unpack("<H", data[entry : entry + 2]) == (tag,))
    changed[place + 8 : place + 12] = struct.pack("<I", value)
    if kind is not None:
        changed[place + 2 : place + 4] = struct.pack("<H", kind)
    return bytes(changed)


def pages(*sizes: tuple[int, int]) -> bytes:
    """A TIFF of the scene in each of these sizes."""
    first, *others = (scene().resize(size, Image.Resampling.NEAREST) for size in sizes)
    return saved(first, "TIFF", save_all=True, append_images=others)


def with_shared_brand(avif: bytes) -> bytes:
    """An AVIF whose first brand is that of any such file, HEIC photos among them."""
    return avif[:8] + b"mif1" + avif[12:]


def heic(**options: object) -> bytes:
    pillow_heif = pytest.importorskip("pillow_heif")
    buffer = io.BytesIO()
    pillow_heif.from_pillow(scene()).save(buffer, quality=95, **options)
    return buffer.getvalue()


SCAN = b"\xff\xda"
"""How each scan of a JPEG begins."""

HEADER = 400
"""Bytes, at least, before the pixels of the small files made here."""

COLOUR: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: saved(scene(), "JPEG", quality=95),
    "jpeg, progressive": lambda: saved(scene(), "JPEG", quality=95, progressive=True),
    "jpeg with a thumbnail": with_thumbnail,
    "jpeg with fill bytes before a marker": lambda: with_fill(saved(scene(), "JPEG", quality=95)),
    "jpeg with a video behind it": lambda: saved(scene(), "JPEG", quality=95) + bytes(5000),
    "jpeg, two pictures in one": lambda: saved(
        scene(), "MPO", save_all=True, append_images=[scene().convert("L").convert("RGB")], quality=95
    ),
    "jpeg, CMYK": lambda: saved(scene().convert("CMYK"), "JPEG", quality=95),
    "png": lambda: saved(scene(), "PNG"),
    "png, 16 bits": lambda: colour16(".png"),
    "png, palette": lambda: saved(scene().convert("P"), "PNG"),
    "png with alpha": lambda: saved(with_alpha("RGBA"), "PNG"),
    "png with a transparent colour": with_transparent_colour,
    "png, animated": lambda: animated("PNG"),
    "webp": lambda: saved(scene(), "WEBP", lossless=True),
    "webp with alpha": lambda: saved(with_alpha("RGBA"), "WEBP", lossless=True),
    "webp, animated": lambda: animated("WEBP"),
    "tiff": lambda: saved(scene(), "TIFF"),
    "tiff, compressed": lambda: saved(scene(), "TIFF", compression="tiff_lzw"),
    "tiff, 16 bits": lambda: colour16(".tiff"),
    "tiff, a preview before it": lambda: pages((12, 8), (WIDTH, HEIGHT), (24, 16)),
    "tiff, two photos of one size": lambda: saved(
        scene(), "TIFF", save_all=True, append_images=[Image.new("RGB", (WIDTH, HEIGHT))]
    ),
    "tiff, CMYK": lambda: saved(scene().convert("CMYK"), "TIFF"),
    "bmp": lambda: saved(scene(), "BMP"),
    "gif": lambda: saved(scene(), "GIF"),
    "gif, animated": lambda: animated("GIF"),
    "avif": lambda: saved(scene(), "AVIF", quality=95),
    "avif that begins like a heic": lambda: with_shared_brand(saved(scene(), "AVIF", quality=95)),
    "heic": heic,
}

GREY: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: saved(scene().convert("L"), "JPEG", quality=95),
    "png": lambda: saved(scene().convert("L"), "PNG"),
    "png, 16 bits": lambda: saved(grey16(), "PNG"),
    "png with alpha": lambda: saved(with_alpha("LA"), "PNG"),
    "tiff, 16 bits": lambda: saved(grey16(), "TIFF"),
    "tiff, 16 bits, zero is white": lambda: with_tag(
        saved(ImageOps.invert(scene().convert("L")).convert("I;16").point(lambda level: level * 257), "TIFF"),
        PHOTOMETRIC,
        0,
    ),
    "tiff, floats": lambda: saved(
        Image.fromarray(np.asarray(scene().convert("L"), np.float32) / 255), "TIFF"
    ),
    "tiff, 32 bits": lambda: saved(Image.fromarray(np.asarray(scene().convert("L"), np.int32) * 7), "TIFF"),
}


def assert_shows(pixels: np.ndarray, expected: Image.Image) -> None:
    """The middles of the four quarters, to within what lossy formats do."""
    wanted = np.asarray(expected.convert("RGB"))[:, :, ::-1].astype(int)
    assert pixels.shape == wanted.shape
    assert pixels.dtype == np.uint8
    height, width = wanted.shape[:2]
    for y in (height // 4, 3 * height // 4):
        for x in (width // 4, 3 * width // 4):
            assert np.abs(pixels[y, x].astype(int) - wanted[y, x]).max() <= 12, (
                x,
                y,
                pixels[y, x],
                wanted[y, x],
            )


@pytest.mark.parametrize("kind", COLOUR)
def test_colour(kind: str) -> None:
    photo = decode_photo(COLOUR[kind](), kind)
    assert_shows(photo.pixels, scene())
    assert (photo.size, photo.turned, photo.name) == ((WIDTH, HEIGHT), 0, kind)


@pytest.mark.parametrize(
    "kind",
    ["jpeg", "jpeg, progressive", "jpeg, two pictures in one", "jpeg with a video behind it", "png", "webp"],
)
def test_everyday_photos_do_without_pillow(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which takes twice as long over a JPEG, and phones put several pictures into one."""
    data = COLOUR[kind]()
    monkeypatch.delattr(Image.Image, "crop")
    assert_shows(decode_photo(data, kind).pixels, scene())


@pytest.mark.parametrize("kind", GREY)
def test_grey(kind: str) -> None:
    assert_shows(decode_photo(GREY[kind](), kind).pixels, scene().convert("L"))


def test_black_and_white() -> None:
    sheet = scene().convert("L").point(lambda level: 255 if level > 100 else 0).convert("1")
    assert_shows(decode_photo(saved(sheet, "PNG"), "png, 1 bit").pixels, sheet)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    stored = scene()
    photo = decode_photo(saved(stored, kind, exif=exif, quality=95), "turned")
    stored.getexif()[ORIENTATION] = orientation
    assert_shows(photo.pixels, ImageOps.exif_transpose(stored))
    assert photo.turned == {3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270}.get(orientation, 0)


@pytest.mark.parametrize("compression", [None, "tiff_lzw"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_tiff_is_turned_from_the_disk_and_never_by_pillow(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, orientation: int, compression: str | None
) -> None:
    """Which would hold a large one twice, and beside it the file."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    stored = scene()
    path = tmp_path / "scan.tif"
    stored.save(path, exif=exif, compression=compression)
    stored.getexif()[ORIENTATION] = orientation
    upright = ImageOps.exif_transpose(stored)
    for needless in (Image.Image, "transpose"), (Path, "read_bytes"):
        monkeypatch.delattr(*needless)
    photo = load_photo(path)
    assert_shows(photo.pixels, upright)
    assert photo.size == upright.size


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_exif_too_short_to_say_anything_turns_nothing(kind: str) -> None:
    exif = b"Exif\0\0II*\0\x08\0"
    data = heic(exif=exif) if kind == "HEIF" else saved(scene(), kind, exif=exif, quality=95)
    photo = decode_photo(data, "short")
    assert_shows(photo.pixels, scene())
    assert photo.turned == 0


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L"])
def test_an_orientation_that_only_the_end_of_a_png_tells_is_not_heard(mode: str) -> None:
    """Whatever kind of pixels it has: nobody would decode it twice for that."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    data = saved(scene().convert(mode), "PNG", exif=exif)
    at = data.index(b"eXIf") - 4
    end = at + 12 + int.from_bytes(data[at : at + 4], "big")
    photo = decode_photo(data[:at] + data[end:-12] + data[at:end] + data[-12:], "late.png")
    assert (photo.size, photo.turned) == ((WIDTH, HEIGHT), 0)
    assert photo.pixels.shape[:2] == (HEIGHT, WIDTH)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_heic_is_upright_and_says_how_it_was_turned(orientation: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    photo = decode_photo(heic(exif=exif.tobytes()), "IMG_0001.HEIC")
    stored = scene()
    stored.getexif()[ORIENTATION] = orientation
    assert_shows(photo.pixels, ImageOps.exif_transpose(stored))
    assert photo.turned == {3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270}.get(orientation, 0)


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_an_orientation_that_does_not_exist_turns_nothing(orientation: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    assert_shows(decode_photo(saved(scene(), "JPEG", exif=exif, quality=95), "odd").pixels, scene())


def large_scene() -> Image.Image:
    """More pixels than are decoded at first, and an odd number of them each way."""
    return scene().resize((2 * AT_FIRST + 1, 1333), Image.Resampling.NEAREST)


@pytest.mark.parametrize(("kind", "mode"), [("JPEG", "RGB"), ("JPEG", "L"), ("TIFF", "RGB"), ("PNG", "RGBA")])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_large_photo_is_decoded_as_finely_as_it_is_looked_at(
    kind: str, mode: str, orientation: int
) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    stored = large_scene().convert(mode)
    photo = decode_photo(saved(stored, kind, exif=exif, quality=95), "large")
    stored.getexif()[ORIENTATION] = orientation
    upright = ImageOps.exif_transpose(stored)
    assert photo.size == upright.size
    for scale, expected in ((0.1, 0.5), (0.5, 0.5), (0.6, 1.0), (0.1, 1.0)):
        view = photo.view(scale)
        assert view.scale == pytest.approx(expected, rel=1e-3)
        assert_shows(view.pixels, upright.resize((view.pixels.shape[1], view.pixels.shape[0])))
    assert_shows(photo.pixels, upright)


@pytest.mark.parametrize(("side", "smaller"), [(1, 1), (2, 2), (3, 2), (4, 4), (7.9, 4), (8, 8), (20, 8)])
def test_a_jpeg_is_reduced_as_far_as_leaves_enough(side: float, smaller: int) -> None:
    data = saved(Image.new("L", (40, int(side * AT_FIRST))), "JPEG")
    photo = decode_photo(data, "tall")
    assert photo.view(0).scale == pytest.approx(1 / smaller, rel=1e-3)
    assert photo.view(1 / smaller).pixels.shape[0] >= AT_FIRST
    assert photo.pixels.shape[:2] == (int(side * AT_FIRST), 40)


def test_a_photo_is_decoded_neither_more_finely_nor_more_often_than_it_takes() -> None:
    decoded = []

    def finer(smaller: int) -> Pixels:
        decoded.append(smaller)
        return np.zeros((64 // smaller, 48 // smaller, 3), np.uint8)

    photo = Photo(np.zeros((8, 6, 3), np.uint8), 0, "some", (48, 64), finer)
    for scale in (0.1, 0.25, 0.2, 0.4, 3.0, 3.0):
        photo.view(scale)
    assert decoded == [4, 2, 1]


def test_what_opencv_cannot_reduce_while_decoding_is_decoded_whole_at_once() -> None:
    assert decode_photo(saved(large_scene(), "PNG"), "large").view(0.1).scale == 1


def test_a_negative_exchanges_light_and_dark_and_keeps_the_colours() -> None:
    dark_red, light_red, grey = (40, 40, 90), (150, 150, 200), (40, 40, 40)
    negative = as_photo(np.array([[dark_red, light_red, grey]], np.uint8)).negative().pixels[0].astype(int)
    assert negative[0].mean() > 180
    assert negative[1].mean() < 90
    assert (negative[:2, 2] > negative[:2, :2].max(axis=1)).all(), "red as before"
    assert np.ptp(negative[2]) <= 2
    assert negative[2].mean() > 200


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_negative_of_a_large_photo_is_as_fine_as_it_is_looked_at(kind: str) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    photo = decode_photo(saved(large_scene(), kind, exif=exif, quality=95), "large")
    negative = photo.negative()
    assert (negative.size, negative.turned, negative.name) == (photo.size, photo.turned, photo.name)
    assert negative.view(0.5).scale == pytest.approx(0.5, rel=1e-3)
    np.testing.assert_array_equal(negative.pixels, as_photo(photo.pixels).negative().pixels)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_mirror_image_exchanges_left_and_right_and_is_as_fine_as_it_is_looked_at(kind: str) -> None:
    photo = decode_photo(saved(large_scene(), kind, quality=95), "large")
    mirrored = photo.mirrored()
    assert (mirrored.size, mirrored.turned, mirrored.name) == (photo.size, photo.turned, photo.name)
    assert mirrored.view(0.5).scale == pytest.approx(0.5, rel=1e-3)
    np.testing.assert_array_equal(mirrored.pixels, photo.pixels[:, ::-1])


def test_no_row_is_lost_where_one_band_ends_and_the_next_begins() -> None:
    """Large photos are converted, and inverted, a few rows at a time."""
    tall = np.random.default_rng(1).integers(0, 256, (2 * BAND + 3, 5, 3), np.uint8)
    photo = decode_photo(saved(Image.fromarray(tall), "TIFF"), "tall.tif")
    np.testing.assert_array_equal(photo.pixels, tall[:, :, ::-1])
    some = [0, BAND - 1, BAND, 2 * BAND, -1]
    alone = as_photo(photo.pixels[some]).negative().pixels
    np.testing.assert_array_equal(photo.negative().pixels[some], alone)


def test_pixels_in_memory_are_a_photo_and_a_photo_is_itself() -> None:
    pixels = np.zeros((4, 6, 3), np.uint8)
    photo = as_photo(pixels)
    assert photo.view(0.1).pixels is photo.pixels is pixels
    assert as_photo(photo) is photo


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds hardly a pixel."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def heavy() -> Image.Image:
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    return Image.fromarray(noise)


def large_heavy() -> Image.Image:
    return heavy().resize((2 * AT_FIRST, 1000))


def ended(jpeg: bytes, more: bytes = b"", share: float = 0.5) -> bytes:
    """Half a JPEG, or another share of it, with a whole one's end."""
    return jpeg[: int(share * len(jpeg))] + more + jpeg[-2:]


def first_scan(image: Image.Image, share: float = 1.0) -> bytes:
    """A progressive JPEG up to such a share of the first of its scans, with an end."""
    jpeg = saved(image, "JPEG", quality=95, progressive=True)
    start = jpeg.index(SCAN)
    length = jpeg.index(SCAN, start + 2) - start
    return jpeg[: start + int(share * length)] + jpeg[-2:]


def without_rate() -> bytes:
    """A moving AVIF of so many pictures in no time."""
    data = bytearray(animated("AVIF"))
    box = data.index(b"mdhd") + 4
    rate = box + (20 if data[box] else 12)
    data[rate : rate + 4] = bytes(4)
    return bytes(data)


def of_12_bits() -> bytes:
    """A JPEG whose frame says so."""
    data = bytearray(saved(scene(), "JPEG"))
    data[data.index(b"\xff\xc0") + 4] = 12
    return bytes(data)


def moving_bomb() -> bytes:
    """A small WebP of two pictures that claims a canvas of 96 megapixels."""
    data = bytearray(animated("WEBP"))
    data[24:30] = (11_999).to_bytes(3, "little") + (7_999).to_bytes(3, "little")
    return bytes(data)


def tile_bomb() -> bytes:
    """A small TIFF that claims to be stored in tiles of 400 megapixels each."""
    data = saved(scene(), "TIFF", tiffinfo={0xFDE8: 20_000, 0xFDE9: 20_000})
    for private, tag in ((0xFDE8, TILE_WIDTH), (0xFDE9, TILE_LENGTH)):
        data = data.replace(struct.pack("<H", private), struct.pack("<H", tag))
    return data


REFUSED: dict[str, tuple[str, Callable[[], bytes]]] = {
    "nothing": ("empty", lambda: b""),
    "text": ("not-an-image", lambda: b"dear diary"),
    "one byte": ("not-an-image", lambda: b"\xff"),
    "a PDF": ("not-an-image", lambda: b"%PDF-1.7\n" + bytes(100)),
    "an SVG": ("not-an-image", lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "half a jpeg": ("truncated", lambda: saved(heavy(), "JPEG")[:1500]),
    "half a jpeg with a thumbnail": ("truncated", lambda: with_thumbnail()[:-50]),
    "half a progressive jpeg": ("truncated", lambda: saved(heavy(), "JPEG", progressive=True)[:1500]),
    "half a large jpeg": ("truncated", lambda: saved(large_heavy(), "JPEG")[:20_000]),
    "half a jpeg with an end": ("truncated", lambda: ended(saved(heavy(), "JPEG"))),
    "a jpeg without its last blocks": ("truncated", lambda: ended(saved(heavy(), "JPEG"), share=0.9)),
    "half the first scan of a progressive jpeg": ("truncated", lambda: first_scan(heavy(), 0.5)),
    "half a jpeg of grey": ("truncated", lambda: ended(saved(heavy().convert("L"), "JPEG"))),
    "half a large jpeg with an end": ("truncated", lambda: ended(saved(large_heavy(), "JPEG"))),
    "half a jpeg in pieces": ("truncated", lambda: ended(saved(heavy(), "JPEG", restart_marker_rows=1))),
    "half a jpeg in pieces and nothing more": (
        "truncated",
        lambda: ended(saved(heavy(), "JPEG", restart_marker_rows=1), bytes(1000)),
    ),
    "half a jpeg up to half a code": ("truncated", lambda: ended(saved(heavy(), "JPEG"), b"\xff")),
    "half a jpeg before a whole one": (
        "truncated",
        lambda: ended(saved(heavy(), "JPEG")) + saved(heavy(), "JPEG"),
    ),
    "half a png": ("truncated", lambda: saved(heavy(), "PNG")[:4000]),
    "half a webp": ("truncated", lambda: saved(heavy(), "WEBP")[:1000]),
    "half a tiff": ("truncated", lambda: saved(heavy(), "TIFF", compression="tiff_lzw")[:4000]),
    "half a bmp": ("truncated", lambda: saved(heavy(), "BMP")[:4000]),
    "half a gif": ("truncated", lambda: saved(heavy(), "GIF")[:1500]),
    "half a heic": ("truncated", lambda: heic()[:-200]),
    "half an avif": ("truncated", lambda: saved(heavy(), "AVIF")[:2000]),
    "half an avif that begins like a heic": (
        "truncated",
        lambda: with_shared_brand(saved(heavy(), "AVIF"))[:60],
    ),
    "a film": ("not-an-image", lambda: b"RIFF" + bytes([100, 0, 0, 0]) + b"AVI LIST" + bytes(92)),
    "a sound": ("not-an-image", lambda: b"RIFF" + bytes([100, 0, 0, 0]) + b"WAVEfmt " + bytes(92)),
    "a png of nothing": ("truncated", lambda: png_header(64, 64)),
    "a tiff whose pixels begin at a fraction": (
        "truncated",
        lambda: with_tag(saved(scene(), "TIFF"), STRIP_OFFSETS, 8, RATIONAL),
    ),
    "an avif without a rate": ("truncated", without_rate),
    "a jpeg of 12 bits": ("truncated", of_12_bits),
    "a bomb of one pixel too many": ("too-large", lambda: png_header(MAX_PIXELS + 1, 1)),
    "a bomb of moving pictures": ("too-large", moving_bomb),
    "a bomb of tiles": ("too-large", tile_bomb),
    "a bomb behind a preview": ("too-large", lambda: pages((WIDTH, HEIGHT), (10_001, 10_000))),
    "a bomb of 101 megapixels": ("too-large", lambda: png_header(10_100, 10_000)),
    "a bomb of 200 megapixels": ("too-large", lambda: png_header(20_000, 10_000)),
    "a bomb of 4 gigapixels": ("too-large", lambda: png_header(65_535, 65_535)),
}


@pytest.mark.parametrize("make", [lambda: saved(scene(), "JPEG"), with_thumbnail])
def test_what_a_jpeg_that_breaks_off_lacks_is_not_made_up(
    make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenCV fills it with grey, some versions of it: the end of a thumbnail is not the photo's."""
    grey = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: grey)
    assert decode_photo(make(), "hand.jpg").pixels is grey
    with pytest.raises(PhotoError) as raised:
        decode_photo(make()[:-50], "hand.jpg")
    assert raised.value.code == "truncated"


@pytest.mark.parametrize("kind", REFUSED)
def test_refused(kind: str) -> None:
    code, make = REFUSED[kind]
    with pytest.raises(PhotoError) as raised:
        decode_photo(make(), "hand.jpg")
    assert raised.value.code == code
    message = str(raised.value)
    assert message.startswith("hand.jpg ")
    assert message.endswith(".")
    assert "\n" not in message


def test_a_progressive_jpeg_without_its_later_scans_is_read_as_it_is() -> None:
    """It is whole and coarse, as the standard allows."""
    large = scene().resize((4 * WIDTH, 4 * HEIGHT), Image.Resampling.NEAREST)
    assert_shows(decode_photo(first_scan(large), "hand.jpg").pixels, large)


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_rows": 1}], ids=str)
def test_a_whole_jpeg_may_end_in_grey(mode: str, options: dict[str, object]) -> None:
    framed = ImageOps.expand(scene(), 16, (128, 128, 128)).convert(mode)
    pixels = decode_photo(saved(framed, "JPEG", **options), "hand.jpg").pixels
    assert (pixels[-1] == 128).all()
    assert_shows(pixels[16:-16, 16:-16], scene().convert(mode))


def damaged(data: bytes, places: slice) -> bytes:
    changed = bytearray(data)
    changed[places] = bytes(byte ^ 0x5A for byte in changed[places])
    return bytes(changed)


@pytest.mark.parametrize(
    "data",
    [
        *(
            damaged(saved(heavy(), "TIFF", compression=kind), slice(2000, 2400))
            for kind in ("tiff_lzw", "tiff_deflate", "jpeg")
        ),
        damaged(saved(heavy().convert("1"), "TIFF", compression="group4"), slice(200, 300)),
        damaged(saved(heavy(), "JPEG"), slice(2000, 2400)),
        ended(saved(heavy(), "JPEG")),
    ],
    ids=["lzw", "deflate", "jpeg in tiff", "fax", "jpeg", "half a jpeg"],
)
def test_of_a_damaged_file_no_library_says_anything_by_itself(
    capfd: pytest.CaptureFixture[str], data: bytes
) -> None:
    with contextlib.suppress(PhotoError):
        decode_photo(data, "hand")
    os.write(2, b"heard again")
    assert capfd.readouterr().err == "heard again"


def test_several_at_once_are_quiet_and_all_that_is_said_then_is_heard(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(
            threads.map(
                lambda _: decode_photo(damaged(saved(heavy(), "JPEG"), slice(2000, 2400)), ""), range(40)
            )
        )
    os.write(2, b"heard again")
    assert capfd.readouterr().err == "heard again"


def test_two_that_overlap_hear_no_warning_and_leave_the_filters_as_they_were() -> None:
    """Two threads, in an order in which they may come and go."""
    before = list(warnings.filters)
    first, second = decoding("first.jpg"), decoding("second.jpg")
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    warnings.warn("an odd tag", stacklevel=1)
    second.__exit__(None, None, None)
    assert warnings.filters == before


def test_a_png_with_a_wrong_byte_is_refused_without_a_word_from_libpng(
    capfd: pytest.CaptureFixture[str],
) -> None:
    data = bytearray(saved(heavy(), "PNG"))
    data[len(data) // 2] ^= 0xFF
    with pytest.raises(PhotoError, match="damaged"):
        decode_photo(bytes(data), "hand.png")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("notes", [{"icc_profile": bytes(3000)}, {"exif": b"Exif\0\0II*"}], ids=str)
def test_of_a_png_with_odd_notes_libpng_says_nothing(
    capfd: pytest.CaptureFixture[str], notes: dict[str, bytes]
) -> None:
    assert_shows(decode_photo(saved(scene(), "PNG", **notes), "hand.png").pixels, scene())
    assert capfd.readouterr().err == ""


def test_a_whole_file_of_an_unknown_kind_is_not_called_damaged_for_sure() -> None:
    with pytest.raises(PhotoError, match="or is of a kind that cannot be decoded"):
        decode_photo(of_12_bits(), "hand.jpg")


@pytest.mark.parametrize("size", [(10_000, 7_000), (60_000, 60_000)])
def test_a_bomb_is_told_the_limit_it_met(size: tuple[int, int]) -> None:
    with pytest.raises(PhotoError, match="64 megapixels"):
        decode_photo(png_header(*size), "bomb.png", max_pixels=64_000_000)


@pytest.mark.parametrize(
    "make", [lambda: animated("WEBP"), COLOUR["webp with alpha"]], ids=["moving", "alpha"]
)
def test_a_webp_that_pillow_holds_four_times_counts_four_times(make: Callable[[], bytes]) -> None:
    """And no other one."""
    pixels = WIDTH * HEIGHT
    assert_shows(decode_photo(COLOUR["webp"](), "hand.webp", max_pixels=pixels).pixels, scene())
    assert_shows(decode_photo(make(), "hand.webp", max_pixels=4 * pixels).pixels, scene())
    with pytest.raises(PhotoError, match="moving or see-through") as refused:
        decode_photo(make(), "hand.webp", max_pixels=4 * pixels - 1)
    assert refused.value.code == "too-large"


def test_memory_that_is_not_there_is_not_blamed_on_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Image.Image, "crop", too_much)
    with pytest.raises(PhotoError, match="more memory than there is") as refused:
        decode_photo(COLOUR["gif"](), "hand.gif")
    assert refused.value.code == "too-large"


def test_a_bomb_is_refused_from_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("decoded a pixel")

    monkeypatch.setattr(Image.Image, "load", never)
    monkeypatch.setattr(cv2, "imdecode", never)
    with pytest.raises(PhotoError, match="10200 × 10000 pixels; at most 100 megapixels are read"):
        decode_photo(png_header(10_200, MAX_PIXELS // 10_000), "bomb.png")


def test_heic_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    data = heic()
    monkeypatch.setitem(__import__("sys").modules, "pillow_heif", None)
    with pytest.raises(PhotoError, match=r"tilescore\[heic\]") as raised:
        decode_photo(data, "IMG_0001.HEIC")
    assert raised.value.code == "needs-extra"


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "händ 五.jpg"
    path.write_bytes(COLOUR["jpeg"]())
    assert_shows(load_photo(path).pixels, scene())
    assert load_photo(str(path)).name == str(path)


def test_missing(tmp_path: Path) -> None:
    assert_code("missing", tmp_path / "nobody.jpg")


@pytest.mark.parametrize(("in_its_place", "code"), [("nothing", "missing"), ("a folder", "unreadable")])
def test_a_tiff_that_is_gone_when_it_is_looked_at_more_closely(
    tmp_path: Path, in_its_place: str, code: str
) -> None:
    path = tmp_path / "scan.tif"
    large_scene().save(path)
    photo = load_photo(path)
    path.unlink()
    if in_its_place == "a folder":
        path.mkdir()
    with pytest.raises(PhotoError) as raised:
        photo.view(1.0)
    assert raised.value.code == code


def test_a_folder(tmp_path: Path) -> None:
    assert_code("not-a-file", tmp_path)


def test_no_name_is_not_the_folder_one_is_in() -> None:
    with pytest.raises(PhotoError, match=r"^No photo is named\.$"):
        load_photo("")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert_code("not-a-file", tmp_path / "pipe")


def test_a_file_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "hand.jpg").write_bytes(b"x")
    assert_code("unreadable", tmp_path / "hand.jpg" / "hand.jpg")


@pytest.mark.parametrize("name", ["a\0b.jpg", "x" * 5000])
def test_a_name_no_file_can_have(name: str) -> None:
    assert_code("unreadable", name)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(600_000_000)  # sparse: takes no room on the disk
    assert_code("too-large", path)


def assert_code(code: str, path: str | Path) -> None:
    with pytest.raises(PhotoError) as raised:
        load_photo(path)
    assert raised.value.code == code


def test_arrays() -> None:
    grey = np.full((4, 6), 7, np.uint8)
    assert photo_of_array(grey).pixels.shape == (4, 6, 3)
    colour = np.zeros((4, 6, 3), np.uint8)
    assert photo_of_array(colour, "webcam").pixels is colour


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((4, 6, 3)),
        np.zeros((0, 6, 3), np.uint8),
        np.zeros((4, 6, 4), np.uint8),
        np.zeros(4, np.uint8),
    ],
    ids=["floats", "empty", "four channels", "a line"],
)
def test_arrays_that_are_no_photo(array: np.ndarray) -> None:
    with pytest.raises(PhotoError) as raised:
        photo_of_array(array)
    assert raised.value.code == "not-an-image"


@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("kind", ["jpeg", "png", "webp", "tiff, compressed", "gif", "bmp", "avif", "heic"])
@given(data=st.data())
def test_damage_gives_a_photo_or_one_error(kind: str, data: st.DataObject) -> None:
    """Cut anywhere and with any bytes changed, a file is decoded or refused with a `PhotoError`."""
    whole = COLOUR[kind]()
    damaged = bytearray(whole[: data.draw(st.integers(1, len(whole)))])
    for _ in range(data.draw(st.integers(0, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    code, pixels = "", np.zeros(0, np.uint8)
    try:
        pixels = decode_photo(bytes(damaged), "damaged").pixels
    except PhotoError as error:
        code = error.code
    assert (code == "" and pixels.ndim == 3) or code in {"truncated", "not-an-image", "too-large"}


@pytest.mark.parametrize("kind", ["avif", "heic"])
def test_a_wrong_byte_in_a_box_gives_a_photo_or_one_error(kind: str) -> None:
    """The boxes before the pixels say how long each other is, and their readers do not doubt them."""
    whole = COLOUR[kind]()
    for place in range(min(len(whole), HEADER)):
        wrong = bytearray(whole)
        wrong[place] ^= 0xFF
        with contextlib.suppress(PhotoError):
            assert decode_photo(bytes(wrong), "damaged").pixels.ndim == 3
