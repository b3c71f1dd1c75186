"""Rows and result of what differences are worth."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.data.score_table import ScoreTable
from trueness.result import Share, Threshold
from trueness.studies.study import StudyResult

SYSTEMS, OUTPUTS = "systems", "outputs"
"""Kinds of pairs: of systems, and of outputs of one input."""


@dataclasses.dataclass(frozen=True)
class ChanceRow:
    """How often people prefer the same where a metric's scores differ by so much.

    Attributes
    ----------
    metric : str
    kind : {'systems', 'outputs'}
    curve : {'logistic', 'isotonic'}
    difference : float
        In points of the metric.
    estimate, low, high : float
        The chance and its interval.
    beyond : bool
        Whether no pair differs by as much.
    """

    metric: str
    kind: str
    curve: str
    difference: Threshold
    estimate: Share
    low: Share
    high: Share
    beyond: bool


@dataclasses.dataclass(frozen=True)
class NeededRow:
    """By how much a metric's scores have to differ for a chance that people prefer the same.

    Attributes
    ----------
    metric : str
    kind : {'systems', 'outputs'}
    curve : {'logistic', 'isotonic'}
    chance : float
    estimate, low, high : float
        The least difference, in points of the metric; NaN where the chance is never reached.
    reached : {'yes', 'beyond', 'never'}
        ``beyond`` where no pair differs by as much.
    """

    metric: str
    kind: str
    curve: str
    chance: Share
    estimate: Threshold
    low: Threshold
    high: Threshold
    reached: str


@dataclasses.dataclass(frozen=True)
class FitRow:
    """How well curves say whether people agree on pairs with a system, and for outputs an input, they have not seen.

    Attributes
    ----------
    metric : str
    kind : {'systems', 'outputs'}
    n_pairs, n_systems, n_inputs : int
    n_human_ties, n_metric_ties : int
        Pairs that people tie, and that the metric ties.
    agreement : float
        The share of the pairs in which people prefer the same.
    largest : float
        Difference.
    held_out : {'systems', 'systems and inputs'}
        Of which pairs curves know nothing.
    loss_constant, loss_logistic, loss_isotonic : float
        Mean log loss, held out: of the share of agreement alone, and of both curves.
    miscalibration_logistic, miscalibration_isotonic : float
        Mean distance of chances from what happened, held out, in five groups of similar chances.
    """

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
class Worth(StudyResult):
    """What differences are worth.

    Attributes
    ----------
    signature : Signature
    selection : WorthSelection
    settings : WorthSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The scores behind it.
    worth : tuple of ChanceRow
        Of the difference asked for.
    needed : tuple of NeededRow
    fits : tuple of FitRow
    curves : tuple of ChanceRow
        At differences up to the largest.
    """

    STUDY: ClassVar[str] = "worth"
    SPEAKS_OF: ClassVar[frozenset[str] | None] = frozenset({"systems", "inputs"})
    TABLES: ClassVar[tuple[str, ...]] = ("worth", "needed", "fits", "curves")

    table: ScoreTable
    worth: tuple[ChanceRow, ...]
    needed: tuple[NeededRow, ...]
    fits: tuple[FitRow, ...]
    curves: tuple[ChanceRow, ...]

    @property
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers."""
        return {"scores": self.table}
