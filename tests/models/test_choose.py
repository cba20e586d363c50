"""The hands by which is chosen: counted as the judge counts, and never the judge's own."""

import json
from pathlib import Path

import pytest
import typer

from models import choose, train_belonging
from models.unseen import UNSEEN_SEED, rendered
from vision.read import Reader
from vision.reading import CUT_OFF

ONE = (("drawn hands", "drawn", 7_400_000, 2),)


def test_no_hand_that_chooses_is_one_that_judges_or_teaches() -> None:
    sets = (*choose.SETS, *train_belonging.SETS)
    seeds = [range(first, first + count) for _, _, first, count in sets]
    assert all(max(seed) < UNSEEN_SEED for seed in seeds)
    assert len({number for seed in seeds for number in seed}) == sum(map(len, seeds)), "each once"


def counted(capsys: pytest.CaptureFixture[str], finds: Path | None = None) -> str:
    choose.main(finds=finds)
    return capsys.readouterr().out


def test_hands_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(choose, "SETS", ONE)
    table, total = counted(capsys).rstrip().rsplit("\n", 1)
    assert "drawn hands (2)" in table
    assert total in {f"{exact} of 2 hands exactly right" for exact in range(3)}


def test_what_was_found_once_need_not_be_looked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The same figures, the second time without a picture."""
    monkeypatch.setattr(choose, "SETS", ONE)
    read = counted(capsys)
    assert counted(capsys, tmp_path) == read
    monkeypatch.setattr(choose, "rendered_one", lambda *_, **__: None)
    assert counted(capsys, tmp_path) == read
    with pytest.raises(typer.BadParameter, match="without their pictures"):
        choose.main(failures=tmp_path / "pictures", finds=tmp_path)


def test_what_other_networks_found_is_not_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """New weights, or another temperature, are judged by what they find themselves."""
    monkeypatch.setattr(choose, "SETS", ())
    counted(capsys, tmp_path)
    note = tmp_path / "models.json"
    found_by = json.loads(note.read_text(encoding="utf-8"))
    found_by["models"]["classifier"]["temperature"] += 0.1
    note.write_text(json.dumps(found_by), encoding="utf-8")
    with pytest.raises(typer.BadParameter, match="what other networks found; name another folder"):
        choose.main(finds=tmp_path)


def test_a_tile_said_to_be_cut_off_is_said_to_be_so_without_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a hand that is wrong for it would count as one of which nothing is said."""
    monkeypatch.setattr(choose, "unseen", lambda *_: (CUT_OFF,))
    reader = Reader()
    ((scene, reading),) = choose.put_together(choose.look_at(reader, scene) for scene in rendered(1, "hand"))
    assert scene.image.size == 0
    assert reading is not None
    assert CUT_OFF in reading.problems
