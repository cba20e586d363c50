"""The hands by which constants and weights are chosen: `python -m models.choose`, eight minutes on two cores.

They are rendered like those of `models.evaluate`, with the same real faces but seeds of their own. What a
change is worth shows in how many of them come out exactly; of 1,598, one or two more or less is chance.

With `--finds runs/finds` what the networks find in them is kept; once it is, the hands are only put together
anew, in half a minute: enough to judge `vision.hand.hands` and all it calls. Which of several looks at a
picture is the best one, and what is said of tiles that it does not show, stays as it was then. Other weights,
which are refused there, or a change to what the networks are shown and how they are heard, want another
folder.
"""

import pickle
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console

from datasets.scene import Scene
from models.commands import Processes, run
from models.failures import Album
from models.figures import StaleFiguresError, load_figures, save_figures
from models.judging import Shown, judge_rendered, read_scene
from models.readers import Readers
from models.report import Report, table_of
from models.unseen import Faces, Render, are_there, rendered_one
from vision.compose import build_reading
from vision.errors import PhotoError
from vision.framing import unseen
from vision.pixels.photo import photo_of_array
from vision.read import Reader

Hands = tuple[str, Faces, int, int]
"""Name, faces, first seed and number of scenes."""

SETS: Final[tuple[Hands, ...]] = (
    ("drawn hands", "drawn", 7_400_000, 300),
    ("further drawn hands", "drawn", 7_440_000, 250),
    ("real faces, hands", "dev", 7_430_000, 250),
    ("other sets, hands", "others", 7_420_000, 200),
    ("more drawn hands", "drawn", 7_510_000, 300),
    ("more real faces, hands", "dev", 7_460_000, 250),
    ("more of other sets, hands", "others", 7_520_000, 200),
)
"""Those with a hidden tile are left out."""

Look = tuple[Scene, npt.NDArray[np.float32], npt.NDArray[np.float32], tuple[str, ...]]
"""A scene less its picture, what the networks found, corners (n, 4, 2), pixels, and probabilities (n, 44),
and what is said of tiles that the picture does not show."""


def main(
    failures: Annotated[Path | None, typer.Option(help="folder for pictures of what went wrong")] = None,
    finds: Annotated[Path | None, typer.Option(help="folder for what the networks found")] = None,
    processes: Processes = 2,
) -> None:
    """Count the hands that come out exactly."""
    if failures and finds:
        raise typer.BadParameter("finds are kept without their pictures", param_hint="--failures")
    if finds:
        _take_for_finds(finds)
    album, reports = Album(failures), list[Report]()
    with Readers(processes) as readers:
        for name, render, count in hands_of(SETS):
            if finds:
                looks = readers.scenes(look_at, render, count)
                shown = put_together(kept(finds / f"{name}.finds", looks))
            else:
                shown = readers.scenes(read_scene, render, count)
            reports += judge_rendered(name, shown, album)
    exact = sum(report.exact_hands or 0 for report in reports)
    hands = sum(report.hands or 0 for report in reports)
    console = Console(width=160)
    console.print(table_of(reports))
    console.print(f"{exact} of {hands} hands exactly right")


def _take_for_finds(folder: Path) -> None:
    """Notes in a folder whose finds are kept there: those of the networks that are shipped. Raises
    BadParameter where they are others'."""
    note = folder / "models.json"
    if not note.exists():
        save_figures(note, {})
    try:
        load_figures(note)
    except StaleFiguresError as error:
        raise typer.BadParameter(
            f"{folder} has what other networks found; name another folder", param_hint="--finds"
        ) from error


def kept(file: Path, looks: Iterable[Look]) -> Iterator[Look]:
    """The looks in a file of one's own; they are taken and written there first where there is none."""
    if not file.exists():
        taken = list(looks)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(taken))
    yield from pickle.loads(file.read_bytes())


def look_at(reader: Reader, scene: Scene) -> Look:
    """What the networks find in a scene."""
    looks = reader.looks(photo_of_array(scene.image))
    sight = looks.hand()
    hand = sight.hands[0].arrangement.tiles if sight.hands else ()
    said = unseen(looks.crops, sight.corners, sight.probabilities, hand) if hand else ()
    bare = replace(scene, image=scene.image[:0].copy())
    return bare, sight.corners, sight.probabilities, said


def put_together(looks: Iterable[Look]) -> Iterator[Shown]:
    """Each scene and the hand that is read from what was found in it, as `Reader` would."""
    for scene, corners, probs, said in looks:
        try:
            yield scene, build_reading(scene.kind, (0, 0), 0, probs, corners, unseen=_saying(said))
        except PhotoError:
            yield scene, None


def _saying(words: tuple[str, ...]) -> Callable[[Collection[int]], tuple[str, ...]]:
    return lambda _hand: words


def hands_of(sets: Sequence[Hands]) -> Iterator[tuple[str, Render, int]]:
    """Of each of some sets of hands its name, what renders its scenes, and their number, but for those whose
    faces are not installed."""
    for name, faces, seed, count in sets:
        if are_there(faces):
            yield name, partial(rendered_one, kind="hand", faces=faces, first_seed=seed), count


if __name__ == "__main__":
    run(main)
