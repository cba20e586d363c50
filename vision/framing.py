"""Whether a photo shows all of a hand, or a tile of one of its rows is cut off by its edge or lost in glare.

Of a tile less than half of which is in the photo nothing is found, nor of one of which light has left nothing
but white: what is left of the hand may be a hand by itself. But between the last tile of its row and the edge
of the photo lies what has the colour of the faces, and where the lost one must lie all is white.
"""

from collections.abc import Collection, Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.again import hidden_places
from vision.arrays import Array, Flags, Floats, Pixels
from vision.corners.detect import corners_of
from vision.corners.peaks import middle_lines
from vision.faces.colours import NEIGHBOURS, difference, ground_colours
from vision.faces.crops import Crops, as_crops
from vision.hand.lines import Frames, Line, find_lines
from vision.legibility import WASHED_OUT, WHITE, are_overexposed, whiteness
from vision.pixels.photo import Photo
from vision.probabilities import is_tile
from vision.reading import CUT_OFF, IN_GLARE

# --- lengths: tile widths along a row, tile heights across it ---

_SEEN: Final = 0.1
"""From the row's last tile to the edge of the photo: where less lies between them, nothing is seen there."""

_REACH: Final = 1.3
"""The same: where more does, a tile as far from the last one as those of one row are would be seen whole."""

_CORNER: Final = 0.08
"""By how much corners may be off: so much beside the last tile may be of it."""

_STRIP: Final = (0.3, 0.8)
"""Length, at most, and breadth of the strip before the edge of the photo that is looked at, amid the row."""

_BESIDE: Final = (0.825, 0.25)
"""How far across from the middle of the row that of the strip on either side of it lies, and its breadth."""

_OF_A_FACE: Final = 0.13
"""Difference from their ground below which it is of a face. Of 337 real photos that are read as another hand
since they cut its outermost tile, an eighth to two fifths of it left, nothing is said of 17, and of some 256
without it. That a tile is cut off is said of 1 of 62 that show all of the hand, and of 12 of 768 rendered
ones: a table's rim may be as white as the tiles."""


def unseen(
    picture: Crops | Photo | Pixels,
    corners: Array,
    probabilities: npt.NDArray[np.floating],
    hand: Collection[int],
) -> tuple[str, ...]:
    """What to say of tiles that the hand may have beside those that were found: `CUT_OFF`, `IN_GLARE`.

    `corners` (n, 4, 2) of finds, upright, pixels of a photo, given as its `Crops`, a photo or BGR pixels
    (h, w, 3); `probabilities` (n, 44) of what they are; `hand`: which of them are the hand's, one at least.
    """
    crops = as_crops(picture)
    crops.look(corners)
    cut_off = (CUT_OFF,) if _is_cut_off(crops, corners, probabilities, hand) else ()
    return (*cut_off, IN_GLARE) if _is_in_glare(crops, corners, probabilities, hand) else cut_off


def _is_in_glare(
    crops: Crops, corners: Array, probs: npt.NDArray[np.floating], hand: Collection[int]
) -> bool:
    """Whether where a tile may be missing in the hand's rows, or beside them, light has left only white, but
    not both above and below: a lamp's spot is small, a white table is not."""
    mine = sorted(hand)
    tiles = corners[mine]
    places = corners_of(hidden_places(tiles, probs[mine]))
    middles = places.mean(axis=1)
    places = places[((middles >= 0) & (middles < crops.size)).all(axis=1)]
    places = places[_is_white(crops, places)]
    if len(places) == 0 or are_overexposed(whiteness(crops.at(tiles))):
        return False
    down = middle_lines(places)[1][:, None]
    return not (_is_white(crops, places + down) & _is_white(crops, places - down)).all()


def _is_white(crops: Crops, places: Array) -> Flags:
    """(n,): at which places (n, 4, 2), pixels of the photo, light has left hardly anything but white. None
    is cut out whose middle is not white: that is two fifths of what `whiteness` looks at, and of this at most
    a fifth may be something else, so that half of the middle is white where enough of all is."""
    white = np.asarray(crops.colours(places).min(axis=1) >= WHITE)
    white[white] = whiteness(crops.at(places[white])) > WASHED_OUT
    return white


def _is_cut_off(crops: Crops, corners: Array, probs: npt.NDArray[np.floating], hand: Collection[int]) -> bool:
    """Whether a row that ends with a tile of the hand seems to go on where the photo ends."""
    tiles = np.flatnonzero(is_tile(probs))
    frames = Frames.of(corners[tiles])
    ends = (end for line in find_lines(frames) for end in _ends(line, frames) if tiles[end[0]] in hand)
    return any(_goes_on(*end, frames, corners[tiles], crops) for end in ends)


def _ends(line: Line, frames: Frames) -> Iterator[tuple[int, Floats]]:
    """The first and the last tile of a line, and which way is outward there, (2,) pixels."""
    first, last = line.members[0], line.members[-1]
    along = frames.centre[last] - frames.centre[first] if len(line) > 1 else frames.right[last]
    yield first, -along
    yield last, along


def _goes_on(tile: int, outward: Floats, frames: Frames, corners: Array, crops: Crops) -> bool:
    """Whether what lies between a tile and the edge of the photo, that way, has the colour of a face, and
    what is beside it on one side at least has not: else it is a table as light as the tiles."""
    sides = np.array([frames.right[tile], -frames.right[tile], frames.up[tile], -frames.up[tile]])
    towards = int((sides @ outward / np.linalg.norm(sides, axis=1)).argmax())
    along, across = sides[towards], sides[(towards + 2) % 4]
    start = frames.centre[tile] + along / 2
    room = _until_the_edge(start, along, crops.size)
    if not _SEEN <= room <= _REACH:
        return False
    nearer = max(room - _STRIP[0], _CORNER)
    middle = start + (nearer + room) / 2 * along
    if _is_on_a_tile(middle, frames):
        return False
    length, (beside, breadth) = room - nearer, _BESIDE
    strips = np.stack(
        [
            _patch(middle, length * along, _STRIP[1] * across),
            _patch(middle + beside * across, length * along, breadth * across),
            _patch(middle - beside * across, length * along, breadth * across),
        ]
    )
    strip, *besides = _is_of_a_face(strips, middle, frames, corners, crops)
    return bool(strip and not all(besides))


def _until_the_edge(start: Floats, step: Floats, size: tuple[int, int]) -> float:
    """How many steps it takes from a point of a photo of that width and height to its edge; less than 0 from
    beyond it."""
    last = np.array(size) - 1
    if ((start < 0) | (start > last)).any():
        return -1.0
    room = np.where(step > 0, last - start, start)
    return float((room / np.maximum(np.abs(step), 1e-6)).min())


def _is_on_a_tile(point: Floats, frames: Frames) -> bool:
    offset = point - frames.centre
    along = np.abs((offset * frames.right).sum(axis=1)) / frames.width**2
    across = np.abs((offset * frames.up).sum(axis=1)) / frames.height**2
    return bool(((along < 0.5) & (across < 0.5)).any())


def _patch(middle: Floats, along: Floats, across: Floats) -> Array:
    """The corners (4, 2) around a patch, twice as long and as broad as it: of a quadrilateral `Crops.colours`
    looks at the inner half."""
    box = np.array([-along - across, along - across, along + across, across - along])
    return np.asarray(middle + box, np.float32)


def _is_of_a_face(patches: Array, place: Floats, frames: Frames, corners: Array, crops: Crops) -> Flags:
    """(n,): whether patches (n, 4, 2) have the colour of the ground of the faces nearest to a place."""
    nearest = np.linalg.norm(frames.centre - place, axis=1).argsort()[:NEIGHBOURS]
    ground = np.median(ground_colours(crops, corners[nearest]), axis=0)
    return np.asarray(difference(crops.colours(patches), ground[None]) < _OF_A_FACE)
