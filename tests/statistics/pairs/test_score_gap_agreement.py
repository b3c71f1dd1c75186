"""Agreement within ranges of gaps against loops and worked values."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.pairs.score_gap_agreement import score_gap_agreement, score_gap_bins


def column(values):
    return np.array(values, dtype=float)[:, None]


def by_loop(x, z, low, high):
    """Return tau and the number of pairs as in the definition: P, Q, T, U."""
    p = q = t = u = n = 0
    for (a, b), (c, d) in itertools.combinations(zip(x, z, strict=True), 2):
        if low <= abs(a - c) <= high:
            n += 1
            product = np.sign(a - c) * np.sign(b - d)
            p, q = p + (product > 0), q + (product < 0)
            t, u = t + (a == c and b != d), u + (a != c and b == d)
    if p + q + t == 0 or p + q + u == 0:
        return math.nan, n
    return (p - q) / math.sqrt((p + q + t) * (p + q + u)), n


@given(
    scores=st.lists(st.tuples(st.integers(0, 8), st.integers(0, 4)), min_size=1, max_size=9),
    low=st.integers(0, 4),
    width=st.integers(0, 6),
    denominator=st.sampled_from([1, 3, 7.3]),
)
def test_equals_the_loop(scores, low, width, denominator):
    x, z = np.array(scores, dtype=float).T
    tau, n = by_loop(x, z, low, low + width)
    found = score_gap_agreement(
        column(x / denominator), column(z), low / denominator, (low + width) / denominator
    )
    assert found.n_pairs == n
    assert found.tau == pytest.approx(tau, nan_ok=True)


def test_worked_example():
    # metric 1 2 4 8, human 2 1 3 4: gaps up to 3 are 12 D, 13 C, 23 C
    x, z = column([1, 2, 4, 8]), column([2, 1, 3, 4])
    assert score_gap_agreement(x, z, high=3) == (1 / 3, 3)
    assert score_gap_agreement(x, z, 2, 4) == (1.0, 3)  # 13, 23, 34
    assert score_gap_agreement(x, z, 4, 7) == (1.0, 3)  # 34, 24, 14


def test_over_all_gaps_it_is_kendalls_tau():
    rng = np.random.default_rng(0)
    x, z = rng.integers(0, 6, (2, 12, 5)).astype(float)
    found = score_gap_agreement(x, z)
    assert found.n_pairs == 66
    assert found.tau == pytest.approx(correlate(x, z, "system", "kendall").estimate)


def test_the_metrics_means_are_over_all_its_outputs():
    x = np.array([[1.0, 9], [2, 0], [3, 0]])
    z = np.array([[1.0, np.nan], [2, np.nan], [3, np.nan]])
    assert score_gap_agreement(x, z, means="judged").tau == 1.0
    assert score_gap_agreement(x, z).tau == -1 / 3  # means 5, 1, 1.5


def test_too_few_pairs_and_ties_are_undefined():
    x, z = column([1, 2, 4]), column([1, 2, 3])
    assert np.isnan(score_gap_agreement(x, z, minimum_pairs=4).tau)
    assert score_gap_agreement(x, z, minimum_pairs=4).n_pairs == 3
    assert score_gap_agreement(x, z, high=1) == (1.0, 1)
    assert np.isnan(score_gap_agreement(x, column([1, 1, 1])).tau)
    assert np.isnan(score_gap_agreement(column([1, 1, 1]), z).tau)
    assert np.isnan(score_gap_agreement(x, z, 10, 20).tau)


def test_units_change_bounds_alone_and_order_changes_nothing():
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 10, 4))
    found = score_gap_bins(x, z, bins=5)
    rows = rng.permutation(10)
    other = score_gap_bins(4 * x[rows] + 1, np.exp(0 * z[rows]) * z[rows] * 3 - 2, bins=5)
    assert other.high == pytest.approx(4 * found.high)
    assert other.tau == pytest.approx(found.tau, nan_ok=True)
    assert np.array_equal(other.n_pairs, found.n_pairs)


def test_bins_are_quantiles_of_the_gap():
    # 21 pairs of 7 systems, 3 to a bin; all gaps of powers of two differ
    rng = np.random.default_rng(2)
    x, z = column(2.0 ** np.arange(7)), column(rng.permutation(7))
    table = score_gap_bins(x, z, bins=10, minimum_pairs=1)
    gaps = np.sort([abs(a - b) for a, b in itertools.combinations(x[:, 0], 2)])
    assert table.high.tolist() == gaps[2::3].tolist()
    assert table.low.tolist() == [0.0, *gaps[2::3][:-1]]
    assert table.n_pairs[0].tolist() == [3, 6, 9, 12, 15, 18, 21]
    for a, b in itertools.combinations_with_replacement(range(7), 2):
        expected = by_loop(x[:, 0], z[:, 0], table.low[a], table.high[b])
        assert (table.tau[a, b], table.n_pairs[a, b]) == pytest.approx(expected, nan_ok=True)
    assert np.all(np.isnan(table.tau[np.tril_indices(7, -1)]))


def test_bins_with_fewer_than_five_pairs_are_masked():
    x, z = column(2.0 ** np.arange(7)), column(range(7))
    table = score_gap_bins(x, z)
    assert 4 in table.n_pairs
    assert np.all(np.isnan(table.tau) == (table.n_pairs < 5))
    assert (np.isnan(score_gap_bins(x, z, minimum_pairs=7).tau) == (table.n_pairs < 7)).all()
    assert np.nanmin(table.tau) == 1.0


def test_no_pairs_make_no_bins():
    table = score_gap_bins([[1.0]], [[2.0]])
    assert table.tau.shape == table.n_pairs.shape == (0, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"low": -1}, "`low`"),
        ({"high": math.nan}, "`high`"),
        ({"minimum_pairs": 0}, "`minimum_pairs`"),
        ({"means": "some"}, "means"),
    ],
)
def test_arguments_are_checked(options, message):
    with pytest.raises(ArgumentError, match=message):
        score_gap_agreement(column([1, 2]), column([1, 2]), **options)


def test_arguments_of_bins_are_checked():
    with pytest.raises(ArgumentError, match="`bins`"):
        score_gap_bins(column([1, 2]), column([1, 2]), bins=0)
    with pytest.raises(ArgumentError, match="`minimum_pairs`"):
        score_gap_bins(column([1, 2]), column([1, 2]), minimum_pairs=0)
    with pytest.raises(ArgumentError, match="one shape"):
        score_gap_bins([1, 2], [1, 2])
