"""Rows and result of labelling until it is settled."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.columns.explained import explained
from trueness.columns.judges import JUDGE, SUBTRACTED
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.decisions.decision import Answer
from trueness.result import Statistic
from trueness.study.study import StudyResult

LABELS = Meaning("Labels by then, in the order in which outputs were drawn.", "Labels")
HOLDS = Meaning("Limits that hold after every label: all that were ever looked at do together.", "Holds")


@explained(
    metric=JUDGE,
    answer=Meaning(
        "Whether it may grade: ``yes``, ``no``, or ``cannot_tell``, as long as it is not settled.",
        "May grade",
    ),
    measure=Meaning("``kappa``, of ratings ``weighted_kappa``."),
    estimate=Meaning(
        "What decides: with two people the judge's agreement minus theirs, else its agreement.", "Decides"
    ),
    low=HOLDS,
    n_labelled=LABELS,
)
@dataclasses.dataclass(frozen=True)
class SettledRow:
    """What labels tell so far of a judge and its bar."""

    metric: str
    answer: Answer
    measure: str
    estimate: Statistic
    low: float
    high: float
    bar: float
    n_labelled: int
    settled_after: int | None
    more_low: int | None
    more_high: int | None
    n_left_out: int
    n_waiting: int
    n_pool: int

    @property
    def n_left(self) -> int:
        """How many outputs of the file may still be drawn; those drawn by this very run are among them."""
        return self.n_pool - self.n_labelled - self.n_waiting


@explained(metric=JUDGE, low=HOLDS, n_labelled=LABELS)
@dataclasses.dataclass(frozen=True)
class LookRow:
    """What was known after so many labels."""

    metric: str
    n_labelled: int
    low: float
    high: float
    bar: float


@explained(
    metric=JUDGE,
    rival=SUBTRACTED,
    estimate=Meaning("Agreement of `metric` with people minus that of `rival`.", "Difference"),
    low=HOLDS,
    n_labelled=LABELS,
)
@dataclasses.dataclass(frozen=True)
class ApartRow:
    """By how much one judge agrees better with people than another, as labels tell so far."""

    metric: str
    rival: str
    measure: str
    estimate: Statistic
    low: float
    high: float
    n_labelled: int


@explained()
@dataclasses.dataclass(frozen=True)
class NextRow:
    """An output to label next."""

    turn: int
    system: str
    input: str
    drawn_with: float


@dataclasses.dataclass(frozen=True)
class SequentialResult(StudyResult):
    """What labels tell so far, and which outputs to label next.

    Attributes
    ----------
    label_names : tuple of str
        What people say, the worst first; of ratings their numbers.
    missing_turns : tuple of int
        Turns whose rows are in no file that was read: what comes after them does not count.
    """

    table: ScoreTable
    settled: tuple[SettledRow, ...]
    looks: tuple[LookRow, ...]
    apart: tuple[ApartRow, ...]
    next: tuple[NextRow, ...]
    label_names: tuple[str, ...]
    texts: Texts | None = None
    missing_turns: tuple[int, ...] = ()

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges that are labelled for."""
        return tuple(self.selection.judges)

    def compared(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"human": self.selection.human, "judges": self.judges}
