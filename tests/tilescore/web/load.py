"""`python -m tests.tilescore.web.load`: a table of people who all photograph their hands at once.

Each of them, from an address of their own, uploads a 12-megapixel photo to a real server process, confirms
what was read, keeps the hand in the game book, and begins again at once. Refusals that say when to come again
are polite and are heeded; everything else that is no success is an error. With `--kill` the server is killed
half way and started again. In the end every hand that it said it kept must be in its book.
"""

import argparse
import http.client
import json
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tests.tilescore.web.server import ServerProcess

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "hand.jpg"
SIZE = (4000, 3000)

_PATIENCE = 60.0
"""Seconds for a first hand, on a busy machine."""

_DOWN = (ConnectionError, http.client.HTTPException, TimeoutError)


def phone_photo() -> bytes:
    """The example as a phone would take it: 12 megapixels, some sensor noise, a JPEG of some megabytes."""
    pixels = cv2.resize(np.asarray(cv2.imread(str(EXAMPLE))), SIZE, interpolation=cv2.INTER_LINEAR)
    patch = np.random.default_rng(0).integers(0, 8, (SIZE[1] // 8, SIZE[0] // 8, 1), np.uint8)
    noisy = cv2.add(pixels, np.tile(patch, (8, 8, 3)))
    _, coded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return coded.tobytes()


@dataclass
class Tally:
    """What happened; shared by all people."""

    read_seconds: list[float] = field(default_factory=list)
    confirm_seconds: list[float] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    refused: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    while_down: int = 0


@dataclass(frozen=True)
class Report:
    """The figures of one run."""

    people: int
    seconds: float
    photos_read: int
    refused: dict[int, int]
    errors: dict[str, int]
    while_down: int
    read_p50: float
    read_p95: float
    read_worst: float
    confirm_p50: float
    confirm_p95: float
    kept: int
    kept_and_lost: int
    peak_megabytes: float

    @classmethod
    def of(cls, tally: Tally, *, people: int, seconds: float, lost: int, peak: int) -> "Report":
        """Sums up so many seconds: `lost` hands of those kept, and at most `peak` bytes of memory."""
        return cls(
            people=people,
            seconds=round(seconds, 1),
            photos_read=len(tally.read_seconds),
            refused=dict(tally.refused),
            errors=dict(tally.errors),
            while_down=tally.while_down,
            read_p50=_percentile(tally.read_seconds, 50),
            read_p95=_percentile(tally.read_seconds, 95),
            read_worst=_percentile(tally.read_seconds, 100),
            confirm_p50=_percentile(tally.confirm_seconds, 50),
            confirm_p95=_percentile(tally.confirm_seconds, 95),
            kept=len(tally.kept),
            kept_and_lost=lost,
            peak_megabytes=round(peak / 1e6, 1),
        )

    def table(self) -> str:
        """As lines of text."""
        return "\n".join(f"{name.replace('_', ' '):16} {value}" for name, value in asdict(self).items())


class Person:
    """One player with one phone."""

    def __init__(self, number: int, photo: bytes, tally: Tally) -> None:
        self._address = f"127.0.0.{number + 2}"  # a loopback address of one's own, for rates go by address
        self._photo = photo
        self._tally = tally
        self._patience = random.Random(number)

    def play(self, table: "Table", over: threading.Event) -> None:
        """Hand after hand, until it is over."""
        while not over.is_set():
            try:
                self._one_hand(table.port)
            except _DOWN as error:
                if table.down.is_set():
                    self._tally.while_down += 1
                else:
                    self._tally.errors[type(error).__name__] += 1
                time.sleep(0.2)

    def _one_hand(self, port: int) -> None:
        began = time.monotonic()
        reading = self._post(port, "/api/read", self._photo, "image/jpeg")
        if reading is None:
            return
        self._tally.read_seconds.append(time.monotonic() - began)
        document = json.dumps({"reading": reading, "settings": {"rules": "babcock", "seat": "E"}}).encode()
        began = time.monotonic()
        if self._post(port, "/api/confirm", document, "application/json") is None:
            return
        self._tally.confirm_seconds.append(time.monotonic() - began)
        kept = self._post(port, "/api/book", document, "application/json")
        if kept is not None:
            self._tally.kept.append(kept["id"])

    def _post(self, port: int, path: str, body: bytes, kind: str) -> dict[str, int] | None:
        connection = http.client.HTTPConnection("127.0.0.1", port, 90, (self._address, 0))
        try:
            connection.request("POST", path, body, {"Content-Type": kind})
            response = connection.getresponse()
            document: dict[str, int] = json.loads(response.read())
        finally:
            connection.close()
        if response.status in (200, 201):
            return document
        wait = response.headers.get("Retry-After")
        if response.status in (429, 503) and wait is not None:
            self._tally.refused[response.status] += 1
            time.sleep(int(wait) * self._patience.uniform(1.0, 1.5))
        else:
            self._tally.errors[f"{path} {response.status}"] += 1
        return None


class Table:
    """The server of a game, which may be killed and started again."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self.down = threading.Event()
        self._server = ServerProcess(home)

    @property
    def port(self) -> int:
        """Where the server listens just now."""
        return self._server.port

    @property
    def pid(self) -> int:
        """The server's main process."""
        return self._server.process.pid

    def crash(self) -> None:
        """Kills the server, and starts it again with the same files."""
        self.down.set()
        self._server.kill()
        self._server = ServerProcess(self._home)
        self.down.clear()

    def holds(self, number: int) -> bool:
        """Whether the game book has that hand."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, 90, ("127.0.0.1", 0))
        try:
            while True:
                connection.request("GET", f"/api/book/{number}")
                response = connection.getresponse()
                response.read()
                if response.status != 429:
                    return response.status == 200
                time.sleep(float(response.headers["Retry-After"]))
        finally:
            connection.close()

    def end(self) -> None:
        """As by Ctrl-C."""
        self._server.interrupt()


def memory(pid: int) -> int:
    """Bytes that a process and all below it hold, shared pages counted once (Linux)."""
    return sum(_proportional(each) for each in _family(pid))


def _family(pid: int) -> Iterable[int]:
    yield pid
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield from _family(int(child))


def _proportional(pid: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def run(home: Path, people: int, seconds: float, *, kill: bool = False) -> Report:
    """Lets so many people play for so long, at a server whose files are under `home`.

    On a machine so slow that nobody has got anywhere by then, it takes as much longer as the first hand does.
    """
    tally, table, photo = Tally(), Table(home), phone_photo()
    peak, over = 0, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not over.wait(0.2):
            peak = max(peak, memory(table.pid))

    began = time.monotonic()
    players = [
        threading.Thread(target=Person(number, photo, tally).play, args=(table, over))
        for number in range(people)
    ]
    watcher = threading.Thread(target=watch)
    for thread in (*players, watcher):
        thread.start()
    _play_half(tally, seconds)
    if kill:
        table.crash()
    _play_half(tally, seconds)
    over.set()
    for thread in (*players, watcher):
        thread.join()
    spent = time.monotonic() - began
    lost = sum(not table.holds(number) for number in tally.kept)
    table.end()
    return Report.of(tally, people=people, seconds=spent, lost=lost, peak=peak)


def _play_half(tally: Tally, seconds: float) -> None:
    kept = len(tally.kept)
    time.sleep(seconds / 2)
    until = time.monotonic() + _PATIENCE
    while len(tally.kept) == kept and time.monotonic() < until:
        time.sleep(0.1)


def _percentile(values: list[float], percent: float) -> float:
    return round(float(np.percentile(values, percent)), 3) if values else float("nan")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--kill", action="store_true", help="kill the server half way and start it again")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        report = run(Path(home), wanted.people, wanted.seconds, kill=wanted.kill)
    print(json.dumps(asdict(report)) if wanted.json else report.table())


if __name__ == "__main__":
    main()
