"""The player's own tiles on disk: crops of confirmed hands, on this machine alone, and only when allowed.

One folder, one picture a hand: its crops side by side, their names in the picture's own text, so that nothing
can fall out of step. A picture is written whole or not at all, damaged ones are passed over, and old ones
make room for new ones, first those whose faces newer ones show too.
"""

import contextlib
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, PngImagePlugin

from scoring.errors import TilescoreError
from scoring.tiles import FACE_DOWN, Tile, format_tiles, parse_tiles
from tilescore.errors import OutputError
from vision.faces.crops import CROP
from vision.faces.own_set import KeptHand, OwnSet

if TYPE_CHECKING:
    from tilescore.draft import Placed
    from vision.arrays import Pixels

MOST_HANDS = 24
"""Hands kept; some 4 MB."""

_MOST_TILES = 32
_NAMES = "tiles"
_ENDING = ".png"
_MOMENT = "%Y%m%dT%H%M%S%f"
_BROKEN = (OSError, ValueError, SyntaxError, LookupError, TilescoreError, Image.DecompressionBombError)
"""What Pillow and the notation raise for a file that is no picture of kept tiles."""


@dataclass(frozen=True, slots=True)
class OwnTiles:
    """What the folder holds: the hands, oldest first, and the files that hold none."""

    own_set: OwnSet
    damaged: tuple[Path, ...] = ()


def folder() -> Path:
    """Where the player's own tiles are kept."""
    from platformdirs import user_data_path

    return user_data_path("tilescore", appauthor=False) / "own-tiles"


def load() -> OwnTiles:
    """Everything that is kept; nothing where nothing was ever kept."""
    hands, damaged = [], []
    for file in _files():
        try:
            hands.append(_hand(file, file.stat().st_mtime_ns))
        except _BROKEN:
            damaged.append(file)
    return OwnTiles(OwnSet(tuple(hands)), tuple(damaged))


def keep(pixels: "Pixels", tiles: Iterable["Placed"]) -> int:
    """Keeps the tiles of a confirmed hand as they look on its upright photo (h, w, 3) BGR.

    Gives how many. Tiles that were typed in or lie face down show nothing to keep, and one that is still in
    doubt would teach a guess. What was kept of the same photo before is replaced: one of its names may have
    been wrong. Raises `OutputError`.
    """
    named = [
        (placed.tile, placed.corners)
        for placed in tiles
        if placed.corners is not None and placed.sure and placed.tile != FACE_DOWN
    ][:_MOST_TILES]
    if named:
        try:
            hand = KeptHand.cut(pixels, named)
            before = [file for file in _files() if _shares_pictures(file, hand)]
            _write(hand)
            for file in before:
                file.unlink(missing_ok=True)
            _make_room()
        except OSError as error:
            raise OutputError(f"{folder()}: {error.strerror or error}; the tiles were not kept.") from error
    return len(named)


def clear() -> int:
    """Removes everything that was kept and gives how many hands that were. Raises `OutputError`."""
    files = _files()
    try:
        for file in (*files, *folder().glob("*.tmp")):  # what was being written when it was stopped, too
            file.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # something else lies there, which is not ours to remove
            folder().rmdir()
    except OSError as error:
        raise OutputError(f"{error.filename}: {error.strerror or error}; it was not removed.") from error
    return len(files)


def superfluous(hands: Sequence[frozenset[Tile]]) -> int:
    """Which of the hands, oldest first, is missed the least: the oldest one whose faces newer ones show too,
    else the oldest. A Season that was shown once is not forgotten for a row of dots.
    """
    for number, faces in enumerate(hands):
        if faces <= frozenset().union(*hands[number + 1 :]):
            return number
    return 0


def _files() -> list[Path]:
    """The kept pictures, oldest first: their names are the moments at which they were kept."""
    try:
        return sorted(file for file in folder().iterdir() if file.suffix == _ENDING)
    except OSError:
        return []


@lru_cache(maxsize=2 * MOST_HANDS)
def _hand(file: Path, _changed: int) -> KeptHand:
    """A kept hand; read again only when the file has changed. Raises what Pillow and the notation raise."""
    height, width = CROP
    with Image.open(file, formats=("PNG",)) as picture:
        names = str(picture.info.get(_NAMES, ""))
        if len(names) > 4 * _MOST_TILES:
            raise ValueError("more names than tiles can be kept")
        tiles = parse_tiles(names)
        if not tiles or FACE_DOWN in tiles or picture.size != (width * len(tiles), height):
            raise ValueError("not a picture of the tiles that it names")
        strip = np.asarray(picture.convert("RGB"))[..., ::-1]
    crops = strip.reshape(height, len(tiles), width, 3).transpose(1, 0, 2, 3)
    return KeptHand(tiles, np.ascontiguousarray(crops))


def _write(hand: KeptHand) -> None:
    where = folder()
    where.mkdir(mode=0o700, parents=True, exist_ok=True)
    strip = Image.fromarray(np.ascontiguousarray(np.concatenate(hand.crops, axis=1)[..., ::-1]))
    names = PngImagePlugin.PngInfo()
    names.add_text(_NAMES, " ".join(format_tiles([tile]) for tile in hand.tiles))
    with tempfile.NamedTemporaryFile(dir=where, suffix=".tmp", delete=False) as file:
        unfinished = Path(file.name)
        try:
            strip.save(file, format="PNG", pnginfo=names)
            file.close()
            unfinished.replace(where / f"{_moment():{_MOMENT}}{_ENDING}")
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise


def _moment() -> datetime:
    """Now, or just after the newest hand where the clock was put back since."""
    now = datetime.now(UTC)
    for file in _files()[-1:]:
        with contextlib.suppress(ValueError):  # a file that somebody else has named
            newest = datetime.strptime(file.stem, _MOMENT).replace(tzinfo=UTC)
            now = max(now, newest + timedelta(microseconds=1))
    return now


def _make_room() -> None:
    files = _files()
    while len(files) > MOST_HANDS:
        hands = [_faces(file) for file in files]
        files.pop(superfluous(hands)).unlink(missing_ok=True)  # another process may have made the room


def _shares_pictures(file: Path, hand: KeptHand) -> bool:
    """Whether a picture shows one of the hand's very crops."""
    try:
        kept = _hand(file, file.stat().st_mtime_ns)
    except _BROKEN:
        return False
    return not {crop.tobytes() for crop in kept.crops}.isdisjoint(crop.tobytes() for crop in hand.crops)


def _faces(file: Path) -> frozenset[Tile]:
    """The faces that a picture shows; none for a damaged one, which so is the first to go."""
    try:
        return frozenset(_hand(file, file.stat().st_mtime_ns).tiles)
    except _BROKEN:
        return frozenset()
