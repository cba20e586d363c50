"""Training examples for the tile classifier: real crops, tiles of real photos, rendered faces and tiles of
scenes.

Each is a *patch*: a small picture around a quadrilateral, cut once with room to spare, then seen anew each
time through jittered corners, at another resolution, in other light, and any way up.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from torch.utils.data import IterableDataset, get_worker_info

from datasets.crops import load_crops
from datasets.faces.pack import load
from datasets.photos import listed_picture, load_photos
from datasets.scene.pack import labelled_corners, scene_labels
from models.augment import relight
from models.matching import edges_of, rectangle
from models.way_up import UNKNOWN, WayUp
from scoring.tiles import FACE_DOWN, Tile
from vision.arrays import Array, Pixels
from vision.corners.detect import TileDetector
from vision.corners.peaks import middle_lines
from vision.corners.quads import short_sides
from vision.faces.classify import TileClassifier
from vision.faces.crops import CROP, Shape, rectified
from vision.probabilities import FACES, KINDS, NO_TILE

_BROAD = {FACE_DOWN.index: 2.0, NO_TILE: 5.0}
"""How often what is no face is shown for once that a face is: a back and no tile are broad classes."""

SMOOTHING = 0.02
"""Label smoothing: keeps the probabilities from running away, so that calibration has something to work
with."""

UNKNOWN_TURN = -100
"""The turn of something that has no way up; the loss passes over it."""

_ROOM = 0.45
"""A patch reaches this share of the tile beyond its quadrilateral."""

_MOST_STRAYS = 10
"""Of one picture: a newspaper has hundreds."""

_MOST_BLUR = 4.5
"""Pixels (sigma) of a crop 64 wide: 2 pixels of a photo in which tiles are 30 wide."""

_LEAST = 13.0
"""Pixels that the farthest tiles are wide."""

_EDGE_MISSED = 0.15
"""Share of views in which one edge is well off. Of the tiles that the detector finds in rendered hands 3 in a
hundred have an edge wrong by more than 15 % of the tile, of Seasons 7, and these are misread most."""

_FOUND = -0.04, 0.06
"""Mean and spread of the natural logarithm of how large a tile is found for what it is. In 1,504 rendered
hands the detector's quadrilaterals are 0.93 as wide and 0.94 as high as the tiles in the middle, one width in
twenty is less than 0.85 and one more than 1.05; what is cut out at a tile's own edges must be read as well.
"""

_PATCH_SIDE = 112
"""The short side of a tile in a patch is at most this many pixels; networks see 64 or 96."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A labelled quadrilateral with its surroundings."""

    image: bytes
    """Encoded picture."""
    quad: Array
    """(4, 2) pixels of the picture, from the tile's top-left, clockwise."""
    label: int
    """Index into `vision.probabilities.CLASSES`."""
    way_up: bool = True
    """The first corner is known to be the tile's own top-left."""


Source = dict[int, list[Patch]]
"""Patches by class."""

Weighed = list[tuple[float, Source]]
"""How often each source is drawn from."""

Ways = tuple[float, float, float, float]
"""How often crops are shown turned by no quarter, one, two and three; together 1."""

AS_SHOWN: Ways = (0.92, 0.01, 0.06, 0.01)
"""The program shows the referees crops as their row stands, about which it is seldom wrong; some six tiles in
a hundred stand upside down in theirs."""


def any_way_up(share: float) -> Ways:
    """That share of crops is shown any way up; the others stand upright."""
    return 1 - share * 0.75, share * 0.25, share * 0.25, share * 0.25


def each_season(times: float) -> dict[int, float]:
    """By class: how often each of the Seasons is shown for once that another face is. Every set draws them
    its own way, so they need the most looking."""
    return dict.fromkeys(range(KINDS, FACES), times)


def together(weight: float, sources: Iterable[Source]) -> Weighed:
    """Sources drawn from equally often, and so often in all."""
    alike = list(sources)
    return [(weight / len(alike), source) for source in alike]


def crop_patches() -> Source:
    """The real train crops: the picture's edges are the tile's."""
    patches = []
    for crop in load_crops("train"):
        pixels = crop.upright()
        patches.append(_cut(pixels, edges_of(pixels), crop.tile.index))
    return _by_class(patches)


@dataclass(frozen=True, slots=True, eq=False)
class Earlier:
    """An earlier detector and classifier, which know which way up tiles stand, see them as they will be seen,
    and make the mistakes that teach most."""

    detector: TileDetector
    classifier: TileClassifier

    def found(self, pixels: Pixels, quads: Array) -> tuple[list[tuple[int, Array]], list[Array]]:
        """What the detector finds in a picture with known tiles `quads` (n, 4, 2): the number of a tile and
        its corners as found, and corners of what is no tile at all."""
        seen, strays = [], []
        for detection in self.detector.detect(pixels):
            x, y = (float(value) for value in detection.corners.mean(axis=0))
            depth = np.array([cv2.pointPolygonTest(quad, (x, y), measureDist=True) for quad in quads])
            reach = float(short_sides(detection.corners[None])[0])
            if len(depth) and depth.max() > 0.2 * reach:
                seen.append((int(depth.argmax()), detection.corners))
            elif (len(depth) == 0 or depth.max() < -0.6 * reach) and _inside(detection.corners, pixels.shape):
                strays.append(detection.corners)
        return seen, strays[:_MOST_STRAYS]


def photo_patches(earlier: Earlier | None) -> Source:
    """The annotated tiles of the real train photos, and places in them where there is no tile.

    The annotations do not say which way up a tile lies. An earlier classifier turns them as their row stands,
    and likeness to the real train crops says which of them do; where neither tells, and without such a
    classifier, they teach what a tile is but not its way up.
    """
    rng = np.random.default_rng(7)
    way_up = WayUp(load_crops("train") if earlier else ())
    patches: list[Patch] = []
    for photo in load_photos("train"):
        pixels = photo.pixels()
        whole = [tile for tile in photo.tiles if not tile.cut_off]
        labels = [tile.tile.index for tile in whole]
        quads = np.array([tile.outline for tile in whole], np.float32).reshape(-1, 4, 2)
        strays: list[Array] = []
        if earlier and photo.original:
            seen, strays = earlier.found(pixels, quads)
            labels += [labels[number] for number, _ in seen]
            quads = np.concatenate([quads, *(corners[None] for _, corners in seen)])
        if earlier and len(quads):
            quads = earlier.classifier.at_first_sight(pixels, quads).corners
        turns = way_up.turns(pixels, quads, labels)
        patches += [
            _cut(pixels, np.roll(quad, -max(turn, 0), axis=0), label, way_up=turn != UNKNOWN)
            for quad, label, turn in zip(quads, labels, turns, strict=True)
        ]
        if photo.exhaustive and len(quads):
            strays += beside(quads, pixels.shape, rng, 4)
            patches += [_cut(pixels, quad, NO_TILE) for quad in strays]
    return _by_class(patches)


def scene_patches(folder: Path, limit: int, earlier: Earlier | None) -> Source:
    """Tiles of rendered scenes written by `python -m datasets.scene.pack`, face-down ones too, and places
    without: at random, and where an earlier detector thought it saw one."""
    rng = np.random.default_rng(11)
    patches: list[Patch] = []
    for pixels, tiles, quads in _scenes(folder, limit):
        for tile, quad in zip(tiles, quads, strict=True):
            if tile["visible"] > 0.8 and short_sides(quad[None])[0] >= 11 and _inside(quad, pixels.shape):
                patches.append(_cut(pixels, quad, Tile.parse(tile["tile"]).index))
        patches += _no_tiles(pixels, quads, rng, earlier)
    return _by_class(patches)


def scene_strays(folder: Path, limit: int, earlier: Earlier) -> Source:
    """Only the places without a tile of `scene_patches`."""
    rng = np.random.default_rng(11)
    scenes = _scenes(folder, limit)
    return _by_class(
        [patch for pixels, _, quads in scenes for patch in _no_tiles(pixels, quads, rng, earlier)]
    )


def _scenes(folder: Path, limit: int) -> Iterator[tuple[Pixels, list[dict[str, Any]], Array]]:
    """Rendered scenes: the picture, its tiles as labelled, and their corners (n, 4, 2)."""
    for scene in scene_labels(folder)[:limit]:
        yield listed_picture(folder / scene["file"], str(folder)), scene["tiles"], labelled_corners(scene)


def _no_tiles(pixels: Pixels, quads: Array, rng: np.random.Generator, earlier: Earlier | None) -> list[Patch]:
    """Places of a scene with known tiles `quads` (n, 4, 2) that are no tile."""
    strays = earlier.found(pixels, quads)[1] if earlier else []
    strays += beside(quads, pixels.shape, rng, 2 if strays else 5)
    return [_cut(pixels, quad, NO_TILE) for quad in strays]


def face_patches(file: Path) -> Source:
    """Rendered faces written by `python -m datasets.faces.pack`: each picture's edges are the tile's."""
    return _by_class([Patch(face.jpeg.tobytes(), rectangle(*face.size), face.label) for face in load(file)])


def beside(quads: Array, shape: tuple[int, ...], rng: np.random.Generator, count: int) -> list[Array]:
    """Up to `count` quadrilaterals of a picture that are no tile: halves of one, places between two,
    elsewhere."""
    if len(quads) == 0:
        side = rng.uniform(14, 60, count)
        centres = rng.uniform([60, 60], [shape[1] - 60, shape[0] - 60], (count, 2))
        return [(rectangle(1, 1.33) - [0.5, 0.67]) * s + c for s, c in zip(side, centres, strict=True)]
    found: list[Array] = []
    middles = quads.mean(axis=1)
    for _ in range(4 * count):
        quad = quads[rng.integers(len(quads))]
        if rng.random() < 0.3:  # the upper two circles of four look like a tile of two
            candidate, reach = _half(quad, rng), 0.0
        else:
            candidate, reach = _moved(quad, rng), 0.42 * float(short_sides(quad[None])[0])
        nearest = np.linalg.norm(middles - candidate.mean(axis=0), axis=1).min()
        if nearest > reach and _inside(candidate, shape):
            found.append(candidate)
            if len(found) == count:
                break
    return found


def _half(quad: Array, rng: np.random.Generator) -> Array:
    """One half of a tile, any of four, give or take a little."""
    first, second, third, fourth = np.roll(quad, int(rng.integers(4)), axis=0)
    share = rng.uniform(0.42, 0.58)
    return np.asarray(
        [first, second, second + share * (third - second), first + share * (fourth - first)], np.float32
    )


def _moved(quad: Array, rng: np.random.Generator) -> Array:
    """A quadrilateral like that of a tile, half way to a neighbour or anywhere around."""
    across, down = middle_lines(quad)
    size = np.exp(rng.normal(0, 0.25))
    if rng.random() < 0.5:
        shift = rng.choice([-0.5, 0.5]) * across + rng.normal(0, 0.1) * down
        shift = shift if rng.random() < 0.6 else rng.choice([-0.55, 0.55]) * down
        size = np.exp(rng.normal(0, 0.08))
    else:
        shift = rng.normal(0, 4, 2) @ np.stack([across, down])
    middle = quad.mean(axis=0)
    return np.asarray((quad - middle) * size + middle + shift, np.float32)


class ClassifierExamples(IterableDataset[dict[str, npt.NDArray[np.generic]]]):
    """Endless examples: a source by its weight, a class by the weights of classes, a patch, a view of it."""

    def __init__(
        self,
        sources: Weighed,
        seed: int,
        often: Mapping[int, float],
        ways: Ways,
        least: float = _LEAST,
        shape: Shape = CROP,
    ) -> None:
        """`often` says by class how often it is shown for once that another face is, where that is not once.
        `ways` says how often crops are shown which way up. `least` is how many pixels wide the farthest tiles
        are, and `shape` the crops' height and width."""
        self.sources = [(weight, source) for weight, source in sources if source]
        self.seed = seed
        self.ways = ways
        self.often = {**_BROAD, **often}
        self.least = least
        self.shape = shape

    def __iter__(self) -> Iterator[dict[str, npt.NDArray[np.generic]]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        shares = np.array([weight for weight, _ in self.sources])
        shares /= shares.sum()
        classes = [_class_shares(source, self.often) for _, source in self.sources]
        while True:
            number = int(rng.choice(len(shares), p=shares))
            labels, probs = classes[number]
            label = int(rng.choice(labels, p=probs))
            patches = self.sources[number][1][label]
            image, turn = view(patches[rng.integers(len(patches))], rng, self.ways, self.least, self.shape)
            yield {"image": image, "face": np.array(label), "turn": np.array(turn)}


def view(
    patch: Patch, rng: np.random.Generator, ways: Ways, least: float = _LEAST, shape: Shape = CROP
) -> tuple[Pixels, int]:
    """One augmented crop of a patch, of that height and width, and the corner of it, 0..3, that is the tile's
    top-left, or `UNKNOWN_TURN`."""
    pixels = _decoded(patch.image)
    turn = int(rng.choice(4, p=ways))
    quad = _jittered(patch.quad, rng)
    pixels, quad = _coarser(pixels, quad, rng, least)
    crop = rectified(pixels, np.roll(quad, turn, axis=0), shape)
    if rng.random() < 0.12:
        crop = _half_covered(crop, rng)
    known = patch.way_up and patch.label < FACE_DOWN.index
    return relight(crop, rng, _MOST_BLUR * shape[1] / CROP[1]), turn if known else UNKNOWN_TURN


def _jittered(quad: Array, rng: np.random.Generator) -> Array:
    """Corners as a detector would give them: a little off, the whole a little turned and scaled."""
    centre = quad.mean(axis=0)
    side = float(short_sides(quad[None])[0])
    angle = rng.normal(0, 0.06)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    stretched = (quad - centre) * np.exp(rng.normal(*_FOUND, 2)) @ turn.T
    shift = rng.normal(0, 0.035, 2) * side + rng.normal(0, 0.03, (4, 2)) * side
    found = np.asarray(stretched + centre + shift, np.float32)
    return _edge_missed(found, rng) if rng.random() < _EDGE_MISSED else found


def _edge_missed(quad: Array, rng: np.random.Generator) -> Array:
    """A detector took the frame around a picture, or the line over a word, for the edge of the tile, or went
    past it to the next."""
    side = int(rng.integers(4))
    first, second, third, fourth = np.roll(quad, side, axis=0)
    share = rng.uniform(-0.2, 0.3)
    moved = [first + share * (fourth - first), second + share * (third - second), third, fourth]
    return np.roll(np.asarray(moved, np.float32), -side, axis=0)


def _coarser(pixels: Pixels, quad: Array, rng: np.random.Generator, least: float) -> tuple[Pixels, Array]:
    """The same seen from farther away: tiles in photos are 12 to 200 pixels wide."""
    side = float(short_sides(quad[None])[0])
    wanted = np.exp(rng.uniform(np.log(least), np.log(90)))
    if wanted >= side:
        return pixels, quad
    scale = wanted / side
    method = cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_LINEAR
    smaller = np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method), np.uint8)
    return smaller, np.asarray(quad * scale, np.float32)


def _half_covered(crop: Pixels, rng: np.random.Generator) -> Pixels:
    """A corner or an edge hidden by a finger, another tile or glare."""
    covered = crop.copy()
    height, width = crop.shape[:2]
    h, w = int(rng.uniform(0.1, 0.35) * height), int(rng.uniform(0.1, 0.35) * width)
    if rng.random() < 0.5:
        h = height if rng.random() < 0.5 else h
        w = width // 6 if h == height else w
    top, left = int(rng.choice([0, height - h])), int(rng.choice([0, width - w]))
    covered[top : top + h, left : left + w] = rng.integers(0, 256, 3)
    return covered


def _class_shares(
    source: Source, often: Mapping[int, float]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    labels = np.array(sorted(source))
    weights = np.array([often.get(int(label), 1.0) for label in labels])
    return labels, weights / weights.sum()


def _cut(pixels: Pixels, quad: Array, label: int, *, way_up: bool = True) -> Patch:
    """A patch around a quadrilateral, reduced to what the network can use."""
    centre = quad.mean(axis=0)
    reach = np.abs(quad - centre).max(axis=0) * (1 + 2 * _ROOM)
    height, width = pixels.shape[:2]
    left, top = np.maximum(0, np.floor(centre - reach)).astype(int)
    right, bottom = np.minimum([width, height], np.ceil(centre + reach)).astype(int)
    piece = pixels[top : max(bottom, top + 2), left : max(right, left + 2)]
    moved = quad - [left, top]
    scale = min(1.0, _PATCH_SIDE / max(1.0, float(short_sides(quad[None])[0])))
    if scale < 1:
        piece = np.asarray(
            cv2.resize(piece, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    _, data = cv2.imencode(".jpg", piece, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return Patch(data.tobytes(), np.asarray(moved * scale, np.float32), label, way_up)


def _inside(quad: Array, shape: tuple[int, ...]) -> bool:
    return bool((quad >= 0).all() and (quad[:, 0] < shape[1]).all() and (quad[:, 1] < shape[0]).all())


def _decoded(data: bytes) -> Pixels:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _by_class(patches: list[Patch]) -> Source:
    source: Source = {}
    for patch in patches:
        source.setdefault(patch.label, []).append(patch)
    return source
