"""The studentised permutation test against the plain function, and how many systems it needs."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.methods.differences import Differences
from trueness.methods.studentized_permutation import STUDENTIZED_PERMUTATION
from trueness.statistics.jackknife.studentized_permutation_test import studentized_permutation_test
from trueness.statistics.score_arrays import ScoreArrays

PAIRS = [(0, 1), (0, 2)]
KEYS = [("system", "pearson"), ("input", "kendall")]


def test_it_is_the_plain_function(arrays):
    given = Differences(arrays, PAIRS, KEYS, resamples=99, seed=2)
    found = STUDENTIZED_PERMUTATION.findings(given, "systems", KEYS)
    assert len(found) == 4
    for level, name in KEYS:
        expected = studentized_permutation_test(arrays, PAIRS, (level,), (name,), resamples=99, seed=2)
        for p, pair in enumerate(PAIRS):
            one = found[(level, name), pair]
            assert one.two_sided == expected[level, name].two_sided[p]
            assert one.statistic == expected[level, name].statistic[p]


def test_it_needs_four_systems():
    few = ScoreArrays.of(np.random.default_rng(1).normal(size=(2, 3, 5)), np.ones((3, 5)))
    with pytest.raises(UnsupportedMethodError, match="needs 4 of them or more; there are 3"):
        STUDENTIZED_PERMUTATION.check_units(few, "systems")


def test_it_swaps_any_system_scores(arrays):
    median = dataclasses.replace(arrays, aggregate="median")
    STUDENTIZED_PERMUTATION.check_scores(median, PAIRS, KEYS, "systems", "cells")
