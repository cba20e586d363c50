"""The page's own tile faces, drawn by code: 42 faces and the back, in one hand, as small SVG files."""

from __future__ import annotations

from datasets.drawn.bamboo import bamboo
from datasets.drawn.block import BLUE, GREEN, HEIGHT, IVORY, WIDTH, back, block, index
from datasets.drawn.dots import dots
from datasets.drawn.flowers import flower
from datasets.drawn.honours import character, dragon, wind
from datasets.drawn.seasons import season, season_index
from datasets.drawn.svg import disc, frame, numbers, shape
from scoring.tiles import FACE_DOWN, SHOWN, Family, Tile

_COLUMNS = (14.0, 22.0, 30.0, 38.0, 46.0)
_ROWS = (14.0, 22.17, 30.33, 38.5, 46.67, 54.83, 63.0)
"""Where the lozenges of the back stand."""


def file_name(tile: Tile) -> str:
    """The name of a face's file: the tile in the notation, and words where that is no name for a file.

    >>> file_name(Tile.parse("5c")), file_name(FACE_DOWN)
    ('5c.svg', 'face-down.svg')
    """
    return f"{'face-down' if tile == FACE_DOWN else tile.code}.svg"


def draw(tile: Tile) -> str:
    """A tile as a whole SVG document of 60 by 80 units, of the tile's name as its title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {numbers(WIDTH, HEIGHT)}">'
        f"<title>{tile.name}</title>{_face(tile)}</svg>\n"
    )


def draw_all() -> dict[str, str]:
    """Every face and the back, by the names of their files."""
    return {file_name(tile): draw(tile) for tile in SHOWN}


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
