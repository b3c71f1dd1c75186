"""Scores per annotator on one scale, and one score out of several annotators'."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers

COMBINATIONS = ("mean", "median", "standardized")
"""The mean of the ratings an output has, their median, or the mean of each annotator's z-scores."""


def annotator_combination(ratings: ArrayLike, how: str = "mean") -> FloatArray:
    """Return one score per output from the annotators who rated it.

    Parameters
    ----------
    ratings : array of shape (A, ...)
        One entry per annotator along the first axis; NaN where one gave nothing.
    how : {'mean', 'median', 'standardized'}
        ``standardized`` is the mean of `annotator_zscores`.

    Returns
    -------
    array of shape (...)
        NaN where nobody rated.

    Raises
    ------
    ArgumentError
        If `how` is unknown, there is no axis of annotators, or a rating is infinite.

    Examples
    --------
    >>> annotator_combination([[1, 4], [2, float("nan")], [6, 5]], "median").tolist()
    [2.0, 4.5]
    """
    check_choice("how", how, COMBINATIONS)
    table = annotator_zscores(ratings) if how == "standardized" else _checked(ratings)
    count = np.sum(~np.isnan(table), axis=0)
    if how == "median":
        ordered = np.sort(table, axis=0)  # NaN last
        middle = [np.maximum(place, 0)[None] for place in ((count - 1) // 2, count // 2)]
        low, high = (
            np.take_along_axis(ordered, np.minimum(place, len(table) - 1), axis=0)[0] for place in middle
        )
        return np.asarray(np.where(count > 0, (low + high) / 2, np.nan))
    return np.asarray(np.where(count > 0, np.nansum(table, axis=0) / np.maximum(count, 1), np.nan))


def annotator_zscores(ratings: ArrayLike) -> FloatArray:
    """Return ratings with each annotator's mean taken off, divided by that annotator's standard deviation.

    It removes how strict an annotator is and how much of the scale they use. Means and deviations (with the number of
    ratings as divisor) are over the outputs an annotator rated: where annotators rated different outputs, a difference
    between those outputs is removed as well.

    Parameters
    ----------
    ratings : array of shape (A, ...)
        NaN where one gave nothing.

    Returns
    -------
    array of the same shape
        NaN where there was none, and throughout for an annotator whose ratings are all equal: they tell nothing apart.

    Raises
    ------
    ArgumentError
        If there is no axis of annotators, or a rating is infinite.
    """
    table = _checked(ratings)
    flat = table.reshape(len(table), -1)
    given = ~np.isnan(flat)
    count = np.maximum(given.sum(axis=1, keepdims=True), 1)
    centred = flat - np.where(given, flat, 0.0).sum(axis=1, keepdims=True) / count
    spread = np.sqrt(np.where(given, centred * centred, 0.0).sum(axis=1, keepdims=True) / count)
    # by comparing the ratings themselves: a tiny deviation may be rounding
    lowest = np.min(np.where(given, flat, np.inf), axis=1, keepdims=True, initial=np.inf)
    highest = np.max(np.where(given, flat, -np.inf), axis=1, keepdims=True, initial=-np.inf)
    varied = lowest < highest
    scaled = np.where(varied, centred / np.where(varied, spread, 1.0), np.nan)
    return np.asarray(scaled.reshape(table.shape))


def _checked(ratings: ArrayLike) -> FloatArray:
    table = given_numbers(ratings)
    if table.ndim < 2 or not len(table):
        raise ArgumentError(
            f"`ratings` must have one entry per annotator and output; their shape is {table.shape}."
        )
    if np.isinf(table).any():
        raise ArgumentError("`ratings` must be finite; leave a missing rating NaN.")
    return table
