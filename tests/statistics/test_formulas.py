"""Formulas of weighted vectors: what the caller sees to."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.coefficient_facts import NAMES, coefficient_facts
from trueness.statistics.formulas import formula_values, with_formula

NAN = np.nan


def test_weights_are_counts(formula_pearson):
    name = formula_pearson
    x, z = np.array([1.0, 2.0, 4.0, NAN]), np.array([2.0, 1.0, 5.0, 3.0])
    found = formula_values(name, x, z, np.array([2.0, 1.0, 3.0, 0.0]))
    assert found == pytest.approx(np.corrcoef([1, 1, 2, 4, 4, 4], [2, 2, 1, 5, 5, 5])[0, 1], abs=1e-14)


@pytest.mark.parametrize(
    ("x", "weights", "undefined"),
    [
        ([1.0, 2.0, 3.0], [1.0, 1.0, 0.0], True),  # two observations
        ([1.0, NAN, 3.0], [1.0, 1.0, 1.0], True),  # a score is missing
        ([1.0, NAN, 3.0], [2.0, 0.0, 1.0], False),
        ([0.1, 0.1, 0.1], [1.0, 1.0, 1.0], True),  # constant
        ([0.1, 0.1, 0.3], [2.0, 1.0, 0.0], True),
    ],
)
def test_what_has_no_value(declare, x, weights, undefined):
    name = declare("total", lambda x, z, weights: np.sum(weights * (x + z), axis=-1))
    found = formula_values(name, np.array(x), np.array([1.0, 2.0, 4.0]), np.array(weights))
    assert np.isnan(found) == undefined


def test_constant_scores_may_have_a_value(formula_gap):
    found = formula_values(formula_gap, np.array([1.0, 1.0, 1.0]), np.array([1.0, 2.0, 3.0]), np.ones(3))
    assert found == -1.0


def test_axes_in_front_are_broadcast(formula_pearson):
    name = formula_pearson
    rng = np.random.default_rng(1)
    x, z, weights = (
        rng.normal(size=(1, 3, 9)),
        rng.normal(size=(5, 1, 9)),
        rng.integers(0, 3, (5, 1, 9)) + 0.0,
    )
    found = formula_values(name, x, z, weights)
    assert found.shape == (5, 3)
    assert found[4, 2] == formula_values(name, x[0, 2], z[4, 0], weights[4, 0])


def test_only_declared_formulas(formula_gap):
    assert with_formula(["pearson", formula_gap, "acc_eq"]) == (formula_gap,)


def test_every_declared_formula_is_there(formula_pearson):
    x = np.array([1.0, 2.0, 4.0, 3.0])
    for name in (*NAMES, formula_pearson):
        if coefficient_facts(name).formula:
            assert np.isfinite(formula_values(name, x, x + 1, np.ones(4)))
