"""The result of a comparison: every table, what lies behind it, and how to redo it."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.result import Result, Row, jsonable
from trueness.statistics.engine.bootstrap import Key
from trueness.statistics.ties import FloatArray
from trueness.studies.rows import Caution, Estimate, NormalityRow, PairTest, Rank, Sensitivity, as_row
from trueness.studies.settings import Settings


@dataclasses.dataclass(frozen=True)
class Comparison(Result):
    """How metrics agree with a human scorer, and how they compare.

    Attributes
    ----------
    signature : Signature
    table : ScoreTable
        The scores behind it: the human and the compared metrics.
    human : str
    metrics : tuple of str
    settings : Settings
    clusters : str or None
        The grouping column whose groups were resampled as a whole.
    estimates : tuple of Estimate
    tests : tuple of PairTest
        Of the main test.
    beside : tuple of PairTest
        Of the tests shown beside it.
    ranks : tuple of Rank
    sensitivity : tuple of Sensitivity
    normality : tuple of NormalityRow
    cautions : tuple of Caution
    conclusions : tuple of str
    samples : dict of (level, coefficient) to array of shape (B, K)
        Bootstrap values behind the intervals.
    system_scores : dict of str to array of shape (N,)
        Per scorer, larger is better, on the cells it shares with the human: means, and for metrics what `aggregation`
        says.
    """

    table: ScoreTable
    human: str
    metrics: tuple[str, ...]
    settings: Settings
    clusters: str | None
    estimates: tuple[Estimate, ...]
    tests: tuple[PairTest, ...]
    beside: tuple[PairTest, ...]
    ranks: tuple[Rank, ...]
    sensitivity: tuple[Sensitivity, ...]
    normality: tuple[NormalityRow, ...]
    cautions: tuple[Caution, ...]
    conclusions: tuple[str, ...]
    samples: dict[Key, FloatArray] = dataclasses.field(repr=False)
    system_scores: dict[str, FloatArray] = dataclasses.field(repr=False)

    def aggregation(self, metric: str) -> str:
        """Return how a metric's system scores come from its outputs: ``corpus``, ``mean`` or ``median``."""
        if self.settings.aggregate == "corpus" and metric not in self.table.corpus:
            return "mean"
        return self.settings.aggregate

    def rows(self) -> list[Row]:
        """Return the rows of the main test (of the estimates, if nothing was tested)."""
        return [as_row(row) for row in self.tests or self.estimates]

    def to_dict(self) -> dict[str, Any]:
        """Return every table as JSON-ready values."""
        tables = ("estimates", "tests", "beside", "ranks", "sensitivity", "normality", "cautions")
        return {
            "human": self.human,
            "metrics": list(self.metrics),
            **{name: [jsonable(as_row(row)) for row in getattr(self, name)] for name in tables},
            "conclusions": list(self.conclusions),
            "settings": jsonable(self.settings.to_dict()),
            "fingerprint": self.table.fingerprint,
            "signature": str(self.signature),
        }

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
