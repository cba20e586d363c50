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
from scoring.irregular import Problem, problems
from scoring.score import Explanation, Score, agree, explain, score, sheet_lines
from scoring.sheet import Item
from scoring.tiles import FACE_DOWN, TILES, Family, Tile, format_tiles, parse_tiles

__all__ = [
    "FACE_DOWN",
    "TILES",
    "Explanation",
    "Family",
    "Hand",
    "HandError",
    "ImpossibleHand",
    "IncompleteHand",
    "Item",
    "Meld",
    "NotationError",
    "OptionError",
    "Problem",
    "RecordError",
    "Score",
    "SeatError",
    "SettlementError",
    "Tile",
    "TilescoreError",
    "Win",
    "WinError",
    "agree",
    "explain",
    "format_tiles",
    "parse_tiles",
    "problems",
    "score",
    "sheet_lines",
]
