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
    applies_to : str
        What varies in the intervals: other systems and other inputs, or other inputs alone.
    n_silent : int
        Outputs that people labelled and the judge did not.
    outer_low, outer_high : float
        From the lower limit of the worst that it may have said of these to the upper one of the best; as `low` and
        `high` where there are none.
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
    applies_to: str = ""
    n_silent: int = 0
    outer_low: float = float("nan")
    outer_high: float = float("nan")


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
        Of swapping the judges' labels; of scores, and of other systems, by the jackknife; adjusted over the pairs of
        judges by Holm's method.
    n_outputs, n_differ : int
        Outputs, and those on which the two judges differ.
    resamples : int
        Swaps; 0 of scores, and of other systems.
    applies_to : str
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
    applies_to: str = ""


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
    applies_to : str
        What varies in the interval of the difference.
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
    applies_to: str = ""


@dataclasses.dataclass(frozen=True)
class JudgeSystem:
    """By how much a judge is more generous than people to one system, or to all of them together.

    Attributes
    ----------
    metric, system : str
        The judge; a system, or ``(all systems)``.
    measure : str
        ``rate_bias`` of labels, ``mean_error`` of ratings.
    estimate, low, high : float
        Judge minus people; of one system over other inputs.
    spread : float
        Of all systems: the standard deviation of the bias from system to system, without noise.
    pvalue : float
        Of all systems: that the bias is the same on each.
    n_outputs : int
    """

    metric: str
    system: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    spread: Statistic
    pvalue: Pvalue
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class GateRow:
    """Whether a judge is shown to meet a criterion.

    Attributes
    ----------
    metric, criterion, measure : str
    estimate : float
        Of the outputs on which the judge is not silent.
    low, high : float
        From the lower limit of the worst that it may have said where it is silent to the upper one of the best.
    bar : float
    verdict : {'holds', 'fails', 'undecided', 'undefined'}
        Whether the interval lies beyond the bar, short of it, or holds it.
    confidence : float
        Of the interval: higher where the error is divided among judges.
    n_outputs, n_silent, n_divided : int
        Outputs with a label of people and of the judge; with one of people only; of these, those on which annotators
        are evenly divided, which count in equal parts.
    applies_to : str
        What varies in the interval.
    """

    metric: str
    criterion: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    bar: Statistic
    verdict: GateVerdict
    confidence: Share
    n_outputs: int
    n_silent: int
    n_divided: int
    applies_to: str


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
