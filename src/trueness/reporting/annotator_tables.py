"""The tables of a study of annotators: which columns, under which headings, with which rounding."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.reporting.captions import label
from trueness.reporting.comparison_tables import CAUTIONS, CORRELATION, with_symbol
from trueness.reporting.orientation import LOWER, legend, lower_is_better
from trueness.reporting.tables import Column, TableSpec, count
from trueness.studies.annotators.annotator_study import STUDY_TABLES, AnnotatorStudy
from trueness.studies.words import OVER_WORDS

CEILING = TableSpec(
    "ceiling",
    "Metrics beside an annotator",
    "Correlation of each metric with the annotators other than one, averaged over the one left out, and that of the "
    "one left out with the same others (the ceiling). The difference is the metric's minus the annotator's, in the "
    "same resamples.",
    (
        Column("metric", "Metric"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", CORRELATION, "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("ceiling", "Ceiling", "correlation"),
        Column(("ceiling_low", "ceiling_high"), "Interval of ceiling", "interval"),
        Column("difference", "Difference", "correlation"),
        Column(("difference_low", "difference_high"), "Interval of difference", "interval"),
        Column("reaches", "Against the ceiling"),
    ),
    dispensable=((("ceiling_low", "ceiling_high"),), (("low", "high"),), ("ceiling",)),
)
AGREEMENT = TableSpec(
    "agreement",
    "Agreement of all annotators",
    "Krippendorff's alpha by what a difference of ratings means, and intraclass correlations of a single rating (1) "
    "and of the mean of k.",
    (
        Column("measure", "Measure"),
        Column("estimate", "Agreement", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("n_annotators", "Annotators", "count"),
        Column("n_units", "Outputs", "count"),
        Column("n_dropped", "Left out", "count"),
        Column("n_undefined_resamples", "Undefined resamples", "count"),
    ),
)
PAIRS = TableSpec(
    "pairs",
    "Agreement of pairs of annotators",
    "Cohen's kappa, kappa with quadratic weights, and Gwet's AC1 of each pair, on the outputs both rated.",
    (
        Column("annotator", "Annotator"),
        Column("other", "Other"),
        Column("measure", "Measure"),
        Column("estimate", "Agreement", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("n_units", "Outputs", "count"),
        Column("n_undefined_resamples", "Undefined resamples", "count"),
    ),
)
ANNOTATORS = TableSpec(
    "annotators",
    "Each annotator against the others",
    "Correlation of each annotator with the others together, on the outputs that this one and another rated.",
    (
        Column("annotator", "Annotator"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("estimate", CORRELATION, "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("n_cells", "Outputs", "count"),
        Column("n_undefined", "Undefined", "count"),
    ),
)
COMPONENTS = TableSpec(
    "components",
    "Where single ratings vary",
    "Variance components of single ratings, by Henderson's first method; negative estimates are 0.",
    (
        Column("component", "Component"),
        Column("variance", "Variance", "correlation"),
        Column("share", "Share", "share"),
        Column("unbounded", "Unbounded estimate", "correlation"),
    ),
)
DESIGNS = TableSpec(
    "designs",
    "Reliability of other designs",
    "Reliability of averaged ratings for ranking (G) and for the scores themselves (Phi), for other annotators of the "
    "same inputs, or (both) for other annotators and other inputs.",
    (
        Column("level", "Level"),
        Column("over", "Others might be"),
        Column("n_annotators", "Annotators", "count"),
        Column("n_inputs", "Inputs", "count"),
        Column("g", "G", "correlation"),
        Column("phi", "Phi", "correlation"),
    ),
)
ATTENUATION = TableSpec(
    "attenuation",
    "Correlations corrected for noise",
    "Correlation of each metric with all annotators together, and what it would be if their ratings had no noise: "
    "divided by the square root of the reliability (which a metric that knows the truth would reach), cut at 1.",
    (
        Column("metric", "Metric"),
        Column("level", "Level"),
        Column("coefficient", "Coefficient"),
        Column("correlation", CORRELATION, "correlation"),
        Column("reliability", "Reliability", "correlation"),
        Column("attainable", "Attainable", "correlation"),
        Column("estimate", "Corrected", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("capped", "Cut at 1", "mark"),
        Column("n_undefined_resamples", "Undefined resamples", "count"),
    ),
    dispensable=(("n_undefined_resamples",), ("attainable",), ("reliability",)),
)
ALT_TESTS = TableSpec(
    "alt_tests",
    "May a metric stand in for an annotator?",
    "Alternative annotator test: the share of annotators that a metric wins against (it passes from one half on), "
    "standard errors over inputs, and as published, all outputs taken for independent; the advantage is how often it "
    "fits the other annotators at least as well as the one left out. Constant: a judge that gives every output one "
    "rating.",
    (
        Column("metric", "Metric"),
        Column("winning_rate", "Winning rate", "share"),
        Column("winning_rate_published", "As published", "share"),
        Column("advantage", "Advantage", "share"),
        Column("constant_winning_rate", "Constant wins", "share"),
        Column("constant_advantage", "Constant advantage", "share"),
        Column("verdict", "Verdict"),
        Column("n_tested", "Annotators", "count"),
        Column("n_skipped", "Skipped", "count"),
        Column("n_undefined", "Undefined", "count"),
        Column("n_dropped", "Outputs left out", "count"),
    ),
    dispensable=(("n_dropped", "n_undefined", "n_skipped"), ("n_tested",), ("winning_rate_published",)),
)
ALT_ANNOTATORS = TableSpec(
    "alt_annotators",
    "Each metric against each annotator",
    "Alternative annotator test: share of outputs where the metric, and where the annotator, fits the other annotators "
    "at least as well; p that the annotator is better by epsilon or more, adjusted by Benjamini–Yekutieli.",
    (
        Column("metric", "Metric"),
        Column("annotator", "Annotator"),
        Column("n_items", "Outputs", "count"),
        Column("n_units", "Inputs", "count"),
        Column("judge_share", "Metric fits", "share"),
        Column("annotator_share", "Annotator fits", "share"),
        Column("statistic", "Statistic", "statistic"),
        Column("pvalue", "p", "pvalue"),
        Column("pvalue_adjusted", "p adjusted", "pvalue"),
        Column("judge_wins", "Metric wins", "mark"),
        Column("test", "Test"),
    ),
    dispensable=(("test", "statistic"), ("pvalue",), ("n_items",), ("n_units",)),
)
HELD_OUT = TableSpec(
    "held_out",
    "Every scorer against the annotators other than one",
    "Correlation of each metric, and of the annotator left out, with the other annotators, on the outputs that the one "
    "left out and another rated.",
    (
        Column("annotator", "Left out"),
        Column("scorer", "Scorer"),
        *ANNOTATORS.columns[1:],
    ),
)
SPECS = {
    spec.name: spec
    for spec in (
        *(CEILING, AGREEMENT, PAIRS, ANNOTATORS, COMPONENTS, DESIGNS),
        *(ATTENUATION, ALT_TESTS, ALT_ANNOTATORS, HELD_OUT, CAUTIONS),
    )
}


def annotator_tables(study: AnnotatorStudy) -> tuple[tuple[TableSpec, Sequence[Any]], ...]:
    """Return the tables of a study with their rows, empty ones included; captions say the settings."""
    return tuple((_of(study, SPECS[name]), study.rows_of(name)) for name in STUDY_TABLES)


def _of(study: AnnotatorStudy, spec: TableSpec) -> TableSpec:
    """Return a table that says whose it is and how it was made."""
    plain = study.settings.correlations
    if plain.interval == "none":
        spec = spec.without(
            *(column.key for column in spec.columns if isinstance(column.key, tuple)), "n_undefined_resamples"
        )
    caption = " ".join(
        filter(None, (spec.caption, _how(study, spec), legend(study.table, study.table.scorer_names)))
    )
    coefficients = plain.coefficients
    spec = dataclasses.replace(
        spec, caption=caption, data=_data_sentence(study), label=label(spec.name, study.human)
    ).marking(lower_is_better(study.table))
    return with_symbol(spec, coefficients[0]) if len(coefficients) == 1 else spec


def _how(study: AnnotatorStudy, spec: TableSpec) -> str:
    """Return how the intervals, or the tests, of a table were made."""
    settings = study.settings
    plain = settings.correlations
    if spec.name in ("alt_tests", "alt_annotators"):
        scores = (
            "taken as they are" if settings.calibration == "none" else f"calibrated ({settings.calibration})"
        )
        return (
            f"Scores are {scores}, fit is by {settings.alignment}, epsilon {settings.margin:g}, false discovery rate "
            f"{settings.q:g}."
        )
    if plain.interval == "none" or not any(isinstance(column.key, tuple) for column in spec.columns):
        return ""
    return (
        f"Intervals are {100 * plain.confidence:.6g}% {plain.interval} bootstrap intervals from "
        f"{count(plain.resamples)} resamples, for "
        f"{OVER_WORDS[plain.over] if study.table.has_systems else 'other items'}."
    )


def _data_sentence(study: AnnotatorStudy) -> str:
    _, systems, inputs = study.table.shape
    human = f"‘{study.human}’" + LOWER * (study.human in lower_is_better(study.table))
    sizes = (
        f"{count(systems)} systems and {count(inputs)} inputs"
        if study.table.has_systems
        else f"{count(inputs)} items"
    )
    return f"{study.table.name}: {len(study.annotators)} annotators of {human}, on {sizes}."
