"""Finished hands as people lay them down, read from every side."""

from itertools import chain

import numpy as np
import pytest

from scoring.tiles import FACE_DOWN, Tile
from tests.vision.tables import View, heap, row, seen
from vision.hand.arrangement import Arrangement
from vision.hand.ground import Ground, usual_gaps
from vision.hand.hands import find_hands
from vision.hand.layout import BACK, COLUMN, SCATTERED, STACKED, THIRTEEN, arrange
from vision.hand.sets import TileCosts
from vision.hand.table import LEFT_OUT, MOST_LEFT_OUT, Table
from vision.probabilities import NO_TILE

CONCEALED = "1c 2c 3c 4d 5d 6d 7b 7b 7b Nw Nw"


def words(view: View, tiles: tuple[int, ...]) -> str:
    return " ".join(view.tiles[tile].code for tile in tiles)


def described(view: View, arrangement: Arrangement) -> str:
    """`exposed; concealed; seasons; set apart`, the sets in order and parted by bars."""
    apart = () if arrangement.set_apart is None else (arrangement.set_apart,)
    parts = [
        " | ".join(words(view, group) for group in arrangement.exposed),
        " | ".join(words(view, group) for group in arrangement.concealed),
        words(view, arrangement.seasons),
        words(view, apart),
    ]
    return "; ".join(parts).rstrip("; ")


def arranged(view: View, limit: float = np.inf, *, stray: bool = False) -> list[Arrangement]:
    table = Table(Ground.of(view.corners), view.probabilities)
    return arrange(table, TileCosts(view.probabilities), limit, stray=stray)


def best(view: View) -> str:
    return described(view, find_hands(view.corners, view.probabilities)[0].arrangement)


TWO_ROWS = row("Ew Ew Ew | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw")
IN_TWO_ROWS = "Ew Ew Ew | 1c 2c 3c; 4d 5d 6d 7b 7b 7b Nw Nw"

TABLES: dict[str, tuple[View, str]] = {
    "all concealed": (row(f"{CONCEALED} Rd Rd Rd"), f"; {CONCEALED} Rd Rd Rd"),
    "with gaps between suits": (
        row("1c 2c 3c | 4d 5d 6d 7d 8d 9d | 7b 7b 7b Nw Nw", gap=0.3),
        "; 1c 2c 3c | 4d 5d 6d 7d 8d 9d | 7b 7b 7b Nw Nw",
    ),
    "the far row is exposed": (TWO_ROWS, IN_TWO_ROWS),
    "sets that touch": (
        row("Ew Ew Ew 1c 2c 3c 4c 4c 4c", y=-2) + row("7b 7b 7b Nw Nw"),
        "Ew Ew Ew | 1c 2c 3c | 4c 4c 4c; 7b 7b 7b Nw Nw",
    ),
    "a tile drawn lies crosswise between the parts": (
        row("4d 4d 6d 6d 6d Nw Nw ~Nw | 1d 1d 1d | 7d 8d 9d", gap=0.6),
        "1d 1d 1d | 7d 8d 9d; 4d 4d 6d 6d 6d Nw Nw; ; Nw",
    ),
    "exposed beside concealed": (
        row("Ew Ew Ew | 1c 2c 3c") + row("4d 5d 6d 7b 7b 7b Nw Nw", x=8.5),
        IN_TWO_ROWS,
    ),
    "concealed beside exposed": (
        row("4d 5d 6d 7b 7b 7b Nw Nw") + row("Ew Ew Ew | 1c 2c 3c", x=10),
        IN_TWO_ROWS,
    ),
    "exposed in two rows": (
        row("Ew Ew Ew | 1c 2c 3c", y=-4) + row("8d 8d 8d", y=-2) + row("7b 7b 7b Nw Nw"),
        "Ew Ew Ew | 1c 2c 3c | 8d 8d 8d; 7b 7b 7b Nw Nw",
    ),
    "the pair beyond its four sets": (
        row("1c 1c", x=8, y=-1.7) + row("4c 4c 4c 6c 6c 6c 6c 2c 2c 2c 7d 7d 7d"),
        "4c 4c 4c | 6c 6c 6c 6c | 2c 2c 2c | 7d 7d 7d; 1c 1c",
    ),
    "four sets that touch, one of them a kong, and the tile that waits for its pair": (
        row("5b", x=-0.3, y=1.5) + row("2d 2d 2d 2d 5c 5c 5c 3c 4c 5c 8d 8d 8d"),
        "2d 2d 2d 2d | 5c 5c 5c | 3c 4c 5c | 8d 8d 8d; 5b",
    ),
    "four alike and a run with one of them, not won": (
        row("5b", x=-0.3, y=1.5) + row("2d 2d 2d 2d 3d 4d 5c 5c 5c 7c 8c 8d 8d"),
        "; 2d 2d 2d 2d 3d 4d 5c 5c 5c 7c 8c 8d 8d",
    ),
    "two others beyond four sets": (
        row("1c 2c", x=8, y=-1.7) + row("4c 4c 4c 6c 6c 6c 6c 2c 2c 2c 7d 7d 7d"),
        "; 4c 4c 4c 6c 6c 6c 6c 2c 2c 2c 7d 7d 7d",
    ),
    "concealed in two rows": (
        row("1c 2c 3c 4d 5d 6d 7b", y=-1.5) + row("7b 7b 9d 9d 9d Nw Nw"),
        "; 1c 2c 3c 4d 5d 6d 7b | 7b 7b 9d 9d 9d Nw Nw",
    ),
    "thirteen orphans in two rows": (
        row("1c 9c 1d 9d 1b 9b Ew", y=-1.5) + row("Sw Ww Nw Rd Gd Wd Wd"),
        "; 1c 9c 1d 9d 1b 9b Ew | Sw Ww Nw Rd Gd Wd Wd",
    ),
    "thirteen orphans in three rows": (
        row("1c 9c 1d 9d 1b", y=-3) + row("9b Ew Sw Ww Nw", y=-1.5) + row("Rd Gd Wd Wd"),
        "; 1c 9c 1d 9d 1b | 9b Ew Sw Ww Nw | Rd Gd Wd Wd",
    ),
    "concealed in two rows, the drawn tile by itself": (
        row("1c 2c 3c 4d 5d 6d 7b", y=-1.5) + row("7b 7b 9d 9d 9d Nw") + row("Nw", x=8),
        "; 1c 2c 3c 4d 5d 6d 7b | 7b 7b 9d 9d 9d Nw; ; Nw",
    ),
    "a claimed tile crosswise": (
        row("Ew ~Ew Ew | 1c 2c ~3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"),
        IN_TWO_ROWS,
    ),
    "kongs, some of their tiles face down": (
        row("? 9b 9b ? | 8d 8d 8d ? | Ew Ew Ew Ew", y=-2) + row("7b 7b 7b Nw Nw"),
        "? 9b 9b ? | 8d 8d 8d ? | Ew Ew Ew Ew; 7b 7b 7b Nw Nw",
    ),
    "drawn tile on the right": (row(f"{CONCEALED} Rd Rd | Rd"), f"; {CONCEALED} Rd Rd; ; Rd"),
    "drawn tile on the left": (row(f"Rd | {CONCEALED} Rd Rd", gap=0.8), f"; {CONCEALED} Rd Rd; ; Rd"),
    "drawn tile crosswise": (row(f"{CONCEALED} Rd Rd | ~Rd"), f"; {CONCEALED} Rd Rd; ; Rd"),
    "drawn tile crosswise against the hand": (row(f"{CONCEALED} Rd Rd ~Rd"), f"; {CONCEALED} Rd Rd; ; Rd"),
    "a claimed tile crosswise at the end of its set": (
        row("Ew Ew Ew | 1c 2c ~3c") + row("4d 5d 6d 7b 7b 7b Nw Nw", x=9),
        IN_TWO_ROWS,
    ),
    "drawn tile in front": (
        row(f"{CONCEALED} Rd Rd") + row("Rd", x=6, y=2),
        f"; {CONCEALED} Rd Rd; ; Rd",
    ),
    "two tiles in front, of which neither is the drawn one": (
        row(f"{CONCEALED} Rd Rd") + row("Rd 4c", x=6, y=2),
        f"; {CONCEALED} Rd Rd",
    ),
    "a hand that did not win": (row(f"{CONCEALED} Rd Rd"), f"; {CONCEALED} Rd Rd"),
    "Seasons with the exposed sets": (
        row("1f 3s | Ew Ew Ew | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"),
        f"{IN_TWO_ROWS}; 1f 3s",
    ),
    "Seasons between the exposed sets": (
        row("Ew Ew Ew | 1f 3s | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"),
        f"{IN_TWO_ROWS}; 1f 3s",
    ),
    "Seasons in a row of their own": (TWO_ROWS + row("1f 2f 3s", y=-4), f"{IN_TWO_ROWS}; 1f 2f 3s"),
    "Seasons at the end of the hand": (row(f"{CONCEALED} Rd Rd Rd 4f"), f"; {CONCEALED} Rd Rd Rd; 4f"),
    "discards beyond": (
        TWO_ROWS + heap("1c 9b 5d Sw Rd 3b 8c 2d Wd Gd 6c 6b 1d Ww 4b", x=0, y=-6),
        IN_TWO_ROWS,
    ),
    "walls": (TWO_ROWS + row("? ? ? ? ? ? ? ? ? ?", y=-6) + row("? ? ? ? ? ?", y=3), IN_TWO_ROWS),
    "a single back beside the hand": (TWO_ROWS + row("?", x=12), IN_TWO_ROWS),
    "a wobbly row": (row(f"{CONCEALED} Rd Rd Rd", wobble=0.1), f"; {CONCEALED} Rd Rd Rd"),
}


TABLES |= {
    "a kong left in the row": (
        row("7c 7c 7c 2b 2b 2b Nw Nw Nw Nw Gd Gd 6b 6b 6b"),
        "Nw Nw Nw Nw; 7c 7c 7c 2b 2b 2b Gd Gd 6b 6b 6b",
    ),
    "two kongs left in the row": (
        row("3b 3b 3b 3b 4d 4d 4d Wd Wd Wd Wd 8d 8d 8d 1b 1b"),
        "3b 3b 3b 3b | Wd Wd Wd Wd; 4d 4d 4d 8d 8d 8d 1b 1b",
    ),
    "a kong in the row with its ends face down": (
        row("7c 7c 7c ? Nw Nw ? 2b 2b 2b Gd Gd 6b 6b 6b"),
        "? Nw Nw ?; 7c 7c 7c 2b 2b 2b Gd Gd 6b 6b 6b",
    ),
    "four alike that are a pung and one of a run": (
        row("1c 2c 3c 4c 4c 4c 4c 5c 6c Rd Rd Rd Nw Nw"),
        "; 1c 2c 3c 4c 4c 4c 4c 5c 6c Rd Rd Rd Nw Nw",
    ),
    "a kong in the row and a pung and one of a run": (
        row("Ew Ew Ew Ew 1c 2c 3c 4c 4c 4c 4c 5c 6c Nw Nw"),
        "Ew Ew Ew Ew; 1c 2c 3c 4c 4c 4c 4c 5c 6c Nw Nw",
    ),
}


C8, IN_FRONT = "4d 5d 6d 7b 7b 7b Nw Nw", "Ew Ew Ew | 1c 2c 3c"
FULL = f"1c 2c 3c {C8}"

TABLES |= {
    "a wall that ends in line with the concealed part": (
        row(IN_FRONT, y=-2) + row(C8) + row("? ? ? ? ? ?", x=9.5),
        IN_TWO_ROWS,
    ),
    "a back in line with the concealed part": (row(IN_FRONT, y=-2) + row(C8) + row("?", x=9.2), IN_TWO_ROWS),
    "a wall beside the exposed sets": (
        row(IN_FRONT, y=-2) + row(C8) + row(" ".join(["?"] * 8), x=7.5, y=-2),
        IN_TWO_ROWS,
    ),
    "claimed tiles crosswise, one set above the other": (
        row("~Ew Ew Ew", y=-3.6) + row("~1c 2c 3c", y=-1.8) + row(C8),
        IN_TWO_ROWS,
    ),
    "claimed tiles crosswise in the midst of their sets": (
        row("Ew ~Ew Ew", y=-3.6) + row("1c ~2c 3c", y=-1.8) + row(C8),
        IN_TWO_ROWS,
    ),
    "the fourth of a kong crosswise on its pung": (
        row("9b 9b 9b", y=-3) + row("~9b", x=0.8, y=-4) + row(FULL),
        f"9b 9b 9b 9b; {FULL}",
    ),
    "the fourth of a kong above its pung": (
        row("9b 9b 9b", y=-3) + row("9b", x=1, y=-4.4) + row(FULL),
        f"9b 9b 9b 9b; {FULL}",
    ),
    "an exposed set level with tiles of several suits that touch": (
        row(FULL) + row("Ew Ew Ew", x=11.6),
        f"Ew Ew Ew; {FULL}",
    ),
    "exposed sets in a column beside the concealed part": (
        row("Ew Ew Ew", x=7, y=-3)
        + row("1c 2c 3c", x=7, y=-1.5)
        + row("8d 8d 8d", x=7)
        + row("7b 7b 7b Nw Nw"),
        "Ew Ew Ew | 1c 2c 3c | 8d 8d 8d; 7b 7b 7b Nw Nw",
    ),
    "exposed sets along the player's right-hand side": (
        row("4d 5d 6d 7b 7b 7b Nw Nw") + row("Ew Ew Ew | 1c 2c 3c", x=6.5, y=-2).turned_as_one(90),
        IN_TWO_ROWS,
    ),
    "exposed sets along the left-hand side, one beside the other, and one in front": (
        row("7b 7b 7b Nw Nw")
        + row("Ew Ew Ew", x=1, y=-2)
        + row("1c 1c 1c", x=-3.5, y=-1).turned_as_one(-90)
        + row("? 9c 9c ?", x=-6, y=-1).turned_as_one(-90),
        "Ew Ew Ew | ? 9c 9c ? | 1c 1c 1c; 7b 7b 7b Nw Nw",
    ),
    "all four sets along the side, longer than the pair": (
        row("Nw Nw") + row("Ew Ew Ew | 1c 2c 3c | 8d 8d 8d | 7b 7b 7b", x=-2.5, y=-4).turned_as_one(90),
        "Ew Ew Ew | 1c 2c 3c | 8d 8d 8d | 7b 7b 7b; Nw Nw",
    ),
    "Seasons in front, nearly all sets along the side": (
        row("7b 7b 7b Nw Nw")
        + row("Ew Ew Ew | 1c 2c 3c | 8d 8d 8d", x=-7.5, y=-4).turned_as_one(90)
        + row("1f 3s", x=2, y=3.2),
        "Ew Ew Ew | 1c 2c 3c | 8d 8d 8d; 7b 7b 7b Nw Nw; 1f 3s",
    ),
    "a Season in line with the pair, all sets along the side": (
        row("Nw Nw | 1f") + row("Ew Ew Ew | 1c 2c 3c | 8d 8d 8d | 7b 7b 7b", x=-8.5, y=-6).turned_as_one(90),
        "Ew Ew Ew | 1c 2c 3c | 8d 8d 8d | 7b 7b 7b; Nw Nw; 1f",
    ),
    "a Season in front, nearer to a set along the side than to the concealed part": (
        row("6c 6c 3d 4d 5d")
        + row("1d 2d 3d | 6b 6b 6b | 7c 8c 9c", x=1.3, y=-5.4).turned_as_one(-90)
        + row("3f", x=3, y=-3),
        "7c 8c 9c | 6b 6b 6b | 1d 2d 3d; 6c 6c 3d 4d 5d; 3f",
    ),
    "a neighbour's Seasons crosswise beyond the end of the row, level with it": (
        row(IN_FRONT, y=-2) + row(C8) + row("2s 4f | Gd Gd Gd", x=12, y=-1).turned_as_one(-90),
        IN_TWO_ROWS,
    ),
    "exposed sets each at an angle of its own": (
        row("Ew Ew Ew", x=0.5, y=-2.6).turned_as_one(30)
        + row("1c 2c 3c", x=5.5, y=-2.6).turned_as_one(-45)
        + row("4d 5d 6d 7b 7b 7b Nw Nw"),
        IN_TWO_ROWS,
    ),
    "four sets around the pair": (
        row("7b 7b 7b", x=-0.5, y=-3).turned_as_one(180)
        + row("Ew Ew Ew", x=-3.5, y=0).turned_as_one(90)
        + row("1c 2c 3c", x=2.5, y=0).turned_as_one(-90)
        + row("8d 8d 8d", x=-0.5, y=3)
        + row("Nw Nw"),
        "7b 7b 7b | Ew Ew Ew | 1c 2c 3c | 8d 8d 8d; Nw Nw",
    ),
    "four sets at angles of their own, one tile concealed and the winning one in front of it": (
        row("Ew Ew Ew", x=-6, y=-3).turned_as_one(25)
        + row("1c 2c 3c", x=-1.6, y=-3).turned_as_one(-40)
        + row("8d 8d 8d", x=2.8, y=-3).turned_as_one(60)
        + row("7b 7b 7b", x=7.2, y=-3).turned_as_one(-70)
        + row("Nw")
        + row("Nw", y=1.3),
        "Ew Ew Ew | 1c 2c 3c | 8d 8d 8d | 7b 7b 7b; Nw; ; Nw",
    ),
    "the pair at an angle to its sets, and two discards beyond them that may be won with": (
        row("Sw Sw Sw Sw", y=-3.6)
        + row("7c 8c 9c", y=-2.4)
        + row("2b 3b 4b", y=-1.2)
        + row("7d 7d 7d")
        + row("Rd Rd", x=-3, y=1).turned_as_one(60)
        + row("5c", x=5, y=-5).turned(7)
        + row("9d", x=6.5, y=-5.2).turned(-8),
        "Sw Sw Sw Sw | 7c 8c 9c | 2b 3b 4b | 7d 7d 7d; Rd Rd",
    ),
    "a set along the side, and one on either side of the concealed part": (
        row("9c 9c 9c")
        + row("1d 2d 3d 6d 6d", x=4)
        + row("6b 6b 6b", x=10)
        + row("4c 5c 6c", x=13.5, y=-2).turned_as_one(90),
        "4c 5c 6c | 9c 9c 9c | 6b 6b 6b; 1d 2d 3d 6d 6d",
    ),
    "exposed sets in a row that rises": (
        row("Ew Ew Ew", y=-2)
        + row("1c 2c 3c", x=4, y=-2.6)
        + row("8d 8d 8d", x=8, y=-3.2)
        + row("7b 7b 7b Nw Nw", x=2),
        "Ew Ew Ew | 1c 2c 3c | 8d 8d 8d; 7b 7b 7b Nw Nw",
    ),
    "exposed sets far in front": (row(IN_FRONT, x=1, y=-8) + row(C8), IN_TWO_ROWS),
    "exposed sets far to the right": (row(C8) + row(IN_FRONT, x=17), IN_TWO_ROWS),
    "another's sets far in front of a hand that has all of its own": (
        TWO_ROWS + row("Gd Gd Gd | 2c 3c 4c", y=-9).turned_as_one(180),
        IN_TWO_ROWS,
    ),
    "a neighbour's sets beside a hand that has all of its own": (
        TWO_ROWS + row("Gd Gd Gd | 2c 3c 4c", x=7, y=-4).turned_as_one(-90),
        IN_TWO_ROWS,
    ),
    "a neighbour's set beside a hand that did not win": (
        row(IN_FRONT, y=-2) + row("4d 5d 6d 7b 7b 7b Nw") + row("Gd Gd Gd", x=8, y=-3).turned_as_one(90),
        "Ew Ew Ew | 1c 2c 3c; 4d 5d 6d 7b 7b 7b Nw",
    ),
    "another's kong beyond one's own pung": (
        row("? 9d 9d ?", x=4, y=-5) + row("Ew Ew Ew", x=4, y=-2) + row(FULL),
        f"Ew Ew Ew; {FULL}",
    ),
    "the thirteenth tile crosswise in front": (
        row(IN_FRONT, y=-2) + row("4d 5d 6d 7b 7b 7b Nw") + row("~Nw", x=7.5, y=1.8),
        "Ew Ew Ew | 1c 2c 3c; 4d 5d 6d 7b 7b 7b Nw; ; Nw",
    ),
    "Seasons crosswise in front": (
        row(IN_FRONT, y=-2) + row(C8) + row("1f 3s", x=3, y=2.2).turned(90),
        f"{IN_TWO_ROWS}; 1f 3s",
    ),
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(("turn", "tilt"), [(0, 0), (0, 45), (30, 40), (90, 25), (180, 30), (-120, 15)])
def test_tables(name: str, turn: float, tilt: float) -> None:
    view, expected = TABLES[name]
    assert best(seen(view, turn, tilt)) == expected


@pytest.mark.parametrize("name", TABLES)
def test_it_does_not_matter_in_which_order_tiles_were_found(name: str) -> None:
    view, expected = TABLES[name]
    for seed in range(6):
        order = np.random.default_rng(seed).permutation(len(view.tiles))
        tiles = tuple(view.tiles[place] for place in order)
        assert best(seen(View(tiles, view.corners[order], view.probabilities[order]))) == expected


def test_a_long_row_of_things_that_look_alike_is_soon_done_with() -> None:
    """Any four of them may be a kong, and so may several fours at once."""
    view = seen(row(" ".join(["4d"] * 40)))
    view.probabilities[:] *= 0.75
    view.probabilities[:, NO_TILE] += 0.25
    assert arranged(view)


def test_nobody_hides_the_tile_that_wins() -> None:
    shown, hidden = (
        next(found.cost for found in arranged(view) if found.set_apart == len(view.tiles) - 1)
        for view in (row(f"{CONCEALED} Rd Rd | {last}", gap=0.8) for last in ("Rd", "?"))
    )
    assert hidden >= shown + BACK, "less likely than a tile of the concealed part that shows its back"


@pytest.mark.parametrize("level", [9, -4], ids=["to the right", "to the left"])
@pytest.mark.parametrize(
    ("moved", "more"), [(-1.5, SCATTERED - COLUMN), (-0.8, 0.0), (0.8, 0.0), (1.5, SCATTERED - COLUMN)]
)
def test_exposed_sets_one_above_the_other_are_likelier_than_scattered_ones(
    level: float, moved: float, more: float
) -> None:
    in_column, beside = (
        arranged(
            row("Ew Ew Ew", x=level + by, y=-1.5) + row("1c 2c 3c", x=level) + row("4d 5d 6d 7b 7b 7b Nw Nw")
        )[0]
        for by in (0.0, moved)
    )
    assert in_column.exposed == beside.exposed
    assert beside.cost - in_column.cost == pytest.approx(more)


@pytest.mark.parametrize("tile", [3, 5])
def test_a_tile_upside_down_in_a_column_of_sets_leaves_it_one(tile: int) -> None:
    view = row("Ew Ew Ew", x=9, y=-1.5) + row("1c 2c 3c", x=9) + row("4d 5d 6d 7b 7b 7b Nw Nw")
    expected = arranged(view)[0]
    view.corners[tile] = np.roll(view.corners[tile], 2, axis=0)
    found = arranged(view)[0]
    assert found.exposed == expected.exposed
    assert found.cost == pytest.approx(expected.cost)


def test_exposed_sets_on_both_sides_are_scattered_though_others_lie_above_them() -> None:
    """A column would be all that is exposed."""
    one, both = (
        arranged(row("Ew Ew Ew", x=9, y=-1.5) + row("1c 2c 3c", x=9) + rest)[0]
        for rest in (
            row("8d 8d 8d", x=9, y=-3) + row("7b 7b 7b Nw Nw", x=3),
            row("8d 8d 8d", x=-1.2) + row("7b 7b 7b Nw Nw", x=3),
        )
    )
    assert len(one.exposed) == len(both.exposed) == 3
    assert both.cost - one.cost == pytest.approx(SCATTERED - COLUMN, abs=0.1)


TWO_OF_THEM = {
    "set apart": row(f"{CONCEALED} Rd Rd | Rd", gap=0.3) + row("4c", x=6, y=2),
    "set apart in two rows": row("1c 2c 3c 4d 5d 6d | 7b", y=-1.5, gap=0.3)
    + row("7b 7b 9d 9d 9d Nw | Nw", gap=0.3),
}


@pytest.mark.parametrize("name", [*TABLES, *TWO_OF_THEM])
def test_no_tile_that_is_taken_for_the_hand_is_lost_or_seen_twice(name: str) -> None:
    view = seen(TABLES[name][0] if name in TABLES else TWO_OF_THEM[name])
    table = Table(Ground.of(view.corners), view.probabilities)
    choices = [*table.choices(), *table.choices(stray=True)]
    taken = [sorted(tile for piece in choice.pieces for tile in piece.tiles) for choice in choices]
    for way in (*arranged(view), *arranged(view, stray=True)):
        assert sorted([*way.loose, *chain.from_iterable(way.exposed)]) in taken, described(view, way)


@pytest.mark.parametrize(
    ("rows", "cost"),
    [
        (["1c 2c 3c 4d 5d 6d 7b", "7b 7b 9d 9d 9d Nw Nw"], STACKED[0]),
        (["1c 2c 3c 4d 5d 6d 7b", "7b 7b 9d 9d 9d Nw"], STACKED[0] + THIRTEEN),
        (["1c 2c 3c 4d 5d", "6d 7b 7b 7b 9d", "9d 9d Nw Nw"], STACKED[1]),
    ],
    ids=["two", "of thirteen", "three"],
)
def test_what_concealed_tiles_in_rows_cost(rows: list[str], cost: float) -> None:
    view = sum((row(codes, y=1.5 * place) for place, codes in enumerate(rows[1:], 1)), row(rows[0]))
    assert next(way.cost for way in arranged(view) if way.stacked) == pytest.approx(cost, abs=0.1)


def test_another_players_row_is_smaller_and_left_out() -> None:
    other = seen(row("2d 2d 3d 4d 5d 6d 6d 6d 8b 8b 8b 9c 9c 9c"), scale=20)
    mine = seen(row(f"{CONCEALED} Rd Rd Rd"))
    away = View(other.tiles, other.corners - np.array([0, 500]), other.probabilities)
    assert best(mine + away) == best(away + mine) == f"; {CONCEALED} Rd Rd Rd"


def test_a_row_upside_down_is_an_opposite_players_and_left_out() -> None:
    mine = row(f"{CONCEALED} Rd Rd Rd")
    other = row("2d 2d 2d 4d 5d 6d 6d 6d 6d 8b 8b 8b 9c 9c", y=-9).turned_as_one(180)
    assert best(seen(mine + other)) == best(seen(other + mine)) == f"; {CONCEALED} Rd Rd Rd"


def test_leaving_out_a_tile_beside_the_hand_costs_something_when_it_is_clear() -> None:
    def without(probability: float) -> float:
        view = seen(row(f"{CONCEALED} Rd Rd") + row("4d", x=5, y=2.2))
        view.probabilities[-1] *= probability
        view.probabilities[-1, NO_TILE] += 1 - probability
        choices = Table(Ground.of(view.corners), view.probabilities).choices()
        return next(choice.cost for choice in choices if [len(piece) for piece in choice.pieces] == [13])

    assert without(0.99) - without(0.6) == pytest.approx(LEFT_OUT)


def test_leaving_out_many_tiles_costs_no_more_than_leaving_out_some() -> None:
    """They are discards that happen to lie in order."""

    def without(rows: int) -> float:
        view = seen(
            sum((row("4d 6c 2b", x=4, y=-2.5 - 1.9 * k) for k in range(rows)), row(f"{CONCEALED} Rd Rd"))
        )
        choices = Table(Ground.of(view.corners), view.probabilities).choices()
        return next(choice.cost for choice in choices if [len(piece) for piece in choice.pieces] == [13])

    assert without(1) - without(0) == pytest.approx(3 * LEFT_OUT)
    assert without(4) - without(0) == pytest.approx(MOST_LEFT_OUT * LEFT_OUT)


@pytest.mark.parametrize(("x", "y", "seasons"), [(8.3, 0.1, 1), (3.0, 1.7, 1), (20.5, 0.0, 0), (3.0, 6.0, 0)])
def test_a_season_close_by_may_lie_at_any_angle(x: float, y: float, seasons: int) -> None:
    view = seen(TWO_ROWS + row("4f", x=x, y=y).turned(40))
    assert len(find_hands(view.corners, view.probabilities)[0].arrangement.seasons) == seasons


def test_what_is_nothing_leaves_the_gap_it_lies_in_as_wide_as_it_is() -> None:
    exposed, rest = "Ew Ew Ew | 1c 2c 3c | 4c 4c 4c", "7d 9d Ww Ww"
    view = seen(row(exposed, gap=0.25) + row(rest, x=10.7) + row("5c", x=9.6))
    less_sure(view, -1, 0.9)
    assert best(view) == f"{exposed}; {rest}"


def test_what_may_well_be_nothing_makes_no_discard_of_a_season() -> None:
    discards = (
        row(code, x=x, y=y).turned(40)
        for code, x, y in (("1b", 9.8, 1.9), ("3c", 8.2, 3.2), ("Nw", 9.6, 3.5))
    )
    view = seen(sum(discards, TWO_ROWS + row("4f", x=8.5, y=1.6)))
    less_sure(view, -4, 0.03)
    assert not find_hands(view.corners, view.probabilities)[0].arrangement.seasons
    for discard in (-3, -2, -1):
        less_sure(view, discard, 0.4)
    assert len(find_hands(view.corners, view.probabilities)[0].arrangement.seasons) == 1


def less_sure(view: View, tile: int, nothing: float) -> None:
    """The tile is nothing with this probability."""
    view.probabilities[tile] *= 1 - nothing
    view.probabilities[tile, NO_TILE] += nothing


@pytest.mark.parametrize(
    ("codes", "y", "nothing", "seasons"),
    [
        ("4f", -1.6, (0.02,), 1),
        ("4f", -1.6, (0.3,), 0),
        ("4f", -3.4, (0.003,), 1),
        ("4f", -3.4, (0.05,), 0),
        ("4f", -3.4, (0.15,), 0),
        ("4f 2s 3f", -3.4, (0.05, 0.01, 0.01), 3),
        ("4f 2s 3f", -3.4, (0.4, 0.4, 0.4), 0),
    ],
)
def test_seasons_that_may_be_nothing_are_believed_in_company_or_close_by(
    codes: str, y: float, nothing: tuple[float, ...], seasons: int
) -> None:
    table = seen(row(f"{CONCEALED} Rd Rd Rd") + row(codes, x=4, y=y))
    for place, probability in enumerate(nothing):
        less_sure(table, 14 + place, probability)
    assert len(find_hands(table.corners, table.probabilities)[0].arrangement.seasons) == seasons


def test_a_season_that_may_be_anothers_is_unsure() -> None:
    for y, unsure in ((-1.6, frozenset()), (-7.0, {14})):
        view = seen(row(f"{CONCEALED} Rd Rd Rd") + row("4f", x=4, y=y))
        hand = find_hands(view.corners, view.probabilities)[0]
        assert hand.arrangement.seasons == (14,)
        assert hand.unsure == unsure


def test_all_tiles_of_a_hand_that_hardly_makes_sense_are_unsure() -> None:
    """Ten tiles, each clear by itself, are some row in view sooner than all of a hand; thirteen are one."""
    for end, unsure in (("Rd Rd", 0), ("", 11)):
        view = seen(row(f"{CONCEALED} {end}"))
        assert len(find_hands(view.corners, view.probabilities)[0].unsure) == unsure


@pytest.mark.parametrize("codes", ["2s 1b 3f", "1b 2s 3f", "3f 2s 1b"])
@pytest.mark.parametrize("bird", [0.9, 0.99])
def test_what_touches_the_seasons_is_a_season(codes: str, bird: float) -> None:
    """Though it looks more like a bird: the hand has no use for that."""
    view = seen(row(f"{CONCEALED} Rd Rd Rd") + row(codes, x=4, y=-1.6))
    looks_like_a_bird(view, 14 + codes.split().index("1b"), bird)
    found = find_hands(view.corners, view.probabilities)[0]
    assert words(view, found.arrangement.seasons) == codes, "left to right"
    assert [str(found.decoded.faces[tile]) for tile in found.arrangement.seasons].count("4f") == 1
    assert len(found.unsure) == 1


def test_a_season_that_looks_like_a_bird_does_not_part_the_others_from_the_sets() -> None:
    view = seen(row("1b 1b 1b 1b | Ew Ew Ew Ew | 1b 3f 2s", y=-2) + row("3b 3b 3b 9b 9b 9b Nw Nw"))
    looks_like_a_bird(view, 8, 0.99)
    assert best(view) == "1b 1b 1b 1b | Ew Ew Ew Ew; 3b 3b 3b 9b 9b 9b Nw Nw; 1b 3f 2s"


def looks_like_a_bird(view: View, tile: int, probability: float) -> None:
    """What little else it looks like is a Season."""
    view.probabilities[tile] = 0.0
    view.probabilities[tile, [Tile.parse("1b").index, Tile.parse("4f").index]] = probability, 1 - probability


def test_a_tile_that_the_hand_needs_is_no_season_whatever_it_touches() -> None:
    view = seen(row("2s 3f 1b 1b 1b | 1c 2c 3c", y=-2) + row("4d 5d 6d 7b 7b 7b Nw Nw"))
    looks_like_a_bird(view, 2, 0.9)
    assert best(view) == "1b 1b 1b | 1c 2c 3c; 4d 5d 6d 7b 7b 7b Nw Nw; 2s 3f"


def test_what_hardly_shows_a_face_beside_the_seasons_is_none() -> None:
    view = seen(row(f"{CONCEALED} Rd Rd Rd") + row("2s 3f 1b", x=4, y=-1.6))
    looks_like_a_bird(view, -1, 0.9)
    less_sure(view, -1, 0.2)
    assert len(find_hands(view.corners, view.probabilities)[0].arrangement.seasons) == 2


@pytest.mark.parametrize("instead", ["3f", "nothing"])
def test_two_tiles_at_once_may_be_something_else_than_they_look_like(instead: str) -> None:
    """Without both the hand is not finished."""
    codes = "1b 2b 3b 4d 5d 6d Nw Nw Nw 9c 9c 1b 2b 3b"
    view = seen(row(codes))
    for tile in (0, 11):
        if instead == "nothing":
            less_sure(view, tile, 0.6)
        else:
            view.probabilities[tile] = 0.0
            view.probabilities[tile, [Tile.parse("1b").index, Tile.parse(instead).index]] = 0.45, 0.55
    assert best(view) == f"; {codes}"


def test_a_trace_on_the_cloth_is_not_tried_as_a_season() -> None:
    """Beside the row, and too small for a tile of it: as a Season it would leave nothing out."""
    view = seen(row(f"{CONCEALED} Rd Rd Rd | | 4f"))
    probs = np.array(view.probabilities)
    probs[-1] = 0.0
    probs[-1, [Tile.parse("Rd").index, Tile.parse("4f").index, NO_TILE]] = 0.35, 0.33, 0.32
    assert not find_hands(view.corners, probs)[0].arrangement.seasons
    probs[-1, [Tile.parse("Rd").index, Tile.parse("4f").index, NO_TILE]] = 0.51, 0.48, 0.01
    assert len(find_hands(view.corners, probs)[0].arrangement.seasons) == 1


@pytest.mark.parametrize(
    ("end", "probability", "hands"),
    [("Rd Rd Rd", 0.62, 1), ("Rd Rd", 0.62, 0), ("Rd Rd", 0.7, 1), ("Rd Rd Rd", 0.5, 0)],
)
def test_a_hand_that_was_not_won_needs_clearer_tiles(end: str, probability: float, hands: int) -> None:
    view = seen(row(f"{CONCEALED} {end}"))
    view.probabilities[:] *= probability
    view.probabilities[:, NO_TILE] += 1 - probability
    assert len(find_hands(view.corners, view.probabilities)[:1]) == hands


@pytest.mark.parametrize(
    ("beside", "tiles"),
    [
        pytest.param(row("~1c 1c", x=18), 15, id="a pair askew"),
        pytest.param(row("~1c 2c", x=18), 13, id="no pair"),
        pytest.param(row("1c 1c", x=8, y=-7), 13, id="a pair far away"),
        pytest.param(row("1c", x=13) + row("1c", x=21), 14, id="one tile of a pair far away"),
    ],
)
@pytest.mark.parametrize(("turn", "tilt"), [(0, 0), (-120, 15)])
def test_four_sets_are_finished_by_a_pair_beside_them(
    beside: View, tiles: int, turn: float, tilt: float
) -> None:
    """Though they are the tidier without it: one who has not won lays them down likewise."""
    view = seen(row("4c 4c 4c 6c 6c 6c 6c 2c 2c 2c 7d 7d 7d") + beside, turn, tilt)
    hand = find_hands(view.corners, view.probabilities)[0]
    assert (len(hand.arrangement.tiles), hand.decoded.complete) == (tiles, tiles == 15)


@pytest.mark.parametrize(
    ("others", "y", "seasons", "doubtful"),
    [("Nw", -7, 1, 0), ("Nw", -9, 1, 1), ("Nw 7d 3c", -8, 1, 1), ("Nw 7d 3c", -9, 0, 0), ("Nw", -10, 0, 0)],
)
def test_a_season_away_from_the_hand_amid_other_tiles_is_theirs(
    others: str, y: float, seasons: int, doubtful: int
) -> None:
    """However tidily they lie: discards laid down in rows, another player's hand. Nearer, who knows."""
    view = seen(TWO_ROWS + row("4f", x=4, y=y) + row(others, x=3.2, y=y - 1.4))
    arrangement = find_hands(view.corners, view.probabilities)[0].arrangement
    assert (len(arrangement.seasons), len(arrangement.doubtful)) == (seasons, doubtful)


def test_rows_amid_more_rows_of_one_face_are_cards_laid_out() -> None:
    """However many there are of that face, which would be printed on a cloth."""
    two_rows = row("1c 1c 1c 9b 9b 9b Ew") + row("Ew Ew 5c 5c 5c 3b 3b", y=1.45)
    around = row("4d 4d 4d 4d 4d 4d 4d", y=-1.45) + row("4d 4d 4d 4d 4d 4d 4d", y=2.9)
    alone, amid = seen(two_rows), seen(two_rows + around)
    assert find_hands(alone.corners, alone.probabilities)[0].arrangement.stacked
    assert not any(hand.arrangement.stacked for hand in find_hands(amid.corners, amid.probabilities))


@pytest.mark.parametrize(("y", "seasons"), [(-3.7, 1), (-5, 0), (-7, 0)])
def test_seasons_laid_down_crosswise_are_another_players(y: float, seasons: int) -> None:
    """He sits to the left or the right; close by the hand a Season lies as it was dropped."""
    view = seen(TWO_ROWS + row("4f", x=4, y=y).turned(90))
    assert len(find_hands(view.corners, view.probabilities)[0].arrangement.seasons) == seasons


@pytest.mark.parametrize(
    "codes",
    ["4d 4d 4d 3b 3b 3b Wd Wd Wd Wd 8d 8d 8d 1b 1b", "4d 4d 4d 3b 3b 3b 8d 8d 8d 1b 1b | Wd Wd Wd Wd"],
)
def test_four_white_dragons_are_four_tiles_and_no_frames(codes: str) -> None:
    view = seen(row(codes))
    tiles = find_hands(view.corners, view.probabilities)[0].arrangement.tiles
    assert sum(view.tiles[tile].code == "Wd" for tile in tiles) == 4


@pytest.mark.parametrize(
    ("table", "white", "reading"),
    [
        (
            row("? 6c 6c 6c | 5c 5c 5c ? | ? 3c 3c 3c", y=-2) + row("7c 7c 4b 4b 4b"),
            0.86,
            "? 6c 6c 6c | 5c 5c 5c ? | ? 3c 3c 3c; 7c 7c 4b 4b 4b",
        ),
        (
            row("6c 6c 6c | 5c 5c 5c | 3c 3c 3c", y=-2) + row("4b 4b 4b Wd Wd"),
            0.03,
            "6c 6c 6c | 5c 5c 5c | 3c 3c 3c; 4b 4b 4b Wd Wd",
        ),
    ],
)
def test_blank_tiles_are_all_backs_or_all_white_dragons(table: View, white: float, reading: str) -> None:
    view = seen(table)
    probs = np.array(view.probabilities)
    blank = [number for number, tile in enumerate(view.tiles) if tile.code in ("?", "Wd")]
    probs[blank] = 0.0
    probs[blank, Tile.parse("Wd").index] = white
    probs[blank, FACE_DOWN.index] = 0.96 - white
    probs[blank, NO_TILE] = 0.04
    hand = find_hands(view.corners, probs)[0]
    assert described(view, hand.arrangement) == reading
    assert [hand.decoded.faces[tile] for tile in blank] == [view.tiles[tile] for tile in blank]


@pytest.mark.parametrize("motif", ["1d", "9c", "3s", "1b"])
def test_a_face_there_are_too_many_of_is_printed_on_the_cloth(motif: str) -> None:
    """Squares of a cloth, each with the same motif, in rows and in line with the hand."""
    hand = row("1c 2c 3c 4d 5d 6d 7b 7b 7b Nw Nw Rd Rd Rd")
    beside = row(" ".join([motif] * 3), x=-3) + row(" ".join([motif] * 3), x=14)
    cloth = [row(" ".join([motif] * 8), x=0.5 * y, y=y) for y in (-4, -2.4, 2.4, 4)]
    view = seen(sum(cloth, hand + beside))
    found = find_hands(view.corners, view.probabilities)[0]
    assert [view.tiles[tile].code for tile in sorted(found.arrangement.tiles)] == [
        tile.code for tile in hand.tiles
    ]


@pytest.mark.parametrize(
    ("beside", "cards"),
    [("5d 7d 1d", True), ("5d 7d 5c", False), ("5d 7d", False), ("", False)],
)
def test_a_hand_of_dots_among_nothing_but_dots_is_of_cards(beside: str, cards: bool) -> None:
    hand = row("2d 2d 2d 4d 4d 4d 6d 6d 6d 8d 8d 8d 3d 3d")
    view = seen(hand + heap(beside, 4, -9) if beside else hand)
    assert bool(find_hands(view.corners, view.probabilities)) != cards


@pytest.mark.parametrize(("rows", "hands"), [(1, True), (3, False)])
def test_more_of_several_faces_than_a_set_has_are_cards(rows: int, hands: bool) -> None:
    """Pips that look like dots, in rows far enough apart for each to be a hand by itself."""
    cards = [row("4d 4d 4d 6d 6d 6d 8d 8d 8d 2d 2d 2d 1d 1d", y=4 * y) for y in range(rows)]
    view = seen(sum(cards[1:], cards[0]))
    assert bool(find_hands(view.corners, view.probabilities)) == hands


def test_tiles_on_a_rack_are_concealed_though_they_are_beyond() -> None:
    lying = seen(row("Ew Ew Ew | 1c 2c 3c", x=0, y=2.5) + row("9c", y=-0.1), tilt=55)
    standing = row("4d 5d 6d 7b 7b 7b Nw Nw")
    upright = View(standing.tiles, standing.corners * 40.0 + np.array([960.0, 940.0]), standing.probabilities)
    flat = View(lying.tiles[:-1], lying.corners[:-1], lying.probabilities[:-1])
    assert best(upright + flat) == IN_TWO_ROWS


def test_an_exposed_group_that_is_no_set_stays_one() -> None:
    view = row("Ew Ew Sw | 1c 2c 3c | 4c 4c 4c", y=-2, gap=0.8) + row("7b 7b 7b Nw Nw")
    assert best(seen(view)) == "Ew Ew Sw | 1c 2c 3c | 4c 4c 4c; 7b 7b 7b Nw Nw"


def test_corners_as_rough_as_a_detector_gives_them() -> None:
    rng = np.random.default_rng(5)
    view = seen(TWO_ROWS, 20, 30)
    rough = View(view.tiles, view.corners + rng.normal(0, 1.2, view.corners.shape), view.probabilities)
    assert best(rough) == IN_TWO_ROWS


def test_a_tile_upside_down_in_its_row() -> None:
    view = seen(row(f"{CONCEALED} Rd Rd Rd"))
    view.corners[3] = np.roll(view.corners[3], 2, axis=0)
    assert best(view) == f"; {CONCEALED} Rd Rd Rd"


def test_corners_named_a_quarter_turn_wrong_are_no_tile_lying_crosswise() -> None:
    view = seen(row(f"{CONCEALED} Rd Rd Rd"))
    view.corners[-1] = np.roll(view.corners[-1], 1, axis=0)
    assert best(view) == f"; {CONCEALED} Rd Rd Rd"


def test_corners_that_leave_out_part_of_every_tile_make_no_gaps_in_a_short_row() -> None:
    view = seen(row("Ew Ew Ew 1c 2c 3c 4c 4c 4c 7d 8d 9d", y=-2) + row("Nw Nw"))
    middles = view.corners.mean(axis=1, keepdims=True)
    tight = View(view.tiles, middles + 0.77 * (view.corners - middles), view.probabilities)
    assert best(tight) == "Ew Ew Ew | 1c 2c 3c | 4c 4c 4c | 7d 8d 9d; Nw Nw"


def test_the_order_of_the_detections_does_not_matter() -> None:
    view = seen(TABLES["Seasons between the exposed sets"][0], 10, 30)
    expected = best(view)
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(view.tiles))
        mixed = View(tuple(view.tiles[k] for k in order), view.corners[order], view.probabilities[order])
        assert best(mixed) == expected


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_few_tiles_are_arranged_all_the_same(count: int) -> None:
    view = row("1c 2c 3c Nw Nw")
    found = arranged(View(view.tiles[:count], view.corners[:count], view.probabilities[:count]))
    assert len(found[0].tiles if found else ()) == count


def test_tiles_without_area_do_no_harm() -> None:
    view = row(f"{CONCEALED} Rd Rd Rd")
    view.corners[2] = view.corners[2, 0]
    assert arranged(view)


def test_only_walls_are_no_hand() -> None:
    view = row("? ? ? ? ? ? ? ?")
    assert arranged(view) == []


def test_a_limit_leaves_out_what_costs_more_and_nothing_else() -> None:
    ways = {name: arranged(seen(view, 10, 30)) for name, (view, _) in TABLES.items()}
    several = {name: found for name, found in ways.items() if len(found) > 1}
    assert len(several) > 5
    for name, found in several.items():
        limit = (found[0].cost + found[-1].cost) / 2
        within = [way for way in found if way.cost <= limit]
        assert arranged(seen(TABLES[name][0], 10, 30), limit) == within


def test_what_is_usual_between_touching_tiles_drifts_along_a_slanting_row() -> None:
    drifting = [0.3, 0.28, 0.25, 0.2, 0.15, 0.1, 0.05, 0.0]
    assert np.abs(np.subtract(drifting, usual_gaps(drifting))).max() < 0.2
    assert usual_gaps(drifting)[:3] == pytest.approx([0.225, 0.225, 0.2]), "most at its end"
    with_a_gap = [0.0, 0.0, 0.9, 0.0, 0.0, 0.0]
    assert usual_gaps(with_a_gap) == [0.0] * 6


def test_a_short_row_is_as_loose_as_the_looser_of_the_two_longest() -> None:
    touching, loose = row("1c 2c 3c 4c 5c 6c 7c"), row("1d | 2d | 3d | 4d | 5d | 6d | 7d", y=-3, gap=0.2)
    ground = Ground.of((touching + loose + row("Nw | Nw", y=-6, gap=0.25)).corners)
    usual = {line.members[0]: gaps for line, gaps in zip(ground.lines, ground.usual, strict=True)}
    assert usual[len(touching.tiles) + len(loose.tiles)] == pytest.approx((0.2,))
