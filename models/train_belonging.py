"""What speaks for a Season being of a hand, learnt from rendered tables: `python -m models.train_belonging`,
ten minutes on two cores. It prints the weights; they are written down in `vision.hand.belonging`.

Played tiles are those of the hand as it was laid out, the probabilities are those that the networks give, and
what is learnt is which of the things that look like Seasons were laid down with it: logistic regression.
"""

from itertools import chain
from typing import Final

import numpy as np
import typer

from datasets.scene import Scene
from models.choose import Hands, hands_of
from models.commands import Processes, run
from models.matching import box_of, matches
from models.readers import Readers
from vision.arrays import Flags, Floats
from vision.hand.belonging import DOUBTFUL, WEIGHTS, Belonging
from vision.hand.ground import Ground
from vision.hand.hands import HOPELESS
from vision.hand.impostors import wary_of_prints
from vision.pixels.photo import photo_of_array
from vision.probabilities import NO_TILE
from vision.read import Reader

SETS: Final[tuple[Hands, ...]] = (
    ("drawn hands", "drawn", 7_500_000, 900),
    ("train faces, hands", "train", 7_530_000, 900),
)
"""The hands that are learnt from: neither the tables nor the faces of those that choose and judge."""

ENOUGH: Final = 11
"""Played tiles of a hand that must be seen."""

ROUNDS: Final = 30
"""Steps of Newton's method; ten are enough."""

RIDGE: Final = 0.05
"""What weights cost, so that they stay finite whatever is learnt from."""


def main(processes: Processes = 2) -> None:
    """Print the weights, the bias, and how often they are right on what they were learnt from."""
    with Readers(processes) as readers:
        hands = (readers.scenes(examples, render, count) for _, render, count in hands_of(SETS))
        seen = [example for some in chain.from_iterable(hands) for example in some]
    evidence = np.array([measured for measured, _ in seen])
    truth = np.array([belongs for _, belongs in seen])
    weights = fitted(evidence, truth)
    for name, weight in zip((*WEIGHTS, "BIAS"), weights, strict=True):
        typer.echo(f"{name}: {weight:.2f}")
    belief = _with_ones(evidence) @ weights
    doubtful = (belief > 0) & (belief <= DOUBTFUL)
    typer.echo(f"of {len(truth)} things {((belief > 0) == truth).sum()} right")
    typer.echo(f"of {doubtful.sum()} doubtful Seasons {truth[doubtful].sum()} of the hand")
    typer.echo(f"of {(belief > DOUBTFUL).sum()} others {truth[belief > DOUBTFUL].sum()}")


def examples(reader: Reader, scene: Scene) -> list[tuple[Floats, bool]]:
    """What is measured of each thing in a scene that looks like a Season, and whether it is of the hand."""
    sight = reader.looks(photo_of_array(scene.image)).everything()
    kept = sight.probabilities[:, NO_TILE] < HOPELESS
    corners, probs = sight.corners[kept], sight.probabilities[kept].astype(np.float64)
    boxes = [box_of(tile.corners) for tile in scene.tiles]
    pairs = matches(boxes, [box_of(found) for found in corners])
    tiles = {found: scene.tiles[number] for number, found in pairs}
    hand = {found: tile for found, tile in tiles.items() if tile.role != "other"}
    played = sorted(found for found, tile in hand.items() if tile.role != "seasons")
    if len(played) < ENOUGH:
        return []
    ground = Ground.of(corners)
    belonging = Belonging(ground, wary_of_prints(ground, probs))
    beside = belonging.candidates(played)
    evidence = belonging.evidence(played, beside, beside)
    measured = zip(beside.seasons.tolist(), evidence, strict=True)
    return [(evident, season in hand) for season, evident in measured]


def fitted(evidence: Floats, truth: Flags) -> Floats:
    """The weights of the columns of `evidence` (n, k), and the bias, (k + 1,): the likeliest for which the
    `truth` (n,) came about, by Newton's method."""
    columns = _with_ones(evidence)
    weights = np.zeros(columns.shape[1])
    cost = RIDGE * np.eye(len(weights))
    cost[-1, -1] = 0.0
    for _ in range(ROUNDS):
        probs = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ (truth - probs) - cost @ weights
        curve = (columns * (probs * (1 - probs))[:, None]).T @ columns + cost
        weights += np.linalg.solve(curve, slope)
    return weights


def _with_ones(evidence: Floats) -> Floats:
    return np.hstack([evidence, np.ones((len(evidence), 1))])


if __name__ == "__main__":
    run(main)
