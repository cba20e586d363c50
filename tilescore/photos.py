"""Reading a photo from Python, with one reader kept for all calls: loading the models takes longer than a
photo.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from vision.names import file_name

if TYPE_CHECKING:
    from vision.faces.own_set import OwnSet
    from vision.read import Reader
    from vision.reading import Reading


@cache
def reader() -> "Reader":
    """The program's one reader, its models loaded at the first call."""
    from vision.read import Reader

    return Reader()


def read(
    photo: str | Path,
    rules: str = "babcock",
    *,
    everything: bool = False,
    choice: int = 0,
    own_set: "OwnSet | None" = None,
) -> "Reading":
    """What lies on a photo, as a `vision.reading.Reading` whose `photo` is the path as it was given (�
    for what is no text).

    `rules` say what face-down tiles of a kong mean; `everything` reports all faces in view, without looking
    for a hand; `choice` takes another than the likeliest where several rows may be the hand; `own_set` is
    heard on doubtful tiles (the commands give the tiles kept on this machine, `own_tiles.load`).
    Raises `vision.errors.PhotoError` for a photo that cannot be read, `OptionError` for rules of no book.
    """
    reading = reader().read(photo, rules=rules, everything=everything, choice=choice, own_set=own_set)
    return replace(reading, photo=file_name(photo))
