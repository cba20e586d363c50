"""Trains the tile detector: `python -m models.train_detector runs/detector --scenes runs/scenes --steps
20000`.

Needs the `train` extra and the real collections (`datasets.photos.shared_data`). Stops and goes on by itself.
"""

from pathlib import Path
from typing import Annotated

import typer

from models.detector_data import DetectorExamples, real_photos, rendered_photos
from models.detector_loss import detector_loss
from models.nets import Detector
from models.training import Plan, command, loader, train


def main(
    folder: Annotated[Path, typer.Argument(help="where checkpoints and the log are kept")],
    scenes: Annotated[list[Path] | None, typer.Option(help="folders of rendered scenes")] = None,
    steps: Annotated[int, typer.Option(help="steps in all")] = 20_000,
    batch: Annotated[int, typer.Option(help="pictures a step")] = 8,
    rate: Annotated[float, typer.Option(help="learning rate")] = 1.5e-3,
    real: Annotated[float, typer.Option(help="share of real photos")] = 0.5,
    workers: Annotated[int, typer.Option(help="processes that make examples")] = 2,
    seed: Annotated[int, typer.Option(help="of the examples; change it when going on")] = 0,
) -> None:
    """Train the tile detector on the real train photos and on rendered scenes."""
    sources = [(real, real_photos())]
    folders = scenes or []
    sources += [((1 - real) / len(folders), rendered_photos(scene)) for scene in folders]
    batches = loader(DetectorExamples(sources, seed), batch, workers)
    train(Detector(), batches, detector_loss, Plan(steps, rate), folder)


if __name__ == "__main__":
    command(main)
