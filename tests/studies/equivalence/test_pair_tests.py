"""Tests of pairs, of one set of arrays or of two, and their corrections."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.agreement.significance import permutation_test
from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest, undefined_equivalence
from trueness.statistics.equivalence.dependent_equivalence import anderson_hauck, williams_equivalence
from trueness.statistics.equivalence.equivalence import equivalence_test
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds
from trueness.statistics.equivalence.independent_equivalence import (
    independent_anderson_hauck,
    kraatz_equivalence,
)
from trueness.statistics.level_units import CellCounts
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.equivalence.pair_tests import (
    NOTHING,
    Compared,
    PairEquivalence,
    by_level,
    corrected_rows,
    pair_equivalence,
    unmatched_equivalence,
)
from trueness.studies.equivalence.settings import EquivalenceSettings
from trueness.study.selection import score_arrays

METRICS = ("good", "twin", "poor")


def run_pairs(table, settings, pairs=((0, 1), (0, 2), (1, 2)), bounds=lambda _, __: Bounds(-0.1, 0.1)):
    arrays = score_arrays(table, "relevance", METRICS, settings.of_differences(), None)
    return pair_equivalence(arrays, list(pairs), bounds, settings), arrays


@pytest.mark.parametrize(("level", "over"), [("system", "both"), ("input", "inputs"), ("global", "outputs")])
def test_bootstrap_as_the_plain_function(judged_table, level, over):
    settings = EquivalenceSettings(
        margin=0.1, levels=level, over=over, coefficients="kendall", method="bootstrap", resamples=300, seed=4
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


@pytest.mark.parametrize(("level", "over"), [("system", "both"), ("input", "inputs"), ("global", "outputs")])
@pytest.mark.parametrize("coefficient", ["pearson", "kendall", "pairwise_accuracy"])
def test_the_jackknife_rests_on_what_the_test_of_the_difference_rests_on(
    judged_table, level, over, coefficient
):
    if coefficient == "pairwise_accuracy" and level != "system":
        return
    settings = EquivalenceSettings(margin=0.1, levels=level, over=over, coefficients=coefficient)
    found, _ = run_pairs(judged_table(), settings)
    for item in found:
        test = item.test
        assert test.low <= item.first - item.second <= test.high
        assert (test.pvalue <= 0.05) == (test.low > -0.1 and test.high < 0.1)
        # without a margin the two one-sided tests are the two sides of the test of the difference
        none = item.apart.above(np.zeros(1)), item.apart.below(np.zeros(1))
        assert 2 * min(none) == pytest.approx(item.pvalue_difference, rel=1e-6)
        assert test.resamples == len(item.samples) == 0


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


def made(seed, systems, inputs):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(systems, inputs))
    return ScoreArrays.of(human + rng.normal(size=(2, systems, inputs)), human, ("a", "b"))


def bounds(_, __):
    return equivalence_bounds(0.2)


@pytest.mark.parametrize(
    ("method", "run"), [("williams", kraatz_equivalence), ("anderson_hauck", independent_anderson_hauck)]
)
def test_closed_forms_of_unmatched_conditions(method, run):
    one, two = made(0, 20, 6), made(1, 35, 4)
    settings = EquivalenceSettings(margin=0.2, method=method, coefficients="pearson", test="none")
    first, second = unmatched_equivalence(one, two, bounds, settings)
    assert (first.pair, second.pair) == ((0, 2), (1, 3))
    r1, r2 = (stats.pearsonr(side.metrics[1].mean(axis=1), side.human.mean(axis=1))[0] for side in (one, two))
    wanted = run(r1, r2, 20, 35, equivalence_bounds(0.2))
    assert second.test.pvalue == pytest.approx(wanted.pvalue)
    assert second.shape == (20, 6, 120)


def bootstrapped(resamples):
    return EquivalenceSettings(
        margin=0.2,
        levels="global",
        over="inputs",
        coefficients="pearson",
        method="bootstrap",
        test="bootstrap",
        resamples=resamples,
        seed=2,
    )


def test_the_bootstrap_spreads_as_two_independent_samples_do():
    one, two = made(0, 1, 200), made(1, 1, 300)
    settings = bootstrapped(3000)
    found, _ = unmatched_equivalence(one, two, bounds, settings)
    wanted = np.sqrt(sum((1 - r**2) ** 2 / n for r, n in ((found.first, 200), (found.second, 300))))
    assert np.std(found.samples) == pytest.approx(wanted, rel=0.12)
    assert found.test.estimate == pytest.approx(found.first - found.second)
    assert 0 < found.pvalue_difference <= 1


def test_the_same_data_twice_are_not_resampled_alike():
    same = made(0, 1, 100)
    settings = bootstrapped(500)
    found, _ = unmatched_equivalence(same, same, bounds, settings)
    assert found.test.estimate == 0
    assert np.std(found.samples) > 0.05


def compared(metric, key, pvalue, difference=0.02, pvalue_difference=0.5, **more):
    if pvalue is None:
        test = undefined_equivalence(math.nan)
    else:
        test = EquivalenceTest(
            difference, -0.01, 0.05, pvalue, pvalue, pvalue, 0.05, **{"too_wide": False, **more}
        )
    item = PairEquivalence(
        (0, 1),
        key,
        0.5,
        0.5 - difference,
        Bounds(-0.1, 0.1),
        test,
        pvalue_difference,
        CellCounts(9, 8, 72),
        NOTHING,
    )
    return Compared(metric, "rival", "", "human", item)


SYSTEM, INPUT = ("system", "pearson"), ("input", "pearson")


def test_rows_are_sorted_by_level_and_corrected_within():
    found = by_level(
        [
            compared("a", SYSTEM, 0.01),
            compared("a", INPUT, 0.01),
            compared("b", SYSTEM, 0.04),
            compared("c", SYSTEM, None),
        ]
    )
    assert [(entry.metric, entry.item.key[0]) for entry in found] == [
        ("a", "system"),
        ("b", "system"),
        ("c", "system"),
        ("a", "input"),
    ]
    rows = corrected_rows(found, EquivalenceSettings(margin=0.1, method="bootstrap", correction="holm"))
    assert [row.pvalue_adjusted for row in rows[:2]] == pytest.approx([0.02, 0.04])
    assert math.isnan(rows[2].pvalue_adjusted)
    assert rows[3].pvalue_adjusted == 0.01
    assert [row.family_size for row in rows] == [2, 2, 2, 1]
    assert [row.equivalent for row in rows] == [True, True, False, True]
    assert (rows[0].n_systems, rows[0].n_inputs, rows[0].n_cells) == (9, 8, 72)


def test_an_anderson_hauck_test_on_no_data_shows_nothing():
    entry = compared("a", SYSTEM, 0.001, too_wide=True)
    (row,) = corrected_rows([entry], EquivalenceSettings(margin=0.1, method="anderson_hauck"))
    assert (row.equivalent, row.verdict) == (False, "undecided")
    (row,) = corrected_rows(
        [compared("a", SYSTEM, 0.001)], EquivalenceSettings(margin=0.1, method="anderson_hauck")
    )
    assert (row.equivalent, row.verdict) == (True, "equivalent")


@pytest.mark.parametrize("method", ["bootstrap", "williams", "anderson_hauck"])
@pytest.mark.parametrize("correction", ["none", "bonferroni", "holm", "bh", "by"])
def test_the_margin_that_would_do_does(judged_table, method, correction):
    """With a margin just above the one named a row passes after correction, and just below it does not."""
    given = {"method": method, "correction": correction, "levels": "system", "coefficients": "pearson"}
    given |= {"test": "none", "resamples": 499, "seed": 1}

    def rows(margin):
        settings = EquivalenceSettings(margin=margin, **given)
        table = judged_table()
        arrays = score_arrays(table, "relevance", METRICS, settings, None)
        bounds = equivalence_bounds(margin)
        pairs = [(0, 1), (0, 2), (1, 2)]
        items = pair_equivalence(arrays, pairs, lambda *_: bounds, settings)
        return corrected_rows([Compared("a", "b", "", "human", item) for item in items], settings)

    margins = [row.smallest_margin for row in rows(0.1)]
    assert all(0 < margin < 1.9 for margin in margins)
    for number, margin in enumerate(margins):
        assert rows(margin + 1e-7)[number].equivalent
        assert not rows(margin - 1e-7)[number].equivalent


@pytest.mark.parametrize("method", ["bootstrap", "williams"])
@pytest.mark.parametrize("side", ["low", "high"])
def test_and_on_one_side(judged_table, method, side):
    sign = -1 if side == "low" else 1

    def rows(margin):
        given = {"levels": "system", "coefficients": "pearson", "test": "none", "resamples": 499, "seed": 1}
        settings = EquivalenceSettings(**{side: sign * margin}, method=method, correction="holm", **given)
        arrays = score_arrays(judged_table(), "relevance", METRICS, settings, None)
        bounds = equivalence_bounds(**{side: sign * margin})
        items = pair_equivalence(arrays, [(0, 1), (2, 0), (1, 2)], lambda *_: bounds, settings)
        return corrected_rows([Compared("a", "b", "", "human", item) for item in items], settings)

    margins = [row.smallest_margin for row in rows(0.1)]
    for number, margin in enumerate(margins):
        assert rows(margin + 1e-7)[number].equivalent
        if margin > 1e-7:
            assert not rows(margin - 1e-7)[number].equivalent
    assert max(margins) > 0
