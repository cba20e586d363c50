"""Clip art on the Seasons: what becomes of a picture, and of faces where there is none."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from datasets.faces import clips
from datasets.faces.canvas import Image, Pen
from datasets.faces.clips import Manner
from datasets.faces.flora import Paints
from datasets.faces.themes import picture

SUN = """<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
<rect x="2" y="2" width="36" height="36" fill="#ffffff"/>
<circle cx="20" cy="20" r="12" fill="#e01010"/></svg>"""
PAINTS = Paints(bloom=(255, 0, 0), leaf=(0, 255, 0), stem=(40, 40, 40), accent=(0, 255, 255))


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty collection of clip art in place of the machine's."""
    monkeypatch.setattr(clips, "_FOLDER", tmp_path)
    clips._files.cache_clear()
    yield tmp_path
    clips._files.cache_clear()


def add(collection: Path, name: str, svg: str = SUN) -> None:
    file = collection / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(svg, encoding="utf-8")


def drawn(theme: str, seed: int, paints: Paints = PAINTS) -> Image:
    pen = Pen.fresh(60, 80)
    picture(theme, 1, seed)(pen.at(0.375, 0.5, 0.8), np.random.default_rng(0), paints)
    return pen.finished()


def inks(manner: Manner, monkeypatch: pytest.MonkeyPatch) -> Image:
    """The colours (n, 3) of whole pixels that the sun leaves in this manner."""
    monkeypatch.setattr(clips, "_MANNERS", {manner: 1.0})
    monkeypatch.setattr(clips, "_SHARES", {"plants": 1.0})
    face = drawn("clips", 3)
    return np.asarray(face[face[..., 3] > 250][:, :3], np.uint8)


@pytest.mark.parametrize(
    ("manner", "red", "white", "painted"),
    [
        pytest.param("printed", True, True, False, id="in its own colours"),
        pytest.param("painted", False, False, True, id="the red disc in the set's paint, the white left out"),
        pytest.param("shadow", False, False, False, id="all in one dark paint"),
        pytest.param("engraved", False, False, False, id="the edges as dark lines"),
    ],
)
def test_manners(
    collection: Path,
    monkeypatch: pytest.MonkeyPatch,
    manner: Manner,
    red: bool,
    white: bool,
    painted: bool,
) -> None:
    add(collection, "plants/sun.svg")
    colours = inks(manner, monkeypatch).astype(int)
    assert len(colours) > 40

    def has(*bgr: int) -> bool:
        return bool((np.abs(colours - bgr).max(axis=1) < 30).any())

    assert (has(16, 16, 224), has(255, 255, 255), has(255, 0, 0)) == (red, white, painted)


def test_broken_and_empty_files_are_passed_over(collection: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        add(collection, f"plants/{name}.svg", "<svg")
        add(
            collection,
            f"plants/{name}{name}.svg",
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        )
    monkeypatch.setattr(clips, "_SHARES", {"plants": 1.0})
    assert not drawn("clips", 1).any()


def test_lines_may_have_the_paints_of_what_they_surround(collection: Path) -> None:
    add(collection, "plants/sun.svg")
    sun = clips._raster(collection / "plants/sun.svg")
    assert sun is not None
    for seed in range(4):
        layers = clips._engraved(sun, PAINTS, np.random.default_rng(seed))
        line = np.max([mask for mask, _ in layers], axis=0) > 128
        assert 0.03 < line.mean() < 0.4
        around_the_disc = {ink: (mask > 128).sum() for mask, ink in layers}
        assert len(layers) == 1 or around_the_disc[PAINTS.bloom] > 200


def test_birds_are_left_to_one_bamboo_and_signs_to_the_road(collection: Path) -> None:
    for name in ("animals/cat.svg", "animals/birds/owl.svg", "transportation/roadsigns/stop.svg"):
        add(collection, name)
    assert [file.name for file in clips._files("animals")] == ["cat.svg"]
    assert [file.name for file in clips._files("animals/birds")] == ["owl.svg"]
    assert not clips._files("transportation")


def test_without_a_collection_gardens_are_drawn(collection: Path) -> None:
    assert not clips.has_clips()
    assert not list(collection.iterdir())
    assert (drawn("clips", 5) == drawn("garden", 5)).all()


def test_the_four_pictures_of_a_series_come_from_the_seed(
    collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(8):
        colour = f"#{number * 30:02x}1090"
        add(collection, f"plants/{number}.svg", SUN.replace("#e01010", colour))
    monkeypatch.setattr(clips, "_MANNERS", {"printed": 1.0})
    monkeypatch.setattr(clips, "_SHARES", {"plants": 1.0})
    assert (drawn("clips", 8) == drawn("clips", 8)).all()
    assert len({drawn("clips", seed).tobytes() for seed in range(12)}) > 3
