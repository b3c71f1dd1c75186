"""Whether units that belong together, such as neighbours, are more alike than others."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import IntArray

FEWEST_PAIRS = 5


def alike_pairs(profiles: ArrayLike, first: IntArray, second: IntArray) -> float:
    """Return the one-sided p-value that units of given pairs are no more alike than independent ones are.

    With g_j the values of unit j, centred over units, it tests S = sum over the pairs of g_j . g_k. Where units are
    independent and of one distribution, its mean is that of all pairs, and its variance the number of pairs times the
    mean square of g_j . g_k: products of pairs with one unit in common are uncorrelated (as in Moran's I, Cliff & Ord
    1981, and Mantel's test, 1967). The normal distribution is taken for S.

    Parameters
    ----------
    profiles : array_like of shape (N, M)
        N values of each of M units; NaN where one is missing, which then counts as the mean.
    first, second : arrays of shape (P,)
        Positions of the units of each pair, each pair once.

    Returns
    -------
    float
        NaN with fewer than `FEWEST_PAIRS` pairs, or where units do not differ.

    Raises
    ------
    ArgumentError
        If profiles are no matrix, or pairs are of different length.
    """
    from scipy.special import ndtr

    given = np.asarray(profiles, dtype=np.float64)
    if given.ndim != 2 or len(first) != len(second):
        raise ArgumentError("`profiles` must have shape (N, M), and `first` be as long as `second`.")
    m = given.shape[1]
    if m < 3 or len(first) < FEWEST_PAIRS:
        return float("nan")
    known = ~np.isnan(given)
    counts = known.sum(axis=1, keepdims=True)
    centred = np.where(known, given - np.nansum(given, axis=1, keepdims=True) / np.maximum(counts, 1), 0.0)
    own = np.sum(np.square(centred), axis=0)
    pairs = m * (m - 1)
    mean = -float(own.sum()) / pairs  # centred, so that all products add up to 0
    square = (float(np.sum(np.square(centred @ centred.T))) - float(np.sum(np.square(own)))) / pairs
    spread = square - mean**2
    if not spread > 1e-12 * max(square, 1e-300):
        return float("nan")
    products = np.sum(centred[:, first] * centred[:, second], axis=0)
    return float(ndtr(-(products.sum() - len(first) * mean) / np.sqrt(len(first) * spread)))
