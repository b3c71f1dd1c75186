"""The label of most, and a judge beside single annotators."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.judging.annotator_labels import majority_label, people_and_judge
from trueness.statistics.judging.label_agreement import label_agreement

ASKED = {"measure": "kappa", "n_labels": 2, "positive": 1}


def test_the_label_of_most():
    nan = np.nan
    given = np.array([[0, 1, 2, nan, 1.0], [0, 0, 2, nan, nan], [1, nan, 0, nan, nan]])
    np.testing.assert_array_equal(majority_label(given), [0, nan, 2, nan, 1])


def test_all_pairs_of_annotators_in_both_orders_are_the_ceiling():
    rng = np.random.default_rng(2)
    truth = (rng.random(80) < 0.6).astype(float)
    people = np.stack([np.where(rng.random(80) < 0.2, 1 - truth, truth) for _ in range(3)])
    judge = np.where(rng.random(80) < 0.2, 1 - truth, truth)
    found = people_and_judge(people, judge, **ASKED)
    pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
    wanted = label_agreement(*(np.concatenate([people[pair[k]] for pair in pairs]) for k in (0, 1)))
    assert found.people.value == pytest.approx(wanted.estimates["kappa"])
    beside = label_agreement(people.ravel(), np.tile(judge, 3))
    assert found.judge.value == pytest.approx(beside.estimates["kappa"])
    assert found.difference.value == pytest.approx(found.judge.value - found.people.value)
    assert found.difference.low < 0 < found.difference.high  # as good as one of them
    worse = people_and_judge(people, np.where(rng.random(80) < 0.4, 1 - judge, judge), **ASKED)
    assert worse.difference.high < 0
    assert worse.people.value == pytest.approx(found.people.value)


def test_outputs_of_one_annotator_and_without_a_verdict_are_left_out():
    people = np.array([[1, 0, 1, np.nan, 0], [1, 1, np.nan, np.nan, 0]])
    judge = np.array([1.0, 0, 1, 1, np.nan])
    assert people_and_judge(people, judge, **ASKED).n_outputs == 2
    assert np.isnan(people_and_judge(people[:1], judge, **ASKED).people.value)
    with pytest.raises(ArgumentError, match="annotators"):
        people_and_judge(judge, judge, **ASKED)
