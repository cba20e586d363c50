"""Parts of real photos that a few tiles fill."""

from types import SimpleNamespace

import numpy as np
import pytest

from datasets.photos import RealPhoto
from models.close_ups import COUNTS, close_ups
from models.failures import Album
from models.judging import judge_close_ups, read_close_ups
from scoring.tiles import parse_tiles
from tests.models.test_judging import photo


@pytest.fixture(autouse=True)
def pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RealPhoto, "pixels", lambda _: np.zeros((40, 400, 3), np.uint8))


def test_a_close_up_shows_so_many_tiles_of_a_row_whole_and_is_enlarged() -> None:
    row = list(parse_tiles("123456789c"))
    for (picture, truths), count in zip(close_ups(0, photo("123456789c")), COUNTS, strict=True):
        assert max(picture.shape[:2]) == 1280
        shown = [tile for tile, _ in truths]
        assert len(shown) == count
        assert any(shown == row[first : first + count] for first in range(len(row)))
        for _, (left, top, right, bottom) in truths:
            assert (right - left) / (bottom - top) == pytest.approx(10 / 14)
            assert 0 <= left < right <= picture.shape[1]


def test_a_photo_of_few_tiles_has_no_close_ups_of_more() -> None:
    assert len(list(close_ups(0, photo("12c")))) == 2


def test_what_a_close_up_shows_is_to_be_found() -> None:
    asked = []

    def read(_: object, *, everything: bool) -> None:
        asked.append(everything)

    reader = SimpleNamespace(read=read)
    shown = read_close_ups(reader, (0, photo("123456789c")))  # type: ignore[arg-type]
    report = judge_close_ups(shown, Album(None))
    assert asked == [True] * len(COUNTS)
    assert (report.pictures, report.tiles, report.found) == (len(COUNTS), sum(COUNTS), 0)
    assert report.extras is None, "other tiles are seen in part"
