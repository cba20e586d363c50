"""What a kept hand brings, as it is counted."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from models import own_set_gain
from models.own_set_gain import KEPT, Gain, judge_photos
from scoring.tiles import Tile
from vision.arrays import Array, Pixels
from vision.faces.classify import TileClassifier


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


def test_where_no_hand_of_a_photo_is_kept_none_is_classified(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = SimpleNamespace(
        tiles=[SimpleNamespace(cut_off=False, outline=np.zeros((4, 2)), tile=Tile.parse("3d"))] * KEPT,
        session="a table",
        pixels=lambda: np.zeros((8, 8, 3), np.uint8),
    )
    looks: list[int] = []

    def classify(_: Pixels, corners: Array) -> SimpleNamespace:
        looks.append(len(corners))
        return SimpleNamespace(probabilities=np.zeros((len(corners), 44)), corners=corners)

    monkeypatch.setattr(own_set_gain, "load_photos", lambda *_, **__: [photo])
    classifier = cast(TileClassifier, SimpleNamespace(classify=classify))
    assert judge_photos(classifier, 0).truth == looks == []
    judge_photos(classifier, 1)
    assert looks == [KEPT]
