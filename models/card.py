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
from models.disturbances import DISTURBANCES
from models.figures import FIGURES, MODELS, WEIGHTS, StaleFiguresError, load_card, load_figures, load_network
from models.framing import COUNTS, framing_rows
from models.judging import STEEP, is_real
from models.matching import MATCH, SAME
from models.plot import wilson
from models.report import BINS, COLUMNS, WIDTHS, cells
from models.robustness import rows

Figures = dict[str, Any]

MEASURED = ("evaluation", "robustness", "framing", "memory")
"""The files of figures that the card is written from."""

ARCHITECTURE = {
    "detector": "photo, 640 pixels long, and a second look at another scale where its tiles are small or "
    "large → the four corners of every tile face at any rotation. Residual backbone, feature pyramid (Lin et "
    "al. 2017), centre-point head (Zhou et al. 2019) with a cell every 4 pixels; corners as the coefficients "
    "of a polynomial, which do not depend on the order of the corners (`vision/corners/peaks.py`)",
    "classifier": "rectified crop of 80 × 64 pixels, sampled from the photo at the resolution that this "
    "needs → 42 faces, face-down or no tile; and which way up. Residual network, attention pooling with six "
    "learned queries (Vaswani et al. 2017), two linear heads",
    "referee": "upright crop of 120 × 96 pixels where the classifier is in doubt → 42 faces, face-down or no "
    "tile. The classifier's layers and more of them, attention pooling at two scales; combined with the "
    "classifier",
    "seasons": "the same crop where the tile may be a Season and the others are in doubt → the eight Seasons "
    "or none of them. The referee's layers, trained on the same crops with all other faces as one class; "
    "combined with the other two",
}

_OTHER_SETS = (
    "tile sets of three other programs and two fonts (GPL, OFL)",
    "no; selected models and constants, and showed what to draw with more variety",
)

_PHOTOS_SEEN = "no; selected models and constants and fitted one temperature"

_DRAWN_ALIKE = "no: separate seeds, but drawn in the same way"

_MODERN_SETS = "sets drawn as designers do today, most with large numerals", _DRAWN_ALIKE

_SLANTED = "the others of this kind, at a steeper slant than is required"

_RENDERED = "no: separate seeds, but the same renderer"

_RELAID = "no, but the faces, on other tables, selected models and constants; same renderer"

JUDGED = {
    "dev crops, 34 faces": (
        "real crops of tile sets not in train (MIT)",
        "no; selected models and fitted one temperature",
    ),
    "dev crops, Seasons": ("real crops of tile sets not in train (MIT)", "no; selected models"),
    "dev photos, tiles": ("real photos, all tiles in view (CC BY 4.0)", _PHOTOS_SEEN),
    "dev photos, hands": ("those of them that show one hand", _PHOTOS_SEEN),
    "close-ups of dev photos": (
        "parts of these photos that one to six tiles fill, enlarged",
        "no, but the photos selected models and constants",
    ),
    "rendered hands": ("rendered tables, drawn faces only", _RENDERED),
    f"rendered hands {STEEP}": (_SLANTED, _RENDERED),
    "relaid hands": ("real faces of the dev data on rendered tables", _RELAID),
    f"relaid hands {STEEP}": (_SLANTED, _RELAID),
    "relaid askew": ("the same faces, exposed sets along the side or each at an angle", _RELAID),
    f"relaid askew {STEEP}": (_SLANTED, _RELAID),
    "rendered phone photos": (
        "the first half of the rendered hands at five megapixels, the least that phones take",
        _RENDERED,
    ),
    f"rendered phone photos {STEEP}": (_SLANTED, _RENDERED),
    "relaid phone photos": ("the first half of the relaid hands at five megapixels", _RELAID),
    f"relaid phone photos {STEEP}": (_SLANTED, _RELAID),
    "relaid racks, phone photos": ("the same faces, the concealed part standing on a rack", _RELAID),
    f"relaid racks, phone photos {STEEP}": (_SLANTED, _RELAID),
    "other sets, 34 faces": _OTHER_SETS,
    "other sets, Seasons": _OTHER_SETS,
    "renumbered sets, Seasons": (
        "drawn sets that number the four nobles differently from the books; Seasons whose name suggests "
        "another rank than their number",
        _DRAWN_ALIKE,
    ),
    "modern sets, 34 faces": _MODERN_SETS,
    "modern sets, Seasons": _MODERN_SETS,
    "modern sets, hands": ("drawn so, on the first half of the tables of *rendered hands*", _RENDERED),
    f"modern sets, hands {STEEP}": (_SLANTED, _RENDERED),
    "other sets, hands": ("their faces on rendered tables", _RELAID),
    f"other sets, hands {STEEP}": (_SLANTED, _RELAID),
    "rendered, no tiles": ("rendered tables without tiles", _RENDERED),
    "lookalikes, no tiles": ("painted keyboards, cards, dominoes, pages, …", "no"),
}
"""What each data set of `models.evaluate` is, and whether training saw it. One that is not named here cannot
get into the card."""

_WITH_ERRORS = (
    "rendered hands",
    "rendered phone photos",
    "relaid hands",
    "other sets, hands",
    "other sets, 34 faces",
    "other sets, Seasons",
)
"""Data sets with misread tiles, for what cannot be told where every tile is right."""

LEGEND = {
    "tiles": "labelled tiles",
    "recall": "share of the labelled tiles matched by something that was read: upright bounding boxes with "
    f"an IoU of at least {MATCH}, one to one, best first",
    "FP": "false positives: what was read but is none of these tiles; in *dev photos, tiles* counted only in "
    "the five photos in which all tiles in view are labelled (in one of them all but the backs)",
    "sure FP": "how many of these were marked sure",
    "top-1": "top-1 accuracy: share of the matched tiles that were named correctly; one that was not found "
    "lowers the recall alone",
    "top-1, Seasons": "the same for the Seasons among them",
    "exact hands": "exact match: share of hands in which every tile was named correctly where it lies (an "
    f"IoU of at least {SAME}) and nothing else was read; for pictures without tiles: in which no hand was "
    "read",
    "exact parts": "the same, with roles (exposed, concealed, Seasons, set apart) and the grouping of the "
    "exposed part into sets correct as well",
    "missed alarms": "hands, or their parts, that were read wrongly although every tile was marked sure and "
    "nothing was remarked on",
    "sure errors ‰": "tiles that were named wrongly and marked sure, per 1,000 matched",
    "false alarms": "share of the correctly named tiles that were not marked sure",
    "in next 3": "share of the misread tiles whose true face is among the first three alternatives (ranks 2 "
    "to 4 after the face that was named)",
    "in alternatives": "the same among all alternatives offered",
    "ECE": "expected calibration error, of the confidence in the face that was named, over the matched tiles "
    f"(Guo et al. 2017, {BINS} bins of equal width)",
}
"""What the columns of `models.report` count."""

LIMITS = """\
* The real photos come from few tables and few sets, were mostly taken from above, and were stretched by their
  publisher to squares of 640 pixels. The 62 dev hands lie on six tables, 33 of them on one, so they tell less
  than 62 unlike photos would; the 24 dev crops of Seasons are of four sets or photos of a set. Photos at a
  slant, standing racks and evening light are judged on rendered tables alone.
* `dev` was used to choose between models and to fit the temperature, so its figures are slightly kinder than
  a first encounter. Tables and makes of tiles occur in both `train` and `dev` where file names could not tell
  them apart.
* Rendered scenes in which less than 70 % of some tile of the hand can be seen are left out, as nobody could
  name it: 5 to 10 % of the hands on tables and 17 % of those on racks.
* Rendered hands are judged on other seeds and styles than those trained on, but come from the same renderer.
  Three in twenty, and of those on racks more than half, are photographed at a steeper slant than the 45° that
  are required; they are counted separately.
* Of the drawn hands that are lost in photos as messengers send them, two thirds show something that cannot be
  told by eye, either, however much the picture is enlarged: about nine in ten is the most that can be read.
* Seasons differ in every set and are rare in real photos. They are misread most often: drawn ones as well as
  those of other programs' sets, which nobody here drew. Where only a Latin name or an engraver's shorthand
  tells them apart, most are marked doubtful.
* Sets as designers draw them today, most with large numerals, are read worst: about seven hands in ten come
  out exactly, and nearly five tiles in 1,000 are misread and marked sure.
* In sets that number the four nobles differently from the books, one or two Seasons in a hundred whose name
  suggests another rank than their number are misread, and a third of the others are marked doubtful. On some
  Seasons a wish takes the place of the name: only the colour of the number tells which series such a tile
  belongs to. Where there is no number either, nothing tells them apart; of 300 drawn so 40 are marked sure.
* About six in a hundred tiles of real hands stand upside down in their row, and are cut out that way;
  rendered tables show none. Of 1,598 rendered hands 1,374 were read exactly, 1,373 with as many tiles turned
  upside down, and 1,310 with all their Seasons turned.
* Of a hand in a mirror only characters, honours and Seasons tell. One that has few of them is read as if
  there were no mirror, and a Season may be misread then; so may nines of characters, which look like sixes.
* Blank white dragons look like the backs of tiles, and a single one cannot be told from a back. If a white
  dragon in view has a frame, blank tiles are backs; if more than four blank tiles are of one colour, they
  probably are.
* About 0.3 % of the publisher's boxes were labelled wrongly and have been corrected; up to 0.6 % may still be
  wrong. Two dev labels that contradict the picture are corrected in `datasets/photos.py`; dev photos whose
  boxes are not those of the hand are judged by the list `AMENDED` in `models/real_hands.py`.
* Hands are lost where tiles are cut out badly: of 343 tiles wider than 30 pixels that the networks before
  these misread in 1,616 rendered hands, 104 are named correctly when cut out along their true corners, and 44
  that had been named correctly no longer are.
* A hand made up only of the dots that playing cards have, two to eight, must be read as clearly as one that
  dice could show; otherwise it is refused. The reason: 15 of 300 tables of cards (seed 4712, not that of the
  evaluation) were read as such hands. One still is. If everything clear beside such a hand is dots as well,
  the hand is refused however clear it is.
* A photo counts as showing a hand only if at least eight of its tiles are believable
  (`vision/hand/hands.py`). Fewer tiles are refused; `tilescore read --all` shows them.
* The times were measured before four changes: to which crosswise Seasons count as the hand's, to what is
  said of tiles close to it or where it is unclear which sets are exposed, to which faint tiles are believed,
  and to what is asked where a tile is doubtful: whether the photo is a mirror image.
* Single readings differ from one machine to another. The section on robustness is from one without
  instructions for 8-bit networks; of its 2,862 photos, all but those with too much light, with warm light or
  in a mirror, six fewer were read exactly than by older code on a machine with them. Where the counts differ,
  the older code read all 198 photos on the former machine as today's does there.
* Whether the bound on time is met depends on the processor. On two cores with instructions for 8-bit networks
  the median of the fifteen 12-megapixel photos took 1.7 times as long as `cv2.imread` on one server and 1.8
  to 1.9 times as long on another, up to 2.2 times under its neighbours' load. Without them (AVX2 alone) it
  takes 4.8 times as long, single photos 2.3 to 59 times; even there 8-bit networks take a half to two thirds
  of the time of 32-bit ones.
"""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something the models should reach: a figure, and the least or the most it may be."""

    words: str
    bound: float
    shape: str
    figure: Callable[[Figures], float | None]
    at_most: bool = False
    cases: Callable[[Figures], int] | None = None
    """How many single cases a share is of, for its interval; tiles of one photo are no single cases."""
    without: str = "not measured"
    """What is said where there is no figure."""

    def row(self, figures: Figures) -> str:
        """The goal as a row of the card's table."""
        value = self.figure(figures)
        if value is None:
            return f"| {self.words} | {self._bound()} | – |  | {self.without} |"
        met = "yes" if (value <= self.bound if self.at_most else value >= self.bound) else "**no**"
        interval = "" if self.cases is None else _interval(value, self.cases(figures))
        return f"| {self.words} | {self._bound()} | {self.shape.format(value)} | {interval} | {met} |"

    def _bound(self) -> str:
        return f"{'≤' if self.at_most else '≥'} {self.shape.format(self.bound)}"


def _interval(share: float, cases: int) -> str:
    low, high = wilson(share, cases)
    return f"{100 * low:.1f} to {high:.1%} ({cases})"


def _of(data: str, key: str) -> Callable[[Figures], float | None]:
    def figure(figures: Figures) -> float | None:
        value: float | None = _reports(figures)[data][key]
        return value

    return figure


def _counted(words: str, bound: float, shape: str, data: str, key: str) -> Goal:
    """The goal for a share of single cases: of hands, or of crops."""

    def cases(figures: Figures) -> int:
        count: int = _reports(figures)[data]["pictures"]
        return count

    return Goal(words, bound, shape, _of(data, key), cases=cases)


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
    Goal("dev hands: tiles named correctly", 0.995, "{:.2%}", _of("dev photos, hands", "named_rightly")),
    _counted("dev hands: whole hands exactly right", 0.95, "{:.1%}", "dev photos, hands", "exact_hands"),
    _counted("dev crops: the 34 faces", 0.99, "{:.2%}", "dev crops, 34 faces", "named_rightly"),
    _counted("dev crops: the eight Seasons", 0.97, "{:.1%}", "dev crops, Seasons", "named_rightly"),
    _counted("rendered hands: exact tiles", 0.97, "{:.1%}", "rendered hands", "exact_hands"),
    _counted("rendered hands: exact roles and groups", 0.97, "{:.1%}", "rendered hands", "exact_parts"),
    _counted("rendered phone photos: exact tiles", 0.97, "{:.1%}", "rendered phone photos", "exact_hands"),
    _counted(
        "rendered phone photos: exact roles and groups",
        0.97,
        "{:.1%}",
        "rendered phone photos",
        "exact_parts",
    ),
    Goal(
        "sure errors: wrong tiles marked sure, per 1,000 tiles of dev photos",
        1.0,
        "{:.2f}",
        _of("dev photos, tiles", "silent_misreads_per_1000"),
        at_most=True,
    ),
    Goal(
        "false alarms: right tiles of dev photos not marked sure",
        0.05,
        "{:.2%}",
        _of("dev photos, tiles", "right_but_unsure"),
        at_most=True,
    ),
    Goal(
        "misread tiles of dev photos: right one among the first three alternatives (see 1)",
        0.95,
        "{:.0%}",
        _of("dev photos, tiles", "right_among_three"),
        without="no tile misread",
    ),
    Goal(
        "expected calibration error on dev photos (see 2)",
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
        [
            "# Model card",
            "",
            "Written by `python -m models.card` from the measured figures, not by hand.",
            "",
        ],
        _models(cards, weights),
        _data(cards),
        _goals(figures),
        _beside_the_goals(_reports(figures)),
        _figures(figures["evaluation"]),
        _calibration(cards["classifier"]),
        _robustness(figures["robustness"]),
        _framing(figures["framing"]),
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
    yield from (
        "",
        f"Together {total:.2f} MB. Where two networks see the same tile, their probabilities are combined by "
        "log-linear pooling, p ∝ p₁^w · p₂^(1 − w); `vision/faces/referee.py` and `vision/faces/seasons.py` "
        "have the weights w.",
        "",
    )
    for name, about in cards.items():
        numbers = about["numbers"]
        newest, *before = about["trained_by"]
        yield f"* {name}: {numbers}, SHA-256 `{about['sha256']}`, trained by `{newest}`"
        if before:
            yield f"  and {len(before)} runs before it (`{name}.json`)"
    yield from (
        "",
        "`--kept s` is weight interpolation (WiSE-FT, Wortsman et al. 2022): s times the weights shipped "
        "before plus 1 − s times the newly trained ones. What each of these runs was for, what it achieved, "
        "and what was tried but not shipped, is told in `models/HISTORY.md`.",
        "",
    )


def parameters(network: bytes) -> int:
    """How many parameters a network has."""
    return sum(int(np.prod(array.dims)) for array in onnx.load_from_string(network).graph.initializer)


def _data(cards: dict[str, Figures]) -> Iterator[str]:
    yield from ("## Data", "", "| data | models | how it was used |", "|---|---|---|")
    uses: dict[tuple[str, str], list[str]] = {}
    for name, about in cards.items():
        for data, use in about["data"].items():
            uses.setdefault((data, use), []).append(name)
    for (data, use), models in uses.items():
        yield f"| {data} | {', '.join(models)} | {use} |"
    yield from ("", "`datasets/CARD.md` describes each of them.", "")


def _goals(figures: Figures) -> Iterator[str]:
    yield from (
        "## Goals",
        "",
        "*dev*: the part of the real photos and crops that training never saw. *Rendered*: drawn tables. "
        "*Relaid*: real dev faces on drawn tables. *Other sets*: tile sets of other programs and of fonts. A "
        "*Season* is one of the eight flower and season tiles. A tile is marked *sure*, or else as doubtful. "
        "*95 % interval*: by Wilson 1927, for the number of hands or crops in brackets, as if these were "
        "independent; tiles of one photo are not, so shares of tiles have none.",
        "",
        "| goal | bound | measured | 95 % interval | met |",
        "|---|---|---|---|---|",
    )
    yield from (goal.row(figures) for goal in GOALS)
    yield ""


def _beside_the_goals(reports: dict[str, Figures]) -> Iterator[str]:
    """What two of the goals cannot show where every tile is right, and where it can be seen."""
    if reports["dev photos, tiles"]["named_rightly"] == 1:
        yield from (
            "1. No tile of the dev photos was misread, so this goal is vacuous there.",
            "2. Where every tile is right, the calibration error is one minus the mean confidence: it shows "
            "under-confidence alone and cannot show over-confidence.",
            "",
            "Both figures are therefore given for data with misread tiles:",
        )
    else:
        yield "1 and 2, for data with more misread tiles:"
    yield from ("", "| data | misread | right one among the first three | ECE |", "|---|---|---|---|")
    for name in _WITH_ERRORS:
        if name not in reports:  # sets that are not installed where it was measured
            continue
        report = reports[name]
        seen = round(report["tiles"] * (1 if report["found"] is None else report["found"]))
        misread = seen - round(seen * report["named_rightly"])
        share = report["right_among_three"]
        among = "–" if share is None else f"{share:.0%} ({round(share * misread)} of {misread})"
        yield f"| {name} | {misread} of {seen} tiles | {among} | {report['calibration_error']:.2%} |"
    yield ""


def _figures(evaluation: Figures) -> Iterator[str]:
    titles = [title for title, _ in COLUMNS.values()]
    yield from ("## Figures per data set", "", "By `python -m models.evaluate`. The columns:", "")
    yield from ("| column | what it is |", "|---|---|")
    yield from (f"| {title} | {LEGEND[title]} |" for title in titles)
    yield from ("", f"| data | pictures | seen in training | {' | '.join(titles)} |")
    yield "|---" * (len(titles) + 3) + "|"
    for report in evaluation["reports"]:
        what, seen = JUDGED[report["data"]]
        row = " | ".join(cells(report))
        yield f"| {report['data']}: {what} | {report['pictures']} | {seen} | {row} |"
    yield from (
        "",
        *_by_width(evaluation),
        f"Faces misread on real data (right of all): {_weak(evaluation) or 'none'}.",
        "",
    )


def _by_width(evaluation: Figures) -> Iterator[str]:
    """How large the tiles have to be in the picture."""
    yield "Hands read exactly, of all, by the width of their tiles in pixels:"
    yield from ("", f"| data | {' | '.join(WIDTHS)} |", "|---" * (len(WIDTHS) + 1) + "|")
    for report in evaluation["reports"]:
        if counts := report["exact_by_width"]:
            yield f"| {report['data']} | {' | '.join(counts.get(width, '') for width in WIDTHS)} |"
    yield ""


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
            f"On {measured['tiles']} dev tiles the classifier's calibration error is {without:.2%} without "
            f"it and {halved:.2%} with it; each half of the tables was judged with the temperature fitted to "
            "the other half (`python -m models.calibrate`)."
        )
    yield ""


def _robustness(robustness: Figures) -> Iterator[str]:
    hands = robustness["hands"]
    yield from ("## Robustness", "", "![Hands read exactly when the photo is worse](robustness.svg)", "")
    counts = " and ".join(f"{count} {data}" for data, count in hands.items())
    strengths = "; ".join(f"{kind.name}, {kind.unit}" for kind in DISTURBANCES)
    yield (
        f"Share of hands read exactly, of {counts}, under one disturbance at a time "
        f"(`python -m models.robustness`). Strengths: {strengths}."
    )
    yield (
        "*Missed alarms*: hands of both kinds that were read wrongly although every tile was sure and "
        "nothing was remarked on; *sure errors*: tiles of both kinds that were named wrongly and marked sure."
    )
    yield from ("", f"| disturbance | strength | {' | '.join(hands)} | missed alarms | sure errors |")
    yield f"|---|---|{'---|' * len(hands)}---|---|"
    yield from (f"| {' | '.join(row)} |" for row in rows(robustness))
    yield ""


def _framing(framing: Figures) -> Iterator[str]:
    yield from (
        "## Framing",
        "",
        "Dev photos that do not show all of the hand (`python -m models.framing`). *No warning*: every tile "
        "was marked sure and nothing was remarked on.",
        "",
        f"| dev photos of a hand | {' | '.join(COUNTS)} |",
        "|---" * (len(COUNTS) + 1) + "|",
    )
    yield from (f"| {' | '.join(row)} |" for row in framing_rows(framing))
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
        f"Rendered hands as 12-megapixel JPEGs, warm, two threads ({machine}): {read:.0f} ms to read, as the "
        f"median of {speed['photos']}; `cv2.imread` of the same file: {imread:.0f} ms. The quickest takes "
        f"{speed['least']:.2f} times as long as `cv2.imread`, the slowest {speed['most']:.2f} times. "
        f"{speed['exact']} of these hands are read exactly, and {speed['exact_small']} from the same "
        "pictures before they were enlarged. A photo that shows no hand (discards, a wall) takes several "
        "times as long to refuse as a hand takes to read; this is not in these figures."
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
