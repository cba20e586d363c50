"""From a posted document to the `Confirmation` it describes: reading, settings, then step after step.

    {"reading": <the contract's reading>, or null,
     "typed": "EEEw / 123d WWw",       a hand in the notation to begin with, where there is no reading
     "settings": {"rules": "babcock", "options": {…}, "names": {…}, "seat": "E", "prevailing": "E",
                  "visible": "5c 5c"},
     "steps": [{"do": "replace", "key": 5, "tile": "8c"}, …]}

Everything may be left out. Rules, options and house names are then those of the table that the server was
started for; a seat or prevailing wind that is given is not asked. The steps, `key` being the number that
names a tile through all of them:

    {"do": "replace", "key": 5, "tile": "8c"}            it is another tile
    {"do": "insert", "tile": "2f"}                       a missed tile: at the end of the concealed part, or
                                                         with "part": a part, or with "after": 5, behind that
                                                         tile; a Season always with the Seasons
    {"do": "lay", "tile": "5c"}                          the next exposed tile: of the last set while that can
                                                         become one with it, else of a new one
    {"do": "delete", "keys": [3]}                        no tile, or not of this hand
    {"do": "move", "keys": [3, 4, 5], "part": "exposed"} to another part; in the exposed part they form one
                                                         set, which "with": 7 joins to the set of tile 7,
                                                         and Seasons lie with the Seasons
    {"do": "join", "keys": [3, 6]}                       the exposed sets of two tiles made one
    {"do": "split", "key": 4}                            a new exposed set begins at that tile
    {"do": "answer", "question": "seat", "value": "S"}   any question or fact; one that only the other book
                                                         asks counts for nothing
    {"do": "retract", "question": "seat"}                takes an answer back

The parts are `exposed`, `concealed`, `seasons` and `set_apart`. A key that a step gives to an inserted tile
is one more than the highest so far. To undo is to leave the last step out.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from scoring.errors import RecordError, SeatError, TilescoreError, quote
from scoring.hand import SEATS, Hand
from scoring.tiles import Tile, parse_tiles
from tilescore.confirm import Confirmation
from tilescore.errors import EditError
from tilescore.settings import TableSettings
from vision.reading import ROLES, Reading, Role

MOST_TILES: Final = 40
"""Tiles of one hand under discussion; a hand of four kongs and all Seasons has 26."""

MOST_STEPS: Final = 400

_LONGEST_TEXT: Final = 500

NOTHING_READ: Final = Reading(photo="", size=(0, 0), turned=0, rows=())
"""The reading of a hand that is typed."""


def confirmation_of(document: Mapping[str, Any], table: TableSettings) -> Confirmation:
    """The hand under discussion as a posted document describes it, after all steps, at a table as the server
    was started for.

    Raises a `TilescoreError` that says what is wrong: bad-json for a document of the wrong shape,
    bad-reading, unknown-rules and its like for settings, bad-notation, and bad-edit for a step that cannot
    be made, with its number.
    """
    settings = _object(document, "settings")
    agreed = _table_of(settings, table)
    reading = _reading_of(document, agreed.rules)
    confirmation = Confirmation(reading, agreed, _given(settings), _win_fields(settings))
    if document.get("typed") is not None:
        if reading is not NOTHING_READ:
            raise RecordError("a discussion begins with a reading or with a typed hand, not with both.")
        lay_out(confirmation, Hand.parse(_text(document, "typed")))
    for number, step in enumerate(_steps(document), start=1):
        try:
            take(confirmation, step)
        except TilescoreError as error:
            raise EditError(f"step {number}: {error.message}") from error
    return confirmation


def lay_out(confirmation: Confirmation, hand: Hand) -> None:
    """Lays a typed hand on the empty table of a confirmation, and says how its kongs were made."""
    _check_count(len(hand.tiles) + len(hand.seasons))
    for meld in hand.exposed:
        first = last = confirmation.draft.next_key
        confirmation.insert(meld.tiles[0], "exposed")
        for tile in meld.tiles[1:]:
            confirmation.insert(tile, after=last)
            last += 1
        if meld.kind == "kong":
            confirmation.answer(f"kong-{first}", meld.how)
    for tile in (*hand.seasons, *hand.concealed):
        confirmation.insert(tile)


def take(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    """Takes one step. Raises `EditError`, `NotationError` or `RecordError`; then nothing has changed."""
    name = step.get("do")
    if not isinstance(name, str) or name not in STEPS:
        raise RecordError(f"there is no step {quote(name)}; there are {', '.join(STEPS)}.")
    STEPS[name](confirmation, step)


def _replace(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    confirmation.replace(_key(step, "key"), _tile(step))


def _insert(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    _check_count(len(confirmation.tiles) + 1)
    part = _part(step) if step.get("part") is not None else None
    after = _key(step, "after") if step.get("after") is not None else None
    confirmation.insert(_tile(step), part, after)


def _lay(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    _check_count(len(confirmation.tiles) + 1)
    confirmation.lay(_tile(step))


def _delete(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    confirmation.delete(_keys(step))


def _move(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    keys, part = _keys(step), _part(step)
    if step.get("with") is None:
        confirmation.move(keys, part)
        return
    if part != "exposed":
        raise EditError("only a set of the exposed part can be joined.")
    host = _key(step, "with")
    if host in keys:
        raise EditError("tiles are joined to the set of another tile.")
    confirmation.move(keys, part)
    laid_out = [key for key in keys if confirmation.draft.part_of(key) == "exposed"]
    try:
        if laid_out:
            confirmation.join(host, laid_out[0])
    except EditError:
        confirmation.undo()
        raise


def _join(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    keys = _keys(step)
    if len(keys) != 2:
        raise EditError("two tiles name the sets that are joined.")
    confirmation.join(*keys)


def _split(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    confirmation.split(_key(step, "key"))


def _answer(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    confirmation.answer(_text(step, "question"), _text(step, "value"), by_any_book=True)


def _retract(confirmation: Confirmation, step: Mapping[str, Any]) -> None:
    confirmation.retract(_text(step, "question"))


STEPS: Final[Mapping[str, Callable[[Confirmation, Mapping[str, Any]], None]]] = {
    "replace": _replace,
    "insert": _insert,
    "lay": _lay,
    "delete": _delete,
    "move": _move,
    "join": _join,
    "split": _split,
    "answer": _answer,
    "retract": _retract,
}
"""What can be done, by name."""


def _table_of(settings: Mapping[str, Any], table: TableSettings) -> TableSettings:
    rules = _text(settings, "rules") if settings.get("rules") is not None else None
    agreed = table.with_flags(rules, _object(settings, "options"))
    names = _object(settings, "names")
    if not all(isinstance(words, str) and words.strip() for words in names.values()):
        raise RecordError("the house's names are texts by the rules' ids, and none of them is blank.")
    return TableSettings(agreed.rules, agreed.options, {**agreed.names, **names}, agreed.name)


def _given(settings: Mapping[str, Any]) -> dict[str, str]:
    given = {name: settings[name] for name in ("seat", "prevailing") if settings.get(name)}  # "" asks, too
    for name, wind in given.items():
        if wind not in SEATS:
            raise SeatError(f"the {name} is one of {', '.join(SEATS)}, not {quote(wind)}.")
    return given


def _win_fields(settings: Mapping[str, Any]) -> dict[str, Any]:
    if settings.get("visible") is None:
        return {}
    return {"visible": parse_tiles(_text(settings, "visible"))}


def _reading_of(document: Mapping[str, Any], rules: str) -> Reading:
    if document.get("reading") is None:
        return NOTHING_READ
    reading = Reading.from_json(_object(document, "reading"), rules)
    _check_count(sum(len(row.tiles) for row in reading.rows))
    return reading


def _steps(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    steps = document.get("steps")
    if steps is None:
        return []
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise RecordError("steps is a list of objects.")
    if len(steps) > MOST_STEPS:
        raise RecordError(f"at most {MOST_STEPS} steps are taken.")
    return steps


def _check_count(tiles: int) -> None:
    if tiles > MOST_TILES:
        raise EditError(f"a hand under discussion holds at most {MOST_TILES} tiles.")


def _object(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The object under that name; an empty one where there is none."""
    value = document.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise RecordError(f"{name} is a JSON object, not {quote(value)}.")
    return value


def _text(document: Mapping[str, Any], name: str) -> str:
    value = document.get(name)
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise RecordError(f"{name} is text of at most {_LONGEST_TEXT} signs, not {quote(value)}.")
    return value


def _tile(step: Mapping[str, Any]) -> Tile:
    return Tile.parse(_text(step, "tile"))


def _part(step: Mapping[str, Any]) -> Role:
    part = step.get("part")
    if part not in ROLES:
        raise EditError(f"there is no part {quote(part)}; the parts are {', '.join(ROLES)}.")
    return cast(Role, part)


def _key(step: Mapping[str, Any], name: str) -> int:
    return _number(step.get(name), name)


def _keys(step: Mapping[str, Any]) -> list[int]:
    keys = step.get("keys")
    if not isinstance(keys, list) or not 0 < len(keys) <= MOST_TILES:
        raise RecordError(f"keys is a list of tiles' keys, not {quote(keys)}.")
    return [_number(key, "keys") for key in keys]


def _number(value: object, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{name} takes tiles' keys, whole numbers, not {quote(value)}.")
    return value
