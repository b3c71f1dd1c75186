"""Metrics side by side have the estimates of every facet, and marks of those that may be the best there."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.writing.tables import correlation
from trueness.studies.facets.side_by_side import DOT, side_by_side

HUMANS = ["coherence", "fluency", "mean(coherence,fluency)"]


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(8, 24))
    people = [quality + rng.normal(size=quality.shape) for _ in range(2)]
    metrics = [quality + (0.3 + 1.5 * k) * rng.normal(size=quality.shape) for k in range(5)]
    table = ScoreTable(
        (*(Scorer(name, "human") for name in HUMANS[:2]), *(Scorer(name) for name in "abcde")),
        tuple(f"s{k}" for k in range(8)),
        tuple(f"d{k}" for k in range(24)),
        np.stack([*people, *metrics]),
    )
    return trueness.facets(table, human=HUMANS, level="global", coefficient=["pearson", "spearman"], rng=1)


def test_side_by_side_has_the_estimates_of_each_and_marks_who_may_be_the_best(found):
    spec, rows = side_by_side(found, "global", "spearman")
    assert [column.heading for column in spec.columns] == ["Metric", "coherence", "fluency", "mean"]
    first = [found.of("coherence").estimate(row["metric"], "global", "spearman").estimate for row in rows]
    assert first == sorted(first, reverse=True)
    for row in rows:
        for k, human in enumerate(HUMANS):
            one = found.of(human)
            rank = next(r for r in one.ranks if (r.metric, r.coefficient) == (row["metric"], "spearman"))
            wanted = correlation(rank.estimate) + (DOT if rank.may_be_best else "")
            assert row[f"facet_{k}"] == wanted
    assert any(DOT in row["facet_0"] for row in rows)
    assert any(DOT not in row["facet_0"] for row in rows)
    assert len(side_by_side(found, "global", "spearman", top=2)[1]) == 2
    assert [row["metric"] for row in side_by_side(found, "global", "pearson", by_name=True)[1]] == list(
        "abcde"
    )
