from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.equivalence.annotator_margin import annotator_margin, margin_of_correlations


@pytest.fixture(scope="module")
def ratings():
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(6, 20))
    return quality + rng.normal(size=quality.shape), np.round(quality + rng.normal(size=(3, *quality.shape)))


def test_by_scipy_and_the_standard_library(ratings):
    x, given = ratings
    taus = [float(stats.kendalltau(x.ravel(), one.ravel())[0]) for one in given]
    found = annotator_margin(x, given)
    np.testing.assert_allclose(found.correlations, taus, rtol=1e-12)
    assert found.margin == pytest.approx(statistics.stdev(taus))
    assert annotator_margin(x, given, kind="range").margin == pytest.approx(max(taus) - min(taus))


def test_the_range_is_at_least_the_standard_deviation(ratings):
    x, given = ratings
    for level in ("system", "input"):
        margins = [annotator_margin(x, given, level, "pearson", kind=kind).margin for kind in ("sd", "range")]
        assert 0 < margins[0] <= margins[1]


def test_annotators_who_agree_leave_no_margin(ratings):
    x, given = ratings
    assert annotator_margin(x, [given[0], given[0]]).margin == 0


def test_an_undefined_correlation_leaves_the_margin_undefined(ratings):
    x, given = ratings
    assert math.isnan(annotator_margin(x, [*given, np.ones_like(x)]).margin)


def test_margins_of_many_metrics_at_once():
    np.testing.assert_allclose(margin_of_correlations([[0.1, 0.5], [0.3, np.nan]]), [np.sqrt(0.02), np.nan])


def test_what_is_refused(ratings):
    x, given = ratings
    with pytest.raises(ArgumentError, match="at least two"):
        annotator_margin(x, given[:1])
    with pytest.raises(ArgumentError, match="`kind` must be one of"):
        annotator_margin(x, given, kind="iqr")
    with pytest.raises(ArgumentError, match="annotators"):
        annotator_margin(x, 3.0)


def test_margins_of_several_metrics_are_of_the_annotators_of_each():
    several = [[0.1, 0.5], [0.4, 0.2], [0.2, 0.9]]
    np.testing.assert_allclose(margin_of_correlations(several, "range"), [0.3, 0.7])
    np.testing.assert_allclose(margin_of_correlations(several, "sd"), np.std(several, axis=0, ddof=1))
