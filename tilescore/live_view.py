"""A live picture with what is seen drawn on it: outlines, names, what the hand is worth, which keys there
are."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tilescore.annotate import DOUBTFUL, INK, SHADE, SURE
from vision.arrays import Pixels
from vision.film.live import Sight
from vision.reading import ReadTile

BESIDE: Final = (150, 150, 150)
"""Colour of tiles that are not of the hand."""

BRIGHT: Final = (120, 230, 90)
"""Colour of what is sure or steady, in words: green that can be read on the dark box."""

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_LEAST_NAME: Final = 0.4
"""Size below which a name cannot be read."""


def draw(sight: Sight, above: Sequence[str], below: str) -> Pixels:
    """The frame with its tiles outlined, doubtful ones amber, and lines of words above and below.

    The words are drawn with OpenCV's own letters, which are those of ASCII.
    """
    canvas = sight.frame.pixels.copy()
    of_hand = [tile for row in sight.reading.rows for tile in row.tiles] if sight.reading else []
    for tile in sight.tiles:
        cv2.polylines(canvas, [_corners(tile)], True, BESIDE, 1, cv2.LINE_AA)
    for tile in of_hand or sight.tiles:
        _name(canvas, tile, outlined=bool(of_hand))
    height = canvas.shape[0]
    size = max(0.5, height / 900)
    step = round(44 * size)
    for number, line in enumerate(above):
        _words(canvas, line, (12, step * (number + 1)), size, BRIGHT if sight.steady else INK)
    _words(canvas, below, (12, height - step // 2), size, INK)
    return canvas


def _corners(tile: ReadTile) -> npt.NDArray[np.int32]:
    return np.rint(tile.corners).astype(np.int32)


def _name(canvas: Pixels, tile: ReadTile, *, outlined: bool) -> None:
    """A tile's name on its lower edge, and its outline, the top edge thick so that the way up shows.

    Without an outline it is none of the hand yet, and its name is grey.
    """
    corners = _corners(tile)
    colour = SURE if tile.sure else DOUBTFUL
    width = float(np.linalg.norm(corners[1] - corners[0]))
    if outlined:
        cv2.polylines(canvas, [corners], True, colour, 2, cv2.LINE_AA)
        cv2.line(canvas, tuple(map(int, corners[0])), tuple(map(int, corners[1])), colour, 4, cv2.LINE_AA)
    words = tile.tile.code if tile.sure else f"{tile.tile.code}?"
    named = BRIGHT if tile.sure else DOUBTFUL
    ink = named if outlined else BESIDE
    x, y = corners[2:].mean(axis=0)
    size = max(_LEAST_NAME, width / 90)
    (across, _), _ = cv2.getTextSize(words, _FONT, size, _stroke(size))
    _words(canvas, words, (round(float(x) - across / 2), round(float(y))), size, ink)


def _words(
    canvas: Pixels, words: str, at: tuple[int, int], size: float, colour: tuple[int, int, int]
) -> None:
    """Words that begin there, on a dark box, so that they can be read on anything."""
    (width, height), _ = cv2.getTextSize(words, _FONT, size, _stroke(size))
    (x, y), pad = at, max(2, round(6 * size))
    box = (x - pad, y - height - pad), (x + width + pad, y + pad)
    cv2.rectangle(canvas, *box, SHADE, cv2.FILLED)
    cv2.putText(canvas, words, at, _FONT, size, colour, _stroke(size), cv2.LINE_AA)


def _stroke(size: float) -> int:
    return max(1, round(2 * size))
