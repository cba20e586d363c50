"""What the tests of networks that name faces ask them about, and what those say."""

from collections.abc import Callable, Sequence

import numpy as np

from datasets.faces import compose, sample_style
from scoring.tiles import Tile
from tests.vision.tables import upright
from vision.arrays import Array, Pixels
from vision.faces.crops import CROP, Shape, rectified
from vision.runtime import Model


def quads(count: int) -> Array:
    """(count, 4, 2): places of tiles where it does not matter which."""
    return np.zeros((count, 4, 2), np.float32)


def saying(crops: Pixels) -> Callable[[Model, Array], list[Array]]:
    """What a model says of the first of these crops, wherever they lie."""
    return lambda model, some: model.run(crops[: len(some)])


def drawn(seed: int, sets: int, tiles: Sequence[Tile], shape: Shape = CROP) -> tuple[Pixels, list[int]]:
    """Crops (n, *shape, 3) of these tiles of so many random sets, seen straight on, and their numbers in
    `TILES`."""
    rng = np.random.default_rng(seed)
    crops, truths = [], []
    for _ in range(sets):
        style = sample_style(rng)
        for tile in tiles:
            face = compose(style, tile, 100, rng)
            crops.append(rectified(face, upright(0, 0, face.shape[1], 100), shape))
            truths.append(tile.index)
    return np.array(crops), truths
