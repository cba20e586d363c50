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
from vision.decode import load_photo
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
