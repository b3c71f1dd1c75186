"""Rows about labels, and about what else is found of judges; every field is a column name of the glossary."""

from __future__ import annotations

import dataclasses
from typing import Literal

from trueness.result import Pvalue, Share, Statistic

GateVerdict = Literal["holds", "fails", "undecided", "undefined"]


@dataclasses.dataclass(frozen=True)
class LabelMeasure:
    """How a judge's labels agree with people's, beside a constant judge and people among themselves.

    Attributes
    ----------
    metric, measure : str
        The judge; one of `LABEL_MEASURES`.
    estimate, low, high : float
        Against the label that most annotators give.
    constant : float
        Of a judge that always gives people's most frequent label.
    single : float
        Of one annotator with the judge; NaN without several annotators, as all that follows.
    ceiling, ceiling_low, ceiling_high : float
        Of one annotator with another.
    difference, difference_low, difference_high : float
        `single` − `ceiling`.
    n_outputs, n_clusters : int
        Outputs that both labelled, and independent groups of them.
    """

    metric: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    constant: Statistic
    single: Statistic
    ceiling: Statistic
    ceiling_low: float
    ceiling_high: float
    difference: float
    difference_low: float
    difference_high: float
    n_outputs: int
    n_clusters: int


@dataclasses.dataclass(frozen=True)
class ConfusionRow:
    """Outputs with one label by people and one by the judge.

    Attributes
    ----------
    metric, label, label_judge : str
        The judge; people's label; the judge's.
    n_outputs : int
    share : float
        Of the outputs with this label by people.
    """

    metric: str
    label: str
    label_judge: str
    n_outputs: int
    share: Share


@dataclasses.dataclass(frozen=True)
class JudgeDifference:
    """By how much one judge agrees better with people than another, on the outputs that both judged.

    Attributes
    ----------
    metric, rival, measure : str
    estimate, low, high : float
        Judge − rival.
    estimate_metric, estimate_rival : float
    pvalue, pvalue_adjusted : float
        Of swapping the judges' labels; of scores by the jackknife; adjusted over the pairs of judges by Holm's method.
    n_outputs, n_differ : int
        Outputs, and those on which the two judges differ.
    resamples : int
        Swaps; 0 of scores.
    """

    metric: str
    rival: str
    measure: str
    estimate: float
    low: float
    high: float
    estimate_metric: Statistic
    estimate_rival: Statistic
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_outputs: int
    n_differ: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class LabelGoal:
    """How many labels it takes to know something of a judge.

    Attributes
    ----------
    metric, measure : str
    goal : str
        ``±0.05``, an interval of that half width, or ``may grade``.
    estimate : float
        In the labels there are.
    n_needed, needed_low, needed_high : int or None
        Labels; where their number lies in 80% of the truths that such labels may come from. None where no number is
        enough.
    n_outputs : int
        Labels there are.
    """

    metric: str
    measure: str
    goal: str
    estimate: Statistic
    n_needed: int | None
    needed_low: int | None
    needed_high: int | None
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class SliceRow:
    """How a judge's labels agree with people's in one group of outputs, and beside all others.

    Attributes
    ----------
    metric, by, group, measure : str
        The judge; the grouping column; one of its groups.
    estimate, low, high : float
    difference, difference_low, difference_high : float
        The group minus the rest, with an interval for all groups of the column at once (Bonferroni).
    n_outputs : int
    """

    metric: str
    by: str
    group: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    difference: float
    difference_low: float
    difference_high: float
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class GateRow:
    """Whether a judge is shown to meet a criterion.

    Attributes
    ----------
    metric, criterion, measure : str
    estimate, low, high : float
    bar : float
    verdict : {'holds', 'fails', 'undecided', 'undefined'}
        Whether the interval lies beyond the bar, short of it, or holds it.
    """

    metric: str
    criterion: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    bar: Statistic
    verdict: GateVerdict


@dataclasses.dataclass(frozen=True)
class Disagreement:
    """An output on which a judge and people differ.

    Attributes
    ----------
    metric, system, input : str
    human, judge : str
        A label or a score.
    gap : float
        The judge's, on the human's scale, minus the human's, in units of the human's range.
    agreeing : float
        Share of the annotators who give the human's label; NaN where they are not known.
    output : str
        What was judged, where texts are given.
    """

    metric: str
    system: str
    input: str
    human: str
    judge: str
    gap: Statistic
    agreeing: Share
    output: str
