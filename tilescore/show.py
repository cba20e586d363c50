"""Hands and score sheets as text for a terminal: as the books print them, line by line, with the source
of each.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text

from scoring.hand import Hand
from scoring.score import Score, limit_hand_words
from scoring.sheet import Line
from scoring.tiles import FACE_DOWN, Family, Tile, parse_tiles
from tilescore.circumstances import WINDS
from tilescore.confirm import Question
from tilescore.draft import Draft, Placed
from vision.names import printable
from vision.reading import Reading

WIDTH = 80

_UNIT = "points"
LEAST_WORDS = 24
"""Columns that words need beside something else."""
_FEWEST_WORDS = 12
"""Columns that they have in any case."""

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
        parse_tiles("123456789c 123456789b 123456789d ESWNw RGWd 1234f 1234s ?"),
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
    return _GLYPHS[tile] if glyphs else tile.code


def can_draw(encoding: str) -> bool:
    """Whether text in that encoding can hold the drawings of tiles."""
    try:
        "".join(_GLYPHS.values()).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


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
            text.append_text(_doubt(placed, numbers[placed.key], glyphs, width)).append("\n")
    return text


def _doubt(placed: Placed, number: int, glyphs: bool, width: int) -> Text:
    """What a doubtful tile may be as well."""
    others = ", ".join(tile.code for tile in placed.alternatives)
    rest = f" or {others}" if others else ", with no other guess"
    sign = tile_sign(placed.tile, glyphs)
    text = Text(hanging(f"  tile {number} is doubtful: {sign}{rest}", width, 2))
    begins = text.plain.index(sign)
    text.stylize(DOUBTFUL, begins, begins + len(sign))
    return text


def hanging(words: str, width: int, indent: int) -> str:
    """A line that goes on below where it is wider than `width`, `indent` columns in."""
    lines = textwrap.wrap(words, width, subsequent_indent=" " * indent, break_on_hyphens=False)
    return "\n".join(lines)


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
    """Lines of cells under their numbers, a gap between groups, `name` before the first."""
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
    drawn = Text("".join(_GLYPHS[tile] for tile in tiles), tile_style(tiles[0]))
    return Text("[").append_text(drawn).append("]") if written.startswith("[") else drawn


def win_words(hand: Hand, rules: str) -> str:
    """Whose hand it is, in what wind's round if the book counts that, and how it was won, in words."""
    seat = WINDS[hand.seat]
    if rules == "millington":
        seat += f" ({WINDS[hand.prevailing]} prevailing)"
    if hand.win is None:
        return f"{seat}, did not win"
    last = ", the last tile" if hand.win.last_tile else ""
    return f"{seat}, won with the {hand.win.tile.name}, {_SOURCES[hand.win.source]}{last}"


def assumption_words(question: Question) -> str:
    """What is taken for granted while a question is open, and how much hangs on it."""
    words = next(
        (choice.text for choice in question.choices if choice.value == question.proposed), "not known"
    )
    together = "it matters together with another answer"
    stake = f"{question.at_stake} points hang on it" if question.at_stake else together
    return f"{question.text} {words} ({stake})"


def standing_words(result: Score, hand: Hand) -> str:
    """What a hand under discussion is worth; and that it is dead, or taken for one that did not win, which a
    tile that was missed is enough for."""
    beside = f" (uncapped {result.uncapped})" if result.total != result.uncapped else ""
    lost = ": a dead hand" if result.dead else "" if hand.win else ": it did not win"
    return f"worth {result.total} as it stands{beside}{lost}"


def sheet_text(result: Score, names: Mapping[str, str] | None = None, width: int = WIDTH) -> Text:
    """The score sheet: points line by line and their sum, each doubling with the running score, the total.

    `names` are the house's own words for rule ids. Where the limit counts, the uncapped score stands
    beside it. Remarks on how the hand was won are none of the sheet's.
    """
    names = names or {}
    points, doubles = list[_Row](), list[_Row]()
    for item, so_far in result.adding_up():
        words = names.get(item.rule, item.text)
        if item.doubles:
            doubles.append(_Row(words, f"{'×2' * item.doubles} = {so_far}", item.source))
        else:
            points.append(_Row(words, str(item.points), item.source))
    rows = [*points, _Row("", str(result.points), _UNIT), *doubles]
    rows.append(_Row(_total_words(result, names), str(result.total), _UNIT, "bold"))
    text = _columns(rows, width)
    for problem in result.problems:
        if not problem.remark:
            text.append("".join(f"{part}\n" for part in textwrap.wrap(problem.message, width)), "bold red")
    return text


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of a sheet: words, figures, and where it is written."""

    words: str
    figures: str
    source: str
    style: str = ""


def _columns(rows: Sequence[_Row], width: int) -> Text:
    """Three columns; words that need more than figures and sources leave them go on below. Where that leaves
    too little, sources stand below their words."""
    figures = max(len(row.figures) for row in rows)
    sources = max(len(row.source) for row in rows)
    room = min(56, width - figures - sources - 4)
    if room < LEAST_WORDS:
        return _two_columns(rows, figures, max(_FEWEST_WORDS, width - figures - 2))
    text = Text()
    for row in rows:
        text.append_text(_beginning(row, row.words, figures, room))
        text.append(f"  {row.source}\n", row.style or "dim")
    return text


def _two_columns(rows: Sequence[_Row], figures: int, room: int) -> Text:
    """Words and figures, the source below; a unit takes the place of words where there are none."""
    text = Text()
    for row in rows:
        text.append_text(_beginning(row, row.words or row.source.capitalize(), figures, room)).append("\n")
        if row.source != _UNIT:
            text.append(f"  {row.source}\n", "dim")
    return text


def _beginning(row: _Row, words: str, figures: int, room: int) -> Text:
    """The words of a row and its figures, which are `figures` wide."""
    *above, last = _wrapped(words, room)
    text = Text("".join(f"{part}\n" for part in above) + set_cell_size(last, room), row.style)
    return text.append(f"  {row.figures.rjust(figures)}", "bold")


def _wrapped(words: str, room: int) -> list[str]:
    """Lines of at most `room` columns, of which a Chinese character in a house's own words takes two."""
    return [line.plain.rstrip() for line in Text(words).wrap(Console(), room)]


def _total_words(result: Score, names: Mapping[str, str]) -> str:
    """What made the total, and what it would have been without the limit."""
    if result.dead:
        return "A dead hand scores nothing"
    beside = f" (uncapped: {result.uncapped})" if result.total != result.uncapped else ""
    if result.limit_hand:
        return f"Total: {names.get(result.limit_hand) or limit_hand_words(result.limit_hand)}{beside}"
    return f"Total: the limit{beside}" if beside else "Total"


def reading_text(reading: Reading, glyphs: bool = False) -> Text:
    """What a photo was read as: its path, the tiles part by part, doubtful ones with their alternatives."""
    text = Text(f"{printable(reading.photo)}\n")
    for row in reading.rows:
        name = _PARTS[row.role] if row.role else ""
        text.append(f"  {name:11}" if name else "  ")
        for group in row.groups:
            for read in group:
                text.append(tile_sign(read.tile, glyphs), tile_style(read.tile) if read.sure else DOUBTFUL)
                text.append(" " if read.sure else "* ")
            text.append(" ")
        text.rstrip()
        text.append("\n")
    for read in (read for row in reading.rows for read in row.tiles if not read.sure):
        others = ", ".join(f"{tile.code} {_percent(probability)}" for tile, probability in read.alternatives)
        rest = f"; or {others}" if others else ", with no other guess"
        text.append(f"  * doubtful: {read.tile.code} {_percent(read.confidence)}{rest}\n")
    for problem in reading.problems:
        text.append(f"  {problem}\n", "bold red")
    return text


def _percent(probability: float) -> str:
    return f"{probability:.0%}" if probability >= 0.01 else "<1%"


_SECTIONS = {
    "any hand": "Any hand",
    "winner": "The winner, besides",
    "limit hands": "Limit hands",
    "settings": "Settings",
}


def rules_text(
    lines: Iterable[Line], agreed: Mapping[str, object], names: Mapping[str, str], width: int = WIDTH
) -> Text:
    """A whole score sheet: every rule with its worth and source, then the settings as this table has them."""
    sections: dict[str, list[_Row]] = {}
    sheet = list(lines)
    for line in sheet:
        words = names.get(line.id, line.words)
        if line.section == "settings":
            row = _Row(words, "", f"{line.id} = {str(agreed[line.id]).lower()}")
        else:
            row = _Row(("+ " if line.optional else "") + words, line.worth, line.source)
        sections.setdefault(line.section, []).append(row)
    text = Text()
    for section, rows in sections.items():
        if section == "settings" and any(line.optional for line in sheet):
            text.append(f"\n{textwrap.fill('+ counts only where its setting, below, is on.', width)}\n")
        text.append(f"{'' if not text else chr(10)}{_SECTIONS[section]}\n", "bold")
        text.append_text(_columns(rows, width))
    return text


def settlement_text(settled: Mapping[str, Any]) -> Text:
    """Who pays whom, and what each seat gains or loses, from a settlement's JSON."""
    text = Text().append("           score      net\n", "bold")
    for seat, name in WINDS.items():
        text.append(f"{name:7}{settled['scores'].get(seat, 0):9}{settled['net'].get(seat, 0):+9}\n")
    text.append("\n")
    for payment in settled["payments"]:
        payer, payee = WINDS[payment["from"]], WINDS[payment["to"]]
        text.append(f"{payer} pays {payee} {payment['points']}\n")
    if not settled["payments"]:
        text.append("Nobody pays.\n")
    return text
