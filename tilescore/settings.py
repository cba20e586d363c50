"""What a table has agreed: which book, its options, its limit, and the house's own names for the rules.

A settings file is TOML::

    [table]
    name = "Thursdays"
    rules = "babcock"
    limit = 500
    keep = true

    [table.options]
    four_winds = true

    [table.names]
    no_runs = "All pungs"
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scoring.errors import OptionError, quote
from scoring.hand import Hand
from scoring.record import hand_to_record
from scoring.score import SHEETS, agree, sheet_lines
from scoring.sheet import Value
from tilescore.errors import SettingsError

TABLE_FILE = "table.toml"
_KNOWN = ("name", "rules", "limit", "options", "names", "keep")


@dataclass(frozen=True, slots=True)
class TableSettings:
    """A table's agreements: the sheet's settings by name, and the house's words for rule ids."""

    rules: str = "babcock"
    options: Mapping[str, Value] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    keep: bool = False
    """Tiles that a person has confirmed may be kept on this machine (`tilescore.own_tiles`)."""
    elsewhere: Mapping[str, Mapping[str, Value]] = field(default_factory=dict, compare=False)
    """What is agreed for books that are not played just now, by score sheet."""

    def with_flags(self, rules: str | None, options: Mapping[str, Value]) -> "TableSettings":
        """The table as the command line changes it, or a key of the webcam's.

        Another book than the one played begins with what was agreed for it before, mostly nothing: an option
        of the other book is an error.
        """
        if rules is None or rules == self.rules:
            return replace(self, options={**self.options, **options})
        agreed = {**self.elsewhere.get(rules, {}), **options}
        return replace(
            self, rules=rules, options=agreed, elsewhere={**self.elsewhere, self.rules: self.options}
        )

    @property
    def limits(self) -> dict[str, int]:
        """The most that a hand is worth, by score sheet: of its own the table's, of another the book's.

        >>> TableSettings("babcock", {"limit": 500}).limits
        {'babcock': 500, 'millington': 1000}
        """
        return {rules: agree(rules, self.with_flags(rules, {}).options).limit for rules in SHEETS}

    def record_of(self, hand: Hand) -> dict[str, Any]:
        """The hand as JSON, with what it is scored by: scored from that, it comes to the same anywhere."""
        return {"rules": self.rules, "options": dict(self.options), **hand_to_record(hand)}

    def with_options_anywhere(self, options: Mapping[str, Value]) -> "TableSettings":
        """The same, where each other book, too, is played with those of the options that it has."""
        others = dict(self.elsewhere)
        for rules in SHEETS.keys() - {self.rules}:
            known = agree(rules).agreed
            fitting = {name: value for name, value in options.items() if name in known}
            others[rules] = {**others.get(rules, {}), **fitting}
        return replace(self, elsewhere=others)

    def fill(self, document: dict[str, Any]) -> dict[str, Any]:
        """A hand's or a settlement's JSON, what it leaves out filled in from the table, as agreed for the
        book that it names."""
        rules, own = document.get("rules", self.rules), document.get("options")
        agreed = self.options if rules == self.rules else self.elsewhere.get(str(rules), {})
        if rules != self.rules and not agreed:
            return document
        filled = {**document, "rules": rules}
        if own is None or isinstance(own, dict):
            filled["options"] = {**agreed, **(own or {})}
        return filled


def default_table_file() -> Path:
    """Where the table's settings are looked for when no file is named."""
    from platformdirs import user_config_path

    return user_config_path("tilescore", appauthor=False) / TABLE_FILE


def load_table(path: Path | None) -> TableSettings:
    """The settings in `path`, or in the default place when there is a file there, else the plain Babcock
    table.

    Raises `SettingsError` for a named file that cannot be read, and for what is wrong in one that can, the
    rules and options of no score sheet among it; the message names the file.
    """
    file = path if path is not None else default_table_file()
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        if path is None and isinstance(error, FileNotFoundError | NotADirectoryError):
            return TableSettings()
        raise SettingsError(f"{file}: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file}: not TOML, which is text in UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file}: not TOML: {error}.") from error
    except RecursionError as error:
        raise SettingsError(f"{file}: nested too deep to be settings.") from error
    except ValueError as error:  # Python refuses to read a number of some thousands of digits
        raise SettingsError(f"{file}: a number in it is too long.") from error
    try:
        table = _table(document)
        agree(table.rules, table.options)
    except (SettingsError, OptionError) as error:
        raise SettingsError(f"{file}: {error.message}", code=error.code) from error
    return table


def parse_option(text: str) -> tuple[str, Value]:
    """`NAME=VALUE` as a setting; a name alone is the same as `NAME=true`.

    >>> parse_option("limit=500"), parse_option("four_winds"), parse_option("seasons=shanghai")
    (('limit', 500), ('four_winds', True), ('seasons', 'shanghai'))
    """
    name, equals, written = (part.strip() for part in text.partition("="))
    if not name or (equals and not written):
        raise SettingsError(f"an option is written NAME=VALUE, not {text!r}.", code="bad-option")
    words = {"": True, "true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if written.lower() in words:
        return name, words[written.lower()]
    digits = written.removeprefix("-")
    # Nineteen digits hold every sensible setting; more would only ask Python for a giant number.
    if digits.isascii() and digits.isdigit() and len(digits) < 20:
        return name, int(written)
    return name, written


def parse_options(texts: Iterable[str]) -> dict[str, Value]:
    """Several `NAME=VALUE`. Raises `SettingsError` where two of them give one name different values."""
    options: dict[str, Value] = {}
    for name, value in map(parse_option, texts):
        said = options.setdefault(name, value)
        if (type(said), said) != (type(value), value):  # 1 is not true
            raise SettingsError(
                f"option {quote(name)} is said to be {quote(options[name])} and {quote(value)}.",
                code="bad-option",
            )
    return options


def _table(document: Mapping[str, Any]) -> TableSettings:
    stray = [name for name in document if name != "table"]
    if stray:
        raise SettingsError(f"only [table] is known here, not {', '.join(map(repr, stray))}.")
    entries = _section(document, "table")
    unknown = [name for name in entries if name not in _KNOWN]
    if unknown:
        raise SettingsError(f"[table] has no {', '.join(map(repr, unknown))}; it has {', '.join(_KNOWN)}.")
    options = dict(_section(entries, "options"))
    if "limit" in entries and options.setdefault("limit", entries["limit"]) != entries["limit"]:
        raise SettingsError("[table] and [table.options] each name another 'limit'.")
    if not isinstance(keep := entries.get("keep", False), bool):
        raise SettingsError("'keep' is true or false.")
    return TableSettings(
        rules=_words(entries, "rules", "babcock"),
        options=options,
        names=_names(_section(entries, "names")),
        name=_words(entries, "name", ""),
        keep=keep,
    )


def _names(entries: Mapping[str, Any]) -> dict[str, str]:
    """The house's words for what a sheet of either book prints, by its id."""
    known = {line.id for rules in SHEETS for line in sheet_lines(rules)}
    unknown = [name for name in entries if name not in known]
    if unknown:
        raise SettingsError(
            f"[table.names] knows no {', '.join(map(repr, unknown))};"
            " it names rules, limit hands and options."
        )
    names = {name: _words(entries, name, "") for name in entries}
    blank = [name for name, words in names.items() if not words.strip()]
    if blank:
        raise SettingsError(f"[table.names] gives {', '.join(map(repr, blank))} a name that is blank.")
    return names


def _section(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    section = document.get(name, {})
    if not isinstance(section, dict):
        raise SettingsError(f"{name!r} is a section of settings.")
    return section


def _words(document: Mapping[str, Any], name: str, default: str) -> str:
    value = document.get(name, default)
    if not isinstance(value, str):
        raise SettingsError(f"{name!r} is written as words in quotes.")
    return value
