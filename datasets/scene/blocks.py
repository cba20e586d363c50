"""Rounded blocks: tiles, and every other box-like thing on the table, drawn far to near.

A block has a back layer and a front layer (the two colours of a tile), rounded corners and a small bevel.
Each convex layer is drawn as the hull of its projected outline, the face on it as a warped texture; only
the pixels of the block itself are touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from datasets.scene.geometry import NEAR, Camera
from datasets.scene.values import Floats, Image, Role
from scoring.tiles import Tile

SUBPIXEL = 4
_ARC = np.radians(np.array([8.0, 45.0, 82.0]))
_MIPS = (96, 68, 48, 34, 24, 17, 12)


@dataclass(frozen=True, eq=False)
class Texture:
    """A face's picture at several sizes, so that small tiles are drawn without aliasing."""

    levels: tuple[Image, ...]

    @classmethod
    def of(cls, image: Image) -> Texture:
        """Build the levels from one (h, w, 3) BGR `image`, the largest first."""
        height, width = image.shape[:2]
        levels = [image]
        for size in _MIPS:
            if size < height * 0.9:
                shape = (max(4, round(width * size / height)), size)
                levels.append(np.asarray(cv2.resize(image, shape, interpolation=cv2.INTER_AREA), np.uint8))
        return cls(tuple(levels))

    def at(self, height: float) -> Image:
        """The smallest level with at least `height` rows, or the largest there is."""
        for level in reversed(self.levels):
            if level.shape[0] >= height:
                return level
        return self.levels[0]


@dataclass(frozen=True, eq=False)
class Skin:
    """What a block looks like: BGR colours of its two layers, and textures for its face and its back."""

    front: Floats
    back: Floats
    face_texture: Texture | None = None
    back_texture: Texture | None = None
    split: float = 0.4
    radius: float = 0.08
    bevel: float = 0.03
    rim: float = 0.85
    """Brightness of the bevel around the face: below 1 it is in its neighbours' shadow, above it shines."""


@dataclass(frozen=True, eq=False)
class Block:
    """A block on the table.

    Attributes:
        centre: (3,) world position of its middle.
        rotation: (3, 3) its right, up-the-face and out-of-the-face axes as columns.
        size: width, height, thickness in tile widths.
        tile: what it is when the camera sees its face; None for things that are no tiles.
        back_tile: what it is when the camera sees its back; None for things that are no tiles.
    """

    centre: Floats
    rotation: Floats
    size: tuple[float, float, float]
    skin: Skin
    tile: Tile | None = None
    back_tile: Tile | None = None
    role: Role = "other"
    group: int = 0

    def moved(self, turn: Floats, shift: Floats) -> Block:
        """The block after turning the whole table by `turn` (3, 3) and moving it by `shift` (3,)."""
        return Block(
            turn @ self.centre + shift,
            turn @ self.rotation,
            self.size,
            self.skin,
            self.tile,
            self.back_tile,
            self.role,
            self.group,
        )

    @cached_property
    def outline(self) -> Floats:
        """(5, 12, 3) world points: rounded outlines of back, back bevel, joint, bevel, face."""
        width, height, thick = self.size
        skin = self.skin
        bevel = min(skin.bevel, thick / 4)
        half = np.array([width, height]) / 2
        radius = min(skin.radius, float(half.min()) * 0.9)
        ring = np.concatenate(
            [
                np.array([sx, sy]) * (half - radius)
                + radius * np.stack([np.cos(_ARC + start), np.sin(_ARC + start)], 1)
                for sx, sy, start in ((1, 1, 0), (-1, 1, np.pi / 2), (-1, -1, np.pi), (1, -1, 1.5 * np.pi))
            ]
        )
        inner = ring * (1 - bevel / half)
        depths = np.array(
            [-thick / 2, -thick / 2 + bevel, thick * (skin.split - 0.5), thick / 2 - bevel, thick / 2]
        )
        rings = np.stack([inner, ring, ring, ring, inner])
        local = np.concatenate([rings, np.broadcast_to(depths[:, None, None], (5, 12, 1))], 2)
        return np.asarray(local @ self.rotation.T + self.centre)

    def plane_corners(self, *, face: bool) -> Floats:
        """(4, 3) corners of the face (or back) plane, edge to edge, top-left first as that side stands."""
        width, height, thick = self.size
        side = 1.0 if face else -1.0
        local = np.array([[-side, 1, side], [side, 1, side], [side, -1, side], [-side, -1, side]], np.float64)
        local *= np.array([width, height, thick]) / 2
        return np.asarray(local @ self.rotation.T + self.centre)


@dataclass(frozen=True)
class Sun:
    """The main light: the direction it comes from, and how much reaches faces turned away from it."""

    direction: Floats
    ambient: float = 0.6

    def shade(self, normal: Floats) -> float:
        """Brightness of a surface with this (3,) `normal`; 1 for the table's own."""
        direct = max(0.0, float(normal @ self.direction)) / float(self.direction[2])
        return float(self.ambient + (1 - self.ambient) * min(direct, 1.3))


@dataclass(eq=False)
class Canvas:
    """The picture under construction.

    Attributes:
        image: (h, w, 3) uint8 BGR, linear enough for our purposes.
        owner: (h, w) int32, which block's face owns the pixel: 0 table, 1 some other part of a block,
            2 + n the face of the n-th drawn tile.
    """

    image: Image
    owner: npt.NDArray[np.int32]
    faces: list[DrawnFace] = field(default_factory=list)

    @classmethod
    def over(cls, background: Image) -> Canvas:
        """Start on a (h, w, 3) `background`, which is drawn over."""
        return cls(background, np.zeros(background.shape[:2], np.int32))

    def polygon(self, points: Floats, colour: Floats) -> None:
        """Fill a convex polygon of (n, 2) pixel `points` with a BGR colour, anti-aliased."""
        fixed = np.round(points * (1 << SUBPIXEL)).astype(np.int32)
        cv2.fillConvexPoly(self.image, fixed, _bgr(colour), cv2.LINE_AA, SUBPIXEL)

    def own(self, points: Floats, owner: int) -> None:
        """Give the pixels inside a convex polygon to `owner`."""
        cv2.fillConvexPoly(self.owner, np.round(points * 16).astype(np.int32), owner, cv2.LINE_8, SUBPIXEL)


@dataclass(frozen=True, eq=False)
class DrawnFace:
    """A tile face that was drawn: the truth about it, and how many of its pixels were seen when drawn."""

    tile: Tile
    corners: Floats
    pixels: int
    inside: float
    role: Role
    group: int


def draw_blocks(
    canvas: Canvas, blocks: Sequence[Block], camera: Camera, sun: Sun, rng: np.random.Generator
) -> None:
    """Draw `blocks` on the canvas, farthest first, and note every tile face that the camera sees."""
    if not blocks:
        return
    outlines = np.stack([block.outline for block in blocks])
    centres = np.stack([block.centre for block in blocks])
    order = np.argsort(-np.linalg.norm(centres - camera.position, axis=1))
    flat = camera.project(outlines)
    ahead = camera.depth(outlines.reshape(-1, 3)).reshape(len(blocks), -1).min(1) > NEAR
    height, width = canvas.image.shape[:2]
    low, high = flat.min((1, 2)), flat.max((1, 2))
    shown = ahead & (high > 0).all(1) & (low < (width, height)).all(1)
    for i in order:
        if shown[i]:
            _draw_block(canvas, blocks[i], flat[i], camera, sun, float(rng.normal(1.0, 0.015)))


def _draw_block(canvas: Canvas, block: Block, flat: Floats, camera: Camera, sun: Sun, tone: float) -> None:
    """Draw one block whose projected outline is `flat`, (5, 12, 2) pixels; `tone` is its own brightness."""
    normal = block.rotation[:, 2]
    above = float(normal @ (camera.position - block.centre))
    face_up, back_up = above > block.size[2] / 2, above < -block.size[2] / 2
    skin = block.skin
    hull = cv2.convexHull(flat.reshape(-1, 2).astype(np.float32))[:, 0].astype(np.float64)
    canvas.own(hull, 1)
    layers = [(slice(0, 3), skin.back), (slice(2, 5), skin.front)]
    for part, colour in layers if not back_up else layers[::-1]:
        edge = cv2.convexHull(flat[part].reshape(-1, 2).astype(np.float32))[:, 0].astype(np.float64)
        canvas.polygon(edge, colour * tone * (sun.ambient + 0.1))
        _draw_sides(canvas, block, flat[part], colour * tone, camera, sun)
    if face_up or back_up:
        levels = (3, 4) if face_up else (1, 0)
        colour = skin.front if face_up else skin.back
        rim = cv2.convexHull(flat[list(levels)].reshape(-1, 2).astype(np.float32))[:, 0].astype(np.float64)
        shade = sun.shade(normal if face_up else -normal) * tone
        canvas.polygon(rim, np.minimum(colour * shade * skin.rim, 255))
        _draw_plane(canvas, block, flat[levels[1]], camera, shade, face=face_up)


def _draw_sides(canvas: Canvas, block: Block, flat: Floats, colour: Floats, camera: Camera, sun: Sun) -> None:
    """Shade the four flat sides of a layer; the hull beneath keeps the tone of the rounded edges."""
    axes = ((0, 1.0, (11, 0)), (1, 1.0, (2, 3)), (0, -1.0, (5, 6)), (1, -1.0, (8, 9)))
    towards = camera.position - block.centre
    for axis, sign, (a, b) in axes:
        normal = block.rotation[:, axis] * sign
        if float(normal @ towards) > block.size[axis] / 2:
            quad = np.array([flat[0, a], flat[0, b], flat[2, b], flat[2, a]])
            canvas.polygon(quad, np.minimum(colour * sun.shade(normal), 255))


def _draw_plane(
    canvas: Canvas, block: Block, ring: Floats, camera: Camera, shade: float, *, face: bool
) -> None:
    """Lay the face's (or back's) texture on its plane and note the tile."""
    plane = block.plane_corners(face=face)
    corners = camera.project(plane)
    texture = block.skin.face_texture if face else block.skin.back_texture
    colour = block.skin.front if face else block.skin.back
    if texture is None:
        canvas.polygon(ring, np.minimum(colour * shade, 255))
    else:
        inset = corners.mean(0) + (corners - corners.mean(0)) * (1 - block.skin.bevel)
        _warp(canvas.image, texture, inset, ring, shade)
    tile = block.tile if face else block.back_tile
    if tile is not None:
        _note_face(canvas, block, tile, corners, plane, camera)


def _warp(image: Image, texture: Texture, corners: Floats, ring: Floats, shade: float) -> None:
    """Warp `texture` onto the quad `corners`, cut to the polygon `ring`; (n, 2) pixels both."""
    height, width = image.shape[:2]
    x0, y0 = np.maximum(np.floor(ring.min(0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(ring.max(0)).astype(int) + 1, (width, height))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    source = texture.at(float(max(sides[1], sides[3])))
    h, w = source.shape[:2]
    frame = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(frame, (corners - (x0, y0)).astype(np.float32))
    roi_size = (int(x1 - x0), int(y1 - y0))
    patch = cv2.warpPerspective(
        source, matrix, roi_size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((roi_size[1], roi_size[0]), np.uint8)
    fixed = np.round((ring - (x0, y0)) * (1 << SUBPIXEL)).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, SUBPIXEL)
    roi = image[y0:y1, x0:x1]
    weight = mask[..., None].astype(np.float32) / 255
    mixed = roi + (np.minimum(patch * np.float32(shade), 255) - roi) * weight
    roi[:] = mixed.astype(np.uint8)


def _note_face(
    canvas: Canvas, block: Block, tile: Tile, corners: Floats, plane: Floats, camera: Camera
) -> None:
    """Remember the face in the owner map, a little smaller, so that the rims of neighbours don't count."""
    quad = corners.mean(0) + (corners - corners.mean(0)) * 0.9
    area = cv2.contourArea(corners.astype(np.float32))
    if area < 12 or _facing(plane, camera) < 0.12:
        return
    number = len(canvas.faces) + 2
    height, width = canvas.owner.shape
    canvas.own(quad, number)
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, (width, height))
    pixels = int(np.count_nonzero(canvas.owner[y0:y1, x0:x1] == number))
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inside, _ = cv2.intersectConvexConvex(corners.astype(np.float32), frame)
    canvas.faces.append(DrawnFace(tile, corners, pixels, min(1.0, inside / area), block.role, block.group))


def _facing(plane: Floats, camera: Camera) -> float:
    """Cosine of the angle between the plane's normal and the direction to the camera."""
    normal = np.cross(plane[3] - plane[0], plane[1] - plane[0])
    towards = camera.position - plane.mean(0)
    return float(normal @ towards / (np.linalg.norm(normal) * np.linalg.norm(towards)))


def visible_fractions(canvas: Canvas) -> npt.NDArray[np.float64]:
    """(n,) for each face drawn: how much of it is in the image and not covered by what was drawn later."""
    seen = np.bincount(canvas.owner.ravel(), minlength=len(canvas.faces) + 2)[2:]
    return np.array(
        [
            face.inside * min(1.0, left / max(face.pixels, 1))
            for face, left in zip(canvas.faces, seen, strict=True)
        ]
    )


def _bgr(colour: Floats) -> tuple[float, float, float]:
    b, g, r = np.clip(colour, 0, 255)
    return float(b), float(g), float(r)
