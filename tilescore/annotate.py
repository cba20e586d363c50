"""A photo with what was read drawn on it: corners, names and confidence; doubtful tiles amber."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tilescore.errors import OutputError
from vision.reading import Reading, ReadTile

Pixels = NDArray[np.uint8]

SURE = (80, 175, 40)
DOUBTFUL = (0, 170, 255)
INK = (255, 255, 255)
SHADE = (30, 30, 30)

_LEGIBLE_TILE = 44.0
"""Pixels across a tile below which its name would be unreadable; smaller photos are enlarged to it."""
_LARGEST_SIDE = 8000
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FONT_HEIGHT = 21.0
"""Height in pixels of a capital of that font at scale 1."""


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
    _, coded = cv2.imencode(path.suffix.lower(), pixels)
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
    """Name and percent in a dark box, kept inside the picture, where the tile's lower half lies."""
    width = _width(tile) * scale
    lines = (tile.tile.code, f"{100 * tile.confidence:.0f}%")
    fonts = (width * 0.30 / _FONT_HEIGHT, width * 0.20 / _FONT_HEIGHT)
    strokes = tuple(max(1, round(2 * font)) for font in fonts)
    sizes = [
        cv2.getTextSize(text, _FONT, font, stroke)[0]
        for text, font, stroke in zip(lines, fonts, strokes, strict=True)
    ]
    pad = max(2, round(width * 0.06))
    box_width = max(size[0] for size in sizes) + 2 * pad
    box_height = sum(size[1] for size in sizes) + 3 * pad
    middle = _corners(tile, scale)
    centre = middle.mean(axis=0) * 0.5 + middle[2:].mean(axis=0) * 0.5
    left = int(np.clip(centre[0] - box_width / 2, 0, max(0, canvas.shape[1] - box_width)))
    top = int(np.clip(centre[1] - box_height / 2, 0, max(0, canvas.shape[0] - box_height)))
    cv2.rectangle(canvas, (left, top), (left + box_width, top + box_height), SHADE, cv2.FILLED)
    edge = SURE if tile.sure else DOUBTFUL
    cv2.rectangle(
        canvas, (left, top), (left + box_width, top + box_height), edge, max(1, pad // 3), cv2.LINE_AA
    )
    baseline = top
    for text, font, stroke, size in zip(lines, fonts, strokes, sizes, strict=True):
        baseline += size[1] + pad
        at = (left + (box_width - size[0]) // 2, baseline)
        cv2.putText(canvas, text, at, _FONT, font, INK if tile.sure else DOUBTFUL, stroke, cv2.LINE_AA)
