"""How strict annotators are, and whether that makes systems look better or worse."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers

CONNECTED = 1e-9
"""Share of the largest eigenvalue below which one of the equations of annotators counts as zero."""


@dataclasses.dataclass(frozen=True)
class Deal:
    """How outputs were dealt out to annotators of unlike strictness.

    Attributes
    ----------
    shift : float
        By how many standard errors of a system's mean strictness moves two systems apart, of the two that it moves
        apart most; 0 where every system has the same annotators, NaN where strictness cannot be estimated.
    pvalue : float
        Of the hypothesis that systems have the same annotators but for chance (Pearson's chi-squared test of the counts
        of ratings); 1 where there is one annotator or one system.
    """

    shift: float
    pvalue: float


def annotator_effects(ratings: ArrayLike) -> FloatArray:
    """Return by how much each annotator rates higher than the others do, least squares of output plus annotator.

    Two annotators are compared on outputs that both rated, or through others. Where such comparisons do not connect
    them all, those of outputs of one system stand in: that supposes that each annotator's outputs of a system were
    drawn from all of that system.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        Of A annotators for the outputs of N systems for M inputs; NaN where one gave nothing.

    Returns
    -------
    array of shape (A,)
        Their mean over all ratings is zero. NaN throughout where nothing connects the annotators; NaN for one without
        ratings.

    Raises
    ------
    ArgumentError
        If something is no number.
    """
    table = given_numbers(ratings)
    outputs = table.reshape(len(table), -1)
    effects = _effects(outputs, np.arange(outputs.shape[1]))
    if np.isnan(effects).all():
        effects = _effects(outputs, np.repeat(np.arange(table.shape[1]), table.shape[2]))
    return effects


def _effects(ratings: FloatArray, groups: np.ndarray) -> FloatArray:
    """Return effects of annotators beside those of groups of outputs, which are swept out of the normal equations."""
    given = ~np.isnan(ratings)
    filled = np.where(given, ratings, 0.0)
    n_groups = int(groups.max()) + 1
    counts = np.zeros((len(ratings), n_groups))
    sums = np.zeros_like(counts)
    for annotator in range(len(ratings)):
        counts[annotator] = np.bincount(groups, given[annotator], n_groups)
        sums[annotator] = np.bincount(groups, filled[annotator], n_groups)
    in_group = np.maximum(counts.sum(axis=0), 1.0)
    means = sums.sum(axis=0) / in_group
    present = counts.sum(axis=1) > 0
    effects = np.full(len(ratings), np.nan)
    normal = np.diag(counts.sum(axis=1)) - (counts / in_group) @ counts.T
    normal, right = normal[np.ix_(present, present)], (sums - counts * means).sum(axis=1)[present]
    values, vectors = np.linalg.eigh(normal)
    solved = values > CONNECTED * values.max(initial=1.0)
    if np.sum(~solved) != 1:  # one is always free: what all annotators give more, outputs are worth less
        return effects
    found = vectors[:, solved] @ ((vectors[:, solved].T @ right) / values[solved])
    weights = counts.sum(axis=1)[present]
    effects[present] = found - np.average(found, weights=weights)
    return effects


def adjusted_ratings(ratings: ArrayLike) -> FloatArray:
    """Return ratings with the effect of each annotator taken off; NaN throughout where effects cannot be estimated.

    Parameters
    ----------
    ratings : array of shape (A, N, M)

    Raises
    ------
    ArgumentError
        If something is no number.
    """
    table = given_numbers(ratings)
    return np.asarray(table - annotator_effects(table)[:, None, None])


def deal(ratings: ArrayLike) -> Deal:
    """Return how far unlike strictness and unlike annotators move systems apart.

    Parameters
    ----------
    ratings : array of shape (A, N, M)

    Raises
    ------
    ArgumentError
        If something is no number.
    """
    table = given_numbers(ratings)
    given = ~np.isnan(table)
    counts = given.sum(axis=2)
    counts = counts[counts.any(axis=1)][:, counts.any(axis=0)]
    if min(counts.shape) < 2:
        return Deal(0.0, 1.0)
    pvalue = _independence(counts)
    raters = given.sum(axis=0)
    rated = raters > 0
    weights = np.where(given, 1.0 / np.maximum(raters, 1), 0.0).sum(axis=2)  # A x N
    shares = (weights / np.maximum(rated.sum(axis=1), 1))[:, rated.any(axis=1)]
    apart = np.ptp(shares, axis=1)
    if np.max(apart) == 0:
        return Deal(0.0, pvalue)
    effects = annotator_effects(table)
    if np.isnan(effects).all():
        return Deal(math.nan, pvalue)
    moved = np.nansum(effects[:, None] * shares, axis=0)
    scores = np.where(rated, np.where(given, table, 0.0).sum(axis=0) / np.maximum(raters, 1), np.nan)
    error = _standard_error(scores)
    return Deal(float(np.ptp(moved) / error) if error > 0 else math.inf, pvalue)


def _independence(counts: np.ndarray) -> float:
    """Return the p-value of Pearson's chi-squared test of a table of counts."""
    from scipy.special import chdtrc

    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    freedom = (counts.shape[0] - 1) * (counts.shape[1] - 1)
    return float(chdtrc(freedom, np.sum((counts - expected) ** 2 / expected)))


def _standard_error(scores: FloatArray) -> float:
    """Return the median standard error of a system's mean over its outputs, scores of shape (N, M)."""
    known = ~np.isnan(scores)
    n = known.sum(axis=1)
    several = n > 1
    if not several.any():
        return math.nan
    part, there = scores[several], known[several]
    means = np.where(there, part, 0.0).sum(axis=1) / n[several]
    squares = np.where(there, (part - means[:, None]) ** 2, 0.0).sum(axis=1)
    return float(np.median(np.sqrt(squares / (n[several] - 1) / n[several])))
