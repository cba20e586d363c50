"""Everything that can be wrong with a hand, found all at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a hand."""

    code: str
    """Stable: ``fifth-tile``, ``wrong-count``, …"""
    message: str
    """A sentence that names the tiles."""
