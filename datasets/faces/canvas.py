"""A small vector drawing surface: premultiplied BGRA at twice the wanted size, drawn on with OpenCV.

Blending a colour with alpha 255 into transparent black is exactly the premultiplied "over" operator, so
anti-aliased strokes, fills and erasures (blending towards zero) all come out right without a separate mask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.faces.palette import Bgr

Points = NDArray[np.float64]
"""(n, 2) float64, x to the right and y down."""

Image = NDArray[np.uint8]
Ink = Bgr | None
"""A BGR colour, or None to cut away what is there so that the ground shows through."""

SUPERSAMPLE = 2
_SHIFT = 4  # fractional bits of the coordinates handed to OpenCV
_ALIKE = 60  # levels in any channel by which two inks differ that can hardly be told apart


@dataclass(frozen=True)
class Pen:
    """A place to draw: a canvas seen through a similarity transform (frames can be nested).

    In the outermost frame y goes from 0 (top) to 1 (bottom), x from 0 to the tile's aspect.
    """

    pixels: Image
    axis: tuple[float, float]  # image of the local x axis, supersampled pixels
    down: tuple[float, float]  # image of the local y axis
    origin: tuple[float, float]
    scale: float  # supersampled pixels per local unit

    @classmethod
    def fresh(cls, width: int, height: int) -> Pen:
        """A pen on a new transparent canvas for an image of `width` x `height` pixels."""
        pixels = np.zeros((height * SUPERSAMPLE, width * SUPERSAMPLE, 4), np.uint8)
        unit = float(height * SUPERSAMPLE)
        return cls(pixels, (unit, 0.0), (0.0, unit), (0.0, 0.0), unit)

    def at(
        self,
        x: float,
        y: float,
        size: float = 1.0,
        turn: float = 0.0,
        flip: bool = False,
        squeeze: float = 1.0,
    ) -> Pen:
        """A frame centred at (x, y), scaled by `size`, turned clockwise by `turn` degrees.

        `flip` mirrors left and right; `squeeze` narrows the frame along its own x axis.
        """
        c, s = cos(radians(turn)) * size, sin(radians(turn)) * size
        across = -squeeze if flip else squeeze
        (ax, ay), (dx, dy), (ox, oy) = self.axis, self.down, self.origin
        return Pen(
            self.pixels,
            ((c * ax + s * dx) * across, (c * ay + s * dy) * across),
            (-s * ax + c * dx, -s * ay + c * dy),
            (ox + x * ax + y * dx, oy + x * ay + y * dy),
            self.scale * size,
        )

    def _place(self, points: Points) -> NDArray[np.int32]:
        """Local points to OpenCV's fixed-point pixel coordinates, (n, 2) int32."""
        matrix = np.array((self.axis, self.down))
        placed = (points @ matrix + self.origin - 0.5) * (1 << _SHIFT)
        return np.asarray(np.rint(placed), np.int32)

    def _thickness(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def line(self, points: Points, width: float, ink: Ink, closed: bool = False) -> None:
        """A polyline of even width with round joins."""
        self.lines([points], width, ink, closed)

    def lines(self, many: Sequence[Points], width: float, ink: Ink, closed: bool = False) -> None:
        """Several polylines at once."""
        placed = [self._place(points) for points in many]
        cv2.polylines(self.pixels, placed, closed, _bgra(ink), self._thickness(width), cv2.LINE_AA, _SHIFT)

    def area(self, points: Points, ink: Ink) -> None:
        """A filled polygon."""
        cv2.fillPoly(self.pixels, [self._place(points)], _bgra(ink), cv2.LINE_AA, _SHIFT)

    def areas(self, many: Sequence[Points], ink: Ink) -> None:
        """Several filled polygons that may overlap."""
        colour = _bgra(ink)
        for points in many:
            cv2.fillPoly(self.pixels, [self._place(points)], colour, cv2.LINE_AA, _SHIFT)

    def share_in(self, points: Points, ink: Bgr) -> float:
        """The share of a polygon, 0..1, that bears that ink already, or one hardly to be told from it."""
        within = np.zeros(self.pixels.shape[:2], np.uint8)
        cv2.fillPoly(within, [self._place(points)], (1,), cv2.LINE_8, _SHIFT)
        there = self.pixels[within > 0].astype(np.int16)
        alike = (np.abs(there - _bgra(ink)) < _ALIKE).all(axis=1)
        return float(alike.mean()) if len(alike) else 0.0

    def brush(self, points: Points, widths: float | Points | Sequence[float], ink: Ink) -> None:
        """A stroke along `points` whose width swells and tapers; `widths` is resampled along the stroke."""
        self.area(ribbon(points, widths), ink)

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """A filled circle (an ellipse in a squeezed frame)."""
        self.area(circle(x, y, radius, _sides(radius * self.scale)), ink)

    def ring(self, x: float, y: float, radius: float, width: float, ink: Ink) -> None:
        """A circle drawn as a line; `radius` is that of the line's middle."""
        self.line(circle(x, y, radius, _sides(radius * self.scale)), width, ink, closed=True)

    def stamp(self, mask: Image, ink: Ink, width: float, height: float) -> None:
        """Lays a coverage mask in one ink, centred on this frame and `width` x `height` in its units.

        Turns and flips of the frame do not apply; masks stay upright.
        """
        w, h = max(1, round(width * self.scale)), max(1, round(height * self.scale))
        sized = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
        left, top = round(self.origin[0] - w / 2), round(self.origin[1] - h / 2)
        rows, columns = self.pixels.shape[:2]
        x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + w, columns), min(top + h, rows)
        if x0 >= x1 or y0 >= y1:
            return
        cover = sized[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.uint16)
        under = self.pixels[y0:y1, x0:x1]
        colour = np.array(_bgra(ink), np.uint16)
        under[:] = (cover * colour + (255 - cover) * under + 127) // 255

    def paste(self, picture: Image, width: float, height: float) -> None:
        """Lays a picture, straight BGRA, in its own colours, centred on this frame and `width` x `height` in
        its units; it stays upright, as stamps do."""
        w, h = max(1, round(width * self.scale)), max(1, round(height * self.scale))
        cover = picture[..., 3:].astype(np.uint16)
        colour = (picture[..., :3] * cover + 127) // 255
        laid = np.concatenate((colour.astype(np.uint8), picture[..., 3:]), axis=2)
        sized = np.asarray(cv2.resize(laid, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
        self._lay(sized, round(self.origin[0] - w / 2), round(self.origin[1] - h / 2))

    def fitted(
        self,
        draw: Callable[[Pen], None],
        width: float,
        height: float,
        drop: float = 0.5,
        contour: tuple[int, int, int] | None = None,
    ) -> None:
        """Draws on a scratch canvas, then lays what came out into a box, keeping its proportions.

        `draw` gets a frame with its origin in the middle and may use about half a unit around it; the box is
        centred on this frame, and `drop` says where in it a flat drawing lies: 0 at the top, 1 at the bottom.
        A `contour` colour draws a thin line around everything, as printed pictures have.
        """
        unit = 0.8 * height * self.scale
        side = max(4, round(0.7 * unit)) * 2
        scratch = Pen(
            np.zeros((side, side, 4), np.uint8), (unit, 0.0), (0.0, unit), (side / 2, side / 2), unit
        )
        draw(scratch)
        if contour is not None:
            _surround(scratch.pixels, contour, max(1, round(0.01 * unit)))
        x, y, w, h = cv2.boundingRect(scratch.pixels[..., 3])
        if not w or not h:
            return
        size = min(width * self.scale / w, height * self.scale / h)
        shape = max(1, round(w * size)), max(1, round(h * size))
        sized = np.asarray(
            cv2.resize(scratch.pixels[y : y + h, x : x + w], shape, interpolation=cv2.INTER_AREA), np.uint8
        )
        left = round(self.origin[0] - shape[0] / 2)
        top = round(self.origin[1] - shape[1] / 2 + (height * self.scale - shape[1]) * (drop - 0.5))
        self._lay(sized, left, top)

    def _lay(self, picture: Image, left: int, top: int) -> None:
        """A premultiplied picture over what is there, cut off at the edges."""
        (h, w), (rows, columns) = picture.shape[:2], self.pixels.shape[:2]
        x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + w, columns), min(top + h, rows)
        if x0 >= x1 or y0 >= y1:
            return
        over = picture[y0 - top : y1 - top, x0 - left : x1 - left].astype(np.uint16)
        under = self.pixels[y0:y1, x0:x1]
        under[:] = np.minimum(over + (255 - over[..., 3:]) * under // 255, 255)

    def finished(self) -> Image:
        """The drawing at its final size: (height, width, 4) uint8, premultiplied BGRA."""
        rows, columns = self.pixels.shape[:2]
        size = (columns // SUPERSAMPLE, rows // SUPERSAMPLE)
        return np.asarray(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def straight_alpha(premultiplied: Image) -> Image:
    """Premultiplied BGRA to the straight BGRA of image files, both (h, w, 4) uint8."""
    alpha = premultiplied[..., 3:].astype(np.uint16)
    colour = (premultiplied[..., :3].astype(np.uint16) * 255 + alpha // 2) // np.maximum(alpha, 1)
    return np.concatenate((np.minimum(colour, 255), alpha), axis=2).astype(np.uint8)


def _surround(pixels: Image, colour: tuple[int, int, int], width: int) -> None:
    """Lays a line of `width` pixels behind the edges of a premultiplied picture, in place."""
    alpha = np.ascontiguousarray(pixels[..., 3])
    side = 2 * width + 1
    grown = cv2.dilate(alpha, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    spare = np.asarray(cv2.subtract(grown, alpha))[..., None].astype(np.uint16)
    pixels[:] = np.minimum(pixels + spare * np.array(_bgra(colour), np.uint16) // 255, 255)


def _bgra(ink: Ink) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0) if ink is None else (*ink, 255)


def _sides(pixels: float) -> int:
    """Enough corners for a circle of this radius to look round."""
    return int(min(48, max(10, 8 + pixels)))


# Curves. All return (n, 2) points.


def path(*points: tuple[float, float]) -> Points:
    """Points as given."""
    return np.array(points, np.float64)


def circle(x: float, y: float, radius: float, sides: int = 24) -> Points:
    """A regular polygon close to a circle."""
    return moved(_unit_circle(sides) * radius, x, y)


def ellipse(x: float, y: float, rx: float, ry: float, turn: float = 0.0, sides: int = 24) -> Points:
    """A closed ellipse turned clockwise by `turn` degrees."""
    return moved(rotated(_unit_circle(sides) * (rx, ry), turn), x, y)


def arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 12) -> Points:
    """Part of a circle from `start` to `end`, degrees clockwise from the x axis."""
    angle = np.radians(np.linspace(start, end, steps))
    return np.stack((x + radius * np.cos(angle), y + radius * np.sin(angle)), axis=1)


def bezier(*controls: tuple[float, float], steps: int = 14) -> Points:
    """The Bezier curve of two to four control points."""
    t = np.linspace(0.0, 1.0, steps)[:, None]
    points = [np.array(control)[None, :] * np.ones_like(t) for control in controls]
    while len(points) > 1:
        points = [(1 - t) * a + t * b for a, b in pairwise(points)]
    return points[0]


def smooth(points: Points, steps: int = 24) -> Points:
    """A Catmull-Rom curve through the points, sampled evenly in its parameter."""
    padded = np.concatenate((2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]))
    t = np.linspace(0.0, len(points) - 1, steps)
    i = np.minimum(t.astype(int), len(points) - 2)
    u = (t - i)[:, None]
    a, b, c, d = (padded[i + k] for k in range(4))
    return np.asarray(
        0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u**2 + (3 * b - a - 3 * c + d) * u**3)
    )


def petal(length: float, width: float, point: float = 0.5, steps: int = 9) -> Points:
    """A closed leaf or petal from the origin along +x; `point` is where along its length it is widest."""
    t = np.linspace(0.0, 1.0, steps)
    rise = np.where(t < point, np.sin(t / point * np.pi / 2), np.cos((t - point) / (1 - point) * np.pi / 2))
    upper = np.stack((t * length, rise * width / 2), axis=1)
    return np.concatenate((upper, upper[-2:0:-1] * (1, -1)))


def rotated(points: Points, turn: float) -> Points:
    """Points turned clockwise (on screen) about the origin by `turn` degrees."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return np.asarray(points @ np.array(((c, s), (-s, c))))


def moved(points: Points, x: float, y: float) -> Points:
    """Points shifted by (x, y)."""
    return np.asarray(points + np.array((x, y)))


def around(shape: Points, count: int, start: float = 0.0, sweep: float = 360.0) -> list[Points]:
    """Copies of a shape turned about the origin: petals of a flower, spokes of a wheel."""
    return [rotated(shape, start + sweep * k / count) for k in range(count)]


def ribbon(points: Points, widths: float | Points | Sequence[float]) -> Points:
    """The closed outline of a stroke of varying width along a curve."""
    given = np.atleast_1d(np.asarray(widths, np.float64))
    width = np.interp(np.linspace(0, 1, len(points)), np.linspace(0, 1, len(given)), given)[:, None]
    along = np.gradient(points, axis=0)
    across = np.stack((-along[:, 1], along[:, 0]), axis=1) / np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    return np.concatenate((points + across * width / 2, (points - across * width / 2)[::-1]))


_CIRCLES: dict[int, Points] = {}


def _unit_circle(sides: int) -> Points:
    if sides not in _CIRCLES:
        angle = np.linspace(0.0, 2 * np.pi, sides, endpoint=False)
        _CIRCLES[sides] = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    return _CIRCLES[sides]
