"""Rows and result of what differences are worth."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.columns.worth import PAIRS_OF
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Share, Threshold
from trueness.study.study import StudyResult

SYSTEMS, OUTPUTS = "systems", "outputs"
"""Kinds of pairs: of systems, and of outputs of one input."""


@explained(
    kind=PAIRS_OF,
    difference=Meaning("In points of the metric."),
    estimate=Meaning("How often people prefer what the metric prefers.", "People agree"),
)
@dataclasses.dataclass(frozen=True)
class ChanceRow:
    """How often people prefer the same where a metric's scores differ by so much."""

    metric: str
    kind: str
    curve: str
    difference: Threshold
    estimate: Share
    low: Share
    high: Share
    beyond: bool


@explained(
    kind=PAIRS_OF,
    chance=Meaning("How often people should prefer what the metric prefers.", "People agree"),
    estimate=Meaning(
        "The least difference, in points of the metric; NaN where the chance is never reached.", "Difference"
    ),
)
@dataclasses.dataclass(frozen=True)
class NeededRow:
    """By how much a metric's scores have to differ for a chance that people prefer the same."""

    metric: str
    kind: str
    curve: str
    chance: Share
    estimate: Threshold
    low: Threshold
    high: Threshold
    reached: str


@explained(
    kind=PAIRS_OF,
    n_pairs=Meaning("Pairs of systems or outputs."),
    agreement=Meaning("Share of the pairs in which people prefer what the metric prefers."),
)
@dataclasses.dataclass(frozen=True)
class FitRow:
    """How well curves say whether people agree on pairs with a system, and for outputs an input, they have not seen."""

    metric: str
    kind: str
    n_pairs: int
    n_systems: int
    n_inputs: int
    n_human_ties: int
    n_metric_ties: int
    agreement: Share
    largest: Threshold
    held_out: str
    loss_constant: float
    loss_logistic: float
    loss_isotonic: float
    miscalibration_logistic: Share
    miscalibration_isotonic: Share


@dataclasses.dataclass(frozen=True)
class WorthResult(StudyResult):
    """What differences are worth.

    Attributes
    ----------
    table : ScoreTable
        The scores behind it.
    worth : tuple of ChanceRow
        Of the difference asked for.
    curves : tuple of ChanceRow
        At differences up to the largest.
    """

    APPLIES_TO: ClassVar[frozenset[str] | None] = frozenset({"systems", "inputs"})

    table: ScoreTable
    worth: tuple[ChanceRow, ...]
    needed: tuple[NeededRow, ...]
    fits: tuple[FitRow, ...]
    curves: tuple[ChanceRow, ...]
