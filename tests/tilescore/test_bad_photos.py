"""Files that are no readable photo: one sentence, the code, the exit status, and the rest goes on."""

import io
import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.tilescore.conftest import Run
from tests.tilescore.readings import reading_of
from vision.pixels.decode import load_photo
from vision.reading import Reading


class Decoder:
    """Decodes for real, then finds one hand on whatever could be decoded: no models are needed."""

    def read(self, photo: Path, rules: str, **_: object) -> Reading:
        load_photo(photo)
        return reading_of("222c 444d / 345d 88c 67b", set_apart="5b", rules=rules)


@pytest.fixture(autouse=True)
def _no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilescore.photos.reader", Decoder)


def jpeg() -> bytes:
    noise = Image.effect_noise((640, 480), 80).convert("RGB")
    buffer = io.BytesIO()
    noise.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


def png_of(width: int, height: int) -> bytes:
    """A PNG that claims to be that large in its header and holds nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_text("a mah-jongg hand"), "not-an-image"),
    "truncated": (lambda path: path.write_bytes(jpeg()[:5000]), "truncated"),
    "missing": (lambda path: path, "missing"),
    "directory": (lambda path: path.mkdir(), "not-a-file"),
    "empty": (lambda path: path.touch(), "empty"),
    "bomb": (lambda path: path.write_bytes(png_of(20_000, 10_000)), "too-large"),
    "pipe": (os.mkfifo, "not-a-file"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_among_photos(run: Run, tmp_path: Path, kind: str) -> None:
    bad, good = tmp_path / "bad.jpg", tmp_path / "good.jpg"
    make, code = BAD[kind]
    make(bad)
    good.write_bytes(jpeg())
    ran = run("read", bad, good, "--json")
    first, second = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 1
    assert (first["photo"], first["error"]["code"]) == (str(bad), code)
    assert second["hand"]
    (said,) = ran.err.splitlines()
    assert said == f"tilescore: {first['error']['message']}"
    assert said.count(str(bad)) == 1


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_alone(run: Run, tmp_path: Path, kind: str) -> None:
    bad = tmp_path / "bad.jpg"
    make, code = BAD[kind]
    make(bad)
    ran = run("score", bad, "--yes")
    assert (ran.status, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1
    assert json.loads(run("score", bad, "--json").out)["error"]["code"] == code


def test_names_in_any_script(run: Run, tmp_path: Path) -> None:
    photo = tmp_path / "麻將 héros.jpg"
    photo.write_bytes(jpeg())
    assert run("score", photo, "--yes").out.splitlines()[0] == str(photo)
    assert json.loads(run("read", photo, "--json").out)["photo"] == str(photo)


@pytest.mark.parametrize("good", [True, False], ids=["good", "bad"])
@pytest.mark.parametrize("name", ["new\nline.jpg", "\x1b[31mred.jpg", "\x9b2Jgone.jpg", "bell\a\u2028.jpg"])
def test_a_name_never_moves_the_cursor(run: Run, tmp_path: Path, name: str, good: bool) -> None:
    """Nor colours the terminal, nor makes two lines of one; JSON has it as it is."""
    photo = tmp_path / name
    photo.write_bytes(jpeg() if good else b"a mah-jongg hand")
    shown = str(tmp_path / repr(name)[1:-1])
    for command in ("read",), ("score", "--yes"):
        ran = run(*command, photo)
        said = ran.out if good else ran.err.removeprefix("tilescore: ")
        assert said.startswith(f"{shown}\n" if good else f"{shown} is not an image")
        assert len(ran.err.splitlines()) == (0 if good else 1)
        assert json.loads(run(*command, photo, "--json").out)["photo"] == str(photo)


@pytest.mark.parametrize("good", [True, False], ids=["good", "bad"])
def test_a_name_that_is_no_text_is_written_as_valid_json(run: Run, tmp_path: Path, good: bool) -> None:
    photo = tmp_path / os.fsdecode(b"h\xe9ros.jpg")
    try:
        photo.write_bytes(jpeg() if good else b"a mah-jongg hand")
    except OSError:
        pytest.skip("no file can have such a name here")
    for command in ("read",), ("score", "--yes"):
        out = run(*command, photo, "--json").out
        assert json.loads(out)["photo"] == str(tmp_path / "h�ros.jpg")
        json.dumps(json.loads(out), ensure_ascii=False).encode()


def test_annotating(run: Run, tmp_path: Path) -> None:
    photo, drawn = tmp_path / "hand.jpg", tmp_path / "drawn.png"
    photo.write_bytes(jpeg())
    assert run("score", photo, "--yes", "--annotate", drawn).status == 0
    with Image.open(drawn) as picture:
        assert picture.width >= 640


@pytest.mark.parametrize("command", [("read",), ("score", "--yes")], ids=["read", "score"])
def test_annotating_where_nothing_can_be_written(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(jpeg())
    ran = run(*command, photo, "--annotate", tmp_path / "nowhere" / "drawn.png")
    assert ran.status == 2
    assert "No such file" in ran.err


@pytest.mark.parametrize("command", [("read",), ("score", "--yes")], ids=["read", "score"])
def test_what_was_read_stands_where_it_cannot_be_drawn(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    photo, drawn = tmp_path / "hand.jpg", tmp_path / "drawn.png"
    photo.write_bytes(jpeg())
    drawn.mkdir()
    ran = run(*command, photo, "--json", "--annotate", drawn)
    assert ran.status == 1
    assert f"{drawn}: Is a directory." in ran.err
    assert "error" not in json.loads(ran.out)
