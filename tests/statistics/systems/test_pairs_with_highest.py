"""Pairs of all systems with the highest."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.systems.pairs_with_highest import HIGHEST, pairs_with_highest
from trueness.statistics.systems.system_pairs import SystemPairs


@pytest.mark.parametrize("size", [0, 1, 2, 9, 10, 11, 40])
def test_every_pair_with_one_of_the_highest_once(size):
    scores = np.random.default_rng(size).permutation(size).astype(float)
    first, second = pairs_with_highest(scores)
    wanted = [
        (i, k) for i in range(size) for k in range(i + 1, size) if max(scores[i], scores[k]) >= size - HIGHEST
    ]
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == wanted


def test_the_first_of_equals_and_none_without_a_score():
    scores = np.full(14, 2.0)
    scores[:3] = np.nan
    first, second = pairs_with_highest(scores)
    assert set(range(3, 13)) == {k for k in range(14) if np.sum((first == k) | (second == k)) == 13}


def test_chosen_pairs_are_those_of_all():
    scores = np.random.default_rng(1).normal(size=(15, 6))
    whole = SystemPairs.of(scores)
    chosen = SystemPairs(scores=scores, chosen=pairs_with_highest(scores.mean(axis=1)))
    assert (whole.n_left_out, chosen.n_left_out, chosen.n_pairs) == (0, 10, 95)
    here = {pair: k for k, pair in enumerate(zip(whole.first.tolist(), whole.second.tolist(), strict=True))}
    places = [here[pair] for pair in zip(chosen.first.tolist(), chosen.second.tolist(), strict=True)]
    for ours, theirs in zip(chosen.pair_scores(), whole.pair_scores(), strict=True):
        np.testing.assert_array_equal(ours, theirs[places])
