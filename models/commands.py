"""How the commands of this room are run, and what several of them are told."""

from collections.abc import Callable
from typing import Annotated

import typer

from datasets import commands

Threads = Annotated[int, typer.Option(min=1, help="processor cores")]
Processes = Annotated[int, typer.Option(min=1, help="processes that read side by side, one for each core")]
FirstSeed = Annotated[int, typer.Option(min=0, help="the first seed of what is drawn")]


def run(main: Callable[..., None]) -> None:
    """Runs a command; where files, fonts or the real collections are missing, it ends with a sentence saying
    so."""
    commands.run(lambda: typer.run(main))
