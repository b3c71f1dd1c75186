"""Rows and result of a multiverse."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.columns.results import DIFFERENCE
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Pvalue, Share, Statistic, Threshold
from trueness.studies.multiverse.analyses import AbsentRow, Axis
from trueness.studies.multiverse.variants import VariedMetrics
from trueness.study.rows import Verdict
from trueness.study.study import StudyResult

INTERACTIONS = "(together)"
"""What stands in the column of a choice for what only several of them explain."""


@explained(
    n_undefined=Meaning("Analyses in which it is undefined."),
    share_significant=Meaning("With a significantly higher one.", "Significantly"),
    estimate=Meaning("The median difference of the two correlations.", "Median"),
    smallest=Meaning(heading="From, to"),
    choice=Meaning(
        "Of the choices that are shown to move it (`decisions.moved_by`) the one with most of the variance; None "
        "where none is, and of claims that are not said.",
        "Depends on",
    ),
    share=Meaning("Of the variance of the difference, by that choice.", "Share of variance"),
)
@dataclasses.dataclass(frozen=True)
class ClaimRow:
    """How a claim, that a metric is better than its rival, fares over all analyses."""

    metric: str
    rival: str
    n_analyses: int
    n_undefined: int
    share_better: Share
    share_significant: Share
    share_worse: Share
    share_significantly_worse: Share
    estimate: float
    smallest: float
    largest: float
    choice: str | None
    share: Share


@explained(
    choice=Meaning("What was chosen; `INTERACTIONS` for what only several choices together explain."),
    share=Meaning("Of the variance of the difference over all analyses.", "Share of variance"),
    smallest=Meaning("The smallest mean difference of a value.", "Mean"),
    largest=Meaning("The largest mean difference of a value.", "Mean there"),
)
@dataclasses.dataclass(frozen=True)
class ChoiceRow:
    """How far a choice moves a claim."""

    metric: str
    rival: str
    choice: str
    n_values: int | None
    share: Share
    lowest: str | None
    highest: str | None
    smallest: float
    largest: float


@explained(
    estimate=Meaning("Mean difference.", "Mean"),
    share_significant=Meaning("With a significantly higher one.", "Significantly"),
)
@dataclasses.dataclass(frozen=True)
class ValueRow:
    """How a claim fares where a choice has one value."""

    metric: str
    rival: str
    choice: str
    value: str
    n_analyses: int
    estimate: float
    share_better: Share
    share_significant: Share
    share_significantly_worse: Share


@explained()
@dataclasses.dataclass(frozen=True)
class RankRow:
    """Where a metric stands among all over the analyses."""

    metric: str
    mean_rank: Statistic
    best_rank: Threshold
    worst_rank: Threshold
    share_first: Share
    n_analyses: int
    n_undefined: int


@explained()
@dataclasses.dataclass(frozen=True)
class RankValueRow:
    """Where a metric stands where a choice has one value."""

    metric: str
    choice: str
    value: str
    mean_rank: Statistic
    n_analyses: int


@explained(
    metric=Meaning("The metric with the highest correlation.", "First"),
    n_undefined=Meaning("Metrics without a correlation."),
)
@dataclasses.dataclass(frozen=True)
class AnalysisRow:
    """One analysis: what was chosen, and which metric comes first."""

    analysis: int
    human: str
    level: str
    coefficient: str
    aggregate: str
    systems: str
    inputs: str
    variants: str
    n_systems: int
    n_inputs: int
    metric: str | None
    estimate: float
    n_undefined: int


@explained(
    rank=Meaning(
        "Its rank in the analysis, 1 for the highest correlation; equal ones share the mean of theirs."
    ),
    n_undefined=Meaning("Units, such as inputs, without a correlation, which the average leaves out."),
)
@dataclasses.dataclass(frozen=True)
class EstimateRow:
    """The correlation of a metric in an analysis."""

    analysis: int
    metric: str
    estimate: float
    rank: Statistic
    n_undefined: int


@explained(
    estimate=DIFFERENCE,
    estimate_metric=Meaning(heading="Metric's"),
    estimate_rival=Meaning(heading="Rival's"),
)
@dataclasses.dataclass(frozen=True)
class OutcomeRow:
    """What an analysis says of a claim."""

    analysis: int
    metric: str
    rival: str
    estimate: float
    estimate_metric: float
    estimate_rival: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    verdict: Verdict


@dataclasses.dataclass(frozen=True)
class MultiverseResult(StudyResult):
    """How conclusions depend on choices.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it.
    axes : tuple of Axis
        Every choice with its values.
    best : str
        The metric with the highest mean rank.
    pairs : tuple of ClaimRow
        All pairs of metrics, the better one first.
    outcomes : tuple of OutcomeRow
        What every analysis says of the claims; of each computation once.
    """

    TABLES: ClassVar[tuple[str, ...]] = (
        *("claims", "choices", "values", "ranks", "ranks_by_choice", "pairs", "absent"),
        *("analyses", "estimates", "outcomes"),
    )

    table: ScoreTable = dataclasses.field(repr=False)
    axes: tuple[Axis, ...]
    metrics: VariedMetrics = dataclasses.field(repr=False)
    best: str
    claims: tuple[ClaimRow, ...]
    choices: tuple[ChoiceRow, ...]
    values: tuple[ValueRow, ...]
    ranks: tuple[RankRow, ...]
    ranks_by_choice: tuple[RankValueRow, ...]
    pairs: tuple[ClaimRow, ...]
    absent: tuple[AbsentRow, ...]
    analyses: tuple[AnalysisRow, ...]
    estimates: tuple[EstimateRow, ...]
    outcomes: tuple[OutcomeRow, ...]

    @property
    def declared(self) -> bool:
        """Whether the claims were declared, and not found in the data."""
        return bool(self.selection.claims)
