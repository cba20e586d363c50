"""A hand as it may lie on the table: which tiles are exposed, concealed, Seasons, or set apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

Groups = tuple[tuple[int, ...], ...]
"""Tiles that lie together, by their numbers among the detections."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to see a hand on the table. Tiles are numbers of the detections."""

    exposed: Groups
    """A group a set, far to near and left to right."""
    concealed: Groups
    """What lies together, left to right."""
    seasons: tuple[int, ...]
    set_apart: int | None
    cost: float
    left_in_row: Groups = ()
    """Those of the exposed groups, all kongs, that were left in the row of the concealed tiles."""
    doubtful: frozenset[int] = frozenset()
    """Those of the Seasons that may as well be another player's, or nothing."""
    stacked: bool = False
    """The concealed tiles fill more rows than one."""
    stray: bool = False
    """Some of its sets lie at an angle to the rest or far from it."""

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles of the hand."""
        return frozenset((*self.seasons, *self.loose)).union(*self.exposed)

    def renumbered(self, numbers: Sequence[int] | Mapping[int, int]) -> "Arrangement":
        """The same with `numbers[k]` in place of each tile k."""

        def of(tiles: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(numbers[tile] for tile in tiles)

        return replace(
            self,
            exposed=tuple(map(of, self.exposed)),
            concealed=tuple(map(of, self.concealed)),
            left_in_row=tuple(map(of, self.left_in_row)),
            seasons=of(self.seasons),
            doubtful=frozenset(of(tuple(self.doubtful))),
            set_apart=None if self.set_apart is None else numbers[self.set_apart],
        )

    def exposes_as(self, other: "Arrangement") -> bool:
        """Whether the same sets are exposed here."""
        return set(map(frozenset, self.exposed)) == set(map(frozenset, other.exposed))

    @property
    def loose(self) -> tuple[int, ...]:
        """The concealed tiles and the one set apart."""
        apart = () if self.set_apart is None else (self.set_apart,)
        return (*(tile for group in self.concealed for tile in group), *apart)

    @property
    def counted(self) -> int:
        """Tiles that count towards the fourteen: no Seasons, and a kong as three."""
        return len(self.loose) + sum(3 if len(group) == 4 else len(group) for group in self.exposed)
