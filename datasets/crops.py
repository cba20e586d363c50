"""Loader of the real single-tile crops: tight pictures of one upright face each, by tile set."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from datasets.photos import Split, listed_picture, shared_data
from scoring.tiles import Tile

Image = npt.NDArray[np.uint8]

_UPSIDE_DOWN = frozenset({"labelled/0629.jpg", "labelled/0662.jpg", "labelled/0663.jpg"})
"""Crops that the publisher took upside down."""


@dataclass(frozen=True, slots=True)
class RealCrop:
    """One crop; the pixels stay on disk."""

    path: Path
    tile: Tile
    style: str
    """One tile set, or one photo of a set. Styles of `dev` do not occur in `train`."""
    split: Split

    def upright(self) -> Image:
        """The face the right way up, (h, w, 3) uint8 BGR. Raises DatasetMissingError when it is gone."""
        pixels = listed_picture(self.path, "crops")
        upside_down = f"{self.path.parent.name}/{self.path.name}" in _UPSIDE_DOWN
        return np.ascontiguousarray(pixels[::-1, ::-1] if upside_down else pixels, np.uint8)


def load_crops(split: Split) -> list[RealCrop]:
    """The crops of a split in the order of the index. Raises DatasetMissingError."""
    folder = shared_data() / "crops"
    with (folder / "crops.csv").open(newline="", encoding="utf-8") as index:
        return [
            RealCrop(folder / row["file"], Tile.parse(row["tile"]), row["style"], split)
            for row in csv.DictReader(index)
            if row["split"] == split
        ]
