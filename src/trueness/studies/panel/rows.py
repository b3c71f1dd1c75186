"""Rows and result of a study of runs and panels; every field is a column name of the glossary."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from trueness.data.score_table import ScoreTable
from trueness.result import Pvalue, Share, Statistic
from trueness.studies.study import StudyResult

ALL_JUDGES = "(judges)"
"""The panel of all judges, beside those of each judge's runs."""

MemberVerdict = Literal["helps", "hurts", "not separated", "undefined"]


@dataclasses.dataclass(frozen=True)
class RunRow:
    """How the runs of one judge differ from each other.

    Attributes
    ----------
    metric : str
        The judge.
    n_runs : int
    flip_rate, flip_low, flip_high : float
        Share of outputs on which two runs differ.
    within_sd, between_sd : float
        Standard deviation of runs on one output, and of outputs; NaN of labels without an order.
    icc, icc_low, icc_high : float
        Share of the variance of a single run that lies between outputs.
    reliability : float
        The same of the mean of all runs, by the formula of Spearman and Brown.
    n_outputs, n_clusters : int
    """

    metric: str
    n_runs: int
    flip_rate: Share
    flip_low: Share
    flip_high: Share
    within_sd: Statistic
    between_sd: Statistic
    icc: Statistic
    icc_low: float
    icc_high: float
    reliability: Statistic
    n_outputs: int
    n_clusters: int


@dataclasses.dataclass(frozen=True)
class PanelRow:
    """What a panel is worth: the runs of a judge, or all judges.

    Attributes
    ----------
    panel : str
        A judge, whose runs they are, or ``(judges)``.
    n_members : int
    measure : str
        ``kappa`` with people's label, or ``pearson`` with their score.
    single : float
        Of one member, on average.
    estimate, low, high : float
        Of the label that most members give, or their mean.
    difference, difference_low, difference_high, pvalue : float
        Panel minus one member.
    n_effective, effective_low, effective_high : float
        How many members with independent errors it is worth.
    error_correlation, correlation_low, correlation_high : float
        Mean over pairs of members.
    n_outputs, n_clusters : int
        Outputs that people and all members judged.
    """

    panel: str
    n_members: int
    measure: str
    single: Statistic
    estimate: Statistic
    low: float
    high: float
    difference: float
    difference_low: float
    difference_high: float
    pvalue: Pvalue
    n_effective: Statistic
    effective_low: float
    effective_high: float
    error_correlation: Statistic
    correlation_low: float
    correlation_high: float
    n_outputs: int
    n_clusters: int


@dataclasses.dataclass(frozen=True)
class CurveRow:
    """What a number of members brings.

    Attributes
    ----------
    panel : str
    n_members : int
    estimate, low, high : float
        Agreement with people of so many members, on average over which; NaN of more than there are, and without people.
    difference, difference_low, difference_high : float
        The same minus that of one member.
    reliability : float
        Of the mean of so many runs, by the formula of Spearman and Brown; NaN of judges.
    """

    panel: str
    n_members: int
    estimate: Statistic
    low: float
    high: float
    difference: float
    difference_low: float
    difference_high: float
    reliability: Statistic


@dataclasses.dataclass(frozen=True)
class MemberRow:
    """What one judge adds to the panel of all.

    Attributes
    ----------
    metric, measure : str
    estimate, low, high : float
        Of the judge alone.
    without : float
        Of the panel without it.
    difference, difference_low, difference_high : float
        The panel with it minus the panel without it.
    pvalue, pvalue_adjusted : float
        Of a difference of 0; adjusted over the judges by Holm's method.
    verdict : {'helps', 'hurts', 'not separated', 'undefined'}
    """

    metric: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    without: Statistic
    difference: float
    difference_low: float
    difference_high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    verdict: MemberVerdict


@dataclasses.dataclass(frozen=True)
class MemberPair:
    """How two judges of the panel go together.

    Attributes
    ----------
    metric, rival, measure : str
        ``kappa`` or ``pearson``, of one judge with the other.
    estimate, low, high : float
    error_correlation : float
        NaN without people, or where one never errs.
    n_outputs : int
        Outputs that both judged.
    """

    metric: str
    rival: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    error_correlation: Statistic
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class PanelStudy(StudyResult):
    """What repeated runs and panels of judges are worth.

    Attributes
    ----------
    signature : Signature
    selection : PanelSelection
    settings : PanelSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
    label_names : tuple of str
        Of labels, the worst first; empty of scores.
    standardized : bool
        Whether the mean of judges is of standardized scores.
    panels : tuple of PanelRow
    runs : tuple of RunRow
    curve : tuple of CurveRow
    members : tuple of MemberRow
    pairs : tuple of MemberPair
    applies_to : str
        What intervals are of: other systems, other inputs.
    """

    STUDY: ClassVar[str] = "panel"
    SPEAKS_OF: ClassVar[frozenset[str] | None] = frozenset({"systems", "inputs"})
    TABLES: ClassVar[tuple[str, ...]] = ("panels", "runs", "curve", "members", "pairs")

    table: ScoreTable
    label_names: tuple[str, ...]
    standardized: bool
    panels: tuple[PanelRow, ...]
    runs: tuple[RunRow, ...]
    curve: tuple[CurveRow, ...]
    members: tuple[MemberRow, ...]
    pairs: tuple[MemberPair, ...]
    applies_to: str

    @property
    def data(self) -> Mapping[str, ScoreTable]:
        """The scores behind the numbers."""
        return {"scores": self.table}

    @property
    def human(self) -> str | None:
        """The human scorer, if there is one."""
        name: str | None = self.selection.human
        return name

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges of the panel."""
        return tuple(self.selection.judges)

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"human": self.human, "judges": self.judges}
