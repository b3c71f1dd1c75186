"""Tests of pairs as matrices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.study.outcome_matrices import outcome_matrices

NAN = np.nan


class Said(NamedTuple):
    pvalue_greater: float
    pvalue_less: float
    verdict: str


def test_a_worked_example():
    tests = [
        ("a", "b", Said(0.01, 0.99, "better")),
        ("c", "a", Said(0.98, 0.02, "worse")),
        ("b", "d", Said(NAN, NAN, "undefined")),
    ]
    found = outcome_matrices({"a": 0, "b": 1, "c": 2, "d": 3}, tests)
    np.testing.assert_array_equal(
        found.better,
        [[NAN, 0.01, 0.02, NAN], [0.99, NAN, NAN, NAN], [0.98, NAN, NAN, NAN], [NAN, NAN, NAN, NAN]],
    )
    assert np.argwhere(found.worse).tolist() == [[1, 0], [2, 0]]


def test_a_verdict_in_one_order_is_enough():
    tests = [("a", "b", Said(0.01, 0.99, "better")), ("b", "a", Said(0.99, 0.01, "not separated"))]
    for order in (tests, tests[::-1]):
        found = outcome_matrices({"a": 0, "b": 1}, order)
        assert found.worse.tolist() == [[False, False], [True, False]]
        np.testing.assert_array_equal(found.better, [[NAN, 0.01], [0.99, NAN]])
