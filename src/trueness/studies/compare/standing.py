"""Where metrics stand among each other, by the tests of their pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.order_of_names import order_of_names
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.comparisons_with_best import comparisons_with_best
from trueness.statistics.rank_clusters import not_outperformed, rank_clusters
from trueness.statistics.rank_limits import rank_limits
from trueness.studies.compare.rows import Estimate, PairTest, Rank
from trueness.studies.compare.settings import Settings
from trueness.study.outcome_matrices import outcome_matrices


def standing(
    names: Sequence[str], values: FloatArray, tests: Sequence[PairTest], key: Key, alpha: float
) -> tuple[Rank, ...]:
    """Return where every metric stands: whether it may be the best, limits of its rank, and its cluster (WMT).

    Limits and clusters follow from the verdicts, as everything that is said of a ranking does: a cluster starts at a
    metric that one of the cluster above is better than. WMT takes one-sided p-values without correction; so do verdicts
    where the alternative is one-sided and the correction none. Which may be the best follows from the one-sided
    p-values of the same tests, without correction (see `comparisons_with_best`).

    Parameters
    ----------
    names : sequence of str
        K metrics.
    values : array of shape (K,)
        Their estimates, NaN where undefined.
    tests : sequence of PairTest
        Of all pairs, at one level and coefficient.
    key : (level, coefficient)
        What the rows are about.
    alpha : float
        At which the best is tested.
    """
    place = {name: k for k, name in enumerate(names)}
    better, worse = outcome_matrices(place, ((row.metric, row.rival, row) for row in tests))
    clusters = clusters_by_name(names, values, worse.T)
    top = not_outperformed(worse)
    known = ~np.isnan(values)
    best = np.full(len(names), np.nan)
    best[known] = comparisons_with_best(better[np.ix_(known, known)])
    limits = np.zeros((len(names), 2), dtype=np.intp)
    limits[known] = rank_limits(worse.T[np.ix_(known, known)])
    return tuple(
        Rank(
            metric=name,
            level=key[0],
            coefficient=key[1],
            estimate=float(values[k]),
            may_be_best=bool(best[k] > alpha),
            pvalue_best=float(best[k]),
            rank_low=int(limits[k, 0]) if known[k] else None,
            rank_high=int(limits[k, 1]) if known[k] else None,
            cluster=clusters[k],
            not_outperformed=bool(top[k]) and not np.isnan(values[k]),
            n_beaten=int(worse[:, k].sum()),
            n_beaten_by=int(worse[k].sum()),
        )
        for k, name in enumerate(names)
    )


def clusters_by_name(
    names: Sequence[str], values: FloatArray, better: NDArray[np.bool_]
) -> tuple[int | None, ...]:
    """Return the clusters (see `rank_clusters`) of named values, equal ones taken in the order of their names.

    So the order in which a file lists them moves no rank.

    Parameters
    ----------
    names : sequence of str
        K names.
    values : array of shape (K,)
        NaN where undefined.
    better : array of bool, shape (K, K)
        Whether the metric of the row is better than that of the column.
    """
    order = order_of_names(names)
    # rank_clusters takes p-values: a decision is one of 0 or 1
    clusters = rank_clusters(values[order].tolist(), np.where(better[np.ix_(order, order)], 0.0, 1.0))
    found = dict(zip(order, clusters, strict=True))
    return tuple(found[k] for k in range(len(names)))


def rank_metrics(
    names: tuple[str, ...], settings: Settings, estimates: Sequence[Estimate], tests: Sequence[PairTest]
) -> tuple[Rank, ...]:
    """Return where metrics stand at every level and coefficient; nothing without tests of all pairs."""
    if not tests or settings.baseline is not None:
        return ()
    place = {name: k for k, name in enumerate(names)}
    ranks: list[Rank] = []
    for key in settings.keys:
        values = np.full(len(names), np.nan)
        for estimate in estimates:
            if (estimate.level, estimate.coefficient) == key:
                values[place[estimate.metric]] = estimate.estimate
        here = [row for row in tests if (row.level, row.coefficient) == key]
        ranks += standing(names, values, here, key, settings.alpha)
    return tuple(ranks)
