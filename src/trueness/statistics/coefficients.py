"""Correlation coefficients of weighted vectors, many at a time.

Weights are counts: an observation of weight 2 stands there twice. A bootstrap resample is a weight vector, an
unweighted sample has weights 1. A coefficient is undefined, NaN, when the weights sum to less than three
observations or when either vector is constant where there is weight.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError, check_integer
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.coefficient_facts import check_coefficients
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.ordered_pairs import ordered_pairs
from trueness.statistics.ties import LARGEST_WHOLE, dense_ranks, exact_scores

__all__ = [
    "COEFFICIENTS",
    "MINIMUM_OBSERVATIONS",
    "PAIR_COEFFICIENTS",
    "RANK_COEFFICIENTS",
    "check_coefficients",
    "gamma",
    "kendall",
    "midranks",
    "pair_coefficients",
    "pair_sums",
    "pearson",
    "product_moment",
    "spearman",
    "tau_c",
    "weighted_coefficients",
]

COEFFICIENTS = ("pearson", "spearman", "kendall", "tau_c", "gamma")
"""Pearson's r, Spearman's rho, Kendall's tau-b, Stuart's tau-c, Goodman and Kruskal's gamma."""

RANK_COEFFICIENTS = frozenset(COEFFICIENTS) - {"pearson"}
PAIR_COEFFICIENTS = frozenset({"kendall", "tau_c", "gamma"})
MINIMUM_OBSERVATIONS = 3

PAIR_BLOCK = 1_000_000
"""Pairs looked at together, which bounds memory at some tens of megabytes."""

LONG = 150
"""Entries from which on sorting a vector takes less time than looking at its pairs."""


def pearson(
    x: ArrayLike, z: ArrayLike, weights: ArrayLike | None = None, *, minimum: int = MINIMUM_OBSERVATIONS
) -> float:
    """Return Pearson's product-moment correlation of two vectors.

    Parameters
    ----------
    x, z : array of shape (n,)
        Scores; pairs in which either is NaN are left out.
    weights : array of shape (n,), optional
        Counts (default 1 each).
    minimum : int
        The fewest observations that have a correlation, 3 or 2. That of two is 1 or -1 whatever they are; others
        average such values over inputs, and say with them how often two systems are in people's order.

    Returns
    -------
    float
        In [-1, 1]; NaN where undefined (fewer observations, or a constant vector).

    Raises
    ------
    ArgumentError
        If the shapes differ, a vector is not one-dimensional, or a weight is negative or not finite.
    """
    return _of_vectors("pearson", x, z, weights, minimum)


def spearman(
    x: ArrayLike, z: ArrayLike, weights: ArrayLike | None = None, *, minimum: int = MINIMUM_OBSERVATIONS
) -> float:
    """Return Spearman's rank correlation, Pearson's r of midranks.

    Parameters
    ----------
    x, z, weights, minimum
        As in `pearson`.

    Returns
    -------
    float
        In [-1, 1]; NaN where undefined.

    Raises
    ------
    ArgumentError
        As in `pearson`.
    """
    return _of_vectors("spearman", x, z, weights, minimum)


def kendall(
    x: ArrayLike, z: ArrayLike, weights: ArrayLike | None = None, *, minimum: int = MINIMUM_OBSERVATIONS
) -> float:
    """Return Kendall's tau-b.

    tau-b = (C - D) / sqrt((n0 - n_x)(n0 - n_z)) with C concordant and D discordant pairs, n0 all pairs, and
    n_x, n_z the pairs tied in x and in z (Kendall 1945). O(n log n) time, O(n) memory, as every coefficient here.

    Parameters
    ----------
    x, z, weights, minimum
        As in `pearson`.

    Returns
    -------
    float
        In [-1, 1]; NaN where undefined.

    Raises
    ------
    ArgumentError
        As in `pearson`.
    """
    return _of_vectors("kendall", x, z, weights, minimum)


def tau_c(
    x: ArrayLike, z: ArrayLike, weights: ArrayLike | None = None, *, minimum: int = MINIMUM_OBSERVATIONS
) -> float:
    """Return Stuart's tau-c.

    tau-c = 2 (C - D) / (n² (m - 1) / m), m the smaller number of distinct values (Stuart 1953).

    Parameters
    ----------
    x, z, weights, minimum
        As in `pearson`.

    Returns
    -------
    float
        In [-1, 1]; NaN where undefined.

    Raises
    ------
    ArgumentError
        As in `pearson`.
    """
    return _of_vectors("tau_c", x, z, weights, minimum)


def gamma(
    x: ArrayLike, z: ArrayLike, weights: ArrayLike | None = None, *, minimum: int = MINIMUM_OBSERVATIONS
) -> float:
    """Return Goodman and Kruskal's gamma, (C - D) / (C + D).

    Parameters
    ----------
    x, z, weights, minimum
        As in `pearson`.

    Returns
    -------
    float
        In [-1, 1]; NaN where undefined.

    Raises
    ------
    ArgumentError
        As in `pearson`.
    """
    return _of_vectors("gamma", x, z, weights, minimum)


def weighted_coefficients(
    x: FloatArray,
    z: FloatArray,
    weights: FloatArray,
    coefficients: Collection[str],
    minimum: int = MINIMUM_OBSERVATIONS,
) -> dict[str, FloatArray]:
    """Return coefficients along the last axis of broadcastable arrays.

    Every vector costs O(n log n) time and O(n) memory; short ones are taken together, by the signs of their pairs.

    Parameters
    ----------
    x, z, weights : arrays broadcastable to (..., n)
        Scores and counts. Entries of weight zero do not matter and may be NaN.
    coefficients : collection of str
        Which to compute.
    minimum : int
        The fewest observations that have one.

    Returns
    -------
    dict of str to array of shape (...)
        NaN where undefined.
    """
    shape = np.broadcast_shapes(x.shape, z.shape, weights.shape)
    total = weights.sum(axis=-1)
    rank_x, rank_z = (dense_ranks(np.where(weights > 0, vector, np.nan)) for vector in (x, z))
    undefined = _constant(rank_x, weights) | _constant(rank_z, weights) | (total < minimum)
    result: dict[str, FloatArray] = {}
    if "pearson" in coefficients:
        result["pearson"] = product_moment(x, z, weights)
    if "spearman" in coefficients:
        result["spearman"] = product_moment(midranks(rank_x, weights), midranks(rank_z, weights), weights)
    if PAIR_COEFFICIENTS & set(coefficients):
        net, untied_x, untied_z, untied = pair_sums(rank_x, rank_z, weights)
        distinct = (
            np.minimum(_n_distinct(rank_x, weights), _n_distinct(rank_z, weights))
            if "tau_c" in coefficients
            else np.ones(shape[:-1])
        )
        result |= pair_coefficients(net, untied_x, untied_z, untied, total, distinct, coefficients)
    return {
        name: np.where(np.broadcast_to(undefined, shape[:-1]), np.nan, np.broadcast_to(value, shape[:-1]))
        for name, value in result.items()
    }


def product_moment(x: FloatArray, z: FloatArray, weights: FloatArray) -> FloatArray:
    """Return Pearson's r along the last axis in two passes; entries of weight zero may be NaN."""
    live = weights > 0
    x, z = np.where(live, x, 0.0), np.where(live, z, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = weights.sum(axis=-1, keepdims=True)
        x = x - np.sum(weights * x, axis=-1, keepdims=True) / total
        z = z - np.sum(weights * z, axis=-1, keepdims=True) / total
        # a power of two changes no digit, and keeps squares of tiny and of huge scores within the range of
        # floats
        x, z = (
            np.ldexp(v, -np.frexp(np.max(np.abs(v * live), axis=-1, keepdims=True, initial=0.0))[1])
            for v in (x, z)
        )
        numerator = np.sum(weights * x * z, axis=-1)
        # one square root: that of a square is exact, so a vector's correlation with itself is exactly 1
        return _clipped(
            numerator / np.sqrt(np.sum(weights * x * x, axis=-1) * np.sum(weights * z * z, axis=-1))
        )


def pair_coefficients(
    net: FloatArray,
    untied_x: FloatArray,
    untied_z: FloatArray,
    untied: FloatArray | None,
    total: FloatArray,
    distinct: FloatArray,
    coefficients: Collection[str],
) -> dict[str, FloatArray]:
    """Return Kendall's family from weighted pair counts.

    Parameters
    ----------
    net : array
        Concordant minus discordant pairs.
    untied_x, untied_z, untied : array
        Pairs not tied in x, in z, in either (the last only for gamma).
    total : array
        Sum of weights, n.
    distinct : array
        Smaller number of distinct values with weight (only for tau-c).
    """
    result: dict[str, FloatArray] = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        if "kendall" in coefficients:
            # one square root: that of a square is exact, so a perfect agreement is exactly 1
            result["kendall"] = _clipped(net / np.sqrt(untied_x * untied_z))
        if "tau_c" in coefficients:
            result["tau_c"] = _clipped(2.0 * net * distinct / (np.square(total) * (distinct - 1.0)))
        if "gamma" in coefficients and untied is not None:
            result["gamma"] = _clipped(net / untied)
    return result


def pair_sums(
    rank_x: IntArray, rank_z: IntArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return weighted sums over pairs of s_x s_z, s_x², s_z² and s_x² s_z², s the sign of a difference."""
    shape = np.broadcast_shapes(rank_x.shape, rank_z.shape, weights.shape)
    n = shape[-1]
    if n >= LONG:
        found = np.array(
            [
                ordered_pairs(
                    np.broadcast_to(rank_x, shape)[place],
                    np.broadcast_to(rank_z, shape)[place],
                    np.broadcast_to(weights, shape)[place],
                )
                for place in np.ndindex(*shape[:-1])
            ]
        ).reshape(*shape[:-1], 4)
        return found[..., 0], found[..., 1], found[..., 2], found[..., 3]
    flat_x, flat_z, flat_w = (
        np.broadcast_to(array, shape).reshape(-1, n) for array in (rank_x, rank_z, weights)
    )
    first, second = np.triu_indices(n, 1)
    result = np.empty((4, len(flat_x)))
    step = max(1, PAIR_BLOCK // max(1, len(first)))
    for start in range(0, len(flat_x), step):
        here = slice(start, start + step)
        sign_x = np.sign(flat_x[here, first] - flat_x[here, second]).astype(np.float64)
        sign_z = np.sign(flat_z[here, first] - flat_z[here, second]).astype(np.float64)
        product = flat_w[here, first] * flat_w[here, second]
        agreement = sign_x * sign_z
        result[0, here] = np.einsum("rp,rp->r", product, agreement)
        result[1, here] = np.einsum("rp,rp->r", product, np.abs(sign_x))
        result[2, here] = np.einsum("rp,rp->r", product, np.abs(sign_z))
        result[3, here] = np.einsum("rp,rp->r", product, np.abs(agreement))
    net, untied_x, untied_z, untied = result.reshape(4, *shape[:-1])
    return net, untied_x, untied_z, untied


def midranks(ranks: IntArray, weights: FloatArray) -> FloatArray:
    """Return twice the centred weighted midranks along the last axis: whole numbers, exact.

    The midrank of value x is the weight below it plus half the weight tied with it, plus one half; centred,
    it is half of (weight up to its group's end + weight before its group's start - total weight).
    """
    ranks, weights = np.broadcast_arrays(ranks, weights)
    n = max(1, ranks.shape[-1])
    rows = ranks.reshape(ranks.size // n, ranks.shape[-1])
    order = np.argsort(rows, axis=1, kind="stable")
    order += np.arange(0, ranks.size, n)[:, None]
    ordered, upto = rows.ravel()[order], np.cumsum(weights.ravel()[order], axis=1)
    rises = ordered[:, 1:] != ordered[:, :-1]
    start, end = np.zeros_like(upto), upto.copy()
    start[:, 1:] = np.where(rises, upto[:, :-1], -np.inf)
    end[:, :-1] = np.where(rises, upto[:, :-1], np.inf)
    np.maximum.accumulate(start, axis=1, out=start)
    end = np.minimum.accumulate(end[:, ::-1], axis=1)[:, ::-1]
    result = np.empty(ranks.size, dtype=upto.dtype)
    result[order] = start + end - upto[:, -1:]
    return result.reshape(ranks.shape)


def _clipped(value: FloatArray) -> FloatArray:
    """Cut a coefficient that rounding carried past 1."""
    return np.clip(value, -1.0, 1.0)


def _constant(ranks: IntArray, weights: FloatArray) -> NDArray[np.bool_]:
    """Return whether all entries with weight share one rank."""
    live = np.broadcast_to(weights > 0, np.broadcast_shapes(ranks.shape, weights.shape))
    highest = np.max(np.where(live, ranks, -1), axis=-1)
    lowest = np.min(np.where(live, ranks, ranks.shape[-1]), axis=-1)
    return np.asarray(highest <= lowest)


def _n_distinct(ranks: IntArray, weights: FloatArray) -> FloatArray:
    """Return the number of distinct ranks among entries with weight."""
    ordered = np.sort(np.where(weights > 0, ranks, -1), axis=-1)
    rises = np.sum(ordered[..., 1:] != ordered[..., :-1], axis=-1) + 1
    return np.asarray(rises - (ordered[..., 0] < 0), dtype=np.float64)


def _scores(values: ArrayLike) -> FloatArray:
    """Return scores as floats; of whole numbers beyond those of floats what they have in common is left out before."""
    given = np.asarray(values)
    if (
        given.dtype.kind in "iuO"
        and given.size
        and all(isinstance(one, int) for one in given.ravel().tolist())
    ):
        whole = given.astype(object)
        least, most = min(whole.ravel()), max(whole.ravel())
        if max(abs(least), abs(most)) > LARGEST_WHOLE:
            given = whole - least
    return given_numbers(given)


def _of_vectors(
    coefficient: str, x: ArrayLike, z: ArrayLike, weights: ArrayLike | None, minimum: int
) -> float:
    check_integer("minimum", minimum, minimum=2)
    first, second = _scores(x), _scores(z)
    if first.ndim != 1 or first.shape != second.shape:
        raise ArgumentError(
            f"`x` and `z` must be vectors of one length; they have {first.shape} and {second.shape}."
        )
    counts = np.ones(first.shape) if weights is None else np.asarray(weights, dtype=np.float64)
    if counts.shape != first.shape or not np.all(np.isfinite(counts)) or np.any(counts < 0):
        raise ArgumentError("`weights` must be finite, at least 0, and as many as the scores.")
    if np.any(np.isinf(first)) or np.any(np.isinf(second)):
        raise ArgumentError("`x` and `z` must hold finite values.")
    if not first.size:
        return float("nan")
    counts = np.where(np.isnan(first) | np.isnan(second), 0.0, counts)
    first, second = exact_scores(first).values, exact_scores(second).values
    return float(weighted_coefficients(first, second, counts, (coefficient,), minimum)[coefficient])
