"""Parts of real photos for rendered scenes: tile faces cut out of them, patches of the tables they lie on.

Training uses the `train` splits of the photo and crop collections alone (`datasets/CARD.md`); those of `dev`
are for the judge. A cutout is the inside of an upright box of an unturned photo. Some tiles were
photographed upside down, so every photo votes with all its tiles, by likeness to the mean picture of each
face, whether its cutouts are the right way up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from datasets.crops import load_crops
from datasets.others import other_faces
from datasets.photos import DatasetMissingError, RealPhoto, RealTile, Split, load_photos
from datasets.scene.paints import SIDE
from datasets.scene.values import Floats, Image
from scoring.tiles import Tile

NARROWEST = 18
"""Pixels; narrower tiles make textures too coarse to be read."""

TALLEST = 96
"""Pixels; taller crops are shrunk to this when read."""

_TEMPLATE = (24, 32)
"""Width and height, pixels, at which faces are compared."""


@dataclass(frozen=True, eq=False)
class Cutout:
    """One real face: (h, w, 3) BGR, upright, edge to edge, and the BGR colour of its ground."""

    tile: Tile
    image: Image
    ground: Floats
    photo: Path
    family: str
    """The session or crop style it comes from: tiles of one family are alike."""


@cache
def real_cutouts(split: Split = "train") -> tuple[Cutout, ...]:
    """Faces cut out of the photos of a split: upright boxes that hardly overlap, right way up.

    Raises DatasetMissingError when the collection is not on this machine.
    """
    found: list[Cutout] = []
    for photo in load_photos(split, originals_only=True):
        chosen = [tile for tile in photo.tiles if _is_clean(tile, photo)]
        pixels = cv2.imread(str(photo.path), cv2.IMREAD_COLOR) if chosen else None
        if pixels is not None:
            found += _cut(np.asarray(pixels, np.uint8), chosen, photo)
    return tuple(_right_way_up(found))


@cache
def real_crops(split: Split = "train") -> tuple[Cutout, ...]:
    """The single-tile crops of a split, as cutouts. Raises DatasetMissingError."""
    return tuple(_whole(crop.tile, crop.upright(), crop.path, crop.style) for crop in load_crops(split))


@cache
def other_cutouts() -> tuple[Cutout, ...]:
    """The faces of the sets of other programs that are on this machine, as cutouts; for those who judge
    and choose."""
    return tuple(_whole(face.tile, face.image, face.file, face.set_name) for face in other_faces())


def _whole(tile: Tile, image: Image, file: Path, family: str) -> Cutout:
    """A picture that shows one face and nothing else, as a cutout."""
    image = _at_most(image, TALLEST)
    return Cutout(tile, image, _ground_of(image), file, family)


def _at_most(image: Image, height: int) -> Image:
    """`image` shrunk to `height` rows where it has more."""
    rows, columns = image.shape[:2]
    if rows <= height:
        return image
    size = (max(1, round(columns * height / rows)), height)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _is_clean(tile: RealTile, photo: RealPhoto) -> bool:
    """Whether the box shows one upright tile and nearly nothing else."""
    _, _, width, height = tile.box
    if tile.cut_off or tile.exact or width < NARROWEST or not 0.5 < width / height < 0.95:
        return False
    overlap = sum(_overlap(tile.box, other.box) for other in photo.tiles if other is not tile)
    return overlap < 0.06 * width * height


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """Area that two boxes (x, y, width, height) share."""
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(wide, 0.0) * max(high, 0.0)


def _cut(pixels: Image, chosen: list[RealTile], photo: RealPhoto) -> Iterable[Cutout]:
    for tile in chosen:
        x, y, width, height = (round(v) for v in tile.box)
        image = np.rot90(pixels[max(y, 0) : y + height, max(x, 0) : x + width], tile.turns).copy()
        ground = _ground_of(image)
        if _fills_its_box(image, ground):
            yield Cutout(tile.tile, image, ground, photo.path, photo.session)


def _ground_of(image: Image) -> Floats:
    """Colour of the face between the ink: the median of its brightest third."""
    flat = image.reshape(-1, 3)
    light = flat.sum(1, dtype=np.int32)
    return np.asarray(np.median(flat[light >= np.percentile(light, 67)], 0), np.float64)


def _fills_its_box(image: Image, ground: Floats) -> bool:
    """Whether all four corners of the box show the tile's ground: leaning tiles leave table in some."""
    h, w = max(2, image.shape[0] // 8), max(2, image.shape[1] // 8)
    patches = (image[:h, :w], image[:h, -w:], image[-h:, :w], image[-h:, -w:])
    return all(float(np.abs(np.median(p.reshape(-1, 3), 0) - ground).max()) < 70 for p in patches)


def _right_way_up(cutouts: list[Cutout]) -> list[Cutout]:
    """Leave out the cutouts that are upside down, by the vote of all tiles of their photo."""
    if not cutouts:
        return []
    vectors = np.stack([template(cutout.image) for cutout in cutouts])
    turned = np.stack([template(cutout.image[::-1, ::-1]) for cutout in cutouts])
    kinds = np.array([cutout.tile.index for cutout in cutouts])
    means = np.stack(
        [vectors[kinds == k].mean(0) if (kinds == k).any() else vectors[0] * 0 for k in range(42)]
    )
    lead = ((vectors - turned) * means[kinds]).sum(1)
    votes: dict[Path, float] = defaultdict(float)
    for cutout, value in zip(cutouts, lead, strict=True):
        votes[cutout.photo] += float(value)
    return [c for c, value in zip(cutouts, lead, strict=True) if votes[c.photo] > 0 and value > -0.02]


def template(image: Image) -> Floats:
    """A face as a unit vector, each colour channel of zero mean, for comparing."""
    small = cv2.resize(np.ascontiguousarray(image), _TEMPLATE, interpolation=cv2.INTER_AREA).astype(
        np.float64
    )
    small -= small.mean((0, 1))
    return np.asarray(small.ravel() / max(float(np.linalg.norm(small)), 1e-6))


class RealFaces:
    """A tile set whose faces are cutouts: those of one photo first, then of its session, then of any.

    Faces from elsewhere are tinted to the ground colour of the first photo's.
    """

    def __init__(self, rng: np.random.Generator, cutouts: tuple[Cutout, ...]) -> None:
        counts = Counter(cutout.family for cutout in cutouts)
        families = sorted(counts)
        sizes = np.array([counts[family] for family in families])
        family = families[int(rng.choice(len(families), p=np.sqrt(sizes) / np.sqrt(sizes).sum()))]
        members = [c for c in cutouts if c.family == family]
        anchor = members[int(rng.integers(len(members)))]
        self.photo = anchor.photo
        self.front = anchor.ground
        self._pool: dict[Tile, list[tuple[Cutout, float]]] = defaultdict(list)
        for cutout, rank in zip(cutouts, rng.random(len(cutouts)), strict=True):
            self._pool[cutout.tile].append((cutout, float(rank)))
        self._family = family

    def _distance(self, cutout: Cutout, rank: float) -> float:
        """How far a cutout is from belonging to this set; `rank` (0–1) decides among equals."""
        near = 0.0 if cutout.photo == self.photo else (2.0 if cutout.family == self._family else 5.0)
        return near + float(np.abs(cutout.ground - self.front).mean()) / 40 + rank

    def face(self, tile: Tile) -> Image | None:
        """The face's picture, or None when no photo shows it."""
        pool = self._pool.get(tile)
        if not pool:
            return None
        best, _ = min(pool, key=lambda ranked: self._distance(*ranked))
        gain = np.clip(self.front / np.maximum(best.ground, 30), 0.6, 1.6)
        return np.clip(best.image * gain, 0, 255).astype(np.uint8)

    def table(self, rng: np.random.Generator) -> Image | None:
        """A patch of the table that the set lies on in its own photo, when there is one."""
        photo = next((p for p in _bare_photos() if p.path == self.photo), None)
        return None if photo is None else _bare_patch(rng, photo)


@cache
def _bare_photos() -> tuple[RealPhoto, ...]:
    """Train photos in which every tile is annotated, so that what is outside the boxes is no tile."""
    try:
        return tuple(p for p in load_photos("train", originals_only=True) if p.exhaustive)
    except DatasetMissingError:
        return ()


def bare_table(rng: np.random.Generator) -> Image | None:
    """(SIDE, SIDE, 3) of a real table without tiles, or None when there is no collection (or no luck)."""
    photos = _bare_photos()
    return _bare_patch(rng, photos[int(rng.integers(len(photos)))]) if photos else None


def _bare_patch(rng: np.random.Generator, photo: RealPhoto) -> Image | None:
    """A square of the photo that no tile touches, its box or the side of the block below it."""
    pixels = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
    if pixels is None:
        return None
    height, width = pixels.shape[:2]
    taken = np.zeros((height, width), np.uint8)
    for tile in photo.tiles:
        x, y, w, h = tile.box
        margin = 0.5 * max(w, h)
        low = (round(x - margin), round(y - margin))
        cv2.rectangle(taken, low, (round(x + w + margin), round(y + h + margin)), 1, -1)
    for side in (420, 320, 240, 180, 130):
        for _ in range(8):
            x, y = int(rng.integers(0, width - side + 1)), int(rng.integers(0, height - side + 1))
            if not taken[y : y + side, x : x + side].any():
                patch = pixels[y : y + side, x : x + side]
                return np.asarray(cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR), np.uint8)
    return None
