"""Short ways to write a case: how a hand was won in a few words, what was counted as a dict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring import Hand, Score, Tile, Win, score

if TYPE_CHECKING:
    from scoring.hand import Source, Wind

SOURCES: dict[str, Source] = {"wall": "wall", "loose": "loose", "robbed": "robbed"}


def win(text: str) -> Win | None:
    """How a hand was won: ``3c``, ``5d wall last``, ``5d loose season``, ``3c wall mixed``; nothing if it was not.

    A tile is a discard unless another source is named; ``mixed`` is the opposite of kept apart.
    """
    if not text:
        return None
    tile, *words = text.split()
    sources = [SOURCES[word] for word in words if word in SOURCES]
    assert set(words) <= {*SOURCES, "season", "last", "mixed"}
    return Win(
        Tile.parse(tile),
        sources[0] if sources else "discard",
        loose_after="season" if "season" in words else "kong",
        last_tile="last" in words,
        kept_apart="mixed" not in words,
    )


def babcock(text: str, won: str = "", seat: Wind = "E", **options: Any) -> Score:
    """A hand scored by Babcock's sheet; options that are only named are on."""
    return score(Hand.parse(text, seat=seat, win=win(won)), "babcock", **options)


def counted(result: Score) -> dict[str, int]:
    """Points or doubles of everything that was counted, by rule."""
    found: dict[str, int] = {}
    for item in result.items:
        found[item.rule] = found.get(item.rule, 0) + item.points + item.doubles
    return found
