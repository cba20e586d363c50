"""Pictures from a camera, a film or a stream, one after another.

A film is read frame by frame. What is live, a camera or a stream, is read by a thread of its own that keeps
the newest frame alone: whoever takes longer than the camera misses frames and never falls behind.
"""

import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, Self

import cv2
import numpy as np

from vision.arrays import Pixels
from vision.errors import CameraError, reason_of
from vision.names import file_name, source_name

PICTURE: Final = (1280, 720)
"""Width and height that a camera is asked for; it gives what it can."""

PATIENCE: Final = 8.0
"""Seconds without a new picture after which something live counts as lost."""

_FAILURES: Final = 10
"""Reads in a row that something live may fail: many cameras do while they start, and a frame is damaged now
and then."""

_PAUSE: Final = 0.1
"""Seconds from a read that failed to the next, and from one look to the next for what is yet to come: a
stream that is opened, or a new picture."""

_USUAL_RATE: Final = 30.0
"""Frames a second of a film that does not say."""


_Begun = tuple[cv2.VideoCapture, Pixels | None]
"""An open source and its first picture, None where it gives none."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, (h, w, 3) uint8 BGR, and how many seconds after the first one it was taken."""

    pixels: Pixels
    seconds: float

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        height, width = self.pixels.shape[:2]
        return width, height

    def mirrored(self) -> "Frame":
        """The frame with left and right exchanged."""
        return Frame(np.asarray(cv2.flip(self.pixels, 1), np.uint8), self.seconds)


class Camera:
    """An open source of frames; close it, or use it in a `with`.

    `source` is the number of a camera ("0"), a film file or a URL. Raises `CameraError`.
    """

    def __init__(self, source: str) -> None:
        _silence_opencv()
        self.name = source_name(source)
        self.live = source.isdecimal() or "://" in source
        why_missing = _why_missing(source)
        self._capture, first = _begin_stream(source) if "://" in source else _begin(source, live=self.live)
        if first is None:
            self._capture.release()
            raise CameraError(*why_missing)
        self._before = first
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._rate = rate if 0 < rate < 1000 else _USUAL_RATE
        self._newest = _Newest(self._capture) if self.live else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """The frames from here on, to be gone through once. A film's come to an end; a camera or a stream
        that stops raises `CameraError`, and so does a film of one picture."""
        return (frame for frame in self.with_waits() if frame is not None)

    def with_waits(self) -> Iterator[Frame | None]:
        """The same for who has something else to do besides: None for each moment in which none comes."""
        return self._taken() if self._newest is None else self._arriving(self._newest)

    def close(self) -> None:
        """Lets the camera go, so that another program can have it."""
        if self._newest is None or self._newest.stop():
            self._capture.release()

    def _taken(self) -> Iterator[Frame]:
        pixels: Pixels | None = self._before
        for number in count():
            if pixels is None:
                return
            yield Frame(pixels, number / self._rate)
            pixels = _read(self._capture)
            if pixels is None and number == 0:
                words = "is a single picture and no film; tilescore score and tilescore read take photos."
                raise CameraError("not-a-film", f"{self.name} {words}")

    def _arriving(self, newest: "_Newest") -> Iterator[Frame | None]:
        began, waited = time.monotonic(), 0.0
        yield Frame(self._before, 0.0)
        while True:
            asked = time.monotonic()
            pixels = newest.next()
            now = time.monotonic()
            waited = waited + now - asked if pixels is None else 0.0
            if pixels is not None:
                yield Frame(pixels, now - began)
            elif waited < PATIENCE and not newest.has_ended:
                yield None
            elif self.name.startswith("camera "):
                raise CameraError(
                    "camera-lost", f"{self.name} gives no more pictures; is it still plugged in?"
                )
            else:
                raise CameraError("stream-ended", f"{self.name} has ended.")


class _Newest:
    """The newest picture of something live, grabbed by a thread of its own."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture
        self._news = threading.Condition()
        self._pixels: Pixels | None = None
        self._over = False
        self._thread = threading.Thread(target=self._grab, name="camera", daemon=True)
        self._thread.start()

    def next(self) -> Pixels | None:
        """The newest picture not given yet, waited for; None where none comes within a moment."""
        with self._news:
            self._news.wait_for(lambda: self._pixels is not None or self._over, _PAUSE)
            pixels, self._pixels = self._pixels, None
            return pixels

    @property
    def has_ended(self) -> bool:
        """Whether all pictures have been given, and no more will come."""
        with self._news:
            return self._over and self._pixels is None

    def stop(self) -> bool:
        """Ends the thread. False when it hangs in the driver: releasing the camera then could crash."""
        with self._news:
            self._over = True
        self._thread.join(timeout=2.0)
        return not self._thread.is_alive()

    def _grab(self) -> None:
        while not self._over:
            pixels = _read_soon(self._capture, lambda: self._over)
            with self._news:
                self._pixels = pixels if pixels is not None else self._pixels
                self._over = self._over or pixels is None
                self._news.notify()


def _begin(source: str, *, live: bool) -> _Begun:
    capture = _open(source)
    return capture, _read_soon(capture) if live else _read(capture)


def _begin_stream(source: str) -> _Begun:
    """The same by a thread of its own: OpenCV waits half a minute for a server that says nothing, and
    meanwhile Python would not hear Ctrl-C."""
    future: Future[_Begun] = Future()

    def begin() -> None:
        try:
            future.set_result(_begin(source, live=True))
        except Exception as error:
            future.set_exception(error)

    thread = threading.Thread(target=begin, name="camera", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_PAUSE)  # without a limit, Windows would hear nothing either
    return future.result()


def _open(source: str) -> cv2.VideoCapture:
    if not source.isdecimal():
        return cv2.VideoCapture(source)
    capture = cv2.VideoCapture(int(source))
    # Uncompressed, most webcams manage a few such pictures a second; as JPEG they come at full speed.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, PICTURE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, PICTURE[1])
    return capture


def _read(capture: cv2.VideoCapture) -> Pixels | None:
    try:
        good, pixels = capture.read()
    except cv2.error:
        return None
    return np.asarray(pixels, np.uint8) if good and pixels is not None and pixels.ndim == 3 else None


def _read_soon(capture: cv2.VideoCapture, enough: Callable[[], bool] = lambda: False) -> Pixels | None:
    """The next picture, after a few that fail perhaps; None when too many do, or `enough` says so."""
    for failed in range(_FAILURES):
        if failed:
            time.sleep(_PAUSE)
        if enough():
            return None
        pixels = _read(capture)
        if pixels is not None:
            return pixels
    return None


def _why_missing(source: str) -> tuple[str, str]:
    """The code and the sentence for a source that gives no picture. Raises `CameraError` at once for what
    need not be tried."""
    if source.isdecimal():
        if len(source) > 3 or (sys.platform == "linux" and not Path(f"/dev/video{int(source)}").exists()):
            raise CameraError("no-camera", f"there is no {source_name(source)} on this machine.")
        known = sys.platform == "linux"
        where = "is busy in another program, or" if known else "is not there, is busy in another program, or"
        return "camera-busy", f"{source_name(source)} {where} gives no pictures."
    if (name := file_name(source)) != source:  # over such a name OpenCV ends the process
        raise CameraError("unreadable", f"{name} cannot be read: its name is no UTF-8.")
    if "://" in source:
        return "no-stream", f"{source} cannot be reached, or is no video stream."
    try:
        status = Path(source).stat()
    except FileNotFoundError as error:
        raise CameraError("missing", f"{source} does not exist.") from error
    except (OSError, ValueError) as error:
        raise CameraError("unreadable", f"{source} cannot be read: {reason_of(error)}.") from error
    if not stat.S_ISREG(status.st_mode):
        raise CameraError("not-a-file", f"{source} is no film, nor the number of a camera.")
    if not os.access(source, os.R_OK):
        raise CameraError("unreadable", f"{source} cannot be read: Permission denied.")
    return "not-a-film", f"{source} is no film of a kind that can be read."


def _silence_opencv() -> None:
    """Keeps OpenCV and the libraries behind it from writing to standard error: what matters of it is said
    by a `CameraError`."""
    # FFmpeg's own name for silence; read when the first film or stream is opened.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    getattr(cv2.utils, "logging", cv2).setLogLevel(0)  # 0: silent; before OpenCV 4.13 it is in cv2 itself
