"""Tiles cut out of a photo, and that none is cut out or shown to a network twice."""

from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.tables import upright
from vision.arrays import Array, Floats, Pixels
from vision.faces.crops import CROP, LONGEST, MARGIN, Crops, Shape, as_crops, rectified
from vision.pixels.decode import decode_photo
from vision.pixels.photo import negative_of
from vision.runtime import Model, load_model


def row(count: int, width: float = 40) -> Array:
    return np.stack([upright(10 + 50 * place, 20, width, 1.35 * width) for place in range(count)])


@pytest.fixture
def picture() -> Pixels:
    return np.random.default_rng(3).integers(0, 256, (120, 600, 3), dtype=np.uint8)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What models were shown since: name, and number of crops."""
    looks: list[tuple[str, int]] = []
    run = Model.run

    def noted(model: Model, images: Pixels) -> list[Array]:
        looks.append((model.name, len(images)))
        return run(model, images)

    monkeypatch.setattr(Model, "run", noted)
    return looks


@pytest.mark.parametrize("shape", [CROP, (120, 96)])
@pytest.mark.parametrize("finer", [1, 2, 5])
def test_rectified_shows_the_face_with_its_margin(finer: int, shape: Shape) -> None:
    """A white face on black fills all of the crop but the margin, at any resolution of the photo."""
    width, height = 50 * finer, 66 * finer
    image = np.zeros((140 * finer, 120 * finer, 3), np.uint8)
    quad = upright(30 * finer, 40 * finer, width, height)
    image[40 * finer : 40 * finer + height, 30 * finer : 30 * finer + width] = 255
    crop = rectified(image, quad, shape)
    assert crop.shape == (*shape, 3)
    assert crop.mean() / 255 == pytest.approx(1 / (1 + 2 * MARGIN) ** 2, abs=0.04)
    assert crop[shape[0] // 2, shape[1] // 2].tolist() == [255, 255, 255]
    assert crop[1, 1].tolist() == [0, 0, 0]


@pytest.mark.parametrize("at", [0, 20_000, LONGEST - 20, LONGEST + 140])
@pytest.mark.parametrize("turned", [False, True])
def test_a_picture_may_be_longer_than_opencv_cuts_anything_out_of(
    monkeypatch: pytest.MonkeyPatch, at: int, *, turned: bool
) -> None:
    """Whose versions before 5 refuse it."""
    image = np.zeros((60, LONGEST + 200, 3), np.uint8)
    beside = slice(max(at - 100, 0), at + 150)
    image[:, beside] = np.random.default_rng(5).integers(0, 256, image[:, beside].shape, dtype=np.uint8)
    quad, there = upright(at, 8, 40, 50), upright(at - beside.start, 8, 40, 50)
    piece, warp = image[:, beside], cv2.warpPerspective
    if turned:
        image, piece = image.swapaxes(0, 1), piece.swapaxes(0, 1)
        quad, there = quad[:, ::-1].copy(), there[:, ::-1].copy()
    expected = rectified(np.ascontiguousarray(piece), there)

    def refusing(picture: Pixels, *given: Any, **named: Any) -> Any:
        assert max(picture.shape) <= LONGEST
        return warp(picture, *given, **named)

    monkeypatch.setattr(cv2, "warpPerspective", refusing)
    crop = rectified(np.ascontiguousarray(image), quad)
    np.testing.assert_allclose(crop.astype(int), expected, atol=1)


@pytest.mark.parametrize("finer", [1, 3])
def test_colours_are_those_of_the_middle(finer: int) -> None:
    """Ink on less than half of it is not the colour, nor is what lies around; beyond the edge it goes on."""
    image = np.full((140 * finer, 120 * finer, 3), (10, 90, 20), np.uint8)
    tile = upright(30 * finer, 40 * finer, 50 * finer, 66 * finer)
    image[40 * finer : 106 * finer, 30 * finer : 80 * finer] = (200, 210, 220)
    image[60 * finer : 72 * finer, 40 * finer : 60 * finer] = 0
    crops = Crops(image)
    crops.look(tile[None])
    colours = crops.colours(np.stack([tile, tile - np.float32(100 * finer)]))
    assert colours.tolist() == [[200, 210, 220], [10, 90, 20]]
    assert crops.colours(np.zeros((0, 4, 2), np.float32)).shape == (0, 3)


def test_crops_are_as_cut_whenever_they_are_asked_for(picture: Pixels) -> None:
    crops, quads = Crops(picture), row(4)
    crops.look(quads)
    np.testing.assert_array_equal(crops.at(quads[1:3]), [rectified(picture, quad) for quad in quads[1:3]])
    np.testing.assert_array_equal(crops.at(quads[::-1]), [rectified(picture, quad) for quad in quads[::-1]])
    assert crops.at(quads[:0]).shape == (0, *CROP, 3)


@pytest.mark.parametrize(
    ("name", "shape"), [("classifier", (80, 64)), ("referee", (120, 96)), ("seasons", (120, 96))]
)
def test_each_network_is_shown_crops_of_its_own_shape(picture: Pixels, name: str, shape: Shape) -> None:
    model, crops, quads = load_model(name, 1), Crops(picture), row(2)
    assert model.crop_shape == shape
    crops.look(quads)
    (answer, *_), (alone, *_) = crops.said_by(model, quads), model.run(crops.at(quads, shape))
    assert crops.at(quads, shape).shape == (2, *shape, 3)
    np.testing.assert_allclose(answer, alone, rtol=1e-4, atol=1e-4)


def test_a_network_is_shown_each_tile_once(picture: Pixels, shown: list[tuple[str, int]]) -> None:
    classifier, referee = load_model("classifier", 1), load_model("referee", 1)
    crops, quads = Crops(picture), row(5)
    crops.look(quads)
    first = crops.said_by(classifier, quads[:3])
    crops.look(quads)
    both = crops.said_by(classifier, quads)
    (other,) = crops.said_by(referee, quads[1:])
    assert shown == [("classifier", 3), ("classifier", 2), ("referee", 4)]
    for outputs, again, alone in zip(first, both, classifier.run(crops.at(quads)), strict=True):
        np.testing.assert_array_equal(again[:3], outputs)
        np.testing.assert_allclose(again, alone, rtol=1e-4, atol=1e-4)
    (alone,) = referee.run(crops.at(quads[1:], referee.crop_shape))
    np.testing.assert_allclose(other, alone, rtol=1e-4, atol=1e-4)


def test_one_tile_lying_another_way_is_another_crop(picture: Pixels, shown: list[tuple[str, int]]) -> None:
    crops, quads = Crops(picture), row(1)
    crops.look(quads)
    for turn in (0, 2):
        crops.said_by(load_model("classifier", 1), np.roll(quads, turn, axis=1))
    assert len(shown) == 2
    assert (crops.at(quads) != crops.at(np.roll(quads, 2, axis=1))).any()


def test_answers_may_be_changed_without_harm(picture: Pixels) -> None:
    crops, quads, referee = Crops(picture), row(2), load_model("referee", 1)
    crops.look(quads)
    (answer,) = crops.said_by(referee, quads)
    before = answer.copy()
    answer += 1.0
    np.testing.assert_array_equal(crops.said_by(referee, quads)[0], before)


def test_each_crop_is_measured_once(picture: Pixels) -> None:
    measured: list[int] = []

    def brightness(crops: Pixels) -> Floats:
        measured.append(len(crops))
        return np.asarray(crops.mean(axis=(1, 2)), np.float64)

    crops, quads = Crops(picture), row(5)
    crops.look(quads)
    first, both = crops.measured(brightness, quads[:3]), crops.measured(brightness, quads[::-1])
    assert measured == [3, 2]
    np.testing.assert_array_equal(both[:1:-1], first)
    np.testing.assert_allclose(both, crops.at(quads[::-1]).mean(axis=(1, 2)))
    np.testing.assert_array_equal(crops.measured(lambda some: brightness(some) / 2, quads[:1]), first[:1] / 2)


def test_networks_are_shown_negatives_as_well_once_that_is_asked_for(picture: Pixels) -> None:
    crops, quads, model = Crops(picture), row(2), load_model("referee", 1)
    crops.look(quads)
    (plain,) = crops.said_by(model, quads)
    crops.show_negatives()
    (said,) = crops.said_by(model, quads)
    negatives = np.stack([negative_of(crop) for crop in crops.at(quads, model.crop_shape)])
    (other,) = model.run(negatives)
    np.testing.assert_allclose(said, (plain + other) / 2, rtol=1e-4, atol=1e-4)
    assert (np.abs(said - plain) > 0.01).any()


def test_once_seen_more_finely_tiles_are_cut_out_and_shown_to_networks_anew() -> None:
    """The photo is decoded at half its size until tiles of a row of so many turn out to be narrow."""
    picture = np.random.default_rng(4).integers(0, 256, (400, 3600, 3), dtype=np.uint8)
    _, data = cv2.imencode(".jpg", cv2.GaussianBlur(picture, (0, 0), 1.5))
    photo = decode_photo(data.tobytes(), "tiles")
    crops, model = Crops(photo), load_model("referee", 1)
    large, small = row(20, width=110), row(20, width=30)
    crops.look(large)
    coarse, (before,) = crops.at(large[:1]), crops.said_by(model, large[:1])
    assert photo.view(0).scale == pytest.approx(0.5)
    crops.look(small)
    assert photo.view(0).scale == 1.0
    assert (crops.at(large[:1]) != coarse).any()
    assert (crops.said_by(model, large[:1])[0] != before).any()


def test_crops_stay_themselves(picture: Pixels) -> None:
    crops = Crops(picture)
    assert as_crops(crops) is crops
    fresh = as_crops(picture)
    fresh.look(row(1))
    assert fresh.at(row(1)).shape == (1, *CROP, 3)
