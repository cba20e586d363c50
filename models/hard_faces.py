"""Drawn faces that the classifier still misreads, to be shown to it more often: `python -m models.hard_faces
runs/hard.npz --faces runs/faces.npz`.

Each is shown as it was drawn, clean and straight on, so that it is the design that is hard: numerals of a
kind seldom seen, a Season told by nothing but its picture.
"""

from pathlib import Path
from typing import Annotated, Final

import cv2
import numpy as np
import numpy.typing as npt
import typer

from datasets.faces.pack import load, save
from models.classifier_data import rectangle
from models.training import Faces, command
from scoring.tiles import FACE_DOWN, Tile
from vision.classify import TileClassifier
from vision.runtime import softmax

HARD: Final = 0.5
"""Odds of what it is below which a face is hard."""

_BLANK: Final = {Tile.parse("Wd").index, FACE_DOWN.index}
"""A white dragon may be as blank as a back; nobody can tell which."""


def main(
    out: Annotated[Path, typer.Argument(help="file to write, .npz")],
    faces: Faces = None,
) -> None:
    """Write those faces that the shipped classifier finds hard."""
    classifier = TileClassifier()
    hard = []
    for file in faces or []:
        for face in load(file):
            image = np.asarray(cv2.imdecode(face.jpeg, cv2.IMREAD_COLOR), np.uint8)
            odds = softmax(classifier.logits(image, rectangle(*face.size)[None]))
            if is_hard(face.label, odds[0]):
                hard.append(face)
    save(out, hard)
    typer.echo(f"{len(hard)} hard faces in {out}")


def is_hard(label: int, odds: npt.NDArray[np.float32]) -> bool:
    """Whether a face is taken for another one with such odds (44,)."""
    return bool(odds[label] < HARD and not {label, int(odds.argmax())} <= _BLANK)


if __name__ == "__main__":
    command(main)
