"""Counting decisions: a worked example, the sums, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.systems.decision_agreement import decision_agreement

NAN = np.nan
PAIRS = st.lists(st.tuples(*[st.sampled_from([1.0, 0.0, -1.0, NAN])] * 2), max_size=40)


def test_every_category():
    human = [1, 1, 1, -1, -1, 0, 0, 0, 1, NAN, 0]
    metric = [1, 1, 0, -1, 1, 0, 0, -1, -1, 1, NAN]
    found = decision_agreement(human, metric)
    assert found[:7] == (9, 3, 2, 1, 1, 2, 2)
    assert found.agreement == 5 / 9
    assert found.discriminative_power == 3 / 6  # of 4 + 2 that the human separates
    assert found.precision == 3 / 6
    assert found.balanced_accuracy == (3 / 6 + 2 / 3) / 2


def test_what_cannot_be_is_undefined():
    found = decision_agreement([0, 0], [0, 1])
    assert (found.agreement, found.precision) == (0.5, 0)
    assert math.isnan(found.discriminative_power)
    assert math.isnan(found.balanced_accuracy)
    assert math.isnan(decision_agreement([], []).agreement)


@given(PAIRS)
def test_counts_sum_and_roles_mirror(pairs):
    human, metric = [a for a, _ in pairs], [b for _, b in pairs]
    found, turned = decision_agreement(human, metric), decision_agreement(metric, human)
    assert found.n_pairs == sum(found[1:6])
    assert found.n_pairs + found.n_undefined == len(pairs)
    assert (found.n_human_only, found.n_contradictions) == (turned.n_metric_only, turned.n_contradictions)
    np.testing.assert_equal(found.precision, turned.discriminative_power)
    # naming the systems of every pair the other way round decides nothing else
    other = decision_agreement([-a for a in human], [-b for b in metric])
    np.testing.assert_equal(found, other)


@pytest.mark.parametrize(
    ("human", "metric", "message"),
    [
        ([1, 0], [1], "about 2 and 1 pairs"),
        ([2], [1], "`human`"),
        ([1], ["x"], "`metric`"),
        ([[1]], [1], "`human`"),
    ],
)
def test_unusable_decisions_are_refused(human, metric, message):
    with pytest.raises(ArgumentError, match=message):
        decision_agreement(human, metric)
