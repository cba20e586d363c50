"""Rendered scenes that the detector still finds hard, to be shown to it more often: `python -m
models.hard_scenes runs/hard --scenes runs/scenes`.

Writes their labels alone; the pictures stay where they are.
"""

import json
import os
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
import typer

from datasets.photos import listed_picture
from datasets.scene.pack import labelled_corners, scene_labels
from models.training import command
from vision.corners.detect import TileDetector, corners_of
from vision.corners.quads import short_sides

MISSED: Final = 3
"""Faces that are missed from which a scene is hard."""

TAKEN: Final = 25
"""Things taken for faces that are none, from which it is hard as well: a cloth printed like tiles."""

_VISIBLE: Final = 0.7
"""Share of a face that must be seen for it to be missed."""

_AT: Final = 0.35
"""Short sides of a face from its centre within which a find is that face."""


def main(
    folder: Annotated[Path, typer.Argument(help="where the labels of hard scenes are written")],
    scenes: Annotated[list[Path], typer.Option(help="folders of rendered scenes")],
    missed: Annotated[int, typer.Option(min=1, help="missed faces from which a scene is hard")] = MISSED,
) -> None:
    """Write the labels of those scenes that the shipped detector finds hard."""
    if folder.resolve() in {source.resolve() for source in scenes}:
        raise typer.BadParameter("the labels of all its scenes lie there", param_hint="FOLDER")
    detector = TileDetector()
    lines = []
    for source in scenes:
        for label in scene_labels(source):
            image = listed_picture(source / label["file"], str(source))
            if is_hard(label, corners_of(detector.detect(image)), missed):
                label["file"] = os.path.relpath(source / label["file"], folder)
                lines.append(json.dumps(label) + "\n")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "labels.jsonl").write_text("".join(lines), encoding="utf-8")
    typer.echo(f"{len(lines)} hard scenes in {folder}")


def is_hard(label: dict[str, Any], found: npt.NDArray[np.float32], missed: int = MISSED) -> bool:
    """Whether the finds (n, 4, 2), pixels, miss so many of the faces that a scene's label names, or are many
    that it does not."""
    tiles = label["tiles"]
    faces = labelled_corners(label)
    clear = np.array([tile["visible"] >= _VISIBLE for tile in tiles], bool)
    away = np.linalg.norm(faces.mean(axis=1)[:, None] - found.mean(axis=1), axis=2)
    same = away < _AT * short_sides(faces)[:, None]
    misses = int((clear & ~same.any(axis=1)).sum())
    return misses >= missed or int((~same.any(axis=0)).sum()) >= TAKEN


if __name__ == "__main__":
    command(main)
