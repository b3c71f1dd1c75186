"""Variance components against expected mean squares, traces of projections, and simulation."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError, DataError, UnsupportedMethodError
from trueness.statistics.annotators.variance_components import (
    COMPONENTS,
    _equations,
    _factors,
    variance_components,
)

TRUTH = {
    "system": 1.0,
    "input": 0.6,
    "annotator": 0.3,
    "system:input": 0.8,
    "system:annotator": 0.2,
    "input:annotator": 0.4,
    "residual": 0.9,
}


def simulated(rng, a, n, m, missing=0.0):
    """Return ratings of shape (a, n, m) with the variances of `TRUTH`."""
    shapes = {
        "system": (1, n, 1),
        "input": (1, 1, m),
        "annotator": (a, 1, 1),
        "system:input": (1, n, m),
        "system:annotator": (a, n, 1),
        "input:annotator": (a, 1, m),
        "residual": (a, n, m),
    }
    y = 3.0 + sum(np.sqrt(TRUTH[name]) * rng.normal(size=shape) for name, shape in shapes.items())
    y[rng.random(y.shape) < missing] = np.nan
    return y


def by_mean_squares(y):
    """Return the components of complete ratings from mean squares (Brennan 2001, section 3.4)."""
    size = dict(zip("asm", y.shape, strict=True))
    axes = {"a": 0, "s": 1, "m": 2}

    def effect(facets):
        """The effects of a combination of facets: its means without those of all combinations inside it."""
        out = 0.0
        for k in range(len(facets) + 1):
            for part in itertools.combinations(facets, k):
                rest = tuple(axes[f] for f in "asm" if f not in part)
                out = out + (-1) ** (len(facets) - k) * y.mean(axis=rest, keepdims=True)
        return out

    def mean_square(facets):
        df = np.prod([size[f] - 1 for f in facets])
        others = np.prod([size[f] for f in "asm" if f not in facets])
        return others * np.sum(effect(facets) ** 2) / df

    ms = {facets: mean_square(facets) for k in (1, 2, 3) for facets in itertools.combinations("asm", k)}
    residual = ms["a", "s", "m"]
    return {
        "system": (ms["s",] - ms["s", "m"] - ms["a", "s"] + residual) / (size["a"] * size["m"]),
        "input": (ms["m",] - ms["s", "m"] - ms["a", "m"] + residual) / (size["a"] * size["s"]),
        "annotator": (ms["a",] - ms["a", "s"] - ms["a", "m"] + residual) / (size["s"] * size["m"]),
        "system:input": (ms["s", "m"] - residual) / size["a"],
        "system:annotator": (ms["a", "s"] - residual) / size["m"],
        "input:annotator": (ms["a", "m"] - residual) / size["s"],
        "residual": residual,
    }


@pytest.mark.parametrize("shape", [(3, 5, 7), (2, 2, 2), (4, 3, 20)])
def test_complete_ratings_give_the_expected_mean_squares(shape):
    y = simulated(np.random.default_rng(sum(shape)), *shape)
    found = variance_components(y)
    expected = by_mean_squares(y)
    assert found.unbounded.keys() == expected.keys()
    for name, value in expected.items():
        assert found.unbounded[name] == pytest.approx(value, abs=1e-10)
        assert found.components[name] == pytest.approx(max(0, value), abs=1e-10)
        assert (name in found.negative) == (value < -1e-11)
    assert (found.complete, found.confounded, found.n_ratings) == (True, (), np.prod(shape))


def test_two_facets_give_the_formulas_of_a_crossed_design():
    # s²_i = (MS_i - MS_e) / n_r, s²_r = (MS_r - MS_e) / n_i, s²_e = MS_e
    rng = np.random.default_rng(2)
    y = rng.normal(size=(4, 9)) + rng.normal(size=(4, 1)) + 2 * rng.normal(size=(1, 9))
    rows, columns = y.mean(axis=1, keepdims=True), y.mean(axis=0, keepdims=True)
    ms_e = np.sum((y - rows - columns + y.mean()) ** 2) / (3 * 8)
    found = variance_components(y)
    assert found.unbounded == {
        "input": pytest.approx((4 * columns.var(ddof=1) - ms_e) / 4),
        "annotator": pytest.approx((9 * rows.var(ddof=1) - ms_e) / 9),
        "residual": pytest.approx(ms_e),
    }
    assert variance_components(y[:, None, :]) == found
    systems = variance_components(y[:, :, None])
    assert systems.unbounded["system"] == pytest.approx(found.unbounded["input"])


def test_expectations_are_traces_of_projections():
    """With a gap in the ratings: E of y'Py is the sum of variances times tr(P Z Z'), P the projection on a factor."""
    rng = np.random.default_rng(4)
    there = rng.random((3, 4, 5)) > 0.35
    places = np.nonzero(there)
    codes = dict(zip(("annotator", "system", "input"), places, strict=True))
    y = rng.normal(size=len(places[0]))
    factors = _factors(("system", "input", "annotator"))
    left, right = _equations(y, codes, factors)

    def indicator(facets):
        keys = list(zip(*(codes[facet] for facet in facets), strict=True))
        return np.array([[key == level for level in sorted(set(keys))] for key in keys], dtype=float)

    designs = [*(indicator(factor) for factor in factors), np.eye(len(y))]
    constant = np.full((len(y), len(y)), 1 / len(y))
    for row, z in enumerate(designs):
        projection = z @ np.diag(1 / z.sum(axis=0)) @ z.T - constant
        assert right[row] == pytest.approx(y @ projection @ y / len(y))
        for column, other in enumerate(designs):
            assert left[row, column] == pytest.approx(np.trace(projection @ other @ other.T) / len(y))


def test_estimates_are_unbiased_with_ratings_missing_at_random():
    """Of complete ratings they are those of mean squares, which are known to be; 250 tables, since fewer show less."""
    rng = np.random.default_rng(7)
    runs = [variance_components(simulated(rng, 4, 8, 15, 0.3)).unbounded for _ in range(250)]
    for name, truth in TRUTH.items():
        values = np.array([run[name] for run in runs])
        assert abs(values.mean() - truth) < 4 * values.std() / np.sqrt(len(values)), name


def test_restricted_maximum_likelihood_agrees_where_nothing_is_missing():
    """REML by brute force on the dense likelihood: the same where ratings are complete and no estimate is negative."""
    from scipy.optimize import minimize

    y = simulated(np.random.default_rng(8), 3, 5, 6)
    found = variance_components(y)
    assert min(found.unbounded.values()) > 0.02
    places = np.nonzero(~np.isnan(y))
    codes = dict(zip(("annotator", "system", "input"), places, strict=True))
    values = y[places]
    kernels = []
    for factor in _factors(("system", "input", "annotator")):
        keys = np.stack([codes[facet] for facet in factor], axis=1)
        kernels.append(np.all(keys[:, None] == keys[None], axis=2).astype(float))
    kernels.append(np.eye(len(values)))
    names = [*(":".join(f) for f in _factors(("system", "input", "annotator"))), "residual"]

    def deviance(logs):
        v = sum(np.exp(value) * kernel for value, kernel in zip(logs, kernels, strict=True))
        inverse = np.linalg.inv(v)
        ones = inverse.sum(axis=1)
        rest = values - ones @ values / ones.sum()
        return np.linalg.slogdet(v)[1] + np.log(ones.sum()) + rest @ inverse @ rest

    best = minimize(
        deviance, np.log([TRUTH[name] for name in names]), method="L-BFGS-B", bounds=[(-9, 3)] * 7
    )
    for name, value in zip(names, np.exp(best.x), strict=True):
        assert found.components[name] == pytest.approx(value, rel=0.02)


def test_origin_and_unit():
    y = simulated(np.random.default_rng(1), 3, 4, 6, 0.2)
    found, moved = variance_components(y), variance_components(1e4 - 2 * y)
    for name in COMPONENTS:
        assert moved.unbounded[name] == pytest.approx(4 * found.unbounded[name], rel=1e-6, abs=1e-6)


def test_negative_estimates_are_zero_and_named():
    y = np.array([[1.0, 2, 3, 4], [4, 3, 2, 1]])
    found = variance_components(y)
    assert found.unbounded["input"] < 0
    assert found.components["input"] == 0
    assert "input" in found.negative
    assert found.total == pytest.approx(found.components["annotator"] + found.components["residual"])


@pytest.mark.parametrize("seed", range(5))
def test_what_only_rounding_makes_negative_is_not_called_so(seed):
    table = np.repeat(np.random.default_rng(seed).normal(size=(1, 4, 5)), 3, axis=0)
    found = variance_components(table)
    of_annotators = {
        name: value for name, value in found.unbounded.items() if "annotator" in name or name == "residual"
    }
    assert min(of_annotators.values()) < 0  # all agree: each is 0, or as good as
    assert not {*of_annotators} & {*found.negative}


def test_ratings_that_cannot_tell_an_interaction_name_it():
    # every input has annotators of its own: their interaction with inputs is their main effect
    rng = np.random.default_rng(3)
    y = np.full((12, 4, 6), np.nan)
    for j in range(6):
        y[2 * j : 2 * j + 2, :, j] = rng.normal(size=(2, 4))
    found = variance_components(y)
    assert "input:annotator" in found.confounded
    assert found.get("input:annotator") == 0
    assert set(found.components) | set(found.confounded) == set(COMPONENTS)


def test_what_cannot_be_said_is_refused():
    with pytest.raises(DataError, match="at least two annotators"):
        variance_components(np.ones((1, 3, 4)))
    with pytest.raises(DataError, match="by 0 of 0"):
        variance_components(np.full((2, 3, 4), np.nan))
    with pytest.raises(DataError, match="two outputs"):
        variance_components(np.ones((3, 1, 1)))
    with pytest.raises(UnsupportedMethodError, match="in common"):
        variance_components(np.where(np.eye(4) > 0, 2.0, np.nan))
    with pytest.raises(ArgumentError, match="axes annotator"):
        variance_components([1, 2])
    with pytest.raises(ArgumentError, match="must be finite"):
        variance_components([[1, np.inf], [1, 2]])


def test_equal_ratings_have_no_variance():
    found = variance_components(np.full((2, 3, 4), 0.1))
    assert found.total == pytest.approx(0, abs=1e-20)
    assert found.negative == ()
