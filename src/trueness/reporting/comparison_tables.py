"""The tables of a comparison: which columns, under which headings, with which rounding."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.reporting.tables import Column, TableSpec, smallest_pvalue
from trueness.studies.comparison import Comparison
from trueness.studies.conclusions import COEFFICIENT_WORDS, OVER_WORDS
from trueness.studies.rows import PairTest
from trueness.studies.settings import CLOSED_FORM_TESTS, Settings

CORRECTION_WORDS = {
    "none": "no correction",
    "bonferroni": "Bonferroni's correction",
    "holm": "Holm's correction",
    "bh": "the Benjamini–Hochberg procedure",
    "by": "the Benjamini–Yekutieli procedure",
}
INTERVAL_WORDS = {
    "percentile": "percentile bootstrap",
    "basic": "basic bootstrap",
    "bca": "bias-corrected and accelerated (BCa) bootstrap",
    "fisher": "Fisher",
}

ESTIMATES = TableSpec(
    "estimates",
    "Correlations with the human",
    "Correlation of each metric with the human scores.",
    (
        Column("metric", "Metric"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", "r", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("n_systems", "Systems", "count"),
        Column("n_inputs", "Inputs", "count"),
        Column("n_cells", "Outputs", "count"),
        Column("n_undefined", "Undefined", "count"),
        Column("n_undefined_resamples", "Undefined resamples", "count"),
        Column(("wrong_pairs_low", "wrong_pairs_high"), "Pairs ordered wrongly", "shares"),
    ),
)
TESTS = TableSpec(
    "tests",
    "Pairs of metrics",
    "Difference in correlation of each pair of metrics, and its test.",
    (
        Column("metric", "Metric"),
        Column("rival", "Rival"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate_metric", "r of metric", "correlation"),
        Column("estimate_rival", "r of rival", "correlation"),
        Column("estimate", "Difference", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("statistic", "Statistic", "statistic"),
        Column("pvalue", "p", "pvalue"),
        Column("pvalue_adjusted", "p adjusted", "pvalue"),
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
        Column("estimate", "r", "correlation"),
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
        Column("estimate", "r", "correlation"),
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
    estimates = dataclasses.replace(ESTIMATES, caption=_estimates_caption(comparison))
    if settings.interval == "none":
        estimates = estimates.without(("low", "high"), ("wrong_pairs_low", "wrong_pairs_high"))
    if settings.interval in ("none", "fisher"):
        estimates = estimates.without("n_undefined_resamples")
    if "kendall" not in settings.coefficients:
        estimates = estimates.without(("wrong_pairs_low", "wrong_pairs_high"))
    tests = dataclasses.replace(TESTS, caption=tests_caption(comparison.tests, settings))
    beside = dataclasses.replace(BESIDE, caption=tests_caption(comparison.beside, settings)).without(
        "statistic"
    )
    if all(row.statistic != row.statistic for row in comparison.tests):
        tests = tests.without("statistic")
    ranks = dataclasses.replace(
        RANKS,
        caption=f"Clusters by the rule of the WMT metrics task, from one-sided uncorrected p-values at "
        f"{settings.alpha:g}, 1 is best; the columns after it count significant differences after "
        f"{CORRECTION_WORDS[settings.correction]}.",
    )
    return (
        (estimates, comparison.estimates),
        (ranks, comparison.ranks),
        (tests, comparison.tests),
        (beside, comparison.beside),
        (SENSITIVITY, comparison.sensitivity),
        (NORMALITY, comparison.normality),
        (CAUTIONS, comparison.cautions),
    )


def _estimates_caption(comparison: Comparison) -> str:
    settings = comparison.settings
    text = f"Correlation of each metric with ‘{comparison.human}’"
    if settings.interval == "none":
        return f"{text}."
    words = f"{settings.confidence:.0%} {INTERVAL_WORDS[settings.interval]} interval".replace("%", " %")
    over = "" if settings.interval == "fisher" else f", for {OVER_WORDS[settings.over]}"
    return (
        f"{text}, with its {words.replace(' %', '%')}{over}. Undefined counts inputs without a correlation."
    )


def tests_caption(rows: Sequence[PairTest], settings: Settings) -> str:
    """Return the caption of a table of tests: direction, correction, family, smallest p-value there is."""
    text = "Difference r(metric) − r(rival)"
    if settings.interval != "none" or settings.test in CLOSED_FORM_TESTS:
        text += " with its percentile interval" if settings.interval == "bca" else " with its interval"
    if not rows:
        return f"{text}. Nothing was tested."
    row = rows[0]
    sides = {
        "two-sided": "two-sided",
        "greater": "one-sided (metric better)",
        "less": "one-sided (metric worse)",
    }
    text += f"; {sides[row.alternative]} p-values, adjusted by {CORRECTION_WORDS[settings.correction]}"
    if settings.correction == "none":
        text = f"{text.rsplit(',', 1)[0]}, not adjusted"
    else:
        text += f" over {row.family_size} tests"
    drawn = [test.resamples for test in rows if test.resamples and not test.exact]
    if drawn:
        text += f". The smallest p-value that {drawn[0]} resamples can give is {smallest_pvalue(drawn[0])}"
    return f"{text}."


def select(rows: Sequence[Any], level: str, coefficient: str | None = None) -> tuple[Any, ...]:
    """Return the rows of one level, and of one coefficient."""
    return tuple(
        row for row in rows if row.level == level and (coefficient is None or row.coefficient == coefficient)
    )


def coefficient_name(coefficient: str) -> str:
    """Return a coefficient as readers know it."""
    return COEFFICIENT_WORDS[coefficient]
