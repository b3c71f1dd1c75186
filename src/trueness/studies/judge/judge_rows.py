"""Rows of the results of a judge's validation; every field is a column name."""

from __future__ import annotations

import dataclasses

ALL_SYSTEMS = "(all systems)"
"""What stands for all systems together in the column `system`."""


@dataclasses.dataclass(frozen=True)
class JudgeMeasure:
    """One number about how a judge's scores relate to the human's.

    Attributes
    ----------
    metric : str
        The judge.
    measure : str
        ``mean_error`` (judge − human), ``mean_absolute_error``, ``quadratic_kappa``, ``calibration_error`` (of the
        judge as it is where it rates on the human's scale, else after linear calibration), ``calibration_intercept``
        and ``calibration_slope`` (of the line from judge to human).
    estimate, low, high : float
    n_outputs : int
        Outputs with both scores.
    n_undefined_resamples, resamples : int
    """

    metric: str
    measure: str
    estimate: float
    low: float
    high: float
    n_outputs: int
    n_undefined_resamples: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class JudgeBias:
    """How a judge's score moves with a covariate at equal human score.

    Attributes
    ----------
    metric, covariate : str
    per : str
        What a slope is per, such as ``100 words``.
    estimate, low, high : float
        The slope in standard deviations of the judge's scores; above 0 the judge favours larger values.
    slope : float
        In the judge's unit, larger being better.
    partial_correlation : float
    correlation_human : float
        Of the human scores with the covariate.
    n_outputs : int
    n_undefined_resamples, resamples : int
    """

    metric: str
    covariate: str
    per: str
    estimate: float
    low: float
    high: float
    slope: float
    partial_correlation: float
    correlation_human: float
    n_outputs: int
    n_undefined_resamples: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class OrderBias:
    """How the order in which two outputs are shown moves a judge's preference.

    Attributes
    ----------
    metric : str
    estimate, low, high : float
        How much more often than half the output shown first wins.
    consistent, consistent_low, consistent_high : float
        Share of pairs with the same verdict in both orders.
    n_first, n_second, n_pairs : int
    pvalue : float
        Sign test.
    """

    metric: str
    estimate: float
    low: float
    high: float
    consistent: float
    consistent_low: float
    consistent_high: float
    n_first: int
    n_second: int
    n_pairs: int
    pvalue: float


@dataclasses.dataclass(frozen=True)
class ReliabilityRow:
    """Outputs to which a judge gave similar scores.

    Attributes
    ----------
    metric : str
    bin : int
        From 1, by ascending mean score of the judge on the human's scale.
    judge_low, judge_high, mean_judge : float
        On the human's scale: as given, or after linear calibration.
    mean_human, low, high : float
        The mean human score, with its interval.
    isotonic : float
        What the best non-decreasing fit says of the bin's outputs, on average.
    n_outputs : int
    """

    metric: str
    bin: int
    judge_low: float
    judge_high: float
    mean_judge: float
    mean_human: float
    low: float
    high: float
    isotonic: float
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class JudgedMean:
    """The mean human score of a system, with and without a judge's help.

    Attributes
    ----------
    metric, system : str
    estimate, low, high : float
        Prediction-powered.
    lam : float
        The judge's weight.
    estimate_human, low_human, high_human : float
        From the labels alone.
    estimate_judge : float
        The judge's own mean, on the human's scale, uncorrected.
    estimate_all : float
        In a demonstration, the mean of all labels; NaN otherwise.
    labels_worth : float
        How many labels alone would be as precise: n_labelled times the ratio of variances.
    n_labelled, n_unlabelled : int
    """

    metric: str
    system: str
    estimate: float
    low: float
    high: float
    lam: float
    estimate_human: float
    low_human: float
    high_human: float
    estimate_judge: float
    estimate_all: float
    labels_worth: float
    n_labelled: int
    n_unlabelled: int


@dataclasses.dataclass(frozen=True)
class JudgedDifference:
    """By how much the mean human score of one system is above another's, with and without a judge's help.

    Attributes
    ----------
    metric, system, other : str
    estimate, low, high : float
        `system` − `other`, prediction-powered.
    estimate_human, low_human, high_human : float
        From the labels alone.
    n_labelled, n_unlabelled : int
        Of both.
    """

    metric: str
    system: str
    other: str
    estimate: float
    low: float
    high: float
    estimate_human: float
    low_human: float
    high_human: float
    n_labelled: int
    n_unlabelled: int


@dataclasses.dataclass(frozen=True)
class Prevalence:
    """The share of positives among unlabelled outputs, from a judge's binary verdicts (Rogan and Gladen).

    Attributes
    ----------
    metric, system : str
    estimate, low, high : float
        NaN where no correction exists.
    low_analytic, high_analytic : float
    observed : float
        The judge's own share.
    sensitivity, specificity : float
    n_positive, n_negative, n_unlabelled : int
    n_undefined_resamples, resamples : int
    reason : str
        Why there is no correction; empty where there is one.
    """

    metric: str
    system: str
    estimate: float
    low: float
    high: float
    low_analytic: float
    high_analytic: float
    observed: float
    sensitivity: float
    specificity: float
    n_positive: int
    n_negative: int
    n_unlabelled: int
    n_undefined_resamples: int
    resamples: int
    reason: str
