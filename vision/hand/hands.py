"""The hands that a table may show, from how tiles lie, what they look like and what the rules allow,
together.

Layout takes every detection for what it most likely is: nothing, a Season, or a tile to play with. Where
that is in doubt beside the hand, the other possibilities are tried as well, in the order of their
probability: a die at the end of the row that makes it one tile too long, a Season that the hand lacks a tile
without.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from scoring.tiles import FACE_DOWN, TILES, Tile
from vision.arrays import Flags, Floats, Indices
from vision.hand.arrangement import Arrangement
from vision.hand.belonging import Belonging
from vision.hand.ground import Ground, without
from vision.hand.impostors import (
    among_cards,
    believable,
    exceed_a_set,
    in_a_pattern,
    least_belief,
    wary_of_prints,
)
from vision.hand.infer import Decoded, decode
from vision.hand.layout import KONG, MISCOUNT, arrange
from vision.hand.lines import Frames
from vision.hand.nearby import (
    PROBABLY,
    is_no_side,
    lonely,
    of_its_face,
    passed_over,
    perhaps_kongs,
    perhaps_seasons,
    shows_a_face,
    touching,
    with_fourths,
    with_touching_seasons,
)
from vision.hand.sets import COPIES, FLOOR, TileCosts
from vision.hand.table import COMPLETE, STRAY, Table
from vision.probabilities import (
    BLANK,
    BLANKS,
    CLEAR_FACE,
    FACES,
    KINDS,
    NO_TILE,
    WHITE_DRAGON,
    face_probabilities,
    is_season,
    is_tile,
)

DOUBT: Final = 3.0
"""What else a detection may be is tried when it costs no more than this: one chance in twenty."""

AMID_SEASONS: Final = 7.0
"""What touches a Season is tried as another up to this, one chance in a thousand: many look like a bird. Of
2,449 rendered hands one more is found with it, another with all its sets, and two tiles fewer are misread and
sure."""

MOTIF: Final = 0.1
"""Probability of being nothing beyond which a thing is not tried as a Season: many a motif of a cloth looks
like one, and no row and no rule speaks against it."""

NEAR: Final = 2.5
"""How near to a tile of the hand, measured like `Ground.distance`, doubtful detections matter."""

TRIES: Final = 16
"""Doubts tried the other way, one at a time: of one detection each, or of all blank ones alike."""

ROUNDS: Final = 4
"""The best of these is kept and others are tried with it, so often: the search is greedy."""

EITHER: Final = 0.005
"""Share of what speaks for either of the two blanks, a white dragon and a back, from which a thing may be the
less likely one after all."""

HOPELESS: Final = 0.97
"""Probability of being nothing beyond which a detection is left out from the start."""

UNTIDY: Final = 6.0
"""A hand that costs more is looked for once more, among clear faces only: a cloth may be printed with squares
that look a little like tiles and lie in rows with them."""

TIDIER: Final = 0.6
"""It is the hand where it costs so much less: to leave out what is not clear always costs a little less."""

CLEAREST: Final = 0.95
"""Probability of a face beyond which it is clear where it is strange how much is: a finished hand of such
faces, clear backs and no white dragon is believed, whatever else seems to lie there in no pattern with it."""

NONSENSE: Final = 13.6
"""What costs more, but for tiles that it lacks, is no hand: real ones cost 11 at most and rendered ones that
are read nearly right 13.3; rows of letters or icons cost 16 to 19, cards laid out 25, but with few of them
clear 14.8 and with most of them counted as dots 13.8, dice strewn over a table, each in its place seen as a
tile, 64."""

DUBIOUS: Final = 9.0
"""A hand that costs more without an irregular set hardly makes sense, and all its tiles are unsure: it may be
another player's row. Of 1,506 rendered hands 37 cost more, five of them read exactly; 17 of all 34 tiles that
were wrong or not of the hand and shown as sure were theirs. No real photo of a hand costs more than 7.2."""

ASTRAY_TILE: Final = 2.0
"""A hand costs so much more for each of its tiles that may be a discard. Of 2,168 rendered hands 1,682 come
out exactly in place of 1,668 with this and `USELESS`, and 110 things beside them are taken for tiles in place
of 130. With 2.5 it is 1,685, but a tile claimed four rows away that finishes the hand is given up."""

USELESS: Final = 1.0
"""And for a tile set apart that completes nothing: who has not won sets none apart."""

SKIPPED: Final = 3.0
"""And for each face in the midst of one of its rows, or clearly one at the end, that is none of its tiles: it
mostly is a Season that looks like a bird. Of 1,616 rendered hands two more come out exactly with it."""

LEFT_UNFINISHED: Final = 2.0
"""A hand not won costs so much more where it is won with tiles that lie beside it. A pair laid down beyond
its four sets needs 1.4; of 1,598 rendered hands two more come out exactly with it."""

RIVAL: Final = 4.0
"""Another row of tiles costing no more than this beyond the best may be the hand, too."""

AMBIGUOUS: Final = 0.7
"""Another arrangement of the same tiles costing no more than this beyond the best is about as likely."""

PERHAPS_EXPOSED: Final = 1.6
"""The same of one with other sets exposed, which may be likely enough to be spoken of: a set a tile's width
beside the concealed tiles while others lie in another row, or parts closer than that. Where the other one
costs 0.7 to 1.6 more, 26 of 80 tables laid without regard to the README are taken apart wrongly, of 1,496 in
all, and one of 17 laid as the rendered ones are, of 1,189."""

FAR_OFF: Final = 2.0
"""How far from the others of the hand, measured like `Ground.distance`, a tile must lie to be taken for a
discard where one that is not of the hand lies nearer. Of 585 rendered hands that nothing else is judged by,
12 of 26 such tiles are no part of the hand; of all others, one in 330."""

_NATURES: Final = ((*range(KINDS), FACE_DOWN.index), tuple(range(KINDS, FACES)), (NO_TILE,))
"""The columns of the probabilities that speak for a tile to play with, for a Season and for nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """What the detections are taken for: a tile to play with, a Season, nothing."""

    probabilities: Floats
    """(n, 44) of what each is, given that."""
    cost: float
    """What speaks against that, as a negative log-likelihood."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand found on the table: how its tiles lie, and what they are."""

    arrangement: Arrangement
    decoded: Decoded
    changed: frozenset[int]
    """Tiles that by themselves look like something else than they were read as."""
    astray: frozenset[int]
    """Tiles that may be discards: far from the others and nearer to one that is not of the hand."""
    cost: float
    """What speaks against this hand; the least is the likeliest."""
    perhaps_kongs: tuple[Tile, ...] = ()
    """Faces of exposed threes beside which there is something that may be the fourth."""
    perhaps_seasons: tuple[Tile, ...] = ()
    """Seasons close by that are none of its tiles and may be all the same."""
    passed_over: tuple[Tile, ...] = ()
    """Faces in the midst of its rows, at their ends, by themselves close by or touching a tile of the same
    face that are none of its tiles and not named above."""

    def renumbered(self, numbers: Sequence[int] | Mapping[int, int]) -> "Hand":
        """The hand with `numbers[k]` in place of each tile k."""
        return replace(
            self,
            arrangement=self.arrangement.renumbered(numbers),
            decoded=replace(
                self.decoded,
                faces={numbers[tile]: face for tile, face in self.decoded.faces.items()},
                doubted=frozenset(numbers[tile] for tile in self.decoded.doubted),
                irregular=frozenset(numbers[tile] for tile in self.decoded.irregular),
            ),
            changed=frozenset(numbers[tile] for tile in self.changed),
            astray=frozenset(numbers[tile] for tile in self.astray),
        )

    @property
    def is_dubious(self) -> bool:
        """Whether it hardly makes sense, and not for an irregular set, which a dead hand may have."""
        return self.cost > DUBIOUS and not self.decoded.irregular

    @property
    def unsure(self) -> frozenset[int]:
        """Tiles that a person should look at, however sure they seem by themselves: those that the rules
        changed or forbid, a single one among the exposed sets, one set apart that completes nothing, one that
        may be a discard, a Season that may be another's; all of a hand that hardly makes sense."""
        decoded, doubtful = self.decoded, self.arrangement.doubtful
        if self.is_dubious:
            return self.arrangement.tiles
        useless = _useless(self.arrangement, decoded)
        return self.changed | decoded.doubted | decoded.irregular | useless | self.astray | doubtful


def find_hands(corners: npt.NDArray[np.floating], probabilities: npt.NDArray[np.floating]) -> list[Hand]:
    """All hands to be believed in and the ways to see them that are likely at all, best first.

    `corners` (n, 4, 2): each tile's top-left, top-right, bottom-right and bottom-left, pixels.
    `probabilities` (n, 44).
    """
    places, seen = np.asarray(corners), np.asarray(probabilities, np.float64)
    if exceed_a_set(seen):
        return []
    things = _Things.among(places, seen, seen[:, NO_TILE] < HOPELESS)
    hands = _hands_among(things)
    if cost_of(hands) > UNTIDY:
        clearness = np.maximum(face_probabilities(seen), seen[:, FACE_DOWN.index])
        shown = clearness > CLEAR_FACE
        clear = _hands_among(_Things.among(places, seen, shown))
        backs, framed = seen[:, FACE_DOWN.index] > CLEAR_FACE, seen.argmax(axis=1) == WHITE_DRAGON
        clearest = _hands_among(_Things.among(places, seen, backs | ((clearness > CLEAREST) & ~framed)))
        local = Frames.of(places).local
        apart = [hand for hand in clearest if not in_a_pattern(local, shown, hand.arrangement)]
        complete = apart if apart and apart[0].decoded.complete else []
        tidier = min(clear, complete, key=cost_of)
        hands = tidier if cost_of(tidier) < cost_of(hands) - TIDIER else hands
    return _with_what_lies_by(hands, things)


def cost_of(hands: Sequence[Hand]) -> float:
    """What speaks against the likeliest of some hands; infinite when there is none."""
    return hands[0].cost if hands else np.inf


@dataclass(frozen=True, slots=True, eq=False)
class _Things:
    """Some of all detections, as they lie and look."""

    numbers: Indices
    """(m,): their numbers among all of them."""
    ground: Ground
    something: Flags
    """(m,): which look like a tile."""
    seen: Floats
    """(m, 44): what they look like, wary of prints."""

    @classmethod
    def among(cls, corners: npt.NDArray[np.floating], probs: Floats, these: Flags) -> "_Things":
        """Those of all detections, corners (n, 4, 2) and probabilities (n, 44), that are `these` (n,)."""
        numbers = np.flatnonzero(these)
        ground = Ground.of(corners[numbers])
        return cls(numbers, ground, is_tile(probs[numbers]), wary_of_prints(ground, probs[numbers]))


def _hands_among(things: _Things) -> list[Hand]:
    """As `find_hands`, only of these detections."""
    ground, something, seen = things.ground, things.something, things.seen
    taken = Hypothesis(seen, 0.0)
    hands = sorted(_hands_of(ground, seen, something, taken, np.inf), key=_cost)
    for _ in range(ROUNDS if hands else 0):
        likelier = None
        for other in islice(_others(ground, seen, taken, hands[0].arrangement), TRIES):
            found = _hands_of(ground, seen, something, other, hands[0].cost + AMBIGUOUS)
            if found and min(map(_cost, found)) < hands[0].cost:
                likelier = other
            hands = sorted([*hands, *found], key=_cost)
        if likelier is None:
            break
        taken = likelier
    sensible = [hand.renumbered(things.numbers.tolist()) for hand in hands if _makes_sense(hand)]
    return sorted(_left_unfinished(sensible), key=_cost)


def _with_what_lies_by(hands: Sequence[Hand], things: _Things) -> list[Hand]:
    """The hands, and what touches their Seasons or may be of each, too, among all `things` in view: also
    among those that were left aside to find them."""
    numbers, ground, seen = things.numbers.tolist(), things.ground, things.seen
    places = {number: place for place, number in enumerate(numbers)}
    faces, ends, looks = shows_a_face(seen), is_no_side(seen, PROBABLY), seen[:, :FACES].argmax(axis=1)
    belonging = Belonging(ground, seen)
    told = []
    for hand in hands:
        there = hand.renumbered(places)
        arrangement, decoded = with_touching_seasons(ground, seen, there.arrangement, there.decoded)
        new = arrangement.tiles - there.arrangement.tiles
        changed = there.changed | {tile for tile in new if decoded.faces[tile].index != looks[tile]}
        kongs = perhaps_kongs(ground, seen, arrangement, decoded)
        seasons = perhaps_seasons(belonging, seen, arrangement, decoded)
        tiles = list(arrangement.tiles)
        left = [*passed_over(ground, faces, ends, tiles), *lonely(ground, seen, tiles)]
        left += of_its_face(ground, seen, decoded)
        passed = dict.fromkeys(TILES[face] for face in looks[left].tolist())
        others = tuple(tile for tile in passed if tile not in (*kongs, *seasons))
        whole = replace(there, arrangement=arrangement, decoded=decoded, changed=changed)
        more = replace(whole, perhaps_kongs=kongs, perhaps_seasons=seasons, passed_over=others)
        told.append(more.renumbered(numbers))
    return told


def _left_unfinished(hands: Sequence[Hand]) -> Iterator[Hand]:
    """The hands; one that several more tiles would finish, as they look by themselves, costs more without
    them."""
    finished = [(hand.arrangement.tiles, hand.changed) for hand in hands if hand.decoded.complete]
    for hand in hands:
        mine = hand.arrangement.tiles
        rests = [tiles - mine for tiles, changed in finished if mine < tiles and not changed - mine]
        unfinished = not hand.decoded.complete and any(len(rest) > 1 for rest in rests)
        yield replace(hand, cost=hand.cost + LEFT_UNFINISHED) if unfinished else hand


def _hands_of(
    ground: Ground, seen: Floats, something: Flags, hypothesis: Hypothesis, limit: float
) -> list[Hand]:
    """The hands under a hypothesis, of arrangements none of which is dearer than the limit by itself; with
    sets that lie astray only where none that lies together is likely.

    Branch and bound: decoding only adds to what an arrangement costs, so once one is decoded, those that cost
    more by themselves than can still matter need not be.
    """
    if hypothesis.cost > limit:
        return []
    judge = _Judge(ground, seen, something, hypothesis)
    table = Table(ground, hypothesis.probabilities)
    hands: list[Hand] = []
    for stray in (False, True):
        if stray and any(hand.cost < hypothesis.cost + STRAY for hand in hands):
            break
        for arrangement in arrange(table, judge.costs, limit - hypothesis.cost, stray=stray):
            hand = judge.hand(arrangement, limit)
            if hand is not None:
                hands.append(hand)
                limit = min(limit, hand.cost + RIVAL + AMBIGUOUS)
    return hands


class _Judge:
    """Says under a hypothesis which hand an arrangement of the things on the ground is; `something` (n,) and
    `seen` (n, 44) are as in `_Things`."""

    def __init__(self, ground: Ground, seen: Floats, something: Flags, hypothesis: Hypothesis) -> None:
        self._ground, self._seen, self._something = ground, seen, something
        self._cost = hypothesis.cost
        self.costs = TileCosts(hypothesis.probabilities)
        self._faces, self._clear = shows_a_face(seen), is_no_side(seen)
        self._looks, self._belief = seen[:, :NO_TILE].argmax(axis=1), seen[:, :NO_TILE].max(axis=1)

    def hand(self, arrangement: Arrangement, limit: float) -> Hand | None:
        """The likeliest hand that lies so; None where there is none to be believed in, or where it is dearer
        than the limit before it is decoded."""
        ground, seen, tiles = self._ground, self._seen, list(arrangement.tiles)
        cost = self._cost + arrangement.cost
        if cost > limit:
            return None
        astray = _astray(ground, self._something, tiles)
        left = passed_over(ground, self._faces, self._clear, tiles)
        cost += ASTRAY_TILE * len(astray) + SKIPPED * len(left)
        if cost > limit or not believable(self._belief[tiles]):
            return None
        if in_a_pattern(ground.frames.local, self._something, arrangement):
            return None
        decoded = decode(arrangement, self.costs)
        if arrangement.stacked and not decoded.complete:
            return None  # rather cards laid out, or a row of the hand and one of another
        read = np.array([seen[tile, face.index] for tile, face in decoded.faces.items()])
        if not believable(read, least_belief(decoded)) or among_cards(decoded, seen):
            return None
        arrangement, decoded = with_fourths(ground, self._looks, arrangement, decoded)
        arrangement, decoded = with_touching_seasons(ground, seen, arrangement, decoded)
        changed = frozenset(tile for tile, face in decoded.faces.items() if face.index != self._looks[tile])
        if arrangement.stray and len(arrangement.loose) == 2:
            # Where sets lie anywhere, so may two discards that lie side by side.
            astray |= _astray(ground, self._something, tiles, arrangement.loose)
        cost += decoded.cost + USELESS * len(_useless(arrangement, decoded))
        cost += KONG * len(_undeclared(arrangement, decoded))
        return Hand(arrangement, decoded, changed, astray, cost)


def _makes_sense(hand: Hand) -> bool:
    """Whether the tiles lie as a hand does, all of it or most."""
    lacking = max(COMPLETE - 1 - hand.arrangement.counted, 0)
    return hand.cost <= NONSENSE + MISCOUNT * lacking


def _useless(arrangement: Arrangement, decoded: Decoded) -> frozenset[int]:
    """The tile set apart, if it completes nothing."""
    apart = arrangement.set_apart
    return frozenset() if decoded.complete or apart is None else frozenset({apart})


def _undeclared(arrangement: Arrangement, decoded: Decoded) -> list[Tile]:
    """Faces of which a hand that was not won has all four concealed, amid its other tiles and in no run with
    any of them: it would have declared them. Four that lie by themselves cost as much already."""
    if decoded.complete:
        return []
    held = Counter(decoded.faces[tile] for tile in arrangement.loose)
    fours = [group for group in arrangement.concealed if len(group) == COPIES]
    by_themselves = [{decoded.faces[tile] for tile in group} for group in fours]
    alike = [face for face, count in held.items() if count == COPIES and {face} not in by_themselves]
    return [face for face in alike if not any(_within_a_run(face, other) for other in held)]


def _within_a_run(face: Tile, other: Tile) -> bool:
    return face.is_suit and face.family == other.family and 0 < abs(face.number - other.number) <= 2


def _astray(
    ground: Ground, something: Flags, tiles: Sequence[int], pair: Sequence[int] = ()
) -> frozenset[int]:
    """Those of a hand's tiles that lie far from the others and nearer to something that is not of it; both of
    a pair if it does."""
    places = [tiles.index(tile) for tile in pair]
    together = np.eye(len(tiles), dtype=np.bool_)
    together[np.ix_(places, places)] = True
    away = ground.distance[list(tiles)]
    to_hand = np.where(together, np.inf, away[:, tiles]).min(axis=1)
    to_others = away[:, without(something, tiles)].min(axis=1, initial=np.inf)
    far = (to_hand > FAR_OFF) & (to_others < to_hand)
    return frozenset(np.array(tiles)[~(together & ~far).any(axis=1)].tolist())


def _cost(hand: Hand) -> float:
    return hand.cost


def _others(
    ground: Ground, seen: Floats, taken: Hypothesis, arrangement: Arrangement
) -> Iterator[Hypothesis]:
    """The hypothesis taken, and all blank things alike, or one doubtful detection of another nature: those of
    the hand first, then those beside it, the likeliest first."""
    settled = (taken.probabilities != seen).any(axis=1)
    yield from _alike(seen, taken, settled)
    costs = np.stack(
        [-np.log(np.maximum(seen[:, list(nature)].sum(axis=1), FLOOR)) for nature in _NATURES], axis=1
    )
    costs -= costs.min(axis=1, keepdims=True)
    near = (ground.distance[list(arrangement.tiles)] < NEAR).any(axis=0)
    seasons = is_season(seen)
    taken_for = np.where(is_tile(seen), np.where(seasons, 1, 0), 2)
    doubtful = costs <= DOUBT
    amid = [*touching(ground, np.flatnonzero(seasons).tolist())]
    doubtful[amid, 1] = costs[amid, 1] <= AMID_SEASONS
    doubtful[:, 1] &= seen[:, NO_TILE] <= MOTIF
    doubtful[np.arange(len(seen)), taken_for] = False
    others = [
        (tile not in arrangement.tiles, float(costs[tile, nature]), tile, nature)
        for tile, nature in np.argwhere(doubtful & (near & ~settled)[:, None]).tolist()
    ]
    for _, cost, tile, nature in sorted(others):
        columns = list(_NATURES[nature])
        probs = taken.probabilities.copy()
        probs[tile] = 0.0
        probs[tile, columns] = seen[tile, columns] / max(float(seen[tile, columns].sum()), FLOOR)
        yield Hypothesis(probs, taken.cost + cost)


def _alike(seen: Floats, taken: Hypothesis, settled: Flags) -> Iterator[Hypothesis]:
    """The hypothesis taken, and all blank things in doubt and not yet settled are white dragons, or all are
    backs: those of one set look the same, so it is one doubt, however many they are."""
    either = seen[:, BLANKS]
    share = either / np.maximum(either.sum(axis=1, keepdims=True), FLOOR)
    blank = np.flatnonzero((either.sum(axis=1) > BLANK) & (share.min(axis=1) > EITHER) & ~settled)
    if len(blank) == 0:
        return
    costs = np.log(share[blank].max(axis=1, keepdims=True) / share[blank]).mean(axis=0)
    for face, cost in zip(BLANKS, costs.tolist(), strict=True):
        probs = taken.probabilities.copy()
        probs[blank[:, None], BLANKS] = 0.0
        probs[blank, face] = either[blank].sum(axis=1)
        yield Hypothesis(probs, taken.cost + cost)
