"""Where to look again when what was found cannot be all of a hand, or is none.

The detector sees one thing at a time: a back as green as the cloth, a tile in the shadow of its neighbour or
one of a set whose like it never saw escapes it, and amid squares that are larger than the tiles it looks too
coarsely. A row of tiles says where the missing one must lie, and clear faces say how closely to look. And in
the photo upside down it sees other things than in the photo: the mean of both is surer than either. Dark
tiles are few in what the networks learnt from; in a negative they are light.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Array
from vision.corners.detect import UNSEEN, Detection
from vision.corners.quads import in_step
from vision.hand.ground import usual_gaps
from vision.hand.hands import Hand
from vision.hand.lines import Frames, Line, find_lines
from vision.hand.table import COMPLETE
from vision.probabilities import is_tile

SETTLED: Final = 3.5
"""A finished hand that costs no more is all there is. Of 933 rendered hands 750 come out exactly with this
and `UNFINISHED`, 746 with 5 and 4."""

UNFINISHED: Final = 3.4
"""The same of one that was not won, which costs three by itself."""

CONFIRMED: Final = 9.0
"""A hand that costs no more and is the same at both looks is not doubted further: as many of 920 rendered
hands come out exactly."""

WORTHWHILE: Final = 2.0
"""Another look is believed when its hand costs this much less."""

BETTER: Final = 1.5
"""What the photo shows both ways up, or as a negative, is believed when its hand costs this much less. Of
2,449 rendered hands 369 are looked at both ways up, and nine more come out exactly and none fewer; with 2 it
is seven more, with 1 nine more and three fewer. Where no hand was seen at all it would be one more, but one
of 300 pictures that only look like tiles was taken for a hand as well. As a negative four more come out and
one fewer, and of 296 hands of dark sets 230 in place of 224; were light tiles looked at so as well, it would
be six more and seven fewer."""

IN_A_GAP: Final = 2
"""Tiles that may be missing between two others: both backs of a kong."""

BETWEEN: Final = 0.2
"""Score of a place between two tiles, which a gap as wide as a tile speaks for as well; before the first and
after the last of a row it is `UNSEEN`. Of 2,168 rendered hands two more come out exactly with it and none
fewer, with 0.35 four more and two fewer."""


def is_settled(hands: Sequence[Hand]) -> bool:
    """Whether the likeliest of the hands is nothing to wonder at: a hand that was won, or the thirteen tiles
    of one that was not."""
    if not hands:
        return False
    if hands[0].decoded.complete:
        return hands[0].cost <= SETTLED
    return hands[0].arrangement.counted == COMPLETE - 1 and hands[0].cost <= UNFINISHED


def is_confirmed(hands: Sequence[Hand], closer: Sequence[Hand]) -> bool:
    """Whether the likeliest hands of two looks hold the same faces and neither costs much: a tile that both
    looks missed is hardly found by looking into gaps."""
    if not hands or not closer:
        return False
    faces, again = (Counter(best.decoded.faces.values()) for best in (hands[0], closer[0]))
    return faces == again and max(hands[0].cost, closer[0].cost) <= CONFIRMED


def hidden_places(
    corners: npt.NDArray[np.floating], probabilities: npt.NDArray[np.floating]
) -> list[Detection]:
    """Where in and beside the lines of tiles at `corners` (n, 4, 2), upright, with `probabilities` (n, 44),
    others may lie that nobody saw."""
    tiles = np.asarray(corners[is_tile(probabilities)], np.float32)
    lines = find_lines(Frames.of(tiles))
    return [place for line in lines if len(line) > 1 for place in _beside(line, tiles)]


def _beside(line: Line, corners: Array) -> Iterator[Detection]:
    """The places before the first tile of a line and after the last one, and in gaps as wide as tiles."""
    row = [corners[line.members[0]]]
    for tile in line.members[1:]:
        row.append(np.asarray(in_step(corners[tile], row[-1]), np.float32))
    for end, next_one in ((row[0], row[1]), (row[-1], row[-2])):
        yield Detection(2 * end - next_one, UNSEEN)
    for before, after, gap, usual in zip(row, row[1:], line.gaps, usual_gaps(line.gaps), strict=False):
        missing = round((gap - usual) / (1 + usual))
        if 1 <= missing <= IN_A_GAP:
            for place in range(1, missing + 1):
                share = np.float32(place / (missing + 1))
                yield Detection(before + share * (after - before), BETWEEN)
