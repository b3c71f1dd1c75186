"""Pearson's r of exchangeable annotators and of a judge with one of them, against other programs and enumeration."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import f_oneway, pearsonr

from trueness.errors import ArgumentError
from trueness.statistics.judging.annotator_scores import people_and_judge_scores, person_and_judge_scores


def scores(n=200, annotators=3, noise=1.0, seed=0):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=n)
    return quality + noise * rng.normal(size=(annotators, n)), quality + noise * rng.normal(size=n)


def test_estimates_are_those_of_all_pairs_written_out():
    people, judge = scores()
    pairs = list(itertools.permutations(range(3), 2))
    one, other = (np.concatenate([people[pair[k]] for pair in pairs]) for k in (0, 1))
    found = people_and_judge_scores(people, judge)
    assert found.people.value == pytest.approx(pearsonr(one, other)[0])
    assert found.judge.value == pytest.approx(pearsonr(people.ravel(), np.tile(judge, 3))[0])
    assert found.difference.value == pytest.approx(found.judge.value - found.people.value)
    assert found.n_outputs == 200


@pytest.mark.parametrize("systems", [None, np.arange(200) % 4])
def test_one_person_counts_as_the_same_person_twice(systems):
    people, judge = scores()
    people[0, :3], judge[5:9] = np.nan, np.nan
    units = {"clusters": np.arange(200) // 4, "systems": systems}
    found = person_and_judge_scores(people[0], judge, **units)
    assert found == people_and_judge_scores(people[[0, 0]], judge, **units).judge
    known = ~(np.isnan(people[0]) | np.isnan(judge))
    assert found.value == pytest.approx(pearsonr(people[0, known], judge[known])[0])


def test_outputs_count_once_however_many_annotators_they_have():
    people, judge = scores(n=4, annotators=4)
    people[2:, 1:] = np.nan
    found = people_and_judge_scores(people, judge)
    weighted = [
        (one, other, 1 / len(pairs))
        for j in range(4)
        for known in [people[~np.isnan(people[:, j]), j]]
        for pairs in [list(itertools.permutations(known, 2))]
        for one, other in pairs
    ]
    x, y, w = map(np.array, zip(*weighted, strict=True))
    covariance = np.cov(x, y, aweights=w, ddof=0)
    assert found.people.value == pytest.approx(covariance[0, 1] / covariance[0, 0])


def test_of_two_annotators_it_is_nearly_the_intraclass_correlation():
    people, judge = scores(n=400, annotators=2)
    ratio = f_oneway(*people.T).statistic
    icc = (ratio - 1) / (ratio + 1)  # ICC(1,1), which divides by n - 1 where Fisher divides by n
    assert people_and_judge_scores(people, judge).people.value == pytest.approx(icc, abs=2 / 400)


def test_a_judge_like_one_more_annotator_differs_by_nothing_in_most_tables():
    inside = 0
    for seed in range(200):
        people, judge = scores(n=60, annotators=2, seed=seed)
        limits = people_and_judge_scores(people, judge).difference
        inside += bool(limits.low <= 0 <= limits.high)
    assert 0.9 < inside / 200 <= 0.99


def test_what_is_left_out_and_what_is_undefined():
    people, judge = scores(n=20)
    people[1:, 3] = np.nan
    judge[5] = np.nan
    assert people_and_judge_scores(people, judge).n_outputs == 18
    constant = people_and_judge_scores(people, np.ones(20))
    assert np.isnan(constant.judge.value)
    assert np.isnan(constant.difference.low)
    assert people_and_judge_scores(people[:1], judge).n_outputs == 0
    with pytest.raises(ArgumentError, match="annotators"):
        people_and_judge_scores(people, judge[:3])


def test_groups_of_alike_outputs_widen_the_interval():
    people, judge = scores(n=50)
    repeated = [np.repeat(one, 4, axis=-1) for one in (people, judge)]
    wide = people_and_judge_scores(*repeated, clusters=np.repeat(np.arange(50), 4))
    once = people_and_judge_scores(people, judge)
    assert wide.difference.value == pytest.approx(once.difference.value)
    assert wide.difference.low == pytest.approx(once.difference.low, abs=1e-6)


def tasted(rng, taste):
    """Return two people and a judge on 12 systems of 40 inputs; by how much the judge errs differs between systems."""
    quality = rng.normal(size=(12, 40)) + rng.normal(size=(12, 1))
    people = quality + 0.7 * rng.normal(size=(2, 12, 40))
    judge = quality + 0.7 * rng.normal(size=(12, 40)) + taste * rng.normal(size=(12, 1))
    return people.reshape(2, -1), judge.ravel()


def test_other_systems_widen_the_interval_where_the_judge_has_tastes():
    people, judge = tasted(np.random.default_rng(0), 1.0)
    units = {"clusters": np.tile(np.arange(40), 12)}
    here = people_and_judge_scores(people, judge, **units)
    others = people_and_judge_scores(people, judge, systems=np.repeat(np.arange(12), 40), **units)
    assert others.judge.value == pytest.approx(here.judge.value)
    width, wide = (one.judge.high - one.judge.low for one in (here, others))
    assert wide > 1.5 * width
