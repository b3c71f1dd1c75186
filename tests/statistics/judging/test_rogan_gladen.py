"""Corrected prevalence: by hand, by the delta method worked out with numerical derivatives, and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError, DataError, UnsupportedMethodError
from trueness.statistics.judging.rogan_gladen import rogan_gladen


def outputs(true_positive, positive, true_negative, negative, called, unlabelled):
    human = [1.0] * positive + [0.0] * negative + [np.nan] * unlabelled
    judge = (
        [1.0] * true_positive + [0.0] * (positive - true_positive)
        + [0.0] * true_negative + [1.0] * (negative - true_negative)
        + [1.0] * called + [0.0] * (unlabelled - called)
    )  # fmt: skip
    return np.array(human), np.array(judge)


def test_by_hand():
    """TPR 18/20 = .9, TNR 24/30 = .8, p = 44/100: (.44 + .8 − 1) / .7 = .342857."""
    found = rogan_gladen(*outputs(18, 20, 24, 30, 44, 100), rng=1)
    assert found.estimate == pytest.approx(0.24 / 0.7)
    assert (found.sensitivity, found.specificity, found.observed) == pytest.approx((0.9, 0.8, 0.44))
    assert (found.n_positive, found.n_negative, found.n_unlabelled, found.seed) == (20, 30, 100, 1)

    def theta(p, tpr, tnr):
        return (p + tnr - 1) / (tpr + tnr - 1)

    point, step = np.array([0.44, 0.9, 0.8]), 1e-6
    slopes = [(theta(*(point + step * e)) - theta(*(point - step * e))) / (2 * step) for e in np.eye(3)]
    spread = point * (1 - point) / [100, 20, 30]
    half = 1.959963985 * np.sqrt(np.sum(np.square(slopes) * spread))
    assert found.low_analytic == pytest.approx(0.24 / 0.7 - half, abs=1e-8)
    assert found.high_analytic == pytest.approx(0.24 / 0.7 + half, abs=1e-8)
    assert found.low == pytest.approx(found.low_analytic, abs=0.05)
    assert found.high == pytest.approx(found.high_analytic, abs=0.05)


def test_holding_the_unlabelled_share_fixed_would_be_too_narrow():
    """With many labels and few unlabelled outputs nearly all noise is in the share of the unlabelled."""
    found = rogan_gladen(*outputs(900, 1000, 900, 1000, 20, 40), rng=1)
    assert found.high - found.low > 0.3


def test_a_perfect_judge_is_believed_and_results_stay_shares():
    found = rogan_gladen(*outputs(10, 10, 10, 10, 30, 100), rng=2)
    assert found.estimate == pytest.approx(0.3)
    low = rogan_gladen(*outputs(18, 20, 15, 20, 10, 100), rng=2)
    assert low.estimate == 0
    assert low.low == low.low_analytic == 0
    assert rogan_gladen(*outputs(15, 20, 18, 20, 95, 100), rng=2).estimate == 1


@given(st.integers(0, 10**6))
def test_order_and_duplicated_clusters_do_not_matter(seed):
    rng = np.random.default_rng(seed)
    human, judge = outputs(8, 10, 9, 12, 20, 50)
    order = rng.permutation(len(human))
    found = rogan_gladen(human, judge, rng=1, resamples=200)
    again = rogan_gladen(human[order], judge[order], rng=1, resamples=200)
    assert found[0] == again[0]
    assert found[3:11] == again[3:11]
    clusters = rng.integers(0, 15, len(human))
    once = rogan_gladen(human, judge, clusters=clusters, rng=1, resamples=200)
    twice = rogan_gladen(
        np.tile(human, 2), np.tile(judge, 2), clusters=np.tile(clusters, 2), rng=1, resamples=200
    )
    assert once[:3] == pytest.approx(twice[:3], nan_ok=True)


def test_undefined_resamples_are_counted():
    found = rogan_gladen(*outputs(2, 2, 20, 30, 44, 100), rng=1)
    # without strata of classes, about (1 − 2/32)^32 of the resamples have no positive label
    assert found.n_undefined_resamples == pytest.approx(9999 * (1 - 2 / 32) ** 32, rel=0.1)
    assert 0 <= found.low <= found.high <= 1


def test_both_samples_keep_their_size_without_clusters():
    """Two positives, two negatives: without one of either in 2/16 of the resamples; the unlabelled one is in all."""
    human, judge = outputs(2, 2, 2, 2, 1, 1)
    found = rogan_gladen(human, judge, rng=1)
    assert found.n_undefined_resamples / 9999 == pytest.approx(2 / 16, abs=0.015)
    # as one sample of five clusters it is out of (4/5)^5 of them
    mixed = rogan_gladen(human, judge, clusters=np.arange(5), rng=1)
    assert mixed.n_undefined_resamples / 9999 > (4 / 5) ** 5


def test_refusals():
    with pytest.raises(UnsupportedMethodError, match=r"TPR 0\.500 \+ TNR 0\.500 is not above 1"):
        rogan_gladen(*outputs(5, 10, 5, 10, 5, 10))
    with pytest.raises(UnsupportedMethodError, match="no correction exists"):
        rogan_gladen(*outputs(1, 10, 2, 10, 5, 10))
    with pytest.raises(DataError, match="no positive label"):
        rogan_gladen(*outputs(0, 0, 5, 10, 5, 10))
    with pytest.raises(DataError, match="no negative label"):
        rogan_gladen(*outputs(5, 10, 0, 0, 5, 10))
    with pytest.raises(DataError, match="no unlabelled output"):
        rogan_gladen(*outputs(9, 10, 9, 10, 0, 0))
    with pytest.raises(DataError, match=r"`judge` must hold 0, 1 or NaN, not 0\.5"):
        rogan_gladen([1.0, 0, np.nan], [1, 0.5, 0])
    with pytest.raises(ArgumentError, match="one length"):
        rogan_gladen([1.0, 0], [1])
    with pytest.raises(ArgumentError, match="`resamples`"):
        rogan_gladen(*outputs(9, 10, 9, 10, 5, 10), resamples=0)


def simulated(runs, truth=0.3, n=150, more=300, seed=3):
    rng = np.random.default_rng(seed)
    found, inside = [], np.zeros(2)
    for _ in range(runs):
        state = rng.random(n + more) < truth
        judge = np.where(rng.random(n + more) < np.where(state, 0.85, 0.1), 1.0, 0.0)
        human = np.where(np.arange(n + more) < n, state, np.nan)
        one = rogan_gladen(human, judge, rng=int(rng.integers(10**6)), resamples=400, confidence=0.9)
        found.append(one.estimate)
        inside += [one.low <= truth <= one.high, one.low_analytic <= truth <= one.high_analytic]
    return np.mean(found), inside / runs


def test_simulation_quick():
    mean, inside = simulated(80)
    assert mean == pytest.approx(0.3, abs=0.015)
    assert np.all(inside > 0.8)


@pytest.mark.slow
def test_simulation():
    mean, inside = simulated(1500)
    assert mean == pytest.approx(0.3, abs=0.005)
    assert np.all((inside > 0.865) & (inside < 0.925))  # nominal 90%, binomial noise ±1.3 points
