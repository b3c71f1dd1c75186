"""Exact optimal transport, against linear programming, enumeration and closed forms."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import wasserstein_distance

from trueness.errors import DataError, MissingExtraError
from trueness.metrics import transport
from trueness.metrics.transport import solver_signature, transport_cost, transport_costs

pytest.importorskip("ot")


def by_linear_programming(left, right, cost):
    """Solve the definition as it stands: no part of POT is in it."""
    m, n = cost.shape
    sums = np.zeros((m + n, m * n))
    for i, j in itertools.product(range(m), range(n)):
        sums[i, i * n + j] = sums[m + j, i * n + j] = 1
    return linprog(cost.ravel(), A_eq=sums, b_eq=np.concatenate([left, right]), method="highs").fun


def drawn(rng, m, n):
    left, right = rng.random(m) + 0.01, rng.random(n) + 0.01
    points = rng.normal(size=(m + n, 3))
    cost = np.linalg.norm(points[:m, None] - points[m:], axis=2)
    return left / left.sum(), right / right.sum(), cost


def test_costs_are_those_of_linear_programming():
    rng = np.random.default_rng(1)
    problems = [drawn(rng, *rng.integers(2, 9, 2)) for _ in range(25)]
    expected = [by_linear_programming(*problem) for problem in problems]
    np.testing.assert_allclose(transport_costs(problems), expected, rtol=1e-10)


def test_equal_weights_find_the_best_of_all_permutations():
    rng = np.random.default_rng(2)
    cost = rng.random((5, 5))
    best = min(sum(cost[i, p[i]] for i in range(5)) for p in itertools.permutations(range(5))) / 5
    assert transport_cost(np.full(5, 0.2), np.full(5, 0.2), cost) == pytest.approx(best, rel=1e-12)


@settings(max_examples=30)
@given(st.integers(2, 12), st.integers(2, 12), st.integers(0, 2**32 - 1))
def test_on_a_line_it_is_the_area_between_distribution_functions(m, n, seed):
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=m), rng.normal(size=n)
    left, right = rng.random(m) + 0.01, rng.random(n) + 0.01
    left, right = left / left.sum(), right / right.sum()
    found = transport_cost(left, right, np.abs(x[:, None] - y))
    assert found == pytest.approx(wasserstein_distance(x, y, left, right), abs=1e-10)
    assert transport_cost(right, left, np.abs(y[:, None] - x)) == pytest.approx(found, abs=1e-10)


def test_what_weighs_nothing_does_not_matter():
    rng = np.random.default_rng(3)
    left, right, cost = drawn(rng, 4, 3)
    alone = transport_cost(left, right, cost)
    wider = np.insert(np.insert(cost, 2, 1e-9, axis=0), 1, -5.0, axis=1)
    assert transport_cost(np.insert(left, 2, 0), np.insert(right, 1, 0), wider) == pytest.approx(
        alone, rel=1e-12
    )


def test_with_one_point_on_a_side_there_is_only_one_way():
    # 0.25 * 4 + 0.75 * 8 = 7
    cost = np.array([[4.0], [8.0]])
    assert transport_cost(np.array([0.25, 0.75]), np.array([1.0]), cost) == 7.0
    assert transport_cost(np.array([1.0]), np.array([0.25, 0.75]), cost.T) == 7.0


def test_costs_are_in_units_of_the_weights():
    rng = np.random.default_rng(4)
    left, right, cost = drawn(rng, 4, 5)
    once = transport_cost(left, right, cost)
    assert transport_cost(7 * left, 7 * right, cost) == pytest.approx(7 * once, rel=1e-10)
    assert transport_cost(7 * left, np.array([7.0]), cost[:, :1]) == pytest.approx(
        7 * transport_cost(left, np.array([1.0]), cost[:, :1]), rel=1e-12
    )


def test_equal_distributions_cost_nothing():
    rng = np.random.default_rng(5)
    left, _, _ = drawn(rng, 6, 6)
    points = rng.normal(size=(6, 2))
    cost = np.linalg.norm(points[:, None] - points, axis=2)
    assert transport_cost(left, left, cost) == pytest.approx(0, abs=1e-15)


def test_nothing_on_either_side_is_undefined():
    assert np.isnan(transport_cost(np.zeros(2), np.zeros(2), np.ones((2, 2))))
    assert np.isnan(transport_cost(np.empty(0), np.empty(0), np.empty((0, 0))))
    assert transport_costs([]).shape == (0,)


@pytest.mark.parametrize(
    ("left", "right", "cost", "message"),
    [
        ([1.0], [0.5, 0.5], [[1.0], [2.0]], r"shapes \(1,\) and \(2,\) clash with costs of shape \(2, 1\)"),
        ([0.5, 0.5], [0.5, np.nan], np.ones((2, 2)), "a weight on the right must be finite"),
        ([0.5, 0.5], [0.5, 0.5], [[1.0, np.inf], [1, 1]], "a cost must be finite"),
        ([1.5, -0.5], [0.5, 0.5], np.ones((2, 2)), "a weight on the left is negative"),
        ([0.5, 0.5], [0.5, 0.6], np.ones((2, 2)), "sum to 1, those on the right to 1.1; divide both"),
        ([0.5, 0.5], [0.0, 0.0], np.ones((2, 2)), "those on the right to 0"),
    ],
)
def test_what_makes_no_sense_is_an_error(left, right, cost, message):
    fine = (np.ones(1), np.ones(1), np.ones((1, 1)))
    with pytest.raises(DataError, match=message) as caught:
        transport_costs([fine, (np.array(left), np.array(right), np.array(cost))])
    assert "transport problem 2" in str(caught.value)


def test_too_large_a_problem_is_refused(monkeypatch):
    monkeypatch.setattr(transport, "MOST_CELLS", 8)
    with pytest.raises(DataError, match=r"3 x 3 costs, more than the 8 that are solved"):
        transport_cost(np.full(3, 1 / 3), np.full(3, 1 / 3), np.ones((3, 3)))


def test_without_the_package_the_error_names_the_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "ot", None)
    with pytest.raises(MissingExtraError, match=r"trueness\[neural\]"):
        transport_cost(np.full(2, 0.5), np.full(2, 0.5), np.ones((2, 2)))


def test_the_solver_is_named_with_its_version(monkeypatch):
    import importlib.metadata

    assert solver_signature() == f"POT {importlib.metadata.version('pot')}"

    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    with pytest.raises(MissingExtraError, match=r"trueness\[neural\]"):
        solver_signature()
