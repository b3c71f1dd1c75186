"""Coefficients of vectors that every resample makes anew: permuted system means, and all outputs pooled."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray, Sides
from trueness.statistics.coefficients import (
    MINIMUM_OBSERVATIONS,
    PAIR_COEFFICIENTS,
    RANK_COEFFICIENTS,
    midranks,
    pair_coefficients,
    product_moment,
)
from trueness.statistics.engine.permuted_columns import Coins
from trueness.statistics.engine.pooled import Pooled, pooled_coefficients
from trueness.statistics.ties import RELATIVE_TOLERANCE, dense_ranks, tie_close

PAIR_BLOCK = 4_000_000


def permuted_row_coefficients(
    means: FloatArray, signed: FloatArray, z: FloatArray, pairs: IntArray, coefficients: Collection[str]
) -> Sides:
    """Return the coefficients of permuted system means with the human's.

    Parameters
    ----------
    means : array of shape (K, N)
        System means of standardised metrics.
    signed : array of shape (B, K, N)
        The same means with every score multiplied by its coin.
    z : array of shape (N,)
    pairs : array of shape (P, 2)
    coefficients : collection of str
    """
    a, b = pairs[:, 0], pairs[:, 1]
    middle = (means[a] + means[b]) / 2
    sides: Sides = ({}, {})
    shape = (len(signed), len(pairs))
    for name in coefficients:
        for side in sides:
            side[name] = np.empty(shape)
    step = max(1, PAIR_BLOCK // max(1, len(pairs) * len(z) * (len(z) - 1) // 2))
    for start in range(0, len(signed), step):
        rows = slice(start, start + step)
        half = (signed[rows, a] - signed[rows, b]) / 2
        for side, permuted in zip(sides, (middle + half, middle - half), strict=True):
            found = rows_with_one_vector(permuted.reshape(len(half) * len(pairs), len(z)), z, coefficients)
            for name, value in found.items():
                side[name][rows] = value.reshape(len(half), len(pairs))
    return sides


def rows_with_one_vector(
    rows: FloatArray, z: FloatArray, coefficients: Collection[str]
) -> dict[str, FloatArray]:
    """Return the coefficients of each row of an (R, N) array with one vector z of shape (N,).

    Rows are means of standardised scores: their values tie within 1e-12 of the largest of the row, or of 1
    if that is larger, since zeros are what cancelled. Ranks are never sorted: signs of differences times
    the human's signs, and times differences of its midranks, give Kendall's and Spearman's numerators. Time
    and memory are O(R N²).
    """
    n = len(z)
    rank_z = dense_ranks(z)
    if n < MINIMUM_OBSERVATIONS or rank_z.max() == 0:
        return {name: np.full(len(rows), np.nan) for name in coefficients}
    # at least of the unit: what cancels to nothing leaves rounding of that size
    tolerance = RELATIVE_TOLERANCE * np.maximum(1.0, np.max(np.abs(rows), axis=1))
    constant = np.ptp(rows, axis=1) <= tolerance
    result: dict[str, FloatArray] = {}
    if RANK_COEFFICIENTS & set(coefficients):
        result |= _rank_coefficients(rows, rank_z, tolerance, coefficients)
    if "pearson" in coefficients:
        result["pearson"] = product_moment(rows, z, np.ones(n))
    for value in result.values():
        value[constant] = np.nan
    return result


def _rank_coefficients(
    rows: FloatArray, rank_z: IntArray, tolerance: FloatArray, coefficients: Collection[str]
) -> dict[str, FloatArray]:
    n = rows.shape[1]
    first, second = np.triu_indices(n, 1)
    difference = rows[:, first] - rows[:, second]
    sign = (difference > tolerance[:, None]).astype(np.float32)
    sign -= difference < -tolerance[:, None]
    untied_x = np.abs(sign).sum(axis=1, dtype=np.float64)
    result: dict[str, FloatArray] = {}
    sign_z = np.sign(rank_z[first] - rank_z[second]).astype(np.float64)
    if PAIR_COEFFICIENTS & set(coefficients):
        distinct = np.full(len(rows), float(n))
        if "tau_c" in coefficients:
            ranks = dense_ranks(tie_close(rows))
            distinct = np.minimum(ranks.max(axis=1) + 1.0, float(rank_z.max() + 1))
        result |= pair_coefficients(
            sign @ sign_z,
            untied_x,
            np.sum(np.abs(sign_z)),
            np.abs(sign) @ np.abs(sign_z) if "gamma" in coefficients else None,
            np.asarray(float(n)),
            distinct,
            coefficients,
        )
    if "spearman" in coefficients:
        mid_z = midranks(rank_z, np.ones(n))
        squared = np.full(len(rows), (n**3 - n) / 3.0)
        tied = untied_x < len(first)
        if tied.any():
            # doubled centred midranks of rows with ties: the sum of signs against all others
            incidence = np.zeros((len(first), n), dtype=np.float32)
            incidence[np.arange(len(first)), first] = 1
            incidence[np.arange(len(first)), second] = -1
            squared[tied] = np.square(sign[tied] @ incidence).sum(axis=1, dtype=np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = np.sqrt(squared * np.sum(np.square(mid_z)))
            result["spearman"] = np.clip(sign @ (mid_z[first] - mid_z[second]) / scale, -1.0, 1.0)
    return result


def pooled_permuted_coefficients(
    scores: FloatArray, z: FloatArray, pairs: IntArray, coins: Coins, coefficients: Collection[str]
) -> Sides:
    """Return the coefficients of pooled outputs after swaps.

    The values of X and Y are sorted together once; a coin decides which of an output's two entries has weight
    1.

    Parameters
    ----------
    scores : array of shape (K, n)
        Standardised scores of n outputs.
    z : array of shape (n,)
    pairs : array of shape (P, 2)
    coins : array of shape (B, n)
    coefficients : collection of str
    """
    if not len(z):
        nothing = dict.fromkeys(coefficients, np.full((len(coins), len(pairs)), np.nan))
        return nothing, nothing
    picked = (1.0 + coins) / 2
    twice = np.concatenate([z, z])
    human = Pooled.of(twice)
    sides: Sides = ({}, {})
    for name in coefficients:
        for side in sides:
            side[name] = np.empty((len(coins), len(pairs)))
    selections = (np.concatenate([picked, 1 - picked], axis=1), np.concatenate([1 - picked, picked], axis=1))
    for side, counts in zip(sides, selections, strict=True):
        human_side = human.under(counts)
        for p, (a, b) in enumerate(pairs):
            pooled = Pooled.of(tie_close(np.concatenate([scores[a], scores[b]])))
            found = pooled_coefficients(pooled, pooled.under(counts), human, human_side, counts, coefficients)
            for name, value in found.items():
                side[name][:, p] = value
    return sides
