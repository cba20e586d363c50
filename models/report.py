"""What is counted of one data set, and how the counts are printed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Column, Table

from models.matching import Box, box_of, matches, tiles_of
from scoring.tiles import TILES, Tile
from vision.compose import ALTERNATIVES, LIKELY
from vision.probabilities import CLASSES, is_sure
from vision.reading import Reading, ReadTile

WIDTHS = {"under 30": 0, "30 to 45": 30, "over 45": 45}
"""Hands are counted apart by how wide their tiles are: the least pixels of each sort."""

BINS = 15
"""Of confidence, for the calibration error."""


@dataclass(frozen=True, slots=True)
class Named:
    """One tile that was found, and what it was called."""

    truth: Tile
    tile: Tile | None
    confidence: float
    sure: bool
    alternatives: tuple[Tile, ...]
    """The likeliest first."""

    @property
    def right(self) -> bool:
        return self.tile == self.truth


@dataclass(slots=True)
class Report:
    """The figures for one data set; None where a figure makes no sense for it."""

    name: str
    pictures: int = 0
    tiles: int = 0
    found: int | None = None
    extras: int | None = None
    sure_extras: int | None = None
    """Of the extras those that were said to be sure."""
    hands: int | None = None
    exact_hands: int | None = None
    exact_parts: int | None = None
    quiet_hands: int | None = None
    """Hands that were read wrongly, their parts included, and nothing would make a person look."""
    named: list[Named] = field(default_factory=list)
    widths: list[tuple[float, bool]] = field(default_factory=list)
    """Of rendered hands: how wide their tiles are, pixels, and whether the hand was read exactly."""

    def count_tiles(
        self,
        truths: list[tuple[Tile, Box]],
        read: list[ReadTile],
        *,
        complete: bool,
        unmarked: Counter[Tile] | None = None,
    ) -> None:
        """Counts the tiles of one picture: matches what was read with what is there. Extras count only where
        everything in view is labelled (`complete`) but `unmarked` tiles."""
        self.pictures += 1
        self.tiles += len(truths)
        pairs = matches([box for _, box in truths], [box_of(np.array(tile.corners)) for tile in read])
        self.found = (self.found or 0) + len(pairs)
        if complete:
            matched = {index for _, index in pairs}
            strays = [tile for index, tile in enumerate(read) if index not in matched]
            known = unmarked or Counter()
            self.extras = (self.extras or 0) + (Counter(tile.tile for tile in strays) - known).total()
            sure = Counter(tile.tile for tile in strays if tile.sure)
            self.sure_extras = (self.sure_extras or 0) + (sure - known).total()
        for truth, index in pairs:
            tile = read[index]
            others = tuple(other for other, _ in tile.alternatives)
            self.named.append(Named(truths[truth][0], tile.tile, tile.confidence, tile.sure, others))

    def count_hand(self, reading: Reading | None, *, exact: bool, exact_parts: bool | None = None) -> None:
        """Counts one hand: whether its tiles were read exactly and, where these are known, its parts."""
        self.hands = (self.hands or 0) + 1
        self.exact_hands = (self.exact_hands or 0) + exact
        if exact_parts is not None:
            self.exact_parts = (self.exact_parts or 0) + exact_parts
        right = exact if exact_parts is None else exact_parts
        self.quiet_hands = (self.quiet_hands or 0) + (not right and says_nothing(reading))

    @property
    def silent_misreads(self) -> int:
        """Tiles that were named wrongly and said to be sure."""
        return sum(n.sure for n in self.named if not n.right)

    def figures(self) -> dict[str, Any]:
        """All figures as numbers, for JSON and for the table."""
        wrong = [n for n in self.named if not n.right]
        right = [n for n in self.named if n.right]
        return {
            "data": self.name,
            "pictures": self.pictures,
            "tiles": self.tiles,
            "found": _share(self.found, self.tiles),
            "extras": self.extras,
            "sure_extras": self.sure_extras,
            "named_rightly": _share(len(right), len(self.named)),
            "seasons_named_rightly": _share(
                sum(n.right for n in self.named if n.truth.is_season),
                sum(n.truth.is_season for n in self.named),
            ),
            "exact_hands": _share(self.exact_hands, self.hands),
            "exact_parts": _share(self.exact_parts, self.hands),
            "quiet_hands": self.quiet_hands,
            "silent_misreads_per_1000": _share(1000 * self.silent_misreads, len(self.named)),
            "right_but_unsure": _share(sum(not n.sure for n in right), len(right)),
            "right_among_three": _share(sum(n.truth in n.alternatives[:3] for n in wrong), len(wrong)),
            "right_among_alternatives": _share(sum(n.truth in n.alternatives for n in wrong), len(wrong)),
            "calibration_error": calibration_error(self.named) if self.named else None,
            "exact_by_width": self.by_width() or None,
        }

    def by_width(self) -> dict[str, str]:
        """Hands read exactly, of all, by how many pixels wide their tiles are."""
        exact: dict[str, list[bool]] = {}
        for width, right in sorted(self.widths):
            name = [name for name, least in WIDTHS.items() if width >= least][-1]
            exact.setdefault(name, []).append(right)
        return {name: f"{sum(rights)}/{len(rights)}" for name, rights in exact.items()}

    def per_class(self) -> dict[str, str]:
        """Right of all, for each face that occurs."""
        counts = Counter(n.truth for n in self.named)
        rights = Counter(n.truth for n in self.named if n.right)
        return {str(tile): f"{rights[tile]}/{counts[tile]}" for tile in TILES if counts[tile]}


def named_from_probabilities(truth: Tile, probabilities: npt.NDArray[np.floating]) -> Named:
    """What a tile is called by its probabilities (44,) alone, no rules heard, and offered as."""
    first, *order = np.argsort(-probabilities).tolist()
    best, confidence = CLASSES[first], float(probabilities[first])
    others = [tile for place in order if probabilities[place] >= LIKELY and (tile := CLASSES[place])]
    return Named(truth, best, confidence, is_sure(best, confidence), tuple(others[:ALTERNATIVES]))


def calibration_error(named: Iterable[Named]) -> float:
    """Expected calibration error over 15 equal bins of confidence (Guo et al. 2017)."""
    pairs = np.array([(n.confidence, n.right) for n in named], float)
    bins = np.minimum((pairs[:, 0] * BINS).astype(int), BINS - 1)
    gaps = [
        abs(pairs[bins == b].mean(axis=0) @ [1, -1]) * (bins == b).sum()
        for b in range(BINS)
        if (bins == b).any()
    ]
    return float(sum(gaps) / len(pairs))


COLUMNS = {
    "tiles": ("tiles", "{:d}"),
    "found": ("recall", "{:.2%}"),
    "extras": ("FP", "{:d}"),
    "sure_extras": ("sure FP", "{:d}"),
    "named_rightly": ("top-1", "{:.2%}"),
    "seasons_named_rightly": ("top-1, Seasons", "{:.1%}"),
    "exact_hands": ("exact hands", "{:.1%}"),
    "exact_parts": ("exact parts", "{:.1%}"),
    "quiet_hands": ("missed alarms", "{:d}"),
    "silent_misreads_per_1000": ("sure errors ‰", "{:.2f}"),
    "right_but_unsure": ("false alarms", "{:.2%}"),
    "right_among_three": ("in next 3", "{:.0%}"),
    "right_among_alternatives": ("in alternatives", "{:.0%}"),
    "calibration_error": ("ECE", "{:.2%}"),
}
"""By key of `Report.figures`: the title of its column (`models.card.LEGEND` defines it), and its format."""


def cells(figures: dict[str, Any]) -> list[str]:
    """A report's figures as the table prints them, under the titles of `COLUMNS`; empty where there is
    none."""
    return ["" if figures[key] is None else shape.format(figures[key]) for key, (_, shape) in COLUMNS.items()]


def table_of(reports: Iterable[Report], title: str = "data") -> Table:
    """The reports as rows of a table, with `title` over their names. Titles are broken between words."""
    titles = (column.replace(" ", "\n") for column, _ in COLUMNS.values())
    table = Table(Column(title, no_wrap=True), *titles, box=None)
    for report in reports:
        table.add_row(f"{report.name} ({report.pictures})", *cells(report.figures()))
    return table


def says_nothing(reading: Reading | None) -> bool:
    """Whether a hand was read, every tile for sure, with no problem to tell."""
    return reading is not None and not reading.problems and all(tile.sure for tile in tiles_of(reading))


def _share(part: float | None, whole: float | None) -> float | None:
    return None if part is None or not whole else part / whole
