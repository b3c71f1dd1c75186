"""Whether a choice moves a number, against a paired t test and by simulation."""

import numpy as np
import pytest
from scipy.stats import ttest_rel

from trueness.errors import ArgumentError
from trueness.statistics.multiverse.choice_contrast import choice_contrast, left_out_deviations


def means_without(values):
    """Return the mean of each row without each column."""
    n = values.shape[1]
    return ((values.sum(axis=1, keepdims=True) - values) / (n - 1)).T


def deviations_of(values):
    return left_out_deviations(means_without(values), np.arange(values.shape[1]), values.shape[1]).T


def test_of_two_means_of_the_same_units_it_is_the_paired_t_test():
    values = np.random.default_rng(1).normal(size=(2, 14))
    values[1] += 0.5
    found = choice_contrast(values.mean(axis=1), np.array([0, 1]), [deviations_of(values)], 13)
    assert found == pytest.approx(ttest_rel(*values).pvalue)


def test_three_values_are_three_pairs():
    values = np.random.default_rng(2).normal(size=(3, 14))
    pairs = [ttest_rel(values[a], values[b]).pvalue for a, b in ((0, 1), (0, 2), (1, 2))]
    found = choice_contrast(values.mean(axis=1), np.arange(3), [deviations_of(values)], 13)
    assert found == pytest.approx(min(1, 3 * min(pairs)))


def test_units_that_are_no_part_of_a_number_add_nothing():
    without = np.array([[1.0], [2.0], [4.0]])
    found = left_out_deviations(without, np.array([4, 0, 2]), 6)
    assert (found[[1, 3, 5]] == 0).all()
    assert np.sum(found**2) == pytest.approx(2 / 3 * np.sum((without - without.mean()) ** 2))
    assert left_out_deviations(without[:2], np.array([2, 0]), 3).tolist() == [
        [pytest.approx(np.sqrt(1 / 2) / 2)],
        [0],
        [pytest.approx(-np.sqrt(1 / 2) / 2)],
    ]
    for few in (0, 1):
        assert (left_out_deviations(without[:few], np.arange(few), 2) == 0).all()


def test_what_cannot_be_known():
    numbers, codes = np.array([0.1, 0.1]), np.array([0, 1])
    noise = np.ones((2, 5))
    assert choice_contrast(numbers, codes, [noise], 4) == 1  # nothing differs
    assert np.isnan(choice_contrast(np.array([0.1, 0.4]), codes, [noise], 4))  # no unit moves the difference
    assert np.isnan(choice_contrast(numbers, np.array([0, 0]), [noise], 4))
    assert np.isnan(choice_contrast(numbers, np.array([0, -1]), [noise], 4))
    assert np.isnan(choice_contrast(numbers, codes, [], 4))
    assert np.isnan(choice_contrast(numbers, codes, [np.full((2, 5), np.nan)], 4))


def test_a_choice_that_moves_nothing_is_found_as_often_as_the_level_says():
    rng = np.random.default_rng(3)
    codes = np.array([0, 0, 1, 1])
    found = []
    for _ in range(800):
        shared = rng.normal(size=(1, 16))
        values = shared + 0.3 * rng.normal(size=(4, 16))
        found.append(choice_contrast(values.mean(axis=1), codes, [deviations_of(values)], 15))
    assert np.mean(np.array(found) <= 0.05) == pytest.approx(0.05, abs=0.02)


def test_refusals():
    with pytest.raises(ArgumentError, match="an entry for each"):
        choice_contrast(np.zeros(2), np.array([0, 1, 1]), [], 3)
    with pytest.raises(ArgumentError, match="must place"):
        left_out_deviations(np.zeros((2, 1)), np.array([0, 3]), 3)
