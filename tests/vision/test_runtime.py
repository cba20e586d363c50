"""The shipped weights: small, whole, and those their cards describe."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from vision import runtime
from vision.errors import ModelError

NAMES = ("detector", "classifier", "referee", "seasons")


def test_weights_together_are_under_12_megabytes() -> None:
    folder = resources.files("models.weights")
    assert sum(len((folder / f"{name}.onnx.gz").read_bytes()) for name in NAMES) < 12e6


@pytest.mark.parametrize("name", NAMES)
def test_cards_say_what_the_weights_learned_from(name: str) -> None:
    card = json.loads((resources.files("models.weights") / f"{name}.json").read_text(encoding="utf-8"))
    assert card["name"] == name
    training = "referees" if name in ("referee", "seasons") else name
    assert card["trained_by"][0].startswith(f"python -m models.train_{training} ")
    assert "training" in {use.split(",")[0] for use in card["data"].values()}


def test_reading_leaves_nothing_in_a_users_home(tmp_path: Path) -> None:
    """onnxruntime would keep a number for the machine there, and what it means to report to its makers. On
    machines that test it keeps quiet by itself, so this one must not look like one."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    root = str(Path(runtime.__file__).parents[1])
    load = "from vision.runtime import load_model; load_model('referee', 1)"
    subprocess.run(
        [sys.executable, "-c", load],
        env=kept | {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PYTHONPATH": root},
        check=True,
    )
    assert not list(tmp_path.rglob("*"))


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation whose weights can be harmed."""
    runtime.load_model.cache_clear()
    monkeypatch.setattr(resources, "files", lambda _: tmp_path)
    return tmp_path


def test_missing_weights_say_so(elsewhere: Path) -> None:
    assert elsewhere.is_dir()
    with pytest.raises(ModelError, match="the detector's weights are missing"):
        runtime.load_model("detector", 1)


def test_weights_hidden_by_something_of_the_same_name_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    runtime.load_model.cache_clear()
    monkeypatch.delitem(sys.modules, "models.weights", raising=False)
    monkeypatch.setitem(sys.modules, "models", ModuleType("models"))
    with pytest.raises(ModelError, match="the detector's weights are missing, or hidden by"):
        runtime.load_model("detector", 1)


@pytest.mark.parametrize(
    "packed",
    [b"not packed", gzip.compress(b"not a network"), gzip.compress(bytes(99))[:-9], b""],
    ids=["not packed", "no network", "cut short", "empty"],
)
def test_damaged_weights_say_so(elsewhere: Path, packed: bytes) -> None:
    (elsewhere / "detector.onnx.gz").write_bytes(packed)
    (elsewhere / "detector.json").write_text(json.dumps({"sha256": "0" * 64}), encoding="utf-8")
    with pytest.raises(ModelError, match="the detector's weights are damaged"):
        runtime.load_model("detector", 1)


@pytest.mark.parametrize("card", ["", "[]", '{"sha256": "12', "{}"])
def test_a_damaged_card_says_so(elsewhere: Path, card: str) -> None:
    (elsewhere / "detector.onnx.gz").write_bytes(gzip.compress(b"not a network"))
    (elsewhere / "detector.json").write_text(card, encoding="utf-8")
    with pytest.raises(ModelError, match="the detector's weights are damaged"):
        runtime.load_model("detector", 1)


def test_weights_that_cannot_be_run_say_so(elsewhere: Path) -> None:
    weights = b"not a network"
    (elsewhere / "detector.onnx.gz").write_bytes(gzip.compress(weights))
    card = {"sha256": hashlib.sha256(weights).hexdigest()}
    (elsewhere / "detector.json").write_text(json.dumps(card), encoding="utf-8")
    with pytest.raises(ModelError, match="the detector's weights cannot be run"):
        runtime.load_model("detector", 1)


def test_a_model_is_loaded_once_and_runs() -> None:
    model = runtime.load_model("classifier", 1)
    assert runtime.load_model("classifier", 1) is model
    faces, turns = model.run(np.zeros((3, 80, 64, 3), np.uint8))
    assert faces.shape == (3, 44)
    assert turns.shape == (3, 4)
