"""The renderer of synthetic tables: its labels are true, its pictures repeatable, its hands legal."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from datasets.commands import FileError
from datasets.faces import FaceStyle
from datasets.faces.honours import WhiteKind
from datasets.scene import KINDS, Scene, sample_scene
from datasets.scene.blocks import Block, Canvas, Skin, Sun, Texture, draw_blocks, visible_fractions
from datasets.scene.geometry import look_at, turn_x, turn_y, turn_z
from datasets.scene.hands import KONGS, LaidHand, random_hand
from datasets.scene.lens import STEPS
from datasets.scene.light import GRID, LIGHTS
from datasets.scene.motifs import lay, motif, stitched, turned
from datasets.scene.pack import join_labels, pack
from datasets.scene.paints import SIDE
from datasets.scene.placing import scatter
from datasets.scene.props import PROPS, prop_rows
from datasets.scene.realparts import Cutout, bare_table, real_cutouts, template
from datasets.scene.rows import lay_askew, lay_hand
from datasets.scene.tables import TABLES
from datasets.scene.tilesets import (
    DrawnFaces,
    TileSet,
    dark_set,
    modern_set,
    photographed,
    seldom_set,
    tileset,
)
from datasets.scene.values import Floats, Image
from scoring.hand import Hand
from scoring.tiles import FACE_DOWN, TILES, Tile

SIZE = (320, 240)
STYLE = 7


def scene(kind: str, seed: int = 0) -> Scene:
    return sample_scene(np.random.default_rng(seed), SIZE, kind, STYLE, real=False)


def test_a_dark_set_has_dark_faces_and_the_next_one_comes_after_it() -> None:
    dark = dark_set(STYLE)
    assert dark.faces.front.max() < 160 < tileset(STYLE, real=False).faces.front.max()
    after = next(other for seed in range(STYLE + 1, STYLE + 500) if (other := dark_set(seed)) is not dark)
    assert after.faces.front.max() < 160


@pytest.mark.parametrize("kind", [seldom_set, modern_set])
def test_a_set_of_a_kind_is_the_same_each_time_and_another_than_the_usual_one(kind: Any) -> None:
    usual = [tileset(STYLE, real=False).faces.face(tile) for tile in TILES]
    first = [kind(STYLE).faces.face(tile) for tile in TILES]
    kind.cache_clear()
    again = [kind(STYLE).faces.face(tile) for tile in TILES]
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
    assert not all(np.array_equal(one, other) for one, other in zip(first, usual, strict=True))


def test_backs_show_the_picture_they_are_given() -> None:
    stripes = np.zeros((40, 30, 3), np.uint8)
    stripes[::2] = (0, 90, 200)
    plain = tileset(STYLE, real=False)
    back = plain.backed(stripes).skin(FACE_DOWN)
    assert back.back_texture is not None
    assert (back.back_texture.levels[0] == stripes).all()
    assert back.back == pytest.approx([0, 45, 100])
    assert plain.skin(FACE_DOWN).back_texture is not back.back_texture


@pytest.mark.parametrize(("white", "hidden"), [("blank", True), ("single", False)])
def test_no_backs_are_given_that_nobody_could_tell_from_a_blank_white_dragon(
    white: WhiteKind, hidden: bool
) -> None:
    def restyled(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
        del rng
        return replace(style, honours=replace(style.honours, white=white))

    plain = TileSet(STYLE, DrawnFaces(STYLE, restyled))
    front = plain.faces.front
    for back, kept in ((front, hidden), (front * 0.9, hidden), (front * 0.3, False)):
        given = plain.backed(np.full((40, 30, 3), back, np.uint8)).skin(FACE_DOWN)
        assert np.allclose(given.back, plain.skin(FACE_DOWN).back if kept else back, atol=1)


def overhead(distance: float = 20.0, **options: float) -> Floats:
    """Where a flat tile's face at the origin is seen from above, as (4, 2) pixels."""
    settings = {"tilt": 0.0, "azimuth": 0.0, "roll": 0.0} | options
    camera = look_at(np.zeros(3), distance, focal=400.0, size=SIZE, **settings)
    return camera.project(tile_block().plane_corners(face=True))


def tile_block(
    turn: Floats | None = None, at: tuple[float, float, float] = (0, 0, 0), mark: bool = False
) -> Block:
    """A tile whose face is white or, with `mark`, has a black top left quarter."""
    face = np.full((80, 60, 3), 255, np.uint8)
    if mark:
        face[:40, :30] = 0
    skin = Skin(np.full(3, 200.0), np.full(3, 90.0), Texture.of(face), None)
    return Block(
        np.array(at, np.float64),
        np.eye(3) if turn is None else turn,
        (1, 1.35, 0.8),
        skin,
        TILES[0],
        FACE_DOWN,
    )


class TestCamera:
    def test_a_tile_seen_from_above_keeps_its_corner_order(self) -> None:
        top_left, top_right, bottom_right, bottom_left = overhead()
        assert top_left[0] < top_right[0]
        assert top_left[1] < bottom_left[1]
        assert bottom_right[0] == pytest.approx(top_right[0])

    def test_its_size_is_focal_length_over_distance(self) -> None:
        corners = overhead(distance=20.4)
        assert corners[1, 0] - corners[0, 0] == pytest.approx(400 / 20, rel=1e-6)

    def test_the_target_is_in_the_middle_of_the_picture(self) -> None:
        camera = look_at(np.array([3.0, 4.0, 0.0]), 15, tilt=40, azimuth=30, roll=70, focal=300, size=SIZE)
        assert camera.project(np.array([3.0, 4.0, 0.0])) == pytest.approx([159.5, 119.5])

    def test_a_tilted_camera_shows_the_far_edge_shorter(self) -> None:
        corners = overhead(tilt=50.0)
        assert np.ptp(corners[:2, 0]) < np.ptp(corners[2:, 0])

    @pytest.mark.parametrize("tilt", [0.0, 37.0, 70.0])
    def test_it_knows_how_far_it_is_tilted(self, tilt: float) -> None:
        camera = look_at(np.zeros(3), 15, tilt=tilt, azimuth=30, roll=70, focal=300, size=SIZE)
        assert camera.tilt == pytest.approx(tilt)

    def test_roll_turns_the_picture_the_other_way(self) -> None:
        upright, rolled = overhead(), overhead(roll=90.0)
        edge = upright[1] - upright[0], rolled[1] - rolled[0]
        assert edge[0] @ edge[1] == pytest.approx(0, abs=1e-6)
        assert edge[1][1] < 0

    def test_the_table_homography_agrees_with_the_projection(self) -> None:
        camera = look_at(np.array([1.0, 2.0, 0.0]), 15, tilt=40, azimuth=30, roll=70, focal=300, size=SIZE)
        mapped = camera.table_homography() @ np.array([2.0, -1.0, 1.0])
        assert mapped[:2] / mapped[2] == pytest.approx(camera.project(np.array([2.0, -1.0, 0.0])))


class TestBlocks:
    def draw(self, *blocks: Block, tilt: float = 0.0) -> Canvas:
        canvas = Canvas.over(np.full((240, 320, 3), 60, np.uint8))
        camera = look_at(np.zeros(3), 10, tilt=tilt, azimuth=0, roll=0, focal=500, size=SIZE)
        draw_blocks(canvas, blocks, camera, Sun(np.array([0.0, 0.0, 1.0])), np.random.default_rng(0))
        return canvas

    def test_the_face_lies_between_its_corners_the_right_way_up(self) -> None:
        canvas = self.draw(tile_block(mark=True))
        (face,) = canvas.faces
        quarter = face.corners[0] * 0.75 + face.corners[2] * 0.25
        opposite = face.corners[0] * 0.25 + face.corners[2] * 0.75
        assert canvas.image[round(quarter[1]), round(quarter[0])].max() < 40
        assert canvas.image[round(opposite[1]), round(opposite[0])].min() > 200

    def test_a_tile_upside_down_has_its_first_corner_below(self) -> None:
        (face,) = self.draw(tile_block(turn_z(180))).faces
        assert face.corners[0, 1] > face.corners[3, 1]

    def test_a_tile_face_down_is_a_back_with_corners_in_order(self) -> None:
        (face,) = self.draw(tile_block(turn_y(180))).faces
        assert face.tile == FACE_DOWN
        assert cv2.contourArea(face.corners.astype(np.float32), oriented=True) > 0

    def test_a_standing_tile_shows_its_face_to_a_low_camera(self) -> None:
        (face,) = self.draw(tile_block(turn_x(90)), tilt=60).faces
        assert face.tile == TILES[0]
        assert face.corners[0, 1] < face.corners[3, 1]

    def test_a_standing_tile_seen_from_above_has_no_face(self) -> None:
        assert self.draw(tile_block(turn_x(90))).faces == []

    @pytest.mark.parametrize(
        ("shift", "seen"),
        [(1.2, (1.0, 1.0)), (0.5, (0.5, 1.0)), (0.0, (0.0, 1.0))],
        ids=["beside", "half", "all"],
    )
    def test_what_lies_on_top_hides_what_is_below(self, shift: float, seen: tuple[float, float]) -> None:
        canvas = self.draw(tile_block(), tile_block(at=(shift, 0, 0.8)))
        assert visible_fractions(canvas) == pytest.approx(seen, abs=0.12)

    def test_half_a_tile_outside_the_picture_is_half_visible(self) -> None:
        camera = look_at(np.zeros(3), 10, tilt=0, azimuth=0, roll=0, focal=500, size=SIZE)
        edge = 160 * 9.6 / 500
        canvas = Canvas.over(np.zeros((240, 320, 3), np.uint8))
        draw_blocks(
            canvas,
            [tile_block(at=(edge, 0, 0))],
            camera,
            Sun(np.array([0.0, 0, 1])),
            np.random.default_rng(0),
        )
        assert visible_fractions(canvas) == pytest.approx([0.5], abs=0.03)


class TestScenes:
    @pytest.mark.parametrize("kind", KINDS)
    def test_the_same_seed_gives_the_same_scene(self, kind: str) -> None:
        one, two = scene(kind), scene(kind)
        assert np.array_equal(one.image, two.image)
        assert [t.tile for t in one.tiles] == [t.tile for t in two.tiles]
        assert all(np.array_equal(a.corners, b.corners) for a, b in zip(one.tiles, two.tiles, strict=True))

    @pytest.mark.parametrize("kind", KINDS)
    def test_pictures_and_labels_are_well_formed(self, kind: str) -> None:
        for seed in range(3):
            shown = scene(kind, seed)
            assert shown.image.shape == (240, 320, 3)
            assert shown.image.dtype == np.uint8
            for tile in shown.tiles:
                assert tile.corners.shape == (4, 2)
                assert tile.corners.dtype == np.float32
                assert cv2.contourArea(tile.corners, oriented=True) > 0, (
                    "corners go clockwise: nothing is mirrored"
                )
                assert 0 < tile.visible <= 1

    def test_an_empty_table_has_no_tiles(self) -> None:
        assert all(not scene("empty", seed).tiles for seed in range(5))

    def test_different_seeds_differ(self) -> None:
        assert not np.array_equal(scene("hand", 0).image, scene("hand", 1).image)

    def test_an_unknown_kind_is_refused_by_name(self) -> None:
        with pytest.raises(ValueError, match="unknown kind of scene 'picnic'"):
            sample_scene(np.random.default_rng(0), SIZE, "picnic")

    def test_a_hand_s_tiles_are_those_on_the_table(self) -> None:
        hands = [shown for seed in range(12) if (shown := scene("hand", seed)).hand is not None]
        assert len(hands) >= 8
        for shown in hands:
            assert shown.hand is not None
            laid = Counter(t.tile for t in shown.tiles if t.role != "other" and t.tile != FACE_DOWN)
            true = Counter(shown.hand.tiles) + Counter(shown.hand.seasons)
            assert not laid - true
            down = sum(t.tile == FACE_DOWN and t.role == "exposed" for t in shown.tiles)
            assert (true - laid).total() == down


class TestLayouts:
    def test_the_exposed_part_lies_beyond_the_concealed_or_beside_it(self) -> None:
        rng = np.random.default_rng(0)
        for _ in range(40):
            parts: dict[str, list[Floats]] = {}
            for block in lay_hand(rng, tileset(STYLE, real=False), random_hand(rng)):
                parts.setdefault(block.role, []).append(block.centre)
            if "exposed" in parts:
                far, near = np.array(parts["exposed"]), np.array(parts["concealed"])
                beside = far[:, 0].max() < near[:, 0].min() or far[:, 0].min() > near[:, 0].max()
                assert beside or far[:, 1].min() > near[:, 1].max()

    def test_sets_askew_lie_at_an_angle_to_the_concealed_part(self) -> None:
        rng = np.random.default_rng(0)
        askew = []
        for laid in [laid for _ in range(40) if (laid := random_hand(rng)).exposed]:
            blocks = lay_askew(rng, tileset(STYLE, real=False), laid)
            groups = Counter(block.group for block in blocks if block.role == "exposed")
            assert sorted(groups.values()) == sorted(map(len, laid.exposed)), (
                "no set is lost or runs into another"
            )
            along = np.median([b.rotation[:2, 0] for b in blocks if b.role == "concealed"], axis=0)
            askew.append(min(abs(b.rotation[:2, 0] @ along) for b in blocks if b.role == "exposed"))
        assert (np.array(askew) < np.cos(np.radians(15))).mean() > 0.9

    def test_tiles_of_a_heap_do_not_run_into_one_another(self) -> None:
        rng = np.random.default_rng(0)
        tiles = tileset(STYLE, real=False)
        blocks = scatter(rng, tiles, list(TILES), (-8, -6, 8, 6))
        quads = [
            b.plane_corners(face=True)[:, :2].astype(np.float32) for b in blocks if b.rotation[2, 2] > 0.5
        ]
        shared = [cv2.intersectConvexConvex(a, b)[0] for i, a in enumerate(quads) for b in quads[:i]]
        assert max(shared) < 0.12 * tiles.height


@pytest.fixture(scope="module")
def hands() -> list[LaidHand]:
    rng = np.random.default_rng(0)
    return [random_hand(rng) for _ in range(300)]


class TestHands:
    def test_no_tile_occurs_five_times_and_no_season_twice(self, hands: list[LaidHand]) -> None:
        for laid in hands:
            assert max(Counter(laid.hand.tiles).values()) <= 4
            assert len(set(laid.seasons)) == len(laid.seasons)

    @pytest.mark.parametrize("seed", [4278, 4870, 5291])
    def test_a_suit_whose_kongs_leave_no_run_has_a_pung(self, seed: int) -> None:
        """One table of kongs in 1,800 could not be drawn, and a folder of them no further than to it."""
        laid = random_hand(np.random.default_rng(seed), KONGS)
        assert sum(len(tiles) == 4 for tiles in laid.exposed) == 3
        assert max(Counter(laid.hand.tiles).values()) <= 4

    def test_a_winner_holds_fourteen_and_a_tile_for_each_kong(self, hands: list[LaidHand]) -> None:
        for laid in hands:
            size = 14 if laid.hand.win else 13
            assert len(laid.hand.tiles) == size + laid.hand.kongs

    def test_a_tile_set_apart_was_drawn(self, hands: list[LaidHand]) -> None:
        apart = [laid for laid in hands if laid.set_apart]
        assert apart
        assert all(
            laid.hand.win and laid.hand.win.drawn and laid.hand.win.tile == laid.set_apart for laid in apart
        )

    def test_every_way_to_lay_a_kong_occurs(self, hands: list[LaidHand]) -> None:
        kongs = [s for laid in hands for s in laid.exposed if len(s) == 4]
        assert {tuple(t == FACE_DOWN for t in s).count(True) for s in kongs} == {0, 1, 2}
        assert {m.how for laid in hands for m in laid.hand.exposed if len(m.tiles) == 4} == {
            "claimed",
            "added",
            "declared",
        }

    def test_notation_and_layout_agree(self, hands: list[LaidHand]) -> None:
        for laid in hands:
            again = Hand.parse(str(laid.hand), seat=laid.hand.seat, win=laid.hand.win)
            assert again == laid.hand
            concealed = [t for clump in laid.concealed for t in clump] + [laid.set_apart] * bool(
                laid.set_apart
            )
            assert Counter(concealed) == Counter(laid.hand.concealed)


class TestRegistries:
    @pytest.mark.parametrize("name", TABLES)
    def test_tables_are_squares_of_the_agreed_side(self, name: str) -> None:
        image = TABLES[name][1](np.random.default_rng(0))
        assert image.shape == (SIDE, SIDE, 3)
        assert image.dtype == np.uint8

    @pytest.mark.parametrize("name", LIGHTS)
    def test_lights_are_gains(self, name: str) -> None:
        gain = LIGHTS[name][1](np.random.default_rng(0))
        assert gain.shape == (GRID, GRID)
        assert gain.min() >= 0
        assert gain.max() < 2.5

    @pytest.mark.parametrize("name", PROPS)
    def test_props_are_no_tiles(self, name: str) -> None:
        block = PROPS[name][1](np.random.default_rng(0), 1.0, 2.0)
        assert (block.tile, block.back_tile) == (None, None)
        assert block.centre[:2] == pytest.approx([1, 2])

    @pytest.mark.parametrize("step", [step for _, step in STEPS], ids=lambda step: step.__name__)
    def test_lens_steps_keep_the_size(self, step) -> None:  # type: ignore[no-untyped-def]
        image = np.random.default_rng(1).integers(0, 256, (60, 80, 3)).astype(np.uint8)
        spoilt = step(np.random.default_rng(0), image)
        assert spoilt.shape == image.shape
        assert spoilt.dtype == np.uint8

    def test_ornaments_are_premultiplied_and_leave_the_rest_of_the_ground_alone(self) -> None:
        for seed in range(12):
            rng = np.random.default_rng(seed)
            for one in (ornament := motif(rng, 48), stitched(rng, ornament), turned(ornament, 30.0)):
                assert one.shape == (48, 48, 4)
                assert (one[..., :3].max(axis=2) <= one[..., 3].astype(int) + 2).all()
            ground = np.full((96, 96, 3), 77, np.uint8)
            lay(ground, ornament, 20, 90)  # half beyond the edge
            assert (ground[:60] == 77).all()
            assert (ground[:, 50:] == 77).all()
            assert ornament[..., 3].max() > 200

    def test_rows_of_props_are_one_sort_of_one_size_side_by_side(self) -> None:
        for seed in range(8):
            rows = prop_rows(np.random.default_rng(seed), 5, 2)
            assert len(rows) == 10
            assert len({block.size for block in rows}) == 1
            wide = rows[0].size[0]
            steps = np.diff([block.centre[0] for block in rows[:5]])
            assert ((steps >= wide * 0.999) & (steps < wide * 1.4)).all()

    def test_no_carton_has_the_proportions_of_a_tile(self) -> None:
        """A bare ivory box of a tile's proportions is a white dragon."""
        for seed in range(40):
            wide, long, _ = PROPS["carton"][1](np.random.default_rng(seed), 0.0, 0.0).size
            assert not 1.1 < long / wide < 1.7


class TestPack:
    def test_a_second_run_adds_what_is_missing_and_keeps_the_rest(self, tmp_path: Path) -> None:
        pack(tmp_path, range(2), 3, SIZE, "few", real=False)
        first = (tmp_path / "000000.jpg").read_bytes()
        (tmp_path / "000001.jpg").unlink()
        (tmp_path / "000000.jpg").write_bytes(first + b" ")
        pack(tmp_path, range(3), 3, SIZE, "few", real=False)
        assert (tmp_path / "000000.jpg").read_bytes() == first + b" "
        assert join_labels(tmp_path) == 3

    def test_scenes_of_other_settings_are_not_added(self, tmp_path: Path) -> None:
        pack(tmp_path, range(0), 3, SIZE, "few", real=False)
        pack(tmp_path, range(0), 3, SIZE, "few", real=False)
        with pytest.raises(FileError, match=r"other settings \(seed, kind\); name another folder"):
            pack(tmp_path, range(1), 4, SIZE, "hand", real=False)
        with pytest.raises(FileError, match=r"other settings \(sets\)"):
            pack(tmp_path, range(1), 3, SIZE, "few", real=False, sets=dark_set)
        assert join_labels(tmp_path) == 0

    def test_a_folder_from_before_its_settings_were_written_down_is_added_to(self, tmp_path: Path) -> None:
        pack(tmp_path, range(1), 3, SIZE, "few", real=False)
        (tmp_path / "settings.json").unlink()
        pack(tmp_path, range(2), 4, SIZE, "few", real=False)
        assert join_labels(tmp_path) == 2

    def test_labels_name_file_kind_hand_and_tiles(self, tmp_path: Path) -> None:
        pack(tmp_path, range(1), 0, SIZE, "hand", real=False)
        join_labels(tmp_path)
        line = json.loads((tmp_path / "labels.jsonl").read_text())
        assert line["file"] == "000000.jpg"
        assert line["kind"] == "hand"
        assert set(line["tiles"][0]) == {"tile", "corners", "visible", "role", "group"}
        picture = cv2.imread(str(tmp_path / line["file"]))
        assert picture is not None
        assert picture.shape == (240, 320, 3)


class TestRealParts:
    def test_a_photographed_set_shows_its_cutouts_and_draws_what_is_missing(self) -> None:
        five = Cutout(
            Tile.parse("5d"), np.full((90, 66, 3), 120, np.uint8), np.full(3, 120.0), Path("five.jpg"), "mine"
        )
        tiles = photographed(STYLE, np.random.default_rng(0), (five,))
        np.testing.assert_array_equal(tiles.faces.face(five.tile), five.image)
        assert tiles.faces.face(Tile.parse("6d")).std() > 5
        shown = sample_scene(np.random.default_rng(3), SIZE, "hand", tiles=tiles, real=False)
        assert len(shown.tiles) >= 13

    @pytest.mark.usefixtures("shared_data")
    def test_cutouts_are_upright_faces_of_the_train_split(self) -> None:
        cutouts = real_cutouts()
        assert {c.tile for c in cutouts} == set(TILES)
        assert all(c.image.shape[0] > c.image.shape[1] for c in cutouts)

    @pytest.mark.usefixtures("shared_data")
    def test_characters_stand_on_their_red_half(self) -> None:
        """萬 is red and below the numeral in nearly every set: upside-down cutouts would show."""
        right = [
            float(
                np.ptp(_redness(c.image)[len(c.image) // 2 :])
                > np.ptp(_redness(c.image)[: len(c.image) // 2])
            )
            for c in real_cutouts()
            if c.tile == Tile.parse("7c")
        ]
        assert np.mean(right) > 0.8

    @pytest.mark.usefixtures("shared_data")
    def test_no_character_lies_on_its_side(self) -> None:
        """One does in its photo, which was squeezed so that its box is as tall as the others'."""
        characters = [c for c in real_cutouts("dev") if c.tile.code.endswith("c")]
        usual = {
            tile: np.mean([template(c.image) for c in real_cutouts() if c.tile == tile], axis=0)
            for tile in {c.tile for c in characters}
        }
        assert len(characters) > 50
        for cutout in characters:
            upright, left, _, right = (
                float(template(np.rot90(cutout.image, turns)) @ usual[cutout.tile]) for turns in range(4)
            )
            assert upright > max(left, right), f"{cutout.photo.name}, {cutout.tile.code}"

    @pytest.mark.usefixtures("shared_data")
    def test_bare_tables_are_textures(self) -> None:
        rng = np.random.default_rng(0)
        found = [patch for _ in range(20) if (patch := bare_table(rng)) is not None]
        assert found
        assert all(patch.shape == (SIDE, SIDE, 3) for patch in found)


def _redness(image: Image) -> Floats:
    """Red minus blue for each row's reddest pixel."""
    wide = image.astype(np.float64)
    return np.asarray((wide[..., 2] - wide[..., 0]).max(1))
