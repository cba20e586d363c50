"""One call, one photo: choose a layout, a tile set, a camera, a table and a light, and draw them."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scene.blocks import Canvas, Sun, draw_blocks, visible_fractions
from datasets.scene.ground import cast_shadows, lay_ground, table_top
from datasets.scene.layouts import LAYOUTS, Layout
from datasets.scene.lens import through_lens
from datasets.scene.light import light_up
from datasets.scene.people import draw_people
from datasets.scene.tilesets import TileSet, tileset
from datasets.scene.values import Scene, SceneTile
from datasets.scene.viewpoint import sample_camera

KINDS = tuple(LAYOUTS)
LEAST_VISIBLE = 0.08
"""Faces of which less is seen are no tiles to anybody."""


NAMEABLE = 0.55
"""A scene shows its hand only if this much of each of its tiles is seen."""


def sample_scene(
    rng: np.random.Generator,
    size: tuple[int, int] = (640, 480),
    kind: str | None = None,
    style_seed: int | None = None,
    *,
    tiles: TileSet | None = None,
    real: bool = True,
    lens: bool = True,
) -> Scene:
    """Render a random scene of `size` (width, height) pixels.

    `kind` is one of `KINDS`, at random when None. Scenes with the same `style_seed` show the same set of
    tiles and share its drawn faces, which saves time; None draws a new set. The same generator state gives
    the same scene. `tiles` is the set to show, where it is not to be one of `style_seed`.

    `real` lets some scenes use faces and tables out of the real train photos, where the collections are on
    this machine; without it the scene is the same on every machine with the same fonts. Without `lens` the
    picture is what lies before the camera, for those who add blur and noise themselves.
    """
    kind = kind if kind is not None else _sample_kind(rng)
    if kind not in LAYOUTS:
        raise ValueError(f"unknown kind of scene {kind!r}: must be one of {', '.join(KINDS)}")
    if tiles is None:
        tiles = tileset(int(rng.integers(2**31)) if style_seed is None else style_seed, real=real)
    layout = LAYOUTS[kind][1](rng, tiles)
    camera = sample_camera(rng, layout, size)
    sun = _sample_sun(rng)
    top = table_top(rng, tiles, real=real) if layout.top is None else layout.top
    canvas = Canvas.over(lay_ground(rng, top, layout.blocks, camera, size))
    cast_shadows(rng, canvas.image, layout.blocks, camera, sun)
    draw_blocks(canvas, layout.blocks, camera, sun, rng)
    draw_people(canvas, layout, camera, rng)
    on_block = np.asarray(cv2.blur((canvas.owner > 0).astype(np.float32), (3, 3)), np.float64)
    image = light_up(rng, canvas.image, on_block)
    if lens:
        image = through_lens(rng, image)
    seen = _tiles_seen(canvas)
    return Scene(image, seen, layout.hand if _hand_is_seen(layout, seen) else None, kind, camera.tilt)


def _tiles_seen(canvas: Canvas) -> tuple[SceneTile, ...]:
    """What the picture shows of the faces that were drawn."""
    return tuple(
        SceneTile(face.tile, face.corners.astype(np.float32), float(part), face.role, face.group)
        for face, part in zip(canvas.faces, visible_fractions(canvas), strict=True)
        if part > LEAST_VISIBLE
    )


def _hand_is_seen(layout: Layout, found: tuple[SceneTile, ...]) -> bool:
    """Whether the picture shows enough of every tile of the hand to name it."""
    expected = sum(block.role != "other" for block in layout.blocks)
    return expected == sum(tile.role != "other" and tile.visible >= NAMEABLE for tile in found)


def _sample_kind(rng: np.random.Generator) -> str:
    weights = np.array([weight for weight, _ in LAYOUTS.values()])
    return str(rng.choice(KINDS, p=weights / weights.sum()))


def _sample_sun(rng: np.random.Generator) -> Sun:
    """A lamp or window anywhere above the table."""
    slant, around = np.radians(rng.uniform(5, 60)), rng.uniform(0, 2 * np.pi)
    direction = np.array([np.sin(slant) * np.cos(around), np.sin(slant) * np.sin(around), np.cos(slant)])
    return Sun(direction, float(rng.uniform(0.45, 0.75)))
