"""The studied forms of tests and intervals against the public functions."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.methods import correlations as engine
from trueness.methods.correlations import Correlations
from trueness.methods.registry import interval_method, pair_test
from trueness.methods.studied import studied_interval, studied_intervals, studied_test, studied_tests
from trueness.statistics.agreement.correlation import correlation_interval
from trueness.statistics.agreement.significance import paired_bootstrap_test, permutation_test
from trueness.statistics.dependent_correlations import williams
from trueness.statistics.score_arrays import ScoreArrays

CERTIFIED_TESTS = (
    "two_way_jackknife",
    "two_way_jackknife_systems",
    "two_way_jackknife_inputs",
    "permute_cells",
    "permute_inputs",
    "permute_systems_cells_scaled",
    "permute_systems",
    "fisher_permutation",
    "studentized_permutation",
    "sign_flip",
    "jackknife",
    "jackknife_two_way",
    "bootstrap_both",
    "bootstrap_systems",
    "bootstrap_inputs",
    "williams",
)
CERTIFIED_INTERVALS = (
    "fisher",
    "two_way_jackknife",
    "two_way_jackknife_systems",
    "bootstrap_systems",
    "bootstrap_inputs",
    "bootstrap_both",
    "basic_both",
    "bca_both",
    "bca_systems",
    "jackknife",
    "prediction",
)


def arrays_of(seed=1):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(7, 6))
    return ScoreArrays.of(rng.normal(size=(2, 7, 6)) + z, z)


def one_of(seed=1):
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 1, (9, 1))
    return ScoreArrays.of(rng.normal(size=(9, 8)) + quality, rng.normal(size=(9, 8)) + quality)


def keys_of(levels, coefficients):
    return [(level, coefficient) for level in levels for coefficient in coefficients]


def limits(name, arrays, levels, coefficients, resamples, seed):
    given = Correlations(arrays, keys_of(levels, coefficients), resamples=resamples, seed=seed)
    return studied_interval(name).limits(given)


def test_the_names_of_the_certified_tables_stay_in_their_order():
    assert tuple(studied_tests()) == CERTIFIED_TESTS
    assert tuple(studied_intervals()) == CERTIFIED_INTERVALS


@pytest.mark.parametrize("name", CERTIFIED_TESTS)
def test_each_gives_pvalues_where_it_exists(name):
    levels, coefficients = ("system", "input"), ("pearson", "kendall")
    found = studied_test(name).pvalues(arrays_of(), levels, coefficients, 199, 1, "two-sided")
    assert set(found) == {key for key in keys_of(levels, coefficients) if studied_test(name).exists(*key)}
    assert ("system", "pearson") in found
    assert all(0 < value <= 1 for value in found.values())


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("permute_cells", {"swap": "cells"}),
        ("permute_systems", {"swap": "systems"}),
        ("permute_systems_cells_scaled", {"swap": "systems", "standardize": "cells"}),
    ],
)
def test_permutations_are_the_public_ones(name, given):
    arrays = arrays_of()
    found = studied_test(name).pvalues(arrays, ("input",), ("spearman",), 199, 5, "two-sided")
    expected = permutation_test(
        *arrays.metrics, arrays.human, "input", "spearman", resamples=199, rng=5, **given
    )
    assert found == {("input", "spearman"): expected.pvalue}


@pytest.mark.parametrize("over", ["both", "systems", "inputs"])
def test_bootstraps_are_the_public_ones(over):
    arrays = arrays_of()
    found = studied_test(f"bootstrap_{over}").pvalues(arrays, ("system",), ("kendall",), 199, 5, "two-sided")
    expected = paired_bootstrap_test(
        *arrays.metrics, arrays.human, "system", "kendall", resamples=199, rng=5, over=over
    )
    assert found == {("system", "kendall"): expected.pvalue}


def test_williams_is_of_system_means():
    arrays = arrays_of()
    r = np.corrcoef([*arrays.metrics.mean(axis=2), arrays.human.mean(axis=1)])
    expected = williams(r[0, 2], r[1, 2], r[0, 1], 7).pvalue
    found = studied_test("williams").pvalues(arrays, ("system", "input"), ("pearson",), 9, 0, "two-sided")
    assert found == {("system", "pearson"): pytest.approx(expected)}
    assert studied_test("williams").pvalues(arrays, ("input",), ("pearson",), 9, 0, "two-sided") == {}


def test_an_unknown_one():
    with pytest.raises(UnsupportedMethodError, match="sign_flip"):
        studied_test("other")
    with pytest.raises(UnsupportedMethodError, match="prediction"):
        studied_interval("other")


@pytest.mark.parametrize("name", CERTIFIED_TESTS)
def test_one_side(name):
    """A metric that agrees less is seldom found better, and one that agrees more often is."""
    rng = np.random.default_rng(8)
    z = rng.normal(size=(9, 8)) + rng.normal(size=(9, 1))
    better, worse = z + 0.1 * rng.normal(size=z.shape), z + 3 * rng.normal(size=z.shape)
    first, second = (
        studied_test(name).pvalues(
            ScoreArrays.of(np.stack(pair), z), ("system",), ("pearson",), 499, 1, "greater"
        )["system", "pearson"]
        for pair in ((better, worse), (worse, better))
    )
    assert first < 0.2
    assert second > 0.8


@pytest.mark.parametrize("name", CERTIFIED_TESTS)
def test_a_pvalue_does_not_depend_on_what_else_is_asked(name):
    levels, coefficients = ("system", "input"), ("pearson", "spearman", "kendall")
    together = studied_test(name).pvalues(arrays_of(), levels, coefficients, 99, 1, "two-sided")
    for level, coefficient in together:
        alone = studied_test(name).pvalues(arrays_of(), (level,), (coefficient,), 99, 1, "two-sided")
        assert alone == {(level, coefficient): together[level, coefficient]}


@pytest.mark.parametrize("name", CERTIFIED_INTERVALS)
def test_each_gives_intervals(name):
    found = limits(name, one_of(), ("system", "input"), ("pearson", "kendall"), 199, 1)
    assert set(found) == set(keys_of(("system", "input"), ("pearson", "kendall")))
    # basic intervals mirror the distribution, and may reach past 1
    reach = 3.0 if name == "basic_both" else 1.0
    assert all(-reach <= interval.low < interval.high <= reach for interval in found.values())


@pytest.mark.parametrize(
    ("name", "method", "over"),
    [
        ("bootstrap_both", "percentile", "both"),
        ("bootstrap_inputs", "percentile", "inputs"),
        ("bca_systems", "bca", "systems"),
        ("basic_both", "basic", "both"),
    ],
)
def test_bootstrap_intervals_are_the_public_ones(name, method, over):
    arrays = one_of()
    found = limits(name, arrays, ("system",), ("pearson",), 499, 3)["system", "pearson"]
    expected = correlation_interval(
        arrays.metrics[0], arrays.human, "system", "pearson", over=over, method=method, resamples=499, rng=3
    )
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_predictions_are_wider():
    plain, new = (
        limits(name, one_of(), ("system",), ("pearson",), 9, 0)["system", "pearson"]
        for name in ("jackknife", "prediction")
    )
    assert new.low < plain.low
    assert plain.high < new.high


@pytest.mark.parametrize("name", CERTIFIED_INTERVALS)
def test_an_interval_does_not_depend_on_what_else_is_asked(name):
    levels, coefficients = ("system", "input"), ("pearson", "spearman", "kendall")
    together = limits(name, one_of(), levels, coefficients, 99, 1)
    for level, coefficient in keys_of(levels, coefficients):
        alone = limits(name, one_of(), (level,), (coefficient,), 99, 1)
        assert alone == {(level, coefficient): together[level, coefficient]}


def test_intervals_of_one_table_share_their_resamples(monkeypatch):
    drawn = []
    bootstrap = engine.bootstrap
    monkeypatch.setattr(engine, "bootstrap", lambda *a: drawn.append(a[2].over) or bootstrap(*a))
    keys = keys_of(("system", "input"), ("pearson", "kendall"))
    given = Correlations(one_of(), keys, resamples=99, seed=1)
    shared = {name: interval.limits(given) for name, interval in studied_intervals().items()}
    assert sorted(drawn) == ["both", "inputs", "systems"]
    for name, found in shared.items():
        assert found == limits(name, one_of(), ("system", "input"), ("pearson", "kendall"), 99, 1)


@pytest.mark.parametrize(
    ("test", "over", "standardize", "name"),
    [
        ("permutation", "both", "level", "permute_cells"),
        ("permutation", "systems", "cells", "permute_systems_cells_scaled"),
        ("permutation", "both", "cells", None),
        ("permutation", "rows_then_columns", "level", None),
        ("bootstrap", "both", "cells", "bootstrap_both"),
        ("studentized_permutation", "systems", "cells", "studentized_permutation"),
        ("two_way_jackknife", "both", "level", "two_way_jackknife"),
        ("two_way_jackknife", "systems", "cells", "two_way_jackknife_systems"),
        ("two_way_jackknife", "these", "level", None),
        ("sign_flip", "inputs", "level", None),
        ("steiger", "systems", "level", None),
    ],
)
def test_the_name_under_which_a_test_is_studied(test, over, standardize, name):
    assert pair_test(test).studied_as(over, standardize) == name


@pytest.mark.parametrize(
    ("interval", "over", "name"),
    [
        ("two_way_jackknife", "both", "two_way_jackknife"),
        ("two_way_jackknife", "systems", "two_way_jackknife_systems"),
        ("two_way_jackknife", "inputs", None),
        ("percentile", "inputs", "bootstrap_inputs"),
        ("basic", "systems", None),
        ("fisher", "both", "fisher"),
        ("jackknife", "both", "jackknife"),
        ("none", "both", None),
    ],
)
def test_the_name_under_which_an_interval_is_studied(interval, over, name):
    assert interval_method(interval).studied_as(over) == name


def test_as_published_closed_forms_are_taken_at_every_level():
    keys = [("system", "pearson"), ("input", "pearson")]
    derived = studied_test("williams")
    published = dataclasses.replace(derived, as_published=True)
    assert [derived.exists(*key) for key in keys] == [True, False]
    assert [published.exists(*key) for key in keys] == [True, True]
    given = (arrays_of(), ("system", "input"), ("pearson",), 99, 1, "two-sided")
    assert set(published.pvalues(*given)) == set(keys)
    assert published.pvalues(*given)[keys[0]] == derived.pvalues(*given)[keys[0]]
