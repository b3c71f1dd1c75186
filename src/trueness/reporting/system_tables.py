"""The tables of a comparison of systems: which columns, under which headings, with which rounding."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.reporting.captions import label
from trueness.reporting.comparison_tables import CAUTIONS
from trueness.reporting.figures.wording import counted
from trueness.reporting.orientation import lower_is_better
from trueness.reporting.tables import Column, TableSpec, empty_columns
from trueness.studies.systems.system_comparison import SystemComparison
from trueness.studies.systems.system_settings import SystemSettings
from trueness.studies.words import CORRECTION_WORDS

TEST_NAMES = {
    "permutation": "the paired permutation test",
    "bootstrap": "the paired bootstrap test",
    "t": "the paired t test",
    "wilcoxon": "Wilcoxon's signed-rank test",
    "rank_sum": "the rank-sum test",
}

PAIRS = TableSpec(
    "pairs",
    "Pairs of systems",
    "Difference between the scores of each pair of systems on the inputs both have, and its test.",
    (
        Column("scorer", "Scorer"),
        Column("system", "System"),
        Column("rival_system", "Rival"),
        Column("estimate_system", "Score of system", "correlation"),
        Column("estimate_rival", "Score of rival", "correlation"),
        Column("estimate", "Difference", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("n_inputs", "Inputs", "count"),
        Column("statistic", "Statistic", "statistic"),
        Column("pvalue", "p", "pvalue"),
        Column("pvalue_adjusted", "p adjusted", "pvalue"),
        Column("verdict", "Verdict"),
    ),
    dispensable=(
        ("n_inputs",),
        ("statistic",),
        ("pvalue",),
        ("estimate_system", "estimate_rival"),
        (("low", "high"),),
    ),
)
STANDING = TableSpec(
    "standing",
    "Standing of systems",
    "Score of each system, its rank cluster, and whether any other system is significantly better.",
    (
        Column("scorer", "Scorer"),
        Column("system", "System"),
        Column("person", "People", "mark"),
        Column("estimate", "Score", "correlation"),
        Column("n_inputs", "Inputs", "count"),
        Column("cluster", "Cluster", "count"),
        Column("not_outperformed", "Not outperformed", "mark"),
        Column("n_beaten", "Beats", "count"),
        Column("n_beaten_by", "Beaten by", "count"),
    ),
)
AGREEMENT = TableSpec(
    "agreement",
    "Agreement about pairs of systems",
    "Pairs of systems by what the human and the metric decide about them: both find the same one better, neither finds "
    "a difference, only one of them does, or each finds the other better. Same decision: the first two, as a share of "
    "all. Found: the share of the pairs that the human separates which the metric separates, too, in the same "
    "direction.",
    (
        Column("metric", "Metric"),
        Column("n_pairs", "Pairs", "count"),
        Column("n_same_winner", "Same winner", "count"),
        Column("n_no_difference", "No difference", "count"),
        Column("n_human_only", "Human only", "count"),
        Column("n_metric_only", "Metric only", "count"),
        Column("n_contradictions", "Opposite winner", "count"),
        Column("n_undefined", "Undefined", "count"),
        Column("agreement", "Same decision", "share"),
        Column("discriminative_power", "Found", "share"),
        Column("precision", "Precision", "share"),
        Column("balanced_accuracy", "Balanced accuracy", "share"),
    ),
    dispensable=(("n_undefined",), ("n_pairs",), ("balanced_accuracy",), ("precision",)),
)
DECISIONS = TableSpec(
    "decisions",
    "Decisions about each pair of systems",
    "The system against its rival, by the human and by the metric, and how the two go together.",
    (
        Column("metric", "Metric"),
        Column("system", "System"),
        Column("rival_system", "Rival"),
        Column("verdict_human", "By the human"),
        Column("verdict_metric", "By the metric"),
        Column("outcome", "Outcome"),
    ),
)
SEPARATION = TableSpec(
    "separation",
    "People and machines",
    "Probability that an output by a person scores higher than one by a machine for the same input (one half: chance), "
    "and pairs of a person and a machine in which one is significantly better.",
    (
        Column("scorer", "Scorer"),
        Column("auc", "Probability", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("pvalue", "p", "pvalue"),
        Column("pvalue_adjusted", "p adjusted", "pvalue"),
        Column("auc_systems", "Of systems", "correlation"),
        Column("n_people", "People", "count"),
        Column("n_machines", "Machines", "count"),
        Column("n_inputs", "Inputs", "count"),
        Column("n_pairs", "Pairs", "count"),
        Column("n_people_better", "People better", "count"),
        Column("n_machine_better", "Machine better", "count"),
    ),
    dispensable=(
        ("pvalue",),
        ("n_inputs", "n_people", "n_machines"),
        ("n_pairs",),
        ("auc_systems",),
        ("pvalue_adjusted",),
    ),
)
NORMALITY = TableSpec(
    "normality",
    "Normality of differences",
    "Shapiro–Wilk tests of the differences between two systems' outputs: the share of pairs in which they depart "
    "significantly from a normal distribution, uncorrected, and the smallest p-value after Holm's correction.",
    (
        Column("scorer", "Scorer"),
        Column("share_significant", "Pairs not normal", "share"),
        Column("pvalue_smallest", "Smallest p", "pvalue"),
        Column("n_tests", "Tests", "count"),
        Column("n_undefined", "Undefined", "count"),
    ),
)


def system_tables(comparison: SystemComparison) -> tuple[tuple[TableSpec, Sequence[Any]], ...]:
    """Return the tables of a comparison of systems with their rows, empty ones included; captions say the settings."""
    settings = comparison.settings
    how = _how(settings)
    pairs = dataclasses.replace(PAIRS, caption=f"{PAIRS.caption} {how}")
    pairs = pairs.without(*empty_columns(comparison.pairs, pairs)) if comparison.pairs else pairs
    standing = dataclasses.replace(
        STANDING,
        caption=f"{STANDING.caption} Clusters by the rule of the WMT metrics task, from one-sided uncorrected p-values "
        f"at {settings.alpha:g}, 1 is best; the columns after it count significant differences. {how}",
    )
    if not comparison.people:
        standing = standing.without("person")
    agreement = dataclasses.replace(AGREEMENT, caption=f"{AGREEMENT.caption} {how}")
    separation = dataclasses.replace(SEPARATION, caption=f"{SEPARATION.caption} {how}")
    found: tuple[tuple[TableSpec, Sequence[Any]], ...] = (
        (pairs, comparison.pairs),
        (standing, sorted_standing(comparison)),
        (agreement, comparison.agreement),
        (dataclasses.replace(DECISIONS, caption=f"{DECISIONS.caption} {how}"), comparison.decisions),
        (separation, comparison.separation),
        (NORMALITY, comparison.normality),
        (CAUTIONS, comparison.cautions),
    )
    return tuple((_of(comparison, spec), rows) for spec, rows in found)


def sorted_standing(comparison: SystemComparison) -> tuple[Any, ...]:
    """Return the rows of the standing, scorer by scorer, the best system first, those without a score last."""
    order = {name: k for k, name in enumerate(comparison.scorers)}
    return tuple(
        sorted(
            comparison.standing,
            key=lambda row: (order[row.scorer], row.estimate != row.estimate, -row.estimate),
        )
    )


def how_tested(settings: SystemSettings, resamples: int, *, exact: bool) -> str:
    """Return which test it was, with how many resamples: ``the paired permutation test, 9,999 resamples``."""
    if not settings.resampled:
        zeros = f" (zeros: {settings.zeros})" if settings.test == "wilcoxon" else ""
        return f"{TEST_NAMES[settings.test]}{zeros}"
    drawn = "arrangements, all there are" if exact else "resamples"
    return f"{TEST_NAMES[settings.test]}, {resamples:,} {drawn}"


def _how(settings: SystemSettings) -> str:
    sides = "Two-sided" if settings.alternative == "two-sided" else f"One-sided ({settings.alternative})"
    corrected = "not adjusted for the number of tests"
    if settings.correction != "none":
        corrected = f"adjusted by {CORRECTION_WORDS[settings.correction]} over all tests of a scorer"
    scores = "medians" if settings.aggregate == "median" else "means"
    if settings.aggregate == "corpus" and settings.resampled:
        scores = "corpus scores where there are sufficient statistics, means otherwise"
    return (
        f"{sides} p-values of {TEST_NAMES[settings.test]}, {corrected}; significant at α = {settings.alpha:g}. "
        f"Scores of systems: {scores}."
    )


def _of(comparison: SystemComparison, spec: TableSpec) -> TableSpec:
    """Return a table that says whose it is: of which data, with its own label, scorers marked."""
    table = comparison.table
    _, systems, inputs = table.shape
    human = "" if comparison.human is None else f", beside the human scores ‘{comparison.human}’"
    data = (
        f"{table.name}: {counted(systems, 'system')} and {counted(inputs, 'input')}, by "
        f"{counted(len(comparison.scorers), 'scorer')}{human}."
    )
    whose = comparison.human or comparison.scorers[0]
    lower = lower_is_better(table)
    columns = tuple(
        dataclasses.replace(column, marked=lower) if column.key in ("scorer", "metric") else column
        for column in spec.columns
    )
    return dataclasses.replace(spec, data=data, label=label(f"systems-{spec.name}", whose), columns=columns)
