"""The tile detector: where it looks, and the shipped weights on rendered tables."""

from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image

from datasets.scene import sample_scene
from tests.vision.corners.test_peaks import at, tile
from vision.corners import detect
from vision.corners.detect import Detection, TileDetector, corners_of, elsewhere
from vision.corners.quads import short_sides
from vision.pixels.decode import decode_photo
from vision.pixels.photo import as_photo


@pytest.fixture(scope="module")
def detector() -> TileDetector:
    return TileDetector(threads=2)


@pytest.mark.parametrize("both_ways_up", [False, True])
@pytest.mark.parametrize("quarter_turns", range(4))
def test_finds_the_tiles_of_a_rendered_hand_any_way_round(
    detector: TileDetector, quarter_turns: int, both_ways_up: bool
) -> None:
    scene = sample_scene(np.random.default_rng(31), (960, 720), "hand", style_seed=31, real=False)
    image = np.ascontiguousarray(np.rot90(scene.image, quarter_turns))
    found = corners_of(detector.detect(image, both_ways_up=both_ways_up)).mean(axis=1)
    seen = 0
    mine = [tile for tile in scene.tiles if tile.role != "other" and tile.visible > 0.8]
    for item in mine:
        x, y = item.corners.mean(axis=0)
        height, width = scene.image.shape[:2]
        for _ in range(quarter_turns):
            x, y, width, height = y, width - x, height, width
        reach = float(short_sides(item.corners[None])[0]) / 3
        seen += bool(len(found) and np.linalg.norm(found - [x, y], axis=1).min() < reach)
    assert seen >= 0.9 * len(mine)


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 900, 3), (32, 32, 3), (700, 2, 3)])
def test_pictures_of_any_shape_are_looked_at(detector: TileDetector, shape: tuple[int, int, int]) -> None:
    assert detector.detect(np.full(shape, 128, np.uint8)) == []


@pytest.mark.parametrize("size", [(40_000, 3), (3, 40_000)])
def test_a_photo_as_thin_as_a_thread_is_looked_at(detector: TileDetector, size: tuple[int, int]) -> None:
    """Decoded at an eighth of its size, less than a pixel of it is left."""
    file = BytesIO()
    Image.new("RGB", size, "white").save(file, "JPEG")
    assert detector.detect(decode_photo(file.getvalue(), "thin.jpg")) == []


def test_a_smaller_look_adds_what_the_first_did_not_see() -> None:
    first = [
        Detection(at(100 * number, 0, tile(50, 70, 0.0)), score)
        for number, score in enumerate((0.9, 0.5, 0.2))
    ]
    more = [
        Detection(at(100 * number + 104, 3, tile(48, 66, 0.0)), score)
        for number, score in enumerate((0.95, 0.9, 0.6, 0.3))
    ]
    added = elsewhere(first, more)
    assert [detection.score for detection in added] == [0.6, 0.3]
    assert corners_of(added).mean(axis=1)[:, 0] == pytest.approx([304, 404], abs=1e-3)


@pytest.mark.parametrize("seed", [33, 35, 36])
def test_tiles_that_fill_the_picture_are_found(detector: TileDetector, seed: int) -> None:
    """Nearer than any in training: of the photo only a few tiles."""
    scene = sample_scene(np.random.default_rng(seed), (960, 720), "hand", style_seed=seed, real=False)
    mine = np.array([tile.corners for tile in scene.tiles if tile.role != "other" and tile.visible > 0.8])
    left, top = mine.mean(axis=1)[len(mine) // 2].astype(int) - [220, 150]
    part = np.ascontiguousarray(scene.image[max(top, 0) : top + 300, max(left, 0) : left + 440])
    corner = np.array([max(left, 0), max(top, 0)])
    height, width = part.shape[:2]
    size = np.array([width, height])
    inside = ((mine > corner + 6) & (mine < corner + size - 6)).all(axis=(1, 2))
    near = cv2.resize(part, (width * 5, height * 5), interpolation=cv2.INTER_CUBIC)
    detections = detector.detect(np.asarray(near, np.uint8))
    found = corners_of(detections).mean(axis=1) / 5 + corner
    seen = [np.linalg.norm(found - centre, axis=1).min() < 8 for centre in mine[inside].mean(axis=1)]
    assert inside.sum() >= 5
    assert all(seen)
    scores = [detection.score for detection in detections]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("first", "size", "second"),
    [
        pytest.param(1.0, (600, 400), 2.0, id="a small picture is magnified"),
        pytest.param(0.5, (1280, 960), 1.0, id="one that was reduced is seen as it is"),
    ],
)
def test_tiles_are_magnified_no_more_than_shows_something(
    first: float, size: tuple[int, int], second: float
) -> None:
    tiny = np.stack([at(100 + 6 * number, 100, tile(5, 7, 0.0)) for number in range(14)])
    _, scale = detect._second_look(tiny, first, size)
    assert scale == second


def test_looks_closer_at_tiles_that_are_small_in_the_photo(detector: TileDetector) -> None:
    scene = sample_scene(np.random.default_rng(31), (960, 720), "hand", style_seed=31, real=False)
    beside = 900
    wide = np.pad(scene.image, ((beside, beside), (beside, beside), (0, 0)), mode="edge")
    mine = np.array([tile.corners for tile in scene.tiles if tile.role != "other" and tile.visible > 0.8])
    mine = np.asarray(mine + beside, np.float32)
    found = corners_of(detector.look_closer(as_photo(wide), mine[:8])).mean(axis=1)
    near = [np.linalg.norm(found - centre, axis=1).min() < 8 for centre in mine.mean(axis=1)]
    assert sum(near) >= 0.8 * len(mine)
