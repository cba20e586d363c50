"""What the judges read that is drawn for them: tables, single Seasons and things that are no tiles.

All of it is drawn from seeds that no training uses, the same in every run.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from typing import Final, Literal

import numpy as np

from datasets.faces import FaceStyle, compose, sample_style
from datasets.faces.modern import modernised
from datasets.faces.seasons import USUAL, renumbered
from datasets.scene import Scene, sample_scene
from datasets.scene.lookalikes import LOOKALIKES, lookalike
from datasets.scene.realparts import Cutout, other_cutouts, real_crops, real_cutouts
from datasets.scene.tilesets import FACE_HEIGHT, modern_set, photographed, tileset
from scoring.tiles import TILES, Family, Tile
from vision.arrays import Pixels

UNSEEN_SEED: Final = 9_000_000
"""The first of the seeds that no training uses."""

Size = tuple[int, int]
"""Width and height, pixels."""

Faces = Literal["drawn", "modern", "train", "dev", "others"]
"""What is on the tiles: faces drawn as most sets have them or as designers draw them today, real ones of a
part of the collections, or those of other programs' sets."""

Render = Callable[[int], Scene | None]
"""Gives the scene of a number, None where there is none."""

SENT: Final[Size] = (1280, 960)
"""A photo as messengers send it, twice as wide as those trained on."""

TAKEN: Final[Size] = (2560, 1920)
"""A photo as phones take it, at the least."""

MIN_VISIBLE: Final = 0.7
"""A hand with a tile less visible than this is not judged."""

STEEPEST: Final = 45.0
"""Degrees of tilt up to which photos of hands are to be read; those slanted more are judged apart."""

_RENUMBERED: Final = 1
_MODERN: Final = 2
"""What follows the seed of single sets, so that they are none of those on tables."""

_FLOWERS: Final = [tile for tile in TILES if tile.family is Family.FLOWERS]

_HEIGHT: Final = 84
"""Pixels that a single face is high: as in a near photo."""


def rendered(scenes: int, kind: str, size: Size = SENT) -> Iterator[Scene]:
    """So many scenes with drawn faces, less those of which `rendered_one` shows nothing."""
    shown = (rendered_one(number, kind, size=size) for number in range(scenes))
    return (scene for scene in shown if scene is not None)


def rendered_one(
    number: int,
    kind: str,
    faces: Faces = "drawn",
    first_seed: int = UNSEEN_SEED,
    size: Size = SENT,
) -> Scene | None:
    """One scene on a table of its own, with a tile set of a design of its own or with faces of real sets. At
    another size the same is photographed, but for what the lens does to it.

    None where part of the hand is hidden: nobody could read it. Raises DatasetMissingError where a collection
    is missing.
    """
    height = FACE_HEIGHT * size[0] // SENT[0]
    rng, style = np.random.default_rng([first_seed, number]), first_seed + number
    if faces == "drawn":
        tiles = tileset(style, real=False, height=height)
    elif faces == "modern":
        tiles = modern_set(style, height)
    else:
        tiles = photographed(style, rng, cutouts(faces), height)
    scene = sample_scene(rng, size, kind, tiles=tiles, real=False)
    return scene if _nothing_hidden(scene) else None


def _nothing_hidden(scene: Scene) -> bool:
    """Whether all of the hand is seen well enough to be judged; a scene without one hides nothing."""
    mine = [tile for tile in scene.tiles if tile.role != "other"]
    whole = scene.hand is not None and all(tile.visible >= MIN_VISIBLE for tile in mine)
    return whole or not mine


def cutouts(faces: Literal["train", "dev", "others"]) -> tuple[Cutout, ...]:
    """The faces of all real sets in a part of the collections, *dev* being what training never saw, or of the
    other programs' sets that are installed. Raises DatasetMissingError where a collection is missing."""
    return other_cutouts() if faces == "others" else real_crops(faces) + real_cutouts(faces)


def are_there(faces: Faces) -> bool:
    """Whether there is anything of which tiles could have such faces."""
    return faces == "drawn" or faces == "modern" or bool(cutouts(faces))


def unlike(number: int) -> Pixels:
    """A thing that no training shows and that is no tile, (h, w, 3), BGR; all kinds of them in turn."""
    kinds = tuple(LOOKALIKES)
    return lookalike(np.random.default_rng([UNSEEN_SEED, number]), kinds[number % len(kinds)])


def renumbered_seasons(sets: int) -> Iterator[tuple[Tile, Pixels]]:
    """Faces (h, w, 3), BGR, from so many sets that number the four nobles otherwise than the books: those
    whose name or plant says another rank than their number, which is right."""
    for style, rng in islice(_renumbered_sets(), sets):
        named = style.seasons.flowers.named
        told = [tile for tile in _FLOWERS if named[tile.number - 1] != tile.number]
        yield from ((tile, compose(style, tile, _HEIGHT, rng)) for tile in told)


def modern_faces(sets: int) -> Iterator[tuple[Tile, Pixels]]:
    """All faces (h, w, 3), BGR, of so many sets drawn as designers do today, but for white dragons without
    any ink, which only their backs tell from those."""
    for number in range(sets):
        rng = np.random.default_rng([UNSEEN_SEED, _MODERN, number])
        style = modernised(sample_style(rng), rng)
        inked = [tile for tile in TILES if not style.is_blank(tile)]
        yield from ((tile, compose(style, tile, _HEIGHT, rng)) for tile in inked)


def _renumbered_sets() -> Iterator[tuple[FaceStyle, np.random.Generator]]:
    """Endless such sets, and what their faces are drawn with."""
    for number in count():
        rng = np.random.default_rng([UNSEEN_SEED, _RENUMBERED, number])
        style = sample_style(rng)
        flowers = renumbered(style.seasons.flowers, rng, 1.0)
        if flowers.named != USUAL:  # which all are that have no numbers or no nobles
            yield replace(style, seasons=replace(style.seasons, flowers=flowers)), rng
