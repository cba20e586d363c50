"""The tile set on the table: what its blocks and faces look like.

Faces are drawn (`datasets.faces`) or cut out of real photos and crops (`realparts`). The seed of a set
decides its faces and colours; drawn faces are kept, so that scenes that share a seed share the work.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import Literal, Protocol

import numpy as np

from datasets.faces import FaceStyle, Restyle, compose, draw_back, sample_style
from datasets.faces.modern import modernised
from datasets.faces.seldom import seldom
from datasets.faces.seldom_seasons import seldom_seasons
from datasets.photos import DatasetMissingError
from datasets.scene.blocks import Block, Skin, Texture
from datasets.scene.geometry import turn_x, turn_y, turn_z
from datasets.scene.paints import colour
from datasets.scene.realparts import Cutout, RealFaces, real_crops, real_cutouts
from datasets.scene.values import Floats, Image, Role
from scoring.tiles import FACE_DOWN, Tile

FACE_HEIGHT = 96
"""Pixels of a drawn face, where it need not be finer; nearer tiles are magnified from it, as a lens out of
focus would."""

KEPT_SETS = 6
"""Sets whose drawn faces are kept; one takes about 1.5 MB."""

_WHITE_DRAGON = Tile.parse("Wd")

Pose = Literal["up", "down", "standing", "away", "edge"]
"""Face up, back up, standing with the face to the player, standing with it away, lying on the long side."""


class Faces(Protocol):
    """Where a set's faces come from."""

    front: Floats
    back: Floats
    aspect: float | None
    thickness: float | None

    def face(self, tile: Tile) -> Image:
        """(h, w, 3) BGR, upright, edge to edge."""
        ...

    def back_face(self) -> Image | None:
        """(h, w, 3) BGR, or None for a plain back."""
        ...

    def table(self, rng: np.random.Generator) -> Image | None:
        """The table that the set was photographed on, when it was."""
        ...


class DrawnFaces:
    """Faces drawn by code in one random style, or in what `restyle` makes of it, `height` pixels high."""

    def __init__(self, seed: int, restyle: Restyle | None = None, height: int = FACE_HEIGHT) -> None:
        rng = np.random.default_rng(seed)
        style = sample_style(rng)
        self._seed, self._height = seed, height
        self._style: FaceStyle = restyle(style, rng) if restyle else style
        self.front: Floats = np.asarray(self._style.ground, np.float64)
        self.back: Floats = np.asarray(self._style.back, np.float64)
        self.aspect: float | None = self._style.aspect
        self.thickness: float | None = self._style.thickness / self._style.aspect

    def face(self, tile: Tile) -> Image:
        """The drawn face; its wear depends on the seed and the tile only."""
        return compose(self._style, tile, self._height, np.random.default_rng([self._seed, tile.index]))

    def back_face(self) -> Image | None:
        """The drawn back."""
        return draw_back(self._style, self._height, np.random.default_rng([self._seed, FACE_DOWN.index]))

    def table(self, rng: np.random.Generator) -> Image | None:  # noqa: ARG002 - the protocol's signature
        """Drawn sets were never photographed."""
        return None


class PhotographedFaces:
    """Faces out of real photos or crops, missing ones drawn, `height` pixels high."""

    def __init__(self, seed: int, real: RealFaces, height: int) -> None:
        rng = np.random.default_rng([seed, 1])
        self._real = real
        self._drawn = DrawnFaces(seed, height=height)
        self.front: Floats = real.front
        self.back: Floats = self._drawn.back if rng.random() < 0.7 else colour(rng, (0, 360), 0.6, 0.5)
        self.aspect: float | None = None
        self.thickness: float | None = None

    def face(self, tile: Tile) -> Image:
        """The cutout of the tile, or a drawn face where no photo shows it."""
        cutout = self._real.face(tile)
        return self._drawn.face(tile) if cutout is None else cutout

    def back_face(self) -> Image | None:
        """Real backs are plain."""
        return None

    def table(self, rng: np.random.Generator) -> Image | None:
        """A bare patch of the first photo's table."""
        return self._real.table(rng)


class TileSet:
    """One set of tiles, all alike: faces, colours and measures (in tile widths).

    A set whose white dragon is blank never has backs of the same colour, or nobody could tell the two apart.
    """

    def __init__(self, seed: int, faces: Faces) -> None:
        rng = np.random.default_rng([seed, 2])
        self.faces = faces
        self.height = 1 / (faces.aspect or rng.uniform(0.69, 0.8))
        self.thickness = float(np.clip(faces.thickness or rng.uniform(0.6, 1.0), 0.45, 1.05))
        self._split = rng.uniform(0.2, 0.55) if rng.random() < 0.85 else 0.02
        self._radius = rng.uniform(0.04, 0.14)
        self._bevel = rng.uniform(0.01, 0.05)
        self._rim = rng.uniform(0.5, 0.95) if rng.random() < 0.85 else rng.uniform(0.95, 1.1)
        self._skins: dict[Tile, Skin] = {}
        back, pattern = faces.back, faces.back_face()
        if self._split < 0.1:
            back, pattern = faces.front * 0.97, None
        if _like_a_blank_dragon(back, faces):
            back, pattern = colour(rng, (0, 360), 0.8, 0.5), None
        self._back = back
        self._back_texture = None if pattern is None else Texture.of(pattern)

    def backed(self, back: Image) -> TileSet:
        """The same set with this picture, (h, w, 3) BGR, on its backs, and its sides to match; with its own
        backs where it would hide the blank white dragon."""
        mean = np.asarray(back.reshape(-1, 3).mean(axis=0), np.float64)
        if _like_a_blank_dragon(mean, self.faces):
            return self
        other = copy(self)
        other._skins = {}
        other._back = mean
        other._back_texture = Texture.of(back)
        return other

    def skin(self, tile: Tile) -> Skin:
        """The skin of a tile's block; drawn when first asked for."""
        if tile not in self._skins:
            self._skins[tile] = Skin(
                self.faces.front,
                self._back,
                None if tile == FACE_DOWN else Texture.of(self.faces.face(tile)),
                self._back_texture,
                self._split,
                self._radius,
                self._bevel,
                self._rim,
            )
        return self._skins[tile]

    def block(
        self,
        tile: Tile,
        x: float,
        y: float,
        *,
        yaw: float = 0.0,
        pose: Pose = "up",
        z: float = 0.0,
        lean: float = 0.0,
        role: Role = "other",
        group: int = 0,
    ) -> Block:
        """A tile on the table at (x, y), its underside at height z.

        Standing tiles lean back by `lean` degrees; a `FACE_DOWN` tile lies face down whatever its pose.
        """
        if tile == FACE_DOWN and pose == "up":
            pose = "down"
        return Block(
            np.array([x, y, z + self._half_height(pose, lean)]),
            turn_z(yaw) @ _turn(pose, lean),
            (1.0, self.height, self.thickness),
            self.skin(FACE_DOWN if pose == "down" else tile),
            tile,
            FACE_DOWN,
            role,
            group,
        )

    def _half_height(self, pose: Pose, lean: float) -> float:
        """Height of the block's middle above what it lies on."""
        match pose:
            case "up" | "down":
                return self.thickness / 2
            case "edge":
                return 0.5
            case "standing" | "away":
                slant = np.radians(lean)
                return float(self.height / 2 * np.cos(slant) + self.thickness / 2 * np.sin(slant))


def _like_a_blank_dragon(back: Floats, faces: Faces) -> bool:
    """Whether the white dragon is blank and of about the colour `back`, (3,) BGR."""
    return float(np.abs(back - faces.front).max()) < 60 and _is_blank(faces.face(_WHITE_DRAGON))


def _is_blank(face: Image) -> bool:
    """Whether a face shows nothing but its ground."""
    height, width = face.shape[:2]
    middle = face[height // 8 : -height // 8, width // 8 : -width // 8].reshape(-1, 3)
    return bool((np.abs(middle - np.median(middle, 0)).max(1) > 60).mean() < 0.01)


def _turn(pose: Pose, lean: float) -> Floats:
    """(3, 3) rotation that brings a tile from face up, top far, into a pose."""
    match pose:
        case "up":
            return np.eye(3)
        case "down":
            return turn_y(180)
        case "edge":
            return turn_y(90)
        case "standing":
            return turn_x(90 - lean)
        case "away":
            return np.asarray(turn_z(180) @ turn_x(90 - lean))


@lru_cache(maxsize=KEPT_SETS)
def tileset(seed: int, *, real: bool = True, height: int = FACE_HEIGHT) -> TileSet:
    """The set with this seed: drawn, or out of real photos or crops when `real` and there are any; drawn
    faces are `height` pixels high."""
    rng = np.random.default_rng([seed, 3])
    source = rng.choice(["drawn", "photos", "crops"], p=[0.6, 0.28, 0.12])
    if not real or source == "drawn":
        return TileSet(seed, DrawnFaces(seed, height=height))
    try:
        cutouts = real_cutouts() if source == "photos" else real_crops()
    except DatasetMissingError:
        return TileSet(seed, DrawnFaces(seed, height=height))
    return photographed(seed, rng, cutouts, height)


@lru_cache(maxsize=KEPT_SETS)
def dark_set(seed: int) -> TileSet:
    """The first drawn set from this seed on that has dark faces."""
    while not sample_style(np.random.default_rng(seed)).finish.dark:
        seed += 1
    return tileset(seed, real=False)


@lru_cache(maxsize=KEPT_SETS)
def seldom_set(seed: int) -> TileSet:
    """A set whose suits, honours and Seasons are all drawn as few sets draw them."""
    return TileSet(seed, DrawnFaces(seed, lambda style, rng: seldom_seasons(seldom(style, rng), rng)))


@lru_cache(maxsize=KEPT_SETS)
def modern_set(seed: int, height: int = FACE_HEIGHT) -> TileSet:
    """A set drawn as designers do today, with faces `height` pixels high."""
    return TileSet(seed, DrawnFaces(seed, modernised, height))


def photographed(
    seed: int, rng: np.random.Generator, cutouts: tuple[Cutout, ...], height: int = FACE_HEIGHT
) -> TileSet:
    """A set with the faces of one family of cutouts, and from the others what it lacks; faces that no cutout
    shows are drawn, `height` pixels high."""
    return TileSet(seed, PhotographedFaces(seed, RealFaces(rng, cutouts), height))
