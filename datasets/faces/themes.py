"""Which pictures go together on the four tiles of one series of Seasons."""

from __future__ import annotations

import numpy as np

from datasets.faces.clips import clip, has_clips
from datasets.faces.fauna import ANIMALS, butterfly
from datasets.faces.flora import NOBLES, Plant, chrysanthemum, garden, lotus, pine, plum
from datasets.faces.potted import POTTED, bouquet, potted
from datasets.faces.scenes import (
    angler,
    boat,
    bridge,
    cart,
    landscape,
    motor,
    pagoda,
    pavilion,
    person,
    portrait,
)
from datasets.faces.things import ARTS, THINGS

_YEAR: tuple[tuple[Plant, ...], ...] = ((garden, plum), (lotus,), (chrysanthemum,), (pine, plum))
"""What blooms in spring, summer, autumn and winter."""

_BY_RANK: dict[str, tuple[tuple[Plant, ...], ...]] = {  # pictures that belong to a rank
    "nobles": tuple((plant,) for plant in NOBLES),
    "potted nobles": tuple((potted(plant),) for plant in NOBLES),
    "year": _YEAR,
    "potted year": tuple(tuple(potted(plant) for plant in plants) for plants in _YEAR),
    "arts": tuple((plant,) for plant in ARTS),
}
_POOLS: dict[str, tuple[Plant, ...]] = {  # pictures that do not
    "garden": (garden,),
    "pots": POTTED,
    "people": (person, angler, person, portrait),
    "buildings": (pagoda, pavilion, bridge),
    "travel": (boat, cart, motor),
    "landscape": (landscape, boat, pagoda, bridge, pavilion),
    "things": (*THINGS, potted(bouquet), butterfly),
    "animals": ANIMALS,
}


def picture(theme: str, rank: int, seed: int) -> Plant:
    """The picture of `rank` (1 to 4) in a series of that theme; sets with other seeds choose otherwise."""
    if theme == "clips":
        if has_clips():
            return clip(rank, seed)
        theme = "garden"
    if theme in _BY_RANK:
        choices = _BY_RANK[theme][rank - 1]
        return choices[seed % len(choices)]
    pool = _POOLS[theme]
    rng = np.random.default_rng(seed)
    if rng.random() < 0.4:  # four variations on one picture
        return pool[int(rng.integers(len(pool)))]
    order = rng.permutation(max(len(pool), 4)) % len(pool)
    return pool[int(order[rank - 1])]
