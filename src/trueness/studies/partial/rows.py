"""Rows and result of agreement where something is given."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Pvalue
from trueness.study.study import StudyResult

ALL, PART, HIDDEN, NONE, UNDEFINED = "all", "part", "hidden", "none shown", ""
"""How much of an agreement goes with what is given."""


@explained(
    given=Meaning(
        "What is given: a scorer, of which the straight line is taken out of both scores; or ``system``, ``input`` or "
        "a group, of which the means are."
    ),
    before=Meaning("Pearson's r with people over all outputs.", "r"),
    estimate=Meaning("Pearson's r of what is left of both scores.", "r, given it"),
    lost=Meaning("`before` minus `estimate`.", "Lost"),
    pvalue=Meaning("Of the test that nothing is lost."),
    pvalue_adjusted=Meaning("Corrected over all rows."),
    metric_with=Meaning(
        "How the metric goes with what is given: Pearson's r, or of groups the root of the share of variance between "
        "them.",
        "Metric with it",
    ),
    human_with=Meaning("The same of people's scores.", "People with it"),
    explains=Meaning(
        "How much of the agreement goes with what is given. ``all``: something is lost, what is left may be nothing; "
        "``part``: something is lost, and something is left; ``hidden``: there is more agreement given it; ``none "
        "shown``; empty where it is undefined."
    ),
)
@dataclasses.dataclass(frozen=True)
class PartialRow:
    """How much of a metric's agreement with people is left where something is given."""

    metric: str
    given: str
    before: float
    before_low: float
    before_high: float
    estimate: float
    low: float
    high: float
    lost: float
    lost_low: float
    lost_high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    metric_with: float
    human_with: float
    explains: str
    n_outputs: int


@dataclasses.dataclass(frozen=True)
class PartialResult(StudyResult):
    """What is left of agreement where something is given.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it.
    """

    APPLIES_TO: ClassVar[frozenset[str] | None] = frozenset({"systems", "inputs"})

    table: ScoreTable
    partial: tuple[PartialRow, ...]
