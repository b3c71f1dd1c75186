"""Metric scores on the annotators' scale, each learned on other inputs than those it is applied to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.engine.resample import Rng, resolve_seed
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.pairs.held_out_calibration import deal_folds

CALIBRATIONS = ("quantile", "isotonic", "linear", "none")
"""How scores become ratings: by rank, the share of scores below becoming the share of ratings below; as the mean
rating of outputs with such a score, which rises with the score (isotonic) or on a straight line; or they are ratings
already."""


class RatingScale(NamedTuple):
    """Metric scores as ratings.

    Attributes
    ----------
    labels : array of shape (N, M)
        On the annotators' scale; NaN where the metric has no score, or its fold nothing to learn from.
    constant : array of shape (N, M)
        What a judge would say that sees nothing: the mean (for ``quantile`` and ``none`` the median) of the ratings of
        the other folds.
    folds : array of shape (M,)
        The fold of each input, from 0.
    seed : int
        The seed behind the folds.
    """

    labels: FloatArray
    constant: FloatArray
    folds: IntArray
    seed: int


def rating_scale(
    scores: ArrayLike,
    ratings: ArrayLike,
    method: str = "quantile",
    *,
    folds: int = 10,
    clusters: ArrayLike | None = None,
    rng: Rng = None,
) -> RatingScale:
    """Return a metric's scores as ratings.

    Inputs are dealt to folds; the scores of a fold are mapped by what the scores and ratings of the other folds say.

    ``quantile`` gives a score the rating at the same rank: the labels use the scale as the annotators together do,
    are values that annotators gave, and keep the metric's order. It is the default for comparisons with annotators,
    because a regression (``isotonic``, ``linear``) shrinks towards the mean: the less a metric says, the more it names
    the mean rating, which is closer to the others than an annotator who differs from them. A metric that says
    nothing can win so; `constant` shows by how much.

    Parameters
    ----------
    scores : array of shape (N, M)
        Larger is better, NaN where missing.
    ratings : array of shape (A, N, M)
        Larger is better, NaN where missing.
    method : {'quantile', 'isotonic', 'linear', 'none'}
        ``linear`` never falls: a metric that runs against the ratings gets their mean.
    folds : int
        From 2 to the number of inputs or clusters.
    clusters : array of shape (M,), optional
        Labels of inputs that stay in one fold.
    rng : int or numpy.random.Generator, optional
        The same seed deals the same folds to every metric.

    Returns
    -------
    RatingScale

    Raises
    ------
    ArgumentError
        If shapes do not agree, values are infinite, or an option is outside its values.
    """
    check_choice("method", method, CALIBRATIONS)
    x, y = given_numbers(scores), given_numbers(ratings)
    if x.ndim != 2 or y.ndim != 3 or y.shape[1:] != x.shape:
        raise ArgumentError(f"`ratings` of shape {y.shape} clash with `scores` of shape {x.shape}.")
    if np.isinf(x).any() or np.isinf(y).any():
        raise ArgumentError("scores and ratings must be finite; leave a missing one NaN.")
    seed = resolve_seed(rng)
    fold = deal_folds(x.shape[1], folds, seed, clusters)
    labels = np.full(x.shape, np.nan)
    constant = np.full(x.shape, np.nan)
    for k in range(folds):
        here, rest = fold == k, fold != k
        known = ~np.isnan(x) & rest & ~np.isnan(y).all(axis=0)
        every = y[:, :, rest]
        every = every[~np.isnan(every)]
        if len(every):
            middle = (
                np.mean(every) if method in ("isotonic", "linear") else _at(np.sort(every), np.array(0.5))
            )
            constant[:, here] = middle
        if method == "none":
            labels[:, here] = x[:, here]
        elif known.any():
            labels[:, here] = _mapped(x[:, here], x[known], y[:, known], method)
    return RatingScale(labels, constant, fold, seed)


def _mapped(new: FloatArray, x: FloatArray, y: FloatArray, method: str) -> FloatArray:
    """Return the ratings of new scores as known scores (n,) and ratings (A, n) say; NaN stays NaN."""
    there = ~np.isnan(new)
    result = np.full(new.shape, np.nan)
    if method == "quantile":
        ordered, ratings = np.sort(x), np.sort(y[~np.isnan(y)])
        below = np.searchsorted(ordered, new[there], side="left")
        upto = np.searchsorted(ordered, new[there], side="right")
        result[there] = _at(ratings, (below + upto) / (2 * len(ordered)))
        return result
    target = np.nanmean(y, axis=0)
    if method == "linear":
        centred = x - x.mean()
        spread = float(centred @ centred)
        slope = max(0.0, float(centred @ (target - target.mean())) / spread) if spread > 0 else 0.0
        result[there] = target.mean() + slope * (new[there] - x.mean())
        return result
    from scipy.optimize import isotonic_regression

    # equal scores get one rating: that of their mean
    values, group = np.unique(x, return_inverse=True)
    size = np.bincount(group.reshape(-1)).astype(np.float64)
    means = np.bincount(group.reshape(-1), target) / size
    rising = isotonic_regression(means, weights=size).x
    result[there] = np.interp(new[there], values, rising)
    return result


def _at(ordered: FloatArray, share: FloatArray) -> FloatArray:
    """Return the values at shares of an ordered sample: its inverse distribution function."""
    place = np.ceil(share * len(ordered) - 1e-9).astype(np.intp) - 1
    return np.asarray(ordered[np.maximum(place, 0)])
