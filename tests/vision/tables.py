"""Tables laid by hand for the tests: rows of tiles on a plane, seen by a camera."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.tiles import Tile
from vision.arrays import Floats
from vision.probabilities import NO_TILE

HEIGHT = 1.35
"""Of a tile, in tile widths."""


@dataclass(frozen=True, eq=False)
class View:
    """What the detector and the classifier would say about a photo of a table."""

    tiles: tuple[Tile, ...]
    corners: Floats
    probabilities: Floats

    def __add__(self, other: "View") -> "View":
        corners = np.concatenate([self.corners, other.corners])
        return View(
            self.tiles + other.tiles, corners, np.concatenate([self.probabilities, other.probabilities])
        )

    def turned(self, degrees: float) -> "View":
        """The same tiles, each turned where it lies."""
        return View(self.tiles, turned(self.corners, degrees), self.probabilities)

    def turned_as_one(self, degrees: float) -> "View":
        """The same tiles, turned together about their middle."""
        middle = self.corners.mean(axis=(0, 1))
        corners = (self.corners - middle) @ rotation(np.radians(degrees)).T + middle
        return View(self.tiles, corners, self.probabilities)


def row(text: str, x: float = 0.0, y: float = 0.0, gap: float = 0.5, wobble: float = 0.0) -> View:
    """A row of tiles on the plane, x to the right and y towards the player, from its left end.

    Codes stand one by one; `|` leaves a gap, `~` before a code lays that tile crosswise.
    """
    rng = np.random.default_rng(7)
    tiles, quads = [], []
    for word in text.split():
        if word == "|":
            x += gap
            continue
        crosswise = word.startswith("~")
        width, height = (HEIGHT, 1.0) if crosswise else (1.0, HEIGHT)
        middle = np.array([x + width / 2, y + (HEIGHT - height) / 2 + rng.normal(0, wobble)])
        box = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        quads.append(np.roll(box, -1, axis=0) + middle if crosswise else box + middle)
        tiles.append(Tile.parse(word.lstrip("~")))
        x += width
    return View(tuple(tiles), np.array(quads), certain(tiles))


def heap(codes: str, x: float, y: float) -> View:
    """Discards around a place, at all angles."""
    tiles = tuple(Tile.parse(code) for code in codes.split())
    rng = np.random.default_rng(3)
    box = np.array([[-1, -HEIGHT], [1, -HEIGHT], [1, HEIGHT], [-1, HEIGHT]]) / 2
    quads = []
    for place in range(len(tiles)):
        turn = rotation(rng.uniform(0.5, 2.6))
        spot = np.array([x + place % 5 * 1.9, y - place // 5 * 1.9]) + rng.uniform(-0.2, 0.2, 2)
        quads.append(box @ turn.T + spot)
    return View(tiles, np.array(quads), certain(tiles))


def rotation(angle: float) -> Floats:
    """(2, 2): what turns points by an angle in radians, clockwise on the screen."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def turned(corners: npt.NDArray[np.floating], degrees: float) -> Floats:
    """Corners (…, 4, 2) of tiles, each turned where it lies."""
    middle = corners.mean(axis=-2, keepdims=True)
    return np.asarray((corners - middle) @ rotation(np.radians(degrees)).T + middle, np.float64)


def upright(left: float, top: float, width: float, height: float) -> npt.NDArray[np.float32]:
    """Corners (4, 2) of a tile that stands straight in the picture, pixels."""
    return np.array(
        [[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32
    )


def certain(tiles: "tuple[Tile, ...] | list[Tile]") -> Floats:
    """Probabilities of a classifier that is right and nearly sure."""
    probs = np.full((len(tiles), NO_TILE + 1), 1e-4)
    probs[np.arange(len(tiles)), [tile.index for tile in tiles]] = 1 - 1e-4 * NO_TILE
    return probs


def seen(view: View, turn: float = 0.0, tilt: float = 0.0, scale: float = 40.0) -> View:
    """The view through a camera turned and tilted (degrees), far enough away to have all in the picture."""
    corners = view.corners - view.corners.reshape(-1, 2).mean(axis=0)
    a, t = np.radians(turn), np.radians(tilt)
    x = corners[..., 0] * np.cos(a) - corners[..., 1] * np.sin(a)
    y = corners[..., 0] * np.sin(a) + corners[..., 1] * np.cos(a)
    distance = 40.0
    depth = distance - y * np.sin(t)
    pixels = np.stack([x, y * np.cos(t)], axis=-1) * (distance * scale / depth)[..., None] + 1000.0
    return View(view.tiles, pixels, view.probabilities)
