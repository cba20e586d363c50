"""The best reading of a hand on a sheet.

>>> from scoring.hand import Hand, Win
>>> from scoring.tiles import Tile
>>> won = Win(Tile.parse("Ew"))
>>> result = score(Hand.parse("EEEw SSSw NNNw / 345d WWw", win=won), four_winds=True)
>>> result.points, result.doubles, result.uncapped, result.total, result.limit_hand
(32, 2, 128, 300, 'four_winds')
>>> [(item.text, item.points) for item in result.items if item.points]  # doctest: +NORMALIZE_WHITESPACE
[('For winning the hand (Mah-Jongg)', 20), ('For three East Winds, exposed', 4),
 ('For three South Winds, exposed', 4), ('For three North Winds, exposed', 4)]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from scoring.babcock import BABCOCK
from scoring.errors import OptionError, quote
from scoring.facts import Facts
from scoring.grouping import tally
from scoring.irregular import lacking, problems, remarks, unread
from scoring.millington import MILLINGTON
from scoring.problem import ImpossibleHand, IncompleteHand, Problem
from scoring.readings import lost_grouping, reading_text, won_groupings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.hand import Hand
    from scoring.readings import Grouping
    from scoring.sheet import Agreement, Item, LimitHand, Line, Sheet


SHEETS: Final[dict[str, Sheet]] = {sheet.id: sheet for sheet in (BABCOCK, MILLINGTON)}
"""The books, by the name that `rules` gives them."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth, and why. ``points × 2^doubles`` is `uncapped`, always."""

    points: int
    doubles: int
    uncapped: int
    total: int
    """What counts at the table: limit and limit hands applied; 0 for a dead hand."""
    limit: int
    limit_hand: str | None
    """The limit hand that made it a limit."""
    dead: bool
    problems: tuple[Problem, ...]
    """Why the hand is dead; what a claimed limit hand lacks; what speaks against how the hand was won."""
    items: tuple[Item, ...]
    """The filled-in sheet, line by line."""
    reading: str
    """The grouping taken, as *exposed / concealed*."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What speaks against how the hand was won, a sentence each."""
        return tuple(problem.message for problem in self.problems if problem.remark)

    def adding_up(self) -> Iterator[tuple[Item, int]]:
        """The lines of the sheet, points before doubles, each with the score so far; the last is
        `uncapped`."""
        so_far = 0
        for item in self.items:
            so_far = (so_far + item.points) << item.doubles
            yield item, so_far


@dataclass(frozen=True, slots=True)
class Explanation:
    """A score, and the best that another grouping of the same tiles would have scored."""

    score: Score
    other: Score | None
    """None if the tiles can be read in one way only."""


def find_sheet(rules: object) -> Sheet:
    """The book of that name.

    Raises: OptionError (unknown-rules).
    """
    if not isinstance(rules, str) or rules not in SHEETS:
        raise OptionError(
            f"{quote(rules)} is no score sheet; there are {', '.join(SHEETS)}.", code="unknown-rules"
        )
    return SHEETS[rules]


def limit_hand_words(limit_hand: str) -> str:
    """A limit hand by its name in the book. No id is in both books."""
    hands = (hand for sheet in SHEETS.values() for hand in sheet.limit_hands)
    return next(hand.words for hand in hands if hand.id == limit_hand)


def sheet_lines(rules: str) -> list[Line]:
    """A whole score sheet with its settings, as it is printed.

    >>> next(str(line.worth) for line in sheet_lines("babcock") if line.id == "major_kong")
    '16 / 32 points'

    Raises: OptionError (unknown-rules).
    """
    return list(find_sheet(rules).lines())


def agree(rules: object = "babcock", options: Mapping[str, object] | None = None) -> Agreement:
    """The score sheet `rules` as a table plays it, with its settings by name.

    >>> agree("babcock", {"limit": 600}).limit
    600

    Raises: OptionError (unknown-rules, unknown-option, bad-option).
    """
    settings = tuple([(name, type(value), value) for name, value in options.items()]) if options else ()
    if not isinstance(rules, str) or any(kind not in (bool, int, str) for _, kind, _ in settings):
        return find_sheet(rules).agree(options or {})  # not to be remembered: it says what is wrong
    return _agree(rules, settings)


@lru_cache(maxsize=256)
def _agree(rules: str, settings: tuple[tuple[str, type, object], ...]) -> Agreement:
    """`settings`: name, type and value, for True and 1 are not the same agreement."""
    return find_sheet(rules).agree({name: value for name, _, value in settings})


def score(hand: Hand, rules: str = "babcock", *, claim: str | None = None, **options: Any) -> Score:
    """The score of `hand` by its best reading.

    `options`: the table's settings by name, as `sheet_lines` lists them. `claim`: a limit hand that the
    player says it is; if it is not, `Score.problems` says what is missing.

    Raises: OptionError; ImpossibleHand, for a hand that no table can hold; IncompleteHand, for a claimed win
    that is none. A hand that has not won and has the wrong size or an irregular set is no error: it is dead.
    """
    return _scores(hand, agree(rules, options), claim, others=False)[0]


def score_agreed(hand: Hand, agreement: Agreement, claim: str | None = None) -> Score:
    """As `score`, at a table whose agreement is known."""
    return _scores(hand, agreement, claim, others=False)[0]


def explain(
    hand: Hand, rules: str = "babcock", *, claim: str | None = None, **options: object
) -> Explanation:
    """As `score`, with the best other grouping.

    >>> from scoring.hand import Hand, Win
    >>> from scoring.tiles import Tile
    >>> hand = Hand.parse("EEEw / 111222333c 5d5d", win=Win(Tile.parse("Ew"), "discard"))
    >>> explanation = explain(hand)
    >>> explanation.score.reading, explanation.score.total
    ('EEEw / 111c 222c 333c 55d', 100)
    >>> explanation.other.reading, explanation.other.total
    ('EEEw / 123c 123c 123c 55d', 48)
    """
    best, *others = _scores(hand, agree(rules, options), claim, others=True)
    other = next((each for each in others if each.reading != best.reading), None)
    return Explanation(best, other)


def _scores(hand: Hand, agreement: Agreement, claim: str | None, *, others: bool) -> list[Score]:
    """The best score first; all others after it, if asked for."""
    limit_hand = find_limit_hand(claim, agreement.sheet) if claim is not None else None
    held = tally(hand)
    wrong = problems(hand, held, seen_elsewhere=agreement.sheet.looks_around)
    if wrong:
        if wrong[0].impossible:
            raise ImpossibleHand(wrong)
        if hand.win:
            raise IncompleteHand(wrong)
        return [Score(0, 0, 0, 0, agreement.limit, None, True, wrong, (), str(hand))]
    facts = Facts(hand, held, agreement.agreed, agreement.patterns)
    groupings = list(won_groupings(facts)) if hand.win else [lost_grouping(hand)]
    notes = _claim_problems(facts, agreement, limit_hand, groupings) if limit_hand else ()
    if not groupings:
        raise IncompleteHand((unread(hand), *(notes or _unplayed(hand, agreement))))
    candidates = [_evaluate(facts, agreement, grouping) for grouping in groupings]
    candidates.sort(key=_worth, reverse=True)
    kept = candidates if others else candidates[:1]
    notes += tuple(remarks(hand))
    return [candidate.score(hand, agreement.limit, notes) for candidate in kept]


@dataclass(slots=True, eq=False)
class _Candidate:
    """One grouping, scored."""

    grouping: Grouping
    items: list[Item]
    points: int
    doubles: int
    uncapped: int
    total: int
    limit_hand: str | None

    def score(self, hand: Hand, limit: int, notes: tuple[Problem, ...]) -> Score:
        """The same as the value that callers see."""
        return Score(
            self.points,
            self.doubles,
            self.uncapped,
            self.total,
            limit,
            self.limit_hand,
            False,
            notes,
            tuple(self.items),
            reading_text(hand, self.grouping),
        )


def _worth(candidate: _Candidate) -> tuple[int, bool, int]:
    """What counts at the table; among equals a limit hand, which has a name to be told."""
    return candidate.total, candidate.limit_hand is not None, candidate.uncapped


def _evaluate(facts: Facts, agreement: Agreement, grouping: Grouping) -> _Candidate:
    """Fill in the sheet for one grouping."""
    items: list[Item] = []
    game = agreement.sheet.game
    if game.times(facts, grouping):
        items.append(game.items[1])
    for group in grouping.sets + grouping.pairs:
        item = agreement.group_items[group]
        if item:
            items.append(item)
    for rule in agreement.winner_rules if facts.won else agreement.loser_rules:
        times = rule.times(facts, grouping)
        if times:
            items.append(rule.items[times])
    points = sum([item.points for item in items])
    doubles = sum([item.doubles for item in items])
    uncapped = points << doubles
    total = min(uncapped, agreement.limit)
    limit_hand = _limit_hand(facts, agreement, grouping) if facts.won else None
    if limit_hand and agreement.limit // limit_hand.share >= total:
        total = agreement.limit // limit_hand.share
    else:
        limit_hand = None
    name = limit_hand.id if limit_hand else None
    return _Candidate(grouping, items, points, doubles, uncapped, total, name)


def _limit_hand(facts: Facts, agreement: Agreement, grouping: Grouping) -> LimitHand | None:
    """The dearest limit hand that a winning hand is, read so. Among equals one that is no four sets and a
    pair, since without it the hand would not have won; then the first of the sheet."""
    dearest: LimitHand | None = None
    for hand in agreement.limit_hands:
        for need in hand.needs:
            if not need.holds(facts, grouping):
                break
        else:
            if dearest is None or _precedence(hand) < _precedence(dearest):
                dearest = hand
    return dearest


def _precedence(hand: LimitHand) -> tuple[int, bool]:
    """The least comes first."""
    return hand.share, hand.pattern is None


def find_limit_hand(name: str, sheet: Sheet) -> LimitHand:
    """The limit hand of that id.

    Raises: OptionError (unknown-option), which lists those that the sheet has.
    """
    known = {hand.id: hand for hand in sheet.limit_hands}
    if name not in known:
        raise OptionError(
            f"{quote(name)} is no limit hand of {sheet.title}; those are {', '.join(known)}.",
            code="unknown-option",
        )
    return known[name]


def _unplayed(hand: Hand, agreement: Agreement) -> tuple[Problem, ...]:
    """The limit hands without four sets that a hand that has won would be, if the table played them."""
    return tuple(
        Problem("not-complete", f"It would be {each.words}, which this table plays without.")
        for each in agreement.sheet.limit_hands
        if each.pattern and each not in agreement.limit_hands and not lacking(hand, each.pattern)
    )


def _claim_problems(
    facts: Facts, agreement: Agreement, hand: LimitHand, groupings: list[Grouping]
) -> tuple[Problem, ...]:
    """What keeps the hand from being the limit hand that was claimed, by the reading that comes nearest."""
    lacks: list[str] = []
    if hand not in agreement.limit_hands:
        lacks.append("this table plays without it")
    if not facts.won:
        lacks.append("the hand has not won")
    elif not hand.pattern or lacking(facts.hand, hand.pattern):
        unmet = [
            [need.words for need in hand.needs if not need.holds(facts, grouping)] for grouping in groupings
        ]
        needed = min(unmet, key=len) if unmet else [need.words for need in hand.needs]
        if needed:
            lacks.append("it needs " + ", and ".join(needed))
            if hand.pattern and (lack := lacking(facts.hand, hand.pattern)):
                lacks.append(lack)
    if not lacks:
        return ()
    return (Problem("claim-fails", f"{hand.words} was claimed, but {'; '.join(lacks)}."),)
