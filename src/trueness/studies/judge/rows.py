"""Rows and result of validating judges."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from trueness.columns.explained import explained
from trueness.columns.judges import JUDGE
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.decisions.may_be_best import MAY_BE_BEST
from trueness.decisions.may_grade import MAY_GRADE, PEOPLE, agreement_with_people, people_differ
from trueness.decisions.may_rank import MAY_RANK
from trueness.decisions.passes_gate import PASSES_GATE
from trueness.result import Pvalue, Row, Share, Statistic
from trueness.statistics.array_types import FloatArray
from trueness.studies.judge.label_rows import (
    ConfusionRow,
    Disagreement,
    GateRow,
    JudgeDifference,
    JudgeSystem,
    LabelGoal,
    LabelMeasure,
    SliceRow,
)
from trueness.study.rows import NextQuestion, as_row
from trueness.study.study import StudyResult

if TYPE_CHECKING:
    from trueness.studies.annotators.rows import AnnotatorsResult
    from trueness.studies.compare.rows import CompareResult

Labels = Annotated[float, "count"]
"""A number of labels that need not be whole, and is printed as if it were."""

ALL_SYSTEMS = "(all systems)"
"""What stands for all systems together in the column `system`."""

OF_FEW_SYSTEMS = "of_few_systems"
"""The measure of a correlation over systems with an interval that holds with few of them."""


@explained(
    metric=JUDGE,
    measure=Meaning(
        "``mean_error`` (judge − human), ``mean_absolute_error``, ``quadratic_kappa``, ``calibration_error`` (of the "
        "judge as it is where it rates on the human's scale, else after linear calibration), "
        "``calibration_intercept`` and ``calibration_slope`` (of the line from judge to human)."
    ),
    estimate=Meaning(heading="Value"),
    n_outputs=Meaning("Outputs with both scores."),
)
@dataclasses.dataclass(frozen=True)
class JudgeMeasure:
    """One number about how a judge's scores relate to the human's."""

    metric: str
    measure: str
    estimate: float
    low: float
    high: float
    n_outputs: int
    n_undefined_resamples: int
    resamples: int
    applies_to: str = ""
    n_silent: int = 0
    outer_low: float = float("nan")
    outer_high: float = float("nan")


@explained(
    metric=JUDGE,
    estimate=Meaning(
        "The slope in standard deviations of the judge's scores; above 0 the judge favours larger values.",
        "Slope in SD",
    ),
)
@dataclasses.dataclass(frozen=True)
class JudgeBias:
    """How a judge's score moves with a covariate at equal human score."""

    metric: str
    covariate: str
    per: str
    estimate: Statistic
    low: float
    high: float
    slope: Statistic
    partial_correlation: float
    correlation_human: float
    n_outputs: int
    n_undefined_resamples: int
    resamples: int
    applies_to: str = ""


@explained(
    metric=JUDGE,
    estimate=Meaning("How much more often than half the output shown first wins.", "First wins, above half"),
    pvalue=Meaning("Sign test."),
)
@dataclasses.dataclass(frozen=True)
class OrderBias:
    """How the order in which two outputs are shown moves a judge's preference."""

    metric: str
    estimate: float
    low: float
    high: float
    consistent: Share
    consistent_low: Share
    consistent_high: Share
    n_first: int
    n_second: int
    n_pairs: int
    pvalue: Pvalue


@explained(
    metric=JUDGE,
    low=Meaning("The interval of the mean human score."),
)
@dataclasses.dataclass(frozen=True)
class ReliabilityRow:
    """Outputs to which a judge gave similar scores."""

    metric: str
    bin: int
    judge_low: float
    judge_high: float
    mean_judge: Statistic
    mean_human: Statistic
    low: float
    high: float
    isotonic: Statistic
    n_outputs: int


@explained(
    metric=JUDGE,
    estimate=Meaning(
        "People's mean, from their labels and the judge (prediction-powered).", "Labels and judge"
    ),
    estimate_human=Meaning(heading="Labels alone"),
    labels_worth=Meaning(
        "How many labels alone would be as precise (see `PredictionPowered`): n_labelled or less if the judge is of "
        "no use. In a demonstration on average over all draws of the labels (see `label_gain`)."
    ),
)
@dataclasses.dataclass(frozen=True)
class JudgedMean:
    """The mean human score of a system, with and without a judge's help."""

    metric: str
    system: str
    estimate: Statistic
    low: float
    high: float
    lam: Statistic
    estimate_human: Statistic
    low_human: float
    high_human: float
    estimate_judge: Statistic
    estimate_all: Statistic
    labels_worth: Labels
    n_labelled: int
    n_unlabelled: int


@explained(
    metric=JUDGE,
    other=Meaning("The system that is subtracted.", "Minus"),
    estimate=Meaning(
        "`system` minus `other`, from labels and judge (prediction-powered).", "Labels and judge"
    ),
    estimate_human=Meaning(heading="Labels alone"),
)
@dataclasses.dataclass(frozen=True)
class JudgedDifference:
    """By how much the mean human score of one system is above another's, with and without a judge's help."""

    metric: str
    system: str
    other: str
    estimate: Statistic
    low: float
    high: float
    estimate_human: Statistic
    low_human: float
    high_human: float
    n_labelled: int
    n_unlabelled: int


@explained(
    metric=JUDGE,
    estimate=Meaning(
        "The share of positives, corrected for the judge's errors (Rogan and Gladen); NaN where no correction exists.",
        "Corrected",
    ),
)
@dataclasses.dataclass(frozen=True)
class Prevalence:
    """The share of positives among unlabelled outputs, from a judge's binary verdicts (Rogan and Gladen)."""

    metric: str
    system: str
    estimate: float
    low: float
    high: float
    observed: float
    sensitivity: float
    specificity: float
    n_positive: int
    n_negative: int
    n_unlabelled: int
    reason: str


@dataclasses.dataclass(frozen=True)
class JudgeResult(StudyResult):
    """What is known about judges that score in place of people.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it.
    texts : Texts or None
        The outputs, if they were given.
    comparison : CompareResult
        Agreement with people, without tests.
    n_labelled, n_unlabelled : int
        Outputs with a human score, and outputs that a judge scored and people did not.
    demonstrated : bool
        Whether means and differences show what a share of the labels would have given, because all outputs are
        labelled.
    same_scale : dict of str to bool
        Judge to whether it rates on the human's scale.
    prevalence : tuple of Prevalence
        Empty unless human labels and judges are binary and there are unlabelled outputs.
    label_names : tuple of str
        Of people's labels, the worst first; empty where people give numbers, as the tables of labels are.
    positive : str
        The positive label; of labels without an order the most frequent one, if none is named.
    thresholds : dict of str to float
        Judge of scores whose threshold is cross-fitted to the one that fits all outputs best.
    n_silent : dict of str to int
        Judge to the outputs that people labelled and it did not.
    n_divided : int
        Outputs that have no label because annotators are evenly divided.
    versions : tuple of JudgeDifference
        Every pair of judges.
    n_small_slices : int
        Slices with too few outputs to be given.
    by_system : tuple of JudgeSystem
        Bias of judges on single systems.
    goals : tuple of LabelGoal
        How many labels it takes.
    scores : dict of str to array of shape (n, 3)
        Where lengths are known, judge to its labelled outputs: human score; judge's score, larger being better; length.
    annotators : AnnotatorsResult or None
        How the judges compare with single annotators, where the data hold these.
    """

    APPLIES_TO: ClassVar[frozenset[str] | None] = frozenset({"systems", "inputs"})
    TABLES: ClassVar[tuple[str, ...]] = (
        *("labels", "confusion", "versions", "slices", "gate", "goals", "disagreements"),
        *("agreement", "means", "differences", "bias", "order", "measures", "reliability", "prevalence"),
        "by_system",
    )

    table: ScoreTable = dataclasses.field(repr=False)
    texts: Texts | None = dataclasses.field(repr=False)
    comparison: CompareResult
    n_labelled: int
    n_unlabelled: int
    demonstrated: bool
    same_scale: dict[str, bool]
    measures: tuple[JudgeMeasure, ...]
    bias: tuple[JudgeBias, ...]
    order: tuple[OrderBias, ...]
    reliability: tuple[ReliabilityRow, ...]
    means: tuple[JudgedMean, ...]
    differences: tuple[JudgedDifference, ...]
    prevalence: tuple[Prevalence, ...]
    label_names: tuple[str, ...]
    positive: str
    thresholds: dict[str, float]
    n_silent: dict[str, int]
    n_divided: int
    labels: tuple[LabelMeasure, ...]
    confusion: tuple[ConfusionRow, ...]
    versions: tuple[JudgeDifference, ...]
    slices: tuple[SliceRow, ...]
    n_small_slices: int
    by_system: tuple[JudgeSystem, ...]
    gate: tuple[GateRow, ...]
    goals: tuple[LabelGoal, ...]
    disagreements: tuple[Disagreement, ...]
    scores: dict[str, FloatArray] = dataclasses.field(repr=False)
    annotators: AnnotatorsResult | None = None

    @property
    def human(self) -> str:
        """The scorer that judges are validated against."""
        human: str = self.selection.human
        return human

    @property
    def peoples_label(self) -> str:
        """What judges' labels are compared with, in words: of several people the label that most give."""
        return "the label of most people" if self.several_people else "people's label"

    @property
    def next_question(self) -> NextQuestion | None:
        """Who of the people differs, where they agree too little to say anything of a judge."""
        if any(one.rule == MAY_GRADE.name and people_differ(one) for one in self.decisions):
            return NextQuestion("judge --annotators", ("--human", self.human))
        return None

    @property
    def several_people(self) -> bool:
        """Whether two people or more labelled some output: what most of them say is then another label than one's."""
        return any(one.of(PEOPLE) is not None for one in self.decisions if one.rule == MAY_GRADE.name)

    @property
    def nominal(self) -> bool:
        """Whether people's labels have no order: then all but measures of labels is of `positive` against the rest."""
        return self.table.scorer(self.human).nominal

    @property
    def passes(self) -> bool:
        """Whether every criterion of the gate is shown to hold for every judge, as it is where there is none."""
        return all(
            one.answer == "yes" for one in self.decisions if one.rule == PASSES_GATE.name and not one.about
        )

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges, in the order of the data."""
        return tuple(self.selection.judges)

    @property
    def clusters(self) -> str | None:
        """The grouping column whose groups were resampled as a whole."""
        clusters: str | None = self.selection.clusters
        return clusters

    @property
    def position(self) -> str | None:
        """The column or scorer that says where an output stood."""
        position: str | None = self.selection.position
        return position

    @property
    def agreement(self) -> tuple[Any, ...]:
        """The correlations with the human, one row per judge, level and coefficient.

        Where few systems decide that nothing can be told of their order, the interval is the one that decides.
        """
        told = {
            (one.about, "system", one.grounds[0].measure): one.ground
            for one in self.decisions
            if one.rule == MAY_RANK.name and one.reason == OF_FEW_SYSTEMS
        }
        if not told:
            return tuple(self.comparison.estimates)
        return tuple(
            row
            if (few := told.get((row.metric, row.level, row.coefficient))) is None
            else dataclasses.replace(row, low=few.low, high=few.high)
            for row in self.comparison.estimates
        )

    def applies_to_others(self) -> frozenset[str]:
        """Return of what others anything is said, as the comparison with people does."""
        return self.comparison.applies_to_others()

    def compared(self) -> dict[str, Any]:
        """Return what was judged by whom, and what annotators add to it."""
        return {
            "human": self.human,
            "judges": self.judges,
            "n_labelled": self.n_labelled,
            "n_unlabelled": self.n_unlabelled,
            "demonstrated": self.demonstrated,
            "same_scale": self.same_scale,
            "label_names": self.label_names,
            "positive": self.positive,
            "thresholds": self.thresholds,
            "n_silent": self.n_silent,
            "n_divided": self.n_divided,
            "n_small_slices": self.n_small_slices,
            "annotators": None if self.annotators is None else self.annotators.to_dict(),
        }

    def gain(self, judge: str) -> float:
        """Return how many times each label counts with a judge's scores, of all systems together; NaN if unknown."""
        wanted = ALL_SYSTEMS if any(row.system == ALL_SYSTEMS for row in self.means) else None
        rows = [row for row in self.means if row.metric == judge and wanted in (None, row.system)]
        return rows[0].labels_worth / rows[0].n_labelled if rows and rows[0].n_labelled else math.nan

    def rows(self) -> list[Row]:
        """Return the mean human scores of systems with each judge's help."""
        return [as_row(row) for row in self.means]

    def to_dict(self) -> dict[str, Any]:
        """Return every table, the settings and the fingerprint of what was judged as JSON-ready values."""
        return {**super().to_dict(), "fingerprint": self.comparison.table.fingerprint}

    def in_order(self) -> tuple[str, ...]:
        """Return the judges by falling agreement with single people, those that may be the best first."""
        decided = [one for one in self.decisions if one.rule == MAY_GRADE.name]
        if len({one.coefficient for one in decided}) == 1:
            values = {one.about: agreement_with_people(one).estimate for one in decided}
        else:  # by the first coefficient at the first level
            rows = self.comparison.estimates
            first = [(row.level, row.coefficient) for row in rows[:1]]
            values = {row.metric: row.estimate for row in rows if (row.level, row.coefficient) in first}
        best = next((one.names for one in self.decisions if one.rule == MAY_BE_BEST.name), ())
        rest = [name for name in self.judges if name not in best]
        known = [name for name in rest if not math.isnan(values.get(name, math.nan))]
        return (
            *best,
            *sorted(known, key=lambda name: -values[name]),
            *(name for name in rest if name not in known),
        )
