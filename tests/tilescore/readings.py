"""Readings built by hand: a hand in notation laid out on an imagined photo, with chosen tiles in doubt."""

from collections.abc import Mapping

from scoring.hand import Hand
from scoring.tiles import FACE_DOWN, Tile, parse_tiles
from vision.reading import Corners, Reading, ReadTile, Row

WIDTH, HEIGHT, GAP = 60.0, 84.0, 24.0
SIZE = (1600, 600)


def reading_of(
    hand: str,
    doubts: Mapping[int, str] | None = None,
    set_apart: str = "",
    rules: str = "babcock",
    problems: tuple[str, ...] = (),
) -> Reading:
    """The reading of a hand in notation, far row exposed, near row concealed.

    `doubts` gives for tile numbers, counted from 1 as people count them, the faces it may be instead.
    A kong lies with as many tiles down as the book asks for the way it was made.
    """
    exposed, _, concealed = hand.partition("/")
    melds = Hand.parse(f"{exposed}/").exposed
    seasons = Hand.parse(f"{exposed}/").seasons
    layout = _Layout(doubts or {})
    rows = [
        Row("exposed", tuple(layout.group(_as_laid(meld.tiles, meld.how, rules), 0) for meld in melds)),
        Row("seasons", (layout.group(seasons, 0),)),
        Row("concealed", (layout.group(parse_tiles(concealed), 1),)),
        Row("set_apart", (layout.group(parse_tiles(set_apart), 1),)),
    ]
    there = tuple(row for row in rows if row.tiles)
    return Reading("hand.jpg", SIZE, 0, there, problems, {"total": 119.0}, rules)


def _as_laid(tiles: tuple[Tile, ...], how: str, rules: str) -> tuple[Tile, ...]:
    if len(tiles) != 4:
        return tiles
    down = {"babcock": {"declared": 1}, "millington": {"declared": 2, "claimed": 1}}[rules].get(how, 0)
    return tiles[: 4 - down] + (FACE_DOWN,) * down


class _Layout:
    def __init__(self, doubts: Mapping[int, str]) -> None:
        self._doubts = doubts
        self._number = 0
        self._x = {0: 40.0, 1: 40.0}

    def group(self, tiles: tuple[Tile, ...], row: int) -> tuple[ReadTile, ...]:
        read = tuple(self._tile(tile, row) for tile in tiles)
        self._x[row] += GAP
        return read

    def _tile(self, tile: Tile, row: int) -> ReadTile:
        self._number += 1
        left, top = self._x[row], 100.0 + 200.0 * row
        self._x[row] += WIDTH
        corners: Corners = (
            (left, top),
            (left + WIDTH, top),
            (left + WIDTH, top + HEIGHT),
            (left, top + HEIGHT),
        )
        others = parse_tiles(self._doubts.get(self._number, ""))
        confidence = 0.5 if others else 0.99
        return ReadTile(tile, confidence, not others, tuple((other, 0.2) for other in others), corners)
