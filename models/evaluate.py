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
from functools import partial
from itertools import chain, islice
from pathlib import Path
from statistics import median
from typing import Annotated

import cv2
import numpy as np
import typer
from rich.console import Console

from datasets.crops import load_crops
from datasets.others import other_faces
from datasets.photos import load_photos
from models.commands import Processes, run
from models.failures import Album
from models.figures import save_figures
from models.judging import (
    is_real,
    judge_close_ups,
    judge_empty,
    judge_faces,
    judge_photos,
    judge_rendered,
    read_close_ups,
    read_photo,
    read_scene,
    read_unlike,
    try_read,
)
from models.matching import hand_of_tiles, is_exact, magnified, put_back
from models.readers import Readers
from models.report import Report, table_of
from models.speed import measured
from models.unseen import (
    TAKEN,
    UNSEEN_SEED,
    Faces,
    are_there,
    modern_faces,
    rendered,
    rendered_one,
    renumbered_seasons,
)
from vision.arrays import Pixels
from vision.errors import PhotoError
from vision.faces.classify import TileClassifier
from vision.read import Reader

PHONE_PHOTOS = 15
"""Rendered hands whose reading is timed."""

PHONE = (4032, 3024)
"""Width and height in pixels of a photo as phones take them."""


def judge_hands(readers: Readers, count: int, album: Album) -> Iterator[Report]:
    """Rendered hands as large as photos are sent: with drawn faces, those of the dev data, and those of other
    programs' sets where any are installed."""
    sets: tuple[tuple[str, str, Faces, int], ...] = (
        ("rendered hands", "hand", "drawn", count),
        ("modern sets, hands", "hand", "modern", count // 2),
        ("relaid hands", "hand", "dev", count),
        ("relaid askew", "askew", "dev", count // 2),
        ("other sets, hands", "hand", "others", count // 2),
    )
    for name, kind, faces, number in sets:
        if are_there(faces):
            render = partial(rendered_one, kind=kind, faces=faces)
            yield from judge_rendered(name, readers.scenes(read_scene, render, number), album)


def judge_taken(readers: Readers, count: int, album: Album) -> Iterator[Report]:
    """Rendered hands as a phone takes them: the first of those that are judged at the size in which photos
    are sent, and hands on a rack."""
    sets: tuple[tuple[str, str, Faces], ...] = (
        ("rendered phone photos", "hand", "drawn"),
        ("relaid phone photos", "hand", "dev"),
        ("relaid racks, phone photos", "rack", "dev"),
    )
    for name, kind, faces in sets:
        render = partial(rendered_one, kind=kind, faces=faces, size=TAKEN)
        yield from judge_rendered(name, readers.scenes(read_scene, render, count), album)


def phone_photo(picture: Pixels) -> Pixels:
    """A rendered picture with as many pixels as phones take: enlarged from 1280 x 960, with the noise of a
    sensor in a lit room (4 of 256 levels). As a JPEG of quality 93 it has 2.6 MB, rather less than phones
    write, so that it is decoded no slower than theirs."""
    large = cv2.resize(picture, PHONE, interpolation=cv2.INTER_CUBIC)
    noise = 4 * np.random.default_rng(UNSEEN_SEED).standard_normal(large.shape, dtype=np.float32)
    return np.asarray(np.clip(large + noise, 0, 255), np.uint8)


def judge_speed(reader: Reader, repeats: int) -> dict[str, float]:
    """Reading phone photos of the first rendered hands, JPEG, against `cv2.imread` of the same files (see
    `models.speed`): medians over them, and the least and the most ratio. One look is enough for some, others
    are looked at again, and a cloth printed with motifs takes far longer, so one photo would say little.

    Counts as well how many of these hands come out exactly from the files, which are decoded only as finely
    as it takes, and from the same pictures as they were rendered. A photo that is refused is named and passed
    over; where all are, there are no figures.
    """
    times, exact, exact_small = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hand.jpg"
        for number, scene in enumerate(islice(rendered(100, "hand"), PHONE_PHOTOS), start=1):
            cv2.imwrite(str(path), phone_photo(scene.image), [cv2.IMWRITE_JPEG_QUALITY, 93])
            try:
                reading = reader.read(path)
            except PhotoError as error:
                typer.echo(f"photo {number} of {PHONE_PHOTOS} could not be timed: {error}", err=True)
                continue
            times.append(measured(path, repeats))
            hand = hand_of_tiles(scene.tiles)
            exact += is_exact(put_back(reading, magnified(PHONE[0] / scene.image.shape[1])), hand)
            exact_small += is_exact(try_read(reader, scene.image), hand)
    return {**_over_photos(times), "exact": exact, "exact_small": exact_small} if times else {}


def _over_photos(times: list[dict[str, float]]) -> dict[str, float]:
    """Of each figure the median over the photos, of the ratio the least and the most as well."""
    ratios = [time["ratio"] for time in times]
    middle = {key: median(time[key] for time in times) for key in times[0]}
    return {**middle, "least": min(ratios), "most": max(ratios), "photos": len(times)}


def _print(reports: list[Report], console: Console) -> None:
    console.print(table_of(reports))
    for report in reports:
        if report.widths:
            console.print(f"{report.name}, exact by width of their tiles in pixels: {report.by_width()}")
    misread = [f"{pair} {count}" for pair, count in confusions(reports).most_common()]
    console.print(f"real tiles misread: {', '.join(misread) or 'none'}")


def _print_speed(speed: dict[str, float], console: Console) -> None:
    console.print(
        f"12-megapixel JPEG, median of {speed['photos']}: read in {speed['read'] * 1000:.0f} ms, "
        f"{speed['ratio']:.2f} times cv2.imread ({speed['imread'] * 1000:.0f} ms; "
        f"{speed['least']:.2f} to {speed['most']:.2f} times)"
        if speed
        else "12-megapixel JPEG: no photo could be timed"
    )


def confusions(reports: Iterable[Report]) -> Counter[str]:
    """How often which real tile was called what, each tile counted once."""
    named = [n for report in reports if is_real(report.name) for n in report.named]
    return Counter(f"{n.truth}→{n.tile}" for n in named if not n.right)


def main(
    quick: Annotated[bool, typer.Option(help="fewer rendered scenes")] = False,
    processes: Processes = 2,
    failures: Annotated[Path | None, typer.Option(help="folder for pictures of what went wrong")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="file for all figures")] = None,
) -> None:
    """Judge the shipped models on data that training never saw."""
    album, count = Album(failures), 40 if quick else 300
    photos = load_photos("dev", originals_only=True)
    classifier = TileClassifier(threads=processes)
    crops = ((crop.tile, crop.upright()) for crop in load_crops("dev"))
    others = ((face.tile, face.image) for face in other_faces())
    reports = [
        *judge_faces(classifier, "dev crops", crops, album),
        *judge_faces(classifier, "other sets", others, album),
        *judge_faces(classifier, "renumbered sets", renumbered_seasons(count // 2), album),
        *judge_faces(classifier, "modern sets", modern_faces(count // 5), album),
    ]
    with Readers(processes) as readers:
        reports += judge_photos(readers.each(read_photo, photos), album)
        close = chain.from_iterable(readers.each(read_close_ups, enumerate(photos)))
        reports.append(judge_close_ups(close, album))
        reports += judge_hands(readers, count, album)
        reports += judge_taken(readers, count // 2, album)
        empty = readers.scenes(read_scene, partial(rendered_one, kind="empty"), count)
        bare = ((scene.image, reading) for scene, reading in empty)
        reports.append(judge_empty("rendered, no tiles", bare, album))
        reports.append(judge_empty("lookalikes, no tiles", readers.each(read_unlike, range(count)), album))
    console = Console(width=160)
    _print(reports, console)
    speed = judge_speed(Reader(threads=2), 3 if quick else 7)
    _print_speed(speed, console)
    if json_file:
        figures = {
            "reports": [{**report.figures(), "per_class": report.per_class()} for report in reports],
            "speed": speed,
            "machine": platform.machine(),
        }
        save_figures(json_file, figures)


if __name__ == "__main__":
    run(main)
