import numpy as np
import pytest

from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.simulation.point_correlations import point_correlations


def test_are_the_public_ones():
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 6, 7)), rng.normal(size=(6, 7))
    found = point_correlations(ScoreArrays.of(x, z), ("system", "input"), ("pearson", "kendall"))
    for (level, coefficient), values in found.items():
        for metric, value in zip(x, values, strict=True):
            assert value == pytest.approx(correlate(metric, z, level, coefficient).estimate)
