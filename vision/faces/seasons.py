"""Which of the eight Seasons is it? A network that learnt nothing else reads the numeral or the name.

Every set draws its Seasons its own way, with anything for a picture: what tells them apart is a numeral, a
character or a word in some corner. The networks that name all faces know few of the designs that can be.

It sees tiles as large as the referee does, half as large again as they are at first sight: strokes are the
clearer for it.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.arrays import Array, Flags, Floats
from vision.faces.presence import both_say
from vision.probabilities import FACES, KINDS, heard_both, season_probabilities, softmax
from vision.runtime import Model, load_model

_PERHAPS: Final = 0.05
"""Probability of being some Season below which it is not asked; asked from 0.005 on, it brought no hand
more."""

_HARDLY: Final = 0.02
"""The same once the detector is heard, which doubts most motifs of a cloth. Of 16 crops a rendered photo that
the reader sees this spares it two, and 580 hands are read as before, to every mark; with 0.05 it is three,
but two racks of 82 are read otherwise and one of them wrongly."""

_CLEAR: Final = 0.9999
"""Probability of one face from which it is not asked, either. Of 4,000 Seasons drawn anew, half with pictures
that say nothing of their rank, 22 are misread with a probability above 0.98 where it is not asked from there
on, and 2 so; of 1,616 rendered hands one is misread without a mark in place of two."""

_SHARE: Final = 0.5
"""How much of the word the reader has on whether it is one; the classifier and the referee have the rest. Of
5,841 tiles of 1,616 rendered hands, all Seasons and what else is in doubt, 146 are wrongly taken for one or
for none with this, 165 with three quarters and 156 with 0.3."""

_AMONG: Final = 0.5
"""The same on which of them it is; the referee has the rest. Of the 2,616 Seasons of those hands 262 are
misread with this, 272 by the reader and 295 by the referee alone."""

_NONE: Final = 1.2
"""What is added to the logit of none of them: most of what it was shown in training was
Seasons. Of those 5,841 tiles 146 are wrongly taken for one or for none with this, 177 without, and 143 with
1.7, but then more Seasons are for none."""

_AGREED: Final = (0.9, 0.98)
"""Probability of one Season, by the classifier and by the reader, from which the referee is not asked. Of the
2,161 things in 580 rendered hands of which both were asked this spares it 547; none of these is named
otherwise without it. With 0.9 by the reader, too, it would be 587, but a Season of a set that numbers
them otherwise than the books would be misread and sure, which the referee had doubted."""

_LEGIBLE: Final = 0.9
"""Probability of one answer below which a tile is looked at the other way up as well. Of clear tiles in real
photos six in a hundred stand upside down in their row, and are cut out as the row stands."""

_TURNED: Final = (-1.1, 1.6, -3.4)
"""What speaks for a tile standing upside down, by logistic regression: for the log odds of the likeliest
answer as it is cut out, for those of the likeliest the other way up, and whatever they are. Fitted to 1,920
Seasons of 240 drawn sets, one in twenty upside down: of those of ordinary sets 93 % are named rightly upside
down in place of 58 %, of seldom ones 85 % in place of 45 %, and as many as before upright."""


class SeasonReader:
    """Tells Seasons apart; one instance serves many photos and threads. Raises ModelError when the weights
    cannot be used."""

    def __init__(self, threads: int = 2) -> None:
        self._model = load_model("seasons", threads)

    def agrees(
        self, probabilities: Array, quads: Array, said_by: Callable[[Model, Array], list[Array]]
    ) -> Flags:
        """(n,): of which tiles the classifier and the reader both say which Season it is, the same one and
        each as clearly as `_AGREED` asks; arguments as of `heard`."""
        clear = probabilities[:, KINDS:FACES].max(axis=1)
        sure, clearly = _AGREED
        asked = np.flatnonzero((clear >= sure) & (clear < _CLEAR))
        agreed = np.zeros(len(quads), np.bool_)
        if len(asked):
            read = softmax(self._answer(quads[asked], said_by))
            named = probabilities[asked, KINDS:FACES].argmax(axis=1)
            agreed[asked] = read[np.arange(len(asked)), named] >= clearly
        return agreed

    def heard(
        self,
        probabilities: Array,
        quads: Array,
        said_by: Callable[[Model, Array], list[Array]],
        scores: Floats | None = None,
    ) -> Array:
        """The probabilities (n, 44) of tiles at `quads` (n, 4, 2), upright, once the reader is heard on those
        that may be Seasons; `said_by` gives what a model says of the crops at some of the quads, `scores`
        (n,) are the detector's, if it found them. How the probabilities of all other faces compare it leaves
        alone."""
        seasons = season_probabilities(probabilities)
        perhaps = (probabilities.max(axis=1) < _CLEAR) & (seasons > _PERHAPS)
        if scores is not None:
            perhaps &= season_probabilities(both_say(probabilities, scores)) > _HARDLY
        asked = np.flatnonzero(perhaps)
        if len(asked) == 0:
            return probabilities
        answer = self._answer(quads[asked], said_by)
        none = np.delete(probabilities[asked], np.s_[KINDS:FACES], axis=1).sum(axis=1, keepdims=True)
        read = heard_both(answer, np.hstack([probabilities[asked, KINDS:FACES], none]), _SHARE)
        told = probabilities.copy()
        told[asked] *= read[:, -1:] / np.maximum(none, 1e-30)
        among = heard_both(answer[:, :-1], probabilities[asked, KINDS:FACES] / seasons[asked, None], _AMONG)
        told[asked, KINDS:FACES] = (1 - read[:, -1:]) * among
        return told

    def _answer(self, quads: Array, said_by: Callable[[Model, Array], list[Array]]) -> Array:
        """Logits (n, 9) of the Seasons and none, of tiles that may stand upside down where they are not
        legible as they are cut out."""
        (logits,) = said_by(self._model, quads)
        upright = softmax(logits)
        dim = np.flatnonzero(upright.max(axis=1) < _LEGIBLE)
        if len(dim):
            (other_way_up,) = said_by(self._model, np.roll(quads[dim], 2, axis=1))
            turned = softmax(other_way_up)
            a, b, bias = _TURNED
            share = 1 / (1 + np.exp(-(a * _clearness(upright[dim]) + b * _clearness(turned) + bias)))
            logits[dim] = np.log((1 - share) * upright[dim] + share * turned + 1e-9)
        logits[:, -1] += _NONE
        return logits


def _clearness(probs: Array) -> Array:
    """(n, 1): the log odds of the likeliest of (n, k) probabilities."""
    best = probs.max(axis=1, keepdims=True)
    return np.asarray(np.log((best + 1e-4) / (1 - best + 1e-4)), np.float32)
