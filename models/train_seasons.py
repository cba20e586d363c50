"""Trains the reader of Seasons, from where the classifier stands.

`python -m models.train_seasons runs/seasons --start runs/classifier --faces runs/faces.npz --scenes
runs/scenes`

Needs the `train` extra and the real collections (`datasets.photos.shared_data`). Stops and goes on by itself.
"""

from pathlib import Path
from typing import Annotated

import torch
import typer
from torch import nn

from models.classifier_data import (
    SMOOTHING,
    ClassifierExamples,
    Earlier,
    Source,
    crop_patches,
    face_patches,
    photo_patches,
    scene_patches,
    seasons_of,
)
from models.nets import Classifier, SeasonReader
from models.training import Batch, Plan, averaged, command, loader, train
from vision.classify import TileClassifier
from vision.detect import TileDetector
from vision.seasons import SEASONS

_SCENES = 3_000
"""Rendered scenes of each folder whose Seasons are cut out."""

_TURNED = 0.06
"""Share of crops shown any way up: the program shows them upright, and is seldom wrong about that."""


def main(
    folder: Annotated[Path, typer.Argument(help="where checkpoints and the log are kept")],
    start: Annotated[Path, typer.Option(help="folder of the classifier's training")],
    faces: Annotated[list[Path] | None, typer.Option(help="files of rendered faces")] = None,
    scenes: Annotated[list[Path] | None, typer.Option(help="folders of rendered scenes")] = None,
    steps: Annotated[int, typer.Option(help="steps in all")] = 9_000,
    batch: Annotated[int, typer.Option(help="crops a step")] = 128,
    rate: Annotated[float, typer.Option(help="learning rate")] = 1.2e-3,
    workers: Annotated[int, typer.Option(help="processes that make examples")] = 2,
    seed: Annotated[int, typer.Option(help="of the examples; change it when going on")] = 0,
) -> None:
    """Train the reader of Seasons on those of the real train crops and photos and of rendered faces and
    scenes."""
    network = SeasonReader()
    classifier = averaged(Classifier(), start)
    assert isinstance(classifier, Classifier)
    network.start_from(classifier)
    earlier = Earlier(TileDetector(), TileClassifier())
    files, folders = faces or [], scenes or []
    sources: list[tuple[float, Source]] = [
        (0.08, seasons_of(crop_patches())),
        (0.2, seasons_of(photo_patches(earlier))),
        *((0.44 / len(files), seasons_of(face_patches(file))) for file in files),
        *((0.28 / len(folders), seasons_of(scene_patches(scene, _SCENES, None))) for scene in folders),
    ]
    batches = loader(ClassifierExamples(sources, seed, _TURNED), batch, workers)
    train(network, batches, season_loss, Plan(steps, rate, decay=0.05), folder)


def season_loss(network: nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
    """Cross-entropy of the Season."""
    seasons = batch["face"] - SEASONS.start
    entropy = nn.functional.cross_entropy
    return {"season": entropy(network(batch["image"]).float(), seasons, label_smoothing=SMOOTHING)}


if __name__ == "__main__":
    command(main)
