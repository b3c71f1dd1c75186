"""Coefficients that are a formula of two weighted vectors and have no kernels of their own.

A coefficient names its formula in `coefficient_facts`; `resampling.formula_levels` and `resampling.permuted_formulas`
take it to every level, resample and permutation.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS

Formula = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""Given x, z and weights, broadcastable to (..., n), returns values of shape (...). Weights are counts; where one is 0,
x and z are 0 and must not matter. Sums are along the last axis."""


def with_formula(coefficients: Collection[str]) -> tuple[str, ...]:
    """Return those of some coefficients that are a formula of weighted vectors."""
    return tuple(name for name in coefficients if coefficient_facts(name).formula)


def formula_values(coefficient: str, x: FloatArray, z: FloatArray, weights: FloatArray) -> FloatArray:
    """Return a coefficient along the last axis of broadcastable arrays.

    Parameters
    ----------
    coefficient : str
        With a formula.
    x, z, weights : arrays broadcastable to (..., n)
        Scores and counts; scores may be NaN where the count is 0.

    Returns
    -------
    array of shape (...)
        NaN where undefined: fewer than three observations, a score missing where there is weight, and for a
        coefficient without a value for constant scores (`CoefficientFacts.undefined_if_constant`) a constant vector.
    """
    shape = np.broadcast_shapes(x.shape, z.shape, weights.shape)[:-1]
    live = weights > 0
    undefined = weights.sum(axis=-1) < MINIMUM_OBSERVATIONS
    for vector in (x, z):
        undefined = undefined | np.any(np.isnan(vector) & live, axis=-1)
        if coefficient_facts(coefficient).undefined_if_constant:
            highest = np.max(np.where(live, vector, -np.inf), axis=-1, initial=-np.inf)
            undefined = undefined | (
                highest == np.min(np.where(live, vector, np.inf), axis=-1, initial=np.inf)
            )
    first, second = (np.where(live & ~np.isnan(vector), vector, 0.0) for vector in (x, z))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = _loaded(coefficient_facts(coefficient).formula)(first, second, weights)
    return np.where(np.broadcast_to(undefined, shape), np.nan, np.broadcast_to(found, shape))


@functools.cache
def _loaded(place: str) -> Formula:
    module, _, name = place.partition(":")
    found: Formula = getattr(importlib.import_module(f"trueness.statistics.{module}"), name)
    return found
