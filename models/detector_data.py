"""Training examples for the tile detector: real and rendered photos, turned, scaled, relit, with targets per
cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from torch.utils.data import IterableDataset, get_worker_info

from datasets.photos import RealPhoto, load_photos
from datasets.scene.pack import labelled_corners, scene_labels
from models.augment import relight
from vision.arrays import Array, Pixels
from vision.corners.peaks import STRIDE, code_from_corners, middle_lines

WIDTH, HEIGHT = 512, 384
"""Size of a training picture, pixels."""

MAX_TILES = 256
"""Tiles of one picture that give corner targets; scenes with more give those of a random choice."""

_SHORTEST, _LONGEST = 9.0, 110.0
"""Tiles whose short side is outside these pixels teach neither their presence nor their absence."""

MIN_VISIBLE = 0.6
"""A face less visible than this need not be found."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A picture with what is known of its tiles, before augmentation."""

    image: bytes
    """Encoded, so that thousands fit in memory."""
    quads: Array
    """(n, 4, 2) pixels, around each tile clockwise."""
    exact: npt.NDArray[np.bool_]
    """(n,) the quad is the face itself; else a rectangle that its corners touch."""
    visible: Array
    """(n,) share of the face that can be seen; below `MIN_VISIBLE` a tile is neither taught nor denied."""
    complete: bool
    """Every tile in the picture is labelled, so that the rest is background."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One augmented picture with its targets. Cells are `STRIDE` pixels wide."""

    image: Pixels
    """(HEIGHT, WIDTH, 3) BGR."""
    heat: Array
    """(HEIGHT / STRIDE, WIDTH / STRIDE): 1 at each centre, falling off as a bell."""
    care: Array
    """(HEIGHT / STRIDE, WIDTH / STRIDE): 0 where it is not known whether a tile lies there."""
    tiles: Array
    """(MAX_TILES, 11): used, cell row and column, offset x, y from the cell's middle, exact, code (5) in
    cells."""
    frames: Array
    """(MAX_TILES, 2, 2): takes offsets in cells to the known rectangle's own axes, on which it is the square
    ±1."""


def real_photos() -> list[Labelled]:
    """The real train photos. Raises DatasetMissingError."""
    return [_from_real(photo) for photo in load_photos("train")]


def _from_real(photo: RealPhoto) -> Labelled:
    return Labelled(
        image=photo.path.read_bytes(),
        quads=np.array([tile.outline for tile in photo.tiles], np.float32).reshape(-1, 4, 2),
        exact=np.array([tile.exact for tile in photo.tiles], bool),
        visible=np.array([0.5 if tile.cut_off else 1.0 for tile in photo.tiles], np.float32),
        complete=photo.exhaustive,
    )


def rendered_photos(folder: Path) -> list[Labelled]:
    """Scenes written by `python -m datasets.scene.pack`."""
    scenes = []
    for scene in scene_labels(folder):
        quads = labelled_corners(scene)
        scenes.append(
            Labelled(
                image=(folder / scene["file"]).read_bytes(),
                quads=quads,
                exact=np.ones(len(quads), bool),
                visible=np.array([tile["visible"] for tile in scene["tiles"]], np.float32),
                complete=True,
            )
        )
    return scenes


class DetectorExamples(IterableDataset[dict[str, npt.NDArray[np.generic]]]):
    """Endless examples, drawn from each source in proportion to its weight; each worker has its own seed."""

    def __init__(self, sources: list[tuple[float, list[Labelled]]], seed: int) -> None:
        self.sources = [(weight, photos) for weight, photos in sources if photos]
        self.seed = seed

    def __iter__(self) -> Iterator[dict[str, npt.NDArray[np.generic]]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        weights = np.array([weight for weight, _ in self.sources])
        while True:
            photos = self.sources[rng.choice(len(weights), p=weights / weights.sum())][1]
            example = augmented(photos[rng.integers(len(photos))], rng)
            yield {
                "image": example.image,
                "heat": example.heat,
                "care": example.care,
                "tiles": example.tiles,
                "frames": example.frames,
            }


def augmented(photo: Labelled, rng: np.random.Generator) -> Example:
    """One view of a photo: any turn, scale and aspect, other light."""
    pixels = np.asarray(cv2.imdecode(np.frombuffer(photo.image, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    view = _random_view(pixels, photo.quads, rng)
    image = _warped(pixels, view, rng)
    quads = (photo.quads @ view[:, :2].T + view[:, 2]).astype(np.float32)
    return _with_targets(relight(image, rng), photo, quads, rng)


def _random_view(pixels: Pixels, quads: Array, rng: np.random.Generator) -> Array:
    """The affine map (2, 3) from the photo to the training picture."""
    height, width = pixels.shape[:2]
    angle = (
        rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.08) + rng.integers(4) * np.pi / 2
    )
    stretch = np.exp(rng.uniform(-0.2, 0.35))  # the real photos were squeezed to a square by their publisher
    shear = rng.normal(0, 0.08)
    if len(quads) and rng.random() < 0.85:
        chosen = quads[rng.integers(len(quads))]
        side = min(np.linalg.norm(chosen[0] - chosen[1]), np.linalg.norm(chosen[1] - chosen[2]))
        scale = np.exp(rng.uniform(np.log(12), np.log(64))) / max(float(side), 4.0)
        scale = float(np.clip(scale, 0.25, 4.0))
        centre = chosen.mean(axis=0)
    else:
        scale = max(WIDTH / width, HEIGHT / height) * np.exp(rng.uniform(-0.3, 0.5))
        centre = np.array([width / 2, height / 2])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = turn @ np.array([[stretch, shear], [0, 1]]) * scale / np.sqrt(stretch)
    if rng.random() < 0.5:
        linear = linear @ np.diag([-1.0, 1.0])
    target = np.array([WIDTH, HEIGHT]) * rng.uniform(0.2, 0.8, 2)
    return np.column_stack([linear, target - linear @ centre]).astype(np.float32)


def _warped(pixels: Pixels, view: Array, rng: np.random.Generator) -> Pixels:
    scale = np.sqrt(abs(np.linalg.det(view[:, :2])))
    if scale < 0.7:  # shrink first: warping alone would skip pixels
        pixels = np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        view = view @ np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]], np.float32)
    fill = tuple(float(v) for v in rng.integers(0, 256, 3))
    border = cv2.BORDER_CONSTANT if rng.random() < 0.7 else cv2.BORDER_REPLICATE
    return np.asarray(
        cv2.warpAffine(
            pixels, view, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill
        ),
        np.uint8,
    )


def _with_targets(image: Pixels, photo: Labelled, quads: Array, rng: np.random.Generator) -> Example:
    rows, columns = HEIGHT // STRIDE, WIDTH // STRIDE
    heat = np.zeros((rows, columns), np.float32)
    care = np.full((rows, columns), 1.0 if photo.complete else 0.0, np.float32)
    tiles, frames = np.zeros((MAX_TILES, 11), np.float32), np.zeros((MAX_TILES, 2, 2), np.float32)
    if len(quads) == 0:
        return Example(image, heat, care, tiles, frames)

    sides = np.minimum(
        np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1), np.linalg.norm(quads[:, 1] - quads[:, 2], axis=1)
    )
    centres = quads.mean(axis=1)
    inside = ((centres >= 1) & (centres < [WIDTH - 1, HEIGHT - 1])).all(axis=1)
    known = inside & (photo.visible >= MIN_VISIBLE) & (sides >= _SHORTEST) & (sides <= _LONGEST)
    cells = (quads / STRIDE).astype(np.float32)
    if not photo.complete:
        _fill(care, _grown(cells[known], 1.25), 1.0)
    _fill(care, cells[~known], 0.0)

    taught = np.flatnonzero(known)
    for index in taught:
        _bell(heat, care, centres[index] / STRIDE, sides[index] / STRIDE)
    if len(taught) > MAX_TILES:
        taught = rng.choice(taught, MAX_TILES, replace=False)
    at = centres[taught] / STRIDE
    cell = np.floor(at)
    used = len(taught)
    tiles[:used, 0] = 1
    tiles[:used, 1:3] = cell[:, ::-1]
    tiles[:used, 3:5] = at - cell - 0.5
    tiles[:used, 5] = photo.exact[taught]
    tiles[:used, 6:] = code_from_corners(cells[taught])
    frames[:used] = np.linalg.inv(np.stack(middle_lines(cells[taught]), axis=2) / 2)
    return Example(image, heat, care, tiles, frames)


def _grown(quads: Array, factor: float) -> Array:
    centres = quads.mean(axis=1, keepdims=True)
    return np.asarray((quads - centres) * factor + centres, np.float32)


def _fill(mask: Array, quads: Array, value: float) -> None:
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), value)


def _bell(heat: Array, care: Array, centre: npt.NDArray[np.floating], side: float) -> None:
    """Raises a bell of width in proportion to the tile around its centre's cell."""
    sigma = max(0.55, 0.11 * side)
    reach = int(np.ceil(3 * sigma))
    column, row = int(centre[0]), int(centre[1])
    top, left = max(0, row - reach), max(0, column - reach)
    patch = np.s_[top : row + reach + 1, left : column + reach + 1]
    y = np.arange(top, min(heat.shape[0], row + reach + 1)) - row
    x = np.arange(left, min(heat.shape[1], column + reach + 1)) - column
    bell = np.exp(-(y[:, None] ** 2 + x[None, :] ** 2) / (2 * sigma**2)).astype(np.float32)
    np.maximum(heat[patch], bell, out=heat[patch])
    care[row, column] = 1.0
