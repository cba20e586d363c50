"""What lies by a hand and may be of it: a tile that completes a kong, a bird amid its Seasons, a face amid
its rows.

Layout looks for the tiles that a hand cannot do without. What is left may be of it all the same: what is so
by the way it lies is taken in, what may be so is spoken of.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from scoring.tiles import FACE_DOWN, TILES, Tile
from vision.arrays import Flags, Floats, Indices
from vision.hand.arrangement import Arrangement
from vision.hand.belonging import Belonging
from vision.hand.ground import HEAP_REACH, SAME_WAY, Ground, without
from vision.hand.impostors import enclosed
from vision.hand.infer import Decoded
from vision.hand.sets import COPIES
from vision.probabilities import CLEAR_FACE, FACES, KINDS, WHITE_DRAGON, is_tile

FOURTH: Final = 0.1
"""Probability of being the fourth of three alike, face down or not, from which a thing that lies beside them
and is none of the hand's tiles is spoken of. Of 1,616 rendered hands 19 have such a thing, and in eight it is
the fourth of a kong; of the ten read wrongly without a mark or a word four are among these."""

AT_AN_END: Final = (0.6, 1.5, 0.35)
"""It lies at their end, from and up to so many widths along the row and less than so many heights across."""

ON_TOP: Final = (1.35, 0.25, 1.35)
"""Or on a pung, or against its far or near side: less than so many widths from its middle along the row, and
from and up to so many heights across."""

CLEARLY: Final = 0.95
"""Probability of showing a face from which what touches the hand's Seasons and is none of its tiles is one of
them. Of 21 such things in 3,114 rendered hands all are; of 14 that are less clear, one. Six of the hands come
out exactly with it that did not before."""

TOUCHING: Final = 0.3
"""Tile widths of free space below which it touches them. In 2,449 rendered hands ten things touch the end of
a row, clearly show a face and are none of the hand's tiles; seven of these hands are read wrongly."""

PROBABLY: Final = 0.5
"""Probability of showing a face from which what touches the end of a row is spoken of. Of 755 rendered hands
four have such a thing that is less than clearly one and not spoken of otherwise: two are read wrongly, one of
them without another word, and the two others have marks already. Of 26 with a less likely one eight are wrong
and eight right without a mark."""

AMID: Final = 1.0
"""Tile widths of free space on either side up to which a face lies in the midst of a row. In 3,409 rendered
hands six such are none of the hand's tiles, and three of these hands are read wrongly for it."""

LONELY: Final = (2.5, 0.8, 0.25)
"""So near a hand's tile, as that measures, lies what may be of the hand though it lies by itself: a claimed
tile, a Season that looks like another. It shows a face with more than this probability, and is smaller or
larger by less than that, as the natural logarithm of a length. In 2,449 rendered hands 28 such things are
none of the hand's tiles; 19 of these hands are read wrongly, six of them without a mark or another word."""

LACKING: Final = 0.1
"""Probability of being some Season that the hand lacks from which one near by is spoken of."""


def with_fourths(
    ground: Ground, looks: Indices, arrangement: Arrangement, decoded: Decoded
) -> tuple[Arrangement, Decoded]:
    """The same with the fourth tile of an exposed pung that lies on it or against its far or near side, as it
    is added to make a kong, unless it would be the fifth of its kind; `looks` (n,) is the likeliest face of
    each thing. A kong counts three, so nothing else is changed by it."""
    along, nearest, farthest = ON_TOP
    exposed, faces = list(arrangement.exposed), dict(decoded.faces)
    for number, group, face in _pungs_without_fourth(arrangement, decoded):
        base = next((tile for tile in group if not ground.crosswise[tile]), group[0])
        seen = ground.frames.local[base]
        x, y = np.abs(seen - seen[list(group)].mean(axis=0)).T
        fitting = (x < along) & (nearest < y) & (y < farthest) & (looks == face.index)
        fourths = [tile for tile in np.flatnonzero(fitting).tolist() if tile not in faces]
        if len(fourths) == 1:
            exposed[number] = (*group, *fourths)
            faces[fourths[0]] = face
    if len(faces) == len(decoded.faces):
        return arrangement, decoded
    return replace(arrangement, exposed=tuple(exposed)), replace(decoded, faces=faces)


def with_touching_seasons(
    ground: Ground, probabilities: Floats, arrangement: Arrangement, decoded: Decoded
) -> tuple[Arrangement, Decoded]:
    """The same with the tiles that touch the Seasons, or each other and these, in a line of theirs and that
    the hand has no other use for: birds and flowers that look, by `probabilities` (n, 44), more like other
    tiles."""
    seasons, faces = list(arrangement.seasons), dict(decoded.faces)
    clearly = shows_a_face(probabilities, CLEARLY)
    while more := [tile for tile in touching(ground, seasons) if clearly[tile] and tile not in faces]:
        free = [face for face in range(KINDS, FACES) if TILES[face] not in faces.values()]
        if not free:
            break
        faces[more[0]] = TILES[free[int(probabilities[more[0], free].argmax())]]
        seasons.append(more[0])
    if len(faces) == len(decoded.faces):
        return arrangement, decoded
    along = ground.frames.local[arrangement.loose[0], :, 0]
    ordered = tuple(sorted(seasons, key=along.__getitem__))
    return replace(arrangement, seasons=ordered), replace(decoded, faces=faces)


def perhaps_kongs(
    ground: Ground, probabilities: Floats, arrangement: Arrangement, decoded: Decoded
) -> tuple[Tile, ...]:
    """Faces of exposed threes beside which lies something that is none of the hand's tiles and, by
    `probabilities` (n, 44), may be the fourth, face down or not; no fifth of its kind."""
    others = without(np.ones(len(probabilities), bool), list(arrangement.tiles))
    nearest, farthest, above = AT_AN_END
    found = []
    for _, group, face in _pungs_without_fourth(arrangement, decoded):
        along, across = np.abs(np.moveaxis(ground.frames.local[list(group)], 2, 0))
        beside = ((nearest < along) & (along < farthest) & (across < above)).any(axis=0)
        fourth = probabilities[:, face.index] + probabilities[:, FACE_DOWN.index] >= FOURTH
        if (others & beside & fourth).any():
            found.append(face)
    return tuple(found)


def perhaps_seasons(
    belonging: Belonging, probabilities: Floats, arrangement: Arrangement, decoded: Decoded
) -> tuple[Tile, ...]:
    """The Seasons that are none of the hand's tiles and may be all the same, if by `probabilities` (n, 44)
    they may be some that it lacks."""
    lacking = [face for face in range(KINDS, FACES) if TILES[face] not in decoded.faces.values()]
    played = [*arrangement.loose, *(tile for group in arrangement.exposed for tile in group)]
    shares = probabilities[np.ix_(belonging.nearly(played, arrangement.seasons), lacking)]
    likeliest = shares == shares.max(axis=1, keepdims=True, initial=0.0)
    _, faces = np.nonzero(likeliest & (shares >= LACKING))
    return tuple(sorted({TILES[lacking[face]] for face in faces.tolist()}))


def shows_a_face(probabilities: Floats, least: float = CLEAR_FACE) -> Flags:
    """(n,): what, by probabilities (n, 44), shows one with more than the `least` probability: clearly, unless
    told."""
    return np.asarray(probabilities[:, :FACES].sum(axis=1) > least)


def is_no_side(probabilities: Floats, least: float = CLEARLY) -> Flags:
    """(n,): what, by probabilities (n, 44), shows a face with more than the `least` probability, clearly
    unless told, and is no side of a tile, which may look like a bare white dragon."""
    return np.asarray(shows_a_face(probabilities, least) & (probabilities.argmax(axis=1) != WHITE_DRAGON))


def passed_over(ground: Ground, faces: Flags, clear: Flags, tiles: Sequence[int]) -> list[int]:
    """Those of the `faces` (n,) that lie in the midst of a row of a hand's tiles without being one of them,
    and those of the `clear` ones (n,) that touch the end of one."""
    others = without(faces, tiles)
    mine = np.zeros_like(others)
    mine[list(tiles)] = True
    amid = [tile for line in ground.lines for tile in enclosed(line, others, mine, AMID)]
    ends = [tile for tile in touching(ground, tiles) if clear[tile] and not mine[tile]]
    return [*dict.fromkeys((*amid, *ends))]


def lonely(ground: Ground, probabilities: Floats, tiles: Sequence[int]) -> list[int]:
    """What lies near a hand's tiles as they do and near no tile but them, is none of them and, by
    `probabilities` (n, 44), shows a face."""
    near, face, as_large = LONELY
    mine, side = list(tiles), ground.frames.log_side
    others = np.where(np.eye(len(probabilities), dtype=np.bool_), np.inf, ground.distance)
    nearest = np.array(mine)[others[mine].argmin(axis=0)]
    lying = others.T[np.arange(len(probabilities)), nearest] < near
    lying &= np.abs((ground.right * ground.right[nearest]).sum(axis=1)) > SAME_WAY
    lying &= np.abs(side - side[nearest]) < as_large
    lying &= others[:, without(is_tile(probabilities), mine)].min(axis=1, initial=np.inf) > HEAP_REACH
    return np.flatnonzero(without(is_no_side(probabilities, face) & lying, mine)).tolist()


def of_its_face(ground: Ground, probabilities: Floats, decoded: Decoded) -> list[int]:
    """What touches a tile of the hand, whichever way it lies, and by `probabilities` (n, 44) clearly shows
    the same face without being one of its tiles: as of a kong whose fourth tile lies crosswise on the claimed
    one."""
    mine, shown = list(decoded.faces), np.array([face.index for face in decoded.faces.values()])
    alike = ground.frames.gap[mine] < TOUCHING
    alike &= shown[:, None] == probabilities.argmax(axis=1)
    return np.flatnonzero(without(is_no_side(probabilities) & alike.any(axis=0), mine)).tolist()


def touching(ground: Ground, tiles: Collection[int]) -> Iterator[int]:
    """What lies next to some tiles in a line and touches them."""
    for line, usual in zip(ground.lines, ground.usual, strict=True):
        for pair, gap, least in zip(pairwise(line.members), line.gaps, usual, strict=True):
            if gap - least < TOUCHING:
                yield from (one for one, other in (pair, pair[::-1]) if other in tiles)


def _pungs_without_fourth(
    arrangement: Arrangement, decoded: Decoded
) -> Iterator[tuple[int, tuple[int, ...], Tile]]:
    """The exposed threes of a kind of which the hand has no fourth: which of the sets each is, its tiles and
    their face."""
    held = Counter(decoded.faces.values())
    for number, group in enumerate(arrangement.exposed):
        first, *others = (decoded.faces[tile] for tile in group)
        if len(group) == 3 and all(face == first for face in others) and held[first] < COPIES:
            yield number, group, first
