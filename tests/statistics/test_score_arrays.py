"""Which cells are compared."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import ArgumentError
from trueness.statistics.score_arrays import ScoreArrays

NAN = np.nan


def masked(seed, *, missing="pairwise", means="judged", shape=(4, 3, 4)):
    rng = np.random.default_rng(seed)
    metrics, human = rng.normal(size=shape), rng.normal(size=shape[1:])
    metrics[rng.random(shape) < 0.2] = NAN
    metrics[1] = np.where(np.isnan(metrics[0]), NAN, metrics[1])  # same cells as the first, often
    metrics[1][~np.isnan(metrics[0])] = 1.0
    human[rng.random(shape[1:]) < 0.2] = NAN
    return ScoreArrays.of(metrics, human, missing=missing, means=means)


@given(st.integers(0, 1000), st.sampled_from(["pairwise", "complete"]), st.sampled_from(["judged", "all"]))
def test_groups_cover_every_metric_and_pair_once_on_the_right_cells(seed, missing, means):
    arrays = masked(seed, missing=missing, means=means)
    there, judged = ~np.isnan(arrays.metrics), ~np.isnan(arrays.human)

    def expected(members):
        return there[range(4) if missing == "complete" else list(members)].all(axis=0)

    singles = arrays.single_groups()
    assert sorted(k for group in singles for k in group.metrics) == [0, 1, 2, 3]
    for group in singles:
        for k in group.metrics:
            np.testing.assert_array_equal(group.cells, expected([k]) & judged)
            np.testing.assert_array_equal(
                group.metric_cells, expected([k]) if means == "all" else expected([k]) & judged
            )
            np.testing.assert_array_equal(
                group.human_cells, judged if means == "all" else expected([k]) & judged
            )
    found = arrays.pair_groups()
    assert sorted(pair for _, members in found for pair in members) == list(
        itertools.combinations(range(4), 2)
    )
    for group, members in found:
        assert group.metrics == tuple(sorted({k for pair in members for k in pair}))
        for pair in members:
            np.testing.assert_array_equal(group.cells, expected(pair) & judged)
    assert len({group.metric_cells.tobytes() + group.cells.tobytes() for group in singles}) == len(singles)


def test_complete_data_are_one_group():
    arrays = ScoreArrays.of(np.zeros((3, 2, 2)), np.zeros((2, 2)))
    assert len(arrays.single_groups()) == len(arrays.pair_groups()) == 1
    assert arrays.pair_groups([(2, 0)])[0][0].metrics == (0, 2)


def test_shapes_names_and_clusters():
    human = np.zeros((2, 3))
    one = ScoreArrays.of(np.ones((2, 3)), human)
    assert (one.n_metrics, one.n_systems, one.n_inputs, one.names) == (1, 2, 3, ("metric1",))
    row = ScoreArrays.of([1, 2, 3], [3, 2, 1])
    assert (row.n_metrics, row.n_systems, row.n_inputs) == (1, 1, 3)
    none = ScoreArrays.of([], [])
    assert (none.n_metrics, none.n_systems, none.n_inputs) == (1, 1, 0)
    clusters = ScoreArrays.of(human[None], human, clusters=["b", "a", "b"]).clusters
    assert clusters is not None
    assert clusters.tolist() == [1, 0, 1]


def test_exact_scores_and_their_denominators():
    arrays = ScoreArrays.of([[[1 / 3, 1.0]], [[0.123, 0.5]]], [[0.5, 1.0]])
    assert arrays.denominators == ((3, None), 2)
    metrics, human = arrays.exact
    assert metrics.tolist() == [[[1.0, 3.0]], [[0.123, 0.5]]]
    assert human.tolist() == [[-1.0, 0.0]]  # less 1, which both have in common


def test_errors():
    human = np.zeros((2, 3))
    with pytest.raises(
        ArgumentError, match=r"metrics of shape \(1, 3, 2\) clash with human scores of shape \(2, 3\)"
    ):
        ScoreArrays(np.zeros((1, 3, 2)), human, ("a",))
    with pytest.raises(ArgumentError, match=r"metrics of shape \(3,\) clash with"):
        ScoreArrays.of([0.0, 1.0, 2.0], human)
    with pytest.raises(ArgumentError, match="2 names for 1 metrics"):
        ScoreArrays.of(human, human, ["a", "b"])
    with pytest.raises(ArgumentError, match="one number per input"):
        ScoreArrays.of(human, human, clusters=[0, 1])
    with pytest.raises(ArgumentError, match="must be finite; leave"):
        ScoreArrays.of(human, np.full((2, 3), np.inf))
    with pytest.raises(ArgumentError, match=r"`missing` must be one of .* Did you mean 'complete'"):
        ScoreArrays.of(human, human, missing="complet")
    with pytest.raises(ArgumentError, match="`means`"):
        ScoreArrays.of(human, human, means="some")


def test_how_system_scores_come_from_outputs():
    counts = CorpusStatistics("percentage", np.ones((2, 3, 2)))
    for aggregate, expected in (("corpus", "corpus"), ("mean", "mean"), ("median", "median")):
        arrays = ScoreArrays.of(
            np.zeros((2, 2, 3)), np.zeros((2, 3)), aggregate=aggregate, corpus={1: counts}
        )
        assert arrays.aggregation(1) == expected
        assert arrays.aggregation(0) == ("mean" if aggregate == "corpus" else expected)


def test_statistics_that_do_not_fit():
    human = np.zeros((2, 3))
    counts = CorpusStatistics("percentage", np.ones((2, 3, 2)))
    with pytest.raises(ArgumentError, match=r"`aggregate` must be one of .* Did you mean 'median'"):
        ScoreArrays.of(human, human, aggregate="medain")
    with pytest.raises(ArgumentError, match="statistics of metric 1; there are 1"):
        ScoreArrays.of(human, human, corpus={1: counts})
    with pytest.raises(ArgumentError, match=r"statistics of shape \(1, 3, 2\) clash with"):
        ScoreArrays.of(human, human, corpus={0: counts.part([0], range(3))})
    gaps = np.ones((2, 3, 2))
    gaps[1, 1] = NAN
    with pytest.raises(ArgumentError, match="metric 'bleu' has scores that lack sufficient statistics"):
        ScoreArrays.of(human, human, ["bleu"], corpus={0: CorpusStatistics("percentage", gaps)})


def test_exact_scores_of_some_metrics_are_theirs_and_of_all_no_copy():
    arrays = ScoreArrays.of(np.arange(24.0).reshape(3, 2, 4), np.ones((2, 4)))
    for some in ([0], [1], [0, 1], [2, 0]):
        np.testing.assert_array_equal(arrays.exact_metrics(some), arrays.exact[0][some])
    assert arrays.exact_metrics([0, 1, 2]) is arrays.exact[0]
