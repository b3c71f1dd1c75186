"""Coefficients that are known only as a formula, declared for a test."""

from __future__ import annotations

import sys
import types

import numpy as np
import pytest

from trueness.statistics import coefficient_facts as known
from trueness.statistics import formulas
from trueness.statistics.score_arrays import ScoreArrays


@pytest.fixture
def declare(monkeypatch):
    """Declares a coefficient as its own module would, until the test ends: ``declare(name, formula, **facts)``."""

    def declared(name, formula, **facts):
        module = types.ModuleType(f"trueness.statistics.{name}")
        module.formula = formula
        monkeypatch.setitem(sys.modules, module.__name__, module)
        place = f"{name}:formula"
        found = known.CoefficientFacts(name, name, name, pairs=False, ranks=False, formula=place, **facts)
        monkeypatch.setitem(known._KNOWN, name, found)
        return name

    yield declared
    known.coefficient_facts.cache_clear()
    formulas._loaded.cache_clear()


@pytest.fixture
def formula_pearson(declare):
    """The name of Pearson's r as a formula, for comparison with its kernels."""

    def formula(x, z, weights):
        total = weights.sum(axis=-1)
        x, z = (side - (np.sum(weights * side, axis=-1) / total)[..., None] for side in (x, z))
        squares = np.sum(weights * x * x, axis=-1) * np.sum(weights * z * z, axis=-1)
        return np.sum(weights * x * z, axis=-1) / np.sqrt(squares)

    return declare("formula_pearson", formula)


@pytest.fixture
def formula_gap(declare):
    """The name of how far scores are from the human's on average, which changes with their scale."""

    def formula(x, z, weights):
        return np.sum(weights * (x - z), axis=-1) / weights.sum(axis=-1)

    return declare("formula_gap", formula, scale_invariant=False, undefined_if_constant=False)


@pytest.fixture
def gappy_arrays():
    """Scores of three metrics, one constant for one input, with missing cells: ``gappy_arrays(seed, **more)``."""

    def made(seed, **more):
        rng = np.random.default_rng(seed)
        z = rng.integers(0, 4, (7, 9)) / 2
        x = np.stack(
            [z + rng.normal(size=z.shape), rng.integers(0, 3, z.shape) / 3, rng.normal(size=z.shape) - z]
        )
        x[1, :, 4] = 1.0
        x[0, 1, 2] = x[2, 5, 5] = z[3, 7] = np.nan
        x[:, :, 8] = np.nan
        return ScoreArrays.of(x, z, **more)

    return made
