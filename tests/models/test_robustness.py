"""Disturbances, their tally and plot, lookalikes, and the figures' memory of the models they are about."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import typer

from datasets.scene.lookalikes import LOOKALIKES, lookalike
from models import robustness
from models.disturbances import (
    DISTURBANCES,
    Disturbance,
    blurred,
    compressed,
    dimmed,
    mirrored,
    overexposed,
    rotated,
    scaled,
    shaken,
    tilted,
    warmed,
)
from models.figures import MODELS, StaleFiguresError, load_figures, save_figures
from models.matching import TrueHand, moved
from models.plot import Panel, Point, chart, wilson
from models.robustness import Example, Tally, figures, measure, panels
from scoring.tiles import Tile
from tests.models.alone import alone
from vision.arrays import Pixels
from vision.errors import PhotoError
from vision.pixels.photo import Photo
from vision.reading import Reading, ReadTile, Row

ONE_TILE = TrueHand([(Tile.parse("1c"), (0, 0, 30, 40))])
SVG = "{http://www.w3.org/2000/svg}"


def photo() -> Pixels:
    """A white square left of the middle of a green table."""
    image = np.full((240, 320, 3), (60, 120, 40), np.uint8)
    cv2.rectangle(image, (60, 90), (119, 149), (255, 255, 255), -1)
    return image


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.mark.parametrize("kind", DISTURBANCES, ids=lambda kind: kind.name)
def test_every_disturbance_has_a_strength_that_changes_nothing(kind: Disturbance) -> None:
    assert kind.harmless in kind.strengths
    assert kind.apply(photo(), kind.harmless, rng()) is not None
    np.testing.assert_array_equal(kind.apply(photo(), kind.harmless, rng()), photo())
    for strength in kind.strengths:
        seen = kind.apply(photo(), strength, rng())
        assert seen.dtype == np.uint8
        assert strength == kind.harmless or seen.shape != photo().shape or (seen != photo()).any()


def test_a_stop_halves_the_light() -> None:
    grey = np.full((200, 200, 3), 188, np.uint8)  # sRGB 188 is half of white's light, 137 a quarter
    assert dimmed(grey, 1, rng()).mean() == pytest.approx(137, abs=1)
    noise = [float(dimmed(grey, stops, rng()).std()) for stops in (1, 3)]
    assert noise[1] > 1.1 * noise[0] > 1


def test_a_stop_too_many_doubles_the_light_up_to_white() -> None:
    levels = np.array([[[0, 137, 188], [189, 255, 137]]], np.uint8)
    assert overexposed(levels, 1, rng()) == pytest.approx(np.array([[[0, 188, 255], [255, 255, 188]]]), abs=1)


def test_warm_light_leaves_red_and_takes_of_white_what_it_lacks() -> None:
    white = np.full((1, 1, 3), 255, np.uint8)
    colours = np.array([warmed(white, kelvin, rng())[0, 0] for kelvin in (5000, 3000, 2000)])
    # Blue, green and red by Planck's law and the fits of Wyman et al. (2013) to what the eye sees.
    assert colours == pytest.approx(np.array([[209, 236, 255], [110, 190, 255], [21, 145, 255]]), abs=3)


def test_blur_is_in_pixels_of_a_small_photo() -> None:
    small, large = photo(), np.asarray(cv2.resize(photo(), None, fx=4, fy=4), np.uint8)
    soft = cv2.resize(blurred(large, 2, rng()), (320, 240), interpolation=cv2.INTER_AREA)
    np.testing.assert_allclose(soft, blurred(small, 2, rng()), atol=12)


def test_a_shaken_hand_draws_each_point_out_along_one_line() -> None:
    point = np.zeros((321, 640, 3), np.uint8)
    point[160, 320] = 255
    for number in range(6):
        line = shaken(point, 11, np.random.default_rng(number))[..., 0].astype(float)
        ys, xs = np.nonzero(line)
        spread = np.cov(np.stack([xs, ys]), aweights=line[ys, xs], ddof=0)
        least, most = np.linalg.eigvalsh(spread)
        assert least < 0.4
        assert most == pytest.approx(11**2 / 12, rel=0.15)  # of points spread evenly along it
        assert line.sum() == pytest.approx(255, abs=12)
        assert (xs.mean(), ys.mean()) == pytest.approx((320, 160))


def test_jpeg_damages_more_at_lower_quality() -> None:
    damage = [np.abs(compressed(photo(), q, rng()).astype(int) - photo()).mean() for q in (90, 30)]
    assert 0 < damage[0] < damage[1]


def white_box(image: Pixels) -> list[int]:
    """x, y, width, height of what is white."""
    return [int(v) for v in cv2.boundingRect((image.min(axis=2) > 200).astype(np.uint8))]


def test_scale() -> None:
    nearer, further = scaled(photo(), 1.5, rng()), scaled(photo(), 0.5, rng())
    assert nearer.shape == (360, 480, 3)
    assert further.shape == photo().shape
    assert white_box(nearer) == pytest.approx([90, 135, 90, 90], abs=1)
    assert white_box(further) == pytest.approx([110, 105, 30, 30], abs=1)
    np.testing.assert_array_equal(further[0, 0], photo()[0, 0])


def test_rotation_is_clockwise_and_loses_nothing() -> None:
    turned = rotated(photo(), 90, rng())
    assert turned.shape == (320, 240, 3)
    assert white_box(turned) == pytest.approx([90, 60, 60, 60], abs=1)  # left of the middle is now above it
    slanted = rotated(photo(), 45, rng())
    np.testing.assert_allclose(slanted[0, 0], photo()[0, 0], atol=1)
    assert (slanted.min(axis=2) > 200).sum() == pytest.approx(3600, rel=0.03)


def test_what_lies_higher_up_is_farther_off_at_a_slant() -> None:
    image = np.full_like(photo(), photo()[0, 0])
    for top in (20, 200):
        cv2.rectangle(image, (40, top), (279, top + 19), (255, 255, 255), -1)
    seen = tilted(image, 45, rng())
    widths = (seen.min(axis=2) > 200).sum(axis=1)
    far, near = widths[: len(widths) // 3].max(), widths[-len(widths) // 3 :].max()
    assert 150 < near < 240
    assert far < 0.65 * near
    assert seen.shape[0] < 0.75 * image.shape[0]
    np.testing.assert_allclose(seen[2, 2], image[0, 0], atol=1)


def test_a_mirror_exchanges_left_and_right() -> None:
    seen = mirrored(photo(), 1, rng())
    assert white_box(seen) == pytest.approx([200, 90, 60, 60], abs=1)
    np.testing.assert_array_equal(mirrored(seen, 1, rng()), photo())


@pytest.mark.parametrize("kind", DISTURBANCES, ids=lambda kind: kind.name)
def test_tiles_are_looked_for_where_the_disturbed_photo_shows_them(kind: Disturbance) -> None:
    """The white square, as a tile, is found at every strength at which it is seen."""
    square = np.array([[60, 90], [120, 90], [120, 150], [60, 150]])
    for strength in kind.strengths:
        view = kind.view(photo(), strength)
        seen = kind.apply(photo(), strength, rng())
        corners = moved(square, view)
        inside = np.zeros(seen.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
        grey = cv2.GaussianBlur(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), (0, 0), 2)
        _, bright = cv2.threshold(grey, 0, 1, cv2.THRESH_OTSU)
        assert (bright == inside).mean() > 0.98, strength


def tally(hands: int, exact: int) -> Tally:
    told = Tally()
    for kind in DISTURBANCES:
        for strength in kind.strengths:
            report = told.at(kind, strength)
            report.hands, report.exact_hands = hands, exact
    return told


def test_shares_are_of_all_hands() -> None:
    shares = figures({"real": tally(8, 6)})
    assert shares["hands"] == {"real": 8}
    assert shares["exact_hands"]["Blur"]["real"] == {"0": 0.75, "1": 0.75, "2": 0.75, "3": 0.75}
    with pytest.raises(ValueError, match="no hands"):
        figures({"real": tally(0, 0)})


class Blind:
    """A reader that sees no tile anywhere."""

    def read(self, *_: Any, **__: Any) -> Reading:
        raise PhotoError("no-tiles", "nothing")


def test_a_hand_counts_where_it_is_read_exactly() -> None:
    hands = [ONE_TILE, TrueHand([])]  # to see nothing is right for the second alone
    counted = measure(alone(Blind()), (Example(photo(), hand) for hand in hands))
    assert counted.hands == 2
    assert {counted.share(kind, s) for kind in DISTURBANCES for s in kind.strengths} == {0.5}


class Mistaken:
    """A reader that takes what is brightest in a photo for a two of characters."""

    def __init__(self, *, sure: bool) -> None:
        self.sure = sure

    def read(self, shown: Photo, **_: Any) -> Reading:
        _, bright = cv2.threshold(shown.pixels.min(axis=2), 0, 1, cv2.THRESH_OTSU)
        first, second, third, fourth = cv2.boxPoints(cv2.minAreaRect(cv2.findNonZero(bright))).tolist()
        corners = tuple(first), tuple(second), tuple(third), tuple(fourth)
        tile = ReadTile(Tile.parse("2c"), 0.9, self.sure, (), corners)
        return Reading("", (0, 0), 0, (Row("concealed", ((tile,),)),))


@pytest.mark.parametrize("sure", [True, False])
def test_what_is_read_wrongly_and_not_said_to_be_doubtful_counts(sure: bool) -> None:
    square = TrueHand([(Tile.parse("1c"), (60, 90, 120, 150))])
    told = figures({"real": measure(alone(Mistaken(sure=sure)), [Example(photo(), square)])})
    for kind in DISTURBANCES:
        assert set(told["quiet_hands"][kind.name]["real"].values()) == {int(sure)}
        assert set(told["silent_misreads"][kind.name]["real"].values()) == {int(sure)}


def test_data_without_any_hand_get_no_shares(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of few rendered hands all may be at too much of a slant."""
    monkeypatch.setattr(robustness, "Readers", lambda _: alone(Blind()))
    monkeypatch.setattr(robustness, "dev_hands", lambda: iter([Example(photo(), ONE_TILE)]))
    monkeypatch.setattr(robustness, "rendered_hands", lambda _: iter(()))
    robustness.main(count=1, plot=tmp_path / "plot.svg", json_file=tmp_path / "figures.json")
    told = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert told["hands"] == {"dev photos": 1}


def test_a_trial_with_few_hands_leaves_what_the_card_shows(tmp_path: Path) -> None:
    with pytest.raises(typer.BadParameter, match="fewer go to files of their own"):
        robustness.main(count=1, plot=tmp_path / "plot.svg")
    with pytest.raises(typer.BadParameter, match="fewer go to files of their own"):
        robustness.main(count=1, json_file=tmp_path / "figures.json")


@pytest.mark.parametrize(
    ("share", "count", "interval"),
    [(0.5, 10, (0.2366, 0.7634)), (0.0, 10, (0.0, 0.2775)), (1.0, 50, (0.9287, 1.0))],
)
def test_wilson(share: float, count: int, interval: tuple[float, float]) -> None:
    assert wilson(share, count) == pytest.approx(interval, abs=1e-4)


def test_the_plot_has_a_point_for_each_strength() -> None:
    drawn = ElementTree.fromstring(chart("Title & more", panels({"real": tally(8, 6), "drawn": tally(4, 4)})))
    strengths = sum(len(kind.strengths) for kind in DISTURBANCES)
    assert len(drawn.findall(f".//{SVG}circle")) == 2 * strengths
    assert len(drawn.findall(f".//{SVG}polyline")) == 2 * len(DISTURBANCES)


def test_more_is_further_up() -> None:
    line = [Point(0, 0.2, 10), Point(1, 0.9, 10)]
    drawn = ElementTree.fromstring(chart("Title", [Panel("Light", "stops", {"real": line})]))
    first, second = drawn.findall(f".//{SVG}circle")
    assert float(second.get("cy", 0)) < float(first.get("cy", 0))
    assert float(second.get("cx", 0)) > float(first.get("cx", 0))


@pytest.mark.parametrize("name", LOOKALIKES)
def test_lookalikes_are_repeatable_pictures_of_something(name: str) -> None:
    first, again = (lookalike(np.random.default_rng(5), name, (320, 240)) for _ in range(2))
    assert first.shape == (240, 320, 3)
    np.testing.assert_array_equal(first, again)
    assert first.std() > 2


def test_figures_know_which_models_they_are_about(tmp_path: Path) -> None:
    def models(temperature: float) -> None:
        cards: dict[str, dict[str, object]] = {name: {"sha256": name} for name in MODELS}
        cards["classifier"]["temperature"] = temperature
        for name, card in cards.items():
            (tmp_path / f"{name}.json").write_text(json.dumps(card), encoding="utf-8")

    models(1.0)
    save_figures(tmp_path / "figures" / "some.json", {"hands": 3}, tmp_path)
    assert load_figures(tmp_path / "figures" / "some.json", tmp_path)["hands"] == 3
    models(1.2)
    with pytest.raises(StaleFiguresError, match=r"^some\.json is about another classifier: measure again$"):
        load_figures(tmp_path / "figures" / "some.json", tmp_path)
