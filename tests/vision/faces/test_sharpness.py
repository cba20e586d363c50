"""Sharpness of faces drawn with sharp strokes."""

import cv2
import numpy as np
import pytest

from vision.arrays import Pixels
from vision.faces.sharpness import sharpness

COUNT = 5


def faces(ground: int = 230, ink: int = 40) -> Pixels:
    """Crops (5, 80, 64, 3) with strokes in all directions."""
    rng = np.random.default_rng(1)
    drawn = np.full((COUNT, 80, 64, 3), ground, np.uint8)
    for face in drawn:
        for x, y, dx, dy in rng.integers((10, 14, -20, -20), (54, 66, 21, 21), (9, 4)).tolist():
            cv2.line(face, (x, y), (x + dx, y + dy), (ink, ink, ink), 2, cv2.LINE_AA)
    return drawn


def filtered(crops: Pixels, kernel: list[list[float]]) -> Pixels:
    weights = np.array(kernel)
    smeared = [
        cv2.filter2D(crop, -1, weights / weights.sum(), borderType=cv2.BORDER_REPLICATE) for crop in crops
    ]
    return np.array(smeared, np.uint8)


def test_faces_out_of_focus_are_the_less_sharp_the_more_they_are() -> None:
    blurred = [np.array([cv2.GaussianBlur(crop, (0, 0), s) for crop in faces()], np.uint8) for s in (1, 2, 4)]
    sharp, *others = map(sharpness, (faces(), *blurred))
    assert sharp > 0.15
    assert others == sorted(others, reverse=True)
    assert others[1] < 0.4 * sharp


@pytest.mark.parametrize(
    "smear",
    [[[1.0] * 9], [[1.0]] * 9, np.eye(9).tolist(), np.fliplr(np.eye(9)).tolist()],
    ids=["across", "down", "falling", "rising"],
)
def test_faces_smeared_in_any_direction_are_not_sharp(smear: list[list[float]]) -> None:
    assert sharpness(filtered(faces(), smear)) < 0.4 * sharpness(faces())


@pytest.mark.parametrize(("ground", "ink"), [(120, 25), (40, 230)])
def test_neither_the_light_nor_a_dark_ground_changes_it_much(ground: int, ink: int) -> None:
    assert sharpness(faces(ground, ink)) == pytest.approx(sharpness(faces()), rel=0.1)


def test_it_is_that_of_most_faces() -> None:
    some = faces()
    some[:2] = cv2.GaussianBlur(some[0], (0, 0), 4)
    assert sharpness(some) > 0.7 * sharpness(faces())
