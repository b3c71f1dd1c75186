"""How agreement on an input goes with what is known of the input: rank correlation, one regression, a moving mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.errors import DataError
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.certain import student_pvalue, student_reach
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.ties import tie_close

_PERMUTED = 54
"""Sets the random numbers used here apart from others of the same seed."""

_BLOCK = 1000


class RankCorrelation(NamedTuple):
    """Spearman's correlation of a property with agreement.

    Attributes
    ----------
    estimate, pvalue : float
        Two-sided, from permutations of the inputs; NaN where one of the two is constant or fewer than 4 are known.
    n : int
        Inputs with both.
    """

    estimate: float
    pvalue: float
    n: int


class Regression(NamedTuple):
    """One least-squares fit of ranks of agreement on ranks of all properties.

    Attributes
    ----------
    slopes, errors, pvalues : arrays of shape (Q,)
        In standard deviations of ranks; errors that hold where the spread differs between inputs (HC3).
    inflation : array of shape (Q,)
        By how much the variance of a slope is larger because properties go together.
    explained : float
        Share of the variance of the ranks of agreement.
    n : int
    """

    slopes: FloatArray
    errors: FloatArray
    pvalues: FloatArray
    inflation: FloatArray
    explained: float
    n: int


class MovingMean(NamedTuple):
    """Means of y over neighbours by x.

    Attributes
    ----------
    x, mean, low, high : arrays of shape (M - window + 1,)
        Sorted by x, which is the mean of the neighbours'.
    """

    x: FloatArray
    mean: FloatArray
    low: FloatArray
    high: FloatArray


def rank_correlations(
    pairs: Sequence[tuple[FloatArray, FloatArray]], *, resamples: int, seed: int
) -> list[RankCorrelation]:
    """Return Spearman's rho over inputs of pairs, and p-values from permutations, (1 + exceedances) / (1 + resamples).

    Pairs of equally many inputs share the permutations, which take longer to draw than all else.

    Parameters
    ----------
    pairs : sequence of (values, agreement)
        Arrays of shape (M,); inputs in which one of the two is NaN are left out.
    resamples, seed : int
    """
    found: dict[int, RankCorrelation] = {}
    alike: dict[int, dict[int, tuple[FloatArray, FloatArray]]] = {}
    for place, (values, agreement) in enumerate(pairs):
        known = ~(np.isnan(values) | np.isnan(agreement))
        n = int(known.sum())
        found[place] = RankCorrelation(np.nan, np.nan, n)
        if n < 4:
            continue
        one, other = standard_ranks(values[known]), standard_ranks(agreement[known])
        if not (np.isnan(one).any() or np.isnan(other).any()):
            alike.setdefault(n, {})[place] = one, other
    for n, members in alike.items():
        estimates = {place: float(one @ other) / n for place, (one, other) in members.items()}
        reached = dict.fromkeys(members, 0)
        stream = random_stream(seed, _PERMUTED)
        for start in range(0, resamples, _BLOCK):
            size = min(_BLOCK, resamples - start)
            drawn = stream.permuted(np.tile(np.arange(n), (size, 1)), axis=1)
            for place, (one, other) in members.items():
                permuted = np.abs(other[drawn] @ one) / n
                reached[place] += int((permuted >= abs(estimates[place]) - 1e-12).sum())
        for place, estimate in estimates.items():
            found[place] = RankCorrelation(estimate, (1 + reached[place]) / (1 + resamples), n)
    return [found[place] for place in range(len(pairs))]


def standard_ranks(values: FloatArray) -> FloatArray:
    """Return midranks with mean 0 and mean square 1, NaN where all are equal; means equal but for rounding tie."""
    values = tie_close(values)
    order = np.argsort(values, kind="stable")
    ranks = np.empty(len(values))
    ranks[order] = np.arange(1, len(values) + 1)
    _, group, size = np.unique(values, return_inverse=True, return_counts=True)
    middle = (np.bincount(group, weights=ranks) / size)[group]
    centred = middle - middle.mean()
    spread = float(np.sqrt((centred**2).mean()))
    return np.asarray(centred / spread) if spread > 0 else np.full(len(values), np.nan)


def rank_regression(properties: FloatArray, agreement: FloatArray) -> Regression:
    """Return the fit of agreement on all properties at once, all as standard ranks.

    Errors are HC3 (MacKinnon and White 1985), p-values Student's t with n - Q - 1 degrees of freedom.

    Parameters
    ----------
    properties : array of shape (Q, M)
    agreement : array of shape (M,)
        Inputs with a missing value are left out.

    Raises
    ------
    DataError
        If there are too few inputs, or a property is constant or follows from the others.
    """
    known = ~(np.isnan(properties).any(axis=0) | np.isnan(agreement))
    n, width = int(known.sum()), len(properties)
    if n < width + 3:
        raise DataError(f"{n} inputs with all {width} properties are too few for one regression of them.")
    design = np.stack([standard_ranks(row[known]) for row in properties], axis=1)
    goal = standard_ranks(agreement[known])
    if np.isnan(design).any() or np.isnan(goal).any():
        raise DataError(
            "a property, or the agreement, is the same for all inputs, and a regression needs differences."
        )
    if np.linalg.matrix_rank(design, tol=1e-6 * np.sqrt(n)) < width:
        raise DataError("a property follows from the others, and a regression needs independent ones.")
    inverse = np.linalg.inv(design.T @ design)
    slopes = inverse @ design.T @ goal
    rest = goal - design @ slopes
    # the intercept, which is 0 for standard ranks, has 1 / n of every leverage
    leverage = np.einsum("ij,jk,ik->i", design, inverse, design) + 1 / n
    weighted = design * (rest / (1 - leverage))[:, None]
    errors = np.sqrt(np.diag(inverse @ (weighted.T @ weighted) @ inverse))
    pvalues = student_pvalue(slopes / errors, n - width - 1)
    return Regression(
        slopes=slopes,
        errors=errors,
        pvalues=pvalues,
        inflation=np.diag(inverse) * n,
        explained=float(1 - (rest**2).sum() / (goal**2).sum()),
        n=n,
    )


def moving_mean(x: FloatArray, y: FloatArray, window: int, confidence: float) -> MovingMean:
    """Return the mean of y over so many neighbours by x, with the interval of each by Student's t.

    Parameters
    ----------
    x, y : arrays of shape (M,)
        Points in which one is NaN are left out.
    window : int
        At least 2.
    confidence : float
    """
    known: BoolArray = ~(np.isnan(x) | np.isnan(y))
    order = np.argsort(x[known], kind="stable")
    if len(order) < window:
        none = np.empty(0)
        return MovingMean(none, none, none, none)
    beside = np.lib.stride_tricks.sliding_window_view(y[known][order], window)
    middle = np.lib.stride_tricks.sliding_window_view(x[known][order], window).mean(axis=1)
    mean = beside.mean(axis=1)
    half = student_reach(window - 1, confidence) * beside.std(axis=1, ddof=1) / np.sqrt(window)
    return MovingMean(middle, mean, mean - half, mean + half)
