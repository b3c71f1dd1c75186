"""Pearson's r of columns as they are and without each unit, from sums over whole columns: O(N) for all of a column.

Let d and e be how far the entries of a metric and of the human lie from their means, divided by the roots of the sums
of their squares, so that r is the sum of d e. Without one entry of n,

    (r - q d e) / sqrt((1 - q d^2) (1 - q e^2)),  q = n / (n - 1).

Without a group of entries, sums over these take the place of the products and squares of one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray

LEAST_LEFT = 3
"""Fewer entries have no coefficient worth the name."""

CANCELLED = 1e-3
"""Share of the sum of squares below which what is left is summed anew: a difference has lost digits."""

BLOCK = 16_000
"""Numbers held at a time by one step: they stay in the processor's caches."""


class LeftOutPearson(NamedTuple):
    """Coefficients of K metrics in C columns; NaN where fewer than three entries or no two different values are left.

    Attributes
    ----------
    whole : array of shape (K, C)
    one : array of shape (K, U, C)
        Without each unit.
    """

    whole: FloatArray
    one: FloatArray


def left_out_pearson(
    x: FloatArray, z: FloatArray, present: BoolArray | None, units: IntArray, n_units: int
) -> LeftOutPearson:
    """Return Pearson's r of every column as it is and without each unit.

    O(K C N) time where every entry is a unit of its own, O(K C N U) in products of matrices otherwise.

    Parameters
    ----------
    x : array of shape (K, N, C)
    z : array of shape (N, C)
    present : array of shape (N, C) or None
        Which entries a column has; others are not read. None: all.
    units : array of shape (N,)
        The unit of every entry, 0 to U - 1; one without entries leaves columns as they are.
    n_units : int
        U.
    """
    n_metrics, n_entries, n_columns = x.shape
    found = LeftOutPearson(
        np.full((n_metrics, n_columns), np.nan), np.full((n_metrics, n_units, n_columns), np.nan)
    )
    if not n_entries:
        return found
    if present is not None and present.all():
        present = None
    member: FloatArray | None = None
    if n_units != n_entries or not np.array_equal(units, np.arange(n_entries)):
        member = (np.arange(n_units)[:, None] == units).astype(np.float64)
    step = max(1, BLOCK // n_entries)
    with np.errstate(divide="ignore", invalid="ignore"):
        for start in range(0, n_columns, step):
            here = slice(start, start + step)
            there = None if present is None else present[:, here]
            entries = _Entries.of(z[:, here].shape, there, member)
            human = _Side.of(z[:, here], entries)
            is_safe = human.is_safe
            for k in range(n_metrics):
                metric = _Side.of(x[k, :, here], entries)
                into = found.whole[k, here], found.one[k, :, here]
                _fill(metric, human, entries, *into, safe=is_safe and metric.is_safe)
    return found


def whole_pearson(x: FloatArray, z: FloatArray, present: BoolArray | None) -> FloatArray:
    """Return Pearson's r of every column, shape (K, C); parameters as in `left_out_pearson`."""
    # without a unit that has no entries nothing is left out
    return left_out_pearson(x, z, present, np.zeros(len(z), dtype=np.intp), 0).whole


class _Entries(NamedTuple):
    """Which entries some columns have, and how many of each unit."""

    present: BoolArray | None  # (N, C)
    member: FloatArray | None  # (U, N); None where every entry is a unit
    counts: FloatArray  # (C,)
    left: FloatArray  # (U, C), or (U, 1) where no entry is missing: without each unit

    @property
    def shrunk(self) -> FloatArray:
        """What the square of an entry, as far as it lies from the mean, takes with it: (C,)."""
        return np.asarray(self.counts / (self.counts - 1))

    @classmethod
    def of(cls, shape: tuple[int, ...], present: BoolArray | None, member: FloatArray | None) -> _Entries:
        """Count entries."""
        n_entries, n_columns = shape
        if present is None:
            count = np.full(n_columns, float(n_entries))
            alone = np.ones((n_entries, 1)) if member is None else member.sum(axis=1)[:, None]
            return cls(None, member, count, n_entries - alone)
        there = present.astype(np.float64)
        count = there.sum(axis=0)
        return cls(present, member, count, count - (there if member is None else member @ there))


class _Side(NamedTuple):
    """One scorer in some columns."""

    values: FloatArray  # (N, C): from their mean, 0 where missing
    root: FloatArray  # (C,): one over the root of the sum of their squares, 0 where they do not vary
    sums: FloatArray  # (U, C): of each unit's values; empty where every entry is a unit
    rest: FloatArray  # (U, C): the share of the sum of squares about the mean that is left without each unit

    @property
    def is_safe(self) -> bool:
        """Whether enough of the squares is left without any unit."""
        return bool(self.rest.min(initial=1.0) >= CANCELLED)

    @classmethod
    def of(cls, columns: FloatArray, entries: _Entries) -> _Side:
        """Centre columns, and sum their squares."""
        if entries.present is None:
            values = columns - columns[0]  # of equal values the differences to one of them are exactly zero
        else:
            first = np.take_along_axis(columns, np.argmax(entries.present, axis=0)[None], axis=0)
            values = np.where(entries.present, columns - first, 0.0)
        values -= values.sum(axis=0) / entries.counts
        if entries.present is not None:
            values[~entries.present] = 0.0
        squares = values * values
        total = squares.sum(axis=0)
        root = np.divide(1.0, np.sqrt(total), out=np.zeros_like(total), where=total > 0)
        if entries.member is None:
            squares *= entries.shrunk * np.square(root)
            return cls(values, root, squares[:0], np.subtract(1.0, squares, out=squares))
        sums = entries.member @ values
        rest = 1.0 - (entries.member @ squares + np.square(sums) / entries.left) * np.square(root)
        return cls(values, root, sums, rest)


def _fill(
    metric: _Side, human: _Side, entries: _Entries, whole: FloatArray, one: FloatArray, *, safe: bool
) -> None:
    """Fill the coefficients of some columns, (C,) and (U, C)."""
    root = metric.root * human.root
    defined = (root > 0) & (entries.counts >= LEAST_LEFT)
    products = metric.values * human.values
    total = products.sum(axis=0) * root
    np.clip(total, -1.0, 1.0, out=whole)
    whole[~defined] = np.nan
    if not len(one):
        return
    if entries.member is None:
        np.multiply(products, entries.shrunk * root, out=one)
    else:
        one[...] = (entries.member @ products + metric.sums * human.sums / entries.left) * root
    np.subtract(total, one, out=one)
    scale = metric.rest * human.rest
    np.sqrt(scale, out=scale)
    one /= scale
    np.clip(one, -1.0, 1.0, out=one)
    if not safe:
        lost = ~((metric.rest >= CANCELLED) & (human.rest >= CANCELLED))
        places = np.nonzero(lost & (entries.left >= LEAST_LEFT) & defined)
        one[places] = _anew(metric.values, human.values, entries, places)
    if not defined.all():
        one[:, ~defined] = np.nan
    if not entries.left.min(initial=LEAST_LEFT) >= LEAST_LEFT:
        one[np.broadcast_to(entries.left < LEAST_LEFT, one.shape)] = np.nan


def _anew(x: FloatArray, z: FloatArray, entries: _Entries, places: tuple[IntArray, ...]) -> FloatArray:
    """Return the coefficients without some units of some columns from what is left itself."""
    found = np.empty(len(places[0]))
    step = max(1, BLOCK // len(x))
    for start in range(0, len(found), step):
        unit, column = (one[start : start + step] for one in places)
        if entries.member is None:
            kept = np.ones((len(unit), len(x)), dtype=bool)
            kept[np.arange(len(unit)), unit] = False
        else:
            kept = entries.member[unit] == 0
        if entries.present is not None:
            kept &= entries.present[:, column].T
        a, b = (_centred(side[:, column].T, kept) for side in (x, z))
        scale = np.sqrt((a * a).sum(axis=1)) * np.sqrt((b * b).sum(axis=1))
        found[start : start + step] = np.clip((a * b).sum(axis=1) / scale, -1.0, 1.0)
    return found


def _centred(values: FloatArray, kept: BoolArray) -> FloatArray:
    """Return values less their mean in every row, 0 for those not kept; some are in each."""
    first = np.take_along_axis(values, np.argmax(kept, axis=1)[:, None], axis=1)
    values = np.where(kept, values - first, 0.0)
    mean = values.sum(axis=1, keepdims=True) / kept.sum(axis=1, keepdims=True)
    return np.where(kept, values - mean, 0.0)
