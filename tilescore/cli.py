"""The command line: what each command is, and what flags it has. What it does is in `jobs.py`, imported only
when one runs.
"""

import errno
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tilescore import streams
from tilescore.flags import (
    LOOSE_AFTER,
    RULES,
    AnnotateFlag,
    ChoiceFlag,
    Command,
    FromFlag,
    JsonFlag,
    KeepFlag,
    OptionFlag,
    PrevailingFlag,
    RulesFlag,
    SeatFlag,
    TableFlag,
    UnicodeFlag,
    WinFlag,
    camera_or_film,
    file_or_input,
    file_path,
    photo_file,
    seconds,
    whole,
)
from tilescore.libraries import loading

app = typer.Typer(
    name="tilescore",
    help="Photograph a finished mah-jongg hand and see its score, line by line, as the books print it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

REFUSED = 1
WRONG_USAGE = 2
_USAGE_CODES = frozenset(
    {
        *("unknown-rules", "unknown-option", "bad-option", "bad-settings"),
        *("no-terminal", "no-display", "cannot-write"),
    }
)
"""Errors that lie in how the program was called, not in what it was given to read or score."""


@app.callback(invoke_without_command=True)
def tilescore(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Photograph a finished mah-jongg hand and see its score, line by line, as the books print it."""
    if version:
        from importlib.metadata import version as installed_version

        typer.echo(f"tilescore {installed_version('tilescore')}")
        raise typer.Exit


@app.command(cls=Command, short_help="Score a hand: a photo, a typed one, or many from a file.")
def score(
    photo: Annotated[
        str | None, typer.Argument(metavar="PHOTO", parser=photo_file, help="A photo of the hand.")
    ] = None,
    hand: Annotated[
        str | None, typer.Option("--hand", metavar="HAND", help="A hand typed as 'exposed / concealed'.")
    ] = None,
    hands: Annotated[
        str | None,
        typer.Option(
            "--hands",
            metavar="FILE",
            parser=file_or_input,
            help="Hands as JSON, one a line; - reads standard input.",
        ),
    ] = None,
    seat: SeatFlag = None,
    prevailing: PrevailingFlag = None,
    win: WinFlag = None,
    source: FromFlag = None,
    loose_after: Annotated[
        str | None,
        typer.Option(metavar="kong|season", parser=LOOSE_AFTER, help="What a loose tile replaced."),
    ] = None,
    last_tile: Annotated[
        bool, typer.Option("--last-tile", help="It was the last of the wall, or the discard after it.")
    ] = False,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="The drawn tile was not kept apart (Babcock, chapter III).")
    ] = False,
    dealt: Annotated[bool, typer.Option("--dealt", help="The hand was complete as dealt.")] = False,
    first_discard: Annotated[
        bool, typer.Option("--first-discard", help="The tile was East's first discard.")
    ] = False,
    original_call: Annotated[
        bool, typer.Option("--original-call", help="An original call was announced and kept.")
    ] = False,
    kongs_in_a_row: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(0), help="Kongs made one upon the other just before winning."),
    ] = None,
    east_wins_in_a_row: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(0), help="Hands East has won without a break, with this one."),
    ] = None,
    visible: Annotated[
        str | None, typer.Option(metavar="TILES", help="Tiles seen elsewhere on the table (Millington).")
    ] = None,
    rules: RulesFlag = None,
    option: OptionFlag = None,
    table: TableFlag = None,
    claim: Annotated[
        str | None, typer.Option(metavar="LIMIT_HAND", help="Say what keeps the hand from this limit hand.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the best other grouping and what it would have scored.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing: take what is proposed.")] = False,
    json: JsonFlag = False,
    annotate: AnnotateFlag = None,
    choice: ChoiceFlag = None,
    keep: KeepFlag = None,
    unicode: UnicodeFlag = False,
) -> None:
    """Score a hand: from a photo, typed in the notation, or many from a file.

    Doubtful tiles in a photo, and what no photo can tell, are asked about where the score hangs on them.
    Each hand in a file names its own rules and options; --rules, --option and --table fill in what it
    leaves out. Your own settings file does not apply, so that it scores the same on every machine.
    """
    if sum(given is not None for given in (photo, hand, hands)) != 1:
        raise typer.BadParameter("give one of PHOTO, --hand or --hands.", param_hint="PHOTO")
    of_a_photo: dict[str, object] = {"--annotate": annotate, "--choice": choice, "--keep": keep}
    of_one_hand: dict[str, object] = {
        **{"--seat": seat, "--prevailing": prevailing, "--win": win, "--from": source},
        **{"--loose-after": loose_after, "--last-tile": last_tile, "--mixed": mixed, "--dealt": dealt},
        **{"--first-discard": first_discard, "--original-call": original_call},
        **{"--kongs-in-a-row": kongs_in_a_row, "--east-wins-in-a-row": east_wins_in_a_row},
        **{"--visible": visible, "--claim": claim, "--explain": explain},
    }
    if hand is not None:
        _goes_without("--hand", of_a_photo)
    if hands is not None:
        _goes_without("--hands", of_one_hand | of_a_photo)
    if json:
        _goes_without("--json", {"--explain": explain})
    if loose_after and source != "loose" and (source or hand is not None):
        raise typer.BadParameter("only a tile --from loose has replaced one.", param_hint="--loose-after")
    if mixed and source in ("discard", "robbed"):
        raise typer.BadParameter("only a drawn tile is kept apart or mixed in.", param_hint="--mixed")
    _asks_before_keeping(keep, yes=yes, json=json)
    from tilescore import jobs

    flags = jobs.Flags(
        seat=seat,
        prevailing=prevailing,
        win=win,
        win_fields=_said(
            source=source,
            loose_after=loose_after,
            last_tile=last_tile or None,
            kept_apart=False if mixed else None,
            dealt=dealt or None,
            first_discard=first_discard or None,
            original_call=original_call or None,
            kongs_in_a_row=kongs_in_a_row,
            east_wins_in_a_row=east_wins_in_a_row,
        ),
        visible=visible,
        claim=claim,
        explain=explain,
        choice=(choice or 1) - 1,
    )
    settings = jobs.table_settings(table, rules, option or [], own=hands is None, keep=keep)
    show = jobs.Output(
        json=json,
        glyphs=jobs.draws(unicode and not json),
        annotate=annotate,
        read_from=[photo] if photo else [],
    )
    if hands is not None:
        _leave(jobs.score_hands(hands, settings))
    if hand is not None:
        _leave(jobs.score_hand(hand, settings, flags, show))
    assert photo is not None
    _leave(jobs.score_photo(photo, settings, flags, show, ask=not (yes or json)))


@app.command(cls=Command, short_help="Read photos: which tiles lie there, and where.")
def read(
    photos: Annotated[
        list[str], typer.Argument(metavar="PHOTO...", parser=photo_file, help="Photos to read.")
    ],
    everything: Annotated[
        bool, typer.Option("--all", help="Report every face in view, in lines, without looking for a hand.")
    ] = False,
    rules: RulesFlag = None,
    table: TableFlag = None,
    json: JsonFlag = False,
    annotate: AnnotateFlag = None,
    choice: ChoiceFlag = None,
    unicode: UnicodeFlag = False,
) -> None:
    """Read photos: which tiles lie there and in which part of the hand. Nothing is scored.

    The rules say what face-down tiles of a kong mean.
    """
    if annotate is not None and len(photos) != 1:
        raise typer.BadParameter("one photo at a time can be drawn on.", param_hint="--annotate")
    if everything:
        _goes_without("--all", {"--choice": choice})
    from tilescore import jobs

    settings = jobs.table_settings(table, rules, [])
    show = jobs.Output(
        json=json, glyphs=jobs.draws(unicode and not json), annotate=annotate, read_from=photos
    )
    _leave(jobs.read_photos(photos, settings.rules, show, everything=everything, choice=(choice or 1) - 1))


@app.command(cls=Command, short_help="Read and score the hand before a camera, live.")
def webcam(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            parser=camera_or_film,
            help="The number of a camera (0 if left out), a film or a URL.",
        ),
    ] = "0",
    headless: Annotated[
        bool,
        typer.Option("--headless", help="Open no window: write the hand as JSON once it holds still."),
    ] = False,
    every: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            parser=seconds,
            help="With --headless: go on, and write the current reading this often.",
        ),
    ] = None,
    confirm: Annotated[
        bool, typer.Option("--score", help="With --headless: score the hand that holds still.")
    ] = False,
    seat: SeatFlag = None,
    prevailing: PrevailingFlag = None,
    win: WinFlag = None,
    won_from: FromFlag = None,
    rules: RulesFlag = None,
    option: OptionFlag = None,
    table: TableFlag = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing: take what is proposed.")] = False,
    json: JsonFlag = False,
    annotate: AnnotateFlag = None,
    choice: ChoiceFlag = None,
    keep: KeepFlag = None,
    unicode: UnicodeFlag = False,
) -> None:
    """Read and score the hand before a camera.

    A window shows what is read; hold the camera still until it says steady. Space accepts the hand, which
    is then confirmed in the terminal and scored like a photo; r changes the rules, q quits.
    """
    if not headless and (every is not None or confirm):
        raise typer.BadParameter("--every and --score are for --headless.", param_hint="--headless")
    if every is not None and confirm:
        raise typer.BadParameter("give one of --every and --score.", param_hint="--every")
    if headless and not confirm:
        of_a_score: dict[str, object] = {
            **{"--seat": seat, "--prevailing": prevailing, "--win": win, "--from": won_from},
            **{"--option": option or None, "--annotate": annotate, "--keep": keep},
        }
        _goes_without("--headless without --score", of_a_score)
    _asks_before_keeping(keep, yes=yes, json=json)
    from tilescore import jobs
    from vision.names import source_name

    settings = jobs.table_settings(table, rules, option or [], keep=keep)
    flags = jobs.Flags(
        seat=seat,
        prevailing=prevailing,
        win=win,
        win_fields=_said(source=won_from),
        choice=(choice or 1) - 1,
    )
    show = jobs.Output(
        json=json, glyphs=jobs.draws(unicode and not json), annotate=annotate, read_from=[source]
    )
    jobs.check_libraries([source_name(source)], as_json=json or (headless and not confirm))
    from tilescore import webcam as live

    if not headless:
        _leave(live.score_in_window(source, settings, flags, show, ask=not (yes or json)))
    if confirm:
        _leave(live.score_when_steady(source, settings, flags, show, ask=not (yes or json)))
    _leave(live.read_headless(source, settings, flags, every))


@app.command(cls=Command, short_help="List or clear the tiles of your own set that were kept.")
def own(
    clear: Annotated[bool, typer.Option("--clear", help="Remove all of them.")] = False,
) -> None:
    """List the tiles of your own set that were kept to read it better, or clear them.

    Nothing is kept unless you said so, with --keep or in the table's settings, and nothing leaves this
    machine.
    """
    from tilescore import jobs

    if clear:
        jobs.clear_own_tiles()
    else:
        jobs.list_own_tiles()


@app.command(cls=Command, short_help="Settle a hand: who pays whom.")
def settle(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            parser=file_or_input,
            help="One table's hands or scores as JSON; - reads standard input.",
        ),
    ] = None,
    tables: Annotated[
        str | None,
        typer.Option(
            "--tables",
            metavar="FILE",
            parser=file_or_input,
            help="Many tables, one a line; - reads standard input.",
        ),
    ] = None,
    rules: RulesFlag = None,
    option: OptionFlag = None,
    table: Annotated[
        Path | None,
        typer.Option("--table", metavar="FILE", parser=file_path, help="A table's settings (TOML)."),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Settle a hand between the four players: who pays whom, and what each one gains or loses.

    A document names its own rules and options; --rules, --option and --table fill in what it leaves out.
    Your own settings file does not apply, so that a document settles the same on every machine.
    """
    if (file is None) == (tables is None):
        raise typer.BadParameter("give one of FILE or --tables.", param_hint="FILE")
    from tilescore import jobs

    settings = jobs.table_settings(table, rules, option or [], own=False)
    if tables is not None:
        _leave(jobs.settle_tables(tables, settings))
    assert file is not None
    _leave(jobs.settle_table(file, settings, json))


@app.command("rules", cls=Command, short_help="Print a score sheet with its options.")
def print_rules(
    sheet: Annotated[
        str | None, typer.Argument(metavar="SHEET", parser=RULES, help="babcock or millington.")
    ] = None,
    table: TableFlag = None,
) -> None:
    """Print a score sheet with its options, from the very tables that score.

    Without a name it is the table's sheet.
    """
    from tilescore import jobs

    jobs.print_rules(jobs.table_settings(table, sheet, []))


@app.command(cls=Command, short_help="Open the page for phone and desk.")
def serve(
    lan: Annotated[
        bool, typer.Option("--lan", help="Let in devices on this network that scan the code shown here.")
    ] = False,
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The address to listen on, in place of the usual one."),
    ] = None,
    port: Annotated[
        int,
        typer.Option(metavar="NUMBER", parser=whole(0, 65535), help="The port; 0 takes a free one."),
    ] = 8420,
    no_qr: Annotated[
        bool, typer.Option("--no-qr", help="Print the address alone, without its QR code.")
    ] = False,
    rules: RulesFlag = None,
    option: OptionFlag = None,
    table: TableFlag = None,
) -> None:
    """Open the page on which a hand is photographed, corrected, scored and settled.

    It is served by this machine and, unless --lan is given, to this machine alone. With --lan it shows an
    address, and its QR code, that lets in one device; a fresh one follows for the next. The traffic is not
    encrypted, so use --lan only on a network that you trust. Photos are not stored unless you ask for it.
    """
    from tilescore import jobs
    from tilescore.web import serve as web

    settings = jobs.table_settings(table, rules, option or [])
    web.serve(web.Place.of(host, port, lan), settings, show_code=not no_qr)


def _said(**fields: object) -> dict[str, object]:
    """The fields of `scoring.Win` that flags name; one that is left out, None here, may still be asked."""
    return {name: value for name, value in fields.items() if value is not None}


def _goes_without(what: str, flags: Mapping[str, object]) -> None:
    """Wrong usage if any of these flags was given, for it would change nothing of what is done."""
    given = [name for name, value in flags.items() if value is not None and value is not False]
    if given:
        raise typer.BadParameter(f"cannot be combined with {' and '.join(given)}.", param_hint=what)


def _asks_before_keeping(keep: bool | None, *, yes: bool, json: bool) -> None:
    """Wrong usage if tiles are to be kept that nobody is asked about: only those agreed to are."""
    if yes or json:
        _goes_without("--yes" if yes else "--json", {"--keep": keep})


def _leave(fine: bool) -> NoReturn:
    raise typer.Exit(0 if fine else REFUSED)


def main() -> None:
    """Runs the program; every error it foresees is one line on standard error and an exit status."""
    streams.prepare()
    from scoring.errors import TilescoreError

    try:
        try:
            with loading():
                app(prog_name="tilescore")
        finally:
            sys.stdout.flush()
    except TilescoreError as error:
        _complain(str(error))
        sys.exit(WRONG_USAGE if error.code in _USAGE_CODES else REFUSED)
    except BrokenPipeError:
        _leave_unwritten()  # the reader has gone (`| head`)
    except OSError as error:
        closed = error.errno == errno.EBADF and not error.filename
        _complain(
            "the output is closed, and nothing could be written to it."
            if closed
            else f"{error.filename or 'the output'}: {error.strerror or error}."
        )
        _leave_unwritten()


def _complain(message: str) -> None:
    from tilescore.jobs import complain

    complain(message)


def _leave_unwritten() -> NoReturn:
    streams.abandon_output()
    sys.exit(REFUSED)
