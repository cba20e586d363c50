"""The judge's own arithmetic, on small cases that can be checked by hand."""

import pytest

from models.evaluate import Named, Report, calibration_error, matches
from scoring.tiles import Tile


def named(
    truth: str, tile: str, confidence: float, *, sure: bool = True, others: tuple[str, ...] = ()
) -> Named:
    return Named(Tile.parse(truth), Tile.parse(tile), confidence, sure, tuple(map(Tile.parse, others)))


@pytest.mark.parametrize(
    ("truths", "found", "pairs"),
    [
        pytest.param([], [(0, 0, 1, 1)], [], id="nothing there"),
        pytest.param([(0, 0, 10, 10)], [], [], id="nothing found"),
        pytest.param([(0, 0, 10, 10)], [(1, 1, 11, 11)], [(0, 0)], id="a little off"),
        pytest.param([(0, 0, 10, 10)], [(6, 0, 16, 10)], [], id="the neighbour"),
        pytest.param([(0, 0, 10, 10)], [(1, 0, 11, 10), (0, 0, 10, 10)], [(0, 1)], id="the better"),
        pytest.param(
            [(0, 0, 10, 10), (10, 0, 20, 10)],
            [(10, 0, 20, 10), (0, 0, 10, 10)],
            [(0, 1), (1, 0)],
            id="each once",
        ),
    ],
)
def test_matches(
    truths: list[tuple[float, float, float, float]],
    found: list[tuple[float, float, float, float]],
    pairs: list[tuple[int, int]],
) -> None:
    assert sorted(matches(truths, found)) == pairs


def test_calibration_error_is_the_gap_between_confidence_and_truth() -> None:
    honest = [named("1c", "1c", 0.75)] * 3 + [named("1c", "2c", 0.75)]
    boastful = [named("1c", "2c", 0.95)] * 4
    assert calibration_error(honest) == pytest.approx(0)
    assert calibration_error(boastful) == pytest.approx(0.95)
    assert calibration_error(honest + boastful) == pytest.approx(0.475)


def test_figures_of_a_report() -> None:
    report = Report("some", pictures=1, tiles=5, found=4, extras=1, hands=2, exact_hands=1)
    report.named = [
        named("1c", "1c", 0.99),
        named("2c", "2c", 0.6, sure=False),
        named("1s", "1f", 0.97, others=("1s",)),
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
    assert figures["right_among_alternatives"] == 0.5
    assert figures["exact_by_width"] is None
    report.widths = [(44.0, True), (29.9, False), (30.0, False), (120.0, True)]
    assert report.by_width() == {"under 30": "0/1", "30 to 45": "1/2", "over 45": "1/1"}
    assert report.per_class() == {"1c": "1/1", "2c": "1/1", "1s": "0/1", "2s": "0/1"}
