"""Draws the faces of many random tile sets into one file for training.

`python -m datasets.faces.pack OUT.npz --sets 800 --seed 1` draws every set's 42 faces and its back; with
`--varied`, only the 13 faces that each set draws its own way, and the back; with `--named`, only the Seasons,
told by their names alone (`told_by_name`), and the back; with `--seldom`, the suits and honours, drawn as few
sets draw them (`seldom`), and the back; with `--seldom-seasons`, the Seasons so drawn (`seldom_seasons`), and
the back; with `--contrary-seasons`, the Seasons with pictures that say nothing of their rank
(`contrary_seasons`), and the back; with `--modern`, all of it, as designers draw it today (`modernised`). The
file holds `data` (all JPEGs end to end, uint8), `ends` (n,), `sizes` (n, 2: width, height), `labels` (n,:
index of the tile, 42 for a back) and `sets` (n,: number of the set). It is written anew every hundred sets,
so that a run that has to be stopped leaves what it had drawn by then.
"""

from __future__ import annotations

import argparse
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from datasets import commands
from datasets.faces.canvas import Image
from datasets.faces.modern import modernised
from datasets.faces.seasons import told_by_name
from datasets.faces.seldom import seldom
from datasets.faces.seldom_seasons import contrary_seasons, seldom_seasons
from datasets.faces.style import FaceStyle, Restyle, compose, draw_back, sample_style
from scoring.tiles import FACE_DOWN, TILES, Tile

_SAVE_EVERY = 100
_HEIGHT = 112
"""Pixels a face: a little more than a classifier looks at."""


def _named(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    return replace(style, seasons=told_by_name(style.seasons, rng))


@dataclass(frozen=True)
class Part:
    """What is drawn of each set, beside its back."""

    tiles: Sequence[Tile]
    restyle: Restyle | None = None


_SEASONS = [tile for tile in TILES if tile.is_season]

WHOLE = Part(TILES)
VARIED = Part([*_SEASONS, *map(Tile.parse, ("1b", "1d", "Rd", "Gd", "Wd"))])
"""The faces that differ most from set to set."""
NAMED = Part(_SEASONS, _named)
SELDOM = Part([tile for tile in TILES if not tile.is_season], seldom)
SELDOM_SEASONS = Part(_SEASONS, seldom_seasons)
CONTRARY_SEASONS = Part(_SEASONS, contrary_seasons)
MODERN = Part(TILES, modernised)


class PackedFace(NamedTuple):
    """One face of a file."""

    jpeg: Image
    """(n,) bytes."""
    size: tuple[int, int]
    """Width and height, pixels."""
    label: int
    """Index of the tile, 42 for a back."""
    set_number: int


def pack(out: Path, sets: int, seed: int, part: Part = WHOLE) -> int:
    """Writes the file with this part of each set, and returns how many faces it holds. Deterministic from the
    seed."""
    packed: list[PackedFace] = []
    for number in range(sets):
        rng = np.random.default_rng([seed, number])
        style = sample_style(rng)
        if part.restyle:
            style = part.restyle(style, rng)
        faces = [(tile.index, compose(style, tile, _HEIGHT, rng)) for tile in part.tiles]
        faces.append((FACE_DOWN.index, draw_back(style, _HEIGHT, rng)))
        for label, face in faces:
            _, data = cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, 93])
            jpeg = np.asarray(data, np.uint8).reshape(-1)
            packed.append(PackedFace(jpeg, (face.shape[1], face.shape[0]), label, number))
        if (number + 1) % _SAVE_EVERY == 0 or number + 1 == sets:
            save(out, packed)
    return len(packed)


def save(out: Path, faces: Sequence[PackedFace]) -> None:
    """Writes a file of faces; a reader finds the old file or the new one, never half of it."""
    out.parent.mkdir(parents=True, exist_ok=True)
    partial = out.with_suffix(".part.npz")
    np.savez(
        partial,
        data=np.concatenate([face.jpeg for face in faces] or [np.zeros(0, np.uint8)]),
        ends=np.cumsum([len(face.jpeg) for face in faces], dtype=np.int64),
        sizes=np.array([face.size for face in faces], np.int64).reshape(-1, 2),
        labels=np.array([face.label for face in faces], np.int64),
        sets=np.array([face.set_number for face in faces], np.int64),
    )
    partial.replace(out)


def load(file: Path) -> Iterator[PackedFace]:
    """The faces of such a file. Raises FileError when it is another sort of file."""
    try:
        with file.open("rb") as opened, np.load(opened) as faces:
            data, ends, sizes, labels, sets = (
                faces[name] for name in ("data", "ends", "sizes", "labels", "sets")
            )
    except (EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise commands.FileError(
            f"{file} is no file of faces; `python -m datasets.faces.pack` writes them"
        ) from error
    begins = np.concatenate([[0], ends])[:-1]
    for begin, end, (width, height), label, number in zip(begins, ends, sizes, labels, sets, strict=True):
        yield PackedFace(data[begin:end], (int(width), int(height)), int(label), int(number))


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m datasets.faces.pack", description=__doc__)
    parser.add_argument("out", type=Path, help="file to write, .npz")
    parser.add_argument("--sets", type=commands.at_least(1), default=800, help="how many (%(default)s)")
    parser.add_argument("--seed", type=commands.at_least(0), default=1, help="decides all (%(default)s)")
    parser.set_defaults(part=WHOLE)
    few = parser.add_mutually_exclusive_group()
    for name, part, told in (
        ("--varied", VARIED, "only the faces that differ most"),
        ("--named", NAMED, "only Seasons, told by their names alone"),
        ("--seldom", SELDOM, "only suits and honours, drawn as few sets draw them"),
        ("--seldom-seasons", SELDOM_SEASONS, "only Seasons, drawn as few sets draw them"),
        ("--contrary-seasons", CONTRARY_SEASONS, "only Seasons, with pictures of any rank"),
        ("--modern", MODERN, "drawn as designers do today"),
    ):
        few.add_argument(name, dest="part", action="store_const", const=part, help=told)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    count = pack(options.out, options.sets, options.seed, options.part)
    print(f"{count} faces in {options.out}", file=sys.stderr)


if __name__ == "__main__":
    commands.run(main)
