"""How long reading a photo takes: `python -m models.speed PHOTO`, against `cv2.imread` of the same file.

A process of its own, as for everyone who reads a photo: one that has done much else before has memory at hand
that the system need not find first, and decodes a third faster.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Annotated

import cv2
import typer

from models.commands import Threads, run
from vision.errors import PhotoError
from vision.read import Reader


def measured(photo: Path, repeats: int) -> dict[str, float]:
    """`python -m models.speed` in a process of its own: medians of reading the photo and of `cv2.imread`,
    seconds, and their ratio. Raises CalledProcessError when the program refuses the photo."""
    command = [sys.executable, "-m", "models.speed", str(photo), "--repeats", str(repeats)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(answer.stdout)
    return figures


def main(
    photo: Annotated[Path, typer.Argument(help="an image file")],
    repeats: Annotated[int, typer.Option(min=1, help="times it is read")] = 15,
    threads: Threads = 2,
) -> None:
    """Read and decode a photo in turns, once to warm up and then so often, and print the medians."""
    reader = Reader(threads)
    try:
        reader.read(photo)
    except PhotoError as error:
        raise typer.BadParameter(str(error), param_hint="PHOTO") from error
    reads, decodes = [], []
    for _ in range(repeats):
        began = time.perf_counter()
        cv2.imread(str(photo))
        decodes.append(time.perf_counter() - began)
        reads.append(reader.read(photo).milliseconds["total"] / 1000)
    read, decode = median(reads), median(decodes)
    typer.echo(json.dumps({"read": read, "imread": decode, "ratio": read / decode}))


if __name__ == "__main__":
    run(main)
