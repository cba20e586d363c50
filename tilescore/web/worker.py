"""What runs in one worker process: photos in, readings and pictures out.

A damaged or hostile photo meets the decoders here and nowhere else, so the worst that it can do is end this
process, which the server then replaces (`pool.py`).
"""

import signal
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Final

from scoring.errors import TilescoreError
from scoring.record import error_record
from tilescore.settings import TableSettings

if TYPE_CHECKING:
    from vision.pixels.photo import Photo
    from vision.read import Reader
    from vision.reading import Corners

MOST_MEGAPIXELS: Final = 64
"""Of an uploaded photo; phones take 12 to 50."""

PREVIEW_SIDE: Final = 1600
"""The longer side of a preview, in pixels."""

_PREVIEW_QUALITY: Final = 85

Reply = tuple[str, Any]
"""("done", value), ("refused", the error's record) or ("failed", traceback)."""


def work(connection: Connection, threads: int) -> None:
    """Answers jobs, `(name, arguments)`, until the server closes its end, be it by dying.

    The first reply, unasked, says that the models are loaded.
    """
    # Ctrl-C in a terminal reaches every process of the group; only the server decides when to end. Where the
    # system can block signals, the process was started with this one blocked.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bench = Bench(threads)
    connection.send(_reply(bench.warm_up))
    while True:
        try:
            name, arguments = connection.recv()
        except EOFError:
            return
        connection.send(_reply(JOBS[name], bench, *arguments))


def _reply(job: Callable[..., Any], *arguments: Any) -> Reply:
    try:
        return "done", job(*arguments)
    except TilescoreError as error:
        return "refused", error_record(error)
    except Exception:
        return "failed", traceback.format_exc()


@dataclass(frozen=True)
class Bench:
    """What a worker keeps between jobs: the models, loaded once. `threads` is for one reading."""

    threads: int

    @cached_property
    def reader(self) -> "Reader":
        """Raises `ModelError`."""
        from vision.read import Reader

        return Reader(self.threads)

    def warm_up(self) -> None:
        """Loads everything, and lets the libraries use no more threads than agreed."""
        import cv2

        cv2.setNumThreads(self.threads)
        _ = self.reader


def read(bench: Bench, data: bytes, name: str, rules: str, choice: int, everything: bool) -> dict[str, Any]:
    """The contract's reading of an uploaded photo. Raises `PhotoError`."""
    from tilescore import own_tiles

    began = time.perf_counter()
    photo = decode(data, name)
    decoded = 1000 * (time.perf_counter() - began)
    reading = bench.reader.read(
        photo, rules, everything=everything, choice=choice, own_set=own_tiles.load().own_set
    )
    spent = dict(reading.milliseconds)
    spent |= {"decode": decoded, "total": spent["total"] - spent["decode"] + decoded}
    return replace(reading, milliseconds=spent).to_json()


def annotate(_bench: Bench, data: bytes, reading: Mapping[str, Any]) -> bytes:
    """A PNG of the photo with the reading drawn on it. Raises `PhotoError`."""
    import cv2

    from tilescore.annotate import annotate as drawn
    from vision.reading import Reading

    read_before = Reading.from_json(reading)
    photo = decode(data, read_before.photo)
    _check_places(photo, (tile.corners for row in read_before.rows for tile in row.tiles))
    _, coded = cv2.imencode(".png", drawn(photo.pixels, read_before))
    return coded.tobytes()


def preview(_bench: Bench, data: bytes) -> bytes:
    """The upright photo as a JPEG of at most `PREVIEW_SIDE` pixels, without its metadata. Raises
    `PhotoError`."""
    import cv2

    photo = decode(data, "photo")
    scale = min(1.0, PREVIEW_SIDE / max(photo.size))
    width, height = (max(1, round(scale * side)) for side in photo.size)
    small = cv2.resize(photo.view(scale).pixels, (width, height), interpolation=cv2.INTER_AREA)
    _, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _PREVIEW_QUALITY])
    return coded.tobytes()


def keep_tiles(_bench: Bench, data: bytes, document: Mapping[str, Any], table: TableSettings) -> int:
    """Keeps the tiles of a discussed hand among the player's own, and gives how many.

    Raises `PhotoError`, `OutputError`, and what `confirmation_of` and `Confirmation.tiles_to_keep` raise:
    nobody can have agreed to tiles that are not put right.
    """
    from tilescore import own_tiles
    from tilescore.web.steps import confirmation_of

    tiles = confirmation_of(document, table).tiles_to_keep()
    photo = decode(data, "photo")
    _check_places(photo, (tile.corners for tile in tiles if tile.corners is not None))
    return own_tiles.keep(photo.pixels, tiles)


def _check_places(photo: "Photo", quads: Iterable["Corners"]) -> None:
    """Raises `PhotoError` for tiles that cannot be of this photo: they may reach beyond its edge, but not by
    a photo's length."""
    from vision.errors import PhotoError

    width, height = photo.size
    points = (point for corners in quads for point in corners)
    if not all(-width <= x <= 2 * width and -height <= y <= 2 * height for x, y in points):
        raise PhotoError("bad-reading", "the reading is of another photo: tiles lie far outside of this one.")


def decode(data: bytes, name: str) -> "Photo":
    """The photo in an upload, within what a server lets strangers ask of it. Raises `PhotoError`."""
    from vision.pixels.decode import decode_photo

    return decode_photo(data, name, max_pixels=MOST_MEGAPIXELS * 10**6)


JOBS: Final[Mapping[str, Callable[..., Any]]] = {
    "read": read,
    "annotate": annotate,
    "preview": preview,
    "keep_tiles": keep_tiles,
}
"""What a worker can be asked for, by name."""
