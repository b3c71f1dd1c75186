"""The tables of a comparison: which columns, under which headings, with which rounding."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.reporting.aggregation import all_means
from trueness.reporting.captions import (
    data_sentence,
    estimates_caption,
    label,
    ranks_caption,
    tests_caption,
    with_legend,
)
from trueness.reporting.marks import has_medians
from trueness.reporting.orientation import lower_is_better
from trueness.reporting.tables import Column, TableSpec
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.comparison import Comparison
from trueness.studies.words import agreement_noun

CORRELATION = "Correlation"
"""What a column is headed where its rows have several coefficients; otherwise their symbol stands there."""

ESTIMATES = TableSpec(
    "estimates",
    "Correlations with the human",
    "Correlation of each metric with the human scores.",
    (
        Column("metric", "Metric"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", CORRELATION, "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("epsilon", "ε", "threshold"),
        Column("n_systems", "Systems", "count"),
        Column("n_inputs", "Inputs", "count"),
        Column("n_cells", "Outputs", "count"),
        Column("n_undefined", "Undefined", "count"),
        Column("n_undefined_resamples", "Undefined resamples", "count"),
        Column(("wrong_pairs_low", "wrong_pairs_high"), "Pairs ordered wrongly", "shares"),
    ),
)
MARGIN_COLUMNS = ("pvalue_equivalence_adjusted", "smallest_margin")
TESTS = TableSpec(
    "tests",
    "Pairs of metrics",
    "Difference in correlation of each pair of metrics, and its test.",
    (
        Column("metric", "Metric"),
        Column("rival", "Rival"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate_metric", f"{CORRELATION} of metric", "correlation"),
        Column("estimate_rival", f"{CORRELATION} of rival", "correlation"),
        Column("estimate", "Difference", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("statistic", "Statistic", "statistic"),
        Column("pvalue", "p", "pvalue"),
        Column("resamples", "Draws", "count"),
        Column("pvalue_adjusted", "p adjusted", "pvalue"),
        Column("pvalue_equivalence_adjusted", "p equivalent", "pvalue"),
        Column("smallest_margin", "Margin needed", "correlation"),
        Column("verdict", "Verdict"),
    ),
)
BESIDE = dataclasses.replace(
    TESTS,
    name="beside",
    title="Other permutation tests of the same pairs",
    columns=(*TESTS.columns[:4], Column("over", "Permuted"), *TESTS.columns[4:]),
)
RANKS = TableSpec(
    "ranks",
    "Standing",
    "Rank cluster, and whether any other metric is significantly better.",
    (
        Column("metric", "Metric"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", CORRELATION, "correlation"),
        Column("cluster", "Cluster", "count"),
        Column("not_outperformed", "Not outperformed", "mark"),
        Column("n_beaten", "Beats", "count"),
        Column("n_beaten_by", "Beaten by", "count"),
    ),
)
SENSITIVITY = TableSpec(
    "sensitivity",
    "Leaving one system out",
    "Smallest and largest correlation with one system left out, and the system whose absence moves it most.",
    (
        Column("metric", "Metric"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", CORRELATION, "correlation"),
        Column(("low", "high"), "Range", "interval"),
        Column("most_influential", "Most influential"),
    ),
)
NORMALITY = TableSpec(
    "normality",
    "Normality of the scores",
    "Shapiro–Wilk tests: of the system means at system level; at input level the share of inputs whose "
    "scores across systems depart significantly from a normal distribution.",
    (
        Column("scorer", "Scorer"),
        Column("level", "Level"),
        Column("pvalue", "p", "pvalue"),
        Column("share_significant", "Inputs not normal", "share"),
        Column("n_tests", "Tests", "count"),
        Column("n_undefined", "Undefined", "count"),
    ),
)
CAUTIONS = TableSpec(
    "cautions",
    "Cautions",
    "What a reader of the numbers has to know.",
    (Column("severity", "Severity"), Column("code", "Name"), Column("message", "What, and what to do")),
)


def comparison_tables(comparison: Comparison) -> tuple[tuple[TableSpec, Sequence[Any]], ...]:
    """Return the tables of a comparison with their rows, empty ones included; captions say the settings."""
    settings = comparison.settings
    estimates = dataclasses.replace(ESTIMATES, caption=estimates_caption(comparison))
    if not settings.interval_method.words:
        estimates = estimates.without(("low", "high"), ("wrong_pairs_low", "wrong_pairs_high"))
    if not settings.interval_method.resampled:
        estimates = estimates.without("n_undefined_resamples")
    if not any(coefficient_facts(name).calibrated for name in settings.coefficients):
        estimates = estimates.without("epsilon")
    if ("system", "kendall") not in settings.keys:
        estimates = estimates.without(("wrong_pairs_low", "wrong_pairs_high"))
    if not comparison.table.has_systems:
        # every item is one output, and nothing is averaged
        estimates = estimates.without("n_systems", "n_cells", "n_undefined").renamed("Inputs", "Items")
    tests = dataclasses.replace(TESTS, caption=tests_caption(comparison, comparison.tests))
    if all(row.statistic != row.statistic for row in comparison.tests):
        tests = tests.without("statistic")
    beside = dataclasses.replace(BESIDE, caption=tests_caption(comparison, comparison.beside))
    if settings.margin is None:
        tests, beside = tests.without(*MARGIN_COLUMNS), beside.without(*MARGIN_COLUMNS)
    if settings.stop_after is None:
        tests, beside = tests.without("resamples"), beside.without("resamples")
    found: tuple[tuple[TableSpec, Sequence[Any]], ...] = (
        (estimates, comparison.estimates),
        (dataclasses.replace(RANKS, caption=ranks_caption(comparison)), comparison.ranks),
        (tests, comparison.tests),
        (beside.without("statistic"), comparison.beside),
        (_explained(SENSITIVITY, comparison), comparison.sensitivity),
        (_explained(_normality(comparison), comparison), comparison.normality),
        (CAUTIONS, comparison.cautions),
    )
    return tuple((_of(comparison, spec, rows), rows) for spec, rows in found)


def _normality(comparison: Comparison) -> TableSpec:
    if all_means(comparison):
        return NORMALITY
    return dataclasses.replace(NORMALITY, caption=NORMALITY.caption.replace("system means", "system scores"))


def _explained(spec: TableSpec, comparison: Comparison) -> TableSpec:
    return dataclasses.replace(spec, caption=with_legend(spec.caption, comparison))


def _of(comparison: Comparison, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
    """Return a table that says whose it is: of which data, with its own label, names marked."""
    spec = dataclasses.replace(
        spec, data=data_sentence(comparison, rows), label=label(spec.name, comparison.human)
    ).marking(
        lower_is_better(comparison.table),
        frozenset(comparison.metrics if has_medians(comparison, "system") else ()),
    )
    coefficients = comparison.settings.coefficients
    noun = agreement_noun(coefficients)
    if noun != "correlation":
        spec = dataclasses.replace(
            spec,
            title=spec.title.replace("Correlations", "Agreement"),
            caption=spec.caption.replace(CORRELATION, "Agreement").replace("correlation", noun),
        )
        spec = spec if len(coefficients) == 1 else spec.renamed(CORRELATION, "Agreement")
    return with_symbol(spec, coefficients[0]) if len(coefficients) == 1 else spec


def with_symbol(spec: TableSpec, coefficient: str) -> TableSpec:
    """Return a table of rows of one coefficient with its symbol at the head of columns."""
    return spec.renamed(CORRELATION, coefficient_facts(coefficient).symbol)


def select(rows: Sequence[Any], level: str, coefficient: str | None = None) -> tuple[Any, ...]:
    """Return the rows of one level, and of one coefficient."""
    return tuple(
        row for row in rows if row.level == level and (coefficient is None or row.coefficient == coefficient)
    )
