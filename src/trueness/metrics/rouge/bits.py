"""Bits of a number of 64."""

from __future__ import annotations

import numpy as np

from trueness.metrics.compiled import Whole, compiled_part

_ONE = np.uint64(1)


@compiled_part
def n_ones(bits: np.uint64) -> Whole:
    """Return how many bits are 1: for a compiler, the loop is a single instruction."""
    count = 0
    while bits:
        bits &= bits - _ONE
        count += 1
    return count


@compiled_part
def lowest_place(bits: np.uint64) -> Whole:
    """Return the place of the lowest bit that is 1, 64 if there is none."""
    return n_ones((bits & (~bits + _ONE)) - _ONE)
