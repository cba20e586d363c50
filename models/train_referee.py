"""Trains the referee, which looks again where the classifier is in doubt, from where that one stands.

`python -m models.train_referee runs/referee --start runs/classifier --faces runs/faces.npz --scenes
runs/scenes`

Needs the `train` extra and the real collections (`datasets.photos.shared_data`). Stops and goes on by itself.
"""

from pathlib import Path
from typing import Annotated

import torch
import typer
from torch import nn

from models.classifier_data import (
    AS_SHOWN,
    SMOOTHING,
    ClassifierExamples,
    Earlier,
    crop_patches,
    each_season,
    face_patches,
    photo_patches,
    scene_patches,
    scene_strays,
    together,
)
from models.nets import Classifier, Referee
from models.shipped import start_from_shipped
from models.training import (
    Batch,
    Faces,
    Folder,
    Plan,
    Rate,
    Scenes,
    Seed,
    Shipped,
    Size,
    Steps,
    Workers,
    averaged,
    command,
    has_begun,
    loader,
    train,
)
from vision.classify import TileClassifier
from vision.detect import TileDetector

_SCENES = 3_000
"""Rendered scenes of each folder whose tiles are cut out."""

_STRAYS = 1_200
"""Of these, scenes that an earlier detector looks at: what it takes for a tile there is learnt to be none."""

_SEASONS = 4.0
"""How often each Season is shown: they are most of what is in doubt."""


def main(
    folder: Folder,
    start: Annotated[Path | None, typer.Option(help="folder of the classifier's training")] = None,
    faces: Faces = None,
    scenes: Scenes = None,
    steps: Steps = 9_000,
    batch: Size = 128,
    rate: Rate = 1.2e-3,
    workers: Workers = 2,
    seed: Seed = 0,
    shipped: Shipped = False,
) -> None:
    """Train the referee on the real train crops and photos and on rendered faces and scenes."""
    if (start is None) != shipped:
        raise typer.BadParameter("begin with --start or with --shipped")
    network = Referee()
    if start:
        classifier = averaged(Classifier(), start)
        assert isinstance(classifier, Classifier)
        network.start_from(classifier)
    earlier = Earlier(TileDetector(), TileClassifier())
    sources = [
        (0.1, crop_patches()),
        (0.2, photo_patches(earlier)),
        *together(0.4, map(face_patches, faces or [])),
        *together(0.2, (scene_patches(rendered, _SCENES, None) for rendered in scenes or [])),
        *together(0.1, (scene_strays(rendered, _STRAYS, earlier) for rendered in scenes or [])),
    ]
    batches = loader(ClassifierExamples(sources, seed, each_season(_SEASONS), AS_SHOWN), batch, workers)
    if shipped and not has_begun(folder):
        start_from_shipped(network, "referee", batches)
    train(network, batches, referee_loss, Plan(steps, rate, decay=0.05), folder)


def referee_loss(network: nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
    """Cross-entropy of the face."""
    entropy = nn.functional.cross_entropy
    return {"face": entropy(network(batch["image"]).float(), batch["face"], label_smoothing=SMOOTHING)}


if __name__ == "__main__":
    command(main)
