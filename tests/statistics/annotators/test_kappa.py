"""Kappa against its definition on the contingency table, statsmodels, and published tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from trueness.errors import ArgumentError
from trueness.statistics.annotators.kappa import KAPPA_WEIGHTS, kappa, resampled_kappa

PAIRS = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=12)


def by_definition(pairs, weighting):
    values = sorted({v for pair in pairs for v in pair})
    table = np.array([[pairs.count((a, b)) for b in values] for a in values]) / len(pairs)
    gap = np.abs(np.subtract.outer(values, values))
    cost = {"none": (gap > 0) * 1.0, "linear": gap * 1.0, "quadratic": gap**2.0}[weighting]
    expected = np.sum(cost * np.outer(table.sum(axis=1), table.sum(axis=0)))
    return 1 - np.sum(cost * table) / expected if len(values) > 1 else np.nan


@given(pairs=PAIRS)
def test_the_definition(pairs):
    x, y = zip(*pairs, strict=True)
    for weighting in KAPPA_WEIGHTS:
        expected = by_definition(pairs, weighting)
        assert kappa(x, y, weighting).estimate == pytest.approx(expected, abs=1e-12, nan_ok=True), weighting


@pytest.mark.parametrize(
    ("weighting", "theirs"), [("none", None), ("linear", "linear"), ("quadratic", "quadratic")]
)
def test_statsmodels(weighting, theirs):
    rng = np.random.default_rng(1)
    x = rng.integers(1, 6, 200)
    y = np.clip(x + rng.integers(-1, 2, 200), 1, 5)
    table = to_table(np.stack([x, y], axis=1))[0]
    expected = cohens_kappa(table, wt=theirs, return_results=False)
    assert kappa(x, y, weighting).estimate == pytest.approx(expected, abs=1e-12)


@given(pairs=PAIRS, counts=st.lists(st.integers(0, 3), min_size=12, max_size=12))
def test_a_weight_is_a_copy_of_the_unit(pairs, counts):
    x, y = np.array(pairs, dtype=float).T
    counts = np.array(counts[: len(x)])
    for weighting in KAPPA_WEIGHTS:
        expected = kappa(np.repeat(x, counts), np.repeat(y, counts), weighting).estimate
        found = resampled_kappa(x, y, counts[None].astype(float), weighting)[0]
        assert found == pytest.approx(expected, abs=1e-12, nan_ok=True), weighting


def test_missing_ratings_are_left_out_and_units_counted():
    found = kappa([[1, 2, np.nan], [2, 1, 1]], [[1, 2, 2], [1, np.nan, 1]])
    assert found == kappa([1, 2, 2, 1], [1, 2, 1, 1])
    assert found.n_units == 4
    nothing = kappa([np.nan, 1], [1, np.nan])
    assert (np.isnan(nothing.estimate), nothing.n_units) == (True, 0)
    assert np.isnan(kappa([2, 2], [2, 2]).estimate)
    assert kappa([2, 2], [1, 1]).estimate == 0


def test_errors():
    with pytest.raises(ArgumentError, match="one shape"):
        kappa([1, 2], [1])
    with pytest.raises(ArgumentError, match="must be finite"):
        kappa([1, np.inf], [1, 2])
    with pytest.raises(ArgumentError, match="Did you mean 'quadratic'"):
        kappa([1, 2], [1, 2], "quadratik")
