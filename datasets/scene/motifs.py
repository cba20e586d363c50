"""Small ornaments as they are printed, woven or embroidered on things that are no tiles.

They share their drawing with the faces of tiles on purpose: a flower, a ring or a character alone does not
make a tile, and only a renderer that shows both teaches that.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.faces.canvas import Pen, around, path, petal
from datasets.faces.flora import Paints
from datasets.faces.fonts import glyph, pick_chinese, pick_latin
from datasets.faces.frames import FrameKind, draw_frame
from datasets.faces.palette import Bgr
from datasets.faces.themes import picture
from datasets.scene.paints import any_colour
from datasets.scene.values import Image

_THEMES = ("garden", "nobles", "pots", "people", "things", "animals", "buildings")
_FRAMES: tuple[FrameKind, ...] = ("single", "double", "thick", "corners", "ornate", "hatched")
_CHINESE = "福祿壽喜龍鳳和平安吉祥富貴花開山水天地人心月日年大小上下"
"""Signs of luck and everyday ones, none that a tile carries."""
_LATIN = "ABCDEFGHIKLMNOPRSTUVW0123456789&"


def ink_of(rng: np.random.Generator) -> Bgr:
    """Any colour, as drawing wants it."""
    b, g, r = (int(level) for level in any_colour(rng))
    return b, g, r


def motif(rng: np.random.Generator, side: int, ink: Bgr | None = None) -> Image:
    """A random ornament, (side, side, 4) uint8 premultiplied BGRA, in `ink` first of all or any colour."""
    ink = ink or ink_of(rng)
    pen = Pen.fresh(side, side).at(0.5, 0.5)
    match rng.choice(5, p=(0.36, 0.2, 0.2, 0.14, 0.1)):
        case 0:
            _draw_picture(pen, rng, ink)
        case 1:
            _draw_sign(pen, rng, ink)
        case 2:
            size = rng.uniform(0.45, 0.9), rng.uniform(0.5, 0.95)
            frame = _FRAMES[rng.integers(len(_FRAMES))]
            draw_frame(pen, frame, *size, rng.uniform(0.015, 0.05), ink, int(rng.integers(1 << 31)))
        case 3:
            _draw_rings(pen, rng, ink)
        case _:
            _draw_rosette(pen, rng, ink)
    return pen.finished()


def _draw_picture(pen: Pen, rng: np.random.Generator, ink: Bgr) -> None:
    plain = rng.random() < 0.3
    leaf, stem, accent = (ink if plain else ink_of(rng) for _ in range(3))
    paints = Paints(
        ink, leaf, stem, accent, line=rng.uniform(0.015, 0.05), filled=rng.random(), tint=rng.random() * 0.5
    )
    theme = _THEMES[rng.integers(len(_THEMES))]
    draw = picture(theme, int(rng.integers(1, 5)), int(rng.integers(1 << 31)))
    pen.fitted(lambda frame: draw(frame, rng, paints), 0.95, 0.95)


def _draw_sign(pen: Pen, rng: np.random.Generator, ink: Bgr) -> None:
    chinese = rng.random() < 0.65
    face = pick_chinese(rng) if chinese else pick_latin(rng)
    letters = [letter for letter in (_CHINESE if chinese else _LATIN) if face.covers(letter)]
    mask = glyph(face, letters[rng.integers(len(letters))])
    size = rng.uniform(0.5, 0.95) / max(mask.shape)
    pen.stamp(mask, ink, mask.shape[1] * size, mask.shape[0] * size)


def _draw_rings(pen: Pen, rng: np.random.Generator, ink: Bgr) -> None:
    for radius in np.sort(rng.uniform(0.05, 0.45, int(rng.integers(1, 5))))[::-1]:
        if rng.random() < 0.4:
            pen.disc(0, 0, float(radius), ink if rng.random() < 0.5 else ink_of(rng))
        else:
            pen.ring(0, 0, float(radius), rng.uniform(0.02, 0.07), ink)


def _draw_rosette(pen: Pen, rng: np.random.Generator, ink: Bgr) -> None:
    count = int(rng.integers(3, 13))
    shape = petal(0.46, rng.uniform(0.06, 0.3), rng.uniform(0.3, 0.8))
    pen.areas(around(shape, count, rng.uniform(0, 90)), ink)
    if rng.random() < 0.5:
        pen.lines(around(path((0.1, 0), (0.4, 0)), count), 0.02, ink_of(rng))
    pen.disc(0, 0, rng.uniform(0.05, 0.15), ink_of(rng))


def stitched(rng: np.random.Generator, ornament: Image) -> Image:
    """The ornament in thread: fine oblique stripes of light and shade, a darker edge."""
    side = ornament.shape[0]
    y, x = np.mgrid[:side, :side].astype(np.float32)
    slope, period = rng.uniform(-1, 1), rng.uniform(2.0, 4.5)
    shine = 1 + rng.uniform(0.08, 0.25) * np.sin(2 * np.pi * (y + slope * x) / period)
    inner = cv2.erode(np.ascontiguousarray(ornament[..., 3]), np.ones((3, 3), np.uint8))
    shine = shine * np.where(inner > 0, 1.0, rng.uniform(0.6, 0.9))
    sewn = ornament.copy()
    lit = ornament[..., :3] * shine[..., None]
    sewn[..., :3] = np.minimum(lit, ornament[..., 3:])  # premultiplied: no channel above alpha
    return sewn


def lay(image: Image, ornament: Image, x: int, y: int, strength: float = 1.0) -> None:
    """Lays a premultiplied ornament on (h, w, 3) `image` with its middle at (x, y), cut off at the edges."""
    (h, w), (rows, columns) = ornament.shape[:2], image.shape[:2]
    left, top = x - w // 2, y - h // 2
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + w, columns), min(top + h, rows)
    if x0 >= x1 or y0 >= y1:
        return
    over = ornament[y0 - top : y1 - top, x0 - left : x1 - left].astype(np.float32) * strength
    under = image[y0:y1, x0:x1]
    under[:] = np.clip(over[..., :3] + under * (1 - over[..., 3:] / 255), 0, 255).astype(np.uint8)


def turned(ornament: Image, degrees: float) -> Image:
    """The ornament turned about its middle."""
    side = ornament.shape[0]
    view = cv2.getRotationMatrix2D((side / 2, side / 2), degrees, 1.0)
    return np.asarray(cv2.warpAffine(ornament, view, (side, side)), np.uint8)
