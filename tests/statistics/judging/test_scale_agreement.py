from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.engine.resample import BootstrapPlan
from trueness.statistics.judging.scale_agreement import MEASURES, scale_agreement


def ratings(seed, n=40):
    rng = np.random.default_rng(seed)
    human = rng.integers(1, 6, n).astype(float)
    return human, np.clip(human + rng.integers(-1, 3, n), 1, 5)


@given(st.integers(0, 10**6))
def test_kappa_against_statsmodels(seed):
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
    human, judge = ratings(seed)
    table = np.zeros((5, 5))
    np.add.at(table, (human.astype(int) - 1, judge.astype(int) - 1), 1)
    found = scale_agreement(human, judge, rng=1, resamples=20)
    assert found.quadratic_kappa == pytest.approx(
        float(inter_rater.cohens_kappa(table, wt="quadratic", return_results=False))
    )
    assert (found.mean_error, found.mean_absolute_error) == pytest.approx(
        ((judge - human).mean(), np.abs(judge - human).mean())
    )


@given(st.integers(0, 10**6))
def test_kappa_by_its_expected_disagreement(seed):
    """The denominator enumerates all pairs of a rating of one with a rating of the other."""
    human, judge = ratings(seed, 12)
    expected = np.mean((human[:, None] - judge) ** 2)
    found = scale_agreement(human, judge, rng=1, resamples=20).quadratic_kappa
    assert found == pytest.approx(1 - np.mean((human - judge) ** 2) / expected)
    turned = scale_agreement(6 - human, 6 - judge, rng=1, resamples=20).quadratic_kappa
    assert turned == pytest.approx(found)


def test_duplicates_within_clusters_teach_nothing():
    human, judge = ratings(1)
    one = scale_agreement(human, judge, clusters=np.arange(40), rng=1, resamples=99)
    two = scale_agreement(
        np.tile(human, 2), np.tile(judge, 2), clusters=np.tile(np.arange(40), 2), rng=1, resamples=99
    )
    for name in MEASURES:
        assert one.intervals[name] == pytest.approx(two.intervals[name])
        assert one.intervals[name].low <= getattr(one, name) <= one.intervals[name].high
    assert (one.n_outputs, two.n_outputs) == (40, 80)


def test_intervals_are_those_of_resamples_worked_out_one_by_one():
    human, judge = ratings(3, 20)
    clusters = np.repeat(np.arange(10), 2)
    kappas, errors = [], []
    for counts in BootstrapPlan("inputs", 1, 10, 50, 1).tile(0).inputs:
        drawn = np.repeat(np.arange(20), counts[clusters].astype(int))
        y, f = human[drawn], judge[drawn]
        kappas.append(1 - np.mean((y - f) ** 2) / np.mean((y[:, None] - f) ** 2))
        errors.append(np.mean(np.abs(y - f)))
    found = scale_agreement(human, judge, clusters=clusters, rng=1, resamples=50)
    for name, values in (("quadratic_kappa", kappas), ("mean_absolute_error", errors)):
        assert found.intervals[name] == pytest.approx(tuple(np.quantile(values, [0.025, 0.975])))


def test_perfect_constant_and_missing():
    same = scale_agreement([1.0, 2, 3, np.nan], [1.0, 2, 3, 4], rng=1, resamples=50)
    assert (same.mean_error, same.mean_absolute_error, same.quadratic_kappa, same.n_outputs) == (0, 0, 1, 3)
    assert same.n_undefined_resamples["quadratic_kappa"] > 0  # the same output drawn three times
    constant = scale_agreement([3.0, 3, 3], [3.0, 3, 3], rng=1, resamples=50)
    assert np.isnan(constant.quadratic_kappa)
    assert scale_agreement([3.0, 3, 3], [4.0, 4, 4], rng=1, resamples=50).quadratic_kappa == 0
    assert np.isnan(scale_agreement([np.nan], [1.0], rng=1, resamples=5).mean_error)
    with pytest.raises(ArgumentError, match="one length"):
        scale_agreement([1.0], [1.0, 2])
