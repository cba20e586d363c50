"""A photo with what was read drawn on it: corners, names and confidence; doubtful tiles amber."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tilescore.errors import OutputError
from vision.arrays import Pixels
from vision.reading import Reading, ReadTile

SURE = (80, 175, 40)
DOUBTFUL = (0, 170, 255)
INK = (255, 255, 255)
SHADE = (30, 30, 30)

_LEGIBLE_TILE = 60.0
"""Pixels across a tile below which its name would be unreadable; smaller photos are enlarged to it."""
_LARGEST_SIDE = 8000
_WIDEST = 1 / 7
"""Share of the picture's longer side: lines and names on tiles that are wider than this are no larger."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_ON_ITS_FACE = 0.5
"""What a label costs that hides its own tile, as a share of one that hides another's."""


def annotate(pixels: Pixels, reading: Reading) -> Pixels:
    """The upright photo `pixels` ((h, w, 3) uint8, BGR) with every read tile drawn on a copy of it.

    A photo whose tiles are too small to carry a name is enlarged, so the result may be larger than the
    photo.
    """
    groups = [group for row in reading.rows for group in row.groups if group]
    tiles = [tile for group in groups for tile in group]
    if not tiles:
        return pixels.copy()
    across = float(np.percentile([_width(tile) for tile in tiles], 20))  # what lies farther away is smaller
    scale = max(1.0, min(_LEGIBLE_TILE / max(across, 1.0), _LARGEST_SIDE / max(pixels.shape[:2])))
    width, height = (round(side * scale) for side in pixels.shape[1::-1])
    # At scale 1 this is a plain copy.
    canvas = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    widest = max(_LEGIBLE_TILE, _WIDEST * max(width, height))
    for tile in tiles:
        _outline(canvas, tile, scale, widest)
    lettering = _Lettering.across(min(across * scale, widest), [_words(tile) for tile in tiles])
    taken = np.zeros(canvas.shape[:2], np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(taken, np.rint(_corners(tile, scale)).astype(np.int32), 1)
    for group in groups:
        for tile, box in zip(group, _places(taken, group, lettering, scale), strict=True):
            _label(canvas, tile, box, lettering)
    return canvas


def write_image(pixels: Pixels, path: Path) -> None:
    """Writes the picture in the format its name ends in. Raises `OutputError` when that cannot be done."""
    try:
        fits, coded = cv2.imencode(path.suffix.lower(), pixels)
    except cv2.error:
        fits, coded = False, np.zeros(0, np.uint8)
    if not fits:
        height, width = pixels.shape[:2]
        raise OutputError(f"{path}: {width}×{height} pixels do not fit into a picture of that format.")
    try:
        path.write_bytes(coded.tobytes())
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror or error}.") from error


def _corners(tile: ReadTile, scale: float) -> NDArray[np.float32]:
    return np.asarray(tile.corners, np.float32) * scale


def _width(tile: ReadTile) -> float:
    top_left, top_right, bottom_right, bottom_left = _corners(tile, 1.0)
    return float(np.linalg.norm(top_right - top_left) + np.linalg.norm(bottom_right - bottom_left)) / 2


def _outline(canvas: Pixels, tile: ReadTile, scale: float, widest: float) -> None:
    """The tile's edges; the bar along its top edge is thick, so that the way up can be seen."""
    corners = np.rint(_corners(tile, scale)).astype(np.int32)
    colour = SURE if tile.sure else DOUBTFUL
    line = max(1, round(min(_width(tile) * scale, widest) / 30))
    cv2.polylines(canvas, [corners], True, SHADE, line + 2, cv2.LINE_AA)
    cv2.polylines(canvas, [corners], True, colour, line, cv2.LINE_AA)
    cv2.line(canvas, tuple(map(int, corners[0])), tuple(map(int, corners[1])), colour, 2 * line, cv2.LINE_AA)


def _words(tile: ReadTile) -> str:
    """Name and percent, rounded down: only certainty is 100 %."""
    return f"{tile.tile.code} {int(100 * tile.confidence)}%"


@dataclass(frozen=True, slots=True)
class _Lettering:
    """One size and weight for all labels of a picture: none is more important than the others."""

    font: float
    stroke: int
    pad: int
    height: int

    @classmethod
    def across(cls, width: float, labels: Iterable[str]) -> "_Lettering":
        """The lettering in which the longest label is not quite as wide as a tile of that width."""
        at_scale_1 = max(cv2.getTextSize(words, _FONT, 1.0, 2)[0][0] for words in labels)
        font = 0.84 * width / at_scale_1
        stroke = max(1, round(2 * font))
        pad = max(2, round(width * 0.05))
        return cls(font, stroke, pad, cv2.getTextSize("0%", _FONT, font, stroke)[0][1] + 2 * pad)

    def size(self, words: str) -> tuple[int, int]:
        """Width and height of a label's box."""
        return cv2.getTextSize(words, _FONT, self.font, self.stroke)[0][0] + 2 * self.pad, self.height


Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


def _places(
    taken: NDArray[np.uint8], group: Sequence[ReadTile], lettering: _Lettering, scale: float
) -> list[Box]:
    """A box for each label of a group: at the foot of the row, or at its head if that hides less; where it
    hides something even so, wherever it hides least.

    `taken` ((h, w) uint8) is 1 where a face or a label is already, and the boxes are entered in it.
    """
    quads = [_corners(tile, scale) for tile in group]
    sizes = [lettering.size(_words(tile)) for tile in group]
    gap = 2 + max(1, round(lettering.pad / 2))
    beside = [_beside(quad, size, gap, taken.shape) for quad, size in zip(quads, sizes, strict=True)]
    # How far each edge of a tile faces the foot of the row: a tile may lie crosswise in it.
    foot = np.sum([_outward(quad)[2] for quad in quads], axis=0)
    facing = [_outward(quad) @ foot for quad in quads]
    at_foot, at_head = (
        sum(_hidden(taken, boxes[np.argmax(way * far)]) for boxes, far in zip(beside, facing, strict=True))
        for way in (1, -1)
    )
    way = 1 if at_foot <= at_head else -1
    places = []
    for quad, size, boxes, far in zip(quads, sizes, beside, facing, strict=True):
        costs = [float(_hidden(taken, box)) for box in boxes]
        choices = list(zip(costs, -way * far, boxes, strict=True))
        own = _on_face(quad, size, taken.shape)
        choices.append((_ON_ITS_FACE * _hidden(taken, own), 0.0, own))
        place = min(choices)[-1]
        left, top, right, bottom = place
        taken[top:bottom, left:right] = 1
        places.append(place)
    return places


def _outward(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The unit normals of head, right side, foot and left side, (4, 2), pointing away from the tile."""
    along = np.roll(quad, -1, axis=0) - quad
    length = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    return np.asarray(np.stack([along[:, 1], -along[:, 0]], axis=1) / length, np.float32)


def _beside(quad: NDArray[np.float32], size: tuple[int, int], gap: int, shape: tuple[int, ...]) -> list[Box]:
    """The boxes of that size that just clear the four edges, inside the picture."""
    middles = (quad + np.roll(quad, -1, axis=0)) / 2
    outward = _outward(quad)
    off = np.abs(outward) @ (np.asarray(size, np.float32) / 2) + gap
    return [_box(middle, size, shape) for middle in middles + outward * off[:, None]]


def _on_face(quad: NDArray[np.float32], size: tuple[int, int], shape: tuple[int, ...]) -> Box:
    """The box of that size on the foot of the tile itself."""
    foot = _outward(quad)[2]
    off = np.abs(foot) @ (np.asarray(size, np.float32) / 2)
    return _box(quad[2:].mean(axis=0) - foot * off, size, shape)


def _box(middle: NDArray[np.float32], size: tuple[int, int], shape: tuple[int, ...]) -> Box:
    """The box around a point, moved inside the picture."""
    left, top = (
        int(np.clip(round(float(at) - side / 2), 0, max(0, most - side)))
        for at, side, most in zip(middle, size, shape[1::-1], strict=True)
    )
    return left, top, left + size[0], top + size[1]


def _hidden(taken: NDArray[np.uint8], box: Box) -> int:
    """The pixels of faces and labels that a box would cover."""
    left, top, right, bottom = box
    return int(np.count_nonzero(taken[top:bottom, left:right]))


def _label(canvas: Pixels, tile: ReadTile, box: Box, lettering: _Lettering) -> None:
    """The words in a dark box with an edge in the colour of the tile's."""
    left, top, right, bottom = box
    pad = lettering.pad
    colour = SURE if tile.sure else DOUBTFUL
    cv2.rectangle(canvas, (left, top), (right, bottom), SHADE, cv2.FILLED)
    cv2.rectangle(canvas, (left, top), (right, bottom), colour, max(1, pad // 3), cv2.LINE_AA)
    ink = INK if tile.sure else DOUBTFUL
    at = (left + pad, bottom - pad)
    cv2.putText(canvas, _words(tile), at, _FONT, lettering.font, ink, lettering.stroke, cv2.LINE_AA)
