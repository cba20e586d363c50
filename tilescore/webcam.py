"""`tilescore webcam`: the hand before a camera, read while one looks on.

With a window a person sees what is read and accepts it with the space bar; without one a hand that holds
still is accepted by itself. What was accepted is then confirmed and scored as a photo is.
"""

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2

from scoring.errors import TilescoreError
from scoring.score import SHEETS
from tilescore.confirm import Confirmation
from tilescore.errors import AbandonedError, NoDisplayError
from tilescore.jobs import Flags, Output, make_sense, own_set, refuse, score_reading, write_json
from tilescore.live_view import draw
from tilescore.settings import TableSettings
from tilescore.show import standing_words
from vision.arrays import Pixels
from vision.errors import CameraError, ModelError, PhotoError
from vision.film.camera import Camera, Frame
from vision.film.live import LiveReader, Sight
from vision.names import source_name
from vision.pixels.photo import Photo, photo_of_array
from vision.reading import Reading, Row

KEYS: Final = ("space accepts", "r changes the rules", "q quits")

UNSTEADY: Final = "The pictures ended before the hand had held still: look at every tile."

_NO_HAND: Final = (AbandonedError, CameraError, ModelError, PhotoError)
"""Errors for which no hand comes of the pictures, however rightly the command was called."""

_ESCAPE: Final = "\x1b"

_IDLE: Final = 0.03
"""Seconds between two looks at the keyboard once a film has ended."""


class Screen(Protocol):
    """Where the pictures are shown."""

    def show(self, picture: Pixels) -> str:
        """Shows a picture; gives the key that was pressed, or nothing. Raises `AbandonedError` when the
        window was closed."""


class Window:
    """OpenCV's own window. Raises `NoDisplayError` where there can be none."""

    TITLE: Final = "tilescore"

    def __init__(self) -> None:
        _check_display()
        cv2.namedWindow(self.TITLE, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO | cv2.WINDOW_GUI_NORMAL)
        self._sized = False

    def show(self, picture: Pixels) -> str:
        """See `Screen`."""
        if not self._sized:
            height, width = picture.shape[:2]
            cv2.resizeWindow(self.TITLE, width, height)
            self._sized = True
        cv2.imshow(self.TITLE, picture)
        key = cv2.waitKey(1)
        if not self._is_open():
            raise AbandonedError("the window was closed before a hand was accepted; nothing was scored.")
        return chr(key & 0xFF) if key >= 0 else ""

    def close(self) -> None:
        """Takes the window away."""
        cv2.destroyAllWindows()  # unlike destroyWindow, no error when the person has closed it
        cv2.waitKey(1)  # the window goes when its events are next looked at

    def _is_open(self) -> bool:
        try:
            return cv2.getWindowProperty(self.TITLE, cv2.WND_PROP_VISIBLE) >= 1
        except cv2.error:  # Qt has ended with the last of its windows, and has none to ask
            return False


@dataclass(frozen=True, slots=True, eq=False)
class Accepted:
    """What was accepted: the hand, the picture it was last seen in, and the table, its rules perhaps changed
    meanwhile."""

    reading: Reading
    pixels: Pixels
    table: TableSettings


# The jobs


def score_in_window(source: str, table: TableSettings, flags: Flags, output: Output, *, ask: bool) -> bool:
    """Shows the camera's pictures until a hand is accepted, then confirms and scores it."""
    if not make_sense(flags, source_name(source), output):
        return False
    try:
        with Camera(source) as camera:
            window = Window()
            try:
                accepted = watch(camera.with_waits(), _reader(camera, table, flags), table, flags, window)
            finally:
                window.close()
    except _NO_HAND as error:
        return refuse(source_name(source), error, output, blame=False)
    return _score(accepted, flags, output, ask=ask)


def score_when_steady(source: str, table: TableSettings, flags: Flags, output: Output, *, ask: bool) -> bool:
    """Takes the first hand that holds still, then confirms and scores it."""
    if not make_sense(flags, source_name(source), output):
        return False
    try:
        with Camera(source) as camera:
            accepted = first_steady(camera, _reader(camera, table, flags), table)
    except _NO_HAND as error:
        return refuse(source_name(source), error, output, blame=False)
    return _score(accepted, flags, output, ask=ask)


def read_headless(source: str, table: TableSettings, flags: Flags, every: float | None) -> bool:
    """Writes the first hand that holds still as JSON, or with `every` what stands each so many seconds."""
    try:
        with Camera(source) as camera:
            reader = _reader(camera, table, flags)
            if every is None:
                write_json(first_steady(camera, reader, table).reading.to_json())
            else:
                for reading in every_seconds(camera, reader, every):
                    write_json(reading.to_json())
                    sys.stdout.flush()
    except _NO_HAND as error:
        return refuse(source_name(source), error, Output(json=True), blame=False)
    return True


# The ways to look on


def watch(
    camera: Iterable[Frame | None], reader: LiveReader, table: TableSettings, flags: Flags, screen: Screen
) -> Accepted:
    """Shows what is seen until a person accepts it. A film that has ended keeps its last picture, and so does
    what is live while no new one comes: keys are heard.

    Raises `AbandonedError` when the person leaves, and what the camera raises.
    """
    bar = Bar(table, flags)
    for sight in _on_and_on(_sights(camera, reader)):
        key = screen.show(draw(sight, bar.lines(sight), KEYS))
        if key in ("q", _ESCAPE):
            break
        if key == "r":
            bar.change_rules()
            reader.rules = bar.table.rules
        if key == " " and sight.reading is not None:
            return Accepted(sight.reading, sight.frame.pixels, bar.table)
    raise AbandonedError("no hand was accepted; nothing was scored.")


def first_steady(camera: Iterable[Frame], reader: LiveReader, table: TableSettings) -> Accepted:
    """The first hand that holds still; of pictures that end before, the last hand, with a word of warning.

    Raises `PhotoError("no-tiles")` when there is none at all, and what the camera raises.
    """
    last: Accepted | None = None
    for frame in camera:
        sight = reader.see(frame)
        if sight.reading is not None:
            last = Accepted(sight.reading, frame.pixels, table)
            if sight.steady:
                return last
    if last is None:
        raise PhotoError("no-tiles", f"{reader.name} shows no hand of mah-jongg tiles that holds still.")
    problems = (UNSTEADY, *last.reading.problems)
    return replace(last, reading=replace(last.reading, problems=problems))


def every_seconds(camera: Iterable[Frame], reader: LiveReader, seconds: float) -> Iterator[Reading]:
    """What stands after each so many seconds of the pictures; times at which no hand is seen are left out. Of
    pictures that end before, the last hand.

    Raises `PhotoError("no-tiles")` when there is none at all, and what the camera raises.
    """
    due, last, silent = seconds, None, True
    for frame in camera:
        sight = reader.see(frame)
        last = sight.reading or last
        if frame.seconds >= due:
            due += seconds * (1 + (frame.seconds - due) // seconds)
            if sight.reading is not None:
                silent = False
                yield sight.reading
    if last is None:
        raise PhotoError("no-tiles", f"{reader.name} shows no hand of mah-jongg tiles.")
    if silent:
        yield last


# Inside


class Bar:
    """The lines above the picture. What a hand is worth is worked out once for each reading."""

    def __init__(self, table: TableSettings, flags: Flags) -> None:
        self.table = table
        self._flags = flags
        self._rows: tuple[Row, ...] | None = None
        self._worth = ""

    def change_rules(self) -> None:
        """The other book, with what the table has agreed for it."""
        books = list(SHEETS)
        following = books[(books.index(self.table.rules) + 1) % len(books)]
        self.table = self.table.with_flags(following, {})
        self._rows = None

    def lines(self, sight: Sight) -> list[str]:
        """The book and the total so far; then what the person can do about it."""
        reading, book = sight.reading, self.table.rules.capitalize()
        if reading is None:
            return [book, "hold still, with the whole hand in view"]
        if reading.rows is not self._rows:
            self._rows, self._worth = reading.rows, self._price(reading)
        doubtful = sum(not tile.sure for row in reading.rows for tile in row.tiles)
        steady = "steady" if sight.steady else "hold still"
        doubts = f", {doubtful} doubtful" if doubtful else ""
        return [f"{book}: {self._worth}", f"{steady}{doubts}", *reading.problems[:1]]

    def _price(self, reading: Reading) -> str:
        try:
            given = self._flags.circumstances()
            confirmation = Confirmation(reading, self.table, given, self._flags.fields())
            return standing_words(confirmation.score(), confirmation.hand())
        except TilescoreError as error:
            return error.message


def _sights(frames: Iterable[Frame | None], reader: LiveReader) -> Iterator[Sight]:
    """What is known after each frame, and once more for each moment in which none comes."""
    sight = None
    for frame in frames:
        sight = sight if frame is None else reader.see(frame)
        if sight is not None:
            yield sight


def _on_and_on(sights: Iterable[Sight]) -> Iterator[Sight]:
    """All of them, and then the last one for ever, at no great pace."""
    last = None
    for last in sights:
        yield last
    while last is not None:
        time.sleep(_IDLE)
        yield last


def _reader(camera: Camera, table: TableSettings, flags: Flags) -> LiveReader:
    return LiveReader(camera.name, table.rules, choice=flags.choice, own_set=own_set())


def _score(accepted: Accepted, flags: Flags, output: Output, *, ask: bool) -> bool:
    def decode() -> Photo:
        return photo_of_array(accepted.pixels, accepted.reading.photo)

    return score_reading(accepted.reading, decode, accepted.table, flags, output, ask=ask)


def _check_display() -> None:
    """Raises `NoDisplayError` where OpenCV can open no window.

    Tried in a process of its own, because Qt, which draws the windows, ends the whole process where it finds
    no display.
    """
    attempt = f"import cv2; cv2.namedWindow({Window.TITLE!r}); cv2.destroyAllWindows()"
    done = subprocess.run([sys.executable, "-c", attempt], capture_output=True, check=False)
    if done.returncode != 0:
        raise NoDisplayError(
            "no window can be opened here: there is no display, or OpenCV was built without windows;"
            " --headless reads without one."
        )
