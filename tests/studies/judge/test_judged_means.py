from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.studies.judge.judged_means import (
    Span,
    hidden_labels,
    judged_means,
    on_human_scale,
    prevalences,
    ranks_of,
    same_scale,
)
from trueness.studies.judge.rows import ALL_SYSTEMS
from trueness.studies.judge.settings import JudgeSettings

SETTINGS = JudgeSettings(resamples=50, seed=1)


def test_who_rates_on_the_humans_scale():
    human = np.array([[1.0, 5, 3, np.nan]])
    auto, same, linear = (JudgeSettings(scale=scale) for scale in ("auto", "same", "linear"))
    ratings, shares, beyond = (
        np.array([[1.0, 2, 4.5, 5]]),
        np.array([[1.2345678, 2, 3, 4]]),
        np.array([[0.0, 3, 3, 4]]),
    )
    assert same_scale(human, ratings, auto)
    assert not same_scale(human, shares, auto)
    assert same_scale(human, beyond, auto)  # a harsh judge leaves what people gave
    assert same_scale(human, np.array([[3.0, 4, 2, 6]]), auto)
    assert not same_scale(human, np.array([[1.0, 4, 2, 10]]), auto)  # 1 to 10 is another scale
    assert not same_scale(human, np.array([[0.0, 0.5, 0.25, 1]]), auto)  # and so are shares
    assert not same_scale(human, np.full((1, 4), np.nan), auto)
    assert same_scale(human, beyond, same)
    assert not same_scale(human, ratings, linear)


def test_a_constant_judge_predicts_the_mean():
    human, judge = np.array([[1.0, 3, np.nan]]), np.array([[7.0, 7, 7]])
    np.testing.assert_array_equal(on_human_scale(human, judge, same=False), [[2, 2, 2]])
    np.testing.assert_array_equal(on_human_scale(human, judge, same=True), judge)


def test_ranks_take_no_notice_of_the_shape_of_scores():
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(2, 400))
    human = np.clip(np.rint(3 + quality), 1, 5)
    human[:, 100:] = np.nan
    ranks = dataclasses.replace(SETTINGS, scale="ranks")
    scores = {"plain": quality + 0.3 * rng.normal(size=quality.shape)}
    scores["skewed"] = np.exp(2 * scores["plain"])
    scores["skewed"][0, 0] = scores["plain"][0, 0] = np.nan
    clusters = np.arange(400)

    def means(name, settings):
        return judged_means("j", ("a", "b"), human, scores[name], clusters, settings, same=False).means

    assert repr(means("skewed", ranks)) == repr(means("plain", ranks))
    for row, other in zip(means("skewed", ranks), means("skewed", SETTINGS), strict=True):
        assert row.estimate_human == other.estimate_human
        assert row.labels_worth > 1.3 * other.labels_worth
    np.testing.assert_array_equal(ranks_of(np.array([[3.0, np.nan], [3, 9]])), [[1.5, np.nan], [1.5, 3]])


def test_one_system_has_no_row_for_all():
    human, judge = np.array([[1.0, 3, 2, np.nan]]), np.array([[1.0, 2, 2, 3]])
    found = judged_means("j", ("a",), human, judge, np.arange(4), SETTINGS, same=True)
    assert [row.system for row in found.means] == ["a"]
    assert found.differences == []
    assert np.isfinite(found.shift)


def test_groups_of_inputs_widen_the_intervals_of_single_systems():
    rng = np.random.default_rng(0)
    level = np.repeat(rng.normal(size=20), 5)
    human = np.stack([level, level]) + 0.1 * rng.normal(size=(2, 100))
    judge = rng.normal(size=(2, 100))
    human[:, 50:] = np.nan
    apart = judged_means("j", ("a", "b"), human, judge, np.arange(100), SETTINGS, same=True)
    groups = np.repeat(np.arange(20), 5)
    together = judged_means("j", ("a", "b"), human, judge, groups, SETTINGS, same=True, grouped=True)
    assert together.means[0].high - together.means[0].low > 1.5 * (apart.means[0].high - apart.means[0].low)
    assert [row.system for row in apart.means] == ["a", "b", ALL_SYSTEMS]


def test_a_refused_correction_says_why():
    human, said = (
        np.array([[1.0, 1, 0, 0, np.nan], [1, 1, 1, np.nan, np.nan]]),
        np.array([[0.0, 0, 1, 1, 1]] * 2),
    )
    rows = prevalences("j", ("a", "b"), human, said, np.arange(5), SETTINGS)
    assert [row.system for row in rows] == ["a", "b", ALL_SYSTEMS]
    assert "worse. Turn its verdicts" in rows[0].reason
    assert "one negative label" in rows[1].reason
    assert np.isnan([row.estimate for row in rows]).all()
    assert (rows[0].sensitivity, rows[0].specificity, rows[0].observed) == (0, 0, 1)
    assert rows[1].n_unlabelled == 2
    assert np.isnan(rows[1].specificity)
    assert pytest.approx(rows[1].sensitivity) == 1 / 3


@given(st.integers(0, 10**9), st.floats(0.01, 0.99), st.integers(2, 40))
def test_each_system_keeps_its_share(seed, share, n):
    human = np.arange(3.0 * n).reshape(3, n)
    human[2, : n - 2] = np.nan
    found = hidden_labels(human, share, seed)
    kept = ~np.isnan(found)
    assert kept[:2].sum(axis=1).tolist() == [max(2, round(share * n))] * 2
    assert kept[2].sum() == 2
    np.testing.assert_array_equal(found[kept], human[kept])
    np.testing.assert_array_equal(found, hidden_labels(human, share, seed))


def test_every_output_is_kept_equally_often():
    human = np.zeros((2, 10))
    kept = sum((~np.isnan(hidden_labels(human, 0.3, seed))).astype(int) for seed in range(2000))
    assert np.all(np.abs(kept / 2000 - 0.3) < 0.05)  # five standard errors
    both = [~np.isnan(hidden_labels(human, 0.3, seed)) for seed in range(2000)]
    together = np.mean([one[0, 0] & one[1, 0] for one in both])
    assert together == pytest.approx(0.09, abs=0.035)  # systems are drawn apart


def test_hiding_that_is_refused():
    with pytest.raises(ArgumentError, match="`share`"):
        hidden_labels(np.zeros((1, 2)), 1.0, 1)
    with pytest.raises(ArgumentError, match="`seed`"):
        hidden_labels(np.zeros((1, 2)), 0.5, -1)
    assert hidden_labels(np.zeros((1, 0)), 0.5, 1).shape == (1, 0)


def test_no_mean_of_labels_lies_beyond_them():
    rng = np.random.default_rng(4)
    people = rng.integers(0, 2, (2, 3, 6)).astype(float)
    people[:, 2] = 1
    people[0, 2, 0] = 0
    human, judge = people.mean(axis=0), rng.integers(0, 2, (3, 6)).astype(float)
    human[:, 4:] = np.nan
    span = Span.of_labels(("fail", "pass"), people)
    assert span == Span.of_labels((), people) == (0, 1)
    wide, cut = (
        judged_means("j", tuple("abc"), human, judge, np.arange(6), SETTINGS, same=True, span=one)
        for one in (None, span)
    )
    assert max(row.high_human for row in wide.means) > 1  # what was to be mended is there
    assert max(abs(row.low_human) for row in wide.differences) > 1
    for row, plain in zip(cut.means, wide.means, strict=True):
        for name in ("estimate", "low", "high", "low_human", "high_human"):
            assert getattr(row, name) == np.clip(getattr(plain, name), 0, 1)
    for row, plain in zip(cut.differences, wide.differences, strict=True):
        for name in ("estimate", "low", "high", "low_human", "high_human"):
            assert getattr(row, name) == np.clip(getattr(plain, name), -1, 1)


def test_labels_have_a_range_and_scores_have_none():
    assert Span.of_labels(("bad", "fair", "good"), np.array([1.0, 2])) == (0, 2)
    assert Span.of_labels((), np.array([0.5, 1, np.nan])) is None
