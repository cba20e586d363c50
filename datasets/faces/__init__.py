"""Tile faces drawn by code, in as many designs as the real world has and more.

`sample_style` invents a tile set; `compose` and `FaceStyle.draw` draw its faces.
`python -m datasets.faces OUT.png` makes a contact sheet.
"""

from datasets.faces.fonts import FontError
from datasets.faces.style import FaceStyle, Restyle, compose, draw_back, draw_blank, sample_style

__all__ = [
    "FaceStyle",
    "FontError",
    "Restyle",
    "compose",
    "draw_back",
    "draw_blank",
    "sample_style",
]
