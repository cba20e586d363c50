"""The judge: how well the shipped models and the whole way through read what they never saw.

`python -m models.evaluate` prints one table; `--json FILE` keeps the figures, `--failures FOLDER` the
pictures that went wrong. The real data are the `dev` parts of the collections, which no training sees (they
chose between models and constants); rendered hands come from tile sets and tables with seeds of their own,
relaid ones show real dev faces on such tables. Both are judged as large as photos are sent and, half of them,
as large as phones take them; those at more of a slant than is asked for by themselves.
"""

import platform
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.table import Table

from datasets.crops import load_crops
from datasets.others import other_faces
from datasets.photos import RealPhoto, load_photos
from datasets.scene import Scene
from datasets.scene.realparts import other_cutouts
from models.failures import Album
from models.figures import save_figures
from models.speed import measured
from models.unseen import STEEPEST, TAKEN, UNSEEN_SEED, lookalikes, rendered, renumbered_seasons, unseen_faces
from scoring.tiles import FACE_DOWN, TILES, Tile, parse_tiles
from vision.classify import CLASSES, TileClassifier
from vision.compose import ALTERNATIVES, is_sure
from vision.detect import hand_side
from vision.errors import PhotoError
from vision.photo import photo_of_array
from vision.read import Reader
from vision.reading import Reading, ReadTile

Image = npt.NDArray[np.uint8]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, pixels."""

MATCH = 0.4
"""A tile counts as found when a quadrilateral's upright bounding box covers its box to this share (IoU)."""

HAND = range(13, 19)
"""Tiles besides Seasons in a photo that shows one hand: 13 or 14, and one more for each kong."""

AMENDED: dict[str, tuple[str, str]] = {
    "036_0.jpg": ("3s 1c", ""),
    "044_0.jpg": ("4f 2s 3s", ""),
    "048_0.jpg": ("2f", ""),
    "093_0.jpg": ("", "5c"),
    "109_0.jpg": ("3s", ""),
    "323_0.jpg": ("2f", ""),
    "411_0.jpg": ("", "2b 3b 9d"),
    "418_0.jpg": ("3f", ""),
    "426_0.jpg": ("", "Ew Sw Sw"),
    "431_0.jpg": ("", "3f"),
    "432_0.jpg": ("3s", ""),
}
"""Dev photos whose annotation is not the hand, found by looking at failures: tiles of the hand that carry
no box, and tiles with a box that lie elsewhere on the table."""

STEEP = f"over {STEEPEST:.0f}°"
"""What is added to the name of a data set for its hands photographed at more of a slant."""

WIDTHS = {"under 30": 0, "30 to 45": 30, "over 45": 45}
"""Hands are counted apart by how wide their tiles are: the least pixels of each sort."""

BINS = 15

PHONE_PHOTOS = 15
"""Rendered hands whose reading is timed."""


@dataclass(frozen=True, slots=True)
class Named:
    """One tile that was found, and what it was called."""

    truth: Tile
    tile: Tile | None
    confidence: float
    sure: bool
    alternatives: tuple[Tile, ...]

    @property
    def right(self) -> bool:
        return self.tile == self.truth


@dataclass(slots=True)
class Report:
    """The figures for one data set; None where a figure makes no sense for it."""

    name: str
    pictures: int = 0
    tiles: int = 0
    found: int | None = None
    extras: int | None = None
    sure_extras: int | None = None
    """Of the extras those that were said to be sure."""
    hands: int | None = None
    exact_hands: int | None = None
    exact_parts: int | None = None
    quiet_hands: int | None = None
    """Hands that were read wrongly, their parts included, and nothing would make a person look."""
    named: list[Named] = field(default_factory=list)
    widths: list[tuple[float, bool]] = field(default_factory=list)
    """Of rendered hands: how wide their tiles are, pixels, and whether the hand was read exactly."""
    milliseconds: dict[str, float] = field(default_factory=dict)

    def count_hand(self, reading: Reading | None, *, exact: bool, exact_parts: bool | None = None) -> None:
        """Counts one hand: whether its tiles were read exactly and, where these are known, its parts."""
        self.hands = (self.hands or 0) + 1
        self.exact_hands = (self.exact_hands or 0) + exact
        if exact_parts is not None:
            self.exact_parts = (self.exact_parts or 0) + exact_parts
        right = exact if exact_parts is None else exact_parts
        self.quiet_hands = (self.quiet_hands or 0) + (not right and says_nothing(reading))

    def figures(self) -> dict[str, Any]:
        """All figures as numbers, for JSON and for the table."""
        wrong = [n for n in self.named if not n.right]
        right = [n for n in self.named if n.right]
        return {
            "data": self.name,
            "pictures": self.pictures,
            "tiles": self.tiles,
            "found": _share(self.found, self.tiles),
            "extras": self.extras,
            "sure_extras": self.sure_extras,
            "named_rightly": _share(len(right), len(self.named)),
            "seasons_named_rightly": _share(
                sum(n.right for n in self.named if n.truth.is_season),
                sum(n.truth.is_season for n in self.named),
            ),
            "exact_hands": _share(self.exact_hands, self.hands),
            "exact_parts": _share(self.exact_parts, self.hands),
            "quiet_hands": self.quiet_hands,
            "silent_misreads_per_1000": _share(1000 * sum(n.sure for n in wrong), len(self.named)),
            "right_but_unsure": _share(sum(not n.sure for n in right), len(right)),
            "right_among_alternatives": _share(sum(n.truth in n.alternatives for n in wrong), len(wrong)),
            "calibration_error": calibration_error(self.named) if self.named else None,
            "exact_by_width": self.by_width() or None,
            "milliseconds": self.milliseconds or None,
        }

    def by_width(self) -> dict[str, str]:
        """Hands read exactly, of all, by how many pixels wide their tiles are."""
        exact: dict[str, list[bool]] = {}
        for width, right in sorted(self.widths):
            name = [name for name, least in WIDTHS.items() if width >= least][-1]
            exact.setdefault(name, []).append(right)
        return {name: f"{sum(rights)}/{len(rights)}" for name, rights in exact.items()}

    def per_class(self) -> dict[str, str]:
        """Right of all, for each face that occurs."""
        counts = Counter(n.truth for n in self.named)
        rights = Counter(n.truth for n in self.named if n.right)
        return {str(tile): f"{rights[tile]}/{counts[tile]}" for tile in TILES if counts[tile]}


def calibration_error(named: Iterable[Named]) -> float:
    """Expected calibration error over 15 equal bins of confidence (Guo et al. 2017)."""
    pairs = np.array([(n.confidence, n.right) for n in named], float)
    bins = np.minimum((pairs[:, 0] * BINS).astype(int), BINS - 1)
    gaps = [
        abs(pairs[bins == b].mean(axis=0) @ [1, -1]) * (bins == b).sum()
        for b in range(BINS)
        if (bins == b).any()
    ]
    return float(sum(gaps) / len(pairs))


def judge_faces(
    classifier: TileClassifier, name: str, faces: Iterable[tuple[Tile, Image]], album: Album
) -> list[Report]:
    """The classifier alone on single upright faces, edge to edge: the 34 common ones, and the Seasons by
    themselves. No faces, no reports."""
    reports = {False: Report(f"{name}, 34 faces"), True: Report(f"{name}, Seasons")}
    for tile, pixels in faces:
        height, width = pixels.shape[:2]
        edge = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
        odds = classifier.classify(pixels, edge).odds[0]
        named = named_from_odds(tile, odds)
        report = reports[tile.is_season]
        report.pictures += 1
        report.tiles += 1
        report.named.append(named)
        if not named.right:
            album.keep(name.split()[-1], pixels, f"{tile}: {named.tile} {named.confidence:.2f}")
    return [report for report in reports.values() if report.pictures]


def named_from_odds(truth: Tile, odds: npt.NDArray[np.float32]) -> Named:
    """What a tile is called by its odds (44,) alone, no rules heard."""
    order = np.argsort(-odds)
    best, confidence = CLASSES[int(order[0])], float(odds[order[0]])
    others = tuple(tile for tile in (CLASSES[int(i)] for i in order[1 : ALTERNATIVES + 1]) if tile)
    return Named(truth, best, confidence, is_sure(best, confidence), others)


def judge_photos(reader: Reader, photos: list[RealPhoto], album: Album) -> list[Report]:
    """Real photos of unseen tables: every tile found and named, and whole hands."""
    tiles = Report("dev photos, tiles", found=0, extras=0)
    hands = Report("dev photos, hands", found=0, extras=0)
    times: list[dict[str, float]] = []
    for photo in photos:
        pixels = np.asarray(cv2.imread(str(photo.path)), np.uint8)
        truths = [(tile.tile, box_of(tile.outline)) for tile in photo.tiles if not tile.cut_off]
        seen = try_read(reader, pixels, everything=True)
        all_read = tiles_of(seen)
        backs = Counter() if photo.exhaustive else Counter({FACE_DOWN: len(all_read)})
        judge_tiles(tiles, truths, all_read, complete=photo.exhaustive_faces, unmarked=backs)
        hand = hand_of_photo(photo)
        if hand is None:
            continue
        reading = try_read(reader, pixels)
        read = tiles_of(reading)
        unmarked, elsewhere = amendments(photo)
        judge_tiles(hands, _without(truths, elsewhere), read, complete=True, unmarked=unmarked)
        exact = is_exact(reading, hand)
        hands.count_hand(reading, exact=exact)
        if reading:
            times.append(dict(reading.milliseconds))
        if not exact:
            album.keep_reading("photos", pixels, read, truths)
    hands.milliseconds = _medians(times)
    return [tiles, hands]


def hand_of_photo(photo: RealPhoto) -> Counter[Tile] | None:
    """The tiles of the hand that a real photo shows, as amended; None where it does not show one hand."""
    marked = Counter(tile.tile for tile in photo.tiles if not tile.cut_off)
    if sum(count for tile, count in marked.items() if not tile.is_season) not in HAND:
        return None
    unmarked, elsewhere = amendments(photo)
    return marked + unmarked - elsewhere


def amendments(photo: RealPhoto) -> tuple[Counter[Tile], Counter[Tile]]:
    """Tiles of the hand that have no box, and tiles with a box that are not of the hand."""
    unmarked, elsewhere = AMENDED.get(photo.path.name, ("", ""))
    return Counter(parse_tiles(unmarked)), Counter(parse_tiles(elsewhere))


def _without(truths: list[tuple[Tile, Box]], elsewhere: Counter[Tile]) -> list[tuple[Tile, Box]]:
    """The boxes less those of tiles elsewhere; of several of a kind those that lie furthest off."""
    middle = np.median([box for _, box in truths], axis=0)
    kept = sorted(truths, key=lambda truth: float(np.abs(np.array(truth[1]) - middle).sum()))
    for tile in elsewhere.elements():
        last = max(place for place, (name, _) in enumerate(kept) if name == tile)
        del kept[last]
    return kept


def hand_of_scene(scene: Scene) -> Counter[Tile]:
    """The tiles of the hand that a rendered scene shows."""
    return Counter(tile.tile for tile in scene.tiles if tile.role != "other")


def is_exact(reading: Reading | None, hand: Counter[Tile]) -> bool:
    """Whether all tiles of the hand were read, each by its name, and nothing else."""
    return Counter(tile.tile for tile in tiles_of(reading)) == hand


Shown = tuple[Scene, Reading | None]
"""A rendered scene and what it was read as."""


def read_scenes(reader: Reader, scenes: Iterable[Scene]) -> Iterator[Shown]:
    """Each scene and what it is read as."""
    for scene in scenes:
        yield scene, try_read(reader, scene.image)


def judge_rendered(name: str, shown: Iterable[Shown], album: Album) -> list[Report]:
    """Rendered finished hands: exact tiles, and exact parts (roles and groups as well); those photographed at
    more of a slant than is asked for by themselves, if there are any."""
    level, steep = Report(name, found=0, extras=0), Report(f"{name} {STEEP}", found=0, extras=0)
    for scene, reading in shown:
        report = steep if scene.tilt > STEEPEST else level
        mine = [tile for tile in scene.tiles if tile.role != "other"]
        truths = [(tile.tile, box_of(tile.corners)) for tile in mine]
        read = tiles_of(reading)
        judge_tiles(report, truths, read, complete=True)
        exact = is_exact(reading, hand_of_scene(scene))
        exact_parts = exact and reading is not None and _parts_read(reading) == _parts_of(scene)
        report.count_hand(reading, exact=exact, exact_parts=exact_parts)
        report.widths.append((hand_side(np.array([tile.corners for tile in mine])), exact))
        if not exact:
            album.keep_reading(name.split()[0], scene.image, read, truths)
        elif not exact_parts and reading:
            album.keep_reading("parts", scene.image, read, truths, reading.hand)
    return [report for report in (level, steep) if report.pictures]


def judge_others(reader: Reader, count: int, album: Album) -> list[Report]:
    """Rendered finished hands of the sets of other programs; nothing where none is installed."""
    faces = other_cutouts()
    shown = read_scenes(reader, rendered(count, "hand", faces))
    return judge_rendered("other sets, hands", shown, album) if faces else []


def judge_taken(reader: Reader, count: int, album: Album) -> list[Report]:
    """Rendered hands as a phone takes them: the first of those that are judged at the size in which photos
    are sent, and hands on a rack."""
    kinds = (
        ("rendered phone photos", "hand", ()),
        ("relaid phone photos", "hand", unseen_faces()),
        ("relaid racks, phone photos", "rack", unseen_faces()),
    )
    return [
        report
        for name, kind, faces in kinds
        for report in judge_rendered(
            name, read_scenes(reader, rendered(count, kind, faces, size=TAKEN)), album
        )
    ]


def judge_empty(reader: Reader, name: str, pictures: Iterable[Image], album: Album) -> Report:
    """Pictures without any tile: whatever is read there is an extra. A picture is read rightly when it
    yields no hand."""
    report = Report(name, found=0, extras=0)
    for picture in pictures:
        reading = try_read(reader, picture)
        read = tiles_of(reading)
        judge_tiles(report, [], read, complete=True)
        report.count_hand(reading, exact=not read)
        if read:
            album.keep_reading(name.split(",")[0], picture, read, [])
    return report


def try_read(reader: Reader, pixels: Image, *, everything: bool = False) -> Reading | None:
    """What a picture shows; None where the reader finds no hand (or, with `everything`, no tile) in it."""
    try:
        return reader.read(photo_of_array(pixels), everything=everything)
    except PhotoError:
        return None


def says_nothing(reading: Reading | None) -> bool:
    """Whether a hand was read, every tile for sure, with no problem to tell."""
    return reading is not None and not reading.problems and all(tile.sure for tile in tiles_of(reading))


def tiles_of(reading: Reading | None) -> list[ReadTile]:
    """All tiles of a reading; none of none."""
    return [tile for row in reading.rows for tile in row.tiles] if reading else []


def judge_tiles(
    report: Report,
    truths: list[tuple[Tile, Box]],
    read: list[ReadTile],
    *,
    complete: bool,
    unmarked: Counter[Tile] | None = None,
) -> None:
    """Matches what was read with what is there. Extras count only where everything in view is labelled but
    `unmarked` tiles."""
    report.pictures += 1
    report.tiles += len(truths)
    pairs = matches([box for _, box in truths], [box_of(np.array(tile.corners)) for tile in read])
    report.found = (report.found or 0) + len(pairs)
    if complete:
        matched = {index for _, index in pairs}
        strays = [tile for index, tile in enumerate(read) if index not in matched]
        known = unmarked or Counter()
        report.extras = (report.extras or 0) + (Counter(tile.tile for tile in strays) - known).total()
        sure = Counter(tile.tile for tile in strays if tile.sure)
        report.sure_extras = (report.sure_extras or 0) + (sure - known).total()
    for truth, index in pairs:
        tile = read[index]
        others = tuple(other for other, _ in tile.alternatives)
        report.named.append(Named(truths[truth][0], tile.tile, tile.confidence, tile.sure, others))


def matches(truths: list[Box], found: list[Box]) -> list[tuple[int, int]]:
    """Pairs (truth, found) of boxes that cover each other best, each used once, IoU at least `MATCH`."""
    if not truths or not found:
        return []
    a, b = np.array(truths)[:, None], np.array(found)[None]
    inner = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
    shared = np.clip(inner, 0, None).prod(axis=2)
    areas = (a[..., 2:] - a[..., :2]).prod(axis=2) + (b[..., 2:] - b[..., :2]).prod(axis=2)
    overlap = shared / (areas - shared)
    pairs: dict[int, int] = {}
    for flat in np.argsort(-overlap, axis=None):
        truth, index = divmod(int(flat), len(found))
        if overlap[truth, index] < MATCH:
            break
        if truth not in pairs and index not in pairs.values():
            pairs[truth] = index
    return list(pairs.items())


def _parts_of(scene: Scene) -> Counter[tuple[str, tuple[str, ...]]]:
    groups: dict[tuple[str, int], list[str]] = {}
    for tile in scene.tiles:
        if tile.role != "other":
            groups.setdefault((tile.role, tile.group if tile.role == "exposed" else 0), []).append(
                str(tile.tile)
            )
    return Counter((role, tuple(sorted(tiles))) for (role, _), tiles in groups.items())


def _parts_read(reading: Reading) -> Counter[tuple[str, tuple[str, ...]]]:
    parts: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for row in reading.rows:
        groups = row.groups if row.role == "exposed" else (row.tiles,)
        parts.update((str(row.role), tuple(sorted(str(tile.tile) for tile in group))) for group in groups)
    return parts


def phone_photo(picture: Image) -> Image:
    """A rendered picture with as many pixels as phones take, 4032 x 3024: enlarged from 1280 x 960, with the
    noise of a sensor in a lit room (4 of 256 levels). As a JPEG of quality 93 it has 2.6 MB, rather less than
    phones write, so that it is decoded no slower than theirs."""
    large = cv2.resize(picture, (4032, 3024), interpolation=cv2.INTER_CUBIC)
    noise = 4 * np.random.default_rng(UNSEEN_SEED).standard_normal(large.shape, dtype=np.float32)
    return np.asarray(np.clip(large + noise, 0, 255), np.uint8)


def judge_speed(reader: Reader, repeats: int) -> dict[str, float]:
    """Reading phone photos of the first rendered hands, JPEG, against `cv2.imread` of the same files (see
    `models.speed`): medians over them, and the least and the most ratio. One look is enough for some, others
    are looked at again, and a cloth printed with motifs takes far longer, so one photo would say little.

    Counts as well how many of these hands come out exactly from the files, which are decoded only as finely
    as it takes, and from the same pictures as they were rendered.
    """
    times, exact, exact_small = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hand.jpg"
        for scene in islice(rendered(100, "hand"), PHONE_PHOTOS):
            cv2.imwrite(str(path), phone_photo(scene.image), [cv2.IMWRITE_JPEG_QUALITY, 93])
            times.append(measured(path, repeats))
            hand = hand_of_scene(scene)
            exact += is_exact(reader.read(path), hand)
            exact_small += is_exact(try_read(reader, scene.image), hand)
    ratios = [time["ratio"] for time in times]
    middle = {key: median(time[key] for time in times) for key in times[0]}
    return {
        **middle,
        "least": min(ratios),
        "most": max(ratios),
        "photos": len(times),
        "exact": exact,
        "exact_small": exact_small,
    }


def box_of(corners: npt.NDArray[np.floating]) -> Box:
    """The upright box around corners (4, 2)."""
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _share(part: float | None, whole: float | None) -> float | None:
    return None if part is None or not whole else part / whole


def _medians(times: list[dict[str, float]]) -> dict[str, float]:
    stages = times[0] if times else {}
    return {stage: round(median(time[stage] for time in times), 1) for stage in stages}


COLUMNS = {
    "tiles": ("tiles", "{:d}"),
    "found": ("found", "{:.2%}"),
    "extras": ("extras", "{:d}"),
    "sure_extras": ("sure", "{:d}"),
    "named_rightly": ("named", "{:.2%}"),
    "seasons_named_rightly": ("Seasons", "{:.1%}"),
    "exact_hands": ("hands", "{:.1%}"),
    "exact_parts": ("parts", "{:.1%}"),
    "quiet_hands": ("quiet", "{:d}"),
    "silent_misreads_per_1000": ("silent ‰", "{:.2f}"),
    "right_but_unsure": ("unsure", "{:.2%}"),
    "right_among_alternatives": ("offered", "{:.0%}"),
    "calibration_error": ("ECE", "{:.2%}"),
}


def cells(figures: dict[str, Any]) -> list[str]:
    """A report's figures as the table prints them, under the titles of `COLUMNS`; empty where there is
    none."""
    return ["" if figures[key] is None else shape.format(figures[key]) for key, (_, shape) in COLUMNS.items()]


def table_of(reports: Iterable[Report], title: str = "data") -> Table:
    """The reports as rows of a table, with `title` over their names."""
    table = Table(title, *(column for column, _ in COLUMNS.values()), box=None)
    for report in reports:
        table.add_row(f"{report.name} ({report.pictures})", *cells(report.figures()))
    return table


def _print(reports: list[Report], speed: dict[str, float]) -> None:
    console = Console(width=160)
    console.print(table_of(reports))
    console.print(
        f"12-megapixel JPEG, median of {speed['photos']}: read in {speed['read'] * 1000:.0f} ms, "
        f"{speed['ratio']:.2f} times cv2.imread ({speed['imread'] * 1000:.0f} ms; "
        f"{speed['least']:.2f} to {speed['most']:.2f} times)"
    )
    for report in reports:
        if report.milliseconds:
            console.print(f"{report.name}, median milliseconds: {report.milliseconds}")
        if report.widths:
            console.print(f"{report.name}, exact by width of their tiles in pixels: {report.by_width()}")
    real = [n for report in reports if report.name.startswith("dev") for n in report.named]
    confusions = Counter(f"{n.truth}→{n.tile}" for n in real if not n.right)
    console.print("real tiles misread: " + ", ".join(f"{pair} {n}" for pair, n in confusions.most_common()))


def main(
    quick: Annotated[bool, typer.Option(help="fewer rendered scenes")] = False,
    failures: Annotated[Path | None, typer.Option(help="folder for pictures of what went wrong")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="file for all figures")] = None,
) -> None:
    """Judge the shipped models on data that training never saw."""
    album, reader = Album(failures), Reader(threads=2)
    count = 60 if quick else 300
    photos = load_photos("dev", originals_only=True)
    classifier = TileClassifier(threads=2)
    crops = ((crop.tile, crop.upright()) for crop in load_crops("dev"))
    others = ((face.tile, face.image) for face in other_faces())
    reports = [
        *judge_faces(classifier, "dev crops", crops, album),
        *judge_faces(classifier, "other sets", others, album),
        *judge_faces(classifier, "renumbered sets", renumbered_seasons(count // 2), album),
        *judge_photos(reader, photos, album),
        *judge_rendered("rendered hands", read_scenes(reader, rendered(count, "hand")), album),
        *judge_rendered("relaid hands", read_scenes(reader, rendered(count, "hand", unseen_faces())), album),
        *judge_others(reader, count // 2, album),
        *judge_taken(reader, count // 2, album),
        judge_empty(reader, "rendered, no tiles", (s.image for s in rendered(count, "empty")), album),
        judge_empty(reader, "lookalikes, no tiles", lookalikes(count), album),
    ]
    speed = judge_speed(reader, 3 if quick else 7)
    _print(reports, speed)
    if json_file:
        figures = {
            "reports": [{**report.figures(), "per_class": report.per_class()} for report in reports],
            "speed": speed,
            "machine": platform.machine(),
        }
        save_figures(json_file, figures)


if __name__ == "__main__":
    typer.run(main)
