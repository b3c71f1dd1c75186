"""A judge's share or mean minus people's: against plain means, and a paired t interval."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from trueness.errors import ArgumentError
from trueness.statistics.judging.bias_with_people import bias_with_people, judge_cells
from trueness.statistics.judging.label_agreement import label_measures


def ratings(n=400, annotators=3, levels=5, seed=0):
    rng = np.random.default_rng(seed)
    quality = rng.normal(2, 1, n)
    drawn = quality + rng.normal(0, 0.7, (annotators + 1, n))
    given = np.clip(np.rint(drawn), 0, levels - 1)
    return given[:-1], given[-1]


def test_it_is_the_difference_of_means_and_its_interval_nearly_a_paired_t():
    people, judge = ratings()
    gap = judge - people.mean(axis=0)
    found = bias_with_people(people, judge, n_labels=5)
    assert found.bias.value == pytest.approx(gap.mean())
    assert found.n_outputs == 400
    plain = ttest_1samp(gap, 0).confidence_interval(0.95)
    assert list(found.bias.limits) == pytest.approx(list(plain), abs=0.02)


def test_of_one_label_it_is_the_difference_of_shares_divided_outputs_included():
    people, judge = ratings(annotators=2, levels=2)
    found = bias_with_people(people, judge, n_labels=2, positive=1)
    assert found.bias.value == pytest.approx((judge == 1).mean() - (people == 1).mean())
    assert bias_with_people(people, judge, n_labels=2, positive=0).bias.value == pytest.approx(
        -found.bias.value
    )
    # with two labels the numbers are the share
    assert bias_with_people(people, judge, n_labels=2).bias.value == pytest.approx(found.bias.value)


def test_a_judge_without_errors_has_an_interval():
    people = np.ones((2, 10))
    found = bias_with_people(people, np.ones(10), n_labels=2, positive=1)
    assert found.bias.value == 0
    assert found.bias.width > 0.1


def test_single_annotators_and_silence():
    people, judge = ratings(n=20)
    people[1:, :10] = np.nan
    people[:, 3], judge[4] = np.nan, np.nan
    found = bias_with_people(people, judge, n_labels=5)
    gap = judge - np.nanmean(np.where(np.arange(20) == 3, 0, people), axis=0)
    assert found.bias.value == pytest.approx(np.mean(np.delete(gap, [3, 4])))
    assert found.n_outputs == 18
    assert bias_with_people(people, np.full(20, np.nan), n_labels=5).n_outputs == 0
    with pytest.raises(ArgumentError, match="annotators"):
        bias_with_people(people, judge[:3], n_labels=5)


def test_cells_of_pairs_are_a_confusion_matrix():
    people, judge = ratings(n=30, annotators=2, levels=3)
    cells = judge_cells(people, judge, 3)
    assert cells.sum() == pytest.approx(30)
    wanted = np.mean([np.mean(one == judge) for one in people])
    assert label_measures(cells.sum(axis=0)[None], 2)["accuracy"][0] == pytest.approx(wanted)


def test_other_systems_widen_the_interval_where_the_judge_has_tastes():
    rng = np.random.default_rng(0)
    quality = rng.normal(2, 1, (12, 40))
    people = np.clip(np.rint(quality + 0.5 * rng.normal(size=(2, 12, 40))), 0, 4).reshape(2, -1)
    judge = np.clip(np.rint(quality + 0.7 * rng.normal(size=(12, 1))), 0, 4).ravel()
    units = {"n_labels": 5, "clusters": np.tile(np.arange(40), 12)}
    here = bias_with_people(people, judge, **units)
    others = bias_with_people(people, judge, systems=np.repeat(np.arange(12), 40), **units)
    assert others.bias.value == here.bias.value
    # the bias of a system is a mean of its own: t over 12 of them
    gap = (judge - people.mean(axis=0)).reshape(12, 40).mean(axis=1)
    low, high = ttest_1samp(gap, 0).confidence_interval(0.95)
    assert others.bias.width == pytest.approx(high - low, rel=0.15)
    assert others.bias.width > 2 * here.bias.width
