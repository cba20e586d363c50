"""How the commands of this room are run, what they take on their command lines, and what they refuse."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from scoring.errors import TilescoreError
from scoring.tiles import FACE_DOWN, Tile, parse_tiles

LEAST_SIDE: Final = 64
"""Pixels of a picture's side that there is anything to see on."""

INTERRUPTED: Final = 130
"""Exit status of a command that was interrupted, as shells have it."""


class FileError(TilescoreError):
    """A picture, a film or a file of faces that cannot be written, or is none."""

    code = "bad-file"


def run(main: Callable[[], None]) -> None:
    """Runs a command; what it refuses, and a file that is missing or cannot be had, ends it with a sentence
    saying so. One that is interrupted ends without another word."""
    try:
        main()
    except TilescoreError as refused:
        sys.exit(str(refused))
    except FileNotFoundError as missing:
        sys.exit(f"{missing.filename} does not exist" if missing.filename else str(missing))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def at_least(least: int) -> Callable[[str], int]:
    """Reads a whole number of at least so much."""

    def number(text: str) -> int:
        if not re.fullmatch(r"[+-]?\d+", text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"must be a whole number of at least {least}, not {text!r}")
        return int(text)

    return number


def seconds(text: str) -> float:
    """Reads a length of time of at least a tenth of a second and at most a minute."""
    if not re.fullmatch(r"\d+(\.\d+)?", text) or not 0.1 <= float(text) <= 60:
        raise argparse.ArgumentTypeError(f"must be 0.1 to 60 seconds, not {text!r}")
    return float(text)


def size(text: str) -> tuple[int, int]:
    """Reads a picture's width and height, pixels: `640x480`."""
    sides = re.fullmatch(r"(\d+)x(\d+)", text)
    if not sides or min(map(int, sides.groups())) < LEAST_SIDE:
        raise argparse.ArgumentTypeError(
            f"must be WIDTHxHEIGHT, each at least {LEAST_SIDE} pixels, such as 640x480, not {text!r}"
        )
    return int(sides[1]), int(sides[2])


def faces(text: str) -> tuple[Tile, ...]:
    """Reads tiles in the notation, none face down."""
    try:
        tiles = parse_tiles(text)
    except TilescoreError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if not tiles or FACE_DOWN in tiles:
        raise argparse.ArgumentTypeError(f"must be tiles with a face, such as 123c 1s, not {text!r}")
    return tiles


def write_picture(path: Path, picture: npt.NDArray[np.uint8], settings: Sequence[int] = ()) -> None:
    """Writes a picture in the format its name ends in, by the `settings` of `cv2.imwrite`. Raises FileError
    where that cannot be done."""
    if not cv2.haveImageWriter(path.name):
        raise FileError(f"{path}: the name of a picture must end in .png, .jpg or the like")
    if not cv2.imwrite(str(path), picture, settings):
        raise FileError(f"{path} cannot be written")
