"""The rows and the result of resampling references."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from trueness.data.score_table import ScoreTable
from trueness.data.texts import Texts
from trueness.result import Share
from trueness.studies.study import StudyResult


@dataclasses.dataclass(frozen=True)
class WideningRow:
    """How much wider the interval of a correlation gets if references vary as well.

    Attributes
    ----------
    metric, human, level, coefficient : str
    estimate : float
        With the references at hand.
    low, high : float
        Its interval with the references at hand.
    varied_low, varied_high : float
        Its interval with references drawn anew.
    widening : float
        Width of the second over width of the first, less 1; NaN where the first has no width.
    n_references, n_inputs, n_cells : int
        Most references of an input, inputs, and outputs with scores.
    n_undefined_resamples, resamples : int
    """

    metric: str
    human: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    varied_low: float
    varied_high: float
    widening: Share
    n_references: int
    n_inputs: int
    n_cells: int
    n_undefined_resamples: int
    resamples: int


@dataclasses.dataclass(frozen=True)
class OtherReferences(StudyResult):
    """What the choice of references adds to what is not known.

    Attributes
    ----------
    signature : Signature
    selection : ReferencesSelection
    settings : ReferencesSettings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        People's scores.
    texts : Texts
        Outputs and references.
    widening : tuple of WideningRow
    """

    STUDY: ClassVar[str] = "references"
    TABLES: ClassVar[tuple[str, ...]] = ("widening",)

    table: ScoreTable
    texts: Texts
    widening: tuple[WideningRow, ...]

    @property
    def data(self) -> dict[str, ScoreTable | Texts]:
        """The scores and the texts behind the numbers."""
        return {"scores": self.table, "texts": self.texts}
