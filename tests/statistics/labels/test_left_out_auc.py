"""AUC without units beside AUC computed anew, and the variance that follows beside DeLong's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.methods.correlations import Correlations
from trueness.methods.registry import interval_method
from trueness.statistics.jackknife.left_out_units import LeftOutUnits
from trueness.statistics.jackknife.two_way_replicates import _computed_anew, two_way_replicates
from trueness.statistics.labels.auc import auc
from trueness.statistics.labels.left_out_auc import left_out_auc
from trueness.statistics.score_arrays import ScoreArrays


def test_without_every_unit_it_is_computed_anew():
    rng = np.random.default_rng(1)
    x = np.round(rng.normal(size=(2, 20, 3)), 1)
    z = (rng.random((20, 3)) < 0.4).astype(float)
    present = rng.random((20, 3)) < 0.9
    units = rng.integers(0, 5, 20)
    found = left_out_auc(x, z, present, units, 6)
    for k in range(2):
        for c in range(3):
            assert found.whole[k, c] == auc(x[k, :, c], z[:, c], present[:, c] * 1.0)
            for u in range(6):
                rest = present[:, c] & (units != u)
                assert found.one[k, c, u] == pytest.approx(auc(x[k, :, c], z[:, c], rest * 1.0), abs=1e-15)
    assert (found.one[:, :, 5] == found.whole).all()  # a unit without entries


def test_without_a_label_there_is_none():
    x, z = np.arange(4.0)[None, :, None], np.array([0.0, 0, 0, 1])[:, None]
    found = left_out_auc(x, z, np.ones((4, 1), dtype=bool), np.arange(4), 4)
    assert found.whole[0, 0] == 1
    assert np.isnan(found.one[0, 0]).tolist() == [False, False, False, True]
    lost = left_out_auc(np.where(x == 1, np.nan, x), z, np.ones((4, 1), dtype=bool), np.arange(4), 4)
    assert np.isnan(lost.whole[0, 0])
    assert np.isnan(lost.one[0, 0]).tolist() == [True, False, True, True]


@pytest.mark.parametrize("level", ["input", "global", "per_system"])
@pytest.mark.parametrize("coefficient", ["auc", "balanced_accuracy:threshold=0.3"])
def test_two_way_replicates_are_those_computed_anew(level, coefficient):
    rng = np.random.default_rng(2)
    z = (rng.random((6, 20)) < 0.4).astype(float)
    x = np.round(rng.normal(size=(3, 6, 20)) + z, 1)
    z[0, 3], x[1, 2, 5] = np.nan, np.nan
    arrays = ScoreArrays.of(x, z, clusters=np.arange(20) // 2)
    group = arrays.group((0, 1, 2))
    found = two_way_replicates(arrays, group, level, (coefficient,))[coefficient]
    anew = _computed_anew(arrays, group, LeftOutUnits.of(arrays, group), level, (coefficient,))[coefficient]
    for name in ("whole", "systems", "inputs"):
        assert getattr(found, name) == pytest.approx(getattr(anew, name), abs=1e-14)
    assert found.entries == anew.entries


def _placements(x, z):
    wins = lambda a, b: (a > b) + 0.5 * (a == b)  # noqa: E731
    positive, negative = x[z > 0], x[z == 0]
    matrix = wins(positive[:, None], negative[None, :])
    return matrix.mean(axis=1), matrix.mean(axis=0)


def test_of_independent_outputs_the_variance_is_delongs():
    """Jackknife = (n - 1) / n (S10 / (m - 1) + S01 / (k - 1)) exactly; DeLong has S10 / m + S01 / k."""
    rng = np.random.default_rng(3)
    z = (rng.random(80) < 0.3).astype(float)
    x = np.round(rng.normal(size=(2, 80)) + z, 1)
    arrays = ScoreArrays.of(x[:, None, :], z[None, :])
    replicates = two_way_replicates(arrays, arrays.group((0, 1)), "global", ("auc",))["auc"]
    of_positive, of_negative = zip(*(_placements(one, z) for one in x), strict=True)
    covariance = lambda parts: np.cov(np.array(parts), ddof=1)  # noqa: E731
    m, k = int(z.sum()), int((1 - z).sum())
    centred = replicates.inputs - replicates.inputs.mean(axis=0)
    jackknife = replicates.input_factor * centred.T @ centred
    exact = (79 / 80) * (covariance(of_positive) / (m - 1) + covariance(of_negative) / (k - 1))
    assert jackknife == pytest.approx(exact, abs=1e-12)
    delong = covariance(of_positive) / m + covariance(of_negative) / k
    assert jackknife == pytest.approx(delong, rel=0.05)
    # of a difference, so that two areas are compared as DeLong's test compares them
    contrast = np.array([1.0, -1.0])
    assert contrast @ jackknife @ contrast == pytest.approx(contrast @ delong @ contrast, rel=0.05)


def _reach(positive, negative, seed):
    """Return half an interval of AUC on Fisher's scale in standard errors, found by leaving out single outputs."""
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(seed)
    z = np.repeat([1.0, 0.0], [positive, negative])
    x = rng.normal(size=z.size) + z
    n = z.size

    def scaled(area):  # Fisher's z, which for n ranked scores is of n / (n + 1) times 2 AUC - 1
        return np.arctanh((2 * area - 1) * n / (n + 1))

    left_out = [scaled(metrics.roc_auc_score(np.delete(z, k), np.delete(x, k))) for k in range(n)]
    error = np.sqrt((n - 1) / n * np.sum((np.array(left_out) - np.mean(left_out)) ** 2))
    given = Correlations(
        ScoreArrays.of(x[None, None, :], z[None, :]), [("global", "auc")], resamples=1, seed=1
    )
    low, high = interval_method("two_way_jackknife").limits(given, "inputs")["global", "auc"][0][:2]
    middle = scaled(metrics.roc_auc_score(z, x))
    ends = scaled(np.array([low, high]))
    assert np.mean(ends) == pytest.approx(middle, abs=1e-9)
    return float(np.diff(ends)[0]) / 2 / error


@pytest.mark.parametrize(("positive", "negative"), [(5, 95), (60, 12), (40, 40)])
def test_degrees_of_freedom_are_fewer_than_outputs_of_the_rarer_label(positive, negative):
    """Half the interval is the error times Student's quantile of m - 1 degrees of freedom, m of the rarer label."""
    reach = _reach(positive, negative, seed=positive)
    assert reach == pytest.approx(stats.t.ppf(0.975, min(positive, negative) - 1), rel=1e-6)
