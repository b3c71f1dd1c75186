"""The best of several is tested against each rival; nothing is corrected over items."""

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.comparisons_with_best import comparisons_with_best


def test_two_items_are_tested_once():
    found = comparisons_with_best([[1, 0.03], [0.97, 1]])
    assert found.tolist() == pytest.approx([0.97, 0.03])


def test_a_pair_without_a_test_is_no_rival():
    p = [[1, np.nan, 0.01], [np.nan, 1, 0.02], [0.99, 0.98, 1]]
    assert comparisons_with_best(p).tolist() == pytest.approx([0.99, 0.98, 0.02])
    assert comparisons_with_best([[np.nan, np.nan], [np.nan, np.nan]]).tolist() == [1, 1]


def test_one_item_or_none():
    assert comparisons_with_best([[0.2]]).tolist() == [1]


def test_the_highest_is_never_ruled_out():
    rng = np.random.default_rng(3)
    for _ in range(50):
        means = rng.normal(size=9)
        p = stats.norm.sf(means[:, None] - means[None])
        assert comparisons_with_best(p)[means.argmax()] == 1


@pytest.mark.parametrize("gap", [0.0, 0.5])
def test_the_best_of_independent_normal_means_is_missing_as_seldom_as_promised(gap):
    rng = np.random.default_rng(11)
    means = np.r_[gap, np.zeros(9)]
    x = means + rng.normal(size=(4000, 10))
    p = stats.norm.sf((x[:, :, None] - x[:, None]) / np.sqrt(2))
    missing = np.array([comparisons_with_best(one)[0] <= 0.05 for one in p])
    assert missing.mean() <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 4000)
    # with all rivals tied it is used up to a third and more: a test that never rejects would pass otherwise
    assert gap or missing.mean() > 0.012


def test_what_is_no_square_matrix_is_refused():
    for given in ([0.1, 0.2], np.full((2, 3), 0.5)):
        with pytest.raises(ArgumentError, match="square"):
            comparisons_with_best(given)
    assert comparisons_with_best(np.full((300, 300), 0.5)).tolist() == [1] * 300
