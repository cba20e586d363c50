"""Loader of the real single-tile crops: tight pictures of one upright face each, by tile set."""

import csv
from dataclasses import dataclass
from pathlib import Path

from datasets.photos import Split, shared_data
from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class RealCrop:
    """One crop; the pixels stay on disk."""

    path: Path
    tile: Tile
    style: str
    """One tile set, or one photo of a set. Styles of `dev` do not occur in `train`."""
    split: Split


def load_crops(split: Split) -> list[RealCrop]:
    """The crops of a split in the order of the index. Raises DatasetMissingError."""
    folder = shared_data() / "crops"
    with (folder / "crops.csv").open(newline="", encoding="utf-8") as index:
        return [
            RealCrop(folder / row["file"], Tile.parse(row["tile"]), row["style"], split)
            for row in csv.DictReader(index)
            if row["split"] == split
        ]
