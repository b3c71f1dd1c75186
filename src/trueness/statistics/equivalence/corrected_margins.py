"""The margin from which on each test of a family shows equivalence once p-values are corrected for all of them.

All tests get the same margin. The larger it is the smaller are their p-values, and so what a correction rejects at one
margin it rejects at every larger one: each test has a smallest margin after correction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.corrections import correction_name

MarginsAlone = Callable[[float, IntArray], FloatArray]
"""Given a factor of at least 1 and positions of tests, the margins beyond which the p-value of each, times the factor,
is at most alpha: infinite where none is, NaN where the test is undefined."""


def corrected_margins(alone: MarginsAlone, n_tests: int, correction: str = "holm") -> FloatArray:
    """Return the smallest margin of each test that survives the correction if all tests have that margin.

    With Holm's correction tests are rejected one after the other, the k-th at alpha / (m - k + 1): the next one is that
    which needs the smallest margin at its level, and it needs no less than those before it. With Benjamini and
    Hochberg's, test i is rejected where some k tests, and i, reach k alpha / m; with Benjamini and Yekutieli's,
    k alpha / (m c).

    Parameters
    ----------
    alone : callable
        See `MarginsAlone`; never larger for a smaller factor.
    n_tests : int
    correction : {'none', 'bonferroni', 'holm', 'bh', 'by'}

    Returns
    -------
    array of shape (n_tests,)
        Every larger margin passes; infinite if none does, NaN for tests that are undefined, which do not count.

    Raises
    ------
    ArgumentError
        If the correction is unknown.

    References
    ----------
    See `corrections`.
    """
    correction = correction_name(correction)
    found = np.full(n_tests, np.nan)
    known = np.flatnonzero(~np.isnan(alone(1.0, np.arange(n_tests))))
    m = len(known)
    if correction in ("none", "bonferroni") or m < 2:
        found[known] = alone(float(m) if correction == "bonferroni" else 1.0, known)
    elif correction == "holm":
        left, reached = known, 0.0
        while left.size:
            needed = alone(float(left.size), left)
            reached = max(reached, float(needed.min()))
            found[left[needed <= reached]] = reached
            left = left[needed > reached]
    else:
        most = float(np.sum(1 / np.arange(1, m + 1))) * m if correction == "by" else float(m)
        smallest = np.full(m, np.inf)
        for k in range(1, m + 1):
            needed = alone(most / k, known)
            together = np.partition(needed, k - 1)[k - 1]
            smallest = np.minimum(smallest, np.maximum(needed, together))
        found[known] = smallest
    return found


def bootstrap_margins(samples: Sequence[FloatArray], alpha: float) -> MarginsAlone:
    """Return the margins of two one-sided bootstrap tests at every level (see `smallest_margin`).

    Parameters
    ----------
    samples : sequence of arrays of shape (B,)
        Bootstrap values of each difference, NaN where undefined (left out).
    alpha : float
        Level of the tests before correction, below 0.5.

    Returns
    -------
    callable
    """
    defined = [np.sort(values[~np.isnan(values)]) for values in samples]
    sizes = np.array([values.size for values in defined], dtype=np.intp)
    kept = max(1, int(alpha * (1 + int(sizes.max(initial=0)))) + 1)
    tails = np.full((len(defined), kept), np.nan)  # the margin that lets a number of resamples lie beyond
    for row, values in zip(tails, defined, strict=True):
        n = min(kept, values.size)
        row[:n] = np.maximum(0.0, np.maximum(values[::-1][:n], -values[:n]))

    def alone(factor: float, tests: IntArray) -> FloatArray:
        drawn = 1 + sizes[tests]
        beyond = np.floor(alpha * drawn / factor).astype(np.intp)
        # compared as the p-value will be, rounding included
        beyond = np.where(factor * ((1 + beyond) / drawn) <= alpha, beyond + 1, beyond)
        beyond = np.where(factor * (beyond / drawn) > alpha, beyond - 1, beyond)
        margins = tails[tests, np.maximum(beyond - 1, 0)]
        return np.where(sizes[tests] == 0, np.nan, np.where(beyond < 1, np.inf, margins))

    return alone
