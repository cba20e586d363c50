"""The page's own faces: all there, as drawn by the code here, small, self-contained and tellable apart."""

import io
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from cairosvg import svg2png
from PIL import Image

from datasets.drawn import __main__ as command
from datasets.drawn import draw, face_id, sprite
from scoring.tiles import FACE_DOWN, SHOWN, TILES, Tile

FACES = (*TILES, FACE_DOWN)
PAINTED = {"svg", "g", "path", "rect", "circle", "ellipse"}


def raster(tile: Tile, width: int) -> np.ndarray:
    """The face as the page shows it, (height, width) float64 of lightness alone, on white."""
    picture = Image.open(io.BytesIO(svg2png(draw(tile).encode(), output_width=width))).convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    return np.asarray(Image.alpha_composite(white, picture).convert("L"), np.float64)


def test_the_file_is_what_is_drawn() -> None:
    assert command.FILE.read_text("utf-8") == sprite()


def test_drawing_anew_writes_every_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "faces.svg"
    monkeypatch.setattr("sys.argv", ["drawn"])
    monkeypatch.setattr(command, "FILE", file)
    command.main()
    symbols = list(ElementTree.fromstring(file.read_text("utf-8")))
    assert [symbol.attrib["id"] for symbol in symbols] == [face_id(tile) for tile in SHOWN]
    assert set(SHOWN) == set(FACES)
    for tile, symbol in zip(SHOWN, symbols, strict=True):
        alone = ElementTree.fromstring(draw(tile).replace(' xmlns="http://www.w3.org/2000/svg"', ""))
        assert symbol.attrib["viewBox"] == alone.attrib["viewBox"]
        assert list(map(ElementTree.tostring, symbol)) == list(map(ElementTree.tostring, alone))


@pytest.mark.parametrize("tile", FACES, ids=str)
def test_a_face_is_a_small_picture_that_needs_nothing_else(tile: Tile) -> None:
    markup = draw(tile)
    assert len(markup) < 8_000
    elements = list(ElementTree.fromstring(markup).iter())
    assert {element.tag.rpartition("}")[2] for element in elements} <= PAINTED
    assert not [name for element in elements for name in element.attrib if name in ("id", "style", "href")]


def test_faces_differ_without_colour_at_the_smallest_size() -> None:
    """What a colour-blind player has: every two faces differ in lightness, 28 pixels wide."""
    seen = {tile: raster(tile, 28) for tile in FACES}
    alike = min(combinations(FACES, 2), key=lambda pair: float(np.abs(seen[pair[0]] - seen[pair[1]]).mean()))
    assert float(np.abs(seen[alike[0]] - seen[alike[1]]).mean()) > 4, f"{alike[0]} and {alike[1]} look alike"


def test_the_sheet_shows_every_face_on_light_and_on_dark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "sheet.png"
    monkeypatch.setattr("sys.argv", ["drawn", "sheet", str(out)])
    command.main()
    with Image.open(out) as sheet:
        pixels = np.asarray(sheet.convert("L"))
    light, dark = np.split(pixels, 2)
    assert (light[0, 0], dark[0, 0] < 40) == (255, True)
    covered = light != light[0, 0]
    assert np.mean(covered == (dark != dark[0, 0])) > 0.99
    assert covered.mean() > 0.5
