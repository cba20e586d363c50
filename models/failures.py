"""Pictures of what went wrong: the next improvement is in them."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.matching import Box
from scoring.tiles import Tile
from vision.arrays import Pixels
from vision.reading import ReadTile

_READ, _WRONG, _TRUTH = (0, 180, 0), (0, 0, 255), (255, 120, 0)
_SIDE = 1000
"""Longer side of a kept picture, pixels."""


class Album:
    """Keeps pictures in a folder, numbered by theme; keeps nothing without a folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._counts: dict[str, int] = {}
        if folder:
            folder.mkdir(parents=True, exist_ok=True)

    def keep(self, theme: str, pixels: Pixels, caption: str) -> None:
        """A picture with one line of text above it."""
        if not self._folder:
            return
        number = self._counts[theme] = self._counts.get(theme, 0) + 1
        bar = np.full((24, pixels.shape[1], 3), 255, np.uint8)
        cv2.putText(bar, caption, (2, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
        cv2.imwrite(str(self._folder / f"{theme}-{number:03d}.png"), np.vstack([bar, pixels]))

    def keep_reading(
        self,
        theme: str,
        pixels: Pixels,
        read: list[ReadTile],
        truths: list[tuple[Tile, Box]],
        caption: str = "",
    ) -> None:
        """A photo with what was read (green, red where no truth agrees) and what was missed (blue)."""
        if not self._folder:
            return
        scale = _SIDE / max(pixels.shape[:2])
        picture = np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale), np.uint8)
        open_truths = list(truths)
        for tile in read:
            corners = np.array(tile.corners) * scale
            middle = np.array(tile.corners).mean(axis=0)
            hit = next((t for t in open_truths if t[0] == tile.tile and _inside(middle, t[1])), None)
            if hit:
                open_truths.remove(hit)
            colour = _READ if hit else _WRONG
            cv2.polylines(picture, [corners.astype(np.int32)], isClosed=True, color=colour, thickness=1)
            if not hit:
                _write(picture, f"{tile.tile} {tile.confidence:.2f}", corners.min(axis=0), colour)
        for truth, box in open_truths:
            left, top, right, bottom = (round(v * scale) for v in box)
            cv2.rectangle(picture, (left, top), (right, bottom), _TRUTH, 1)
            _write(picture, str(truth), np.array([left, bottom + 14]), _TRUTH)
        self.keep(theme, picture, caption or " ".join(str(tile.tile) for tile in read))


def _inside(point: npt.NDArray[np.floating], box: Box) -> bool:
    return bool(box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3])


def _write(picture: Pixels, text: str, where: npt.NDArray[np.floating], colour: tuple[int, int, int]) -> None:
    at = (int(where[0]), int(where[1]) - 2)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)
