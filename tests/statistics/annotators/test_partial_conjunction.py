"""The number of false null hypotheses is named too large in at most alpha of data sets."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.annotators.partial_conjunction import fewest_false


def test_by_hand():
    # 3 p_(1) = .03, 2 p_(2) = .04, p_(3) = .2
    assert fewest_false([0.2, 0.01, 0.02]) == 2
    assert fewest_false([0.2, 0.02, 0.03]) == 0
    assert fewest_false([0.001, 0.001]) == 2
    assert fewest_false([]) == fewest_false([np.nan]) == 0
    assert fewest_false([0.001, np.nan]) == 1


def test_one_is_bonferronis_and_all_is_the_largest_p():
    rng = np.random.default_rng(1)
    for p in rng.random((50, 4)) * 0.1:
        assert (fewest_false(p) >= 1) == (p.min() <= 0.05 / 4)
        assert fewest_false(p) < 4 or p.max() <= 0.05


def test_where_two_of_five_are_false_three_are_named_rarely():
    rng = np.random.default_rng(2)
    z = rng.normal(size=(4000, 1)) * 0.7 + rng.normal(size=(4000, 5)) * np.sqrt(0.51)
    z[:, :2] -= 6
    assert np.mean([fewest_false(p) > 2 for p in stats.norm.cdf(z)]) <= 0.05


def test_what_is_no_p_value():
    with pytest.raises(ArgumentError, match="pvalues"):
        fewest_false([1.2])
