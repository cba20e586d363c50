"""The few shapes that faces are drawn with, as SVG markup in the tile's own units.

Only plain elements with colours on them: no ids, gradients, styles or text, so that any number of faces can
stand in one page and look alike in every renderer.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin

Point = tuple[float, float]
"""x to the right and y down, in the tile's units."""


def number(value: float) -> str:
    """A coordinate to a hundredth of a unit, without needless digits.

    >>> number(12.0), number(-0.5), number(3.14159)
    ('12', '-.5', '3.14')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    text = text.replace("-0.", "-.", 1) if text.startswith("-0.") else text.removeprefix("0") or "0"
    return "0" if text == "-0" else text


def numbers(*values: float) -> str:
    """Coordinates side by side."""
    return " ".join(number(value) for value in values)


def points(places: Iterable[Point]) -> str:
    """Points as path data has them.

    >>> points([(1, 2), (0.5, -3)])
    '1 2 .5 -3'
    """
    return " ".join(numbers(x, y) for x, y in places)


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point `radius` away from (x, y), clockwise from straight up."""
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))


def disc(x: float, y: float, radius: float, fill: str) -> str:
    """A filled circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"/>'


def ring(x: float, y: float, radius: float, stroke: str, width: float) -> str:
    """A circle's line; `radius` is that of the line's middle."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="none" '
        f'stroke="{stroke}" stroke-width="{number(width)}"/>'
    )


def circles(centres: Iterable[Point], radius: float) -> str:
    """Path data of circles of one size.

    >>> circles([(1, 2)], 0.5)
    'M.5 2a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0Z'
    """
    half = f"a{numbers(radius, radius)} 0 1 0 "
    around = f"{half}{numbers(2 * radius, 0)}{half}{numbers(-2 * radius, 0)}Z"
    return "".join(f"M{numbers(x - radius, y)}{around}" for x, y in centres)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, turn: float = 0.0) -> str:
    """A filled ellipse, turned clockwise about its middle."""
    turned = f' transform="rotate({numbers(turn, x, y)})"' if turn else ""
    place = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse {place} fill="{fill}"{turned}/>'


def box(x: float, y: float, width: float, height: float, radius: float, fill: str) -> str:
    """A filled rectangle with round corners."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(radius)}" fill="{fill}"/>'
    )


def frame(x: float, y: float, width: float, height: float, radius: float, stroke: str, line: float) -> str:
    """A rectangle's line, `line` wide, its middle on the given edges."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(radius)}" fill="none" stroke="{stroke}" stroke-width="{number(line)}"/>'
    )


def shape(data: str, fill: str) -> str:
    """A filled path."""
    return f'<path d="{data}" fill="{fill}"/>'


def stroke(data: str, colour: str, width: float) -> str:
    """A path's line with round ends."""
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{number(width)}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def moved(markup: str, x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """Markup drawn about the origin, set down at (x, y), turned clockwise by `turn` degrees and scaled."""
    steps = f"translate({numbers(x, y)})"
    steps += f" rotate({number(turn)})" if turn else ""
    steps += f" scale({number(scale)})" if scale != 1.0 else ""
    return f'<g transform="{steps}">{markup}</g>'


def mirrored(markup: str, x: float) -> str:
    """Markup and its mirror image about the upright line at `x`."""
    return f'{markup}<g transform="matrix(-1 0 0 1 {number(2 * x)} 0)">{markup}</g>'


def leaf(start: Point, end: Point, breadth: float, bend: float = 0.0) -> str:
    """Path data of a leaf pointed at both ends; `breadth` is half its width, `bend` bows it to its right."""
    (x, y), (u, v) = start, end
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5 or 1.0
    across_x, across_y = (y - v) / length, (u - x) / length
    middle_x, middle_y = (x + u) / 2, (y + v) / 2
    # A quadratic curve reaches half way to its control point.
    left, right = 2 * (bend + breadth), 2 * (bend - breadth)
    return (
        f"M{numbers(x, y)}Q{numbers(middle_x + left * across_x, middle_y + left * across_y, u, v)}"
        f"Q{numbers(middle_x + right * across_x, middle_y + right * across_y, x, y)}Z"
    )
