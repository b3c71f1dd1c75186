"""Whether a few systems lie far from the rest: then tests of Pearson's r reject true nulls too often."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.normality import shapiro_wilk

TAIL = 0.01
"""How often Shapiro and Wilk's test of one column may call normal scores not so."""

SHARE = 0.25
"""Share of columns whose test has to. Normal columns, however alike, reach it in at most `TAIL` / `SHARE` of tables."""

HEAVY = 1.0
"""Excess kurtosis from which on tails are heavy. Flat and two-peaked scores have a negative one, and do no harm."""

FEWEST = 6
"""Of fewer systems nothing is said."""


class Outlying(NamedTuple):
    """How far the tails of some columns of scores reach.

    Attributes
    ----------
    kurtosis : float
        The excess kurtosis, the mean over columns; that of a normal distribution is 0, of lognormal scores 111. Of n
        scores it is at most about n - 5.
    share : float
        The share of columns that are not normal by Shapiro and Wilk's test; NaN where the kurtosis settles it.
    heavy : bool
        Whether both are large: at least `HEAVY`, and `SHARE` of the columns.
    """

    kurtosis: float
    share: float
    heavy: bool


def outlying_scores(scores: FloatArray, tail: float = TAIL) -> Outlying:
    """Return whether scores have outliers: heavy tails, and more so than normal scores would by chance.

    Shapiro and Wilk's test sees two outliers that hide each other from the kurtosis alone; the kurtosis tells outliers
    from other ways not to be normal. With both, nothing is said of normal scores in more than `tail` of single columns.

    Parameters
    ----------
    scores : array of shape (N, C)
        N systems; columns are inputs, one of them for system scores. NaN where missing.
    tail : float
        Divided by the number of scorers where several are looked at.

    Returns
    -------
    Outlying
        NaN and False where no column has `FEWEST` scores that differ.

    Examples
    --------
    >>> far = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 9.0])
    >>> outlying_scores(far[:, None]).heavy
    True
    """
    columns = [column[~np.isnan(column)] for column in scores.T]
    known = [column for column in columns if len(column) >= FEWEST and np.ptp(column) > 0]
    if not known:
        return Outlying(math.nan, math.nan, heavy=False)
    mean = float(np.mean([excess_kurtosis(column) for column in known]))
    if mean < HEAVY:
        return Outlying(mean, math.nan, heavy=False)
    share = float(np.mean([shapiro_wilk(column) <= tail for column in known]))
    return Outlying(mean, share, heavy=share >= SHARE)


def excess_kurtosis(values: FloatArray) -> float:
    """Return Fisher's unbiased estimate G2 of the excess kurtosis of at least four values that are not all equal.

    References
    ----------
    Joanes and Gill (1998), Comparing measures of sample skewness and kurtosis, The Statistician 47, equation for G2.
    """
    n = len(values)
    centred = values - values.mean()
    second = float(np.mean(centred**2))
    plain = float(np.mean(centred**4)) / second**2 - 3
    return (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * plain + 6)
