"""The drawn faces: every tile is there, can be told from the others, and comes from the seed alone."""

import subprocess
import sys
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import get_args

import cv2
import numpy as np
import pytest

from datasets.crops import load_crops
from datasets.faces import FaceStyle, FontError, compose, draw_back, draw_blank, sample_style
from datasets.faces import fonts as fonts_module
from datasets.faces import pack as pack_module
from datasets.faces.art import ArtDesign
from datasets.faces.bamboo import EIGHTS, FANCIES, RODS, EightForm, draw_bamboo
from datasets.faces.canvas import Pen, circle, path, straight_alpha
from datasets.faces.characters import FORMAL
from datasets.faces.dots import Layer, draw_dots
from datasets.faces.finish import rastered
from datasets.faces.flora import Paints
from datasets.faces.fonts import EM, chinese_faces, first_covered, lettering, worn
from datasets.faces.frames import FrameKind, draw_frame
from datasets.faces.grids import COUNTS, Grids, sample_grids
from datasets.faces.honours import DRAGONS, WHITES
from datasets.faces.index import sample_index
from datasets.faces.modern import modernised
from datasets.faces.palette import Bgr
from datasets.faces.season_texts import NAMES, NUMBERS, PHRASES, Kind, Mount, Series, Text, write
from datasets.faces.seasons import USUAL, renumbered, told_by_name
from datasets.faces.seldom import seldom
from datasets.faces.seldom_seasons import contrary_seasons, seldom_seasons
from datasets.faces.style import Restyle
from datasets.faces.themes import picture
from datasets.photos import DatasetMissingError, RealPhoto
from scoring.tiles import FACE_DOWN, TILES, Family, Tile, parse_tiles

STYLES = range(20)
SEASONS = parse_tiles("1234f 1234s")


def style(seed: int) -> FaceStyle:
    return sample_style(np.random.default_rng(seed))


def cover(sample: FaceStyle, tile: Tile, height: int = 64) -> float:
    """Share of the face that carries ink."""
    return float((sample.draw(tile, height)[..., 3] > 128).mean())


@pytest.mark.parametrize("seed", STYLES)
def test_every_face_but_a_blank_white_dragon_carries_ink(seed: int) -> None:
    sample = style(seed)
    for tile in TILES:
        if tile.code == "Wd" and sample.honours.white == "blank":
            assert cover(sample, tile) == 0
        else:
            designs = {Family.FLOWERS: sample.seasons.flowers, Family.SEASONS: sample.seasons.seasons}
            series = designs.get(tile.family)
            bare = series is not None and not series.theme  # a thin name and a number are all that there is
            least = 0.01 if bare else 0.02
            assert least < cover(sample, tile) < 0.75, tile


@pytest.mark.parametrize("seed", STYLES)
def test_the_faces_of_a_set_differ_from_one_another(seed: int) -> None:
    sample = style(seed)
    faces = {tile: sample.draw(tile, 64).astype(np.int16) for tile in TILES}
    for one, other in combinations(TILES, 2):
        visible = np.abs(faces[one] - faces[other]).max(axis=2) > 96
        assert visible.mean() > 0.006, (one, other)


def test_drawn_dragons_of_one_paint_still_differ() -> None:
    sample = style(0)
    dragons = replace(sample.honours, dragons="dragon", white="dragon", white_paint="g")
    sample = replace(sample, honours=dragons, art=None, index=None)
    green, white = (sample.draw(tile, 64)[..., 3] > 128 for tile in parse_tiles("GWd"))
    assert (green != white).mean() > 0.1


@pytest.mark.parametrize("seed", STYLES)
def test_the_two_series_of_seasons_are_told_apart_by_name_number_or_colour(seed: int) -> None:
    design = style(seed).seasons
    flowers, seasons = design.flowers, design.seasons
    named = flowers.name.kind != "none" or seasons.name.kind != "none"
    assert named or flowers.number.paint != seasons.number.paint


def written(kind: Kind, rank: int, series: Series, names: str, mount: Mount = "bare") -> np.ndarray:
    """The ink of one text alone in the middle of a face."""
    script = replace(style(4).seasons.script, cleared=False)
    pen = Pen.fresh(72, 96)
    write(pen, Text(kind, (0.5, 0.5), "k", 0.4, mount), rank, series, names, script, (9, 9, 9), 0.75)
    return pen.finished()[..., 3]


@pytest.mark.parametrize("kind", ["arabic", "chinese", "roman", "pips", "name", "pair", "short", "english"])
@pytest.mark.parametrize("series", ["f", "s"])
def test_each_text_of_a_season_tells_the_four_ranks_apart(kind: Kind, series: Series) -> None:
    names = "seasons" if series == "s" else "nobles"
    texts = [written(kind, rank, series, names) > 128 for rank in (1, 2, 3, 4)]
    for one, other in combinations(texts, 2):
        assert (one != other).mean() > 0.004


@pytest.mark.parametrize(
    ("names", "series", "letters"), [("seasons", "s", "春夏秋冬"), ("nobles", "f", "梅蘭菊竹")]
)
def test_names_belong_to_their_ranks(names: str, series: Series, letters: str) -> None:
    hand = style(4).seasons.script.hand
    for rank, letter in enumerate(letters, start=1):
        spelt = first_covered(hand.face, letter, "兰") or letter
        alone = Pen.fresh(72, 96)
        mask = hand.mask(spelt)
        em = 0.4 * hand.zoom / EM
        alone.at(0.375, 0.5).stamp(mask, (9, 9, 9), mask.shape[1] * em, mask.shape[0] * em)
        assert np.array_equal(written("name", rank, series, names), alone.finished()[..., 3])


def test_long_foreign_names_are_broken_into_two_lines() -> None:
    tall = []
    for broken in (False, True):
        script = replace(style(4).seasons.script, cleared=False, broken=broken, capitals=True)
        pen = Pen.fresh(72, 96)
        text = Text("english", (0.5, 0.5), "k", 0.4)
        write(pen, text, 4, "f", "nobles", script, (9, 9, 9), 0.75)
        rows = np.any(pen.finished()[..., 3] > 128, axis=1)
        tall.append(np.count_nonzero(rows[1:] & ~rows[:-1]))
    assert tall == [1, 2]


@pytest.mark.parametrize(("paint", "shows"), [((9, 9, 9), True), ((9, 9, 200), False)])
def test_a_text_on_its_own_paint_has_the_ground_around_it(paint: Bgr, shows: bool) -> None:
    """On another paint it stands as it is."""
    script = replace(style(4).seasons.script, cleared=False)
    pen = Pen.fresh(72, 96)
    pen.area(np.array([[0, 0], [0.75, 0], [0.75, 1], [0, 1]], np.float64), paint)
    write(pen, Text("arabic", (0.5, 0.5), "k", 0.4), 2, "f", "nobles", script, (9, 9, 9), 0.75)
    assert bool((pen.finished()[..., 3] < 128).any()) == shows


def test_a_name_in_place_of_the_picture_is_as_large_as_one() -> None:
    for seed in range(400):
        design = style(seed).seasons
        for series in (design.flowers, design.seasons):
            assert series.theme or (series.name.size >= 0.45 and series.name.place == (0.5, 0.5))


def test_where_all_is_of_one_paint_both_series_are_named() -> None:
    single = [one for one in map(style, range(600)) if one.palette.is_single]
    assert len(single) > 5
    assert all(one.finish.dark and one.seasons.are_named for one in single)


def test_a_seal_shows_its_text_cut_out_of_a_filled_box() -> None:
    plain, seal = (written("chinese", 2, "s", "seasons", mount) > 128 for mount in ("bare", "seal"))
    assert (seal & plain).sum() < 0.15 * plain.sum()
    assert seal.sum() > plain.sum()


def test_numbers_that_walk_round_the_tile_stand_in_the_corner_of_their_rank() -> None:
    script = replace(style(4).seasons.script, cleared=False)
    quarters = []
    for rank in (1, 2, 3, 4):
        pen = Pen.fresh(72, 96)
        text = Text("arabic", (0.0, 0.0), "k", 0.2, clocked=True)
        write(pen, text, rank, "f", "nobles", script, (9, 9, 9), 0.75)
        rows, columns = np.nonzero(pen.finished()[..., 3])
        quarters.append((columns.mean() > 36, rows.mean() > 48))
    assert quarters == [(False, False), (True, False), (True, True), (False, True)]


@pytest.mark.parametrize("theme", ["nobles", "potted nobles", "pots", "people", "animals", "things", "arts"])
def test_every_picture_carries_ink_and_comes_from_the_seed(theme: str) -> None:
    paints = Paints((9, 9, 200), (9, 120, 9), (9, 90, 9), (120, 9, 9))

    def draw(rank: int, seed: int) -> np.ndarray:
        pen = Pen.fresh(64, 64)
        plant = picture(theme, rank, seed)
        pen.at(0.5, 0.5).fitted(lambda frame: plant(frame, np.random.default_rng(seed), paints), 0.9, 0.9)
        return pen.finished()

    for seed in range(8):
        for rank in (1, 2, 3, 4):
            drawn = draw(rank, seed)
            assert 0.02 < (drawn[..., 3] > 128).mean() < 0.8
            assert np.array_equal(drawn, draw(rank, seed))


def test_some_sets_say_a_season_by_its_name_alone() -> None:
    """And then it is always there to be read."""
    bare = 0
    for seed in range(60):
        design = style(seed).seasons
        for series in (design.flowers, design.seasons):
            assert series.number.kind != "none" or series.name.kind != "none"
            bare += series.number.kind == "none"
    assert bare > 5


@pytest.mark.parametrize("seed", STYLES)
def test_seasons_told_by_name_show_it_and_no_number(seed: int) -> None:
    sample = style(seed)
    design = told_by_name(sample.seasons, np.random.default_rng(seed))
    for series in (design.flowers, design.seasons):
        assert (series.number.kind, series.second_number) == ("none", None)
        assert series.name.kind != "none"
    flowers = replace(design.flowers, name=replace(design.flowers.name, kind="none"))
    unnamed = replace(sample, seasons=replace(design, flowers=flowers))
    named = replace(sample, seasons=design)
    for tile in parse_tiles("1234f"):
        assert not np.array_equal(named.draw(tile, 96), unnamed.draw(tile, 96)), tile


def test_sets_drawn_as_few_are_have_all_that_few_have() -> None:
    few = [seldom(style(seed), np.random.default_rng(seed)) for seed in range(120)]
    formal = [one for one in few if one.characters.numerals == FORMAL]
    assert len(formal) > 30
    assert all(one.hand.face.covers(FORMAL + one.characters.myriad) for one in formal)
    assert all(one.hand.face.covers("".join(one.honours.winds) + one.honours.green) for one in formal)
    assert {one.bamboo.eight for one in few} == set(EIGHTS)
    assert {one.bamboo.rod for one in few} == set(RODS)
    assert {one.honours.dragons for one in few} == set(DRAGONS)
    assert {one.honours.white for one in few} == set(WHITES) - {"blank"}
    assert sum(one.bird.kind == "stick" for one in few) > 20
    assert sum(one.honours.latin_winds for one in few) > 15
    assert sum(one.dots.eight_rows for one in few) > 40

    assert 25 < sum(one.dots.grids is not None for one in few) < 75
    assert 25 < sum(one.bamboo.grids is not None for one in few) < 75
    pictured = [one for one in few if one.honours.dragons == one.honours.white == "dragon"]
    assert sum(one.index is not None and one.index.words for one in pictured) > 8


@pytest.mark.parametrize("restyle", [seldom, seldom_seasons])
def test_few_sets_are_printed_in_coarse_squares(restyle: Restyle) -> None:
    few = [restyle(style(seed), np.random.default_rng(seed)) for seed in range(120)]
    assert 8 < sum(one.finish.raster > 0 for one in few) < 32


def test_a_coarse_print_has_squares_of_one_paint_each() -> None:
    pen = Pen.fresh(96, 126)
    pen.at(0.38, 0.5).area(circle(0, 0, 0.3, 40), (20, 40, 200))
    squares = rastered(pen.finished(), 32).reshape(-1, 3, 32, 3, 4)
    assert (squares == squares[:, :1, :, :1]).all()
    bare = squares[..., 3] == 0
    assert 0.2 < bare.mean() < 0.9
    assert np.abs(squares[~bare] - (20.0, 40.0, 200.0, 255.0)).max() <= 2


def test_a_count_is_the_same_however_it_is_laid_out() -> None:
    """As many blobs of ink as there should be, in as many columns and rows as were asked for."""
    plain = style(4)
    dots = replace(plain.dots, small=(Layer("fill", 1.0, 0.0),), reach=(1.0, 1.0))
    bamboo = replace(plain.bamboo, rod="bar", fill=0.9, reach=1.0)
    for seed in range(30):
        grids = sample_grids(np.random.default_rng(seed))
        for count in COUNTS:
            for draw in (
                partial(draw_dots, design=replace(dots, grids=grids)),
                partial(draw_bamboo, design=replace(bamboo, grids=grids)),
            ):
                pen = Pen.fresh(288, 384)
                draw(pen.at(0.375, 0.5), count, palette=plain.palette, width=0.7, height=0.9)
                blobs = cv2.connectedComponents((pen.finished()[..., 3] > 128).astype(np.uint8))[0] - 1
                assert blobs == count, (seed, count, grids)


def test_lines_of_a_grid_are_columns_or_rows() -> None:
    lines = ((2,), (3,), (2, 2), (2, 1, 2), (3, 3), (2, 3, 2), (3, 2, 3), (3, 3, 3))
    rows = Grids(lines, columns=False, spread=False)
    assert rows.shape(8) == (3, 3)
    assert rows.shape(7) == (3, 3)
    assert np.allclose(rows.places(3), [(1 / 6, 0.5), (0.5, 0.5), (5 / 6, 0.5)])
    columns = Grids(lines, columns=True, spread=True)
    assert columns.shape(3) == (1, 3)
    assert columns.places(5) == [(y, x) for x, y in replace(rows, spread=True).places(5)]
    assert [y for _, y in columns.places(8)[3:5]] == [0.25, 0.75]
    assert np.allclose(rows.places(8)[3:5], [(1 / 3, 0.5), (2 / 3, 0.5)])


def test_seasons_drawn_as_few_are_have_all_that_few_have() -> None:
    few = [seldom_seasons(style(seed), np.random.default_rng(seed)) for seed in range(120)]
    kinds = [one.seasons.flowers.name.kind for one in few]
    assert min(kinds.count(kind) for kind in ("english", "short")) > 10
    assert kinds.count("name") > 30
    cut = {f"nobles-{how}" for how in ("cut", "rough", "worn", "hewn", "hacked")}
    assert {one.seasons.flowers.names for one in few} >= cut
    names = {one.seasons.seasons.names for one in few}
    assert names - set(PHRASES) == {"seasons", "seasons-cut", "seasons-rough"}
    assert len(names & set(PHRASES)) > 5
    assert {one.seasons.flowers.name.mount for one in few} >= {"bare", "ring", "box", "disc", "seal"}
    assert {one.seasons.frame for one in few} == {"none", "tile", "double", "oval"}
    assert 15 < sum(one.finish.dark for one in few) < 60
    assert sum(one.seasons.script.hand.worn > 0 for one in few) > 10
    amiss = [one for one in few if one.seasons.flowers.shown != (1, 2, 3, 4)]
    assert 40 < len(amiss) < 80
    assert all(sorted(one.seasons.flowers.shown) == [1, 2, 3, 4] for one in few)


def test_contrary_seasons_are_as_most_draw_them_but_for_what_they_show() -> None:
    ordinary = [style(seed) for seed in range(120)]
    contrary = [contrary_seasons(one, np.random.default_rng(seed)) for seed, one in enumerate(ordinary)]
    by_number = 0
    for one, other in zip(ordinary, contrary, strict=True):
        assert (one.palette, one.finish, one.seasons.script) == (
            other.palette,
            other.finish,
            other.seasons.script,
        )
        flowers = other.seasons.flowers
        assert sorted(flowers.shown) == [1, 2, 3, 4]
        assert (flowers.number.kind, flowers.name.kind) != ("none", "none")
        by_number += flowers.name.kind == other.seasons.seasons.name.kind == "none"
    assert 50 < by_number < 90
    pictured = [one.seasons.flowers.shown for one in contrary if one.seasons.flowers.theme]
    assert sum(shown != (1, 2, 3, 4) for shown in pictured) > 0.9 * len(pictured) > 90


def test_a_picture_may_belong_to_another_rank_than_the_number_beside_it() -> None:
    plain = style(2).seasons
    flowers = replace(plain.flowers, theme="nobles", shown=(2, 1, 3, 4))
    told = replace(plain.flowers, theme="nobles", shown=USUAL)
    mixed = [replace(style(2), seasons=replace(plain, flowers=one)) for one in (told, flowers)]
    for tile in parse_tiles("1234f"):
        first, second = (one.draw(tile, 96) for one in mixed)
        assert np.array_equal(first, second) == (tile.number > 2), tile


@pytest.mark.parametrize("restyle", [seldom_seasons, contrary_seasons])
def test_restyled_seasons_are_told_apart(restyle: Restyle) -> None:
    """By names, or by numbers and their colours and, in one paint, by what is shown."""
    for seed in range(120):
        one = restyle(style(seed), np.random.default_rng(seed))
        flowers, seasons = one.seasons.flowers, one.seasons.seasons
        if flowers.name.kind == seasons.name.kind == "none":
            assert "none" not in (flowers.number.kind, seasons.number.kind)
            assert (flowers.number.paint == "r", seasons.number.paint == "r") == (False, True)
            assert flowers.theme != seasons.theme or not one.palette.is_single
        elif restyle is seldom_seasons and not {flowers.names, seasons.names} & set(PHRASES):
            assert seasons.name.kind == flowers.name.kind
            assert flowers.number.kind == "none" or flowers.number.place != flowers.name.place


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_wish_says_nothing_of_the_rank(phrase: str) -> None:
    """No character of it names a Season, as any engraver cuts it, or is a numeral."""
    names = {one for family in NAMES.keys() - set(PHRASES) for rank in NAMES[family] for one in rank}
    assert not set(phrase) & (names | set("一二三四"))


@pytest.mark.parametrize("restyle", [seldom_seasons, contrary_seasons])
def test_beside_a_wish_the_rank_is_told_by_a_number_and_the_series_by_its_colour(restyle: Restyle) -> None:
    wished = 0
    for seed in range(120):
        design = restyle(style(seed), np.random.default_rng(seed)).seasons
        for series, red in ((design.flowers, False), (design.seasons, True)):
            if series.names in PHRASES:
                wished += 1
                assert series.name.kind == "name"
                assert design.script.hand.face.covers(series.names), "else a numeral is written"
                assert (series.number.kind in NUMBERS, series.number.paint == "r") == (True, red)
            assert sorted(series.named) == [1, 2, 3, 4]
    assert wished > 10


def test_some_sets_number_the_four_nobles_otherwise_and_none_without_numbers() -> None:
    numbered = set()
    by_plant = []
    for seed in range(400):
        flowers = style(seed).seasons.flowers
        if flowers.theme in ("nobles", "potted nobles"):
            assert flowers.named == flowers.shown, "the name is that of the plant"
        nobles = flowers.names.startswith("nobles") or flowers.theme in ("nobles", "potted nobles")
        if nobles and flowers.number.kind != "none":
            numbered.add(flowers.named)
            by_plant.append(flowers.named != USUAL)
        else:
            assert flowers.named == flowers.shown == USUAL
        assert renumbered(flowers, np.random.default_rng(seed), 0.0) == flowers
    assert numbered == {USUAL, (1, 2, 4, 3), (2, 4, 3, 1)}
    assert 0.08 < np.mean(by_plant) < 0.22


def test_numbers_stay_where_names_are_in_another_order() -> None:
    plain = style(2).seasons
    name = replace(plain.flowers.name, kind="name", size=0.3)
    flowers = replace(plain.flowers, theme="", name=name, names="nobles", named=USUAL)
    assert flowers.number.kind in NUMBERS
    other = replace(flowers, named=(1, 2, 4, 3))
    bare = [replace(one, name=replace(name, kind="none")) for one in (flowers, other)]
    for pair, changed in (((flowers, other), {3, 4}), (bare, set())):
        drawn = [replace(style(2), seasons=replace(plain, flowers=one)) for one in pair]
        for tile in parse_tiles("1234f"):
            first, second = (one.draw(tile, 96) for one in drawn)
            assert np.array_equal(first, second) == (tile.number not in changed), tile


def test_a_part_of_each_set_can_be_packed(tmp_path: Path) -> None:
    """As `--seldom` does: suits and honours of a set restyled, and its back."""
    out = tmp_path / "faces.npz"
    assert pack_module.pack(out, 1, 5, pack_module.SELDOM) == 35
    faces = list(pack_module.load(out))
    assert [face.label for face in faces] == [*range(34), FACE_DOWN.index]
    rng = np.random.default_rng([5, 0])
    restyled = seldom(sample_style(rng), rng)
    assert faces[0].size == (restyled.width(112), 112)


@pytest.mark.parametrize("height", [24, 64, 96, 131])
def test_shapes_and_types(height: int) -> None:
    sample = style(3)
    rng = np.random.default_rng(0)
    width = round(height * sample.aspect)
    assert 0.68 <= sample.aspect <= 0.80
    for tile in parse_tiles("1c 5d 8b 1b Ew Rd Wd 1f 4s"):
        ink, face = sample.draw(tile, height), compose(sample, tile, height, rng)
        assert ink.shape == (height, width, 4)
        assert face.shape == (height, width, 3)
        assert ink.dtype == face.dtype == np.uint8
    assert draw_back(sample, height, rng).shape == draw_blank(sample, height).shape == (height, width, 3)


def test_the_same_seed_draws_the_same_pixels() -> None:
    def draw(seed: int) -> list[np.ndarray]:
        rng = np.random.default_rng(seed)
        sample = sample_style(rng)
        return [compose(sample, tile, 48, rng) for tile in TILES]

    assert all(np.array_equal(one, other) for one, other in zip(draw(5), draw(5), strict=True))
    assert not any(np.array_equal(one, other) for one, other in zip(draw(5), draw(6), strict=True))


def test_an_unworn_face_needs_no_generator_and_is_the_same_every_time() -> None:
    sample = style(8)
    assert np.array_equal(sample.draw(TILES[30], 64), sample.draw(TILES[30], 64))


def test_wear_moves_the_ink_but_leaves_most_of_it() -> None:
    for seed in STYLES:
        sample = style(seed)
        fresh = sample.draw(TILES[8], 64)[..., 3].astype(float).sum()
        worn = sample.draw(TILES[8], 64, np.random.default_rng(1))[..., 3].astype(float).sum()
        assert worn > 0.35 * fresh


def test_a_tile_face_down_has_no_ink() -> None:
    assert not style(1).draw(FACE_DOWN, 64).any()


def test_the_ink_can_be_told_from_the_ground() -> None:
    """Somewhere on each face the paint stands out from the bare ground by a third of the scale."""
    for seed in STYLES:
        sample = style(seed)
        for tile in parse_tiles("1c 9d 2b Ew 1f 1s"):
            ink = sample.draw(tile, 64)
            paint = ink[ink[..., 3] > 200][:, :3].astype(int)
            contrast = np.abs(paint - np.array(sample.ground)).max(axis=1)
            assert np.percentile(contrast, 90) > 85, (seed, tile)


def dark_blobs(sample: FaceStyle, tile: Tile) -> int:
    """Number of separate marks on a face."""
    mask = (sample.draw(tile, 192)[..., 3] > 100).astype(np.uint8)
    return int(cv2.connectedComponents(mask)[0]) - 1


@pytest.mark.parametrize("count", range(2, 10))
def test_as_many_dots_as_the_tile_says(count: int) -> None:
    tile = Tile.parse(f"{count}d")
    for seed in STYLES:
        sample = replace(style(seed), index=None, art=None)
        sample = replace(sample, dots=replace(sample.dots, small=sample.dots.small[:1], fill=0.75))
        if sample.dots.small[0].kind in ("fill", "ring"):
            assert dark_blobs(sample, tile) == count


@pytest.mark.parametrize("count", [2, 3, 4, 6, 7, 9])
def test_as_many_sticks_as_the_tile_says(count: int) -> None:
    tile = Tile.parse(f"{count}b")
    for seed in STYLES:
        sample = replace(style(seed), index=None, art=None)
        sample = replace(sample, bamboo=replace(sample.bamboo, rod="bar", slit=False, fill=0.88, width=0.7))
        assert dark_blobs(sample, tile) == count


@pytest.mark.parametrize("eight", ["columns", "rows", "staggered", "upright", "bricks", "ring"])
def test_eight_sticks_lie_apart_however_they_are_laid_out(eight: EightForm) -> None:
    for seed in STYLES:
        sample = replace(style(seed), index=None, art=None)
        design = replace(sample.bamboo, rod="bar", slit=False, fill=0.88, width=0.7, reach=1.0, eight=eight)
        assert dark_blobs(replace(sample, bamboo=design), Tile.parse("8b")) == 8


def test_six_dots_lie_in_two_blocks_or_evenly() -> None:
    sample = replace(style(3), index=None, art=None)

    def gaps(even: bool) -> tuple[int, int]:
        design = replace(sample.dots, small=(Layer("fill", 1.0, 0.0),), fill=0.6, tight=0.6, six_even=even)
        ink = replace(sample, dots=design).draw(Tile.parse("6d"), 192)[..., 3]
        count, *_, centres = cv2.connectedComponentsWithStats((ink > 100).astype(np.uint8))
        assert count == 7
        rows = np.sort(centres[1:, 1])[::2]
        return round(rows[1] - rows[0]), round(rows[2] - rows[1])

    upper, lower = gaps(even=True)
    assert abs(upper - lower) <= 1
    upper, lower = gaps(even=False)
    assert upper > lower + 5


@pytest.mark.parametrize(("code", "above", "below"), [("Nw", True, False), ("Gd", True, True)])
def test_honours_bear_their_names_in_words(code: str, above: bool, below: bool) -> None:
    index = next(found for seed in range(50) if (found := sample_index(np.random.default_rng(seed))))
    bare = replace(style(4), index=None, art=None)
    words = replace(bare, index=replace(index, words=True, size=0.2))
    named, plain = (sample.draw(Tile.parse(code), 128)[..., 3] > 100 for sample in (words, bare))
    assert bool(named[:14].any()) == above
    assert bool(named[-14:].any()) == below
    assert not plain[:14].any()
    assert not plain[-14:].any()


@pytest.mark.parametrize("kind", get_args(FrameKind))
def test_a_white_dragons_frame_has_four_sides(kind: FrameKind) -> None:
    pen = Pen.fresh(96, 128)
    draw_frame(pen.at(0.375, 0.5), kind, 0.6, 0.85, 0.025, (10, 10, 10), 1)
    ink = pen.finished()[..., 3] > 100
    for side in (ink[:28], ink[-28:], ink[:, :28], ink[:, -28:]):
        across = side.any(axis=int(side.shape[1] == 28))
        assert across.mean() > 0.7


def test_red_fives_are_red_now_and_then() -> None:
    sample = replace(style(2), red_fives=True, art=None)
    rng = np.random.default_rng(0)
    five = Tile.parse("5d")
    red = np.array(sample.palette.red)
    share = []
    for _ in range(40):
        ink = sample.draw(five, 64, rng)
        paint = ink[ink[..., 3] > 200][:, :3].astype(int)
        share.append((np.abs(paint - red).max(axis=1) < 30).mean() > 0.95)
    assert 0 < sum(share) < 30


def test_indices_are_drawn_in_their_corner_and_only_where_wanted() -> None:
    index = None
    for seed in range(50):
        index = index or sample_index(np.random.default_rng(seed))
    assert index is not None
    bare = replace(style(4), index=None)
    indexed = replace(bare, index=replace(index, suits=False, corners=("tl",)))
    nine = Tile.parse("9b")
    assert np.array_equal(bare.draw(nine, 64), indexed.draw(nine, 64))
    assert not np.array_equal(bare.draw(TILES[0], 64), indexed.draw(TILES[0], 64))


def test_modern_sets_have_all_that_designers_do() -> None:
    sets = [modernised(style(seed), np.random.default_rng(seed)) for seed in range(160)]
    large = [one for one in sets if one.index is not None and one.index.size > 0.24]
    assert 100 < len(large) < 145
    assert 60 < sum(one.index is not None and one.index.beside for one in large) < 115
    assert {one.dots.small[0].kind for one in sets} >= {"heart", "drop", "moon", "polygon"}
    assert {one.bamboo.rod for one in sets} >= {*FANCIES, "bone"}
    assert sum(one.characters.numerals == "123456789" for one in sets) > 15
    alone = [one for one in sets if not one.characters.myriad]
    assert alone
    assert all(one.index is not None for one in alone), "nothing would tell their rank"
    assert sum(one.seasons.flowers.number.size >= 0.3 for one in sets) > 90


@pytest.mark.parametrize("corner", ["tl", "tr"])
def test_a_picture_beside_its_index_keeps_to_the_opposite_corner(corner: str) -> None:
    index = next(found for seed in range(50) if (found := sample_index(np.random.default_rng(seed))))
    beside = replace(index, size=0.55, suits=True, corners=(corner,), amid=0, words=False, beside=True)
    plain = replace(style(4), art=None, margin=0.06)
    height, width = 120, round(120 * plain.aspect)
    for tile in parse_tiles("1d 5d 9d 4b 9b 6c Ew Gd"):
        bare, small = (
            replace(plain, index=index).draw(tile, height)[..., 3] > 0
            for index in (replace(beside, size=1e-6), beside)
        )
        if corner == "tr":
            small = small[:, ::-1]
        assert not np.array_equal(small, bare)
        assert small[: height // 4, : width // 3].any(), "the index"
        assert small[height // 2 :, width // 2 :].any(), "the picture"
        assert not small[: height // 8, width * 2 // 3 :].any(), "nothing of the picture beside its head"


def test_an_index_amid_a_picture_stands_clear_of_it_and_leaves_characters_alone() -> None:
    index = next(found for seed in range(50) if (found := sample_index(np.random.default_rng(seed))))
    corner = replace(style(4), index=replace(index, suits=True, corners=("tl",), amid=0))
    moved = [replace(corner, index=replace(index, suits=True, corners=("tl",), amid=n)) for n in range(1, 9)]
    four, character = Tile.parse("4d"), Tile.parse("4c")
    assert len({sample.draw(four, 64).tobytes() for sample in (corner, *moved)}) > 3
    assert all(np.array_equal(sample.draw(character, 64), corner.draw(character, 64)) for sample in moved)


class TestCanvas:
    def test_a_colour_over_nothing_keeps_its_colour(self) -> None:
        pen = Pen.fresh(40, 40)
        pen.disc(0.5, 0.5, 0.3, (10, 120, 250))
        pixels = straight_alpha(pen.finished())
        assert tuple(pixels[20, 20]) == (10, 120, 250, 255)
        assert not pixels[0, 0].any()
        edge = pixels[(pixels[..., 3] > 60) & (pixels[..., 3] < 200)]
        assert len(edge)
        assert (np.abs(edge[:, :3].astype(int) - (10, 120, 250)) < 12).all()

    def test_none_cuts_away(self) -> None:
        pen = Pen.fresh(40, 40)
        pen.disc(0.5, 0.5, 0.4, (9, 9, 9))
        pen.disc(0.5, 0.5, 0.2, None)
        alpha = pen.finished()[..., 3]
        assert alpha[20, 20] == 0
        assert alpha[20, 8] == 255

    def test_frames_nest(self) -> None:
        """A quarter turn clockwise takes the local right to below."""
        pen = Pen.fresh(40, 40)
        pen.at(0.5, 0.5, 0.5, turn=90).at(0.6, 0, 0.5).disc(0, 0, 0.2, (9, 9, 9))
        rows, columns = np.nonzero(pen.finished()[..., 3])
        assert abs(rows.mean() - 31.5) < 1
        assert abs(columns.mean() - 19.5) < 1

    def test_flip_mirrors(self) -> None:
        plain, flipped = Pen.fresh(40, 40), Pen.fresh(40, 40)
        triangle = path((-0.4, -0.4), (0.3, 0.0), (-0.4, 0.4))
        plain.at(0.5, 0.5).area(triangle, (1, 2, 3))
        flipped.at(0.5, 0.5, flip=True).area(triangle, (1, 2, 3))
        difference = plain.finished()[:, ::-1].astype(int) - flipped.finished()
        assert np.abs(difference).mean() < 3

    def test_fitted_fills_its_box_and_keeps_proportions(self) -> None:
        pen = Pen.fresh(100, 100)
        pen.at(0.5, 0.5).fitted(lambda frame: frame.disc(0.1, 0.2, 0.3, (5, 5, 5)), 0.4, 0.8)
        rows, columns = np.nonzero(pen.finished()[..., 3] > 128)
        assert abs(np.ptp(columns) - 40) <= 2
        assert abs(np.ptp(rows) - np.ptp(columns)) <= 2
        assert abs(rows.mean() - 49.5) <= 1


class TestFonts:
    def test_there_is_more_than_one_hand(self) -> None:
        assert len({face.hand for face in chinese_faces()}) >= 3
        assert len({face.family for face in chinese_faces()}) >= 5

    def test_no_face_offers_a_glyph_without_ink(self) -> None:
        for face in chinese_faces():
            for spellings in (("萬", "万"), ("東", "东"), ("發", "発", "发")):
                chosen = first_covered(face, *spellings)
                assert chosen is not None
                assert lettering(face, chosen).any(), (face, chosen)

    def test_emboldening_adds_ink(self) -> None:
        face = chinese_faces()[0]
        thin, bold = lettering(face, "東"), lettering(face, "東", weight=8)
        assert bold.astype(float).sum() > 1.15 * thin.astype(float).sum()

    @pytest.mark.parametrize("seed", range(8))
    def test_a_worn_character_has_lost_something_and_is_not_lost(self, seed: int) -> None:
        new = lettering(chinese_faces()[0], "蘭")
        old = worn(new, 0.3, seed)
        assert old.shape == new.shape
        assert not np.array_equal(old, new)
        assert np.array_equal(old, worn(new, 0.3, seed))
        assert ((old > 128) & (new > 128)).sum() > 0.5 * (new > 128).sum()

    def test_without_fonts_the_error_names_the_packages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fonts_module, "_installed", lambda: ())
        chinese_faces.cache_clear()
        with pytest.raises(FontError, match=r"apt-get install .*fonts-noto-cjk"):
            chinese_faces()
        chinese_faces.cache_clear()


def test_real_crops_are_whole_faces_by_set_and_never_of_the_judging_split(shared_data: Path) -> None:
    assert shared_data.is_dir()
    crops = load_crops("train")
    assert not {"s02", "s05", "s11", "u03"} & {crop.style for crop in crops}
    assert len(crops) > 1000
    assert {crop.tile for crop in crops} == set(TILES)
    for crop in crops:
        face = crop.upright()
        assert face.ndim == 3
        assert face.dtype == np.uint8


def test_a_photo_that_is_gone_is_missed_by_name(tmp_path: Path) -> None:
    gone = RealPhoto(tmp_path / "gone.jpg", "", "", "dev", True, True, True, ())
    with pytest.raises(DatasetMissingError, match=r"gone\.jpg is listed in the index of photos"):
        gone.pixels()


def test_crops_that_the_collection_holds_upside_down_are_turned(shared_data: Path) -> None:
    file = cv2.imread(str(shared_data / "crops" / "labelled" / "0663.jpg"))
    assert file is not None
    seven = Tile.parse("7d")
    crops = load_crops("train")
    sevens = [crop.upright() for crop in crops if (crop.style, crop.tile) == ("s15", seven)]
    assert any(np.array_equal(face, file[::-1, ::-1]) for face in sevens)
    assert not any(np.array_equal(face, file) for face in sevens)


@pytest.mark.parametrize("variant", ["Regular", "Black"])
def test_vector_art_takes_the_sets_own_paints(shared_data: Path, variant: str) -> None:
    assert shared_data.is_dir()
    sample = replace(style(1), art=ArtDesign(variant, frozenset(Family), 1.0), index=None)
    ink = sample.draw(Tile.parse("Rd"), 96)
    paint = ink[ink[..., 3] == 255][:, :3].astype(int)
    assert len(paint) > 100
    assert np.abs(paint - np.array(sample.palette.red)).max() <= 3


def test_the_command_writes_a_contact_sheet(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    options = ["--sets", "2", "--height", "32", "--tiles", "1c Wd"]
    subprocess.run([sys.executable, "-m", "datasets.faces", str(out), *options], check=True)
    sheet = cv2.imread(str(out))
    assert sheet is not None
    assert sheet.shape[0] == 2 * (32 + 4)


def test_packed_faces_are_whole_at_every_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of one set, saved on the way, is the beginning of the file of two."""
    monkeypatch.setattr(pack_module, "_SAVE_EVERY", 1)
    held = []

    def keep(partial: Path, target: Path) -> Path:
        with np.load(partial) as saved:
            held.append({name: saved[name] for name in saved.files})
        return partial.rename(target)

    monkeypatch.setattr(Path, "replace", keep)
    out = tmp_path / "faces.npz"
    assert pack_module.pack(out, 2, 5) == 2 * 43
    first, whole = held
    assert np.array_equal(whole["data"][: len(first["data"])], first["data"])
    assert first["labels"].tolist() == list(range(43))
    assert whole["sets"].tolist() == [0] * 43 + [1] * 43
    assert whole["ends"][-1] == len(whole["data"])
    face = cv2.imdecode(whole["data"][whole["ends"][-2] :], cv2.IMREAD_COLOR)
    assert face is not None
    assert face.shape[1::-1] == tuple(whole["sizes"][-1])
    assert [path.name for path in tmp_path.iterdir()] == ["faces.npz"]
