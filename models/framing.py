"""Whether it is said when a photo does not show all of a hand: `python -m models.framing`.

Dev photos of one hand are cut through its outermost tile so that a share of that is left, at each edge where
the cut goes through no other. What counts is how many are read as another hand with nothing said; and for how
many photos that show all of the hand it is said wrongly that a tile is cut off.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.console import Console

from models.commands import Threads, run
from models.figures import FIGURES, save_figures
from models.judging import try_read
from models.matching import TrueHand, is_exact, put_back, shifted
from models.report import says_nothing
from models.robustness import Example, dev_hands
from vision.arrays import Floats, Pixels
from vision.read import Reader
from vision.reading import CUT_OFF

LEFT: Final = (0.125, 0.25, 0.4)
"""Shares of the outermost tile that the photo still shows; where it is more, most tiles are found."""


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
            yield kept, shifted(*((-start, 0) if axis == 0 else (0, -start)))
        if (high > stop).sum() == 1:
            yield (image[:, :stop] if axis == 0 else image[:stop]), shifted(0, 0)


def _boxes(hand: TrueHand) -> Floats:
    """(n, 4): left, top, right and bottom of the hand's tiles."""
    return np.array([box for _, box in hand.tiles], np.float64)


def measure(reader: Reader, examples: list[Example]) -> dict[str, Any]:
    """For JSON: of whole photos and, by the share left, of those cut, how many there are; how many are read
    as another hand, how many of these say nothing, and of how many it is said that a tile is cut off."""
    whole = _count(reader, ((example.hand, example.image, shifted(0, 0)) for example in examples))
    return {
        "whole": whole,
        "cut": {
            f"{left:g}": _count(
                reader, ((example.hand, *cut) for example in examples for cut in cuts(example, left))
            )
            for left in LEFT
        },
    }


def _count(reader: Reader, shown: Iterator[tuple[TrueHand, Pixels, Floats]]) -> dict[str, int]:
    counts = {"photos": 0, "another_hand": 0, "quiet": 0, "said_to_be_cut": 0}
    for hand, image, view in shown:
        reading = put_back(try_read(reader, np.ascontiguousarray(image)), view)
        counts["photos"] += 1
        if reading is None:
            continue
        wrong = not is_exact(reading, hand)
        counts["another_hand"] += wrong
        counts["quiet"] += wrong and says_nothing(reading)
        counts["said_to_be_cut"] += CUT_OFF in reading.problems
    return counts


def told(figures: dict[str, Any]) -> str:
    """The figures, as the model card has them."""
    whole = figures["whole"]
    cut = [
        f"{count['photos']} with {float(left):.1%} of it left ({count['another_hand']} are read as another "
        f"hand, {count['quiet']} of them with nothing said)"
        for left, count in figures["cut"].items()
    ]
    return (
        f"Dev photos cut through the outermost tile of the hand: {'; '.join(cut)}. Of {whole['photos']} that "
        f"show all of it {whole['said_to_be_cut']} are said to be cut off (`python -m models.framing`)."
    )


def main(
    threads: Threads = 2,
    json_file: Annotated[Path, typer.Option("--json", help="file for the figures")] = (
        FIGURES / "framing.json"
    ),
) -> None:
    """Read dev photos that were cut through a tile of the hand."""
    figures = measure(Reader(threads), list(dev_hands()))
    Console(width=100).print(told(figures))
    save_figures(json_file, figures)


if __name__ == "__main__":
    run(main)
