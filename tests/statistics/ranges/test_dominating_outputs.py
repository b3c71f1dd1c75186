"""F/N and F'/N: counted by hand, and the formula for random scores by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.ranges.dominating_outputs import (
    dominance_ratios,
    expected_ratio,
    random_curves,
    ratio_curve,
)


def test_ratios_are_counted_over_the_other_outputs_of_an_input():
    # three metrics, four outputs: the last is best by all, the first worst by all
    scores = np.array([[0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 1, 3]], dtype=np.float64)[:, :, None]
    found = dominance_ratios(scores)
    # of output 1: output 3 is better by all, output 2 by the first metric: F/N = 1/2, F' counts output 0 alone
    assert found.better[:, 0].tolist()[:3] == pytest.approx([1.0, 0.5, 0.5])
    assert found.worse[:, 0].tolist()[:3] == pytest.approx([0.0, 0.5, 0.5])
    assert np.isnan(found.better[3, 0])  # no metric finds another one better


def test_missing_outputs_are_not_there():
    scores = np.random.default_rng(1).normal(size=(2, 6, 1))
    holed = scores.copy()
    holed[0, 4, 0] = np.nan
    found, less = dominance_ratios(holed), dominance_ratios(np.delete(scores, 4, axis=1))
    np.testing.assert_array_equal(np.delete(found.better, 4, axis=0), less.better)
    assert np.isnan(found.better[4, 0])


@pytest.mark.parametrize("worse", [False, True])
def test_the_formula_is_that_of_a_large_set_of_random_scores(worse):
    rng = np.random.default_rng(2)
    others = rng.random((4, 400_000))
    for u in (0.3, 0.5, 0.8):
        above = others > u
        some = above.any(axis=0).sum()
        counted = (~above).all(axis=0).sum() if worse else above.all(axis=0).sum()
        assert expected_ratio(np.array([u]), 4, worse=worse)[0] == pytest.approx(counted / some, rel=0.05)


def test_curves_are_means_by_part_of_the_range():
    ratios = np.array([[1.0, 0.8], [0.5, np.nan], [0.0, 0.2]])
    levels = np.array([[0.0, 0.2], [0.4, 0.3], [1.0, 0.6]])
    curve = ratio_curve(ratios, levels, 2)
    assert curve.values.tolist() == [pytest.approx([0.75, 0.8]), pytest.approx([0.0, 0.2])]
    assert curve.levels.tolist() == pytest.approx([0.2, 0.8])
    assert curve.n_outputs.tolist() == [3, 2]


def test_random_scores_fall_and_rise_by_themselves():
    placed = np.ones((30, 20), dtype=bool)
    better, worse = random_curves(placed, 5, 6, seed=1)
    assert (np.diff(np.nanmean(better.values, axis=1)) < 0).all()
    assert (np.diff(np.nanmean(worse.values, axis=1)) > 0).all()
