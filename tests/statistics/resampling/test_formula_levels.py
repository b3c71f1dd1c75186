"""Formulas at every level and under resamples, beside the kernels of the same coefficient."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.statistics.engine.resample import Weights
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling import formula_levels as module
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays

DATA = Weights(None, None)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("aggregate", ["mean", "median"])
def test_as_kernels_on_the_data(level, aggregate, formula_pearson, gappy_arrays):
    name = formula_pearson
    arrays = gappy_arrays(0, aggregate=aggregate)
    for group in (arrays.group((0, 1, 2)), *arrays.single_groups()):
        found = level_correlations(arrays, group, DATA, level, (name, "pearson"))
        np.testing.assert_allclose(found.values[name], found.values["pearson"], rtol=0, atol=1e-12)
        np.testing.assert_array_equal(found.n_undefined[name], found.n_undefined["pearson"])


# every two values of two factors meet
@pytest.mark.parametrize(
    ("level", "over", "means"),
    [
        (level, over, ("judged", "all")[(k + n) % 2])
        for k, level in enumerate(LEVELS)
        for n, over in enumerate(("systems", "inputs", "both"))
    ],
)
def test_as_kernels_in_resamples(monkeypatch, formula_pearson, gappy_arrays, level, over, means):
    name = formula_pearson
    monkeypatch.setattr(module, "BLOCK", 100)  # many blocks
    arrays = gappy_arrays(1, means=means, clusters=np.arange(9) // 2)
    group = arrays.group((0, 1, 2))
    (drawn,) = bootstrap(arrays, [group], bootstrap_plan(arrays, over, 30, 3), (level,), (name, "pearson"))
    found, expected = drawn.values[level, name], drawn.values[level, "pearson"]
    assert found.shape == expected.shape == (30, 3)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("level", LEVELS)
def test_as_kernels_without_single_units(level, formula_pearson, gappy_arrays):
    name = formula_pearson
    arrays = gappy_arrays(2)
    group = arrays.group((0, 2))
    plan = bootstrap_plan(arrays, "both", 1, 0)
    found = jackknife(arrays, group, plan, (level,), (name, "pearson"))
    for own, other in zip(found[level, name], found[level, "pearson"], strict=True):
        np.testing.assert_allclose(own, other, rtol=0, atol=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_scores_stay_as_given_where_the_scale_matters(level, formula_gap, gappy_arrays):
    """On the lattice of whole numbers thirds of one scorer and halves of another would be other differences."""
    name = formula_gap
    arrays = gappy_arrays(3, missing="complete")
    group = arrays.group((1,))
    found = level_correlations(arrays, group, DATA, level, (name,)).values[name][0, 0]
    gaps = np.where(group.cells, arrays.metrics[1] - arrays.human, np.nan)
    # an average of averages over whole inputs or systems, or over all outputs
    axis = {"system": 1, "input": 0, "per_system": 1, "global": (0, 1)}[level]
    with np.errstate(invalid="ignore"):
        expected = np.mean([v for v in np.atleast_1d(_mean(gaps, axis)) if not np.isnan(v)])
    assert found == pytest.approx(expected, abs=1e-12)


def _mean(values, axis):
    there = ~np.isnan(values)
    return np.divide(
        np.where(there, values, 0).sum(axis=axis),
        there.sum(axis=axis),
        out=np.full(np.shape(there.sum(axis=axis)), np.nan),
        where=there.sum(axis=axis) > 0,
    )


def test_a_corpus_score_that_is_undefined_is_not_left_out_in_silence(formula_pearson):
    name = formula_pearson
    rng = np.random.default_rng(4)
    z = rng.normal(size=(5, 6))
    values = rng.integers(1, 9, (5, 6, 2)).astype(float)
    values[2] = 0.0  # a system whose formula divides by zero
    arrays = ScoreArrays.of(z[None] + 0.1, z, corpus={0: CorpusStatistics("percentage", values)})
    found = level_correlations(arrays, arrays.group((0,)), DATA, "system", (name, "pearson")).values
    assert np.isnan(found[name][0, 0])
    assert np.isnan(found["pearson"][0, 0])
