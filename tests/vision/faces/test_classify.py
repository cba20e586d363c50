"""The tile classifier: rectified crops, the way up, and the shipped weights on rendered faces."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.faces import compose, draw_back, sample_style
from scoring.tiles import FACE_DOWN, TILES
from tests.vision.tables import turned, upright
from vision.arrays import Array, Pixels
from vision.faces.classify import TileClassifier, agreed_turns, likely_tops
from vision.faces.crops import Crops
from vision.faces.seasons import SeasonReader
from vision.pixels.decode import decode_photo
from vision.pixels.photo import negative_of
from vision.probabilities import CLASSES, KINDS, clear_faces
from vision.runtime import Model


def test_classes_are_the_faces_then_a_back_then_nothing() -> None:
    assert CLASSES[:42] == TILES
    assert CLASSES[42:] == (FACE_DOWN, None)


@pytest.mark.parametrize("first", range(4))
def test_the_narrow_upper_side_is_taken_for_the_top(first: int) -> None:
    quads = np.stack([upright(0, 0, 30, 40), upright(50, 5, 30, 41)])
    assert likely_tops(np.roll(quads, first, axis=1)).tolist() == [first, first]


def test_a_tile_lying_on_its_side_has_its_top_at_a_narrow_end() -> None:
    assert likely_tops(upright(0, 0, 70, 30)[None])[0] in (1, 3)
    assert likely_tops(upright(0, 0, 44, 30)[None])[0] == 0, "an upright tile seen at a slant looks wide"


def test_corners_in_one_point_have_some_top() -> None:
    assert likely_tops(np.zeros((1, 4, 2), np.float32)).tolist() == [0]


def turns_of(quads: Array, turn_probs: Array, seasons: Sequence[float] = ()) -> list[int]:
    """How tiles with these probabilities of their ways up are turned; `seasons`: the probabilities of the
    first to be Seasons."""
    probs = np.zeros((len(quads), len(CLASSES)), np.float32)
    probs[: len(seasons), KINDS] = seasons
    turns: list[int] = agreed_turns(quads, turn_probs, probs).tolist()
    return turns


def test_a_tile_by_itself_stands_as_the_picture_unless_it_says_otherwise() -> None:
    """Probabilities of a way up count upright for a fifth; with nobody to follow they count as the network
    gave them."""
    alone = upright(0, 0, 30, 40)[None]
    doubtful = np.array([[0.23, 0.04, 0.7, 0.03]], np.float32)
    assert turns_of(alone, doubtful) == [0]
    assert turns_of(alone, np.array([[0.02, 0.01, 0.96, 0.01]], np.float32)) == [2]


def test_a_tile_that_is_very_sure_does_not_follow_its_neighbours() -> None:
    quads = np.stack([upright(40 * i, 0, 30, 40) for i in range(3)])
    probs = np.array([[0.97, 0.01, 0.01, 0.01], [0, 1, 0, 0], [0.97, 0.01, 0.01, 0.01]], np.float32)
    assert turns_of(quads, probs) == [0, 1, 0]
    probs[1] = [0.2, 0.8, 0, 0]
    assert turns_of(quads, probs) == [0, 0, 0]


def test_tiles_that_look_alike_upside_down_stand_as_their_neighbours() -> None:
    quads = np.stack([upright(40 * i, 0, 30, 40) for i in range(4)])
    sure, either = [0.01, 0.01, 0.97, 0.01], [0.5, 0.0, 0.5, 0.0]
    probs = np.array([sure, either, sure, sure], np.float32)
    assert turns_of(quads, probs) == [2, 2, 2, 2]
    probs[:, [0, 2]] = probs[:, [2, 0]]
    assert turns_of(quads, probs) == [0, 0, 0, 0]


def test_a_back_lies_as_its_block_does() -> None:
    """Beside a tile claimed crosswise into its kong, which alone is sure; nothing on a back says which way
    is up."""
    crosswise = np.roll(upright(0, 10, 40, 30), -1, axis=0)
    back = upright(41, 0, 30, 40)
    probs = np.array([[0.97, 0.01, 0.01, 0.01], [0.25, 0.25, 0.25, 0.25]], np.float32)
    for first in range(4):
        turns = turns_of(np.stack([crosswise, np.roll(back, first, axis=0)]), probs)
        assert (turns[1] - first) % 2 == 0


def test_a_back_measured_too_wide_does_not_follow_the_tile_that_lies_crosswise() -> None:
    """Its neighbour in the kong, which was claimed and is sure; the two beyond stand upright."""
    kong = [upright(0, 0, 64, 75), np.roll(upright(70, 0, 79, 62), -1, axis=0)]
    kong += [upright(155, 0, 58, 77), upright(217, 0, 58, 77)]
    up, either = [1.0, 0.0, 0.0, 0.0], [0.48, 0.26, 0.1, 0.16]
    probs = np.zeros((4, len(CLASSES)), np.float32)
    probs[0, FACE_DOWN.index] = 0.99
    turns = agreed_turns(np.stack(kong), np.array([either, up, up, up], np.float32), probs)
    assert turns[0] % 2 == 0


def test_seasons_do_not_tell_each_other_which_way_is_up() -> None:
    """With names below their pictures two of a set look upside down; the tiles beyond them do not."""
    quads = np.stack([upright(31 * i, 0, 30, 40) for i in range(6)])
    down, up = [0.04, 0.0, 0.96, 0.0], [0.97, 0.01, 0.01, 0.01]
    probs = np.array([down, down, up, up, up, up], np.float32)
    assert turns_of(quads, probs, [0.99, 0.99, 0, 0, 0, 0]) == [0] * 6
    assert turns_of(quads, probs)[0] == 2


def test_a_discard_far_off_is_no_guide() -> None:
    row = [upright(31 * i, 0, 30, 40) for i in range(3)]
    heap = [turned(upright(40 + 45 * i, -130, 30, 40), 25 + 30 * i) for i in range(4)]
    unsure, down = [0.6, 0.0, 0.4, 0.0], [0.0, 0.0, 1.0, 0.0]
    probs = np.array([unsure] * 3 + [down] * 4, np.float32)
    assert turns_of(np.stack([*row, *heap]).astype(np.float32), probs)[:3] == [0, 0, 0]


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier(threads=2)


@pytest.fixture(scope="module")
def faces() -> tuple[Pixels, Array]:
    """One drawn set laid out on a table: all faces in a row of their own, and where they are."""
    rng = np.random.default_rng(5)
    # fonts decide what else is drawn with the same numbers, so how wide the set is must not be left to them
    style = replace(sample_style(np.random.default_rng(12)), aspect=0.75)
    pictures = [compose(style, tile, 110, rng) for tile in TILES] + [draw_back(style, 110, rng)]
    width = pictures[0].shape[1]
    image = np.full((300, (width + 12) * len(pictures) + 12, 3), (70, 100, 60), np.uint8)
    quads = []
    for number, picture in enumerate(pictures):
        left = 12 + number * (width + 12)
        image[90:200, left : left + width] = picture[:, :width]
        quads.append(upright(left, 90, width, 110))
    return image, np.stack(quads)


@pytest.mark.parametrize("quarter_turns", range(4))
def test_names_a_drawn_set_any_way_round(
    classifier: TileClassifier, faces: tuple[Pixels, Array], quarter_turns: int
) -> None:
    image, quads = faces
    for _ in range(quarter_turns):
        height = image.shape[0]
        image = np.asarray(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        quads = np.stack([height - quads[..., 1], quads[..., 0]], axis=2)
    given = np.roll(quads, 1, axis=1)  # any corner may come first
    result = classifier.classify(image, given)
    np.testing.assert_allclose(result.probabilities.sum(axis=1), 1, atol=1e-4)
    right = result.probabilities.argmax(axis=1) == np.arange(len(quads))
    assert right.mean() >= 0.85
    stands = np.abs(result.corners[:42] - quads[:42]).max(axis=(1, 2)) < 0.01
    tell = [
        TILES.index(tile) for tile in TILES if tile.code in {"1c", "5c", "9c", "Ew", "Sw", "Gd", "7b", "3b"}
    ]
    assert stands[tell].mean() >= 0.75


def test_dark_tiles_are_named_with_their_negatives(
    classifier: TileClassifier, faces: tuple[Pixels, Array]
) -> None:
    image, quads = faces
    light, dark = Crops(image), Crops(negative_of(image))
    for crops in (light, dark):
        named = classifier.classify(crops, quads).probabilities.argmax(axis=1)
        assert (named == np.arange(len(quads))).mean() >= 0.85
    assert (light.with_negatives, dark.with_negatives) == (False, True)


def test_tiles_of_which_none_is_clear_are_not_taken_for_dark(classifier: TileClassifier) -> None:
    crops = Crops(np.full((100, 400, 3), 20, np.uint8))
    quads = np.stack([upright(10 + 60 * place, 20, 40, 54) for place in range(6)])
    assert not clear_faces(classifier.classify(crops, quads).probabilities).any()
    assert not crops.with_negatives


@pytest.mark.parametrize(
    ("size", "scale"),
    [pytest.param(1.0, 0.5, id="large tiles, half"), pytest.param(0.8, 1.0, id="smaller tiles, all of it")],
)
def test_a_photo_is_decoded_as_finely_as_its_tiles_need(
    classifier: TileClassifier, faces: tuple[Pixels, Array], size: float, scale: float
) -> None:
    """The drawn set is wide enough to be reduced at first, to tiles 42 and 33 pixels wide."""
    image, quads = faces
    image = np.asarray(cv2.resize(image, None, fx=size, fy=size, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    photo = decode_photo(data.tobytes(), "the set")
    assert photo.view(0).scale == pytest.approx(0.5, rel=1e-3)
    result = classifier.classify(photo, quads * np.float32(size))
    assert photo.view(0).scale == pytest.approx(scale, rel=1e-3)
    assert (result.probabilities.argmax(axis=1) == np.arange(len(quads))).mean() >= 0.85


def test_what_is_not_worth_it_is_named_at_first_sight(
    classifier: TileClassifier, faces: tuple[Pixels, Array], monkeypatch: pytest.MonkeyPatch
) -> None:
    image, quads = faces
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 3.0), np.uint8)
    looked: dict[str, int] = {}
    run = Model.run

    def counted(model: Model, images: Pixels) -> list[Array]:
        looked[model.name] = looked.get(model.name, 0) + len(images)
        return run(model, images)

    monkeypatch.setattr(Model, "run", counted)
    classifier.classify(blurred, quads, lambda faces: np.zeros(len(faces.probabilities), bool))
    assert set(looked) == {"classifier"}
    classifier.classify(blurred, quads, scores=np.zeros(len(quads)))
    doubted = looked.pop("seasons", 0)
    classifier.classify(blurred, quads)
    assert set(looked) == {"classifier", "referee", "seasons"}
    assert doubted < looked["seasons"] / 2, "a detector that doubts all of them spares the reader"


def test_the_referee_is_not_asked_of_seasons_on_which_the_reader_agrees(
    classifier: TileClassifier, faces: tuple[Pixels, Array], monkeypatch: pytest.MonkeyPatch
) -> None:
    image, quads = faces
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 3.0), np.uint8)
    refereed: list[int] = []
    run = Model.run

    def counted(model: Model, images: Pixels) -> list[Array]:
        refereed.extend([len(images)] * (model.name == "referee"))
        return run(model, images)

    monkeypatch.setattr(Model, "run", counted)
    classifier.classify(blurred, quads)
    usual = sum(refereed)
    refereed.clear()
    monkeypatch.setattr(SeasonReader, "agrees", lambda _, probs, *__: np.arange(len(probs)) > 0)
    classifier.classify(blurred, quads)
    assert sum(refereed) <= 1 < usual


def test_tiles_that_stand_on_their_heads_are_looked_at_hardly_twice(
    classifier: TileClassifier, faces: tuple[Pixels, Array], monkeypatch: pytest.MonkeyPatch
) -> None:
    image, quads = faces
    image = np.asarray(cv2.rotate(image, cv2.ROTATE_180), np.uint8)
    quads = np.asarray([image.shape[1], image.shape[0]] - quads, np.float32)
    looked: list[int] = []
    run = Model.run

    def counted(model: Model, images: Pixels) -> list[Array]:
        looked.append(len(images))
        return run(model, images)

    monkeypatch.setattr(Model, "run", counted)
    classifier.at_first_sight(image, np.roll(quads, 2, axis=1))
    assert sum(looked) <= 1.2 * len(quads), "clear faces not even twice"


def test_no_quadrilaterals_give_empty_arrays(classifier: TileClassifier) -> None:
    result = classifier.classify(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 4, 2), np.float32))
    assert result.probabilities.shape == (0, 44)
    assert result.corners.shape == (0, 4, 2)


def test_a_tile_by_itself_that_may_stand_any_way_up_is_named_from_all_four(
    classifier: TileClassifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Upright it looks like a one of characters, the other ways like a two: neither is sure."""

    def answer(_: Model, images: Pixels) -> list[Array]:
        faces = np.zeros((len(images), len(CLASSES)), np.float32)
        standing = images[:, 20, 32, 0] < 128  # the mark near the top of the face
        faces[np.arange(len(images)), np.where(standing, 0, 1)] = 20.0
        turns = np.where(standing[:, None], np.log([0.5, 0.2, 0.2, 0.1]), 0.0).astype(np.float32)
        return [faces, turns]

    monkeypatch.setattr(Model, "run", answer)
    picture = np.full((200, 160, 3), 255, np.uint8)
    picture[60:76, 70:90] = 0
    probs = classifier.at_first_sight(picture, upright(50, 50, 60, 80)[None]).probabilities[0]
    assert probs[:2] == pytest.approx([0.5, 0.5], abs=0.01)
    pair = np.stack([upright(50, 50, 60, 80), upright(90, 50, 60, 80)])
    assert classifier.at_first_sight(picture, pair).probabilities[0].max() > 0.99, (
        "of several, each is named as it stands"
    )
