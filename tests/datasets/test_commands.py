"""What the commands of the room refuse, and how."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from datasets.commands import FileError, run
from datasets.drawn import __main__ as drawn
from datasets.faces import FontError, pack
from datasets.faces import __main__ as faces
from datasets.scene import __main__ as scene
from datasets.scene import film
from datasets.scene import pack as scene_pack

DATASETS = Path(__file__).parents[2] / "datasets"

Main = Callable[[], None]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Main, str], None]:
    """Runs a command in an empty folder with these words after its name."""
    monkeypatch.chdir(tmp_path)

    def asked(main: Main, words: str) -> None:
        monkeypatch.setattr("sys.argv", ["command", *words.split()])
        run(main)

    return asked


Ask = Callable[[Main, str], None]


@pytest.mark.parametrize(
    ("main", "words"),
    [
        (faces.main, "out.png --seed -1"),
        (faces.main, "out.png --sets 0"),
        (faces.main, "out.png --height 0"),
        (faces.main, "out.png --tiles 5q"),
        (faces.main, "out.png --tiles ?"),
        (pack.main, "out.npz --sets 0"),
        (pack.main, "out.npz --seed one"),
        (scene.main, "out.png --count 0"),
        (scene.main, "out.png --columns 0"),
        (scene.main, "out.png --size 0x0"),
        (scene_pack.main, "out --count -1"),
        (scene_pack.main, "out --count 1 --size large"),
        (scene_pack.main, "out --count 1 --start -1"),
        (film.main, "out.avi --seconds 0"),
        (film.main, "out.avi --seconds nan"),
        (film.main, "out.avi --size 1280"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_before_anything_is_done(
    ask: Ask, capsys: pytest.CaptureFixture[str], tmp_path: Path, main: Main, words: str
) -> None:
    with pytest.raises(SystemExit) as end:
        ask(main, words)
    assert end.value.code == 2
    assert f"error: argument {words.split()[-2]}: " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("main", "words", "said"),
    [
        (faces.main, "out.what --sets 1 --tiles 1d", "out.what: the name of a picture must end in"),
        (faces.main, "nowhere/out.png --sets 1 --tiles 1d", "nowhere/out.png cannot be written"),
        (scene.main, "nowhere/out.png --count 1 --kind empty --size 64x64", "nowhere/out.png cannot"),
        (film.main, "out.gif --size 64x64 --seconds 0.1", "out.gif: the name of a film must end in"),
        (drawn.main, "glyphs nowhere.ttf", "nowhere.ttf does not exist"),
    ],
)
def test_what_cannot_be_read_or_written_is_said_in_a_sentence(
    ask: Ask, main: Main, words: str, said: str
) -> None:
    with pytest.raises(SystemExit, match=f"^{re.escape(said)}"):
        ask(main, words)


def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit, match=r"^file/out: Not a directory$"):
        ask(scene_pack.main, "file/out --count 1")


def test_missing_fonts_are_said_in_a_sentence(ask: Ask) -> None:
    def main() -> None:
        raise FontError("no installed font has the characters")

    with pytest.raises(SystemExit, match=r"^no installed font has the characters$"):
        ask(main, "")


@pytest.mark.parametrize("content", [b"", b"words", b"PK\x03\x04 and no more"])
def test_a_file_that_holds_no_faces_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other.npz"
    file.write_bytes(content)
    with pytest.raises(FileError, match=r"other\.npz is no file of faces"):
        list(pack.load(file))


def test_arrays_other_than_faces_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", np.zeros(3))
    np.savez(tmp_path / "other.npz", words=np.zeros(3))
    for name in ("one.npy", "other.npz"):
        with pytest.raises(FileError):
            list(pack.load(tmp_path / name))


def test_an_interrupted_command_ends_without_a_traceback() -> None:
    """Those that draw for hours are stopped so, and go on from there."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as ended:
        run(interrupted)
    assert ended.value.code == 130


def test_every_command_is_run_so() -> None:
    texts = [path.read_text("utf-8") for path in DATASETS.rglob("*.py")]
    mains = [text for text in texts if 'if __name__ == "__main__":' in text]
    assert len(mains) == 6
    assert all(text.endswith("    commands.run(main)\n") for text in mains)
