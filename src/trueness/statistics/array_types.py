"""Names for the types of arrays, and of what tells results apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]

Key = tuple[str, str]
"""(level, coefficient)."""

Pair = tuple[int, int]
"""A metric and its rival, by their positions."""
