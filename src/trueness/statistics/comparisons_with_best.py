"""Which of several items may be the best: each is tested as if it were, against every other."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.corrections import check_pvalues


def comparisons_with_best(pvalues: ArrayLike) -> FloatArray:
    """Return for every item the p-value that it is the best, multiplied for its rivals.

    Of item k with K - 1 rivals this is p_k = min(1, (K - 1) min over l of p_lk), with p_lk the one-sided p-value that l
    is better than k. Those with p_k > alpha may be the best. The best is missing from them only if the test of that one
    item rejects, so that nothing is corrected over items: with exact p-values the truly best is among them in 1 - alpha
    of data sets at least (Hsu 1996, Multiple comparisons, chapter 4: multiple comparisons with the best). Several best
    ones are each among them so often.

    Parameters
    ----------
    pvalues : array_like of shape (K, K)
        [l, k] is the one-sided p-value that item l (row) is better than item k (column), not corrected. NaN where there
        is no test: that rival is none. The diagonal is not read.

    Returns
    -------
    array of shape (K,)
        1 for an item without a rival.

    Raises
    ------
    ArgumentError
        If the matrix is not square or a p-value lies outside [0, 1].

    Examples
    --------
    >>> comparisons_with_best([[1, 0.01, 0.3], [0.99, 1, 0.9], [0.7, 0.1, 1]])
    array([1.  , 0.02, 0.6 ])
    """
    p = np.array(check_pvalues(pvalues))
    if p.ndim != 2 or p.shape[0] != p.shape[1]:
        raise ArgumentError(f"`pvalues` must be square, one row per metric; its shape is {p.shape}.")
    np.fill_diagonal(p, np.nan)
    rivals = np.sum(~np.isnan(p), axis=0)
    return against_rivals(np.where(np.isnan(p), 1.0, p).min(axis=0, initial=1.0), rivals)


def against_rivals(smallest: FloatArray, rivals: IntArray) -> FloatArray:
    """Return the p-values of `comparisons_with_best` from the smallest against each item and its number of rivals.

    Where an item is tested against some of its rivals only, all of them count: then it does not matter by what these
    were chosen.

    Parameters
    ----------
    smallest, rivals : arrays of shape (K,)
    """
    found: FloatArray = np.where(rivals == 0, 1.0, np.minimum(1.0, rivals * smallest))
    return found
