from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.agreement.significance import permutation_test
from trueness.statistics.equivalence.dependent_equivalence import anderson_hauck, williams_equivalence
from trueness.statistics.equivalence.equivalence import equivalence_test
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings
from trueness.studies.equivalence.equivalence_tests import pair_equivalence
from trueness.studies.selection import score_arrays

METRICS = ("good", "twin", "poor")


def run_pairs(table, settings, pairs=((0, 1), (0, 2), (1, 2)), bounds=lambda _, __: Bounds(-0.1, 0.1)):
    arrays = score_arrays(table, "relevance", METRICS, settings.of_differences(), None)
    return pair_equivalence(arrays, list(pairs), bounds, settings), arrays


@pytest.mark.parametrize(("level", "over"), [("system", "both"), ("input", "inputs"), ("global", "outputs")])
def test_bootstrap_as_the_plain_function(judged_table, level, over):
    settings = EquivalenceSettings(
        margin=0.1, levels=level, over=over, coefficients="kendall", resamples=300, seed=4
    )
    found, arrays = run_pairs(judged_table(), settings)
    assert [item.pair for item in found] == [(0, 1), (0, 2), (1, 2)]
    for item in found:
        x, y = (arrays.metrics[k] for k in item.pair)
        wanted = equivalence_test(
            x, y, arrays.human, level, "kendall", margin=0.1, over=over, resamples=300, rng=4
        )
        assert item.test == pytest.approx(wanted)
        assert item.shape == (12, 10, 120)
        assert len(item.samples) == 300


def test_closed_forms_take_the_correlations_on_the_data(judged_table):
    table = judged_table()
    for method, run in (("williams", williams_equivalence), ("anderson_hauck", anderson_hauck)):
        settings = EquivalenceSettings(margin=0.1, method=method, coefficients="pearson", test="none")
        found, _ = run_pairs(table, settings)
        means = {name: table.matrix(name).mean(axis=1) for name in (*METRICS, "relevance")}
        for item in found:
            a, b = (METRICS[k] for k in item.pair)
            r12, r13, r23 = (
                stats.pearsonr(means[p], means[q])[0] for p, q in ((a, "relevance"), (b, "relevance"), (a, b))
            )
            assert item.test.pvalue == pytest.approx(run(r12, r13, r23, 12, equivalence_bounds(0.1)).pvalue)
            assert math.isnan(item.pvalue_difference)


def test_closed_forms_at_the_global_level_count_outputs(judged_table):
    table = judged_table()
    settings = EquivalenceSettings(
        margin=0.1, method="williams", levels="global", coefficients="pearson", as_published=True, test="none"
    )
    (item, *_), _ = run_pairs(table, settings)
    x, y, z = (table.matrix(name).ravel() for name in ("good", "twin", "relevance"))
    r12, r13, r23 = stats.pearsonr(x, z)[0], stats.pearsonr(y, z)[0], stats.pearsonr(x, y)[0]
    assert item.test.pvalue == pytest.approx(
        williams_equivalence(r12, r13, r23, 120, equivalence_bounds(0.1)).pvalue
    )


def test_permutation_tests_are_those_of_compare(judged_table):
    settings = EquivalenceSettings(
        margin=0.1, levels="system", coefficients="pearson", test="permutation", resamples=200, seed=4
    )
    # all pairs at once, and one pair alone, which is another way through the code
    together, arrays = run_pairs(judged_table(), settings)
    (alone,), _ = run_pairs(judged_table(), settings, pairs=[(0, 2)])
    x, y = arrays.metrics[[0, 2]]
    wanted = permutation_test(x, y, arrays.human, resamples=200, rng=4).pvalue
    assert together[1].pvalue_difference == wanted
    assert alone.pvalue_difference == wanted


def test_bounds_may_differ_between_pairs(judged_table):
    settings = EquivalenceSettings(margin="sd", levels="system", coefficients="kendall", resamples=200)
    found, _ = run_pairs(
        judged_table(), settings, bounds=lambda pair, key: equivalence_bounds(0.1 * (1 + pair[1]))
    )
    assert [item.bounds.high for item in found] == pytest.approx([0.2, 0.3, 0.3])


def test_cells_that_one_metric_lacks(judged_table):
    table = judged_table()
    values = table.values.copy()
    values[2, :, :3] = np.nan
    holes = dataclasses.replace(table, values=values)
    settings = EquivalenceSettings(
        margin=0.1, levels="global", over="inputs", coefficients="pearson", resamples=50
    )
    found, _ = run_pairs(holes, settings)
    assert [item.shape for item in found] == [(12, 7, 84), (12, 10, 120), (12, 7, 84)]
    x, z = (table.matrix(name)[:, 3:].ravel() for name in ("good", "relevance"))
    assert found[0].first == pytest.approx(stats.pearsonr(x, z)[0])


def test_anderson_hauck_needs_finite_bounds(judged_table):
    settings = EquivalenceSettings(low=-0.1, method="anderson_hauck")
    with pytest.raises(ArgumentError, match="two finite bounds"):
        run_pairs(judged_table(), settings, bounds=lambda _, __: settings.bounds)


def test_medians_cannot_be_swapped_input_by_input(judged_table):
    settings = EquivalenceSettings(
        margin=0.1, levels="system", aggregate="median", test="permutation", test_over="inputs", resamples=50
    )
    with pytest.raises(UnsupportedMethodError, match="median"):
        run_pairs(judged_table(), settings)
