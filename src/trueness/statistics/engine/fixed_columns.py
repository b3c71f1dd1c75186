"""Coefficients of fixed columns under many weight vectors, as matrix products.

A bootstrap over systems leaves every column of scores as it is and only changes how often each system counts.
With B weight vectors as the rows of W, everything a coefficient needs is a product of W, or of the products
of its pairs of columns, with matrices that do not depend on the resample:

* Kendall's numerator is a quadratic form in w with the products of pair signs; tie corrections are sums of
  squares of the weights of tied groups;
* a centred midrank is half the sign matrix times w, its sum of squares follows from cubes of group weights;
* Pearson needs weighted first and second moments.

The sums behind rank coefficients are whole numbers. They are computed in single precision where they stay
below 2**24, in double precision otherwise, and are exact in both. For B weight vectors, N systems and C
columns, time is O(B N² C) and memory beyond the result O(N² C + B N C) (Spearman) or O(N² C + B N²)
(Kendall); callers bound C.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.coefficients import (
    MINIMUM_OBSERVATIONS,
    PAIR_COEFFICIENTS,
    pair_coefficients,
)
from trueness.statistics.ties import TieGroups, dense_ranks

SINGLE_PRECISION_LIMIT = 2**24

PAIR_BLOCK = 8_000_000
"""Products of pairs of weights held at a time, which bounds memory at some 100 megabytes."""


def fixed_column_coefficients(
    x: FloatArray,
    z: FloatArray,
    present: BoolArray,
    weights: FloatArray,
    coefficients: Collection[str],
) -> dict[str, FloatArray]:
    """Return the coefficient of every x column with its z column under every weight vector.

    Parameters
    ----------
    x : array of shape (K, N, C)
        K metrics, N entries (systems), C columns (inputs).
    z : array of shape (N, C)
        The human scores.
    present : array of shape (N, C)
        The cells to use; x and z hold values there.
    weights : array of shape (B, N)
        Counts.
    coefficients : collection of str
        Which to compute.

    Returns
    -------
    dict of str to array of shape (B, K, C)
        NaN where undefined: fewer than three observations with weight, or a constant column.
    """
    n_metrics, n_entries, n_columns = x.shape
    n_draws = len(weights)
    total = weights @ present.astype(np.float64)  # (B, C)
    too_few = total < MINIMUM_OBSERVATIONS
    # every column as a row: metrics first, then the human
    rows = np.concatenate([x, z[None]]).transpose(0, 2, 1).reshape(-1, n_entries)
    live = np.tile(present.T, (n_metrics + 1, 1))
    ranks = dense_ranks(np.where(live, rows, np.nan))
    groups = TieGroups.of(ranks, live)
    group_weight = (
        (weights @ groups.members.T.astype(np.float64)) if groups.column.size else np.zeros((n_draws, 0))
    )
    shape = (n_draws, n_metrics + 1, n_columns)
    totals = np.tile(total, (1, n_metrics + 1))

    undefined = groups.any_by_column(group_weight == totals[:, groups.column]).reshape(shape)
    heaviest = _heaviest(weights, present)
    undefined |= ((heaviest == total) | too_few)[:, None, :]
    undefined_pair = undefined[:, :-1] | undefined[:, -1:]

    result: dict[str, FloatArray] = {}
    if "pearson" in coefficients:
        result["pearson"] = _pearson(x, z, present, weights, total)
    if PAIR_COEFFICIENTS & set(coefficients):
        result |= _pair_family(ranks, live, groups, group_weight, weights, total, shape, coefficients)
    if "spearman" in coefficients:
        result["spearman"] = _spearman(ranks, live, groups, group_weight, weights, total, shape)
    for value in result.values():
        value[undefined_pair] = np.nan
    return result


def signs(ranks: IntArray, present: BoolArray, first: IntArray, second: IntArray) -> NDArray[np.float32]:
    """Return the signs of differences of pairs in rows of dense ranks; 0 where one is missing."""
    sign: NDArray[np.float32] = np.sign(ranks[:, first] - ranks[:, second]).astype(np.float32)
    if not present.all():
        sign *= present[:, first] & present[:, second]
    return sign


def exact_type(largest: float) -> type[np.float32 | np.float64]:
    """Return the fastest floating type in which whole numbers up to `largest` in size are exact."""
    return np.float32 if largest < SINGLE_PRECISION_LIMIT else np.float64


def _heaviest(weights: FloatArray, present: BoolArray) -> FloatArray:
    """Return the largest weight among the entries present in each column: shape (B, C) or (B, 1)."""
    if present.all():
        return np.asarray(weights.max(axis=1, keepdims=True))
    return np.stack([np.max(weights * column, axis=1) for column in present.T], axis=1)


def _pair_family(
    ranks: IntArray,
    live: BoolArray,
    groups: TieGroups,
    group_weight: FloatArray,
    weights: FloatArray,
    total: FloatArray,
    shape: tuple[int, int, int],
    coefficients: Collection[str],
) -> dict[str, FloatArray]:
    """Return Kendall's tau-b, tau-c and gamma from quadratic forms in the weights."""
    _, n_rows, n_columns = shape
    n_entries = weights.shape[1]
    first, second = np.triu_indices(n_entries, 1)
    number = exact_type(float(np.max(total)) ** 2)
    sign = signs(ranks, live, first, second).reshape(n_rows, n_columns, len(first))
    agreement = (sign[:-1] * sign[-1]).reshape((n_rows - 1) * n_columns, len(first)).astype(number)
    metric_shape = (shape[0], n_rows - 1, n_columns)
    net = np.empty((shape[0], len(agreement)))
    untied = np.empty_like(net) if "gamma" in coefficients else None
    step = max(1, PAIR_BLOCK // max(1, len(first)))
    for start in range(0, shape[0], step):  # whole-number sums: the same for any step
        draws = slice(start, start + step)
        products = weights[draws][:, first] * weights[draws][:, second]
        typed = products.astype(number)
        net[draws] = typed @ agreement.T
        if untied is not None:
            untied[draws] = typed @ np.abs(agreement).T

    # pairs not tied: half of n² less the squares of all groups' weights, lone entries included
    squares = np.square(weights)
    lone = squares @ live.reshape(n_rows, n_columns, n_entries)[-1].T.astype(np.float64)
    tied = lone[:, None, :] + _group_excess(groups, group_weight, squares, 2).reshape(shape)
    untied_each = (np.square(total)[:, None, :] - tied) / 2
    distinct = np.ones(shape)
    if "tau_c" in coefficients:
        entries = (weights > 0).astype(np.float64) @ live[:n_columns].T.astype(np.float64)
        occupied = (group_weight > 0).astype(np.float64)
        members = (weights > 0).astype(np.float64) @ groups.members.T.astype(np.float64)
        distinct = entries[:, None, :] + groups.by_column(occupied - members).reshape(shape)
    return pair_coefficients(
        net.reshape(metric_shape),
        untied_each[:, :-1],
        untied_each[:, -1:],
        None if untied is None else untied.reshape(metric_shape),
        total[:, None, :],
        np.minimum(distinct[:, :-1], distinct[:, -1:]),
        coefficients,
    )


def _spearman(
    ranks: IntArray,
    live: BoolArray,
    groups: TieGroups,
    group_weight: FloatArray,
    weights: FloatArray,
    total: FloatArray,
    shape: tuple[int, int, int],
) -> FloatArray:
    """Return Spearman's rho from doubled centred midranks, the sign matrix times the weights."""
    n_draws, n_rows, n_columns = shape
    n_entries = weights.shape[1]
    number = exact_type(float(np.max(total)) ** 3)
    sign = np.sign(ranks[:, None, :] - ranks[:, :, None]).astype(number)  # [row, k, i]: i above k
    sign *= live[:, None, :] & live[:, :, None]
    typed = weights.astype(number)
    midrank = typed @ sign.transpose(1, 0, 2).reshape(n_entries, -1)  # (B, rows * N)
    midrank = midrank.reshape(n_draws, n_rows, n_columns, n_entries)
    weighted_human = midrank[:, -1] * typed[:, None, :]
    numerator = np.einsum("bkcn,bcn->bkc", midrank[:, :-1], weighted_human).astype(np.float64)
    # sum of squared doubled midranks: (n³ - sum of the cubes of all groups' weights) / 3
    cubes = weights * weights * weights
    lone = cubes @ live[:n_columns].T.astype(np.float64)
    tied = lone[:, None, :] + _group_excess(groups, group_weight, cubes, 3).reshape(shape)
    squared = (total[:, None, :] ** 3 - tied) / 3
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = np.sqrt(squared[:, :-1] * squared[:, -1:])  # exact for a perfect agreement
        return np.asarray(np.clip(numerator / scale, -1.0, 1.0))


def _group_excess(
    groups: TieGroups, group_weight: FloatArray, powers: FloatArray, power: int
) -> NDArray[np.floating]:
    """Return, per column, the sum over tied groups of weight**power less the members' own."""
    if not groups.column.size:
        return groups.by_column(group_weight)
    return groups.by_column(group_weight**power - powers @ groups.members.T.astype(np.float64))


def _pearson(
    x: FloatArray, z: FloatArray, present: BoolArray, weights: FloatArray, total: FloatArray
) -> FloatArray:
    """Return Pearson's r from weighted moments; columns are standardised first, against cancellation."""
    _, n_entries, n_columns = x.shape
    x, z = standardized_columns(x, present), standardized_columns(z[None], present)[0]

    def moment(values: FloatArray) -> FloatArray:
        return (weights @ values.transpose(1, 0, 2).reshape(n_entries, -1)).reshape(
            len(weights), -1, n_columns
        )

    sum_x, sum_z = moment(x), moment(z[None])
    with np.errstate(divide="ignore", invalid="ignore"):
        over_total = 1.0 / total[:, None, :]
        covariance = moment(x * z) - sum_x * sum_z * over_total
        variance_x = moment(np.square(x)) - np.square(sum_x) * over_total
        variance_z = moment(np.square(z)[None]) - np.square(sum_z) * over_total
        scale = np.sqrt(np.maximum(variance_x, 0) * np.maximum(variance_z, 0))
        return np.asarray(np.clip(covariance / scale, -1.0, 1.0))


def standardized_columns(values: FloatArray, present: BoolArray) -> FloatArray:
    """Return columns (..., N, C) z-scored over present cells; missing cells and constant columns are 0."""
    rows = standardized_rows(
        np.ascontiguousarray(np.swapaxes(values, -1, -2)), np.ascontiguousarray(present.T)
    )
    return np.ascontiguousarray(np.swapaxes(rows, -1, -2))


def standardized_rows(values: FloatArray, present: BoolArray) -> FloatArray:
    """Return rows (..., C, N) z-scored over present cells (C, N), each the same whatever other rows there are."""
    count = np.maximum(present.sum(axis=-1, keepdims=True), 1)
    filled = np.where(present, values, 0.0)
    centred = np.where(present, filled - filled.sum(axis=-1, keepdims=True) / count, 0.0)
    spread = np.sqrt(np.sum(np.square(centred), axis=-1, keepdims=True) / count)
    # scores were made exact before, so a constant column's spread is rounding of its mean alone
    largest = np.max(np.abs(filled), axis=-1, keepdims=True)
    constant = spread <= 1e-14 * largest
    return np.where(constant, 0.0, centred / np.where(constant, 1.0, spread))
