"""The result of an analysis of several tables: every table of findings, and how to redo it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.data.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.result import Result, Row, jsonable
from trueness.statistics.array_types import Key
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.compare.rows import PairTest, Rank
from trueness.studies.compare.settings import Settings
from trueness.studies.rows import Caution, as_row
from trueness.studies.tables.pooled_rows import PooledEstimate, TableEstimate, TableFacts


@dataclasses.dataclass(frozen=True)
class TablesComparison(Result):
    """How metrics agree with people over several tables, and how they compare.

    Attributes
    ----------
    signature : Signature
    tables : dict of str to ScoreTable
        The scores behind it: each table's human and metrics.
    metrics : tuple of str
        The pooled metrics, which every table has.
    settings : Settings
        Of every table but for the seed, which each has of its own (`TableFacts`).
    weights : str
        ``equal``, ``pairs`` or ``given``.
    clusters : str or None
    estimates : tuple of PooledEstimate
    ranks : tuple of Rank
        Of the pooled values.
    tests : tuple of PairTest
        Of the pooled differences.
    tasks : tuple of TableEstimate
        Every table, level and coefficient by itself.
    facts : tuple of TableFacts
    cautions : tuple of Caution
    conclusions : tuple of str
    """

    tables: dict[str, ScoreTable]
    metrics: tuple[str, ...]
    settings: Settings
    weights: str
    clusters: str | None
    estimates: tuple[PooledEstimate, ...]
    ranks: tuple[Rank, ...]
    tests: tuple[PairTest, ...]
    tasks: tuple[TableEstimate, ...]
    facts: tuple[TableFacts, ...]
    cautions: tuple[Caution, ...]
    conclusions: tuple[str, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        """The levels and coefficients of the pool, in order."""
        return tuple(dict.fromkeys((row.level, row.coefficient) for row in self.estimates))

    def rows(self) -> list[Row]:
        """Return the pooled values."""
        return [as_row(row) for row in self.estimates]

    def to_dict(self) -> dict[str, Any]:
        """Return every table as JSON-ready values."""
        tables = ("estimates", "ranks", "tests", "tasks", "facts", "cautions")
        return {
            "metrics": list(self.metrics),
            **{name: [jsonable(as_row(row)) for row in getattr(self, name)] for name in tables},
            "conclusions": list(self.conclusions),
            "weights": self.weights,
            "settings": jsonable(self.settings.to_dict()),
            "signature": str(self.signature),
        }

    def estimate(self, metric: str, level: str, coefficient: str) -> PooledEstimate:
        """Return one pooled value.

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

    def matrix(self, keys: Sequence[Key] | None = None) -> list[Row]:
        """Return one row per pooled metric and key, the best first: its standing, its pooled value, every table's.

        Parameters
        ----------
        keys : sequence of (level, coefficient), optional
            Of the pool (default all).

        Returns
        -------
        list of dict
            Columns ``metric``, ``level``, ``coefficient``, ``cluster``, ``estimate``, ``low``, ``high``, and one per
            table, called as it; for the mean of all pooled values one per level and coefficient instead, called
            ``level coefficient``.
        """
        standing = {(row.metric, row.level, row.coefficient): row for row in self.ranks}
        alone = {(row.metric, row.level, row.coefficient, row.table): row.estimate for row in self.tasks}
        pooled = {(row.metric, row.level, row.coefficient): row.estimate for row in self.estimates}
        rows: list[Row] = []
        for key in self.keys if keys is None else keys:
            here = [row for row in self.estimates if (row.level, row.coefficient) == key]
            for row in sorted(here, key=lambda row: (row.estimate != row.estimate, -row.estimate)):
                rank = standing.get((row.metric, *key))
                found: Row = {
                    "metric": row.metric,
                    "level": row.level,
                    "coefficient": row.coefficient,
                    "cluster": None if rank is None else rank.cluster,
                    "estimate": row.estimate,
                    "low": row.low,
                    "high": row.high,
                }
                if key == OVERALL_KEY:
                    found |= {
                        f"{level} {coefficient}": pooled[row.metric, level, coefficient]
                        for level, coefficient in self.keys
                        if (level, coefficient) != OVERALL_KEY
                    }
                else:
                    found |= {name: alone[(row.metric, *key, name)] for name in self.tables}
                rows.append(found)
        return rows
