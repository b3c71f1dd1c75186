"""Rows and result of comparing variants of metrics."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from trueness.data.score_table import ScoreTable
from trueness.result import Pvalue, Share, Threshold
from trueness.statistics.array_types import FloatArray
from trueness.studies.study import StudyResult


@dataclasses.dataclass(frozen=True)
class VariantRow:
    """One metric among all: a variant, or another.

    Attributes
    ----------
    metric, coefficient : str
    estimate, low, high : float
    type, stem, stop, part : str or None
        The options of a variant of ROUGE; None for others.
    aggregate : {'corpus', 'mean', 'median'}
        How its scores of systems come about.
    n_beaten_by : int
        Metrics that outperform it significantly by Williams' test, one-sided, before any correction.
    optimal : bool
        Whether there is none.
    optimal_adjusted : bool
        Whether there is none after correction, by the two-sided test.
    optimal_default, optimal_default_adjusted : bool
        The same by the test that simulations speak for.
    """

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


@dataclasses.dataclass(frozen=True)
class OptionRow:
    """How many optimal variants have a value of an option.

    Attributes
    ----------
    option, value, coefficient : str
    n_variants, n_optimal, n_optimal_default : int
        Variants with that value; the optimal ones by Williams' test, and by the default test, without correction.
    share, share_default : float
        Of all optimal variants.
    """

    option: str
    value: str
    coefficient: str
    n_variants: int
    n_optimal: int
    n_optimal_default: int
    share: Share
    share_default: Share


@dataclasses.dataclass(frozen=True)
class VariantPair:
    """Whether a metric outperforms another, of those that are drawn.

    Attributes
    ----------
    metric, rival, coefficient : str
    estimate : float
        The difference.
    pvalue, pvalue_adjusted : float
        Of Williams' test that the metric is better: one-sided; and two-sided, corrected over all pairs.
    pvalue_default, pvalue_default_adjusted : float
        The same of the default test.
    significant, significant_adjusted : bool
        By Williams' test, in favour of the metric.
    significant_default, significant_default_adjusted : bool
    """

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


@dataclasses.dataclass(frozen=True)
class BestRow:
    """How much of the best metric's lead is luck.

    Attributes
    ----------
    coefficient : str
    over : {'inputs', 'systems', 'both'}
        Of what halves are made, and samples drawn.
    metric : str
        The best.
    estimate : float
        Its correlation in the data it was chosen in.
    honest : float
        What it reaches elsewhere: less what choosing adds on average (see `winner_correlation`).
    drop, drop_low, drop_high : float
        The estimate less that, and less the limits of the correlation that the metric has.
    chosen_half, other_half : float
        The mean correlation of the metric that is best in a half: there, and in the other half.
    share_same : float
        Of samples of full size, drawn with replacement: those in which the same metric is the best.
    n_winners : int
        How many metrics are the best in one of these.
    n_metrics, n_units : int
        What is chosen among; systems or inputs (of `both`: inputs), or their clusters.
    n_undefined_splits, splits, resamples : int
    """

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


@dataclasses.dataclass(frozen=True)
class WinnerRow:
    """How often a metric is the best in another sample.

    Attributes
    ----------
    coefficient, over, metric : str
    estimate : float
    share : float
        Of samples in which it is the best.
    """

    coefficient: str
    over: str
    metric: str
    estimate: float
    share: Share


@dataclasses.dataclass(frozen=True)
class HumanRow:
    """A metric by one of several human scores.

    Attributes
    ----------
    metric, human, coefficient : str
    estimate : float
    n_beaten_by : int
        Metrics that outperform it by Williams' test, one-sided, without correction, by that human score.
    optimal : bool
    """

    metric: str
    human: str
    coefficient: str
    estimate: float
    n_beaten_by: int
    optimal: bool


@dataclasses.dataclass(frozen=True)
class RankedSystem:
    """A system by the best and by the customary metric.

    Attributes
    ----------
    system : str
    estimate_human : float
    mean_best, median_best : float
        Of its outputs' scores by the best metric.
    mean_customary, median_customary : float
        By the customary one; NaN where none is named.
    rank_human, rank_best, rank_customary : int or None
        1 is highest, by scores of systems as they come about for the metric; equal scores share the better rank.
    """

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
class Variants(StudyResult):
    """Which variants of metrics are not outperformed, by which options, and how lucky the best is.

    Attributes
    ----------
    signature : Signature
    selection : VariantsSelection
    settings : VariantsSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The scores behind it: human scores and metrics, without the columns that are made of them.
    human : str
        The human scores that variants are compared by.
    best : str
        The metric that agrees most by the first coefficient.
    variants : tuple of VariantRow
    options : tuple of OptionRow
    pairs : tuple of VariantPair
    luck : tuple of BestRow
    winners : tuple of WinnerRow
    humans : tuple of HumanRow
    systems : tuple of RankedSystem
    people : dict of str to array of shape (N, M)
        The dimensions of the human scores, and their means.
    """

    STUDY: ClassVar[str] = "variants"
    TABLES: ClassVar[tuple[str, ...]] = (
        *("variants", "options", "pairs", "luck", "winners", "humans", "systems"),
    )

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

    @property
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers."""
        return {"scores": self.table}

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
