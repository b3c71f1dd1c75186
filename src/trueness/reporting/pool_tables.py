"""The tables of an analysis of several tables: the matrix of metrics by tables, and what lies behind it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.errors import listing
from trueness.reporting.comparison_view import RANKS, TESTS
from trueness.reporting.tables import Column, TableSpec, empty_columns
from trueness.reporting.view import CAUTIONS
from trueness.result import Row
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.tables.tables_comparison import TablesComparison
from trueness.studies.words import CORRECTION_WORDS

POOL_TABLES = ("matrix", "estimates", "ranks", "tests", "tasks", "facts", "cautions")

VALUE = "Value"

ESTIMATES = TableSpec(
    "estimates",
    "Agreement over all tables",
    "Average over tables of each coefficient; the pairwise accuracy is the share of all tables' pairs of systems.",
    (
        Column("metric", "Metric"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", "Average", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("n_tables", "Tables", "count"),
        Column("n_undefined", "Undefined tables", "count"),
        Column("n_systems", "Systems", "count"),
        Column("n_pairs", "Pairs of systems", "count"),
        Column("n_undefined_resamples", "Undefined resamples", "count"),
    ),
)
TASKS = TableSpec(
    "tasks",
    "Every table by itself",
    "Agreement of each metric with people in each table, and its rank cluster there among the pooled metrics.",
    (
        Column("metric", "Metric"),
        Column("table", "Table"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", VALUE, "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("cluster", "Cluster", "count"),
        Column("n_systems", "Systems", "count"),
        Column("n_inputs", "Inputs", "count"),
        Column("n_undefined", "Undefined", "count"),
    ),
)
FACTS = TableSpec(
    "facts",
    "Tables",
    "What each table holds, how it counts, and the seed that repeats its numbers.",
    (
        Column("table", "Table"),
        Column("human", "Human"),
        Column("n_systems", "Systems", "count"),
        Column("n_inputs", "Inputs", "count"),
        Column("n_pairs", "Pairs of systems", "count"),
        Column("n_metrics", "Metrics", "count"),
        Column("weight", "Weight", "statistic"),
        Column("seed", "Seed"),
    ),
)
_HEAD = (
    Column("metric", "Metric"),
    Column("level", "Level"),
    Column("coefficient", "Coefficient"),
    Column("cluster", "Cluster", "count"),
    Column("estimate", "Average", "correlation"),
    Column(("low", "high"), "Interval", "interval"),
)

DISPENSABLE_OF_TESTS = (("pvalue",), ("estimate_metric", "estimate_rival"))
"""What a narrow terminal leaves out of the tests."""


def pool_tables(comparison: TablesComparison) -> dict[str, tuple[TableSpec, Sequence[Any]]]:
    """Return the tables with their rows by name (`POOL_TABLES`); the matrix of the first level and coefficient.

    Parameters
    ----------
    comparison : TablesComparison
    """
    data = data_sentence(comparison)
    estimates = ESTIMATES
    tasks = TASKS
    if comparison.settings.interval == "none":
        estimates = estimates.without(("low", "high"), "n_undefined_resamples")
        tasks = tasks.without(("low", "high"))
    tests = dataclasses.replace(
        TESTS, caption=_tests_caption(comparison), dispensable=DISPENSABLE_OF_TESTS
    ).without("resamples")  # all tests draw as many
    if comparison.tests:
        tests = tests.without(*empty_columns(comparison.tests, tests))
    found: tuple[tuple[TableSpec, Sequence[Any]], ...] = (
        matrix_table(comparison),
        (estimates, comparison.estimates),
        (RANKS.renamed("Correlation", "Average"), comparison.ranks),
        (tests.renamed("Correlation", "Average"), comparison.tests),
        (tasks, comparison.tasks),
        (FACTS, comparison.facts),
        (CAUTIONS, comparison.cautions),
    )
    return {
        spec.name: (dataclasses.replace(spec, data=data, label=f"pool-{spec.name}"), rows)
        for spec, rows in found
    }


def matrix_table(
    comparison: TablesComparison, keys: Sequence[Key] | None = None
) -> tuple[TableSpec, list[Row]]:
    """Return the matrix: a row per metric, the best first, its cluster, pooled value and interval, then every table.

    Parameters
    ----------
    comparison : TablesComparison
    keys : sequence of (level, coefficient), optional
        By default all but the mean of all pooled values, whose columns are others.
    """
    if keys is None:
        keys = [key for key in comparison.keys if key != OVERALL_KEY]
    rows = comparison.matrix(keys)
    fixed = {"metric", "level", "coefficient", "cluster", "estimate", "low", "high"}
    names = list(dict.fromkeys(name for row in rows for name in row if name not in fixed))
    spec = TableSpec(
        "matrix",
        "Metrics by tables",
        _matrix_caption(comparison, keys),
        (*_HEAD, *(Column(name, name, "correlation") for name in names)),
    )
    if comparison.settings.interval == "none":
        spec = spec.without(("low", "high"))
    return (spec if comparison.ranks else spec.without("cluster")), rows


def matrix_parts(comparison: TablesComparison, key: Key, width: int) -> list[tuple[TableSpec, list[Row]]]:
    """Return the matrix of one level and coefficient in parts that fit a width, each with the metrics' names.

    Parameters
    ----------
    comparison : TablesComparison
    key : (level, coefficient)
    width : int
        Letters on a line.
    """
    spec, rows = matrix_table(comparison, [key])
    title = "mean of all pooled values" if key == OVERALL_KEY else f"{key[1]}, {key[0]} level"
    spec = dataclasses.replace(spec.without("level", "coefficient"), title=f"{spec.title}: {title}")
    head = [column for column in spec.columns if column in _HEAD]
    tables = [column for column in spec.columns if column not in _HEAD]
    name = max((len(row["metric"]) for row in rows), default=0) + 2
    room = width - name - 9 - 9 - 18  # cluster, average, interval
    parts: list[list[Column]] = [head]
    for column in tables:
        needed = max(len(column.heading), 6) + 2
        if room < needed and len(parts[-1]) > 1:
            parts.append([head[0]])
            room = width - name
        parts[-1].append(column)
        room -= needed
    return [(dataclasses.replace(spec, columns=tuple(columns)), rows) for columns in parts]


def data_sentence(comparison: TablesComparison) -> str:
    """Return a sentence on what the tables rest on."""
    facts = comparison.facts
    humans = listing(dict.fromkeys(row.human for row in facts))
    systems = sum(row.n_systems for row in facts)
    tables = "1 table" if len(facts) == 1 else f"{len(facts)} tables"
    return f"{tables} ({listing([row.table for row in facts], 20)}), {systems} systems in all; human scores: {humans}."


def _matrix_caption(comparison: TablesComparison, keys: Sequence[Key]) -> str:
    names = [coefficient_facts(name).words for _, name in keys if name != OVERALL_KEY[1]]
    how = {
        "equal": "every table counts the same",
        "pairs": "tables count by their pairs of systems",
        "given": "tables count by given weights",
    }[comparison.weights]
    parts = []
    if set(keys) - {ACCURACY_KEY, OVERALL_KEY}:
        parts.append(f"Averages over tables; {how}.")
    if ACCURACY_KEY in keys:
        parts.append("The pairwise accuracy is the share of all tables' pairs of systems.")
    if OVERALL_KEY in keys:
        parts.append("Mean of all pooled values of a metric.")
    if names:
        parts.insert(0, f"Agreement with people: {', '.join(dict.fromkeys(names))}.")
    if comparison.ranks:
        parts.append(
            f"Clusters: rank clusters of WMT from one-sided p-values at {comparison.settings.alpha:g}, without "
            "correction."
        )
    return " ".join(parts)


def _tests_caption(comparison: TablesComparison) -> str:
    settings = comparison.settings
    kinds = listing(dict.fromkeys(f"{row.test} over {row.over}" for row in comparison.tests))
    if not kinds:
        return TESTS.caption
    return (
        f"Differences between pooled values of pairs of metrics; tests resample every table independently: {kinds}, "
        f"{settings.alternative}, {settings.resamples} resamples, {CORRECTION_WORDS[settings.correction]}."
    )
