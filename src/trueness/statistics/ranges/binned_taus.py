"""Kendall's tau-b of pairs of scorers among the outputs of one bin, and of all bins from one on, input by input."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS
from trueness.statistics.compiled import compiled


class ScorePairs(NamedTuple):
    """Which rows of scores are correlated with which.

    Attributes
    ----------
    first, second : arrays of shape (C,)
    """

    first: IntArray
    second: IntArray

    @classmethod
    def among(cls, scorers: int) -> ScorePairs:
        """Return every pair of the first so many rows, once."""
        first, second = np.triu_indices(scorers, k=1)
        return cls(first.astype(np.intp), second.astype(np.intp))

    @classmethod
    def with_last(cls, scorers: int) -> ScorePairs:
        """Return the last of so many rows with each of the others."""
        return cls(np.arange(scorers - 1), np.full(scorers - 1, scorers - 1))


@dataclasses.dataclass(frozen=True)
class BinnedTaus:
    """Correlations of C pairs of scorers in the ranges of M inputs.

    The ranges are first the bins from each on (cumulative), then each bin alone (single): R = 2 * bins of them.

    Attributes
    ----------
    taus : array of shape (R, C, M)
        NaN where undefined.
    n_outputs : array of shape (R, C, M)
        Outputs that both scorers have in the range.
    ties : array of shape (R, C, M)
        Whether a scorer ties outputs of the range.
    surplus : array of shape (R, C, M)
        Concordant minus discordant pairs of outputs.
    """

    taus: FloatArray
    n_outputs: IntArray
    ties: BoolArray
    surplus: FloatArray


def binned_taus(
    scores: FloatArray,
    bins: IntArray,
    n_bins: int,
    pairs: ScorePairs,
    *,
    least: int = MINIMUM_OBSERVATIONS,
) -> BinnedTaus:
    """Return tau-b of every pair of scorers in every range of every input.

    Parameters
    ----------
    scores : array of shape (D, N, M)
        NaN where missing: an output then counts in no correlation with that scorer.
    bins : array of shape (N, M)
        Negative for outputs that are left out.
    n_bins : int
    pairs : ScorePairs
    least : int
        Correlations over fewer outputs are undefined; at least 2.
    """
    inputs, width = scores.shape[2], len(pairs.first)
    shape = (2 * n_bins, width, inputs)
    taus, surplus = np.full(shape, np.nan), np.zeros(shape)
    counts, ties = np.zeros(shape, dtype=np.intp), np.zeros(shape, dtype=np.bool_)
    count = compiled(fill_pair_counts)
    for j in range(inputs):
        there = np.flatnonzero(bins[:, j] >= 0)
        found = np.zeros((4, 1, n_bins, n_bins, width))
        mine = np.ascontiguousarray(scores[:, there, j])
        count(mine[None], bins[there, j], pairs.first, pairs.second, found)
        sums = tuple(in_ranges(found[:, 0]))
        known = ~np.isnan(mine)
        both = known[pairs.first] & known[pairs.second]
        inside = members(bins[there, j], n_bins)
        counts[:, :, j] = inside.astype(np.intp) @ both.T.astype(np.intp)
        taus[:, :, j] = np.where(counts[:, :, j] >= least, tau_b(sums), np.nan)
        surplus[:, :, j] = sums[0]
        ties[:, :, j] = (sums[1] < sums[3]) | (sums[2] < sums[3])
    return BinnedTaus(taus, counts, ties, surplus)


def members(bins: IntArray, n_bins: int) -> BoolArray:
    """Return which outputs each range holds, shape (R, n)."""
    order = np.arange(n_bins)[:, None]
    return np.concatenate([(bins >= 0) & (bins >= order), bins == order])


def in_ranges(found: FloatArray) -> FloatArray:
    """Return sums over pairs of outputs by range, from those by the bins of the two, shape (..., R, C).

    Parameters
    ----------
    found : array of shape (..., n_bins, n_bins, C)
        The lower bin of a pair first.
    """
    n_bins = found.shape[-2]
    by_lower = found.sum(axis=-2)  # a pair is in the bins from c on if its lower output is
    cumulative = by_lower[..., ::-1, :].cumsum(axis=-2)[..., ::-1, :]
    single = np.stack([found[..., k, k, :] for k in range(n_bins)], axis=-2)
    return np.concatenate([cumulative, single], axis=-2)


def tau_b(sums: Sequence[FloatArray]) -> FloatArray:
    """Return tau-b from sums over pairs of outputs, NaN where a scorer gives one score to all.

    Parameters
    ----------
    sums : sequence of arrays
        Concordant minus discordant pairs, those untied by the first scorer, and by the second.
    """
    scale = np.sqrt(sums[1] * sums[2])
    return np.asarray(np.divide(sums[0], scale, out=np.full(scale.shape, np.nan), where=scale > 0))


def fill_pair_counts(
    scores: FloatArray, bins: IntArray, first: IntArray, second: IntArray, found: FloatArray
) -> None:
    """Add up over the pairs of outputs of one input, by their bins; written for compilation.

    Parameters
    ----------
    scores : array of shape (B, D, n)
        B times scores by D scorers.
    bins : array of shape (n,)
    first, second : arrays of shape (C,)
    found : array of shape (4, B, n_bins, n_bins, C)
        Gains concordant minus discordant pairs, those untied by the first scorer, by the second, and all.
    """
    times, scorers, outputs = scores.shape
    signs = np.empty(scorers)
    for t in range(times):
        for i in range(outputs):
            for k in range(i + 1, outputs):
                low, high = min(bins[i], bins[k]), max(bins[i], bins[k])
                for d in range(scorers):
                    one, other = scores[t, d, i], scores[t, d, k]
                    if one > other:
                        signs[d] = 1.0
                    elif one < other:
                        signs[d] = -1.0
                    elif one == other:
                        signs[d] = 0.0
                    else:  # one of them is missing
                        signs[d] = np.nan
                for c in range(len(first)):
                    a, b = signs[first[c]], signs[second[c]]
                    both = a * b
                    if not np.isnan(both):
                        found[0, t, low, high, c] += both
                        found[1, t, low, high, c] += abs(a)
                        found[2, t, low, high, c] += abs(b)
                        found[3, t, low, high, c] += 1.0
