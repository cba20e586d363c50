"""The counts of a report, on small cases that can be checked by hand."""

from collections import Counter

import numpy as np
import pytest

from models.report import Named, Report, calibration_error, named_from_probabilities
from scoring.tiles import Tile, parse_tiles
from vision.probabilities import NO_TILE
from vision.reading import Reading, ReadTile, Row


def named(
    truth: str, tile: str, confidence: float, *, sure: bool = True, others: tuple[str, ...] = ()
) -> Named:
    return Named(Tile.parse(truth), Tile.parse(tile), confidence, sure, tuple(map(Tile.parse, others)))


def test_what_is_taken_for_a_tile_and_is_none_counts_twice_when_it_was_sure() -> None:
    read = [
        ReadTile(Tile.parse(code), 0.99, sure, (), ((x, 0), (x + 10, 0), (x + 10, 10), (x, 10)))
        for code, sure, x in (("1c", True, 0), ("2c", True, 50), ("3c", False, 100), ("4c", True, 150))
    ]
    report = Report("some", found=0)
    truths = [(Tile.parse("1c"), (0.0, 0.0, 10.0, 10.0))]
    report.count_tiles(truths, read, complete=True, unmarked=Counter([Tile.parse("4c")]))
    assert (report.found, report.extras, report.sure_extras) == (1, 2, 1)


def test_calibration_error_is_the_gap_between_confidence_and_truth() -> None:
    honest = [named("1c", "1c", 0.75)] * 3 + [named("1c", "2c", 0.75)]
    boastful = [named("1c", "2c", 0.95)] * 4
    assert calibration_error(honest) == pytest.approx(0)
    assert calibration_error(boastful) == pytest.approx(0.95)
    assert calibration_error(honest + boastful) == pytest.approx(0.475)
    assert calibration_error([named("1c", "2c", 1.0)]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("seen", "offered"),
    [
        pytest.param({"1c": 0.6, "?": 0.1, "2c": 0.3}, "2c ?", id="the likeliest first, a back as well"),
        pytest.param({"1c": 0.9985, "2c": 0.001, "3c": 0.0005}, "2c", id="no unlikely one"),
        pytest.param(
            {"1c": 0.2} | {f"{rank}b": 0.09 - rank / 1000 for rank in range(1, 10)}, "1234567b", id="seven"
        ),
    ],
)
def test_a_single_face_is_offered_as_what_the_program_offers(seen: dict[str, float], offered: str) -> None:
    probs = np.zeros(44, np.float32)
    for code, share in seen.items():
        probs[Tile.parse(code).index] = share
    probs[NO_TILE] = 0.05  # which nothing can be offered as
    told = named_from_probabilities(Tile.parse("1c"), probs)
    assert told.right
    assert told.confidence == pytest.approx(seen["1c"])
    assert told.alternatives == tuple(parse_tiles(offered))


def test_figures_of_a_report() -> None:
    report = Report("some", pictures=1, tiles=5, found=4, extras=1, hands=2, exact_hands=1)
    report.named = [
        named("1c", "1c", 0.99),
        named("2c", "2c", 0.6, sure=False),
        named("1s", "1f", 0.97, others=("2f", "2s", "3f", "1s")),
        named("2s", "3s", 0.5, sure=False, others=("4s",)),
    ]
    figures = report.figures()
    assert figures["found"] == 0.8
    assert figures["named_rightly"] == 0.5
    assert figures["seasons_named_rightly"] == 0
    assert figures["exact_hands"] == 0.5
    assert figures["exact_parts"] is None
    assert figures["silent_misreads_per_1000"] == 250
    assert figures["right_but_unsure"] == 0.5
    assert (figures["right_among_three"], figures["right_among_alternatives"]) == (0, 0.5)
    assert figures["exact_by_width"] is None
    report.widths = [(44.0, True), (29.9, False), (30.0, False), (120.0, True)]
    assert report.by_width() == {"under 30": "0/1", "30 to 45": "1/2", "over 45": "1/1"}
    assert report.per_class() == {"1c": "1/1", "2c": "1/1", "1s": "0/1", "2s": "0/1"}


@pytest.mark.parametrize(
    ("sure", "problems", "exact", "parts", "quiet"),
    [
        pytest.param(True, (), False, None, 1, id="a wrong tile and nothing said"),
        pytest.param(True, (), True, False, 1, id="a wrong part and nothing said"),
        pytest.param(True, (), True, True, 0, id="right"),
        pytest.param(False, (), False, False, 0, id="a tile marked"),
        pytest.param(True, ("There seem to be too many 1c.",), False, False, 0, id="a problem told"),
    ],
)
def test_a_hand_is_quiet_when_it_is_wrong_and_nothing_makes_one_look(
    sure: bool, problems: tuple[str, ...], exact: bool, parts: bool | None, quiet: int
) -> None:
    tile = ReadTile(Tile.parse("1c"), 0.9, sure, (), ((0, 0), (9, 0), (9, 12), (0, 12)))
    reading = Reading("some.jpg", (20, 20), 0, (Row("concealed", ((tile,),)),), problems)
    report = Report("some")
    report.count_hand(reading, exact=exact, exact_parts=parts)
    report.count_hand(None, exact=False, exact_parts=None if parts is None else False)
    assert (report.hands, report.exact_hands, report.quiet_hands) == (2, exact, quiet)
    assert report.exact_parts == parts
