"""Neighbours that are alike: beside permutations of the order, and rates where none are."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.alike_pairs import alike_pairs


def neighbours(m):
    return np.arange(m - 1), np.arange(1, m)


def test_it_is_close_to_the_test_over_permuted_orders():
    rng = np.random.default_rng(3)
    values = rng.normal(size=(4, 60)) + 0.5 * np.repeat(rng.normal(size=(4, 20)), 3, axis=1)
    found = alike_pairs(values, *neighbours(60))
    first, second = neighbours(60)
    centred = values - values.mean(axis=1, keepdims=True)

    def statistic(order):
        moved = centred[:, order]
        return np.sum(moved[:, first] * moved[:, second])

    drawn = np.array([statistic(rng.permutation(60)) for _ in range(4000)])
    exact = np.mean(drawn >= statistic(np.arange(60)))
    assert found == pytest.approx(exact, abs=0.025)


@pytest.mark.parametrize("draw", ["normal", "heavy"])
def test_independent_units_are_called_alike_as_often_as_promised(draw):
    rng = np.random.default_rng(1)
    shape = (1500, 5, 40)
    values = rng.normal(size=shape) if draw == "normal" else rng.standard_t(3, size=shape)
    rate = np.mean([alike_pairs(one, *neighbours(40)) < 0.05 for one in values])
    assert 0.03 < rate < 0.07


def test_units_of_one_group_are_found_alike_wherever_they_stand():
    rng = np.random.default_rng(2)
    group = rng.integers(0, 12, 80)
    values = rng.normal(size=(3, 80)) + rng.normal(size=(3, 12))[:, group]
    first, second = np.nonzero(np.triu(group[:, None] == group, 1))
    assert alike_pairs(values, first, second) < 1e-6
    values[0, :9] = np.nan
    assert alike_pairs(values, first, second) < 1e-4


def test_a_missing_value_counts_as_the_mean_and_a_row_without_values_not_at_all():
    rng = np.random.default_rng(4)
    values = np.cumsum(rng.normal(size=(3, 30)), axis=1)
    values[0, [3, 17]] = np.nan
    filled = values.copy()
    filled[0, [3, 17]] = np.nanmean(values[0])
    expected = alike_pairs(filled, *neighbours(30))
    assert alike_pairs(values, *neighbours(30)) == pytest.approx(expected)
    without = np.vstack([values, np.full(30, np.nan)])
    assert alike_pairs(without, *neighbours(30)) == pytest.approx(expected)


def test_nothing_is_known_of_few_or_of_units_that_do_not_differ():
    assert np.isnan(alike_pairs(np.ones((2, 30)), *neighbours(30)))
    assert np.isnan(alike_pairs(np.random.default_rng(1).normal(size=(2, 5)), *neighbours(5)))
    with pytest.raises(ArgumentError, match="profiles"):
        alike_pairs(np.ones(4), *neighbours(4))
