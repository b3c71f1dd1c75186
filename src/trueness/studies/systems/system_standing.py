"""Where every system stands by one scorer: its cluster, and whether any other is significantly better."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.rank_clusters import not_outperformed, rank_clusters
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.outcome_matrices import outcome_matrices
from trueness.studies.systems.system_rows import SystemPairTest, SystemRank


def system_standing(
    scorer: str,
    names: Sequence[str],
    people: Sequence[str],
    pairs: SystemPairs,
    tests: Sequence[SystemPairTest],
    alpha: float,
) -> list[SystemRank]:
    """Return every system's score, its cluster by the WMT rule, and how many it beats and is beaten by.

    Parameters
    ----------
    scorer : str
    names : sequence of str
        The systems, in the order of the scores.
    people : sequence of str
        Systems that are people.
    pairs : SystemPairs
    tests : sequence of SystemPairTest
        Of this scorer.
    alpha : float
        Of the clusters, whose p-values are one-sided and uncorrected.
    """
    place = {name: k for k, name in enumerate(names)}
    pvalues, worse = outcome_matrices(place, ((row.system, row.rival_system, row) for row in tests))
    tested = np.zeros(len(names), dtype=bool)
    for row in tests:
        tested[[place[row.system], place[row.rival_system]]] |= row.verdict != "undefined"
    scores = pairs.own_scores()
    clusters = rank_clusters(scores.tolist(), pvalues, alpha)
    top = not_outperformed(worse) & tested
    return [
        SystemRank(
            scorer,
            name,
            name in people,
            float(scores[k]),
            int(pairs.present[k].sum()),
            clusters[k],
            bool(top[k]),
            int(worse[:, k].sum()),
            int(worse[k].sum()),
        )
        for k, name in enumerate(names)
    ]
