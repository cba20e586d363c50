"""Readers in processes of their own."""

import os
from functools import partial
from itertools import count

import cv2
import numpy as np
import pytest

from models.judging import read_scene, try_read
from models.readers import AHEAD, Readers
from models.unseen import rendered, rendered_one
from vision.read import Reader


def nothing_read(reader: Reader, level: int) -> tuple[int, int, int]:
    """A picture of one level of grey, in which there is no hand: that level, and what the process is."""
    if level > 250:
        raise ValueError(f"{level} is too bright")
    assert try_read(reader, np.full((96, 128, 3), level, np.uint8)) is None
    return level, os.getpid(), cv2.getNumThreads()


def test_each_item_is_read_by_one_of_the_processes_with_one_thread_and_in_order() -> None:
    with Readers(2) as readers:
        levels, processes, threads = zip(*readers.each(nothing_read, range(0, 240, 40)), strict=True)
        assert levels == (0, 40, 80, 120, 160, 200)
        assert os.getpid() not in processes
        assert len(set(processes)) <= 2
        assert set(threads) == {1}
        with pytest.raises(ValueError, match="255 is too bright"):
            list(readers.each(nothing_read, (10, 255, 20)))


def test_items_are_drawn_only_as_they_are_needed() -> None:
    """A thousand pictures would not fit into memory."""
    drawn = count()
    with Readers(1) as readers:
        assert next(readers.each(nothing_read, (0 for _ in drawn)))[0] == 0
    assert 1 <= next(drawn) <= AHEAD + 2


def test_tables_are_read_there_as_they_are_here() -> None:
    reader = Reader(threads=2)
    here = [read_scene(reader, scene) for scene in rendered(3, "hand")]
    with Readers(1) as readers:
        there = list(readers.scenes(read_scene, partial(rendered_one, kind="hand"), 3))
    assert len(here) == len(there) > 0
    for (scene, reading), (same_scene, same_reading) in zip(here, there, strict=True):
        assert (scene.image == same_scene.image).all()
        assert reading is not None
        assert same_reading is not None
        assert str(same_reading.hand) == str(reading.hand)
