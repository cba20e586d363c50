"""Sets whose Seasons are drawn as few sets draw them.

A foreign name in a frame, on the picture or up against the edge, a character as a hasty engraver cuts it or
as wear has left it, pale ink on a dark ground, a picture that says something else than the number beside it:
what tells its rank is its number or its name, whatever is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from datasets.faces.season_texts import CLOCK, NUMBERS, PHRASES, Kind, Mount, Place, Text
from datasets.faces.seasons import USUAL, Frame, Ranks, SeasonDesign, SeriesDesign, renumbered
from datasets.faces.seldom import any_of, maybe_coarse
from datasets.faces.style import FaceStyle, sample_paints

_DARK: Final = 0.25
"""Share of the sets on a ground darker than their ink."""

_FOREIGN: Final = 0.4
"""Share of the sets with foreign names."""

_CARVED: Final = 0.3
"""Share of the sets with carved names; the others have numbers alone."""

_WORN: Final = 0.5
"""Share of the sets with carved names of which parts are gone or filled."""

_RENUMBERED: Final = 0.3
"""Share of the sets with the four nobles in another order than the books'."""

_PHRASED: Final = 0.15
"""Share of the series that bear a wish or titles in place of names."""

_ELSEWHERE: Final = 0.5
"""Share of the series whose pictures say nothing of the rank, or something wrong."""

_BY_NUMBER: Final = 0.5
"""Share of the sets with contrary pictures whose Seasons have numbers alone."""

_EDGES: Final[Sequence[Place]] = ((0.5, 0.0), (0.5, 1.0))
_MOUNTS: Final[Sequence[Mount]] = ("ring", "box", "disc", "seal", "doubled")
_FRAMES: Final[Sequence[Frame]] = ("tile", "double", "oval")
_FLOWERS: Final = ("nobles", "nobles-cut", "nobles-rough", "nobles-worn", "nobles-hewn", "nobles-hacked")
_SEASONS: Final = ("seasons", "seasons-cut", "seasons-rough")
_PLANTS: Final = ("nobles", "potted nobles")
_OTHERS: Final = ("people", "buildings", "travel", "landscape", "things")
_PICTURES: Final = (*_PLANTS, "year", "potted year", "garden", "pots", "clips", "animals", *_OTHERS)


def seldom_seasons(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    """The same set with its Seasons drawn as few sets draw them."""
    if rng.random() < _DARK:
        finish, palette = sample_paints(rng, dark=True)
        style = replace(style, finish=finish, palette=palette)
    draw = rng.random()
    design = style.seasons
    if draw < _FOREIGN:
        design = _with_foreign_names(design, rng)
    elif draw < _FOREIGN + _CARVED:
        design = _with_carved_names(design, rng)
    else:
        size = float(rng.uniform(0.12, 0.16) if rng.random() < 0.5 else rng.uniform(0.27, 0.45))
        design = _with_numbers(design, rng, size, 0.4, one_paint=style.palette.is_single)
    script = replace(design.script, margin=float(rng.uniform(0.02, 0.1)), cleared=bool(rng.random() < 0.6))
    frame = any_of(rng, _FRAMES) if rng.random() < 0.2 else design.frame
    design = _at_odds(design, rng, _ELSEWHERE, one_paint=style.palette.is_single)
    design = replace(design, script=script, frame=frame)
    return maybe_coarse(replace(style, seasons=design), rng)


def contrary_seasons(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    """The same set with Seasons drawn as most sets draw them, but for pictures, and now and then names, that
    say nothing of the rank, or something wrong."""
    design = style.seasons
    if rng.random() < _BY_NUMBER:
        size = float(rng.uniform(0.13, 0.27))
        design = _with_numbers(design, rng, size, 0.1, one_paint=style.palette.is_single)
    return replace(style, seasons=_at_odds(design, rng, 1.0, one_paint=style.palette.is_single))


def _at_odds(
    design: SeasonDesign, rng: np.random.Generator, elsewhere: float, *, one_paint: bool
) -> SeasonDesign:
    """The same Seasons, now and then with names that say nothing of the rank, or say another than the number;
    and with pictures, on `elsewhere` of the series, that do."""
    flowers, seasons = _phrased(design, rng, one_paint=one_paint)
    flowers = renumbered(flowers, rng, _RENUMBERED)
    flowers, seasons = (_illustrated(one, rng, elsewhere) for one in (flowers, seasons))
    return replace(design, flowers=flowers, seasons=seasons)


def _illustrated(series: SeriesDesign, rng: np.random.Generator, share: float) -> SeriesDesign:
    """A series with the picture of any rank on each; with any pictures, where its names tell it."""
    if not series.theme or rng.random() > share:
        return series
    shown = _any_ranks(rng)
    theme = series.theme if series.name.kind == "none" else any_of(rng, _PICTURES)
    return replace(series, theme=theme, shown=shown)


def _phrased(
    design: SeasonDesign, rng: np.random.Generator, *, one_paint: bool
) -> tuple[SeriesDesign, SeriesDesign]:
    """Both series; named ones now and then bear a wish or titles that the set's font can write in place of
    their names. None of these characters says a rank, so they come in any order; numbers do, red ones on the
    seasons."""

    phrases = [phrase for phrase in PHRASES if design.script.hand.face.covers(phrase)]

    def phrased(series: SeriesDesign, paint: str) -> SeriesDesign:
        if one_paint or not phrases or series.name.kind == "none" or rng.random() >= _PHRASED:
            return series
        kind = any_of(rng, NUMBERS) if series.number.kind == "none" else series.number.kind
        return replace(
            series,
            number=replace(series.number, kind=kind, paint=paint),
            name=replace(series.name, kind="name"),
            names=any_of(rng, phrases),
            named=_any_ranks(rng),
        )

    return phrased(design.flowers, any_of(rng, "bkg")), phrased(design.seasons, "r")


def _any_ranks(rng: np.random.Generator) -> Ranks:
    first, second, third, fourth = (int(rank) for rank in rng.permutation(4) + 1)
    return first, second, third, fourth


def _with_foreign_names(design: SeasonDesign, rng: np.random.Generator) -> SeasonDesign:
    """PLUM and SPRING, in full or in short, anywhere; mostly laid out alike in both series."""
    kind: Kind = "english" if rng.random() < 0.5 else "short"
    alike = rng.random() < 0.8
    size = float(rng.uniform(0.3, 0.9) if kind == "english" else rng.uniform(0.24, 0.7))
    place, mount = _foreign_place(rng), _mount(rng, 0.3)

    def named(series: SeriesDesign) -> SeriesDesign:
        where = place if alike else _foreign_place(rng)
        return _named(series, Text(kind, where, series.number.paint, size, mount), rng)

    script = replace(design.script, broken=bool(rng.random() < 0.4), capitals=bool(rng.random() < 0.65))
    return replace(design, flowers=named(design.flowers), seasons=named(design.seasons), script=script)


def _foreign_place(rng: np.random.Generator) -> Place:
    draw = rng.random()
    if draw < 0.6:
        return any_of(rng, _EDGES)
    if draw < 0.85:
        return any_of(rng, CLOCK)
    return 0.5, float(rng.uniform(0.3, 0.8))


def _with_carved_names(design: SeasonDesign, rng: np.random.Generator) -> SeasonDesign:
    """One character, as an engraver cuts it who cannot read it."""
    hand = replace(
        design.script.hand,
        wobble=float(rng.uniform(0.0, 6.0)),
        slant=float(rng.normal(0.0, 0.1)),
        hollow=0,
        worn=float(rng.uniform(0.1, 0.35)) if rng.random() < _WORN else 0.0,
    )
    size, place, mount = float(rng.uniform(0.17, 0.38)), any_of(rng, CLOCK), _mount(rng, 0.12)

    def named(series: SeriesDesign, families: Sequence[str]) -> SeriesDesign:
        text = Text("name", place, series.number.paint, size, mount)
        return replace(_named(series, text, rng), names=any_of(rng, families))

    return replace(
        design,
        flowers=named(design.flowers, _FLOWERS),
        seasons=named(design.seasons, _SEASONS),
        script=replace(design.script, hand=hand),
    )


def _named(series: SeriesDesign, name: Text, rng: np.random.Generator) -> SeriesDesign:
    """A series told by its name; its number is left out more often than not, and stands across from it."""
    x, y = name.place
    number = replace(series.number, place=(0.0 if x == 1.0 else 1.0, 1.0 if y < 0.5 else 0.0), clocked=False)
    series = replace(series, name=name, number=number, second_number=None)
    if rng.random() < 0.65:
        series = replace(series, number=replace(number, kind="none"), named=USUAL, shown=USUAL)
    return series


def _with_numbers(
    design: SeasonDesign, rng: np.random.Generator, size: float, mounted: float, *, one_paint: bool
) -> SeasonDesign:
    """Numbers alone, of this size, so often in a ring or a box; red ones on the seasons, or in a set of one
    paint, other pictures, tell the two series apart."""
    mount = _mount(rng, mounted)

    def numbered(series: SeriesDesign, paint: str, themes: Sequence[str]) -> SeriesDesign:
        kind = "arabic" if series.number.kind == "none" else series.number.kind
        number = replace(series.number, kind=kind, size=size, mount=mount, paint=paint)
        series = replace(series, number=number, name=replace(series.name, kind="none"), second_number=None)
        return replace(series, theme=any_of(rng, themes)) if one_paint else series

    return replace(
        design,
        flowers=numbered(design.flowers, any_of(rng, "bkg"), _PLANTS),
        seasons=numbered(design.seasons, "r", _OTHERS),
    )


def _mount(rng: np.random.Generator, share: float) -> Mount:
    return any_of(rng, _MOUNTS) if rng.random() < share else "bare"
