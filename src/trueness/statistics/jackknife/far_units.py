"""Correlations without two systems at once, of those that together hold much of what varies.

The jackknife leaves out one system at a time. Of two that lie far from all others it then sees little: without one the
other still says the same. What the two change together shows where both are left out.

The share of a system in what varies is its leverage: with d its distance from the mean of a column, it is
1 - (what is left of the sum of squares without it) / (the sum of squares), which is n / (n - 1) d^2 over the sum for
one system of n; over several columns it is the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.left_out_pearson import whole_pearson

FAR_SHARE = 0.45
"""Two systems are far if they have so large a share together. With less they change little of what others say."""

SOME_SHARE = 0.1
"""Less of any scorer's scores, and a system is not looked at."""

FEWEST = 8
"""Units: of fewer, two are much of what there is."""

USUAL_MOVE, FEW_UNITS = 2.0, 27.0
"""Where scores are normal, leaving out any two of n systems moves the difference of two correlations by more than
max(USUAL_MOVE, FEW_UNITS / n) standard errors in about one table of a hundred."""

BLOCK = 500_000
"""Scores held at a time by one step, some megabytes."""


class FarUnits(NamedTuple):
    """Correlations of K metrics without far units.

    Attributes
    ----------
    without : array of shape (Q, K)
        Without each of Q pairs of units.
    own : array of shape (3, Q, K)
        By the human scores or the metric's: whether the two are far together, and whether each has `SOME_SHARE`.
    pairs : array of shape (2, Q)
        The units of each pair.
    """

    without: FloatArray
    own: BoolArray
    pairs: IntArray

    @classmethod
    def none(cls, n_metrics: int) -> Self:
        """Return that no units are far."""
        pairs = np.empty((2, 0), dtype=np.intp)
        return cls(np.empty((0, n_metrics)), np.empty((3, 0, n_metrics), dtype=bool), pairs)

    @classmethod
    def beside(cls, parts: Sequence[Self]) -> Self:
        """Return those of several tables in one, metrics of the first before those of the next."""
        sizes = [part.without.shape for part in parts]
        shape = sum(q for q, _ in sizes), sum(k for _, k in sizes)
        pairs = np.concatenate([part.pairs for part in parts], axis=1)
        found = cls(np.full(shape, np.nan), np.zeros((3, *shape), dtype=bool), pairs)
        row, column = 0, 0
        for part, (q, k) in zip(parts, sizes, strict=True):
            place = slice(row, row + q), slice(column, column + k)
            found.without[place], found.own[:, *place] = part.without, part.own
            row, column = row + q, column + k
        return found


def of_pairs(far: FarUnits, pairs: IntArray, systems: FloatArray, whole: FloatArray) -> FarUnits:
    """Return the same without other pairs of units, those that are far among them.

    What two units that are not far change together is what each changes alone, since neither hides the other.

    Parameters
    ----------
    far : FarUnits
    pairs : array of shape (2, R)
        Every pair of `far`, and others.
    systems : array of shape (N, K)
        Without each unit.
    whole : array of shape (K,)
    """
    first, second = pairs
    without = systems[first] + systems[second] - whole
    own = np.zeros((3, *without.shape), dtype=bool)
    for pair, values, flags in zip(far.pairs.T, far.without, far.own.transpose(1, 0, 2), strict=True):
        place = int(np.flatnonzero((pair == pairs.T).all(axis=1))[0])
        without[place] = np.where(np.isnan(values), without[place], values)
        own[:, place] |= flags
    return FarUnits(without, own, pairs)


def usual_move(n_units: int) -> float:
    """Return how many standard errors two units of n move a difference by in hardly any table of normal scores."""
    return max(USUAL_MOVE, FEW_UNITS / n_units)


def far_units(
    x: FloatArray, z: FloatArray, present: BoolArray | None, units: IntArray, n_units: int
) -> FarUnits:
    """Return Pearson's r, the mean over columns, without every two units that are far in any scorer.

    Parameters
    ----------
    x : array of shape (K, N, C)
    z : array of shape (N, C)
    present : array of shape (N, C) or None
        Which entries a column has; others are not read. None: all.
    units : array of shape (N,)
        The unit of every entry, 0 to U - 1.
    n_units : int
        U.
    """
    n_metrics, n_entries, n_columns = x.shape
    if n_units < FEWEST:
        return FarUnits.none(n_metrics)
    shares = leverages([z, *x], present, units, n_units)
    some = shares >= SOME_SHARE
    looked = np.flatnonzero(some.any(axis=0))
    first, second = (looked[one] for one in np.triu_indices(len(looked), 1))
    far = shares[:, first] + shares[:, second] >= FAR_SHARE  # (1 + K, pairs)
    chosen = np.flatnonzero(far.any(axis=0))
    if not len(chosen):
        return FarUnits.none(n_metrics)
    first, second, far = first[chosen], second[chosen], far[:, chosen]
    own = np.stack([far, some[:, first], some[:, second]])  # (3, 1 + K, Q)
    there = np.ones(z.shape, dtype=bool) if present is None else present
    without = np.full((len(chosen), n_metrics), np.nan)
    step = max(1, BLOCK // max(1, n_metrics * n_entries * n_columns))
    for start in range(0, len(chosen), step):
        here = slice(start, start + step)
        kept = (units[:, None] != first[here]) & (units[:, None] != second[here])  # (N, q)
        columns = (kept[:, :, None] & there[:, None]).reshape(n_entries, -1)
        metrics, human = np.tile(x, kept.shape[1]), np.tile(z, kept.shape[1])
        values = whole_pearson(metrics, human, columns).reshape(n_metrics, -1, n_columns)
        defined = ~np.isnan(values)
        np.divide(
            np.where(defined, values, 0.0).sum(axis=2).T,
            defined.sum(axis=2).T,
            out=without[here],
            where=defined.any(axis=2).T,
        )
    return FarUnits(without, (own[:, :1] | own[:, 1:]).transpose(0, 2, 1), np.stack([first, second]))


def leverages(
    scores: Sequence[FloatArray], present: BoolArray | None, units: IntArray, n_units: int
) -> FloatArray:
    """Return the share of every unit in what varies, the mean over columns, shape (V, U).

    Parameters
    ----------
    scores : V arrays of shape (N, C)
    present, units, n_units
        As in `far_units`.
    """
    n_entries, n_columns = scores[0].shape
    total, varied = np.zeros((len(scores), n_units)), np.zeros(len(scores), dtype=np.intp)
    step = max(1, BLOCK // max(1, len(scores) * n_entries))
    for start in range(0, n_columns, step):
        here = slice(start, start + step)
        some = np.stack([one[:, here] for one in scores])
        there = np.ones(some.shape[1:], dtype=bool) if present is None else present[:, here]
        shares, varies = _shares(some, there, units, n_units)
        total += shares
        varied += varies
    return np.asarray(total / np.maximum(varied, 1)[:, None])


def _shares(
    scores: FloatArray, there: BoolArray, units: IntArray, n_units: int
) -> tuple[FloatArray, IntArray]:
    """Return the shares of every unit, (V, U), summed over the columns that vary, and how many of these there are."""
    counts = there.sum(axis=0)
    values = np.where(there, scores, 0.0)
    values = np.where(there, values - (values.sum(axis=1) / np.maximum(counts, 1))[:, None], 0.0)
    squares = np.square(values)
    total = squares.sum(axis=1)  # (V, C)
    if n_units == len(units) and np.array_equal(units, np.arange(n_units)):
        lost = squares * (counts / np.maximum(counts - 1, 1))
    else:
        member = (np.arange(n_units)[:, None] == units).astype(np.float64)
        left = np.maximum(counts - member @ there, 1.0)
        lost = member @ squares + np.square(member @ values) / left
    varied = (total > 0) & np.isfinite(total)
    shares = np.divide(lost, total[:, None], out=np.zeros_like(lost), where=varied[:, None])
    return np.asarray(shares.sum(axis=2)), np.asarray(varied.sum(axis=1))


def moves(far: FarUnits, whole: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
    """Return by how much differences change at most without two units that are far for either metric.

    Parameters
    ----------
    far : FarUnits
    whole : array of shape (K,)
        Correlations of all units, on the scale of `far.without`.
    first, second : arrays of shape (P,)
        Positions of the metrics compared.

    Returns
    -------
    array of shape (P,)
        0 where no units are far, or too few are left without them.
    """
    largest = np.zeros(len(first))
    for values, own in zip(far.without - whole, far.own.transpose(1, 0, 2), strict=True):
        wanted = np.flatnonzero((own[:, first] | own[:, second]).all(axis=0))
        changed = np.abs(values[first[wanted]] - values[second[wanted]])
        largest[wanted] = np.fmax(largest[wanted], changed)
    return largest
