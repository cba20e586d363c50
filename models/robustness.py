"""How much worse a photo may be: `python -m models.robustness` reads the same hands under disturbances.

Dev photos with a hand and rendered hands of unseen designs are disturbed one way at a time; what counts is
the share of hands read exactly. The figures and the plot are what the model card shows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from datasets.photos import load_photos
from models.commands import Threads, run
from models.disturbances import DISTURBANCES, Disturbance
from models.figures import FIGURES, WEIGHTS, save_figures
from models.judging import try_read
from models.matching import TrueHand, hand_of_tiles, is_exact
from models.plot import Panel, Point, chart
from models.real_hands import hand_of_photo
from models.unseen import STEEPEST, UNSEEN_SEED, rendered
from vision.arrays import Pixels
from vision.read import Reader


@dataclass(frozen=True, slots=True)
class Example:
    """A picture and the hand in it."""

    image: Pixels
    hand: TrueHand


@dataclass(slots=True)
class Tally:
    """Hands read exactly, of all, for each disturbance and strength."""

    hands: int = 0
    exact: dict[tuple[str, float], int] = field(default_factory=dict)

    def share(self, disturbance: Disturbance, strength: float) -> float:
        """The share of hands read exactly. Without any hand there is no such share: ValueError."""
        if not self.hands:
            raise ValueError("no hands were read")
        return self.exact.get((disturbance.name, strength), 0) / self.hands


def measure(reader: Reader, examples: Iterator[Example]) -> Tally:
    """Reads every example undisturbed, and at every strength of every disturbance."""
    tally = Tally()
    for number, example in enumerate(examples):
        tally.hands += 1
        untouched = is_exact(try_read(reader, example.image), example.hand)
        for kind in DISTURBANCES:
            for strength in kind.strengths:
                exact = untouched
                if strength != kind.harmless:
                    rng = np.random.default_rng([UNSEEN_SEED, number])
                    reading = try_read(reader, kind.apply(example.image, strength, rng))
                    exact = is_exact(reading, example.hand, kind.view(example.image, strength))
                key = kind.name, strength
                tally.exact[key] = tally.exact.get(key, 0) + exact
    return tally


def dev_hands() -> Iterator[Example]:
    """Real photos of unseen tables that show one hand."""
    for photo in load_photos("dev", originals_only=True):
        hand = hand_of_photo(photo)
        if hand is not None:
            yield Example(photo.pixels(), hand)


def rendered_hands(count: int) -> Iterator[Example]:
    """Rendered hands of unseen designs, at no more of a slant than is asked for."""
    for scene in rendered(count, "hand"):
        if scene.tilt <= STEEPEST:
            yield Example(scene.image, hand_of_tiles(scene.tiles))


def figures(tallies: dict[str, Tally]) -> dict[str, Any]:
    """All shares, for JSON: disturbance -> data -> strength -> share of hands read exactly."""
    return {
        "hands": {data: tally.hands for data, tally in tallies.items()},
        "exact_hands": {
            kind.name: {
                data: {f"{strength:g}": tally.share(kind, strength) for strength in kind.strengths}
                for data, tally in tallies.items()
            }
            for kind in DISTURBANCES
        },
    }


def panels(tallies: dict[str, Tally]) -> list[Panel]:
    """The plot's panels, one a disturbance."""
    return [
        Panel(
            kind.name,
            kind.unit,
            {
                data: [Point(s, tally.share(kind, s), tally.hands) for s in kind.strengths]
                for data, tally in tallies.items()
            },
        )
        for kind in DISTURBANCES
    ]


def _print(tallies: dict[str, Tally]) -> None:
    table = Table("disturbance", "strength", *(f"{d} ({t.hands})" for d, t in tallies.items()), box=None)
    for kind in DISTURBANCES:
        for strength in kind.strengths:
            shares = (f"{tally.share(kind, strength):.1%}" for tally in tallies.values())
            table.add_row(kind.name, f"{strength:g}", *shares)
    Console(width=100).print(table)


def main(
    count: Annotated[int, typer.Option(min=1, help="hands of each kind, at most")] = 60,
    threads: Threads = 2,
    plot: Annotated[Path, typer.Option(help="SVG file")] = WEIGHTS / "robustness.svg",
    json_file: Annotated[Path, typer.Option("--json", help="file for the figures")] = (
        FIGURES / "robustness.json"
    ),
) -> None:
    """Read the same hands under worse and worse conditions."""
    reader = Reader(threads=threads)
    examples = {"dev photos": islice(dev_hands(), count), "rendered hands": rendered_hands(count)}
    measured = {data: measure(reader, shown) for data, shown in examples.items()}
    tallies = {data: tally for data, tally in measured.items() if tally.hands}
    _print(tallies)
    save_figures(json_file, figures(tallies))
    plot.write_text(chart("Hands read exactly when the photo is worse", panels(tallies)), encoding="utf-8")


if __name__ == "__main__":
    run(main)
