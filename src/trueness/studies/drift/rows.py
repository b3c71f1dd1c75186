"""Rows and result of comparing two batches of one judge."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from trueness.columns.drift import CHANGE
from trueness.columns.explained import explained
from trueness.columns.judges import JUDGE
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Pvalue, Share, Statistic
from trueness.study.study import StudyResult

ALL_OUTPUTS = "(all)"

Movement = Literal["moved", "same", "undecided", "undefined"]


@explained(
    metric=JUDGE,
    verdict=Meaning(
        "What the rules say: ``moved``: the mean is shown to differ, and not shown to do so by less than the margin; "
        "``same``: it is shown to differ by less than the margin."
    ),
    before=Meaning("Mean of the anchors in the earlier batch; of labels 0 and 1, the share of 1."),
    after=Meaning("Their mean in the later batch."),
    estimate=CHANGE,
    margin=Meaning("The largest movement that counts as none, in the unit of the scores."),
    measure=Meaning("``kappa`` or ``pearson``, of the judge with itself."),
    agreement=Meaning("Of the judge with itself on anchors, from -1 to 1.", "With itself"),
    n_outputs=Meaning("Anchors.", "Anchors"),
)
@dataclasses.dataclass(frozen=True)
class DriftRow:
    """How far a judge moved on anchors."""

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


@explained(
    metric=JUDGE,
    estimate=Meaning("Anchors minus others, within systems.", "Difference"),
    n_clusters=Meaning("Independent anchors."),
)
@dataclasses.dataclass(frozen=True)
class AnchorRow:
    """How anchors compare with the other outputs of the earlier batch."""

    metric: str
    mean_anchors: Statistic
    mean_others: Statistic
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    covered: Share
    n_clusters: int


@explained(
    metric=JUDGE,
    system=Meaning("A system, or ``(all)``."),
    estimate=Meaning(
        "Later minus earlier at the same mix of systems, minus the judge's part.", "Systems' change"
    ),
    pvalue_adjusted=Meaning(
        "By Holm's method, that of all outputs over judges, others over judges and systems."
    ),
)
@dataclasses.dataclass(frozen=True)
class ChangeRow:
    """How far outputs that are no anchors moved, and how much of that is the judge's."""

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


@explained(
    metric=JUDGE,
    before=Meaning("Agreement in the earlier batch."),
    after=Meaning("Agreement in the later batch."),
    estimate=CHANGE,
)
@dataclasses.dataclass(frozen=True)
class PeopleRow:
    """Whether a judge agrees with people as it did, on anchors with a human score."""

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
class DriftResult(StudyResult):
    """Whether judges moved between two batches, or systems did.

    Attributes
    ----------
    table : ScoreTable
        The earlier batch, or both.
    """

    APPLIES_TO: ClassVar[frozenset[str] | None] = frozenset({"inputs"})

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
