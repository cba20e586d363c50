"""The table's space and the camera that looks at it.

World: x to the player's right, y away from the player, z up; the table is the plane z = 0 and the unit is
the width of a tile. Image: pixels, x right, y down, the centre of the first pixel at (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.scene.values import Floats

NEAR = 0.3
"""Points nearer to the camera's plane than this (in tile widths) are not drawn."""


def turn_z(degrees: float) -> Floats:
    """(3, 3) rotation about the vertical, anticlockwise seen from above."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def turn_x(degrees: float) -> Floats:
    """(3, 3) rotation about the x axis: 90 stands a flat tile up, its face towards the player."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def turn_y(degrees: float) -> Floats:
    """(3, 3) rotation about the y axis: 180 turns a tile face down, its top staying far."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera with radial distortion.

    Attributes:
        position: (3,) where it is.
        axes: (3, 3) rows: its right, down and forward directions in the world.
        focal: focal length in pixels.
        centre: (2,) principal point in pixels.
        bend: radial distortion, the factor ``1 + bend * r**2`` in normalised coordinates.
    """

    position: Floats
    axes: Floats
    focal: float
    centre: Floats
    bend: float = 0.0

    @property
    def tilt(self) -> float:
        """Degrees that it is turned away from looking straight down."""
        return float(np.degrees(np.arccos(np.clip(-self.axes[2, 2], -1.0, 1.0))))

    def depth(self, points: Floats) -> Floats:
        """(…) distance along the viewing direction of (…, 3) `points`."""
        return np.asarray((points - self.position) @ self.axes[2])

    def project(self, points: Floats) -> Floats:
        """(..., 3) world points to (..., 2) pixels; points behind the camera are put before it."""
        seen = (points - self.position) @ self.axes.T
        flat = seen[..., :2] / np.maximum(seen[..., 2:], NEAR)
        flat = flat * (1.0 + self.bend * np.minimum((flat**2).sum(-1, keepdims=True), 1.0))
        return np.asarray(flat * self.focal + self.centre)

    def table_homography(self) -> Floats:
        """(3, 3) matrix from the table plane (x, y, 1) to pixels, distortion left out."""
        intrinsic = np.array(
            [[self.focal, 0.0, self.centre[0]], [0.0, self.focal, self.centre[1]], [0.0, 0.0, 1.0]]
        )
        columns = np.column_stack([self.axes[:, 0], self.axes[:, 1], -self.axes @ self.position])
        return np.asarray(intrinsic @ columns)

    def clip_near(self, polygon: Floats) -> Floats:
        """The part of a (n, 3) polygon that lies before the camera (Sutherland–Hodgman on one plane)."""
        ahead = self.depth(polygon) - NEAR
        kept: list[Floats] = []
        for i in range(len(polygon)):
            j = (i + 1) % len(polygon)
            if ahead[i] > 0:
                kept.append(polygon[i])
            if (ahead[i] > 0) != (ahead[j] > 0):
                kept.append(polygon[i] + (polygon[j] - polygon[i]) * ahead[i] / (ahead[i] - ahead[j]))
        return np.array(kept).reshape(-1, 3)


def look_at(
    target: Floats,
    distance: float,
    *,
    tilt: float,
    azimuth: float,
    roll: float,
    focal: float,
    size: tuple[int, int],
    bend: float = 0.0,
) -> Camera:
    """A camera `distance` from `target`, `tilt` degrees away from looking straight down.

    `azimuth` walks it around the target (0: from the player's side), `roll` turns it about its own axis;
    degrees. `focal` in pixels, `size` is (width, height) in pixels.
    """
    t = np.radians(tilt)
    about = turn_z(azimuth)
    right = about @ np.array([1.0, 0.0, 0.0])
    forward = about @ np.array([0.0, np.sin(t), -np.cos(t)])
    down = np.cross(forward, right)
    c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    axes = np.stack([c * right + s * down, -s * right + c * down, forward])
    centre = (np.array(size, dtype=np.float64) - 1.0) / 2.0
    return Camera(target - forward * distance, axes, focal, centre, bend)
