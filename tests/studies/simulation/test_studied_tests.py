import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.statistics.dependent_correlations import williams
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.significance import paired_bootstrap_test, permutation_test
from trueness.studies.simulation.studied_tests import STUDIED_TESTS, studied_test


def arrays_of(seed=1):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(7, 6))
    return ScoreArrays.of(rng.normal(size=(2, 7, 6)) + z, z)


@pytest.mark.parametrize("name", STUDIED_TESTS)
def test_each_gives_pvalues_where_it_exists(name):
    found = studied_test(name)(arrays_of(), ("system", "input"), ("pearson", "kendall"), 199, 1, "two-sided")
    assert set(found) <= {(level, c) for level in ("system", "input") for c in ("pearson", "kendall")}
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
    found = studied_test(name)(arrays, ("input",), ("spearman",), 199, 5, "two-sided")["input", "spearman"]
    expected = permutation_test(
        *arrays.metrics, arrays.human, "input", "spearman", resamples=199, rng=5, **given
    )
    assert found == expected.pvalue


@pytest.mark.parametrize("over", ["both", "systems", "inputs"])
def test_bootstraps_are_the_public_ones(over):
    arrays = arrays_of()
    found = studied_test(f"bootstrap_{over}")(arrays, ("system",), ("kendall",), 199, 5, "two-sided")[
        "system", "kendall"
    ]
    expected = paired_bootstrap_test(
        *arrays.metrics, arrays.human, "system", "kendall", resamples=199, rng=5, over=over
    )
    assert found == expected.pvalue


def test_williams_is_of_system_means():
    arrays = arrays_of()
    r = np.corrcoef([*arrays.metrics.mean(axis=2), arrays.human.mean(axis=1)])
    expected = williams(r[0, 2], r[1, 2], r[0, 1], 7).pvalue
    found = studied_test("williams")(arrays, ("system", "input"), ("pearson",), 0, 0, "two-sided")
    assert found == {("system", "pearson"): pytest.approx(expected)}
    assert studied_test("williams")(arrays, ("input",), ("pearson",), 0, 0, "two-sided") == {}


def test_an_unknown_one():
    with pytest.raises(UnsupportedMethodError, match="sign_flip"):
        studied_test("other")


@pytest.mark.parametrize("name", STUDIED_TESTS)
def test_one_side(name):
    """A metric that agrees less is seldom found better, and one that agrees more often is."""
    rng = np.random.default_rng(8)
    z = rng.normal(size=(9, 8)) + rng.normal(size=(9, 1))
    better, worse = z + 0.1 * rng.normal(size=z.shape), z + 3 * rng.normal(size=z.shape)
    sides = [
        studied_test(name)(ScoreArrays.of(np.stack(pair), z), ("system",), ("pearson",), 499, 1, "greater")
        for pair in ((better, worse), (worse, better))
    ]
    first, second = (side["system", "pearson"] for side in sides)
    assert first < 0.2
    assert second > 0.8


@pytest.mark.parametrize("name", STUDIED_TESTS)
def test_a_pvalue_does_not_depend_on_what_else_is_asked(name):
    levels, coefficients = ("system", "input"), ("pearson", "spearman", "kendall")
    together = studied_test(name)(arrays_of(), levels, coefficients, 99, 1, "two-sided")
    assert set(together) == {
        (level, coefficient)
        for level in levels
        for coefficient in coefficients
        if studied_test(name).exists(level, coefficient)
    }
    for level, coefficient in together:
        alone = studied_test(name)(arrays_of(), (level,), (coefficient,), 99, 1, "two-sided")
        assert alone == {(level, coefficient): together[level, coefficient]}
