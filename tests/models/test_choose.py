"""The hands by which is chosen: counted as the judge counts, and never the judge's own."""

import pytest

from models import choose
from models.evaluate import UNSEEN_SEED


def test_no_hand_that_chooses_is_one_that_judges() -> None:
    seeds = [range(first, first + count) for _, _, first, count in choose.SETS]
    assert all(max(seed) < UNSEEN_SEED for seed in seeds)
    assert len({number for seed in seeds for number in seed}) == sum(map(len, seeds)), "each once"


def test_hands_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(choose, "SETS", (("drawn hands", "drawn", 7_400_000, 2),))
    choose.main()
    table, total = capsys.readouterr().out.rstrip().rsplit("\n", 1)
    assert "drawn hands (2)" in table
    assert total in {f"{exact} of 2 hands exactly right" for exact in range(3)}
