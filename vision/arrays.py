"""What arrays of numbers are called by the types of their numbers; docstrings say their shapes and units."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
"""Corners of tiles, and what the networks answer."""

Floats = npt.NDArray[np.float64]
"""What is worked out of these: places, probabilities, costs."""

Indices = npt.NDArray[np.int64]
"""Numbers of tiles, of their corners, of faces."""

Flags = npt.NDArray[np.bool_]

Pixels = npt.NDArray[np.uint8]
"""Pictures and crops, BGR."""
