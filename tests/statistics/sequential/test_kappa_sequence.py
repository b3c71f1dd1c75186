"""Limits of kappa that hold after every label: in simulations with peeking, and where the numbers are known."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError, DataError
from trueness.statistics.judging.annotator_labels import people_and_judge
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.statistics.sequential.kappa_sequence import (
    difference_bounds,
    excess_of,
    kappa_difference_sequence,
    kappa_sequence,
)
from trueness.statistics.sequential.label_draws import Payoffs


def raters(rng, n, *flips, positive=0.5):
    truth = rng.random(n) < positive
    return np.stack([np.where(rng.random(n) < wrong, ~truth, truth) for wrong in flips]).astype(float)


def test_limits_hold_after_every_label_where_intervals_for_one_look_do_not():
    # kappa is (1 - .2)(1 - .25) = .6
    missed, by_looking = 0, 0
    for seed in range(200):
        human, judge = raters(np.random.default_rng(seed), 200, 0.1, 0.125)
        found = kappa_sequence(human, judge, bars=[0.6])
        missed += bool((found.low >= 0.6).any() or (found.high <= 0.6).any())
        looks = (label_agreement(human[:n], judge[:n], measures=["kappa"]) for n in range(20, 201, 20))
        limits = [one.intervals["kappa"] for one in looks]
        by_looking += any(one.low >= 0.6 or one.high <= 0.6 for one in limits)
    assert missed <= 12  # .05 is promised: 10, and less is usual
    assert by_looking > 20


def test_limits_close_in_never_open_and_hold_the_estimate_in_the_end():
    human, judge = raters(np.random.default_rng(1), 1000, 0.1, 0.1)
    found = kappa_sequence(human, judge)
    assert found.after.tolist() == list(range(2, 1001, 2))
    assert (np.diff(found.low) >= 0).all()
    assert (np.diff(found.high) <= 0).all()
    assert found.low[-1] < found.estimate < found.high[-1]
    assert found.high[-1] - found.low[-1] < 0.2
    assert found.estimate == pytest.approx(label_agreement(human, judge).estimates["kappa"])


def test_what_is_known_of_a_pool_makes_limits_narrower():
    human, judge = raters(np.random.default_rng(2), 4000, 0.1, 0.1)
    alone = kappa_sequence(human[:400], judge[:400])
    chances = np.where(judge[:400] == 1, judge.mean(), 1 - judge.mean())
    sheet = kappa_sequence(human[:400], judge[:400], chances=chances, pool=judge)
    assert sheet.after.tolist() == list(range(1, 401))
    assert sheet.high[-1] - sheet.low[-1] < alone.high[-1] - alone.low[-1]


def test_of_a_pool_that_is_labelled_whole_nothing_is_left_open():
    human, judge = raters(np.random.default_rng(3), 400, 0.1, 0.1)
    truth = label_agreement(human, judge).estimates["kappa"]
    found = kappa_sequence(human, judge, pool=judge, finite=True)
    assert found.low[-1] <= truth <= found.high[-1]
    assert found.high[-1] - found.low[-1] < 0.08
    assert found.estimate == pytest.approx(truth)
    other = kappa_sequence(human, judge)
    assert other.high[-1] - other.low[-1] > 0.15


def test_people_beside_a_judge_as_the_study_measures_them():
    one, two, judge = raters(np.random.default_rng(4), 600, 0.1, 0.1, 0.1)
    found = kappa_difference_sequence([one, two], judge, bars=[-0.1])
    known = people_and_judge([one, two], judge, measure="kappa", n_labels=2, positive=1)
    assert found.estimate == pytest.approx(known.difference.value)
    assert -0.2 < found.low[-1] < known.difference.value < found.high[-1] < 0.3
    assert (np.diff(found.low) >= 0).all()


def test_two_judges_are_told_apart_and_turned_round_the_other_way():
    human, good, bad = raters(np.random.default_rng(5), 800, 0.05, 0.05, 0.4)
    found = kappa_difference_sequence(human, good, bad)
    back = kappa_difference_sequence(human, bad, good)
    assert found.low[-1] > 0 > back.high[-1]
    assert found.estimate == pytest.approx(-back.estimate)
    same = kappa_difference_sequence(human, good, good)
    assert same.estimate == 0
    assert same.low[-1] < 0 < same.high[-1]


def test_a_difference_of_nothing_is_refused_as_seldom_as_promised():
    missed = 0
    for seed in range(40):
        human, one, other = raters(np.random.default_rng(seed), 100, 0.1, 0.2, 0.2)
        found = kappa_difference_sequence(human, one, other)
        missed += bool((found.low >= 0).any() or (found.high <= 0).any())
    assert missed <= 4


def test_weights_of_labels_follow_the_scale():
    rng = np.random.default_rng(6)
    human = rng.integers(0, 5, 300).astype(float)
    judge = np.clip(human + rng.integers(-1, 2, 300), 0, 4)
    found = kappa_sequence(human, judge, n_labels=5, weighted=True)
    known = label_agreement(human, judge, n_labels=5).estimates
    assert found.estimate == pytest.approx(known["weighted_kappa"])
    assert found.low[-1] > known["kappa"]


def test_few_labels_say_nothing_and_none_have_no_limits():
    assert kappa_sequence([1.0], [1.0]).low.size == 0
    found = kappa_sequence([1.0, 0.0], [1.0, 0.0])
    assert (found.low.tolist(), found.high.tolist()) == ([-1], [1])


def test_what_are_no_labels_is_refused():
    with pytest.raises(ArgumentError, match="of the same outputs"):
        kappa_sequence([1.0, 0], [1.0])
    with pytest.raises(DataError, match="from 0 to 1"):
        kappa_sequence([1.0, 2], [1.0, 0])
    with pytest.raises(DataError, match="silent on no output"):
        kappa_sequence([1.0, 0], [1.0, np.nan])
    with pytest.raises(DataError, match="a label by a person"):
        kappa_sequence([1.0, np.nan], [1.0, 0])
    with pytest.raises(DataError, match="labels of two people"):
        kappa_difference_sequence([1.0, 0], [1.0, 0])
    with pytest.raises(ArgumentError, match="chances"):
        kappa_sequence([1.0, 0], [1.0, 0], chances=[0.0, 1.0], pool=[0.0, 1])
    pool = [0.0, 1, 1]
    with pytest.raises(DataError, match="two or more labelled every output"):
        kappa_difference_sequence([[1.0, 0], [1.0, np.nan]], [1.0, 0], pool=[pool], finite=True)


@pytest.mark.parametrize("delta", [-0.6, 0.1, 0.9])
def test_a_bet_on_a_difference_loses_at_most_what_it_may_with_any_payoffs(delta):
    """Payoffs are linear in all that they depend on, so that the most is lost where each is at an end."""
    rng = np.random.default_rng(7)
    least, more = rng.random((2, 4, 1)) * 0.5  # of apart and chance, of the first and the second
    ends = list(itertools.product(*zip(least, least + more, strict=True)))
    first, second = (
        Payoffs(least[k], least[k + 1], *least[k : k + 2], *(least + more)[k : k + 2], np.arange(1))
        for k in (0, 2)
    )
    for kappa in (-0.3, 0.5):
        found = [
            excess_of(
                first._replace(apart=a, chance=b), second._replace(apart=c, chance=d), delta, kappa
            ).item()
            for a, b, c, d in ends
        ]
        up, down = difference_bounds(first, second, delta, kappa, kappa)
        assert up.item() == pytest.approx(-min(found))
        assert down.item() == pytest.approx(max(found)) if kappa + delta <= 1 else down.item() >= max(found)
        wider = difference_bounds(first, second, delta, kappa - 0.1, kappa + 0.1)
        assert wider[0].item() >= up.item()
        assert wider[1].item() >= down.item()
