"""One call, one photo: choose a layout, a tile set, a camera, a table and a light, and draw them."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scene.blocks import Block, Canvas, Sun, draw_blocks, visible_fractions
from datasets.scene.geometry import Camera, look_at
from datasets.scene.layouts import LAYOUTS, Layout, bounds
from datasets.scene.lens import through_lens
from datasets.scene.light import light_up
from datasets.scene.tables import SIDE, colour, paint_table
from datasets.scene.tilesets import sample_tileset
from datasets.scene.values import Floats, Image, Scene, SceneTile

KINDS = tuple(LAYOUTS)
LEAST_VISIBLE = 0.08
"""Faces of which less is seen are no tiles to anybody."""


def sample_scene(
    rng: np.random.Generator,
    size: tuple[int, int] = (640, 480),
    kind: str | None = None,
    style_seed: int | None = None,
) -> Scene:
    """Render a random scene of `size` (width, height) pixels.

    `kind` is one of `KINDS`, at random when None. Scenes with the same `style_seed` show the same set of
    tiles and share its drawn faces, which saves time; None draws a new set. The same generator
    state gives the same scene.
    """
    if kind is None:
        weights = np.array([weight for weight, _ in LAYOUTS.values()])
        kind = str(rng.choice(list(LAYOUTS), p=weights / weights.sum()))
    elif kind not in LAYOUTS:
        raise ValueError(f"unknown kind of scene {kind!r}: must be one of {', '.join(LAYOUTS)}")
    seed = int(rng.integers(2**31)) if style_seed is None else style_seed
    tiles = sample_tileset(rng, seed)
    layout = LAYOUTS[kind][1](rng, tiles)
    camera = sample_camera(rng, layout, size)
    canvas = Canvas.over(_ground(rng, layout, camera, size))
    sun = _sample_sun(rng)
    _cast_shadows(rng, canvas.image, layout.blocks, camera, sun)
    draw_blocks(canvas, layout.blocks, camera, sun, rng)
    on_block = cv2.GaussianBlur((canvas.owner > 0).astype(np.float32), (0, 0), 1.0)
    image = through_lens(rng, light_up(rng, canvas.image, np.asarray(on_block)))
    found = tuple(
        SceneTile(face.tile, face.corners.astype(np.float32), float(part), face.role, face.group)
        for face, part in zip(canvas.faces, visible_fractions(canvas), strict=True)
        if part > LEAST_VISIBLE
    )
    return Scene(image, found, layout.hand, kind)


def sample_camera(rng: np.random.Generator, layout: Layout, size: tuple[int, int]) -> Camera:
    """A phone, webcam or camera somewhere above the player, so that the layout's focus is in the picture."""
    width, height = size
    focal = max(size) / 2 / np.tan(np.radians(rng.uniform(25, 40)))
    roll = _sample_roll(rng, upright=layout.upright)
    tilt = min(abs(rng.normal(0, 28)) if rng.random() < 0.6 else rng.uniform(0, 55), layout.max_tilt)
    azimuth = rng.normal(0, 14) if layout.upright else rng.uniform(0, 360)
    bend = rng.normal(-0.02, 0.04)
    points = (
        bounds([layout.blocks[i] for i in layout.focus])
        if layout.focus
        else np.array([[-5.0, -5, 0], [5, 5, 0]])
    )
    target = (points.min(0) + points.max(0)) / 2 * np.array([1.0, 1.0, 0.5])

    def camera(distance: float, at: Floats) -> Camera:
        return look_at(at, distance, tilt=tilt, azimuth=azimuth, roll=roll, focal=focal, size=size, bend=bend)

    if layout.hand is not None or rng.random() < 0.5:
        fill = rng.uniform(0.55, 0.97) if rng.random() < 0.85 else rng.uniform(0.3, 0.55)
        distance = 40.0
        for _ in range(4):
            seen = camera(distance, target).project(points)
            extent = (np.abs(seen - [width / 2, height / 2]) * 2 / [width, height]).max()
            distance *= float(np.clip(extent / fill, 0.3, 3.0))
        slack = (1 - fill) * distance / focal * np.array([width, height]) / 2
        shift = rng.uniform(-1, 1, 2) * slack
        return camera(max(distance, 2.5), target + np.array([*shift, 0.0]) @ _turned(roll - azimuth))
    pixels = float(np.exp(rng.normal(np.log(30), 0.5)))
    middle = points[int(rng.integers(len(points)))] * np.array([1.0, 1.0, 0.0])
    return camera(max(focal / np.clip(pixels, 10, 130), 2.5), (target + middle) / 2)


def _turned(degrees: float) -> Floats:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _sample_roll(rng: np.random.Generator, *, upright: bool) -> float:
    """Degrees: rows mostly across the picture, sometimes turned by quarters, sometimes at any angle."""
    way = rng.random()
    if upright and way < 0.65:
        return float(rng.normal(0, 6))
    if way < 0.8:
        return float(rng.choice([90, 180, 270]) + rng.normal(0, 8))
    return float(rng.uniform(0, 360))


def _sample_sun(rng: np.random.Generator) -> Sun:
    slant, around = np.radians(rng.uniform(5, 60)), rng.uniform(0, 2 * np.pi)
    direction = np.array([np.sin(slant) * np.cos(around), np.sin(slant) * np.sin(around), np.cos(slant)])
    return Sun(direction, float(rng.uniform(0.45, 0.75)))


def _ground(rng: np.random.Generator, layout: Layout, camera: Camera, size: tuple[int, int]) -> Image:
    """The floor, and on it the table with its edge somewhere beyond what lies on it."""
    homography = camera.table_homography()
    distance = float(np.linalg.norm(camera.position))
    pixel = camera.focal / max(distance, 1.0)
    units = SIDE / np.clip(pixel, 8, 80) * rng.uniform(0.7, 1.6)
    table = _lay(paint_table(rng), homography, units, rng, size)
    if rng.random() < 0.45:
        return table
    points = bounds(layout.blocks)[:, :2] if layout.blocks else np.array([[-6.0, -6.0], [6.0, 6.0]])
    low = points.min(0) - rng.uniform(0.3, 5.0, 2)
    high = points.max(0) + rng.uniform(0.3, 12.0, 2)
    top = np.array([[low[0], low[1], 0], [high[0], low[1], 0], [high[0], high[1], 0], [low[0], high[1], 0]])
    clipped = camera.clip_near(top)
    floor = _lay(paint_table(rng), homography, units * rng.uniform(0.5, 2), rng, size)
    if rng.random() < 0.7:
        floor = np.asarray(cv2.GaussianBlur(floor, (0, 0), rng.uniform(0.5, 4)), np.uint8)
    floor = (floor * rng.uniform(0.3, 1.0)).astype(np.uint8)
    if len(clipped) < 3:
        return floor
    outline = camera.project(clipped)
    rim = colour(rng, (15, 40), rng.uniform(0, 0.6), rng.uniform(0.1, 0.8))
    fixed = [np.round(outline * 16).astype(np.int32)]
    mask = cv2.fillPoly(np.zeros(size[::-1], np.uint8), fixed, 255, cv2.LINE_AA, 4)
    if rng.random() < 0.6:
        edge = cv2.polylines(
            floor.copy(), fixed, True, tuple(map(float, rim)), int(rng.integers(2, 24)), cv2.LINE_AA, 4
        )
        floor = np.asarray(edge, np.uint8)
    weight = mask[..., None].astype(np.float32) / 255
    return np.asarray(floor + (table.astype(np.float32) - floor) * weight, np.uint8)


def _lay(
    texture: Image, homography: Floats, units: float, rng: np.random.Generator, size: tuple[int, int]
) -> Image:
    """A square texture, `units` tile widths a side and mirrored endlessly, on the table plane."""
    scale = units / SIDE
    turn = np.radians(rng.choice([0, 90]) + rng.normal(0, 3))
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    shift = rng.uniform(-units, units, 2)
    to_world = np.array([[c, -s, shift[0]], [s, c, shift[1]], [0.0, 0.0, 1.0]])
    laid = cv2.warpPerspective(
        texture, homography @ to_world, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    return np.asarray(laid, np.uint8)


def _cast_shadows(
    rng: np.random.Generator, image: Image, blocks: tuple[Block, ...], camera: Camera, sun: Sun
) -> None:
    """Darken the table where blocks stand in the light (soft) and where they touch it (narrow)."""
    if not blocks:
        return
    height, width = image.shape[:2]
    cast = np.zeros((height // 2, width // 2), np.uint8)
    touch = np.zeros_like(cast)
    slope = sun.direction[:2] / sun.direction[2]
    for block in blocks:
        outline = block.outline()[[0, 1, 3, 4]].reshape(-1, 3)
        if camera.depth(outline).min() < 1:
            continue
        fallen = outline.copy()
        fallen[:, :2] -= outline[:, 2:] * slope
        fallen[:, 2] = 0
        grown = outline.copy()
        grown[:, :2] += (outline[:, :2] - block.centre[:2]) * 0.08
        grown[:, 2] = 0
        for mask, points in ((cast, fallen), (touch, grown)):
            flat = camera.project(points) / 2
            hull = cv2.convexHull(np.round(flat * 16).astype(np.int32))
            cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)
    pixel = camera.focal / float(np.linalg.norm(camera.position - blocks[0].centre))
    soft = cv2.GaussianBlur(cast, (0, 0), max(0.5, pixel * rng.uniform(0.02, 0.15)))
    dark = soft.astype(np.float32) * (rng.uniform(0.15, 0.55) / 255)
    narrow = cv2.GaussianBlur(touch, (0, 0), max(0.5, pixel * 0.04)).astype(np.float32)
    dark = np.maximum(dark, narrow * (rng.uniform(0.2, 0.5) / 255))
    gain = cv2.resize(1 - dark, (width, height), interpolation=cv2.INTER_LINEAR)
    image[:] = (image * gain[..., None]).astype(np.uint8)
