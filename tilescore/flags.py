"""The flags that several commands have, and how what is typed after one is read."""

from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand


class Command(TyperCommand):
    """A command whose usage and help name its arguments as they are written, without Python's types."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        names = ((argument.metavar, argument.required) for argument in self._of_kind("argument", ctx))
        return ["[OPTIONS]", *(name if required else f"[{name}]" for name, required in names)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        arguments = [(argument.metavar, argument.help or "") for argument in self._of_kind("argument", ctx)]
        options = [option.get_help_record(ctx) for option in self._of_kind("option", ctx)]
        for title, records in (("Arguments", arguments), ("Options", options)):
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def _of_kind(self, kind: str, ctx: Any) -> list[Any]:
        return [parameter for parameter in self.get_params(ctx) if parameter.param_type_name == kind]


def one_of(*words: str) -> Callable[[str], str]:
    """Reads a flag that takes one of these words."""

    def parse(text: str) -> str:
        from scoring.errors import quote

        if text not in words:
            raise typer.BadParameter(f"{quote(text)} is none of {', '.join(words)}.")
        return text

    return parse


def whole(least: int, most: int | None = None) -> Callable[[str | int], int]:
    """Reads a flag that takes a whole number in these bounds."""
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"

    def parse(text: str | int) -> int:
        from scoring.errors import quote

        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise typer.BadParameter(f"{quote(text)} is no whole number {bounds}.")
        return number

    return parse


def file_or_input(text: str) -> str:
    """Reads the name of a file as it was typed, or "-" for standard input."""
    return _named(text, "file")


def file_path(text: str) -> Path:
    """Reads the path of a file; an address is none, and `Path` would take one of its slashes away."""
    from vision.names import is_address

    if is_address(_named(text, "file")):
        raise typer.BadParameter(f"{text} is an address, not a file.")
    return Path(text)


def photo_file(text: str) -> str:
    """Reads the name of a photo as it was typed; one that is called "-" is written "./-"."""
    if _named(text, "photo") == "-":
        raise typer.BadParameter("a photo is not read from standard input; name its file.")
    return text


def camera_or_film(text: str) -> str:
    """Reads the number of a camera, the name of a film or a URL, as it was typed."""
    return _named(text, "camera or film")


def _named(text: str, kind: str) -> str:
    """What was typed, refused where it is nothing: that would be the folder one is in."""
    if not text:
        raise typer.BadParameter(f"no {kind} is named.")
    return text


def seconds(text: str) -> float:
    """Reads a flag that takes a time."""
    from scoring.errors import quote

    try:
        number = float(text)
    except ValueError:
        number = nan
    if not 0.1 <= number < inf:
        raise typer.BadParameter(f"{quote(text)} is no number of seconds of at least 0.1.")
    return number


WIND = one_of("E", "S", "W", "N")
RULES = one_of("babcock", "millington")
SOURCE = one_of("wall", "discard", "loose", "robbed")
LOOSE_AFTER = one_of("kong", "season")
"""The words that some flags take."""

SeatFlag = Annotated[
    str | None, typer.Option("--seat", metavar="E|S|W|N", parser=WIND, help="The player's own wind.")
]
PrevailingFlag = Annotated[
    str | None,
    typer.Option("--prevailing", metavar="E|S|W|N", parser=WIND, help="The prevailing wind (Millington)."),
]
WinFlag = Annotated[str | None, typer.Option("--win", metavar="TILE", help="The tile that won the hand.")]
FromFlag = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="SOURCE",
        parser=SOURCE,
        help="Where that tile came from: wall, discard, loose or robbed.",
    ),
]
RulesFlag = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="SHEET",
        parser=RULES,
        help="The score sheet: babcock or millington; by default the table's.",
    ),
]
OptionFlag = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A setting of the score sheet; may be repeated."),
]
TableFlag = Annotated[
    Path | None,
    typer.Option(
        "--table", metavar="FILE", parser=file_path, help="The table's settings (TOML) in place of your own."
    ),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="Write JSON for programs; nothing is asked.")]
AnnotateFlag = Annotated[
    Path | None,
    typer.Option(
        "--annotate",
        metavar="OUT.png",
        parser=file_path,
        help="Draw what was read on the photo, into this file.",
    ),
]
ChoiceFlag = Annotated[
    int | None,
    typer.Option(
        "--choice",
        metavar="N",
        parser=whole(1),
        help="Which hand, where a photo seems to show several; 1 is the likeliest.",
    ),
]
KeepFlag = Annotated[
    bool | None,
    typer.Option(
        "--keep/--no-keep",
        help="Keep pictures of the tiles you agree to, on this machine, to read your set better; by default"
        " as the table's settings say.",
    ),
]
UnicodeFlag = Annotated[bool, typer.Option("--unicode", help="Draw tiles as Unicode signs.")]
