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
    SMOOTHING,
    ClassifierExamples,
    Earlier,
    Share,
    crop_patches,
    face_patches,
    photo_patches,
    scene_doubts,
    scene_patches,
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

_DOUBTS = 1_500
"""Of these, scenes in which the classifier says what it would ask about; that is learnt as often as it is
asked."""

_TURNED = 0.06
"""Share of crops shown any way up: the program shows them upright, and is seldom wrong about that."""

_SEASONS = 4.0
"""How often each Season is shown for once that another face is: they are most of what is in doubt."""


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
    files, folders = faces or [], scenes or []
    shares = [Share(0.1, crop_patches()), Share(0.15, photo_patches(earlier))]
    shares += [Share(0.25 / len(files), face_patches(file)) for file in files]
    for scene in folders:
        shares += [
            Share(0.1 / len(folders), scene_patches(scene, _SCENES, None)),
            Share(0.4 / len(folders), scene_doubts(scene, _DOUBTS, earlier), as_found=True),
        ]
    batches = loader(ClassifierExamples(shares, seed, _TURNED, _SEASONS), batch, workers)
    if shipped and not has_begun(folder):
        start_from_shipped(network, "referee", batches)
    train(network, batches, referee_loss, Plan(steps, rate, decay=0.05), folder)


def referee_loss(network: nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
    """Cross-entropy of the face."""
    entropy = nn.functional.cross_entropy
    return {"face": entropy(network(batch["image"]).float(), batch["face"], label_smoothing=SMOOTHING)}


if __name__ == "__main__":
    command(main)
