"""In how many of several tests the null hypothesis is false, with a confidence limit."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion


def fewest_false(pvalues: ArrayLike, alpha: float = 0.05) -> int:
    """Return the number of null hypotheses that are false at least, wrong in at most alpha of data sets.

    That u or more of n are false has the p-value (n − u + 1) p_(u), with p_(u) the u-th smallest one, however the tests
    depend on each other (Benjamini and Heller 2008, Biometrics 64, equation 5). The limit is the largest u up to
    which all of these are at most alpha.

    Parameters
    ----------
    pvalues : array_like of shape (n,)
        NaN without a test: these are not false.
    alpha : float

    Raises
    ------
    ArgumentError
        If a p-value is outside [0, 1] or alpha outside (0, 1).

    Examples
    --------
    >>> fewest_false([0.001, 0.01, 0.6])
    2
    """
    check_proportion("alpha", alpha)
    given = np.asarray(pvalues, dtype=np.float64).ravel()
    known = np.sort(given[~np.isnan(given)])
    if np.any((known < 0) | (known > 1)):
        raise ArgumentError("`pvalues` must lie in [0, 1].")
    shown = known * (len(known) - np.arange(len(known))) <= alpha
    return int(np.argmin(shown)) if not shown.all() else len(known)
