"""How much memory reading takes is measured of each form by itself."""

from pathlib import Path

import pytest
from PIL import Image
from typer import Typer
from typer.testing import CliRunner

pytest.importorskip("pillow_heif")

from models import memory

EXAMPLE = Path(__file__).parents[2] / "examples/hand.jpg"


def _nothing(photo: Image.Image, path: Path) -> None:  # noqa: ARG001 - one signature for all forms
    path.write_bytes(b"")


def test_a_form_that_is_refused_is_named_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = memory.FORMS["JPEG"]
    monkeypatch.setattr(memory, "FORMS", {"JPEG": usual, "empty file": _nothing, "JPEG again": usual})
    with Image.open(EXAMPLE) as photo:
        peaks = memory.peaks_of(photo)
    assert {name for name, peak in peaks.items() if peak} == {"JPEG", "JPEG again"}
    assert peaks["empty file"] is None
    said = capsys.readouterr().err
    assert said.startswith("empty file gave no figure: ")
    assert said.endswith("photo is empty.\n")
    assert said.count("\n") == 1


def test_figures_are_kept_where_no_form_gives_any(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "FORMS", {"JPEG": _nothing})
    monkeypatch.setattr(memory, "SIZE", (80, 60))
    monkeypatch.setattr(memory, "_MEASURE", "import os; os.abort()")
    figures = tmp_path / "memory.json"
    figures.write_text("measured before")
    app = Typer(rich_markup_mode=None)
    app.command()(memory.main)
    answer = CliRunner().invoke(app, ["--json", str(figures)])
    assert answer.exit_code == 1
    assert answer.output == "JPEG gave no figure: the program ended without a word.\n"
    assert figures.read_text() == "measured before"
