"""The game book: what was kept is there, what was removed is gone, and a broken file is said to be one."""

import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from tilescore import gamebook
from tilescore.errors import BookError
from tilescore.gamebook import GameBook, default_book_file


@pytest.fixture
def book(tmp_path: Path) -> GameBook:
    return GameBook(tmp_path / "deep" / "book.sqlite3")


def test_what_was_kept_comes_back(book: GameBook) -> None:
    first, second = book.keep({"hand": "EEEw"}), book.keep({"hand": "5c – 🀔"}, b"jpeg")
    assert [entry.id for entry in book.entries(10)] == [second, first]
    assert book.entry(second).document == {"hand": "5c – 🀔"}
    assert (book.entry(first).has_photo, book.entry(second).has_photo) == (False, True)
    assert book.photo(second) == b"jpeg"
    assert book.entry(first).kept.endswith("+00:00")


def test_an_empty_book_makes_no_file(book: GameBook, tmp_path: Path) -> None:
    assert book.entries(10) == []
    assert book.clear() == 0
    assert list(tmp_path.iterdir()) == []


def test_the_newest_come_first_and_the_rest_on_demand(book: GameBook) -> None:
    numbers = [book.keep({}) for _ in range(5)]
    assert [entry.id for entry in book.entries(2)] == numbers[:-3:-1]
    assert [entry.id for entry in book.entries(2, before=numbers[3])] == [numbers[2], numbers[1]]


def test_a_removed_hand_is_gone_and_its_number_is_not_given_again(book: GameBook) -> None:
    number = book.keep({"hand": "EEEw"}, b"jpeg")
    book.remove(number)
    for ask in (book.entry, book.photo, book.remove):
        with pytest.raises(BookError, match=f"no hand {number}") as missing:
            ask(number)
        assert missing.value.code == "no-such-hand"
    assert book.keep({}) > number


def test_a_hand_without_a_photo_has_none(book: GameBook) -> None:
    number = book.keep({})
    with pytest.raises(BookError, match=f"Hand {number} was kept without a photo") as missing:
        book.photo(number)
    assert missing.value.code == "no-such-hand"


def test_what_was_removed_is_not_left_in_the_file(book: GameBook, tmp_path: Path) -> None:
    secret = b"the photo of a hand" * 400
    book.keep({"hand": "a secret hand"}, secret)
    book.keep({}, b"another")
    file = tmp_path / "deep" / "book.sqlite3"
    assert b"the photo of a hand" in file.read_bytes()
    assert book.clear() == 2
    assert b"the photo of a hand" not in file.read_bytes()
    assert b"secret" not in file.read_bytes()


def test_only_its_owner_may_read_it(book: GameBook, tmp_path: Path) -> None:
    book.keep({})
    folder = tmp_path / "deep"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "book.sqlite3").stat().st_mode) == 0o600


def test_a_full_book_takes_no_more(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamebook, "MOST_HANDS", 2)
    book.keep({})
    book.keep({})
    with pytest.raises(BookError, match="remove some") as full:
        book.keep({})
    assert full.value.code == "book-full"


def test_many_at_once(book: GameBook) -> None:
    kept: list[int] = []

    def keep_some() -> None:
        kept.extend(book.keep({"who": threading.get_ident()}) for _ in range(5))

    threads = [threading.Thread(target=keep_some) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == sorted(entry.id for entry in book.entries(100))
    assert len(set(kept)) == 20


def test_a_file_that_is_no_book(tmp_path: Path) -> None:
    file = tmp_path / "book.sqlite3"
    file.write_bytes(b"mah-jongg" * 200)
    with pytest.raises(BookError, match="cannot be used") as broken:
        GameBook(file).keep({})
    assert broken.value.code == "book-broken"
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(BookError, match="cannot be used"):
        GameBook(tmp_path / "taken" / "book.sqlite3").keep({})


def test_a_newer_book_is_left_alone(book: GameBook, tmp_path: Path) -> None:
    book.keep({})
    with sqlite3.connect(tmp_path / "deep" / "book.sqlite3") as newer:
        newer.execute("PRAGMA user_version = 2")
    newer.close()
    with pytest.raises(BookError, match="newer tilescore"):
        book.entries(1)


def test_the_book_lies_with_the_person_s_other_data(tmp_path: Path) -> None:
    """Whose folder the first hand makes, where nothing was kept there before."""
    file = default_book_file()
    assert file.is_relative_to(tmp_path)
    assert not file.parents[1].exists()
    GameBook(file).keep({})
    assert file.exists()
