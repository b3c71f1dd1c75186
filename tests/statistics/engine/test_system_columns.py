"""Scores of systems as columns: in place of a score that is undefined stands nothing in silence."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.statistics.engine.resample import Weights
from trueness.statistics.engine.system_columns import SystemColumns, whole_system_columns
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_scores

N, M = 5, 4


def scores(*, lost=False):
    """Return two metrics, the first of them percentages of words; a system without any has no score."""
    rng = np.random.default_rng(1)
    metrics, human = rng.normal(size=(2, N, M)), rng.normal(size=(N, M))
    counts = rng.integers(1, 9, size=(N, M, 2)).astype(float)
    if lost:
        counts[2, :, 1] = 0.0
    return ScoreArrays.of(metrics, human, ("a", "b"), corpus={0: CorpusStatistics("percentage", counts)})


def test_the_whole_data_are_one_column():
    arrays = scores()
    group = arrays.group((0, 1))
    x, z, present = whole_system_columns(arrays, group)
    np.testing.assert_array_equal(x[:, :, 0], system_scores(arrays, (0, 1), group.metric_cells, None)[0])
    assert (x.shape, z.shape, present.all()) == ((2, N, 1), (N, 1), True)
    lost = scores(lost=True)
    assert whole_system_columns(lost, lost.group((0, 1))) is None


def test_what_a_lost_system_is_drawn_for_is_undefined_for_its_metric_alone():
    arrays = scores(lost=True)
    systems = np.array([[1.0, 1, 1, 1, 1], [2.0, 1, 0, 1, 1]])
    found = SystemColumns.of(arrays, arrays.group((0, 1)), Weights(systems, None))
    assert found.lost[0].tolist() == [[False, False, True, False, False], [False] * N]
    assert not np.isnan(found.x).any()
    values = found.undefined_where_lost({"pearson": np.ones((2, 2))})["pearson"]
    assert np.isnan(values).tolist() == [[True, False], [False, False]]


def test_a_system_without_outputs_drawn_is_left_out_and_not_lost():
    arrays = scores()
    metrics = arrays.metrics.copy()
    metrics[:, 3, 1:] = np.nan
    arrays = ScoreArrays.of(metrics, arrays.human, ("a", "b"))
    inputs = np.array([[0.0, 2, 1, 1], [1.0, 1, 1, 1]])
    found = SystemColumns.of(arrays, arrays.group((0, 1)), Weights(None, inputs))
    assert found.present[:, 3].tolist() == [False, True]
    assert not found.lost.any()
    assert found.systems.tolist() == [[1.0] * N]
