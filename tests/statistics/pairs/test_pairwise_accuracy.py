"""Pairwise accuracy against loops, Kendall's coefficients, worked values and invariances."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.pairs.output_groups import GROUPED_LEVELS
from trueness.statistics.pairs.pairwise_accuracy import (
    check_group_weights,
    common_units,
    mean_accuracy,
    pair_outcomes,
    pairwise_accuracy,
    pairwise_tau,
)


def outcomes_by_loop(x, z, epsilon):
    """Return C, D, Th, Tm, Thm of two vectors."""
    tally = dict.fromkeys(["c", "d", "h", "m", "b"], 0)
    present = [(a, b) for a, b in zip(x, z, strict=True) if not np.isnan(a + b)]
    for (a, b), (c, d) in itertools.combinations(present, 2):
        metric, human = abs(a - c) <= epsilon, b == d
        if metric or human:
            tally["b" if metric and human else "m" if metric else "h"] += 1
        else:
            tally["c" if (a > c) == (b > d) else "d"] += 1
    return tuple(tally.values())


def columns(x, z, level):
    if level == "global":
        return [(x.ravel(), z.ravel())]
    return list(zip(x.T, z.T, strict=True)) if level == "input" else list(zip(x, z, strict=True))


@st.composite
def matrices(draw, missing=True):
    n, m = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    score = st.integers(0, 4).map(float)
    if missing:
        score = st.one_of(score, st.just(float("nan")))
    return tuple(
        np.array(draw(st.lists(score, min_size=n * m, max_size=n * m))).reshape(n, m) for _ in range(2)
    )


@given(data=matrices(), level=st.sampled_from(GROUPED_LEVELS), epsilon=st.integers(0, 4))
def test_equals_the_loop(data, level, epsilon):
    x, z = data
    found = pair_outcomes(x, z, level, epsilon=epsilon)
    expected = [outcomes_by_loop(a, b, epsilon) for a, b in columns(x, z, level)]
    parts = (found.concordant, found.discordant, found.tied_human, found.tied_metric, found.tied_both)
    assert [tuple(row) for row in np.stack(parts, axis=1).tolist()] == expected
    shares = [Fraction(row[0] + row[4], sum(row)) for row in expected if sum(row)]
    mean = pairwise_accuracy(x, z, level, epsilon=epsilon)
    tau = pairwise_tau(x, z, level, epsilon=epsilon)
    assert mean.n_undefined == tau.n_undefined == len(expected) - len(shares)
    if shares:
        exact = sum(shares) / len(shares)
        assert mean.estimate == float(exact)
        assert tau.estimate == float(2 * exact - 1)
        assert np.nanmean(found.accuracy) == pytest.approx(float(exact))
    else:
        assert np.isnan(mean.estimate)
        assert np.isnan(tau.estimate)


def test_worked_example():
    # metric 1 2 2 5, human 1 3 3 2: pairs 12 C, 13 C, 14 C, 23 tied by both, 24 D, 34 D
    found = pair_outcomes([1, 2, 2, 5], [1, 3, 3, 2])
    assert (found.concordant[0], found.discordant[0], found.tied_both[0]) == (3, 2, 1)
    assert found.accuracy[0] == 4 / 6
    assert pairwise_tau([1, 2, 2, 5], [1, 3, 3, 2]).estimate == 2 / 6
    # at epsilon 1 the metric ties 12 and 13 as well; at 3 all but 14
    assert pairwise_accuracy([1, 2, 2, 5], [1, 3, 3, 2], epsilon=1).estimate == 2 / 6
    assert pairwise_accuracy([1, 2, 2, 5], [1, 3, 3, 2], epsilon=3).estimate == 2 / 6
    assert pairwise_accuracy([1, 2, 2, 5], [1, 3, 3, 2], epsilon=4).estimate == 1 / 6


@given(data=matrices(), level=st.sampled_from(GROUPED_LEVELS), seed=st.integers(0, 99))
def test_order_and_monotone_transforms_do_not_matter(data, level, seed):
    x, z = data
    rng = np.random.default_rng(seed)
    rows, places = rng.permutation(x.shape[0]), rng.permutation(x.shape[1])
    same = pairwise_accuracy(x, z, level)
    assert pairwise_accuracy(x[rows][:, places], z[rows][:, places], level) == pytest.approx(
        same, nan_ok=True
    )
    assert pairwise_accuracy(np.exp(x), z**3, level) == pytest.approx(same, nan_ok=True)
    assert pairwise_accuracy(-x, -z, level) == pytest.approx(same, nan_ok=True)


@given(data=matrices(), counts=st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_weights_are_repetitions(data, counts):
    x, z = data
    v = np.array(counts[: x.shape[1]])
    weighted = pairwise_accuracy(x, z, weights=v, epsilon=1)
    if v.sum():
        repeated = pairwise_accuracy(np.repeat(x, v, axis=1), np.repeat(z, v, axis=1), epsilon=1)
        assert weighted == pytest.approx(repeated, nan_ok=True)
    else:
        assert np.isnan(weighted.estimate)


def test_duplicated_inputs_change_nothing():
    rng = np.random.default_rng(5)
    x, z = rng.normal(size=(6, 9)), rng.integers(0, 3, (6, 9)).astype(float)
    twice = pairwise_accuracy(np.tile(x, 2), np.tile(z, 2))
    assert twice.estimate == pairwise_accuracy(x, z).estimate


def test_a_constant_metric_is_right_where_people_tie():
    z = np.array([[1.0, 1], [1, 2], [2, 3]])
    assert pairwise_accuracy(np.zeros((3, 2)), z).estimate == pytest.approx((1 / 3 + 0) / 2)
    assert pairwise_accuracy(np.zeros((3, 2)), np.ones((3, 2))).estimate == 1.0


def test_one_system_has_no_pairs_within_inputs():
    found = pairwise_accuracy([[1.0, 2, 3]], [[1.0, 3, 2]])
    assert np.isnan(found.estimate)
    assert found.n_undefined == 3
    assert pairwise_accuracy([[1.0, 2, 3]], [[1.0, 3, 2]], "per_system").estimate == 2 / 3


def test_ties_of_decimal_fractions_are_exact():
    # 0.4 - 0.3 is above 0.1 as floats, 0.3 - 0.2 below
    assert 0.4 - 0.3 > 0.1 > 0.3 - 0.2
    found = pair_outcomes([0.2, 0.3, 0.4], [1, 1, 1], epsilon=0.1)
    assert found.tied_both[0] == 2
    off_lattice = np.array([0.2, 0.3, 0.4]) / 7
    assert pair_outcomes(off_lattice, [1, 1, 1], epsilon=0.1 / 7).tied_both[0] == 2


def test_units_are_reciprocals():
    units, common = common_units(np.array([3, 0, 1, 10]))
    assert (units, common) == ([10, 0, 30, 3], 30)
    assert mean_accuracy(np.array([1, 0, 1, 1]), np.array([3, 0, 1, 10])).estimate == float(
        (Fraction(1, 3) + 1 + Fraction(1, 10)) / 3
    )


@pytest.mark.parametrize("weights", [[1, 2], [1, 2, -1], [1, 2, 0.5], [1, 2, np.nan], [1, 2, np.inf]])
def test_weights_are_checked(weights):
    with pytest.raises(ArgumentError, match="`weights` must be 3 whole numbers"):
        check_group_weights(weights, 3)


def test_epsilon_is_checked():
    with pytest.raises(ArgumentError, match="`epsilon`"):
        pairwise_accuracy([1, 2], [1, 2], epsilon=-1)


@pytest.mark.slow
def test_a_large_table_at_the_global_level():
    # 20,000 outputs, 2·10⁸ pairs: counted in O(n log n)
    rng = np.random.default_rng(1)
    z = rng.integers(0, 5, (20, 1000)).astype(float)
    x = z + rng.normal(size=z.shape)
    found = pair_outcomes(x, z, "global", epsilon=0.5)
    assert found.n_pairs[0] == 20_000 * 19_999 // 2
    sample = pairwise_accuracy(x[:, :40], z[:, :40], "global", epsilon=0.5).estimate
    assert found.accuracy[0] == pytest.approx(sample, abs=0.02)
