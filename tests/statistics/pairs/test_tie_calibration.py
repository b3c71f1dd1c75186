"""Tie calibration against trying every threshold in exact fractions, and against a recorded peer."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.pairs import tie_calibration
from trueness.statistics.pairs.output_groups import GROUPED_LEVELS, OutputGroups
from trueness.statistics.pairs.pairwise_accuracy import pairwise_accuracy
from trueness.statistics.pairs.tie_calibration import best_thresholds, calibrate_ties

NAN = float("nan")


def columns(x, z, level):
    if level == "global":
        return [(x.ravel(), z.ravel())]
    return list(zip(x.T, z.T, strict=True)) if level == "input" else list(zip(x, z, strict=True))


def by_trying_all(x, z, level, weights=None):
    """Return the candidates and their mean accuracies as fractions; scores are whole numbers."""
    groups = []
    for a, b in columns(x, z, level):
        present = [(int(p), int(q)) for p, q in zip(a, b, strict=True) if not np.isnan(p + q)]
        groups.append(list(itertools.combinations(present, 2)))
    weights = [1] * len(groups) if weights is None else weights
    candidates = sorted({0} | {abs(p[0] - q[0]) for group in groups for p, q in group})
    curve = []
    for epsilon in candidates:
        total, drawn = Fraction(0), 0
        for group, v in zip(groups, weights, strict=True):
            if group and v:
                right = 0
                for p, q in group:
                    metric = 0 if abs(p[0] - q[0]) <= epsilon else (1 if p[0] > q[0] else -1)
                    right += metric == (p[1] > q[1]) - (p[1] < q[1])
                total += v * Fraction(right, len(group))
                drawn += v
        curve.append(total / drawn if drawn else None)
    return candidates, curve


@st.composite
def matrices(draw):
    n, m = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    score = st.one_of(st.integers(0, 9).map(float), st.integers(0, 2).map(float), st.just(NAN))
    return tuple(
        np.array(draw(st.lists(score, min_size=n * m, max_size=n * m))).reshape(n, m) for _ in range(2)
    )


@given(
    data=matrices(),
    level=st.sampled_from(GROUPED_LEVELS),
    denominator=st.sampled_from([1, 3, 10, 7.3]),
    window=st.sampled_from([1, 3, 10, 10_000]),
    limit=st.sampled_from([1, 2**62]),
)
def test_equals_trying_all(data, level, denominator, window, limit):
    x, z = data
    candidates, curve = by_trying_all(x, z, level)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tie_calibration, "WINDOW", window)
        patch.setattr(tie_calibration, "LARGEST_SUM", limit)
        found = calibrate_ties(x / denominator, z, level, curve=True)
    if curve[0] is None:
        assert np.isnan(found.epsilon)
        assert np.isnan(found.accuracy)
        return
    best = max(curve)
    assert found.accuracy == float(best)
    assert found.epsilon == pytest.approx(candidates[curve.index(best)] / denominator)
    assert found.accuracy_untied == float(curve[0])
    assert found.epsilons == pytest.approx(np.array(candidates) / denominator)
    assert found.accuracies.tolist() == [float(value) for value in curve]
    at_epsilon = pairwise_accuracy(x / denominator, z, level, epsilon=found.epsilon)
    assert at_epsilon.estimate == found.accuracy
    assert at_epsilon.n_undefined == found.n_undefined


@given(data=matrices(), counts=st.lists(st.integers(0, 3), min_size=10, max_size=10))
def test_many_weight_vectors_at_once(data, counts):
    x, z = data
    weights = np.array(counts).reshape(2, 5)[:, : x.shape[1]]
    groups = OutputGroups.of(x, z, "input")
    for best, row in zip(best_thresholds(groups, weights), weights, strict=True):
        epsilon, accuracy = groups.scale.difference(best.threshold), best.accuracy
        single = calibrate_ties(x, z, weights=row)
        assert (single.epsilon, single.accuracy) == pytest.approx((epsilon, accuracy), nan_ok=True)
        candidates, curve = by_trying_all(x, z, "input", row.tolist())
        if curve[0] is not None:
            assert accuracy == float(max(curve))
            assert epsilon == candidates[curve.index(max(curve))]


def test_worked_example():
    # differences 1 (human D), 2 (D), 3 (tied): no ties 0 of 3 right; epsilon 3 makes the third right
    found = calibrate_ties([1, 2, 4], [3, 2, 3], curve=True)
    assert found.epsilons.tolist() == [0, 1, 2, 3]
    # pairs: (1,2) D, (1,4) tied by the human, (2,4) C
    assert found.accuracies.tolist() == [1 / 3, 1 / 3, 0, 1 / 3]
    assert (found.epsilon, found.accuracy, found.n_pairs) == (0.0, 1 / 3, 3)


def test_as_the_peer_recorded():
    # mt-metrics-eval, tau_optimization.py at 0b82d96b9a75, acc_23, run on these scores (its rows are our inputs);
    # its accuracies are running sums of floats, hence the tolerance
    x = np.array([[6, 2, 4, 4, 1], [NAN, 5, 7, 2, 2], [3, 3, 8, 1, 6], [9, 0, NAN, 4, 4]]).T
    z = np.array([[4, 1, 2, 2, 2], [3, 5, 5, 1, NAN], [1, 1, 1, 0, 2], [2, 2, 3, 1, 1]]).T
    found = calibrate_ties(x, z, curve=True)
    assert found.epsilons.tolist() == PEER_EPSILONS
    assert found.accuracies == pytest.approx(PEER_ACCURACIES, abs=1e-12)
    assert found.epsilon == PEER_BEST


PEER_EPSILONS = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 9.0]
PEER_ACCURACIES = [
    0.6416666666666666,
    0.6416666666666666,
    0.5749999999999998,
    0.49166666666666653,
    0.46666666666666656,
    0.2999999999999999,
    0.27499999999999986,
    0.31666666666666654,
]
PEER_BEST = 0.0


def test_equal_maxima_of_different_groups_take_the_smallest_threshold():
    # one group of 3 pairs gains 1/3 at 1; one of 6 pairs loses 1/6 at 2 and again at 3, and gains 1/3 by two ties at 4
    x = np.array([[0, 0], [1, 10], [100, 23], [NAN, 40]])
    z = np.array([[1, 1], [1, 2], [2, 3], [NAN, 4]])
    candidates, curve = by_trying_all(x, z, "input")
    found = calibrate_ties(x, z)
    assert found.epsilon == candidates[curve.index(max(curve))] == 1.0


@given(data=matrices(), scale=st.sampled_from([2.0, 0.5, 1 / 3, 100.0]), shift=st.integers(-5, 5))
def test_a_change_of_units_changes_the_threshold_alone(data, scale, shift):
    x, z = data
    found, moved = calibrate_ties(x, z), calibrate_ties(scale * x + shift, np.exp(z))
    assert moved.accuracy == pytest.approx(found.accuracy, nan_ok=True)
    assert moved.epsilon == pytest.approx(scale * found.epsilon, nan_ok=True)


def test_order_does_not_matter():
    rng = np.random.default_rng(2)
    x, z = rng.normal(size=(6, 20)), rng.integers(0, 3, (6, 20)).astype(float)
    found = calibrate_ties(x, z)
    rows, places = rng.permutation(6), rng.permutation(20)
    assert calibrate_ties(x[rows][:, places], z[rows][:, places]) == found
    assert calibrate_ties(np.tile(x, 2), np.tile(z, 2)).epsilon == found.epsilon


def test_differences_that_differ_by_rounding_are_one_candidate():
    # 14 equal steps off any lattice; as floats their differences take many values
    x = np.arange(15)[:, None] * (0.1 / 7)
    assert len(set(np.diff(x[:, 0]))) > 1
    found = calibrate_ties(x, np.arange(15)[:, None] // 2, curve=True)
    assert len(found.epsilons) == 15
    # without ties the 98 pairs not tied by the human are right; one step ties 14 pairs, 7 of them rightly
    assert found.accuracies[:2].tolist() == [98 / 105, 98 / 105]


def test_a_constant_metric_has_one_candidate():
    found = calibrate_ties(np.zeros((3, 2)), [[1, 1], [1, 2], [2, 3]], curve=True)
    assert (found.epsilon, found.accuracy) == (0.0, 1 / 6)
    assert found.epsilons.tolist() == [0.0]


def test_all_human_scores_tied_take_the_largest_difference():
    found = calibrate_ties([1, 2, 4], [5, 5, 5])
    assert (found.epsilon, found.accuracy, found.accuracy_untied) == (3.0, 1.0, 0.0)


def test_no_pairs_have_no_threshold():
    found = calibrate_ties([[1.0, 2]], [[1.0, 2]])
    assert np.isnan(found.epsilon)
    assert np.isnan(found.accuracy)
    assert (found.n_pairs, found.n_undefined) == (0, 2)


def test_weights_are_checked():
    with pytest.raises(ArgumentError, match="`weights` must be 2 whole numbers"):
        calibrate_ties(np.ones((3, 2)), np.ones((3, 2)), weights=[1, 0.5])


@pytest.mark.slow
def test_windows_change_nothing_on_a_large_table(monkeypatch):
    rng = np.random.default_rng(4)
    z = rng.integers(0, 4, (20, 300)).astype(float)
    x = z + rng.normal(size=z.shape)
    whole = calibrate_ties(x, z, "per_system")
    monkeypatch.setattr(tie_calibration, "WINDOW", 50_000)
    assert calibrate_ties(x, z, "per_system") == whole
