from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.resampling.bootstrap import bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.equivalence.resampled_correlations import point_correlations, resampled_correlations


def test_points_and_resamples_by_scipy():
    rng = np.random.default_rng(0)
    human = rng.normal(size=(6, 8))
    metrics = human + rng.normal(size=(3, 6, 8))
    metrics[1, 2, 3] = np.nan  # its cells differ, so it is in a group of its own
    arrays = ScoreArrays.of(metrics, human)
    found = point_correlations(arrays, ("global",), ("pearson", "kendall"))
    for k in range(3):
        there = ~np.isnan(metrics[k])
        assert found["global", "pearson"][k] == pytest.approx(
            stats.pearsonr(metrics[k][there], human[there])[0]
        )
        assert found["global", "kendall"][k] == pytest.approx(
            stats.kendalltau(metrics[k][there], human[there])[0]
        )
    plan = bootstrap_plan(arrays, "inputs", 20, 1)
    drawn = resampled_correlations(arrays, ("global",), ("pearson",), plan)["global", "pearson"]
    assert drawn.shape == (20, 3)
    counts = plan.tile(0).inputs
    for b in (0, 13):
        columns = np.repeat(np.arange(8), counts[b].astype(int))
        for k in (0, 2):
            x, z = metrics[k][:, columns].ravel(), human[:, columns].ravel()
            assert drawn[b, k] == pytest.approx(stats.pearsonr(x, z)[0])
