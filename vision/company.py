"""Is it a Season or a tile to play with? What lies beside it in its row says so as well.

Seasons lie together, behind the sets or at the end of a row, never between two tiles of a hand. There a bird
with a numeral is the one of bamboo, and among Seasons it is one of them.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.ground import Flags, usual_gaps
from vision.lines import Floats, Frames, find_lines
from vision.sets import FACES, KINDS, NO_TILE

Array = npt.NDArray[np.float32]

_CLEAR: Final = 0.8
"""Odds of some Season, or of some tile to play with, from which a neighbour is one."""

_TOUCHING: Final = 0.4
"""Free space beyond what is usual in the row, in tile widths, up to which two tiles are neighbours."""

_AMID_TILES: Final = -3.0
_AMONG_SEASONS: Final = 2.0
"""What it says for a Season and against a tile to play with, in natural logarithms of odds, that both
neighbours are such tiles, or that one is a Season and none such a tile. In 1,595 rendered photos one of 277
tiles in doubt between two others was a Season, and 39 should have been by their odds; of 341 beside Seasons
336 were, and 281 should have been."""


def heard_of_company(odds: Array, quads: Array) -> Array:
    """The odds (n, 44) of tiles at `quads` (n, 4, 2), upright, once their neighbours are heard on whether
    they are Seasons; how likely each is to be some face at all stays as it is."""
    tiles = np.flatnonzero(odds[:, NO_TILE] < 0.5)
    if len(tiles) == 0:
        return odds
    season, played = odds[:, KINDS:FACES].sum(axis=1), odds[:, :KINDS].sum(axis=1)
    says = np.zeros(len(odds))
    for line in find_lines(Frames.of(quads[tiles])):
        members = tiles[list(line.members)]
        touching = np.asarray(line.gaps) - usual_gaps(line.gaps) < _TOUCHING
        says[members] = _said(touching, season[members] > _CLEAR, played[members] > _CLEAR)
    likelier = season * np.exp(says)
    share = (season + played) / np.maximum(likelier + played, 1e-9)
    told = odds.copy()
    told[:, KINDS:FACES] *= (np.exp(says) * share)[:, None]
    told[:, :KINDS] *= share[:, None]
    return told


def _said(touching: Flags, seasons: Flags, played: Flags) -> Floats:
    """(n,): what the neighbours in a row of n tiles say for Seasons; `touching` (n - 1,) are those between
    which there is no wider gap."""
    beside_seasons = [_before(seasons, touching), _before(seasons[::-1], touching[::-1])[::-1]]
    beside_played = [_before(played, touching), _before(played[::-1], touching[::-1])[::-1]]
    among = np.any(beside_seasons, axis=0) & ~np.any(beside_played, axis=0)
    amid = np.all(beside_played, axis=0)
    return np.asarray(_AMONG_SEASONS * among + _AMID_TILES * amid, np.float64)


def _before(some: Flags, touching: Flags) -> Flags:
    """(n,): whether the tile before each in its row is one of some and touches it."""
    return np.concatenate([[False], some[:-1] & touching])
