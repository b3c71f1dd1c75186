"""Pairwise accuracy under weights against the repeated rows and columns that the weights stand for."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.engine.resample import BootstrapPlan, Weights
from trueness.statistics.pairs import fixed_column_accuracy as module
from trueness.statistics.pairs.fixed_column_accuracy import column_accuracy, right_pairs
from trueness.statistics.pairs.pairwise_accuracy import pair_outcomes, pairwise_accuracy


def resampled_accuracy(x, z, cells, epsilons, weights, make=right_pairs):
    return module.resampled_accuracy(make(x, z, cells, np.array(epsilons)[:, None]), cells, weights)


def scores(seed, k=2, n=5, m=6, missing=0.2):
    rng = np.random.default_rng(seed)
    z = rng.integers(0, 3, (n, m)).astype(float)
    x = rng.integers(0, 6, (k, n, m)) / 10
    return x, z, rng.random((n, m)) >= missing


def by_repeating(x, z, cells, epsilon, systems, inputs):
    """The mean over the repeated inputs of the share of right pairs among repeated systems, no pairs of copies."""
    rows = np.repeat(np.arange(len(x)), systems)
    shares, undefined = [], 0
    for j in np.repeat(np.arange(x.shape[1]), inputs):
        pairs = [(i, k) for i, k in itertools.combinations(rows, 2) if i != k and cells[i, j] and cells[k, j]]
        tied = [
            0 if abs(x[i, j] - x[k, j]) <= epsilon + 1e-9 else np.sign(x[i, j] - x[k, j]) for i, k in pairs
        ]
        right = [a == np.sign(z[i, j] - z[k, j]) for a, (i, k) in zip(tied, pairs, strict=True)]
        undefined += not pairs and bool(cells[:, j].any())
        shares += [np.mean(right)] if pairs else []
    return (np.mean(shares) if shares else np.nan), undefined


@given(
    seed=st.integers(0, 10**6),
    over=st.sampled_from(["systems", "inputs", "both"]),
    missing=st.sampled_from([0.0, 0.2]),
    block=st.sampled_from([1, 10**6]),
    kept=st.booleans(),
)
def test_weights_are_repetitions_without_pairs_of_copies(seed, over, missing, block, kept):
    x, z, cells = scores(seed, missing=missing)
    weights = BootstrapPlan(over, 5, 6, 4, seed).tile(0)
    epsilons = (0.0, 0.1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", block)
        make = right_pairs if kept else module.RightPairs.of
        found = resampled_accuracy(x, z, cells, epsilons, weights, make)
    for b in range(4):
        systems = np.ones(5, int) if weights.systems is None else weights.systems[b].astype(int)
        inputs = np.ones(6, int) if weights.inputs is None else weights.inputs[b].astype(int)
        for k in range(2):
            expected = by_repeating(x[k], z, cells, epsilons[k], systems, inputs)
            assert (found.values[b, k], found.n_undefined[b, k]) == pytest.approx(expected, nan_ok=True)


def test_without_weights_it_is_the_accuracy():
    x, z, cells = scores(1, missing=0)
    found = resampled_accuracy(x, z, cells, (0.0, 0.2), Weights(None, None))
    expected = [pairwise_accuracy(x[k], z, epsilon=e).estimate for k, e in enumerate((0.0, 0.2))]
    assert found.values.shape == (1, 2)
    assert found.values[0] == pytest.approx(expected)


def test_worked_example():
    # metric 1 2 2, human 1 1 2; weights 2 1 1: pairs 12 wrong twice, 13 right twice, 23 wrong; copies of 1 no pair
    x, z = np.array([[[1.0], [2], [2]]]), np.array([[1.0], [1], [2]])
    found = resampled_accuracy(x, z, np.ones((3, 1), bool), (0.0,), Weights(np.array([[2.0, 1, 1]]), None))
    assert found.values[0, 0] == 2 / 5


def test_copies_do_not_raise_the_accuracy():
    # a metric that is always wrong stays so, however often a system is drawn
    x, z = np.array([[[1.0], [2], [3]]]), np.array([[3.0], [2], [1]])
    weights = BootstrapPlan("systems", 3, 1, 50, 1).tile(0)
    values = resampled_accuracy(x, z, np.ones((3, 1), bool), (0.0,), weights).values
    assert set(values[~np.isnan(values)].tolist()) == {0.0}


def test_large_counts_stay_exact():
    # 6,001 copies against 5,999 make 3.6·10⁷ pairs, more than single precision counts
    x, z = np.array([[[1.0], [2], [3]]]), np.array([[2.0], [1], [3]])
    weights = Weights(np.array([[6001.0, 5999.0, 1.0]]), None)
    found = resampled_accuracy(x, z, np.ones((3, 1), bool), (0.0,), weights)
    assert found.values[0, 0] == 12_000 / (6001 * 5999 + 12_000)


def test_inputs_without_a_pair_are_undefined():
    x, z, cells = scores(2)
    cells[:] = False
    cells[0] = True
    found = resampled_accuracy(x, z, cells, (0.0, 0.0), Weights(None, None))
    assert np.all(np.isnan(found.values))
    assert found.n_undefined.tolist() == [[6, 6]]


def test_columns_are_the_accuracy_of_inputs():
    x, z, cells = scores(4)
    right = right_pairs(x, z, cells, np.array([[0.1], [0.0]]))
    x, z = np.where(cells, x, np.nan), np.where(cells, z, np.nan)
    for k, epsilon in enumerate((0.1, 0.0)):
        expected = pair_outcomes(x[k], z, epsilon=epsilon).accuracy
        np.testing.assert_allclose(column_accuracy(right, cells)[k], expected)


def test_thresholds_may_differ_by_input():
    x, z, cells = scores(5, k=1, missing=0)
    epsilons = np.array([[0.0, 0.1, 0.2, 0.3, np.nan, 0.0]])
    right = right_pairs(x, z, cells, epsilons)
    for j, epsilon in enumerate(epsilons[0]):
        own = right_pairs(x, z, cells, np.array([[0.0 if np.isnan(epsilon) else epsilon]]))[0, :, j]
        assert right[0, :, j].tolist() == (own & ~np.isnan(epsilon)).tolist()
