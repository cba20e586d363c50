"""The whole state of a hand under discussion as JSON: what the page draws after every step.

    {"hand": <the contract's hand, with rules and options>, or null while the tiles cannot be written as one,
     "notation": "EEEw / 123d WWw",
     "headline": "South, won with the Red Dragon, drawn from the wall", or null as hand is
     "parts": [{"role": "exposed", "groups": [[<tile>, …], …]}, …]      always all four, in this order:
                                         exposed, concealed, seasons, set_apart; a group in exposed is a set
     "questions": [<question>, …]        the open points that change the total, most points first, and
                                         a rare win last
     "assumptions": ["Which seat is yours? East (50 points hang on it)"]   what stands for each of them
     "facts": [<question>, …]            all that can be answered, asked or not: seat, how it was won, kongs
     "answers": {"seat": "S", "tile-5": "8c"}          what a person has answered so far
     "problems": [{"code": "fifth-tile", "message": "…", "keys": [3, 4, 5, 6, 9]}]
     "score": <the contract's result>, or null while the hand cannot be scored or no tile lies there yet
     "sheet": [{"rule", "text", "points" or "doubles", "running", "source"}]   the score line by line, in the
                                         house's own words; `running` is the sum or product so far
     "limit_hand": "All winds and dragons"             the limit hand's name in the book, or null
     "other": {"reading": "…", "total": 48}, or null   the best other way to read the same tiles
     "complete": true}                   nothing is asked any more and nothing is wrong

    tile      {"key": 5, "number": 5, "tile": "8c", "name": "eight of characters", "confidence": 0.61,
               "sure": false, "doubtful": true, "edited": false, "alternatives": [["5c", 0.3], …],
               "corners": [[x, y], …]}
    question  {"id": "tile-5", "text": "Which tile is tile 5?", "value": "8c", "answered": false,
               "choices": [{"value": "8c", "text": "eight of characters", "total": 64 or null}, …],
               "proposed": "8c", "at_stake": 32, "keys": [5]}

`number` is the tile's place as people count. `sure` is what the reading said, `doubtful` that somebody should
still look at it, `edited` that a person named or added it. `confidence`, or an alternative's probability, is
null for a face that the reading did not name; `corners` are null for an added tile. A
choice's `total` is what the hand would be worth, null where that is no hand to score; `at_stake` is what lies
between the best and the worst of them, 0 where the question matters only together with another. `value` is
what stands: the answer, else what is proposed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.errors import TilescoreError
from scoring.problem import Problem
from scoring.record import score_to_record
from scoring.score import Score, explain, limit_hand_words
from scoring.tiles import format_tiles
from tilescore.circumstances import CIRCUMSTANCES
from tilescore.confirm import Confirmation, Question
from tilescore.draft import Placed, is_kong
from tilescore.show import assumption_words, win_words
from vision.reading import ROLES, meld_notation


def state_of(confirmation: Confirmation) -> dict[str, Any]:
    """Everything about the hand as it stands."""
    questions = confirmation.questions()
    problems = confirmation.problems()
    return {
        "hand": _hand(confirmation),
        "notation": _notation(confirmation),
        "headline": _headline(confirmation),
        "parts": _parts(confirmation),
        "questions": [_question(confirmation, question) for question in questions],
        "assumptions": [assumption_words(question) for question in questions],
        "facts": [_question(confirmation, fact) for fact in _facts(confirmation)],
        "answers": dict(confirmation.answers),
        "problems": [_problem(confirmation, problem) for problem in problems],
        **_scored(confirmation),
        "complete": not questions and not problems,
    }


def _hand(confirmation: Confirmation) -> dict[str, Any] | None:
    try:
        hand = confirmation.hand()
    except TilescoreError:
        return None
    return confirmation.table.record_of(hand)


def _headline(confirmation: Confirmation) -> str | None:
    try:
        return win_words(confirmation.hand(), confirmation.table.rules)
    except TilescoreError:
        return None


def _notation(confirmation: Confirmation) -> str:
    """The hand on one line, as far as it can be written, even where it is none that can be scored."""
    try:
        return str(confirmation.hand())
    except TilescoreError:
        draft, rules = confirmation.draft, confirmation.table.rules
        sets = [meld_notation([placed.tile for placed in group], rules) for group in draft.exposed]
        sets += [placed.tile.code for placed in draft.seasons]
        loose = [placed.tile for placed in draft.concealed + draft.set_apart]
        return " ".join([*sets, "/", format_tiles(loose)]).strip()


def _parts(confirmation: Confirmation) -> list[dict[str, Any]]:
    draft, answers = confirmation.draft, confirmation.answers
    numbers = {placed.key: number for number, placed in enumerate(draft.tiles, start=1)}

    def tile(placed: Placed) -> dict[str, Any]:
        answered = f"tile-{placed.key}" in answers
        return {"number": numbers[placed.key], **_tile(placed, answered)}

    parts = []
    for role in ROLES:
        line = draft.part(role)
        groups = draft.exposed if role == "exposed" else (line,) if line else ()
        parts.append({"role": role, "groups": [[tile(placed) for placed in group] for group in groups]})
    return parts


def _tile(placed: Placed, answered: bool) -> dict[str, Any]:
    read = placed.read
    probs = {read.tile: read.confidence, **dict(read.alternatives)} if read else {}
    return {
        "key": placed.key,
        "tile": placed.tile.code,
        "name": placed.tile.name,
        "confidence": _rounded(probs.get(placed.tile)),
        "sure": read.sure if read else True,
        "doubtful": not placed.sure,
        "edited": answered or read is None,
        "alternatives": [[other.code, _rounded(probs.get(other))] for other in placed.alternatives],
        "corners": [list(point) for point in placed.corners] if placed.corners else None,
    }


def _rounded(probability: float | None) -> float | None:
    return None if probability is None else round(probability, 4)


def _facts(confirmation: Confirmation) -> Iterator[Question]:
    """All circumstances and kongs that have more than one choice, and where sets lay that somebody placed."""
    kongs = [
        f"kong-{group[0].key}"
        for group in confirmation.draft.exposed
        if is_kong(tuple(placed.tile for placed in group))
    ]
    placed = [name for name in confirmation.answers if name.startswith("set-")]
    for name in (*CIRCUMSTANCES, *kongs, *placed):
        fact = confirmation.question(name)
        if len(fact.choices) > 1:
            yield fact


def _question(confirmation: Confirmation, question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "text": question.text,
        "value": question.proposed,
        "answered": question.id in confirmation.answers,
        "choices": [
            {"value": choice.value, "text": choice.text, "total": choice.total} for choice in question.choices
        ],
        "proposed": question.proposed,
        "at_stake": question.at_stake,
        "keys": list(question.keys),
    }


def _problem(confirmation: Confirmation, problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "message": problem.message, "keys": _keys(confirmation, problem)}


def _keys(confirmation: Confirmation, problem: Problem) -> list[int]:
    """The tiles that a problem is about; of irregular sets those of the sets alone."""
    draft = confirmation.draft
    if problem.code == "irregular-set":
        wanted = sorted(problem.tiles)
        alike = [group for group in draft.exposed if sorted(placed.tile for placed in group) == wanted]
        return [placed.key for group in alike for placed in group]
    places = draft.concealed + draft.set_apart if problem.code == "not-complete" else draft.tiles
    return [placed.key for placed in places if placed.tile in problem.tiles]


def _scored(confirmation: Confirmation) -> dict[str, Any]:
    table = confirmation.table
    nothing: dict[str, Any] = {"score": None, "sheet": [], "limit_hand": None, "other": None}
    if not confirmation.tiles:
        return nothing
    try:
        explained = explain(confirmation.hand(), table.rules, claim=None, **table.options)
    except TilescoreError:
        return nothing
    result, other = explained.score, explained.other
    return {
        "score": score_to_record(result),
        "sheet": list(_sheet(result, table.names)),
        "limit_hand": _limit_hand(result, table.names),
        "other": {"reading": other.reading, "total": other.total} if other else None,
    }


def _sheet(result: Score, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for item, running in result.adding_up():
        worth = {"doubles": item.doubles} if item.doubles else {"points": item.points}
        text = names.get(item.rule, item.text)
        yield {"rule": item.rule, "text": text, **worth, "running": running, "source": item.source}


def _limit_hand(result: Score, names: Mapping[str, str]) -> str | None:
    if result.limit_hand is None:
        return None
    return names.get(result.limit_hand) or limit_hand_words(result.limit_hand)
