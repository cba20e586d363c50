"""What a score sheet is made of: items, rules, limit hands and settings.

A book is a `Sheet`: tables of rules, each one entry with the words the player reads, where it is written,
what it is worth, and when it holds. An `Agreement` is a sheet with the settings that the players agreed on,
and only the rules that are in force.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal

from scoring.errors import OptionError, quote
from scoring.facts import Facts
from scoring.grouping import Group, Pattern
from scoring.readings import Grouping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.hand import Kind

Value = bool | int | str
"""What a setting can be."""

Section = Literal["any hand", "winner", "limit hands", "settings"]
"""The parts of a printed sheet."""

LARGEST: Final = 1_000_000_000
"""No setting that counts points is larger."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a score sheet that has been filled in."""

    rule: str
    """The rule's id."""
    text: str
    points: int
    """Added before doubling; 0 for a double."""
    doubles: int
    """How many times the whole score is doubled; 0 for points."""
    source: str
    """Book and chapter, or clause."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a printed sheet, or of the list of its settings."""

    section: Section
    id: str
    words: str
    worth: str
    """"2 / 4 points" (exposed / concealed), "1 double", "the limit"; for a setting its default."""
    source: str
    optional: bool = False
    """Counts only when the setting of this name is on."""


_MOST: Final = 8
"""No rule holds more often than there are Seasons."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Points or doubles for what is in a hand."""

    id: str
    words: str
    source: str
    times: Callable[[Facts, Grouping], int]
    """How many times the rule holds."""
    points: int = 0
    doubles: int = 0
    losers: bool = False
    """It counts for hands that have not won, too."""
    optional: bool = False
    """In force only if the setting of the rule's own name is on."""
    instead: str = ""
    """The setting that makes it one double in place of the points."""
    instead_source: str = ""
    """Where that double is written."""
    points_setting: str = ""
    """The setting that holds the points."""
    items: tuple[Item, ...] = field(init=False, repr=False)
    """The line to print, by how many times the rule holds."""

    def __post_init__(self) -> None:
        object.__setattr__(
            self,
            "items",
            tuple(
                Item(
                    self.id,
                    self.words if times == 1 else f"{self.words} (× {times})",
                    self.points * times,
                    self.doubles * times,
                    self.source,
                )
                for times in range(_MOST + 1)
            ),
        )

    def line(self) -> Line:
        """The rule as the sheet prints it."""
        worth = _plural(self.doubles, "double") if self.doubles else _plural(self.points, "point")
        section: Section = "any hand" if self.losers else "winner"
        return Line(section, self.id, self.words, worth, self.source, self.optional)

    def in_force(self, agreed: Mapping[str, Value]) -> Iterator[Rule]:
        """The rule as these settings make it; nothing if they switch it off."""
        if self.optional and not agreed[self.id]:
            return
        if self.instead and agreed[self.instead]:
            yield replace(self, points=0, doubles=1, source=self.instead_source)
        elif self.points_setting:
            points = int(agreed[self.points_setting])
            if points:
                yield replace(self, points=points)
        else:
            yield self


@dataclass(frozen=True, slots=True, eq=False)
class Combination:
    """What a set or a pair is worth by itself, in any hand."""

    id: str
    words: str
    exposed: int
    concealed: int
    fits: Callable[[Group], bool]

    def item(self, group: Group, source: str) -> Item:
        """The line for one such set: "For three East Winds, exposed"."""
        number = {"pair": "two", "pung": "three", "kong": "four"}[group.kind]
        where, points = ("concealed", self.concealed) if group.concealed else ("exposed", self.exposed)
        return Item(self.id, f"For {number} {group.tile.plural}, {where}", points, 0, source)


def _set_of(kind: Kind, *, major: bool) -> Callable[[Group], bool]:
    return lambda group: group.kind == kind and group.tile.is_major is major


COMBINATIONS: Final = (
    Combination("minor_pung", "Pung of 2–8", 2, 4, _set_of("pung", major=False)),
    Combination("major_pung", "Pung of 1, 9, Winds or Dragons", 4, 8, _set_of("pung", major=True)),
    Combination("minor_kong", "Kong of 2–8", 8, 16, _set_of("kong", major=False)),
    Combination("major_kong", "Kong of 1, 9, Winds or Dragons", 16, 32, _set_of("kong", major=True)),
    Combination("dragon_pair", "Pair of Dragons", 2, 2, lambda g: g.kind == "pair" and g.tile.is_dragon),
)
"""What the two books agree on."""


@dataclass(frozen=True, slots=True, eq=False)
class Need:
    """One of the things that a limit hand asks for."""

    words: str
    """Completing "The hand needs …"."""
    holds: Callable[[Facts, Grouping], bool]


@dataclass(frozen=True, slots=True, eq=False)
class LimitHand:
    """A winning hand with a fixed value. It holds when all its needs do."""

    id: str
    words: str
    source: str
    needs: tuple[Need, ...]
    optional: bool = False
    """In force only if the setting of its name is on."""
    share: int = 1
    """It is worth the limit divided by this, rounded down."""
    pattern: Pattern | None = None
    """The complete hand that exists by this rule alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """One thing that the players of a table agree on."""

    id: str
    words: str
    default: Value
    choices: tuple[str, ...] = ()
    """For words; numbers go from `least` to `most`, switches are true or false."""
    least: int = 0
    most: int = LARGEST

    def checked(self, value: object) -> Value:
        """`value`, if the setting can be that.

        Raises: OptionError.
        """
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            wanted = "true or false"
        elif isinstance(self.default, int):
            if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
                return value
            wanted = f"a whole number from {self.least} to {self.most}"
        else:
            if isinstance(value, str) and value in self.choices:
                return value
            wanted = "one of " + ", ".join(self.choices)
        raise OptionError(f"{self.id} is {wanted}, not {quote(value)}.")


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """One book's score sheet."""

    id: str
    title: str
    source: str
    """Where the book prints the sheet."""
    game: Rule
    """For winning."""
    rules: tuple[Rule, ...]
    """Those with points before those that double, as a filled-in sheet shows them."""
    limit_hands: tuple[LimitHand, ...]
    table_settings: tuple[Setting, ...]
    """The settings that no single rule names."""
    combinations: tuple[Combination, ...] = COMBINATIONS
    looks_around: bool = False
    """Tiles seen elsewhere count; else they are ignored."""

    @property
    def settings(self) -> tuple[Setting, ...]:
        """All settings of the sheet: the table's, then a switch for each optional rule or double."""
        optional = [
            *(Setting(hand.id, hand.words, default=False) for hand in self.limit_hands if hand.optional),
            *(Setting(rule.id, rule.words, default=False) for rule in self.rules if rule.optional),
        ]
        instead = [
            Setting(rule.instead, f"{rule.words}: one double in place of the points", default=False)
            for rule in self.rules
            if rule.instead
        ]
        return (*self.table_settings, *optional, *instead)

    def agree(self, options: Mapping[str, object]) -> Agreement:
        """The sheet with these settings; what `options` leaves out is as the book has it.

        Raises: OptionError (unknown-option, bad-option).
        """
        settings = {setting.id: setting for setting in self.settings}
        agreed = {setting.id: setting.default for setting in settings.values()}
        for name, value in options.items():
            if name not in settings:
                known = ", ".join(sorted(settings))
                raise OptionError(
                    f"{quote(name)} is no setting of {self.title}; it has {known}.", code="unknown-option"
                )
            agreed[name] = settings[name].checked(value)
        return Agreement(self, agreed)

    def lines(self) -> Iterator[Line]:
        """The whole sheet as it is printed, from the same tables that score."""
        for combination in self.combinations:
            worth = f"{combination.exposed} / {combination.concealed} points"
            yield Line("any hand", combination.id, combination.words, worth, self.source)
        yield from (rule.line() for rule in self.rules if rule.losers)
        yield self.game.line()
        yield from (rule.line() for rule in self.rules if not rule.losers)
        for hand in self.limit_hands:
            worth = "the limit" if hand.share == 1 else "half the limit"
            yield Line("limit hands", hand.id, hand.words, worth, hand.source, hand.optional)
        for setting in self.settings:
            default = str(setting.default).lower()
            choices = f" ({', '.join(setting.choices)})" if setting.choices else ""
            yield Line("settings", setting.id, setting.words + choices, default, self.title)


def _plural(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class Agreement:
    """A sheet as one table plays it: the settings, and the rules in force."""

    def __init__(self, sheet: Sheet, agreed: Mapping[str, Value]) -> None:
        """`agreed`: a value for every setting of the sheet."""
        rules = [rule for each in sheet.rules for rule in each.in_force(agreed)]
        rules.sort(key=lambda rule: rule.doubles > 0)  # a double in place of points moves to the doubles
        self.sheet = sheet
        self.agreed = agreed
        self.limit = int(agreed["limit"])
        self.winner_rules = tuple(rules)
        self.loser_rules = tuple(rule for rule in rules if rule.losers)
        self.limit_hands = tuple(hand for hand in sheet.limit_hands if not hand.optional or agreed[hand.id])
        self.patterns: tuple[Pattern, ...] = tuple(hand.pattern for hand in self.limit_hands if hand.pattern)
        self.group_items = _GroupItems(sheet)


class _GroupItems(dict[Group, Item | None]):
    """The line for what each set or pair is worth by itself, made when first met; None if nothing."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet

    def __missing__(self, group: Group) -> Item | None:
        fitting = (each for each in self._sheet.combinations if each.fits(group))
        item = next((each.item(group, self._sheet.source) for each in fitting), None)
        return self.setdefault(group, item)
