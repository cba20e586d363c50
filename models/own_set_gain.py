"""What one corrected hand of a new tile set brings: `python -m models.own_set_gain`.

For each tile set a hand of fourteen random tiles is kept, as a person would have corrected it, and photos of
other tiles of that set are read without and with it; then the same with the eight Seasons kept as well. No
picture that is judged is a picture that was kept. Sets of the real crops have one picture of a face, which is
seen again in other light and through other corners, so their figures flatter; rendered faces are drawn anew,
but seen straight on; rendered tables and the tables of the `dev` photos show what is left of it at a slant,
far away and with no Season chosen to be kept. One line keeps the hand of one rendered set and reads another,
which it must not disturb.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.table import Table

from datasets.crops import load_crops
from datasets.faces import FaceStyle, compose, sample_style
from datasets.photos import load_photos
from datasets.scene import sample_scene
from models.augment import relight
from models.commands import FirstSeed, run
from models.figures import save_figures
from models.matching import rectangle
from models.unseen import MIN_VISIBLE, SENT, UNSEEN_SEED
from scoring.tiles import FACE_DOWN, TILES, Tile
from vision.arrays import Array, Pixels
from vision.faces.classify import TileClassifier
from vision.faces.own_set import KeptHand, OwnSet
from vision.probabilities import are_sure

# The thresholds of `vision.faces.own_set` were chosen on rendered sets from seed 8,000,000, but for
# `DISTINCT`: it answers one tile from `UNSEEN_SEED` that had become wrong and sure.

KEPT = 14
"""Tiles of the corrected hand."""

AT_ONCE = 16
"""Tiles of a photo made of single faces."""

FACE_HEIGHT = 100
"""Pixels of a face in it."""

COMMON = tuple(tile for tile in TILES if not tile.is_season)
SEASONS = tuple(tile for tile in TILES if tile.is_season)

Look = Callable[[Tile, np.random.Generator], Pixels]
"""A new picture of a face of a tile set, filling the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A photo as the classifier sees it: probabilities (n, 44), upright corners (n, 4, 2), true faces
    (n,)."""

    pixels: Pixels
    probabilities: Array
    corners: Array
    truth: npt.NDArray[np.int64]

    def kept(self) -> KeptHand:
        """Its tiles as they are kept once a person has named them."""
        return KeptHand.cut(self.pixels, zip((TILES[face] for face in self.truth), self.corners, strict=True))


@dataclass(slots=True)
class Gain:
    """Readings of the same tiles without and with a kept hand, added up."""

    name: str
    without: list[Array] = field(default_factory=list)
    heard: list[Array] = field(default_factory=list)
    truth: list[npt.NDArray[np.int64]] = field(default_factory=list)

    def add(self, seen: Seen, kept: Sequence[KeptHand]) -> None:
        """Counts the tiles of one photo, without what is kept and with it."""
        self.without.append(seen.probabilities)
        self.heard.append(OwnSet(tuple(kept)).heard(seen.probabilities, seen.pixels, seen.corners))
        self.truth.append(seen.truth)

    def figures(self) -> dict[str, Any]:
        """Shares of tiles; silent misreads are wrong and sure."""
        truth = np.concatenate(self.truth)
        seasons = truth >= len(COMMON)
        figures: dict[str, Any] = {"data": self.name, "tiles": len(truth), "seasons": int(seasons.sum())}
        right = {}
        for when, probs in (("without", self.without), ("with", self.heard)):
            rows = np.concatenate(probs)
            right[when], sure = rows.argmax(axis=1) == truth, are_sure(rows)
            figures[when] = {
                "right": float(right[when].mean()),
                "seasons_right": float(right[when][seasons].mean()) if seasons.any() else None,
                "silent": int((~right[when] & sure).sum()),
                "right_but_unsure": float((right[when] & ~sure).sum() / max(right[when].sum(), 1)),
            }
        figures["mended"] = int((right["with"] & ~right["without"]).sum())
        figures["spoilt"] = int((~right["with"] & right["without"]).sum())
        return figures


def crop_looks() -> Iterator[tuple[str, Look, frozenset[Tile]]]:
    """The `dev` styles of the real crops, and which faces there is a picture of."""
    styles: dict[str, dict[Tile, Pixels]] = defaultdict(dict)
    for crop in load_crops("dev"):
        styles[crop.style][crop.tile] = crop.upright()
    for style, pictures in styles.items():
        yield style, _picture_of(pictures), frozenset(pictures)


def _picture_of(pictures: Mapping[Tile, Pixels]) -> Look:
    return lambda tile, _rng: pictures[tile]


def rendered_looks(first_seed: int, sets: int) -> Iterator[Look]:
    """Invented tile sets, each face drawn anew every time."""
    for seed in range(first_seed, first_seed + sets):
        yield _drawn_in(sample_style(np.random.default_rng([seed, 0])))


def _drawn_in(style: FaceStyle) -> Look:
    return lambda tile, rng: compose(style, tile, FACE_HEIGHT, rng)


def photo_of(tiles: Sequence[Tile], look: Look, classifier: TileClassifier, rng: np.random.Generator) -> Seen:
    """Faces side by side in one light of their own, with corners as loose as a detector's."""
    faces, quads, left = [], [], 0
    for tile in tiles:
        face = look(tile, rng)
        width = round(face.shape[1] * FACE_HEIGHT / face.shape[0])
        gap = FACE_HEIGHT // 5
        face = np.asarray(cv2.resize(face, (width, FACE_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
        faces.append(cv2.copyMakeBorder(face, gap, gap, gap, gap, cv2.BORDER_REPLICATE))
        corners = rectangle(1, 1) + rng.normal(0, 0.02, (4, 2))
        quads.append(corners * [width, FACE_HEIGHT] + [left + gap, gap])
        left += width + 2 * gap
    pixels = relight(np.asarray(np.concatenate(faces, axis=1), np.uint8), rng)
    return _seen(pixels, np.array(quads, np.float32), tiles, classifier)


def _seen(pixels: Pixels, quads: Array, tiles: Sequence[Tile], classifier: TileClassifier) -> Seen:
    faces = classifier.classify(pixels, quads)
    return Seen(pixels, faces.probabilities, faces.corners, np.array([tile.index for tile in tiles]))


def judge_set(
    gains: tuple[Gain, Gain],
    look: Look,
    there: frozenset[Tile],
    classifier: TileClassifier,
    rng: np.random.Generator,
) -> None:
    """One hand kept, one with the Seasons too; then every face of the set once more, shuffled into photos."""
    stock = [tile for tile in COMMON if tile in there for _ in range(4)]
    hand = [stock[i] for i in rng.choice(len(stock), KEPT, replace=False)]
    kept = [photo_of(hand, look, classifier, rng).kept()]
    seasons = [tile for tile in SEASONS if tile in there]
    with_seasons = [photo_of([*hand, *seasons], look, classifier, rng).kept()] if seasons else kept
    faces = [tile for tile in TILES if tile in there]
    faces = [faces[i] for i in rng.permutation(len(faces))]
    for start in range(0, len(faces), AT_ONCE):
        photo = photo_of(faces[start : start + AT_ONCE], look, classifier, rng)
        gains[0].add(photo, kept)
        gains[1].add(photo, with_seasons)


def judge_crops(classifier: TileClassifier, rounds: int) -> list[Gain]:
    """Every `dev` style of the real crops."""
    gains = (Gain("dev crops, a hand"), Gain("dev crops, a hand and the Seasons"))
    for style, look, there in crop_looks():
        for number in range(rounds):
            judge_set(gains, look, there, classifier, np.random.default_rng([number, *style.encode()]))
    return list(gains)


def judge_rendered(classifier: TileClassifier, first_seed: int, sets: int) -> list[Gain]:
    """Invented sets; and each read with the hand of the one before, which is no help."""
    gains = (Gain("rendered, a hand"), Gain("rendered, a hand and the Seasons"))
    foreign = Gain("rendered, another set's hand and Seasons")
    before: list[KeptHand] = []
    for number, look in enumerate(rendered_looks(first_seed, sets)):
        rng = np.random.default_rng([first_seed, number, 1])
        judge_set(gains, look, frozenset(TILES), classifier, rng)
        if before:
            shown = [TILES[i] for i in rng.permutation(len(TILES))[:AT_ONCE]]
            foreign.add(photo_of(shown, look, classifier, rng), before)
        before = [photo_of((*COMMON[::3], *SEASONS), look, classifier, rng).kept()]
    return [*gains, foreign]


def judge_tables(classifier: TileClassifier, first_seed: int, sets: int) -> Gain:
    """Rendered photos of two finished hands played with the same tiles: one kept, the other read."""
    gain = Gain("rendered tables, another hand of the set")
    for seed in range(first_seed, first_seed + sets):
        kept, read = (_table(classifier, seed, number) for number in range(2))
        gain.add(read, [kept.kept()])
    return gain


def _table(classifier: TileClassifier, style_seed: int, number: int) -> Seen:
    rng = np.random.default_rng([style_seed, number])
    scene = sample_scene(rng, SENT, "hand", style_seed=style_seed, real=False)
    shown = [
        tile
        for tile in scene.tiles
        if tile.role != "other" and tile.tile != FACE_DOWN and tile.visible >= MIN_VISIBLE
    ]
    quads = np.array([tile.corners for tile in shown], np.float32).reshape(-1, 4, 2)
    return _seen(scene.image, quads, [tile.tile for tile in shown], classifier)


def judge_photos(classifier: TileClassifier, hands: int) -> Gain:
    """Tables of the `dev` photos with several photos: some photo's tiles kept, all others read."""
    gain = Gain("dev photos, another photo of the table")
    tables: dict[str, list[Seen]] = defaultdict(list)
    for photo in load_photos("dev", originals_only=True) if hands else []:
        tiles = [tile for tile in photo.tiles if not tile.cut_off]
        if len(tiles) >= KEPT - 1:
            pixels = photo.pixels()
            quads = np.array([tile.outline for tile in tiles], np.float32)
            tables[photo.session].append(_seen(pixels, quads, [tile.tile for tile in tiles], classifier))
    for seen in tables.values():
        for kept in seen[:hands]:
            hand = [kept.kept()]
            for other in seen:
                if other is not kept:
                    gain.add(other, hand)
    return gain


def _print(figures: Sequence[dict[str, Any]]) -> None:
    titles = ("data", "tiles", "top-1", "top-1, Seasons", "sure errors", "false alarms", "mended", "spoilt")
    table = Table(*titles, box=None)
    for row in figures:
        before, after = row["without"], row["with"]
        table.add_row(
            row["data"],
            str(row["tiles"]),
            f"{before['right']:.2%} → {after['right']:.2%}",
            f"{before['seasons_right']:.1%} → {after['seasons_right']:.1%}" if row["seasons"] else "",
            f"{before['silent']} → {after['silent']}",
            f"{before['right_but_unsure']:.1%} → {after['right_but_unsure']:.1%}",
            str(row["mended"]),
            str(row["spoilt"]),
        )
    Console(width=150).print(table)


def main(
    sets: Annotated[int, typer.Option(min=0, help="rendered tile sets")] = 40,
    first_seed: FirstSeed = UNSEEN_SEED,
    rounds: Annotated[int, typer.Option(min=0, help="hands kept of each style of crops")] = 5,
    hands: Annotated[int, typer.Option(min=0, help="photos kept of each table")] = 3,
    json_file: Annotated[Path | None, typer.Option("--json", help="file for all figures")] = None,
) -> None:
    """Judge what the player's own corrected tiles bring on tile sets that training never saw."""
    classifier = TileClassifier(threads=2)
    gains = [
        *judge_crops(classifier, rounds),
        *judge_rendered(classifier, first_seed, sets),
        judge_tables(classifier, first_seed, sets),
        judge_photos(classifier, hands),
    ]
    figures = [gain.figures() for gain in gains if gain.truth]
    _print(figures)
    if json_file:
        save_figures(json_file, {"gains": figures})


if __name__ == "__main__":
    run(main)
