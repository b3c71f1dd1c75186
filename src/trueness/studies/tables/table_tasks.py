"""What metrics reach in one of several tables, at every level and by every coefficient: the tasks of a matrix."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.methods.differences import UNDEFINED, Pair
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.pairs.tie_thresholds import mean_threshold, tie_thresholds
from trueness.statistics.rank_clusters import rank_clusters
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.studies.compare.settings import Settings
from trueness.studies.tables.pooled_rows import TableEstimate
from trueness.studies.tables.table_values import Columns, TableValues


def table_tasks(
    name: str, arrays: ScoreArrays, columns: Columns, found: Mapping[Key, TableValues], settings: Settings
) -> tuple[TableEstimate, ...]:
    """Return the estimate of every metric of a table, with its interval, per level and coefficient.

    Parameters
    ----------
    name : str
        Of the table.
    arrays : ScoreArrays
    columns : sequence of (CellGroup, columns)
        Single metrics, as they stand in `found`.
    found : mapping of (level, coefficient) to TableValues
    settings : Settings
    """
    method = settings.interval_method
    rows: list[tuple[int, int, TableEstimate]] = []
    for place, (key, values) in enumerate(found.items()):
        estimates, samples, folds = values.estimates[0], values.sample_values, values.fold_values
        c = 0
        for group, members in columns:
            for metric, *_ in members:
                drawn = None if samples is None else samples[:, c]
                interval = UNDEFINED
                if drawn is not None:
                    left_out = [fold[:, c] for fold in folds]
                    interval = method.of_samples(drawn, float(estimates[c]), left_out, settings.confidence)
                low, high = float(interval.low), float(interval.high)
                kendall = key == ("system", "kendall")
                row = TableEstimate(
                    metric=arrays.names[metric],
                    level=key[0],
                    coefficient=key[1],
                    estimate=float(estimates[c]),
                    low=low,
                    high=high,
                    interval=settings.interval,
                    over=settings.over if drawn is not None else method.over,
                    n_systems=int(group.cells.any(axis=1).sum()),
                    n_inputs=int(group.cells.any(axis=0).sum()),
                    n_cells=int(group.cells.sum()),
                    n_undefined=int(values.n_undefined[c]),
                    n_undefined_resamples=0 if drawn is None else int(np.isnan(drawn).sum()),
                    resamples=0 if drawn is None else settings.resamples,
                    wrong_pairs_low=(1 - high) / 2 if kendall else float("nan"),
                    wrong_pairs_high=(1 - low) / 2 if kendall else float("nan"),
                    epsilon=_epsilon(arrays, group, group.metrics.index(metric), *key),
                    table=name,
                )
                rows.append((place, metric, row))
                c += 1
    return tuple(row for *_, row in sorted(rows, key=lambda item: item[:2]))


def _epsilon(arrays: ScoreArrays, group: CellGroup, position: int, level: str, coefficient: str) -> float:
    """Return the threshold within which a metric's scores tie; NaN where the coefficient has none."""
    if not coefficient_facts(coefficient).calibrated:
        return float("nan")
    return float(mean_threshold(tie_thresholds(arrays, group, level))[position])


def with_clusters(
    tasks: Sequence[TableEstimate],
    metrics: Sequence[str],
    pairs: Sequence[Pair],
    one_sided: Mapping[Key, tuple[FloatArray, FloatArray]],
    alpha: float,
) -> tuple[TableEstimate, ...]:
    """Return the rows of a table with the rank clusters of the pooled metrics, by the rule of WMT.

    Parameters
    ----------
    tasks : sequence of TableEstimate
    metrics : sequence of str
        The pooled ones.
    pairs : sequence of (int, int)
        All pairs of them.
    one_sided : mapping of (level, coefficient) to two arrays of shape (P,)
        P-values that the metric of each pair is better, and that it is worse, in this table.
    alpha : float
    """
    clusters: dict[tuple[str, str, str], int | None] = {}
    value = {(row.level, row.coefficient, row.metric): row.estimate for row in tasks}
    for key, (greater, less) in one_sided.items():
        pvalues = np.full((len(metrics), len(metrics)), np.nan)
        for (a, b), better, worse in zip(pairs, greater, less, strict=True):
            pvalues[a, b], pvalues[b, a] = better, worse
        estimates = [value[(*key, metric)] for metric in metrics]
        for metric, cluster in zip(metrics, rank_clusters(estimates, pvalues, alpha), strict=True):
            clusters[(*key, metric)] = cluster
    return tuple(
        dataclasses.replace(row, cluster=clusters.get((row.level, row.coefficient, row.metric)))
        for row in tasks
    )
