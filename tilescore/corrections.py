"""What a person types to correct a hand, as actions on a `Confirmation`.

The grammar is one table, from which the help is printed as well.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.errors import quote
from scoring.tiles import SHOWN, Tile
from tilescore.confirm import Confirmation
from tilescore.errors import EditError
from vision.reading import ROLES, Role

_SET_APART: Final = re.compile(r"\bset\s+apart\b", re.IGNORECASE)
"""The part as it stands on the screen, in two words."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction: how it is written, what it does, and the action on its words."""

    usage: str
    help: str
    act: Callable[[Confirmation, list[str]], None]


def obey(confirmation: Confirmation, line: str) -> None:
    """Carries out one typed line. Raises `EditError` or `NotationError`, and then nothing has changed."""
    if "=" in line:
        _assign(confirmation, line)
        return
    name, *words = _SET_APART.sub("set_apart", line).split() or [""]
    correction = CORRECTIONS.get(name.lower())
    if correction is None:
        raise EditError(f"{quote(name)} is no correction; ? shows what can be typed.")
    correction.act(confirmation, words)


def help_lines() -> list[tuple[str, str]]:
    """(what is typed, what it does) for every correction."""
    return [*_ASSIGNMENTS, *((correction.usage, correction.help) for correction in CORRECTIONS.values())]


def named(typed: str, choices: Mapping[str, str]) -> str | None:
    """Which of {choice: words} was typed, as a choice or in its words, in whatever case; None for none."""
    meant = {name.lower(): choice for choice, words in choices.items() for name in (choice, words)}
    return meant.get(typed.lower())


TILE_NAMES: Final = {tile.code: tile.name for tile in SHOWN}
"""What `named` knows a tile by."""


def _tile(typed: str) -> Tile:
    """The tile whose notation or name was typed, in whatever case. Raises `NotationError`."""
    return Tile.parse(named(typed, TILE_NAMES) or typed)


_ASSIGNMENTS = [
    ("5=8c", "tile 5 is the eight of characters"),
    ("seat=S", "a fact: seat, prevailing (E S W N), win (a tile), how, kept_apart, rare, won"),
    ("kong 4=declared", "how that kong was made: claimed, added or declared"),
]


def _assign(confirmation: Confirmation, line: str) -> None:
    left, _, value = (part.strip() for part in line.partition("="))
    if left.isdecimal():
        confirmation.replace(_key(confirmation, left), _tile(value))
        return
    point = left.lower()
    if point.startswith("kong"):
        point = f"kong-{_first_of_set(confirmation, point.removeprefix('kong').strip())}"
    confirmation.answer(point, named(value, confirmation.choices(point)) or value)


def _delete(confirmation: Confirmation, words: list[str]) -> None:
    confirmation.delete(_keys(confirmation, words))


def _add(confirmation: Confirmation, words: list[str]) -> None:
    if not words:
        raise EditError(f"write {CORRECTIONS['add'].usage}.")
    tile, *where = words
    if len(where) == 2 and where[0].lower() == "after":
        confirmation.insert(_tile(tile), after=_key(confirmation, where[1]))
    elif len(where) <= 1:
        confirmation.insert(_tile(tile), _part(where[0]) if where else None)
    else:
        raise EditError(f"write {CORRECTIONS['add'].usage}.")


def _move(confirmation: Confirmation, words: list[str]) -> None:
    if len(words) < 2:
        raise EditError(f"write {CORRECTIONS['move'].usage}.")
    *numbers, name = words
    keys, part = _keys(confirmation, numbers), _part(name)
    tiles = [placed.tile for placed in confirmation.tiles if placed.key in keys]
    if part == "exposed" and all(tile.is_season for tile in tiles):
        raise EditError(f"{tiles[0]} is a Season and lies with the Seasons already.")
    confirmation.move(keys, part)


def _join(confirmation: Confirmation, words: list[str]) -> None:
    if len(words) != 2:
        raise EditError(f"write {CORRECTIONS['join'].usage}.")
    confirmation.join(*_keys(confirmation, words))


def _split(confirmation: Confirmation, words: list[str]) -> None:
    if len(words) != 1:
        raise EditError(f"write {CORRECTIONS['split'].usage}.")
    confirmation.split(_key(confirmation, words[0]))


def _retract(confirmation: Confirmation, words: list[str]) -> None:
    match [word.lower() for word in words]:
        case [number] if number.isdecimal():
            confirmation.retract(f"tile-{_key(confirmation, number)}")
        case ["kong", number]:
            confirmation.retract(f"kong-{_first_of_set(confirmation, number)}")
        case [fact]:
            confirmation.retract(fact)
        case _:
            raise EditError(f"write {CORRECTIONS['back'].usage}.")


def _alone(step: Callable[[Confirmation], None]) -> Callable[[Confirmation, list[str]], None]:
    """One step back or forth, which takes no words: a number might be a tile's as well as one of steps."""

    def act(confirmation: Confirmation, words: list[str]) -> None:
        if words:
            raise EditError("undo and redo are written alone, once for each step.")
        step(confirmation)

    return act


CORRECTIONS = {
    "del": Correction("del 3 [4 …]", "tile 3 is none, or not of this hand", _delete),
    "add": Correction("add 2f [PART | after 3]", "a tile that was missed", _add),
    "move": Correction("move 3 4 5 PART", f"to a part: {', '.join(ROLES)}", _move),
    "join": Correction("join 3 4", "the exposed sets of tiles 3 and 4 are one", _join),
    "split": Correction("split 4", "a new exposed set begins at tile 4", _split),
    "back": Correction("back seat | 5 | kong 4", "takes an answer back: of a fact, a tile, a kong", _retract),
    "undo": Correction("undo", "takes back the last thing typed", _alone(Confirmation.undo)),
    "redo": Correction("redo", "does again what was undone", _alone(Confirmation.redo)),
}


def _keys(confirmation: Confirmation, numbers: list[str]) -> list[int]:
    if not numbers:
        raise EditError("name the tiles by their numbers.")
    keys: list[int] = []
    for number in numbers:
        key = _key(confirmation, number)
        if key in keys:
            raise EditError(f"tile {int(number)} is named twice.")
        keys.append(key)
    return keys


def _key(confirmation: Confirmation, number: str) -> int:
    tiles = confirmation.tiles
    if not number:
        raise EditError("name the tile by its number.")
    # Four digits are more tiles than any hand has, and keep int() from chewing on a pasted novel.
    if not number.isdecimal() or len(number) > 4 or not 1 <= int(number) <= len(tiles):
        raise EditError(f"there is no tile {number}; they are numbered 1 to {len(tiles)}.")
    return tiles[int(number) - 1].key


def _first_of_set(confirmation: Confirmation, number: str) -> int:
    key = _key(confirmation, number)
    for group in confirmation.draft.exposed:
        if any(placed.key == key for placed in group):
            return group[0].key
    raise EditError(f"tile {number} is not in an exposed set.")


def _part(name: str) -> Role:
    for role in ROLES:
        if role.startswith(name.lower()):
            return role
    raise EditError(f"there is no part {quote(name)}; the parts are {', '.join(ROLES)}.")
