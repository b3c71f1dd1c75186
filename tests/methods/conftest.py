"""Scores of three metrics that the tests of all methods share."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.score_arrays import ScoreArrays


@pytest.fixture
def arrays() -> ScoreArrays:
    rng = np.random.default_rng(3)
    human = rng.integers(0, 4, (9, 8)).astype(float)
    metrics = human + rng.normal(size=(3, 9, 8)) * np.array([0.5, 1, 3])[:, None, None]
    return ScoreArrays.of(metrics, human, ("a", "b", "c"))
