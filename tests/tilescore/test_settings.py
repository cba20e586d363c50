"""A table's settings, from a file and from flags."""

from pathlib import Path

import pytest

from tilescore.errors import SettingsError
from tilescore.settings import TableSettings, load_table, parse_option, parse_options


def write(folder: Path, text: str) -> Path:
    file = folder / "table.toml"
    file.write_text(text)
    return file


def test_a_whole_table(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        '[table]\nname = "Thursdays"\nrules = "babcock"\nlimit = 500\nkeep = true\n'
        '[table.options]\nfour_winds = true\nseasons = "shanghai"\n[table.names]\nno_runs = "All pungs"\n',
    )
    assert load_table(file) == TableSettings(
        "babcock",
        {"four_winds": True, "seasons": "shanghai", "limit": 500},
        {"no_runs": "All pungs"},
        "Thursdays",
        keep=True,
    )


def test_the_house_names_what_the_sheets_print(tmp_path: Path) -> None:
    names = dict.fromkeys(("mahjongg", "minor_pung", "nine_gates", "moon", "limit", "seasons"), "ours")
    lines = "".join(f'{name} = "{words}"\n' for name, words in names.items())
    assert load_table(write(tmp_path, f"[table.names]\n{lines}")).names == names


def test_without_a_file_the_table_is_plain_babcock() -> None:
    assert load_table(None) == TableSettings()


def test_the_own_file_is_found(tmp_path: Path) -> None:
    own = tmp_path / "config" / "tilescore"
    own.mkdir(parents=True)
    write(own, '[table]\nrules = "millington"\n')
    assert load_table(None).rules == "millington"


def test_an_own_file_that_may_not_be_read_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_file: Path, **_how: str) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(SettingsError, match=r"table\.toml: Permission denied\.$"):
        load_table(None)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\nrules = "millington"\n', encoding="utf-8-sig")
    assert load_table(file).rules == "millington"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[table", "not TOML"),
        ("[tabel]\n", "only [table]"),
        ("table = 3\n", "'table' is a section"),
        ("[table]\nlimits = 300\n", "no 'limits'"),
        ("[table]\nrules = 3\n", "'rules' is written as words"),
        ('[table]\nrules = "riichi"\n', "'riichi' is no score sheet"),
        ("[table]\nlimit = -1\n", "limit"),
        ("[table.options]\nbogus = 1\n", "'bogus' is no setting"),
        ("[table]\nkeep = 1\n", "'keep' is true or false"),
        ("[table]\noptions = 3\n", "'options' is a section"),
        ("[table]\nlimit = 3.5\n", "limit is a whole number from 1 to 1000000000, not 3.5."),
        ("[table.options]\nfour_winds = [1]\n", "four_winds is true or false, not a list."),
        ("[table]\nlimit = 2026-01-01\n", "limit is a whole number from 1 to 1000000000, not a date."),
        ("[table]\nlimit = 500\n[table.options]\nlimit = 600\n", "each name another 'limit'"),
        ("[table.names]\nno_runs = 3\n", "'no_runs' is written as words"),
        ('[table.names]\nno_runs = ""\n', "[table.names] gives 'no_runs' a name that is blank"),
        ('[table.names]\nno_runs = " \\t"\n', "[table.names] gives 'no_runs' a name that is blank"),
        ('[table.names]\nno_run = "All pungs"\n', "[table.names] knows no 'no_run'"),
        (f"[table]\nname = {'[' * 5000}{']' * 5000}\n", "nested too deep to be settings"),
        (f"[table]\nlimit = {'9' * 5000}\n", "a number in it is too long"),
    ],
    ids=lambda value: value[:40],
)
def test_a_file_that_does_not_say_what_it_should(tmp_path: Path, text: str, said: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(SettingsError) as refused:
        load_table(file)
    assert said in str(refused.value)
    assert str(file) in str(refused.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[tabel]\n", "bad-settings"),
        ('[table]\nrules = "riichi"\n', "unknown-rules"),
        ("[table.options]\nbogus = 1\n", "unknown-option"),
        ("[table]\nlimit = -1\n", "bad-option"),
    ],
)
def test_what_is_wrong_in_a_file_has_the_code_that_it_has_elsewhere(
    tmp_path: Path, text: str, code: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        load_table(write(tmp_path, text))
    assert refused.value.code == code


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match=r"table\.toml: not TOML, which is text in UTF-8\.$"):
        load_table(file)


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("limit=300", ("limit", 300)),
        ("limit=-1", ("limit", -1)),
        ("four_winds", ("four_winds", True)),
        ("four_winds=no", ("four_winds", False)),
        ("four_winds=On", ("four_winds", True)),
        (" seasons = shanghai ", ("seasons", "shanghai")),
        ("limit=" + "9" * 30, ("limit", "9" * 30)),
        ("limit=3\N{SUPERSCRIPT TWO}", ("limit", "3\N{SUPERSCRIPT TWO}")),
    ],
)
def test_an_option_as_typed(text: str, option: tuple[str, object]) -> None:
    assert parse_option(text) == option


@pytest.mark.parametrize("text", ["", "=", "=1", "limit="])
def test_no_option(text: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse_option(text)
    assert refused.value.code == "bad-option"


def test_an_option_said_twice_says_the_same() -> None:
    assert parse_options(["limit=1", "seasons=none", "limit=1"]) == {"limit": 1, "seasons": "none"}
    with pytest.raises(SettingsError, match=r"option 'limit' is said to be 1 and 2\.$") as refused:
        parse_options(["limit=1", "limit=2"])
    assert refused.value.code == "bad-option"
    with pytest.raises(SettingsError, match=r"option 'four_winds' is said to be true and 1\.$"):
        parse_options(["four_winds=true", "four_winds=1"])


def test_a_limit_named_twice_alike_is_one(tmp_path: Path) -> None:
    file = write(tmp_path, "[table]\nlimit = 500\n[table.options]\nlimit = 500\n")
    assert load_table(file).options == {"limit": 500}


def test_flags_add_to_the_table_and_another_book_starts_afresh() -> None:
    table = TableSettings("babcock", {"four_winds": True}, name="Thursdays")
    assert table.with_flags(None, {"limit": 9}).options == {"four_winds": True, "limit": 9}
    other_book = TableSettings("millington", {"limit": 9}, name="Thursdays")
    assert table.with_flags("millington", {"limit": 9}) == other_book


def test_the_tables_own_book_comes_back_with_its_options() -> None:
    table = TableSettings("babcock", {"four_winds": True, "limit": 9})
    other_book = table.with_flags("millington", {"limit": 700})
    assert other_book.with_flags("babcock", {}) == table
    assert other_book.with_flags("babcock", {"limit": 8}).options == {"four_winds": True, "limit": 8}
    assert other_book.with_flags("babcock", {}).with_flags("millington", {}) == other_book
    assert other_book.limits == {"babcock": 9, "millington": 700}


def test_documents_keep_what_they_say() -> None:
    table = TableSettings("babcock", {"four_winds": True, "limit": 9})
    assert table.fill({}) == {"rules": "babcock", "options": {"four_winds": True, "limit": 9}}
    assert table.fill({"options": {"limit": 1}})["options"] == {"four_winds": True, "limit": 1}
    assert table.fill({"options": None})["options"] == {"four_winds": True, "limit": 9}
    assert table.fill({"rules": "millington"}) == {"rules": "millington"}
    assert table.fill({"options": "odd"}) == {"rules": "babcock", "options": "odd"}


def test_documents_of_another_book_take_the_options_that_it_has() -> None:
    table = TableSettings("babcock", {"limit": 9}).with_options_anywhere({"limit": 500, "four_winds": True})
    assert table.options == {"limit": 9}
    assert table.fill({"rules": "millington"})["options"] == {"limit": 500}
    assert table.fill({"rules": "millington", "options": {"limit": 7}})["options"] == {"limit": 7}
    assert table.fill({"rules": ["millington"]}) == {"rules": ["millington"]}
    own = TableSettings("babcock", {"limit": 9}).with_flags("millington", {"limit": 600})
    assert own.fill({"rules": "babcock"})["options"] == {"limit": 9}
