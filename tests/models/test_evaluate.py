"""What the judge prints besides its table, and what it times."""

from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from datasets.scene import Scene
from models import evaluate
from models.evaluate import confusions, judge_speed
from models.report import Report
from tests.models.test_report import named
from vision.errors import PhotoError
from vision.reading import Reading


def test_a_real_tile_that_is_misread_is_counted_once() -> None:
    """The tiles of hands are among all that the photos show; drawn tiles are not real."""
    reports = [
        Report(name, named=[named("1c", "1c", 0.9), named("1s", "1f", 0.6)])
        for name in ("dev crops, Seasons", "dev photos, tiles", "dev photos, hands", "rendered hands")
    ]
    assert confusions(reports) == {"1s→1f": 2}


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> Callable[[set[int]], dict[str, float]]:
    """Times three photos without tiles, of which a reader refuses some."""
    empty = Scene(np.zeros((96, 128, 3), np.uint8), (), None, "hand", 0.0)
    ratios = iter((1.5, 2.0, 4.0))
    monkeypatch.setattr(evaluate, "PHONE_PHOTOS", 3)
    monkeypatch.setattr(evaluate, "rendered", lambda *_: repeat(empty))
    monkeypatch.setattr(evaluate, "measured", lambda *_: {"ratio": next(ratios)})

    def judged(refused: set[int]) -> dict[str, float]:
        files = iter(range(1, 4))

        def read(photo: object, **_: Any) -> Reading:
            if isinstance(photo, Path) and next(files) in refused:
                raise PhotoError("no-tiles", "No tiles were found.")
            return Reading("", (1, 1), 0, ())

        return judge_speed(SimpleNamespace(read=read), 1)  # type: ignore[arg-type]

    return judged


@pytest.mark.parametrize(
    ("refused", "figures"),
    [
        pytest.param(
            {2},
            {"ratio": 1.75, "least": 1.5, "most": 2.0, "photos": 2, "exact": 2, "exact_small": 2},
            id="one",
        ),
        pytest.param({1, 2, 3}, {}, id="all"),
    ],
)
def test_a_timed_photo_that_is_refused_is_named_and_the_others_are_timed(
    timed: Callable[[set[int]], dict[str, float]],
    capsys: pytest.CaptureFixture[str],
    refused: set[int],
    figures: dict[str, float],
) -> None:
    assert timed(refused) == figures
    told = [f"photo {number} of 3 could not be timed: No tiles were found." for number in sorted(refused)]
    assert capsys.readouterr().err.splitlines() == told
