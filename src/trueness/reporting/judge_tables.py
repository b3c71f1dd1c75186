"""The tables of a judge's validation: which columns, under which headings, with which rounding."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.reporting.comparison_tables import CAUTIONS, comparison_tables
from trueness.reporting.figures.wording import percent
from trueness.reporting.tables import Column, TableSpec
from trueness.studies.judge.judge_validation import JudgeValidation

MOST_JUDGES = 12
"""Of more judges, tables with many rows for each show those that agree best; files to download hold all."""

MEASURE_WORDS = {
    "mean_error": "Mean error",
    "mean_absolute_error": "Mean absolute error",
    "quadratic_kappa": "Quadratic-weighted kappa",
    "calibration_error": "Calibration error",
    "calibration_intercept": "Intercept of the line",
    "calibration_slope": "Slope of the line",
}

MEASURES = TableSpec(
    "measures",
    "Errors and calibration",
    "",
    (
        Column("metric", "Judge"),
        Column("measure", "Measure"),
        Column("estimate", "Value", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("n_outputs", "Outputs", "count"),
        Column("n_undefined_resamples", "Undefined resamples", "count"),
    ),
)
BIAS = TableSpec(
    "bias",
    "What judges reward beside quality",
    "",
    (
        Column("metric", "Judge"),
        Column("covariate", "Of"),
        Column("per", "Per"),
        Column("estimate", "Slope in SD", "statistic"),
        Column(("low", "high"), "Interval", "interval"),
        Column("partial_correlation", "Partial correlation", "correlation"),
        Column("correlation_human", "Correlation with the human", "correlation"),
        Column("n_outputs", "Outputs", "count"),
    ),
    dispensable=(("n_outputs",), ("partial_correlation",), ("correlation_human",)),
)
ORDER = TableSpec(
    "order",
    "The order in which two outputs are shown",
    "",
    (
        Column("metric", "Judge"),
        Column("estimate", "First wins, above half", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("consistent", "Same verdict", "share"),
        Column(("consistent_low", "consistent_high"), "Interval", "shares"),
        Column("n_first", "For the first", "count"),
        Column("n_second", "For the second", "count"),
        Column("pvalue", "p", "pvalue"),
        Column("n_pairs", "Pairs", "count"),
    ),
)
RELIABILITY = TableSpec(
    "reliability",
    "What people say where a judge says so",
    "",
    (
        Column("metric", "Judge"),
        Column("bin", "Bin", "count"),
        Column(("judge_low", "judge_high"), "Judge from–to", "interval"),
        Column("mean_judge", "Judge's mean", "statistic"),
        Column("mean_human", "Human mean", "statistic"),
        Column(("low", "high"), "Interval", "interval"),
        Column("isotonic", "Isotonic fit", "statistic"),
        Column("n_outputs", "Outputs", "count"),
    ),
)
MEANS = TableSpec(
    "means",
    "Mean human scores of systems, with and without the judge",
    "",
    (
        Column("metric", "Judge"),
        Column("system", "System"),
        Column("estimate", "Labels and judge", "statistic"),
        Column(("low", "high"), "Interval", "interval"),
        Column("estimate_human", "Labels alone", "statistic"),
        Column(("low_human", "high_human"), "Interval", "interval"),
        Column("estimate_judge", "Judge alone", "statistic"),
        Column("estimate_all", "All labels", "statistic"),
        Column("lam", "λ", "statistic"),
        Column("labels_worth", "Worth labels", "count"),
        Column("n_labelled", "Labelled", "count"),
        Column("n_unlabelled", "Unlabelled", "count"),
    ),
    dispensable=(
        ("n_labelled", "n_unlabelled"),
        ("lam",),
        ("labels_worth",),
        ("estimate_judge",),
        (("low_human", "high_human"),),
    ),
)
DIFFERENCES = TableSpec(
    "differences",
    "Differences of systems",
    "",
    (
        Column("metric", "Judge"),
        Column("system", "System"),
        Column("other", "Minus"),
        Column("estimate", "Labels and judge", "statistic"),
        Column(("low", "high"), "Interval", "interval"),
        Column("estimate_human", "Labels alone", "statistic"),
        Column(("low_human", "high_human"), "Interval", "interval"),
        Column("n_labelled", "Labelled", "count"),
        Column("n_unlabelled", "Unlabelled", "count"),
    ),
)
PREVALENCE = TableSpec(
    "prevalence",
    "Share of positives among unlabelled outputs",
    "",
    (
        Column("metric", "Judge"),
        Column("system", "System"),
        Column("estimate", "Corrected", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column(("low_analytic", "high_analytic"), "Delta method", "interval"),
        Column("observed", "Judge alone", "correlation"),
        Column("sensitivity", "TPR", "correlation"),
        Column("specificity", "TNR", "correlation"),
        Column("n_positive", "Positive labels", "count"),
        Column("n_negative", "Negative labels", "count"),
        Column("n_unlabelled", "Unlabelled", "count"),
        Column("n_undefined_resamples", "Undefined resamples", "count"),
    ),
    dispensable=(
        ("n_undefined_resamples",),
        ("n_positive", "n_negative", "n_unlabelled"),
        (("low_analytic", "high_analytic"),),
    ),
)


def judge_tables(validation: JudgeValidation) -> tuple[tuple[TableSpec, Sequence[Any]], ...]:
    """Return the tables of a validation with their rows, empty ones included; captions say the settings."""
    estimates = next(spec for spec, _ in comparison_tables(validation.comparison) if spec.name == "estimates")
    data = f"{validation.comparison.table.name}, human scores: {validation.human}."
    means = MEANS if validation.demonstrated else MEANS.without("estimate_all")
    found: tuple[tuple[TableSpec, Sequence[Any]], ...] = (
        (_agreement(estimates), validation.agreement),
        (means, validation.means),
        (DIFFERENCES, validation.differences),
        (BIAS, validation.bias),
        (ORDER, validation.order),
        (MEASURES, validation.measures),
        (RELIABILITY, validation.reliability),
        (PREVALENCE, validation.prevalence),
        (CAUTIONS, validation.cautions),
    )
    captions = _captions(validation)
    return tuple(
        (dataclasses.replace(spec, data=data, caption=captions.get(spec.name, spec.caption)), rows)
        for spec, rows in found
    )


def _agreement(estimates: TableSpec) -> TableSpec:
    """Return the table of correlations as one about judges."""
    less = (
        ("n_undefined_resamples",),
        ("n_systems", "n_inputs", "n_cells"),
        (("wrong_pairs_low", "wrong_pairs_high"),),
    )
    return dataclasses.replace(estimates, name="agreement", dispensable=less).renamed("Metric", "Judge")


def _captions(validation: JudgeValidation) -> dict[str, str]:
    settings, human = validation.settings, validation.human
    level = percent(settings.confidence)
    units = f"groups by '{validation.clusters}'" if validation.clusters else "inputs"
    drawn = f"Intervals: {level}, from {settings.resamples:,} resamples of whole {units}."
    analytic = (
        f"Intervals: {level}, Student's t"
        if settings.interval == "analytic"
        else f"Intervals: {level}, percentiles of {settings.resamples:,} resamples"
    )
    means = (
        f"Mean '{human}' of each system: from labels and the judge together (prediction-powered), from the labels "
        "alone, and the judge's own mean, which nothing corrects. λ from 0 to 1 is the weight the judge gets; 'worth "
        f"labels' says how many labels alone would be as precise. {analytic}."
    )
    shown = ""
    if len(validation.judges) > MOST_JUDGES:
        shown = f" Shown for the {MOST_JUDGES} judges that agree best; the files hold all."
        means += (
            f" Single systems are shown for the {MOST_JUDGES} judges that agree best; the files hold all."
        )
    if validation.demonstrated:
        means += (
            f" Every output is labelled: this shows what a random {percent(settings.demonstration)} of each system's "
            "labels would have given, beside the mean of all labels."
        )
    return {
        "means": means,
        "differences": "Mean of a system minus that of another, from labels and the judge together and from the labels "
        f"alone; inputs that both worked on are paired. {analytic}, not corrected for the number of pairs.{shown}",
        "bias": f"How a judge's score changes at equal '{human}', in standard deviations of the judge's scores, larger "
        "being better: above 0 it favours larger values. Beside it, what people reward: the correlation of the human "
        f"score. {drawn}",
        "order": f"Every pair was judged in both orders. {drawn} p: sign test of the pairs in which the order decides.",
        "measures": f"Errors are judge minus '{human}', for judges on its scale. The line is fitted from judge to "
        "human: 0 and 1 for a calibrated judge on the same scale. The calibration error is the mean distance of both "
        f"means over the bins below; chance alone makes it positive, and explains a value above its interval. {drawn}",
        "reliability": f"Labelled outputs in up to {settings.bins} bins by the judge's score on the scale of "
        f"'{human}' (as given, or after linear calibration), with the mean human score and the best non-decreasing "
        f"fit. {drawn}{shown}",
        "prevalence": "The judge's share of positives, corrected for its errors on the labelled outputs (Rogan and "
        f"Gladen). Labelled and unlabelled outputs are both resampled: {level}, {settings.resamples:,} resamples of "
        f"whole {units}. The delta method treats outputs as independent.",
    }
