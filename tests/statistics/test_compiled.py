"""Compiled kernels: one per function, with numpy's quotients."""

from __future__ import annotations

import numpy as np

from trueness.statistics.compiled import LANES, compiled
from trueness.statistics.engine.resample import TILE


def quotients(numerators, denominators, result):
    for i in range(len(result)):
        result[i] = numerators[i] / denominators[i]


def test_a_function_is_compiled_once():
    assert compiled(quotients) is compiled(quotients)


def test_a_quotient_by_zero_is_not_an_error():
    result = np.empty(3)
    compiled(quotients)(np.array([1.0, 0.0, -1.0]), np.zeros(3), result)
    np.testing.assert_array_equal(result, [np.inf, np.nan, -np.inf])


def test_tiles_are_whole_numbers_of_lanes():
    assert TILE % LANES == 0
