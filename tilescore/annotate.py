"""A photo with what was read drawn on it: corners, names and confidence; doubtful tiles amber."""

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
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def annotate(pixels: Pixels, reading: Reading) -> Pixels:
    """The upright photo `pixels` ((h, w, 3) uint8, BGR) with every read tile drawn on a copy of it.

    A photo whose tiles are too small to carry a name is enlarged, so the result may be larger than the
    photo.
    """
    tiles = [tile for row in reading.rows for tile in row.tiles]
    if not tiles:
        return pixels.copy()
    across = float(np.median([_width(tile) for tile in tiles]))
    scale = max(1.0, min(_LEGIBLE_TILE / max(across, 1.0), _LARGEST_SIDE / max(pixels.shape[:2])))
    width, height = (round(side * scale) for side in pixels.shape[1::-1])
    # At scale 1 this is a plain copy.
    canvas = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    for tile in tiles:
        _outline(canvas, tile, scale)
    for tile in tiles:
        _label(canvas, tile, scale)
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


def _outline(canvas: Pixels, tile: ReadTile, scale: float) -> None:
    """The tile's edges; the bar along its top edge is thick, so that the way up can be seen."""
    corners = np.rint(_corners(tile, scale)).astype(np.int32)
    colour = SURE if tile.sure else DOUBTFUL
    line = max(1, round(_width(tile) * scale / 30))
    cv2.polylines(canvas, [corners], True, SHADE, line + 2, cv2.LINE_AA)
    cv2.polylines(canvas, [corners], True, colour, line, cv2.LINE_AA)
    cv2.line(canvas, tuple(map(int, corners[0])), tuple(map(int, corners[1])), colour, 2 * line, cv2.LINE_AA)


def _label(canvas: Pixels, tile: ReadTile, scale: float) -> None:
    """Name and percent in a dark box as wide as the tile, on its lower edge, where it hides least."""
    words = f"{tile.tile.code} {int(100 * tile.confidence)}%"  # rounded down: only certainty is 100 %
    width = _width(tile) * scale
    (at_scale_1, _), _ = cv2.getTextSize(words, _FONT, 1.0, 2)
    font = 0.9 * width / at_scale_1
    stroke = max(1, round(2 * font))
    (text_width, text_height), _ = cv2.getTextSize(words, _FONT, font, stroke)
    pad = max(2, round(width * 0.05))
    box_width, box_height = text_width + 2 * pad, text_height + 2 * pad
    lower_edge = _corners(tile, scale)[2:].mean(axis=0)
    left = int(np.clip(lower_edge[0] - box_width / 2, 0, max(0, canvas.shape[1] - box_width)))
    top = int(np.clip(lower_edge[1] - box_height / 2, 0, max(0, canvas.shape[0] - box_height)))
    far = (left + box_width, top + box_height)
    cv2.rectangle(canvas, (left, top), far, SHADE, cv2.FILLED)
    cv2.rectangle(canvas, (left, top), far, SURE if tile.sure else DOUBTFUL, max(1, pad // 3), cv2.LINE_AA)
    ink = INK if tile.sure else DOUBTFUL
    cv2.putText(canvas, words, (left + pad, far[1] - pad), _FONT, font, ink, stroke, cv2.LINE_AA)
