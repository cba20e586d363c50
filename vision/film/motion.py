"""How the view moves from frame to frame, and whether it holds still."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Pixels

WIDTH: Final = 320
"""Pixels across the reduced frames in which motion is looked for."""

POINTS: Final = 150
"""Corners of the picture that are followed at most."""

AGREE: Final = 0.4
"""This share of them must have moved together, or there is no telling how the view moved."""

FEWEST: Final = 8
"""Of them, at least, that are found and that move together."""

_WINDOW: Final = 15
_LEVELS: Final = 3
"""Side of the window in which a corner is looked for, and how often the picture is halved for it: together
they reach about a quarter of the frame."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A turn, a shift and a change of scale from one frame's pixels to another's: a similarity transform."""

    matrix: Floats
    """(3, 3), its last row 0 0 1."""

    @classmethod
    def none(cls) -> "Motion":
        """Everything stays."""
        return cls(np.eye(3))

    def moved(self, points: npt.NDArray[np.floating]) -> Floats:
        """Where points (..., 2) of the earlier frame are in the later one."""
        return np.asarray(points @ self.matrix[:2, :2].T + self.matrix[:2, 2], np.float64)

    def then(self, later: "Motion") -> "Motion":
        """Both, one after the other."""
        return Motion(later.matrix @ self.matrix)


class MotionFinder:
    """Follows the picture's corners from each frame to the next (Lucas and Kanade, in a pyramid)."""

    def __init__(self) -> None:
        self._before: Pixels | None = None
        self._size = (0, 0)

    def follow(self, pixels: Pixels) -> Motion | None:
        """How the view moved since the frame before; None where the two have too little in common, or
        are not of the same size."""
        height, width = pixels.shape[:2]
        scale = width / WIDTH
        small = cv2.resize(pixels, (WIDTH, max(1, round(height / scale))), interpolation=cv2.INTER_AREA)
        before, now = self._before, np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        same_size = self._size == (width, height)
        self._before, self._size = now, (width, height)
        if before is None or not same_size:
            return None
        matrix = _moved_together(before, now)
        if matrix is None:
            return None
        matrix[:2, 2] *= scale
        return Motion(matrix)


def _moved_together(before: Pixels, now: Pixels) -> Floats | None:
    """(3, 3): what most corners of the earlier grey picture did, by RANSAC; tiles that a hand moves do
    otherwise."""
    corners = cv2.goodFeaturesToTrack(before, POINTS, 0.01, 6)
    if corners is None or len(corners) < FEWEST:
        return None
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        before, now, corners, np.empty_like(corners), winSize=(_WINDOW, _WINDOW), maxLevel=_LEVELS
    )
    kept = found.ravel() > 0
    if kept.sum() < FEWEST:
        return None
    matrix, together = cv2.estimateAffinePartial2D(corners[kept], moved[kept], ransacReprojThreshold=1.0)
    if matrix is None or together.sum() < max(FEWEST, AGREE * len(corners)):
        return None
    return np.vstack([matrix, np.array([[0.0, 0.0, 1.0]])])


class Stillness:
    """For how long the view has stayed where it was.

    A place is kept from which the view may stray a little, as a hand trembles; when it strays further, that
    is a new place, and the time starts anew.
    """

    def __init__(self) -> None:
        self._since: float | None = None
        self._strayed = Motion.none()

    def note(self, motion: Motion | None, seconds: float, points: Floats, leeway: float) -> float:
        """Seconds for which none of these points (n, 2), pixels, has strayed by more than `leeway` pixels."""
        if motion is None or self._since is None:
            self._since, self._strayed = seconds, Motion.none()
            return 0.0
        self._strayed = self._strayed.then(motion)
        back = Motion(np.asarray(np.linalg.inv(self._strayed.matrix), np.float64)).moved(points)
        if np.linalg.norm(back - points, axis=1).max(initial=0.0) > leeway:
            self._since, self._strayed = seconds, Motion.none()
        return seconds - self._since
