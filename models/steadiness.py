"""What many frames of a webcam bring over one: `python -m models.steadiness`.

Films of finished hands in unseen designs are read live, judged when the hand is called steady and at the end,
and single frames of the same films, from after the camera came to rest, as photos. How long it took until
steady is counted from the moment the camera rested; the cost of a frame in processor time, so that other work
on the machine changes it little.

How several looks at one tile are to be heard together is judged by itself, on the classifier alone: the mean
of their probabilities, of the logarithms (what `vision.film.tracks.pooled` does), and their product, as if
the looks were independent.
"""

import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from datasets.scene import SceneTile
from datasets.scene.film import Film, FilmFrame, sample_film
from models.commands import FirstSeed, Threads, run
from models.figures import save_figures
from models.judging import try_read
from models.matching import hand_of_tiles, is_exact, tiles_of
from models.report import Report, named_from_probabilities, table_of
from models.unseen import UNSEEN_SEED
from scoring.tiles import FACE_DOWN
from vision.arrays import Array
from vision.faces.classify import TileClassifier
from vision.film.camera import Frame
from vision.film.live import LiveReader, Sight
from vision.film.tracks import pooled
from vision.read import Reader
from vision.reading import Reading

SINGLES = (0.3, 1.0, 1.7)
"""Seconds after the camera came to rest at which a frame is read alone."""

FIRST_SEED = UNSEEN_SEED + 500_000
"""Films start here, apart from the rendered hands that the other judges read."""

LOOKS = 8
"""Looks at each tile that are heard together when ways to do so are compared, two frames apart."""

LOOSE = 0.02
"""Spread of the corners about the true ones, in tile widths: a detector's are no better."""


@dataclass(slots=True)
class Pace:
    """How quickly films were read."""

    until_steady: list[float | None] = field(default_factory=list)
    """Seconds from the camera's rest until the hand was called steady, for each film; None: never."""
    too_soon: int = 0
    """Films whose hand was called steady while the camera still swung."""
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
            "steady_too_soon": self.too_soon,
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
        too_soon = False
        for number, frame in enumerate(film.frames()):
            sight = self._see(live, frame)
            if number in singles:
                self._note(self.alone, film, frame, try_read(self.reader, frame.image))
            too_soon |= sight.steady and not frame.resting
            if sight.steady and frame.resting and steady_at is None:
                steady_at = frame.seconds - rest
                self._note(self.steady, film, frame, sight.reading)
        self._note(self.last, film, frame, sight.reading)
        self.pace.until_steady.append(steady_at)
        self.pace.too_soon += too_soon

    def _see(self, live: LiveReader, frame: FilmFrame) -> Sight:
        processor, wall = time.process_time(), time.perf_counter()
        sight = live.see(Frame(frame.image, frame.seconds))
        if frame.resting:
            self.pace.frame_seconds.append(time.process_time() - processor)
            self.pace.wall_seconds.append(time.perf_counter() - wall)
        return sight

    @staticmethod
    def _note(report: Report, film: Film, frame: FilmFrame, reading: Reading | None) -> None:
        hand = hand_of_tiles(frame.tiles)
        report.count_tiles(hand.tiles, tiles_of(reading), complete=True)
        whole = len(hand.tiles) == len(hand_of_tiles(film.scene.tiles).tiles)
        report.count_hand(reading, exact=whole and is_exact(reading, hand))


@dataclass(slots=True)
class Pooling:
    """Ways to hear several looks at a tile together, side by side."""

    classifier: TileClassifier
    reports: dict[str, Report] = field(default_factory=dict)

    def watch(self, film: Film) -> None:
        """Looks at every tile of the hand in some frames at rest, where it truly is."""
        rng = np.random.default_rng(film.seed)
        start = math.ceil(film.swing.arrival * film.frames_per_second) + 2
        frames = [film.frame(number) for number in range(start, film.length, 2)][:LOOKS]
        shown = [[tile for tile in frame.tiles if _has_a_face(tile)] for frame in frames]
        if not frames or len({len(tiles) for tiles in shown}) > 1:
            return  # a tile that some frames do not show has fewer looks
        looks = np.stack(
            [self._look(frame, tiles, rng) for frame, tiles in zip(frames, shown, strict=True)], axis=1
        )
        ways = {
            "one look": looks[:, -1],
            "mean of the probabilities": looks.mean(axis=1),
            "mean of their logarithms": np.stack([pooled(list(tile)) for tile in looks]),
            "product": product(looks),
        }
        for name, probs in ways.items():
            report = self.reports.setdefault(name, Report(name))
            report.pictures += 1
            report.tiles += len(probs)
            report.named += [
                named_from_probabilities(tile.tile, row) for tile, row in zip(shown[0], probs, strict=True)
            ]

    def _look(self, frame: FilmFrame, tiles: list[SceneTile], rng: np.random.Generator) -> Array:
        quads = np.array([tile.corners for tile in tiles], np.float32)
        across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
        loose = quads + across * rng.normal(0, LOOSE, quads.shape)
        return self.classifier.classify(frame.image, loose.astype(np.float32)).probabilities


def product(looks: Array) -> Array:
    """(n, k, 44) probabilities of k looks at n tiles -> (n, 44), as if the looks were independent."""
    logs = np.log(np.maximum(looks, 1e-9)).sum(axis=1)
    probs = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(probs / probs.sum(axis=1, keepdims=True), np.float32)


def _has_a_face(tile: SceneTile) -> bool:
    return tile.role != "other" and tile.tile != FACE_DOWN


def _report(name: str) -> Report:
    return Report(name, found=0, extras=0)


def _print(reports: list[Report], pace: Pace, console: Console) -> None:
    console.print(table_of(reports, "read from"))
    for name, value in pace.figures().items():
        console.print(f"{name}: {value}")


def main(
    films: Annotated[int, typer.Option(min=1, help="how many films")] = 40,
    first_seed: FirstSeed = FIRST_SEED,
    threads: Threads = 2,
    json_file: Annotated[Path | None, typer.Option("--json", help="file for all figures")] = None,
) -> None:
    """Judge live reading on films of designs that training never saw."""
    judge, pooling = Judge(Reader(threads), threads), Pooling(TileClassifier(threads))
    for seed in range(first_seed, first_seed + films):
        film = sample_film(seed)
        judge.watch(film)
        pooling.watch(film)
    reports = [judge.alone, judge.steady, judge.last, *pooling.reports.values()]
    _print(reports, judge.pace, Console(width=160))
    if json_file:
        figures = {"reports": [report.figures() for report in reports], "pace": judge.pace.figures()}
        save_figures(json_file, figures)


if __name__ == "__main__":
    run(main)
