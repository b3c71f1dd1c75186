"""Coefficients of one long vector under many weights: all outputs pooled, sorted once."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS, PAIR_COEFFICIENTS, pair_coefficients
from trueness.statistics.engine.fixed_columns import standardized_columns
from trueness.statistics.engine.pair_counts import net_concordance
from trueness.statistics.ties import dense_ranks


@dataclasses.dataclass(frozen=True)
class Pooled:
    """A pooled vector, sorted once: a resample changes only weights.

    Attributes
    ----------
    scores : array of shape (n,)
        The values, z-scored.
    ranks, order : arrays of shape (n,)
        Dense ranks, and the order that sorts them.
    starts : array of shape (groups,)
        Where each group of equal values begins in sorted order.
    """

    scores: FloatArray
    ranks: IntArray
    order: IntArray
    starts: IntArray

    @classmethod
    def of(cls, vector: FloatArray) -> Pooled:
        """Sort and standardise a vector without missing values."""
        ranks = dense_ranks(vector)
        order = np.argsort(ranks, kind="stable")
        starts = np.flatnonzero(np.diff(ranks[order], prepend=-1))
        scores = standardized_columns(vector[:, None], np.ones((len(vector), 1), dtype=bool))[:, 0]
        return cls(scores, ranks, order, starts)

    def under(self, counts: FloatArray) -> FloatArray:
        """Return the weight of each group of equal values: shape (B, groups)."""
        return np.asarray(np.add.reduceat(counts[:, self.order], self.starts, axis=1))


def pooled_coefficients(
    x: Pooled,
    groups_x: FloatArray,
    z: Pooled,
    groups_z: FloatArray,
    counts: FloatArray,
    coefficients: Collection[str],
) -> dict[str, FloatArray]:
    """Return the coefficients of two pooled vectors under B weight vectors: a dict to arrays of shape (B,).

    Parameters
    ----------
    x, z : Pooled
    groups_x, groups_z : arrays of shape (B, groups)
        Weights of their groups, from `Pooled.under`.
    counts : array of shape (B, n)
    coefficients : collection of str
    """
    total = counts.sum(axis=1)
    undefined = (
        (groups_x.max(axis=1) == total) | (groups_z.max(axis=1) == total) | (total < MINIMUM_OBSERVATIONS)
    )
    result: dict[str, FloatArray] = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        if "pearson" in coefficients:
            mean_x, mean_z = counts @ x.scores / total, counts @ z.scores / total
            covariance = counts @ (x.scores * z.scores) / total - mean_x * mean_z
            variance_x = np.maximum(counts @ np.square(x.scores) / total - np.square(mean_x), 0)
            variance_z = np.maximum(counts @ np.square(z.scores) / total - np.square(mean_z), 0)
            result["pearson"] = np.clip(covariance / np.sqrt(variance_x * variance_z), -1.0, 1.0)
        if "spearman" in coefficients:
            # doubled centred midrank of a group: weight up to its end, plus before its start, less the total
            mid_x, mid_z = (
                2.0 * np.cumsum(groups, axis=1) - groups - total[:, None] for groups in (groups_x, groups_z)
            )
            numerator = np.einsum("bn,bn,bn->b", counts, mid_x[:, x.ranks], mid_z[:, z.ranks])
            squares_x = np.sum(groups_x * np.square(mid_x), axis=1)
            squares_z = np.sum(groups_z * np.square(mid_z), axis=1)
            scale = np.sqrt(squares_x * squares_z)
            result["spearman"] = np.clip(numerator / scale, -1.0, 1.0)
    if PAIR_COEFFICIENTS & set(coefficients):
        net, untied = net_concordance(x.ranks, z.ranks, counts)
        untied_x, untied_z = (
            (np.square(total) - np.sum(np.square(groups), axis=1)) / 2 for groups in (groups_x, groups_z)
        )
        distinct = np.minimum(np.sum(groups_x > 0, axis=1), np.sum(groups_z > 0, axis=1)).astype(np.float64)
        result |= pair_coefficients(net, untied_x, untied_z, untied, total, distinct, coefficients)
    return {name: np.where(undefined, np.nan, value) for name, value in result.items()}
