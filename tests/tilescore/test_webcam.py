"""`tilescore webcam`: the window by a script, the command as a process of its own, the conversation at a
pseudo-terminal."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pexpect
import pytest

from tests.tilescore.conftest import Run
from tests.tilescore.readings import SIZE, reading_of
from tests.tilescore.test_terminal import FORKS
from tilescore import webcam
from tilescore.annotate import DOUBTFUL, SURE
from tilescore.errors import AbandonedError, NoDisplayError
from tilescore.jobs import Flags, Output
from tilescore.live_view import draw
from tilescore.settings import TableSettings
from tilescore.webcam import UNSTEADY, Accepted, every_seconds, first_steady, watch
from vision.arrays import Pixels
from vision.errors import PhotoError
from vision.film.camera import Frame
from vision.film.live import LiveReader, Sight
from vision.names import file_name
from vision.reading import Reading

FIG_27 = "EEEw SSSw NNNw / 345d WWw"
HAND = reading_of(FIG_27)


class Scripted(LiveReader):
    """Sees what it is told, a sight for each frame: a reading and whether it is steady."""

    def __init__(self, *seen: tuple[Reading | None, bool]) -> None:
        self.name = "camera 0"
        self.rules = "babcock"
        self._seen = list(seen)

    def see(self, frame: Frame) -> Sight:
        reading, steady = self._seen.pop(0)
        tiles = tuple(tile for row in reading.rows for tile in row.tiles) if reading else ()
        return Sight(frame, tiles, reading, steady)


def frames(count: int, apart: float = 0.1) -> Iterable[Frame]:
    for number in range(count):
        yield Frame(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), number * apart)


class Keys:
    """A screen before which a person types this, a key a picture ('.' is none)."""

    def __init__(self, keys: str) -> None:
        self._keys: Iterator[str] = iter(keys)
        self.pictures: list[Pixels] = []

    def show(self, picture: Pixels) -> str:
        self.pictures.append(picture)
        return next(self._keys).strip(".") or ""


class Left(Keys):
    """A window that a person leaves at once."""

    def __init__(self) -> None:
        super().__init__("q")

    def close(self) -> None:
        pass


# The window, by a script


def looked_on(keys: str, *seen: tuple[Reading | None, bool]) -> Accepted:
    return watch(frames(len(seen)), Scripted(*seen), TableSettings(), Flags(), Keys(keys))


def test_space_accepts_what_is_seen() -> None:
    accepted = looked_on(".. ", (None, False), (HAND, False), (HAND, True))
    assert accepted.reading is HAND
    assert accepted.table.rules == "babcock"


def test_space_waits_for_a_hand() -> None:
    accepted = looked_on("   ", (None, False), (None, False), (HAND, False))
    assert accepted.reading is HAND


def test_a_film_that_has_ended_keeps_its_last_picture() -> None:
    assert looked_on(".... ", (None, False), (HAND, True)).reading is HAND


@pytest.mark.parametrize("keys", ["... ", "..r "])
def test_keys_are_heard_while_no_picture_comes(keys: str) -> None:
    stalled = [*frames(1), None, None, None]
    accepted = watch(stalled, Scripted((HAND, True)), TableSettings(), Flags(), Keys(keys))
    assert accepted.reading is HAND
    assert accepted.table.rules == ("millington" if "r" in keys else "babcock")


@pytest.mark.parametrize("key", ["q", "\x1b"])
def test_leaving_accepts_nothing(key: str) -> None:
    with pytest.raises(AbandonedError):
        looked_on(key, (HAND, True))


def test_r_changes_the_rules_for_reading_and_score() -> None:
    reader, screen = Scripted((HAND, True), (HAND, True), (HAND, True)), Keys("r. ")
    accepted = watch(frames(3), reader, TableSettings(options={"limit": 500}), Flags(), screen)
    assert reader.rules == accepted.table.rules == "millington"
    assert accepted.table.options == {}
    assert not np.array_equal(screen.pictures[0], screen.pictures[1])


def test_r_twice_comes_back_to_what_the_table_agreed() -> None:
    table = TableSettings(options={"limit": 80})
    accepted = watch(frames(3), Scripted(*[(HAND, True)] * 3), table, Flags(), Keys("rr "))
    assert accepted.table == table


def test_pictures_without_a_frame_are_nothing_to_accept() -> None:
    with pytest.raises(AbandonedError):
        looked_on("")


# What is drawn


def colours(picture: Pixels) -> set[tuple[int, ...]]:
    return set(map(tuple, picture.reshape(-1, 3).tolist()))


def test_sure_tiles_are_green_and_doubtful_ones_amber() -> None:
    (frame,) = frames(1)
    doubtful = reading_of(FIG_27, {5: "8c"})
    tiles = tuple(tile for row in doubtful.rows for tile in row.tiles)
    assert DOUBTFUL in colours(draw(Sight(frame, tiles, doubtful, False), ["words"], ["keys"]))
    plain = colours(draw(Sight(frame, tiles, HAND, False), ["words"], ["keys"]))
    assert SURE in plain
    assert DOUBTFUL not in plain


def test_drawing_leaves_the_frame_alone() -> None:
    (frame,) = frames(1)
    draw(Sight(frame, (), None, False), ["hold still"], ["keys"])
    assert colours(frame.pixels) == {(90, 90, 90)}


def test_a_large_frame_is_shown_on_a_small_screen() -> None:
    frame = Frame(np.full((3840, 2160, 3), 90, np.uint8), 0.0)
    height, width, _ = draw(Sight(frame, (), None, False), ["hold still"], webcam.KEYS).shape
    assert (width, height) == (405, 720)


@pytest.mark.parametrize("size", [(1600, 600), (640, 480), (2160, 3840)], ids=["wide", "small", "upright"])
def test_what_does_not_fit_in_a_line_goes_on_in_the_next(size: tuple[int, int]) -> None:
    frame = Frame(np.full((*size[::-1], 3), 90, np.uint8), 0.0)
    said = "These tiles are no complete hand, but would be if one of the doubtful ones were another. " * 2
    shown = draw(Sight(frame, (), None, False), [said], webcam.KEYS)
    assert colours(shown[:, -5:]) == {(90, 90, 90)}, "nothing reaches the edge"


@pytest.mark.parametrize(
    ("reading", "steady", "words"),
    [
        (None, False, ["Babcock", "hold still, with the whole hand in view"]),
        (HAND, True, ["Babcock: worth 128 as it stands", "steady"]),
        (reading_of(FIG_27, {5: "8c"}), False, ["Babcock: worth 128 as it stands", "hold still, 1 doubtful"]),
    ],
    ids=["nothing", "steady", "doubtful"],
)
def test_the_bar_says_what_the_hand_is_worth(
    reading: Reading | None, steady: bool, words: Sequence[str]
) -> None:
    flags = Flags(seat="E", win="Ew", win_fields={"source": "discard"})
    (frame,) = frames(1)
    assert webcam.Bar(TableSettings(), flags).lines(Sight(frame, (), reading, steady)) == words


def test_the_bar_says_that_a_hand_is_not_taken_for_a_winners() -> None:
    (frame,) = frames(1)
    one_short = Sight(frame, (), reading_of("EEEw SSSw / 345d WWw 12b"), True)
    bar = webcam.Bar(TableSettings(), Flags(seat="E"))
    assert bar.lines(one_short)[0] == "Babcock: worth 16 as it stands: it did not win"


def test_the_bar_says_why_a_hand_has_no_worth() -> None:
    (frame,) = frames(1)
    odd = reading_of("EEEw SSSw NNNw / 345d WEw")
    lines = webcam.Bar(TableSettings(), Flags(win="3d")).lines(Sight(frame, (), odd, True))
    assert "no four sets and a pair" in lines[0]


# Without a window, by a script


def test_the_first_steady_hand_is_taken() -> None:
    other = reading_of("EEEw SSSw NNNw / 345c WWw")
    seen = [(None, False), (other, False), (HAND, True), (other, True)]
    assert first_steady(frames(4), Scripted(*seen), TableSettings()).reading is HAND


def test_pictures_that_end_too_soon_give_a_warning() -> None:
    accepted = first_steady(frames(2), Scripted((HAND, False), (None, False)), TableSettings())
    assert accepted.reading.hand == HAND.hand
    assert accepted.reading.problems[0] == UNSTEADY


def test_pictures_without_a_hand_are_refused() -> None:
    with pytest.raises(PhotoError) as raised:
        first_steady(frames(2), Scripted((None, False), (None, False)), TableSettings())
    assert raised.value.code == "no-tiles"


def test_what_stands_every_half_second() -> None:
    seen = [(reading_of(f"EEEw SSSw NNNw / 345d {n}{n}c"), False) for n in range(1, 10)]
    found = every_seconds(frames(9, apart=0.2), Scripted(*seen), 0.5)
    assert [reading.hand.split()[-1] for reading in found] == ["44c", "66c", "99c"]


def test_of_pictures_that_end_before_anything_is_due_the_last_hand_stands() -> None:
    other = reading_of("EEEw SSSw NNNw / 345c WWw")
    seen = Scripted((other, False), (HAND, False), (None, False))
    assert list(every_seconds(frames(3), seen, 60.0)) == [HAND]


def test_pictures_without_a_hand_are_refused_however_often_one_is_asked_for() -> None:
    with pytest.raises(PhotoError, match="shows no hand") as raised:
        list(every_seconds(frames(9, apart=0.2), Scripted(*[(None, False)] * 9), 0.5))
    assert raised.value.code == "no-tiles"


# The command, as a process


def command(*arguments: str | Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    without = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    return subprocess.run(
        [sys.executable, "-m", "tilescore", "webcam", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**without, **environment},
    )


def test_a_film_is_read_without_a_window(film_of_a_hand: Path) -> None:
    done = command(film_of_a_hand, "--headless")
    assert (done.returncode, done.stderr) == (0, "")
    reading = json.loads(done.stdout)
    assert reading["photo"] == str(film_of_a_hand)
    assert reading["size"] == [1280, 720]
    assert UNSTEADY not in reading["problems"]
    labels = film_of_a_hand.with_suffix(".jsonl").read_text().splitlines()
    hand = [tile["tile"] for tile in json.loads(labels[-1])["tiles"] if tile["role"] != "other"]
    read = [tile["tile"] for row in reading["rows"] for group in row["groups"] for tile in group]
    assert len(set(hand) & set(read)) >= 0.8 * len(set(hand))


def test_a_film_is_followed_every_second(film_of_a_hand: Path) -> None:
    done = command(film_of_a_hand, "--headless", "--every", "0.5")
    assert done.returncode == 0
    readings = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(readings) >= 2
    assert all(reading["hand"] for reading in readings)


@FORKS
def test_ctrl_c_is_heard_while_a_stream_says_nothing() -> None:
    """OpenCV itself waits half a minute for it."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"http://127.0.0.1:{mute.getsockname()[1]}/"
        child = subprocess.Popen(
            [sys.executable, "-m", "tilescore", "webcam", url, "--headless"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        mute.settimeout(60)
        with mute.accept()[0]:
            child.send_signal(signal.SIGINT)
            out, err = child.communicate(timeout=20)
    assert (child.returncode, out, err) == (130, b"", b"")


def test_without_a_display_one_sentence(film_of_a_hand: Path) -> None:
    done = command(film_of_a_hand)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tilescore: no window can be opened here")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("970", "no-camera"),
        ("{}/nothing.avi", "missing"),
        ("{}/text.avi", "not-a-film"),
        ("{}/text\udcff.avi", "unreadable"),
    ],
)
@pytest.mark.parametrize(
    "flags",
    [
        (),
        ("--json",),
        ("--headless",),
        ("--headless", "--score", "--yes"),
        ("--headless", "--score", "--json"),
    ],
)
def test_what_gives_no_picture_is_refused(
    run: Run, tmp_path: Path, source: str, code: str, flags: tuple[str, ...]
) -> None:
    (tmp_path / "text.avi").write_text("a mah-jongg hand")
    ran = run("webcam", source.format(tmp_path), *flags)
    assert ran.status == 1
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("tilescore: ")
    if flags == ("--headless",) or "--json" in flags:
        refused = json.loads(ran.out)
        name = "camera 970" if source == "970" else file_name(source.format(tmp_path))
        assert (refused["photo"], refused["error"]["code"]) == (name, code)
    else:
        assert ran.out == ""


@pytest.mark.parametrize(
    "flags",
    [
        ("--every", "1"),
        ("--score",),
        ("--headless", "--every", "1", "--score"),
        ("--headless", "--every", "0"),
        ("--headless", "--every", "nan"),
        ("--headless", "--seat", "E"),
        ("--headless", "--every", "1", "--annotate", "out.png"),
    ],
)
def test_flags_that_do_not_go_together(run: Run, flags: tuple[str, ...]) -> None:
    assert run("webcam", *flags).status == 2


@pytest.mark.parametrize(
    ("way", "scored"), [((), "score_in_window"), (("--headless", "--score"), "score_when_steady")]
)
@pytest.mark.parametrize(("more", "ask"), [(("--keep",), True), (("--yes",), False), (("--json",), False)])
def test_every_flag_reaches_the_hand_before_a_camera(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    way: tuple[str, ...],
    scored: str,
    more: tuple[str, ...],
    ask: bool,
) -> None:
    given: list[object] = []

    def take(source: str, table: TableSettings, flags: Flags, output: Output, *, ask: bool) -> bool:
        given.extend((source, table.rules, table.options["limit"], table.keep, flags))
        given.extend((output.annotate, output.json, ask))
        return True

    monkeypatch.setattr(webcam, scored, take)
    said = (
        *("--rules", "millington", "--option", "limit=500", "--annotate", "a.png", "--choice", "2"),
        *("--seat", "S", "--prevailing", "W", "--win", "5b", "--from", "loose"),
    )
    ran = run("webcam", "7", *way, *more, *said)
    flags = Flags(seat="S", prevailing="W", win="5b", win_fields={"source": "loose"}, choice=1)
    assert (ran.status, ran.err) == (0, "")
    assert given == ["7", "millington", 500, ask, flags, Path("a.png"), "--json" in more, ask]


def test_what_a_camera_shows_is_read_at_the_pace_and_in_the_row_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[object] = []

    def take(source: str, table: TableSettings, flags: Flags, every: float | None) -> bool:
        given.extend((source, table.rules, flags, every))
        return True

    monkeypatch.setattr(webcam, "read_headless", take)
    rest = ("--headless", "--every", "2.5", "--choice", "3", "--rules", "millington")
    assert run("webcam", "7", *rest).status == 0
    assert given == ["7", "millington", Flags(choice=2), 2.5]


def test_a_window_that_is_left_says_so_on_both_channels(
    run: Run, film_of_a_hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webcam, "Window", Left)
    ran = run("webcam", film_of_a_hand, "--json")
    assert (ran.status, ran.err) == (1, "tilescore: no hand was accepted; nothing was scored.\n")
    refused = json.loads(ran.out)
    assert (refused["photo"], refused["error"]["code"]) == (str(film_of_a_hand), "abandoned")


def test_a_window_that_cannot_be_opened_lets_the_camera_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(NoDisplayError):
        webcam.Window()


@pytest.mark.parametrize("by_qt", [False, True])
def test_a_window_that_was_closed_with_the_mouse_is_left(
    monkeypatch: pytest.MonkeyPatch, *, by_qt: bool
) -> None:
    def closed(*_: object) -> float:
        if by_qt:  # as OpenCV answers once its last window has gone
            raise cv2.error("NULL guiReceiver (please create a window)")
        return -1.0

    monkeypatch.setattr(webcam, "_check_display", lambda: None)
    for name in ("namedWindow", "resizeWindow", "imshow"):
        monkeypatch.setattr(cv2, name, lambda *_: None)
    monkeypatch.setattr(cv2, "waitKey", lambda _: -1)
    monkeypatch.setattr(cv2, "getWindowProperty", closed)
    with pytest.raises(AbandonedError, match="the window was closed"):
        webcam.Window().show(np.zeros((*SIZE[::-1], 3), np.uint8))


# The conversation, at a pseudo-terminal


@FORKS
def test_a_steady_hand_is_confirmed_and_scored(film_of_a_hand: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tilescore", "webcam", str(film_of_a_hand), "--headless", "--score", "--annotate", str(drawn)],
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "COLUMNS": "80"},
        encoding="utf-8",
        timeout=300,
        dimensions=(50, 80),
    )
    child.expect(r"\? helps[^:]*: ")
    child.sendline("?")
    child.expect("takes back the last thing typed")
    child.sendline("q")
    child.expect("nothing was scored")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1
    assert drawn.stat().st_size > 0
