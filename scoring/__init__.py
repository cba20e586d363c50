"""The game: tiles, hands, two score sheets and the settlement. Pure values and functions."""

from scoring.errors import (
    NotationError,
    OptionError,
    RecordError,
    SeatError,
    SettlementError,
    TilescoreError,
    WinError,
)
from scoring.hand import Hand, Meld, Win
from scoring.irregular import problems
from scoring.problem import HandError, ImpossibleHand, IncompleteHand, Problem
from scoring.record import hand_from_record, hand_to_record, score_record, settle_record
from scoring.score import Explanation, Score, agree, explain, score, sheet_lines
from scoring.settle import Payment, Settlement, settle
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
    "Payment",
    "Problem",
    "RecordError",
    "Score",
    "SeatError",
    "Settlement",
    "SettlementError",
    "Tile",
    "TilescoreError",
    "Win",
    "WinError",
    "agree",
    "explain",
    "format_tiles",
    "hand_from_record",
    "hand_to_record",
    "parse_tiles",
    "problems",
    "score",
    "score_record",
    "settle",
    "settle_record",
    "sheet_lines",
]
