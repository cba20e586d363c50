"""Pictures by many hands for the Seasons: public-domain clip art, printed, painted or engraved.

Pictures drawn by one program look alike, however many it draws, and what learns from them alone reads the
Seasons of other sets badly. Debian's package `openclipart-svg` holds thousands by hundreds of people; where
it is not installed, faces are drawn without it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np

from datasets.faces.canvas import Image, Pen
from datasets.faces.flora import Paints, Plant, Rng
from datasets.faces.palette import Bgr, Mask, by_paint

_FOLDER: Final = Path("/usr/share/openclipart/svg")
"""Where Debian's package `openclipart-svg` puts the pictures; their authors have dedicated them to the public
domain."""

_SHARES: Final = {
    "plants": 0.3,
    "animals": 0.17,
    "people": 0.15,
    "buildings": 0.09,
    "transportation": 0.07,
    "food": 0.06,
    "recreation": 0.06,
    "decorations": 0.05,
    "tools": 0.03,
    "containers": 0.02,
}
"""Which of its folders, and how often: most Seasons show plants."""

_BIRDS: Final = "animals/birds"
_ELSEWHERE: Final = (
    _BIRDS,
    "recreation/games",
    "transportation/aiga-symbols",
    "transportation/roadsigns",
)
"""Birds are left to one bamboo, signs to the road, cards to the pack."""

_WIDE: Final = 0.85
"""Width of the frame of a picture, its height being 1."""

_LARGEST: Final = 60_000
"""Bytes of a file; larger ones take seconds."""

_HEIGHT: Final = 200
"""Pixels at which pictures are kept."""

_LEAST: Final = 0.12
"""Share of a picture that must be darker than paper, lest nothing of it show on a tile."""

_PAPER: Final = 215
"""Of 255: as bright as this in all channels is paper."""

Manner = Literal["printed", "painted", "engraved", "shadow"]
_MANNERS: Final[dict[Manner, float]] = {"printed": 0.22, "painted": 0.3, "engraved": 0.33, "shadow": 0.15}
"""In its own colours; in those of the set; in lines; all in one paint, but for what is pale."""


def has_clips() -> bool:
    """Whether the collection is on this machine."""
    return bool(_files("plants"))


def clip(rank: int, seed: int) -> Plant:
    """The picture of `rank` (1 to 4) in a series; sets with other seeds choose otherwise."""
    rng, chosen = np.random.default_rng(seed), np.random.default_rng([seed, rank])
    manner: Manner = tuple(_MANNERS)[rng.choice(len(_MANNERS), p=tuple(_MANNERS.values()))]
    folder = _sample_folder(rng if rng.random() < 0.7 else chosen)  # one for all four, or each its own
    return _drawing(folder, manner, chosen)


def bird_clip(seed: int) -> Plant:
    """A bird for one bamboo, painted or engraved."""
    chosen = np.random.default_rng(seed)
    return _drawing(_BIRDS, "engraved" if chosen.random() < 0.5 else "painted", chosen)


def _sample_folder(rng: Rng) -> str:
    return tuple(_SHARES)[rng.choice(len(_SHARES), p=tuple(_SHARES.values()))]


def _drawing(folder: str, manner: Manner, chosen: Rng) -> Plant:
    """A picture of a folder, chosen when it is drawn."""

    def draw(pen: Pen, rng: Rng, paints: Paints) -> None:
        picture = _pick(folder, chosen)
        if picture is not None:
            _draw(pen, picture, manner, paints, rng)

    return draw


def _pick(folder: str, rng: Rng) -> Image | None:
    """A random picture of a folder; None where none of a few tries can be drawn."""
    files = _files(folder)
    for _ in range(6 if files else 0):
        picture = _raster(files[rng.integers(len(files))])
        if picture is not None:
            return picture
    return None


@lru_cache(maxsize=32)
def _files(folder: str) -> tuple[Path, ...]:
    files = sorted(_FOLDER.joinpath(folder).rglob("*.svg"))
    left_out = [_FOLDER / other for other in _ELSEWHERE if other != folder]
    return tuple(
        file
        for file in files
        if file.stat().st_size < _LARGEST and not any(other in file.parents for other in left_out)
    )


@lru_cache(maxsize=4096)
def _raster(file: Path) -> Image | None:
    """A picture cut to its ink, (200, w, 4) uint8, straight BGRA; None for one that is broken or no
    figure."""
    import cairosvg  # a training-only dependency that needs a system library

    try:
        png = cairosvg.svg2png(url=str(file), output_height=_HEIGHT)
    except Exception:  # of so many files some are broken, each in its own way
        return None
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None or pixels.shape[2:] != (4,) or pixels.shape[1] > 4 * _HEIGHT:
        return None
    x, y, w, h = cv2.boundingRect(np.ascontiguousarray(pixels[..., 3]))
    cut = np.asarray(pixels[y : y + h, x : x + w], np.uint8)
    if min(w, h) < _HEIGHT // 4:
        return None
    inked = (cut[..., 3] > 128) & (cut[..., :3].min(axis=2) < _PAPER)
    return cut if inked.mean() >= _LEAST else None


def _draw(pen: Pen, picture: Image, manner: Manner, paints: Paints, rng: Rng) -> None:
    """A picture as high as the pen's frame, or as wide as pictures are."""
    height, width = picture.shape[:2]
    scale = min(1 / height, _WIDE / width)
    size = width * scale, height * scale
    match manner:
        case "printed":
            pen.paste(picture, *size)
            return
        case "painted":
            layers = _painted(picture, paints)
        case "engraved":
            layers = _engraved(picture, paints, rng)
        case "shadow":
            layers = [(_shadow(picture), paints.stem)]
    for mask, ink in layers:
        pen.stamp(mask, ink, *size)


def _painted(picture: Image, paints: Paints) -> list[tuple[Image, Bgr]]:
    """Masks and their inks: each colour in the one of the set's that is nearest, what is pale left out."""
    alpha, masks = picture[..., 3], _inked(picture)
    if _share_pale(masks) > 0.88:  # nothing but pale shapes, which would leave nothing
        return [(alpha, paints.bloom)]
    inks = {"r": paints.bloom, "g": paints.leaf, "b": paints.accent, "k": paints.stem}
    return [(np.where(masks[letter], alpha, 0).astype(np.uint8), ink) for letter, ink in inks.items()]


def _shadow(picture: Image) -> Image:
    """The mask of the whole picture, but for what is pale where that is not most of it."""
    alpha, masks = picture[..., 3], _inked(picture)
    return alpha if _share_pale(masks) >= 0.6 else np.where(masks["pale"], 0, alpha).astype(np.uint8)


def _inked(picture: Image) -> dict[str, Mask]:
    """`by_paint` of what is there of a picture with alpha."""
    there = picture[..., 3] > 128
    return {letter: mask & there for letter, mask in by_paint(picture[..., :3]).items()}


def _share_pale(masks: dict[str, Mask]) -> float:
    return int(masks["pale"].sum()) / max(1, sum(int(mask.sum()) for mask in masks.values()))


def _engraved(picture: Image, paints: Paints, rng: Rng) -> list[tuple[Image, Bgr]]:
    """Masks and their inks: the edges of all shapes as lines, each in the ink of the shape or all in one."""
    alpha = picture[..., 3:].astype(np.float32) / 255
    flat = (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    padded = cv2.copyMakeBorder(flat, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    smooth = cv2.GaussianBlur(padded, (0, 0), 1.2)
    edges = np.max([cv2.Canny(np.ascontiguousarray(smooth[..., c]), 40, 110) for c in range(3)], axis=0)
    reach = max(picture.shape[0], picture.shape[1] / _WIDE)
    line = max(2, round(paints.line * reach * rng.uniform(0.7, 1.2)))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (line, line))
    drawn = np.asarray(cv2.dilate(edges, kernel)[2:-2, 2:-2], np.uint8)
    masks = by_paint(flat)
    strokes = np.where(masks["k"], picture[..., 3], 0).astype(np.uint8)
    if strokes.any() and masks["k"].mean() < 0.25:  # lines that the artist drew
        drawn = np.maximum(drawn, strokes)
    if paints.bloom == paints.leaf or rng.random() < 0.4:
        return [(drawn, paints.stem)]
    inks = {"r": paints.bloom, "g": paints.leaf, "b": paints.accent}
    apart = [(_near(masks[letter], line), ink) for letter, ink in inks.items()]
    rest = np.where(np.any([near for near, _ in apart], axis=0), 0, drawn).astype(np.uint8)
    return [(rest, paints.stem), *((np.where(near, drawn, 0).astype(np.uint8), ink) for near, ink in apart)]


def _near(mask: Mask, reach: int) -> Mask:
    """A mask and the lines along its edges."""
    kernel = np.ones((reach + 2, reach + 2), np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), kernel), bool)
