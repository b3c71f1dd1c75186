"""One judge in two batches: beside scipy's paired test and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import sem, t

from trueness.errors import ArgumentError
from trueness.statistics.judging.judge_drift import judge_drift
from trueness.statistics.judging.label_agreement import label_agreement


def scores(n=80, shift=0.3, seed=1):
    rng = np.random.default_rng(seed)
    one = rng.normal(size=n)
    return one, one + shift + 0.5 * rng.normal(size=n)


def test_of_scores_it_is_the_mean_difference_with_its_standard_error():
    one, other = scores()
    found = judge_drift(one, other, binary=False)
    assert found.change.value == pytest.approx(np.mean(other - one))
    width = float(found.change.limits.high - found.change.low)
    assert 3.9 * sem(other - one) < width < 4.2 * sem(other - one)
    narrow = found.equivalence_interval
    assert found.change.low < narrow.low < found.change.value < narrow.high < found.change.limits.high
    assert (found.change.pvalue < 0.05) == (found.change.low > 0)


def test_of_labels_it_is_the_change_of_the_share():
    rng = np.random.default_rng(3)
    one = (rng.random(120) < 0.5).astype(float)
    other = np.where(rng.random(120) < 0.1, 1 - one, one)
    found = judge_drift(one, other, binary=True)
    assert found.change.value == pytest.approx(other.mean() - one.mean())
    assert tuple(found.change.limits) == pytest.approx(
        tuple(label_agreement(one, other).intervals["rate_bias"])
    )


def test_labels_that_never_changed_have_an_interval():
    one = np.tile([0.0, 1.0], 30)
    found = judge_drift(one, one, binary=True)
    assert found.change.value == 0
    assert -0.06 < found.change.low < 0 < found.change.limits.high < 0.06
    assert found.change.pvalue == 1


def test_outputs_of_one_cluster_are_one():
    one, other = scores(30)
    alone = judge_drift(one, other, binary=False)
    four = judge_drift(
        np.repeat(one, 4), np.repeat(other, 4), binary=False, clusters=np.repeat(np.arange(30), 4)
    )
    assert tuple(four.change.limits) == pytest.approx(tuple(alone.change.limits))
    assert (four.n_outputs, four.n_clusters) == (120, 30)


def test_nothing_to_compare():
    empty = np.full(4, np.nan)
    assert np.isnan(judge_drift(empty, np.ones(4), binary=True).change.limits.low)
    assert np.isnan(judge_drift(empty, np.ones(4), binary=False).change.value)
    with pytest.raises(ArgumentError, match="confidence"):
        judge_drift(empty, empty, binary=False, confidence=0.4)


def test_scores_that_all_change_alike_leave_room_for_others():
    one = np.tile([1.0, 2.0, 5.0], 20)
    found = judge_drift(one, one, binary=False)
    square = t.ppf(0.975, 59) ** 2
    others = square / (60 + square)  # Wilson's limit of none among 60; each may move by 4
    assert tuple(found.change.limits) == pytest.approx((-4 * others, 4 * others))
    assert (found.change.value, found.change.pvalue) == (0, 1)
    moved = judge_drift(one, one + 1, binary=False)
    assert 0 < moved.change.limits.low < 1 < moved.change.limits.high
    assert moved.change.pvalue == pytest.approx(2 * t.sf(np.sqrt(60 / 5), 59))
    edge = judge_drift(one, one + 1, binary=False, confidence=1 - moved.change.pvalue)
    assert edge.change.limits.low == pytest.approx(0, abs=1e-9)  # interval and test are one
    clusters = np.repeat([0, 1], 30)
    assert judge_drift(one, one + 1, binary=False, clusters=clusters).change.pvalue > 0.05
