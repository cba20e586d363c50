"""How much people are asked: random hands, misread at a given rate, confirmed by an honest player.

`python -m tests.tilescore.simulate --hands 1000 --misread 0.01 --doubtful 0.05` prints questions and edits a
hand, and how often the agreed score is the true one. Misread tiles are shown as doubtful with the right face
among their alternatives; tiles that are wrong and shown as sure are a matter for `models.evaluate`.
"""

import argparse
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median, quantiles

import numpy as np

from datasets.scene.hands import LaidHand, random_hand
from scoring.errors import TilescoreError
from scoring.hand import Hand
from scoring.problem import IncompleteHand
from scoring.score import agree, score_agreed
from scoring.tiles import FACE_DOWN, TILES, Tile
from tilescore.confirm import Confirmation
from tilescore.settings import TableSettings
from vision.reading import Corners, Reading, ReadTile, Row

NOWHERE: Corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
RULES = ("babcock", "millington")
OPTIONS = {"thirteen_orphans": True, "seven_twins": True}


@dataclass(frozen=True)
class Sitting:
    """One hand confirmed: what it took, and whether the agreed score is the true one."""

    questions: int
    """Questions answered, and tiles corrected unasked."""
    right: bool
    seconds: float
    """Processor time of the slowest round of questions."""


def sit(rng: random.Random, misread: float, doubtful: float, rules: str) -> Sitting:
    """Lays out a random hand, misreads it, and answers every question truthfully."""
    table = TableSettings(rules, OPTIONS if rules == "babcock" else {})
    laid, truth = hand_of_this_book(rng, table)
    reading, faces = misread_hand(laid, rng, misread, doubtful, rules)
    confirmation = Confirmation(reading, table)
    asked, slowest = 0, 0.0
    while True:
        began = time.process_time()
        questions = confirmation.questions()
        slowest = max(slowest, time.process_time() - began)
        if not questions:
            break
        question = questions[0]
        honest = truth_of(question.id, laid.hand, faces)
        if question.id == "win" and honest not in [choice.value for choice in question.choices]:
            # The tile that came last was misread: the player corrects it instead of answering.
            missing = next(placed.key for placed in confirmation.doubtful if faces[placed.key].code == honest)
            confirmation.replace(missing, faces[missing])
        else:
            confirmation.answer(question.id, honest)
        asked += 1
    try:
        right = confirmation.score().total == truth
    except TilescoreError:
        right = False
    return Sitting(asked, right, slowest)


def hand_of_this_book(rng: random.Random, table: TableSettings) -> tuple[LaidHand, int]:
    """A random hand and what it is worth. Millington knows no seven pairs: such a hand is drawn again."""
    while True:
        laid = random_hand(np.random.default_rng(rng.getrandbits(32)))
        try:
            return laid, score_agreed(laid.hand, agree(table.rules, table.options)).total
        except IncompleteHand:
            continue


def truth_of(question_id: str, hand: Hand, faces: dict[int, Tile]) -> str:
    """What an honest player answers."""
    kind, _, key = question_id.partition("-")
    if kind == "tile":
        return faces[int(key)].code
    if kind == "kong":
        kongs = (meld for meld in hand.exposed if meld.kind == "kong")
        return next(meld.how for meld in kongs if meld.tiles[0] == faces[int(key)])
    win = hand.win
    assert win is not None or kind in ("seat", "prevailing"), f"{question_id} is asked of a hand that lost"
    source = "wall" if win is not None and win.drawn else "discard"
    last = "" if win is None else win.tile.code
    truth = {"seat": hand.seat, "prevailing": hand.prevailing, "win": last, "how": source}
    return {**truth, "rare": "none", "kept_apart": "yes"}[kind]


def misread_hand(
    laid: LaidHand, rng: random.Random, misread: float, doubtful: float, rules: str
) -> tuple[Reading, dict[int, Tile]]:
    """The reading, and the true face of each tile by its key."""
    faces: dict[int, Tile] = {}

    def read(tile: Tile) -> ReadTile:
        key = len(faces) + 1
        faces[key] = tile
        if tile == FACE_DOWN or (chance := rng.random()) >= misread + doubtful:
            return ReadTile(tile, 0.99, True, (), NOWHERE)
        other = rng.choice(look_alikes(tile))
        shown, alternative = (other, tile) if chance < misread else (tile, other)
        return ReadTile(shown, 0.6, False, ((alternative, 0.3),), NOWHERE)

    def line(tiles: Iterable[Tile]) -> tuple[ReadTile, ...]:
        return tuple(map(read, tiles))

    exposed = tuple(line(tiles) for tiles in as_laid(laid, rules))
    rows = (
        Row("exposed", exposed),
        Row("seasons", (line(laid.seasons),)),
        Row("concealed", tuple(line(tiles) for tiles in laid.concealed)),
        Row("set_apart", (line((laid.set_apart,) if laid.set_apart else ()),)),
    )
    return Reading("hand.jpg", (640, 480), 0, tuple(row for row in rows if row.tiles), rules=rules), faces


def as_laid(laid: LaidHand, rules: str) -> list[tuple[Tile, ...]]:
    """The exposed sets with as many tiles of a kong turned down as the book has it."""
    down = {"babcock": {"declared": 1}, "millington": {"declared": 2, "claimed": 1}}[rules]
    return [
        meld.tiles[: 4 - down.get(meld.how, 0)] + (FACE_DOWN,) * down.get(meld.how, 0)
        if meld.kind == "kong"
        else meld.tiles
        for meld in laid.hand.exposed
    ]


def look_alikes(tile: Tile) -> list[Tile]:
    """The faces a tile is taken for: those of its own family, as in misreadings of real photos."""
    return [other for other in TILES if other.family == tile.family and other != tile]


def main() -> None:
    """Prints a table, a line a book."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--misread", type=float, default=0.01, help="part of tiles shown wrong, as doubtful")
    parser.add_argument("--doubtful", type=float, default=0.05, help="part of tiles shown right, as doubtful")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    print("book        hands  questions: median  95 %  right score  slowest questions")
    for rules in RULES:
        rng = random.Random(given.seed)
        sittings = [sit(rng, given.misread, given.doubtful, rules) for _ in range(given.hands)]
        counts = [sitting.questions for sitting in sittings]
        right = sum(sitting.right for sitting in sittings) / len(sittings)
        slowest = 1000 * max(sitting.seconds for sitting in sittings)
        high = quantiles(counts, n=20)[-1]
        print(f"{rules:11}{len(sittings):6}{median(counts):19.0f}{high:6.0f}{right:13.2%}{slowest:16.0f} ms")


if __name__ == "__main__":
    main()
