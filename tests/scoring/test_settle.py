"""Who pays whom."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import SeatError, Settlement, SettlementError, settle
from scoring.hand import SEATS


def paid(settlement: Settlement) -> str:
    """The payments in one line: ``E>S 128``."""
    return ", ".join(f"{each.payer}>{each.payee} {each.points}" for each in settlement.payments)


@pytest.mark.parametrize(
    ("scores", "winner", "more", "payments"),
    [
        ("E0 S20 W0 N0", "S", {}, "E>S 40, W>S 20, N>S 20"),
        ("E20 S0 W0 N0", "E", {}, "S>E 40, W>E 40, N>E 40"),
        ("E4 S64 W20 N0", "S", {}, "E>S 128, E>W 32, W>S 64, N>E 8, N>S 64, N>W 20"),
        ("E8 S8 W8 N40", "N", {}, "E>N 80, S>N 40, W>N 40"),
        ("E100 S20 W50 N50", "S", {}, "E>S 40, W>E 100, W>S 20, N>E 100, N>S 20"),
        ("E0 S0 W0 N0", "S", {}, ""),
        ("E4 S64 W20 N0", None, {}, ""),
        # a dead hand pays every player's whole score and is paid by nobody
        ("E8 S20 W99 N2", "S", {"dead": "W"}, "E>S 40, W>E 16, W>S 20, W>N 2, N>E 12, N>S 20"),
        ("E99 S20 W8 N99", "S", {"dead": "EN"}, "E>S 40, E>W 16, W>S 20, N>S 20, N>W 8"),
        # a cannon: W pays what E and N owe S and one another; they still pay W what they owe W
        ("E8 S20 W4 N2", "S", {"cannon": "W"}, "W>E 20, W>S 80, N>W 2"),
        ("E8 S20 W4 N2", "S", {"cannon": "E"}, "E>S 80, E>W 2, W>E 8, N>E 12"),
        ("E30 S8 W4 N2", "E", {"cannon": "S"}, "S>E 180, S>W 2, W>S 4, N>S 6"),
    ],
)
def test_settlements(scores: str, winner: Any, more: dict[str, Any], payments: str) -> None:
    counted: Any = {each[0]: int(each[1:]) for each in scores.split()}
    assert paid(settle(counted, winner, **more)) == payments


@pytest.mark.parametrize(
    ("scores", "winner", "more", "error"),
    [
        ({"E": 1, "S": 2, "W": 3}, "E", {}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": -1}, "E", {}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": 24.5}, "E", {}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": float("nan")}, "E", {}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": True}, "E", {}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": "24"}, "E", {}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": 4}, "E", {"dead": ["E"]}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": 4}, "E", {"cannon": "E"}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": 4}, None, {"cannon": "E"}, SettlementError),
        ({"E": 1, "S": 2, "W": 3, "N": 4, "X": 5}, "E", {}, SeatError),
        ({"E": 1, "S": 2, "W": 3, "N": 4}, "X", {}, SeatError),
        ({"E": 1, "S": 2, "W": 3, "N": 4}, "E", {"dead": ["X"]}, SeatError),
        ({"E": 1, "S": 2, "W": 3, "N": 4}, "E", {"cannon": ""}, SeatError),
    ],
)
def test_what_cannot_be_settled(
    scores: Any, winner: Any, more: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        settle(scores, winner, **more)


def test_a_dead_hand_needs_no_score() -> None:
    assert settle({"E": 1, "S": 2, "W": 3}, "E", dead=["N"]).scores == {"E": 1, "S": 2, "W": 3, "N": 0}


@pytest.mark.parametrize("scores", [{}, {"E": 24}, {"E": 1, "S": 2, "W": 3, "N": 4}])
def test_a_draw_game_needs_no_scores(scores: Any) -> None:
    """Nobody scores or pays."""
    settlement = settle(scores, None, dead=["W"])
    assert settlement == Settlement(dict.fromkeys(SEATS, 0), (), dict.fromkeys(SEATS, 0))


@given(
    scores=st.fixed_dictionaries({seat: st.integers(0, 1000) for seat in SEATS}),
    winner=st.sampled_from((*SEATS, None)),
    dead=st.sets(st.sampled_from(SEATS)),
    cannon=st.sampled_from((*SEATS, None)),
)
def test_what_holds_of_every_settlement(scores: Any, winner: Any, dead: Any, cannon: Any) -> None:
    dead -= {winner}
    if winner is None or cannon == winner:
        cannon = None
    settlement = settle(scores, winner, dead=dead, cannon=cannon)
    plain = settle(scores, winner, dead=dead)
    assert sum(settlement.net.values()) == 0
    for payment in settlement.payments:
        assert payment.points > 0
        assert payment.payer not in (payment.payee, winner)
        assert payment.payee not in dead
    assert sum(each.points for each in settlement.payments) == sum(each.points for each in plain.payments)
    if winner is None:
        assert not settlement.payments
    else:
        received = sum(each.points for each in settlement.payments if each.payee == winner)
        assert received == scores[winner] * (6 if winner == "E" else 4)
    if cannon:
        assert all(cannon in (each.payer, each.payee) for each in settlement.payments)
