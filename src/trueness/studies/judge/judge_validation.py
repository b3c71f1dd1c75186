"""The result of validating judges: every table, what lies behind it, and how to redo it."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.result import Result, Row, jsonable
from trueness.statistics.ties import FloatArray
from trueness.studies.annotators.annotator_study import AnnotatorStudy
from trueness.studies.comparison import Comparison
from trueness.studies.judge.judge_rows import (
    JudgeBias,
    JudgedDifference,
    JudgedMean,
    JudgeMeasure,
    OrderBias,
    Prevalence,
    ReliabilityRow,
)
from trueness.studies.judge.judge_settings import JudgeSettings
from trueness.studies.rows import Caution, as_row

JUDGE_TABLES = (
    "agreement",
    "measures",
    "bias",
    "order",
    "reliability",
    "means",
    "differences",
    "prevalence",
    "cautions",
)


@dataclasses.dataclass(frozen=True)
class JudgeValidation(Result):
    """What is known about judges that score in place of people.

    Attributes
    ----------
    signature : Signature
    comparison : Comparison
        Agreement with people, without tests.
    human : str
    judges : tuple of str
    settings : JudgeSettings
    clusters : str or None
    position : str or None
        The column or scorer that says where an output stood.
    n_labelled, n_unlabelled : int
        Outputs with a human score, and outputs that a judge scored and people did not.
    demonstrated : bool
        Whether means and differences show what a share of the labels would have given, because all outputs are
        labelled.
    same_scale : dict of str to bool
        Judge to whether it rates on the human's scale.
    agreement : tuple of Estimate
    measures : tuple of JudgeMeasure
    bias : tuple of JudgeBias
    order : tuple of OrderBias
    reliability : tuple of ReliabilityRow
    means : tuple of JudgedMean
    differences : tuple of JudgedDifference
    prevalence : tuple of Prevalence
        Empty unless human labels and judges are binary and there are unlabelled outputs.
    cautions : tuple of Caution
    conclusions : tuple of str
    scores : dict of str to array of shape (n, 4)
        Judge to its labelled outputs: human score; judge's score on the human's scale; judge's score, larger being
        better; length (NaN where unknown).
    annotators : AnnotatorStudy or None
        How the judges compare with single annotators, where the data hold these.
    """

    comparison: Comparison
    human: str
    judges: tuple[str, ...]
    settings: JudgeSettings
    clusters: str | None
    position: str | None
    n_labelled: int
    n_unlabelled: int
    demonstrated: bool
    same_scale: dict[str, bool]
    measures: tuple[JudgeMeasure, ...]
    bias: tuple[JudgeBias, ...]
    order: tuple[OrderBias, ...]
    reliability: tuple[ReliabilityRow, ...]
    means: tuple[JudgedMean, ...]
    differences: tuple[JudgedDifference, ...]
    prevalence: tuple[Prevalence, ...]
    cautions: tuple[Caution, ...]
    conclusions: tuple[str, ...]
    scores: dict[str, FloatArray] = dataclasses.field(repr=False)
    annotators: AnnotatorStudy | None = None

    @property
    def agreement(self) -> tuple[Any, ...]:
        """The correlations with the human, one row per judge, level and coefficient."""
        return self.comparison.estimates

    def rows(self) -> list[Row]:
        """Return the mean human scores of systems with each judge's help."""
        return [as_row(row) for row in self.means]

    def to_dict(self) -> dict[str, Any]:
        """Return every table as JSON-ready values."""
        return {
            "human": self.human,
            "judges": list(self.judges),
            "n_labelled": self.n_labelled,
            "n_unlabelled": self.n_unlabelled,
            "demonstrated": self.demonstrated,
            "same_scale": self.same_scale,
            **{name: [jsonable(as_row(row)) for row in getattr(self, name)] for name in JUDGE_TABLES},
            "annotators": None if self.annotators is None else self.annotators.to_dict(),
            "conclusions": list(self.conclusions),
            "settings": jsonable(self.settings.to_dict()),
            "fingerprint": self.comparison.table.fingerprint,
            "signature": str(self.signature),
        }

    def in_order(self) -> tuple[str, ...]:
        """Return the judges by falling agreement: at the first level, by the first coefficient it has."""
        rows = self.comparison.estimates
        first = [(row.level, row.coefficient) for row in rows[:1]]
        values = {row.metric: row.estimate for row in rows if (row.level, row.coefficient) in first}
        known = [name for name in self.judges if values.get(name, float("nan")) == values.get(name)]
        return (
            *sorted(known, key=lambda name: -values[name]),
            *(name for name in self.judges if name not in known),
        )
