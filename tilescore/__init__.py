"""What people touch: the command line, the questions, the sheet on the screen, and the public Python API.

>>> from tilescore import Hand, score
>>> score(Hand.parse("EEEw RRRd / 123d 456d 7d")).total
64

`Hand`, `score` and `settle` are those of `scoring`; `read` reads a photo. Each is imported when it is
first used, so that importing tilescore stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.score import score
    from scoring.settle import settle
    from tilescore.photos import read

__all__ = ["Hand", "read", "score", "settle"]

_ROOMS = {
    "Hand": "scoring.hand",
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
