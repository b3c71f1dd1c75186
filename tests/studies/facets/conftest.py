"""Metrics by two human scorers and their mean; and in three languages, one of which has few inputs."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable

LANGUAGES = ("de",) * 14 + ("en",) * 12 + ("is",) * 3

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
    return trueness.facets(table, human=["relevance", "fluency", "mean(relevance,fluency)"], **ASKED)


@pytest.fixture(scope="session")
def grouped():
    """Metrics in three languages, and in two families of systems."""
    rng = np.random.default_rng(7)
    quality = rng.normal(size=(12, 1)) + rng.normal(size=(12, len(LANGUAGES)))
    noise = np.array([0.3, 1.0, 2.5])[:, None, None] * rng.normal(size=(3, 12, len(LANGUAGES)))
    return ScoreTable(
        (Scorer("human", "human"), *(Scorer(name, "metric") for name in ("fine", "fair", "poor"))),
        tuple(f"s{i}" for i in range(12)),
        tuple(f"d{j}" for j in range(len(LANGUAGES))),
        np.concatenate([quality[None], quality + noise]),
        input_groups={"language": LANGUAGES, "document": tuple(f"t{j // 2}" for j in range(len(LANGUAGES)))},
        system_groups={"family": ("a",) * 6 + ("b",) * 6},
        name="made",
    )
