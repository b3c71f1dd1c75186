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

FEWEST_OUTPUTS = 60
"""Of fewer outputs nothing is said."""

FEW_NORMAL = 20.0
"""Outputs whose variance is known no better than that of so many normal scores hang on a few. Of 60 normal scores it is
so in under `TAIL` of samples. In tables of one system and 400 outputs tests of r between equal metrics then rejected in
.10 to .20; of other metrics, also with errors of Student's t with 3 degrees of freedom, in .07."""


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
    known = _columns_by_size(scores)
    if not known:
        return Outlying(math.nan, math.nan, heavy=False)
    mean = float(np.mean(np.concatenate([excess_kurtosis(rows) for rows in known])))
    if mean < HEAVY:
        return Outlying(mean, math.nan, heavy=False)
    share = float(np.mean([shapiro_wilk(row) <= tail for rows in known for row in rows]))
    return Outlying(mean, share, heavy=share >= SHARE)


def hangs_on_few(scores: FloatArray) -> bool:
    """Return whether the variance of single outputs hangs on a few of them, and with it any Pearson's r.

    That of n scores with an excess kurtosis of G is known as well as that of 2 n / (G + 2) normal ones.

    Parameters
    ----------
    scores : array of any shape
        Of outputs; NaN where missing.

    Examples
    --------
    >>> scores = np.arange(100.0)
    >>> hangs_on_few(scores)
    False
    >>> scores[0] = 1000.0
    >>> hangs_on_few(scores)
    True
    """
    known = scores[~np.isnan(scores)]
    if known.size < FEWEST_OUTPUTS or not np.ptp(known) > 0:
        return False
    return bool(2 * known.size < FEW_NORMAL * (float(excess_kurtosis(known)) + 2))


def _columns_by_size(scores: FloatArray) -> list[FloatArray]:
    """Return the columns as rows, those of one size together: of what is there, `FEWEST` values that differ."""
    rows = np.ascontiguousarray(scores.T)
    there = ~np.isnan(rows)
    sizes = there.sum(axis=1)
    found = []
    for size in np.unique(sizes[sizes >= FEWEST]):
        here = sizes == size
        values = rows[here][there[here]].reshape(-1, size)
        values = values[np.ptp(values, axis=1) > 0]
        if len(values):
            found.append(values)
    return found


def excess_kurtosis(rows: FloatArray) -> FloatArray:
    """Return Fisher's unbiased estimate G2 of the excess kurtosis of rows of at least four values, not all equal.

    Parameters
    ----------
    rows : array of shape (..., n)

    References
    ----------
    Joanes and Gill (1998), Comparing measures of sample skewness and kurtosis, The Statistician 47, equation for G2.
    """
    n = rows.shape[-1]
    squares = np.square(rows - rows.mean(axis=-1, keepdims=True))
    plain = np.square(squares).mean(axis=-1) / np.square(squares.mean(axis=-1)) - 3
    found: FloatArray = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * plain + 6)
    return found
