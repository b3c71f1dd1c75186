"""Gwet's AC1: agreement beyond chance that does not collapse where nearly all ratings are the same."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.annotators.kappa import Kappa, common_ratings
from trueness.statistics.array_types import FloatArray


def gwet_ac1(x: ArrayLike, y: ArrayLike, categories: ArrayLike | None = None) -> Kappa:
    """Return Gwet's AC1 of two annotators.

    AC1 = (p_a - p_e) / (1 - p_e) with p_a the share of equal ratings, p_e = sum of pi (1 - pi) / (Q - 1), pi the mean
    share of a category and Q their number (Gwet 2008, Computing inter-rater reliability and its variance in the
    presence of high agreement, British Journal of Mathematical and Statistical Psychology 61, equation 14).

    Parameters
    ----------
    x, y : arrays of one shape
        Ratings, numbers or labels in words; units that either left out (NaN, None) are left out.
    categories : array_like, optional
        Every value the scale has; default those that occur. AC1 depends on their number.

    Returns
    -------
    Kappa
        NaN where there are fewer than two categories, or nothing is common. `agreement_beyond_chance` has an interval,
        a test, weights (AC2), and takes more annotators.

    Raises
    ------
    ArgumentError
        If shapes differ, a rating is infinite or not among the categories.

    Examples
    --------
    >>> gwet_ac1([1, 1, 1, 1, 2], [1, 1, 1, 1, 1], categories=[1, 2]).estimate.__round__(3)
    0.756
    """
    first, second, codes = common_ratings(x, y, categories)
    used = codes.categories if categories is not None else np.unique(np.concatenate([first, second]))
    return Kappa(float(resampled_ac1(first, second, used, np.ones((1, len(first))))[0]), len(first))


def resampled_ac1(x: FloatArray, y: FloatArray, categories: FloatArray, weights: FloatArray) -> FloatArray:
    """Return AC1 under each of B weight vectors, shape (B,).

    Parameters
    ----------
    x, y : arrays of shape (U,)
        Ratings without a gap.
    categories : array of shape (Q,)
    weights : array of shape (B, U)
        Counts of units.
    """
    n = weights.sum(axis=1)
    if len(categories) < 2:
        return np.full(len(weights), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        equal = weights @ (x == y).astype(np.float64) / n
        share = weights @ ((x[:, None] == categories) / 2.0 + (y[:, None] == categories) / 2.0) / n[:, None]
        chance = np.sum(share * (1 - share), axis=1) / (len(categories) - 1)
        # at most 1 / 2 for two categories and less for more, so never 1
        return np.asarray((equal - chance) / (1 - chance))
