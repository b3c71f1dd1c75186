"""Shares with a judge's help: Wilson's interval, numerical likelihoods, and all outcomes with their chances."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from trueness.statistics.judging import judged_share as module
from trueness.statistics.judging.judged_share import (
    StratumCounts,
    judge_strata,
    judged_shares,
    share_limits,
)

Z = stats.norm.ppf(0.975)


def counts(positive, other, unlabelled):
    return StratumCounts(*(np.atleast_2d(np.array(x, float)) for x in (positive, other, unlabelled)))


def limits(table, quantile=Z):
    size = len(table.positive)
    return share_limits(table, np.full(size, quantile), np.ones(size))


@pytest.mark.parametrize(
    ("positive", "other"), [([0], [40]), ([1], [99]), ([7], [13]), ([20], [0]), ([1, 20], [70, 9])]
)
def test_without_a_correction_of_skewness_outputs_that_are_all_labelled_have_wilsons_interval(
    positive, other, monkeypatch
):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    moments = module._moments
    monkeypatch.setattr(module, "_moments", lambda *given: (moments(*given)[0], np.zeros(len(given[0][0]))))
    found = limits(counts(positive, other, np.zeros(len(positive))))
    n = sum(positive) + sum(other)
    wanted = proportion.proportion_confint(sum(positive), n, method="wilson")
    assert np.ravel(found) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize(("hits", "n"), [(1, 100), (5, 100), (10, 20)])
def test_limits_of_one_stratum_solve_their_equation(hits, n):
    """Z = z + g (z² − 1) / 6 with the binomial's skewness g (Gart and Nam 1988)."""
    for limit, sign in zip(np.ravel(limits(counts([hits], [n - hits], [0]))), (1, -1), strict=True):
        spread = np.sqrt(limit * (1 - limit) / n)
        skewness = (1 - 2 * limit) / np.sqrt(n * limit * (1 - limit))
        assert (hits / n - limit) / spread == pytest.approx(sign * Z + skewness * (Z**2 - 1) / 6, abs=1e-4)


def test_the_likeliest_truth_is_that_of_a_numerical_search():
    table = counts([2, 5], [60, 8], [200, 30])
    for multiplier in (-40.0, 25.0):
        first, second = (part[0] for part in module._likeliest(table, np.array([multiplier])))
        share = first.sum()
        assert share + second.sum() == pytest.approx(1)

        def lost(rates, share=share):
            alike = share * np.array([1 - rates[0], rates[0]])
            apart = (1 - share) * np.array([1 - rates[1], rates[1]])
            return -float(
                table.positive[0] @ np.log(alike)
                + table.other[0] @ np.log(apart)
                + table.unlabelled[0] @ np.log(alike + apart)
            )

        best = optimize.minimize(
            lost, [0.5, 0.2], bounds=[(1e-6, 1 - 1e-6)] * 2, method="L-BFGS-B", options={"ftol": 1e-14}
        )
        assert first[1] / share == pytest.approx(best.x[0], abs=1e-4)
        assert second[1] / (1 - share) == pytest.approx(best.x[1], abs=1e-4)


def outcomes(n, more, share, tpr, fpr):
    """Return the tables of n labelled and more unlabelled outputs, and their chances (unlikely ones left out)."""
    chances = [(1 - share) * (1 - fpr), (1 - share) * fpr, share * (1 - tpr), share * tpr]
    places = np.array(
        [
            (n - a - b - c, a, b, c)
            for a in range(n + 1)
            for b in range(n + 1 - a)
            for c in range(n + 1 - a - b)
        ]
    )
    labelled = stats.multinomial.pmf(places, n, chances)
    said = np.arange(more + 1)
    of_said = stats.binom.pmf(said, more, chances[1] + chances[3])
    chance = np.outer(labelled, of_said)
    row, column = np.nonzero(chance > 1e-5)
    places, said = places[row], said[column]
    table = counts(places[:, [2, 3]], places[:, [0, 1]], np.stack([more - said, said], axis=1))
    return table, chance[row, column]


@pytest.mark.parametrize(
    ("share", "tpr", "fpr"),
    [
        (0.05, 0.8, 0.05),
        (0.05, 0.99, 0.002),
        (0.1, 0.3, 0.3),
        (0.3, 0.2, 0.9),
        (0.3, 0.9, 0.1),
    ],
)
def test_all_outcomes_of_few_labels(share, tpr, fpr):
    """A judge that is good, nearly perfect, useless, worse than chance."""
    table, chance = outcomes(15, 30, share, tpr, fpr)
    seen = (table.positive + table.other > 0).all(axis=1)
    low, high = np.full(len(chance), np.nan), np.full(len(chance), np.nan)
    low[seen], high[seen] = limits(StratumCounts(*(part[seen] for part in table)))
    # a stratum without a label joins the other
    low[~seen], high[~seen] = limits(
        StratumCounts(*(part[~seen].sum(axis=1, keepdims=True) for part in table))
    )
    assert chance.sum() > 0.97
    held = chance[(low <= share) & (share <= high)].sum() / chance.sum()
    assert held >= 0.935


def drawn(seed, n=30, more=70, tpr=0.8, fpr=0.1):
    rng = np.random.default_rng(seed)
    human = (rng.random(n + more) < 0.3).astype(float)
    judge = (rng.random(n + more) < np.where(human == 1, tpr, fpr)).astype(float)
    human[n:] = np.nan
    return human, judge


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_labels_exchanged_turn_the_interval_round(seed):
    human, judge = drawn(seed)
    one, alone = judged_shares(human, judge, None, 0.95)
    other = judged_shares(1 - human, -judge, None, 0.95)[0]
    assert (other.estimate, other.low, other.high) == pytest.approx(
        (1 - one.estimate, 1 - one.high, 1 - one.low), abs=1e-6
    )
    assert one.low <= one.estimate <= one.high
    assert alone.estimate == pytest.approx(np.nanmean(human))


def test_a_constant_judge_is_no_judge():
    human, _ = drawn(1)
    judged, alone = judged_shares(human, np.ones(len(human)), None, 0.9)
    assert judged[:4] == pytest.approx(alone[:4])


def test_clusters_that_are_copies_are_worth_one_output_each():
    human, judge = drawn(2, 60, 200)
    one = judged_shares(human, judge, None, 0.95)[0]
    four = judged_shares(np.repeat(human, 4), np.repeat(judge, 4), np.repeat(np.arange(260), 4), 0.95)[0]
    assert four.estimate == pytest.approx(one.estimate)
    assert four.high - four.low == pytest.approx(one.high - one.low, rel=0.06)
    single = judged_shares(human, judge, np.arange(260), 0.95)[0]
    assert single[:4] == one[:4]


def test_one_labelled_cluster_has_no_interval():
    human, judge = drawn(3, 10, 20)
    found = judged_shares(human, judge, np.minimum(np.arange(30) // 10, 2), 0.95)[0]
    assert np.isnan([found.low, found.high]).all()
    assert np.isfinite(found.estimate)


def test_strata_of_a_judge():
    labelled = np.array([True, True, False, True, False, False])
    assert judge_strata(np.array([0.0, 1, 1, 0, 2, -1]), labelled).tolist() == [0, 1, 1, 0, 1, 0]
    scores = np.linspace(0, 1, 100)
    assert np.bincount(judge_strata(scores, np.ones(100, dtype=bool))).tolist() == [20] * 5
