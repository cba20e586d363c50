"""What a rendered scene is: the picture and the truth about every tile in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from scoring.hand import Hand
from scoring.tiles import Tile

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating[Any]]
Corners = npt.NDArray[np.float32]
Role = Literal["exposed", "concealed", "seasons", "set_apart", "other"]


@dataclass(frozen=True, eq=False)
class SceneTile:
    """One tile whose face (or back) the camera sees.

    Attributes:
        tile: the face; ``FACE_DOWN`` where the back is up.
        corners: (4, 2) float32, pixels: top-left, top-right, bottom-right, bottom-left of the face as it
            stands, edge to edge of the block. They may lie outside the image.
        visible: fraction of the face that is inside the image and not hidden by anything.
        role: the part of the hand it belongs to; ``other`` for walls, discards and heaps.
        group: number of the set or clump within the scene; tiles of one set lie side by side.
    """

    tile: Tile
    corners: Corners
    visible: float
    role: Role = "other"
    group: int = 0

    def moved(self, matrix: Floats) -> SceneTile:
        """The same tile after the image went through a (2, 3) affine `matrix`."""
        corners = self.corners @ matrix[:, :2].T + matrix[:, 2]
        return replace(self, corners=corners.astype(np.float32))

    def label(self) -> dict[str, Any]:
        """As labels have it; corners rounded to hundredths of a pixel."""
        return {
            "tile": self.tile.code,
            "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in self.corners],
            "visible": round(self.visible, 3),
            "role": self.role,
            "group": self.group,
        }


@dataclass(frozen=True, eq=False)
class Scene:
    """A rendered photo: (h, w, 3) uint8 BGR, its tiles, and the hand when it shows all of one."""

    image: Image
    tiles: tuple[SceneTile, ...]
    hand: Hand | None
    kind: str
    tilt: float
    """Degrees that the camera is turned away from looking straight down."""
