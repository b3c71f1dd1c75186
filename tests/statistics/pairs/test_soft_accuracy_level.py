"""Soft pairwise accuracy from moments: p-values, symmetry, and which inputs are used."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import norm

from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.engine.resample import Weights
from trueness.statistics.pairs.soft_accuracy_level import complete_part, normal_pvalues, pair_pvalues
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


def test_pvalues_have_the_moments_of_thrown_signs():
    d = np.array([3.0, -1, 2, 2, 5])
    sums = np.array(list(itertools.product((1, -1), repeat=5))) @ d
    assert sums.mean() == 0
    assert sums.var() == np.sum(d**2)
    expected = norm.sf(d.sum() / sums.std())
    scores = np.stack([d, np.zeros(5)])
    found = pair_pvalues(scores, np.array([0, 1]), np.array([1, 0]), np.ones((1, 5)))[0]
    assert found == pytest.approx([expected, 1 - expected])


def test_no_difference_is_one_half():
    assert normal_pvalues(np.zeros(2), np.array([0.0, 4.0])).tolist() == [0.5, 0.5]


def test_the_order_of_systems_does_not_matter():
    rng = np.random.default_rng(2)
    x, z = rng.integers(1, 6, (2, 7, 20)).astype(float)
    order = rng.permutation(7)
    first = correlate(x, z, "system", "spa").estimate
    assert correlate(x[order], z[order], "system", "spa").estimate == pytest.approx(first, abs=1e-12)
    assert correlate(5 * x - 3, z, "system", "spa").estimate == pytest.approx(first, abs=1e-12)


def test_a_system_without_any_output_is_left_out_and_costs_no_input():
    rng = np.random.default_rng(3)
    x, z = rng.normal(size=(2, 5, 12))
    x[4] = np.nan
    x[1, 3] = np.nan
    systems, columns = complete_part(~np.isnan(x))
    assert systems.tolist() == [0, 1, 2, 3]
    assert columns.tolist() == [j for j in range(12) if j != 3]
    expected = correlate(np.delete(x[:4], 3, 1), np.delete(z[:4], 3, 1), "system", "spa").estimate
    assert correlate(x, z, "system", "spa").estimate == pytest.approx(expected)


@pytest.mark.parametrize("x", [[[1.0, np.nan], [np.nan, 1.0]], [[1.0, 2.0]]])
def test_without_complete_inputs_or_two_systems_it_is_undefined(x):
    arrays = ScoreArrays.of(x, np.ones(np.shape(x)))
    weights = Weights(None, np.ones((3, 2)))
    values = level_correlations(arrays, arrays.group((0,)), weights, "system", ("spa",)).values["spa"]
    assert values.shape == (3, 1)
    assert np.isnan(values).all()
