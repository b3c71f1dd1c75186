"""WMT's Kendall-like tau against a loop and worked values."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.pairs.output_groups import GROUPED_LEVELS
from trueness.statistics.pairs.relative_ranking import relative_ranking_tau


def by_loop(x, z, threshold):
    agree = against = 0
    for (a, b), (c, d) in itertools.combinations(zip(x, z, strict=True), 2):
        if not np.isnan(a + b + c + d) and abs(b - d) >= threshold:
            right = (a > c and b > d) or (a < c and b < d)
            agree, against = agree + right, against + (not right)
    return agree, against


@given(
    cells=st.lists(
        st.tuples(st.one_of(st.integers(0, 3), st.just(float("nan"))), st.integers(0, 20)),
        min_size=12,
        max_size=12,
    ),
    level=st.sampled_from(GROUPED_LEVELS),
    threshold=st.integers(1, 12),
    denominator=st.sampled_from([1, 3, 10]),
)
def test_equals_the_loop(cells, level, threshold, denominator):
    x, z = np.array(cells, dtype=float).T.reshape(2, 4, 3)
    groups = {
        "input": list(zip(x.T, z.T, strict=True)),
        "per_system": list(zip(x, z, strict=True)),
        "global": [(x.ravel(), z.ravel())],
    }[level]
    agree, against = np.sum([by_loop(a, b, threshold) for a, b in groups], axis=0)
    found = relative_ranking_tau(x, z / denominator, level, threshold=threshold / denominator)
    assert (found.concordant, found.discordant) == (agree, against)
    expected = (agree - against) / (agree + against) if agree + against else np.nan
    assert found.tau == pytest.approx(expected, nan_ok=True)


def test_worked_example():
    # human differences of at least 25: 10-40 C, 10-90 C, 10-60 C, 40-90 metric tie, 90-60 D; 40-60 is unclear
    assert relative_ranking_tau([1, 2, 2, 3], [10, 40, 90, 60]) == (1 / 5, 3, 2)


def test_a_difference_of_the_threshold_is_clear():
    assert relative_ranking_tau([1, 2], [50, 75]).tau == 1.0
    assert relative_ranking_tau([1, 2], [50, 74.9]).concordant == 0


def test_ties_of_the_metric_are_wrong():
    assert relative_ranking_tau([3, 3], [0, 100]).tau == -1.0


def test_no_clear_pair_is_undefined():
    assert np.isnan(relative_ranking_tau([1, 2, 3], [50, 55, 60]).tau)


def test_inputs_count_by_their_clear_pairs():
    # one clear pair, right, and three, wrong: (1 - 3) / 4, not the mean of 1 and -1
    x = np.array([[1, 3], [2, 2], [np.nan, 1]])
    z = np.array([[0, 0], [100, 50], [0, 100]])
    assert relative_ranking_tau(x, z) == (-0.5, 1, 3)


def test_the_threshold_is_positive():
    with pytest.raises(ArgumentError, match="`threshold` must be finite and positive"):
        relative_ranking_tau([1, 2], [1, 2], threshold=0)
