"""Trains the referee and the reader of Seasons, which look again where the classifier is in doubt, side by
side: they see the same crops.

`python -m models.train_referees runs/referees --faces runs/faces.npz --scenes runs/scenes`

Needs the `train` extra and the real collections (`datasets.photos.shared_data`). Stops and goes on by itself.
"""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

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
from models.nets import SEASONS, Referee, Referees
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
from scoring.tiles import Tile
from vision.corners.detect import TileDetector
from vision.faces.classify import TileClassifier
from vision.probabilities import KINDS

One = Literal["referee", "seasons"]
"""By the names of `models.nets.Referees`."""

_SCENES = 3_000
"""Rendered scenes of each folder whose tiles are cut out."""

_STRAYS = 300
"""Of these, scenes that an earlier detector looks at: what it takes for a tile there is none."""

_OFTEN = {
    **each_season(12.0),
    Tile.parse("1b").index: 10.0,
    **{Tile.parse(dragon).index: 4.0 for dragon in ("Rd", "Gd", "Wd")},
}
"""By class, how often it is shown for once that another face is: two crops in three show a Season. A bird
among leaves is one but for the numeral, and so is a dragon with words above and below."""

_LEAST = 18.0
"""Pixels that the farthest tiles are wide; of those farther off there is little to read."""


def main(
    folder: Folder,
    faces: Faces = None,
    hard: Annotated[
        list[Path] | None, typer.Option(help="files of faces that the networks find hard")
    ] = None,
    scenes: Scenes = None,
    steps: Steps = 9_000,
    batch: BatchSize = 128,
    rate: Rate = 1.2e-3,
    workers: Workers = 2,
    seed: Seed = 0,
    shipped: Shipped = False,
    only: Annotated[
        One | None, typer.Option(help="the one to train, in half the time; both if left out")
    ] = None,
) -> None:
    """Train both, or one, on the real train crops and photos and on rendered faces and scenes."""
    earlier = Earlier(TileDetector(), TileClassifier())
    sources = [
        (0.08, crop_patches()),
        (0.16, photo_patches(earlier)),
        *together(0.32, map(face_patches, faces or [])),
        *together(0.22, map(face_patches, hard or [])),
        *together(0.14, (scene_patches(rendered, _SCENES, None) for rendered in scenes or [])),
        *together(0.08, (scene_strays(rendered, _STRAYS, earlier) for rendered in scenes or [])),
    ]
    examples = ClassifierExamples(sources, seed, _OFTEN, AS_SHOWN, _LEAST, Referee.SHAPE)
    batches = loader(examples, batch, workers)
    network = Referees()
    if shipped and not has_begun(folder):
        start_from_shipped(network.referee, "referee", batches)
        start_from_shipped(network.seasons, "seasons", batches)
    train(network, batches, partial(referees_loss, only=only), Plan(steps, rate, decay=0.05), folder)


def referees_loss(network: nn.Module, batch: Batch, only: One | None = None) -> dict[str, torch.Tensor]:
    """Cross-entropy of the face, and of the Season, none of them for all other faces; or one of the two."""
    truth = batch["face"]
    place = truth - KINDS
    season = torch.where((place >= 0) & (place < SEASONS), place, SEASONS)
    truths = {"referee": truth, "seasons": season}
    logits: dict[str, torch.Tensor] = network(batch["image"], only)
    entropy = nn.functional.cross_entropy
    return {
        one: entropy(told.float(), truths[one], label_smoothing=SMOOTHING) for one, told in logits.items()
    }


if __name__ == "__main__":
    command(main)
