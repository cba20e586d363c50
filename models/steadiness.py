"""What many frames of a webcam bring over one: `python -m models.steadiness`.

Films of finished hands in unseen designs are read live, until the hand is called steady, and single frames of
the same films, from after the camera came to rest, as photos. How long it took until steady is counted from
the moment the camera rested; the cost of a frame in processor time, so that other work on the machine changes
it little.
"""

import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from datasets.scene.film import Film, FilmFrame, sample_film
from models.evaluate import (
    COLUMNS,
    UNSEEN_SEED,
    Report,
    box_of,
    cells,
    hand_of_scene,
    is_exact,
    judge_tiles,
    tiles_of,
    try_read,
)
from models.figures import save_figures
from vision.camera import Frame
from vision.live import LiveReader, Sight
from vision.read import Reader
from vision.reading import Reading

SINGLES = (0.3, 1.0, 1.7)
"""Seconds after the camera came to rest at which a frame is read alone."""

FIRST_SEED = UNSEEN_SEED + 500_000
"""Films start here, apart from the rendered hands that the other judges read."""


@dataclass(slots=True)
class Pace:
    """How quickly films were read."""

    until_steady: list[float | None] = field(default_factory=list)
    """Seconds from the camera's rest until the hand was called steady, for each film; None: never."""
    frame_seconds: list[float] = field(default_factory=list)
    """Processor seconds of each frame at rest."""
    wall_seconds: list[float] = field(default_factory=list)
    """The same by the clock on the wall."""

    def figures(self) -> dict[str, Any]:
        """All of it in a few numbers; readings a second are of one processor core's time."""
        waits = [wait for wait in self.until_steady if wait is not None]
        return {
            "films": len(self.until_steady),
            "steady": len(waits),
            "steady_within_a_second": sum(wait <= 1 for wait in waits),
            "seconds_until_steady": {"median": median(waits), "most": max(waits)} if waits else None,
            "frame_milliseconds": {
                "processor": _spread(self.frame_seconds),
                "wall": _spread(self.wall_seconds),
            },
            "readings_per_core_second": 1 / mean(self.frame_seconds),
        }


def _spread(seconds: list[float]) -> dict[str, float]:
    at_95 = float(np.percentile(seconds, 95))
    return {
        "mean": round(1000 * mean(seconds), 1),
        "median": round(1000 * median(seconds), 1),
        "p95": round(1000 * at_95, 1),
    }


@dataclass(slots=True)
class Judge:
    """The three ways to read a film, side by side."""

    reader: Reader
    threads: int
    alone: Report = field(default_factory=lambda: _report("one frame"))
    steady: Report = field(default_factory=lambda: _report("live, once steady"))
    last: Report = field(default_factory=lambda: _report("live, at the end"))
    pace: Pace = field(default_factory=Pace)

    def watch(self, film: Film) -> None:
        """Reads one film all three ways."""
        live = LiveReader("film", threads=self.threads)
        rest = film.swing.arrival
        singles = {round((rest + after) * film.frames_per_second) for after in SINGLES}
        steady_at: float | None = None
        for number, frame in enumerate(film.frames()):
            sight = self._see(live, frame)
            if number in singles:
                self._note(self.alone, film, frame, try_read(self.reader, frame.image))
            if sight.steady and frame.resting and steady_at is None:
                steady_at = frame.seconds - rest
                self._note(self.steady, film, frame, sight.reading)
        self._note(self.last, film, frame, sight.reading)
        self.pace.until_steady.append(steady_at)

    def _see(self, live: LiveReader, frame: FilmFrame) -> Sight:
        processor, wall = time.process_time(), time.perf_counter()
        sight = live.see(Frame(frame.image, frame.seconds))
        if frame.resting:
            self.pace.frame_seconds.append(time.process_time() - processor)
            self.pace.wall_seconds.append(time.perf_counter() - wall)
        return sight

    @staticmethod
    def _note(report: Report, film: Film, frame: FilmFrame, reading: Reading | None) -> None:
        truths = [(tile.tile, box_of(tile.corners)) for tile in frame.tiles if tile.role != "other"]
        judge_tiles(report, truths, tiles_of(reading), complete=True)
        report.hands = (report.hands or 0) + 1
        report.exact_hands = (report.exact_hands or 0) + is_exact(reading, hand_of_scene(film.scene))


def _report(name: str) -> Report:
    return Report(name, found=0, extras=0, hands=0, exact_hands=0)


def _print(judge: Judge, console: Console) -> None:
    table = Table("read from", *(title for title, _ in COLUMNS.values()), box=None)
    for report in (judge.alone, judge.steady, judge.last):
        table.add_row(f"{report.name} ({report.pictures})", *cells(report.figures()))
    console.print(table)
    for name, value in judge.pace.figures().items():
        console.print(f"{name}: {value}")


def main(
    films: Annotated[int, typer.Option(help="how many films")] = 40,
    first_seed: Annotated[int, typer.Option(help="of the films")] = FIRST_SEED,
    threads: Annotated[int, typer.Option(help="processor cores of one reading")] = 2,
    json_file: Annotated[Path | None, typer.Option("--json", help="file for all figures")] = None,
) -> None:
    """Judge live reading on films of designs that training never saw."""
    judge = Judge(Reader(threads), threads)
    for seed in range(first_seed, first_seed + films):
        judge.watch(sample_film(seed))
    _print(judge, Console(width=160))
    if json_file:
        reports = [report.figures() for report in (judge.alone, judge.steady, judge.last)]
        save_figures(json_file, {"reports": reports, "pace": judge.pace.figures()})


if __name__ == "__main__":
    typer.run(main)
