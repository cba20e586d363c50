"""The hand in which a set's characters are written."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.faces.canvas import Image, Pen
from datasets.faces.fonts import EM, Face, glyph, lettering, outlined, parted, worn
from datasets.faces.palette import Bgr


@dataclass(frozen=True)
class Lettering:
    """How a set's engraver writes: one face, one weight, one bend."""

    face: Face
    weight: int
    wobble: float
    slant: float
    stretch: float  # height over width, against the font's own
    zoom: float  # makes up for faces that do not fill their em
    parted: int  # pixels of 120 between the top stroke of the West's character and the rest; 0: joined
    hollow: int  # thickness, in pixels of 120, of the line of characters cut in outline only; 0: solid
    worn: float  # share of a character that is gone, or filled, in places
    seed: int

    def mask(self, text: str) -> Image:
        """A character's coverage mask, (h, w) uint8, some 120 pixels high."""
        mask = lettering(self.face, text, self.weight, self.wobble, self.slant, self.seed)
        if self.parted and text == "西":
            mask = parted(mask, self.parted)
        if self.worn:
            mask = worn(mask, self.worn, self.seed)
        return outlined(mask, self.hollow) if self.hollow else mask

    def write(
        self, pen: Pen, text: str, em: float, ink: Bgr | None, fit: tuple[float, float] | None = None
    ) -> None:
        """Writes one character centred on the frame, `em` high or as high as fits a width and height."""
        mask = self.mask(text)
        em *= self.zoom
        width, height = mask.shape[1] / EM * em, mask.shape[0] / EM * em * self.stretch
        shrink = min(1.0, *(limit / side for limit, side in zip(fit or (), (width, height), strict=False)))
        pen.stamp(mask, ink, width * shrink, height * shrink)


def sample_lettering(rng: np.random.Generator, face: Face) -> Lettering:
    """A random hand in a given face."""
    bold = {"kai": (2, 12), "brush": (-1, 6), "song": (3, 12), "sans": (-2, 7), "pen": (3, 12)}[face.hand]
    return Lettering(
        face=face,
        weight=int(rng.integers(*bold)) if rng.random() < 0.85 else 0,
        wobble=float(rng.uniform(0, 2.6)) if rng.random() < 0.6 else 0.0,
        slant=float(rng.normal(0, 0.05)) if rng.random() < 0.5 else 0.0,
        stretch=float(np.clip(rng.normal(1.0, 0.09), 0.8, 1.25)),
        zoom=float(np.clip(108 / glyph(face, "南").shape[0], 0.8, 1.6)),
        parted=int(rng.integers(5, 22)) if rng.random() < 0.55 else 0,
        hollow=int(rng.integers(3, 7)) if rng.random() < 0.03 and face.hand != "pen" else 0,
        worn=0.0,
        seed=int(rng.integers(1 << 31)),
    )
