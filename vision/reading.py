"""What a photo was read as: every tile with its corners, its probability and its part in the hand.

A `Reading` is a value. It knows the notation of the hand it shows (`Reading.hand`) and its own JSON, the
contract's "A reading, as JSON"; how it came about is the business of `hand`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeVar, cast, get_args

from scoring.errors import TilescoreError, quote
from scoring.hand import Meld
from scoring.tiles import FACE_DOWN, Tile, format_tiles
from vision.errors import PhotoError

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Top-left, top-right, bottom-right, bottom-left of a tile as its face stands; upright photo's pixels."""

Role = Literal["exposed", "concealed", "seasons", "set_apart"]
ROLES: tuple[Role, ...] = get_args(Role)

PARTS_UNCLEAR: Final = "Which tiles are exposed and which concealed is not clear from the way they lie."
"""The problem of a reading whose tiles may be arranged with other sets exposed."""

APART_UNCLEAR: Final = "Whether a tile was set apart, and which one, is not clear from the way they lie."
"""The problem of a reading in which another tile, or none, may have been set apart."""

KONG_IN_ROW: Final = "A kong lies face up in the row of the concealed tiles; how it was made does not show."
"""The problem of a hand laid down in one row, its kongs with it."""

STRAY_SETS: Final = (
    "Sets that lie far from the rest, or at an angle to it, were taken for this hand's, not another player's."
)
"""The problem of a hand some of whose sets do not lie close by in rows with the rest: there may lie a
neighbour's."""

HARDLY_A_HAND: Final = "What was found hardly makes a hand: please look at every tile."
"""The problem of a hand of which every tile is doubtful: it may be another player's row, or a part alone."""

CUT_OFF: Final = "Where a row meets the edge of the photo, a tile of it seems to be cut off."
"""The problem of a hand that may go on beyond the photo."""

IN_GLARE: Final = "In or beside a row a tile seems to be lost in glare."
"""The problem of a hand that may have a tile where the photo shows only white."""

IN_A_MIRROR: Final = "The photo shows the tiles as in a mirror; they were read the other way round."
"""The problem of a photo that a camera has saved mirrored, as some do of what faces their screen."""

NEARLY_COMPLETE: Final = (
    "These tiles are no complete hand, but would be if one of the doubtful ones were another."
)
"""The problem of fourteen tiles of which one is probably misread."""


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile as it was read. `alternatives` are the next likeliest faces, best first, with their
    probabilities; behind them come unlikely ones that would make the hand complete."""

    tile: Tile
    confidence: float
    sure: bool
    alternatives: tuple[tuple[Tile, float], ...]
    corners: Corners

    def to_json(self) -> dict[str, Any]:
        """The contract's object for one tile."""
        return {
            "tile": str(self.tile),
            "confidence": round(self.confidence, 4),
            "sure": self.sure,
            "alternatives": [[str(tile), round(probability, 4)] for tile, probability in self.alternatives],
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
        }

    def mirrored(self, width: int) -> "ReadTile":
        """The tile where it lies in the mirror image of a photo so many pixels wide."""
        corners = tuple((width - 1 - x, y) for x, y in self.corners)
        return replace(self, corners=cast(Corners, corners))

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "ReadTile":
        """The inverse of `to_json`; raises as `Reading.from_json` does."""
        fields = _Fields("a tile", document)
        return cls(
            tile=fields.take("tile", "a tile's code", Tile.parse),
            confidence=fields.take("confidence", "a figure from 0 to 1", _probability),
            sure=fields.take("sure", "true or false", _exactly(bool)),
            alternatives=fields.take("alternatives", "tiles, each with a figure from 0 to 1", _alternatives),
            corners=fields.take("corners", "four points, each two finite numbers", _corners),
        )


Group = tuple[ReadTile, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One part of the hand. In the exposed part a group is a set, elsewhere what lies together.

    Without a role it is a line of tiles as it lies on the table (`read --all`).
    """

    role: Role | None
    groups: tuple[Group, ...]

    @property
    def tiles(self) -> Group:
        """All tiles of the part, left to right."""
        return tuple(tile for group in self.groups for tile in group)

    def with_each(self, change: Callable[[ReadTile], ReadTile]) -> "Row":
        """The row with each of its tiles changed."""
        return replace(self, groups=tuple(tuple(map(change, group)) for group in self.groups))


@dataclass(frozen=True, slots=True)
class Reading:
    """A photo as a hand.

    `size` is (width, height) of the upright photo in pixels, `turned` the degrees its EXIF data turned it by.
    `rules` ("babcock" or "millington") decides what face-down tiles mean; it is no part of the JSON, because
    there `hand` says the outcome.
    """

    photo: str
    size: tuple[int, int]
    turned: int
    rows: tuple[Row, ...]
    problems: tuple[str, ...] = ()
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    rules: str = "babcock"

    def groups(self, role: Role) -> tuple[Group, ...]:
        """The groups of all rows with that role (empty when the part is not there)."""
        return tuple(group for row in self.rows if row.role == role for group in row.groups)

    def tiles(self, role: Role) -> Group:
        """The tiles of all rows with that role."""
        return tuple(tile for group in self.groups(role) for tile in group)

    @property
    def set_apart(self) -> Tile | None:
        """The drawn winning tile, when one lies apart."""
        tiles = self.tiles("set_apart")
        return tiles[0].tile if tiles else None

    @property
    def hand(self) -> str:
        """The hand in notation, `exposed seasons / concealed`; the tile set apart is among the concealed.

        Empty when the rows have no roles: then they show no hand.
        """
        if all(row.role is None for row in self.rows):
            return ""
        exposed = [
            meld_notation([tile.tile for tile in group], self.rules) for group in self.groups("exposed")
        ]
        seasons = format_tiles(tile.tile for tile in self.tiles("seasons"))
        loose = (*self.groups("concealed"), self.tiles("set_apart"))
        concealed = [format_tiles(tile.tile for tile in group) for group in loose]
        return " ".join(part for part in (*exposed, seasons, "/", *concealed) if part)

    def with_each(self, change: Callable[[ReadTile], ReadTile]) -> "Reading":
        """The reading with each of its tiles changed."""
        return replace(self, rows=tuple(row.with_each(change) for row in self.rows))

    def mirrored(self) -> "Reading":
        """The reading of a photo of which this one read the mirror image: its tiles where they lie there, and
        a problem that says so."""
        there = self.with_each(lambda tile: tile.mirrored(self.size[0]))
        return replace(there, problems=(*self.problems, IN_A_MIRROR))

    def to_json(self) -> dict[str, Any]:
        """The contract's object for one photo."""
        apart = self.set_apart
        return {
            "photo": self.photo,
            "size": list(self.size),
            "turned": self.turned,
            "rows": [
                ({} if row.role is None else {"role": row.role})
                | {"groups": [[tile.to_json() for tile in group] for group in row.groups]}
                for row in self.rows
            ],
            "hand": self.hand,
            "set_apart": None if apart is None else str(apart),
            "problems": list(self.problems),
            "milliseconds": {stage: round(spent, 1) for stage, spent in self.milliseconds.items()},
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any], rules: str = "babcock") -> "Reading":
        """The reading that `to_json` wrote, to the digits it wrote; raises `PhotoError("bad-reading", …)`."""
        fields = _Fields("a reading", document)
        return cls(
            photo=fields.take("photo", "text", _exactly(str)),
            size=fields.take("size", "two whole numbers, width and height", _size),
            turned=fields.take("turned", "a whole number of degrees", _exactly(int)),
            rows=fields.take("rows", "a list of rows", _rows),
            problems=fields.take("problems", "a list of sentences", _sentences),
            milliseconds=fields.take("milliseconds", "an object of numbers", _milliseconds),
            rules=rules,
        )


def _row_from_json(document: Any) -> Row:
    fields = _Fields("a row", document)
    groups = fields.take("groups", "a list of groups, each a list of tiles", _groups)
    role = fields.take("role", f"one of {', '.join(ROLES)}", _role) if "role" in document else None
    return Row(role, groups)


_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields of one object of a stored reading; `thing` is what messages call that object."""

    thing: str
    document: Any

    def take(self, name: str, words: str, convert: Callable[[Any], _Value]) -> _Value:
        """What a field holds; raises `PhotoError("bad-reading", …)`, saying in `words` what it must be."""
        if not isinstance(self.document, Mapping):
            raise _no_reading(f"{self.thing} must be an object, not {quote(self.document)}")
        if name not in self.document:
            raise _no_reading(f"{self.thing} must have the field '{name}'")
        value = self.document[name]
        try:
            return convert(value)
        except PhotoError:
            raise
        except (TypeError, ValueError, AttributeError, OverflowError, TilescoreError) as error:
            found = "" if isinstance(value, (list, dict)) else f", not {quote(value)}"
            raise _no_reading(f"the field '{name}' of {self.thing} must be {words}{found}") from error


def _no_reading(wrong: str) -> PhotoError:
    return PhotoError("bad-reading", f"this is no reading as `read --json` writes it: {wrong}.")


def _exactly(kind: type[_Value]) -> Callable[[Any], _Value]:
    """Takes what is of that type, and nothing that could be made to be: `"false"` is not false."""

    def taken(value: Any) -> _Value:
        if type(value) is not kind:
            raise TypeError(value)
        return value

    return taken


_list: Final = _exactly(list)


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _size(value: Any) -> tuple[int, int]:
    width, height = map(_exactly(int), _list(value))
    return width, height


def _sentences(value: Any) -> tuple[str, ...]:
    return tuple(map(_exactly(str), _list(value)))


def _milliseconds(value: Any) -> dict[str, float]:
    return {str(stage): _number(spent) for stage, spent in value.items()}


def _rows(value: Any) -> tuple[Row, ...]:
    return tuple(map(_row_from_json, _list(value)))


def _groups(value: Any) -> tuple[Group, ...]:
    return tuple(tuple(map(ReadTile.from_json, _list(group))) for group in _list(value))


def _role(value: Any) -> Role | None:
    if value is not None and value not in ROLES:
        raise ValueError(value)
    return cast(Role | None, value)


def _probability(value: Any) -> float:
    probability = _number(value)
    if not 0 <= probability <= 1:
        raise ValueError(value)
    return probability


def _alternatives(value: Any) -> tuple[tuple[Tile, float], ...]:
    return tuple((Tile.parse(tile), _probability(share)) for tile, share in map(_list, _list(value)))


def _corners(value: Any) -> Corners:
    points = tuple((_number(x), _number(y)) for x, y in map(_list, _list(value)))
    if len(points) != 4:
        raise ValueError(value)
    return points


def meld_notation(tiles: Sequence[Tile], rules: str = "babcock") -> str:
    """An exposed group in notation, its face-down tiles read as the rule set reads them.

    Babcock: a tile turned down means the kong was drawn (concealed). Millington: two turned down mean
    concealed, one means claimed onto a concealed pung, none means added to an exposed pung.

    >>> meld_notation([Tile.parse(code) for code in ("9b", "9b", "9b", "?")])
    '[9999b]'
    >>> meld_notation([Tile.parse(code) for code in ("9b", "9b", "9b", "?")], "millington")
    '9999b'
    """
    faces = [tile for tile in tiles if tile != FACE_DOWN]
    down = len(tiles) - len(faces)
    if any(tile.is_season for tile in faces):
        return "".join(map(str, tiles))
    if len(tiles) == 4 and len(set(faces)) == 1:
        if down >= (2 if rules == "millington" else 1):
            return str(Meld((faces[0],) * 4, "declared"))
        added = rules == "millington" and not down
        return str(Meld((faces[0],) * 4, "added" if added else "claimed"))
    if not faces or down:
        return "".join(map(str, tiles))
    return str(Meld(tuple(tiles)))
