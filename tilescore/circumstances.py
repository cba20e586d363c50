"""What a photo cannot tell about a hand: the seat, how the last tile came, which tile it was.

A `Circumstance` is one entry of a table: what is asked, the choices a given hand leaves, what is
proposed, and whether the photo itself shows the answer. `Known` is a draft with everything that was
answered, and makes the `Hand` of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from scoring.errors import TilescoreError
from scoring.hand import MOST_EAST_WINS, Hand, How, Meld, Win, Wind
from scoring.irregular import contradictions
from scoring.tiles import FACE_DOWN, Tile
from tilescore.draft import Draft, Placed, is_kong, meld_of

WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}
DRAWN = ("wall", "loose")


@dataclass(frozen=True)
class Known:
    """A draft, the answers given so far ({circumstance: choice}) and facts of the win settled beforehand.

    In the draft, Seasons lie with the Seasons (`Draft.settled`). `win_fields` are fields of `scoring.Win` and
    overrule what answers say. `key_of_win` is the tile taken for the winning one while nobody has named it.
    `kongs_unclear`: the table does not show how kongs face up came about. `from_hand` are the keys of the
    tiles that the photo shows in the concealed part.
    """

    draft: Draft
    rules: str
    answers: Mapping[str, str] = field(default_factory=dict)
    win_fields: Mapping[str, Any] = field(default_factory=dict)
    key_of_win: int | None = None
    kongs_unclear: bool = False
    from_hand: frozenset[int] = frozenset()

    def choice(self, name: str) -> str:
        """The answer, or what is proposed while there is none."""
        return self.answers.get(name) or CIRCUMSTANCES[name].proposed(self)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The exposed sets."""
        return tuple(
            meld_of(
                tuple(placed.tile for placed in group),
                self.rules,
                cast("How | None", self.answers.get(f"kong-{group[0].key}")),
            )
            for group in self.draft.exposed
        )

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """The concealed part, the tile set apart at its end."""
        return tuple(placed.tile for placed in self.draft.concealed + self.draft.set_apart)

    @property
    def seasons(self) -> tuple[Tile, ...]:
        """The Seasons."""
        return tuple(placed.tile for placed in self.draft.seasons)

    @property
    def tiles_counted(self) -> int:
        """The tiles of the hand, a kong counting three and Seasons nothing: 14 for a winner, else 13.

        Four tiles exposed together count as a kong even if one was misread: nothing else lies in fours.
        """
        sets = sum(3 if len(group) == 4 else len(group) for group in self.draft.exposed)
        return sets + len(self.concealed)

    @property
    def won(self) -> bool:
        """Whether the hand is taken for a winner's."""
        return self.choice("won") == "yes"

    @property
    def tells_of_win(self) -> bool:
        """Whether a tile set apart, or a fact settled beforehand, says how the hand was won."""
        return bool(self.draft.set_apart or self.win_fields.keys() - {"visible"})

    @property
    def winning_tile(self) -> Tile | None:
        """The winning tile: named, set apart, or else the one at `key_of_win`."""
        named = self.answers.get("win")
        if named:
            return Tile.parse(named)
        taken = self.draft.set_apart or tuple(
            placed for placed in self.draft.tiles if placed.key == self.key_of_win
        )
        if taken:
            return taken[0].tile
        seen = [tile for tile in self.concealed if tile != FACE_DOWN]
        return seen[-1] if seen else None

    def hand(self) -> Hand:
        """The hand as a value. Raises `NotationError` or `ImpossibleHand` where the draft cannot be one."""
        win = None
        tile = self.winning_tile
        if self.won and tile is not None:
            fields: dict[str, Any] = {
                **HOW[self.choice("how")].fields,
                **RARE[self.choice("rare")].fields,
                "kept_apart": self.choice("kept_apart") == "yes",
                **self.win_fields,
            }
            win = Win(tile, **fields)
        return Hand(
            exposed=self.melds,
            concealed=self.concealed,
            seasons=self.seasons,
            seat=cast(Wind, self.choice("seat")),
            prevailing=cast(Wind, self.choice("prevailing")),
            win=win,
        )


@dataclass(frozen=True, slots=True)
class Way:
    """One choice, the fields of `scoring.Win` that it means, and the hands it is possible for.

    `fits` asks only for what `scoring.irregular.contradictions` does not say by itself.
    """

    text: str
    fields: Mapping[str, Any]
    fits: Callable[[Known], bool] = lambda _known: True


def _told_source(known: Known) -> str | None:
    """Where the last tile came from, if that is settled beforehand: only a loose one has replaced another."""
    replaced = "loose" if "loose_after" in known.win_fields else None
    source: str | None = known.win_fields.get("source", replaced)
    return source


def _arrival(known: Known) -> Mapping[str, Any]:
    """How the last tile came, as fields of `scoring.Win`."""
    fields, told = HOW[known.choice("how")].fields, _told_source(known)
    return {**fields, "source": told} if told else fields


def _source(known: Known) -> str:
    source: str = _arrival(known)["source"]
    return source


def _may_be_robbed(known: Known) -> bool:
    """The winning tile, or one that can be it, is the only one of its kind: a kong had the other three."""
    faces = [placed.tile for placed in known.draft.tiles]
    return any(faces.count(tile) == 1 for tile in _last_tiles(known, claimed=True))


HOW: Mapping[str, Way] = {
    "discard": Way("claimed from a discard", {"source": "discard"}),
    "wall": Way("drawn from the wall", {"source": "wall"}),
    "loose-kong": Way("the loose tile after a kong", {"source": "loose", "loose_after": "kong"}),
    "loose-season": Way("the loose tile after a Season", {"source": "loose", "loose_after": "season"}),
    "robbed": Way("robbed from a kong", {"source": "robbed"}, _may_be_robbed),
    "last-wall": Way("drawn, the last tile of the wall", {"source": "wall", "last_tile": True}),
    "last-discard": Way(
        "the discard after the last tile",
        {"source": "discard", "last_tile": True},
        lambda known: known.rules == "millington",
    ),
    "last-loose": Way(
        "the loose tile after a kong, and the last of all",
        {"source": "loose", "loose_after": "kong", "last_tile": True},
    ),
    "last-loose-season": Way(
        "the loose tile after a Season, and the last of all",
        {"source": "loose", "loose_after": "season", "last_tile": True},
        lambda known: known.rules == "millington",
    ),
}

RARE: Mapping[str, Way] = {
    "none": Way("none of these", {}),
    "original-call": Way("an original call, announced after the first discard", {"original_call": True}),
    "dealt": Way("complete as dealt", {"dealt": True}),
    "first-discard": Way("won with East's first discard", {"first_discard": True}),
    "kong-upon-kong": Way("two kongs in a row, then the loose tile", {"kongs_in_a_row": 2}),
    "thirteenth-win": Way("East's thirteenth win in a row", {"east_wins_in_a_row": MOST_EAST_WINS}),
}

_RARE_FIELDS = {name for way in RARE.values() for name in way.fields}


@dataclass(frozen=True, slots=True)
class Circumstance:
    """One thing a photo may not tell. Fewer than two `choices` ({choice: words}) leave nothing to ask."""

    text: str
    choices: Callable[[Known], Mapping[str, str]]
    proposed: Callable[[Known], str]
    shown: Callable[[Known], bool] = lambda _known: False
    """Whether the photo, or a fact settled beforehand, answers it: then it is proposed and not asked."""


def _of_winner(choices: Callable[[Known], Mapping[str, str]]) -> Callable[[Known], Mapping[str, str]]:
    return lambda known: choices(known) if known.won else {}


def _possible(known: Known, fields: Mapping[str, Any]) -> bool:
    """Nothing that lies on the table, nor the seat or the way the last tile came, speaks against a win of
    that kind with a tile that can have come last."""
    came = fields if "source" in fields else {**_arrival(known), **fields}
    tiles = _last_tiles(known, claimed=came["source"] not in DRAWN)
    try:
        seat = cast(Wind, known.choice("seat"))
        hand = Hand(known.melds, seasons=known.seasons, seat=seat)
        wins = (replace(hand, win=Win(tile, **came)) for tile in tiles)
        return not tiles or not all(any(contradictions(won)) for won in wins)
    except TilescoreError:  # what cannot be written as a hand says nothing yet
        return True


def _of_those(known: Known, ways: Mapping[str, Way]) -> Mapping[str, str]:
    """Those of the ways that the hand leaves possible, in words."""
    return {
        name: way.text
        for name, way in ways.items()
        if not way.fields or (way.fits(known) and _possible(known, way.fields))
    }


def _as_told(known: Known) -> Mapping[str, Way]:
    """How the last tile can have come after what is settled beforehand; only a drawn one is mixed in."""
    told, source = known.win_fields, _told_source(known)
    drawn = told.get("kept_apart") is False
    return {
        name: way
        for name, way in HOW.items()
        if (source is None or way.fields["source"] == source)
        and ("loose_after" not in told or way.fields.get("loose_after") == told["loose_after"])
        and not (drawn and way.fields["source"] not in DRAWN)
    }


def _ways_to_come(known: Known) -> Mapping[str, str]:
    return _of_those(known, _as_told(known))


def _likely_way(known: Known) -> str:
    """As the table shows it, unless something else is settled: then what is possible, before what is not."""
    usual, told = "wall" if known.draft.set_apart else "discard", _as_told(known)
    if usual in told:
        return usual
    return next(iter((*_ways_to_come(known), *told)), usual)


def _shows_how(known: Known) -> bool:
    """The source is settled, but for what a loose tile replaced where it may be either, or the table shows a
    plain draw."""
    source = _told_source(known)
    if source == "loose":
        return len({HOW[way].fields["loose_after"] for way in _ways_to_come(known)}) < 2
    return source is not None or _shows_a_plain_draw(known)


def _shows_a_plain_draw(known: Known) -> bool:
    """A tile apart is taken for a drawn one, and with neither kong nor Season in the hand it was no loose
    tile. Whoever lays claimed ones apart as well can still say so."""
    loose = any(_possible(known, HOW[way].fields) for way in ("loose-kong", "loose-season"))
    return bool(known.draft.set_apart) and not loose


def winning_candidates(known: Known) -> tuple[Placed, ...]:
    """The tiles that can have come last, in the way that it is said to have come."""
    return _perhaps_last(known, claimed=_source(known) not in DRAWN)


def _perhaps_last(known: Known, *, claimed: bool) -> tuple[Placed, ...]:
    """The tile set apart; else concealed ones and, if it was claimed, those of exposed sets."""
    if known.draft.set_apart:
        return known.draft.set_apart
    candidates = list(known.draft.concealed)
    if claimed:
        sets = (group for group in known.draft.exposed if not is_kong(tuple(placed.tile for placed in group)))
        candidates.extend(placed for group in sets for placed in group)
    return tuple(placed for placed in candidates if placed.tile.is_suit or placed.tile.is_honour)


def _last_tiles(known: Known, *, claimed: bool) -> tuple[Tile, ...]:
    """The tile that is said to have come last, else each that can have."""
    if named := known.answers.get("win"):
        return (Tile.parse(named),)
    return tuple(dict.fromkeys(placed.tile for placed in _perhaps_last(known, claimed=claimed)))


def _winning_tiles(known: Known) -> Mapping[str, str]:
    return {placed.tile.code: placed.tile.name for placed in winning_candidates(known)}


def _kept_apart_choices(known: Known) -> Mapping[str, str]:
    drawn = known.rules == "babcock" and _source(known) in DRAWN
    return {"yes": "kept apart, face up", "no": "mixed into the concealed part"} if drawn else {}


CIRCUMSTANCES: Mapping[str, Circumstance] = {
    "won": Circumstance(
        "Did this hand win?",
        lambda _known: {"yes": "it won", "no": "it did not"},
        lambda known: "yes" if known.tiles_counted == 14 or known.tells_of_win else "no",
        lambda _known: True,
    ),
    "win": Circumstance(
        "Which tile came last?",
        _of_winner(_winning_tiles),
        lambda known: tile.code if (tile := known.winning_tile) else "",
    ),
    "how": Circumstance(
        "How did the last tile come?",
        _of_winner(_ways_to_come),
        _likely_way,
        _shows_how,
    ),
    "kept_apart": Circumstance(
        "Did the drawn tile lie apart from the concealed part?",
        _of_winner(_kept_apart_choices),
        lambda _known: "yes",
        lambda known: bool(known.draft.set_apart) or "kept_apart" in known.win_fields,
    ),
    "seat": Circumstance("Which seat is yours?", lambda _known: WINDS, lambda _known: "E"),
    "prevailing": Circumstance(
        "Which wind prevails?", lambda known: WINDS if known.rules == "millington" else {}, lambda _known: "E"
    ),
    "rare": Circumstance(
        "Was it one of the rare wins?",
        lambda known: _of_those(known, RARE) if known.won and known.rules == "millington" else {},
        lambda _known: "none",
        lambda known: not _RARE_FIELDS.isdisjoint(known.win_fields),
    ),
}
"""What may be asked, by id, in the order in which equal ones are asked."""

OF_WINNERS = frozenset({"win", "how", "kept_apart", "rare"})
"""What is asked of a hand that has won: whoever answers it says that it has."""

ASKED_LAST = "rare"
"""What is asked after everything else, however much hangs on it: which rare win it can be hangs on the seat
and on how the last tile came."""


KONGS: Mapping[str, str] = {
    "claimed": "claimed from a discard",
    "added": "a fourth tile added to an exposed pung",
    "declared": "declared from the hand",
}
"""How a kong came about, in words."""


def open_kong_choices(known: Known, group: tuple[Placed, ...]) -> tuple[str, ...]:
    """What the table leaves open: Babcock's kong face up is claimed or added, and one that lay with the
    concealed tiles, in the photo or until somebody moved it, or that is in no photo, may be declared. Tiles
    face down tell more.
    """
    tiles = tuple(placed.tile for placed in group)
    if FACE_DOWN in tiles or not is_kong(tiles):
        return ()
    read = [placed.key for placed in group if placed.corners is not None]
    if known.kongs_unclear or known.from_hand.issuperset(read):
        return tuple(KONGS)
    return ("claimed", "added") if known.rules == "babcock" else ()
