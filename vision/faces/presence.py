"""Is there a tile at all? The detector and the classifier both say, and so does a gap in a row."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN
from vision.arrays import Array, Floats
from vision.probabilities import FACES, KINDS, NO_TILE, season_probabilities

_LEAST_SCORE: Final = 0.02
"""A detector's score is never believed to be nearer to 0, nor to 1."""

_LEAST_SHARE: Final = 1e-6
"""Nor the classifier's probability of a tile, or of none."""


@dataclass(frozen=True, slots=True)
class Voices:
    """How much two networks count on whether there is a tile, as factors of their log odds."""

    classifier: float
    detector: float
    even: float
    """The detector's score that speaks neither for a tile nor against it."""

    def odds(self, share: Floats, none: Floats, scores: Floats) -> Floats:
        """(n,): the odds of a tile against none, by the classifier's probabilities of both and the
        detector's scores."""
        classifier = np.log(np.maximum(share, _LEAST_SHARE) / np.maximum(none, _LEAST_SHARE))
        detector = _logit(np.clip(scores, _LEAST_SCORE, 1 - _LEAST_SCORE)) - _logit(self.even)
        return np.asarray(np.exp(self.classifier * classifier + self.detector * detector))


FACE: Final = Voices(classifier=0.8, detector=2.8, even=0.58)
"""The classifier learnt from tiles, mostly; it takes many a motif for one, and is too sure. For the finds in
2,168 rendered photos logistic regression makes it .57 and the detector 2.77, with a bias towards nothing, but
then fewer of these photos' hands come out exactly. Even at .54, 1,310 of 1,595 others did when it was chosen,
1,312 here and 1,306 at .63."""

DOWN: Final = Voices(classifier=0.8, detector=2.0, even=0.38)
"""Of tiles face down the detector is less sure."""


def both_say(probabilities: Array, scores: npt.NDArray[np.floating]) -> Array:
    """The probabilities (n, 44) once the detector's scores (n,) are heard as well on whether there is a tile
    at all.

    The two networks look at different things, so they count as independent evidence: their log odds add up,
    each by its factor (`Voices`). What kind of face it is stays open.
    """
    shares: Floats = probabilities.astype(np.float64)
    scored: Floats = np.asarray(scores, np.float64)
    none, down, face = shares[:, NO_TILE], shares[:, FACE_DOWN.index], shares[:, :FACES].sum(axis=1)
    heard = shares / np.maximum(face, _LEAST_SHARE)[:, None]
    heard[:, :FACES] *= FACE.odds(face, none, scored)[:, None]
    heard[:, FACE_DOWN.index] = DOWN.odds(down, none, scored)
    heard[:, NO_TILE] = 1.0
    return np.asarray(heard / heard.sum(axis=1, keepdims=True), np.float32)


def no_seasons(probabilities: Array, start: int) -> Array:
    """The probabilities (n, 44), of which those from `start` on are of places that only a gap in a row speaks
    for: a tile may be missing there, a Season is not, and many a motif of a cloth looks like one."""
    told = probabilities.copy()
    told[start:, NO_TILE] += season_probabilities(told[start:])
    told[start:, KINDS:FACES] = 0.0
    return told


def _logit(share: Floats | float) -> Floats:
    return np.asarray(np.log(share) - np.log1p(-np.asarray(share)))
