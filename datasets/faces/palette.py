"""The paints of a tile set."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Bgr = tuple[int, int, int]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Palette:
    """The few paints one set uses, as BGR."""

    red: Bgr
    green: Bgr
    blue: Bgr  # black in sets painted with three colours
    black: Bgr  # dark blue or green in some sets
    extra: Bgr  # a fourth paint of birds and flowers: yellow, brown, pink, purple...

    def ink(self, letter: str) -> Bgr:
        """The paint that designs name by its first letter (black: k)."""
        return {"r": self.red, "g": self.green, "b": self.blue, "k": self.black, "e": self.extra}[letter]

    def stands_out(self, ground: Bgr, least: int = 88) -> bool:
        """Whether each paint differs from the ground by at least so many levels in some channel."""
        paints = (self.red, self.green, self.blue, self.black, self.extra)
        return all(max(abs(a - b) for a, b in zip(paint, ground, strict=True)) >= least for paint in paints)

    @property
    def is_single(self) -> bool:
        """One paint for all, so that colour tells nothing apart."""
        return len({self.red, self.green, self.blue, self.black}) == 1

    @property
    def reddened(self) -> Palette:
        """Everything in red: the red fives of Japanese sets."""
        return Palette(self.red, self.red, self.red, self.red, self.red)


def paint(
    rng: np.random.Generator, hue: tuple[float, float], sat: tuple[float, float], val: tuple[float, float]
) -> Bgr:
    """A random colour between the given bounds of hue (degrees), saturation and value."""
    r, g, b = colorsys.hsv_to_rgb(rng.uniform(*hue) / 360 % 1, rng.uniform(*sat), rng.uniform(*val))
    return round(255 * b), round(255 * g), round(255 * r)


def sample_palette(rng: np.random.Generator, dark: bool = False) -> Palette:
    """Red, green and blue or black in the many shades of real sets; bright ones for a `dark` ground."""
    if dark:
        return _bright(rng)
    red = paint(rng, (345, 368), (0.65, 1.0), (0.5, 0.95))
    green = paint(rng, (110, 172), (0.45, 1.0), (0.2, 0.62))
    black = paint(rng, (0, 360), (0.0, 0.35), (0.03, 0.24))
    blue = paint(rng, (205, 245), (0.5, 1.0), (0.3, 0.85))
    scheme = rng.random()
    if scheme < 0.30:  # red, green and black
        blue = black
    elif scheme < 0.55:  # red, green and blue
        black = blue
    elif scheme < 0.62:  # everything but red in one dark green
        green = paint(rng, (120, 190), (0.3, 0.8), (0.12, 0.35))
        blue = black = green
    extra = paint(rng, *_EXTRAS[rng.integers(len(_EXTRAS))])
    return Palette(red, green, blue, black, extra)


_EXTRAS = (
    ((40, 55), (0.6, 1.0), (0.7, 0.95)),  # yellow
    ((18, 34), (0.5, 0.9), (0.35, 0.7)),  # brown, orange
    ((320, 345), (0.3, 0.8), (0.7, 0.95)),  # pink
    ((265, 295), (0.3, 0.7), (0.35, 0.65)),  # purple
    ((185, 205), (0.5, 0.9), (0.5, 0.8)),  # turquoise
)


def _bright(rng: np.random.Generator) -> Palette:
    if rng.random() < 0.4:  # one paint for all: white, cream or gold
        only = paint(rng, (36, 54), (0.0, 0.2) if rng.random() < 0.6 else (0.4, 0.75), (0.85, 1.0))
        return Palette(only, only, only, only, only)
    red = paint(rng, (345, 375), (0.55, 0.95), (0.75, 1.0))
    green = paint(rng, (95, 165), (0.4, 0.9), (0.6, 0.95))
    white = paint(rng, (20, 60), (0.0, 0.25), (0.8, 1.0))
    blue = white if rng.random() < 0.4 else paint(rng, (185, 220), (0.3, 0.8), (0.75, 1.0))
    return Palette(red, green, blue, white, paint(rng, (40, 55), (0.5, 1.0), (0.8, 1.0)))


def by_paint(picture: NDArray[np.uint8]) -> dict[str, Mask]:
    """Which pixels of a BGR picture (h, w, 3) are red, green, of another colour or dark, by the letters r, g,
    b and k of a palette; the rest is pale, "pale"."""
    hue, saturation, value = cv2.split(cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGR2HSV))
    vivid = saturation > 90
    warm = vivid & ((hue < 25) | (hue > 160))
    green = vivid & (hue > 40) & (hue < 85)
    pale = ~vivid & (value > 140)
    return {"r": warm, "g": green, "b": vivid & ~warm & ~green, "k": ~vivid & ~pale, "pale": pale}
