"""A tile set's design, and the faces drawn in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from datasets.faces.art import ArtDesign, draw_art, sample_art
from datasets.faces.bamboo import BambooDesign, draw_bamboo, sample_bamboo
from datasets.faces.bird import BirdDesign, draw_bird, sample_bird
from datasets.faces.canvas import Image, Pen, straight_alpha
from datasets.faces.characters import CharacterDesign, draw_characters, sample_characters
from datasets.faces.dots import DotDesign, draw_dots, sample_dots
from datasets.faces.finish import Finish, back_face, laid, sample_finish, worn
from datasets.faces.fonts import pick_chinese
from datasets.faces.honours import HonourDesign, draw_dragon, draw_wind, sample_honours
from datasets.faces.index import (
    IndexDesign,
    draw_index,
    room_beside,
    sample_index,
    word_height,
    words_of,
)
from datasets.faces.lettering import Lettering, sample_lettering
from datasets.faces.palette import Bgr, Palette, sample_palette
from datasets.faces.season_texts import Series
from datasets.faces.seasons import SeasonDesign, draw_season, sample_seasons
from scoring.tiles import Family, Tile


@dataclass(frozen=True)
class FaceStyle:
    """How one set of tiles looks: the same hand, motifs and paints on all its 42 faces."""

    aspect: float  # width over height of the face
    thickness: float  # depth of the block over the height of the face
    palette: Palette
    finish: Finish
    hand: Lettering
    characters: CharacterDesign
    dots: DotDesign
    bamboo: BambooDesign
    bird: BirdDesign
    honours: HonourDesign
    seasons: SeasonDesign
    index: IndexDesign | None
    art: ArtDesign | None
    red_fives: bool  # one five of each suit is all red
    margin: float  # free border around the drawing, in tile heights

    @property
    def ground(self) -> Bgr:
        """Colour of the face, BGR."""
        return self.finish.ground

    @property
    def back(self) -> Bgr:
        """Colour of the back, BGR."""
        return self.finish.back

    def width(self, height: int) -> int:
        """Pixels across a face `height` pixels high."""
        return max(1, round(height * self.aspect))

    def draw(self, tile: Tile, height: int, rng: np.random.Generator | None = None) -> Image:
        """The tile's ink on nothing: (height, width, 4) uint8 BGRA, upright; `rng` adds one tile's wear."""
        if rng is None:
            return straight_alpha(self._ink(tile, height, self.palette))
        return straight_alpha(self.inked(tile, height, rng))

    def inked(self, tile: Tile, height: int, rng: np.random.Generator) -> Image:
        """One tile's ink with wear and misprint: (height, width, 4) uint8, premultiplied BGRA."""
        red = self.red_fives and tile.is_suit and tile.number == 5 and rng.random() < 0.25
        ink = self._ink(tile, height, self.palette.reddened if red else self.palette)
        return worn(ink, self.finish, rng)

    def _ink(self, tile: Tile, height: int, palette: Palette) -> Image:
        pen = Pen.fresh(self.width(height), height)
        if tile.is_season:
            series: Series = "f" if tile.family is Family.FLOWERS else "s"
            draw_season(pen, tile.number, series, self.seasons, palette, self.aspect)
            return pen.finished()
        place, box = self._room(tile)
        middle = pen.at(*place)
        if self.art is not None and self.art.draws(tile):
            draw_art(middle, tile, self.art, palette, *box)
        else:
            self._picture(middle, tile, palette, *box)
        if self.index is not None and self.index.marks(tile) and not self.is_blank(tile):
            framed = tile.code == "Wd" and self.honours.white_is_framed
            draw_index(pen, tile, self.index, palette, self.aspect, framed)
        return pen.finished()

    def _picture(self, middle: Pen, tile: Tile, palette: Palette, width: float, height: float) -> None:
        """A tile that is no Season, without index, in a box centred on the frame."""
        box = width, height
        match tile.family:
            case Family.CHARACTERS:
                draw_characters(middle, tile.number, self.characters, self.hand, palette, *box)
            case Family.DOTS:
                draw_dots(middle, tile.number, self.dots, palette, *box)
            case Family.BAMBOO if tile.number == 1 and self.bird.kind != "stick":
                draw_bird(middle, self.bird, palette, *box)
            case Family.BAMBOO:
                draw_bamboo(middle, tile.number, self.bamboo, palette, *box)
            case Family.WINDS:
                draw_wind(middle, tile.rank, self.honours, self.hand, palette, *box)
            case Family.DRAGONS:
                draw_dragon(middle, tile.rank, self.honours, self.hand, palette, *box)
            case _:
                pass  # a face-down tile has no ink

    def is_blank(self, tile: Tile) -> bool:
        """Whether this tile's face bears no ink."""
        return tile.code == "Wd" and self.honours.white == "blank"

    def _room(self, tile: Tile) -> tuple[tuple[float, float], tuple[float, float]]:
        """What the picture may take beside the index: middle, and width and height, in tile heights."""
        if self.index is not None and self.index.beside and self.index.marks(tile):
            return room_beside(tile, self.index, self.aspect, self.margin)
        top, bottom = self._index_room(tile)
        box = self.aspect - 2 * self.margin, 1 - 2 * self.margin - top - bottom
        return (self.aspect / 2, 0.5 + (top - bottom) / 2), box

    def _index_room(self, tile: Tile) -> tuple[float, float]:
        """Height kept free above and below the picture for indices."""
        if self.index is None or not self.index.marks(tile) or self.index.is_amid(tile):
            return 0.0, 0.0
        if tile.is_honour and self.index.words:
            room = word_height(self.index) + 0.03
            return room, room if len(words_of(tile)) == 2 else 0.0
        room = (0.3 if tile.is_honour else 0.6) * self.index.size
        return room, room if len(self.index.corners) == 2 else 0.0


Restyle = Callable[[FaceStyle, np.random.Generator], FaceStyle]
"""Makes of a random set one of some kind."""

_DARK = 0.07
"""Share of sets whose faces are darker than their ink."""


def sample_paints(rng: np.random.Generator, dark: bool) -> tuple[Finish, Palette]:
    """A random material, and paints that stand out from it; `dark` for faces darker than their ink."""
    finish = sample_finish(rng, dark)
    palette = sample_palette(rng, dark)
    while not palette.stands_out(finish.ground):
        palette = sample_palette(rng, dark)
    return finish, palette


def sample_style(rng: np.random.Generator) -> FaceStyle:
    """A random set."""
    face = pick_chinese(rng, "萬東發" if rng.random() < 0.88 else "")
    dark = bool(rng.random() < _DARK)
    finish, palette = sample_paints(rng, dark)
    seasons = sample_seasons(rng, face)
    while palette.is_single and not seasons.are_named:  # colour cannot tell the two series apart
        seasons = sample_seasons(rng, face)
    return FaceStyle(
        aspect=float(rng.uniform(0.68, 0.80)),
        thickness=float(rng.uniform(0.45, 0.8)),
        palette=palette,
        finish=finish,
        hand=sample_lettering(rng, face),
        characters=sample_characters(rng, face),
        dots=sample_dots(rng),
        bamboo=sample_bamboo(rng),
        bird=sample_bird(rng),
        honours=sample_honours(rng, face),
        seasons=seasons,
        index=sample_index(rng),
        art=sample_art(rng),
        red_fives=bool(rng.random() < 0.08),
        margin=float(rng.uniform(0.05, 0.11)),
    )


def compose(style: FaceStyle, tile: Tile, height: int, rng: np.random.Generator) -> Image:
    """The opaque face of one tile, (height, width, 3) uint8 BGR: ground, engraved ink, wear, rounded edge."""
    return laid(style.inked(tile, height, rng), style.finish, rng)


def draw_back(style: FaceStyle, height: int, rng: np.random.Generator) -> Image:
    """The back of a tile that lies face down, (height, width, 3) uint8 BGR."""
    return back_face(style.finish, height, style.width(height), rng)


def draw_blank(style: FaceStyle, height: int) -> Image:
    """A face without any engraving, (height, width, 3) uint8 BGR."""
    bare = np.zeros((height, style.width(height), 4), np.uint8)
    return laid(bare, style.finish, np.random.default_rng(0))
