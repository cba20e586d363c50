"""Where everything in view lies, whatever it shows.

All that `table.py` asks about places is worked out here once for a photo, as matrices over the tiles: the
same things lie in the same places however their faces are read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Flags, Floats
from vision.hand.lines import Frames, Line, find_lines

# --- lengths: tile widths along a line, tile heights across it ---

SAME_LINE: Final = 0.6
"""Across: nearer than this, two pieces lie in one line."""

LINE_REACH: Final = 9.0
"""Along: how far apart two pieces of one line may lie."""

ROW_REACH: Final = (6.0, 4.5)
"""Along and across: how far from a row the next row of the same hand may lie."""

STRAY_REACH: Final = (14.0, 9.0)
"""The same where the sets of a hand lie far from the rest of it."""

SINGLE_REACH: Final = (3.5, 1.5, 3.4)
"""How far a single tile set apart may lie: along in the same line; along and across above or below it."""

HEAP_REACH: Final = 2.2
"""Discards have neighbours within this, measured like `Ground.distance`."""

SAME_WAY: Final = float(np.cos(np.radians(10)))
"""Cosine of the angle to within which tiles of a hand lie the same way; discards lie at any."""

MOST_USUAL: Final = 0.3
"""Tiles that touch are never measured to be further apart."""

LONG: Final = 5
"""Gaps in a line from which on it says by itself what is usual."""

CROSSWISE: Final = float(np.sin(np.radians(35)))
"""A tile lies crosswise in its row when the cosine of the angle between its right and the row's is less than
this: within 35 degrees of a right angle."""

LENGTHWISE: Final = 1.12
"""A tile lying crosswise takes more than this many times as much of the row as the others; one whose corners
are merely named in the wrong order does not."""


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """n things in view, where they lie."""

    frames: Frames
    lines: tuple[Line, ...]
    usual: tuple[tuple[float, ...], ...]
    """For each line `usual_gaps`."""
    right: Floats
    """(n, 2): which way each tile's right is, of length 1."""
    distance: Floats
    """(n, n): from tile i to tile j, as tile i measures."""
    strange: Flags
    """(n, n): whether tile j lies close to tile i and not the same way, as discards do."""
    crosswise: Flags
    """(n,): whether a tile lies crosswise in its line."""
    reaches: Flags
    """(n, n): whether tile j, one of several in a line, is within reach of tile i."""
    reaches_single: Flags
    """(n, n): the same of tile j by itself."""
    reaches_stray: Flags
    """(n, n): whether tile j lies far off tile i, but not too far for a set of a hand."""

    @classmethod
    def of(cls, corners: npt.NDArray[np.floating]) -> "Ground":
        """From corners (n, 4, 2): top-left, top-right, bottom-right and bottom-left of each tile, pixels."""
        frames = Frames.of(corners)
        lines = tuple(find_lines(frames))
        right = frames.right / frames.width[:, None]
        distance = np.sqrt((frames.local**2).sum(axis=2))
        strange = (distance < HEAP_REACH) & (np.abs(right @ right.T) < SAME_WAY)
        looseness = _looseness(lines)
        usual = tuple(tuple(usual_gaps(line.gaps, looseness)) for line in lines)
        crosswise = _crosswise(frames, right, lines)
        return cls(frames, lines, usual, right, distance, strange, crosswise, *_reaches(frames))


def _crosswise(frames: Frames, right: Floats, lines: Sequence[Line]) -> Flags:
    """`Ground.crosswise`: tiles turned against their line, and as much longer in it as a tile is high."""
    found = np.zeros(len(right), np.bool_)
    for line in lines:
        if len(line) > 2:
            tiles = list(line.members)
            turned = np.abs(right[tiles] @ heading(right[tiles])) < CROSSWISE
            longer = frames.height[tiles] > LENGTHWISE * middle(frames.width[tiles])
            found[tiles] = turned & longer
    return found


def _reaches(frames: Frames) -> tuple[Flags, Flags, Flags]:
    """`Ground.reaches`, `Ground.reaches_single` and `Ground.reaches_stray`.

    Tiles standing on a rack look short from above, so a height counts as no less than the width.
    """
    along, across = np.moveaxis(np.abs(frames.local), 2, 0)
    across = across * np.minimum(frames.height / frames.width, 1.0)[:, None]
    in_line = across < SAME_LINE
    most_in_line, most_along, most_across = SINGLE_REACH
    single = (in_line & (along < most_in_line)) | ((across < most_across) & (along < most_along))
    row, stray = ((along < reach[0]) & (across < reach[1]) for reach in (ROW_REACH, STRAY_REACH))
    return row | (in_line & (along < LINE_REACH)), single, stray


def _looseness(lines: Sequence[Line]) -> float:
    """What touching tiles are measured to be apart in the longest line, in the loosest of several such: how
    much the corners leave out."""
    longest = max((len(line.gaps) for line in lines), default=0)
    if longest < LONG:
        return 0.0
    return max(float(middle(np.array(line.gaps))) for line in lines if len(line.gaps) == longest)


def usual_gaps(gaps: Sequence[float], looseness: float = 0.0) -> list[float]:
    """What touching tiles are measured to be apart at each place of a line.

    It is not 0 where corners are loose or boxes leave out the sides of the blocks, and it drifts along a row
    seen at a slant. So it is what is usual close by, or in the whole line if that is more. Too short a line
    says little: it is trusted to be as loose as the longest line in view, whose `looseness` is its usual gap.
    """
    if len(gaps) < LONG:
        most = min(max(looseness, 0.1), MOST_USUAL)
        return [min(max(min(gaps, default=0.0), -0.15), most)] * len(gaps)
    everywhere = float(middle(np.array(gaps)))
    usual = []
    for place in range(len(gaps)):
        start = min(max(place - 2, 0), len(gaps) - 5)
        nearby = sorted(gap for k, gap in enumerate(gaps[start : start + 5], start) if k != place)
        at_an_end = place < 2 or place >= len(gaps) - 2
        # Amid sets of three, two of the four gaps nearby are wide; at an end the drift is strongest.
        here = (nearby[1] + nearby[2]) / 2 if at_an_end else nearby[1]
        usual.append(min(max(here, everywhere, -0.15), MOST_USUAL))
    return usual


def without(things: Flags, tiles: Sequence[int]) -> Flags:
    """Some of the things in view (n,) less these tiles."""
    others = things.copy()
    others[list(tiles)] = False
    return others


def heading(rights: Floats) -> Floats:
    """The unit vector (2,) along which the rights of tiles (n, 2) run, of two ways the one that most take.

    Tiles of one row may be taken to stand upside down to one another, and a median of opposite vectors
    points anywhere. Squared as complex numbers, opposite vectors are the same.
    """
    ways = rights[:, 0] + 1j * rights[:, 1]
    axis = np.sqrt((ways**2).sum())
    axis /= max(abs(axis), 1e-9)
    way = axis if (ways * axis.conj()).real.sum() >= 0 else -axis
    return np.array([way.real, way.imag])


def middle(values: Floats) -> Floats:
    """The median along the first axis; many times faster than `np.median` for a few values."""
    ranked = np.sort(values, axis=0)
    half = len(ranked) // 2
    return np.asarray(ranked[half] if len(ranked) % 2 else (ranked[half - 1] + ranked[half]) / 2)
