"""What the commands do, once their flags are understood. Results go to standard output, the rest to
standard error.

Each job returns whether everything it was given could be done; what ends it is raised as a
`TilescoreError`.
"""

import errno
import json
import os
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import InitVar, dataclass, field, replace
from io import BufferedReader
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from scoring.errors import RecordError, TilescoreError
from scoring.hand import Hand, Win, checked_wind
from scoring.record import error_record, score_record, score_to_record, settle_record
from scoring.score import SHEETS, Score, agree, explain, find_limit_hand, score, sheet_lines
from scoring.tiles import Tile, format_tiles, parse_tiles
from tilescore.batch import LONGEST_LINE, answer_line, answer_lines
from tilescore.confirm import Confirmation, Question
from tilescore.errors import LibraryError, NoTerminalError, OutputError
from tilescore.libraries import loading
from tilescore.photos import read
from tilescore.settings import TableSettings, default_table_file, load_table, parse_options
from tilescore.show import (
    WIDTH,
    assumption_words,
    can_draw,
    hand_text,
    hanging,
    reading_text,
    rules_text,
    settlement_text,
    sheet_text,
    win_words,
)
from tilescore.terminal import ask_on, can_ask, converse
from vision.names import file_name, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vision.faces.own_set import OwnSet
    from vision.pixels.photo import Photo
    from vision.reading import Reading

    Decode = Callable[[], Photo]


@dataclass(frozen=True, slots=True)
class Flags:
    """What the command line says of a hand. `win_fields` are fields of `scoring.Win`."""

    seat: str | None = None
    prevailing: str | None = None
    win: str | None = None
    win_fields: Mapping[str, Any] = field(default_factory=dict)
    visible: str | None = None
    claim: str | None = None
    explain: bool = False
    choice: int = 0

    def circumstances(self) -> dict[str, str]:
        """The answers they give to a photo's questions. Raises `NotationError` for a win by no tile."""
        won = {} if self.win is None else {"win": Tile.parse(self.win).code}
        named = {"seat": self.seat, "prevailing": self.prevailing}
        return {**won, **{name: value for name, value in named.items() if value}}

    def fields(self) -> dict[str, Any]:
        """The fields of the win, tiles parsed."""
        seen = {"visible": parse_tiles(self.visible)} if self.visible else {}
        return {**self.win_fields, **seen}


PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff")
"""The formats in which a photo that was drawn on can be written."""


@dataclass(frozen=True, slots=True)
class Output:
    """How results are written. `read_from` are the files that are read; none of them is written over."""

    json: bool = False
    glyphs: bool = False
    annotate: Path | None = None
    read_from: InitVar[Sequence[str | Path]] = ()

    def __post_init__(self, read_from: Sequence[str | Path]) -> None:
        """Raises `OutputError` for a picture in no known format, in no folder, or that would replace what is
        read, before any work is done for it."""
        if self.annotate is None:
            return
        if self.annotate.suffix.lower() not in PICTURES:
            known = ", ".join(PICTURES)
            raise OutputError(f"{self.annotate}: the name of the picture must end in one of {known}.")
        if not self.annotate.parent.is_dir():
            raise OutputError(f"{self.annotate}: {os.strerror(errno.ENOENT)}.")
        if any(_same_file(self.annotate, file) for file in read_from):
            raise OutputError(
                f"{self.annotate}: the picture would be written over the photo itself; give it another name."
            )


def draws(wanted: bool) -> bool:
    """Whether tiles are drawn as signs: only where the encoding has them. A `?` in place of one would be a
    tile face down."""
    lacking = [stream.encoding for stream in (sys.stdout, sys.stderr) if not can_draw(stream.encoding)]
    if wanted and lacking:
        complain(f"--unicode: the encoding {lacking[0]} has no signs for tiles; letters stand for them.")
    return wanted and not lacking


def _same_file(one: Path, other: str | Path) -> bool:
    """Whether both names lead to one file that is there, by whatever path or link."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def table_settings(
    file: Path | None,
    rules: str | None,
    options: Sequence[str],
    *,
    own: bool = True,
    keep: bool | None = None,
) -> TableSettings:
    """The table that flags and settings files describe, checked against the sheet.

    With `own` false the person's default file is left alone: documents that programs write say everything
    themselves, and must score the same everywhere. Unless `rules` say of which book the options are, such
    documents are filled in with them by either. `keep` overrules whether confirmed tiles are kept. Raises
    `SettingsError` or `OptionError`.
    """
    table = load_table(file) if own or file is not None else TableSettings()
    if keep is not None:
        table = replace(table, keep=keep)
    parsed = parse_options(options)
    table = table.with_flags(rules, parsed)
    agree(table.rules, table.options)
    return table if own or rules else table.with_options_anywhere(parsed)


# Hands in notation


def score_hand(notation: str, table: TableSettings, flags: Flags, output: Output) -> bool:
    """Scores one typed hand. Raises `OptionError` for the claim of a limit hand that is none."""
    _check_claim(flags, table)
    try:
        hand = _typed_hand(notation, flags)
        result = score(hand, table.rules, claim=flags.claim, **table.options)
    except TilescoreError as error:
        if output.json:
            write_json({"id": None, "error": error_record(error)})
        complain(error.message)
        return False
    _remark(result.remarks)
    if result.dead and _would_have_won(hand, table):
        complain("taken for a hand that did not win; --win names the tile that won it.")
    if output.json:
        write_json({"id": None, **score_to_record(result)})
        return True
    _print_result(hand, result, table, flags, output)
    return True


def _check_claim(flags: Flags, table: TableSettings) -> None:
    if flags.claim is not None:
        find_limit_hand(flags.claim, SHEETS[table.rules])


def _typed_hand(notation: str, flags: Flags) -> Hand:
    fields = flags.fields()
    if flags.win is None and fields:
        raise RecordError("how a hand was won needs --win, the tile that won it.", code="bad-win")
    win = None if flags.win is None else Win(Tile.parse(flags.win), **fields)
    seat = checked_wind("the seat", flags.seat or "E")
    prevailing = checked_wind("the prevailing wind", flags.prevailing or "E")
    return Hand.parse(notation, seat, prevailing, win)


def _would_have_won(hand: Hand, table: TableSettings) -> bool:
    """Whether the tiles of a hand of which no win was said are those of a hand that has won."""
    for tile in dict.fromkeys(hand.tiles):
        with suppress(TilescoreError):
            score(replace(hand, win=Win(tile)), table.rules, claim=None, **table.options)
            return True
    return False


def score_hands(file: str, table: TableSettings) -> bool:
    """Scores hands written as JSON, one a line."""
    with _opened(file) as lines:
        return answer_lines(lines, sys.stdout, sys.stderr, lambda record: score_record(table.fill(record)))


# Photos


def score_photo(photo: str, table: TableSettings, flags: Flags, output: Output, *, ask: bool) -> bool:
    """Reads a photo, settles what must be settled, scores it and shows the sheet.

    Raises `OptionError` for the claim of a limit hand that is none.
    """
    _check_claim(flags, table)
    if not make_sense(flags, photo, output):
        return False
    check_libraries([photo], as_json=output.json)
    try:
        reading = read(photo, table.rules, choice=flags.choice, own_set=own_set())
    except TilescoreError as error:
        return refuse(photo, error, output)
    return score_reading(reading, _decoder(photo), table, flags, output, ask=ask)


def make_sense(flags: Flags, photo: str, output: Output) -> bool:
    """Whether the tiles that the flags name are tiles, asked before any work is done. Where they are not,
    both channels say so, and the photo is not blamed."""
    try:
        flags.circumstances()
        flags.fields()
    except TilescoreError as error:
        return refuse(photo, error, output, blame=False)
    return True


def check_libraries(photos: Sequence[str], *, as_json: bool) -> None:
    """Raises `LibraryError` where what reads photos cannot be loaded; as JSON it is said of each of them."""
    try:
        with loading():
            import vision.read  # noqa: F401
    except LibraryError as error:
        if as_json:
            for photo in photos:
                write_json({"photo": file_name(photo), "error": error_record(error)})
        raise


def score_reading(
    reading: "Reading", decode: "Decode", table: TableSettings, flags: Flags, output: Output, *, ask: bool
) -> bool:
    """Settles what a reading leaves open, scores it and shows the sheet.

    `decode` gives the picture that was read, where it is to be drawn on or its tiles are to be kept.
    """
    name = reading.photo
    drawn = _annotate(decode, reading, output)
    confirmation = Confirmation(reading, table, flags.circumstances(), flags.fields())
    for problem in reading.problems:
        complain(f"{name}: {problem}")
    agreed = ask and _converse(confirmation, name, output)
    open_questions = () if ask else confirmation.questions()
    try:
        hand = confirmation.hand()
        result = score(hand, table.rules, claim=flags.claim, **table.options)
    except TilescoreError as error:
        return refuse(name, error, output, read=reading.hand)
    _remark(result.remarks)
    if output.json:
        write_json(_photo_json(name, confirmation, hand, result, open_questions))
        return drawn
    for question in open_questions:
        complain(f"taken for granted: {assumption_words(question)}")
    _console().print(printable(name), soft_wrap=True)
    _print_result(hand, result, table, flags, output)
    if agreed and table.keep:
        _keep(decode, confirmation)
    return drawn


def _decoder(photo: str) -> "Decode":
    """Decodes a photo when it is asked for: mostly the reading is all that is needed."""

    def decode() -> "Photo":
        from vision.pixels.decode import load_photo

        return load_photo(photo)

    return decode


def _converse(confirmation: Confirmation, name: str, output: Output) -> bool:
    """Talks it through and gives whether a person agreed; without one, there must be nothing to ask."""
    if not can_ask():
        if confirmation.questions():
            raise NoTerminalError(
                f"{name}: there are questions and no terminal to ask them on; --yes takes what is proposed."
            )
        return False
    console = _console(stderr=True)
    console.print(printable(name), soft_wrap=True)
    converse(confirmation, console, ask_on(console), output.glyphs)
    return True


def _photo_json(
    name: str, confirmation: Confirmation, hand: Hand, result: Score, open_questions: Sequence[Question]
) -> dict[str, Any]:
    return {
        "photo": name,
        "hand": confirmation.table.record_of(hand),
        **score_to_record(result),
        "assumed": {question.id: question.proposed for question in open_questions},
        "doubtful": [placed.tile.code for placed in confirmation.doubtful],
    }


def _remark(sentences: Iterable[str]) -> None:
    """Says what speaks against something that is taken on trust."""
    for sentence in sentences:
        complain(f"taken on your word: {sentence}")


def refuse(
    photo: str,
    error: TilescoreError,
    output: Output,
    read: str | None = None,
    *,
    blame: bool = True,
) -> bool:
    """Says on both channels why a photo gave no result, and which photo, if it is to `blame`."""
    name = file_name(photo)
    if output.json:
        write_json({"photo": name, **({"hand": read} if read else {}), "error": error_record(error)})
    says_which = error.message.startswith(f"{name} ") or not blame
    complain(f"{'' if says_which else f'{name}: '}{f'read as {read}: ' if read else ''}{error.message}")
    return False


def read_photos(
    photos: Sequence[str], rules: str, output: Output, *, everything: bool = False, choice: int = 0
) -> bool:
    """Reads photos one by one; one that cannot be read does not stop the rest."""
    check_libraries(photos, as_json=output.json)
    fine, kept = True, own_set()
    for photo in photos:
        try:
            reading = read(photo, rules, everything=everything, choice=choice, own_set=kept)
        except TilescoreError as error:
            fine = refuse(photo, error, output)
            continue
        fine &= _annotate(_decoder(photo), reading, output)
        if output.json:
            write_json(reading.to_json())
        else:
            _console().print(reading_text(reading, output.glyphs), end="", soft_wrap=True)
    return fine


def _annotate(decode: "Decode", reading: "Reading", output: Output) -> bool:
    """Draws on the photo, if that is asked for. The reading stands even where that fails, so a failure is
    only said."""
    if output.annotate is None:
        return True
    from tilescore.annotate import annotate, write_image

    try:
        write_image(annotate(decode().pixels, reading), output.annotate)
    except TilescoreError as error:
        complain(error.message)
        return False
    return True


# The player's own set


def own_set() -> "OwnSet":
    """The tiles kept on this machine, files passed over that hold none."""
    from tilescore import own_tiles

    kept = own_tiles.load()
    for file in kept.damaged:
        complain(f"{file} is no picture of kept tiles and was passed over.")
    return kept.own_set


def _keep(decode: "Decode", confirmation: Confirmation) -> None:
    """Keeps what was agreed. The score stands even where that fails, so a failure is only said."""
    from tilescore import own_tiles

    try:
        count = own_tiles.keep(decode().pixels, confirmation.tiles_to_keep())
    except TilescoreError as error:
        complain(error.message)
    else:
        complain(f"{count} tiles were kept on this machine; tilescore own lists and clears them.")


def list_own_tiles() -> None:
    """Prints which tiles are kept, a hand a line, and where."""
    from tilescore import own_tiles

    hands, console = own_set().hands, _console()
    for hand in hands:
        console.print(format_tiles(sorted(hand.tiles)), soft_wrap=True)
    tiles = sum(len(hand.tiles) for hand in hands)
    console.print(f"Hands kept: {len(hands)}, with {tiles} tiles, in {own_tiles.folder()}", soft_wrap=True)


def clear_own_tiles() -> None:
    """Removes all tiles that are kept."""
    from tilescore import own_tiles

    _console().print(f"Hands removed: {own_tiles.clear()}")


# Settlement and sheets


def settle_table(file: str, table: TableSettings, as_json: bool) -> bool:
    """Settles one table and prints who pays whom."""
    try:
        with _opened(file) as document:
            result = answer_line(
                document.read(LONGEST_LINE), lambda record: settle_record(table.fill(record))
            )
    except RecordError as error:
        if as_json:
            write_json({"id": None, "error": error_record(error)})
        raise
    for problem in result.get("problems", ()):
        complain(f"settled all the same: {problem}")
    if as_json:
        write_json(result)
    elif "error" not in result:
        _console().print(settlement_text(result), end="")
    if "error" in result:
        message = result["error"]["message"]
        complain(message if file == "-" else f"{file}: {message}")
        return False
    return True


def settle_tables(file: str, table: TableSettings) -> bool:
    """Settles tables written as JSON, one a line."""
    with _opened(file) as lines:
        return answer_lines(lines, sys.stdout, sys.stderr, lambda record: settle_record(table.fill(record)))


def print_rules(table: TableSettings) -> None:
    """Prints the table's score sheet with its options."""
    agreed = agree(table.rules, table.options).agreed
    title = f"{SHEETS[table.rules].title}{f', {table.name}' if table.name else ''}\n\n"
    text = Text().append(title, "bold")
    console = _console()
    text.append_text(rules_text(sheet_lines(table.rules), agreed, table.names, _width_of(console)))
    console.print(text, end="", soft_wrap=True)
    where = default_table_file()
    console.print(
        f"\nYour own table's settings: {where}{'' if where.is_file() else ' (not there yet)'}", soft_wrap=True
    )


# Writing


def _print_result(hand: Hand, result: Score, table: TableSettings, flags: Flags, output: Output) -> None:
    console = _console()
    console.print(hand_text(hand, output.glyphs), soft_wrap=True)
    width = _width_of(console)
    console.print(hanging(win_words(hand, table.rules), width, 2), soft_wrap=True)
    console.print()
    console.print(sheet_text(result, table.names, width), end="", soft_wrap=True)
    if flags.explain:
        console.print(_explanation(hand, table, width), end="", soft_wrap=True)


def _explanation(hand: Hand, table: TableSettings, width: int) -> Text:
    explained = explain(hand, table.rules, claim=None, **table.options)
    text = Text(f"\nRead as {explained.score.reading}\n")
    if explained.other is None:
        return text.append("The tiles can be read in no other way.\n")
    text.append(
        f"The best other reading, {explained.other.reading}, would have scored {explained.other.total}:\n\n"
    )
    return text.append_text(sheet_text(explained.other, table.names, width))


def _console(*, stderr: bool = False) -> Console:
    """The console on standard output, or error. What it prints stands as it is, `:smile:` in the name of a
    photo too, and is coloured only where a style says so."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def _width_of(console: Console) -> int:
    """How wide a sheet may be: as a narrow terminal is, and elsewhere always the same."""
    return min(WIDTH, console.width) if console.is_terminal else WIDTH


def write_json(document: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")


def complain(message: str) -> None:
    """Says on standard error, on one line, what a person is to know."""
    print(f"tilescore: {printable(message)}", file=sys.stderr)


@contextmanager
def _opened(file: str) -> "Iterator[IO[bytes]]":
    """The file, or standard input for "-". Raises `RecordError` for one that cannot be read or is no text."""
    if file == "-":
        _check_text("standard input", sys.stdin.buffer)
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 - closed below; only its opening is tried
    except OSError as error:
        raise RecordError(f"{file}: {error.strerror or error}.", code="no-file") from error
    with stream:
        _check_text(file, stream)
        yield stream


def _check_text(name: str, stream: IO[bytes]) -> None:
    """Raises `RecordError` where what comes first holds zero bytes and is no UTF-8: a photo, say, of which
    line after line would be refused. One wrong line of a text is that line's own matter."""
    begun = stream.peek() if isinstance(stream, BufferedReader) else b""
    if b"\0" in begun and not _begins_as_text(begun):
        raise RecordError(f"{name} is no text, which JSON is.")


def _begins_as_text(begun: bytes) -> bool:
    """Whether it is UTF-8, up to a character that may be cut off at its end."""
    try:
        getincrementaldecoder("utf-8")().decode(begun)
    except UnicodeDecodeError:
        return False
    return True
