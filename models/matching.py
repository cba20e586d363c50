"""What was read beside what is there: which quadrilateral is which tile, and whether a hand is right."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from datasets.scene import Scene, SceneTile
from scoring.tiles import Tile
from vision.arrays import Floats, Pixels
from vision.reading import Reading, ReadTile

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, pixels."""

MATCH = 0.4
"""A tile counts as found when a quadrilateral's upright bounding box covers its box to this share (IoU)."""

SAME = 0.2
"""Such a share from which a tile of the right name is that tile: some people draw boxes more closely."""

UNMOVED: Final[Floats] = np.eye(3)
"""The projective map (3, 3) that leaves a picture as it is."""


@dataclass(frozen=True, slots=True)
class TrueHand:
    """The tiles of the hand that a picture shows, and where they lie."""

    tiles: list[tuple[Tile, Box]]
    unmarked: Counter[Tile] = field(default_factory=Counter)
    """Tiles of the hand of which nobody noted where they lie."""


def box_of(corners: npt.NDArray[np.floating]) -> Box:
    """The upright box around corners (4, 2)."""
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def rectangle(width: float, height: float) -> npt.NDArray[np.float32]:
    """(4, 2): the corners of a picture so wide and high, from the top left, clockwise."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def edges_of(picture: Pixels) -> npt.NDArray[np.float32]:
    """(4, 2): the corners of a picture, as of a tile that fills it."""
    height, width = picture.shape[:2]
    return rectangle(width, height)


def matches(truths: list[Box], found: list[Box], least: float = MATCH) -> list[tuple[int, int]]:
    """Pairs (truth, found) of boxes that cover each other best, each used once, IoU at least `least`."""
    if not truths or not found:
        return []
    a, b = np.array(truths)[:, None], np.array(found)[None]
    inner = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
    shared = np.clip(inner, 0, None).prod(axis=2)
    areas = (a[..., 2:] - a[..., :2]).prod(axis=2) + (b[..., 2:] - b[..., :2]).prod(axis=2)
    overlap = shared / (areas - shared)
    pairs: dict[int, int] = {}
    for flat in np.argsort(-overlap, axis=None):
        truth, index = divmod(int(flat), len(found))
        if overlap[truth, index] < least:
            break
        if truth not in pairs and index not in pairs.values():
            pairs[truth] = index
    return list(pairs.items())


def tiles_of(reading: Reading | None) -> list[ReadTile]:
    """All tiles of a reading; none of none."""
    return [tile for row in reading.rows for tile in row.tiles] if reading else []


def hand_of_tiles(tiles: Iterable[SceneTile]) -> TrueHand:
    """The hand among the tiles of a rendered picture."""
    return TrueHand([(tile.tile, box_of(tile.corners)) for tile in tiles if tile.role != "other"])


def is_exact(reading: Reading | None, hand: TrueHand) -> bool:
    """Whether every tile of the hand was read as what it is, where it lies, and nothing else was read."""
    read = tiles_of(reading)
    found = [box_of(np.array(tile.corners)) for tile in read]
    pairs = matches([box for _, box in hand.tiles], found, SAME)
    elsewhere = set(range(len(read))) - {index for _, index in pairs}
    return (
        len(pairs) == len(hand.tiles)
        and all(hand.tiles[truth][0] == read[index].tile for truth, index in pairs)
        and Counter(read[index].tile for index in elsewhere) == hand.unmarked
    )


def put_back(reading: Reading | None, view: Floats) -> Reading | None:
    """What was read, its tiles where they lay in the picture that the projective map `view` (3, 3) was made
    from."""
    if reading is None:
        return None
    back = np.linalg.inv(view)

    def there(tile: ReadTile) -> ReadTile:
        first, second, third, fourth = moved(np.array(tile.corners), back).tolist()
        return replace(tile, corners=(tuple(first), tuple(second), tuple(third), tuple(fourth)))

    return reading.with_each(there)


def moved(points: npt.NDArray[np.floating], view: npt.NDArray[np.floating]) -> Floats:
    """Where a projective map (3, 3) takes points (n, 2)."""
    seen = points @ view[:, :2].T + view[:, 2]
    return np.asarray(seen[:, :2] / seen[:, 2:])


def magnified(times: float) -> Floats:
    """The projective map (3, 3) that makes a picture so many times as large."""
    return np.diag([times, times, 1.0])


def shifted(right: float, down: float) -> Floats:
    """The projective map (3, 3) that moves a picture so many pixels."""
    return np.array([[1.0, 0.0, right], [0.0, 1.0, down], [0.0, 0.0, 1.0]])


def is_exact_in_parts(reading: Reading | None, scene: Scene) -> bool:
    """Whether the hand of a rendered scene was read exactly, and its roles and groups as well."""
    if reading is None or not is_exact(reading, hand_of_tiles(scene.tiles)):
        return False
    return _parts_read(reading) == _parts_of_scene(scene)


def _parts_of_scene(scene: Scene) -> Counter[tuple[str, tuple[str, ...]]]:
    groups: dict[tuple[str, int], list[str]] = {}
    for tile in scene.tiles:
        if tile.role != "other":
            groups.setdefault((tile.role, tile.group if tile.role == "exposed" else 0), []).append(
                str(tile.tile)
            )
    return Counter((role, tuple(sorted(tiles))) for (role, _), tiles in groups.items())


def _parts_read(reading: Reading) -> Counter[tuple[str, tuple[str, ...]]]:
    parts: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for row in reading.rows:
        groups = row.groups if row.role == "exposed" else (row.tiles,)
        parts.update((str(row.role), tuple(sorted(str(tile.tile) for tile in group))) for group in groups)
    return parts
