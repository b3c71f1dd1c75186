"""The two-way jackknife of many tables of one size at once, as simulations need it: tables side by side as columns.

One table of 16 systems and 100 inputs is little work, and most of its time goes into many small steps. Correlations
without units do not know of tables, so that the columns of many tables go through them together.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.left_out_matrices import left_out_matrices
from trueness.statistics.jackknife.two_way_folds import Folds
from trueness.statistics.jackknife.two_way_jackknife import TwoWayJackknife, of_folds
from trueness.statistics.score_arrays import ScoreArrays

TOGETHER = 64
"""Metrics of all tables that go together: what is known of every two of them is kept."""

NUMBERS = 2_000_000
"""Scores that go together."""

COEFFICIENT = "pearson"
LEVELS = ("system", "input")


def go_together(tables: Sequence[ScoreArrays], level: str, coefficient: str) -> bool:
    """Return whether the jackknife of tables can be found for many of them at once.

    That is so for Pearson's coefficient at the system and the input level, of complete tables of one size without
    clusters whose system scores are means.
    """
    first = tables[0]
    return (
        coefficient == COEFFICIENT
        and level in LEVELS
        and min(first.human.shape) > 1
        and all(
            one.metrics.shape == first.metrics.shape
            and one.clusters is None
            and one.system_clusters is None
            and all(one.aggregation(k) == "mean" for k in range(one.n_metrics))
            and not np.isnan(one.metrics).any()
            and not np.isnan(one.human).any()
            for one in tables
        )
    )


def two_way_jackknife_of_tables(
    tables: Sequence[ScoreArrays], level: str
) -> list[tuple[range, TwoWayJackknife]]:
    """Return the jackknife of Pearson's coefficient for several tables at a time.

    Parameters
    ----------
    tables : sequence of ScoreArrays
        Which `go_together`, of K metrics each.
    level : {'system', 'input'}

    Returns
    -------
    list of (range, TwoWayJackknife)
        The places of the tables, and the jackknife of their metrics: K of the first table, K of the next, and so on.
    """
    n_metrics, n_systems, n_inputs = tables[0].metrics.shape
    step = max(1, min(TOGETHER // n_metrics, NUMBERS // (n_metrics * n_systems * n_inputs)))
    found = []
    for start in range(0, len(tables), step):
        places = range(start, min(start + step, len(tables)))
        scores = np.stack(
            [np.concatenate([tables[place].human[None], tables[place].metrics]) for place in places]
        )
        folds = _of_systems(scores) if level == "system" else _of_inputs(scores)
        found.append((places, of_folds(folds, level, COEFFICIENT)))
    return found


def _of_systems(scores: FloatArray) -> Folds:
    """Return the folds of system means of tables, shape (T, 1 + K, N, M)."""
    n_inputs = scores.shape[3]
    sums = scores.sum(axis=3, keepdims=True)
    columns = np.concatenate([sums / n_inputs, (sums - scores) / (n_inputs - 1)], axis=3)
    whole, one = _left_out(columns)
    return _folds(scores, whole[0], one[0], whole[1:], one[1:])


def _of_inputs(scores: FloatArray) -> Folds:
    """Return the folds of means of the correlations of inputs; an input without a correlation drops out."""
    whole, one = _left_out(scores)
    return _folds(scores, _means(whole), _means(one), _means_without(whole), _means_without(one))


def _left_out(columns: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the correlations of columns, shape (T, 1 + K, N, C), (C, T K), and without each system, (C, N, T K)."""
    n_tables, n_scorers, n_systems, n_columns = columns.shape
    flat = columns.transpose(1, 2, 0, 3).reshape(n_scorers, n_systems, n_tables * n_columns)
    human, metrics = flat[0], flat[1:]
    there = np.ones(human.shape, dtype=bool)
    found = left_out_matrices(metrics, human, there, np.arange(n_systems), n_systems, (COEFFICIENT,))
    left = found[COEFFICIENT]
    whole = left.whole.reshape(n_scorers - 1, n_tables, n_columns).transpose(2, 1, 0)
    one = left.one.reshape(n_scorers - 1, n_tables, n_columns, n_systems).transpose(2, 3, 1, 0)
    return whole.reshape(n_columns, -1), one.reshape(n_columns, n_systems, -1)


def _means(values: FloatArray) -> FloatArray:
    """Return means over the first axis of what is defined."""
    known = ~np.isnan(values)
    return _quotient(np.where(known, values, 0.0).sum(axis=0), known.sum(axis=0))


def _means_without(values: FloatArray) -> FloatArray:
    """Return means over the first axis without each place of it."""
    known = ~np.isnan(values)
    kept = np.where(known, values, 0.0)
    return _quotient(kept.sum(axis=0) - kept, known.sum(axis=0) - known.astype(np.int64))


def _quotient(total: FloatArray, count: FloatArray) -> FloatArray:
    undefined: FloatArray = np.full(total.shape, np.nan)
    return np.divide(total, count, out=undefined, where=count > 0)


def _folds(
    scores: FloatArray, whole: FloatArray, systems: FloatArray, inputs: FloatArray, both: FloatArray
) -> Folds:
    """Return folds from (K,), (N, K), (M, K) and (M, N, K)."""
    n_systems, n_inputs = scores.shape[2:]
    factor = (n_inputs - 1) / n_inputs
    return Folds(
        n_systems,
        n_systems,
        n_inputs,
        whole,
        systems,
        inputs,
        factor,
        lambda: iter([np.ascontiguousarray(both.transpose(1, 0, 2))]),
        factor * (n_systems - 1) / n_systems,
        np.empty((0, 0, 0)),
    )
