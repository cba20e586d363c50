"""Sources of frames: films frame by frame, live ones by their newest picture, and everything that fails."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.arrays import Pixels
from vision.errors import CameraError
from vision.film import camera
from vision.film.camera import Camera

STREAM = "rtsp://camera.invalid/hand"


def picture(number: int) -> Pixels:
    """A picture that says which one it is by its brightness."""
    return np.full((48, 64, 3), 10 * number, np.uint8)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 8.0, (64, 48))
    for number in range(12):
        writer.write(picture(number))
    writer.release()
    return path


class Plugged:
    """Stands in for `cv2.VideoCapture`: `good` numbered pictures, `pause` seconds apart, the `bad` ones
    damaged, then none."""

    good = 1000
    bad: frozenset[int] = frozenset()
    pause = 0.005

    def __init__(self, source: str | int) -> None:
        self.source = source
        self.released = False
        self._numbers = count()
        opened.append(self)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, _what: int, _value: float) -> bool:
        return True

    def get(self, _what: int) -> float:
        return 0.0

    def read(self) -> tuple[bool, Pixels | None]:
        time.sleep(self.pause)
        number = next(self._numbers)
        shown = number < self.good and number not in self.bad
        return (True, picture(number % 25)) if shown else (False, None)

    def release(self) -> None:
        self.released = True


opened: list[Plugged] = []


@pytest.fixture
def _plugged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened.clear()
    monkeypatch.setattr(cv2, "VideoCapture", Plugged)
    yield
    assert all(capture.released for capture in opened)


def test_a_film_gives_every_frame_at_its_own_time(film: Path) -> None:
    with Camera(str(film)) as source:
        frames = list(source)
    assert not source.live
    assert [round(float(frame.pixels.mean()) / 10) for frame in frames] == list(range(12))
    assert [frame.seconds for frame in frames] == pytest.approx([number / 8 for number in range(12)])
    assert frames[0].size == (64, 48)


@pytest.mark.usefixtures("_plugged")
def test_live_pictures_are_always_the_newest() -> None:
    with Camera(STREAM) as source:
        frames = iter(source)
        first, second = next(frames), next(frames)
        time.sleep(0.3)  # some sixty pictures come meanwhile, and all but the last are let go
        late = next(frames)
    assert source.live
    assert 0.0 == first.seconds < second.seconds
    assert late.seconds > 0.25
    assert late.seconds - second.seconds > 0.25


@pytest.mark.usefixtures("_plugged")
@pytest.mark.parametrize(
    ("source", "code", "words"),
    [(STREAM, "stream-ended", "has ended"), ("0", "camera-lost", "still plugged in")],
)
def test_what_is_live_and_stops_is_an_error(
    monkeypatch: pytest.MonkeyPatch, source: str, code: str, words: str
) -> None:
    monkeypatch.setattr(Plugged, "good", 4)
    monkeypatch.setattr(sys, "platform", "elsewhere")  # no /dev to look for the camera in
    with Camera(source) as live, pytest.raises(CameraError, match=words) as raised:
        for _ in live:
            pass
    assert raised.value.code == code


@pytest.mark.usefixtures("_plugged")
def test_a_damaged_picture_now_and_then_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = {3, 4, 8}
    monkeypatch.setattr(Plugged, "bad", frozenset(n for n in range(Plugged.good) if n % 25 in damaged))
    monkeypatch.setattr(Plugged, "pause", 0.02)
    with Camera(STREAM) as source:
        shown = [int(frame.pixels[0, 0, 0]) // 10 for frame, _ in zip(source, range(12), strict=False)]
    assert shown[0] == 0
    assert len(set(shown)) > 2
    assert not damaged & set(shown)


@pytest.mark.usefixtures("_plugged")
def test_a_camera_that_gives_no_picture_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Plugged, "good", 0)
    monkeypatch.setattr(sys, "platform", "elsewhere")
    with pytest.raises(CameraError, match="busy") as raised:
        Camera("0")
    assert raised.value.code == "camera-busy"


@pytest.mark.usefixtures("_plugged")
def test_a_camera_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "PATIENCE", 0.05)
    with Camera(STREAM) as source:
        frames = iter(source)
        next(frames)
        monkeypatch.setattr(Plugged, "pause", 0.4)
        with pytest.raises(CameraError):
            for _ in frames:
                pass


@pytest.mark.usefixtures("_plugged")
def test_while_a_stream_stalls_something_else_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    with Camera(STREAM) as source:
        frames = source.with_waits()
        assert next(frames) is not None
        monkeypatch.setattr(Plugged, "pause", 0.5)
        seen = list(islice(frames, 12))
        monkeypatch.setattr(Plugged, "pause", 0.005)
    assert seen.count(None) >= 6
    assert any(frame is not None for frame in seen)


def test_a_missing_camera_is_named() -> None:
    with pytest.raises(CameraError, match=r"no camera 970|camera 970 is not there") as raised:
        Camera("970")
    assert raised.value.code in ("no-camera", "camera-busy")


def test_a_number_no_camera_has() -> None:
    with pytest.raises(CameraError) as raised:
        Camera("12345678901234567890")
    assert raised.value.code == "no-camera"


def test_a_film_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"nothing\.avi does not exist\.$") as raised:
        Camera(f"{tmp_path}/nothing.avi")
    assert raised.value.code == "missing"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("null\0.avi", "embedded null byte"),
        ("x" * 5000, "File name too long"),
        ("film.avi/film.avi", "Not a directory"),
    ],
    ids=["a null", "a long name", "a file in a file"],
)
def test_a_film_of_which_nobody_can_tell_whether_it_is_there(film: Path, name: str, reason: str) -> None:
    with pytest.raises(CameraError, match=f"cannot be read: {reason}\\.$") as raised:
        Camera(f"{film.parent}/{name}")
    assert raised.value.code == "unreadable"


def test_a_folder_is_no_film(tmp_path: Path) -> None:
    with pytest.raises(CameraError) as raised:
        Camera(str(tmp_path))
    assert raised.value.code == "not-a-file"


@pytest.mark.parametrize("source", ["{}/hand\udcff.avi", f"{STREAM}\udcff"])
def test_a_name_that_is_no_utf8_is_refused(tmp_path: Path, source: str) -> None:
    """Without a word to OpenCV, which would end the process over it."""
    with pytest.raises(CameraError, match=r"hand�(\.avi)? cannot be read: its name is no UTF-8\.$") as raised:
        Camera(source.format(tmp_path))
    assert raised.value.code == "unreadable"


@pytest.mark.parametrize("content", [b"", b"RIFF" + b"x" * 500, b"a mah-jongg hand"])
def test_a_file_that_is_no_film(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "film.avi"
    path.write_bytes(content)
    with pytest.raises(CameraError) as raised:
        Camera(str(path))
    assert raised.value.code == "not-a-film"


def test_a_photo_is_no_film(tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    Image.new("RGB", (64, 48), "beige").save(path)
    with Camera(str(path)) as camera, pytest.raises(CameraError, match="take photos") as raised:
        list(camera)
    assert raised.value.code == "not-a-film"


def test_opencv_and_ffmpeg_say_nothing_themselves(tmp_path: Path) -> None:
    """In a process of its own, since what they write goes past Python."""
    path = tmp_path / "film.avi"
    path.write_bytes(b"RIFF" + b"x" * 500)
    code = (
        "import sys\nfrom vision.film.camera import Camera\nfrom vision.errors import CameraError\n"
        "for source in sys.argv[1:]:\n"
        "    try: Camera(source)\n"
        "    except CameraError as error: print(error.code)\n"
    )
    sources = (str(path), "rtsp://127.0.0.1:9/hand", "http://127.0.0.1:9/hand.mjpg", "970")
    done = subprocess.run(
        [sys.executable, "-c", code, *sources],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={name: value for name, value in os.environ.items() if not name.startswith("OPENCV")},
    )
    assert done.stderr == ""
    assert done.stdout.split()[:3] == ["not-a-film", "no-stream", "no-stream"]


def test_opencv_is_silenced_where_its_oldest_version_has_its_log(
    film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels: list[int] = []
    monkeypatch.delattr(cv2.utils, "logging", raising=False)
    monkeypatch.setattr(cv2, "setLogLevel", levels.append, raising=False)
    with Camera(str(film)) as frames:
        assert next(iter(frames)).size == (64, 48)
    assert levels == [0]
