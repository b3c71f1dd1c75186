"""Whether some systems lack more scores than others."""

from __future__ import annotations

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray

BY_CHANCE = 0.001
"""Scores that are missing by lot are this uneven in one table of a thousand."""


def missing_unevenly(scores: FloatArray) -> IntArray | None:
    """Return how many scores each system lacks, where these numbers differ by more than chance; else None.

    Cochran's Q: where systems lack scores of one input with the same chance each, however much chances differ between
    inputs, Q has about a chi-squared distribution with N - 1 degrees of freedom (Cochran 1950, Biometrika 37).

    Parameters
    ----------
    scores : array of shape (N, M)
        N systems, M inputs; NaN where missing. Inputs that no system has a score of do not count.

    Raises
    ------
    ArgumentError
        If scores are no matrix.

    Examples
    --------
    >>> scores = np.zeros((2, 30))
    >>> scores[0, :12] = np.nan
    >>> missing_unevenly(scores).tolist()
    [12, 0]
    """
    from scipy.special import chdtrc

    if scores.ndim != 2:
        raise ArgumentError("`scores` must have shape (N, M).")
    missing = np.isnan(scores)
    missing = missing[:, ~missing.all(axis=0)]
    n = len(missing)
    by_system, by_input = missing.sum(axis=1), missing.sum(axis=0)
    spread = float(np.sum(by_input * (n - by_input)))
    if n < 2 or not spread:
        return None
    q = n * (n - 1) * float(np.sum(np.square(by_system - by_system.mean()))) / spread
    return np.asarray(by_system, dtype=np.intp) if float(chdtrc(n - 1, q)) < BY_CHANCE else None
