"""Where metrics stand among each other, by the tests of their pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.data.order_of_names import order_of_names
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.rank_clusters import not_outperformed, rank_clusters
from trueness.studies.compare.rows import Estimate, PairTest, Rank
from trueness.studies.compare.settings import Settings
from trueness.studies.outcome_matrices import outcome_matrices


def standing(
    names: Sequence[str], values: FloatArray, tests: Sequence[PairTest], key: Key
) -> tuple[Rank, ...]:
    """Return the rank cluster of every metric by the WMT rule, and whether any other is significantly better.

    Both follow from the verdicts, as everything that is said of a ranking does: a cluster starts at a metric that one
    of the cluster above is better than. WMT takes one-sided p-values without correction; so do verdicts where the
    alternative is one-sided and the correction none.

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
    """
    place = {name: k for k, name in enumerate(names)}
    _, worse = outcome_matrices(place, ((row.metric, row.rival, row) for row in tests))
    clusters = clusters_by_name(names, values, worse.T)
    top = not_outperformed(worse)
    return tuple(
        Rank(
            metric=name,
            level=key[0],
            coefficient=key[1],
            estimate=float(values[k]),
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
    """Return clusters by the WMT rule and the set that no other metric significantly outperforms."""
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
        ranks += standing(names, values, here, key)
    return tuple(ranks)
