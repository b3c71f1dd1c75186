"""Scores of variants of ROUGE by name, and of another metric."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.statistics.annotators.human_assessment import mean_of_dimensions
from trueness.studies.variants.study import variants

NAMES = ("rouge1_precision", "rouge1_recall", "rouge2_stem_f", "rouge2_stop_recall", "other")
COLUMNS = (*(name for one in NAMES[:4] for name in (one, f"{one}:median")), "other")
QUICK = {"splits": 30, "resamples": 40, "rng": 1}


def made(seed=5, systems=12, inputs=16):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(systems, 1))
    human = [quality + rng.normal(size=(systems, inputs)) for _ in range(2)]
    shared = rng.normal(size=(systems, inputs))
    scores = [
        quality + shared + (0.5 + 0.5 * k) * rng.gumbel(size=(systems, inputs)) for k in range(len(NAMES))
    ]
    return ScoreTable(
        (
            *(Scorer(name, "human") for name in ("coverage", "quality")),
            *(Scorer(name, "metric") for name in NAMES),
        ),
        tuple(f"s{k:02d}" for k in range(systems)),
        tuple(f"d{k:02d}" for k in range(inputs)),
        np.stack([np.abs(one) if k < 2 else one for k, one in enumerate([*human, *scores])]),
        name="toy",
    )


@pytest.fixture(scope="session")
def table():
    return made()


@pytest.fixture(scope="session")
def found(table):
    return variants(
        table,
        dimensions=["coverage", "quality"],
        named=["rouge2_stop_recall:median", "other"],
        coefficient=["pearson", "kendall"],
        top=3,
        **QUICK,
    )


def system_scores(table, name):
    base, _, word = name.partition(":")
    return (np.median if word else np.mean)(table.matrix(base), axis=1)


@pytest.fixture(scope="session")
def people(table):
    values = mean_of_dimensions([table.matrix("coverage"), table.matrix("quality")])
    return values.mean(axis=1)
