"""Line charts as SVG, drawn so that they can be read on paper and on a dark page alike."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_COLOURS = ("#1f6fb4", "#d9731a", "#3a8f4d", "#8a56ac")
_WIDE, _HIGH = 300, 210
"""One panel with its margins, pixels."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 14, 30, 42
_HEAD, _COLUMNS = 62, 3
_STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Point:
    """A share that was counted among `count` cases at `x`."""

    x: float
    share: float
    count: int


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart: a line for each of the data."""

    title: str
    axis: str
    lines: dict[str, Sequence[Point]]


def wilson(share: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share of `count` cases, by the score (Wilson 1927)."""
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def chart(title: str, panels: Sequence[Panel]) -> str:
    """An SVG picture of all panels, three in a row; bars show how far chance may have moved a point."""
    width = _WIDE * min(_COLUMNS, len(panels)) + 20
    height = _HEAD + _HIGH * math.ceil(len(panels) / _COLUMNS)
    names = list(dict.fromkeys(name for panel in panels for name in panel.lines))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="Helvetica, Arial, sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(20, 24, title, size=15, weight="bold"),
    ]
    for number, name in enumerate(names):
        x = 20 + 140 * number
        parts.append(f'<line x1="{x}" y1="42" x2="{x + 22}" y2="42" {_stroke(number)}/>')
        parts.append(_text(x + 28, 46, name))
    for number, panel in enumerate(panels):
        x, y = 10 + _WIDE * (number % _COLUMNS), _HEAD + _HIGH * (number // _COLUMNS)
        parts += [f'<g transform="translate({x} {y})">', *_panel(panel, names), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(panel: Panel, names: Sequence[str]) -> list[str]:
    xs = [point.x for points in panel.lines.values() for point in points]
    low, high = min(xs), max(xs)
    span = (high - low) or 1.0

    def at(x: float, share: float) -> tuple[float, float]:
        across, up = _WIDE - _LEFT - _RIGHT, _HIGH - _TOP - _BOTTOM
        return round(_LEFT + across * (x - low) / span, 1), round(_TOP + up * (1 - share), 1)

    parts = [_text(_LEFT, _TOP - 12, panel.title, size=12, weight="bold")]
    for step in _STEPS:
        (x1, y), (x2, _) = at(low, step), at(high, step)
        parts.append(f'<line x1="{x1}" y1="{y}" x2="{x2}" y2="{y}" stroke="#dddddd"/>')
        parts.append(_text(_LEFT - 8, y + 4, f"{step:.0%}", anchor="end", fill="#555555"))
    parts += [
        _text(at(x, 0)[0], _HIGH - _BOTTOM + 16, f"{x:g}", anchor="middle", fill="#555555")
        for x in sorted(set(xs))
    ]
    middle = (_LEFT + _WIDE - _RIGHT) / 2
    parts.append(_text(middle, _HIGH - _BOTTOM + 32, panel.axis, anchor="middle", fill="#555555"))
    for name, points in panel.lines.items():
        number = names.index(name)
        for point in points:
            (x, top), (_, bottom) = (at(point.x, end) for end in reversed(wilson(point.share, point.count)))
            parts.append(
                f'<line x1="{x}" y1="{top}" x2="{x}" y2="{bottom}" {_stroke(number)} stroke-opacity="0.35"/>'
            )
        path = " ".join(f"{x},{y}" for x, y in (at(point.x, point.share) for point in points))
        parts.append(f'<polyline points="{path}" fill="none" {_stroke(number)}/>')
        for point in points:
            x, y = at(point.x, point.share)
            label = f"{name}, {point.x:g}: {point.share:.1%} of {point.count}"
            dot = f'<circle cx="{x}" cy="{y}" r="3" fill="{_COLOURS[number]}">'
            parts.append(f"{dot}<title>{escape(label)}</title></circle>")
    return parts


def _stroke(number: int) -> str:
    return f'stroke="{_COLOURS[number]}" stroke-width="2"'


def _text(
    x: float,
    y: float,
    words: str,
    *,
    size: int = 11,
    weight: str = "normal",
    anchor: str = "start",
    fill: str = "#222222",
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{fill}">{escape(words)}</text>'
    )
