"""What a plan consists of: designs, what the next judgement would bring, and the answer."""

from __future__ import annotations

import dataclasses
import math
from typing import ClassVar

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Answer
from trueness.result import Share, Statistic
from trueness.study.study import StudyResult

Size = tuple[int, int, int]
"""Numbers of systems, inputs and annotators."""

PROMISE = 0.8
"""How often the interval of a promise is to hold the power that the truth has."""


@explained(
    n_undefined=Meaning("Tables without an interval, or without a p-value."),
)
@dataclasses.dataclass(frozen=True)
class Design:
    """What one design achieves."""

    n_systems: int
    n_inputs: int
    n_annotators: int
    judgements: int
    cost: Statistic
    width: float
    width_error: float
    power: Share
    power_low: float
    power_high: float
    detectable: float
    enough: Answer | None
    n_undefined: int
    promise_low: Share = math.nan
    promise_high: Share = math.nan
    width_low: float = math.nan
    width_high: float = math.nan

    @property
    def size(self) -> Size:
        """Systems, inputs and annotators."""
        return self.n_systems, self.n_inputs, self.n_annotators


@explained()
@dataclasses.dataclass(frozen=True)
class NextStep:
    """What raising one number of a design by a quarter, at least by one, would bring."""

    what: str
    n_systems: int
    n_inputs: int
    n_annotators: int
    more_judgements: int
    narrower: float
    narrower_error: float
    narrower_per_1000: float
    more_power: float


@dataclasses.dataclass(frozen=True)
class PlanResult(StudyResult):
    """Designs, the cheapest of them that is enough, and where its next judgement would help most.

    Attributes
    ----------
    table : ScoreTable or None
        The pilot; None without one.
    correlation : float
        The metric's population correlation at the level, with the first numbers of inputs and annotators.
    cheapest : Design or None
        None where no design is shown to be enough, or nothing is asked for.
    likely : Design or None
        Where none is, the cheapest whose own numbers reach what is asked for, while the pilot leaves them open.
    next_steps : tuple of NextStep
        From the cheapest design, the likely one, or the largest.
    """

    APPLIES_TO: ClassVar[frozenset[str] | None] = frozenset()

    table: ScoreTable | None
    correlation: float
    designs: tuple[Design, ...]
    cheapest: Design | None
    likely: Design | None
    next_steps: tuple[NextStep, ...]
