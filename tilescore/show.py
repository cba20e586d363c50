"""Hands and score sheets as text for a terminal: as the books print them, line by line, with the source
of each.
"""

import textwrap
from collections.abc import Iterable, Mapping

from rich.text import Text
from scoring.score import Score

from scoring.hand import Hand
from scoring.tiles import FACE_DOWN, Family, Tile
from tilescore.circumstances import WINDS
from tilescore.draft import Draft, Placed

WIDTH = 80

_FAMILY_STYLES = {
    Family.CHARACTERS: "red",
    Family.DOTS: "cyan",
    Family.BAMBOO: "green",
    Family.WINDS: "bold",
    Family.FLOWERS: "magenta",
    Family.SEASONS: "magenta",
    Family.FACE_DOWN: "dim",
}
_DRAGON_STYLES = {"R": "bold red", "G": "bold green", "W": "bold"}
DOUBTFUL = "bold black on yellow"

_GLYPHS = dict(
    zip(
        [
            "1c",
            "2c",
            "3c",
            "4c",
            "5c",
            "6c",
            "7c",
            "8c",
            "9c",
            "1b",
            "2b",
            "3b",
            "4b",
            "5b",
            "6b",
            "7b",
            "8b",
            "9b",
            "1d",
            "2d",
            "3d",
            "4d",
            "5d",
            "6d",
            "7d",
            "8d",
            "9d",
            "Ew",
            "Sw",
            "Ww",
            "Nw",
            "Rd",
            "Gd",
            "Wd",
            "1f",
            "2f",
            "3f",
            "4f",
            "1s",
            "2s",
            "3s",
            "4s",
            "?",
        ],
        "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀐🀑🀒🀓🀔🀕🀖🀗🀘🀙🀚🀛🀜🀝🀞🀟🀠🀡🀀🀁🀂🀃🀄🀅🀆🀢🀣🀥🀤🀦🀧🀨🀩🀫",
        strict=True,
    )
)

_PARTS = {"exposed": "exposed", "seasons": "Seasons", "concealed": "concealed", "set_apart": "set apart"}
_SOURCES = {
    "discard": "claimed from a discard",
    "wall": "drawn from the wall",
    "loose": "a loose tile",
    "robbed": "robbed from a kong",
}


def tile_style(tile: Tile) -> str:
    """The colour in which a tile is drawn: its ink on the real tile, as near as a terminal gets."""
    return _DRAGON_STYLES[tile.rank] if tile.is_dragon else _FAMILY_STYLES[tile.family]


def tile_sign(tile: Tile, glyphs: bool = False) -> str:
    """The code of a tile, or its Unicode drawing."""
    return _GLYPHS[tile.code] if glyphs else tile.code


def draft_text(draft: Draft, glyphs: bool = False, width: int = WIDTH) -> Text:
    """The hand with the number of each tile above it; a doubtful tile is marked and its alternatives
    follow below.

    Nothing is wider than `width` columns, and colour adds nothing that cannot be read without it.
    """
    numbers = {placed.key: number for number, placed in enumerate(draft.tiles, start=1)}
    parts: Mapping[str, Iterable[tuple[Placed, ...]]] = {
        "exposed": draft.exposed,
        "seasons": (draft.seasons,),
        "concealed": (draft.concealed,),
        "set_apart": (draft.set_apart,),
    }
    text = Text()
    for part, groups in parts.items():
        cells = [_group_cells(group, numbers, glyphs) for group in groups if group]
        _append_wrapped(text, _PARTS[part], cells, width)
    for placed in draft.tiles:
        if not placed.sure:
            others = ", ".join(tile.code for tile in placed.alternatives) or "no other guess"
            text.append(f"  tile {numbers[placed.key]} is doubtful: ")
            text.append(tile_sign(placed.tile, glyphs), DOUBTFUL)
            text.append(f" or {others}\n")
    return text


Cell = tuple[str, str, str]
"""What stands above, the tile, its style."""


def _group_cells(group: tuple[Placed, ...], numbers: Mapping[int, int], glyphs: bool) -> list[Cell]:
    return [
        (
            str(numbers[placed.key]),
            tile_sign(placed.tile, glyphs) + ("" if placed.sure else "*"),
            tile_style(placed.tile) if placed.sure else DOUBTFUL,
        )
        for placed in group
    ]


def _append_wrapped(text: Text, name: str, groups: list[list[Cell]], width: int) -> None:
    """Lines of cells four columns wide under their numbers, a gap between groups, `name` before the
    first.
    """
    margin, cell = 11, 4
    above, below = Text(), Text()
    label = name
    for group in groups:
        if below.cell_len and margin + below.cell_len + len(group) * cell > width:
            _flush(text, label, margin, above, below)
            above, below, label = Text(), Text(), ""
        for number, sign, style in group:
            if margin + below.cell_len + cell > width:
                _flush(text, label, margin, above, below)
                above, below, label = Text(), Text(), ""
            above.append(number.ljust(cell), "dim")
            shown = Text(sign, style)
            below.append_text(shown).append(" " * (cell - shown.cell_len))
        above.append("  ")
        below.append("  ")
    if below.cell_len:
        _flush(text, label, margin, above, below)


def _flush(text: Text, label: str, margin: int, above: Text, below: Text) -> None:
    for head, line in (("", above), (label, below)):
        text.append(head.ljust(margin))
        line.rstrip()
        text.append_text(line).append("\n")


def hand_text(hand: Hand, glyphs: bool = False) -> Text:
    """One line of notation, exposed / concealed, each tile in its colour (or drawn)."""
    text = Text()
    for meld in hand.exposed:
        text.append_text(_notation(str(meld), meld.tiles, glyphs)).append(" ")
    for season in hand.seasons:
        text.append(tile_sign(season, glyphs), tile_style(season)).append(" ")
    text.append("/")
    for family, tiles in _by_family(hand.concealed):
        text.append(" ")
        text.append_text(_notation("".join(tile.rank for tile in tiles) + family, tiles, glyphs))
    return text


def _by_family(tiles: Iterable[Tile]) -> list[tuple[str, tuple[Tile, ...]]]:
    """Tiles in runs of one family, with its letter (none for a face-down tile, whose code is its own)."""
    groups: list[tuple[str, tuple[Tile, ...]]] = []
    for tile in tiles:
        letter = "" if tile == FACE_DOWN else tile.code[1]
        if groups and groups[-1][1][-1].family == tile.family and tile != FACE_DOWN:
            groups[-1] = (letter, (*groups[-1][1], tile))
        else:
            groups.append((letter, (tile,)))
    return groups


def _notation(written: str, tiles: tuple[Tile, ...], glyphs: bool) -> Text:
    if not glyphs:
        return Text(written, tile_style(tiles[0]))
    drawn = Text("".join(_GLYPHS[tile.code] for tile in tiles), tile_style(tiles[0]))
    return Text("[").append_text(drawn).append("]") if written.startswith("[") else drawn


def win_words(hand: Hand) -> str:
    """Whose hand it is and how it was won, in words."""
    seat = WINDS[hand.seat]
    if hand.win is None:
        return f"{seat}, did not win"
    last = ", the last tile" if hand.win.last_tile else ""
    return f"{seat}, won with the {hand.win.tile.name}, {_SOURCES[hand.win.source]}{last}"


def sheet_text(result: Score, names: Mapping[str, str] | None = None, width: int = WIDTH) -> Text:
    """The score sheet: points line by line and their sum, each doubling with the running score, the total.

    `names` are the house's own words for rule ids. The uncapped score stands beside the limit wherever
    they differ.
    """
    sheet = _Sheet(width)
    names = names or {}
    for item in result.items:
        if item.points:
            sheet.line(names.get(item.rule, item.text), str(item.points), item.source)
    sheet.line("", f"{result.points} points", "")
    running = result.points
    for item in result.items:
        if item.doubles:
            running *= 2**item.doubles
            times = "×2" * item.doubles
            sheet.line(names.get(item.rule, item.text), f"{times} = {running}", item.source)
    for problem in result.problems:
        sheet.note(problem, "bold red")
    sheet.total(result, names)
    return sheet.text


class _Sheet:
    """Lines of words, figures and source in three columns."""

    def __init__(self, width: int) -> None:
        self.text = Text()
        self._source = 16
        self._figures = 16
        self._words = max(20, width - self._source - self._figures - 2)

    def line(self, words: str, figures: str, source: str) -> None:
        """One entry; long words go on below, and the figures stand beside their last line."""
        *above, last = textwrap.wrap(words, self._words) or [""]
        for part in above:
            self.text.append(part + "\n")
        self.text.append(last.ljust(self._words))
        self.text.append(figures.rjust(self._figures), "bold")
        self.text.append(f"  {source}".rstrip() + "\n", "dim")

    def note(self, words: str, style: str = "") -> None:
        """A sentence over the whole width."""
        for part in textwrap.wrap(words, self._words + self._figures + self._source + 2):
            self.text.append(part + "\n", style)

    def total(self, result: Score, names: Mapping[str, str]) -> None:
        """What counts at the table, and what it would have been without the limit."""
        if result.dead:
            words = "A dead hand scores nothing"
        elif result.limit_hand:
            words = names.get(result.limit_hand, result.limit_hand.replace("_", " ").capitalize())
        elif result.total < result.uncapped:
            words = f"The limit of {result.limit} counts"
        else:
            words = "Total"
        beside = f"  uncapped {result.uncapped}" if result.total != result.uncapped else ""
        self.text.append(words.ljust(self._words), "bold")
        self.text.append(f"{result.total} points".rjust(self._figures), "bold")
        self.text.append(beside + "\n")
