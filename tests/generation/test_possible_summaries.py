"""The number of summaries, and the summaries themselves, against all sets of sentences."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.generation.possible_summaries import MOST, all_summaries, count_summaries


def every_set(lengths, limit):
    """Return the sets that keep within the limit, of all 2^n."""
    sets = itertools.chain.from_iterable(
        itertools.combinations(range(len(lengths)), k) for k in range(1, len(lengths) + 1)
    )
    return {one for one in sets if sum(lengths[k] for k in one) <= limit}


@pytest.mark.parametrize("seed", range(12))
def test_all_sets_within_the_limit_are_counted_and_listed_once(seed):
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 12, size=rng.integers(1, 10)).tolist()
    limit = int(rng.integers(1, 40))
    wanted = every_set(lengths, limit)
    listed = [tuple(np.flatnonzero(one).tolist()) for one in all_summaries(lengths, limit)]
    assert set(listed) == wanted
    assert len(listed) == len(wanted) == count_summaries(lengths, limit)


def test_a_limit_beyond_the_document_leaves_every_set():
    assert count_summaries([3] * 20, 10**9) == 2**20 - 1


def test_more_than_can_be_told_apart_is_the_most():
    assert count_summaries([1] * 80, 80) == MOST


def test_nothing_fits():
    assert count_summaries([5, 6], 4) == 0
    assert list(all_summaries([5, 6], 4)) == []
