from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.statistics.engine.resample import Weights
from trueness.statistics.equivalence.pooled_units import pooled_units
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays

COEFFICIENTS = ("pearson", "spearman", "kendall")


def arrays(**more):
    rng = np.random.default_rng(2)
    human = np.round(rng.normal(size=(5, 7)), 1)
    metrics = human + rng.normal(size=(2, 5, 7))
    human[0, 0] = metrics[0, 1, 1] = np.nan
    return ScoreArrays.of(metrics, human, ("a", "b"), **more)


def test_global_correlations_stay():
    given, pooled = arrays(), pooled_units(arrays())
    assert pooled.human.shape == (1, 34)
    nothing = Weights(None, None)
    for members in [(0,), (1,), (0, 1)]:
        before = level_correlations(given, given.group(members), nothing, "global", COEFFICIENTS).values
        after = level_correlations(pooled, pooled.group(members), nothing, "global", COEFFICIENTS).values
        for name in COEFFICIENTS:
            np.testing.assert_allclose(after[name], before[name], rtol=1e-12)


def test_only_judged_outputs_are_units_whatever_the_means():
    pooled = pooled_units(arrays(means="all"))
    assert pooled.means == "judged"
    assert pooled.judged.all()


def test_clusters_cannot_stay_whole():
    with pytest.raises(UnsupportedMethodError, match="breaks up clusters of inputs"):
        pooled_units(arrays(clusters=[0, 0, 1, 1, 2, 2, 3]))
    with pytest.raises(UnsupportedMethodError, match="breaks up clusters of systems"):
        pooled_units(arrays(system_clusters=[0, 0, 1, 1, 2]))
