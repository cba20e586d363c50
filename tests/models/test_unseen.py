"""What is drawn for the judges shows what it is said to show."""

import numpy as np
import pytest

from datasets.faces import FaceStyle
from datasets.scene import Scene, SceneTile
from datasets.scene.tilesets import tileset
from models import unseen
from models.unseen import MIN_VISIBLE, SENT, TAKEN, modern_faces, rendered, renumbered_seasons
from scoring.hand import Hand
from scoring.tiles import TILES, Tile
from vision.arrays import Pixels

Drawn = list[tuple[FaceStyle, Tile]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Sets and tiles, as they are asked for."""
    asked: Drawn = []

    def compose(style: FaceStyle, tile: Tile, height: int, rng: np.random.Generator) -> Pixels:
        del rng
        asked.append((style, tile))
        return np.zeros((height, 60, 3), np.uint8)

    monkeypatch.setattr(unseen, "compose", compose)
    return asked


def test_in_sets_numbered_otherwise_a_name_or_plant_says_another_rank_than_the_number(drawn: Drawn) -> None:
    told = [tile for tile, _ in renumbered_seasons(40)]
    assert told == [tile for _, tile in drawn]
    assert len({id(style) for style, _ in drawn}) == 40
    assert {tile.code for tile in told} == {"1f", "2f", "3f", "4f"}
    for style, tile in drawn:
        flowers = style.seasons.flowers
        named, shown = flowers.named[tile.number - 1], flowers.shown[tile.number - 1]
        assert flowers.number.kind != "none"
        assert flowers.name.kind != "none" or flowers.theme in ("nobles", "potted nobles")
        assert named != tile.number
        assert shown in (tile.number, named)


def test_modern_sets_show_every_face_but_a_white_dragon_without_ink(drawn: Drawn) -> None:
    shown = [tile for tile, _ in modern_faces(12)]
    assert shown == [tile for _, tile in drawn]
    styles = {id(style): style for style, _ in drawn}
    assert len(styles) == 12
    blank = sum(style.honours.white == "blank" for style in styles.values())
    assert 0 < blank < 12
    assert len(shown) == 12 * len(TILES) - blank


def test_they_are_the_same_each_time_and_for_any_count() -> None:
    few, more = list(renumbered_seasons(1)), list(renumbered_seasons(2))
    assert len(few) < len(more)
    for (tile, face), (again, drawn_again) in zip(few, more, strict=False):
        assert tile == again
        assert (face == drawn_again).all()


def tile(visible: float) -> SceneTile:
    return SceneTile(Tile.parse("1d"), np.zeros((4, 2), np.float32), visible, "concealed")


@pytest.mark.parametrize(
    ("tiles", "hand", "judged"),
    [
        pytest.param((tile(1.0), tile(MIN_VISIBLE)), Hand(), True, id="well seen"),
        pytest.param((tile(1.0), tile(MIN_VISIBLE - 0.1)), Hand(), False, id="one of them badly seen"),
        pytest.param((tile(1.0), tile(1.0)), None, False, id="another quite hidden"),
        pytest.param((), None, True, id="no hand to hide"),
    ],
)
def test_hands_of_which_something_is_hidden_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tiles: tuple[SceneTile, ...], hand: Hand | None, judged: bool
) -> None:
    scene = Scene(np.zeros((3, 4, 3), np.uint8), tiles, hand, "hand", 0.0)
    monkeypatch.setattr(unseen, "sample_scene", lambda *_, **__: scene)
    assert list(rendered(1, "hand")) == [scene] * judged


def test_the_same_hand_is_photographed_at_any_size() -> None:
    (sent,), (taken,) = (list(rendered(1, "hand", size=size)) for size in (SENT, TAKEN))
    assert (sent.image.shape[1::-1], taken.image.shape[1::-1]) == (SENT, TAKEN)
    assert [tile.tile for tile in sent.tiles] == [tile.tile for tile in taken.tiles]
    for small, large in zip(sent.tiles, taken.tiles, strict=True):
        np.testing.assert_allclose(2 * small.corners, large.corners, atol=2)
    faces = [tileset(1, real=False, height=height).faces.face(Tile.parse("1d")) for height in (96, 192)]
    assert [len(face) for face in faces] == [96, 192]
