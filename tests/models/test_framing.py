"""Photos cut through the outermost tile of the hand, and what is counted of them."""

from typing import cast

import numpy as np
import pytest

from models.framing import cuts, framing_rows, glared, measure
from models.matching import TrueHand, box_of, moved, rectangle
from models.robustness import Example
from scoring.tiles import Tile
from tests.models.alone import alone
from tests.vision.tables import upright
from vision.errors import PhotoError
from vision.pixels.photo import Photo
from vision.reading import CUT_OFF, Corners, Reading, ReadTile, Row

ROW = [(upright(20 + 30 * place, 50, 30, 40), Tile.parse(f"{place + 1}c")) for place in range(3)]


def example() -> Example:
    """Three tiles in a row; wherever the first is seen there is something white."""
    image = np.zeros((140, 130, 3), np.uint8)
    image[50:90, 20:50] = 255
    return Example(image, TrueHand([(tile, box_of(quad)) for quad, tile in ROW]))


def test_a_photo_is_cut_at_both_ends_of_a_row() -> None:
    shown = example()
    (left, from_left), (right, from_right) = cuts(shown, 0.2)
    assert left.shape == (140, 130 - 44, 3)
    assert right.shape == (140, 86, 3)
    assert moved(rectangle(44, 50), from_left)[2].tolist() == [0, 50]
    assert (from_right == np.eye(3)).all()


def test_no_photo_is_cut_through_several_tiles() -> None:
    """The upper and lower edge would cut all three, and so would the left and right one of a column."""
    shown = example()
    assert len(list(cuts(shown, 0.4))) == 2
    turned = TrueHand([(tile, (box[1], box[0], box[3], box[2])) for tile, box in shown.hand.tiles])
    (upper, _), (lower, _) = cuts(Example(np.zeros((130, 140, 3), np.uint8), turned), 0.4)
    assert upper.shape[1] == lower.shape[1] == 140


class _Blind:
    """Reads what of the row is in the photo for more than half, and says that it is cut off, or does not."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems

    def read(self, photo: Photo, *, everything: bool = False) -> Reading:
        assert not everything
        width, height = photo.size
        start = 0 if width == 130 or photo.pixels[60, :10].max() == 0 else 130 - width
        tiles = []
        for quad, tile in ROW:
            corners = quad - [start, 0]
            if 0 <= corners.mean(axis=0)[0] < width:
                four = cast(Corners, tuple((float(x), float(y)) for x, y in corners))
                tiles.append(ReadTile(tile, 1.0, True, (), four))
        if not tiles:
            raise PhotoError("no-tiles", "nothing")
        problems = self.problems if width < 130 else ()
        return Reading("photo", (width, height), 0, (Row("concealed", (tuple(tiles),)),), problems)


@pytest.mark.parametrize(("problems", "quiet", "said"), [((), 2, 0), ((CUT_OFF,), 0, 2)])
def test_hands_that_are_read_short_are_counted(problems: tuple[str, ...], quiet: int, said: int) -> None:
    figures = measure(alone(_Blind(problems)), [example()])
    assert figures["whole"] == {"photos": 1, "another_hand": 0, "quiet": 0, "said_to_lack_a_tile": 0}
    assert figures["cut"]["0.25"] == {
        "photos": 2,
        "another_hand": 2,
        "quiet": quiet,
        "said_to_lack_a_tile": said,
    }
    assert figures["glare"]["photos"] == 1
    rows = {words: counts for words, *counts in framing_rows(figures)}
    cut = rows["cut through the outermost tile of the hand, 25.0% of it left"]
    assert cut == ["2", "2", str(quiet), str(said)]


def test_a_lamp_is_mirrored_in_a_tile_of_the_hand() -> None:
    shown = example()
    for seed in range(4):
        white = glared(shown, np.random.default_rng(seed)) == 255
        added = white.all(axis=2) & (shown.image < 255).all(axis=2)
        covered = [white[60:80, left + 8 : left + 22].mean() for left in (20, 50, 80)]
        assert max(covered) > 0.95
        assert added.mean() < 0.2
