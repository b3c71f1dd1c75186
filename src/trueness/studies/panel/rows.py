"""Rows and result of a study of runs and panels."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Literal

from trueness.columns.explained import explained
from trueness.columns.judges import JUDGE
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Pvalue, Share, Statistic
from trueness.study.study import StudyResult

ALL_JUDGES = "(judges)"
"""The panel of all judges, beside those of each judge's runs."""

MemberVerdict = Literal["helps", "hurts", "not separated", "undefined"]


@explained(
    metric=JUDGE,
    reliability=Meaning(
        "The same of the mean of all runs, by the formula of Spearman and Brown.", "Of the mean"
    ),
)
@dataclasses.dataclass(frozen=True)
class RunRow:
    """How the runs of one judge differ from each other."""

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


@explained(
    measure=Meaning("``kappa`` with people's label, or ``pearson`` with their score."),
    single=Meaning("Agreement with people of one member, on average.", "One member"),
    estimate=Meaning("Agreement with people of the label that most members give, or of their mean.", "Panel"),
    difference=Meaning("Panel minus one member.", "Gain"),
    n_outputs=Meaning("Outputs that people and all members judged."),
)
@dataclasses.dataclass(frozen=True)
class PanelRow:
    """What a panel is worth: the runs of a judge, or all judges."""

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


@explained(
    estimate=Meaning(
        "Agreement with people of so many members, on average over which; NaN of more than there are, and without "
        "people.",
        "Agreement",
    ),
    difference=Meaning("The same minus that of one member.", "More than one"),
)
@dataclasses.dataclass(frozen=True)
class CurveRow:
    """What a number of members brings."""

    panel: str
    n_members: int
    estimate: Statistic
    low: float
    high: float
    difference: float
    difference_low: float
    difference_high: float
    reliability: Statistic


@explained(
    metric=JUDGE,
    estimate=Meaning("Of the judge alone.", "Alone"),
    difference=Meaning("The panel with it minus the panel without it.", "Adds"),
    pvalue_adjusted=Meaning("By Holm's method over the judges."),
    verdict=Meaning("Whether the judge helps the panel: with it against without it."),
)
@dataclasses.dataclass(frozen=True)
class MemberRow:
    """What one judge adds to the panel of all."""

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


@explained(
    metric=JUDGE,
    rival=Meaning("The other judge.", "With"),
    measure=Meaning("``kappa`` or ``pearson``, of one judge with the other."),
    estimate=Meaning("Agreement of the two.", "Agreement"),
    error_correlation=Meaning("Correlation of their errors; NaN without people, or where one never errs."),
)
@dataclasses.dataclass(frozen=True)
class MemberPair:
    """How two judges of the panel go together."""

    metric: str
    rival: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    error_correlation: Statistic
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class PanelResult(StudyResult):
    """What repeated runs and panels of judges are worth.

    Attributes
    ----------
    label_names : tuple of str
        Of labels, the worst first; empty of scores.
    standardized : bool
        Whether the mean of judges is of standardized scores.
    applies_to : str
        What intervals are of: other systems, other inputs.
    """

    APPLIES_TO: ClassVar[frozenset[str] | None] = frozenset({"systems", "inputs"})

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
