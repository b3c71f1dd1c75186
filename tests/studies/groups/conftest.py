"""Metrics in three languages, one of which has few inputs, and two families of systems."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable

LANGUAGES = ("de",) * 14 + ("en",) * 12 + ("is",) * 3


@pytest.fixture(scope="session")
def table():
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
