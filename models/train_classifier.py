"""Trains the tile classifier.

`python -m models.train_classifier runs/classifier --faces runs/faces.npz --scenes runs/scenes`

Needs the `train` extra and the real collections (`datasets.photos.shared_data`). Stops and goes on by itself.
"""

from typing import Annotated

import torch
import typer
from torch import nn

from models.classifier_data import (
    SMOOTHING,
    UNKNOWN_TURN,
    ClassifierExamples,
    Earlier,
    any_way_up,
    crop_patches,
    each_season,
    face_patches,
    photo_patches,
    scene_patches,
    together,
)
from models.nets import Classifier
from models.shipped import start_from_shipped
from models.training import (
    Batch,
    BatchSize,
    Faces,
    Folder,
    Plan,
    Rate,
    Scenes,
    Seed,
    Shipped,
    Steps,
    Workers,
    command,
    has_begun,
    loader,
    train,
)
from vision.corners.detect import TileDetector
from vision.faces.classify import TileClassifier

_SCENES = 600
"""Rendered scenes of each folder whose tiles are cut out: some ten thousand tiles."""

_WAYS = any_way_up(0.4)
"""So many are turned, so that it learns to tell the way up."""

_SEASONS = 2.4
"""How often each Season is shown."""

_TURN_SHARE = 0.3
"""Weight of the way up against the face."""


def main(
    folder: Folder,
    faces: Faces = None,
    scenes: Scenes = None,
    again: Annotated[bool, typer.Option(help="learn from what the shipped models get wrong as well")] = False,
    steps: Steps = 8_000,
    batch: BatchSize = 128,
    rate: Rate = 1.5e-3,
    workers: Workers = 2,
    seed: Seed = 0,
    shipped: Shipped = False,
) -> None:
    """Train the tile classifier on the real train crops and photos and on rendered faces and scenes."""
    earlier = Earlier(TileDetector(), TileClassifier()) if again else None
    sources = [
        (0.18, crop_patches()),
        (0.3, photo_patches(earlier)),
        *together(0.36, map(face_patches, faces or [])),
        *together(0.22, (scene_patches(rendered, _SCENES, earlier) for rendered in scenes or [])),
    ]
    batches = loader(ClassifierExamples(sources, seed, each_season(_SEASONS), _WAYS), batch, workers)
    network = Classifier()
    if shipped and not has_begun(folder):
        start_from_shipped(network, "classifier", batches)
    train(network, batches, classifier_loss, Plan(steps, rate, decay=0.05), folder)


def classifier_loss(network: nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
    """Cross-entropy of the face, and of the way up where that is known."""
    faces, turns = network(batch["image"])
    entropy = nn.functional.cross_entropy
    parts = {"face": entropy(faces.float(), batch["face"], label_smoothing=SMOOTHING)}
    if (batch["turn"] != UNKNOWN_TURN).any():
        parts["turn"] = _TURN_SHARE * entropy(turns.float(), batch["turn"], ignore_index=UNKNOWN_TURN)
    return parts


if __name__ == "__main__":
    command(main)
