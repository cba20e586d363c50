"""Calibrates the classifier's probabilities: `python -m models.calibrate` fits one temperature on `dev` data.

Seasons are left out: most of them are in doubt, and then the referee and the reader of Seasons have more of
the word (`vision.faces.referee`, `vision.faces.seasons`).

A temperature (Guo et al. 2017) divides the logits and changes no reading, only how sure it says it is. So
that the figure it prints is not measured on what it was fitted to, the data are halved by tile set and
table, each half is judged with the temperature of the other, and the card gets the temperature of both
together.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import typer

from datasets.crops import load_crops
from datasets.photos import load_photos
from models.commands import run
from models.figures import load_card, save_card
from models.matching import edges_of
from models.report import Named, calibration_error, named_from_probabilities
from scoring.tiles import TILES
from vision.arrays import Floats
from vision.faces.classify import TileClassifier


def main() -> None:
    """Fit the classifier's temperature and write it into its card."""
    card = load_card("classifier")
    logits, truths, groups = seen(TileClassifier(threads=2))
    halves = halved(groups)
    before, after = [], []
    for half in (0, 1):
        mine = halves == half
        other = best_temperature(logits[~mine], truths[~mine])
        before += _named(logits[mine], truths[mine], 1.0)
        after += _named(logits[mine], truths[mine], other)
    card["temperature"] = round(best_temperature(logits, truths), 4)
    card["calibration_error"] = {
        "tiles": len(truths),
        "without": round(calibration_error(before), 5),
        "with the other half's temperature": round(calibration_error(after), 5),
    }
    save_card(card)
    typer.echo(f"temperature {card['temperature']}, calibration error {card['calibration_error']}")


def best_temperature(logits: Floats, truths: npt.NDArray[np.int64]) -> float:
    """The temperature of least negative log-likelihood, by a search over a fine grid of its logarithm."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(3.0), 120))
    losses = [-_log_probabilities(logits, t)[np.arange(len(truths)), truths].mean() for t in grid]
    return float(grid[int(np.argmin(losses))])


def _log_probabilities(logits: Floats, temperature: float) -> Floats:
    scaled = logits / temperature
    scaled = scaled - scaled.max(axis=1, keepdims=True)
    return np.asarray(scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True)))


def _named(logits: Floats, truths: npt.NDArray[np.int64], temperature: float) -> list[Named]:
    probs = np.exp(_log_probabilities(logits, temperature))
    return [named_from_probabilities(TILES[truth], row) for row, truth in zip(probs, truths, strict=True)]


def halved(groups: Sequence[str]) -> npt.NDArray[np.int64]:
    """Which half, 0 or 1, each tile of these groups belongs to: the groups in turns, the largest first, those
    of one size by name, so that every run halves them alike."""
    counts = Counter(groups)
    order = sorted(counts, key=lambda name: (-counts[name], name))
    return np.array([order.index(name) % 2 for name in groups], np.int64)


def seen(classifier: TileClassifier) -> tuple[Floats, npt.NDArray[np.int64], list[str]]:
    """The network's logits of every dev crop and box but Seasons, the true faces, and the tile set or table
    that each is of."""
    logits, truths, groups = [], [], list[str]()
    for crop in load_crops("dev"):
        if crop.tile.is_season:
            continue
        pixels = crop.upright()
        logits.append(classifier.logits(pixels, edges_of(pixels)[None]))
        truths.append([crop.tile.index])
        groups.append(crop.style)
    for photo in load_photos("dev", originals_only=True):
        tiles = [tile for tile in photo.tiles if not tile.cut_off and not tile.tile.is_season]
        if not tiles:
            continue
        pixels = photo.pixels()
        outlines = np.array([tile.outline for tile in tiles])
        upright = classifier.at_first_sight(pixels, outlines).corners
        logits.append(classifier.logits(pixels, upright))
        truths.append([tile.tile.index for tile in tiles])
        groups += [photo.session] * len(tiles)
    return np.concatenate(logits).astype(np.float64), np.concatenate(truths), groups


if __name__ == "__main__":
    run(main)
