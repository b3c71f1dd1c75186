"""What an analysis of several tables found: in each of them, in their pool, and how to redo it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.columns.pools import PAIRS_OF_SYSTEMS
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import unknown_name
from trueness.result import Pvalue, Row, Share, Statistic
from trueness.statistics.array_types import Key
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.compare.in_papers import InPapers
from trueness.studies.compare.rows import Estimate, PairTest, Rank
from trueness.study.study import StudyResult


@explained(
    n_systems=Meaning("Systems that the human judged."),
    n_inputs=Meaning("Inputs that the human judged."),
    n_pairs=PAIRS_OF_SYSTEMS,
    n_metrics=Meaning("Metrics it has, pooled or not."),
)
@dataclasses.dataclass(frozen=True)
class TableFacts:
    """One table of the pool."""

    table: str
    human: str
    n_systems: int
    n_inputs: int
    n_pairs: int
    n_metrics: int
    weight: Statistic
    seed: int
    fingerprint: str


@explained(
    estimate=Meaning(heading="Value"),
    cluster=Meaning(
        "The metric's rank cluster among the pooled metrics in this table; None where it is undefined or not pooled."
    ),
)
@dataclasses.dataclass(frozen=True)
class TableEstimate(Estimate):
    """How well one metric agrees with the human in one table (a task of the matrix, with level and coefficient)."""

    table: str = ""
    cluster: int | None = None


@explained(
    level=Meaning("As in a table; ``all`` is the mean of all other pooled values of the metric."),
    coefficient=Meaning("As in a table, or ``all``."),
    estimate=Meaning(
        "The weighted average over tables; for the pairwise accuracy the share of all tables' pairs of systems.",
        "Average",
    ),
    n_undefined=Meaning("Tables in which it is undefined, left out of the average.", "Undefined tables"),
    n_systems=Meaning("Systems, summed over tables."),
    n_pairs=PAIRS_OF_SYSTEMS,
)
@dataclasses.dataclass(frozen=True)
class PooledEstimate:
    """How well one metric agrees with people over all tables."""

    metric: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    interval: str
    over: str
    n_tables: int
    n_undefined: int
    n_systems: int
    n_pairs: int
    n_undefined_resamples: int
    resamples: int


@explained(
    estimate=Meaning(
        "The value that tables have on average, those that are sure of theirs counting more; no verdict rests on it.",
        "Random-effects mean",
    ),
    low=Meaning("Limits of that mean, for tables of the same kind (random effects)."),
    next_low=Meaning("Between what the value in another table of the kind lies.", "In another table"),
    spread=Meaning("The standard deviation of true values over tables, on Fisher's scale.", "τ"),
    share=Meaning("Of the variance of values, what their errors leave unexplained.", "I²"),
    statistic=Meaning("Cochran's Q.", "Q"),
    pvalue=Meaning("That the true value is the same in all tables."),
)
@dataclasses.dataclass(frozen=True)
class AcrossTables:
    """How far a metric's agreement differs from table to table by more than its errors."""

    metric: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    next_low: float
    next_high: float
    spread: float
    share: Share
    statistic: Statistic
    pvalue: Pvalue
    n_tables: int


@dataclasses.dataclass(frozen=True)
class PoolResult(InPapers, StudyResult):
    """How metrics agree with people over several tables, and how they compare.

    Attributes
    ----------
    settings : PoolSettings
        Of every table but for the seed, which each has of its own (`TableFacts`).
    decisions : tuple of Decision
        Which metrics may be the best over all tables, and whether they may be ranked, by level and coefficient.
    tables : dict of str to ScoreTable
        The scores behind it: each table's human and metrics.
    left_out : dict of str to ScoreTable
        Tables without a part, since they have no human or no metric.
    metrics : tuple of str
        The pooled metrics, which every table has.
    ranks : tuple of Rank
        Of the pooled values.
    tests : tuple of PairTest
        Of the pooled differences.
    tasks : tuple of TableEstimate
        Every table, level and coefficient by itself.
    across : tuple of AcrossTables
        Of three tables or more with intervals.
    """

    tables: dict[str, ScoreTable]
    left_out: dict[str, ScoreTable]
    metrics: tuple[str, ...]
    estimates: tuple[PooledEstimate, ...]
    ranks: tuple[Rank, ...]
    tests: tuple[PairTest, ...]
    tasks: tuple[TableEstimate, ...]
    facts: tuple[TableFacts, ...]
    across: tuple[AcrossTables, ...]

    @property
    def weights(self) -> str:
        """How tables count in averages: ``equal``, ``pairs`` or ``given``."""
        weighting: str = self.settings.weighting
        return weighting

    @property
    def clusters(self) -> str | None:
        """The grouping column whose groups were resampled as a whole."""
        clusters: str | None = self.selection.clusters
        return clusters

    @property
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers, table by table."""
        return {**self.tables, **self.left_out}

    @property
    def studied_tables(self) -> dict[str, ScoreTable]:
        """The tables that are pooled."""
        return dict(self.tables)

    @property
    def keys(self) -> tuple[Key, ...]:
        """The levels and coefficients of the pool, in order."""
        return tuple(dict.fromkeys((row.level, row.coefficient) for row in self.estimates))

    def compared(self) -> dict[str, Any]:
        """Return what was pooled, and how."""
        return {"metrics": self.metrics, "weights": self.weights}

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
            Columns ``metric``, ``level``, ``coefficient``, ``rank_low``, ``rank_high``, ``may_be_best``, ``cluster``,
            ``estimate``, ``low``, ``high``, and one per table, called as it; for the mean of all pooled values one per
            level and coefficient instead, called ``level coefficient``.
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
                    "rank_low": None if rank is None else rank.rank_low,
                    "rank_high": None if rank is None else rank.rank_high,
                    "may_be_best": None if rank is None else "yes" if rank.may_be_best else "no",
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
