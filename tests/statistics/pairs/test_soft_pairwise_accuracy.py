"""Soft pairwise accuracy against enumerated signs, a recorded peer and worked values."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.pairs.soft_pairwise_accuracy import soft_pairwise_accuracy

NAN = float("nan")


def pvalues_by_enumeration(scores, ties="count"):
    """Return the exact one-sided p-values of all pairs of systems; scores are whole numbers."""
    n, m = scores.shape
    result = np.full((n, n), NAN)
    for i, k in itertools.combinations(range(n), 2):
        d = scores[i] - scores[k]
        sums = [float(np.dot(signs, d)) for signs in itertools.product((1, -1), repeat=m)]
        equal = 0.5 if ties == "half" else 1.0
        result[i, k] = np.mean([equal if value == d.sum() else value > d.sum() for value in sums])
    return result


@st.composite
def matrices(draw):
    n, m = draw(st.integers(2, 4)), draw(st.integers(1, 6))
    scores = st.lists(st.integers(0, 4).map(float), min_size=n * m, max_size=n * m)
    return tuple(np.array(draw(scores)).reshape(n, m) for _ in range(2))


@given(data=matrices(), denominator=st.sampled_from([1, 3, 7.3]), ties=st.sampled_from(["count", "half"]))
def test_equals_the_enumeration(data, denominator, ties):
    x, z = data
    found = soft_pairwise_accuracy(x / denominator, z, resamples=64, ties=ties)
    p_x, p_z = (pvalues_by_enumeration(scores, ties) for scores in (x, z))
    assert found.exact
    assert found.resamples == 2 ** x.shape[1]
    assert np.array_equal(found.pvalues_metric, p_x, equal_nan=True)
    assert np.array_equal(found.pvalues_human, p_z, equal_nan=True)
    assert found.estimate == pytest.approx(1 - np.nanmean(np.abs(p_x - p_z)))


def test_worked_example():
    # metric differences 2 -1 3 1, sum 5: of 16 signs the sums 7, 5, 5 reach it; human 4 3 2 1: only the largest sum
    found = soft_pairwise_accuracy([[3, 1, 4, 2], [1, 2, 1, 1]], [[5, 5, 5, 5], [1, 2, 3, 4]])
    assert (found.pvalues_metric[0, 1], found.pvalues_human[0, 1]) == (3 / 16, 1 / 16)
    assert found.estimate == 14 / 16
    assert np.isnan(found.pvalues_metric[1, 0])


def data(seed, n=6, m=80):
    rng = np.random.default_rng(seed)
    z = rng.integers(0, 5, (n, m)) + rng.normal(size=(n, 1))
    return z + 2 * rng.normal(size=(n, m)), z


def test_as_the_peer_recorded():
    # mt-metrics-eval, pce.py at 1b47eab40877, 1,000 permutations and its seed 4, run on these scores
    i, j = np.indices((4, 12))
    x, z = (7 * i * j + 3 * i + j) % 11, (5 * i * j + 2 * j + i) % 7
    found = soft_pairwise_accuracy(x, z, resamples=1000, compatible=True, rng=np.random.default_rng(4))
    pairs = np.triu_indices(4, 1)
    assert found.pvalues_human[pairs].tolist() == PEER_HUMAN
    assert found.pvalues_metric[pairs].tolist() == PEER_METRIC
    assert found.estimate == PEER_ESTIMATE


PEER_HUMAN = [0.01, 0.452, 0.713, 0.995, 1.0, 0.735]
PEER_METRIC = [0.639, 0.669, 1.0, 0.608, 1.0, 1.0]
PEER_ESTIMATE = 0.7024999999999999


def test_random_signs_come_near_the_enumeration():
    x, z = data(1, m=12)
    exact = soft_pairwise_accuracy(x, z, resamples=4096)
    drawn = soft_pairwise_accuracy(x, z, resamples=4000, rng=1)
    assert (exact.exact, drawn.exact) == (True, False)
    assert drawn.pvalues_metric == pytest.approx(exact.pvalues_metric, abs=0.04, nan_ok=True)
    assert drawn.estimate == pytest.approx(exact.estimate, abs=0.02)
    assert np.nanmin(drawn.pvalues_metric) >= 1 / 4001


def test_compatible_pvalues_leave_out_the_observed_arrangement():
    x, z = data(2)
    ours = soft_pairwise_accuracy(x, z, resamples=4000, rng=3)
    theirs = soft_pairwise_accuracy(x, z, resamples=4000, compatible=True, rng=np.random.default_rng(3))
    assert theirs.estimate == pytest.approx(ours.estimate, abs=0.02)
    assert np.nanmin(theirs.pvalues_human) < 1 / 4001 <= np.nanmin(ours.pvalues_human)


def test_the_seed_decides():
    x, z = data(3)
    assert soft_pairwise_accuracy(x, z, rng=1).estimate == soft_pairwise_accuracy(x, z, rng=1).estimate
    assert soft_pairwise_accuracy(x, z, rng=1).estimate != soft_pairwise_accuracy(x, z, rng=2).estimate


def test_metric_and_human_share_their_signs():
    x, z = data(4)
    assert soft_pairwise_accuracy(3 * z + 1, z, rng=1).estimate == 1.0
    found = soft_pairwise_accuracy(-z, z, rng=1)
    assert found.estimate < 0.5
    assert soft_pairwise_accuracy(x, z, rng=1).estimate == pytest.approx(
        soft_pairwise_accuracy(z, x, rng=1).estimate
    )


def test_without_equal_sums_the_order_of_systems_does_not_matter():
    x, z = data(5)
    rows = np.random.default_rng(0).permutation(len(x))
    assert soft_pairwise_accuracy(x[rows], z[rows], rng=1).estimate == pytest.approx(
        soft_pairwise_accuracy(x, z, rng=1).estimate
    )


@pytest.mark.parametrize("resamples", [999, 2**10])
def test_with_half_ties_the_order_of_systems_never_matters(resamples):
    rng = np.random.default_rng(0)
    x, z = rng.integers(1, 4, (2, 6, 10)).astype(float)
    rows = rng.permutation(6)
    same, turned = (
        soft_pairwise_accuracy(a, b, ties="half", resamples=resamples, rng=1)
        for a, b in ((x, z), (x[rows], z[rows]))
    )
    assert turned.estimate == pytest.approx(same.estimate, abs=1e-14)
    i, k = rows[0], rows[1]
    p = same.pvalues_human
    assert turned.pvalues_human[0, 1] == pytest.approx(p[i, k] if i < k else 1 - p[k, i])
    counted = soft_pairwise_accuracy(x[rows], z[rows], resamples=resamples, rng=1).estimate
    assert counted != soft_pairwise_accuracy(x, z, resamples=resamples, rng=1).estimate


def test_a_constant_metric_is_never_sure():
    # all its differences are zero: every p-value is 1
    _, z = data(6)
    found = soft_pairwise_accuracy(np.full(z.shape, 0.1), z, rng=1)
    assert np.all(found.pvalues_metric[np.triu_indices(6, 1)] == 1.0)
    half = soft_pairwise_accuracy(np.full(z.shape, 0.1), z, ties="half", rng=1)
    assert np.all(half.pvalues_metric[np.triu_indices(6, 1)] == 0.5)


def test_only_complete_inputs_are_used():
    x, z = data(7)
    x[2, 5] = z[0, 9] = NAN
    found = soft_pairwise_accuracy(x, z, rng=1)
    keep = np.delete(np.arange(80), [5, 9])
    assert found.n_inputs == 78
    assert found.estimate == soft_pairwise_accuracy(x[:, keep], z[:, keep], rng=1).estimate


@pytest.mark.parametrize("compatible", [False, True])
@pytest.mark.parametrize(("x", "n_inputs"), [([[1.0, 2]], 2), ([[NAN, 1], [1, NAN]], 0)])
def test_one_system_or_no_complete_input_is_undefined(x, n_inputs, compatible):
    found = soft_pairwise_accuracy(
        x, np.ones(np.shape(x)), compatible=compatible, rng=np.random.default_rng(1)
    )
    assert np.isnan(found.estimate)
    assert found.n_inputs == n_inputs
    assert np.all(np.isnan(found.pvalues_human))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"resamples": 0}, "`resamples`"),
        ({"compatible": True, "rng": 4}, "default_rng"),
        ({"rng": 1.5}, "`rng`"),
        ({"ties": "one"}, "ties"),
        ({"compatible": True, "ties": "half"}, "`ties`"),
    ],
)
def test_arguments_are_checked(options, message):
    with pytest.raises(ArgumentError, match=message):
        soft_pairwise_accuracy(*data(0), **options)


def test_shapes_are_checked():
    x, z = data(0)
    with pytest.raises(ArgumentError, match="one shape"):
        soft_pairwise_accuracy(x, z[:, 1:])
