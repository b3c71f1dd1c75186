"""Confidence limits of ranks, all at once, from decisions about pairs."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError
from trueness.statistics.array_types import IntArray


def rank_limits(better: ArrayLike) -> IntArray:
    """Return the smallest and the largest rank that every item may have; 1 is best.

    An item's rank is 1 plus the number of items that are truly better. If all decisions are right, it is at least 1
    plus the number shown to be better, and at most K less the number shown to be worse. So where tests of all pairs
    make a wrong decision in at most alpha of data sets, the limits hold for all items at once in 1 - alpha (Mogstad,
    Romano, Shaikh and Wilhelm 2024, Review of Economic Studies 91, section 3). Of right decisions "a better than b, b
    better than c" says "a better than c", too, and is counted.

    Parameters
    ----------
    better : array_like of bool, shape (K, K)
        [i, k] whether item i (row) is shown to be better than item k (column), with all pairs corrected together. The
        diagonal is not read.

    Returns
    -------
    array of shape (K, 2)
        Smallest and largest rank.

    Raises
    ------
    ArgumentError
        If the matrix is not square, or does not hold booleans.

    Examples
    --------
    >>> rank_limits([[False, True, True], [False, False, False], [False, False, False]])
    array([[1, 1],
           [2, 3],
           [2, 3]])
    """
    shown = np.array(better)
    if shown.ndim != 2 or shown.shape[0] != shown.shape[1] or shown.dtype != np.bool_:
        raise ArgumentError(
            f"`better` must be a square matrix of booleans; it is {shown.dtype} of shape {shown.shape}."
        )
    np.fill_diagonal(shown, val=False)
    shown = _closed(shown)
    # of two that are shown to be better than each other neither is
    shown &= ~shown.T
    above, below = shown.sum(axis=0), shown.sum(axis=1)
    return np.stack([1 + above, len(shown) - below], axis=1)


def _closed(shown: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return decisions with those that follow from two of them, in O(K D / 8) for D decisions, several times."""
    below = [np.flatnonzero(row) for row in shown]
    reached = np.packbits(shown, axis=1)  # eight items a byte
    order = np.argsort(
        shown.sum(axis=1), kind="stable"
    )  # nearly from the last, so that few passes are left to make
    changed = True
    while changed:
        changed = False
        for k in order:
            if len(below[k]):
                more = reached[k] | np.bitwise_or.reduce(reached[below[k]], axis=0)
                changed |= not np.array_equal(more, reached[k])
                reached[k] = more
    return np.unpackbits(reached, axis=1, count=shown.shape[1]).astype(np.bool_)
