"""Variances of means: closed forms of one-way and two-way means."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.ranges.mean_jackknife import LeftOutMeans


def plain(values):
    return values


@pytest.mark.parametrize("n", [2, 12])
def test_over_inputs_it_is_the_t_interval_of_a_mean(n):
    values = np.random.default_rng(1).normal(size=(1, n))
    found = LeftOutMeans.of(values).precision(plain)
    low, high = found.limits(0.9)
    expected = stats.t.interval(0.9, n - 1, values.mean(), stats.sem(values[0]))
    assert (low[0], high[0]) == pytest.approx(expected)
    twice = 2 * min(found.greater()[0], found.less()[0])
    assert twice == pytest.approx(stats.ttest_1samp(values[0], 0).pvalue)


def test_inputs_without_a_value_do_not_count():
    values = np.random.default_rng(2).normal(size=(1, 9))
    holes = np.concatenate([values, np.full((1, 3), np.nan)], axis=1)
    one, other = (LeftOutMeans.of(given) for given in (values, holes))
    assert one.whole == pytest.approx(other.whole)
    # what is left without an input that has no value is the mean itself
    np.testing.assert_allclose(other.inputs[9:], other.whole[None].repeat(3, axis=0))


def test_over_both_it_is_the_variance_of_a_two_way_mean():
    rng = np.random.default_rng(3)
    table = rng.normal(size=(7, 1)) + rng.normal(size=(1, 11)) + rng.normal(size=(7, 11))
    left = np.stack([np.delete(table, i, axis=0).mean(axis=0) for i in range(7)])[:, None]
    found = LeftOutMeans.of(table.mean(axis=0)[None], left).precision(plain)
    rows, columns, mean = table.mean(axis=1), table.mean(axis=0), table.mean()
    rest = table - rows[:, None] - columns + mean
    by_row, by_column = rows.var(ddof=1) / 7, columns.var(ddof=1) / 11
    noise = (rest**2).sum() / (6 * 10) / (7 * 11)
    assert found.variances[0] == pytest.approx(max(by_row + max(by_column - noise, 0), by_column))
    assert 6 <= found.degrees[0] <= 16


def test_several_means_at_once_are_each_as_it_is_alone():
    rng = np.random.default_rng(5)
    values, left = rng.normal(size=(3, 6)), rng.normal(size=(4, 3, 6))
    together = LeftOutMeans.of(values, left).precision(plain)
    assert together.variances.shape == together.degrees.shape == (3,)
    for k in range(3):
        alone = LeftOutMeans.of(values[[k]], left[:, [k]]).precision(plain)
        assert (together.variances[k], together.degrees[k]) == pytest.approx(
            (alone.variances[0], alone.degrees[0])
        )


def test_what_is_estimated_may_be_any_function_of_the_means():
    values = np.random.default_rng(4).normal(size=(3, 10))
    found = LeftOutMeans.of(values).precision(lambda means: means[..., [0]] - means[..., [2]])
    expected = stats.ttest_rel(values[0], values[2])
    assert found.statistics()[0] == pytest.approx(expected.statistic)


def test_of_one_input_nothing_is_known():
    found = LeftOutMeans.of(np.array([[0.5]])).precision(plain)
    assert found.estimates[0] == 0.5
    assert np.isnan(found.variances[0])
