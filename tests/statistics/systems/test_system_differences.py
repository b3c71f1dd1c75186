"""Swapped and resampled differences against the tables they stand for, built one by one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.data.scores.corpus_formulas import corpus_score
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.statistics.engine.resample import BootstrapPlan, PermutationPlan
from trueness.statistics.systems import system_differences
from trueness.statistics.systems.system_differences import (
    per_system,
    products,
    resampled_differences,
    swapped_differences,
)
from trueness.statistics.systems.system_pairs import SystemPairs

N, M = 4, 11


def system_pairs(aggregate, *, gaps, lattice=False, negated=False, seed=0):
    rng = np.random.default_rng(seed)
    statistics = np.stack([rng.integers(0, 9, (N, M)), rng.integers(5, 20, (N, M))], axis=2).astype(float)
    scores = rng.integers(1, 6, (N, M)) / 3 if lattice else statistics[:, :, 0] / statistics[:, :, 1]
    if gaps:
        missing = rng.random((N, M)) < 0.3
        missing[0, :] |= np.arange(M) < 9  # the first system has little
        scores[missing], statistics[missing] = np.nan, np.nan
    corpus = CorpusStatistics("percentage", statistics) if aggregate == "corpus" else None
    return SystemPairs.of(-scores if negated else scores, aggregate=aggregate, corpus=corpus, negated=negated)


def score_of(pairs, picked):
    """Return the score of a list of (system, input) outputs, the plain way."""
    if not picked:
        return np.nan
    if pairs.kind == "corpus":
        found = corpus_score("percentage", sum(pairs.corpus.values[i, j] for i, j in picked))
        return -float(found) if pairs.negated else float(found)
    return {"mean": np.mean, "median": np.median}[pairs.kind]([pairs.scores[i, j] for i, j in picked])


KINDS = [("mean", False), ("mean", True), ("median", False), ("corpus", False)]


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize(("aggregate", "lattice"), KINDS)
@pytest.mark.parametrize("block", [3, 8192])
def test_swapping(aggregate, lattice, gaps, block, monkeypatch):
    monkeypatch.setattr(system_differences, "INPUT_BLOCK", block)
    pairs = system_pairs(aggregate, gaps=gaps, lattice=lattice, negated=aggregate == "corpus")
    coins = PermutationPlan("inputs", 1, M, 20, 5).input_coins(0)
    found = swapped_differences(pairs, coins, per_system(pairs, coins), slice(0, pairs.n_pairs))
    assert found.shape == (20, 6)
    for b, (p, (i, k)) in itertools.product(range(20), enumerate(itertools.combinations(range(N), 2))):
        shared = [j for j in range(M) if pairs.present[i, j] and pairs.present[k, j]]
        first = score_of(pairs, [(i if coins[b, j] > 0 else k, j) for j in shared])
        second = score_of(pairs, [(k if coins[b, j] > 0 else i, j) for j in shared])
        assert found[b, p] == pytest.approx(first - second, abs=1e-12, nan_ok=True)


def test_statistics_are_not_added_up_where_scores_are_means():
    corpus = system_pairs("corpus", gaps=False)
    pairs = SystemPairs.of(corpus.scores, aggregate="mean", corpus=corpus.corpus)
    weights = np.arange(2 * M).reshape(2, M)
    assert per_system(pairs, weights) == pytest.approx(weights @ pairs.exact[0].T)


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize(("aggregate", "lattice"), KINDS)
def test_drawing(aggregate, lattice, gaps):
    pairs = system_pairs(aggregate, gaps=gaps, lattice=lattice, negated=aggregate == "corpus")
    counts = BootstrapPlan("inputs", 1, M, 30, 5).tile(0).inputs
    found = resampled_differences(pairs, counts, per_system(pairs, counts), slice(1, 5))
    undefined = 0
    for b, (p, (i, k)) in itertools.product(range(30), enumerate([(0, 2), (0, 3), (1, 2), (1, 3)])):
        shared = [j for j in range(M) if pairs.present[i, j] and pairs.present[k, j]]
        drawn = [j for j in shared for _ in range(int(counts[b, j]))]
        wanted = score_of(pairs, [(i, j) for j in drawn]) - score_of(pairs, [(k, j) for j in drawn])
        assert found[b, p] == pytest.approx(wanted, abs=1e-12, nan_ok=True)
        undefined += np.isnan(wanted)
    assert (undefined > 0) == gaps  # a pair with few inputs is sometimes left without any


def test_products_of_several_statistics():
    weights = np.array([[1, -1, 1]], dtype=np.int8)
    values = np.arange(12.0).reshape(2, 2, 3)
    assert products(weights, values).tolist() == [[[1, 4], [7, 10]]]
