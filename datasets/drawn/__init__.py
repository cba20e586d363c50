"""The page's own tile faces, drawn by code: 42 faces and the back, in one hand."""

from __future__ import annotations

from datasets.drawn.bamboo import bamboo
from datasets.drawn.block import BLUE, GREEN, HEIGHT, IVORY, WIDTH, back, block, index
from datasets.drawn.dots import dots
from datasets.drawn.flowers import flower
from datasets.drawn.honours import character, dragon, wind
from datasets.drawn.seasons import season, season_index
from datasets.drawn.svg import disc, frame, numbers, shape
from scoring.tiles import FACE_DOWN, SHOWN, Family, Tile

_BOX = f"0 0 {numbers(WIDTH, HEIGHT)}"

_COLUMNS = (14.0, 22.0, 30.0, 38.0, 46.0)
_ROWS = (14.0, 22.17, 30.33, 38.5, 46.67, 54.83, 63.0)
"""Where the lozenges of the back stand."""


def face_id(tile: Tile) -> str:
    """What a face goes by in the page: the tile in the notation, and a word where that is no name.

    >>> face_id(Tile.parse("5c")), face_id(FACE_DOWN)
    ('face-5c', 'face-down')
    """
    return f"face-{'down' if tile == FACE_DOWN else tile.code}"


def draw(tile: Tile) -> str:
    """A tile as a whole SVG document of 60 by 80 units."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_BOX}">{_face(tile)}</svg>\n'


def sprite() -> str:
    """Every face and the back as symbols, a line each, of an SVG element that shows nothing by itself: a page
    that holds it has all faces, and need not ask for them when there may be no answer."""
    symbols = (f'<symbol id="{face_id(tile)}" viewBox="{_BOX}">{_face(tile)}</symbol>\n' for tile in SHOWN)
    return f'<svg class="sprite" aria-hidden="true" focusable="false">\n{"".join(symbols)}</svg>\n'


def _face(tile: Tile) -> str:
    match tile.family:
        case Family.CHARACTERS:
            picture = character(tile.number)
        case Family.DOTS:
            picture = dots(tile.number)
        case Family.BAMBOO:
            picture = bamboo(tile.number)
        case Family.WINDS:
            picture = wind(tile.rank)
        case Family.DRAGONS:
            picture = dragon(tile.rank)
        case Family.FLOWERS:
            return block() + flower(tile.number) + index(tile.rank, BLUE)
        case Family.SEASONS:
            return block() + season(tile.number) + season_index(tile.number)
        case Family.FACE_DOWN:
            return back() + _lattice()
    return block() + picture + index(tile.rank)


def _lattice() -> str:
    """The pattern of the back: rows of small lozenges in a frame, a great one in the middle."""
    small = "".join(
        f"M{numbers(x, y - 3)}l3 3l-3 3l-3-3Z"
        for y in _ROWS
        for x in _COLUMNS
        if abs(x - 30) + abs(y - 38.5) > 20
    )
    great = disc(30, 38.5, 10.6, IVORY) + shape("M30 30.5l8 8l-8 8l-8-8Z", GREEN) + disc(30, 38.5, 2.6, IVORY)
    return frame(6.2, 6, 47.6, 65, 3, IVORY, 1.6) + shape(small, IVORY) + great
