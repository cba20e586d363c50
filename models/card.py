"""Writes the model card out of what was measured: `python -m models.card`.

Every figure in it but those of its limits comes from a file that `models.evaluate`, `models.robustness`,
`models.framing` or `models.memory` wrote about these very weights, or from the card beside them; with figures
about others it refuses to write.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnx
import typer

from models.commands import run
from models.figures import FIGURES, MODELS, WEIGHTS, StaleFiguresError, load_card, load_figures, load_network
from models.framing import told
from models.judging import STEEP, is_real
from models.report import COLUMNS, cells
from models.robustness import rows

Figures = dict[str, Any]

MEASURED = ("evaluation", "robustness", "framing", "memory")
"""The files of figures that the card is written from."""

ARCHITECTURE = {
    "detector": "photo, 640 pixels long, once more magnified or smaller → the four corners of every tile "
    "face at any rotation. Residual backbone, feature pyramid (Lin et al. 2017), centre-point head (Zhou "
    "et al. 2019) with a cell every 4 pixels; corners as a polynomial that does not depend on their order "
    "(`vision/corners/peaks.py`)",
    "classifier": "rectified crop of 80 × 64 pixels, out of the photo as finely as that takes → 42 faces, "
    "face-down, no tile; and which way up. Residual network, means over it weighted by six learnt glances "
    "(attention, Vaswani et al. 2017), two linear heads",
    "referee": "upright crop of 120 × 96 pixels where the classifier is in doubt → 42 faces, face-down, no "
    "tile. The classifier's layers and more of them, glances at two scales; the classifier is heard beside "
    "it",
    "seasons": "the same crop where it may be a Season and the others are in doubt → the eight Seasons, none "
    "of them. The referee's layers, taught Seasons alone; the others are heard beside it",
}

_OTHER_SETS = (
    "tile sets of three other programs and two fonts (GPL, OFL)",
    "no; chose models and constants, and showed what to draw more variously",
)

_PHOTOS_SEEN = "no; chose models and constants and fitted one temperature"

_SLANTED = "those of them at more of a slant than is asked for"

_RENDERED = "no: seeds of their own; the renderer, yes"

_RELAID = "no; the faces, on other tables, chose models and constants; the renderer, yes"

JUDGED = {
    "dev crops, 34 faces": (
        "real crops of tile sets not in train (MIT)",
        "no; chose between models and fitted one temperature",
    ),
    "dev crops, Seasons": ("real crops of tile sets not in train (MIT)", "no; chose between models"),
    "dev photos, tiles": ("real photos, all tiles in view (CC BY 4.0)", _PHOTOS_SEEN),
    "dev photos, hands": ("those of them that show one hand", _PHOTOS_SEEN),
    "rendered hands": ("rendered tables, drawn faces only", _RENDERED),
    f"rendered hands {STEEP}": (_SLANTED, _RENDERED),
    "relaid hands": ("real faces of the dev data on rendered tables", _RELAID),
    f"relaid hands {STEEP}": (_SLANTED, _RELAID),
    "rendered phone photos": ("the first half of them at five megapixels, as phones take them", _RENDERED),
    f"rendered phone photos {STEEP}": (_SLANTED, _RENDERED),
    "relaid phone photos": ("the same of the relaid hands", _RELAID),
    f"relaid phone photos {STEEP}": (_SLANTED, _RELAID),
    "relaid racks, phone photos": ("the same faces, the concealed part standing on a rack", _RELAID),
    f"relaid racks, phone photos {STEEP}": (_SLANTED, _RELAID),
    "other sets, 34 faces": _OTHER_SETS,
    "other sets, Seasons": _OTHER_SETS,
    "renumbered sets, Seasons": (
        "drawn ones that number the four nobles otherwise than the books, whose name says another rank",
        "no: seeds of their own; how they are drawn, yes",
    ),
    "other sets, hands": ("their faces on rendered tables", _RELAID),
    f"other sets, hands {STEEP}": (_SLANTED, _RELAID),
    "rendered, no tiles": ("rendered tables without tiles", _RENDERED),
    "lookalikes, no tiles": ("painted keyboards, cards, dominoes, pages, …", "no"),
}
"""What each data set of `models.evaluate` is, and whether training saw it. One that is not named here cannot
get into the card."""

LIMITS = """\
* The real photos come from few tables and few sets, mostly taken from above, and their publisher stretched
  them to squares of 640 pixels. Photos at a slant, standing racks and evening light are judged on rendered
  tables alone.
* `dev` chose between models and fitted the temperature, so its figures are a little kinder than a first
  meeting. Tables and makes of tiles occur in both parts where file names could not tell them apart.
* Rendered hands are judged with other seeds and styles than those trained on, but by the same renderer.
  Three in twenty are photographed at more of a slant than the 45° that are asked for, and counted by
  themselves; on racks more than half are.
* Seasons differ in every set and are rare in real photos. They are misread most, drawn ones as well as those
  of other programs' sets, which nobody here drew; where only a Latin name or a shorthand of the engraver's
  tells them, most are in doubt.
* In sets that number the four nobles otherwise than the books, one Season in forty whose name says another
  rank than its number is misread, and a third of the others are in doubt. Which series a wish in place
  of a name belongs to only the colour of its number tells.
* Some six tiles in a hundred of real hands stand upside down in their row, and are cut out as the row
  stands; rendered tables show none. Of 1,598 rendered hands 1,374 came out exactly, 1,373 with so many
  tiles turned upside down, and 1,310 with all their Seasons.
* Blank white dragons look like backs of tiles; by a single one nobody can tell. Where a white dragon in view
  has a frame, blank tiles are backs; where more than four blank ones are of one colour, probably.
* About 0.3 % of the publisher's boxes were labelled wrongly and corrected; up to 0.6 % may still be. Two
  dev labels that the picture contradicts are corrected in `datasets/photos.py`; dev photos whose boxes are
  not the hand are judged by the list `AMENDED` in `models/real_hands.py`.
* Hands are lost where tiles are cut out wrongly: of 343 tiles wider than 30 pixels that were misread in
  1,616 rendered hands, by the networks before, 104 are named rightly when cut out along their true corners,
  and 44 others no longer are.
* A hand of nothing but the dots that playing cards have, two to eight, has to be as clear as one of dice:
  otherwise it is refused, for 15 of 300 tables of cards (seed 4712 in place of that which judges) were read
  as such hands; one still is. Among nothing but other dots it is refused however clear it is.
* A photo is one of a hand only when eight tiles of it can be believed (`vision/hand/hands.py`). Fewer tiles
  are refused; `tilescore read --all` shows them.
"""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something the models should reach: a figure, and the least or the most it may be."""

    words: str
    bound: float
    shape: str
    figure: Callable[[Figures], float | None]
    at_most: bool = False

    def row(self, figures: Figures) -> str:
        """The goal as a row of the card's table."""
        value = self.figure(figures)
        if value is None:
            return f"| {self.words} | {self._bound()} | – | not measured |"
        met = value <= self.bound if self.at_most else value >= self.bound
        return (
            f"| {self.words} | {self._bound()} | {self.shape.format(value)} | {'yes' if met else '**no**'} |"
        )

    def _bound(self) -> str:
        return f"{'≤' if self.at_most else '≥'} {self.shape.format(self.bound)}"


def _of(data: str, key: str) -> Callable[[Figures], float | None]:
    def figure(figures: Figures) -> float | None:
        value: float | None = _reports(figures)[data][key]
        return value

    return figure


def _reports(figures: Figures) -> dict[str, Figures]:
    return {report["data"]: report for report in figures["evaluation"]["reports"]}


def _hands_of_nothing(figures: Figures) -> float:
    """How many pictures without a tile yielded a hand."""
    empty = [report for name, report in _reports(figures).items() if name.endswith("no tiles")]
    return float(sum(round((1 - report["exact_hands"]) * report["pictures"]) for report in empty))


def _speed(figures: Figures) -> float | None:
    """None where no photo could be timed."""
    ratio: float | None = figures["evaluation"]["speed"].get("ratio")
    return ratio


def _memory(figures: Figures) -> float | None:
    """None where a form of photo gave no figure: it may be the one that takes most."""
    peaks = figures["memory"]["peak_megabytes"].values()
    return None if None in peaks else float(max(peaks))


GOALS = (
    Goal("dev hands: tiles found", 0.995, "{:.2%}", _of("dev photos, hands", "found")),
    Goal("dev hands: tiles named rightly", 0.995, "{:.2%}", _of("dev photos, hands", "named_rightly")),
    Goal("dev hands: whole hands exactly right", 0.95, "{:.1%}", _of("dev photos, hands", "exact_hands")),
    Goal("dev crops: the 34 faces", 0.99, "{:.2%}", _of("dev crops, 34 faces", "named_rightly")),
    Goal("dev crops: the eight Seasons", 0.97, "{:.1%}", _of("dev crops, Seasons", "named_rightly")),
    Goal("rendered hands: exact tiles", 0.97, "{:.1%}", _of("rendered hands", "exact_hands")),
    Goal("rendered hands: exact roles and groups", 0.97, "{:.1%}", _of("rendered hands", "exact_parts")),
    Goal("rendered phone photos: exact tiles", 0.97, "{:.1%}", _of("rendered phone photos", "exact_hands")),
    Goal(
        "rendered phone photos: exact roles and groups",
        0.97,
        "{:.1%}",
        _of("rendered phone photos", "exact_parts"),
    ),
    Goal(
        "silent misreads in 1,000 tiles of dev photos",
        1.0,
        "{:.2f}",
        _of("dev photos, tiles", "silent_misreads_per_1000"),
        at_most=True,
    ),
    Goal(
        "right tiles of dev photos marked unsure",
        0.05,
        "{:.2%}",
        _of("dev photos, tiles", "right_but_unsure"),
        at_most=True,
    ),
    Goal(
        "right tile among the first three alternatives",
        0.95,
        "{:.0%}",
        _of("dev photos, tiles", "right_among_three"),
    ),
    Goal(
        "calibration error on dev photos",
        0.01,
        "{:.2%}",
        _of("dev photos, tiles", "calibration_error"),
        at_most=True,
    ),
    Goal("pictures without tiles that yield a hand", 0, "{:.0f}", _hands_of_nothing, at_most=True),
    Goal("12-megapixel photo, times `cv2.imread`, median", 2.0, "{:.2f}", _speed, at_most=True),
    Goal("48-megapixel photo, peak memory in MB", 600, "{:.0f}", _memory, at_most=True),
)


def card(weights: Path, figures: Figures) -> str:
    """The model card, Markdown. `figures` has all that `MEASURED` names."""
    cards: dict[str, Figures] = {name: load_card(name, weights) for name in MODELS}
    sections = (
        ["# Model card", "", "Written by `python -m models.card` from what was measured; not by hand.", ""],
        _models(cards, weights),
        _data(cards),
        _goals(figures),
        _figures(figures["evaluation"]),
        _calibration(cards["classifier"]),
        _robustness(figures["robustness"]),
        ["## Framing", "", told(figures["framing"]), ""],
        _speed_and_memory(figures),
        ["## Limits", "", LIMITS],
    )
    return "\n".join(line for section in sections for line in section)


def _models(cards: dict[str, Figures], weights: Path) -> Iterator[str]:
    yield from ("## The models", "", "| model | what it does | parameters | file |", "|---|---|---|---|")
    for name, about in cards.items():
        count = parameters(load_network(name, weights))
        size = f"{about['bytes'] / 1e6:.2f} MB"
        yield f"| {name} | {ARCHITECTURE[name]} | {count / 1e6:.2f} million | {name}.onnx.gz, {size} |"
    total = sum(about["bytes"] for about in cards.values()) / 1e6
    yield from ("", f"Together {total:.2f} MB.", "")
    for name, about in cards.items():
        numbers = about["numbers"]
        newest, *before = about["trained_by"]
        yield f"* {name}: {numbers}, SHA-256 `{about['sha256']}`, trained by `{newest}`"
        if before:
            yield f"  and {len(before)} runs before it (`{name}.json`)"
    yield from (
        "",
        "What each of these runs was for, what came of it, and what was not shipped: `models/HISTORY.md`.",
        "",
    )


def parameters(network: bytes) -> int:
    """How many numbers a network has learnt."""
    return sum(int(np.prod(array.dims)) for array in onnx.load_from_string(network).graph.initializer)


def _data(cards: dict[str, Figures]) -> Iterator[str]:
    yield from ("## Data", "", "| data | models | what they did with it |", "|---|---|---|")
    uses: dict[tuple[str, str], list[str]] = {}
    for name, about in cards.items():
        for data, use in about["data"].items():
            uses.setdefault((data, use), []).append(name)
    for (data, use), models in uses.items():
        yield f"| {data} | {', '.join(models)} | {use} |"
    yield from ("", "More about each in `datasets/CARD.md`.", "")


def _goals(figures: Figures) -> Iterator[str]:
    yield from (
        "## What they should reach, and do",
        "",
        "| goal | bound | measured | met |",
        "|---|---|---|---|",
    )
    yield from (goal.row(figures) for goal in GOALS)
    yield ""


def _figures(evaluation: Figures) -> Iterator[str]:
    titles = [title for title, _ in COLUMNS.values()]
    yield from ("## Figures per data set", "", "By `python -m models.evaluate`.", "")
    yield f"| data | pictures | seen in training | {' | '.join(titles)} |"
    yield "|---" * (len(titles) + 3) + "|"
    for report in evaluation["reports"]:
        what, seen = JUDGED[report["data"]]
        row = " | ".join(cells(report))
        yield f"| {report['data']}: {what} | {report['pictures']} | {seen} | {row} |"
    yield from (
        "",
        "*found*: tiles found; *extras*: things taken for tiles, where all tiles in view are labelled (five "
        "of the dev photos, in one of them but for backs); "
        "*sure*: how many of these were said to be; *named*: rightly, of those found; *hands*: all tiles "
        "of the hand, each where it lies, and nothing else (without tiles: no hand was seen); *parts*: "
        "roles and groups as well; *quiet*: hands, or their parts, that were read wrongly with every tile "
        "sure and nothing said; *silent ‰*: wrong and sure, of 1,000; *unsure*: right and not sure; *of 3*: "
        "right tile among the first three others offered when wrong; *offered*: among all others offered; "
        "*ECE*: calibration error, 15 bins.",
        "",
        *_by_width(evaluation),
        f"Faces misread on real data (right of all): {_weak(evaluation) or 'none'}.",
        "",
    )


def _by_width(evaluation: Figures) -> Iterator[str]:
    """Sentences on how large the tiles have to be in the picture."""
    for report in evaluation["reports"]:
        if counts := report["exact_by_width"]:
            shares = ", ".join(f"{width} pixels {count}" for width, count in counts.items())
            yield from (f"Of the {report['data']} exactly right, by the width of their tiles: {shares}.", "")


def _weak(evaluation: Figures) -> str:
    """The faces that were not always named rightly, over the real data sets that share no tile."""
    right: dict[str, list[int]] = {}
    for report in evaluation["reports"]:
        if is_real(report["data"]):
            for face, counts in report["per_class"].items():
                pair = right.setdefault(face, [0, 0])
                for place, count in enumerate(counts.split("/")):
                    pair[place] += int(count)
    return ", ".join(f"{face} {named}/{count}" for face, (named, count) in right.items() if named < count)


def _calibration(classifier: Figures) -> Iterator[str]:
    temperature = classifier["temperature"]
    yield from ("## Calibration", "")
    yield f"One temperature, {temperature:g}, divides the classifier's logits (Guo et al. 2017)."
    measured = classifier.get("calibration_error")
    if measured:
        without, halved = measured["without"], measured["with the other half's temperature"]
        yield (
            f"On {measured['tiles']} dev tiles the calibration error is {without:.2%} without it and "
            f"{halved:.2%} with it, each half of the tables judged with the temperature of the other "
            "(`python -m models.calibrate`)."
        )
    yield ""


def _robustness(robustness: Figures) -> Iterator[str]:
    hands = robustness["hands"]
    yield from ("## Robustness", "", "![Hands read exactly when the photo is worse](robustness.svg)", "")
    counts = ", ".join(f"{count} {data}" for data, count in hands.items())
    yield f"Hands read exactly, of {counts}, one disturbance at a time (`python -m models.robustness`)."
    yield (
        "*quiet*: hands of both read wrongly with every tile sure and nothing said; *silent*: tiles of both "
        "named wrongly and said to be sure."
    )
    yield from ("", f"| disturbance | strength | {' | '.join(hands)} | quiet | silent |")
    yield f"|---|---|{'---|' * len(hands)}---|---|"
    yield from (f"| {' | '.join(row)} |" for row in rows(robustness))
    yield ""


def _speed_and_memory(figures: Figures) -> Iterator[str]:
    memory = figures["memory"]
    peaks = ", ".join(
        f"{form} not measured" if peak is None else f"{form} {peak} MB"
        for form, peak in memory["peak_megabytes"].items()
    )
    yield from (
        "## Speed and memory",
        "",
        _told_of_speed(figures["evaluation"]),
        f"Peak memory of `tilescore read` on {memory['megapixels']:.0f} megapixels "
        f"(`python -m models.memory`): {peaks}.",
        "",
    )


def _told_of_speed(evaluation: Figures) -> str:
    machine, speed = evaluation["machine"], evaluation["speed"]
    if not speed:
        return f"Of the rendered hands as 12-megapixel JPEGs none could be timed ({machine})."
    read, imread = (speed[key] * 1000 for key in ("read", "imread"))
    return (
        f"Rendered hands as 12-megapixel JPEGs, warm, two threads ({machine}), median of {speed['photos']}: "
        f"{read:.0f} ms; `cv2.imread` of the same file: {imread:.0f} ms. The quickest takes "
        f"{speed['least']:.2f} times that, the slowest {speed['most']:.2f} times. {speed['exact']} of these "
        f"hands come out exactly; {speed['exact_small']} from the same pictures before they were enlarged."
    )


def main(
    figures: Annotated[Path, typer.Option(help="folder of what was measured")] = FIGURES,
    weights: Annotated[Path, typer.Option(help="folder of the models and their cards")] = WEIGHTS,
    out: Annotated[Path, typer.Option(help="where the card goes")] = WEIGHTS / "CARD.md",
) -> None:
    """Write the model card."""
    try:
        measured = {name: load_figures(figures / f"{name}.json", weights) for name in MEASURED}
    except StaleFiguresError as error:
        raise typer.BadParameter(str(error), param_hint="--figures") from error
    out.write_text(card(weights, measured), encoding="utf-8")


if __name__ == "__main__":
    run(main)
