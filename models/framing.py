"""Whether it is said when a photo does not show all of a hand: `python -m models.framing`.

Dev photos of one hand are cut through its outermost tile so that a share of that is left, at each edge where
the cut goes through no other; and a lamp is mirrored in one of its tiles. What counts is how many are read as
another hand with nothing said; and of how many photos that show all of the hand it is said that they do not.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from models.commands import Processes, run
from models.figures import FIGURES, save_figures
from models.judging import try_read
from models.matching import UNMOVED, TrueHand, is_exact, put_back, shifted
from models.readers import Readers
from models.report import says_nothing
from models.robustness import Example, dev_hands
from models.unseen import UNSEEN_SEED
from vision.arrays import Floats, Pixels
from vision.read import Reader
from vision.reading import CUT_OFF, IN_GLARE, Reading

LEFT: Final = (0.125, 0.25, 0.4)
"""Shares of the outermost tile that the photo still shows; where it is more, most tiles are found."""

SPOT: Final = 1.5, 0.8
"""Length and breadth of the lamp's spot, in tile widths, up to a third of its brightness."""

PEAK: Final = 400.0
"""Of the lamp's light, in levels of 255: on nearly all of a tile it leaves nothing but white."""


def cuts(example: Example, left: float) -> Iterator[tuple[Pixels, Floats]]:
    """The picture cut through the hand's outermost tile so that a share of it is `left`, at each edge where
    the cut goes through no other, and the map (3, 3) from the picture to that."""
    image, boxes = example.image, _boxes(example.hand)
    for axis in (0, 1):  # x, y
        low, high = boxes[:, axis], boxes[:, axis + 2]
        first, last = low.argmin(), high.argmax()
        start = round(float(high[first] - left * (high[first] - low[first])))
        stop = round(float(low[last] + left * (high[last] - low[last])))
        if (low < start).sum() == 1:
            kept = image[:, start:] if axis == 0 else image[start:]
            yield kept, shifted(-start, 0) if axis == 0 else shifted(0, -start)
        if (high > stop).sum() == 1:
            yield (image[:, :stop] if axis == 0 else image[:stop]), UNMOVED


def glared(example: Example, rng: np.random.Generator) -> Pixels:
    """The picture with a lamp mirrored in one tile of the hand: a spot longer than the tile is wide, and
    white in its middle."""
    boxes = _boxes(example.hand)
    left, top, right, bottom = boxes[rng.integers(len(boxes))]
    height, width = example.image.shape[:2]
    ys, xs = np.mgrid[:height, :width]
    xs, ys = xs - (left + right) / 2, ys - (top + bottom) / 2
    angle = rng.uniform(0, np.pi)
    along, across = xs * np.cos(angle) + ys * np.sin(angle), ys * np.cos(angle) - xs * np.sin(angle)
    length, breadth = (share * (right - left) for share in SPOT)
    light = PEAK * np.exp(-((along / length) ** 2) - (across / breadth) ** 2)
    return np.asarray(np.minimum(example.image + light[..., None], 255), np.uint8)


def _boxes(hand: TrueHand) -> Floats:
    """(n, 4): left, top, right and bottom of the hand's tiles."""
    return np.array([box for _, box in hand.tiles], np.float64)


Framed = tuple[TrueHand, Pixels, Floats]
"""A hand, a picture that shows it or not all of it, and the map (3, 3) from the whole picture to that one."""


def measure(readers: Readers, examples: list[Example]) -> dict[str, Any]:
    """For JSON: of whole photos, of those with a lamp mirrored in a tile and, by the share left, of those
    cut, how many there are, how many are read as another hand, how many of these say nothing, and of how many
    it is said that a tile is cut off or lost in glare."""
    whole = ((example.hand, example.image, UNMOVED) for example in examples)
    glare = (
        (example.hand, glared(example, np.random.default_rng([UNSEEN_SEED, number])), UNMOVED)
        for number, example in enumerate(examples)
    )
    return {
        "whole": _count(readers, whole),
        "glare": _count(readers, glare),
        "cut": {
            f"{left:g}": _count(
                readers, ((example.hand, *cut) for example in examples for cut in cuts(example, left))
            )
            for left in LEFT
        },
    }


def _read(reader: Reader, framed: Framed) -> tuple[TrueHand, Reading | None]:
    """The hand, and what is read, where that lies in the whole picture."""
    hand, image, view = framed
    return hand, put_back(try_read(reader, np.ascontiguousarray(image)), view)


def _count(readers: Readers, photos: Iterable[Framed]) -> dict[str, int]:
    counts = {"photos": 0, "another_hand": 0, "quiet": 0, "said_to_lack_a_tile": 0}
    for hand, reading in readers.each(_read, photos):
        counts["photos"] += 1
        if reading is None:
            continue
        wrong = not is_exact(reading, hand)
        counts["another_hand"] += wrong
        counts["quiet"] += wrong and says_nothing(reading)
        counts["said_to_lack_a_tile"] += bool({CUT_OFF, IN_GLARE}.intersection(reading.problems))
    return counts


COUNTS: Final = {
    "photos": "photos",
    "misread": "another_hand",
    "of these, no warning": "quiet",
    "said to lack a tile": "said_to_lack_a_tile",
}
"""What tables call the counts of `measure`."""


def framing_rows(measured: dict[str, Any]) -> Iterator[list[str]]:
    """What `measure` found as tables print it: how the photos are shown, and then the `COUNTS`."""
    shown = {"as they are": measured["whole"]}
    for left, count in measured["cut"].items():
        shown[f"cut through the outermost tile of the hand, {float(left):.1%} of it left"] = count
    shown["with a lamp reflected in one tile of the hand"] = measured["glare"]
    for words, count in shown.items():
        yield [words, *(str(count[key]) for key in COUNTS.values())]


def main(
    processes: Processes = 2,
    json_file: Annotated[Path, typer.Option("--json", help="file for the figures")] = (
        FIGURES / "framing.json"
    ),
) -> None:
    """Read dev photos that do not show all of the hand."""
    with Readers(processes) as readers:
        figures = measure(readers, list(dev_hands()))
    table = Table("dev photos of a hand", *COUNTS, box=None)
    for row in framing_rows(figures):
        table.add_row(*row)
    Console(width=130).print(table)
    save_figures(json_file, figures)


if __name__ == "__main__":
    run(main)
