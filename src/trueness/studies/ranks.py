"""Where metrics stand among each other, from the tests of all pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.rank_clusters import not_outperformed, rank_clusters
from trueness.studies.rows import Estimate, PairTest, Rank
from trueness.studies.settings import Settings


def rank_metrics(
    names: tuple[str, ...], settings: Settings, estimates: Sequence[Estimate], tests: Sequence[PairTest]
) -> tuple[Rank, ...]:
    """Return clusters by the WMT rule and the set that no other metric significantly outperforms."""
    if not tests or settings.baseline is not None:
        return ()
    place = {name: k for k, name in enumerate(names)}
    ranks: list[Rank] = []
    for level, coefficient in settings.keys:
        values = np.full(len(names), np.nan)
        for estimate in estimates:
            if (estimate.level, estimate.coefficient) == (level, coefficient):
                values[place[estimate.metric]] = estimate.estimate
        pvalues = np.full((len(names), len(names)), np.nan)
        worse = np.zeros((len(names), len(names)), dtype=bool)
        for row in tests:
            if (row.level, row.coefficient) != (level, coefficient):
                continue
            a, b = place[row.metric], place[row.rival]
            pvalues[a, b], pvalues[b, a] = row.pvalue_greater, row.pvalue_less
            worse[a, b] |= row.verdict == "worse"
            worse[b, a] |= row.verdict == "better"
        clusters = rank_clusters(values.tolist(), pvalues, settings.alpha)
        top = not_outperformed(worse)
        for k, name in enumerate(names):
            defined = not np.isnan(values[k])
            ranks.append(
                Rank(
                    name,
                    level,
                    coefficient,
                    float(values[k]),
                    clusters[k],
                    bool(top[k]) and defined,
                    int(worse[:, k].sum()),
                    int(worse[k].sum()),
                )
            )
    return tuple(ranks)
