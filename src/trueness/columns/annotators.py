"""Columns of metrics beside single annotators."""

from __future__ import annotations

from trueness.columns.meaning import Meaning

AMONG_ANNOTATORS = Meaning("Agreement of annotators with each other; NaN where undefined.", "Agreement")
RATED_OUTPUTS = Meaning("Outputs that annotators rated.", "Outputs")

COLUMNS = {
    "n_dropped": Meaning("Outputs left out.", "Left out"),
    # sources of variance, and designs
    "component": Meaning("``system``, ``input``, ``annotator``, an interaction, or ``residual``."),
    "variance": Meaning("At least 0, in squared units of the ratings."),
    "unbounded": Meaning("The variance before a negative one was set to 0.", "Unbounded estimate"),
    "g": Meaning("Reliability of averaged ratings for ranking, from 0 to 1."),
    "phi": Meaning("Reliability of averaged ratings for the scores themselves, from 0 to 1."),
    # the ceiling
    "ceiling": Meaning("The same of another person in place of the metric."),
    "margin": Meaning("The largest difference that counts as none; NaN where undefined."),
    "n_unscored": Meaning("Outputs that two annotators rated and the metric has no score for."),
    "reaches": Meaning(
        "Whether the metric agrees as well as an annotator (at most .1 less, where annotators agree and it scored all "
        "they rated), better still, or less, by the decisions ``agrees_as_well`` and ``agrees_less``.",
        "Against an annotator",
    ),
    # noise in the ratings
    "correlation": Meaning("With all annotators together, before the correction for noise."),
    "reliability": Meaning("Of the mean of several, by the formula of Spearman and Brown."),
    "attainable": Meaning(
        "What a metric that knows the truth would reach: the square root of the reliability, times that of the "
        "metric's."
    ),
    "uncapped": Meaning("The corrected correlation before it was cut at 1."),
    "capped": Meaning("Whether the corrected correlation was cut at 1.", "Cut at 1"),
    # the alternative annotator test
    "winning_rate": Meaning(
        "Share of tested annotators that it wins against, the outputs of one input taken together."
    ),
    "winning_low": Meaning("Limits of the share of these annotators that it truly wins against."),
    "winning_rate_published": Meaning(
        "The winning rate with all outputs taken for independent, as published.", "As published"
    ),
    "advantage": Meaning(
        "Mean share of outputs where it fits the other annotators at least as well as the one held out."
    ),
    "constant_winning_rate": Meaning(
        "The winning rate of a judge that gives every output one rating.", "Constant wins"
    ),
    "constant_advantage": Meaning("The advantage of a judge that gives every output one rating."),
    "beyond_constant": Meaning("Advantage minus that of the constant judge.", "Minus constant"),
    "n_tested": Meaning("Annotators with a p-value.", "Annotators"),
    "n_skipped": Meaning("Annotators with too few inputs for a p-value."),
    "n_items": Meaning("Outputs compared.", "Outputs"),
    "judge_share": Meaning(
        "Share of outputs where the metric fits the others at least as well.", "Metric fits"
    ),
    "annotator_share": Meaning(
        "Share of outputs where the annotator fits the others at least as well.", "Annotator fits"
    ),
    "judge_wins": Meaning("Whether the annotator is shown not to be better by `epsilon`.", "Metric wins"),
}
