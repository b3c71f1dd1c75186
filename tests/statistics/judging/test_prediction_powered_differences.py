"""Differences of shares with a judge's help: Newcombe's intervals, all outcomes with their chances, and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.judging import judged_share, prediction_powered
from trueness.statistics.judging.prediction_powered import ppi_difference

JUDGED = 0.0
"""A judge that says the same of all: labels alone tell anything."""


def of_labels(first, second):
    human = np.array([first, second], dtype=float)
    return ppi_difference(human, np.full(human.shape, JUDGED))


@pytest.fixture
def wilson(monkeypatch):
    """Shares without the correction of skewness, whose limits are Wilson's."""
    moments = judged_share._moments
    monkeypatch.setattr(
        judged_share, "_moments", lambda *given: (moments(*given)[0], np.zeros(len(given[0][0])))
    )


@pytest.mark.parametrize(("hits", "sizes"), [((56, 48), (70, 80)), ((9, 3), (10, 10)), ((0, 5), (20, 29))])
def test_of_other_inputs_the_limits_are_newcombes(wilson, hits, sizes):
    """Newcombe (1998), Statistics in Medicine 17, 873-890, method 10, as statsmodels has it."""
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    human = np.full((2, sum(sizes)), np.nan)
    human[0, : sizes[0]] = np.arange(sizes[0]) < hits[0]
    human[1, sizes[0] :] = np.arange(sizes[1]) < hits[1]
    judge = np.where(np.isnan(human), np.nan, JUDGED)
    found = ppi_difference(human, judge)
    wanted = proportion.confint_proportions_2indep(
        hits[0], sizes[0], hits[1], sizes[1], method="newcomb", compare="diff"
    )
    assert (found.low, found.high) == pytest.approx(wanted, abs=1e-5)
    assert (found.low_human, found.high_human) == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize("cells", [(20, 12, 2, 16), (1, 9, 7, 4), (0, 5, 15, 1)])
def test_of_the_same_inputs_what_both_share_cancels(wilson, cells):
    """Wilson's limits added as squares, less twice phi times their product (Newcombe 1998, 2635-2650; phi as it is)."""
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    both, first, second, neither = cells
    one = np.repeat([1, 1, 0, 0], [both, first, second, neither])
    other = np.repeat([1, 0, 1, 0], [both, first, second, neither])
    phi = np.corrcoef(one, other)[0, 1]
    shares = one.mean(), other.mean()
    (l1, u1), (l2, u2) = (
        proportion.proportion_confint(x.sum(), len(x), method="wilson") for x in (one, other)
    )
    below = (shares[0] - l1) ** 2 + (u2 - shares[1]) ** 2 - 2 * phi * (shares[0] - l1) * (u2 - shares[1])
    above = (u1 - shares[0]) ** 2 + (shares[1] - l2) ** 2 - 2 * phi * (u1 - shares[0]) * (shares[1] - l2)
    gap = shares[0] - shares[1]
    found = of_labels(one, other)
    assert found.estimate == pytest.approx(gap)
    assert (found.low, found.high) == pytest.approx((gap - np.sqrt(below), gap + np.sqrt(above)), abs=1e-5)


def test_the_interval_holds_the_truth_in_all_outcomes_of_two_small_samples(monkeypatch):
    """Six labels of each, of other inputs: every pair of counts with its chance."""
    known, plain = {}, prediction_powered.judged_shares

    def once(human, judge, clusters, confidence):
        """The 28 pairs are of 14 shares."""
        key = human.tobytes(), judge.tobytes(), clusters.tobytes(), confidence
        if key not in known:
            known[key] = plain(human, judge, clusters, confidence)
        return known[key]

    monkeypatch.setattr(prediction_powered, "judged_shares", once)
    limits = np.empty((7, 7, 2))
    for k, m in zip(*np.triu_indices(7), strict=True):
        human = np.full((2, 12), np.nan)
        human[0, :6], human[1, 6:] = np.arange(6) < k, np.arange(6) < m
        found = ppi_difference(human, np.where(np.isnan(human), np.nan, JUDGED))
        limits[k, m], limits[m, k] = (found.low, found.high), (-found.high, -found.low)
    held = []
    for first in (0.05, 0.1, 0.3, 0.5, 0.9):
        for second in (0.05, 0.2, 0.5, 0.7):
            chances = np.outer(*(stats.binom.pmf(np.arange(7), 6, share) for share in (first, second)))
            inside = (limits[..., 0] <= first - second) & (first - second <= limits[..., 1])
            held.append(float(chances[inside].sum()))
    assert len(known) == 14
    assert min(held) > 0.92
    assert np.mean(held) == pytest.approx(0.96, abs=0.015)


@pytest.mark.slow
@pytest.mark.parametrize("alike", [False, True])
def test_with_a_judge_it_holds_the_truth(alike):
    """60 of 300 inputs labelled, shares of .2 and .1; of the same inputs, which are hard for both or for none."""
    rng = np.random.default_rng(6)
    held, narrower = 0, 0
    for _ in range(400):
        hard = rng.random(300) if alike else None
        draws = [rng.random(300) if hard is None else hard * 0.5 + rng.random(300) * 0.5 for _ in range(2)]
        cuts = (
            [0.2, 0.1] if not alike else [np.sqrt(0.2 / 2), np.sqrt(0.1 / 2)]
        )  # of a sum of two uniform numbers
        truth = np.stack([draw < cut for draw, cut in zip(draws, cuts, strict=True)]).astype(float)
        judge = np.where(rng.random((2, 300)) < 0.9, truth, 1 - truth)
        human = truth.copy()
        human[:, 60:] = np.nan
        found = ppi_difference(human, judge)
        held += found.low <= 0.1 <= found.high
        narrower += found.high - found.low < found.high_human - found.low_human
    assert held / 400 == pytest.approx(0.95, abs=0.035)
    assert narrower > 350
