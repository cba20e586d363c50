"""How the commands of this room are run, and what several of them are told."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer

Threads = Annotated[int, typer.Option(min=1, help="processor cores")]
FirstSeed = Annotated[int, typer.Option(min=0, help="the first seed of what is drawn")]


def run(main: Callable[..., None]) -> None:
    """Runs a command; where a file or the real collections are missing, it ends with a sentence saying so."""
    try:
        typer.run(main)
    except FileNotFoundError as missing:
        sys.exit(f"{missing.filename} does not exist" if missing.filename else str(missing))
