"""Which scenes are hard."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer

from datasets.photos import DatasetMissingError
from datasets.scene.pack import join_labels, pack
from tests.models import need_torch

need_torch()

from models.classifier_data import scene_patches  # noqa: E402
from models.detector_data import rendered_photos  # noqa: E402
from models.hard_scenes import MISSED, TAKEN, is_hard, main  # noqa: E402

SQUARE = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)


def in_a_row(count: int, y: float = 0.0) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
    places = np.array([[35 * place, y] for place in range(count)], np.float32).reshape(-1, 1, 2)
    return np.asarray(SQUARE + places)


@pytest.mark.parametrize(
    ("missed", "taken", "hard"),
    [
        (0, 0, False),
        (MISSED - 1, TAKEN - 1, False),
        (MISSED, 0, True),
        (0, TAKEN, True),
    ],
)
def test_hard_is_what_is_missed_or_taken_for_a_face(missed: int, taken: int, *, hard: bool) -> None:
    faces = in_a_row(10)
    label = {"tiles": [{"corners": quad.tolist(), "visible": 1.0} for quad in faces]}
    found = np.concatenate([faces[missed:] + np.float32(4), in_a_row(taken, y=500)])
    assert is_hard(label, found) == hard
    assert is_hard(label, found, missed=1) == (hard or missed > 0)


def test_what_is_hidden_need_not_be_found() -> None:
    label = {"tiles": [{"corners": quad.tolist(), "visible": 0.3} for quad in in_a_row(10)]}
    assert not is_hard(label, in_a_row(0))
    assert not is_hard({"tiles": []}, in_a_row(0))


def test_hard_scenes_can_be_trained_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenes, hard = tmp_path / "scenes", tmp_path / "deep" / "hard"
    pack(scenes, range(1), 3, (320, 240), "hand", real=False)
    join_labels(scenes)
    label = json.loads((scenes / "labels.jsonl").read_text(encoding="utf-8"))
    cv2.imwrite(str(scenes / label["file"]), np.zeros((240, 320, 3), np.uint8))  # nothing is to be seen
    main(hard, [scenes])
    assert capsys.readouterr().out == f"1 hard scenes in {hard}\n"
    (photo,) = rendered_photos(hard)
    assert photo.image == (scenes / label["file"]).read_bytes()
    assert len(photo.quads) == len(label["tiles"])


def test_the_labels_of_all_scenes_are_not_written_over(tmp_path: Path) -> None:
    scenes = tmp_path / "scenes"
    scenes.mkdir()
    with pytest.raises(typer.BadParameter, match="labels of all its scenes"):
        main(tmp_path / "." / "scenes", [scenes])


@pytest.mark.parametrize(
    "look",
    [
        pytest.param(lambda scenes: main(scenes / "hard", [scenes]), id="hard scenes"),
        pytest.param(lambda scenes: scene_patches(scenes, 1, None), id="patches"),
    ],
)
def test_a_picture_that_is_gone_is_missed_by_name(tmp_path: Path, look: Callable[[Path], object]) -> None:
    pack(tmp_path, range(1), 3, (320, 240), "hand", real=False)
    join_labels(tmp_path)
    (tmp_path / "000000.jpg").unlink()
    with pytest.raises(DatasetMissingError, match=r"000000\.jpg is listed .* but cannot be read$"):
        look(tmp_path)
