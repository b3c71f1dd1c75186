"""How many pairs of scores tie."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray

BLOCK = 2_000_000
"""Scores that are put into order at a time, some tens of megabytes."""


def tie_share(values: FloatArray) -> float:
    """Return the share of pairs within columns that tie; NaN where there is no pair.

    Parameters
    ----------
    values : array of shape (N, M)
        NaN where missing.

    Examples
    --------
    >>> tie_share(np.array([[1.0, 5.0], [1.0, 6.0]]))
    0.5
    """
    tied, pairs = 0, 0
    step = max(1, BLOCK // max(1, len(values)))
    for start in range(0, values.shape[1], step):
        ordered = np.sort(values[:, start : start + step], axis=0).T  # NaN last
        known = ~np.isnan(ordered)
        n = known.sum(axis=1)
        pairs += int(np.sum(n * (n - 1) // 2))
        starts = np.ones(ordered.shape, dtype=bool)  # of runs of equal values, within each column
        starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        sizes = np.diff(np.flatnonzero(starts[known]), append=int(n.sum()))
        tied += int(np.sum(sizes * (sizes - 1) // 2))
    return tied / pairs if pairs else float("nan")
