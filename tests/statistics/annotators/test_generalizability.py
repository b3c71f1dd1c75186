"""Coefficients against formulas written out, the intraclass correlation, and correlations of simulated panels."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.annotators.generalizability import decision_study, generalizability
from trueness.statistics.annotators.intraclass_correlation import intraclass_correlations
from trueness.statistics.annotators.variance_components import VarianceComponents, variance_components

PARTS = {
    "system": 1.0,
    "input": 0.6,
    "annotator": 0.3,
    "system:input": 0.8,
    "system:annotator": 0.2,
    "input:annotator": 0.4,
    "residual": 0.9,
}
COMPONENTS = VarianceComponents(
    PARTS, PARTS, (), (), {"annotator": 3, "system": 5, "input": 7}, 105, complete=True
)


def test_items_by_annotators():
    # E rho² = s²_i / (s²_i + s²_e / k), Phi = s²_i / (s²_i + (s²_r + s²_e) / k): ICC(3,k) and ICC(2,k)
    rng = np.random.default_rng(1)
    ratings = 2 * rng.normal(size=(1, 30)) + rng.normal(size=(3, 1)) + rng.normal(size=(3, 30))
    found = generalizability(variance_components(ratings), "global", n_annotators=3, n_inputs=30)
    icc = {row.form: row.estimate for row in intraclass_correlations(ratings)}
    assert (found.g, found.phi) == pytest.approx((icc["ICC(3,k)"], icc["ICC(2,k)"]))


def test_systems_written_out():
    found = generalizability(COMPONENTS, "system", n_annotators=2, n_inputs=10)
    universe, relative = 1.0 + 0.08, 0.1 + 0.045
    assert found.g == pytest.approx(universe / (universe + relative))
    assert found.phi == pytest.approx(universe / (universe + relative + 0.15 + 0.02))
    single = generalizability(COMPONENTS, "system", n_annotators=1, n_inputs=1)
    assert single.g == pytest.approx((1.0 + 0.8) / (1.0 + 0.8 + 0.2 + 0.9))
    both = generalizability(COMPONENTS, "system", n_annotators=2, n_inputs=10, over="both")
    assert both.g == pytest.approx(1 / (1 + 0.08 + 0.145))
    assert both.phi == pytest.approx(1 / (1 + 0.08 + 0.145 + 0.15 + 0.02 + 0.06))


@pytest.mark.parametrize("level", ["system", "input", "global", "per_system"])
def test_g_is_the_correlation_of_two_panels(level):
    """Two panels of annotators rate the same outputs; their means correlate by g (inputs taken as they are)."""
    rng = np.random.default_rng(4)
    a, n, m = 3, 30, 12
    size = {key: np.sqrt(value) for key, value in PARTS.items()}
    runs = []
    for _ in range(120):
        outputs = (
            size["system"] * rng.normal(size=(n, 1))
            + size["input"] * rng.normal(size=(1, m))
            + size["system:input"] * rng.normal(size=(n, m))
        )
        panels = []
        for _ in "xy":
            noise = (
                size["annotator"] * rng.normal(size=(a, 1, 1))
                + size["system:annotator"] * rng.normal(size=(a, n, 1))
                + size["input:annotator"] * rng.normal(size=(a, 1, m))
                + size["residual"] * rng.normal(size=(a, n, m))
            )
            panels.append(outputs + noise.mean(axis=0))
        x, z = panels
        # covariance over the mean of variances: free of the bias of a mean of correlations
        if level == "system":
            x, z = x.mean(axis=1, keepdims=True), z.mean(axis=1, keepdims=True)
        axis = {"system": 0, "input": 0, "global": None, "per_system": 1}[level]
        x, z = x - x.mean(axis=axis, keepdims=True), z - z.mean(axis=axis, keepdims=True)
        runs.append((np.sum(x * z), np.sum(x * x + z * z) / 2))
    products, squares = np.sum(runs, axis=0)
    assert generalizability(COMPONENTS, level, n_annotators=a, n_inputs=m).g == pytest.approx(
        products / squares, abs=0.02
    )


def test_more_is_better_and_designs_are_combined():
    rows = decision_study(COMPONENTS, "system", n_annotators=(1, 2, 4), n_inputs=(10, 100), over="both")
    assert [(row.n_inputs, row.n_annotators) for row in rows] == [
        (10, 1),
        (10, 2),
        (10, 4),
        (100, 1),
        (100, 2),
        (100, 4),
    ]
    g = np.reshape([row.g for row in rows], (2, 3))
    assert np.all(np.diff(g) > 0)
    assert np.all(np.diff(g, axis=0) > 0)
    assert all(row.phi <= row.g for row in rows)


def test_nothing_varies():
    none = variance_components(np.ones((2, 3, 4)))
    found = generalizability(none, "system", n_annotators=2, n_inputs=4)
    assert np.isnan((found.g, found.phi)).all()


def test_errors():
    items = variance_components([[1, 2, 3], [1, 3, 3]])
    with pytest.raises(ArgumentError, match="'global'"):
        generalizability(items, "system", n_annotators=2, n_inputs=3)
    with pytest.raises(ArgumentError, match="`over`"):
        generalizability(COMPONENTS, over="systems", n_annotators=2, n_inputs=3)
    with pytest.raises(ArgumentError, match="`n_annotators`"):
        generalizability(COMPONENTS, n_annotators=0, n_inputs=3)
    with pytest.raises(ArgumentError, match="`n_inputs`"):
        generalizability(COMPONENTS, n_annotators=1, n_inputs=0)
    with pytest.raises(ArgumentError, match="`level`"):
        generalizability(COMPONENTS, "output", n_annotators=1, n_inputs=3)


@pytest.mark.parametrize(
    ("level", "universe", "relative", "absolute"),
    [
        ("input", 1.0 + 0.8, (0.2 + 0.9) / 2, (0.3 + 0.4) / 2),
        ("per_system", 0.6 + 0.8, (0.4 + 0.9) / 2, (0.3 + 0.2) / 2),
        ("global", 1.0 + 0.6 + 0.8, (0.2 + 0.4 + 0.9) / 2, 0.3 / 2),
    ],
)
def test_the_other_levels_written_out(level, universe, relative, absolute):
    """Of two annotators; what systems or inputs have in common counts as error where it is not compared within them."""
    found = generalizability(COMPONENTS, level, n_annotators=2, n_inputs=10)
    assert found.g == pytest.approx(universe / (universe + relative))
    assert found.phi == pytest.approx(universe / (universe + relative + absolute))
