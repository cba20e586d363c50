"""How long reading takes is measured in a process of its own."""

from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from models.speed import main, measured

EXAMPLE = Path(__file__).parents[2] / "examples/hand.jpg"


def test_reading_is_timed_against_decoding() -> None:
    figures = measured(EXAMPLE, repeats=2)
    assert figures["read"] > figures["imread"] > 0
    assert figures["ratio"] == pytest.approx(figures["read"] / figures["imread"])


def test_what_is_no_photo_is_refused_in_one_sentence(tmp_path: Path) -> None:
    app = Typer(rich_markup_mode=None)
    app.command()(main)
    answer = CliRunner().invoke(app, [str(tmp_path / "none.jpg")])
    assert answer.exit_code == 2
    assert "does not exist" in answer.output
    assert "Traceback" not in answer.output
