"""Render many scenes to disk: `python -m datasets.scene.pack OUT_DIR --count N --seed S [--size 640x480]`.

Writes `000123.jpg` … and `labels.jsonl`, one line a picture in order:
`{"file", "kind", "hand": notation or null, "tiles": [{"tile", "corners", "visible", "role", "group"}]}`.
A picture depends on the settings and its number alone. Running again keeps what is there and adds what is
missing, so several processes can fill one folder with `--start` and join the labels by running once more. The
settings lie in `settings.json`; to a folder that was begun with others nothing is added.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets import commands
from datasets.scene.render import KINDS, sample_scene
from datasets.scene.tilesets import TileSet, dark_set, modern_set, seldom_set, tileset
from datasets.scene.values import Corners, Scene

STYLE_SHARE = 6
"""Pictures in a row that show the same tile set: drawing a set's faces costs as much as several pictures."""
QUALITY = 95

Sets = Callable[[int], TileSet]
"""Gives the set of a seed."""


def label_of(name: str, scene: Scene) -> dict[str, Any]:
    """The scene's line of `labels.jsonl`."""
    return {
        "file": name,
        "kind": scene.kind,
        "hand": None if scene.hand is None else str(scene.hand),
        "tiles": [tile.label() for tile in scene.tiles],
    }


def scene_number(
    number: int,
    seed: int,
    size: tuple[int, int],
    kind: str | None = None,
    *,
    real: bool = True,
    sets: Sets | None = None,
) -> Scene:
    """The scene with this number in the series `seed`; of one of `sets`, where they are of some kind."""
    rng = np.random.default_rng([seed, number])
    style = int(np.random.default_rng([seed, 1 << 31, number // STYLE_SHARE]).integers(2**31))
    if sets is None:
        return sample_scene(rng, size, kind, tiles=tileset(style, real=real), real=real)
    return sample_scene(rng, size, kind, tiles=sets(style), real=False)


def pack(
    folder: Path,
    numbers: range,
    seed: int,
    size: tuple[int, int],
    kind: str | None = None,
    *,
    real: bool = True,
    sets: Sets | None = None,
) -> None:
    """Render the scenes `numbers` into `folder`; a picture whose label is there too is kept. Raises FileError
    for a folder that was begun with other settings."""
    folder.mkdir(parents=True, exist_ok=True)
    real = real and sets is None
    of_sets = sets.__name__ if sets else None
    _keep_to({"seed": seed, "size": list(size), "kind": kind, "real": real, "sets": of_sets}, folder)
    for number in numbers:
        image, label = folder / f"{number:06d}.jpg", folder / f"{number:06d}.json"
        if image.exists() and label.exists():
            continue
        scene = scene_number(number, seed, size, kind, real=real, sets=sets)
        commands.write_picture(image, scene.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        _write(label, json.dumps(label_of(image.name, scene)))


def _keep_to(settings: dict[str, Any], folder: Path) -> None:
    """Raises FileError where a folder was begun with others. Of one drawn before they were written down
    nobody knows."""
    file = folder / "settings.json"
    if file.exists():
        begun = json.loads(file.read_text(encoding="utf-8"))
        others = [name for name, value in settings.items() if begun.get(name) != value]
        if others:
            raise commands.FileError(
                f"{folder} was begun with other settings ({', '.join(others)}); name another folder"
            )
    elif not any(folder.glob("[0-9]*.json")):
        _write(file, json.dumps(settings))


def _write(file: Path, text: str) -> None:
    """All of it or nothing, whoever else writes or reads it meanwhile."""
    partial = file.with_name(f"{file.name}.{os.getpid()}.part")
    partial.write_text(text, encoding="utf-8")
    partial.replace(file)


def join_labels(folder: Path) -> int:
    """Gather the labels that are there into `labels.jsonl`; returns how many."""
    labels = sorted(folder.glob("[0-9]*.json"))
    lines = "".join(path.read_text(encoding="utf-8") + "\n" for path in labels)
    _write(folder / "labels.jsonl", lines)
    return len(labels)


def scene_labels(folder: Path) -> list[dict[str, Any]]:
    """The lines of a folder's `labels.jsonl`, in order."""
    lines = (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def labelled_corners(label: dict[str, Any]) -> Corners:
    """(n, 4, 2): the corners of the tiles that a label names."""
    return np.array([tile["corners"] for tile in label["tiles"]], np.float32).reshape(-1, 4, 2)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.scene.pack", description=__doc__)
    parser.add_argument("folder", type=Path, help="where pictures and labels go")
    parser.add_argument("--count", type=commands.at_least(0), required=True, help="pictures to render")
    parser.add_argument(
        "--start", type=commands.at_least(0), default=0, help="number of the first picture (%(default)s)"
    )
    parser.add_argument("--seed", type=commands.at_least(0), default=0, help="of the series (%(default)s)")
    parser.add_argument(
        "--size", type=commands.size, default="640x480", help="WIDTHxHEIGHT, pixels (%(default)s)"
    )
    parser.add_argument("--kind", choices=KINDS, help="one kind of scene; all kinds when left out")
    parser.add_argument("--drawn-only", action="store_true", help="nothing out of real photos")
    few = parser.add_mutually_exclusive_group()
    for name, sets, told in (
        ("--dark", dark_set, "drawn sets with dark faces alone"),
        ("--seldom", seldom_set, "drawn sets alone, of designs that few have"),
        ("--modern", modern_set, "drawn sets alone, as designers draw them today"),
    ):
        few.add_argument(name, dest="sets", action="store_const", const=sets, help=told)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    numbers = range(options.start, options.start + options.count)
    real, sets = not options.drawn_only, options.sets
    pack(options.folder, numbers, options.seed, options.size, options.kind, real=real, sets=sets)
    print(f"{join_labels(options.folder)} pictures in {options.folder}")


if __name__ == "__main__":
    commands.run(main)
