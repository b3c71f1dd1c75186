"""Random subsets of tokens: their size, their distribution, and what they depend on."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.rouge.token_draws import draw_tokens, mixed


def draw(lengths, n_kept, rows=None, seed=1, trial=0):
    starts = np.cumsum([0, *lengths], dtype=np.int64)
    kept = np.zeros(starts[-1], dtype=np.bool_)
    rows = np.arange(len(lengths)) if rows is None else np.array(rows)
    draw_tokens(starts, np.array(n_kept), rows, np.uint64(seed), trial, kept)
    return [tuple(part.tolist()) for part in np.split(kept, starts[1:-1])]


@given(
    st.lists(st.integers(0, 30).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), min_size=1),
    st.integers(0, 2**64 - 1),
)
def test_exactly_so_many_are_kept(sizes, seed):
    lengths, n_kept = zip(*sizes, strict=True)
    assert [sum(one) for one in draw(lengths, n_kept, seed=seed)] == list(n_kept)


def test_stream_is_splitmix64(in_python):
    """The first outputs for the seed 1234567, as Rosetta Code lists them."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    state = np.uint64(1234567)
    with np.errstate(over="ignore"):
        for expected in published:
            state += np.uint64(0x9E3779B97F4A7C15)
            assert int(in_python(mixed)(state)) == expected


@pytest.mark.parametrize("n_kept", [1, 2, 3])
def test_subsets_are_equally_likely(n_kept):
    """Pearson's chi-square over all subsets of 5 tokens, over trials and over rows."""
    from scipy.stats import chisquare

    subsets = list(itertools.combinations(range(5), n_kept))
    trials = [draw([5], [n_kept], trial=trial)[0] for trial in range(4000)]
    rows = draw([5] * 4000, [n_kept] * 4000)
    for drawn in (trials, rows):
        counts = Counter(tuple(np.flatnonzero(one).tolist()) for one in drawn)
        assert chisquare([counts[subset] for subset in subsets]).pvalue > 1e-3


def test_rows_trials_and_seeds_differ():
    base = draw([60], [30])
    assert draw([60], [30]) == base
    assert draw([60], [30], rows=[1]) != base
    assert draw([60], [30], trial=1) != base
    assert draw([60], [30], seed=2) != base
    assert draw([60], [30], rows=[1], trial=0) != draw([60], [30], rows=[0], trial=1)


def test_a_row_does_not_depend_on_the_others():
    together = draw([9, 20, 14], [4, 10, 7], rows=[3, 8, 5], trial=6)
    assert draw([14], [7], rows=[5], trial=6) == together[2:]
    assert draw([20, 9], [10, 4], rows=[8, 3], trial=6) == [together[1], together[0]]
