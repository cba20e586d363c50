"""README.md says what was measured last: its figures are those kept beside the models."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from models.disturbances import DISTURBANCES
from models.figures import FIGURES

README: Final = " ".join((Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").split())

KEPT: Final = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FIGURES.glob("*.json")}
REPORTS: Final[dict[str, dict[str, Any]]] = {
    report["data"]: report for name in ("evaluation", "steadiness") for report in KEPT[name]["reports"]
}
HANDS: Final = [
    report
    for report in KEPT["evaluation"]["reports"]
    if report["exact_parts"] is not None and not report["data"].startswith("dev")
]
"""Those of the rendered tables that show hands."""


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f}".removesuffix(".0") + " %"


def part(count: int, share: float) -> int:
    return round(count * share)


def found(report: dict[str, Any]) -> int:
    return part(report["tiles"], report["found"])


def right(report: dict[str, Any]) -> int:
    """Tiles that were found and named correctly; of faces cut out all are found."""
    tiles = report["tiles"] if report["found"] is None else found(report)
    return part(tiles, report["named_rightly"])


def wrong_and_sure(report: dict[str, Any]) -> int:
    return part(found(report), report["silent_misreads_per_1000"] / 1000)


def exact(data: str) -> int:
    return part(REPORTS[data]["pictures"], REPORTS[data]["exact_hands"])


def share_exact(data: str) -> str:
    return f"{percent(REPORTS[data]['exact_hands'])} of {REPORTS[data]['pictures']}"


def exact_by_width(data: str) -> tuple[str, str]:
    """How many hands of how many are exact: with tiles wider than 45 pixels, and with smaller ones."""
    counts = {name: tuple(map(int, of.split("/"))) for name, of in REPORTS[data]["exact_by_width"].items()}
    wide = counts.pop("over 45")
    smaller = tuple(map(sum, zip(*counts.values(), strict=True)))
    return f"{wide[0]} of {wide[1]}", f"{smaller[0]} of {smaller[1]}"


def real_photos() -> list[str]:
    tiles, near = REPORTS["dev photos, tiles"], REPORTS["close-ups of dev photos"]
    faces, seasons = REPORTS["dev crops, 34 faces"], REPORTS["dev crops, Seasons"]
    return [
        f"| tiles found in {tiles['pictures']} photos | {percent(tiles['found'], 1)} |",
        f"| found tiles named correctly | {percent(tiles['named_rightly'], 1)} |",
        f"| whole hands exactly right | all {exact('dev photos, hands')} photos |",
        f"| wrong tiles shown as sure | {wrong_and_sure(tiles) or 'none'} of {found(tiles):,} |",
        f"| right tiles marked as doubtful | {percent(tiles['right_but_unsure'], 1)} |",
        f"fill the picture | {right(near):,} of {near['tiles']:,} |",
        f"| {percent(faces['named_rightly'])} of {faces['tiles']} / {right(seasons)} of {seasons['tiles']} |",
    ]


def worse_photos() -> list[str]:
    kept = KEPT["robustness"]
    photos = kept["hands"]["dev photos"]
    as_it_is = {kind.name: f"{kind.harmless:g}" for kind in DISTURBANCES}
    exact_of = {
        kind: [
            part(photos, share)
            for strength, share in shares["dev photos"].items()
            if strength != as_it_is[kind]
        ]
        for kind, shares in kept["exact_hands"].items()
    }
    readings = [exact for counts in exact_of.values() for exact in counts]
    sure = sum(sum(counts["dev photos"].values()) for counts in kept["silent_misreads"].values())
    rows = {
        "45° more obliquely": "Tilt",
        "three stops less light": "Less light",
        "one or two stops too much light": "More light",
        "2000 K, taken as if by daylight": "Warm light",
        "50 or 30": "JPEG",
        "640 pixels long": "Shake",
        "of these pixels": "Blur",
        "in a mirror": "Mirror",
    }
    return [
        *(f"{row} | {', '.join(map(str, exact_of[kind]))} |" for row, kind in rows.items()),
        f"{photos * len(readings):,} readings {sum(photos - exact for exact in readings)} are not exact",
        f"tiles found {sure} are wrong and shown as sure",
    ]


def hands_cut_off() -> list[str]:
    kept = KEPT["framing"]
    photos, misread, quiet = (
        sum(cut[what] for cut in kept["cut"].values()) for what in ("photos", "another_hand", "quiet")
    )
    glare = kept["glare"]
    return [
        f"{misread} of {photos} are misread; {misread - quiet} of those carry a warning, {quiet} do not",
        f"reflected in one tile {glare['another_hand']} of {glare['photos']} are misread",
    ]


def rendered_tables() -> list[str]:
    large = ["rendered phone photos", "relaid phone photos", "relaid racks, phone photos"]
    small = ["rendered hands", "relaid hands", "other sets, hands"]
    drawn, relaid, others = map(share_exact, small)
    extras, sure_extras, quiet = (
        sum(report[what] for report in HANDS) for what in ("extras", "sure_extras", "quiet_hands")
    )
    askew = "relaid askew over 45°"
    wide, smaller = zip(*map(exact_by_width, small), strict=True)
    inexact = sum(part(report["pictures"], 1 - report["exact_parts"]) for report in HANDS)
    return [
        f"the least that phones take | {' | '.join(map(share_exact, large))} | |",
        f"as messengers send photos | {drawn} | {relaid} | | {others} |",
        f"of the latter, tiles wider than 45 pixels | {wide[0]} | {wide[1]} | | {wide[2]} |",
        f"of the latter, smaller tiles | {smaller[0]} | {smaller[1]} | | {smaller[2]} |",
        f"it is {share_exact('relaid askew')} hands with real faces",
        f"to {exact(askew)} of {REPORTS[askew]['pictures']} (sets at an angle)",
        f"any shape, it is {share_exact('modern sets, hands')} hands",
        f"the {sum(map(found, HANDS)):,} tiles found in all these kinds of hands",
        f"{sum(map(wrong_and_sure, HANDS))} were misread and marked sure",
        f"{sure_extras} of {extras} false detections were",
        f"the {inexact} hands that are not read exactly",
        f"wrong roles and groups included, {inexact - quiet} say so",
    ]


def time_and_memory() -> list[str]:
    peaks = dict(KEPT["memory"]["peak_megabytes"])
    avif = peaks.pop("AVIF")
    return [f"at most {max(peaks.values())} MB", f"{avif} MB as AVIF"]


def films() -> list[str]:
    pace = KEPT["steadiness"]["pace"]
    return [
        f"Of {pace['films']} rendered films it called {pace['steady_within_a_second']} steady",
        f"and {pace['steady']} in the end",
        f"{exact('live, once steady')} of these hands were exactly right at that moment",
        f"and {exact('live, at the end')} of the {pace['films']} when the film ended",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        *real_photos(),
        *worse_photos(),
        *hands_cut_off(),
        *rendered_tables(),
        *time_and_memory(),
        *films(),
    ],
)
def test_the_readme_gives_the_figures_measured_last(sentence: str) -> None:
    assert sentence in README
