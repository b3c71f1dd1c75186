"""Where metrics stand among each other, by the tests of their pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.engine.bootstrap import Key
from trueness.statistics.rank_clusters import not_outperformed, rank_clusters
from trueness.statistics.ties import FloatArray
from trueness.studies.rows import PairTest, Rank


def standing(
    names: Sequence[str], values: FloatArray, tests: Sequence[PairTest], alpha: float, key: Key
) -> tuple[Rank, ...]:
    """Return the rank cluster of every metric by the WMT rule, and whether any other is significantly better.

    Clusters use one-sided p-values without correction, as WMT does; the rest the verdicts, which are corrected.

    Parameters
    ----------
    names : sequence of str
        K metrics.
    values : array of shape (K,)
        Their estimates, NaN where undefined.
    tests : sequence of PairTest
        Of all pairs, at one level and coefficient.
    alpha : float
    key : (level, coefficient)
        What the rows are about.
    """
    place = {name: k for k, name in enumerate(names)}
    pvalues = np.full((len(names), len(names)), np.nan)
    worse = np.zeros((len(names), len(names)), dtype=bool)
    for row in tests:
        a, b = place[row.metric], place[row.rival]
        pvalues[a, b], pvalues[b, a] = row.pvalue_greater, row.pvalue_less
        worse[a, b] |= row.verdict == "worse"
        worse[b, a] |= row.verdict == "better"
    clusters = rank_clusters(values.tolist(), pvalues, alpha)
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
