"""A hand while a person is still correcting it: tiles in the parts of the hand, each with a name that
edits keep.

A `Draft` is a value; an edit gives a new one, which makes undo a matter of keeping the old one. It knows
nothing of scores or questions (`confirm.py`) and nothing of screens.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.hand import How, Meld
from scoring.tiles import FACE_DOWN, Tile
from tilescore.errors import EditError
from vision.reading import ROLES, Corners, Reading, ReadTile, Role, meld_notation


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile. `key` names it through every edit; `read` is what the photo showed of it, None for a tile
    that was typed in."""

    key: int
    tile: Tile
    sure: bool = True
    alternatives: tuple[Tile, ...] = ()
    read: ReadTile | None = None

    @property
    def corners(self) -> Corners | None:
        """Where it lies on the photo; None for a tile that was typed in."""
        return self.read.corners if self.read else None

    def named(self, tile: Tile) -> "Placed":
        """The tile as a person names it, with the face it had before among the alternatives."""
        others = tuple(other for other in (self.tile, *self.alternatives) if other != tile)
        return replace(self, tile=tile, sure=True, alternatives=others)


Group = tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """The parts of the hand. An exposed group is a set on the table; the other parts are lines of tiles."""

    exposed: tuple[Group, ...] = ()
    seasons: Group = ()
    concealed: Group = ()
    set_apart: Group = ()
    next_key: int = 1

    @classmethod
    def of(cls, reading: Reading) -> "Draft":
        """The draft that a reading proposes, tiles keyed 1, 2, 3 … in the order of `Draft.tiles`."""
        count = 0

        def place(tiles: Iterable[ReadTile]) -> Group:
            nonlocal count
            placed = []
            for read in tiles:
                count += 1
                others = tuple(dict.fromkeys(tile for tile, _ in read.alternatives))
                placed.append(Placed(count, read.tile, read.sure, others, read))
            return tuple(placed)

        exposed = tuple(place(group) for group in reading.groups("exposed") if group)
        parts = {role: place(reading.tiles(role)) for role in ("seasons", "concealed", "set_apart")}
        return cls(exposed=exposed, **parts, next_key=count + 1)

    @property
    def tiles(self) -> Group:
        """Every tile, in the order people count them: exposed sets, Seasons, concealed, set apart."""
        laid_out = tuple(placed for group in self.exposed for placed in group)
        return laid_out + self.seasons + self.concealed + self.set_apart

    def part_of(self, key: int) -> Role:
        """The part in which the tile lies. Raises `EditError` when there is no such tile."""
        for role in ROLES:
            if any(placed.key == key for placed in self.part(role)):
                return role
        raise EditError("that tile is not in the hand.")

    def part(self, role: Role) -> Group:
        """The tiles of one part, in order."""
        if role == "exposed":
            return tuple(placed for group in self.exposed for placed in group)
        line: Group = getattr(self, role)
        return line

    def replaced(self, key: int, tile: Tile) -> "Draft":
        """The tile is `tile`, and a person said so."""
        self.part_of(key)
        return self._map(lambda placed: placed.named(tile) if placed.key == key else placed)

    def settled(self) -> "Draft":
        """With every Season among the Seasons; what lies there and is none ends the concealed part."""
        others = self.part("exposed") + self.concealed + self.set_apart
        seasons = [placed.key for placed in others if placed.tile.is_season]
        strangers = [placed.key for placed in self.seasons if not placed.tile.is_season]
        return self.moved(seasons, "seasons").moved(strangers, "concealed")

    def deleted(self, key: int) -> "Draft":
        """Without that tile; a set that loses its last tile is gone."""
        self.part_of(key)
        return self._map(lambda placed: None if placed.key == key else placed)

    def inserted(self, tile: Tile, part: Role, after: int | None = None) -> "Draft":
        """With one more tile, right after the tile with key `after`, else at the end of the part.

        In the exposed part a tile without `after` starts a set of its own. Beside the one tile that lies
        apart none can: what is to follow it ends the concealed part.
        """
        added = Placed(self.next_key, tile)
        grown = replace(self, next_key=self.next_key + 1)
        if after is not None:
            if self.part_of(after) == "set_apart":
                return grown._appended((added,), "concealed")
            return grown._follow(after, added)
        return grown._appended((added,), part)

    def laid_out(self, tile: Tile) -> "Draft":
        """With one more exposed tile: of the last set while that can become a run, pung or kong with it, else
        the first of a set of its own."""
        if self.exposed and _continues(tuple(placed.tile for placed in self.exposed[-1]), tile):
            return self.inserted(tile, "exposed", after=self.exposed[-1][-1].key)
        return self.inserted(tile, "exposed")

    def moved(self, keys: Iterable[int], part: Role) -> "Draft":
        """The tiles taken to another part, in the order given; in the exposed part they form one set.

        A drawn winning tile that is already set apart goes back to the concealed part when another takes
        its place.
        """
        wanted = tuple(dict.fromkeys(keys))
        if not wanted:
            return self
        found = {placed.key: placed for placed in self.tiles}
        if any(key not in found for key in wanted):
            raise EditError("that tile is not in the hand.")
        if part == "set_apart" and len(wanted) != 1:
            raise EditError("exactly one tile can lie apart: the drawn winning tile.")
        group = tuple(found[key] for key in wanted)
        return self._map(lambda placed: None if placed.key in wanted else placed)._appended(group, part)

    def joined(self, first: int, second: int) -> "Draft":
        """The exposed sets of two tiles made one. Raises `EditError` for tiles that are not exposed."""
        one, other = self._set_of(first), self._set_of(second)
        if one == other:
            raise EditError("those two tiles are in one set already.")
        groups = [one + other if group == one else group for group in self.exposed if group != other]
        return replace(self, exposed=tuple(groups))

    def split(self, key: int) -> "Draft":
        """The exposed set of that tile cut in two, the tile beginning the second part."""
        whole = self._set_of(key)
        at = next(place for place, placed in enumerate(whole) if placed.key == key)
        if at == 0:
            raise EditError("that tile begins its set: name the tile that shall begin the second part.")
        groups: list[Group] = []
        for group in self.exposed:
            groups.extend((group[:at], group[at:]) if group == whole else (group,))
        return replace(self, exposed=tuple(groups))

    def _set_of(self, key: int) -> Group:
        for group in self.exposed:
            if any(placed.key == key for placed in group):
                return group
        raise EditError("only sets of the exposed part are joined and split.")

    def _map(self, change: Callable[[Placed], Placed | None]) -> "Draft":
        """Every tile changed, or taken away where `change` gives None."""

        def line(group: Group) -> Group:
            return tuple(new for placed in group if (new := change(placed)) is not None)

        return replace(
            self,
            exposed=tuple(group for group in map(line, self.exposed) if group),
            seasons=line(self.seasons),
            concealed=line(self.concealed),
            set_apart=line(self.set_apart),
        )

    def _appended(self, group: Group, part: Role) -> "Draft":
        if part == "exposed":
            return replace(self, exposed=(*self.exposed, group))
        if part == "set_apart":
            return replace(self, concealed=self.concealed + self.set_apart, set_apart=group)
        if part == "seasons":
            return replace(self, seasons=self.seasons + group)
        return replace(self, concealed=self.concealed + group)

    def _follow(self, key: int, added: Placed) -> "Draft":
        def line(group: Group) -> Group:
            return tuple(
                tile for placed in group for tile in ((placed, added) if placed.key == key else (placed,))
            )

        return replace(
            self,
            exposed=tuple(map(line, self.exposed)),
            seasons=line(self.seasons),
            concealed=line(self.concealed),
            set_apart=line(self.set_apart),
        )


def _continues(tiles: tuple[Tile, ...], tile: Tile) -> bool:
    """Whether a set that is being laid out may go on with that tile."""
    longer = (*tiles, tile)
    if len({each for each in longer if each != FACE_DOWN}) <= 1:
        return len(longer) <= 4
    numbers = {each.number for each in longer}
    one_suit = all(each.is_suit for each in longer) and len({each.family for each in longer}) == 1
    return one_suit and len(longer) == len(numbers) and max(numbers) - min(numbers) <= 2


@lru_cache(maxsize=4096)
def meld_of(tiles: tuple[Tile, ...], rules: str, kong: How | None = None) -> Meld:
    """The set that exposed tiles make under a rule set, face-down tiles read as that rule set reads them.

    `kong` overrules what the tiles show of how a kong came about.
    Raises `NotationError` for what is no set at all, such as a Season.
    """
    if kong is None or not is_kong(tiles):
        return Meld.parse(meld_notation(tiles, rules))
    face = next(tile for tile in tiles if tile != FACE_DOWN)
    return Meld((face,) * 4, kong)


def is_kong(tiles: tuple[Tile, ...]) -> bool:
    """Whether four tiles, some perhaps face down, are one kind."""
    return len(tiles) == 4 and len({tile for tile in tiles if tile != FACE_DOWN}) == 1
