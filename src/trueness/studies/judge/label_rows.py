"""Rows about labels, and about what else is found of judges."""

from __future__ import annotations

import dataclasses
from typing import Literal

from trueness.columns.explained import explained
from trueness.columns.judges import JUDGE, MEASURE_VALUE, SUBTRACTED
from trueness.columns.meaning import Meaning
from trueness.columns.results import DIFFERENCE
from trueness.result import Pvalue, Share, Statistic

GateVerdict = Literal["holds", "fails", "undecided", "undefined"]


@explained(
    metric=JUDGE,
    estimate=Meaning(
        "Of the judge with the label that most people give; beside one person with that person's.",
        "With most people",
    ),
    ceiling=Meaning("Of one annotator with another.", "Two persons"),
    difference=Meaning("`single` minus `ceiling`.", "Judge minus person"),
    n_outputs=Meaning("Outputs that both labelled."),
)
@dataclasses.dataclass(frozen=True)
class LabelMeasure:
    """How a judge's labels agree with people's, beside a constant judge and people among themselves."""

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


@explained(
    metric=JUDGE,
    share=Meaning("Of the outputs with this label by people.", "Of people's label"),
)
@dataclasses.dataclass(frozen=True)
class ConfusionRow:
    """Outputs with one label by people and one by the judge."""

    metric: str
    label: str
    label_judge: str
    n_outputs: int
    share: Share


@explained(
    metric=JUDGE,
    rival=SUBTRACTED,
    estimate=DIFFERENCE,
    estimate_metric=Meaning(heading="Estimate metric"),
    estimate_rival=Meaning(heading="Estimate rival"),
    pvalue=Meaning("Of swapping the judges' labels; of scores, and of other systems, by the jackknife."),
    pvalue_adjusted=Meaning("By Holm's method over the pairs of judges."),
    resamples=Meaning("Swaps; 0 of scores, and of other systems."),
)
@dataclasses.dataclass(frozen=True)
class JudgeDifference:
    """By how much one judge agrees better with people than another, on the outputs that both judged."""

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


@explained(
    metric=JUDGE,
    estimate=Meaning("In the labels there are.", "Value"),
    n_outputs=Meaning("Labels there are.", "Pilot"),
)
@dataclasses.dataclass(frozen=True)
class LabelGoal:
    """How many labels it takes to know something of a judge."""

    metric: str
    measure: str
    goal: str
    estimate: Statistic
    n_needed: int | None
    needed_low: int | None
    needed_high: int | None
    n_outputs: int


@explained(
    metric=JUDGE,
    estimate=MEASURE_VALUE,
    difference=Meaning(
        "The group minus the rest, with an interval for all groups of the column at once (Bonferroni).",
        "Minus the rest",
    ),
    difference_low=Meaning(heading="Difference"),
)
@dataclasses.dataclass(frozen=True)
class SliceRow:
    """How a judge's labels agree with people's in one group of outputs, and beside all others."""

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


@explained(
    metric=JUDGE,
    system=Meaning("A system, or ``(all systems)``."),
    measure=Meaning("``rate_bias`` of labels, ``mean_error`` of ratings."),
    estimate=Meaning("Judge minus people; of one system over other inputs.", "Judge minus people"),
    pvalue=Meaning("Of all systems: that the bias is the same on each."),
)
@dataclasses.dataclass(frozen=True)
class JudgeSystem:
    """By how much a judge is more generous than people to one system, or to all of them together."""

    metric: str
    system: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    spread: Statistic
    pvalue: Pvalue
    n_outputs: int


@explained(
    metric=JUDGE,
    estimate=Meaning("Of the outputs on which the judge is not silent.", "Value"),
    low=Meaning(
        "From the lower limit of the worst that it may have said where it is silent to the upper one of the best."
    ),
    verdict=Meaning("Whether the interval lies beyond the bar, short of it, or holds it."),
    n_outputs=Meaning("Outputs with a label of people and of the judge."),
)
@dataclasses.dataclass(frozen=True)
class GateRow:
    """Whether a judge is shown to meet a criterion."""

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


@explained(
    metric=JUDGE,
    human=Meaning("People's label or score.", "People"),
    gap=Meaning("The judge's, on the human's scale, minus the human's, in units of the human's range."),
)
@dataclasses.dataclass(frozen=True)
class Disagreement:
    """An output on which a judge and people differ."""

    metric: str
    system: str
    input: str
    human: str
    judge: str
    gap: Statistic
    agreeing: Share
    output: str
