"""The hands by which constants and weights are chosen: `python -m models.choose`, six minutes on two
cores.

They are rendered like those of `models.evaluate`, with the same real faces but seeds of their own. What a
change is worth shows in how many of them come out exactly; of 920, one more or less is chance.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from rich.console import Console

from datasets.scene import Scene
from datasets.scene.realparts import Cutout, other_cutouts, real_crops, real_cutouts
from models.evaluate import judge_rendered, rendered, table_of, unseen_faces
from models.failures import Album
from vision.read import Reader

Faces = Literal["drawn", "train", "dev", "others"]

Hands = tuple[str, Faces, int, int]
"""Name, faces, first seed and number of scenes."""

SETS: Final[tuple[Hands, ...]] = (
    ("drawn hands", "drawn", 7_400_000, 300),
    ("further drawn hands", "drawn", 7_440_000, 250),
    ("real faces, hands", "dev", 7_430_000, 250),
    ("other sets, hands", "others", 7_420_000, 200),
)
"""Those with a hidden tile are left out."""


def main(
    failures: Annotated[Path | None, typer.Option(help="folder for pictures of what went wrong")] = None,
    threads: Annotated[int, typer.Option(help="processor cores")] = 2,
) -> None:
    """Count the hands that come out exactly."""
    album, reader = Album(failures), Reader(threads)
    reports = []
    for name, scenes in hands_of(SETS):
        reports.append(judge_rendered(reader, name, scenes, album))
    exact, hands = (
        sum(report.exact_hands or 0 for report in reports),
        sum(report.hands or 0 for report in reports),
    )
    console = Console(width=160)
    console.print(table_of(reports))
    console.print(f"{exact} of {hands} hands exactly right")


def hands_of(sets: Sequence[Hands]) -> Iterator[tuple[str, Iterator[Scene]]]:
    """The scenes of each of some sets of hands, by name, but for those whose faces are not installed."""
    for name, faces, seed, count in sets:
        cutouts = _cutouts(faces)
        if cutouts or faces == "drawn":
            yield name, rendered(count, "hand", cutouts, seed)


def _cutouts(faces: Faces) -> tuple[Cutout, ...]:
    """The faces that hands are laid out with; none where they are drawn, or where nothing is installed."""
    match faces:
        case "drawn":
            return ()
        case "train":
            return real_crops("train") + real_cutouts("train")
        case "dev":
            return unseen_faces()
        case "others":
            return other_cutouts()


if __name__ == "__main__":
    typer.run(main)
