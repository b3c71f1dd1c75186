"""The result of a comparison: every table, what lies behind it, and how to redo it."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from trueness.data.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.result import Row
from trueness.statistics.array_types import FloatArray, Key
from trueness.studies.rows import Estimate, NormalityRow, PairTest, Rank, Sensitivity, as_row
from trueness.studies.study import StudyResult


@dataclasses.dataclass(frozen=True)
class Comparison(StudyResult):
    """How metrics agree with a human scorer, and how they compare.

    Attributes
    ----------
    signature : Signature
    selection : CompareSelection
    settings : Settings
    cautions : tuple of Caution
    conclusions : tuple of str
    table : ScoreTable
        The scores behind it: the human and the compared metrics.
    estimates : tuple of Estimate
    tests : tuple of PairTest
        Of the main test.
    beside : tuple of PairTest
        Of the tests shown beside it.
    ranks : tuple of Rank
    sensitivity : tuple of Sensitivity
    normality : tuple of NormalityRow
    samples : dict of (level, coefficient) to array of shape (B, K)
        Bootstrap values behind the intervals.
    system_scores : dict of str to array of shape (N,)
        Per scorer, larger is better, on the cells it shares with the human: means, and for metrics what `aggregation`
        says.
    """

    STUDY: ClassVar[str] = "compare"
    TABLES: ClassVar[tuple[str, ...]] = (
        *("estimates", "tests", "beside", "ranks", "sensitivity", "normality", "cautions"),
    )

    table: ScoreTable
    estimates: tuple[Estimate, ...]
    tests: tuple[PairTest, ...]
    beside: tuple[PairTest, ...]
    ranks: tuple[Rank, ...]
    sensitivity: tuple[Sensitivity, ...]
    normality: tuple[NormalityRow, ...]
    samples: dict[Key, FloatArray] = dataclasses.field(repr=False)
    system_scores: dict[str, FloatArray] = dataclasses.field(repr=False)

    @property
    def human(self) -> str:
        """The human scorer."""
        return str(self.selection.human)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The compared metrics."""
        return tuple(self.selection.metrics)

    @property
    def clusters(self) -> str | None:
        """The grouping column whose groups were resampled as a whole."""
        clusters: str | None = self.selection.clusters
        return clusters

    @property
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers."""
        return {"scores": self.table}

    def facts(self) -> dict[str, Any]:
        """Return what was compared."""
        return {"human": self.human, "metrics": self.metrics}

    def aggregation(self, metric: str) -> str:
        """Return how a metric's system scores come from its outputs: ``corpus``, ``mean`` or ``median``."""
        if self.settings.aggregate == "corpus" and metric not in self.table.corpus:
            return "mean"
        aggregate: str = self.settings.aggregate
        return aggregate

    def rows(self) -> list[Row]:
        """Return the rows of the main test (of the estimates, if nothing was tested)."""
        return [as_row(row) for row in self.tests or self.estimates]

    def estimate(self, metric: str, level: str, coefficient: str) -> Estimate:
        """Return one estimate.

        Raises
        ------
        UnknownNameError
            If it was not computed.
        """
        for row in self.estimates:
            if (row.metric, row.level, row.coefficient) == (metric, level, coefficient):
                return row
        known = [f"{row.metric} {row.level} {row.coefficient}" for row in self.estimates]
        raise unknown_name("estimate", f"{metric} {level} {coefficient}", known)
