"""Numbers of outputs that settle something: against the textbook formula, and how often they hold the right one."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm

from trueness.errors import ArgumentError
from trueness.statistics.judging.labels_to_settle import (
    SURE_OF_NUMBER,
    labels_to_settle,
    labels_to_settle_change,
)

Z = norm.ppf(0.975)


def textbook(distance, sd=1.0):
    """Return the outputs with which a normal mean at a distance from its bar is shown to be beyond it, power .8."""
    return ((Z + norm.ppf(0.8)) * sd / distance) ** 2


def test_the_numbers_are_those_of_the_ends():
    n, middle, bar = 100, 0.5, 0.0
    error = 1 / math.sqrt(n)
    low, likely, high = labels_to_settle(middle - Z * error, middle + Z * error, [bar], n)
    shrunk = norm.ppf((1 + SURE_OF_NUMBER) / 2) * error
    assert low == pytest.approx(textbook(middle + shrunk))
    assert likely == pytest.approx(textbook(middle))
    assert high == pytest.approx(textbook(middle - shrunk))


def test_they_hold_the_right_number_as_often_as_they_say_or_more():
    rng = np.random.default_rng(0)
    n, truth = 100, 0.15
    error, wanted = 1 / math.sqrt(n), textbook(truth)
    inside = 0
    for mean in truth + error * rng.normal(size=4000):
        low, _, high = labels_to_settle(mean - Z * error, mean + Z * error, [0.0], n)
        inside += low <= wanted <= high
    assert (
        SURE_OF_NUMBER - 0.02 < inside / 4000 < SURE_OF_NUMBER + 0.08
    )  # more where the other side is possible


def test_near_a_bar_no_number_may_be_enough():
    assert labels_to_settle(-0.1, 0.1, [0.0], 50)[1:] == (math.inf, math.inf)
    low, likely, high = labels_to_settle(-0.2, 0.2, [-0.1, 0.1], 50)
    assert high == math.inf
    assert 0 < low <= likely < math.inf
    # the middle of a margin is as far from both of its ends as anything may be
    for about in (0.0, 0.3):
        low, _, high = labels_to_settle(about - 0.01, about + 0.02, [about - 0.05, about + 0.05], 50)
        assert low == pytest.approx(50 * (0.015 * (1 + norm.ppf(0.8) / Z) / 0.05) ** 2)
        assert low < high < math.inf


def test_without_an_interval_there_is_no_number():
    assert all(math.isnan(one) for one in labels_to_settle(math.nan, math.nan, [0.0], 50))
    assert all(math.isnan(one) for one in labels_to_settle(0.5, 0.5, [0.0], 50))
    with pytest.raises(ArgumentError, match="bars"):
        labels_to_settle(0.1, 0.2, [], 50)


@pytest.mark.parametrize("change", [-0.3, 0.0, 0.04, 0.05, 0.2])
def test_a_change_is_settled_by_what_shows_first_that_it_is_one_or_that_it_is_small(change):
    n, margin = 400, 0.1
    error = 1 / math.sqrt(n)
    low, likely, high = labels_to_settle_change(change - Z * error, change + Z * error, margin, n)
    assert likely == pytest.approx(textbook(max(abs(change), margin - abs(change))))
    shrunk = norm.ppf((1 + SURE_OF_NUMBER) / 2) * error
    truths = np.linspace(change - shrunk, change + shrunk, 20_001)
    needed = textbook(np.maximum(np.abs(truths), margin - np.abs(truths)))
    assert low == pytest.approx(needed.min(), rel=1e-3)
    assert high == pytest.approx(needed.max(), rel=1e-3)
    assert high <= textbook(margin / 2) * (1 + 1e-9)  # nothing is further from both
