"""How much worse a photo may be: `python -m models.robustness` reads the same hands under disturbances.

Dev photos with a hand and rendered hands of unseen designs are disturbed one way at a time. What counts is
the share of hands read exactly, and whether what is read wrongly is said to be doubtful. The figures and the
plot are what the model card shows.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from datasets.photos import load_photos
from models.commands import Processes, run
from models.disturbances import DISTURBANCES, Disturbance
from models.figures import FIGURES, WEIGHTS, save_figures
from models.judging import try_read
from models.matching import TrueHand, hand_of_tiles, is_exact, put_back, tiles_of
from models.plot import Panel, Point, chart
from models.readers import Readers
from models.real_hands import hand_of_photo
from models.report import Report
from models.unseen import STEEPEST, UNSEEN_SEED, rendered
from vision.arrays import Pixels
from vision.read import Reader
from vision.reading import Reading

COUNT: Final = 60
"""Hands of each kind, at most, of which the card tells."""

_STRENGTHS: Final = [(kind, strength) for kind in DISTURBANCES for strength in kind.strengths]

PLOT: Final = WEIGHTS / "robustness.svg"
MEASURED: Final = FIGURES / "robustness.json"
"""What the card shows."""


@dataclass(frozen=True, slots=True)
class Example:
    """A picture and the hand in it."""

    image: Pixels
    hand: TrueHand


@dataclass(slots=True)
class Tally:
    """What came of some hands, for each disturbance and strength."""

    reports: dict[tuple[str, float], Report] = field(default_factory=dict)

    @property
    def hands(self) -> int:
        """How many were read, each in every way."""
        return max((report.hands or 0 for report in self.reports.values()), default=0)

    def share(self, disturbance: Disturbance, strength: float) -> float:
        """The share of hands read exactly. Without any hand there is no such share: ValueError."""
        if not self.hands:
            raise ValueError("no hands were read")
        return (self.at(disturbance, strength).exact_hands or 0) / self.hands

    def at(self, disturbance: Disturbance, strength: float) -> Report:
        """What is counted there."""
        key = disturbance.name, strength
        return self.reports.setdefault(key, Report(f"{disturbance.name} {strength:g}", found=0, extras=0))


def measure(readers: Readers, examples: Iterable[Example]) -> Tally:
    """Reads every example undisturbed, and at every strength of every disturbance."""
    tally = Tally()
    for hand, readings in readers.each(_read_disturbed, enumerate(examples)):
        for (kind, strength), reading in zip(_STRENGTHS, readings, strict=True):
            report = tally.at(kind, strength)
            report.count_tiles(hand.tiles, tiles_of(reading), complete=True, unmarked=hand.unmarked)
            report.count_hand(reading, exact=is_exact(reading, hand))
    return tally


def _read_disturbed(reader: Reader, numbered: tuple[int, Example]) -> tuple[TrueHand, list[Reading | None]]:
    """The hand of an example, and what is read at each of the `_STRENGTHS`."""
    number, example = numbered
    untouched = try_read(reader, example.image)
    readings = []
    for kind, strength in _STRENGTHS:
        reading = untouched
        if strength != kind.harmless:
            rng = np.random.default_rng([UNSEEN_SEED, number])
            reading = try_read(reader, kind.apply(example.image, strength, rng))
            reading = put_back(reading, kind.view(example.image, strength))
        readings.append(reading)
    return example.hand, readings


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
    """For JSON, each disturbance -> data -> strength -> figure: shares of hands read exactly, how many were
    read wrongly with nothing said, and how many tiles were named wrongly and said to be sure."""
    return {
        "hands": {data: tally.hands for data, tally in tallies.items()},
        "exact_hands": _each(tallies, Tally.share),
        "quiet_hands": _each(tallies, lambda tally, *where: tally.at(*where).quiet_hands or 0),
        "silent_misreads": _each(tallies, lambda tally, *where: tally.at(*where).silent_misreads),
    }


def _each(
    tallies: dict[str, Tally], figure: Callable[[Tally, Disturbance, float], float]
) -> dict[str, dict[str, dict[str, float]]]:
    return {
        kind.name: {
            data: {f"{strength:g}": figure(tally, kind, strength) for strength in kind.strengths}
            for data, tally in tallies.items()
        }
        for kind in DISTURBANCES
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


def rows(measured: dict[str, Any]) -> Iterator[list[str]]:
    """`figures` as tables print them: a disturbance, its strength, the share of hands read exactly of each
    data, then how many hands of all data were missed alarms, and how many tiles sure errors."""
    hands = measured["hands"]
    for name, shares in measured["exact_hands"].items():
        for strength in next(iter(shares.values()), {}):
            exact = [f"{shares[data][strength]:.1%}" for data in hands]
            counts = [
                str(sum(measured[figure][name][data][strength] for data in hands))
                for figure in ("quiet_hands", "silent_misreads")
            ]
            yield [name, strength, *exact, *counts]


def main(
    count: Annotated[int, typer.Option(min=1, help="hands of each kind, at most")] = COUNT,
    processes: Processes = 2,
    plot: Annotated[Path, typer.Option(help="SVG file")] = PLOT,
    json_file: Annotated[Path, typer.Option("--json", help="file for the figures")] = MEASURED,
) -> None:
    """Read the same hands under worse and worse conditions."""
    if count < COUNT and (plot == PLOT or json_file == MEASURED):
        why = f"the card's figures are of {COUNT}; fewer go to files of their own, by --plot and --json"
        raise typer.BadParameter(why, param_hint="--count")
    examples = {"dev photos": islice(dev_hands(), count), "rendered hands": rendered_hands(count)}
    with Readers(processes) as readers:
        measured = {data: measure(readers, shown) for data, shown in examples.items()}
    tallies = {data: tally for data, tally in measured.items() if tally.hands}
    told = figures(tallies)
    hands = [f"{data} ({count})" for data, count in told["hands"].items()]
    table = Table("disturbance", "strength", *hands, "missed alarms", "sure errors", box=None)
    for row in rows(told):
        table.add_row(*row)
    Console(width=100).print(table)
    save_figures(json_file, told)
    plot.write_text(chart("Hands read exactly when the photo is worse", panels(tallies)), encoding="utf-8")


if __name__ == "__main__":
    run(main)
