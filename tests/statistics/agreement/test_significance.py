"""Tests on matrices against direct counts."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.agreement.significance import (
    paired_bootstrap_pvalues,
    paired_bootstrap_test,
    permutation_test,
)
from trueness.statistics.jackknife.studentized_permutation_test import studentized_permutation_test
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays

NAN = np.nan


def matrices(seed=0, n=6, m=5, gaps=False):
    rng = np.random.default_rng(seed)
    z = rng.integers(1, 6, (n, m)) / 3
    x, y = z + rng.normal(size=(n, m)), rng.normal(size=(n, m))
    if gaps:
        for matrix in (x, y, z):
            matrix[rng.random((n, m)) < 0.1] = NAN
    return x, y, z


@given(st.lists(st.one_of(st.floats(-1, 1), st.just(NAN)), min_size=1, max_size=20), st.floats(-1, 1))
def test_bootstrap_pvalues_by_direct_counts(samples, observed):
    shifted = [value - observed for value in samples if not math.isnan(value)]
    found = paired_bootstrap_pvalues(samples, observed)
    if not shifted:
        assert all(math.isnan(p) for p in found)
        return
    size = 1 + len(shifted)
    assert found.greater == (1 + sum(s >= observed - 1e-12 for s in shifted)) / size
    assert found.less == (1 + sum(s <= observed + 1e-12 for s in shifted)) / size
    assert found.two_sided == (1 + sum(abs(s) >= abs(observed) - 1e-12 for s in shifted)) / size
    assert min(found) > 0


def test_bootstrap_test_counts_its_own_resamples():
    x, y, z = matrices(gaps=True)
    shared = ~np.isnan(x + y + z)
    masked = [np.where(shared, matrix, NAN) for matrix in (x, y, z)]
    found = paired_bootstrap_test(x, y, z, "input", "kendall", over="inputs", resamples=400, rng=3)
    difference = correlate(masked[0], masked[2], "input", "kendall").estimate - (
        correlate(masked[1], masked[2], "input", "kendall").estimate
    )
    assert found.estimate == pytest.approx(difference, abs=1e-12)
    assert found.resamples == 400
    assert not found.exact
    arrays = ScoreArrays.of(np.stack([x, y]), z)
    (drawn,) = bootstrap(
        arrays, [arrays.group((0, 1))], bootstrap_plan(arrays, "inputs", 400, 3), ["input"], ["kendall"]
    )
    shifted = -np.diff(drawn.values["input", "kendall"], axis=1)[:, 0] - difference
    assert found.n_undefined_resamples == np.isnan(shifted).sum()
    assert found.pvalue == (1 + np.sum(np.abs(shifted) >= abs(difference) - 1e-12)) / (
        1 + np.sum(~np.isnan(shifted))
    )


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_exact_permutation_by_enumeration(alternative):
    """Pearson at the system level: swapping z-scored means of systems."""
    x, y, z = matrices(1)
    a, b, c = ((m.mean(axis=1) - m.mean(axis=1).mean()) / m.mean(axis=1).std() for m in (x, y, z))
    differences = []
    for coins in itertools.product([True, False], repeat=6):
        first, second = np.where(coins, a, b), np.where(coins, b, a)
        differences.append(np.corrcoef(first, c)[0, 1] - np.corrcoef(second, c)[0, 1])
    observed = differences[0]
    exceeds = {
        "greater": np.array(differences) >= observed - 1e-12,
        "less": np.array(differences) <= observed + 1e-12,
        "two-sided": np.abs(differences) >= abs(observed) - 1e-12,
    }[alternative]
    found = permutation_test(x, y, z, alternative=alternative, resamples=64, rng=1)
    assert found.exact
    assert found.resamples == 64
    assert found.estimate == pytest.approx(observed, abs=1e-12)
    assert found.pvalue == exceeds.mean()
    random = permutation_test(x, y, z, alternative=alternative, resamples=63, rng=1)
    assert not random.exact
    assert random.pvalue == pytest.approx(found.pvalue, abs=0.25)


@pytest.mark.parametrize("level", ["system", "input", "global", "per_system"])
@pytest.mark.parametrize("swap", ["systems", "inputs", "cells", "rows_then_columns"])
def test_exchanged_metrics_mirror_the_test(level, swap):
    x, y, z = matrices(2, gaps=True)
    one = permutation_test(x, y, z, level, "spearman", swap=swap, alternative="greater", resamples=150, rng=5)
    other = permutation_test(y, x, z, level, "spearman", swap=swap, alternative="less", resamples=150, rng=5)
    assert one.estimate == pytest.approx(-other.estimate, abs=1e-12)
    assert one.pvalue == other.pvalue
    assert one.pvalue > 0


def test_rescaling_a_metric_changes_nothing():
    x, y, z = matrices(3)
    one = permutation_test(x, y, z, "input", "kendall", swap="cells", resamples=200, rng=5)
    other = permutation_test(1000 * x - 7, y, z / 50, "input", "kendall", swap="cells", resamples=200, rng=5)
    assert (one.pvalue, one.n_undefined_resamples) == (other.pvalue, other.n_undefined_resamples)


@pytest.mark.parametrize("swap", ["systems", "inputs", "cells", "rows_then_columns"])
@pytest.mark.parametrize("level", ["system", "input", "global", "per_system"])
@pytest.mark.parametrize("standardize", ["level", "cells"])
def test_a_constant_metric_has_no_difference(swap, level, standardize):
    _, y, z = matrices(4)
    x = np.full(z.shape, 0.1234567)  # no small denominator: its means differ by rounding
    found = permutation_test(
        x, y, z, level, "kendall", swap=swap, standardize=standardize, resamples=30, rng=1
    )
    assert math.isnan(found.estimate)
    assert math.isnan(found.pvalue)


@pytest.mark.parametrize("swap", ["systems", "inputs", "cells", "rows_then_columns"])
@pytest.mark.parametrize("standardize", ["level", "cells"])
def test_equal_system_means_of_varying_scores_have_no_difference(swap, standardize):
    """Every system has the same scores in another order: the means are one number but for rounding."""
    _, y, z = matrices(4)
    values = np.random.default_rng(5).normal(size=5)
    x = np.stack([np.roll(values, i) for i in range(6)])
    assert math.isnan(correlate(x, z, "system", "kendall").estimate)
    found = permutation_test(
        x, y, z, "system", "kendall", swap=swap, standardize=standardize, resamples=30, rng=1
    )
    assert math.isnan(found.estimate)


def test_errors():
    x, y, z = matrices()
    with pytest.raises(ArgumentError, match=r"`alternative` .* Did you mean 'greater'"):
        permutation_test(x, y, z, alternative="greate")
    with pytest.raises(ArgumentError, match="`swap`"):
        permutation_test(x, y, z, swap="both")
    with pytest.raises(ArgumentError, match="`over`"):
        paired_bootstrap_test(x, y, z, over="cells")
    with pytest.raises(ArgumentError, match="clash with"):
        permutation_test(x[:, :2], y[:, :2], z)
    for test in (permutation_test, paired_bootstrap_test):
        with pytest.raises(UnsupportedMethodError, match="at least two"):
            test(x[0], y[0], z[0], "global")


def test_medians_of_whole_systems_are_swapped():
    """By enumeration, as for means."""
    x, y, z = matrices(1)
    medians = (np.median(m, axis=1) for m in (x, y))
    a, b, c = ((m - m.mean()) / m.std() for m in (*medians, z.mean(axis=1)))
    differences = []
    for coins in itertools.product([True, False], repeat=6):
        first, second = np.where(coins, a, b), np.where(coins, b, a)
        differences.append(np.corrcoef(first, c)[0, 1] - np.corrcoef(second, c)[0, 1])
    found = permutation_test(x, y, z, aggregate="median", resamples=64, rng=1)
    assert found.estimate == pytest.approx(differences[0], abs=1e-12)
    assert found.pvalue == np.mean(np.abs(differences) >= abs(differences[0]) - 1e-12)
    assert found.estimate != permutation_test(x, y, z, resamples=64, rng=1).estimate


@pytest.mark.parametrize("swap", ["cells", "inputs", "rows_then_columns"])
def test_parts_of_medians_are_not_swapped(swap):
    x, y, z = matrices(1)
    with pytest.raises(UnsupportedMethodError, match=r"undefined at the system level for 'x', 'y'.*medians"):
        permutation_test(x, y, z, swap=swap, aggregate="median")
    one, other = (
        permutation_test(x, y, z, "input", swap=swap, aggregate=aggregate, resamples=50, rng=1)
        for aggregate in ("mean", "median")
    )
    assert one == other


def test_bootstrap_test_of_medians_counts_its_own_resamples():
    x, y, z = matrices(2, gaps=True)
    found = paired_bootstrap_test(x, y, z, "system", "pearson", aggregate="median", resamples=300, rng=3)
    arrays = ScoreArrays.of(np.stack([x, y]), z, aggregate="median")
    (drawn,) = bootstrap(
        arrays, [arrays.group((0, 1))], bootstrap_plan(arrays, "both", 300, 3), ["system"], ["pearson"]
    )
    shared = ~np.isnan(x + y + z)
    first, second = (
        correlate(
            np.where(shared, m, NAN), np.where(shared, z, NAN), "system", "pearson", aggregate="median"
        ).estimate
        for m in (x, y)
    )
    assert found.estimate == pytest.approx(first - second, abs=1e-12)
    shifted = -np.diff(drawn.values["system", "pearson"], axis=1)[:, 0] - found.estimate
    defined = shifted[~np.isnan(shifted)]
    assert found.pvalue == (1 + np.sum(np.abs(defined) >= abs(found.estimate) - 1e-12)) / (1 + len(defined))


@pytest.mark.parametrize("test", [permutation_test, paired_bootstrap_test])
def test_corpus_scores_need_more_than_scores(test):
    with pytest.raises(ArgumentError, match="`aggregate`"):
        test(*matrices(), aggregate="corpus")


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("level", ["system", "input"])
def test_studentised_permutation_is_that_of_the_engine(level, alternative):
    rng = np.random.default_rng(3)
    z = rng.normal(size=(9, 4))
    x, y = z + rng.normal(size=(2, 9, 4))
    found = permutation_test(x, y, z, level, "kendall", studentize=True, alternative=alternative, rng=1)
    (pair,) = studentized_permutation_test(
        ScoreArrays.of(np.stack([x, y]), z), [(0, 1)], [level], ["kendall"]
    ).values()
    first, second = (correlate(one, z, level, "kendall").estimate for one in (x, y))
    assert found.estimate == pytest.approx(first - second, abs=1e-12)
    assert found.pvalue == getattr(pair, alternative.replace("-", "_"))[0]
    assert (found.resamples, found.exact) == (512, True)


@pytest.mark.parametrize("options", [{"swap": "cells"}, {"standardize": "cells"}, {"level": "global"}])
def test_what_cannot_be_studentised(options):
    x, y, z = np.random.default_rng(1).normal(size=(3, 6, 5))
    with pytest.raises(UnsupportedMethodError, match="studentised"):
        permutation_test(x, y, z, studentize=True, **options)
