"""Four scores: who pays whom.

Every loser pays the winner the winner's whole score; the losers then pay one another the difference between
theirs. Every payment to or from East is doubled. In a draw game nobody scores or pays.

>>> settlement = settle({"E": 4, "S": 64, "W": 20, "N": 0}, winner="S")
>>> [(payment.payer, payment.payee, payment.points) for payment in settlement.payments]
[('E', 'S', 128), ('E', 'W', 32), ('W', 'S', 64), ('N', 'E', 8), ('N', 'S', 64), ('N', 'W', 20)]
>>> settlement.net
{'E': -152, 'S': 256, 'W': -12, 'N': -92}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import permutations

from scoring.errors import SeatError, SettlementError, quote
from scoring.hand import SEATS, Wind


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player pays another, East's doubling included."""

    payer: Wind
    payee: Wind
    points: int
    """More than 0."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What four hands come to."""

    scores: dict[Wind, int]
    """What each hand counts: 0 for a dead one, and for all in a draw game."""
    payments: tuple[Payment, ...]
    """Between any two players at most one in each direction, in the order of the seats."""
    net: dict[Wind, int]
    """What each player wins or loses; together nothing."""


def settle(
    scores: Mapping[Wind, int],
    winner: Wind | None,
    *,
    dead: Collection[Wind] = (),
    cannon: Wind | None = None,
) -> Settlement:
    """Settle a hand.

    `scores`: what each of the four counts at the table (limit applied); those of `dead` hands do not matter,
    and in a draw game none does. `winner`: None for a draw game. `dead`: players whose hand is dead (Babcock,
    chapter III): they pay each other player that player's whole score, and nobody pays them. `cannon`: the
    player who let off a cannon (Millington): the debts of the other losers to the winner and to one another
    become that player's.

    Raises: SeatError; SettlementError, when a score is missing or is no whole number of at least 0, the
    winner is dead or a cannon is nobody's fault.
    """
    _check(scores, winner, dead, cannon)
    counting = {seat: 0 if winner is None or seat in dead else scores[seat] for seat in SEATS}
    owed: defaultdict[tuple[Wind, Wind], int] = defaultdict(int)
    for payer, payee in permutations(SEATS, 2):
        points = _debt(payer, payee, counting, winner)
        if points:
            liable = cannon if cannon and payee != cannon else payer
            owed[liable, payee] += points * (2 if "E" in (payer, payee) else 1)
    payments = tuple(
        Payment(payer, payee, owed[payer, payee])
        for payer, payee in permutations(SEATS, 2)
        if (payer, payee) in owed
    )
    net = dict.fromkeys(SEATS, 0)
    for payment in payments:
        net[payment.payer] -= payment.points
        net[payment.payee] += payment.points
    return Settlement(counting, payments, net)


def _debt(payer: Wind, payee: Wind, scores: Mapping[Wind, int], winner: Wind | None) -> int:
    """What `payer` owes `payee`, before doubling for East.

    A dead hand counts 0, so it is paid nothing and pays everybody's whole score.
    """
    if payer == winner:
        return 0
    if payee == winner:
        return scores[payee]
    return max(0, scores[payee] - scores[payer])


def _check(
    scores: Mapping[Wind, int], winner: Wind | None, dead: Collection[Wind], cannon: Wind | None
) -> None:
    for seat in (*scores, *dead, winner, cannon):
        if seat is not None and seat not in SEATS:
            raise SeatError(f"{quote(seat)} is no seat; the seats are {', '.join(SEATS)}.")
    absent = [seat for seat in SEATS if seat not in scores and seat not in dead]
    if absent and winner is not None:
        raise SettlementError(f"there is no score for {', '.join(absent)}.")
    for seat, score in scores.items():
        if not isinstance(score, int) or isinstance(score, bool) or score < 0:
            raise SettlementError(f"the score of {seat} is a whole number of at least 0, not {quote(score)}.")
    if winner in dead:
        raise SettlementError(f"{winner} is said to have won with a dead hand.")
    if cannon is not None and (winner is None or cannon == winner):
        raise SettlementError(f"{cannon} can let off a cannon only when another player wins.")
