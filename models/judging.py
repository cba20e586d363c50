"""How each sort of data is judged: single faces, real photos, rendered hands, pictures without any tile."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from datasets.photos import RealPhoto
from datasets.scene import Scene
from models.close_ups import CloseUp, close_ups
from models.failures import Album
from models.matching import edges_of, hand_of_tiles, is_exact, is_exact_in_parts, tiles_of
from models.real_hands import hand_of_photo, marked
from models.report import Report, named_from_probabilities, says_nothing
from models.unseen import STEEPEST, unlike
from scoring.tiles import FACE_DOWN, Tile
from vision.arrays import Pixels
from vision.corners.quads import hand_side
from vision.errors import PhotoError
from vision.faces.classify import TileClassifier
from vision.pixels.photo import photo_of_array
from vision.read import Reader
from vision.reading import Reading

STEEP = f"over {STEEPEST:.0f}°"
"""What is added to the name of a data set for its hands photographed at more of a slant."""

Shown = tuple[Scene, Reading | None]
"""A rendered scene and what it was read as."""

ShownPhoto = tuple[RealPhoto, Reading | None, Reading | None]
"""A real photo, what all of it was read as, and what its hand was if it shows one."""

ShownCloseUp = tuple[CloseUp, Reading | None]
"""A close-up and what all of it was read as."""

ShownEmpty = tuple[Pixels, Reading | None]
"""A picture without tiles, (h, w, 3), BGR, and what it was read as."""


def is_real(data: str) -> bool:
    """Whether a data set is one of those real ones that share no tile: the tiles of the photos' hands are
    among all that are in view."""
    return data.startswith("dev ") and data != "dev photos, hands"


def judge_faces(
    classifier: TileClassifier, name: str, faces: Iterable[tuple[Tile, Pixels]], album: Album
) -> list[Report]:
    """The classifier alone on single upright faces, edge to edge: the 34 common ones, and the Seasons by
    themselves. No faces, no reports."""
    reports = {False: Report(f"{name}, 34 faces"), True: Report(f"{name}, Seasons")}
    for tile, pixels in faces:
        probs = classifier.classify(pixels, edges_of(pixels)[None]).probabilities[0]
        named = named_from_probabilities(tile, probs)
        report = reports[tile.is_season]
        report.pictures += 1
        report.tiles += 1
        report.named.append(named)
        if not named.right:
            album.keep(name.split()[-1], pixels, f"{tile}: {named.tile} {named.confidence:.2f}")
    return [report for report in reports.values() if report.pictures]


def read_photo(reader: Reader, photo: RealPhoto) -> ShownPhoto:
    """All of a real photo, and its hand."""
    pixels = photo.pixels()
    hand = None if hand_of_photo(photo) is None else try_read(reader, pixels)
    return photo, try_read(reader, pixels, everything=True), hand


def judge_photos(shown: Iterable[ShownPhoto], album: Album) -> list[Report]:
    """Real photos of unseen tables: every tile found and named, and whole hands."""
    tiles = Report("dev photos, tiles", found=0, extras=0)
    hands = Report("dev photos, hands", found=0, extras=0)
    for photo, seen, reading in shown:
        truths, all_read = marked(photo), tiles_of(seen)
        backs = Counter() if photo.exhaustive else Counter({FACE_DOWN: len(all_read)})
        tiles.count_tiles(truths, all_read, complete=photo.exhaustive_faces, unmarked=backs)
        hand = hand_of_photo(photo)
        if hand is None:
            continue
        read = tiles_of(reading)
        hands.count_tiles(hand.tiles, read, complete=True, unmarked=hand.unmarked)
        exact = is_exact(reading, hand)
        hands.count_hand(reading, exact=exact)
        if not exact:
            album.keep_reading("photos", photo.pixels(), read, truths)
    return [tiles, hands]


def read_close_ups(reader: Reader, place: tuple[int, RealPhoto]) -> list[ShownCloseUp]:
    """The close-ups of a real photo; its number, and the photo."""
    return [(one, try_read(reader, one[0], everything=True)) for one in close_ups(*place)]


def judge_close_ups(shown: Iterable[ShownCloseUp], album: Album) -> Report:
    """Parts of real photos that a few tiles fill: those are to be found and named."""
    report = Report("close-ups of dev photos", found=0)
    for (picture, truths), reading in shown:
        read = tiles_of(reading)
        report.count_tiles(truths, read, complete=False)
        if Counter(tile for tile, _ in truths) - Counter(tile.tile for tile in read):
            album.keep_reading("close-ups", picture, read, truths)
    return report


def read_scene(reader: Reader, scene: Scene) -> Shown:
    """A scene and what it is read as."""
    return scene, try_read(reader, scene.image)


def judge_rendered(name: str, shown: Iterable[Shown], album: Album) -> list[Report]:
    """Rendered finished hands: exact tiles, and exact parts (roles and groups as well); those photographed at
    more of a slant than is asked for by themselves, if there are any. Of a hand that is wrong in either the
    album has a picture: of one that nothing would make a person look at as "quiet"."""
    level, steep = Report(name, found=0, extras=0), Report(f"{name} {STEEP}", found=0, extras=0)
    for scene, reading in shown:
        report = steep if scene.tilt > STEEPEST else level
        mine = [tile for tile in scene.tiles if tile.role != "other"]
        hand = hand_of_tiles(mine)
        read = tiles_of(reading)
        report.count_tiles(hand.tiles, read, complete=True)
        exact = is_exact(reading, hand)
        exact_parts = is_exact_in_parts(reading, scene)
        report.count_hand(reading, exact=exact, exact_parts=exact_parts)
        report.widths.append((hand_side(np.array([tile.corners for tile in mine])), exact))
        if not exact_parts:
            theme = "quiet" if says_nothing(reading) else "parts" if exact else name.split()[0]
            album.keep_reading(theme, scene.image, read, hand.tiles, reading.hand if reading else "")
    return [report for report in (level, steep) if report.pictures]


def read_unlike(reader: Reader, number: int) -> ShownEmpty:
    """A thing that is no tile, by its number, and what it is read as."""
    picture = unlike(number)
    return picture, try_read(reader, picture)


def judge_empty(name: str, shown: Iterable[ShownEmpty], album: Album) -> Report:
    """Pictures without any tile: whatever is read there is an extra. A picture is read rightly when it
    yields no hand."""
    report = Report(name, found=0, extras=0)
    for picture, reading in shown:
        read = tiles_of(reading)
        report.count_tiles([], read, complete=True)
        report.count_hand(reading, exact=not read)
        if read:
            album.keep_reading(name.split(",")[0], picture, read, [])
    return report


def try_read(reader: Reader, pixels: Pixels, *, everything: bool = False) -> Reading | None:
    """What a picture shows; None where the reader finds no hand (or, with `everything`, no tile) in it."""
    try:
        return reader.read(photo_of_array(pixels), everything=everything)
    except PhotoError:
        return None
