"""Rows and result of comparing two batches of one judge; every field is a column name of the glossary."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from trueness.data.score_table import ScoreTable
from trueness.result import Pvalue, Share, Statistic
from trueness.studies.study import StudyResult

ALL_OUTPUTS = "(all)"

Movement = Literal["moved", "same", "undecided", "undefined"]


@dataclasses.dataclass(frozen=True)
class DriftRow:
    """How far a judge moved on anchors.

    Attributes
    ----------
    metric : str
    verdict : {'moved', 'same', 'undecided', 'undefined'}
        What the rules say: ``moved``: the mean is shown to differ, and not shown to do so by less than the margin;
        ``same``: it is shown to differ by less than the margin.
    before, after : float
        Means on anchors; of labels 0 and 1, shares of 1.
    estimate, low, high, pvalue : float
        Later minus earlier.
    margin : float
        In the unit of the scores.
    changed : float
        Share of anchors with another label or score.
    measure : str
        ``kappa`` or ``pearson``, of the judge with itself.
    agreement, agreement_low, agreement_high : float
    n_outputs, n_clusters : int
        Anchors.
    """

    metric: str
    verdict: Movement
    before: Statistic
    after: Statistic
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    margin: Statistic
    changed: Share
    measure: str
    agreement: Statistic
    agreement_low: float
    agreement_high: float
    n_outputs: int
    n_clusters: int


@dataclasses.dataclass(frozen=True)
class AnchorRow:
    """How anchors compare with the other outputs of the earlier batch.

    Attributes
    ----------
    metric : str
    mean_anchors, mean_others : float
        Of the earlier scores.
    estimate, low, high, pvalue : float
        Anchors minus others, within systems.
    covered : float
        Share of the others whose system has anchors.
    n_clusters : int
        Independent anchors.
    """

    metric: str
    mean_anchors: Statistic
    mean_others: Statistic
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    covered: Share
    n_clusters: int


@dataclasses.dataclass(frozen=True)
class ChangeRow:
    """How far outputs that are no anchors moved, and how much of that is the judge's.

    Attributes
    ----------
    metric, system : str
        The judge; a system, or ``(all)``.
    before, after : float
        Means of the outputs of the earlier and of the later batch.
    judge_part : float
        What the judge moved on the anchors.
    estimate, low, high : float
        After minus before at the same mix of systems, minus the judge's part.
    pvalue, pvalue_adjusted : float
        Of an estimate of 0; adjusted by Holm's method, that of all outputs over judges, others over judges and systems.
    n_before, n_after : int
    """

    metric: str
    system: str
    before: Statistic
    after: Statistic
    judge_part: float
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    n_before: int
    n_after: int


@dataclasses.dataclass(frozen=True)
class PeopleRow:
    """Whether a judge agrees with people as it did, on anchors with a human score.

    Attributes
    ----------
    metric, measure : str
    before, after : float
    estimate, low, high, pvalue : float
        After minus before.
    n_outputs : int
    """

    metric: str
    measure: str
    before: Statistic
    after: Statistic
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class Drift(StudyResult):
    """Whether judges moved between two batches, or systems did.

    Attributes
    ----------
    signature : Signature
    selection : DriftSelection
    settings : DriftSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The earlier batch, or both.
    later : ScoreTable or None
    drift : tuple of DriftRow
    changes : tuple of ChangeRow
    people : tuple of PeopleRow
    anchors : tuple of AnchorRow
    """

    STUDY: ClassVar[str] = "drift"
    SPEAKS_OF: ClassVar[frozenset[str] | None] = frozenset({"inputs"})
    TABLES: ClassVar[tuple[str, ...]] = ("drift", "changes", "people", "anchors")

    table: ScoreTable
    later: ScoreTable | None
    drift: tuple[DriftRow, ...]
    changes: tuple[ChangeRow, ...]
    people: tuple[PeopleRow, ...]
    anchors: tuple[AnchorRow, ...]

    @property
    def data(self) -> Mapping[str, ScoreTable]:
        """The scores behind the numbers."""
        return {"scores": self.table, **({} if self.later is None else {"later": self.later})}

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges that were compared with themselves."""
        return tuple(self.selection.judges)

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"judges": self.judges, "batches": self.selection.batches}
