"""What people touch: the command line, the questions, the sheet on the screen, and the public Python API.

>>> from tilescore import Hand, Tile, Win, score
>>> score(Hand.parse("EEEw SSSw NNNw / 345d WWw", win=Win(Tile.parse("Ew")))).total
128

`Hand`, `Tile`, `Win`, `score` and `settle` are those of `scoring`; `read` reads a photo. Each is
imported when it is first used, so that importing tilescore stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.hand import Hand, Win
    from scoring.score import score
    from scoring.settle import settle
    from scoring.tiles import Tile
    from tilescore.photos import read

__all__ = ["Hand", "Tile", "Win", "read", "score", "settle"]

_ROOMS = {
    "Hand": "scoring.hand",
    "Tile": "scoring.tiles",
    "Win": "scoring.hand",
    "read": "tilescore.photos",
    "score": "scoring.score",
    "settle": "scoring.settle",
}


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_ROOMS[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
