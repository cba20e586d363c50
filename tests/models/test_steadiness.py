"""The judge of live reading: what it counts, and how long it says things took."""

import numpy as np
import pytest

from datasets.scene.film import sample_film
from models.steadiness import SINGLES, Judge, Pace, Pooling, product
from vision.faces.classify import TileClassifier
from vision.read import Reader


def test_the_pace_in_a_few_numbers() -> None:
    pace = Pace(until_steady=[0.5, None, 1.5], frame_seconds=[0.02, 0.04], wall_seconds=[0.03, 0.05])
    figures = pace.figures()
    assert (figures["films"], figures["steady"], figures["steady_within_a_second"]) == (3, 2, 1)
    assert figures["seconds_until_steady"] == {"median": 1.0, "most": 1.5}
    assert figures["frame_milliseconds"]["processor"]["mean"] == 30.0
    assert figures["readings_per_core_second"] == pytest.approx(1 / 0.03)


def test_a_film_is_read_alone_and_live() -> None:
    judge = Judge(Reader(threads=1), threads=1)
    film = sample_film(9_600_004, (640, 360), seconds=3.0, frames_per_second=8)
    judge.watch(film)
    assert judge.alone.pictures == len(SINGLES)
    assert judge.last.pictures == judge.last.hands == 1
    assert judge.steady.pictures == sum(wait is not None for wait in judge.pace.until_steady)
    hand = sum(tile.role != "other" for tile in film.scene.tiles)
    assert (judge.alone.tiles, judge.last.tiles) == (len(SINGLES) * hand, hand)
    resting = sum(film.frame(number).resting for number in range(film.length))
    assert len(judge.pace.frame_seconds) == len(judge.pace.wall_seconds) == resting


def test_ways_to_hear_looks_together_judge_the_same_tiles() -> None:
    pooling = Pooling(TileClassifier(threads=1))
    film = sample_film(9_600_004, (640, 360), seconds=2.0, frames_per_second=6)
    pooling.watch(film)
    assert len(pooling.reports) == 4
    counts = {(report.tiles, len(report.named)) for report in pooling.reports.values()}
    assert len(counts) == 1


def test_a_product_of_looks_grows_surer() -> None:
    looks = np.array([[[0.8, 0.1, 0.1], [0.8, 0.1, 0.1]]], np.float32)
    assert product(looks)[0] == pytest.approx([64 / 66, 1 / 66, 1 / 66])
