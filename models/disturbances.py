"""The ways in which a photo of one and the same hand can be worse: one at a time, each at several strengths.

To add one, write a function `(image, strength, rng) -> image` that gives back the image itself at the
strength that changes nothing, and name it in `DISTURBANCES`; where it moves the tiles, with the map that says
where to.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.matching import UNMOVED, edges_of, magnified, moved, shifted
from vision.arrays import Floats, Pixels
from vision.pixels.orientation import mirror_image_of

PHOTO = 640
"""Blur and shake are in pixels of a photo with this longer side, as the dev photos have it."""

WHITE_ELECTRONS = 2500.0
"""What a pixel of a phone's sensor collects of a white surface in a lit room (about ISO 400)."""

FOCAL_LENGTH = 0.72
"""Of a phone's main camera, in longer sides of the photo (26 mm, where these are 36 mm)."""

READ_NOISE = 4.0
"""Electrons of noise that reading a pixel adds, in whatever light."""

DAYLIGHT = 6500.0
"""Colour temperature for which sRGB shows white as white, kelvin."""

_VALUES = np.arange(256) / 255
_LINEAR = np.where(_VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4)
"""The light, 0..1, that each level of sRGB stands for (IEC 61966-2-1)."""

_XYZ_TO_RGB = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
"""From CIE XYZ to that light, red, green and blue."""


def _encoded(light: npt.NDArray[np.floating]) -> Pixels:
    """The levels 0..255 that sRGB has for light, of which 1 is white and more is white as well."""
    seen = np.clip(light, 0, 1)
    values = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
    return np.asarray(values * 255 + 0.5, np.uint8)


def dimmed(image: Pixels, stops: float, rng: np.random.Generator) -> Pixels:
    """The photo with `stops` less light on the sensor: darker, and grainier as fewer photons are counted."""
    if stops == 0:
        return image
    electrons = cv2.LUT(image, (_LINEAR * WHITE_ELECTRONS / 2**stops).astype(np.float32))
    noise = rng.standard_normal(image.shape, dtype=np.float32)
    return _encoded((electrons + noise * np.sqrt(electrons + READ_NOISE**2)) / WHITE_ELECTRONS)


def overexposed(image: Pixels, stops: float, rng: np.random.Generator) -> Pixels:  # noqa: ARG001
    """The photo with `stops` more light on the sensor: what is brighter than white is white."""
    if stops == 0:
        return image
    return np.asarray(cv2.LUT(image, _encoded(_LINEAR * 2**stops)), np.uint8)


def warmed(image: Pixels, kelvin: float, rng: np.random.Generator) -> Pixels:  # noqa: ARG001
    """The photo by lamp or candle, taken as if by daylight: as much red, less green and still less blue."""
    if kelvin == DAYLIGHT:
        return image
    gains = _black_body(kelvin) / _black_body(DAYLIGHT)
    levels = _encoded(_LINEAR[:, None] * gains / gains.max())
    return np.asarray(cv2.LUT(image, levels[None, :, ::-1]), np.uint8)


def _black_body(kelvin: float) -> Floats:
    """Red, green and blue, linear, of what glows at a temperature from 1,667 to 25,000 kelvin, as luminous as
    white: the cubic approximation of the Planckian locus by Kim et al. (2002)."""
    heat = 1000 / kelvin
    if kelvin < 4000:
        x = np.polyval([-0.2661239, -0.2343589, 0.8776956, 0.179910], heat)
    else:
        x = np.polyval([-3.0258469, 2.1070379, 0.2226347, 0.240390], heat)
    if kelvin < 2222:
        y = np.polyval([-1.1063814, -1.34811020, 2.18555832, -0.20219683], x)
    elif kelvin < 4000:
        y = np.polyval([-0.9549476, -1.37418593, 2.09137015, -0.16748867], x)
    else:
        y = np.polyval([3.0817580, -5.87338670, 3.75112997, -0.37001483], x)
    return np.asarray(np.maximum(_XYZ_TO_RGB @ [x / y, 1.0, (1 - x - y) / y], 0.0))


def blurred(image: Pixels, sigma: float, rng: np.random.Generator) -> Pixels:  # noqa: ARG001 - one signature
    """The photo out of focus: a Gaussian of `sigma` pixels of a 640-pixel photo."""
    if sigma == 0:
        return image
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma * max(image.shape[:2]) / PHOTO), np.uint8)


def shaken(image: Pixels, length: float, rng: np.random.Generator) -> Pixels:
    """The photo from a hand that shook: each point a line, `length` pixels of a 640-pixel photo, in whatever
    direction."""
    if length == 0:
        return image
    half = length * max(image.shape[:2]) / PHOTO / 2
    angle = rng.uniform(0, np.pi)
    reach = int(np.ceil(half)) + 1
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    along = np.abs(xs * np.cos(angle) + ys * np.sin(angle))
    across = np.abs(ys * np.cos(angle) - xs * np.sin(angle))
    line = np.clip(half + 0.5 - along, 0, 1) * np.clip(1 - across, 0, 1)
    smeared = cv2.filter2D(image, -1, line / line.sum(), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(smeared, np.uint8)


def compressed(image: Pixels, quality: float, rng: np.random.Generator) -> Pixels:  # noqa: ARG001
    """The photo saved as JPEG; quality 100 stands for not saved again."""
    if quality == 100:
        return image
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, round(quality)])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def scaled(image: Pixels, scale: float, rng: np.random.Generator) -> Pixels:  # noqa: ARG001
    """The photo from nearer (more pixels, nothing cut off) or further away (as many, filled around)."""
    if scale == 1:
        return image
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=method), np.uint8)
    if scale > 1:
        return resized
    down, right = image.shape[0] - resized.shape[0], image.shape[1] - resized.shape[1]
    sides = down // 2, down - down // 2, right // 2, right - right // 2
    return np.asarray(
        cv2.copyMakeBorder(resized, *sides, cv2.BORDER_CONSTANT, value=_border_colour(image)), np.uint8
    )


def _scaling(image: Pixels, scale: float) -> Floats:
    """Where `scaled` takes the points of a photo: from nearer away from its corner, from further to its
    middle."""
    view = magnified(scale)
    if scale < 1:
        height, width = image.shape[:2]
        view[:2, 2] = (1 - scale) * width / 2, (1 - scale) * height / 2
    return view


def rotated(image: Pixels, degrees: float, rng: np.random.Generator) -> Pixels:  # noqa: ARG001
    """The whole photo turned clockwise, its new corners filled."""
    if degrees == 0:
        return image
    return _warped(image, _rotation(image, degrees), _turned_size(image, degrees))


def _turned_size(image: Pixels, degrees: float) -> tuple[int, int]:
    """Width and height of the whole photo once it is turned."""
    height, width = image.shape[:2]
    cosine, sine = abs(np.cos(np.radians(degrees))), abs(np.sin(np.radians(degrees)))
    return round(width * cosine + height * sine), round(width * sine + height * cosine)


def _rotation(image: Pixels, degrees: float) -> Floats:
    """Where `rotated` takes the points of a photo."""
    height, width = image.shape[:2]
    view = UNMOVED.copy()
    view[:2] = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
    view[:2, 2] += np.array(_turned_size(image, degrees)) / 2 - (width / 2, height / 2)
    return view


def tilted(image: Pixels, degrees: float, rng: np.random.Generator) -> Pixels:  # noqa: ARG001
    """The whole photo, as if it lay on a table and were photographed at such a slant from its lower side, no
    larger than it was and filled around."""
    if degrees == 0:
        return image
    view = _tilting(image, degrees)
    width, height = np.ceil(moved(edges_of(image), view).max(axis=0)).astype(int).tolist()
    return _warped(image, view, (width, height))


def _tilting(image: Pixels, degrees: float) -> Floats:
    """Where `tilted` takes the points of a photo: each lies farther off the higher up it is."""
    height, width = image.shape[:2]
    longer = max(width, height)
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    slanted = np.array([[1, 0, 0], [0, cosine, 0], [0, -sine / (FOCAL_LENGTH * longer), 1]])
    slanted = slanted @ shifted(-width / 2, -height / 2)
    seen = moved(edges_of(image), slanted)
    scale = longer / np.ptp(seen, axis=0).max()
    left, top = scale * seen.min(axis=0)
    return np.asarray(shifted(-left, -top) @ magnified(scale) @ slanted)


def mirrored(image: Pixels, times: float, rng: np.random.Generator) -> Pixels:  # noqa: ARG001
    """The photo as a mirror shows it, once or not at all."""
    return mirror_image_of(image) if times else image


def _mirroring(image: Pixels, times: float) -> Floats:
    """Where `mirrored` takes the points of a photo."""
    return np.array([[-1.0, 0, image.shape[1] - 1], [0, 1, 0], [0, 0, 1]]) if times else UNMOVED


def _warped(image: Pixels, view: Floats, size: tuple[int, int]) -> Pixels:
    """The photo as a projective map (3, 3) shows it, filled around to a width and height."""
    colour = _border_colour(image)
    return np.asarray(
        cv2.warpPerspective(image, view, size, flags=cv2.INTER_CUBIC, borderValue=colour), np.uint8
    )


def _border_colour(image: Pixels) -> list[float]:
    """The colour most of the photo's edge has: the table's, mostly."""
    edge = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    return [float(level) for level in np.median(edge, axis=0)]


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One way to make a photo worse."""

    name: str
    unit: str
    strengths: tuple[float, ...]
    """In the order of the plot; `harmless` is one of them."""
    harmless: float
    apply: Callable[[Pixels, float, np.random.Generator], Pixels]
    view: Callable[[Pixels, float], Floats] = lambda _image, _strength: UNMOVED
    """The projective map (3, 3) from the photo to what is made of it."""


DISTURBANCES = (
    Disturbance("Less light", "stops", (0, 1, 2, 3), 0, dimmed),
    Disturbance("More light", "stops", (0, 1, 2), 0, overexposed),
    Disturbance("Warm light", "kelvin, taken as daylight", (DAYLIGHT, 4000, 2700, 2000), DAYLIGHT, warmed),
    Disturbance("Blur", "pixels (σ) of a 640-pixel photo", (0, 1, 2, 3), 0, blurred),
    Disturbance("Shake", "pixels of a 640-pixel photo", (0, 4, 7, 11), 0, shaken),
    Disturbance("JPEG", "quality", (100, 90, 70, 50, 30), 100, compressed),
    Disturbance("Scale", "times", (0.85, 0.925, 1, 1.075, 1.15), 1, scaled, _scaling),
    Disturbance("Rotation", "degrees", (0, 45, 90, 135, 180, 225, 270, 315), 0, rotated, _rotation),
    Disturbance("Tilt", "degrees more", (0, 15, 30, 45), 0, tilted, _tilting),
    Disturbance("Mirror", "times", (0, 1), 0, mirrored, _mirroring),
)
