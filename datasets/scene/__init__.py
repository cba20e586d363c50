"""Synthetic photos of mah-jongg tables with the truth about every tile in them.

>>> import numpy as np
>>> scene = sample_scene(np.random.default_rng(0), (320, 240), "hand")
>>> scene.image.shape
(240, 320, 3)
"""

from datasets.scene.render import KINDS, sample_scene
from datasets.scene.values import Role, Scene, SceneTile

__all__ = ["KINDS", "Role", "Scene", "SceneTile", "sample_scene"]
