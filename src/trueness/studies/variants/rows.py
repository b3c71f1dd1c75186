"""Rows and result of comparing variants of metrics."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.columns.results import DIFFERENCE
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Pvalue, Share, Threshold
from trueness.statistics.array_types import FloatArray
from trueness.study.study import StudyResult


@explained(
    part=Meaning("``recall``, ``precision`` or ``f``; None for other metrics."),
    aggregate=Meaning("How its scores of systems come about: ``corpus``, ``mean`` or ``median``."),
    n_beaten_by=Meaning(
        "Metrics that outperform it significantly by Williams' test, one-sided, before any correction."
    ),
)
@dataclasses.dataclass(frozen=True)
class VariantRow:
    """One metric among all: a variant, or another."""

    metric: str
    coefficient: str
    estimate: float
    low: float
    high: float
    type: str | None
    stem: str | None
    stop: str | None
    part: str | None
    aggregate: str
    n_beaten_by: int
    optimal: bool
    optimal_adjusted: bool
    optimal_default: bool
    optimal_default_adjusted: bool


@explained(
    share=Meaning("Of all optimal variants, by Williams' test."),
)
@dataclasses.dataclass(frozen=True)
class OptionRow:
    """How many optimal variants have a value of an option."""

    option: str
    value: str
    coefficient: str
    n_variants: int
    n_optimal: int
    n_optimal_default: int
    share: Share
    share_default: Share


@explained(
    rival=Meaning(heading="Against"),
    estimate=DIFFERENCE,
    pvalue=Meaning("Of Williams' test that the metric is better, one-sided.", "p (Williams)"),
    pvalue_adjusted=Meaning("Of the two-sided test, corrected over all pairs.", "corrected"),
    significant=Meaning("By Williams' test, in favour of the metric.", "Williams"),
)
@dataclasses.dataclass(frozen=True)
class VariantPair:
    """Whether a metric outperforms another, of those that are drawn."""

    metric: str
    rival: str
    coefficient: str
    estimate: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    pvalue_default: Pvalue
    pvalue_default_adjusted: Pvalue
    significant: bool
    significant_adjusted: bool
    significant_default: bool
    significant_default_adjusted: bool


@explained(
    over=Meaning("Of what halves are made, and samples drawn: ``systems``, ``inputs`` or ``both``."),
    metric=Meaning("The best."),
    estimate=Meaning("Its correlation in the data it was chosen in."),
)
@dataclasses.dataclass(frozen=True)
class BestRow:
    """How much of the best metric's lead is luck."""

    coefficient: str
    over: str
    metric: str
    estimate: float
    honest: float
    drop: float
    drop_low: float
    drop_high: float
    chosen_half: float
    other_half: float
    share_same: Share
    n_winners: int
    n_metrics: int
    n_units: int
    n_undefined_splits: int
    splits: int
    resamples: int


@explained(
    estimate=Meaning(heading="In the data"),
    share=Meaning("Of samples in which it is the best; several that are best share one.", "Best in"),
)
@dataclasses.dataclass(frozen=True)
class WinnerRow:
    """How often a metric is the best in another sample."""

    coefficient: str
    over: str
    metric: str
    estimate: float
    share: Share


@explained(
    n_beaten_by=Meaning(
        "Metrics that outperform it by Williams' test, one-sided, without correction, by that human score."
    ),
    optimal=Meaning(heading="Not outperformed"),
)
@dataclasses.dataclass(frozen=True)
class HumanRow:
    """A metric by one of several human scores."""

    metric: str
    human: str
    coefficient: str
    estimate: float
    n_beaten_by: int
    optimal: bool


@explained(
    estimate_human=Meaning("The system's human score.", "Human"),
)
@dataclasses.dataclass(frozen=True)
class RankedSystem:
    """A system by the best and by the customary metric."""

    system: str
    estimate_human: float
    mean_best: Threshold
    median_best: Threshold
    mean_customary: Threshold
    median_customary: Threshold
    rank_human: int
    rank_best: int
    rank_customary: int | None


@dataclasses.dataclass(frozen=True)
class VariantsResult(StudyResult):
    """Which variants of metrics are not outperformed, by which options, and how lucky the best is.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it: human scores and metrics, without the columns that are made of them.
    human : str
        The human scores that variants are compared by.
    best : str
        The metric that agrees most by the first coefficient.
    people : dict of str to array of shape (N, M)
        The dimensions of the human scores, and their means.
    """

    table: ScoreTable
    human: str
    best: str
    variants: tuple[VariantRow, ...]
    options: tuple[OptionRow, ...]
    pairs: tuple[VariantPair, ...]
    luck: tuple[BestRow, ...]
    winners: tuple[WinnerRow, ...]
    humans: tuple[HumanRow, ...]
    systems: tuple[RankedSystem, ...]
    people: dict[str, FloatArray] = dataclasses.field(repr=False)

    @property
    def customary(self) -> str | None:
        """The metric by which systems are ranked beside the best."""
        return self.selection.named[0] if self.selection.named else None

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"human": self.human, "best": self.best}

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The human scorers of which means are compared by; empty where there is one alone."""
        return tuple(self.selection.dimensions)

    def of(self, coefficient: str) -> tuple[VariantRow, ...]:
        """Return the metrics by one coefficient, the best first."""
        return tuple(row for row in self.variants if row.coefficient == coefficient)
