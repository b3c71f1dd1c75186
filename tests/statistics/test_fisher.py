"""The Fisher interval: published values, recorded answers of nlpstats, edges, and its warnings."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.fisher import FISHER_COEFFICIENTS, fisher, fisher_warnings
from trueness.statistics.interval import Interval

inside = st.floats(-0.999, 0.999)


@pytest.mark.parametrize(
    ("coefficient", "low", "high"),
    [
        ("pearson", 0.148446, 0.844524),
        ("spearman", 0.102292, 0.857453),
        ("kendall", 0.308715, 0.788393),
    ],
)
def test_agrees_with_published_values_of_bonett_and_wright(coefficient, low, high):
    assert fisher(0.6, 16, coefficient) == pytest.approx((low, high), abs=5e-7)


def test_agrees_with_nlpstats_on_realsumm(test_data):
    recorded = json.loads((test_data / "oracles" / "stats" / "oracle.json").read_text())
    units = {"system": 25, "input": 25, "global": 2500}
    assert len(recorded["fisher_realsumm"]) == 54
    for key, expected in recorded["fisher_realsumm"].items():
        coefficient, level, metric = key.split("|")
        r = recorded["point_realsumm"][coefficient][level][metric]
        assert fisher(r, units[level], coefficient) == pytest.approx(expected, rel=1e-12, abs=1e-12), key


@given(r=inside, n=st.integers(5, 500), coefficient=st.sampled_from(FISHER_COEFFICIENTS))
def test_holds_the_correlation_and_mirrors_with_its_sign(r, n, coefficient):
    low, high = fisher(r, n, coefficient)
    assert -1 <= low < r < high <= 1
    assert fisher(-r, n, coefficient) == pytest.approx((-high, -low), abs=1e-15)


@given(r=inside, n=st.integers(5, 500), coefficient=st.sampled_from(FISHER_COEFFICIENTS))
def test_narrows_with_more_units_and_less_confidence(r, n, coefficient):
    low, high = fisher(r, n, coefficient)
    for narrower in (fisher(r, n + 1, coefficient), fisher(r, n, coefficient, confidence=0.9)):
        assert low < narrower.low
        assert narrower.high < high


def test_is_undefined_at_n_up_to_b_and_defined_above():
    for coefficient, lost in (("pearson", 3), ("spearman", 3), ("kendall", 4)):
        assert np.isnan(fisher(0.5, lost, coefficient)).all()
        assert np.isfinite(fisher(0.5, lost + 1, coefficient)).all()


@pytest.mark.parametrize("r", [1.0, -1.0, 1 - 1e-15, 1 + 1e-15, np.nan])
def test_is_undefined_at_plus_and_minus_one_up_to_rounding_and_at_nan(r):
    assert np.isnan(fisher(r, 20)).all()


def test_broadcasts_and_returns_floats_for_numbers():
    r = np.array([[0.1], [np.nan], [0.9]])
    n = np.array([3, 10, 100, np.nan])
    low, high = fisher(r, n, "spearman")
    assert low.shape == high.shape == (3, 4)
    for row in range(3):
        for column in range(4):
            expected = fisher(r[row, 0], n[column], "spearman")
            np.testing.assert_equal((low[row, column], high[row, column]), tuple(expected))
    single = fisher(0.5, 10)
    assert isinstance(single, Interval)
    assert isinstance(single.low, float)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1.1, 20), r"`r` must hold correlations between -1 and 1; it holds 1\.1"),
        ((0.5, 20, "tau_c"), "`coefficient` must be one of 'pearson', 'spearman', 'kendall'; it is 'tau_c'"),
        ((0.5, 20, "pearson", 95), "`confidence` must lie strictly between 0 and 1; it is 95"),
        (("high", 20), "`r` must hold correlations; it holds 'high'"),
        ((0.5, "many"), "`n` must hold numbers of independent units; it holds 'many'"),
    ],
)
def test_refuses_what_is_no_correlation(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        fisher(*arguments)


@pytest.mark.parametrize(
    ("r", "n", "coefficient", "ties", "said"),
    [
        (0.95, 10, "pearson", True, []),
        (0.79, 10, "kendall", False, []),
        (-0.8, 10, "kendall", False, ["|tau| < 0.8"]),
        (0.1, 10, "kendall", True, ["without ties"]),
        (0.85, 10, "kendall", True, ["|tau| < 0.8", "without ties"]),
        (0.89, 25, "spearman", True, []),
        (0.9, 25, "spearman", False, ["|rho| < 0.9"]),
        (0.1, 24, "spearman", False, ["n >= 25, not for 24"]),
        (0.1, 3, "spearman", False, ["more than 3 units, not 3"]),
        (0.1, 2, "spearman", False, ["more than 3 units, not 2"]),
        (0.1, 4, "kendall", False, ["more than 4 units, not 4"]),
        (1.0, 30, "pearson", False, ["undefined for a correlation of 1"]),
        (np.nan, 30, "pearson", False, ["correlation is undefined"]),
    ],
)
def test_warnings_name_every_reason_and_nothing_else(r, n, coefficient, ties, said):
    found = fisher_warnings(r, n, coefficient, ties=ties)
    assert len(found) == len(said)
    for sentence, part in zip(found, said, strict=True):
        assert part in sentence
