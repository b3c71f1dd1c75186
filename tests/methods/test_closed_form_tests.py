"""Closed forms on a pair of metrics against the formulas, and where they have no answer."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.methods.differences import Differences
from trueness.methods.registry import pair_test, pair_tests_with
from trueness.statistics import dependent_correlations
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.zou import zou_interval

PAIR = (0, 1)


def found_of(metrics, human, test, coefficient):
    keys = [("system", coefficient)]
    differences = Differences(ScoreArrays.of(metrics, human), [PAIR], keys)
    return pair_test(test).findings(differences, "systems", keys)[("system", coefficient), PAIR]


@pytest.mark.parametrize("test", pair_tests_with("closed_form"))
@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_three_correlations_go_into_the_formula(test, coefficient):
    rng = np.random.default_rng(2)
    human = rng.normal(size=(12, 4))
    x, y = human + rng.normal(size=(2, 12, 4)) * np.array([0.5, 1.5])[:, None, None]
    r12, r13, r23 = (
        correlate(a, b, "system", coefficient).estimate for a, b in ((x, human), (y, human), (x, y))
    )
    found = found_of(np.stack([x, y]), human, test, coefficient)
    expected = getattr(dependent_correlations, test)(r12, r13, r23, 12)
    assert found.two_sided == pytest.approx(float(expected.pvalue))
    assert found.statistic == pytest.approx(float(expected.statistic))
    assert found.interval == pytest.approx(tuple(zou_interval(r12, r13, r23, 12, 0.95, coefficient)))
    assert (found.undefined, found.resamples, found.exact) == (0, 0, False)


UNITS = {"system": 12, "input": 12, "global": 44, "per_system": 4}


@pytest.mark.parametrize("test", pair_tests_with("closed_form"))
@pytest.mark.parametrize(("level", "n"), UNITS.items())
def test_n_is_that_of_the_level(test, level, n):
    """At the global level it is the number of outputs that both metrics and the human have."""
    rng = np.random.default_rng(2)
    human = rng.normal(size=(12, 4))
    x, y = human + rng.normal(size=(2, 12, 4)) * np.array([0.5, 1.5])[:, None, None]
    human[0, 0] = x[1, 1] = y[2, 2] = x[3, 3] = np.nan
    shared = ~np.isnan(human + x + y)
    r12, r13, r23 = (
        correlate(np.where(shared, a, np.nan), np.where(shared, b, np.nan), level).estimate
        for a, b in ((x, human), (y, human), (x, y))
    )
    differences = Differences(ScoreArrays.of(np.stack([x, y]), human), [PAIR], [(level, "pearson")])
    found = pair_test(test).findings(differences, "systems", [(level, "pearson")])[(level, "pearson"), PAIR]
    assert found.two_sided == pytest.approx(
        float(getattr(dependent_correlations, test)(r12, r13, r23, n).pvalue)
    )
    assert found.interval == pytest.approx(tuple(zou_interval(r12, r13, r23, n, 0.95, "pearson")))


def test_impossible_correlations_have_no_answer():
    x = np.array([[1.0], [2], [3], [4]])
    found = found_of(np.stack([np.ones((4, 1)), x]), x, "williams", "pearson")
    assert np.isnan([found.two_sided, found.greater, found.less, *found.interval]).all()


def test_they_are_derived_for_pearsons_r_of_systems():
    test = pair_test("williams")
    assert test.derived_for("system", "pearson")
    assert not test.derived_for("system", "kendall")
    assert not test.derived_for("input", "pearson")
    assert test.exists("input", "kendall", "systems")
