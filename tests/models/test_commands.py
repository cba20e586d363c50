"""What the commands of the room refuse, and how."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from datasets.photos import DatasetMissingError
from tests.models import need_torch

need_torch()

from models import (  # noqa: E402
    choose,
    export,
    hard_faces,
    hard_scenes,
    own_set_gain,
    robustness,
    steadiness,
    train_belonging,
    train_classifier,
    train_detector,
    train_referees,
)
from models.commands import run  # noqa: E402

MODELS = Path(__file__).parents[2] / "models"


def answer_of(main: Callable[..., None], arguments: list[str]) -> Result:
    """What a command says and ends with."""
    app = typer.Typer(rich_markup_mode=None)
    app.command()(main)
    return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize(
    ("main", "asked"),
    [
        (choose.main, "--processes 0"),
        (export.main, "detector runs --kept 1.5"),
        (hard_scenes.main, "runs --missed 0"),
        (own_set_gain.main, "--sets -1"),
        (own_set_gain.main, "--first-seed -1"),
        (robustness.main, "--count 0"),
        (robustness.main, "--processes 0"),
        (steadiness.main, "--films 0"),
        (train_belonging.main, "--processes -2"),
        (train_classifier.main, "runs --batch 0"),
        (train_classifier.main, "runs --rate -1"),
        (train_classifier.main, "runs --steps 0"),
        (train_detector.main, "runs --real 2"),
        (train_referees.main, "runs --workers -1"),
        (train_referees.main, "runs --seed -1"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_before_anything_is_done(
    main: Callable[..., None], asked: str
) -> None:
    answer = answer_of(main, asked.split())
    assert answer.exit_code == 2
    assert f"Invalid value for '{asked.split()[-2]}'" in answer.output


def test_a_detector_needs_something_to_learn_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There are real photos alone, and they are to have no share: they need not even be there."""
    monkeypatch.setattr(train_detector, "real_photos", lambda: pytest.fail("it asked for real photos"))
    answer = answer_of(train_detector.main, [str(tmp_path / "runs"), "--real", "0"])
    assert answer.exit_code == 2
    assert "without real photos there must be scenes to learn from" in answer.output


@pytest.mark.parametrize(("main", "option"), [(hard_faces.main, "--faces"), (hard_scenes.main, "--scenes")])
def test_something_must_be_named_that_may_be_hard(
    main: Callable[..., None], option: str, tmp_path: Path
) -> None:
    answer = answer_of(main, [str(tmp_path / "hard")])
    assert answer.exit_code == 2
    assert f"Missing option '{option}'" in answer.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (
            FileNotFoundError(2, "No such file or directory", "runs/faces.npz"),
            "runs/faces.npz does not exist",
        ),
        (DatasetMissingError("no tile collections in data"), "no tile collections in data"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, missing: FileNotFoundError, said: str
) -> None:
    def main() -> None:
        raise missing

    monkeypatch.setattr(sys, "argv", ["python -m models.some"])
    with pytest.raises(SystemExit, match=f"^{said}$"):
        run(main)


def test_every_command_is_run_so() -> None:
    assert [path.name for path in MODELS.glob("*.py") if "typer.run(" in path.read_text("utf-8")] == [
        "commands.py"
    ]
