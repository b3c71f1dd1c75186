"""Comparisons small enough to draw in every test, among them one with names that are trouble."""

from __future__ import annotations

import numpy as np
import pytest
from tests.small_comparisons import RESAMPLED

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.study import compare

HOSTILE = (
    "<script>alert(1)</script>",
    '$x^2$ & "quotes"',
    "中文评价指标",
    "very_long_" * 12 + "A" + "_long" * 12,
    "very_long_" * 12 + "B" + "_long" * 12,
    "new\nline\x00\x1b[31m",
    "\u202eright to left",
    "constant",
    "",
)


def table(names, *, systems=6, inputs=8, seed=0):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(systems, 1)) + rng.normal(size=(systems, inputs))
    metrics = [human + rng.normal(size=human.shape) * (0.3 + 0.4 * k) for k in range(len(names))]
    if "constant" in names:
        metrics[names.index("constant")] = np.ones_like(human)
    scorers = [Scorer("hu<man> $z$", "human"), *(Scorer(name, "metric", name != "low") for name in names)]
    return ScoreTable(
        tuple(scorers),
        tuple(f"sys <b>{k}" for k in range(systems)),
        tuple(f"d{k}" for k in range(inputs)),
        np.stack([human, *metrics]),
        name="data <i>",
    )


def compared(names, **settings):
    settings = {"rng": 1, "resamples": 99, "coefficient": ["pearson", "kendall"], **settings}
    return compare(table(names), **settings)


@pytest.fixture(scope="session")
def three():
    return compared(["good", "low", "bad"], **RESAMPLED)


@pytest.fixture(scope="session")
def hostile():
    return compared(list(HOSTILE), coefficient="pearson", beside="both")
