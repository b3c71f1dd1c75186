"""Properties against agreement: SciPy, enumeration, and regressions worked out in another way."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

from trueness.errors import DataError
from trueness.statistics.ranges.input_properties import (
    moving_mean,
    rank_correlations,
    rank_regression,
    standard_ranks,
)


def one_of(values, agreement, **given):
    (found,) = rank_correlations([(values, agreement)], **given)
    return found


def test_pairs_together_are_each_as_it_is_alone():
    rng = np.random.default_rng(4)
    pairs = [(rng.integers(0, 9, 30).astype(float), rng.normal(size=30)) for _ in range(5)]
    pairs[1][0][:4] = pairs[3][1][7:11] = pairs[4][0][2:] = np.nan
    together = rank_correlations(pairs, resamples=1200, seed=3)
    assert [one.n for one in together] == [30, 26, 30, 26, 2]
    assert str(together) == str([one_of(*pair, resamples=1200, seed=3) for pair in pairs])
    assert len({one.pvalue for one in together[:4]}) == 4


def test_rank_correlations_are_scipys_and_their_p_values_near():
    rng = np.random.default_rng(1)
    x = np.round(rng.normal(size=60), 1)
    y = 0.3 * x + rng.normal(size=60)
    y[3] = np.nan
    found = one_of(x, y, resamples=20_000, seed=1)
    expected = stats.spearmanr(x[~np.isnan(y)], y[~np.isnan(y)])
    assert found.estimate == pytest.approx(expected.statistic)
    assert found.pvalue == pytest.approx(expected.pvalue, abs=0.01)
    assert found.n == 59


def test_the_p_value_is_that_of_all_orders():
    x, y = np.arange(6.0), np.array([0.0, 2, 1, 4, 3, 5])
    observed = abs(stats.spearmanr(x, y).statistic)
    every = [abs(stats.spearmanr(x, order).statistic) for order in itertools.permutations(range(6))]
    exact = np.mean(np.array(every) >= observed - 1e-12)
    found = one_of(x, y, resamples=50_000, seed=2)
    assert found.pvalue == pytest.approx(exact, abs=0.004)


def test_too_few_inputs_or_one_value_have_no_correlation():
    assert np.isnan(one_of(np.arange(3.0), np.arange(3.0), resamples=9, seed=1).estimate)
    four = one_of(np.arange(4.0), np.array([0.0, 2, 1, 3]), resamples=99, seed=1)
    assert four.estimate == pytest.approx(0.8)  # 1 - 6 (1 + 1) / (4 (16 - 1))
    assert np.isnan(one_of(np.ones(9), np.arange(9.0), resamples=9, seed=1).pvalue)


def test_slopes_errors_and_inflation_are_those_of_the_textbook():
    rng = np.random.default_rng(3)
    properties = rng.normal(size=(3, 50))
    properties[1] += properties[0]
    goal = properties[0] - 0.5 * properties[2] + rng.normal(size=50)
    found = rank_regression(properties, goal)
    ranks = [(stats.rankdata(row) - 25.5) / np.std(stats.rankdata(row)) for row in (*properties, goal)]
    design = np.column_stack([np.ones(50), *ranks[:3]])
    slopes, *_ = np.linalg.lstsq(design, ranks[3], rcond=None)
    np.testing.assert_allclose(found.slopes, slopes[1:], atol=1e-10)
    rest = ranks[3] - design @ slopes
    inverse = np.linalg.inv(design.T @ design)
    leverage = np.diag(design @ inverse @ design.T)
    meat = design.T @ np.diag((rest / (1 - leverage)) ** 2) @ design
    np.testing.assert_allclose(found.errors, np.sqrt(np.diag(inverse @ meat @ inverse))[1:])
    others, *_ = np.linalg.lstsq(design[:, [0, 2, 3]], ranks[0], rcond=None)
    unexplained = ((ranks[0] - design[:, [0, 2, 3]] @ others) ** 2).mean()
    assert found.inflation[0] == pytest.approx(1 / unexplained)
    assert found.explained == pytest.approx(1 - (rest**2).sum() / 50)


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        (np.random.default_rng(1).normal(size=(3, 5)), "too few"),
        (np.stack([np.arange(20.0), np.ones(20)]), "the same for all inputs"),
        (np.stack([np.arange(20.0), 2 * np.arange(20.0)]), "follows from the others"),
    ],
)
def test_regressions_that_cannot_be_are_refused(properties, words):
    with pytest.raises(DataError, match=words):
        rank_regression(properties, np.random.default_rng(2).normal(size=properties.shape[1]))


def test_moving_means_have_t_intervals():
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=30), rng.normal(size=30)
    found = moving_mean(x, y, 8, 0.9)
    first = np.argsort(x)[:8]
    assert len(found.mean) == 23
    assert found.x[0] == pytest.approx(x[first].mean())
    limits = stats.t.interval(0.9, 7, y[first].mean(), stats.sem(y[first]))
    assert (found.low[0], found.high[0]) == pytest.approx(limits)
    assert len(moving_mean(x[:5], y[:5], 8, 0.9).x) == 0


def test_standard_ranks_share_ties():
    assert standard_ranks(np.array([3.0, 1, 3])).tolist() == pytest.approx([0.5**0.5, -(2**0.5), 0.5**0.5])


def test_means_that_are_equal_but_for_rounding_share_a_rank():
    assert 0.1 + 0.2 != 0.3
    assert (
        standard_ranks(np.array([0.1 + 0.2, 1, 0.3])).tolist()
        == standard_ranks(np.array([3.0, 9, 3])).tolist()
    )
