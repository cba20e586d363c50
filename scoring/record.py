"""Hands, scores and settlements as JSON values: dicts and lists as `json.loads` makes them.

The shapes are those that other programs rely on. What comes in is checked here once; `score_record` and
`settle_record` answer every document, good or bad, with another.

>>> result = score_record({"id": 7, "exposed": ["EEEw"], "concealed": "12345c 88b Rd Gd Wd"})
>>> result["id"], result["total"], result["reading"]
(7, 8, 'EEEw / 88b 12345c RGWd')
>>> score_record({"id": 8, "concealed": "1x"})["error"]["code"]
'bad-notation'
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from scoring.errors import (
    RecordError,
    SeatError,
    SettlementError,
    TilescoreError,
    WinError,
    quote,
)
from scoring.hand import SEATS, Hand, Meld, Win, checked_wind, parse_exposed
from scoring.irregular import shared
from scoring.problem import HandError
from scoring.score import SHEETS, agree, score_agreed
from scoring.settle import settle
from scoring.tiles import Tile, format_tiles, parse_tiles

if TYPE_CHECKING:
    from scoring.hand import Wind
    from scoring.score import Score
    from scoring.settle import Settlement
    from scoring.sheet import Agreement

Record = dict[str, Any]
"""A JSON object."""

_LARGEST_SCORE: Final = 10**12


def score_record(record: object) -> Record:
    """The score of a hand, or what is wrong with it: ``{"id": …, "error": {"code": …, "message": …}}``.

    `record`: a hand, with `rules`, `options` and `claim` beside it. Raises nothing, whatever `record` is.
    """
    name = _name(record)
    try:
        fields = _object(record, "a hand")
        _check_name(fields)
        agreement = agree(fields.get("rules", "babcock"), _options(fields))
        if fields.get("limit", agreement.limit) != agreement.limit:
            raise RecordError(_misplaced("a hand", "limit", "options"))
        claim = fields.get("claim")
        if claim is not None and not isinstance(claim, str):
            raise RecordError(f"claim is the name of a limit hand, not {quote(claim)}.")
        result = score_agreed(hand_from_record(fields), agreement, claim)
    except TilescoreError as error:
        return {"id": name, "error": error_record(error)}
    return {"id": name, **score_to_record(result)}


def settle_record(record: object) -> Record:
    """A settlement, or what is wrong with it. Raises nothing, whatever `record` is.

    What speaks against the hands, and why one is dead, is remarked on, as `problems`, and they are settled
    all the same.
    """
    name = _name(record)
    try:
        fields = _object(record, "a settlement")
        _check_name(fields)
        settlement, remarks = _settlement(fields)
    except TilescoreError as error:
        return {"id": name, "error": error_record(error)}
    named: Record = {"id": name} if name is not None else {}
    remarked: Record = {"problems": remarks} if remarks else {}
    return named | settlement_to_record(settlement) | remarked


def error_record(error: TilescoreError) -> Record:
    """``{"code": …, "message": …}``, and all ``problems`` when a hand has more than one."""
    found: Record = {"code": error.code, "message": error.message}
    if isinstance(error, HandError) and len(error.problems) > 1:
        found["problems"] = [{"code": each.code, "message": each.message} for each in error.problems]
    return found


def score_to_record(score: Score) -> Record:
    """A score as a JSON object."""
    return {
        "points": score.points,
        "doubles": score.doubles,
        "uncapped": score.uncapped,
        "total": score.total,
        "limit": score.limit,
        "limit_hand": score.limit_hand,
        "dead": score.dead,
        "problems": [problem.message for problem in score.problems],
        "items": [
            {"rule": item.rule, "text": item.text, "doubles": item.doubles, "source": item.source}
            if item.doubles
            else {"rule": item.rule, "text": item.text, "points": item.points, "source": item.source}
            for item in score.items
        ],
        "reading": score.reading,
    }


def settlement_to_record(settlement: Settlement) -> Record:
    """A settlement as a JSON object."""
    return {
        "scores": dict(settlement.scores),
        "payments": [
            {"from": payment.payer, "to": payment.payee, "points": payment.points}
            for payment in settlement.payments
        ],
        "net": dict(settlement.net),
    }


def hand_to_record(hand: Hand) -> Record:
    """A hand as a JSON object; inverse of `hand_from_record`."""
    win = hand.win
    return {
        "seat": hand.seat,
        "prevailing": hand.prevailing,
        "exposed": [str(meld) for meld in hand.exposed],
        "concealed": format_tiles(hand.concealed),
        "seasons": format_tiles(hand.seasons),
        "win": None
        if win is None
        else {
            "tile": str(win.tile),
            "from": win.source,
            **{name: getattr(win, name) for name in _WIN_FIELDS},
            "visible": format_tiles(win.visible),
        },
    }


def hand_from_record(record: Mapping[str, Any]) -> Hand:
    """The hand that a JSON object describes.

    Raises: RecordError, NotationError, SeatError, WinError.
    """
    _check_names(record, "a hand", _HAND_FIELDS, _IN_A_HAND)
    if record.get("exposed") is None and record.get("concealed") is None:
        raise RecordError("a hand needs its exposed sets, its concealed tiles, or both.")
    melds, seasons = _exposed(record.get("exposed"))
    return Hand(
        melds,
        _tiles(record, "concealed"),
        seasons + _tiles(record, "seasons"),
        record.get("seat", "E"),
        record.get("prevailing", "E"),
        _win(record.get("win")),
    )


def _name(record: object) -> str | int | float | None:
    """The document's id; JSON has no word for a number that is none."""
    name = record.get("id") if isinstance(record, Mapping) else None
    if isinstance(name, float) and not isfinite(name):
        return None
    return name if isinstance(name, (str, int, float)) else None


def _check_name(fields: Mapping[str, Any]) -> None:
    """Refuse an id that cannot be given back."""
    if fields.get("id") is not None and _name(fields) is None:
        raise RecordError(f"id is text or a number, not {quote(fields['id'])}.")


def _object(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise RecordError(f"{what} is a JSON object, not {quote(value)}.")
    return value


_HAND_FIELDS: Final = (
    *("id", "rules", "options", "seat", "prevailing", "exposed", "concealed", "seasons", "win", "claim"),
)
_SETTLEMENT_FIELDS: Final = (
    *("id", "rules", "options", "prevailing", "hands", "scores", "winner", "cannon"),
)

_WIN_FIELDS: Final = (
    "loose_after",
    "last_tile",
    "kept_apart",
    "dealt",
    "first_discard",
    "original_call",
    "kongs_in_a_row",
    "east_wins_in_a_row",
)
"""Those that JSON names as `Win` does, and holds as it does."""

_OF_A_WIN: Final = ("tile", "from", "visible", *_WIN_FIELDS)

# What means something further inside a document, by name, and where it belongs.
_OPTIONS: Final = {name: "options" for rules in SHEETS for name in agree(rules).agreed}
_IN_A_SETTLEMENT: Final = {**_OPTIONS, "dead": "scores"}
# A result has a limit as well, and may be written beside its hand.
_IN_A_HAND: Final = {name: place for name, place in _OPTIONS.items() if name != "limit"} | dict.fromkeys(
    _OF_A_WIN, "win"
)

_MOST_CHECKED: Final = 100
"""Names that are compared with the fields, so that a document of nothing but names is answered in time."""


def _check_names(
    record: Mapping[str, Any], what: str, fields: tuple[str, ...], inside: Mapping[str, str]
) -> None:
    """Refuse a name that belongs further inside, or is nearly a field's; one that is like none of them is a
    note of somebody's own."""
    others = [name for name in record if isinstance(name, str) and name not in fields]
    for name in others:
        if name in inside:
            raise RecordError(_misplaced(what, name, inside[name]))
    for name in others[:_MOST_CHECKED]:
        meant = get_close_matches(name.lower(), fields, 1, cutoff=0.8)
        if meant:
            raise RecordError(f"{what} has no field {quote(name)}; perhaps {quote(meant[0])} is meant.")


def _misplaced(what: str, name: str, place: str) -> str:
    return f"{what} has no field {quote(name)}; it belongs in {quote(place)}."


def _options(record: Mapping[str, Any]) -> Mapping[str, Any]:
    options = record.get("options")
    return _object(options, "options") if options is not None else {}


def _win(value: object) -> Win | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise WinError(f"win is a JSON object or null, not {quote(value)}.")
    unknown = [name for name in value if name not in _OF_A_WIN]
    if unknown:
        raise WinError(f"win has no field {quote(unknown[0])}.")
    if not isinstance(value.get("tile"), str):
        raise WinError("win needs its tile, as text.")
    return Win(
        Tile.parse(value["tile"].strip()),
        value.get("from", "discard"),
        visible=_tiles(value, "visible"),
        **{name: value[name] for name in _WIN_FIELDS if name in value},
    )


def _words(value: object, name: str) -> list[str]:
    """A string, or a list of strings, as a list; nothing for null."""
    if value is None:
        return []
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, (list, tuple)):
        raise RecordError(f"{name} is text or a list of texts, not {quote(value)}.")
    for word in words:
        if not isinstance(word, str):
            raise RecordError(f"{name} is text or a list of texts; {quote(word)} in it is none.")
    return list(words)


def _tiles(record: Mapping[str, Any], name: str) -> tuple[Tile, ...]:
    return parse_tiles(" ".join(_words(record.get(name), name)))


def _exposed(value: object) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """Sets and Seasons: in a list, each text is one set or some Seasons; one text is read as a hand's is."""
    if isinstance(value, str):
        return parse_exposed(value)
    melds: list[Meld] = []
    seasons: tuple[Tile, ...] = ()
    for word in _words(value, "exposed"):
        found = (_laid_before if len(word) <= _LONGEST_SET else _laid)(word)
        if isinstance(found, Meld):
            melds.append(found)
        else:
            seasons += found
    return tuple(melds), seasons


def _laid(word: str) -> Meld | tuple[Tile, ...]:
    """One set on the table, or Seasons."""
    if word.rstrip()[-1:] in ("f", "s"):
        tiles = parse_tiles(word)
        if all(tile.is_season for tile in tiles):
            return tiles
    return Meld.parse(word)


_laid_before = lru_cache(maxsize=1 << 12)(_laid)
"""The same sets lie on every table; only short texts are remembered, so that memory stays bounded."""

_LONGEST_SET: Final = len("[9999b]")


def _settlement(record: Mapping[str, Any]) -> tuple[Settlement, list[str]]:
    """What it comes to, and what is to be remarked on."""
    _check_names(record, "a settlement", _SETTLEMENT_FIELDS, _IN_A_SETTLEMENT)
    agreement = agree(record.get("rules", "babcock"), _options(record))
    winner, cannon = (_seat(record.get(name), name) for name in ("winner", "cannon"))
    if cannon and agreement.sheet.id != "millington":
        raise SettlementError(f"{agreement.sheet.title} knows no cannon.")
    undecided = "winner" not in record
    if (undecided or winner is not None) and "hands" not in record and "scores" not in record:
        raise RecordError("a settlement needs either hands or scores.")
    if undecided:
        raise RecordError(f"a settlement needs its winner: {', '.join(SEATS)}, or null for a draw game.")
    if "prevailing" in record:
        checked_wind("the prevailing wind", record["prevailing"])
    scores, dead = _given_scores(_object(record.get("scores", {}), "scores"))
    if "limit" in _options(record):  # without a name it may be another than that of those who counted
        scores = {seat: min(points, agreement.limit) for seat, points in scores.items()}
    remarks: list[str] = []
    if "hands" in record:
        results, remarks = _scored(_hands(record, agreement, winner, {*scores, *dead}), agreement)
        scores |= {seat: result.total for seat, result in results.items()}
    return settle(scores, winner, dead=dead, cannon=cannon), remarks


def _scored(hands: Mapping[Wind, Hand], agreement: Agreement) -> tuple[dict[Wind, Score], list[str]]:
    """What each of the hands is worth, and what is to be remarked on them."""
    results: dict[Wind, Score] = {}
    for seat, hand in hands.items():
        with _naming(seat):
            results[seat] = score_agreed(hand, agreement)
    remarks = [problem.message for problem in shared(hands.values())]
    for seat, result in results.items():
        whose = f"The hand of {seat} is dead" if result.dead else f"The hand of {seat}"
        remarks += [f"{whose}: {problem.message}" for problem in result.problems]
    return results, remarks


def _seat(value: object, name: str) -> Wind | None:
    if value is not None and value not in SEATS:
        raise SeatError(f"{name} is {', '.join(SEATS)} or null, not {quote(value)}.")
    return value


def _given_scores(scores: Mapping[str, Any]) -> tuple[dict[Wind, int], list[Wind]]:
    dead = scores.get("dead", [])
    if not isinstance(dead, (list, tuple)):
        raise RecordError(f"dead is a list of seats, not {quote(dead)}.")
    counted: dict[Wind, int] = {}
    for name, points in scores.items():
        if name == "dead":
            continue
        if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= _LARGEST_SCORE:
            bounds = f"from 0 to {_LARGEST_SCORE}"
            raise RecordError(f"the score of {quote(name)} is a whole number {bounds}, not {quote(points)}.")
        counted[checked_wind("a score's seat", name)] = points
    return counted, [checked_wind("a dead hand's seat", seat) for seat in dead]


def _hands(
    record: Mapping[str, Any], agreement: Agreement, winner: Wind | None, scored: Collection[Wind]
) -> dict[Wind, Hand]:
    """The hands of the seats that are not `scored`, each by the settlement's rules and of the seat under
    which it stands; in a draw game not all of them need be there."""
    hands = _object(record["hands"], "hands")
    unknown = [seat for seat in hands if seat not in SEATS]
    if unknown or not (hands or winner is None):
        which = f"not of {quote(unknown[0])}" if unknown else "at least one"
        raise RecordError(f"hands holds hands of {', '.join(SEATS)}, {which}.")
    table: dict[Wind, Mapping[str, Any]] = {
        seat: _object(hands[seat], f"the hand of {seat}") for seat in SEATS if seat in hands
    }
    _check_seats(table, winner, scored)
    prevailing = _prevailing(record, table, agreement)
    read: dict[Wind, Hand] = {}
    for seat, fields in table.items():
        _check_agreed(seat, fields, record, agreement)
        if fields.get("seat", seat) != seat:
            raise SeatError(f"the hand of {seat} says that its seat is {quote(fields['seat'])}.")
        with _naming(seat):
            hand = hand_from_record({**fields, "seat": seat, "prevailing": prevailing})
        if (hand.win is not None) != (seat == winner):
            said = "has a win but is not the winner" if hand.win else "is the winner but has no win"
            raise WinError(f"{seat} {said}.")
        read[seat] = hand
    return read


def _check_seats(hands: Collection[Wind], winner: Wind | None, scored: Collection[Wind]) -> None:
    """Refuse a player who has both a hand and a score, or is said to be dead beside a hand; and one who has
    neither, but in a draw game."""
    twice = [seat for seat in SEATS if seat in hands and seat in scored]
    if twice:
        raise RecordError(f"{twice[0]} has a hand; it is scored, and needs no score beside it.")
    absent = [seat for seat in SEATS if seat not in hands and seat not in scored]
    if absent and winner is not None:
        raise RecordError(f"there is neither a hand nor a score for {', '.join(absent)}.")


def _check_agreed(
    seat: Wind, fields: Mapping[str, Any], record: Mapping[str, Any], agreement: Agreement
) -> None:
    """Refuse a hand by other rules or options than those of the settlement."""
    rules = fields.get("rules", agreement.sheet.id)
    if rules != agreement.sheet.id:
        differ = f"{quote(rules)}, not {quote(agreement.sheet.id)}"
        raise RecordError(f"the hand of {seat} has other rules than the settlement: {differ}.")
    with _naming(seat):
        own = agree(agreement.sheet.id, {**_options(record), **_options(fields)})
    differing = [
        f"{name} is {quote(own.agreed[name])}, not {quote(value)}"
        for name, value in agreement.agreed.items()
        if own.agreed[name] != value
    ]
    if differing:
        raise RecordError(
            f"the hand of {seat} has other options than the settlement: {'; '.join(differing)}."
        )


@contextmanager
def _naming(seat: Wind) -> Iterator[None]:
    """Whatever is refused within is said to be of the hand of `seat`."""
    try:
        yield
    except TilescoreError as error:
        error.args = (f"The hand of {seat}: {error.message}",)
        raise


def _prevailing(
    record: Mapping[str, Any], table: Mapping[Wind, Mapping[str, Any]], agreement: Agreement
) -> Wind:
    """The wind that prevails for all, as the settlement or any of the hands names it; East where none does.
    By Babcock, who knows none, they need not agree on it."""
    tellers = {"the settlement": record} | {f"the hand of {seat}": fields for seat, fields in table.items()}
    told = {teller: fields["prevailing"] for teller, fields in tellers.items() if "prevailing" in fields}
    first = next(iter(told), "")
    for teller, wind in told.items():
        if wind != told[first] and agreement.sheet.id == "millington":
            raise RecordError(f"{teller} has another prevailing wind than {first}.")
    winds = [checked_wind(f"the prevailing wind of {teller}", wind) for teller, wind in told.items()]
    return winds[0] if winds else "E"
