"""What each cost of taking a row of tiles apart stands for: rows, how they are seen, and what that costs."""

import numpy as np
import pytest

from scoring.tiles import Tile
from tests.vision.tables import certain
from vision.hand.sets import TileCosts
from vision.hand.splits import (
    BETWEEN_PARTS,
    BETWEEN_SETS,
    IN_THE_ROW,
    INSIDE_CONCEALED,
    INSIDE_SET,
    LEFT_HAND,
    LONE_TILE,
    MOST_INSIDE,
    NO_SET,
    SET_APART,
    TILE_CROSSWISE,
    UNEVEN,
    PricedPiece,
    Split,
)
from vision.hand.table import Piece


def priced(text: str) -> PricedPiece:
    """A row of tiles, nearly sure: `|0.3` leaves that many tile widths free, `~` lays a tile crosswise."""
    gaps, crosswise = [0.0], []
    for word in text.split():
        if word.startswith("|"):
            gaps[-1] = float(word[1:])
        else:
            gaps.append(0.0)
            crosswise.append(word.startswith("~"))
    costs = TileCosts(certain([Tile.parse(code) for code in codes_of(text)]))
    return PricedPiece(Piece(tuple(range(len(crosswise))), tuple(gaps[1:-1])), costs, np.array(crosswise))


def codes_of(text: str) -> list[str]:
    return [word.removeprefix("~") for word in text.split() if not word.startswith("|")]


def seen_as(text: str, split: Split) -> str:
    """`exposed; concealed; set apart`, as far as there are such, their groups parted by bars."""
    row, codes = priced(text), codes_of(text)
    exposed = (*row.sets(0, split.left), *row.sets(split.right, len(row)), *split.kongs)
    apart = () if split.apart is None else ((split.apart,),)
    parts = (exposed, row.concealed_groups(split), apart)
    return "; ".join(" | ".join(" ".join(codes[tile] for tile in group) for group in part) for part in parts)


ROWS: dict[str, tuple[str, dict[str, float]]] = {
    "one part": ("1c 2c 3c 7b 7b 7b", {"; 1c 2c 3c 7b 7b 7b; ": 0.0}),
    "free space in the concealed part": (
        "1c 2c 3c |1.0 4d 5d 6d",
        {"; 1c 2c 3c | 4d 5d 6d; ": INSIDE_CONCEALED},
    ),
    "who leaves one space leaves several": (
        "1c 1c |1.0 4d 4d |1.0 7b 7b |1.0 Nw Nw",
        {"; 1c 1c | 4d 4d | 7b 7b | Nw Nw; ": MOST_INSIDE},
    ),
    "who parts some sets parts all": (
        "1c 2c 3c |0.4 4d 5d 6d 7b 7b 7b",
        {"; 1c 2c 3c | 4d 5d 6d 7b 7b 7b; ": UNEVEN + INSIDE_CONCEALED / 4},
    ),
    "unless it is one suit that they part from another": (
        "1c 2c 3c |0.4 4d 5d 6d 7d 8d 9d",
        {"; 1c 2c 3c | 4d 5d 6d 7d 8d 9d; ": INSIDE_CONCEALED / 4},
    ),
    "or the others are but four": (
        "1c 2c 3c |0.4 4d 5d 7b 7b",
        {"; 1c 2c 3c | 4d 5d 7b 7b; ": INSIDE_CONCEALED / 4},
    ),
    "a tile by itself on the right is set apart": (
        "1c 2c 3c Nw Nw |1.0 Nw",
        {"; 1c 2c 3c Nw Nw; Nw": 0.0, "; 1c 2c 3c Nw Nw | Nw; ": LONE_TILE + INSIDE_CONCEALED},
    ),
    "on the left less often": (
        "Nw |1.0 1c 2c 3c Nw Nw",
        {"; 1c 2c 3c Nw Nw; Nw": LEFT_HAND, "; Nw | 1c 2c 3c Nw Nw; ": LONE_TILE + INSIDE_CONCEALED},
    ),
    "little space before it may be chance": (
        "1c 2c 3c Nw Nw |0.2 Nw",
        {"; 1c 2c 3c Nw Nw; Nw": SET_APART / 2, "; 1c 2c 3c Nw Nw | Nw; ": LONE_TILE / 2},
    ),
    "a tile crosswise is set apart without any": (
        "1c 2c 3c Nw Nw ~Nw",
        {"; 1c 2c 3c Nw Nw; Nw": 0.0, "; 1c 2c 3c Nw Nw Nw; ": TILE_CROSSWISE},
    ),
    "exposed beside concealed, far enough away": ("Ew Ew Ew |1.1 7b 7b 7b", {"Ew Ew Ew; 7b 7b 7b; ": 0.0}),
    "the parts too close": (
        "Ew Ew Ew |0.5 7b 7b 7b",
        {"Ew Ew Ew; 7b 7b 7b; ": BETWEEN_PARTS * 0.75},
    ),
    "the space between the parts no wider than others": (
        "Sw Sw Sw |1.1 Ew Ew Ew |1.1 7b 7b 7b",
        {"Sw Sw Sw | Ew Ew Ew; 7b 7b 7b; ": BETWEEN_PARTS},
    ),
    "a kong that was left among the concealed tiles": (
        "1c 2c 3c 7b 7b 7b 7b",
        {"; 1c 2c 3c 7b 7b 7b 7b; ": 0.0, "7b 7b 7b 7b; 1c 2c 3c; ": IN_THE_ROW},
    ),
}
"""A row, and some ways to see it with what they cost, the likeliest first. What is exposed costs besides."""


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_split_at_a_cost(name: str) -> None:
    text, ways = ROWS[name]
    found = {seen_as(text, split): split.cost for split in priced(text).splits}
    assert {way: found[way] for way in found if way in ways} == pytest.approx(ways)
    assert [way for way in found if way in ways] == list(ways)


def test_a_hand_has_no_more_than_four_kongs_in_its_row() -> None:
    row = priced(" ".join(f"{code} " * 4 for code in ("1c", "4d", "7b", "Nw", "Rd")) + "Ew Ew")
    assert max(len(split.kongs) for split in row.splits) == 4


SETS: dict[str, tuple[str, list[str], float]] = {
    "sets with space between them": ("Ew Ew Ew |0.15 1c 2c 3c", ["Ew Ew Ew", "1c 2c 3c"], 0.0),
    "sets that touch": ("Ew Ew Ew 1c 2c 3c", ["Ew Ew Ew", "1c 2c 3c"], BETWEEN_SETS),
    "space in a set": ("Ew |0.6 Ew Ew", ["Ew Ew Ew"], INSIDE_SET),
    "three that are no set": ("1c 5d 9b", ["1c 5d 9b"], NO_SET),
    "two, too few for any": ("Ew Ew", ["Ew Ew"], NO_SET + 2),
    "a kong rather than a pung and a stray tile": ("Ew Ew Ew Ew", ["Ew Ew Ew Ew"], 0.0),
}
"""An exposed row, the sets that it is and what they cost."""


@pytest.mark.parametrize("name", SETS)
def test_an_exposed_row_is_cut_into_sets_at_a_cost(name: str) -> None:
    text, sets, cost = SETS[name]
    row, codes = priced(text), codes_of(text)
    assert [" ".join(codes[tile] for tile in each) for each in row.sets(0, len(row))] == sets
    assert row.sets_cost(0, len(row)) == pytest.approx(cost)
