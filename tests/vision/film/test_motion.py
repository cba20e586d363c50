"""How the view moves: known motions of a drawn picture are found again; trembling is holding still."""

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Pixels
from vision.film.motion import Motion, MotionFinder, Stillness

SIZE = (640, 360)
POINTS = np.array([[100.0, 80.0], [500.0, 90.0], [320.0, 300.0]])


def table(seed: int = 0) -> Pixels:
    """Blobs of all sizes, as textured as a table with tiles."""
    noise = np.random.default_rng(seed).uniform(0, 255, (SIZE[1] // 8, SIZE[0] // 8, 3)).astype(np.float32)
    return np.asarray(cv2.resize(noise, SIZE, interpolation=cv2.INTER_CUBIC).clip(0, 255), np.uint8)


def moved(picture: Pixels, shift: tuple[float, float], degrees: float = 0.0, scale: float = 1.0) -> Pixels:
    return np.asarray(cv2.warpAffine(picture, view(shift, degrees, scale), SIZE), np.uint8)


def view(shift: tuple[float, float], degrees: float, scale: float) -> Floats:
    matrix = np.asarray(cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, scale), np.float64)
    matrix[:, 2] += np.array(shift)
    return matrix


@pytest.mark.parametrize(
    ("shift", "degrees", "scale"),
    [((0, 0), 0, 1), ((14, -9), 0, 1), ((40, 22), 0, 1), ((3, 5), 4, 1), ((-6, 2), -2, 1.05)],
    ids=["still", "a little", "far", "turned", "nearer"],
)
def test_a_known_motion_is_found(shift: tuple[float, float], degrees: float, scale: float) -> None:
    finder = MotionFinder()
    assert finder.follow(table()) is None
    motion = finder.follow(moved(table(), shift, degrees, scale))
    assert motion is not None
    matrix = view(shift, degrees, scale)
    expected = POINTS @ matrix[:, :2].T + matrix[:, 2]
    assert np.abs(motion.moved(POINTS) - expected).max() < 1.0


def test_motions_follow_each_other() -> None:
    finder, motion = MotionFinder(), Motion.none()
    finder.follow(table())
    for step in range(1, 5):
        onward = finder.follow(moved(table(), (6.0 * step, -3.0 * step)))
        assert onward is not None
        motion = motion.then(onward)
    assert np.abs(motion.moved(POINTS) - POINTS - [24, -12]).max() < 1.5


@pytest.mark.parametrize(
    "other",
    [table(seed=1), np.zeros((SIZE[1], SIZE[0], 3), np.uint8), table()[:200], table()[::2, ::2].copy()],
    ids=["elsewhere", "dark", "other size", "the same, smaller"],
)
def test_two_pictures_of_different_things_are_no_motion(other: Pixels) -> None:
    finder = MotionFinder()
    finder.follow(table())
    assert finder.follow(other) is None


@pytest.mark.parametrize(("width", "known"), [(200, False), (400, True)])
def test_a_motion_is_known_where_enough_of_the_picture_shares_it(width: int, known: bool) -> None:
    """To the left of `width` everything stays, to the right all is another place."""
    finder, later = MotionFinder(), table(seed=1)
    finder.follow(table())
    later[:, :width] = table()[:, :width]
    assert (finder.follow(later) is not None) == known


def shifted(x: float) -> Motion:
    matrix = np.eye(3)
    matrix[0, 2] = x
    return Motion(matrix)


def test_trembling_is_holding_still() -> None:
    still = Stillness()
    times = [still.note(shifted(4.0 * (-1) ** step), step / 10, POINTS, 20.0) for step in range(11)]
    assert times == pytest.approx([step / 10 for step in range(11)])


def test_a_slow_drift_is_a_new_place_now_and_then() -> None:
    still = Stillness()
    times = [still.note(shifted(6.0), step / 10, POINTS, 20.0) for step in range(9)]
    assert times == pytest.approx([0, 0.1, 0.2, 0.3, 0, 0.1, 0.2, 0.3, 0])


def test_not_knowing_the_motion_starts_anew() -> None:
    still = Stillness()
    assert [still.note(motion, at, POINTS, 20.0) for at, motion in enumerate((None, shifted(0), None))] == [
        0,
        1,
        0,
    ]
