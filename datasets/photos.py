"""Loader of the real photo collection: photos of tables with a box around every annotated tile.

Source, licence and known faults are in the collection's own README and in `datasets/CARD.md`. The `dev`
split chooses between models and constants and is never trained on.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from scoring.tiles import Tile

Split = Literal["train", "dev"]

CORRECTED: Final[dict[tuple[str, str], str]] = {
    ("028", "3f"): "1f",
    ("080", "2s"): "1s",
    ("110", "3c"): "2c",
}
"""By picture and annotation: what the picture shows instead. All were found among sure misreads, looked
at, and say so plainly (1 梅, 1 春, 二萬)."""

ON_THEIR_SIDES: Final[dict[tuple[str, str], int]] = {("093", "5c"): 1}
"""By picture and annotation: quarter turns to the left that set tiles upright which lie crosswise. Where the
publisher squeezed a photo to a square, their boxes may be as tall as those of the others."""


class DatasetMissingError(FileNotFoundError):
    """The real photo and crop collections are not on this machine."""


def shared_data() -> Path:
    """The folder with the real collections: `$TILESCORE_DATA`, or `../shared/data` beside the project's root.

    Raises DatasetMissingError when there is none; a user's clone has none and needs none.
    """
    named = os.environ.get("TILESCORE_DATA")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"
    if not (folder / "photos.json").is_file():
        raise DatasetMissingError(
            f"no tile collections in {folder}: they are needed only to train and to judge the models"
        )
    return folder


def listed_picture(path: Path, collection: str) -> npt.NDArray[np.uint8]:
    """A picture that the index of a collection lists, (h, w, 3) uint8 BGR. Raises DatasetMissingError when it
    is gone."""
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise DatasetMissingError(f"{path} is listed in the index of {collection} but cannot be read")
    return np.asarray(pixels, np.uint8)


@dataclass(frozen=True, slots=True)
class RealTile:
    """One annotated tile of a real photo."""

    tile: Tile
    box: tuple[float, float, float, float]
    """x, y, width, height in pixels of the photo, sides parallel to the photo's."""
    outline: npt.NDArray[np.float32]
    """(4, 2) pixels, clockwise: the face itself where `exact`, else a rectangle around it, turned with the
    photo."""
    exact: bool
    """The publisher drew the face's own outline, not a rectangle around it."""
    cut_off: bool
    """Less than about 60 % of the tile is inside the photo."""
    turns: int
    """Quarter turns to the left that set it upright, where its box does not show that it lies crosswise."""


@dataclass(frozen=True, slots=True)
class RealPhoto:
    """A real photo with its annotations; the pixels stay on disk."""

    path: Path
    source: str
    session: str
    split: Split
    original: bool
    """Not one of the publisher's turned or recoloured versions."""
    exhaustive: bool
    """Every tile in view, face-down ones included, carries a box."""
    exhaustive_faces: bool
    """Every readable face carries a box; backs in view may have none."""
    tiles: tuple[RealTile, ...]

    def pixels(self) -> npt.NDArray[np.uint8]:
        """The photo, (h, w, 3) uint8 BGR. Raises DatasetMissingError when it is gone."""
        return listed_picture(self.path, "photos")


def load_photos(split: Split, *, originals_only: bool = False) -> list[RealPhoto]:
    """The photos of a split in the order of the index. Raises DatasetMissingError."""
    folder = shared_data()
    index = json.loads((folder / "photos.json").read_text(encoding="utf-8"))
    codes = {category["id"]: category["name"] for category in index["categories"]}
    pictures = {image["id"]: Path(image["file_name"]).stem.partition("_")[0] for image in index["images"]}
    tiles: dict[int, list[RealTile]] = {}
    for annotation in index["annotations"]:
        number, code = annotation["image_id"], codes[annotation["category_id"]]
        key = pictures[number], code
        tile = _tile(annotation, Tile.parse(CORRECTED.get(key, code)), ON_THEIR_SIDES.get(key, 0))
        tiles.setdefault(number, []).append(tile)
    photos = [_photo(folder, image, tuple(tiles.get(image["id"], ()))) for image in index["images"]]
    return [p for p in photos if p.split == split and (p.original or not originals_only)]


def _tile(annotation: dict[str, Any], tile: Tile, turns: int) -> RealTile:
    x, y, width, height = annotation["bbox"]
    upright = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)
    drawn = annotation.get("segmentation")
    points = np.array(drawn[0], np.float32).reshape(-1, 2) if drawn else upright
    # Turned rectangles have four points; the publisher's own polygons are closed and so have five or more.
    exact = len(points) > 4
    return RealTile(
        tile=tile,
        box=(x, y, width, height),
        outline=_four_corners(points) if exact else points,
        exact=exact,
        cut_off=bool(annotation["ignore"]),
        turns=turns,
    )


def _four_corners(polygon: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The quadrilateral (4, 2) nearest to a hand-drawn polygon, clockwise on the screen."""
    hull = cv2.convexHull(polygon)
    for tolerance in np.arange(0.02, 0.12, 0.01):
        quad = cv2.approxPolyDP(hull, float(tolerance) * cv2.arcLength(hull, closed=True), closed=True)
        if len(quad) == 4:
            break
    else:
        quad = cv2.boxPoints(cv2.minAreaRect(hull))
    corners = np.asarray(quad, np.float32).reshape(4, 2)
    return corners if cv2.contourArea(corners, oriented=True) > 0 else corners[::-1].copy()


def _photo(folder: Path, image: dict[str, Any], tiles: tuple[RealTile, ...]) -> RealPhoto:
    return RealPhoto(
        path=folder / image["file_name"],
        source=image["source"],
        session=image["session"],
        split=image["split"],
        original=image["version"] == "original",
        exhaustive=image["exhaustive"],
        exhaustive_faces=image["exhaustive_faces"],
        tiles=tiles,
    )
