"""Which way up the tiles of real photos stand. The annotations do not say, and their row does not tell it of
all: some six in a hundred stand upside down in it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from datasets.crops import RealCrop
from datasets.scene.realparts import template
from vision.arrays import Array, Pixels
from vision.faces.crops import rectified

UNKNOWN: Final = -1
"""The turn of a tile that looks much the same either way, or like no crop."""

_EDGE: Final = 0.1
"""Share of a tile at each side that does not count: there the next tile may begin."""

_CLOSEST: Final = 5
"""Crops of the same face, the most alike ones, that are heard."""

_ALIKE: Final = 0.45
"""Correlation with them of a face that is drawn as they are."""

_CLEAR: Final = 0.12
"""By how much one way up must be more alike than all others."""


class WayUp:
    """Tells it by crops of the same face that are known to stand upright."""

    def __init__(self, crops: Iterable[RealCrop]) -> None:
        found: dict[int, list[npt.NDArray[np.floating]]] = defaultdict(list)
        for crop in crops:
            found[crop.tile.index].append(_inside(crop.upright()))
        self._upright = {label: np.stack(each) for label, each in found.items()}

    def turns(self, pixels: Pixels, quads: Array, labels: Sequence[int]) -> npt.NDArray[np.int64]:
        """(n,): by how many corners each quadrilateral (n, 4, 2) must be moved on for its first to be the
        tile's own top-left, or `UNKNOWN`. The labels say what the tiles are known to be."""
        pairs = zip(quads, labels, strict=True)
        return np.array([self._turn(pixels, quad, label) for quad, label in pairs], np.int64)

    def _turn(self, pixels: Pixels, quad: Array, label: int) -> int:
        upright = self._upright.get(label)
        if upright is None:
            return UNKNOWN
        ways = [_inside(rectified(pixels, np.roll(quad, -turn, axis=0))) for turn in range(4)]
        alike = np.sort(upright @ np.stack(ways, axis=1), axis=0)[-_CLOSEST:].mean(axis=0)
        second, first = np.sort(alike)[-2:]
        return int(alike.argmax()) if first > _ALIKE and first - second > _CLEAR else UNKNOWN


def _inside(face: Pixels) -> npt.NDArray[np.floating]:
    """A face without its edges, for comparing."""
    height, width = face.shape[:2]
    y, x = round(_EDGE * height), round(_EDGE * width)
    return template(face[y : height - y, x : width - x])
