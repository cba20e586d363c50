"""The player's own set of tiles as further evidence: crops that a person has named, beside the classifier's
probabilities.

What a set's Seasons look like can hardly be guessed, but once shown it is known. A doubtful tile is compared
with the kept crops by `vision.faces.likeness`. The evidence is heard with care:

* a kept hand counts only for a photo whose sure tiles look like its own, so that another set is read as ever;
* a tile that is sure without it stays as it is;
* a tile that it makes another face is never sure, nor is one that looks like two kept faces;
* it says which face a tile shows, not whether there is a tile.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import Tile
from vision.arrays import Array, Indices, Pixels
from vision.faces.crops import Crops, as_crops, cut_out
from vision.faces.likeness import likeness, signatures, views
from vision.pixels.photo import Photo, as_photo
from vision.probabilities import FACES, SURE

CHANGED: Final = 0.9
"""The most probability that a face gets which the classifier did not think the likeliest: below `SURE`."""

ALIKE: Final = 0.65
"""Similarity from which a kept crop speaks for its face."""

WEIGHT: Final = 20.0
"""How much it speaks for it, as a log-likelihood ratio for each unit of similarity beyond `ALIKE`."""

DISTINCT: Final = 0.15
"""How much more a tile must look like one kept face than like any other to become sure by it."""

SAME_SET: Final = 0.7
"""Median similarity of tiles known to be the same face from which they are taken to be of one set."""

IN_COMMON: Final = 3
"""Sure tiles of a photo that a kept hand must hold as well before their sets can be compared."""

_WITNESSES: Final = 12
"""Sure tiles looked at to tell whether a photo shows the same set."""


@dataclass(frozen=True, eq=False)
class KeptHand:
    """The tiles of one hand as a person named them, and how they looked."""

    tiles: tuple[Tile, ...]
    crops: Pixels
    """(n, 80, 64, 3) BGR, as `vision.faces.crops.rectified` cuts them."""

    @classmethod
    def cut(cls, picture: Photo | Pixels, named: Iterable[tuple[Tile, npt.ArrayLike]]) -> "KeptHand":
        """The hand cut out of a photo or a BGR picture (h, w, 3): each tile's name and corners (4, 2),
        pixels of it, upright."""
        pairs = list(named)
        quads = np.array([corners for _, corners in pairs], np.float32).reshape(-1, 4, 2)
        crops = cut_out(as_photo(picture).view(1.0), quads)
        return cls(tuple(tile for tile, _ in pairs), crops)

    @cached_property
    def faces(self) -> Indices:
        """(n,) index of each tile's face."""
        return np.array([tile.index for tile in self.tiles], np.int64)

    @cached_property
    def signatures(self) -> Array:
        """(n, d) unit vectors."""
        return signatures(self.crops)

    def similarity(self, views: Array) -> Array:
        """(m, 42): how much tiles seen as `views` (m, 9, d) look like the hand's crops of each face, at most
        1; -1 for faces that it lacks."""
        looks = likeness(views, self.signatures)
        similarity = np.full((FACES, len(views)), -1.0, np.float32)
        np.maximum.at(similarity, self.faces, looks.T)
        return similarity.T

    def is_of_set(self, views: Array, faces: Indices) -> bool:
        """Whether tiles seen as `views` (m, 9, d) that are known to show `faces` (m,) look like this hand's
        tiles of those faces; no, where it has fewer than `IN_COMMON` of them."""
        common = np.isin(faces, self.faces)
        if common.sum() < IN_COMMON:
            return False
        alike = self.similarity(views[common])[np.arange(common.sum()), faces[common]]
        return bool(np.median(alike) >= SAME_SET)


@dataclass(frozen=True, slots=True, eq=False)
class OwnSet:
    """The hands that were kept, of one set of tiles or of several."""

    hands: tuple[KeptHand, ...] = ()

    def heard(self, probabilities: Array, picture: Crops | Photo | Pixels, corners: Array) -> Array:
        """The probabilities (n, 44) once the kept hands are heard about doubtful tiles.

        `picture` is the photo, its crops or its BGR pixels (h, w, 3); `corners` (n, 4, 2) are its tiles,
        upright.
        """
        faces, best = probabilities.argmax(axis=1), probabilities.max(axis=1)
        doubtful = np.flatnonzero((faces < FACES) & (best < SURE))
        sure = np.flatnonzero((faces < FACES) & (best >= SURE) & np.isin(faces, self._faces()))[:_WITNESSES]
        if not len(doubtful) or len(sure) < IN_COMMON:
            return probabilities
        crops = as_crops(picture)
        crops.look(corners)
        witnesses = views(crops.at(corners[sure]))
        hands = [hand for hand in self.hands if hand.is_of_set(witnesses, faces[sure])]
        if not hands:
            return probabilities
        seen = views(crops.at(corners[doubtful]))
        heard = probabilities.copy()
        heard[doubtful] = lifted(
            probabilities[doubtful], np.max([hand.similarity(seen) for hand in hands], axis=0)
        )
        return heard

    def _faces(self) -> list[int]:
        return sorted({tile.index for hand in self.hands for tile in hand.tiles})


def lifted(probabilities: Array, similarity: Array) -> Array:
    """Probabilities (m, 44) with the faces lifted that look like kept crops (`similarity`, (m, 42)).

    The probability that it is a face at all stays what it was. A face that only this makes the likeliest gets
    no more than `CHANGED` of it, and neither does one that would become sure without being distinct.
    """
    faces = probabilities[:, :FACES]
    there = faces.sum(axis=1, keepdims=True)
    lift = np.exp(WEIGHT * np.clip(similarity - ALIKE, 0.0, None))
    shares = faces * lift
    shares /= shares.sum(axis=1, keepdims=True)
    likeliest = shares.max(axis=1)
    changed = shares.argmax(axis=1) != faces.argmax(axis=1)
    second, first = np.sort(similarity, axis=1)[:, -2:].T
    vague = (first > ALIKE) & (first - second < DISTINCT)
    bold = (changed & (likeliest > CHANGED)) | (vague & (likeliest >= SURE))
    shares[bold] = _moderated(shares[bold])
    return np.concatenate([shares * there, probabilities[:, FACES:]], axis=1).astype(np.float32)


def _moderated(shares: Array) -> Array:
    """Rows (m, 42) that add up to one, the largest brought down to `CHANGED` and the rest up by as much."""
    best = shares == shares.max(axis=1, keepdims=True)
    rest = np.where(best, 0.0, shares + 1e-6)
    rest *= (1 - CHANGED) / rest.sum(axis=1, keepdims=True)
    return np.asarray(np.where(best, CHANGED, rest), np.float32)
