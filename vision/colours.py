"""How much two colours differ on two tiles, whatever the light."""

from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_SHADE: Final = 1 / 3
"""What a difference in brightness counts against one in colour: shadows fall on single tiles."""

_DARK: Final = 8.0
"""Added to every channel, so that noise in the dark is no difference."""


def difference(colours: Floats, others: Floats) -> Floats:
    """(n,): how much colours (n, 3) differ from others (n, 3), 0..255 a channel: the largest natural logarithm
    of the ratio of a channel that is not the same in all of them."""
    ratios = np.log((colours + _DARK) / (others + _DARK))
    shade = ratios.mean(axis=1)
    return np.asarray(np.maximum(np.abs(ratios - shade[:, None]).max(axis=1), _SHADE * np.abs(shade)))
