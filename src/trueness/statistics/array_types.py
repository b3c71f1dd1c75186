"""Names for the types of arrays, and of what tells results apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]

Floats = NDArray[np.floating]
"""Whole numbers in the fastest floating type in which they are exact."""

Index = NDArray[np.int32]
"""Places and ranks, as compiled loops take them."""

Integers = NDArray[np.int64]

Key = tuple[str, str]
"""(level, coefficient)."""

Pair = tuple[int, int]
"""A metric and its rival, by their positions."""

Sides = tuple[dict[str, FloatArray], dict[str, FloatArray]]
"""Coefficients of X' and of Y', a metric and its rival after swaps, each a dict to arrays of shape (B, P)."""
