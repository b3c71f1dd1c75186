"""The alternative annotator test by hand, against a plain transcription of its definition, and at its edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.annotators.alternative_annotator_test import (
    EPSILONS,
    _t_test,
    alternative_annotator_test,
    fits_as_well,
)

NAN = np.nan


def test_by_hand():
    # others of annotator 1 are 2 and 3, and so on; accuracy counts equal ones
    ratings = [[1, 1, 2, 2], [1, 2, 2, 1], [1, 1, 2, 1]]
    judge = [1, 1, 2, 1]
    found = alternative_annotator_test(judge, ratings, alignment="accuracy", epsilon=0.2, minimum_units=2)
    first, second, third = found.annotators
    # annotator 1: S(judge) = 1, .5, 1, 1 and S(own) = 1, .5, 1, 0: d = 0, 0, 0, -1
    assert (first.judge_share, first.annotator_share) == (1.0, 0.75)
    # mean -1/4, standard deviation 1/2, t = (-.25 - .2) / (.5 / 2) = -1.8 with 3 degrees of freedom
    assert first.statistic == pytest.approx(-1.8)
    assert first.pvalue == pytest.approx(scipy.stats.t.cdf(-1.8, 3))
    # annotator 2: S(judge) = 1, 1, 1, .5 and S(own) = 1, 0, 1, .5: d = 0, -1, 0, 0
    assert second.statistic == pytest.approx(-1.8)
    # annotator 3 says what the judge says: d = 0 throughout, no t. At a mean of .2 at most .8 of outputs have d <= 0
    assert (third.test, third.judge_wins) == ("exact", False)
    assert third.pvalue == pytest.approx(0.8**4)
    # Benjamini and Yekutieli over three: c(3) = 11 / 6, and the largest of the three counts once
    assert first.pvalue_adjusted == pytest.approx(11 / 6 * 3 / 2 * first.pvalue)
    assert (found.n_tested, found.n_skipped, found.winning_rate) == (3, 0, 0.0)
    assert (found.winning_low, found.winning_high) == (0.0, 1.0)
    assert fits_as_well(judge, ratings, "accuracy").tolist() == [[1] * 4] * 3
    assert [row.judge_share for row in found.annotators] == [1] * 3
    assert found.passes is False
    assert found.advantage == pytest.approx(1.0)


def by_definition(judge, ratings, alignment, epsilon, least):
    """Return p-values and shares, item by item."""
    found = []
    for h in range(len(ratings)):
        d, wins = [], []
        for i in range(len(judge)):
            others = [r[i] for k, r in enumerate(ratings) if k != h and not math.isnan(r[i])]
            if math.isnan(judge[i]) or math.isnan(ratings[h][i]) or not others:
                continue
            fit = [
                np.mean([value == other for other in others])
                if alignment == "accuracy"
                else -np.sqrt(np.mean([(value - other) ** 2 for other in others]))
                for value in (judge[i], ratings[h][i])
            ]
            wins.append(fit[0] >= fit[1])
            d.append(int(fit[1] >= fit[0]) - int(fit[0] >= fit[1]))
        if len(d) < least:
            continue
        varied = len(set(d)) > 1
        p = scipy.stats.ttest_1samp(d, epsilon, alternative="less").pvalue if varied else NAN
        exact = ((1 - epsilon) / (1 - d[0])) ** len(d) if d[0] < epsilon else 1.0
        found.append((np.mean(wins), p if varied else exact))
    return found


@given(seed=st.integers(0, 10**6), missing=st.sampled_from([0.0, 0.1, 0.4, 0.7]))
def test_the_definition(seed, missing):
    rng = np.random.default_rng(seed)
    ratings = rng.integers(1, 5, size=(3, 14)).astype(float)
    judge = rng.integers(1, 5, size=14).astype(float)
    ratings[rng.random(ratings.shape) < missing] = NAN
    judge[rng.random(14) < 0.1] = NAN
    for alignment in ("accuracy", "rmse"):
        found = alternative_annotator_test(judge, ratings, alignment=alignment, epsilon=0.15, minimum_units=5)
        expected = by_definition(judge, ratings, alignment, 0.15, 5)
        kept = [row for row in found.annotators if row.test != "skipped"]
        assert [row.judge_share for row in kept] == pytest.approx([share for share, _ in expected])
        assert [row.pvalue for row in kept] == pytest.approx([p for _, p in expected], nan_ok=True)
        assert found.n_skipped == 3 - len(expected)


def test_benjamini_yekutieli_and_the_verdict():
    rng = np.random.default_rng(3)
    truth = rng.integers(1, 6, size=80).astype(float)
    ratings = np.clip(truth + rng.integers(-1, 2, size=(4, 80)), 1, 5)
    ratings[3] = rng.integers(1, 6, size=80)
    found = alternative_annotator_test(truth, ratings, epsilon="experts")
    p = np.array([row.pvalue for row in found.annotators])
    order = np.argsort(p)
    limits = np.arange(1, 5) / 4 * 0.05 / sum(1 / k for k in range(1, 5))
    last = np.flatnonzero(p[order] <= limits).max(initial=-1)
    assert {row.annotator for row in found.annotators if row.judge_wins} == {
        str(k + 1) for k in order[: last + 1]
    }
    assert found.passes is True
    assert found.winning_rate == (last + 1) / 4
    noise = alternative_annotator_test(rng.integers(1, 6, size=80), ratings[:3], epsilon="experts")
    assert (noise.passes, noise.winning_rate) == (False, 0.0)


def test_a_larger_epsilon_is_kinder():
    rng = np.random.default_rng(4)
    ratings = rng.integers(1, 6, size=(3, 60)).astype(float)
    judge = rng.integers(1, 6, size=60).astype(float)
    p = [
        [row.pvalue for row in alternative_annotator_test(judge, ratings, epsilon=kind).annotators]
        for kind in ("crowd", "skilled", "experts")
    ]
    assert np.all(np.diff(p, axis=0) < 0)
    assert alternative_annotator_test(judge, ratings).epsilon == min(EPSILONS.values())


def test_few_items_are_skipped_or_ranked():
    rng = np.random.default_rng(5)
    ratings = rng.integers(1, 6, size=(3, 40)).astype(float)
    ratings[2, 12:] = NAN
    judge = rng.integers(1, 6, size=40).astype(float)
    skipped = alternative_annotator_test(judge, ratings)
    assert [row.test for row in skipped.annotators] == ["t", "t", "skipped"]
    assert (skipped.n_tested, skipped.n_skipped) == (2, 1)
    assert skipped.annotators[2].n_items == 12
    ranked = alternative_annotator_test(judge, ratings, small="wilcoxon", epsilon=0.1)
    last = ranked.annotators[2]
    assert last.test == "wilcoxon"
    d = []
    for i in range(12):
        others = ratings[:2, i]
        judge_fit, own_fit = (-np.sqrt(np.mean((v - others) ** 2)) for v in (judge[i], ratings[2, i]))
        d.append(int(own_fit >= judge_fit - 1e-12) - int(judge_fit >= own_fit - 1e-12))
    expected = scipy.stats.wilcoxon(np.array(d) - 0.1, alternative="less", method="approx")
    assert last.pvalue == pytest.approx(expected.pvalue)
    assert ranked.n_tested == 3


def test_of_one_person_who_can_be_tested_all_is_known():
    truth = np.tile([1.0, 2, 3], 12)
    ratings = np.stack([np.roll(truth, 1), truth, truth])
    ratings[1, 18:] = ratings[2, :18] = NAN
    for judge, rate in ((truth, 1), (np.full(36, 9.0), 0)):
        found = alternative_annotator_test(judge, ratings)
        assert (found.n_tested, found.winning_rate) == (1, rate)
        assert (found.winning_low, found.winning_high) == (rate, rate)


def test_nobody_can_be_tested():
    found = alternative_annotator_test([1, 2], [[1, 2], [2, 1]])
    assert math.isnan(found.winning_rate)
    assert math.isnan(found.advantage)
    assert (found.passes, found.n_skipped) == (None, 2)
    nothing = alternative_annotator_test(np.full(3, NAN), np.ones((2, 3)))
    assert (nothing.n_dropped, nothing.passes) == (3, None)


def test_a_judge_that_is_always_worse_does_not_win_by_being_certain():
    ratings = np.tile([1.0, 2], 20)[None].repeat(3, axis=0)
    worse = alternative_annotator_test(np.full(40, 5.0), ratings)
    assert [row.pvalue for row in worse.annotators] == [1.0] * 3
    assert (worse.winning_rate, worse.passes) == (0.0, False)
    same = alternative_annotator_test(ratings[0], ratings)
    assert [row.pvalue for row in same.annotators] == pytest.approx([0.9**40] * 3)
    assert (same.winning_rate, same.passes) == (1.0, True)


def test_a_judge_that_is_always_right_wins_against_annotators_who_never_are():
    truth = np.tile([1.0, 2, 3], 12)
    ratings = np.stack([np.roll(truth, 1), np.where(truth < 3, truth + 1, 1.0), truth, truth])
    found = alternative_annotator_test(truth, ratings, alignment="accuracy")
    rows = {row.annotator: row for row in found.annotators}
    # nobody agrees with the first two, so that the judge fits better on every output: d = -1, q = (1 - .1) / 2
    assert rows["1"].test == rows["2"].test == "exact"
    assert rows["1"].pvalue == pytest.approx(0.45**36)
    assert found.passes
    assert found.winning_low >= 0.5


def test_clusters_of_one_change_nothing_and_copies_add_nothing():
    rng = np.random.default_rng(6)
    ratings = rng.integers(1, 6, size=(3, 50)).astype(float)
    judge = rng.integers(1, 6, size=50).astype(float)
    plain = alternative_annotator_test(judge, ratings)
    assert alternative_annotator_test(judge, ratings, clusters=np.arange(50)[::-1]) == plain
    copied = alternative_annotator_test(
        np.repeat(judge, 4), np.repeat(ratings, 4, axis=1), clusters=np.repeat(np.arange(50), 4)
    )
    for one, other in zip(plain.annotators, copied.annotators, strict=True):
        assert other.n_items == 4 * one.n_items
        assert (other.n_units, other.pvalue) == (50, pytest.approx(one.pvalue))


def test_a_custom_alignment_and_matrices():
    rng = np.random.default_rng(7)
    ratings = rng.integers(1, 6, size=(3, 6, 10)).astype(float)
    judge = rng.integers(1, 6, size=(6, 10)).astype(float)

    def closest(label, others):
        return -float(np.sqrt(np.mean((others - label) ** 2)))

    assert alternative_annotator_test(judge, ratings, alignment=closest) == alternative_annotator_test(
        judge, ratings
    )
    assert alternative_annotator_test(judge.ravel(), ratings.reshape(3, -1)) == alternative_annotator_test(
        judge, ratings
    )


def test_errors():
    ratings, judge = np.ones((2, 5)), np.ones(5)
    for options, message in (
        ({"epsilon": "expert"}, "Did you mean 'experts'"),
        ({"epsilon": 1.0}, "`epsilon`"),
        ({"q": 0}, "`q`"),
        ({"minimum_units": 1}, "`minimum_units`"),
        ({"small": "drop"}, "`small`"),
        ({"alignment": "mse"}, "`alignment`"),
        ({"clusters": [1, 2]}, "`clusters`"),
        ({"annotators": ["a"]}, "1 names for 2"),
    ):
        with pytest.raises(ArgumentError, match=message):
            alternative_annotator_test(judge, ratings, **options)
    with pytest.raises(ArgumentError, match="`labels`"):
        alternative_annotator_test(judge[:4], ratings)
    with pytest.raises(ArgumentError, match="`labels`"):
        alternative_annotator_test([1, np.inf, 1, 1, 1], ratings)


@given(seed=st.integers(0, 10**6))
def test_order_of_annotators_and_origin_of_the_scale(seed):
    rng = np.random.default_rng(seed)
    ratings = rng.integers(1, 6, size=(4, 35)).astype(float)
    ratings[rng.random(ratings.shape) < 0.1] = NAN
    judge = rng.integers(1, 6, size=35).astype(float)
    names, order = ("a", "b", "c", "d"), rng.permutation(4)
    found = alternative_annotator_test(judge, ratings, annotators=names, minimum_units=10)
    turned = alternative_annotator_test(
        10 - 2 * judge, 10 - 2 * ratings[order], annotators=[names[k] for k in order], minimum_units=10
    )
    assert turned.winning_rate == found.winning_rate
    assert turned.advantage == pytest.approx(found.advantage)
    assert {row.annotator: row.pvalue for row in turned.annotators} == pytest.approx(
        {row.annotator: row.pvalue for row in found.annotators}
    )


def test_clusters_keep_the_level_that_independence_breaks():
    """At the edge of the null hypothesis: 40 inputs with 10 outputs each that lean the same way."""
    rng = np.random.default_rng(1)
    groups = np.repeat(np.arange(40), 10)
    rejected = {"clusters": 0, "independent": 0}
    for _ in range(600):
        lean = np.repeat(rng.normal(size=40), 10)
        d = np.sign(lean + rng.normal(size=400))  # mean 0 in the population
        for name, units in (("clusters", groups), ("independent", np.arange(400))):
            rejected[name] += _t_test(d, units, 0.0)[1] <= 0.05
    assert 0.03 < rejected["clusters"] / 600 < 0.075
    assert rejected["independent"] / 600 > 0.15
