"""Trains the tile detector: `python -m models.train_detector runs/detector --scenes runs/scenes --steps
20000`.

Needs the `train` extra and, but for `--real 0`, the real collections (`datasets.photos.shared_data`). Stops
and goes on by itself.
"""

from typing import Annotated

import typer

from models.detector_data import DetectorExamples, real_photos, rendered_photos
from models.detector_loss import detector_loss
from models.nets import Detector
from models.shipped import start_from_shipped
from models.training import (
    BatchSize,
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


def main(
    folder: Folder,
    scenes: Scenes = None,
    steps: Steps = 20_000,
    batch: BatchSize = 8,
    rate: Rate = 1.5e-3,
    real: Annotated[float, typer.Option(min=0, max=1, help="share of real photos")] = 0.5,
    workers: Workers = 2,
    seed: Seed = 0,
    shipped: Shipped = False,
) -> None:
    """Train the tile detector on the real train photos and on rendered scenes."""
    sources = [(real, real_photos())] if real else []
    folders = scenes or []
    sources += [((1 - real) / len(folders), rendered_photos(scene)) for scene in folders]
    if not any(weight for weight, photos in sources if photos):
        raise typer.BadParameter(
            "without real photos there must be scenes to learn from", param_hint="--real"
        )
    batches = loader(DetectorExamples(sources, seed), batch, workers)
    network = Detector()
    if shipped and not has_begun(folder):
        start_from_shipped(network, "detector", batches)
    train(network, batches, detector_loss, Plan(steps, rate), folder)


if __name__ == "__main__":
    command(main)
