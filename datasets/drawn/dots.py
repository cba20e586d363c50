"""The suit of dots: rosettes in the places that every set has them, a ring and a flower cut into the paint of
each."""

from __future__ import annotations

from datasets.drawn.block import BLUE, BOTTOM, GREEN, IVORY, LEFT, RED, RIGHT, TOP
from datasets.drawn.svg import Point, circles, disc, ellipse, moved, polar, ring, shape, stroke

_Spot = tuple[float, float, str]  # x and y in shares of the picture, and the paint

_THIRDS, _QUARTERS = (0.165, 0.5, 0.835), (0.125, 0.375, 0.625, 0.875)
_SPOTS: dict[int, tuple[_Spot, ...]] = {
    2: ((0.5, 0.22, GREEN), (0.5, 0.78, BLUE)),
    3: ((0.17, 0.16, BLUE), (0.5, 0.5, RED), (0.83, 0.84, GREEN)),
    4: ((0.22, 0.2, BLUE), (0.78, 0.2, GREEN), (0.22, 0.8, GREEN), (0.78, 0.8, BLUE)),
    5: ((0.18, 0.16, BLUE), (0.82, 0.16, GREEN), (0.5, 0.5, RED), (0.18, 0.84, GREEN), (0.82, 0.84, BLUE)),
    6: tuple((x, y, GREEN if y < 0.3 else RED) for y in (0.14, 0.56, 0.87) for x in (0.24, 0.76)),
    7: (
        (0.15, 0.13, GREEN), (0.5, 0.23, GREEN), (0.85, 0.33, GREEN),
        *((x, y, RED) for y in (0.62, 0.88) for x in (0.26, 0.74)),
    ),
    8: tuple((x, y, BLUE) for y in _QUARTERS for x in (0.27, 0.73)),
    9: tuple((x, y, paint) for y, paint in zip(_THIRDS, (BLUE, RED, GREEN), strict=True) for x in _THIRDS),
}  # fmt: skip
_RADII = {2: 12.2, 3: 9.6, 4: 10.2, 5: 9.2, 6: 8.2, 7: 6.9, 8: 6.5, 9: 7.4}


def dots(rank: int) -> str:
    """The picture of a tile of dots, 1…9."""
    if rank == 1:
        return _great_dot()
    radius = _RADII[rank]
    placed = [(_place(x, y), paint) for x, y, paint in _SPOTS[rank]]
    places = [place for place, _ in placed]
    petals = [polar(*place, radius * 0.4, 60 * turn) for place in places for turn in range(6)]
    return (
        "".join(
            shape(circles((place for place, its in placed if its == paint), radius), paint)
            for paint in dict.fromkeys(paint for _, paint in placed)
        )
        + stroke(circles(places, radius * 0.77), IVORY, radius * 0.13)
        + shape(circles(petals, radius * 0.16), IVORY)
    )


def _place(x: float, y: float) -> Point:
    return LEFT + x * (RIGHT - LEFT), TOP + y * (BOTTOM - TOP)


def _great_dot() -> str:
    """The one dot, as large as the tile is wide, with petals in all three paints."""
    outer = shape(circles((polar(0, 0, 17.3, 22.5 * turn) for turn in range(16)), 2.3), IVORY)
    petals = "".join(
        ellipse(*polar(0, 0, 7.9, 45 * turn), 2.1, 4.3, RED if turn % 2 else BLUE, 45 * turn)
        for turn in range(8)
    )
    return moved(
        disc(0, 0, 23.2, GREEN) + ring(0, 0, 21, IVORY, 1.3) + outer + disc(0, 0, 13.3, IVORY)
        + petals + disc(0, 0, 3.6, IVORY) + disc(0, 0, 2.4, RED),
        30, 46.2,
    )  # fmt: skip
