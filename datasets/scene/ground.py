"""What lies under the tiles: the table top, its edge, the floor beyond, and the shadows that fall on it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from datasets.scene.blocks import Block, Sun
from datasets.scene.geometry import Camera
from datasets.scene.paints import SIDE, colour
from datasets.scene.placing import bounds
from datasets.scene.realparts import bare_table
from datasets.scene.tables import paint_table
from datasets.scene.tilesets import TileSet
from datasets.scene.values import Floats, Image


def table_top(rng: np.random.Generator, tiles: TileSet, *, real: bool) -> Image:
    """(SIDE, SIDE, 3): the table the set was photographed on, another real one, or a painted one."""
    top: Image | None = None
    chance = rng.random()
    if real and chance < 0.5:
        top = tiles.faces.table(rng)
    if real and top is None and chance < 0.25:
        top = bare_table(rng)
    return paint_table(rng) if top is None else top


def lay_ground(
    rng: np.random.Generator, top: Image, blocks: Sequence[Block], camera: Camera, size: tuple[int, int]
) -> Image:
    """The table `top` in perspective, endless or with its edge somewhere beyond what lies on it.

    Returns (h, w, 3) BGR for a `size` of (width, height) pixels.
    """
    pixel = camera.focal / max(float(np.linalg.norm(camera.position)), 1.0)
    units = SIDE / float(np.clip(pixel, 8, 80)) * rng.uniform(0.7, 1.6)
    table = _spread(rng, top, camera, units, size)
    if rng.random() < 0.4:
        return table
    floor = _floor(rng, camera, units * rng.uniform(0.5, 2), size)
    edge = camera.clip_near(_table_edge(rng, blocks))
    if len(edge) < 3:
        return floor
    outline = [np.round(camera.project(edge) * 16).astype(np.int32)]
    if rng.random() < 0.6:
        rim = colour(rng, (15, 40), rng.uniform(0, 0.6), rng.uniform(0.1, 0.8))
        tone = (float(rim[0]), float(rim[1]), float(rim[2]))
        cv2.polylines(floor, outline, True, tone, int(rng.integers(2, 24)), cv2.LINE_AA, 4)
    mask = cv2.fillPoly(np.zeros(size[::-1], np.uint8), outline, 255, cv2.LINE_AA, 4)
    weight = mask[..., None].astype(np.float32) / 255
    return np.asarray(floor + (table.astype(np.float32) - floor) * weight, np.uint8)


def _table_edge(rng: np.random.Generator, blocks: Sequence[Block]) -> Floats:
    """(4, 3) corners of a table that holds all the blocks."""
    points = bounds(blocks)[:, :2] if blocks else np.array([[-6.0, -6.0], [6.0, 6.0]])
    (x0, y0), (x1, y1) = points.min(0), points.max(0)
    left, right, far = rng.uniform(1, 20, 3)
    x0, x1, y0, y1 = x0 - left, x1 + right, y0 - rng.uniform(0.2, 6), y1 + far
    return np.array([[x0, y0, 0], [x1, y0, 0], [x1, y1, 0], [x0, y1, 0]])


def _floor(rng: np.random.Generator, camera: Camera, units: float, size: tuple[int, int]) -> Image:
    """Floor, clothes or whatever is below the table: any texture, mostly out of focus and darker."""
    floor = _spread(rng, paint_table(rng), camera, units, size)
    if rng.random() < 0.7:
        floor = np.asarray(cv2.GaussianBlur(floor, (0, 0), rng.uniform(0.5, 4)), np.uint8)
    return np.asarray(floor * rng.uniform(0.3, 1.0), np.uint8)


def _spread(
    rng: np.random.Generator, texture: Image, camera: Camera, units: float, size: tuple[int, int]
) -> Image:
    """A square texture, `units` tile widths a side and mirrored endlessly, on the table plane."""
    turn, scale = np.radians(rng.choice([0, 90]) + rng.normal(0, 3)), units / SIDE
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    x, y = rng.uniform(-units, units, 2)
    to_world = np.array([[c, -s, x], [s, c, y], [0.0, 0.0, 1.0]])
    to_image = camera.table_homography() @ to_world
    laid = cv2.warpPerspective(
        texture, to_image, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    return np.asarray(laid, np.uint8)


def cast_shadows(
    rng: np.random.Generator, image: Image, blocks: Sequence[Block], camera: Camera, sun: Sun
) -> None:
    """Darken the table where blocks stand in the light (soft) and where they touch it (narrow)."""
    if not blocks:
        return
    height, width = image.shape[:2]
    cast = np.zeros((height // 2, width // 2), np.uint8)
    touch = np.zeros_like(cast)
    slope = sun.direction / sun.direction[2]
    outlines = np.stack([block.outline[[0, 1, 3, 4]].reshape(-1, 3) for block in blocks])
    centres = np.stack([block.centre for block in blocks])[:, None]
    ahead = camera.depth(outlines).min(1) > 1
    fallen = (outlines - outlines[..., 2:] * slope)[ahead]
    grown = ((outlines + (outlines - centres) * 0.08) * (1.0, 1.0, 0.0))[ahead]
    for mask, points in ((cast, fallen), (touch, grown)):
        for flat in np.round(camera.project(points) * 8).astype(np.int32):
            cv2.fillConvexPoly(mask, cv2.convexHull(flat), 255, cv2.LINE_AA, 4)
    pixel = camera.focal / float(np.linalg.norm(camera.position - blocks[0].centre))
    soft = cv2.GaussianBlur(cast, (0, 0), max(0.5, pixel * rng.uniform(0.02, 0.15)))
    narrow = cv2.GaussianBlur(touch, (0, 0), max(0.5, pixel * 0.04))
    dark = np.maximum(
        soft.astype(np.float32) * (rng.uniform(0.15, 0.55) / 255),
        narrow.astype(np.float32) * (rng.uniform(0.2, 0.5) / 255),
    )
    gain = np.asarray(cv2.resize(255 - dark * 255, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    cv2.multiply(image, cv2.merge([gain] * 3), dst=image, scale=1 / 255)
