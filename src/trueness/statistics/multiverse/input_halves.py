"""Random halves of the inputs, each with the other half beside it."""

from __future__ import annotations

import numpy as np

from trueness.errors import check_integer
from trueness.statistics.array_types import BoolArray
from trueness.statistics.engine.resample import random_stream


def input_halves(units: int, splits: int, seed: int) -> BoolArray:
    """Return which units lie in each half, shape (2 * splits, units): a half, and then its complement.

    Parameters
    ----------
    units : int
        Inputs, or clusters of them, in the order of their names; the second half has the odd one.
    splits : int
        How often units are split; every split has a random stream of its own, so that more of them leave the first as
        they are.
    seed : int

    Raises
    ------
    ArgumentError
        If there are fewer than two units, or a negative number of splits.
    """
    check_integer("units", units, minimum=2)
    check_integer("splits", splits, minimum=0)
    found = np.zeros((2 * splits, units), dtype=bool)
    for split in range(splits):
        found[2 * split, random_stream(seed, split).permutation(units)[: units // 2]] = True
        found[2 * split + 1] = ~found[2 * split]
    return found
