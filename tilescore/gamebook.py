"""The game book: hands that a person asked to keep, in one sqlite file on this machine.

A hand is written in one transaction, and what `keep` has returned survives a crash of the program and, as far
as the disk keeps its word, of the machine. What is removed is overwritten, not only forgotten.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tilescore.errors import BookError

MOST_HANDS: Final = 5000
"""Hands kept; with a photo each they take some 1.5 GB."""

_VERSION: Final = 1
_LARGEST_ID: Final = 2**63 - 1
_SCHEMA: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS hand (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice, so that an old address finds no other hand
    kept TEXT NOT NULL,
    document TEXT NOT NULL,
    photo BLOB
);
PRAGMA user_version = {_VERSION};
COMMIT;
"""
_SELECT: Final = "SELECT id, kept, document, photo IS NOT NULL FROM hand"


@dataclass(frozen=True, slots=True)
class Entry:
    """One kept hand: the document that was kept, when (UTC), and whether there is a photo of it."""

    id: int
    kept: str
    document: Mapping[str, Any]
    has_photo: bool


def default_book_file() -> Path:
    """Where the game book lies."""
    from platformdirs import user_data_path

    return user_data_path("tilescore", appauthor=False) / "gamebook.sqlite3"


class GameBook:
    """The book in one file, made at the first hand. It may be used from several threads and processes.

    Every method raises `BookError` where the file cannot be used.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def keep(self, document: Mapping[str, Any], photo: bytes | None = None) -> int:
        """Writes a hand and gives its number. Raises `BookError` when the book is full."""
        kept = datetime.now(UTC).isoformat(timespec="seconds")
        with self._opened(create=True) as book:
            (count,) = book.execute("SELECT count(*) FROM hand").fetchone()
            if count >= MOST_HANDS:
                raise BookError(
                    f"The game book holds {MOST_HANDS} hands and no more; remove some.", code="book-full"
                )
            row = book.execute(
                "INSERT INTO hand (kept, document, photo) VALUES (?, ?, ?)",
                (kept, json.dumps(document), photo),
            )
            assert row.lastrowid is not None
            return row.lastrowid

    def entries(self, count: int, before: int | None = None) -> list[Entry]:
        """The newest hands, at most `count`; with `before`, those kept before the hand of that number."""
        with self._opened() as book:
            rows = book.execute(
                f"{_SELECT} WHERE id < ? ORDER BY id DESC LIMIT ?",
                (_LARGEST_ID if before is None else before, count),
            )
            return [_entry(row) for row in rows]

    def entry(self, number: int) -> Entry:
        """One hand. Raises `BookError` when there is none of that number."""
        with self._opened() as book:
            row = book.execute(f"{_SELECT} WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise _no_such_hand(number)
        return _entry(row)

    def photo(self, number: int) -> bytes:
        """A hand's photo, as it was kept. Raises `BookError` when there is none."""
        with self._opened() as book:
            row = book.execute("SELECT photo FROM hand WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise _no_such_hand(number)
        if row[0] is None:
            raise BookError(f"Hand {number} was kept without a photo.", code="no-such-hand")
        return bytes(row[0])

    def remove(self, number: int) -> None:
        """Removes a hand. Raises `BookError` when there is none of that number."""
        with self._opened() as book:
            if book.execute("DELETE FROM hand WHERE id = ?", (number,)).rowcount == 0:
                raise _no_such_hand(number)

    def clear(self) -> int:
        """Removes all hands and gives how many there were."""
        with self._opened() as book:
            return book.execute("DELETE FROM hand").rowcount

    @contextmanager
    def _opened(self, *, create: bool = False) -> Iterator[sqlite3.Connection]:
        """The book within one transaction, committed when all went well. Where there is no book yet and none
        shall be made, an empty one stands in for it."""
        try:
            if create:
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._file.touch(mode=0o600)
            there = self._file.exists()
            with closing(sqlite3.connect(self._file if there else ":memory:", timeout=10)) as book:
                # EXTRA also syncs the folder after the rollback journal is gone: committed is on the disk.
                book.execute("PRAGMA synchronous = EXTRA")
                book.execute("PRAGMA secure_delete = ON")
                self._prepare(book)
                with book:
                    yield book
        except (sqlite3.Error, OSError) as error:
            raise BookError(f"{self._file}: the game book cannot be used: {error}.") from error

    def _prepare(self, book: sqlite3.Connection) -> None:
        (version,) = book.execute("PRAGMA user_version").fetchone()
        if version == 0:
            book.executescript(_SCHEMA)
        elif version != _VERSION:
            raise BookError(f"{self._file}: this game book was written by a newer tilescore.")


def _entry(row: tuple[int, str, str, int]) -> Entry:
    number, kept, document, has_photo = row
    return Entry(number, kept, json.loads(document), bool(has_photo))


def _no_such_hand(number: int) -> BookError:
    return BookError(f"There is no hand {number} in the game book.", code="no-such-hand")
