"""What looks like tiles but is no hand: motifs printed on a cloth, a page of characters, dice, cards laid
out.

The networks look at one thing at a time, and some of these fool them. What gives them away is what they see
of all things together: that the same goes on above and below, that there are more of a kind than any set has.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import Tile
from vision.arrays import Flags, Floats
from vision.hand.arrangement import Arrangement
from vision.hand.ground import Ground, without
from vision.hand.infer import Decoded
from vision.hand.lines import Line
from vision.hand.sets import COPIES
from vision.probabilities import CLEAR_FACE, FACES, KINDS, NO_TILE, WHITE_DRAGON

_FRAME: Final = 0.05
"""A frame printed on a cloth looks like a white dragon: how likely it is one, as a share of the dragon's
probability."""

_MANY: Final = 2 * COPIES
"""Where more than so many clearly show one face, those not in the midst of a row are probably printed on a
cloth; a few more than a set holds may be misread."""

_TOUCHING: Final = 0.5
"""Free space, in tile widths, to the next tile of a row in the midst of which no such print lies."""

_SURPLUS: Final = 0.15
"""Share of what clearly shows a face, but for Seasons and the commonest face, that is more of a kind than a
set has, from which these are cards and their pips were taken for dots. Of six tables of cards, of 300, that
were taken for hands it is 0.2 to 0.54 on four; of 1,595 rendered hands, 0.05 at most."""

_LEAST_TILES: Final = 8.0
"""A hand is one only if this many of its tiles can be expected to be what they were read as, of the thirteen
that every hand has. Fewer are a few dice, or somebody showing a tile."""

_ALONG: Final = 0.75
_ACROSS: Final = 1.6
"""Tile widths along and tile heights across within which a thing is the next one above or below."""

_PATTERNED: Final = 0.5
"""Share of a hand's tiles between two others from which it is a row out of many."""

_LEAST_BELIEF: Final = 0.55
"""A hand is one only if its tiles were read with this confidence on average. Most hands come to 0.8 and more,
those of a set that looks strange to 0.7; of 200 pictures without tiles that nothing else is judged by, none
came to 0.4 in an order that makes sense."""

_LEAST_UNFINISHED: Final = 0.65
"""The same for one that was not won, for which the rules say less."""

_LEAST_ON_DICE: Final = 0.95
"""The same for one whose every face may be on a die: out of a block of forty dice fourteen make a hand that
is won, which comes to 0.83. Of 2,168 rendered hands one has such faces alone, and comes to 0.99."""

_ON_DICE: Final = frozenset(Tile.parse(f"{dots}d").index for dots in range(1, 7))

_ON_CARDS: Final = frozenset(Tile.parse(code).index for code in ("1b", *(f"{dots}d" for dots in range(2, 9))))
"""What the pips of playing cards are taken for."""

_ACE: Final = Tile.parse("1d").index
"""And the single one of an ace, now and then."""

_CARDS: Final = 0.9
"""Share of a hand's tiles that may be cards beyond which it has to be as clear. Of 300 tables of cards three
are a hand all the same, two of them as clear as hands are. Of 1,616 rendered hands two show more, and one of
these is read exactly."""

_SEVERAL: Final = 3
"""So many clear faces beside a hand of what cards show, and no other face, are cards as well: so it is on two
of these three tables. Of 3,409 rendered hands seven are of such faces, and none lies among such alone."""


def wary_of_prints(ground: Ground, probabilities: Floats) -> Floats:
    """The probabilities (n, 44), only that nothing is quite sure to be a tile that a cloth may be printed
    with: a frame, which looks like a white dragon, or a face of which there are more than there can be, but
    for those in the midst of a row; a Season beyond the eight clearest."""
    looks = probabilities.argmax(axis=1)
    clear = probabilities[:, :NO_TILE].max(axis=1) > CLEAR_FACE
    doubt = (np.bincount(looks[clear], minlength=FACES)[:FACES] - _MANY) / COPIES
    doubt[WHITE_DRAGON] = _FRAME
    wary = probabilities.copy()
    for face in np.flatnonzero(doubt > 0).tolist():
        alike = looks == face
        free = alike.copy()
        for line in ground.lines:
            free[enclosed(line, alike, clear & ~alike)] = False
        printed = doubt[face] * probabilities[free, face]
        wary[free, NO_TILE] = np.maximum(probabilities[free, NO_TILE], printed)
    seasons = probabilities[:, KINDS:FACES]
    rank = 1 + np.argsort(np.argsort(-seasons.sum(axis=1), kind="stable"))
    beyond = np.maximum(rank / (FACES - KINDS) - 1, 0) * seasons.sum(axis=1)
    wary[:, NO_TILE] = np.maximum(wary[:, NO_TILE], beyond)
    return np.asarray(wary / wary.sum(axis=1, keepdims=True))


def enclosed(line: Line, some: Flags, others: Flags, widest: float = _TOUCHING) -> list[int]:
    """Those of a line's tiles in `some` that touch one of the `others` on both sides, or each other and
    these; with gaps up to the `widest`, tile widths."""
    found: list[int] = []
    run: list[int] | None = None
    for tile, gap in zip(line.members, (np.inf, *line.gaps), strict=True):
        if gap > widest:
            run = None
        if some[tile] and run is not None:
            run.append(tile)
        elif others[tile]:
            found += run or []
            run = []
        else:
            run = None
    return found


def exceed_a_set(probabilities: npt.NDArray[np.floating]) -> bool:
    """Whether things with such probabilities (n, 44) clearly show more of several faces than the tiles of one
    set can. The commonest face does not count: it may be a motif of the cloth."""
    faces = probabilities[:, :KINDS]
    counts = np.bincount(faces.argmax(axis=1)[faces.max(axis=1) > CLEAR_FACE], minlength=KINDS)
    others = np.sort(counts)[:-1]
    return bool(np.maximum(others - COPIES, 0).sum() > _SURPLUS * others.sum())


def least_belief(decoded: Decoded) -> float:
    """How confidently the tiles of such a hand have to be read on average."""
    faces = [face.index for face in decoded.faces.values()]
    on_cards = sum(face in _ON_CARDS for face in faces)
    if all(face in _ON_DICE for face in faces) or on_cards > _CARDS * len(faces):
        return _LEAST_ON_DICE
    return _LEAST_BELIEF if decoded.complete else _LEAST_UNFINISHED


def among_cards(decoded: Decoded, probabilities: Floats) -> bool:
    """Whether nearly all of the hand, and all beside it that by `probabilities` (n, 44) clearly shows a face,
    if that is several, is of dots that cards have: discards are of all suits."""
    pips = {*_ON_CARDS, _ACE}
    if sum(face.index in pips for face in decoded.faces.values()) <= _CARDS * len(decoded.faces):
        return False
    beside = without(probabilities[:, :FACES].max(axis=1) > CLEAR_FACE, list(decoded.faces))
    others = probabilities[beside, :FACES].argmax(axis=1).tolist()
    return len(others) >= _SEVERAL and pips.issuperset(others)


def believable(belief: Floats, least: float = _LEAST_BELIEF) -> bool:
    """Whether tiles read with such confidence are a hand at all: one die or key in a hundred fools the
    networks; a whole row of such things does not, least of all read as a hand that can exist."""
    return float(belief.sum()) >= max(_LEAST_TILES, least * len(belief))


def in_a_pattern(local: Floats, something: Flags, arrangement: Arrangement) -> bool:
    """Whether the same goes on right above and right below most tiles, or, of a hand in several rows, right
    above or right below: cards laid out, a page of characters, a cloth. `local` (n, n, 2) is where each of
    the detections sees the others."""
    tiles = list(arrangement.tiles)
    x, y = np.moveaxis(local[tiles][:, without(something, tiles)], 2, 0)
    close = (np.abs(x) < _ALONG) & (np.abs(y) < _ACROSS)
    above, below = (close & (y > 0)).any(axis=1), (close & (y < 0)).any(axis=1)
    goes_on = above | below if arrangement.stacked else above & below
    return float(goes_on.mean()) > _PATTERNED
