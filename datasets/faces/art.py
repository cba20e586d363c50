"""Public-domain vector faces, as masks to paint anew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from datasets.faces.canvas import Image, Pen
from datasets.faces.palette import Palette, by_paint
from datasets.photos import DatasetMissingError, shared_data
from scoring.tiles import Family, Tile

_NAMES = {
    "Ew": "Ton",
    "Sw": "Nan",
    "Ww": "Shaa",
    "Nw": "Pei",
    "Rd": "Chun",
    "Gd": "Hatsu",
    **{f"{n}c": f"Man{n}" for n in range(1, 10)},
    **{f"{n}d": f"Pin{n}" for n in range(1, 10)},
    **{f"{n}b": f"Sou{n}" for n in range(1, 10)},
}
_HEIGHT = 240  # pixels at which the vector faces are kept


@dataclass(frozen=True)
class ArtDesign:
    """Which families of a set are drawn by the vector art, and how large."""

    variant: str  # Regular or Black: the same figures with light and dark exchanged
    families: frozenset[Family]
    size: float  # share of the room

    def draws(self, tile: Tile) -> bool:
        """Whether this tile's face comes from the art."""
        return tile.family in self.families and tile.code in _NAMES


def sample_art(rng: np.random.Generator) -> ArtDesign | None:
    """For one set in twelve, vector art for some of its families; None where the collection is missing."""
    wanted = rng.random() < 0.08
    families = [family for family in (*Family,) if rng.random() < 0.6]
    design = ArtDesign(
        str(rng.choice(["Regular", "Black"])), frozenset(families), float(rng.uniform(0.85, 1.0))
    )
    return design if wanted and families and _collection_present() else None


def draw_art(pen: Pen, tile: Tile, design: ArtDesign, palette: Palette, width: float, height: float) -> None:
    """Draws a face in a box centred on the frame, its colours replaced by the set's own.

    Raises:
        DatasetMissingError: the collection of art is not on this machine.
    """
    for letter, mask in _layers(design.variant, tile.code).items():
        scale = min(width / mask.shape[1], height / mask.shape[0]) * design.size
        pen.stamp(mask, palette.ink(letter), mask.shape[1] * scale, mask.shape[0] * scale)


@lru_cache(maxsize=1)
def _collection_present() -> bool:
    try:
        return (shared_data() / "art").is_dir()
    except DatasetMissingError:
        return False


@lru_cache(maxsize=128)
def _layers(variant: str, code: str) -> dict[str, Image]:
    """The paints of a vector face as coverage masks, all of one size: palette letter to (h, w) uint8."""
    import cairosvg  # a training-only dependency that needs a system library

    file = shared_data() / "art" / variant / f"{_NAMES[code]}.svg"
    png = cairosvg.svg2png(url=str(file), output_height=_HEIGHT)
    pixels = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)
    alpha = pixels[..., 3]
    x, y, w, h = cv2.boundingRect(alpha)
    alpha, colour = alpha[y : y + h, x : x + w], pixels[y : y + h, x : x + w, :3]
    masks = by_paint(colour)
    pale, dark = masks["pale"], masks["k"]
    cut = pale if variant == "Regular" else dark  # what is the colour of the ground in the art stays open
    inked = {letter: masks[letter] for letter in "rgb"} | {"k": dark if variant == "Regular" else pale}
    return {
        letter: np.where(mask & ~cut, alpha, 0).astype(np.uint8)
        for letter, mask in inked.items()
        if mask.any()
    }
