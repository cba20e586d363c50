"""From tiles with probabilities to the reading a person sees: the last step through the vision room."""

from collections.abc import Callable, Collection, Iterator, Sequence, Set
from typing import Final, cast

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN, SHOWN, Tile
from vision.arrays import Floats
from vision.errors import PhotoError
from vision.hand.arrangement import Arrangement, Groups
from vision.hand.hands import AMBIGUOUS, PERHAPS_EXPOSED, RIVAL, Hand, find_hands
from vision.hand.infer import completions
from vision.hand.lines import Frames, find_lines
from vision.hand.posterior import heard_together
from vision.hand.table import COMPLETE
from vision.legibility import Hindrance
from vision.probabilities import NO_TILE, clear_faces, is_sure, is_tile
from vision.reading import (
    APART_UNCLEAR,
    HARDLY_A_HAND,
    KONG_IN_ROW,
    NEARLY_COMPLETE,
    PARTS_UNCLEAR,
    STRAY_SETS,
    Corners,
    Group,
    Reading,
    ReadTile,
    Role,
    Row,
)

ALTERNATIVES: Final = 7
"""How many likely faces a tile is offered as, at most, and as how many more that would complete the hand: of
471 tiles of rendered hands that were misread, the right one is among three in 78 % and among seven in 93 %,
most often a Season among the eight."""

LIKELY: Final = 0.001
"""Probability below which another face is not worth offering."""


def build_reading(
    photo: str,
    size: tuple[int, int],
    turned: int,
    probabilities: npt.NDArray[np.floating],
    corners: npt.NDArray[np.floating],
    *,
    rules: str = "babcock",
    everything: bool = False,
    choice: int = 0,
    or_last: bool = False,
    hands: Sequence[Hand] | None = None,
    hindrance: Callable[[], Hindrance | None] = lambda: None,
    unseen: Callable[[Collection[int]], Sequence[str]] = lambda _: (),
) -> Reading:
    """The reading of a photo, from what the detector and the classifier say about it.

    Args:
        photo, size, turned, rules: as `Reading` has them.
        probabilities: (n, 44) calibrated probabilities: 42 faces, face down, no tile.
        corners: (n, 4, 2) pixels: top-left, top-right, bottom-right, bottom-left of each tile as it stands.
        everything: every line of tiles in view instead of the hand (`read --all`).
        choice: which hand to read when several rows of tiles may be one; 0 is the likeliest.
        or_last: where there are fewer, the last of them is read, and a problem says so: live, a hand beside
            the chosen one may be missed for a moment.
        hands: what `find_hands` says of these tiles, where it has been asked already.
        hindrance: says what makes the tiles hard to read; asked where a tile of the hand is doubtful or no
            hand is seen.
        unseen: what to say of tiles that a hand of these ones may have as well.

    Raises: PhotoError("no-tiles"), also when what is there is too little like tiles to be called a hand;
    PhotoError("fewer-hands") when there is no such choice.
    """
    seen, places = np.asarray(probabilities, np.float64), np.asarray(corners, np.float64)
    tiles = is_tile(seen)
    if not tiles.any():
        raise PhotoError("no-tiles", f"{photo} shows no mah-jongg tiles.")
    problems: tuple[str, ...] = ()
    if everything:
        rows = _all_rows(seen[tiles], places[tiles])
    else:
        found = find_hands(places, seen) if hands is None else hands
        if not found:
            raise _no_hand(photo, seen, hindrance())
        rivals = _rivals(found)
        hand, fewer = _chosen(photo, rivals, choice, or_last=or_last)
        rows, nearly = _hand_rows(seen, places, hand)
        problems = (
            *fewer,
            *_row_problems(rivals, hand),
            *_hand_problems(hand, found, seen),
            *nearly,
            *unseen(hand.arrangement.tiles),
        )
        hard = None if all(tile.sure for row in rows for tile in row.tiles) else hindrance()
        if hard:
            problems += (f"The tiles are {hard.tiles_are}: {hard.better}, less may be in doubt.",)
    return Reading(photo, size, turned, rows, problems, {}, rules)


def _all_rows(probs: Floats, corners: Floats) -> tuple[Row, ...]:
    """One row per line of tiles, each tile as it looks by itself; from the top of the photo down."""
    lines = sorted(
        find_lines(Frames.of(corners)), key=lambda line: float(corners[list(line.members), :, 1].mean())
    )
    tiles = by_themselves(probs, corners)
    return tuple(Row(None, (tuple(tiles[tile] for tile in line.members),)) for line in lines)


def by_themselves(probabilities: npt.NDArray[np.floating], corners: npt.NDArray[np.floating]) -> Group:
    """Tiles as each of them looks by itself, from probabilities (n, 44) and corners (n, 4, 2)."""
    faces = probabilities[:, :NO_TILE].argmax(axis=1)
    return tuple(
        _read_tile(SHOWN[face], shares, places)
        for face, shares, places in zip(faces, probabilities, corners, strict=True)
    )


def _chosen(
    photo: str, rivals: Sequence[Hand], choice: int, *, or_last: bool
) -> tuple[Hand, tuple[str, ...]]:
    """The hand to read of those that may be one, and what to say where the last stands for a missing one."""
    if 0 <= choice < len(rivals):
        return rivals[choice], ()
    if not or_last:
        raise PhotoError("fewer-hands", f"{photo} shows only {_count(len(rivals))}.")
    return rivals[-1], (f"Only {_count(len(rivals))} can be seen just now.",)


def _hand_rows(probs: Floats, corners: Floats, hand: Hand) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """The parts of the hand, and what to say where one of its tiles is probably misread."""
    arrangement, decoded = hand.arrangement, hand.decoded
    completing = completions(arrangement, decoded.faces)
    unsure, heard = hand.unsure.union(completing), heard_together(hand, probs)

    def read(tiles: Sequence[int]) -> Group:
        return tuple(
            _read_tile(
                decoded.faces[tile],
                heard[tile],
                corners[tile],
                doubtful=tile in unsure,
                offered=completing.get(tile, frozenset()),
            )
            for tile in tiles
        )

    parts = _parts(arrangement).items()
    rows = tuple(Row(role, tuple(read(group) for group in groups)) for role, groups in parts if groups)
    return rows, (NEARLY_COMPLETE,) if completing else ()


def _no_hand(photo: str, probs: Floats, hindrance: Hindrance | None) -> PhotoError:
    backs = probs[:, FACE_DOWN.index] > 0.5
    if (backs | ~is_tile(probs)).all():
        seen = "nothing but the backs of mah-jongg tiles"
    elif clear_faces(probs).any():
        seen = "what looks like mah-jongg tiles, but no rows of them that make a hand"
        seen += f"; they are {hindrance.tiles_are}" if hindrance else ""
    else:
        seen = "no hand of mah-jongg tiles"
        seen += f"; what may be tiles is {hindrance.tiles_are}" if hindrance else ""
    return PhotoError("no-tiles", f"{photo} shows {seen}.")


def _parts(arrangement: Arrangement) -> dict[Role, Groups]:
    """The tiles in each part of a hand, a group together."""
    return {
        "exposed": arrangement.exposed,
        "concealed": arrangement.concealed,
        "seasons": (arrangement.seasons,) if arrangement.seasons else (),
        "set_apart": () if arrangement.set_apart is None else ((arrangement.set_apart,),),
    }


def _count(hands: int) -> str:
    return "one hand" if hands == 1 else f"{hands} hands"


def _read_tile(
    tile: Tile,
    probs: npt.NDArray[np.floating],
    corners: npt.NDArray[np.floating],
    *,
    doubtful: bool = False,
    offered: Set[Tile] = frozenset(),
) -> ReadTile:
    """A tile and what else it may be: what is likely, and what is `offered` however unlikely it is."""
    confidence = float(probs[tile.index])
    order = np.argsort(-probs[:NO_TILE], kind="stable")
    others = [(SHOWN[face], float(probs[face])) for face in order if face != tile.index]
    likely = [other for other in others[:ALTERNATIVES] if other[1] >= LIKELY]
    asked_for = [other for other in others if other[0] in offered and other not in likely]
    return ReadTile(
        tile=tile,
        confidence=confidence,
        sure=is_sure(tile, confidence) and not doubtful,
        alternatives=(*likely, *asked_for[:ALTERNATIVES]),
        corners=cast(Corners, tuple((float(x), float(y)) for x, y in corners)),
    )


def _rivals(hands: Sequence[Hand]) -> list[Hand]:
    """The best of each set of tiles that has hardly a tile in common with a better one."""
    rivals: list[Hand] = []
    for hand in hands:
        tiles = hand.arrangement.tiles
        shared = max((len(tiles & rival.arrangement.tiles) for rival in rivals), default=0)
        if hand.cost <= hands[0].cost + RIVAL and shared <= len(tiles) / 4:
            rivals.append(hand)
    return rivals


def _row_problems(rivals: Sequence[Hand], taken: Hand) -> list[str]:
    others = [hand for hand in rivals if hand is not taken]
    if not others:
        return []
    tiles = len(taken.arrangement.tiles)
    also = " and ".join(f"one of {len(hand.arrangement.tiles)} tiles" for hand in others)
    return [
        f"Of several rows that may be the hand, the one of {tiles} tiles was taken; there is also {also}."
    ]


def _hand_problems(hand: Hand, hands: Sequence[Hand], probs: Floats) -> list[str]:
    """What is odd about one of the hands, a sentence each."""
    arrangement, decoded = hand.arrangement, hand.decoded
    problems = [HARDLY_A_HAND] if hand.is_dubious else []
    if arrangement.counted not in (COMPLETE - 1, COMPLETE):
        kongs = sum(len(group) == 4 for group in arrangement.exposed)
        expected = f"{COMPLETE - 1 + kongs} or {COMPLETE + kongs}"
        found = arrangement.counted + kongs
        problems.append(f"{found} tiles were found besides Seasons; a hand like this has {expected}.")
    for tile in (tile for tile in _as_it_lies(arrangement) if tile in hand.changed):
        looks = SHOWN[int(probs[tile, :NO_TILE].argmax())]
        problems.append(
            f"A tile that looks like {_called(looks)} was read as {_called(decoded.faces[tile])}:"
            " the hand asks for it."
        )
    seen = {SHOWN[int(probs[tile, :NO_TILE].argmax())] for tile in decoded.doubted}
    crowded = sorted(seen - {FACE_DOWN})  # of which there are never too many
    problems += [f"There seem to be too many {tile.plural}." for tile in crowded]
    problems += [
        f"Beside the three {face.plural} lies what may be the fourth of them." for face in hand.perhaps_kongs
    ]
    problems += [
        f"Near the hand lies {tile.name}, which may be one of its Seasons." for tile in hand.perhaps_seasons
    ]
    problems += [
        f"Near the hand lies what looks like {_called(tile)}, and was taken for none of its tiles."
        for tile in hand.passed_over
    ]
    problems += _unclear_parts(hand, hands)
    if arrangement.stray:
        problems.append(STRAY_SETS)
    if any(all(decoded.faces[tile] != FACE_DOWN for tile in kong) for kong in arrangement.left_in_row):
        problems.append(KONG_IN_ROW)
    return list(dict.fromkeys(problems))


def _unclear_parts(hand: Hand, hands: Sequence[Hand]) -> Iterator[str]:
    """What part of one of the hands some of its tiles are in is not clear, a sentence each. Which of two
    tiles alike was set apart makes no difference."""
    taken, faces = hand.arrangement, hand.decoded.faces
    others = [other for other in hands if other.arrangement.tiles == taken.tiles]
    alike = [other for other in others if other.arrangement.exposes_as(taken)]
    if any(other.cost <= hand.cost + PERHAPS_EXPOSED for other in others if other not in alike):
        yield PARTS_UNCLEAR
    near = [hand, *(other for other in alike if other.cost <= hand.cost + AMBIGUOUS)]
    aparts = (other.arrangement.set_apart for other in near)
    if len({None if apart is None else faces[apart] for apart in aparts}) > 1:
        yield APART_UNCLEAR


def _as_it_lies(arrangement: Arrangement) -> Iterator[int]:
    """The tiles of a hand, part by part from left to right."""
    for groups in _parts(arrangement).values():
        yield from (tile for group in groups for tile in group)


def _called(tile: Tile) -> str:
    """A tile as a sentence names it: "the six of dots", "Season 1 (plum)", "a face-down tile"."""
    if tile == FACE_DOWN:
        return f"a {tile.name}"
    return tile.name if tile.is_season else f"the {tile.name}"
