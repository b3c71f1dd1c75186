"""The tables of a comparison of metrics: their columns, and captions that say the settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from trueness.columns.results import CORRELATION
from trueness.reporting.view import Table, shared_tables
from trueness.reporting.writing.orientation import lower_is_better
from trueness.reporting.writing.tables import Column, TableSpec, with_symbol
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.aggregation import all_means
from trueness.studies.compare.captions import (
    data_sentence,
    estimates_caption,
    label,
    ranks_caption,
    tests_caption,
    with_legend,
)
from trueness.studies.compare.marks import unsaid_medians
from trueness.studies.compare.rows import CompareResult, Estimate, NormalityRow, PairTest, Rank, Sensitivity
from trueness.study.best_and_ranks import ranks_beside_best
from trueness.study.words import agreement_noun

ESTIMATES = TableSpec.of(
    Estimate,
    "estimates",
    "Correlations with people",
    "Correlation of each metric with the human scores.",
    (
        "metric",
        "level",
        "coefficient",
        "estimate",
        ("low", "high"),
        "epsilon",
        "threshold",
        "n_systems",
        "n_inputs",
        "n_cells",
        "n_undefined",
        "n_undefined_resamples",
        ("wrong_pairs_low", "wrong_pairs_high"),
    ),
)
MARGIN_COLUMNS = ("pvalue_equivalence_adjusted", "smallest_margin")
TESTS = TableSpec.of(
    PairTest,
    "tests",
    "Pairs of metrics",
    "Difference in correlation of each pair of metrics, and its test.",
    (
        "metric",
        "rival",
        "level",
        "coefficient",
        "estimate_metric",
        "estimate_rival",
        "estimate",
        ("low", "high"),
        "statistic",
        "pvalue",
        "resamples",
        "pvalue_adjusted",
        "pvalue_equivalence_adjusted",
        "smallest_margin",
        "verdict",
    ),
    dispensable=(("statistic",), ("resamples",), ("estimate_metric", "estimate_rival"), ("pvalue",)),
)
BESIDE = dataclasses.replace(
    TESTS,
    name="beside",
    title="Other permutation tests of the same pairs",
    columns=(*TESTS.columns[:4], Column("over", "Permuted"), *TESTS.columns[4:]),
)
RANKS = TableSpec.of(
    Rank,
    "ranks",
    "Standing",
    "Whether each metric may be the best, limits of its rank, and its cluster as WMT prints it.",
    dispensable=(("not_outperformed",), ("n_beaten", "n_beaten_by"), ("cluster",), ("pvalue_best",)),
)
SENSITIVITY = TableSpec.of(
    Sensitivity,
    "sensitivity",
    "Leaving one system out",
    "Smallest and largest correlation with one system left out, and the system whose absence moves it most.",
)
NORMALITY = TableSpec.of(
    NormalityRow,
    "normality",
    "Normality of the scores",
    "Shapiro–Wilk tests: of the system means at system level; at input level the share of inputs whose "
    "scores across systems depart significantly from a normal distribution.",
)


def comparison_tables(comparison: CompareResult) -> tuple[Table, ...]:
    """Return the tables of a comparison with their rows, empty ones included; captions say the settings."""
    settings = comparison.settings
    estimates = dataclasses.replace(ESTIMATES, caption=estimates_caption(comparison))
    if not settings.interval_method.words:
        estimates = estimates.without(("low", "high"), ("wrong_pairs_low", "wrong_pairs_high"))
    if not settings.interval_method.resampled:
        estimates = estimates.without("n_undefined_resamples")
    if not any(coefficient_facts(name).calibrated for name in settings.coefficients):
        estimates = estimates.without("epsilon")
    if not any(coefficient_facts(name).called for name in settings.coefficients):
        estimates = estimates.without("threshold")
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
    ranks = dataclasses.replace(RANKS, caption=ranks_caption(comparison), note=ranks_note([comparison]))
    found: tuple[tuple[TableSpec, Sequence[Any]], ...] = (
        (estimates, comparison.estimates),
        (ranks, comparison.ranks),
        (tests, comparison.tests),
        (beside.without("statistic"), comparison.beside),
        (_explained(SENSITIVITY, comparison), comparison.sensitivity),
        (_explained(_normality(comparison), comparison), comparison.normality),
        *shared_tables(comparison),
    )
    return tuple((_of(comparison, spec, rows), rows) for spec, rows in found)


def ranks_note(comparisons: Iterable[CompareResult]) -> str:
    """Return what a reader of the ranks of one or several comparisons with the same settings has to know."""
    found = list(comparisons)
    ranks = [row for one in found for row in one.ranks]
    return ranks_beside_best("metric", ranks, found[0].settings.correction)


def _normality(comparison: CompareResult) -> TableSpec:
    if all_means(comparison):
        return NORMALITY
    return dataclasses.replace(NORMALITY, caption=NORMALITY.caption.replace("system means", "system scores"))


def _explained(spec: TableSpec, comparison: CompareResult) -> TableSpec:
    return dataclasses.replace(spec, caption=with_legend(spec.caption, comparison))


def _of(comparison: CompareResult, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
    """Return a table that says whose it is: of which data, with its own label, names marked."""
    spec = dataclasses.replace(
        spec, data=data_sentence(comparison, rows), label=label(spec.name, comparison.human)
    ).marking(
        lower_is_better(comparison.table),
        unsaid_medians(comparison, "system"),
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
