"""Characters and digits as outlines, so that faces look alike on machines without the font.

`glyphs.json` holds the outlines of the signs that faces need, in the font's units with y upwards. It was made
by ``python -m datasets.drawn glyphs FONT`` from LXGW WenKai Bold (SIL Open Font License 1.1, see NOTICE).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from datasets.drawn.svg import number, numbers

FILE = Path(__file__).with_name("glyphs.json")
SIGNS = "一二三四五六七八九萬東南西北中發梅蘭菊竹春夏秋冬123456789ESWNRG"


@dataclass(frozen=True)
class Glyph:
    """An outline as path data and the box that its ink fills, in font units with y upwards."""

    data: str
    left: float
    bottom: float
    right: float
    top: float


@lru_cache(maxsize=1)
def _outlines() -> dict[str, Glyph]:
    return {sign: Glyph(**values) for sign, values in json.loads(FILE.read_text("utf-8")).items()}


def written(
    sign: str, x: float, y: float, width: float, height: float, colour: str, weight: float = 0.0
) -> str:
    """A sign with its ink centred on (x, y) and as large as fits into `width` by `height`.

    `weight` thickens every stroke by so many units of the tile.
    """
    glyph = _outlines()[sign]
    wide, high = glyph.right - glyph.left, glyph.top - glyph.bottom
    scale = min((width - weight) / wide, (height - weight) / high)
    left = x - scale * (glyph.left + glyph.right) / 2
    down = y + scale * (glyph.bottom + glyph.top) / 2
    thick = (
        f' stroke="{colour}" stroke-width="{number(weight / scale)}" stroke-linejoin="round"'
        if weight
        else ""
    )
    return (
        f'<path transform="translate({numbers(left, down)}) scale({scale:.4f} {-scale:.4f})" '
        f'd="{glyph.data}" fill="{colour}"{thick}/>'
    )


def extract(font: Path) -> None:
    """Writes `glyphs.json` anew from a font file.

    Raises:
        KeyError: a sign that the font does not have.
    """
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.ttLib import TTFont

    opened = TTFont(font)
    drawn, names = opened.getGlyphSet(), opened.getBestCmap()
    outlines: dict[str, dict[str, str | float]] = {}
    for sign in SIGNS:
        glyph = drawn[names[ord(sign)]]
        path, bounds = SVGPathPen(drawn, ntos=lambda value: str(round(value))), BoundsPen(drawn)
        glyph.draw(path)
        glyph.draw(bounds)
        left, bottom, right, top = bounds.bounds
        outlines[sign] = {
            "data": path.getCommands(),
            "left": left,
            "bottom": bottom,
            "right": right,
            "top": top,
        }
    FILE.write_text(json.dumps(outlines, ensure_ascii=False, indent=0) + "\n", "utf-8")
