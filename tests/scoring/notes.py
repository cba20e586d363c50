"""Short ways to write a case: how a hand was won in a few words, what was counted as a dict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring import Hand, Score, Tile, Win, parse_tiles, score

if TYPE_CHECKING:
    from scoring.hand import Source, Wind

FLAGS = ("kong", "season", "last", "mixed", "dealt", "first", "original", "kongs", "wins", "seen")
SOURCES: dict[str, Source] = {"wall": "wall", "loose": "loose", "robbed": "robbed"}


def win(text: str) -> Win | None:
    """How a hand was won: ``3c``, ``5d wall last``, ``5d loose season``, ``3c wall mixed``; nothing for none.

    A tile is a discard unless another source is named; what a loose tile replaced is said by ``kong`` or
    ``season``, or left to the hand; ``mixed`` is the opposite of kept apart; ``kongs=2`` and ``wins=13`` are
    those in a row; ``seen=33c`` are visible tiles.
    """
    if not text:
        return None
    tile, *words = text.split()
    sources = [SOURCES[word] for word in words if word in SOURCES]
    given = dict(word.split("=") for word in words if "=" in word)
    assert {word.split("=")[0] for word in words} <= {*SOURCES, *FLAGS}
    return Win(
        Tile.parse(tile),
        sources[0] if sources else "discard",
        loose_after="season" if "season" in words else "kong" if "kong" in words else None,
        last_tile="last" in words,
        kept_apart="mixed" not in words,
        dealt="dealt" in words,
        first_discard="first" in words,
        original_call="original" in words,
        kongs_in_a_row=int(given.get("kongs", 0)),
        east_wins_in_a_row=int(given.get("wins", 0)),
        visible=parse_tiles(given.get("seen", "")),
    )


def babcock(text: str, won: str = "", seat: Wind = "E", **options: Any) -> Score:
    """A hand scored by Babcock's sheet; options that are only named are on."""
    return score(Hand.parse(text, seat=seat, win=win(won)), "babcock", **options)


def millington(text: str, won: str = "", seat: Wind = "E", prevailing: Wind = "S", **options: Any) -> Score:
    """A hand scored by Millington's sheet."""
    return score(Hand.parse(text, seat, prevailing, win(won)), "millington", **options)


def counted(result: Score) -> dict[str, int]:
    """Points or doubles of everything that was counted, by rule."""
    found: dict[str, int] = {}
    for item in result.items:
        found[item.rule] = found.get(item.rule, 0) + item.points + item.doubles
    return found
