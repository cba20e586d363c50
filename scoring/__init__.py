"""The game: tiles, hands, two score sheets and the settlement. Pure values and functions."""

from scoring.errors import (
    HandError,
    ImpossibleHand,
    IncompleteHand,
    NotationError,
    OptionError,
    RecordError,
    SeatError,
    SettlementError,
    TilescoreError,
    WinError,
)
from scoring.hand import Hand, Meld, Win
from scoring.tiles import FACE_DOWN, TILES, Family, Tile, format_tiles, parse_tiles

__all__ = [
    "FACE_DOWN",
    "TILES",
    "Family",
    "Hand",
    "HandError",
    "ImpossibleHand",
    "IncompleteHand",
    "Meld",
    "NotationError",
    "OptionError",
    "RecordError",
    "SeatError",
    "SettlementError",
    "Tile",
    "TilescoreError",
    "Win",
    "WinError",
    "format_tiles",
    "parse_tiles",
]
