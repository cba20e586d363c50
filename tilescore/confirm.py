"""From a reading to a hand that a person agrees with: the questions that matter, the answers, the
corrections.

A `Confirmation` knows no screen. It proposes a hand at once (`hand`, `score`), says which open points
change what the hand is worth (`questions`, the costliest first), takes answers and corrections in any
order and takes them back, and names what is wrong after each step (`problems`). Terminal, web page and
webcam are faces of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from scoring.errors import TilescoreError, quote
from scoring.hand import SEATS, Hand
from scoring.irregular import contradictions
from scoring.problem import HandError, Problem
from scoring.score import SHEETS, Score, agree, score_agreed
from scoring.sheet import Agreement
from scoring.tiles import Tile
from tilescore.circumstances import (
    ASKED_LAST,
    CIRCUMSTANCES,
    KONGS,
    OF_WINNERS,
    Known,
    open_kong_choices,
    winning_candidates,
)
from tilescore.draft import Draft, Group, Placed, is_kong, meld_of
from tilescore.errors import EditError
from tilescore.settings import TableSettings
from tilescore.stakes import Point, Stake, span, stakes
from vision.reading import KONG_IN_ROW, PARTS_UNCLEAR, Reading, Role

PLACES: Mapping[str, str] = {"exposed": "laid out on the table", "concealed": "still in the hand"}
"""Where a set may have lain that the photo shows between the two parts."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer, and what the hand would be worth with it; None if that is no hand to score."""

    value: str
    text: str
    total: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """One open point. `proposed` stands until it is answered; `keys` are the tiles it is about."""

    id: str
    text: str
    choices: tuple[Choice, ...]
    proposed: str
    at_stake: int
    """Points between the best and the worst choice; 0 where it matters only together with another answer."""
    keys: tuple[int, ...] = ()


@dataclass(frozen=True)
class _State:
    """What undo goes back to: the layout and the answers. Tiles are kept as read; answers lie over them."""

    draft: Draft
    answers: Mapping[str, str] = field(default_factory=dict)


class Confirmation:
    """One hand under discussion.

    `given` are answers known beforehand ({circumstance: choice}; a winning tile that the hand does not
    hold is a problem, not dropped), `win_fields` fields of `scoring.Win` settled beforehand, such as
    {"source": "wall"}. Neither can be undone, but a person's answer overrules `given`. Raises
    `OptionError` for settings that the sheet does not have.
    """

    def __init__(
        self,
        reading: Reading,
        table: TableSettings | None = None,
        given: Mapping[str, str] | None = None,
        win_fields: Mapping[str, Any] | None = None,
    ) -> None:
        self.table = table or TableSettings()
        self._agreement = agree(self.table.rules, self.table.options)
        self._given = dict(given or {})
        self._win_fields = dict(win_fields or {})
        self._parts_unclear = PARTS_UNCLEAR in reading.problems
        self._kongs_unclear = KONG_IN_ROW in reading.problems
        begun = Draft.of(reading)
        self._from_hand = frozenset(placed.key for placed in begun.concealed)
        self._past: list[_State] = []
        self._future: list[_State] = []
        self._price = cache(partial(_price, self._agreement))
        self._set(_State(begun))

    # What stands

    @property
    def draft(self) -> Draft:
        """The hand's parts, every answered tile as answered."""
        return self._known.draft

    @property
    def tiles(self) -> tuple[Placed, ...]:
        """Every tile, in the order in which people number them from 1."""
        return self.draft.tiles

    @property
    def doubtful(self) -> tuple[Placed, ...]:
        """The tiles a person should look at, whether or not the score hangs on them."""
        return tuple(placed for placed in self.tiles if not placed.sure)

    @property
    def answers(self) -> Mapping[str, str]:
        """The answers given by a person so far, by question id."""
        return dict(self._state.answers)

    def hand(self) -> Hand:
        """The hand as it stands. Raises what `scoring` raises for one that cannot be written."""
        return self._known.hand()

    def score(self) -> Score:
        """What the hand is worth as it stands. Raises `ImpossibleHand`, `IncompleteHand` and their like."""
        return score_agreed(self.hand(), self._agreement)

    def tiles_to_keep(self) -> tuple[Placed, ...]:
        """The tiles, where they are right: they will be heard on other photos. Raises what `score` raises,
        and `EditError` for a dead hand."""
        if self.score().dead:
            raise EditError("the tiles of a dead hand are not kept; one of them may be wrong.")
        return self.tiles

    def problems(self) -> tuple[Problem, ...]:
        """Everything wrong with the hand: what keeps it from being scored, or why it is dead."""
        return self._problems_of(self._known)

    def missed_kong(self) -> Group:
        """Four alike among the concealed tiles that put the hand right when they are laid out; or none."""
        if self.problems():
            concealed = self.draft.concealed
            for tile in dict.fromkeys(placed.tile for placed in concealed):
                alike = tuple(placed for placed in concealed if placed.tile == tile)
                if is_kong((tile,) * len(alike)) and not self._problems_of(self._with_set(alike)):
                    return alike
        return ()

    # Questions

    def questions(self) -> tuple[Question, ...]:
        """The open points that change what the hand is worth, the one with most points on it first, and
        `ASKED_LAST` last.

        When nothing that is open makes the tiles a hand, the doubtful tiles are asked that may do so with
        what is not in doubt.
        """
        points = self._points()
        found = stakes(points, self._worth_with)
        if not found and self._worth_with({}) is None:
            found = {point.id: Stake(False, 0) for point in points if self._may_mend(point)}
        asked = [self._question(point) for point in points if point.id in found]
        asked.sort(
            key=lambda question: (question.id != ASKED_LAST, question.at_stake, found[question.id]),
            reverse=True,
        )
        return tuple(asked)

    def question(self, question_id: str) -> Question:
        """Any point of the hand, open or not, with what each of its choices would score. How a kong was made
        may be any of the three ways, whatever the table shows."""
        return self._question(self._point(question_id))

    def choices(self, question_id: str) -> Mapping[str, str]:
        """{choice: words} of a point. Raises `EditError` for an unknown one."""
        if question_id in CIRCUMSTANCES:
            return CIRCUMSTANCES[question_id].choices(self._known)
        key = _key(question_id)
        if question_id.startswith("tile-"):
            placed = self._placed(key)
            return {tile.code: tile.name for tile in (placed.tile, *placed.alternatives)}
        if question_id.startswith("set-"):
            return PLACES if _set_from(self._state.draft, key) else {}
        tiles = tuple(placed.tile for placed in _set_from(self.draft, key))
        return KONGS if is_kong(tiles) else {}

    def answer(self, question_id: str, choice: str, *, by_any_book: bool = False) -> None:
        """Settles a point. Tiles ("tile-7") take any face. Raises `EditError` for what is no choice.

        With `by_any_book`, what was answered while the hand was scored by the other book or for another seat
        is taken as well, and counts for nothing while it is not asked.
        """
        if question_id.startswith("tile-"):
            choice = Tile.parse(choice).code
            self._state.draft.part_of(_key(question_id))
        elif choice not in self.choices(question_id) and not (
            by_any_book and self._some_book_offers(question_id, choice)
        ):
            known, name = ", ".join(self.choices(question_id)), self._name(question_id)
            if not known:
                lost = question_id in OF_WINNERS and not self._known.won
                where = "a hand that did not win" if lost else "this hand"
                raise EditError(f"there is nothing to choose for {name} in {where}.")
            raise EditError(f"{quote(choice)} is no answer to {name}; possible: {known}.")
        self._do(replace(self._state, answers={**self._state.answers, question_id: choice}))

    def retract(self, question_id: str) -> None:
        """Takes an answer back, so that the point is open again. Raises `EditError` when there was none."""
        if question_id not in self._state.answers:
            raise EditError(f"{self._name(question_id)} has not been answered.")
        left = {name: choice for name, choice in self._state.answers.items() if name != question_id}
        self._do(replace(self._state, answers=left))

    # Corrections

    def replace(self, key: int, tile: Tile) -> None:
        """The tile is another one. The same as answering its question."""
        self.answer(f"tile-{key}", tile.code)

    def insert(self, tile: Tile, part: Role | None = None, after: int | None = None) -> None:
        """A tile that was missed: after another, else at the end of `part`; a Season lies with the Seasons.

        Raises `EditError` for another tile there.
        """
        draft = self._state.draft
        beside = None if after is None else draft.part_of(after)
        if tile.is_season:
            self._edit(draft.inserted(tile, "seasons", after if beside == "seasons" else None))
        else:
            where = part or "concealed" if after is None else self.draft.part_of(after)
            self._edit(draft.inserted(tile, _home(tile, where), after))

    def lay(self, tile: Tile) -> None:
        """The next exposed tile, as sets are laid out tile by tile; a Season lies with the Seasons."""
        if tile.is_season:
            self.insert(tile)
        else:
            self._edit(self._state.draft.laid_out(tile))

    def delete(self, keys: Iterable[int]) -> None:
        """What is no tile, or not of this hand."""
        draft = self._state.draft
        for key in keys:
            draft = draft.deleted(key)
        self._edit(draft)

    def move(self, keys: Iterable[int], part: Role) -> None:
        """Tiles to another part; in the exposed part they form one set, and Seasons lie with the Seasons.

        Raises `EditError` for a Season anywhere else, and for another tile among the Seasons.
        """
        homes = {key: _home(self._placed(key).tile, part) for key in keys}
        draft = self._state.draft
        for home in dict.fromkeys(homes.values()):
            draft = draft.moved((key for key in homes if homes[key] == home), home)
        self._edit(draft, laid_out=[key for key in homes if homes[key] == "exposed"])

    def join(self, first: int, second: int) -> None:
        """Two exposed sets made one."""
        draft = self._state.draft.joined(first, second)
        (whole,) = _sharing(draft, {first})
        self._edit(draft, laid_out=[placed.key for placed in whole])

    def split(self, key: int) -> None:
        """An exposed set cut before that tile."""
        self._edit(self._state.draft.split(key))

    def undo(self) -> None:
        """Takes the last correction or answer back. Raises `EditError` when there is none."""
        if not self._past:
            raise EditError("there is nothing to undo.")
        self._future.append(self._state)
        self._set(self._past.pop())

    def redo(self) -> None:
        """Does again what was undone. Raises `EditError` when there is nothing."""
        if not self._future:
            raise EditError("there is nothing to do again.")
        self._past.append(self._state)
        self._set(self._future.pop())

    # Inside

    def _do(self, state: _State) -> None:
        self._past.append(self._state)
        self._future.clear()
        self._set(state)

    def _edit(self, draft: Draft, laid_out: Iterable[int] = ()) -> None:
        """Takes a corrected layout. What was said of a set that it changes holds for what is left of it, but
        for tiles that were `laid_out` as a set just now."""
        answers, laid = dict(self._state.answers), set(laid_out)
        for group in self._state.draft.exposed:
            keys = {placed.key for placed in group}
            if group in draft.exposed and not keys & laid:
                continue
            place = answers.pop(f"set-{group[0].key}", None)
            if place == "concealed":
                rest = [placed for other in _sharing(draft, keys) for placed in other]
                inside = (placed.key for placed in rest if placed.key not in laid)
                draft = draft.moved(inside, "concealed")
            left = _sharing(draft, keys)
            if place:
                answers |= {f"set-{other[0].key}": "exposed" for other in left}
            if left and (how := answers.pop(f"kong-{group[0].key}", None)):
                answers[f"kong-{left[0][0].key}"] = how
        self._do(_State(draft, answers))

    def _set(self, state: _State) -> None:
        self._state = state
        self._said = self._asked(state.answers)
        self._known = self._with_likeliest_win(self._know(self._said))

    def _asked(self, answers: Mapping[str, str]) -> Mapping[str, str]:
        """The answers that count: one to what is not, or no longer, asked does not. But whoever says how a
        hand was won says that it was, even if it cannot have been that way."""
        said = dict(answers)
        if OF_WINNERS & {*self._given, *said}:
            said.setdefault("won", "yes")
        for name, circumstance in CIRCUMSTANCES.items():
            answered = name in said and name != "win"  # a tile that the hand lacks is a problem
            if answered and said[name] not in circumstance.choices(self._know(said)):
                del said[name]
        return said

    def _know(self, said: Mapping[str, str]) -> Known:
        """The draft with answers over what was given."""
        answers = {**self._given, **said}
        draft = self._state.draft
        present = {placed.key for placed in draft.tiles}
        for question_id, choice in answers.items():
            if question_id.startswith("tile-") and _key(question_id) in present:
                draft = draft.replaced(_key(question_id), Tile.parse(choice))
        draft = draft.settled()
        for group in draft.exposed:
            if answers.get(f"set-{group[0].key}") == "concealed":
                draft = draft.moved((placed.key for placed in group), "concealed")
        return Known(
            draft,
            self.table.rules,
            answers,
            self._win_fields,
            kongs_unclear=self._kongs_unclear,
            from_hand=self._from_hand,
        )

    def _with_likeliest_win(self, known: Known) -> Known:
        """With the tile that is taken for the winning one while nobody has said: of those that complete the
        hand, one that can have come as it is said to, and the one that scores least. A sheet must not claim
        points that nobody confirmed.
        """
        if not known.won or known.draft.set_apart or "win" in known.answers:
            return known
        first_of_kind = {placed.tile: placed.key for placed in reversed(winning_candidates(known))}
        taken = {key: replace(known, key_of_win=key) for key in first_of_kind.values()}
        complete = [
            (any(contradictions(each.hand())), total, -key)
            for key, each in taken.items()
            if (total := self._total_of(each)) is not None
        ]
        return replace(known, key_of_win=-min(complete)[2]) if complete else known

    def _worth_with(self, changes: Mapping[str, str]) -> int | None:
        return self._total_of(self._known_with(changes))

    def _known_with(self, changes: Mapping[str, str]) -> Known:
        if not changes:
            return self._known
        return replace(self._know({**self._said, **changes}), key_of_win=self._known.key_of_win)

    def _with_set(self, group: Group) -> Known:
        """The hand with these tiles laid out as a set."""
        draft = self.draft.moved((placed.key for placed in group), "exposed")
        return self._with_likeliest_win(replace(self._known, draft=draft, key_of_win=None))

    def _total_of(self, known: Known) -> int | None:
        try:
            return self._price(known.hand())
        except TilescoreError:
            return None

    def _problems_of(self, known: Known) -> tuple[Problem, ...]:
        try:
            return score_agreed(known.hand(), self._agreement).problems
        except HandError as error:
            return error.problems
        except TilescoreError as error:
            return (Problem(error.code, error.message),)

    def _may_mend(self, point: Point) -> bool:
        """Whether a tile's other face changes what is wrong with the hand, and adds nothing to it."""
        if not point.id.startswith("tile-"):
            return False
        wrong = self.problems()
        known = {"not-complete", *(problem.code for problem in wrong)}
        others = (choice for choice in point.choices if choice != point.proposed)
        left = [self._problems_of(self._known_with({point.id: other})) for other in others]
        return any(each != wrong and known.issuperset(problem.code for problem in each) for each in left)

    def _points(self) -> list[Point]:
        """Every open point: doubtful tiles, what neither photo nor person has settled, sets that may lie in
        either part, kongs."""
        open_circumstances = [
            name
            for name, circumstance in CIRCUMSTANCES.items()
            if self._known.answers.get(name) not in self.choices(name) and not circumstance.shown(self._known)
        ]
        kongs = {
            f"kong-{group[0].key}": ways
            for group in self.draft.exposed
            if (ways := open_kong_choices(self._known, group))
        }
        sets = [
            f"set-{group[0].key}"
            for group in self._state.draft.exposed
            if self._parts_unclear and len(group) < 4
        ]
        ids = [f"tile-{placed.key}" for placed in self.doubtful] + open_circumstances
        ids += [group for group in sets if group not in self._known.answers]
        points = [self._point(question_id) for question_id in ids]
        points += [
            replace(self._point(kong), choices=ways)
            for kong, ways in kongs.items()
            if kong not in self._known.answers
        ]
        return [point for point in points if len(point.choices) > 1]

    def _point(self, question_id: str) -> Point:
        choices = tuple(self.choices(question_id))
        if question_id.startswith("tile-"):
            return Point(question_id, choices, choices[0])
        if question_id.startswith("kong-"):
            return self._kong_point(question_id)
        if question_id.startswith("set-"):
            return Point(question_id, choices, self._known.answers.get(question_id, "exposed"))
        return Point(question_id, choices, self._known.choice(question_id))

    def _kong_point(self, question_id: str) -> Point:
        """A kong whose making the table shows can still be overruled, by any of the three ways."""
        tiles = tuple(placed.tile for placed in _set_from(self.draft, _key(question_id)))
        shown = meld_of(tiles, self.table.rules, None).how
        return Point(question_id, tuple(KONGS), self._known.answers.get(question_id, shown))

    def _some_book_offers(self, question_id: str, choice: str) -> bool:
        """Or would, if the player sat elsewhere: what was answered before that was said."""
        circumstance = CIRCUMSTANCES.get(question_id)
        others = (
            replace(self._known, rules=rules, answers={**self._known.answers, "seat": seat})
            for rules in SHEETS
            for seat in SEATS
        )
        return circumstance is not None and any(choice in circumstance.choices(other) for other in others)

    def _placed(self, key: int) -> Placed:
        return self.tiles[self._number(key) - 1]

    def _number(self, key: int) -> int:
        """The number that people call a tile by. Raises `EditError` for one that is not in the hand."""
        for number, placed in enumerate(self.tiles, start=1):
            if placed.key == key:
                return number
        raise EditError("that tile is not in the hand.")

    def _name(self, question_id: str) -> str:
        """What people call a point: "seat", "tile 5", "kong 5" for the one that begins with tile 5."""
        if question_id in CIRCUMSTANCES:
            return question_id
        number = self._number(_key(question_id))
        return f"{question_id.partition('-')[0]} {number}"

    def _total(self, point: Point, choice: str) -> int | None:
        if choice == point.proposed:
            return self._worth_with({})
        said = self._asked({**self._state.answers, point.id: choice})
        return self._total_of(self._with_likeliest_win(self._know(said)))

    def _question(self, point: Point) -> Question:
        words = self.choices(point.id)
        totals = {choice: self._total(point, choice) for choice in point.choices}
        choices = tuple(Choice(value, words[value], total) for value, total in totals.items())
        at_stake = span(totals, point, self._worth_with({})) or 0
        return Question(
            point.id, self._text(point.id), choices, point.proposed, at_stake, self._keys(point.id)
        )

    def _text(self, question_id: str) -> str:
        if question_id in CIRCUMSTANCES:
            return CIRCUMSTANCES[question_id].text
        if question_id.startswith("set-"):
            return f"Where did {_named(_set_from(self._state.draft, _key(question_id)))} lie?"
        number = self._number(_key(question_id))
        if question_id.startswith("kong-"):
            return f"How was the kong of {self._placed(_key(question_id)).tile.plural} made (tile {number})?"
        return f"Which tile is tile {number}?"

    def _keys(self, question_id: str) -> tuple[int, ...]:
        if question_id.startswith("set-"):
            return tuple(placed.key for placed in _set_from(self._state.draft, _key(question_id)))
        return () if question_id in CIRCUMSTANCES else (_key(question_id),)


def _price(agreement: Agreement, hand: Hand) -> int | None:
    """What a hand comes to; None where it is none."""
    try:
        return score_agreed(hand, agreement).total
    except HandError:
        return None


def _home(tile: Tile, part: Role) -> Role:
    """Where a tile lies that is put into a part: a Season laid out lies with the Seasons. Raises `EditError`
    where it cannot be."""
    if tile.is_season and part == "exposed":
        return "seasons"
    if tile.is_season and part != "seasons":
        raise EditError(f"{tile} is a Season and lies with the Seasons, never among other tiles of the hand.")
    if part == "seasons" and not tile.is_season:
        raise EditError(f"{tile} is no Season, and nothing else lies with the Seasons.")
    return part


def _sharing(draft: Draft, keys: set[int]) -> list[Group]:
    """The exposed sets of a draft that hold any of these tiles."""
    return [group for group in draft.exposed if any(placed.key in keys for placed in group)]


def _set_from(draft: Draft, key: int) -> Group:
    """The exposed set of a draft whose first tile has that key; nothing when there is none."""
    return next((group for group in draft.exposed if group[0].key == key), ())


def _named(group: Group) -> str:
    """A set in words: "the East Winds", "the three of dots, the four of dots and the five of dots"."""
    tiles = [placed.tile for placed in group]
    if len(tiles) > 1 and len(set(tiles)) == 1:
        return f"the {tiles[0].plural}"
    *others, last = (f"the {tile.name}" for tile in tiles)
    return f"{', '.join(others)} and {last}" if others else last


def _key(question_id: str) -> int:
    """The tile that a question is about. Raises `EditError` for a name that names none."""
    kind, _, key = question_id.partition("-")
    named = key.isdecimal() and len(key) <= 6 and key == str(int(key))
    if kind not in ("tile", "kong", "set") or not named:
        raise EditError(f"there is no question {quote(question_id)}.")
    return int(key)
