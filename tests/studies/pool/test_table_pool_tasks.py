"""The tasks of one table: rows as those of a comparison, and rank clusters among the pooled metrics."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare
from trueness.studies.pool.pooled_values import table_values
from trueness.studies.pool.table_pool import table_tasks, with_clusters
from trueness.study.selection import score_arrays

SETTINGS = Settings(
    interval="percentile",
    levels=("system", "input"),
    coefficients=("kendall", "acc_eq"),
    resamples=50,
    seed=2,
)


@pytest.fixture(scope="module")
def tasks():
    rng = np.random.default_rng(3)
    human = rng.integers(1, 6, (7, 8)).astype(float)
    metrics = human + np.array([0.3, 1.0, 2.0])[:, None, None] * rng.normal(size=(3, 7, 8))
    metrics[1, 2, 3] = np.nan  # two groups of cells
    scorers = (Scorer("human", "human"), *(Scorer(name) for name in "abc"))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", 7), ("d", 8)))
    table = ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))
    arrays = score_arrays(table, "human", ("a", "b", "c"), SETTINGS, None)
    columns = [(group, [(k,) for k in group.metrics]) for group in arrays.single_groups()]
    found = table_values(arrays, columns, SETTINGS, over="both")
    return table, table_tasks("de-en", arrays, columns, found, SETTINGS)


def test_rows_are_those_of_a_comparison(tasks):
    table, rows = tasks
    alone = compare(
        table,
        human="human",
        level=["system", "input"],
        coefficient=["kendall", "acc_eq"],
        rng=2,
        resamples=50,
        interval="percentile",
        tests=False,
    )
    assert [(row.level, row.coefficient, row.metric) for row in rows] == [
        (row.level, row.coefficient, row.metric) for row in alone.estimates
    ]
    for row, other in zip(rows, alone.estimates, strict=True):
        assert row.table == "de-en"
        assert row.cluster is None
        assert repr([getattr(row, name) for name in vars(other)]) == repr(list(vars(other).values()))
    assert all(np.isnan(row.epsilon) == (row.coefficient != "acc_eq") for row in rows)


def test_clusters_are_of_the_pooled_metrics_only(tasks):
    _, rows = tasks
    key = ("system", "kendall")
    value = {row.metric: row.estimate for row in rows if (row.level, row.coefficient) == key}
    best, second = sorted("ac", key=lambda name: -value[name])
    better = 0.01 if best == "a" else 0.99
    found = with_clusters(
        rows,
        ("a", "c"),
        [(0, 1)],
        {key: (np.array([better]), np.array([1 - better]), np.array([0.02]))},
        Settings(),
    )
    clusters = {row.metric: row.cluster for row in found if (row.level, row.coefficient) == key}
    assert clusters == {best: 1, second: 2, "b": None}
    assert {row.cluster for row in found if (row.level, row.coefficient) != key} == {None}
    together = with_clusters(
        rows, ("a", "c"), [(0, 1)], {key: (np.array([0.5]), np.array([0.5]), np.array([1.0]))}, Settings()
    )
    assert {row.cluster for row in together if (row.level, row.coefficient) == key} == {1, None}


def test_clusters_are_corrected_as_everything_else_is(tasks):
    """The published procedure is one-sided and without correction: then .04 separates, else not."""
    _, rows = tasks
    key = ("system", "kendall")
    value = {row.metric: row.estimate for row in rows if (row.level, row.coefficient) == key}
    pairs = [(0, 1), (0, 2), (1, 2)]
    greater = np.array([0.04 if value["abc"[a]] > value["abc"[b]] else 0.96 for a, b in pairs])
    for options, n in (
        ({}, 1),
        ({"correction": "none"}, 1),
        ({"correction": "none", "alternative": "greater"}, 3),
    ):
        found = with_clusters(
            rows, tuple("abc"), pairs, {key: (greater, 1 - greater, np.full(3, 0.08))}, Settings(**options)
        )
        assert len({row.cluster for row in found if (row.level, row.coefficient) == key}) == n
