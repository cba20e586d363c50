"""The temperature of the classifier's probabilities."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.photos import RealPhoto, RealTile
from models import calibrate
from models.calibrate import best_temperature, halved, seen
from models.matching import rectangle
from scoring.tiles import Tile
from vision.faces.classify import TileClassifier


@pytest.mark.parametrize("temperature", [0.6, 1.0, 1.8])
def test_the_temperature_that_was_taken_away_is_found(temperature: float) -> None:
    rng = np.random.default_rng(3)
    honest = rng.normal(0, 2, (20_000, 5))
    probs = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    truths = (probs.cumsum(axis=1) > rng.random((len(probs), 1))).argmax(axis=1)
    assert best_temperature(honest * temperature, truths) == pytest.approx(temperature, rel=0.04)


def test_what_is_cut_off_and_seasons_say_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.full((80, 60, 3), 200, np.uint8))
    whole, cut_off, season = (
        RealTile(Tile.parse(code), (0, 0, 60, 80), rectangle(60, 80), exact=True, cut_off=cut_off, turns=0)
        for code, cut_off in (("3d", False), ("Ew", True), ("2f", False))
    )
    photos = [
        RealPhoto(
            path, "", "a table", "dev", original=True, exhaustive=True, exhaustive_faces=True, tiles=tiles
        )
        for tiles in ((whole, cut_off), (cut_off, season))
    ]
    monkeypatch.setattr(calibrate, "load_crops", lambda _: [])
    monkeypatch.setattr(calibrate, "load_photos", lambda *_, **__: photos)
    logits, truths, groups = seen(TileClassifier())
    assert logits.shape == (1, 44)
    assert truths.tolist() == [whole.tile.index]
    assert groups == ["a table"]


def test_tables_are_halved_by_size_and_those_of_one_size_by_name() -> None:
    tables = "dcbhaaefggg"
    assert dict(zip(tables, halved(tables).tolist(), strict=True)) == dict(
        zip("gabcdefh", [0, 1] * 4, strict=True)
    )
