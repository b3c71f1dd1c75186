"""Against SciPy, by hand, and by what a divergence has to be."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon

from trueness.metrics.divergence.divergence import jensen_shannon, kullback_leibler

COUNTS = st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 40), min_size=1, max_size=7)
DELTA = 0.0005


def arrays(first, second):
    keys = sorted(first.keys() | second.keys())
    return (np.array([counts.get(key, 0) for key in keys], dtype=float) for counts in (first, second))


def smoothed(first, second, other, delta=DELTA):
    """Return both arrays of probabilities (C + delta) / (N + 1.5 delta V), V the words of `other`."""
    return ((counts + delta) / (counts.sum() + delta * 1.5 * len(other)) for counts in arrays(first, second))


def test_by_hand():
    output, other = {"a": 3, "b": 1}, {"a": 1, "c": 1}
    # p = 3/4, 1/4, 0; q = 1/2, 0, 1/2; m = 5/8, 1/8, 1/4
    expected = (
        3 / 4 * math.log(6 / 5) + 1 / 4 * math.log(2) + 1 / 2 * math.log(4 / 5) + 1 / 2 * math.log(2)
    ) / 2
    assert jensen_shannon(output, other) == pytest.approx(expected, rel=1e-14)


def test_smoothed_by_hand():
    # V = 2 words of what the output is compared with, so B = 3; sums run over a, b and c
    p = np.array([3.1, 1.1, 0.1]) / 4.3
    q = np.array([1.1, 0.1, 1.1]) / 2.3
    output, other = {"a": 3, "b": 1}, {"a": 1, "c": 1}
    forward = kullback_leibler(output, other, 0.1, outcomes_of_first=False)
    assert forward == pytest.approx(np.sum(p * np.log(p / q)), rel=1e-14)
    backward = kullback_leibler(other, output, 0.1, outcomes_of_first=True)
    assert backward == pytest.approx(np.sum(q * np.log(q / p)), rel=1e-14)
    m = (p + q) / 2
    both = jensen_shannon(output, other, 0.1)
    assert both == pytest.approx((np.sum(p * np.log(p / m)) + np.sum(q * np.log(q / m))) / 2, rel=1e-14)


@given(COUNTS, COUNTS)
def test_equals_scipy(output, other):
    p, q = arrays(output, other)
    assert jensen_shannon(output, other) == pytest.approx(jensenshannon(p, q) ** 2, rel=1e-9, abs=1e-12)


@given(COUNTS, COUNTS)
def test_symmetric_and_bounded(output, other):
    found = jensen_shannon(output, other)
    assert found == jensen_shannon(other, output)
    assert 0 <= found <= math.log(2)
    if not output.keys() & other.keys():
        assert found == math.log(2)


@given(COUNTS, st.integers(1, 50), st.integers(1, 50))
def test_zero_for_equal_proportions(counts, often, more):
    one = {key: count * often for key, count in counts.items()}
    two = {key: count * more for key, count in reversed(counts.items())}
    assert jensen_shannon(one, two) == 0


@given(COUNTS, COUNTS)
def test_zero_for_equal_proportions_only(output, other):
    p, q = arrays(output, other)
    equal = bool(np.all(p * q.sum() == q * p.sum()))
    assert (jensen_shannon(output, other) == 0) == equal


@given(COUNTS, COUNTS)
def test_smoothing_follows_its_formula(output, other):
    p, q = smoothed(output, other, other)
    forward = kullback_leibler(output, other, DELTA, outcomes_of_first=False)
    assert forward == pytest.approx(np.sum(p * np.log(p / q)), rel=1e-9, abs=1e-12)
    backward = kullback_leibler(other, output, DELTA, outcomes_of_first=True)
    assert backward == pytest.approx(np.sum(q * np.log(q / p)), rel=1e-9, abs=1e-12)
    both = (np.sum(p * np.log(2 * p / (p + q))) + np.sum(q * np.log(2 * q / (p + q)))) / 2
    assert jensen_shannon(output, other, DELTA) == pytest.approx(both, rel=1e-9, abs=1e-12)


@given(COUNTS)
def test_a_text_does_not_diverge_from_itself(counts):
    assert kullback_leibler(counts, counts, DELTA, outcomes_of_first=True) == 0
    assert jensen_shannon(counts, counts, DELTA) == 0


def test_less_smoothing_comes_nearer_to_none():
    output, other = {"a": 3, "b": 1}, {"a": 1, "c": 1}
    plain = jensen_shannon(output, other)
    distances = [abs(jensen_shannon(output, other, delta) - plain) for delta in (0.1, 0.01, 0.001)]
    assert distances == sorted(distances, reverse=True)
    assert distances[-1] < 0.01


def test_a_smoothed_divergence_may_be_just_below_zero():
    found = kullback_leibler({"a": 1, "b": 1}, {"a": 2, "b": 2}, DELTA, outcomes_of_first=True)
    assert -DELTA < found < 0


@pytest.mark.parametrize(("output", "other"), [({}, {"a": 1}), ({"a": 1}, {}), (Counter(), Counter())])
def test_no_words_have_no_divergence(output, other):
    assert math.isnan(jensen_shannon(output, other))
    assert math.isnan(jensen_shannon(output, other, DELTA))
    assert math.isnan(kullback_leibler(output, other, DELTA, outcomes_of_first=False))
