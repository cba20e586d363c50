"""Tiles followed over frames: who is who, what many looks say together, what comes and goes."""

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN
from vision.arrays import Array
from vision.corners.detect import Detection
from vision.film.motion import Motion
from vision.film.tracks import GONE, LOOKS_KEPT, SETTLE, Look, Track, Tracker, pooled
from vision.probabilities import CLASSES


def tile_at(x: float, y: float = 100.0, score: float = 0.9, first: int = 0) -> Detection:
    """A tile 40 × 56 pixels large with its centre there, its corners begun with any."""
    quad = np.array([[-20, -28], [20, -28], [20, 28], [-20, 28]], np.float32) + np.array([x, y], np.float32)
    return Detection(np.roll(quad, -first, axis=0), score)


def probs_of(face: int, probability: float) -> Array:
    row = np.full(len(CLASSES), (1 - probability) / (len(CLASSES) - 1), np.float32)
    row[face] = probability
    return row


def centres(tracker: Tracker) -> list[float]:
    return sorted(float(track.corners[:, 0].mean()) for track in tracker.tracks)


def test_tiles_side_by_side_keep_their_tracks() -> None:
    tracker = Tracker()
    tracker.update([tile_at(100), tile_at(140), tile_at(180)])
    before = list(tracker.tracks)
    tracker.update([tile_at(186), tile_at(105), tile_at(147)])
    assert tracker.tracks == before
    assert [track.missed for track in tracker.tracks] == [0, 0, 0]


def test_tracks_go_along_with_the_view() -> None:
    tracker, far = Tracker(), np.eye(3)
    far[:2, 2] = 300, -40
    tracker.update([tile_at(100), tile_at(140)])
    before = list(tracker.tracks)
    tracker.move(Motion(far), (640, 480))
    tracker.update([tile_at(401, 61), tile_at(441, 61)])
    assert tracker.tracks == before
    tracker.move(None, (640, 480))
    assert tracker.tracks == []


def test_tiles_that_leave_the_frame_have_gone() -> None:
    tracker, aside = Tracker(), np.eye(3)
    aside[0, 2] = -120
    tracker.update([tile_at(100), tile_at(140), tile_at(180)])
    tracker.move(Motion(aside), (640, 480))
    assert centres(tracker) == pytest.approx([20, 60])


def test_corners_stay_in_step_and_are_averaged() -> None:
    tracker = Tracker()
    for first, x in enumerate((99.0, 101.0, 99.0, 101.0)):
        tracker.update([tile_at(x, first=first)])
    (track,) = tracker.tracks
    assert track.corners == pytest.approx(tile_at(100).corners, abs=0.01)


def test_corners_follow_the_last_frames_and_after_a_move_the_last_but_one() -> None:
    tracker = Tracker()
    for _ in range(3 * SETTLE):
        tracker.update([tile_at(100)])
    tracker.update([tile_at(106)])
    assert centres(tracker) == pytest.approx([100 + 6 / SETTLE])
    tracker.start_anew()
    tracker.update([tile_at(107)])
    assert centres(tracker) == pytest.approx([(100 + 6 / SETTLE + 107) / 2])


def test_a_tile_that_is_not_found_any_more_goes() -> None:
    tracker = Tracker()
    tracker.update([tile_at(100), tile_at(140)])
    for _ in range(GONE):
        assert len(tracker.tracks) == 2
        tracker.update([tile_at(100)])
    assert centres(tracker) == pytest.approx([100])


def test_tiles_where_nobody_looked_are_left_as_they_are() -> None:
    tracker = Tracker()
    tracker.update([tile_at(100), tile_at(300)])
    for _ in range(GONE + 1):
        tracker.update([tile_at(100)], (50, 50, 200, 200))
    assert centres(tracker) == pytest.approx([100, 300])
    assert [track.missed for track in tracker.tracks] == [0, 0]
    for _ in range(GONE):
        tracker.update([tile_at(100)], (250, 50, 400, 200))
    assert centres(tracker) == pytest.approx([100])


def test_what_comes_and_goes_is_not_there() -> None:
    tracker = Tracker()
    for frame in range(9):
        tracker.update([tile_at(100), *([tile_at(300, score=0.4)] if frame % 3 == 0 else [])])
    sure, flicker = tracker.tracks
    assert sure.is_there
    assert not flicker.is_there
    assert sure.presence == pytest.approx(0.9)
    assert flicker.presence < 0.3


def test_a_tile_is_there_once_it_was_seen_a_few_times() -> None:
    tracker = Tracker()
    seen = []
    for _ in range(3):
        tracker.update([tile_at(100)])
        seen.append(tracker.tracks[0].is_there)
    assert seen == [False, False, True]


def test_looks_alike_say_no_more_than_one() -> None:
    look = probs_of(7, 0.8)
    assert pooled([look] * 5) == pytest.approx(look, abs=1e-4)


def test_clear_looks_outweigh_a_blurred_one() -> None:
    together = pooled([probs_of(7, 0.97), probs_of(7, 0.95), probs_of(3, 0.6)])
    assert int(together.argmax()) == 7
    assert together[7] > 2 * together[3]


def test_without_a_look_everything_is_possible() -> None:
    assert pooled([]) == pytest.approx(np.full(len(CLASSES), 1 / len(CLASSES)))
    assert not Track(np.zeros((4, 2))).is_sure


@pytest.mark.parametrize(
    ("face", "confidence", "sure"),
    [(7, 0.97, True), (7, 0.95, False), (FACE_DOWN.index, 0.98, False), (FACE_DOWN.index, 0.995, True)],
)
def test_a_back_takes_more_to_be_sure_than_a_face(face: int, confidence: float, sure: bool) -> None:
    track = Track(np.asarray(tile_at(100).corners, np.float64))
    track.note(probs_of(face, confidence), tile_at(100).corners)
    assert track.is_sure is sure


def test_looks_the_right_way_up_are_heard_alone() -> None:
    track = Track(np.asarray(tile_at(100).corners, np.float64))
    upright, sideways = tile_at(100).corners, np.roll(tile_at(100).corners, -1, axis=0)
    track.note(probs_of(3, 0.9), sideways)
    track.note(probs_of(7, 0.9), upright)
    track.note(probs_of(7, 0.9), upright)
    assert [look.top for look in track.looks] == [1, 0, 0]
    assert int(track.probabilities(0).argmax()) == 7
    assert int(track.probabilities(1).argmax()) == 3
    assert int(track.top_probabilities().argmax()) == 0
    faces, corners = Tracker.faces([track])
    assert int(faces[0].argmax()) == 7
    assert corners[0] == pytest.approx(upright)


def test_it_does_not_matter_with_which_corner_the_first_find_began() -> None:
    """Five looks show the tile upright, one upside down."""
    for first in range(4):
        track = Track(np.roll(np.asarray(tile_at(100).corners, np.float64), first, axis=0))
        for turn in (0, 0, 0, 2, 0, 0):
            track.note(probs_of(7, 0.9), np.roll(tile_at(100).corners, turn, axis=0))
        _, corners = Tracker.faces([track])
        assert corners[0] == pytest.approx(tile_at(100).corners)


def test_a_blurred_look_the_right_way_up_does_not_outweigh_clear_ones() -> None:
    """A three of dots looks the same upside down, and is as often taken to stand that way."""
    upright = tile_at(100).corners
    track = Track(np.asarray(upright, np.float64))
    track.note(probs_of(3, 0.5), upright)
    for _ in range(3):
        track.note(probs_of(7, 0.99), np.roll(upright, -2, axis=0))
    assert int(track.probabilities(0).argmax()) == 7
    assert int(track.probabilities(2).argmax()) == 7


def test_another_tile_in_the_same_place_is_believed_at_the_second_look() -> None:
    track = Track(np.asarray(tile_at(100).corners, np.float64))
    for face in (3, 3, 3, 3, 7):
        track.note(probs_of(face, 0.97), tile_at(100).corners)
    assert int(track.probabilities(0).argmax()) == 3
    track.note(probs_of(7, 0.97), tile_at(100).corners)
    assert int(track.probabilities(0).argmax()) == 7
    assert len(track.looks) == 2, "both looks that show it count"


def test_one_odd_look_at_first_makes_no_other_tile() -> None:
    track = Track(np.asarray(tile_at(100).corners, np.float64))
    for face in (3, 7, 7):
        track.note(probs_of(face, 0.97), tile_at(100).corners)
    assert len(track.looks) == 3


def test_a_view_that_moved_forgets_all_but_the_last_look() -> None:
    tracker = Tracker()
    tracker.update([tile_at(100)])
    tracker.tracks[0].looks.extend(Look(probs_of(face, 0.9), 0) for face in range(LOOKS_KEPT))
    tracker.start_anew()
    assert [int(look.probabilities.argmax()) for look in tracker.tracks[0].looks] == [LOOKS_KEPT - 1]


def test_nothing_at_all() -> None:
    tracker = Tracker()
    tracker.update([])
    probs, corners = Tracker.faces([])
    assert probs.shape == (0, len(CLASSES))
    assert corners.shape == (0, 4, 2)
    assert Tracker.corners([]).shape == (0, 4, 2)
