"""Corrected prevalence: by hand, published examples, a numerical search for the likeliest truth, and all outcomes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from trueness.errors import ArgumentError, DataError, UnsupportedMethodError
from trueness.statistics.judging import rogan_gladen as module
from trueness.statistics.judging.rogan_gladen import rogan_gladen

Z = stats.norm.ppf(0.975)


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
    found = rogan_gladen(*outputs(18, 20, 24, 30, 44, 100))
    assert found.estimate == pytest.approx(0.24 / 0.7)
    assert (found.sensitivity, found.specificity, found.observed) == pytest.approx((0.9, 0.8, 0.44))
    assert (found.n_positive, found.n_negative, found.n_unlabelled) == (20, 30, 100)


@pytest.mark.parametrize(
    "given_counts", [(18, 20, 24, 30, 44, 100), (9, 10, 19, 20, 20, 50), (49, 50, 41, 50, 300, 900)]
)
def test_limits_solve_their_equation_at_the_likeliest_truth(given_counts):
    """The likeliest TPR and TNR with a share are searched for by other means, and p follows from them."""
    hits, sizes = (
        np.array(given_counts[::2], float)[[2, 0, 1]],
        np.array(given_counts[1::2], float)[[2, 0, 1]],
    )
    found = rogan_gladen(*outputs(*given_counts))
    for share, sign in ((found.low, 1), (found.high, -1)):
        assert 0 < share < 1
        weights = np.array([1, -share, 1 - share])

        def lost(rates, share=share):
            called = share * rates[0] + (1 - share) * (1 - rates[1])
            every = np.array([called, *rates])
            return -float(hits @ np.log(every) + (sizes - hits) @ np.log(1 - every))

        best = optimize.minimize(
            lost,
            hits[1:] / sizes[1:],
            bounds=[(1e-7, 1 - 1e-7)] * 2,
            method="L-BFGS-B",
            options={"ftol": 1e-15, "gtol": 1e-10},
        ).x
        every = np.array([share * best[0] + (1 - share) * (1 - best[1]), *best])
        variance = weights**2 * every * (1 - every) / sizes
        third = weights**3 * every * (1 - every) * (1 - 2 * every) / sizes**2
        skewness = third.sum() / variance.sum() ** 1.5
        statistic = (weights @ (hits / sizes) - (1 - share)) / np.sqrt(variance.sum())
        assert statistic == pytest.approx(sign * Z + skewness * (Z**2 - 1) / 6, abs=2e-3)


def test_a_judge_known_to_be_perfect_leaves_the_limits_of_a_share():
    """Z = z + g (z² − 1) / 6 with the binomial's skewness g (Gart and Nam 1988)."""
    found = rogan_gladen(*outputs(400_000, 400_000, 400_000, 400_000, 7, 40))
    for limit, sign in ((found.low, 1), (found.high, -1)):
        skewness = (1 - 2 * limit) / np.sqrt(40 * limit * (1 - limit))
        statistic = (7 / 40 - limit) / np.sqrt(limit * (1 - limit) / 40)
        assert statistic == pytest.approx(sign * Z + skewness * (Z**2 - 1) / 6, abs=1e-3)


@pytest.mark.parametrize(
    ("given_counts", "published", "within"),
    [
        ((178, 179, 358, 359, 4060, 11284), (0.349, 0.372), 0.001),
        ((84, 127, 96, 109, 259, 509), (0.58, 0.87), 0.015),
        ((23, 41, 187, 195, 51, 509), (0.037, 0.195), 0.01),
        ((8, 10, 12, 12, 712, 11862), (0, 0.147), 0.03),
        ((32, 33, 20, 20, 51, 2971), (0, 0.053), 0.03),
    ],
)
def test_examples_of_lang_and_reiczigel(given_counts, published, within):
    """Preventive Veterinary Medicine 113 (2014) 13-22: another interval of the same share, near where labels are many.

    The limits are those that the documentation of the R package asht gives.
    """
    found = rogan_gladen(*outputs(*given_counts))
    assert (found.low, found.high) == pytest.approx(published, abs=within)


def every_outcome(n_positive, n_negative, n_unlabelled):
    """Return all counts of hits, shape (K, 3), in the order of `_ThreeShares`, with TPR + TNR above 1."""
    sizes = np.array([n_unlabelled, n_positive, n_negative])
    hits = np.array(list(itertools.product(*(range(size + 1) for size in sizes))))
    return hits[hits[:, 1] / n_positive + hits[:, 2] / n_negative > 1], sizes


def test_the_interval_holds_the_truth_in_all_outcomes_together():
    """Every outcome of 5 and 8 labels and 12 more outputs, with its chance; far from .95 only where it must be."""
    hits, sizes = every_outcome(5, 8, 12)
    shares = np.array([0.0, 0.02, 0.1, 0.3, 0.5, 0.8, 0.98])
    rates = [(0.9, 0.8), (0.6, 0.9), (0.99, 0.99), (0.6, 0.6), (0.55, 0.55), (0.95, 0.3)]
    kept = np.array(
        [
            module._ThreeShares(row.astype(float), sizes.astype(float), np.full(3, np.inf), np.zeros((3, 3)), 0)
            .rejected(shares, 0.975)
            <= 0
            for row in hits
        ]
    )  # fmt: skip
    held = np.empty((len(rates), len(shares)))
    for r, (tpr, tnr) in enumerate(rates):
        for s, share in enumerate(shares):
            called = share * tpr + (1 - share) * (1 - tnr)
            chances = stats.binom.pmf(hits, sizes, [called, tpr, tnr]).prod(axis=1)
            held[r, s] = chances @ kept[:, s] / chances.sum()
    assert held.min() > 0.925
    assert held.mean() == pytest.approx(0.965, abs=0.02)
    assert held[:2, 2:6] == pytest.approx(0.95, abs=0.025)


def test_holding_the_unlabelled_share_fixed_would_be_too_narrow():
    """With many labels and few unlabelled outputs nearly all noise is in the share of the unlabelled."""
    found = rogan_gladen(*outputs(900, 1000, 900, 1000, 20, 40))
    assert found.high - found.low > 0.3


def test_errors_that_were_not_seen_are_reckoned_with():
    """Percentiles of this had the width of a share of 900 outputs, ± .01."""
    found = rogan_gladen(*outputs(3, 3, 97, 97, 30, 900))
    assert found.estimate == pytest.approx(1 / 30)
    assert found.low < 0.005
    assert found.high > 0.075


def test_a_perfect_judge_is_believed_and_results_stay_shares():
    found = rogan_gladen(*outputs(10, 10, 10, 10, 30, 100))
    assert found.estimate == pytest.approx(0.3)
    low = rogan_gladen(*outputs(18, 20, 15, 20, 10, 100))
    assert low.estimate == low.low == 0 < low.high
    assert rogan_gladen(*outputs(2, 2, 11, 11, 0, 7), confidence=0.5).low == 0  # skewed, and hardly asked for
    high = rogan_gladen(*outputs(15, 20, 18, 20, 85, 100))
    assert high.estimate == high.high == 1 > high.low


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_order_does_not_matter_and_limits_are_about_the_estimate(seed):
    rng = np.random.default_rng(seed)
    human, judge = outputs(8, 10, 9, 12, int(rng.integers(13, 39)), 50)
    clusters = rng.integers(0, 15, len(human))
    order = rng.permutation(len(human))
    for groups in (None, clusters):
        found = rogan_gladen(human, judge, clusters=groups)
        again = rogan_gladen(human[order], judge[order], clusters=None if groups is None else groups[order])
        assert found == pytest.approx(again, abs=1e-9)
        assert 0 <= found.low <= found.estimate <= found.high <= 1


def test_clusters_of_one_are_none_and_copies_are_worth_one():
    human, judge = outputs(16, 20, 32, 40, 140, 300)
    alone = rogan_gladen(human, judge)
    assert rogan_gladen(human, judge, clusters=np.arange(len(human))[::-1]) == pytest.approx(alone, abs=1e-12)
    copied = np.repeat(human, 3), np.repeat(judge, 3), np.repeat(np.arange(len(human)), 3)
    together = rogan_gladen(*copied[:2], clusters=copied[2])
    assert together.estimate == pytest.approx(alone.estimate)
    # nearly three times less outputs than there are, with the degrees of freedom of the fewest clusters
    assert together.high - together.low == pytest.approx(alone.high - alone.low, rel=0.08)
    taken_apart = rogan_gladen(*copied[:2])
    assert taken_apart.high - taken_apart.low < 0.7 * (together.high - together.low)


def test_what_the_shares_have_in_common_over_clusters_counts():
    """A judge that is lenient on some inputs, labelled and not: its errors cancel; labelled apart, they do not."""
    rng = np.random.default_rng(3)
    inputs = np.repeat(np.arange(60), 10)
    lenient = rng.random(60) < 0.5
    truth = rng.random(600) < 0.5
    judge = np.where(
        lenient[inputs], truth | (rng.random(600) < 0.8), truth & (rng.random(600) < 0.6)
    ).astype(float)
    mixed = np.where(np.arange(600) % 2 == 0, truth, np.nan)
    apart = np.where(inputs % 2 == 0, truth, np.nan)
    within, between = (rogan_gladen(labels, judge, clusters=inputs) for labels in (mixed, apart))
    assert within.high - within.low < 0.75 * (between.high - between.low)


def test_refusals():
    with pytest.raises(UnsupportedMethodError, match=r"TPR 0\.500 \+ TNR 0\.500 is at most 1"):
        rogan_gladen(*outputs(5, 10, 5, 10, 5, 10))
    with pytest.raises(UnsupportedMethodError, match=r"worse\. Turn its verdicts"):
        rogan_gladen(*outputs(1, 10, 2, 10, 5, 10))
    with pytest.raises(
        UnsupportedMethodError, match=r"0\.000 of the unlabelled .* every share of positives from 0 to 1"
    ):
        rogan_gladen(*outputs(18, 20, 15, 20, 0, 100))
    with pytest.raises(DataError, match="one positive label"):
        rogan_gladen(*outputs(0, 0, 5, 10, 5, 10))
    with pytest.raises(DataError, match="one negative label"):
        rogan_gladen(*outputs(5, 10, 0, 0, 5, 10))
    with pytest.raises(DataError, match="one unlabelled output"):
        rogan_gladen(*outputs(9, 10, 9, 10, 0, 0))
    with pytest.raises(DataError, match=r"`judge` must hold 0, 1 or NaN; it holds 0\.5"):
        rogan_gladen([1.0, 0, np.nan], [1, 0.5, 0])
    with pytest.raises(ArgumentError, match="one length"):
        rogan_gladen([1.0, 0], [1])
    with pytest.raises(ArgumentError, match="`confidence`"):
        rogan_gladen(*outputs(9, 10, 9, 10, 5, 10), confidence=1.5)


def simulated(runs, truth=0.3, n=150, more=300, seed=3):
    rng = np.random.default_rng(seed)
    found, inside = [], 0
    for _ in range(runs):
        state = rng.random(n + more) < truth
        judge = np.where(rng.random(n + more) < np.where(state, 0.85, 0.1), 1.0, 0.0)
        human = np.where(np.arange(n + more) < n, state, np.nan)
        one = rogan_gladen(human, judge, confidence=0.9)
        found.append(one.estimate)
        inside += one.low <= truth <= one.high
    return np.mean(found), inside / runs


def test_simulation_quick():
    mean, inside = simulated(80)
    assert mean == pytest.approx(0.3, abs=0.015)
    assert inside > 0.8


@pytest.mark.slow
def test_simulation():
    mean, inside = simulated(600)
    assert mean == pytest.approx(0.3, abs=0.008)
    assert 0.865 < inside < 0.935  # nominal 90%, binomial noise ±2.4 points
