"""What a kept hand brings, as it is counted."""

import json
from pathlib import Path

import numpy as np
import pytest

from models import own_set_gain
from models.own_set_gain import Gain
from scoring.tiles import Tile


@pytest.mark.parametrize(
    ("read", "confidence", "silent"), [("4d", 0.95, 0), ("4d", 0.97, 1), ("?", 0.97, 0), ("?", 0.995, 1)]
)
def test_a_wrong_tile_is_silent_where_the_program_calls_it_sure(
    read: str, confidence: float, silent: int
) -> None:
    truth = Tile.parse("3d").index
    probs = np.zeros((1, 44), np.float32)
    probs[0, [truth, Tile.parse(read).index]] = 1 - confidence, confidence
    gain = Gain("a tile", [probs], [probs], [np.array([truth])])
    assert gain.figures()["without"]["silent"] == silent


def test_where_nothing_was_read_there_is_nothing_to_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a single rendered set there is no other set's hand, of no set no hand at all."""
    monkeypatch.setattr(own_set_gain, "load_crops", lambda _: [])
    monkeypatch.setattr(own_set_gain, "load_photos", lambda *_, **__: [])
    own_set_gain.main(sets=0, json_file=tmp_path / "gain.json")
    assert json.loads((tmp_path / "gain.json").read_text(encoding="utf-8"))["gains"] == []
