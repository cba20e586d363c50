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

LARGEST: Final = (1280, 720)
"""Width and height, pixels, that fit on the screen of a small laptop."""

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_LEFT: Final = 12
"""Pixels from the frame's edge to words."""
_LEAST_NAME: Final = 0.4
"""Size below which a name cannot be read."""


def draw(sight: Sight, above: Sequence[str], below: Sequence[str]) -> Pixels:
    """The frame, reduced to `LARGEST` where it is larger, with its tiles outlined, doubtful ones amber, lines
    of words above and phrases below, all of which go on in the next line where there is no room.

    The words are drawn with OpenCV's own letters, which are those of ASCII.
    """
    canvas, scale = _reduced(sight.frame.pixels)
    of_hand = [tile for row in sight.reading.rows for tile in row.tiles] if sight.reading else []
    for tile in sight.tiles:
        cv2.polylines(canvas, [_corners(tile, scale)], True, BESIDE, 1, cv2.LINE_AA)
    for tile in of_hand or sight.tiles:
        _name(canvas, tile, scale, outlined=bool(of_hand))
    height, width = canvas.shape[:2]
    size = max(0.5, height / 900)
    step, room = round(44 * size), width - 2 * _LEFT
    lines = [part for line in above for part in _wrapped(line.split(), " ", size, room)]
    for number, line in enumerate(lines, start=1):
        _words(canvas, line, (_LEFT, step * number), size, BRIGHT if sight.steady else INK)
    for number, line in enumerate(reversed(_wrapped(below, "   ", size, room))):
        _words(canvas, line, (_LEFT, height - step // 2 - step * number), size, INK)
    return canvas


def _reduced(frame: Pixels) -> tuple[Pixels, float]:
    """A copy to draw on, and its scale."""
    height, width = frame.shape[:2]
    scale = min(1.0, LARGEST[0] / width, LARGEST[1] / height)
    size = round(width * scale), round(height * scale)
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _corners(tile: ReadTile, scale: float) -> npt.NDArray[np.int32]:
    return np.rint(np.multiply(tile.corners, scale)).astype(np.int32)


def _name(canvas: Pixels, tile: ReadTile, scale: float, *, outlined: bool) -> None:
    """A tile's name on its lower edge, and its outline, the top edge thick so that the way up shows.

    Without an outline it is none of the hand yet, and its name is grey.
    """
    corners = _corners(tile, scale)
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
    across, _ = _extent(words, size)
    _words(canvas, words, (round(float(x) - across / 2), round(float(y))), size, ink)


def _wrapped(pieces: Sequence[str], between: str, size: float, room: int) -> list[str]:
    """The pieces in lines of at most that many pixels; one that is longer has a line of its own."""
    lines: list[str] = []
    for piece in pieces:
        if lines and _extent(f"{lines[-1]}{between}{piece}", size)[0] <= room:
            lines[-1] += between + piece
        else:
            lines.append(piece)
    return lines


def _words(
    canvas: Pixels, words: str, at: tuple[int, int], size: float, colour: tuple[int, int, int]
) -> None:
    """Words that begin there, on a dark box, so that they can be read on anything."""
    width, height = _extent(words, size)
    (x, y), pad = at, max(2, round(6 * size))
    box = (x - pad, y - height - pad), (x + width + pad, y + pad)
    cv2.rectangle(canvas, *box, SHADE, cv2.FILLED)
    cv2.putText(canvas, words, at, _FONT, size, colour, _stroke(size), cv2.LINE_AA)


def _extent(words: str, size: float) -> tuple[int, int]:
    """Width and height, pixels."""
    (width, height), _ = cv2.getTextSize(words, _FONT, size, _stroke(size))
    return width, height


def _stroke(size: float) -> int:
    return max(1, round(2 * size))
