"""Metrics by two human scorers and their mean."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer

ASKED = {"level": ["system", "global"], "coefficient": ["pearson", "kendall"], "rng": 5}


@pytest.fixture(scope="session")
def asked():
    """What is asked of every comparison."""
    return ASKED


@pytest.fixture(scope="session")
def table(judged_table):
    """Two human scorers, one of which the data declare, and four metrics."""
    made = judged_table(systems=8, inputs=8)
    fluent = made.matrix("relevance") + np.random.default_rng(2).normal(size=made.shape[1:])
    return made.with_scores(Scorer("fluency"), fluent)


@pytest.fixture(scope="session")
def found(table):
    """The metrics by both, and by their mean."""
    return trueness.dimensions(table, human=["relevance", "fluency", "mean(relevance,fluency)"], **ASKED)
