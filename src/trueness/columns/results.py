"""Columns of every result: what a row is about, and how sure its number is."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

CORRELATION = "Correlation"
"""What a column is headed where its rows have several coefficients; otherwise their symbol stands there."""

DIFFERENCE = Meaning(
    "The value of `metric` minus that of `rival`, on the outputs that both have; NaN where undefined.",
    "Difference",
)

COLUMNS = {
    # what a row is about
    "metric": Meaning("The metric that the row is about."),
    "rival": Meaning("The metric that `metric` is compared with."),
    "scorer": Meaning("A metric or a human score."),
    "human": Meaning("The human score that serves as ground truth."),
    "annotator": Meaning("One person behind a human score."),
    "system": Meaning("What wrote the outputs."),
    "input": Meaning("What the system worked on."),
    "output": Meaning("The text that was judged, where texts are given."),
    "group": Meaning("A group of inputs or systems; ``all`` is all together."),
    "table": Meaning("The name of the table."),
    "feature": Meaning("What goes into a learned metric: the scores of a metric."),
    "family": Meaning("Features with a common beginning of their names."),
    "kind": Meaning("Which of several kinds it is."),
    # how it was measured
    "level": Meaning(
        "What a correlation is computed on: ``system``, ``input``, ``global`` or ``per_system``."
    ),
    "coefficient": Meaning("How agreement is measured, with its options."),
    "measure": Meaning("Which measure of agreement, or of a judge's errors."),
    "over": Meaning("What was resampled: ``systems``, ``inputs``, ``both`` or ``rows_then_columns``."),
    "interval": Meaning("How the interval was made."),
    "method": Meaning("How equivalence was tested."),
    "test": Meaning("How the difference was tested."),
    "alternative": Meaning("What the test is against: ``two-sided``, ``greater`` or ``less``."),
    "applies_to": Meaning(
        "What varies in the interval: other systems and other inputs, these systems on other inputs, or other "
        "outputs."
    ),
    "epsilon": Meaning(
        "Within how much the metric's scores tie, where the coefficient has such a threshold (over folds the mean); "
        "NaN otherwise.",
        "ε",
    ),
    # the number
    "estimate": Meaning("The agreement of the metric with people; NaN where undefined.", "Correlation"),
    "low": Meaning("Limits of the interval; NaN where there is none.", "Interval"),
    "agreement": Meaning("How far two agree."),
    "difference": Meaning("By how much two values differ."),
    "estimate_metric": Meaning("The value of `metric`.", f"{CORRELATION} of metric"),
    "estimate_rival": Meaning("The value of `rival`.", f"{CORRELATION} of rival"),
    "estimate_human": Meaning("From people alone.", "People alone"),
    "low_human": Meaning("Limits of the interval of `estimate_human`.", "Interval"),
    "share": Meaning("A share of the whole."),
    "chance": Meaning("What guessing would give."),
    "expected": Meaning("What is to be expected if nothing is there."),
    "statistic": Meaning(
        "Of a closed form, or the difference in standard errors; NaN for resampling, whose statistic is the "
        "difference itself."
    ),
    "pvalue": Meaning("Of no difference; two-sided where `alternative` does not say otherwise.", "p"),
    "pvalue_adjusted": Meaning("`pvalue` after the correction.", "p adjusted"),
    "verdict": Meaning("The metric against the rival, after correction."),
    "reason": Meaning("Why there is none; empty where there is one."),
    # what it rests on
    "n_systems": Meaning("Systems behind it."),
    "n_inputs": Meaning("Inputs behind it."),
    "n_cells": Meaning("Outputs behind it.", "Outputs"),
    "n_outputs": Meaning("Outputs behind it."),
    "n_pairs": Meaning("Pairs of outputs."),
    "n_annotators": Meaning("People behind it."),
    "n_metrics": Meaning("Metrics behind it."),
    "n_units": Meaning("Independent units behind it: outputs, inputs, or groups of inputs."),
    "n_clusters": Meaning("Independent groups of these outputs."),
    "n_tests": Meaning("Tests made."),
    "family_size": Meaning("Defined tests corrected together."),
    "n_undefined": Meaning(
        "Inputs (per-system level: systems) without a correlation, left out of the average."
    ),
    "n_undefined_resamples": Meaning("Resamples without a value."),
    "resamples": Meaning("Resamples that were drawn; 0 where there are none."),
}
