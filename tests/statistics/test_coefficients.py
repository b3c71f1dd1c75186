"""Coefficients against scipy on repeated data, by counting, and under what must not change them."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics import coefficients as module
from trueness.statistics.coefficient_facts import check_coefficients
from trueness.statistics.coefficients import COEFFICIENTS, RANK_COEFFICIENTS, weighted_coefficients

FUNCTIONS = {name: getattr(module, name) for name in COEFFICIENTS}

scores = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=9)
counts = st.lists(st.integers(0, 3), min_size=9, max_size=9)


def reference(name: str, x: list[float], z: list[float]) -> float:
    """Correlate with scipy, gamma by counting; NaN where undefined."""
    if len(x) < 3 or len(set(x)) < 2 or len(set(z)) < 2:
        return math.nan
    if name == "pearson":
        return float(scipy.stats.pearsonr(x, z).statistic)
    if name == "spearman":
        return float(scipy.stats.spearmanr(x, z).statistic)
    if name in ("kendall", "tau_c"):
        return float(scipy.stats.kendalltau(x, z, variant="b" if name == "kendall" else "c").statistic)
    signs = [
        np.sign(a - c) * np.sign(b - d)
        for (a, b), (c, d) in itertools.combinations(zip(x, z, strict=True), 2)
    ]
    concordant, discordant = signs.count(1), signs.count(-1)
    return (concordant - discordant) / (concordant + discordant) if concordant + discordant else math.nan


@given(pairs=scores, weights=counts)
def test_weighted_equals_scipy_on_repeated_data(pairs, weights):
    weights = weights[: len(pairs)]
    x, z = np.array(pairs, dtype=float).T / 3
    repeated = [np.repeat(v, weights).tolist() for v in (x, z)]
    for name, function in FUNCTIONS.items():
        expected = pytest.approx(reference(name, *repeated), abs=1e-12, nan_ok=True)
        assert function(x, z, weights) == expected, name
        assert function(*repeated) == expected, name


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(3, 40))
def test_continuous_scores_equal_scipy(seed, n):
    x, z = np.random.default_rng(seed).normal(size=(2, n))
    for name, function in FUNCTIONS.items():
        expected = reference(name, x.tolist(), z.tolist())
        assert function(x, z) == pytest.approx(expected, abs=1e-12), name


@given(pairs=scores, gaps=st.lists(st.sampled_from([0, 0, 1, 2]), min_size=9, max_size=9))
def test_pairs_with_a_missing_value_are_left_out(pairs, gaps):
    x, z = np.array(pairs, dtype=float).T.copy()
    gap = np.array(gaps[: len(pairs)])
    x[gap == 1], z[gap == 2] = np.nan, np.nan
    kept = gap == 0
    for name, function in FUNCTIONS.items():
        expected = reference(name, x[kept].tolist(), z[kept].tolist())
        assert function(x, z) == pytest.approx(expected, abs=1e-12, nan_ok=True), name


@given(pairs=scores, seed=st.integers(0, 2**32 - 1))
def test_order_sign_and_exchange(pairs, seed):
    x, z = np.array(pairs, dtype=float).T
    shuffled = np.random.default_rng(seed).permutation(len(pairs))
    for name, function in FUNCTIONS.items():
        value = function(x, z)
        same = pytest.approx(value, abs=1e-12, nan_ok=True)
        assert function(x[shuffled], z[shuffled]) == same, name
        assert function(z, x) == same, name
        assert function(-x, -z) == same, name
        assert function(-x, z) == pytest.approx(-value, abs=1e-12, nan_ok=True), name


@given(pairs=scores)
def test_rank_coefficients_see_order_alone(pairs):
    x, z = np.array(pairs, dtype=float).T
    for name in RANK_COEFFICIENTS:
        function = FUNCTIONS[name]
        same = pytest.approx(function(x, z), nan_ok=True, abs=1e-12)
        assert function(np.exp(x), z**3 + z) == same, name


@given(
    pairs=scores, scale=st.sampled_from([1e-150, 1e-3, 0.7, 3.0, 1e150]), shift=st.sampled_from([0.0, 1.0])
)
def test_pearson_is_invariant_to_positive_affine_maps(pairs, scale, shift):
    x, z = np.array(pairs, dtype=float).T
    moved = (x + shift) * scale
    assert module.pearson(moved, z) == pytest.approx(module.pearson(x, z), nan_ok=True, abs=1e-12)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_perfect_agreement_is_exactly_one(name):
    for n in range(3, 60):
        x = np.random.default_rng(n).permutation(n).astype(float)
        if name == "tau_c":
            assert module.tau_c(x, x) == pytest.approx(1.0, abs=1e-15), n
            continue
        weights = np.random.default_rng(n).integers(1, 5, n)
        found = FUNCTIONS[name](x, x), FUNCTIONS[name](x, -x), FUNCTIONS[name](x, x, weights)
        assert found == (1.0, -1.0, 1.0), n


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_undefined(name):
    function = FUNCTIONS[name]
    assert math.isnan(function([], []))
    assert math.isnan(function([1, 2], [1, 2]))
    assert math.isnan(function([1, 2, np.nan], [1, 2, 3]))
    assert math.isnan(function([1, 1, 1, 1], [1, 2, 3, 4]))
    assert math.isnan(function([1, 2, 3, 4], [7, 7, 7, 7]))
    assert math.isnan(function([1, 2, 3], [1, 2, 3], [0, 0, 5]))
    assert math.isnan(function([0.1, 0.1, 0.1], [1, 2, 3]))
    assert not math.isnan(function([1, 2], [1, 2], [1, 2]))  # three observations


@given(pairs=scores, weights=counts)
def test_all_coefficients_are_defined_together(pairs, weights):
    """Where neither vector is constant some pair is tied in neither, so that gamma exists as well."""
    x, z = np.array(pairs, dtype=float).T
    assert len({math.isnan(function(x, z, weights[: len(pairs)])) for function in FUNCTIONS.values()}) == 1


def test_thirds_that_differ_in_the_last_bit_tie():
    third = [1 / 3, 1 - 2 / 3, 2 / 3, 1.0]  # the first two differ as floats
    assert third[0] != third[1]
    assert module.kendall(third, [1, 1, 2, 3]) == 1.0


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_two_observations_have_a_correlation_where_it_is_asked_for(name):
    assert math.isnan(FUNCTIONS[name]([1, 2], [3, 5]))
    assert FUNCTIONS[name]([1, 2], [3, 5], minimum=2) == 1
    assert FUNCTIONS[name]([1, 2, np.nan], [5, 3, 4], minimum=2) == -1
    assert math.isnan(FUNCTIONS[name]([1, 1], [3, 5], minimum=2))
    with pytest.raises(ArgumentError, match="`minimum`"):
        FUNCTIONS[name]([1, 2], [3, 5], minimum=1)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_scores_that_differ_by_last_bits_alone_differ(name):
    steps, z = np.array([0, 1, 0, 1, 2, 0]), [1, 2, 1, 2, 3, 0]
    expected = FUNCTIONS[name](steps, z)
    assert FUNCTIONS[name](1 + steps * 2.0**-52, z) == pytest.approx(expected, abs=1e-15)
    assert FUNCTIONS[name](1 + np.minimum(steps, 1) * 2.0**-52, z) == pytest.approx(
        FUNCTIONS[name](np.minimum(steps, 1), z), abs=1e-15
    )
    assert math.isnan(FUNCTIONS[name](np.full(6, 1 + 2.0**-52), z))


@pytest.mark.parametrize("name", COEFFICIENTS)
@pytest.mark.parametrize("size", [2**53, -(2**53) - 10, 2**60, 2**70])
def test_whole_numbers_beyond_floats_lose_no_digit(name, size):
    steps, z = [0, 1, 2, 3, 4, 6], [2, 1, 3, 4, 4, 7]
    expected = FUNCTIONS[name](steps, z)
    assert FUNCTIONS[name]([size + step for step in steps], z) == expected
    if abs(size) < 2**62:
        assert FUNCTIONS[name](np.array(steps) + size, z) == expected


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_many_vectors_at_once_equal_one_by_one(name):
    rng = np.random.default_rng(5)
    x = rng.integers(0, 4, (5, 3, 8)).astype(float)
    z = rng.integers(0, 4, (5, 1, 8)).astype(float)
    weights = rng.integers(0, 3, (1, 1, 8)).astype(float)
    found = weighted_coefficients(x, z, weights, COEFFICIENTS)[name]
    assert found.shape == (5, 3)
    for b, k in itertools.product(range(5), range(3)):
        single = FUNCTIONS[name](x[b, k], z[b, 0], weights[0, 0])
        assert found[b, k] == pytest.approx(single, abs=1e-14, nan_ok=True)


def test_blocks_do_not_show(monkeypatch):
    rng = np.random.default_rng(6)
    x, z = rng.integers(0, 5, (2, 40, 9)).astype(float)
    whole = weighted_coefficients(x, z, np.ones((1, 9)), ["kendall"])["kendall"]
    monkeypatch.setattr(module, "PAIR_BLOCK", 100)
    np.testing.assert_array_equal(weighted_coefficients(x, z, np.ones((1, 9)), ["kendall"])["kendall"], whole)


@given(pairs=scores)
def test_kendall_from_pairs_is_a_correlation_of_signs(pairs):
    """tau-b is Pearson's r (about zero) of the signs of all ordered pairs."""
    x, z = np.array(pairs, dtype=float).T
    signs = [np.sign(np.subtract.outer(v, v)).ravel() for v in (x, z)]
    scale = math.sqrt(float(signs[0] @ signs[0]) * float(signs[1] @ signs[1]))
    assume(scale > 0 and len(pairs) > 2)
    assert module.kendall(x, z) == pytest.approx(float(signs[0] @ signs[1]) / scale, abs=1e-12)


def test_errors():
    with pytest.raises(ArgumentError, match=r"vectors of one length; they have \(2,\) and \(3,\)"):
        module.pearson([1, 2], [1, 2, 3])
    with pytest.raises(ArgumentError, match="vectors of one length"):
        module.kendall([[1, 2]], [[1, 2]])
    for weights in ([1, 1], [1, -1, 1], [1, np.nan, 1], [1, np.inf, 1]):
        with pytest.raises(ArgumentError, match="`weights` must be finite"):
            module.spearman([1, 2, 3], [1, 2, 3], weights)
    with pytest.raises(ArgumentError, match="finite values"):
        module.gamma([1, 2, np.inf], [1, 2, 3])
    with pytest.raises(
        ArgumentError, match=r"`coefficient` must be one of .*; it is 'kendal'\. Did you mean 'kendall'\?"
    ):
        check_coefficients("kendal")
    with pytest.raises(ArgumentError, match="at least one"):
        check_coefficients([])
    assert check_coefficients("pearson") == ("pearson",)
    assert check_coefficients(["kendall", "pearson", "kendall"]) == ("kendall", "pearson")
