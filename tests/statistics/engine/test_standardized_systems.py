"""Scores on the scales on which they are swapped, against plain NumPy."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.statistics.engine.standardized_systems import (
    AS_GIVEN,
    standardized_cells,
    standardized_outputs,
    standardized_systems,
)
from trueness.statistics.score_arrays import ScoreArrays

NAN = np.nan


def arrays_of(**options):
    rng = np.random.default_rng(3)
    counts = np.stack([rng.integers(0, 6, (6, 5)), rng.integers(6, 20, (6, 5))], axis=-1).astype(float)
    metrics = np.stack([100 * counts[..., 0] / counts[..., 1], rng.normal(size=(6, 5))])
    return ScoreArrays.of(
        metrics, rng.normal(size=(6, 5)), corpus={0: CorpusStatistics("percentage", counts)}, **options
    )


def z_scored(values):
    return (values - values.mean()) / values.std()


def test_scores_of_any_kind_are_z_scored_over_systems():
    arrays = arrays_of()
    found = standardized_systems(arrays, arrays.group((0, 1)), "level")
    sums = arrays.corpus[0].values.sum(axis=1)
    np.testing.assert_allclose(found.systems[0], z_scored(100 * sums[:, 0] / sums[:, 1]))
    np.testing.assert_allclose(found.systems[1], z_scored(arrays.metrics[1].mean(axis=1)))
    np.testing.assert_allclose(found.human, arrays.human.mean(axis=1))
    assert found.present.all()
    assert not found.undefined.any()
    median = dataclasses.replace(arrays, aggregate="median")
    found = standardized_systems(median, median.group((0, 1)), "level")
    np.testing.assert_allclose(found.systems[1], z_scored(np.median(arrays.metrics[1], axis=1)))


def test_over_cells_a_median_is_that_of_the_cells():
    arrays = arrays_of(aggregate="median")
    found = standardized_systems(arrays, arrays.group((1,)), "cells")
    np.testing.assert_allclose(found.systems[0], np.median(z_scored(arrays.metrics[1]), axis=1))
    mean = arrays_of(aggregate="mean")
    found = standardized_systems(mean, mean.group((0, 1)), "cells")
    for k in (0, 1):
        np.testing.assert_allclose(found.cells[k], z_scored(mean.metrics[k]))
        np.testing.assert_allclose(found.systems[k], z_scored(mean.metrics[k]).mean(axis=1))
        np.testing.assert_allclose(found.systems[k], found.cells[k].sum(axis=1) / found.sizes)


@pytest.mark.parametrize("aggregate", ["corpus", "median"])
def test_equal_scores_of_systems_are_no_difference(aggregate):
    arrays = arrays_of(aggregate=aggregate)
    counts = np.ones((6, 5, 2)) * [0.1, 0.3]
    counts[1] = 2 * counts[1]
    arrays = dataclasses.replace(
        arrays,
        metrics=np.stack([np.stack([np.roll(row, i) for i in range(6)]) for row in arrays.metrics[:, 0]]),
        corpus={0: CorpusStatistics("percentage", counts)},
    )
    found = standardized_systems(arrays, arrays.group((0,)), "level")
    np.testing.assert_array_equal(found.systems, 0.0)


def test_a_mean_that_rounds_makes_no_difference_of_equal_scores():
    counts = np.ones((6, 5, 2)) * [1.0, 9.0]
    assert np.full(6, 100 / 9).mean() != 100 / 9
    arrays = dataclasses.replace(
        arrays_of(aggregate="corpus"), corpus={0: CorpusStatistics("percentage", counts)}
    )
    found = standardized_systems(arrays, arrays.group((0,)), "level")
    np.testing.assert_array_equal(found.systems, 0.0)


def test_a_score_that_does_not_exist_is_marked():
    arrays = arrays_of()
    counts = arrays.corpus[0].values.copy()
    counts[4, :, 1] = 0
    arrays = dataclasses.replace(arrays, corpus={0: CorpusStatistics("percentage", counts)})
    found = standardized_systems(arrays, arrays.group((0, 1)), "level")
    assert found.undefined.tolist() == [True, False]
    assert np.isfinite(found.systems).all()
    human = arrays.human.copy()
    human[4] = NAN  # a system that is not compared has nothing to lose
    arrays = dataclasses.replace(arrays, human=human)
    found = standardized_systems(arrays, arrays.group((0, 1)), "level")
    assert not found.undefined.any()
    assert found.present.tolist() == [True] * 4 + [False, True]


def test_cells_are_standardized_over_what_is_there():
    values = np.array([[[1.0, 2.0], [3.0, NAN]]])
    found = standardized_cells(values, ~np.isnan(values[0]))
    np.testing.assert_allclose(found, [[[-np.sqrt(1.5), 0], [np.sqrt(1.5), 0]]])


def test_outputs_are_standardized_over_what_is_correlated():
    arrays = arrays_of()
    group = arrays.group((1,))
    x = arrays.exact[0][1]
    columns, human, cells = standardized_outputs(arrays, group, "input", "level")
    np.testing.assert_allclose(columns[0][:, 2], z_scored(x[:, 2]))
    rows, turned, _ = standardized_outputs(arrays, group, "per_system", "level")
    np.testing.assert_allclose(rows[0][:, 4], z_scored(x[4]))
    np.testing.assert_array_equal(turned, human.T)
    assert cells.all()
    for level, standardize in (("global", "level"), ("input", "cells"), ("global", "cells")):
        np.testing.assert_allclose(standardized_outputs(arrays, group, level, standardize)[0][0], z_scored(x))
    given, _, _ = standardized_outputs(arrays, group, "input", AS_GIVEN)
    np.testing.assert_array_equal(given[0], arrays.metrics[1])
