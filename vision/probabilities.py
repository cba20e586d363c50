"""What the probabilities of a thing in view stand for: 44 in the order of `CLASSES`, that add up to 1; how
logits become probabilities, and how two opinions become one."""

from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN, SHOWN, TILES, Tile
from vision.arrays import Array, Flags

CLASSES: Final[tuple[Tile | None, ...]] = (*SHOWN, None)
"""What a quadrilateral can hold: what a tile can show, or None: no tile."""

KINDS: Final = sum(not tile.is_season for tile in TILES)
"""The 34 kinds that sets are made of; they come first."""

FACES: Final = len(TILES)
"""The 42 faces. Behind them come a face-down tile and no tile at all."""

NO_TILE: Final = FACE_DOWN.index + 1

WHITE_DRAGON: Final = Tile.parse("Wd").index

BLANKS: Final = [WHITE_DRAGON, FACE_DOWN.index]
"""What a blank tile can be."""

BLANK: Final = 0.4
"""Probability of being a white dragon or a back, together, from which a thing is blank."""

CLEAR_FACE: Final = 0.8
"""Probability of the likeliest face, or of being some Season, from which it is clear."""

FEW: Final = 5
"""Fewer clear faces are no row of tiles."""

SURE: Final = 0.96
"""Calibrated probability from which a tile counts as read for sure. Of some 54,000 tiles of 3,409 rendered
hands 17 wrong ones are sure and 3,629 of all are not; with 0.95, 22 and 3,402."""

SURE_BACK: Final = 0.99
"""The same for a tile read as lying face down. What speaks for one is raised (`vision/faces/referee.py`), and
four odd birds of one real set were called backs with up to 0.98."""


def is_tile(probabilities: npt.NDArray[np.floating]) -> Flags:
    """(n,): which things with such probabilities (n, 44) are no less likely a tile than none."""
    return np.asarray(probabilities[:, NO_TILE] <= 0.5)


def season_probabilities(probabilities: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """(n,): of being some Season, whichever, by probabilities (n, 44)."""
    return np.asarray(probabilities[:, KINDS:FACES].sum(axis=1))


def is_season(probabilities: npt.NDArray[np.floating]) -> Flags:
    """(n,): which things with such probabilities (n, 44) are likelier some Season than all else."""
    return np.asarray(season_probabilities(probabilities) > 0.5)


def face_probabilities(probabilities: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """(n,): of the likeliest face by probabilities (n, 44), all Seasons counting as one."""
    return np.asarray(np.maximum(probabilities[:, :FACES].max(axis=1), season_probabilities(probabilities)))


def clear_faces(probabilities: npt.NDArray[np.floating]) -> Flags:
    """Which of the detections with `probabilities` (n, 44) clearly show a face, be it only some Season; none
    when they are too few."""
    clear = face_probabilities(probabilities) > CLEAR_FACE
    return np.asarray(clear & (clear.sum() >= FEW))


def is_sure(tile: Tile | None, confidence: float) -> bool:
    """Whether what was read with such a calibrated probability counts as read for sure; None is no tile."""
    return confidence >= (SURE_BACK if tile == FACE_DOWN else SURE)


def are_sure(probabilities: npt.NDArray[np.floating]) -> Flags:
    """(n,): which things with such probabilities (n, 44) count as read for sure as what they most likely
    are."""
    least = np.where(probabilities.argmax(axis=1) == FACE_DOWN.index, SURE_BACK, SURE)
    return np.asarray(probabilities.max(axis=1) >= least)


def softmax(logits: Array) -> Array:
    """Probabilities from logits (n, k), row by row."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)


def heard_both(logits: Array, probabilities: Array, share: float) -> Array:
    """The probabilities (n, k) of two who were asked, a network by its logits (n, k) and whoever gave the
    `probabilities` (n, k): their geometric mean, in which the network has this share of the weight and the
    other the rest (a logarithmic opinion pool)."""
    logs = share * np.log(softmax(logits) + 1e-9) + (1 - share) * np.log(probabilities + 1e-9)
    return softmax(np.asarray(logs, np.float32))
