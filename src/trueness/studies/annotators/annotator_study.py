"""The result of a study of annotators: every table, and how to redo it."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.score_table import ScoreTable
from trueness.result import Result, Row, jsonable
from trueness.statistics.annotators.variance_components import VarianceComponents
from trueness.studies.annotators.annotator_rows import (
    Agreement,
    AltTest,
    AltTestAnnotator,
    Attenuation,
    CeilingRow,
    Component,
    Design,
    HeldOutCorrelation,
    PairAgreement,
)
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.rows import Caution, as_row

STUDY_TABLES = (
    *("ceiling", "agreement", "pairs", "annotators", "components", "designs"),
    *("attenuation", "alt_tests", "alt_annotators", "held_out", "cautions"),
)


@dataclasses.dataclass(frozen=True)
class AnnotatorStudy(Result):
    """How far annotators agree, and how metrics compare with an annotator.

    Attributes
    ----------
    signature : Signature
    table : ScoreTable
        The human, its annotators and the metrics.
    human : str
    annotators : tuple of str
        Those with a rating.
    metrics : tuple of str
    settings : AnnotatorSettings
    clusters : str or None
        The grouping column whose groups were resampled as a whole.
    agreement : tuple of Agreement
    pairs : tuple of PairAgreement
    components : tuple of Component
    variance : VarianceComponents or None
        What the components come from; None where the ratings cannot tell annotators from outputs.
    designs : tuple of Design
    ceiling : tuple of CeilingRow
        Every metric beside the mean correlation of an annotator with the others.
    held_out : tuple of HeldOutCorrelation
        Every metric, and each annotator, with the others.
    attenuation : tuple of Attenuation
    alt_tests : tuple of AltTest
    alt_annotators : tuple of AltTestAnnotator
    cautions : tuple of Caution
    conclusions : tuple of str
    """

    table: ScoreTable
    human: str
    annotators: tuple[str, ...]
    metrics: tuple[str, ...]
    settings: AnnotatorSettings
    clusters: str | None
    agreement: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    components: tuple[Component, ...]
    variance: VarianceComponents | None
    designs: tuple[Design, ...]
    ceiling: tuple[CeilingRow, ...]
    held_out: tuple[HeldOutCorrelation, ...]
    attenuation: tuple[Attenuation, ...]
    alt_tests: tuple[AltTest, ...]
    alt_annotators: tuple[AltTestAnnotator, ...]
    cautions: tuple[Caution, ...]
    conclusions: tuple[str, ...]

    @property
    def annotator_rows(self) -> tuple[HeldOutCorrelation, ...]:
        """The annotators' own correlations with the others."""
        return tuple(row for row in self.held_out if row.scorer == row.annotator and self._is_own(row))

    def _is_own(self, row: HeldOutCorrelation) -> bool:
        """Whether a row is about the annotator, where a metric has the same name."""
        if row.scorer not in self.metrics:
            return True
        same = [
            other
            for other in self.held_out
            if (other.annotator, other.scorer, other.level, other.coefficient)
            == (row.annotator, row.scorer, row.level, row.coefficient)
        ]
        return row is same[0]  # annotators come before metrics

    def rows_of(self, name: str) -> tuple[Any, ...]:
        """Return the rows of one of `STUDY_TABLES`."""
        rows: tuple[Any, ...] = self.annotator_rows if name == "annotators" else getattr(self, name)
        return rows

    def rows(self) -> list[Row]:
        """Return the metrics beside the ceiling (without metrics, the agreement)."""
        return [as_row(row) for row in self.ceiling or self.agreement]

    def to_dict(self) -> dict[str, Any]:
        """Return every table as JSON-ready values."""
        return {
            "human": self.human,
            "annotators": list(self.annotators),
            "metrics": list(self.metrics),
            "tables": {name: [jsonable(as_row(row)) for row in self.rows_of(name)] for name in STUDY_TABLES},
            "conclusions": list(self.conclusions),
            "settings": jsonable(self.settings.to_dict()),
            "fingerprint": self.table.fingerprint,
            "signature": str(self.signature),
        }
