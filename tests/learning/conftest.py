"""Outputs whose human score is a known function of their features."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.learning.labelled import Labelled


def made(
    truth,
    *,
    n_systems=10,
    n_inputs=24,
    width=6,
    noise=0.3,
    seed=0,
    over="inputs",
    level="global",
    missing=0.0,
):
    """Return N x M outputs with standard normal features and ``truth(features)`` plus noise as human score."""
    rng = np.random.default_rng(seed)
    size = n_systems * n_inputs
    features = rng.standard_normal((size, width))
    human = truth(features) + noise * rng.standard_normal(size)
    shown = np.where(rng.random(features.shape) < missing, np.nan, features)
    systems, inputs = np.repeat(np.arange(n_systems), n_inputs), np.tile(np.arange(n_inputs), n_systems)
    return Labelled(shown, human[:, None], systems, inputs, systems, inputs, over, level)


@pytest.fixture
def making():
    return made


@pytest.fixture
def held_out(making):
    """Return the agreement on fresh outputs of what a learner makes of others."""

    def agreement(learner, truth, **more):
        predictor = learner.fit(making(truth, **more), 1)
        fresh = making(truth, **{**more, "seed": more.get("seed", 0) + 1})
        return float(fresh.agreement(predictor.predict(fresh.features)[:, None])[0])

    return agreement
