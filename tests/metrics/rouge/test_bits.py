from __future__ import annotations

import numba
import numpy as np
import pytest

from trueness.metrics.rouge.bits import lowest_place, n_ones


@numba.njit
def looked_at(bits):
    return n_ones(bits), lowest_place(bits)


@pytest.mark.parametrize("number", [0, 1, 2, 0b1011000, 2**63, 2**64 - 1, 2**64 - 2**40])
def test_bits_equal_those_that_python_writes(number):
    written = f"{number:b}"
    lowest = len(written) - 1 - written.rindex("1") if number else 64
    with np.errstate(over="ignore"):
        assert looked_at(np.uint64(number)) == (written.count("1"), lowest)
