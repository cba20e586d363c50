"""Trains the reader of Seasons, from where the shipped referee stands, or with `--shipped` the shipped
reader.

`python -m models.train_seasons runs/seasons --faces runs/faces.npz --scenes runs/scenes`

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
    scene_strays,
)
from models.nets import FIRST_SEASON, SEASONS, Referee, SeasonReader
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
    command,
    has_begun,
    loader,
    train,
)
from vision.classify import TileClassifier
from vision.detect import TileDetector

_SCENES = 3_000
"""Rendered scenes of each folder whose tiles are cut out."""

_STRAYS = 300
"""Of these, scenes that an earlier detector looks at: what it takes for a tile there is no Season."""

_TURNED = 0.04
"""Share of crops shown any way up: the program shows them upright, and is seldom wrong about that."""

_OFTEN = 25.0
"""How often each Season is shown for once that another face is: five crops in six show one."""

_LEAST = 18.0
"""Pixels that the farthest tiles are wide; of those farther off there is nothing to read."""

_KEPT = 3
"""Layers at the fore that stay as they are: edges and strokes are the same for all faces, and an eighth of
the time is saved."""


def main(
    folder: Folder,
    faces: Faces = None,
    hard: Annotated[
        list[Path] | None, typer.Option(help="files of faces that the networks find hard")
    ] = None,
    scenes: Scenes = None,
    steps: Steps = 9_000,
    batch: Size = 128,
    rate: Rate = 1.2e-3,
    workers: Workers = 2,
    seed: Seed = 0,
    shipped: Shipped = False,
) -> None:
    """Train the reader of Seasons on the real train crops and photos and on rendered faces and scenes."""
    files, harder, folders = faces or [], hard or [], scenes or []
    earlier = Earlier(TileDetector(), TileClassifier())
    sources: list[tuple[float, Source]] = [(0.08, crop_patches()), (0.13, photo_patches(earlier))]
    sources += [(0.33 / len(files), face_patches(file)) for file in files]
    sources += [(0.26 / len(harder), face_patches(file)) for file in harder]
    sources += [(0.12 / len(folders), scene_patches(scene, _SCENES, None)) for scene in folders]
    sources += [(0.08 / len(folders), scene_strays(scene, _STRAYS, earlier)) for scene in folders]
    batches = loader(ClassifierExamples(sources, seed, _TURNED, _OFTEN, _LEAST), batch, workers)
    network = SeasonReader()
    if not has_begun(folder):
        if shipped:
            start_from_shipped(network, "seasons", batches)
        else:
            referee = Referee()
            start_from_shipped(referee, "referee", batches)
            network.begin_as(referee)
    network.near[:_KEPT].requires_grad_(requires_grad=False)
    train(network, batches, season_loss, Plan(steps, rate, decay=0.05), folder)


def season_loss(network: nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
    """Cross-entropy of the Season, none of them for all other faces."""
    place = batch["face"] - FIRST_SEASON
    truth = torch.where((place >= 0) & (place < SEASONS), place, SEASONS)
    entropy = nn.functional.cross_entropy
    return {"season": entropy(network(batch["image"]).float(), truth, label_smoothing=SMOOTHING)}


if __name__ == "__main__":
    command(main)
