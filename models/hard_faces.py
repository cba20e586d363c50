"""Drawn faces that the networks still misread or are in doubt of, to be shown to them more often:
`python -m models.hard_faces runs/hard.npz --faces runs/faces.npz`; with `--seasons`, Seasons alone.

Each is shown as it was drawn, clean and straight on, so that it is the design that is hard: numerals of a
kind seldom seen, a Season told by a foreign name.
"""

from pathlib import Path
from typing import Annotated, Final

import cv2
import numpy as np
import numpy.typing as npt
import typer

from datasets.faces.pack import PackedFace, load, save
from models.matching import edges_of
from models.training import command
from vision.faces.classify import TileClassifier
from vision.probabilities import BLANKS, FACES, KINDS

HARD: Final = 0.7
"""Probability of what it is below which a face is hard."""


def main(
    out: Annotated[Path, typer.Argument(help="file to write, .npz")],
    faces: Annotated[list[Path], typer.Option(help="files of rendered faces")],
    seasons: Annotated[bool, typer.Option("--seasons", help="only Seasons")] = False,
) -> None:
    """Write those faces that the shipped networks together find hard."""
    if out.resolve() in {file.resolve() for file in faces}:
        raise typer.BadParameter("all its faces lie there", param_hint="OUT")
    classifier = TileClassifier()
    drawn = (face for file in faces for face in load(file))
    hard = [
        face
        for face in drawn
        if (KINDS <= face.label < FACES or not seasons) and is_hard(face.label, _seen(classifier, face))
    ]
    save(out, hard)
    typer.echo(f"{len(hard)} hard faces in {out}")


def is_hard(label: int, probabilities: npt.NDArray[np.float32]) -> bool:
    """Whether with such probabilities (44,) a face is taken for another one, or may well be. Nobody can tell
    a bare white dragon from a back."""
    return bool(probabilities[label] < HARD and not {label, int(probabilities.argmax())} <= set(BLANKS))


def _seen(classifier: TileClassifier, face: PackedFace) -> npt.NDArray[np.float32]:
    """(44,): what a face is taken for."""
    image = np.asarray(cv2.imdecode(face.jpeg, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(classifier.classify(image, edges_of(image)[None]).probabilities[0])


if __name__ == "__main__":
    command(main)
