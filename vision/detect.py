"""Finds the four corners of every tile face in a photo.

The network looks at one cell every four pixels and says whether a face is centred there and, if so, where
its corners are. A face seen from afar is close to a parallelogram with half-diagonals ±a and ±b about its
centre (complex numbers, x + iy). Which corner comes first is not something pixels can tell, and any rule for
it ("the topmost") jumps as the tile turns, which a network cannot learn at the jump. So the network gives
the coefficients of the polynomial that has the four corners as roots, (z² - a²)(z² - b²) = z⁴ - s z² + p,
which do not depend on the order of the corners and change smoothly through every rotation: s = a² + b², p =
a² b², divided by r² and r⁴ with r² = (|a|² + |b|²) / 2.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Photo, as_photo
from vision.runtime import load_model

Array = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]
Region = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels of the photo."""

STRIDE = 4
"""Pixels a cell of the network's answer."""

_MULTIPLE = 32
"""The network halves the picture five times."""

_COARSE = 640
"""Longer side of the first look, pixels."""

_FINE_TILE = 26.0
"""Short side that tiles should have in the second look, pixels: about the middle of what training showed."""

_FINE_PIXELS = 450_000
"""The second look is at most this large."""

_WORTHWHILE = 1.4
"""A second look must magnify at least this much."""

_HAND = 13
"""Tiles that every hand has at least."""

_MIN_SCORE = 0.3

_FAINT = 0.2
"""Score from which a face is believed that adjoins a sure one and is as large: a tile face down in a kong."""

_ALIKE = 0.25
"""Natural logarithm of the ratio of their areas, at most."""

_MIDDLE = 0.9
"""Share of a face from its centre outwards in which no other face has its centre."""

_NEIGHBOURLY = 0.5
"""Score of faces that say how large those around them are."""

_NEIGHBOURS = 6

_MOST = 400
"""Faces of one look; a whole set is 144, the rest is a keyboard or a page of print."""


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One tile face found in a photo."""

    corners: Array
    """(4, 2) pixels, clockwise on the screen; which corner is the tile's top-left is not known yet."""
    score: float
    """How sure the detector is that a face is there, 0..1; not calibrated."""


def corners_of(detections: Sequence[Detection]) -> Array:
    """The corners of all detections as one array (n, 4, 2), pixels."""
    return np.array([detection.corners for detection in detections], np.float32).reshape(-1, 4, 2)


def code_from_corners(corners: Array) -> Array:
    """Corners (n, 4, 2) in order around each tile -> (n, 5): log r, then s and p as re, im each."""
    z = corners[..., 0] + 1j * corners[..., 1]
    a, b = (z[:, 0] - z[:, 2]) / 2, (z[:, 1] - z[:, 3]) / 2
    r2 = (np.abs(a) ** 2 + np.abs(b) ** 2) / 2
    s, p = (a**2 + b**2) / r2, a**2 * b**2 / r2**2
    return np.stack([np.log(r2) / 2, s.real, s.imag, p.real, p.imag], axis=1).astype(np.float32)


def corners_from_code(code: Array) -> Array:
    """Inverse of `code_from_corners` for parallelograms: (n, 5) -> corners (n, 4, 2) about (0, 0),
    clockwise."""
    s, p = code[:, 1] + 1j * code[:, 2], code[:, 3] + 1j * code[:, 4]
    root = np.sqrt(s**2 / 4 - p)
    a, b = np.sqrt(s / 2 + root), np.sqrt(s / 2 - root)
    # y points down, so the screen's clockwise is a growing angle; b must follow a by less than half a turn.
    b = np.where((np.conj(a) * b).imag < 0, -b, b)
    z = np.stack([a, b, -a, -b], axis=1) * np.exp(code[:, :1])
    return np.stack([z.real, z.imag], axis=2).astype(np.float32)


class TileDetector:
    """Finds tile faces; one instance serves many photos and threads."""

    def __init__(self, threads: int = 2) -> None:
        self._model = load_model("detector", threads)

    def detect(self, picture: Photo | Image) -> list[Detection]:
        """All tile faces in a photo, or in a BGR picture (h, w, 3) of any size; pixels of it, surest first.

        A first look at the whole picture; where its tiles are small, a second one, larger, at the part that
        holds them. Raises ModelError when the weights cannot be used.
        """
        photo = as_photo(picture)
        width, height = photo.size
        scale = min(1.0, _COARSE / max(width, height))
        corners, scores = self._look(photo, (0, 0, width, height), scale)
        if len(scores):
            region, magnified = _second_look(corners, scale, photo.size)
            if magnified >= _WORTHWHILE * scale:
                corners, scores = self._look(photo, region, magnified)
        return [Detection(quad, float(score)) for quad, score in zip(corners, scores, strict=True)]

    def _look(self, photo: Photo, region: Region, scale: float) -> tuple[Array, Array]:
        """What a region of the photo shows at `scale` times its size: corners (n, 4, 2) in pixels of the
        photo, and scores (n,), surest first."""
        view = photo.view(scale)
        left, top, right, bottom = (round(edge * view.scale) for edge in region)
        piece = view.pixels[top:bottom, left:right]
        small = _resized(piece, scale / view.scale)
        (answer,) = self._model.run(_padded(small)[None])
        corners, scores = decode(answer[0])
        height, width = piece.shape[:2]
        corners = corners * np.array([width / small.shape[1], height / small.shape[0]], np.float32)
        return (corners + np.array([left, top], np.float32)) / np.float32(view.scale), scores


def _resized(image: Image, scale: float) -> Image:
    """The picture at `scale` times its size."""
    if scale == 1.0:
        return image
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=method), np.uint8)


def decode(answer: Array) -> tuple[Array, Array]:
    """The network's answer for one picture (8, h / 4, w / 4) -> corners (n, 4, 2) in pixels, scores (n,),
    surest first.

    Of peaks that are the same face or parts of it, one is kept.
    """
    heat = 1 / (1 + np.exp(-answer[0]))
    peaks = (heat >= _FAINT) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-heat[rows, columns], kind="stable")[:_MOST]
    rows, columns = rows[order], columns[order]
    given = answer[:, rows, columns].T
    centres = np.stack([columns, rows], axis=1) + 0.5 + given[:, 1:3]
    corners = ((centres[:, None] + corners_from_code(given[:, 3:8])) * STRIDE).astype(np.float32)
    scores = heat[rows, columns].astype(np.float32)
    kept = _distinct(corners, scores)
    corners, scores = corners[kept], scores[kept]
    believed = (scores >= _MIN_SCORE) | _adjoining(corners, scores)
    return corners[believed], scores[believed]


def _distinct(corners: Array, scores: Array) -> list[int]:
    """Indices of faces (n, 4, 2), surest first, none of which has its centre in the middle of another.

    Of such the surer is kept, and of two about as sure the one of its neighbours' size: half a tile looks
    like a tile (four circles are two above two), and so may a square of the cloth with a tile on it.
    """
    clash = _clashes(corners)
    merit = scores * _likeness(corners, scores, clash)
    kept: list[int] = []
    for index in np.argsort(-merit, kind="stable").tolist():
        if not clash[index, kept].any():
            kept.append(index)
    return sorted(kept)


def _clashes(corners: Array) -> npt.NDArray[np.bool_]:
    """(n, n): whether the centre of one of two faces lies in the middle of the other."""
    inside = np.abs(_placed(corners)).max(axis=2) < _MIDDLE
    return np.asarray(inside | inside.T)


def _adjoining(corners: Array, scores: Array) -> npt.NDArray[np.bool_]:
    """(n,): whether a face lies right beside a sure one and is as large."""
    near, far = np.moveaxis(np.sort(np.abs(_placed(corners)), axis=2), 2, 0)
    sizes = _log_areas(corners)
    alike = np.abs(sizes[:, None] - sizes) < _ALIKE
    return np.asarray(((near < 0.7) & (far > 1.6) & (far < 2.6) & alike)[scores >= _NEIGHBOURLY].any(axis=0))


def _placed(corners: Array) -> Array:
    """(n, n, 2): where each face sees the centres of the others, in halves of its sides."""
    centres = corners.mean(axis=1)
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 4
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 4
    away = centres - centres[:, None]
    own = np.linalg.pinv(np.stack([across, down], axis=2))
    return np.asarray(np.einsum("nij,nmj->nmi", own, away), np.float32)


def _likeness(corners: Array, scores: Array, clash: npt.NDArray[np.bool_]) -> Array:
    """(n,) up to 1: how near each face is in area to the sure ones around it that it does not clash with."""
    centres, sizes = corners.mean(axis=1), _log_areas(corners)
    distance = np.linalg.norm(centres[:, None] - centres, axis=2)
    distance[clash | (scores < _NEIGHBOURLY)] = np.inf
    nearest = np.argsort(distance, axis=1)[:, :_NEIGHBOURS]
    around = np.where(np.isfinite(np.take_along_axis(distance, nearest, axis=1)), sizes[nearest], np.nan)
    lonely = np.isfinite(around).sum(axis=1) < 2
    around[lonely] = sizes[lonely, None]
    return np.asarray(np.exp(-np.abs(sizes - np.nanmedian(around, axis=1))), np.float32)


def _log_areas(corners: Array) -> Array:
    """(n,): natural logarithms of the areas of faces (n, 4, 2)."""
    diagonals = corners[:, 2:] - corners[:, :2]
    areas = np.abs(diagonals[:, 0, 0] * diagonals[:, 1, 1] - diagonals[:, 0, 1] * diagonals[:, 1, 0])
    return np.asarray(np.log(np.maximum(areas, 1e-6)), np.float32)


def short_sides(corners: Array) -> Array:
    """Mean length of the shorter pair of sides of each quadrilateral (n, 4, 2), pixels."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    return np.asarray(np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2, np.float32)


def hand_side(corners: Array) -> float:
    """About how wide the tiles of the hand are among all that were found (n, 4, 2), n > 0, in the same unit.

    The hand lies nearest to the camera: a wall or discards behind it are smaller, and often more.
    """
    return float(np.median(np.sort(short_sides(corners))[-_HAND:]))


def _second_look(corners: Array, scale: float, size: tuple[int, int]) -> tuple[Region, float]:
    """The part of the picture that holds all tiles, and the scale to look at it."""
    side = hand_side(corners)
    points = corners.reshape(-1, 2)
    left, top = np.maximum(0, np.floor(points.min(axis=0) - 2 * side)).astype(int)
    right, bottom = np.minimum(size, np.ceil(points.max(axis=0) + 2 * side)).astype(int)
    affordable = math.sqrt(_FINE_PIXELS / max(1, (right - left) * (bottom - top)))
    return (int(left), int(top), int(right), int(bottom)), min(
        _FINE_TILE / side, affordable, 1.0 if scale < 1 else 2.0
    )


def _padded(image: Image) -> Image:
    """The picture with black added right and below, so that its sides are multiples of 32."""
    height, width = image.shape[:2]
    return np.asarray(
        cv2.copyMakeBorder(image, 0, -height % _MULTIPLE, 0, -width % _MULTIPLE, cv2.BORDER_CONSTANT),
        np.uint8,
    )
