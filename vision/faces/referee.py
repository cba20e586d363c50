"""Which face is it, where the classifier is in doubt? A larger network looks once more.

Most tiles of a photo are named at a glance. What is left are Seasons, which every set draws its own way and
only a small numeral or a name tells apart, faces seen from afar or out of focus, backs, odd birds, and things
that are no tile at all. For these few there is time for a referee with more layers and an eye for detail.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from scoring.tiles import FACE_DOWN, Tile
from vision.arrays import Array
from vision.probabilities import FACES, KINDS, NO_TILE, heard_both, season_probabilities
from vision.runtime import Model, load_model

_CLEAR: Final = 0.95
"""Probability of one face from which nobody needs to be asked. A 12-megapixel photo takes 1.6 to 1.8 times as
long as `cv2.imread` with this, 1.9 to 2.1 times with 0.97 (medians of fifteen, each twice). When it was
chosen, 1,384 of 1,616 rendered hands came out exactly with this, 13 wrong tiles shown as sure, with 0.98
1,386 and 8."""

_SEASON: Final = 0.5
_BIRD: Final = Tile.parse("1b").index
_CLEAR_PICTURE: Final = 0.9999
"""Probability of being some Season from which it is asked unless the probability of one face is as great as
this: the classifier goes by name and plant, whatever the number says. The same of being a bird, which a plant
in a pot looks like: of 2,449 rendered hands three more come out exactly so, all of one real set, and none
fewer."""

_NOTHING: Final = 0.4
"""Probability of being no tile from which it is not asked either: of 593 rendered hands that no training saw
and nothing else is judged by, as many come out exactly as with 0.6, and a sixth less is asked."""

_SHARE: Final = 0.75
"""How much of the word the referee has; the classifier has the rest. When it was chosen, 1,364 of these 1,616
hands came out exactly, with a half 1,358."""

_AMONG: Final = 0.9
"""The same on which Season it is. Of 326 Seasons of sets that number the four nobles otherwise than the books
8 are misread with this, 12 with three quarters; with all of the word 8 as well, but one of the `dev` photos
too, of which the classifier is sure."""

_BACKS: Final = 1.0
"""What is added to the logit of a tile that lies face down: training shows six things that are no tile for
each. When it was chosen, 99 of 657 such tiles in doubt were misread with it, 153 without and 60 with 2; of
5,184 others 85, 65 and 115 were taken for one."""


class Referee:
    """Names the tiles that are in doubt; one instance serves many photos and threads. Raises ModelError when
    the weights cannot be used."""

    def __init__(self, threads: int = 2) -> None:
        self._model = load_model("referee", threads)

    def heard(
        self, probabilities: Array, quads: Array, said_by: Callable[[Model, Array], list[Array]]
    ) -> Array:
        """The probabilities (n, 44) of tiles at `quads` (n, 4, 2), upright, once the referee is heard on
        those in doubt; `said_by` gives what a model says of the crops at some of the quads."""
        seasons = season_probabilities(probabilities)
        drawn = (seasons > _SEASON) | (probabilities.argmax(axis=1) == _BIRD)
        clear = np.where(drawn, _CLEAR_PICTURE, _CLEAR)
        asked = np.flatnonzero((probabilities.max(axis=1) < clear) & (probabilities[:, NO_TILE] < _NOTHING))
        if len(asked) == 0:
            return probabilities
        (answer,) = said_by(self._model, quads[asked])
        answer[:, FACE_DOWN.index] += _BACKS
        told = probabilities.copy()
        told[asked] = heard_both(answer, probabilities[asked], _SHARE)
        some = season_probabilities(told[asked])[:, None]
        among = heard_both(answer[:, KINDS:FACES], probabilities[asked, KINDS:FACES], _AMONG)
        told[asked, KINDS:FACES] = some * among
        return told
