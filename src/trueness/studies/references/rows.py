"""The rows and the result of resampling references."""

from __future__ import annotations

import dataclasses

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.result import Share
from trueness.study.study import StudyResult


@explained(
    low=Meaning("The interval with the references at hand.", "References at hand"),
)
@dataclasses.dataclass(frozen=True)
class WideningRow:
    """How much wider the interval of a correlation gets if references vary as well."""

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
class ReferencesResult(StudyResult):
    """What the choice of references adds to what is not known.

    Attributes
    ----------
    table : ScoreTable
        People's scores.
    texts : Texts
        Outputs and references.
    """

    table: ScoreTable
    texts: Texts
    widening: tuple[WideningRow, ...]
