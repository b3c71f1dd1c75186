"""Pairs of systems ordered right: against loops over the systems drawn, and the share of one table."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.parallel import Execution, executing
from trueness.statistics.engine.resample import BootstrapPlan, Weights
from trueness.statistics.pairs.accuracy_counts import accuracy_counts, bootstrap_accuracy_counts
from trueness.statistics.pairs.system_pairwise_accuracy import system_pairwise_accuracy
from trueness.statistics.resampling.bootstrap import bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays

NAN = np.nan


def likert(n=6, m=5, k=2, seed=1, gaps=0.0):
    rng = np.random.default_rng(seed)
    scores = rng.integers(1, 4, (k + 1, n, m)).astype(float)
    scores[rng.random(scores.shape) < gaps] = NAN
    return ScoreArrays.of(scores[1:], scores[0])


def by_loop(arrays, metric, rows, columns):
    """Count pairs of systems among those drawn, copies of one system apart; means as sums and sizes."""
    x, z = arrays.metrics[metric], arrays.human
    cells = ~np.isnan(x) & ~np.isnan(z)
    right = pairs = 0
    for i, k in itertools.combinations(rows, 2):
        used = [[j for j in columns if cells[s, j]] for s in (i, k)]
        if i == k or not all(used):
            continue
        signs = []
        for scores in (x, z):
            (a, b), (na, nb) = (
                [sum(scores[s, j] for j in js) for s, js in zip((i, k), used, strict=True)],
                map(len, used),
            )
            signs.append(np.sign(a * nb - b * na))
        pairs += 1
        right += signs[0] == signs[1]
    return right, pairs


@given(
    seed=st.integers(0, 10**6),
    over=st.sampled_from(["systems", "inputs", "both"]),
    gaps=st.sampled_from([0.0, 0.3]),
)
def test_counts_are_those_of_a_loop(seed, over, gaps):
    arrays = likert(seed=seed, gaps=gaps)
    weights = BootstrapPlan(over, 6, 5, 4, seed).tile(0)
    for group in arrays.single_groups():
        found = accuracy_counts(arrays, group, weights)
        for b, (place, metric) in itertools.product(range(4), enumerate(group.metrics)):
            rows, columns = (
                np.arange(size) if counts is None else np.repeat(np.arange(size), counts[b].astype(int))
                for size, counts in ((6, weights.systems), (5, weights.inputs))
            )
            expected = by_loop(arrays, metric, rows.tolist(), columns.tolist())
            assert (found.right[b, place], found.pairs[b, place]) == expected


def test_the_share_is_that_of_one_table():
    arrays = likert(n=9, m=1, seed=4)
    (group,) = arrays.single_groups()
    found = accuracy_counts(arrays, group, Weights(None, None))
    for k in range(2):
        share = system_pairwise_accuracy(arrays.metrics[k], arrays.human)
        assert (found.right[0, k] / found.pairs[0, k], found.pairs[0, k]) == (share.accuracy, share.n_pairs)


def test_tiles_workers_and_memory_move_no_count():
    arrays = likert(n=12, m=7)
    groups, plan = arrays.single_groups(), bootstrap_plan(arrays, "both", 1200, 3)
    (whole,) = executing(Execution(workers=1))(bootstrap_accuracy_counts)(arrays, groups, plan)
    (other,) = executing(Execution(workers=3, chunk=2))(bootstrap_accuracy_counts)(
        arrays,
        groups,
        plan,
    )
    with executing(Execution(memory=50_000)):
        (small,) = bootstrap_accuracy_counts(arrays, groups, plan)
    for found in (other, small):
        assert found.right.tobytes() == whole.right.tobytes()
        assert found.pairs.tobytes() == whole.pairs.tobytes()
    assert whole.right.shape == whole.pairs.shape == (1200, 2)


def test_a_system_without_a_score_where_it_has_outputs_makes_the_count_undefined():
    """A share of nothing is none; a resample without that system has a count."""
    counts = np.array([[[0.0, 0], [0, 0]], [[1, 5], [1, 5]], [[2, 5], [2, 5]], [[3, 5], [3, 5]]])
    human = np.array([[1.0, 1], [1, 1], [3, 3], [2, 2]])
    arrays = ScoreArrays.of(np.ones((1, 4, 2)), human, corpus={0: CorpusStatistics("percentage", counts)})
    (group,) = arrays.single_groups()
    for inputs in (None, np.ones((2, 2))):
        found = accuracy_counts(arrays, group, Weights(np.array([[1.0, 1, 1, 1], [0, 2, 1, 1]]), inputs))
        assert np.isnan(found.right[0, 0])
        assert (found.right[1, 0], found.pairs[1, 0]) == (2 + 2, 2 + 2 + 1)


def test_no_pair_no_count():
    arrays = ScoreArrays.of(np.array([[[1.0], [NAN]]]), np.array([[1.0], [2.0]]))
    (group,) = arrays.single_groups()
    found = accuracy_counts(arrays, group, Weights(None, None))
    assert (found.right[0, 0], found.pairs[0, 0]) == (0, 0)


def test_a_killed_run_computes_only_what_is_missing(killed_and_resumed):
    arrays = likert(n=6, m=7)
    groups, plan = arrays.single_groups(), bootstrap_plan(arrays, "both", 1600, 3)
    found, reported = killed_and_resumed(lambda: bootstrap_accuracy_counts(arrays, groups, plan), after=2)
    assert reported == [(2, 4), (3, 4), (4, 4)]
    for one, other in zip(found, bootstrap_accuracy_counts(arrays, groups, plan), strict=True):
        np.testing.assert_array_equal(one.right, other.right)
        np.testing.assert_array_equal(one.pairs, other.pairs)
