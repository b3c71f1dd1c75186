"""Two judges on the same outputs: against McNemar's exact test, enumeration, and what has to cancel."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.statistics.judging.label_difference import label_difference


def three(seed, n=60):
    rng = np.random.default_rng(seed)
    human = (rng.random(n) < 0.6).astype(float)
    return human, *(np.where(rng.random(n) < wrong, 1 - human, human) for wrong in (0.1, 0.3))


def test_of_accuracy_the_p_value_is_mcnemars():
    binomtest = pytest.importorskip("scipy.stats").binomtest
    human, one, other = three(1)
    better, worse = ((one == human) & (other != human)).sum(), ((one != human) & (other == human)).sum()
    found = label_difference(human, one, other, measure="accuracy", rng=1, resamples=99_999)
    assert found.estimate == pytest.approx((better - worse) / 60)
    assert found.pvalue == pytest.approx(binomtest(int(better), int(better + worse)).pvalue, abs=0.004)
    assert found.n_differ == better + worse


def test_of_kappa_it_is_that_of_all_swaps():
    human, one, other = three(2, 14)
    clusters = np.arange(14) // 2
    found = label_difference(human, one, other, clusters=clusters, rng=1, resamples=20_000)
    values = []
    for swaps in itertools.product((False, True), repeat=7):
        turned = np.array(swaps)[clusters]
        sides = (np.where(turned, other, one), np.where(turned, one, other))
        values.append(np.subtract(*(label_agreement(human, side).estimates["kappa"] for side in sides)))
    exact = np.mean(np.abs(values) >= abs(found.estimate) - 1e-12)
    assert found.pvalue == pytest.approx(exact, abs=0.01)
    assert (found.n_clusters, found.n_outputs) == (7, 14)
    assert not found.applies_to_systems


def test_what_judges_share_cancels_and_missing_labels_are_left_out():
    human, one, other = three(3)
    same = label_difference(human, one, one, rng=1, resamples=99)
    assert (same.estimate, same.pvalue, same.n_differ) == (0, 1, 0)
    apart = label_difference(human, one, other, rng=1, resamples=999)
    back = label_difference(human, other, one, rng=1, resamples=999)
    assert (back.estimate, back.low, back.high) == pytest.approx((-apart.estimate, -apart.high, -apart.low))
    assert apart.pvalue == back.pvalue
    other[::2] = np.nan
    half = label_difference(human, one, other, rng=1, resamples=999)
    assert half.n_outputs == 30
    assert half.first == pytest.approx(label_agreement(human[1::2], one[1::2]).estimates["kappa"])
    with pytest.raises(ArgumentError, match="measure"):
        label_difference(human, one, other, measure="auc")
