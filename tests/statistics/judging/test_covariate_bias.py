from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.judging.covariate_bias import covariate_bias


def biased(seed=0, n=80, slope=0.02):
    rng = np.random.default_rng(seed)
    length = rng.integers(10, 120, n).astype(float)
    human = rng.normal(size=n) + 0.01 * length
    return human, 2 * human + slope * length + 0.3 * rng.normal(size=n), length


def test_against_least_squares_and_residuals():
    human, judge, length = biased()
    found = covariate_bias(human, judge, length, rng=1, resamples=500)
    design = np.stack([np.ones(80), human, length], axis=1)
    assert found.slope == pytest.approx(np.linalg.lstsq(design, judge)[0][2])
    left = [v - np.polyval(np.polyfit(human, v, 1), human) for v in (judge, length)]
    assert found.partial_correlation == pytest.approx(np.corrcoef(left)[0, 1])
    assert found.correlation_human == pytest.approx(np.corrcoef(human, length)[0, 1])
    assert found.slope_interval.low < 0.02 < found.slope_interval.high
    assert (found.n_outputs, found.resamples, found.seed) == (80, 500, 1)


def test_against_statsmodels_with_clusters():
    """Cluster-robust standard errors and the cluster bootstrap estimate the same spread."""
    api = pytest.importorskip("statsmodels.api")
    human, judge, length = biased(n=1200)
    clusters = np.repeat(np.arange(150), 8)
    judge = judge + np.random.default_rng(1).normal(size=150)[clusters] * np.sign(length - length.mean())
    model = api.OLS(judge, np.stack([np.ones(1200), human, length], axis=1))
    error = model.fit(cov_type="cluster", cov_kwds={"groups": clusters}).bse[2]
    found = covariate_bias(human, judge, length, clusters=clusters, rng=1)
    assert (found.slope_interval.high - found.slope_interval.low) / 3.92 == pytest.approx(error, rel=0.08)


@given(st.integers(0, 10**6), st.floats(0.1, 50), st.floats(-9, 9))
def test_units_and_order(seed, factor, shift):
    human, judge, length = biased(seed, 25)
    one = covariate_bias(human, judge, length, rng=1, resamples=20)
    order = np.random.default_rng(seed).permutation(25)
    other = covariate_bias(
        (-factor * human + shift)[order], judge[order], (factor * length + shift)[order], rng=1, resamples=20
    )
    assert other.slope * factor == pytest.approx(one.slope, rel=1e-6, abs=1e-9)
    assert other.partial_correlation == pytest.approx(one.partial_correlation, abs=1e-7)
    scaled = covariate_bias(human, factor * judge, length, rng=1, resamples=20)
    assert scaled.slope == pytest.approx(factor * one.slope)


@given(st.integers(0, 10**6))
def test_duplicates_within_clusters_teach_nothing(seed):
    given_scores = biased(seed, 25)
    clusters = np.arange(25)
    one = covariate_bias(*given_scores, clusters=clusters, rng=1, resamples=50)
    two = covariate_bias(
        *(np.tile(v, 2) for v in given_scores), clusters=np.tile(clusters, 2), rng=1, resamples=50
    )
    assert one.slope_interval == pytest.approx(two.slope_interval)


def test_what_is_not_determined():
    human, judge, length = biased(n=20)
    for covariate in (np.full(20, 3.0), 5 * human - 2):
        found = covariate_bias(human, judge, covariate, rng=1, resamples=20)
        assert np.isnan(found.slope)
        assert found.n_undefined_resamples == 20
    assert np.isnan(covariate_bias(human[:3], judge[:3], length[:3], rng=1, resamples=20).slope)
    judge[0] = length[1] = human[2] = np.nan
    assert covariate_bias(human, judge, length, rng=1, resamples=20).n_outputs == 17
    assert np.isnan(covariate_bias([np.nan], [1.0], [1.0], rng=1, resamples=5).slope)
    with pytest.raises(ArgumentError, match="one length"):
        covariate_bias(human, judge, length[:5])
