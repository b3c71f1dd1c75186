"""Rows and result of a multiverse; every field of a row is a column name of the glossary."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.data.score_table import ScoreTable
from trueness.result import Pvalue, Share, Statistic, Threshold
from trueness.studies.multiverse.analyses import AbsentRow, Axis
from trueness.studies.multiverse.variants import VariedMetrics
from trueness.studies.rows import Verdict
from trueness.studies.study import StudyResult

INTERACTIONS = "(together)"
"""What stands in the column of a choice for what only several of them explain."""


@dataclasses.dataclass(frozen=True)
class ClaimRow:
    """How a claim, that a metric is better than its rival, fares over all analyses.

    Attributes
    ----------
    metric, rival : str
    n_analyses, n_undefined : int
        Analyses with a difference, each computation counted once, and those in which it is undefined.
    share_better, share_significant : float
        Of the analyses: with a higher correlation of the metric, and significantly so.
    share_worse, share_significantly_worse : float
        The other way round.
    estimate, smallest, largest : float
        The median difference of the two correlations, and the extremes.
    choice : str or None
        Of the choices that are shown to move it (`decisions.moved_by`) the one with most of the variance; None where
        none is, and of claims that are not said.
    share : float
        Of the variance of the difference, by that choice.
    """

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


@dataclasses.dataclass(frozen=True)
class ChoiceRow:
    """How far a choice moves a claim.

    Attributes
    ----------
    metric, rival : str
    choice : str
        `INTERACTIONS` for what only several choices together explain.
    n_values : int or None
    share : float
        Of the variance of the difference over all analyses.
    lowest, highest : str or None
        The values with the lowest and the highest mean difference.
    smallest, largest : float
        These means.
    """

    metric: str
    rival: str
    choice: str
    n_values: int | None
    share: Share
    lowest: str | None
    highest: str | None
    smallest: float
    largest: float


@dataclasses.dataclass(frozen=True)
class ValueRow:
    """How a claim fares where a choice has one value.

    Attributes
    ----------
    metric, rival, choice, value : str
    n_analyses : int
    estimate : float
        Mean difference.
    share_better, share_significant, share_significantly_worse : float
    """

    metric: str
    rival: str
    choice: str
    value: str
    n_analyses: int
    estimate: float
    share_better: Share
    share_significant: Share
    share_significantly_worse: Share


@dataclasses.dataclass(frozen=True)
class RankRow:
    """Where a metric stands among all over the analyses.

    Attributes
    ----------
    metric : str
    mean_rank, best_rank, worst_rank : float
        1 is the highest correlation; equal ones share the mean of their ranks.
    share_first : float
        Of the analyses, with no higher correlation than its own.
    n_analyses, n_undefined : int
    """

    metric: str
    mean_rank: Statistic
    best_rank: Threshold
    worst_rank: Threshold
    share_first: Share
    n_analyses: int
    n_undefined: int


@dataclasses.dataclass(frozen=True)
class RankValueRow:
    """Where a metric stands where a choice has one value.

    Attributes
    ----------
    metric, choice, value : str
    mean_rank : float
    n_analyses : int
    """

    metric: str
    choice: str
    value: str
    mean_rank: Statistic
    n_analyses: int


@dataclasses.dataclass(frozen=True)
class AnalysisRow:
    """One analysis: what was chosen, and which metric comes first.

    Attributes
    ----------
    analysis : int
    human, level, coefficient : str
    aggregate : str
        Empty where it makes no difference.
    systems, inputs, variants : str
    n_systems, n_inputs : int
    metric : str or None
        With the highest correlation.
    estimate : float
    n_undefined : int
        Metrics without one.
    """

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


@dataclasses.dataclass(frozen=True)
class EstimateRow:
    """The correlation of a metric in an analysis.

    Attributes
    ----------
    analysis : int
    metric : str
    estimate : float
    rank : float
    n_undefined : int
        Units, such as inputs, without a correlation, which the average leaves out.
    """

    analysis: int
    metric: str
    estimate: float
    rank: Statistic
    n_undefined: int


@dataclasses.dataclass(frozen=True)
class OutcomeRow:
    """What an analysis says of a claim.

    Attributes
    ----------
    analysis : int
    metric, rival : str
    estimate, estimate_metric, estimate_rival : float
        The difference, and the two correlations on the cells both have.
    pvalue, pvalue_adjusted : float
    verdict : str
        The metric against the rival, after correction.
    """

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
class Multiverse(StudyResult):
    """How conclusions depend on choices.

    Attributes
    ----------
    signature : Signature
    selection : MultiverseSelection
    settings : MultiverseSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The scores behind it.
    axes : tuple of Axis
        Every choice with its values.
    metrics : VariedMetrics
    best : str
        The metric with the highest mean rank.
    claims : tuple of ClaimRow
    choices : tuple of ChoiceRow
    values : tuple of ValueRow
    ranks : tuple of RankRow
    ranks_by_choice : tuple of RankValueRow
    pairs : tuple of ClaimRow
        All pairs of metrics, the better one first.
    absent : tuple of AbsentRow
    analyses : tuple of AnalysisRow
    estimates : tuple of EstimateRow
    outcomes : tuple of OutcomeRow
        What every analysis says of the claims; of each computation once.
    """

    STUDY: ClassVar[str] = "multiverse"
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
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers."""
        return {"scores": self.table}

    @property
    def declared(self) -> bool:
        """Whether the claims were declared, and not found in the data."""
        return bool(self.selection.claims)
